//! Random games of kriegspiel a second of processor time, with every announcement, on one thread.
//!
//! `cargo bench -p outwit-games --bench referee`. The best-known library plays 433 a second on an idle core; the aim is
//! sixty times that.

use outwit_game::{Game, Rng};
use outwit_games::chess::{Chess, Referee};
use std::hint::black_box;
use std::time::Instant;

const KNOWN: f64 = 433.0;

/// Seconds of processor time of this process, where the system tells.
fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    Some(text.split(' ').next()?.parse::<f64>().ok()? * 1e-9)
}

fn main() {
    let game = Chess::kriegspiel(Referee::named("icc").expect("a referee"));
    let mut best = 0.0f64;
    for round in 0..5 {
        let (clock, before) = (Instant::now(), processor_seconds());
        let (mut games, mut tries, mut plies) = (0u32, 0u64, 0u64);
        let mut said = 0u64;
        while games < 4000 {
            let mut rng = Rng::stream(round, u64::from(games));
            let mut position = game.start(&mut rng);
            while position.end().is_none() {
                let report = game.random_turn(&mut position, &mut rng, |refused| {
                    tries += 1;
                    black_box(refused);
                });
                (tries, plies) = (tries + 1, plies + 1);
                said += u64::from(report.checks) + u64::from(report.tries.unwrap_or(0));
                black_box(report);
            }
            games += 1;
        }
        black_box(said);
        let spent = match (before, processor_seconds()) {
            (Some(before), Some(after)) => after - before,
            _ => clock.elapsed().as_secs_f64(),
        };
        let rate = f64::from(games) / spent;
        best = best.max(rate);
        println!(
            "  {rate:>8.0} games a second, {:.2} million tries a second ({:.0} tries and {:.0} plies a game)",
            tries as f64 / spent / 1e6,
            tries as f64 / f64::from(games),
            plies as f64 / f64::from(games)
        );
    }
    println!("kriegspiel: {best:.0} random games a second at best, {:.1} times {KNOWN}", best / KNOWN);
}
