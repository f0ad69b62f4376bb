//! Solving games from scratch: values, positions, seconds, on one thread.
//!
//! `cargo bench -p outwit-search --bench solve` takes the kalah table; `-- kalah 6 4` one size.

use outwit_exact::solve::Means;
use outwit_game::{Control, Game, Rng};
use outwit_games::board::Score;
use outwit_games::kalah::{Kalah, Leftovers, Rules};
use outwit_search::solve;
use std::time::Instant;

fn main() {
    let numbers: Vec<usize> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
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
