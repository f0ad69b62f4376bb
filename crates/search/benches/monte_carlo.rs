//! UCT against an array tree written by hand, in one run, on one thread: ratios, so that a slow machine tells the same
//! story. Then two threads against one, with two trees and with one that both share: by the clock, and by the time threads
//! were on a core, which is what the clock would say if nobody else worked.
//!
//! `cargo bench -p outwit-search --bench monte_carlo`

#[path = "rivals/uct.rs"]
mod uct;

use outwit_game::{Control, Evaluated, Player, Pool, Rng, Spec, Table};
use outwit_games::board::Score;
use outwit_games::connect4::Connect4;
use outwit_games::othello::Othello;
use outwit_search::named::catalog::{Pages, page};
use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Runs of which the fastest counts: noise only ever adds time.
const RUNS: usize = 15;

fn main() {
    let connect4 = Connect4::new(7, 6).expect("the usual board");
    let othello = Othello::new(8, Score::Win).expect("the usual board");
    println!("simulations per second, one thread, against an array tree written by hand");
    speed("connect4", &connect4, 100_000, 1.4e6);
    speed("othello", &othello, 25_000, 300e3);
    println!("two threads against one: two trees, and one tree that both share; the goal is 1.7");
    threads("connect4", &connect4, 200_000);
    threads("othello", &othello, 50_000);
}

fn timed<T>(run: impl FnOnce() -> T) -> f64 {
    let clock = Instant::now();
    black_box(run());
    clock.elapsed().as_secs_f64()
}

fn speed<G: Evaluated>(name: &str, game: &G, simulations: u32, goal: f64) {
    let table = Table::deal(game, &mut Rng::new(0));
    let spec = Spec::parse(&format!("uct:sims={simulations},reuse=false,c=0.7")).expect("a spec");
    let mut agent = Pages(const { &[page::uct()] }).agent(&spec, game).expect("an agent");
    let (mut ours, mut rival) = (f64::INFINITY, f64::INFINITY);
    for run in 0..RUNS {
        agent.begin(game, Player::FIRST, run as u64);
        ours = ours.min(timed(|| agent.choose(&table.view(Player::FIRST), &Control::default())));
        let tree = uct::ArrayTree::new(game, 0.7);
        rival = rival.min(timed(|| tree.search(table.state(), simulations, &mut Rng::new(run as u64))));
    }
    let [ours, rival] = [ours, rival].map(|seconds| f64::from(simulations) / seconds);
    println!(
        "  {name:<9} {simulations:>7} simulations: {:.0} thousand/s against {:.0}, ratio {:.2}; goal {:.0}: {}",
        ours / 1e3,
        rival / 1e3,
        ours / rival,
        goal / 1e3,
        if ours >= goal { "met" } else { "NOT met" }
    );
}

/// Threads of the standard library, and the longest time that one of them was on a core.
struct Threads(usize, AtomicU64);

/// Nanoseconds that this thread was on a core, where the system tells: a clock that does not run while others work.
fn on_a_core() -> u64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    told.split(' ').next().and_then(|time| time.parse().ok()).unwrap_or(0)
}

impl Pool for Threads {
    fn threads(&self) -> usize {
        self.0
    }
    fn work(&self, count: usize, job: &(dyn Fn(usize) + Sync)) {
        std::thread::scope(|scope| {
            for hand in 0..self.0 {
                scope.spawn(move || {
                    let before = on_a_core();
                    (hand..count).step_by(self.0).for_each(job);
                    self.1.fetch_max(on_a_core() - before, Ordering::Relaxed);
                });
            }
        });
    }
}

fn threads<G: Evaluated>(name: &str, game: &G, simulations: u32) {
    let table = Table::deal(game, &mut Rng::new(0));
    for kind in ["root", "tree"] {
        let spec = Spec::parse(&format!("uct:sims={simulations},reuse=false,trees=2,parallel={kind}")).expect("a spec");
        let mut agent = Pages(const { &[page::uct()] }).agent(&spec, game).expect("an agent");
        let mut times = [f64::INFINITY; 2];
        let mut on_cores = [f64::INFINITY; 2];
        for run in 0..RUNS {
            for place in 0..2 {
                agent.begin(game, Player::FIRST, run as u64);
                let pool = Threads(place + 1, AtomicU64::new(0));
                let control = Control { pool: Some(&pool), ..Control::default() };
                let before = on_a_core();
                times[place] = times[place].min(timed(|| agent.choose(&table.view(Player::FIRST), &control)));
                let own = on_a_core() - before;
                on_cores[place] = on_cores[place].min(own.max(pool.1.into_inner()) as f64);
            }
        }
        let [one, two] = times.map(|time| f64::from(simulations) / time / 1e3);
        let idle = on_cores[0] / on_cores[1];
        println!(
            "  {name:<9} parallel={kind}: {one:.0} thousand/s and {two:.0}, {:.2} times; by time on a core {idle:.2}",
            two / one
        );
    }
}
