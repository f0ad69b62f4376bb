//! Information-set search in games of constant branching: both models for both seats and the exact expectation of a game,
//! on one thread; then the ratio to the recursion as printed in the paper, and to the recursion over beliefs.
//!
//! `cargo bench -p outwit-search --bench information_set`; `-- 6` adds branching 6 (a quarter of a gigabyte).

#[path = "../tests/search/belief/rivals.rs"]
mod rivals;

use outwit_game::{Blind, Budget, Control, Meter, Player, Rng, Table};
use outwit_search::backup::{Expectation, Worst};
use outwit_search::belief::Uniform;
use outwit_search::belief::information_set::{EvenTree, Model, consistent_worlds, expected_payoff};
use outwit_search::grow::information_sets::InformationSets;
use outwit_search::value::{Everybody, Own};
use rivals::Masked;
use std::time::Instant;

const PLIES: usize = 10;

/// The best of a few runs, in seconds.
fn timed<T>(runs: usize, mut run: impl FnMut() -> T) -> f64 {
    let time = |_| {
        let clock = Instant::now();
        std::hint::black_box(run());
        clock.elapsed().as_secs_f64()
    };
    (0..runs).map(time).fold(f64::INFINITY, f64::min)
}

/// Which plies are hidden when each seat's first moves are seen and `fifths` of them are not.
fn hidden(fifths: usize) -> Vec<bool> {
    (0..PLIES).map(|ply| (ply / 2 + 1) * fifths / 5 > ply / 2 * fifths / 5).collect()
}

fn game(tree: &EvenTree, hidden: &[bool]) -> f64 {
    let plan = |seat, model| tree.plan(seat, hidden, model);
    let first = expected_payoff(
        tree,
        hidden,
        &plan(Player::FIRST, Model::Overconfident),
        &plan(Player::SECOND, Model::Paranoid),
    );
    let second = expected_payoff(
        tree,
        hidden,
        &plan(Player::FIRST, Model::Paranoid),
        &plan(Player::SECOND, Model::Overconfident),
    );
    (first - second) / 2.0
}

fn main() {
    let widest: usize = std::env::args().filter_map(|argument| argument.parse().ok()).next().unwrap_or(5);
    println!("both models, both seats, exact expectation; {PLIES} plies; milliseconds by the share that is hidden");
    println!("  b     leaves    pack   h=0  h=0.2  h=0.4  h=0.6  h=0.8    h=1");
    for branching in 2..=widest {
        let mut rng = Rng::new(0);
        let leaves: Vec<i8> =
            (0..branching.pow(PLIES as u32)).map(|_| if rng.unit() < 0.62 { 1 } else { -1 }).collect();
        let runs = if branching > 4 { 1 } else { 20 };
        let packing = timed(runs, || EvenTree::alternating(branching, PLIES, leaves.clone()).unwrap());
        let tree = EvenTree::alternating(branching, PLIES, leaves).unwrap();
        let times = (0..=5).map(|fifths| format!("{:7.2}", 1e3 * timed(runs, || game(&tree, &hidden(fifths)))));
        println!(
            "{branching:3} {:10} {:7.2}{}",
            tree.leaves().len(),
            1e3 * packing,
            times.collect::<Vec<_>>().concat()
        );
    }
    if std::env::args().any(|argument| argument == "parts") {
        parts();
    }
    println!("\nthe plan of seat 1 at h=1, b=2 (and 3 for the beliefs)");
    for branching in [2, 3] {
        let mut masked = Masked::random(branching, PLIES, &[-1, 1], true, &mut Rng::new(1));
        masked.hidden = vec![true; PLIES];
        let tree = EvenTree::new(branching, masked.movers.clone(), masked.leaves.clone()).unwrap();
        for model in [Model::Overconfident, Model::Paranoid] {
            let quick = timed(20, || tree.plan(Player::FIRST, &masked.hidden, model));
            let table = Table::deal(&masked, &mut Rng::new(0));
            let beliefs = timed(3, || {
                let belief = consistent_worlds(&table.view(Player::FIRST), &mut Uniform, usize::MAX).unwrap().unwrap();
                let mut meter = Meter::new(&Control::default(), &Budget::default()).unwrap();
                let (root, players, control, mut others) = (Player::FIRST, 2, Control::default(), Uniform);
                match model {
                    Model::Paranoid => {
                        let (leaf, backup) = (Own(Blind), Worst { root, players });
                        let mut sets =
                            InformationSets::new(&masked, root, &leaf, &backup, &mut others, &control, &mut meter);
                        sets.answer(belief, 10).map(|answer| answer.is_some())
                    }
                    _ => {
                        let (leaf, backup) = (Everybody(Blind), Expectation { root, players });
                        let mut sets =
                            InformationSets::new(&masked, root, &leaf, &backup, &mut others, &control, &mut meter);
                        sets.answer(belief, 10).map(|answer| answer.is_some())
                    }
                }
            });
            println!("  b={branching} {model:?}: quick pass {:.1} us", 1e6 * quick);
            println!("    beliefs {:.1} ms, {:.0} times the quick pass", 1e3 * beliefs, beliefs / quick);
            if branching == 2 && model == Model::Overconfident {
                let literal = timed(1, || masked.ou(&[], Player::FIRST));
                println!("    as printed {:.2} s, {:.0} times the quick pass", literal, literal / quick);
            }
        }
    }
}

/// Where the time goes at b=4.
fn parts() {
    let mut rng = Rng::new(0);
    let leaves = (0..1 << 20).map(|_| if rng.unit() < 0.62 { 1 } else { -1 }).collect();
    let tree = EvenTree::alternating(4, PLIES, leaves).unwrap();
    for fifths in 0..=5 {
        let hidden = hidden(fifths);
        let plan = |seat: usize, model| tree.plan(Player::new(seat), &hidden, model);
        let models = [Model::Overconfident, Model::Paranoid];
        let times = models.map(|model| [0, 1].map(|seat| (1e6 * timed(10, || plan(seat, model))) as u32));
        let plans = models.map(|model| [0, 1].map(|seat| plan(seat, model)));
        let meet = [0, 1].map(|first| {
            (1e6 * timed(10, || expected_payoff(&tree, &hidden, &plans[first][0], &plans[1 - first][1]))) as u32
        });
        println!("  h={fifths}/5: plans {times:?} us, meetings {meet:?} us");
    }
}
