//! Alpha-beta against its rivals, in one run, on one thread: ratios, so that a slow machine tells the same story.
//!
//! `cargo bench -p outwit-search --bench alphabeta`

mod rivals;

use outwit_game::{Budget, Control, Evaluated, Player, Rng};
use outwit_games::board::Score;
use outwit_games::connect4::Connect4;
use outwit_games::othello::Othello;
use outwit_search::grow::{AlphaBeta, Options, Ties};
use rivals::negamax::Plain;
use rivals::peer::{self, Peer, PeerSearch};
use rivals::tabled::Tabled;
use std::time::Instant;

/// Runs of which the fastest counts: noise only ever adds time.
const RUNS: usize = 15;

fn main() {
    let connect4 = Connect4::new(7, 6).expect("the usual board");
    let othello = Othello::new(8, Score::Win).expect("the usual board");
    // `-- speed`, `-- full` or `-- nodes` runs one part.
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let wants = |part: &str| wanted.as_deref().is_none_or(|wanted| wanted == part);
    if wants("speed") {
        println!("nodes per second: the search against a hand-written negamax, same tree, no table, no ordering");
        speed("connect4", &connect4, 11);
        speed("othello", &othello, 11);
    }
    if wants("full") {
        println!("the same with everything: deepening, a 16 MiB table, null windows, ordered moves, on both sides");
        full_speed("connect4", &connect4, 18);
        full_speed("othello", &othello, 13);
    }
    if wants("nodes") {
        println!("nodes to depth: 16 MiB table, one best move, against the crate minimax 0.6 with the same evaluation");
        nodes_to_depth("connect4", connect4, 18);
        nodes_to_depth("othello", othello, 13);
    }
}

/// What two rivals find, and the seconds of their fastest runs. They take turns, so that a busy spell hits both.
fn race<T, U>(mut ours: impl FnMut() -> (T, f64), mut rival: impl FnMut() -> (U, f64)) -> ((T, f64), (U, f64)) {
    let (mut first, mut second) = (ours(), rival());
    for _ in 1..RUNS {
        first.1 = ours().1.min(first.1);
        second.1 = rival().1.min(second.1);
    }
    (first, second)
}

fn timed<T>(run: impl FnOnce() -> T) -> (T, f64) {
    let clock = Instant::now();
    let result = run();
    (result, clock.elapsed().as_secs_f64())
}

/// Both visit the very same nodes: asserted.
fn speed<G: Evaluated>(name: &str, game: &G, depth: u32) {
    let start = game.start(&mut Rng::new(0));
    let budget = Budget { depth: Some(depth), ..Budget::default() };
    let options = Options {
        ties: Ties::One,
        table_bytes: 0,
        ordering: false,
        null_window: false,
        deepening: false,
        ..Options::default()
    };
    let mut search = AlphaBeta::new(budget, options, game.evaluation(0));
    let mut run = || search.find(game, &start, Player::FIRST, &Control::default()).expect("a legal start");
    let ((findings, ours), ((value, nodes), plain)) =
        race(|| timed(&mut run), || timed(|| Plain::new(game).search(&start, depth)));
    assert_eq!((findings.value[0], findings.nodes), (Some(value), nodes), "the same search");
    let (ours, plain) = (nodes as f64 / ours, nodes as f64 / plain);
    println!(
        "  {name:<9} depth {depth:>2}: {nodes:>9} nodes, {:.1} M/s against {:.1} M/s, ratio {:.2}",
        ours / 1e6,
        plain / 1e6,
        ours / plain
    );
}

/// The orders differ, so the nodes do; the value may not, and is asserted.
fn full_speed<G: Evaluated>(name: &str, game: &G, depth: u32) {
    let start = game.start(&mut Rng::new(0));
    let budget = Budget { depth: Some(depth), ..Budget::default() };
    let options = Options { ties: Ties::One, ..Options::default() };
    let mut search = AlphaBeta::new(budget, options, game.evaluation(0));
    let mut run = || search.find(game, &start, Player::FIRST, &Control::default()).expect("a legal start");
    // Ours keeps its table from run to run; so that the rival does not pay for its own, that is made beforehand.
    let rival = || {
        let rival = Tabled::new(game, options.table_bytes);
        timed(|| rival.search(&start, depth))
    };
    let ((findings, seconds), ((value, nodes), plain_seconds)) = race(|| timed(&mut run), rival);
    assert_eq!(findings.value[0], Some(value), "the same value");
    let (ours, plain) = (findings.nodes as f64 / seconds, nodes as f64 / plain_seconds);
    println!(
        "  {name:<9} depth {depth:>2}: {} nodes in {seconds:.3} s against {nodes} in {plain_seconds:.3} s; {:.1} M/s against {:.1} M/s, ratio {:.2}",
        findings.nodes,
        ours / 1e6,
        plain / 1e6,
        ours / plain
    );
}

fn nodes_to_depth<G: Evaluated + Copy>(name: &str, game: G, depth: u8)
where
    Peer<G>: PeerSearch<G = G>,
{
    let start = game.start(&mut Rng::new(0));
    let budget = Budget { depth: Some(depth.into()), ..Budget::default() };
    let options = Options { ties: Ties::One, ..Options::default() };
    let mut search = AlphaBeta::new(budget, options, game.evaluation(0));
    let (findings, seconds) =
        timed(|| search.find(&game, &start, Player::FIRST, &Control::default()).expect("a legal start"));
    let (peer, peer_seconds) = timed(|| peer::peer_nodes(&game, &start, depth));
    println!(
        "  {name:<9} depth {depth:>2}: {:>9} nodes in {seconds:.2} s; minimax 0.6: {peer} nodes in {peer_seconds:.2} s; ratio {:.2}",
        findings.nodes,
        findings.nodes as f64 / peer as f64
    );
}
