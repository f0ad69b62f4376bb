//! By how much searches outstay a time budget. The promise: at most 10 ms on an idle core.
//!
//! `cargo bench -p outwit-search --bench time_budget`; `-- othello` measures one game, and
//! `-- othello "alphabeta:table=1000"` one agent in it. A machine that does something else
//! takes the core away for longer than that now and then, so the median says more about the searches than the maximum.

use outwit_game::{Clock, Control, Evaluated, Rng, Spec, Table, Turn};
use outwit_games::backgammon::Backgammon;
use outwit_games::board::Score;
use outwit_games::connect4::Connect4;
use outwit_games::kalah::{Kalah, Rules};
use outwit_games::othello::Othello;
use outwit_search::named::catalog::{Pages, entry, page};
use std::time::{Duration, Instant};

const PROMISE: f64 = 10.0;
const AGENTS: [&str; 5] =
    ["alphabeta", "expectiminimax", "minimax", "expectimax", "expectimax:model=(expectiminimax:depth=8)"];
/// Milliseconds to think, and how many positions are thought about.
const BUDGETS: [(u64, u64); 5] = [(1, 40), (10, 20), (50, 10), (100, 6), (500, 2)];

struct WallClock(Instant);

impl Clock for WallClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let wants = |game: &str| arguments.first().is_none_or(|wanted| wanted == game);
    let agents = arguments.get(1).map_or(AGENTS.to_vec(), |agent| vec![agent.as_str()]);
    println!("ms beyond a time budget, median / maximum over positions of random games");
    print!("  {:<11} {:<42}", "", "budget in ms:");
    BUDGETS.iter().for_each(|(budget, _)| print!(" {budget:>14}"));
    println!();
    let mut worst = f64::NEG_INFINITY;
    let mut kept = (0, 0);
    let mut all = |overruns: Vec<f64>| {
        worst = overruns.iter().copied().fold(worst, f64::max);
        kept.0 += overruns.iter().filter(|&&overrun| overrun <= PROMISE).count();
        kept.1 += overruns.len();
    };
    if wants("connect4") {
        all(measure("connect4", &Connect4::new(7, 6).expect("the usual board"), &agents));
    }
    if wants("othello") {
        all(measure("othello", &Othello::new(8, Score::Win).expect("the usual board"), &agents));
    }
    if wants("kalah") {
        all(measure("kalah", &Kalah::new(Rules::default()).expect("the usual board"), &agents));
    }
    if wants("backgammon") {
        all(measure("backgammon", &Backgammon { gammons: true }, &agents));
    }
    println!("within {PROMISE} ms: {} of {}; the worst was {worst:.1} ms late", kept.0, kept.1);
}

/// Prints a line an agent that can play the game; returns every overrun, in ms. Ending early is none.
fn measure<G: Evaluated>(name: &str, game: &G, agents: &[&str]) -> Vec<f64> {
    let mut overruns = Vec::new();
    for &agent in agents {
        if !entry(&Spec::parse(agent).expect("a spec").name).expect("an agent").can_play(game) {
            continue;
        }
        print!("  {name:<11} {agent:<42}");
        for (budget, positions) in BUDGETS {
            let separator = if agent.contains(':') { ',' } else { ':' };
            let spec = Spec::parse(&format!("{agent}{separator}time={budget}ms")).expect("a spec");
            let mut found: Vec<f64> = (0..positions).map(|index| overrun(game, &spec, budget, index)).collect();
            found.sort_by(f64::total_cmp);
            let (median, most) = (found[found.len() / 2], found[found.len() - 1]);
            print!(" {:>14}", format!("{median:.2} / {most:.2}"));
            overruns.extend(found);
        }
        println!();
    }
    overruns
}

/// How late an agent that has just sat down answers.
fn overrun<G: Evaluated>(game: &G, spec: &Spec, budget: u64, index: u64) -> f64 {
    let mut rng = Rng::stream(5, index);
    // A game that is over before its time is begun again.
    let (table, seat) = loop {
        let mut table = Table::deal(game, &mut rng);
        for _ in 0..rng.index(25) {
            match table.turn() {
                Turn::Over => break,
                Turn::Chance => table.play(game.draw(table.state(), &mut rng)),
                Turn::Of(_) => table.play(*rng.pick(table.moves())),
            }
        }
        if let Turn::Of(seat) = table.turn() {
            break (table, seat);
        }
    };
    let pages = const {
        &[page::alphabeta(), page::expectiminimax(), page::minimax(), page::expectimax(), page::uct(), page::bpip()]
    };
    let mut agent = Pages(pages).agent(spec, game).expect("an agent of those above that can play this");
    agent.begin(game, seat, index);
    let clock = WallClock(Instant::now());
    let control = Control { clock: Some(&clock), ..Control::default() };
    let start = clock.now();
    let report = agent.choose(&table.view(seat), &control).expect("a move");
    let taken = (clock.now() - start).as_secs_f64() * 1e3;
    assert!(table.moves().contains(&report.chosen), "the best move so far is legal");
    (taken - budget as f64).max(0.0)
}
