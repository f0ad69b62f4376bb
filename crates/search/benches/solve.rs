//! Solving games from scratch: values, positions, seconds, on one thread.
//!
//! `cargo bench -p outwit-search --bench solve` takes the kalah table; `-- kalah 6 4` one size; `-- othello` the first five
//! of the FFO endgame suite, `-- othello 40` one of them; `-- connect4` the usual board from its first move, with a table of half
//! a gibibyte.

use outwit_exact::solve::Means;
use outwit_game::{Control, Evaluated, Game, Rng, Turn};
use outwit_games::board::Score;
use outwit_games::connect4::Connect4;
use outwit_games::kalah::{Kalah, Leftovers, Rules};
use outwit_games::othello::Othello;
use outwit_search::solve;
use std::time::Instant;

fn main() {
    let numbers: Vec<usize> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let wants = |name: &str| std::env::args().any(|argument| argument == name);
    if wants("othello") {
        return othello(&numbers);
    }
    if wants("connect4") {
        let game = Connect4::new(7, 6).expect("the usual board");
        return solved("connect4", &game, &game.start(&mut Rng::new(0)), 1 << 29);
    }
    println!("kalah, margin of seat 1 (capture opposite an empty pit allowed):");
    match numbers[..] {
        [pits, seeds] => kalah(pits, seeds, true),
        [pits, seeds, 0] => kalah(pits, seeds, false),
        _ => {
            for (pits, seeds) in [(4, 4), (4, 6), (5, 3), (5, 4), (6, 3), (6, 4)] {
                kalah(pits, seeds, true);
            }
        }
    }
}

fn kalah(pits: usize, seeds: usize, empty_capture: bool) {
    let rules =
        Rules { pits, seeds, empty_capture, extra_move: true, leftovers: Leftovers::Owner, score: Score::Margin };
    let game = Kalah::new(rules).expect("a size the game has");
    let means = Means { table_bytes: 1 << 29, ..Means::default() };
    let clock = Instant::now();
    let solution = solve(&game, &game.start(&mut Rng::new(0)), &means, &Control::default()).expect("a finite game");
    let seconds = clock.elapsed().as_secs_f64();
    println!(
        "  kalah({pits},{seeds}): {:+} in {seconds:.2} s, {} nodes ({:.1} M/s), {} positions stored",
        solution.value[0].expect("a value"),
        solution.nodes,
        solution.nodes as f64 / seconds / 1e6,
        solution.states
    );
}

/// Positions of the FFO endgame suite: the number, the board and the mover, and the mover's margin.
const FFO: [(usize, &str, i32); 5] = [
    (40, "o..oooox/.oooooox/ooxxooox/ooxoooxx/ooooooxx/...oooox/....o..x/........ 1", 38),
    (41, ".ooooo../..oooox./.oooooo./xxxxxoo./.xxoox../ooxoxx../..oxxo../.ooo..o. 1", 0),
    (42, "..ooo.../....xx.o/oooooxoo/.ooooxoo/x.oooxxo/...ooxoo/...oooxo/..oooo.. 1", 6),
    (43, "..xxxxx./..xxxx../.oooxx../.ooxxxx./.ooxxxo./ooooxoo./...xox../..xxxxx. 2", -12),
    (44, "..o.x.o./..o.xo.o/.ooxxxoo/ooooxxxo/ooooxx../xxooxo../..xxxx../...xxx.. 2", -14),
];

fn othello(numbers: &[usize]) {
    let game = Othello::new(8, Score::Margin).expect("the usual board");
    println!("othello, the FFO endgame suite, margin of the mover:");
    for (number, text, margin) in FFO.iter().filter(|(number, ..)| numbers.is_empty() || numbers.contains(number)) {
        let discs = game.read_position(text).expect("a position");
        solved(&format!("FFO #{number} (published: {margin:+})"), &game, &discs, 1 << 28);
    }
}

fn solved<G: Evaluated>(name: &str, game: &G, state: &G::State, table_bytes: usize) {
    let means = Means { table_bytes, ..Means::default() };
    let clock = Instant::now();
    let solution = solve(game, state, &means, &Control::default()).expect("a finite game");
    let seconds = clock.elapsed().as_secs_f64();
    let Turn::Of(mover) = game.turn(state) else { unreachable!("a player moves") };
    let best: Vec<String> = solution.best.iter().map(|&mv| game.move_text(state, mv)).collect();
    println!(
        "  {name}: {:+} with {} in {seconds:.2} s, {} nodes ({:.1} M/s), {} positions stored",
        solution.value[mover.index()].expect("a value"),
        best.join(" "),
        solution.nodes,
        solution.nodes as f64 / seconds / 1e6,
        solution.states
    );
}
