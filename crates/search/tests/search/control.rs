//! Budgets, clocks and stop flags. The clocks here are made up: time passes when somebody looks, or when a model thinks,
//! so the verdicts do not depend on the machine.

use outwit_game::{
    Agent, Blind, Budget, Clock, Control, Evaluated, Game, Player, Problem, Report, Rng, Spec, Table, Turn, View,
};
use outwit_games::backgammon::Backgammon;
use outwit_games::board::Score;
use outwit_games::connect4::Connect4;
use outwit_games::kalah::{Kalah, Rules};
use outwit_games::othello::Othello;
use outwit_search::backup::Expectation;
use outwit_search::belief::Modelled;
use outwit_search::grow::DepthFirst;
use outwit_search::named::catalog;
use outwit_search::value::Everybody;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// A clock on which every look takes a millisecond.
#[derive(Default)]
struct Looks(AtomicU64);

impl Clock for Looks {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

/// Nodes between two looks that still stop a search of cheap nodes within the promised 10 ms, with much to spare.
const NODES_A_LOOK: u64 = 1024;

/// Positions of random games in which a seat is to move.
fn positions<G: Game>(game: &G, count: u64) -> impl Iterator<Item = (Table<'_, G>, Player)> {
    (0..count).filter_map(move |index| {
        let mut rng = Rng::stream(23, index);
        let mut table = Table::deal(game, &mut rng);
        for _ in 0..rng.index(25) {
            match table.turn() {
                Turn::Over => break,
                Turn::Chance => table.play(game.draw(table.state(), &mut rng)),
                Turn::Of(_) => table.play(*rng.pick(table.moves())),
            }
        }
        match table.turn() {
            Turn::Of(seat) => Some((table, seat)),
            _ => None,
        }
    })
}

fn ask<G: Evaluated + Clone>(spec: &str, table: &Table<'_, G>, seat: Player, control: &Control<'_>) -> Report<G::Move> {
    let mut agent: Box<dyn Agent<G>> = catalog::agent(&Spec::parse(spec).unwrap(), table.game()).unwrap();
    agent.begin(table.game(), seat, 3);
    agent.choose(&table.view(seat), control).unwrap()
}

/// Whatever stopped the search: the answer is about this position, and is what the last complete depth says.
fn is_the_best_so_far<G: Evaluated + Clone>(spec: &str, table: &Table<'_, G>, seat: Player, report: &Report<G::Move>) {
    let place = format!("{spec} at {}", table.game().position_text(table.state()));
    assert!(report.best.contains(&report.chosen), "{place}");
    assert!(report.best.iter().all(|mv| table.moves().contains(mv)), "{place}");
    assert!(report.moves.iter().map(|found| found.mv).eq(table.moves().iter().copied()), "{place}");
    let probabilities: f64 = report.moves.iter().map(|found| found.probability).sum();
    assert!((probabilities - 1.0).abs() < 1e-9, "{place}");
    if report.depth > 0 {
        let separator = if spec.contains(':') { ',' } else { ':' };
        let asked = ask(&format!("{spec}{separator}depth={}", report.depth), table, seat, &Control::default());
        assert_eq!((&report.best, report.value), (&asked.best, asked.value), "{place}");
    }
}

const AGENTS: [&str; 5] = ["alphabeta", "expectiminimax", "minimax", "expectimax", "expectimax:model=(greedy)"];

fn able<G: Game>(game: &G) -> impl Iterator<Item = &'static str> {
    AGENTS.into_iter().filter(move |agent| {
        let spec = Spec::parse(agent).unwrap();
        catalog::entry(&spec.name).unwrap().can_play(game)
    })
}

fn keeps_its_time<G: Evaluated + Clone>(game: &G) {
    for spec in able(game) {
        let separator = if spec.contains(':') { ',' } else { ':' };
        for (table, seat) in positions(game, 4) {
            for budget in [1, 2, 5, 25] {
                let clock = Looks::default();
                let control = Control { clock: Some(&clock), ..Control::default() };
                let report = ask(&format!("{spec}{separator}time={budget}ms"), &table, seat, &control);
                let looks = clock.0.load(Ordering::Relaxed);
                // One look to begin with, then one a millisecond.
                assert!(looks <= budget + 1, "{spec}: {looks} looks for {budget} ms");
                assert!(report.nodes <= budget * NODES_A_LOOK, "{spec}: {} nodes for {budget} ms", report.nodes);
                is_the_best_so_far(spec, &table, seat, &report);
            }
        }
    }
}

#[test]
fn a_search_stops_at_the_first_look_that_finds_its_time_is_up() {
    keeps_its_time(&Connect4::new(7, 6).unwrap());
    keeps_its_time(&Othello::new(8, Score::Win).unwrap());
    keeps_its_time(&Kalah::new(Rules::default()).unwrap());
    keeps_its_time(&Backgammon { gammons: true });
}

fn keeps_its_nodes<G: Evaluated + Clone>(game: &G) {
    for spec in able(game) {
        let separator = if spec.contains(':') { ',' } else { ':' };
        for (table, seat) in positions(game, 4) {
            for budget in [1, 2, 30, 700, 5000] {
                let report = ask(&format!("{spec}{separator}nodes={budget}"), &table, seat, &Control::default());
                assert!(report.nodes <= budget, "{spec}: {} nodes of {budget}", report.nodes);
                is_the_best_so_far(spec, &table, seat, &report);
            }
        }
    }
}

#[test]
fn a_search_never_makes_more_moves_than_it_may() {
    keeps_its_nodes(&Connect4::new(7, 6).unwrap());
    keeps_its_nodes(&Othello::new(8, Score::Win).unwrap());
    keeps_its_nodes(&Kalah::new(Rules::default()).unwrap());
    keeps_its_nodes(&Backgammon { gammons: true });
}

#[test]
fn a_search_that_is_told_to_stop_answers_at_once() {
    let game = Othello::new(8, Score::Win).unwrap();
    let stop = AtomicBool::new(true);
    let control = Control { stop: Some(&stop), ..Control::default() };
    for spec in able(&game) {
        for (table, seat) in positions(&game, 4) {
            let separator = if spec.contains(':') { ',' } else { ':' };
            let report = ask(&format!("{spec}{separator}nodes=1000000000"), &table, seat, &control);
            assert!(report.nodes <= NODES_A_LOOK, "{spec}: {} nodes", report.nodes);
            is_the_best_so_far(spec, &table, seat, &report);
        }
    }
}

/// Time as somebody else lets it pass.
struct Shared(Arc<AtomicU64>);

impl Clock for Shared {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.load(Ordering::Relaxed))
    }
}

/// Every move is as good to it as any other, and it takes five milliseconds to say so.
struct Slow {
    time: Arc<AtomicU64>,
    asked: Arc<AtomicU64>,
}

impl<G: Evaluated + Clone> Agent<G> for Slow {
    fn begin(&mut self, _game: &G, _seat: Player, _seed: u64) {}

    fn choose(&mut self, view: &View<'_, G>, control: &Control<'_>) -> Result<Report<G::Move>, Problem> {
        assert_eq!(control.deadline, Some(Duration::from_millis(32)), "a model is told when to be done");
        self.time.fetch_add(5, Ordering::Relaxed);
        self.asked.fetch_add(1, Ordering::Relaxed);
        let mut random = catalog::agent(&Spec::parse("random")?, view.game())?;
        random.choose(view, control)
    }
}

#[test]
fn a_search_whose_model_is_slow_looks_at_the_clock_whenever_it_has_asked_the_model() {
    let game = Connect4::new(7, 6).unwrap();
    let [time, asked] = [(); 2].map(|_| Arc::new(AtomicU64::new(0)));
    let mut search = DepthFirst::new(
        Budget { time: Some(Duration::from_millis(32)), ..Budget::default() },
        Everybody(Blind),
        |root, players| Expectation { root, players },
        Modelled(Box::new(Slow { time: time.clone(), asked: asked.clone() })),
    );
    let clock = Shared(time);
    let control = Control { clock: Some(&clock), ..Control::default() };
    let findings =
        search.find(&game, &game.start(&mut Rng::new(0)), Player::FIRST, &mut Rng::new(0), &control).unwrap();
    // Six times five is 30; the seventh answer is late.
    assert_eq!((asked.load(Ordering::Relaxed), findings.depth), (7, 1));
}

#[test]
fn a_model_that_could_think_for_ever_is_stopped_with_the_search_that_asked_it() {
    let game = Othello::new(8, Score::Win).unwrap();
    let (table, seat) = positions(&game, 4).next().unwrap();
    let clock = Looks::default();
    let control = Control { clock: Some(&clock), ..Control::default() };
    let report = ask("expectimax:time=20ms,model=(alphabeta:depth=60)", &table, seat, &control);
    assert!(clock.0.load(Ordering::Relaxed) <= 20 + 2);
    is_the_best_so_far("expectimax:model=(alphabeta:depth=60)", &table, seat, &Report { depth: 0, ..report });
}

/// The dearer looking is, the sooner every search ends; where it costs nothing, nothing changes; and at no price does a search say
/// anything that it would not have said with so much of a budget.
#[test]
fn dearer_looking_ends_sooner() {
    fn ends_sooner<G: Evaluated + Clone>(game: &G, agents: &[&str], costs: &[f64]) {
        for (table, seat) in positions(game, 3) {
            for agent in agents {
                let free = ask(agent, &table, seat, &Control::default());
                let mut nodes = u64::MAX;
                for cost in costs {
                    let report = ask(&format!("{agent},cost={cost}"), &table, seat, &Control::default());
                    assert!(report.nodes <= nodes.min(free.nodes), "{agent} at {cost}: {} of {nodes}", report.nodes);
                    nodes = report.nodes;
                    if *cost == 0.0 {
                        assert_eq!(report, free, "{agent}");
                    } else if report.depth > 0 {
                        let to_depth =
                            ask(&format!("{agent},depth={}", report.depth), &table, seat, &Control::default());
                        assert_eq!((report.best, report.value), (to_depth.best, to_depth.value), "{agent} at {cost}");
                    }
                }
                assert!(nodes < free.nodes || free.nodes < 500, "{agent} at any price: {nodes} of {}", free.nodes);
            }
        }
    }
    let connect4 = Connect4::new(7, 6).unwrap();
    let costs = [0.0, 1e-9, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 1.0, 1e3];
    let agents = ["alphabeta:nodes=20000", "minimax:nodes=20000", "paranoid:nodes=20000", "maxn:nodes=20000"];
    ends_sooner(&connect4, &agents, &costs);
    let agents = ["expectimax:nodes=20000", "maxprob:nodes=20000", "mpmix:nodes=20000", "uct:nodes=200000"];
    ends_sooner(&connect4, &agents, &costs);
    ends_sooner(&Kalah::new(Rules::default()).unwrap(), &["alphabeta:nodes=20000", "uct:nodes=200000"], &costs);
    ends_sooner(&Backgammon { gammons: true }, &["expectiminimax:nodes=20000", "uct:nodes=50000"], &costs);
}

/// A price alone is budget enough: somebody who pays for time needs no other limit.
#[test]
fn a_price_is_a_budget() {
    let game = Connect4::new(7, 6).unwrap();
    let (table, seat) = positions(&game, 8).next().unwrap();
    for agent in
        ["alphabeta:cost=0.01", "maxn:cost=0.01", "uct:cost=0.01", "compose:grow=alphabeta,backup=minimax,cost=0.01"]
    {
        let report = ask(agent, &table, seat, &Control::default());
        assert!(report.nodes < 100_000, "{agent}: {}", report.nodes);
        assert!(!report.best.is_empty());
    }
}
