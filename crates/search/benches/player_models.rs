//! One decision in the prisoner's dilemma under a belief over three models of the other, three rounds ahead: what
//! `benches/peers/time_psychsim.py` measures of PsychSim.
//!
//! `cargo bench -p outwit-search --bench player_models`

use outwit_game::{Control, Player, Rng, Spec, Table};
use outwit_games::repeated::Repeated;
use outwit_search::named::catalog::{Pages, page};
use std::hint::black_box;
use std::time::Instant;

/// Runs of which the fastest counts: noise only ever adds time.
const RUNS: u32 = 200;

fn main() {
    let no_files = |_: &str| unreachable!("the dilemma needs no file");
    let game = outwit_games::catalog::game(&Spec::parse("dilemma").expect("a spec"), &no_files).expect("a game");
    let game: &Repeated = game.downcast_ref().expect("its type");
    let models = "models=(wants;wants:eval=loyal;wants:eval=betray),catchall=false";
    println!("one decision over three models, best of {RUNS}; the goal is 1 ms");
    for (name, spec) in [
        ("look-ahead of 3 rounds", format!("model-vi:depth=6,{models}")),
        ("64 simulations", format!("model-mcts:sims=64,{models}")),
        ("1,000 simulations", format!("model-mcts:sims=1000,{models}")),
    ] {
        let pages = Pages::<Repeated>(const { &[page::model_vi(), page::model_mcts()] });
        let mut agent = pages.agent(&Spec::parse(&spec).expect("a spec"), game).expect("an agent");
        let table = Table::deal(game, &mut Rng::new(0));
        let mut best = f64::INFINITY;
        for run in 0..RUNS {
            agent.begin(game, Player::FIRST, run.into());
            let clock = Instant::now();
            let _ = black_box(agent.choose(&table.view(Player::FIRST), &Control::default()));
            best = best.min(clock.elapsed().as_secs_f64());
        }
        let verdict = if best < 1e-3 { "met" } else { "NOT met" };
        println!("  {name:<24} {:>8.3} ms: {verdict}", best * 1e3);
    }
}
