//! Simulations a second of information-set search in Hearts with hidden hands, on one thread and by the time it was on a core: a
//! busy machine tells nearly the same story. The goal is half a million.
//!
//! `cargo bench -p outwit-search --bench hidden`; `-- 200000` asks for so many simulations alone.

use outwit_game::{Agent, Control, Evaluated, Rng, Spec, Table, Turn};
use outwit_games::catalog::game;
use outwit_games::hearts::Hearts;
use outwit_search::named::catalog::{Pages, page};
use std::hint::black_box;

/// Runs of which the fastest counts: noise only ever adds time.
const RUNS: u64 = 3;
const GOAL: f64 = 500e3;

fn main() {
    let refuse = |_: &str| Err(outwit_game::Problem::new("no files"));
    let asked = game(&Spec::parse("hearts:open=false").expect("a spec"), &refuse).expect("a game");
    let hearts = *asked.downcast_ref::<Hearts>().expect("hearts");
    let only: Option<u64> = std::env::args().find_map(|word| word.parse().ok());
    for simulations in [10_000, 100_000, 200_000].into_iter().filter(|count| only.is_none_or(|only| only == *count)) {
        for plies in [0, 4, 22] {
            let speed = speed(&hearts, simulations, plies);
            let verdict = if speed >= GOAL { "met" } else { "NOT met" };
            println!("{simulations:>7} simulations after {plies:>2} cards: {:.0} thousand/s, {verdict}", speed / 1e3);
        }
    }
}

/// Nanoseconds that this thread was on a core.
fn on_a_core() -> u64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    told.split(' ').next().and_then(|time| time.parse().ok()).unwrap_or(0)
}

fn speed<G: Evaluated>(game: &G, simulations: u64, plies: usize) -> f64 {
    let mut rng = Rng::new(1);
    let mut table = Table::deal(game, &mut rng);
    let mut played = 0;
    while played < plies || !matches!(table.turn(), Turn::Of(_)) {
        played += usize::from(matches!(table.turn(), Turn::Of(_)));
        let mv = game.random_move(table.state(), &mut rng, &mut Vec::new());
        table.play(mv);
    }
    let Turn::Of(seat) = table.turn() else { panic!("somebody is to move") };
    let spec = Spec::parse(&format!("ismcts:sims={simulations}")).expect("a spec");
    let pages: Pages<G> = Pages(const { &[page::ismcts()] });
    let mut agent: Box<dyn Agent<G>> = pages.agent(&spec, game).expect("an agent");
    let mut fastest = u64::MAX;
    for run in 0..RUNS {
        agent.begin(game, seat, run);
        let before = on_a_core();
        black_box(agent.choose(&table.view(seat), &Control::default()).expect("an answer"));
        fastest = fastest.min(on_a_core() - before);
    }
    simulations as f64 / (fastest as f64 / 1e9)
}
