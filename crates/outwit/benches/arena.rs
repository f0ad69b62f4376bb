//! Games a second through the arena, with and without the store.
//!
//! `cargo bench -p outwit --bench arena`

use outwit::Catalog;
use outwit::WallClock;
use outwit::arena::{Advance, Runner, Seatings, Session, Setting, Store};
use outwit::game::Problem;
use outwit::pool::Threads;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

fn main() {
    let setting = Setting {
        game: "tictactoe".to_string(),
        agents: vec!["random".to_string(), "random".to_string()],
        deals: 300_000,
        seed: 0,
        opening: 0,
        seatings: Seatings::All,
        cap: 1000,
        grace_ms: 50,
        budget: None,
        payoffs: None,
        sprt: None,
    };
    let no_files = |name: &str| Err(Problem::new(format!("no file {name}")));
    let catalog = Catalog::new(&no_files);
    let clock = WallClock::start();
    let stop = AtomicBool::new(false);
    let threads = Threads::all().count();
    let runner = || Runner { catalogs: &catalog, setting: &setting, threads, clock: &clock, stop: &stop };
    let games = 2.0 * setting.deals as f64;

    let start = Instant::now();
    let all: Vec<u64> = (0..setting.deals).collect();
    runner().run(&all, &mut |_| Ok(Advance::GoOn)).expect("the tournament is played");
    let without = games / start.elapsed().as_secs_f64();

    let path = std::env::temp_dir().join(format!("outwit-bench-{}.sqlite", std::process::id()));
    let mut store = Store::open(&path, true).expect("a store in the temporary folder");
    let id = store.begin(&setting, "bench", 0).expect("a tournament");
    let start = Instant::now();
    outwit::run_session(&mut Session { runner: runner(), store: &mut store, id }, None, &mut |_| {})
        .expect("the tournament is played");
    let with = games / start.elapsed().as_secs_f64();
    let bytes = std::fs::metadata(&path).map_or(0, |file| file.len());
    drop(store);
    for suffix in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{suffix}", path.display()));
    }
    println!("tic-tac-toe, random against random, {threads} threads, {games} games:");
    println!("  not stored {:.0} thousand games/s", without / 1e3);
    println!(
        "  stored     {:.0} thousand games/s, {:.0} bytes a game; storing costs a factor of {:.2}",
        with / 1e3,
        bytes as f64 / games,
        without / with
    );
}
