//! Labelling whole games: positions a second, bytes a position.
//!
//! `cargo bench -p outwit-exact --bench label` takes games of up to some million positions; `-- large` also connect four on
//! 5 x 5, which has 70 million and wants 4 GiB.

use outwit_exact::graph::Graph;
use outwit_exact::labels::{Values, values};
use outwit_game::{Game, Player, Rng};
use outwit_games::board::Score;
use outwit_games::connect4::Connect4;
use outwit_games::dodgem::{Blocked, Dodgem};
use outwit_games::kalah::{Kalah, Leftovers, Rules};
use outwit_games::kpk::Kpk;
use std::time::Instant;

fn main() {
    println!(
        "{:<16} {:>12} {:>12} {:>10} {:>10} {:>8} {:>8}",
        "game", "positions", "moves", "find M/s", "label M/s", "B/pos", "value"
    );
    label("kpk", &Kpk);
    label("dodgem 4x4", &Dodgem::new(4, Blocked::Draw));
    label("connect4 4x4", &Connect4::new(4, 4).expect("a board"));
    label("connect4 5x4", &Connect4::new(5, 4).expect("a board"));
    let rules = Rules {
        pits: 4,
        seeds: 2,
        empty_capture: true,
        extra_move: true,
        leftovers: Leftovers::Owner,
        score: Score::Margin,
    };
    label("kalah(4,2)", &Kalah::new(rules).expect("a size the game has"));
    if std::env::args().any(|argument| argument == "large") {
        label("connect4 5x5", &Connect4::new(5, 5).expect("a board"));
    }
}

fn label<G: Game>(name: &str, game: &G) {
    let clock = Instant::now();
    let starts = game.starts().unwrap_or_else(|| vec![game.start(&mut Rng::new(0))]);
    let graph = Graph::explore_all(game, &starts, 200_000_000, |_| true).expect("it fits");
    let found = clock.elapsed().as_secs_f64();
    let clock = Instant::now();
    let values = values(game, &graph, Player::FIRST, None).expect("a finite game");
    let labelled = clock.elapsed().as_secs_f64();
    // What labelling holds besides: an order and a count without cycles, moves backwards and a count with them.
    let is_acyclic = !game.facts().cyclic;
    let beside = if is_acyclic { 8 * graph.len() } else { graph.topology.predecessors().bytes() + 4 * graph.len() };
    let label = if matches!(values, Values::Labels(_)) { 1 } else { 8 };
    let (n, bytes) = (graph.len() as f64, (graph.bytes() + beside + label * graph.len()) as f64);
    println!(
        "{name:<16} {:>12} {:>12} {:>10.2} {:>10.2} {:>8.1} {:>8}",
        graph.len(),
        graph.edges(),
        n / found / 1e6,
        n / labelled / 1e6,
        bytes / n,
        values.of(0)
    );
}
