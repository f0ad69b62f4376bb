//! How fast trees grow: leaf expansions a second, bytes a node, and the work of all evaluations over that of the last.
//!
//! `cargo bench -p outwit-search --bench best_first`

use outwit_game::{Budget, Control, Evaluated, Player, Rng};
use outwit_games::board::Score;
use outwit_games::connect4::Connect4;
use outwit_games::kalah::{Kalah, Rules};
use outwit_games::othello::Othello;
use outwit_search::grow::best_first::{BaumSmith, Growth};
use std::time::Instant;

/// Runs of which the fastest counts: noise only ever adds time.
const RUNS: usize = 3;

fn main() {
    let nodes = std::env::args().filter_map(|argument| argument.parse().ok()).next().unwrap_or(2_000_000);
    println!("gulp 0.1, 5 spikes at inner nodes, at most 5 at leaves; {nodes} nodes");
    measure("connect4", &Connect4::new(7, 6).expect("the usual board"), nodes);
    measure("othello", &Othello::new(8, Score::Win).expect("the usual board"), nodes);
    measure("kalah", &Kalah::new(Rules::default()).expect("the usual board"), nodes);
}

fn measure<G: Evaluated>(name: &str, game: &G, nodes: u64) {
    let start = game.start(&mut Rng::new(0));
    let budget = Budget { nodes: Some(nodes), ..Budget::default() };
    let growth = Growth { memory: 4 << 30, ..Growth::default() };
    let mut best = f64::INFINITY;
    let mut remark = String::new();
    let mut expansions = 0.0;
    for _ in 0..RUNS {
        let mut search = BaumSmith::new(budget, growth, game.evaluation(0), None);
        let clock = Instant::now();
        let findings = search.find(game, &start, Player::FIRST, &Control::default()).expect("a legal start");
        best = best.min(clock.elapsed().as_secs_f64());
        remark = findings.remarks.join("; ");
        let leaves: f64 = remark.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0.0);
        expansions = findings.nodes as f64 + 1.0 - leaves;
    }
    println!("  {name:<9} {:>7.1} thousand expansions a second, {best:.2} s; {remark}", expansions / best / 1e3);
}
