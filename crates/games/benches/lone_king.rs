//! Endings of kriegspiel against a lone king that is not seen: how often the game's own play mates, from random starts.
//!
//! `cargo bench -p outwit-games --bench lone_king -- [STARTS] [MEN ...]`, 200 starts of each by default; starts that were not mated
//! are printed.

#[path = "../tests/games/kriegspiel/lone.rs"]
mod lone;

use lone::{Defence, play, start};
use outwit_game::{Game, Rng};
use outwit_games::chess::{Chess, Referee};
use std::collections::BTreeMap;
use std::time::Instant;

fn main() {
    let starts: u64 = std::env::args().filter_map(|word| word.parse().ok()).next().unwrap_or(200);
    let game = Chess::kriegspiel(Referee::named("icc").expect("a referee"));
    let asked: Vec<String> = std::env::args().skip(1).filter(|word| word.starts_with('K')).collect();
    for men in ["KQ", "KRR", "KR", "KP", "KP*", "KQR", "KBB", "KBB*", "KBN", "KBN*"] {
        if !asked.is_empty() && !asked.iter().any(|word| word == men) {
            continue;
        }
        for defence in [Defence::Random, Defence::Sees] {
            let mut ends: BTreeMap<&str, u32> = BTreeMap::new();
            let clock = Instant::now();
            for index in 0..starts {
                let mut rng = Rng::stream(77, index);
                let position = start(&game, men, &mut rng);
                let from = game.position_text(&position);
                let end = play(&game, position, defence, &mut rng);
                if end != "checkmate" {
                    println!("  {from}: {end}");
                }
                *ends.entry(end).or_default() += 1;
            }
            println!("{men}K, {defence:?}: {ends:?} of {starts}, {:.1} s", clock.elapsed().as_secs_f64());
        }
    }
}
