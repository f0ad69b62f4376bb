//! The agents that stand on worlds and on the Monte-Carlo tree: budgets, the stop flag, and numbers that are huge or bounds.

use outwit_game::{Agent, AnyGame, AnyMove, Clock, Control, Game, Player, Report, Rng, Spec, Table, Turn};
use outwit_games::tree::Tree;
use outwit_search::named::catalog;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

fn game(spec: &str) -> AnyGame {
    let refuse = |_: &str| Err(outwit_game::Problem::new("no files"));
    outwit_games::catalog::game(&Spec::parse(spec).unwrap(), &refuse).unwrap()
}

fn ask(spec: &str, table: &Table<'_, AnyGame>, control: &Control<'_>) -> Report<AnyMove> {
    let Turn::Of(seat) = table.turn() else { panic!("a seat is to move") };
    let mut agent = catalog::erased_agent(&Spec::parse(spec).unwrap(), table.game()).unwrap();
    agent.begin(table.game(), seat, 4);
    agent.choose(&table.view(seat), control).unwrap_or_else(|problem| panic!("{spec}: {problem}"))
}

fn tree(json: &str) -> AnyGame {
    AnyGame::new(Tree::from_json(json).unwrap())
}

/// Payoffs as large as a tree may hold: finite values, and the right move.
#[test]
fn the_largest_payoffs_there_may_be() {
    let small = r#"{"players": 2, "root": {"turn": 1, "children": [{"move": "a", "payoffs": [1e92, -1e92]},
        {"move": "b", "turn": 2, "children": [{"move": "x", "payoffs": [1e100, -1e100]},
        {"move": "y", "payoffs": [-1e100, 1e100]}]}]}}"#;
    let with_chance = r#"{"players": 2, "root": {"turn": 1, "children": [{"move": "a", "payoffs": [1e92, -1e92]},
        {"move": "b", "turn": 2, "children": [{"move": "x", "payoffs": [1e100, -1e100]},
        {"move": "y", "payoffs": [-1e100, 1e100]}]},
        {"move": "c", "turn": "chance", "children": [{"move": "x", "payoffs": [1e100, -1e100], "p": "1/2"},
        {"move": "y", "payoffs": [1e100, -1e100], "p": "1/2"}]}]}}"#;
    for (json, right) in [(small, "a"), (with_chance, "c")] {
        let game = tree(json);
        let table = Table::deal(&game, &mut Rng::new(0));
        for spec in [
            "pimc:worlds=5,inner=(expectiminimax)",
            "pimc:worlds=5",
            "ismcts:choice=value,sims=3000",
            "ismcts:sims=3000",
            "pomcp:sims=3000",
            "uct:sims=3000",
            "uct:sims=3000,solver=false",
            "uct:sims=3000,solver=false,rule=tuned",
            "uct:sims=3000,solver=false,rule=puct",
            "uct:sims=3000,trees=2,parallel=tree",
            "uct-paranoid:sims=3000",
            "model-mcts:sims=3000",
            "model-mcts:sims=3000,choice=value,models=(wants)",
        ] {
            let report = ask(spec, &table, &Control::default());
            let values = report.moves.iter().flat_map(|found| found.values).flatten();
            assert!(values.chain(report.value.into_iter().flatten()).all(f64::is_finite), "{spec}: {report:?}");
            // What a model of the others makes of this is its own affair.
            if !spec.starts_with("model") {
                assert_eq!(game.move_text(table.state(), report.chosen), right, "{spec}: {:?}", report.moves);
            }
        }
    }
}

/// A search that prunes gives bounds for moves that are not best; they are no values to be averaged.
#[test]
fn averages_are_of_values_and_not_of_bounds() {
    let game = tree(
        r#"{"players": 2, "root": {"turn": 2, "children": [{"move": "a", "turn": 1, "children": [{"move": "a", "turn": 2,
        "children": [{"move": "a", "payoffs": [-169, 169]}, {"move": "b", "payoffs": [-46, 46]}]}]},
        {"move": "b", "turn": 1, "children": [{"move": "a", "payoffs": [-2, 2]}, {"move": "b", "payoffs": [-177, 177]}]}]}}"#,
    );
    let table = Table::deal(&game, &mut Rng::new(0));
    for inner in ["maxn", "alphabeta", "paranoid"] {
        let report = ask(&format!("pimc:worlds=3,inner=({inner})"), &table, &Control::default());
        let values: Vec<Option<f64>> = report.moves.iter().map(|found| found.values[1]).collect();
        assert_eq!(values, [Some(169.0), Some(2.0)], "{inner}");
    }
}

/// Time that passes by a millisecond with each look.
#[derive(Default)]
struct Looks(AtomicU64);

impl Clock for Looks {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

const AGENTS: &[&str] =
    &["uct", "uct-paranoid", "uct-brs", "maxprob-mcts", "ismcts", "pomcp", "model-mcts", "pimc:inner=(uct:sims=50)"];

/// In open and hidden games, after some moves: a move budget and a time budget are kept, and a search that is told to stop
/// before it begins gives a legal move soon.
#[test]
fn budgets_and_the_stop_flag_hold() {
    for spec in ["connect4", "hearts:open=false", "hide:h=1,game=(connect4)", "phantomttt"] {
        let game = game(spec);
        let mut rng = Rng::new(3);
        let mut table = Table::deal(&game, &mut rng);
        for _ in 0..8 {
            let mv = *rng.pick(table.moves());
            table.play(mv);
        }
        let is_hidden = game.facts().hidden;
        for agent in
            AGENTS.iter().filter(|agent| !is_hidden || !(agent.starts_with("uct") || agent.starts_with("maxprob")))
        {
            if *agent == "uct-brs" && game.players() > 2 {
                continue;
            }
            let with = |more: &str| format!("{agent}{}{more}", if agent.contains(':') { ',' } else { ':' });
            // Told to stop before it begins, with work for hours.
            let stop = AtomicBool::new(true);
            let control = Control { stop: Some(&stop), ..Control::default() };
            let long = if agent.starts_with("pimc") { with("worlds=1000000") } else { with("sims=1000000000") };
            let report = ask(&long, &table, &control);
            assert!(table.moves().contains(&report.chosen) && report.nodes < 100_000, "{agent} in {spec}");
            // A time budget, on a clock that goes on by itself.
            let clock = Looks::default();
            let control = Control { clock: Some(&clock), ..Control::default() };
            let long = if agent.starts_with("pimc") {
                with("worlds=1000000,time=300ms")
            } else {
                with("sims=1000000000,time=300ms")
            };
            let report = ask(&long, &table, &control);
            assert!(table.moves().contains(&report.chosen), "{agent} in {spec}");
            // Moves that may be made.
            if !agent.starts_with("pimc") && *agent != "model-mcts" {
                for nodes in [1, 40, 2000] {
                    let report = ask(&with(&format!("nodes={nodes}")), &table, &Control::default());
                    assert!(report.nodes <= nodes, "{agent} in {spec}: {} of {nodes}", report.nodes);
                }
            }
        }
    }
}

/// What is held is bounded: small memory is enough for a long search, in open and hidden games.
#[test]
fn a_full_tree_grows_no_more() {
    for (spec, agents) in [
        ("connect4", &["uct:memory=1,sims=60000", "model-mcts:memory=1,sims=20000"][..]),
        ("hide:h=1,game=(connect4)", &["ismcts:memory=1,sims=30000", "model-mcts:memory=1,sims=10000,worlds=8"][..]),
    ] {
        let game = game(spec);
        let table = Table::deal(&game, &mut Rng::new(0));
        for agent in agents {
            let report = ask(agent, &table, &Control::default());
            assert!(table.moves().contains(&report.chosen), "{agent}");
            let sets = report.remarks[0].split(' ').nth(2).and_then(|count| count.parse::<usize>().ok());
            assert!(sets.is_none_or(|sets| sets < 60_000), "{agent}: {:?}", report.remarks);
        }
    }
}

/// The tree of information sets is kept where play went through it.
#[test]
fn a_tree_of_information_sets_is_kept_from_move_to_move() {
    let game = game("hide:h=1/2,game=(connect4)");
    let mut rng = Rng::new(2);
    let mut table = Table::deal(&game, &mut rng);
    let spec = Spec::parse("ismcts:sims=1500,reuse=true").unwrap();
    let mut agent = catalog::erased_agent(&spec, &game).unwrap();
    agent.begin(&game, Player::FIRST, 1);
    let visits = |report: &Report<AnyMove>| -> u64 {
        let remark = report.remarks.iter().find(|remark| remark.starts_with("visits")).unwrap();
        remark
            .split([' ', ','])
            .filter(|word| !word.is_empty())
            .skip(2)
            .step_by(2)
            .map(|n| n.parse::<u64>().unwrap())
            .sum()
    };
    let mut kept = 0;
    for _ in 0..4 {
        let report = agent.choose(&table.view(Player::FIRST), &Control::default()).unwrap();
        kept += u64::from(visits(&report) > 1500);
        table.play(report.chosen);
        let mv = *rng.pick(table.moves());
        table.play(mv);
    }
    assert!(kept >= 2, "{kept} of 4");
}
