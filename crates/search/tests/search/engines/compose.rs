//! `compose`: with the axes of a named agent it is that agent, number for number; every allowed combination says the same
//! whatever way the tree grows; and what makes no sense is refused with a sentence.

use crate::common::{Shape, random_tree};
use outwit_game::{Agent, AnyGame, Control, OutlineTurn, Problem, Report, Rng, Spec, Table, Turn};
use outwit_games::catalog::game;
use outwit_games::tree::Tree;
use outwit_search::named::catalog::{self, AGENTS};
use outwit_search::named::compose::{AXES, EQUALS};

fn by_spec(spec: &str) -> AnyGame {
    game(&Spec::parse(spec).unwrap(), &|name| panic!("no file {name}")).unwrap()
}

fn agent(spec: &str, game: &AnyGame) -> Result<Box<dyn Agent<AnyGame>>, Problem> {
    catalog::erased_agent(&Spec::parse(spec)?, game)
}

type Asked = Report<<AnyGame as outwit_game::Game>::Move>;

/// What an agent says a few moves into a game.
fn ask(spec: &str, game: &AnyGame, plies: usize) -> Result<Asked, Problem> {
    let mut rng = Rng::stream(3, plies as u64);
    let mut table = Table::deal(game, &mut rng);
    let mut made = 0;
    loop {
        match table.turn() {
            Turn::Chance => {
                table.draw(&mut rng);
            }
            Turn::Of(_) if made < plies => {
                let mv = *rng.pick(table.moves());
                table.play(mv);
                made += 1;
            }
            _ => break,
        }
    }
    let Turn::Of(seat) = table.turn() else { panic!("the game goes on") };
    let mut agent = agent(spec, game)?;
    agent.begin(game, seat, 5);
    agent.choose(&table.view(seat), &Control::default())
}

/// A little of everything: two seats, many, chance, hidden; small enough for a search that looks at everything.
const GAMES: [&str; 9] = [
    "tictactoe",
    "kalah:pits=3,seeds=2",
    "chinesecheckers:seats=3",
    "hearts:cards=3,show=true",
    "connect4",
    "backgammon",
    "kuhn",
    "leduc",
    "phantomttt",
];

#[test]
fn the_axes_of_a_named_agent_are_that_agent() {
    let games: Vec<(&str, AnyGame)> = GAMES
        .iter()
        .filter_map(|spec| {
            game(&Spec::parse(spec).unwrap(), &|name| panic!("no file {name}")).ok().map(|game| (*spec, game))
        })
        .collect();
    for (name, composed) in EQUALS {
        let entry = AGENTS.iter().find(|entry| entry.name == *name).expect("a name of the list");
        let has = |key: &str| entry.parameters.iter().any(|parameter| parameter.name == key);
        let mut compared = 0;
        for (spec, game) in games.iter().filter(|(_, game)| entry.can_play(game)) {
            // Alpha-beta is another agent where there is chance.
            if *name == "expectiminimax" && !game_has_chance(game) || *name == "alphabeta" && game_has_chance(game) {
                continue;
            }
            let is_hidden = outwit_game::Game::facts(game).hidden;
            if composed.contains("grow=full") && is_hidden && *name != "model-vi" {
                continue;
            }
            let (own, handed) = match () {
                _ if has("sims") => ("sims=60", ",with=(sims=60)"),
                _ if composed.contains("bestfirst") => ("nodes=300", ",nodes=300"),
                _ => ("depth=2", ",depth=2"),
            };
            for plies in [1, 3] {
                let wanted = ask(&format!("{name}:{own}"), game, plies).unwrap();
                let found = ask(&format!("{composed}{handed}"), game, plies)
                    .unwrap_or_else(|problem| panic!("{composed} on {spec}: {problem}"));
                let told = |report: &Asked| {
                    (report.chosen, report.best.clone(), report.line.clone(), report.nodes, report.depth)
                };
                assert_eq!(told(&found), told(&wanted), "{name} on {spec} after {plies}");
                assert_eq!(found.value, wanted.value, "{name} on {spec} after {plies}");
                assert_eq!(found.moves, wanted.moves, "{name} on {spec} after {plies}");
            }
            compared += 1;
            if compared == 3 {
                break;
            }
        }
        assert!(compared == 3 || *name == "expectiminimax" && compared >= 1, "{name}: {compared} games");
    }
}

fn game_has_chance(game: &AnyGame) -> bool {
    outwit_game::Game::facts(game).chance
}

fn choices(axis: &str) -> Vec<&'static str> {
    let axis = AXES.iter().find(|known| known.name == axis).unwrap();
    axis.choices.iter().map(|(name, _)| *name).collect()
}

/// Every backup and belief that `compose` takes on open trees, by every way to grow that takes them.
#[test]
fn every_allowed_combination_says_the_same_however_the_tree_grows() {
    let beliefs = ["adversary", "uniform", "(random)", "(greedy)", "(random*3;greedy*1)"];
    let (mut allowed, mut agreed) = (std::collections::BTreeSet::new(), 0);
    for seed in 0..40 {
        let mut rng = Rng::stream(78, seed);
        let shape = Shape {
            players: 1 + rng.index(6),
            chance: rng.index(2) == 0,
            zero_sum: rng.index(2) == 0,
            ties: rng.index(2) == 0,
        };
        let root = random_tree(&mut rng, &shape, 4, true);
        let Some(OutlineTurn::Of(seat)) = root.turn else { continue };
        let game = AnyGame::new(Tree::new(shape.players, &root).unwrap());
        for backup in choices("backup") {
            for belief in beliefs {
                let mut first: Option<Asked> = None;
                let simulations = "mcts,fold=backup,with=(sims=1000000)";
                for grow in ["full", "bestfirst,select=whole,nodes=1000000", "infosets", simulations] {
                    let spec = format!("compose:grow={grow},backup={backup},belief={belief}");
                    let has_depth = ["full", "infosets"].contains(&grow);
                    let spec = if has_depth { format!("{spec},depth=100") } else { spec };
                    let found = match ask(&spec, &game, 0) {
                        Ok(found) => found,
                        Err(problem) => {
                            assert!(problem.to_string().contains("take"), "{spec}: {problem}");
                            continue;
                        }
                    };
                    allowed.insert((grow, backup, belief));
                    let Some(first) = &first else {
                        first = Some(found);
                        continue;
                    };
                    agreed += 1;
                    // MP-Mix defends a lead by alpha-beta where it can, which tells bounds of what is not best.
                    let own = |report: &Asked| report.value[seat.index()].unwrap();
                    let close = |a: f64, b: f64| (a - b).abs() <= 1e-8 * b.abs().max(1.0);
                    assert!(close(own(&found), own(first)), "tree {seed}, {spec}: {} {}", own(&found), own(first));
                    assert_eq!(found.best, first.best, "tree {seed}, {spec}");
                    for (a, b) in found.moves.iter().zip(&first.moves) {
                        if b.bound == outwit_game::Bound::Exact {
                            let (a, b) = (a.values[seat.index()].unwrap(), b.values[seat.index()].unwrap());
                            assert!(close(a, b), "tree {seed}, {spec}: {a} {b}");
                        }
                    }
                }
            }
        }
    }
    // 14 backups: five beliefs each but for expectation (four), om and probmaxn (one); four of them do not go over sets.
    assert_eq!(allowed.len(), 3 * (11 * 5 + 4 + 2) + (8 * 5 + 4 + 1), "{allowed:?}");
    assert!(agreed > 6_000, "{agreed}");
}

#[test]
fn what_makes_no_sense_is_refused_with_what_would_do() {
    let refused = |game: &str, spec: &str| match agent(spec, &by_spec(game)) {
        Ok(_) => panic!("{spec} should be refused"),
        Err(problem) => problem.to_string(),
    };
    for (game, spec, wanted) in [
        ("tictactoe", "compose:backup=expectation,belief=adversary", "belief=uniform"),
        ("tictactoe", "compose:backup=maxn,belief=learned", "backup=expectation"),
        ("tictactoe", "compose:grow=alphabeta,backup=maxprob", "grow=full"),
        ("tictactoe", "compose:grow=full,fold=average", "grow=mcts"),
        ("tictactoe", "compose:grow=mcts,backup=product,fold=average", "fold=backup"),
        ("tictactoe", "compose:grow=mcts,value=(rollouts:games=3)", "value=rollouts"),
        ("tictactoe", "compose:grow=mcts,with=(nonsense=3)", "nonsense"),
        ("tictactoe", "compose:grow=full,with=(sims=3)", "sims"),
        ("kuhn", "compose:grow=mcts,backup=product", "grow=infosets"),
        ("kuhn", "compose:grow=mcts,backup=maxn,fold=backup", "fold=average"),
        ("kuhn", "compose:grow=mcts,backup=maxn,belief=uniform", "backup=expectation"),
        ("tictactoe", "compose:grow=mcts,backup=maxn,depth=3", "with=(sims=1000)"),
        ("tictactoe", "compose:grow=bestfirst,select=conspiracy,backup=maxn", "select=principal"),
        ("tictactoe", "compose:grow=full,select=bounds", "grow=bestfirst"),
        ("tictactoe", "compose:grow=full,belief=sampled", "grow=infosets"),
        ("tictactoe", "compose:grow=infosets,backup=product", "grow=full"),
        ("tictactoe", "compose:grow=infosets,backup=maxn,ties=random", "ties=first"),
        ("tictactoe", "compose:backup=minimax,value=intervals", "maxprob"),
        ("tictactoe", "compose:value=nonsense", "rollouts"),
        ("tictactoe", "compose:grow=bestfirst,value=quiet", "grow=full"),
        ("tictactoe", "compose:grow=bestfirst,cost=1", "select=single-step"),
        ("tictactoe", "compose:grow=mcts,backup=product,cost=1", "fold=average"),
        ("kuhn", "compose:grow=infosets,cost=1", "leave cost= out"),
        ("tictactoe", "compose:belief=uniform+adversary", "SPEC*3"),
        ("tictactoe", "compose:belief=(random*0)", "weight above 0"),
        ("tictactoe", "compose:backup=om,belief=uniform", "belief=adversary"),
        ("kuhn", "compose:grow=full", "grow=infosets"),
        ("kuhn", "compose:grow=infosets,belief=particles", "belief=enumerated"),
        ("kuhn", "compose:grow=infosets,backup=mpmix", "target="),
        ("kuhn", "compose:grow=mcts,belief=enumerated", "belief=sampled"),
    ] {
        let sentence = refused(game, spec);
        assert!(sentence.contains(wanted), "{spec}: {sentence}");
    }
}

/// Alpha-beta's quiescence is a value that every backup can have.
#[test]
fn a_quiet_leaf_is_alpha_betas_quiescence() {
    let game = by_spec("kalah");
    let mut differs = false;
    for plies in [0, 2, 5, 9] {
        for extra in [1, 3, 6] {
            let wanted = ask(&format!("alphabeta:depth=2,exact=true,quiescence={extra}"), &game, plies).unwrap();
            let spec = format!("compose:grow=full,value=(quiet:plies={extra}),backup=minimax,depth=2");
            let found = ask(&spec, &game, plies).unwrap();
            assert_eq!(found.value, wanted.value, "{spec} after {plies}");
            for (a, b) in found.moves.iter().zip(&wanted.moves) {
                assert_eq!(a.values, b.values, "{spec} after {plies}");
            }
            assert_eq!(found.best, wanted.best, "{spec} after {plies}");
            let loud = ask("compose:grow=full,backup=minimax,depth=2", &game, plies).unwrap();
            differs |= loud.moves.iter().zip(&found.moves).any(|(a, b)| a.values != b.values);
        }
    }
    assert!(differs, "somewhere it is not quiet");
}

/// So has information-set search: where nothing is hidden it is the full tree's, and the pages of it are put together so.
#[test]
fn quiet_sets_of_one_world_are_the_quiet_leaves_of_the_tree() {
    let game = by_spec("kalah");
    let mut differs = false;
    for plies in [0, 2, 5] {
        for extra in [1, 2] {
            let page = format!("overconfident:depth=2,quiescence={extra}");
            let asked = ask(&page, &game, plies).unwrap();
            for spec in ["grow=infosets,belief=uniform+enumerated", "grow=full,belief=uniform"] {
                let spec = format!("compose:{spec},value=(quiet:plies={extra}),backup=expectation,depth=2");
                let found = ask(&spec, &game, plies).unwrap();
                for (a, b) in found.moves.iter().zip(&asked.moves) {
                    let number = |value: &Option<f64>| value.unwrap_or(f64::MAX);
                    let close = a.values.iter().zip(&b.values).all(|(a, b)| (number(a) - number(b)).abs() < 1e-9);
                    assert!(close, "{spec} after {plies}: {:?} for {:?}", a.values, b.values);
                }
            }
            let loud = ask("overconfident:depth=2", &game, plies).unwrap();
            differs |= loud.moves.iter().zip(&asked.moves).any(|(a, b)| a.values != b.values);
        }
    }
    assert!(differs, "somewhere it is not quiet");
}

/// Best-reply search is a walk of its own, because its plies are no moves of the game; what it walked is a tree, and of that the
/// general engine says the same.
#[test]
fn best_replies_are_minimax_of_the_tree_they_walk() {
    for name in ["brs", "brs+"] {
        for (spec, plies) in [("chinesecheckers:seats=3", 4), ("chinesecheckers:seats=4", 2), ("connect4", 5)] {
            let game = by_spec(spec);
            for depth in 1..=2 {
                let table = {
                    let mut rng = Rng::stream(8, plies as u64);
                    let mut table = Table::deal(&game, &mut rng);
                    for _ in 0..plies {
                        let mv = *rng.pick(table.moves());
                        table.play(mv);
                    }
                    table
                };
                let Turn::Of(seat) = table.turn() else { panic!("the game goes on") };
                let mut agent = agent(&format!("{name}:depth={depth}"), &game).unwrap();
                agent.begin(&game, seat, 1);
                let control = Control { record: Some(1_000_000), all_values: true, ..Control::default() };
                let report = agent.choose(&table.view(seat), &control).unwrap();
                let walked = report.tree.unwrap_or_else(|| panic!("{name} on {spec}: {:?}", report.remarks));
                let tree = AnyGame::new(Tree::new(outwit_game::Game::players(&game), &walked).unwrap());
                let found = ask("compose:grow=full,backup=minimax,depth=100", &tree, 0).unwrap();
                assert_eq!(found.value[seat.index()], report.value[seat.index()], "{name}:depth={depth} on {spec}");
            }
        }
    }
}

/// Best-first Max-Prob, MaxN over information sets, rollouts under any backup: none of them has a name.
#[test]
fn what_nobody_has_named_can_be_said() {
    for (game, spec) in [
        ("chinesecheckers:seats=3", "compose:grow=bestfirst,value=intervals,backup=maxprob,nodes=500"),
        ("chinesecheckers:seats=3", "compose:grow=full,backup=maxn,belief=(greedy),depth=2"),
        ("kuhn", "compose:grow=infosets,backup=maxn,depth=4"),
        ("kuhn", "compose:grow=infosets,backup=expectation,belief=(random*1;greedy*1)+enumerated"),
        ("leduc", "compose:grow=infosets,backup=maxprob,belief=sampled,drawn=20,depth=3"),
        ("tictactoe", "compose:grow=full,value=(rollouts:games=5),backup=maxn,depth=2"),
        ("connect4", "compose:grow=bestfirst,value=rollouts,backup=paranoid,nodes=100"),
        ("tictactoe", "compose:grow=mcts,backup=expectation,belief=(greedy),with=(sims=50)"),
        ("chinesecheckers:seats=3", "compose:grow=mcts,value=rollouts,backup=offensive,with=(sims=50,horizon=9)"),
        ("chinesecheckers:seats=3", "compose:grow=mcts,value=intervals,backup=softmaxn,with=(sims=50,rule=puct)"),
        ("connect4", "compose:grow=mcts,backup=maxn,belief=(greedy*1;random*3),with=(sims=50,rule=tuned)"),
        ("backgammon", "compose:grow=mcts,backup=minimax,fold=backup,value=rollouts,with=(sims=20,horizon=5)"),
        ("kuhn", "compose:grow=mcts,backup=paranoid,belief=sampled,with=(sims=50)"),
        ("leduc", "compose:grow=mcts,backup=maxprob,belief=particles,with=(sims=50,worlds=30)"),
        ("kuhn", "compose:grow=mcts,backup=expectation,belief=(random),with=(sims=50)"),
        ("kuhn", "compose"),
        ("tictactoe", "compose"),
    ] {
        let game = by_spec(game);
        let report = ask(spec, &game, 1).unwrap_or_else(|problem| panic!("{spec}: {problem}"));
        assert_eq!(report, ask(spec, &game, 1).unwrap(), "{spec}: the same question has the same answer");
        assert!(report.nodes > 0, "{spec}");
    }
}

// ---- what every engine owes ------------------------------------------------------------------------------------------

/// Those that were recursions of their own: each obeys its budget, says at depth 0 what the position is worth at once, and
/// writes its tree.
const ONCE_ISLANDS: [&str; 8] = ["om", "prom", "brs", "brs+", "overconfident", "paranoid-is", "quantal", "model-vi"];

#[test]
fn budgets_hold_and_depth_0_is_the_static_value() {
    let game = by_spec("connect4");
    for name in ONCE_ISLANDS {
        for nodes in [1, 7, 50, 1_000] {
            let report = ask(&format!("{name}:nodes={nodes}"), &game, 4).unwrap();
            assert!(report.nodes <= nodes, "{name}:nodes={nodes} made {}", report.nodes);
        }
        let at_once = ask(&format!("{name}:depth=0"), &game, 4).unwrap();
        let wanted = ask("minimax:depth=0", &game, 4).unwrap();
        assert_eq!((at_once.value[0], at_once.depth), (wanted.value[0], 0), "{name}");
        assert!(at_once.moves.iter().all(|found| found.values[0].is_none()), "{name}");
    }
}

#[test]
fn a_stop_is_heard() {
    let game = by_spec("connect4");
    let stop = std::sync::atomic::AtomicBool::new(true);
    for name in ONCE_ISLANDS {
        let table = Table::deal(&game, &mut Rng::new(0));
        let mut agent = agent(&format!("{name}:depth=60"), &game).unwrap();
        let Turn::Of(seat) = table.turn() else { panic!("a seat is to move") };
        agent.begin(&game, seat, 1);
        let control = Control { stop: Some(&stop), ..Control::default() };
        let report = agent.choose(&table.view(seat), &control).unwrap();
        assert!(report.nodes < 2_000, "{name}: {}", report.nodes);
    }
}

/// Trees of simulations, of positions or of what a seat can tell apart: the moves that were tried with what they were worth, in a
/// form that reads back.
#[test]
fn every_monte_carlo_search_writes_its_tree() {
    for (spec, agents) in [
        ("tictactoe", &["uct", "ismcts", "model-mcts", "maxprob-mcts", "compose:grow=mcts,backup=softmaxn"][..]),
        ("hearts:cards=3,open=true", &["uct", "compose:grow=mcts,backup=offensive", "model-mcts"]),
        ("kuhn", &["ismcts", "pomcp", "model-mcts", "compose:grow=mcts,backup=paranoid,belief=sampled"]),
        ("leduc", &["ismcts", "pomcp", "model-mcts"]),
        ("phantomttt", &["ismcts", "pomcp", "model-mcts:worlds=16"]),
        ("hearts:cards=3,open=false", &["ismcts", "pomcp", "model-mcts"]),
        ("dilemma:order=simultaneous,rounds=3", &["ismcts", "model-mcts"]),
    ] {
        let game = by_spec(spec);
        for name in agents {
            let mut rng = Rng::new(2);
            let mut table = Table::deal(&game, &mut rng);
            while table.draw(&mut rng).is_some() {}
            let Turn::Of(seat) = table.turn() else { panic!("a seat is to move") };
            let told = match name.contains(':') {
                _ if name.starts_with("compose") => format!("{name},with=(sims=300)"),
                true => format!("{name},sims=300"),
                false => format!("{name}:sims=300"),
            };
            let mut agent = agent(&told, &game).unwrap();
            agent.begin(&game, seat, 1);
            let control = Control { record: Some(100_000), ..Control::default() };
            let report = agent.choose(&table.view(seat), &control).unwrap();
            let tree = report.tree.unwrap_or_else(|| panic!("{name} on {spec} keeps no tree: {:?}", report.remarks));
            assert_eq!(tree.turn, Some(OutlineTurn::Of(seat)), "{name} on {spec}");
            let state = table.state();
            for found in report.moves.iter().filter(|found| found.values[seat.index()].is_some()) {
                let text = outwit_game::Game::move_text(&game, state, found.mv);
                let child = tree.children.iter().find(|child| child.mv == text);
                let child = child.unwrap_or_else(|| panic!("{name} on {spec}: {text} is not written"));
                let written = child.value.as_ref().and_then(|values| values[seat.index()]).unwrap();
                let wanted = found.values[seat.index()].unwrap();
                assert!((written - wanted).abs() < 1e-9, "{name} on {spec}, {text}: {written} for {wanted}");
            }
            assert!(tree.nodes() > 8, "{name} on {spec}: {} nodes", tree.nodes());
            let text = outwit_games::tree::write(outwit_game::Game::players(&game), &tree);
            Tree::from_json(&text).unwrap_or_else(|problem| panic!("{name} on {spec}: {problem}"));
        }
    }
}

#[test]
fn every_engine_writes_its_tree() {
    for (spec, is_open) in [("tictactoe", true), ("kuhn", false)] {
        let game = by_spec(spec);
        for name in ONCE_ISLANDS.iter().chain(&["compose:grow=bestfirst,backup=maxprob", "compose"]) {
            let name = *name;
            let hides = ["overconfident", "paranoid-is", "quantal", "model-vi", "compose"].contains(&name);
            if !is_open && !hides {
                continue;
            }
            let mut rng = Rng::new(1);
            let mut table = Table::deal(&game, &mut rng);
            while table.draw(&mut rng).is_some() {}
            let Turn::Of(seat) = table.turn() else { panic!("a seat is to move") };
            let budget = if name.contains("bestfirst") { "nodes=60" } else { "depth=2" };
            let joined = format!("{name}{}{budget}", if name.contains(':') { "," } else { ":" });
            let mut agent = agent(&joined, &game).unwrap();
            agent.begin(&game, seat, 1);
            let control = Control { record: Some(100_000), ..Control::default() };
            let report = agent.choose(&table.view(seat), &control).unwrap();
            let tree = report.tree.unwrap_or_else(|| panic!("{joined} on {spec} keeps no tree: {:?}", report.remarks));
            assert!(tree.nodes() > 9 || !is_open, "{joined} on {spec}");
            let own = |value: &Option<Vec<Option<f64>>>| value.as_ref().and_then(|values| values[seat.index()]);
            assert_eq!(own(&tree.value), report.value[seat.index()], "{joined} on {spec}");
            // What was written can be read and searched again.
            Tree::new(outwit_game::Game::players(&game), &tree).unwrap_or_else(|problem| panic!("{joined}: {problem}"));
        }
    }
}
