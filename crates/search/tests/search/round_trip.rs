//! What `--tree` writes is the search's own value when it is read and searched again.

use crate::common::close;
use outwit_game::{Agent, AnyGame, Control, Game, Report, Rng, Spec, Table, Turn};
use outwit_games::tree;
use outwit_search::named::catalog::{AGENTS, erased_agent};

fn ask<G: Game>(agent: &mut dyn Agent<G>, table: &Table<'_, G>, record: Option<usize>) -> Report<G::Move> {
    let Turn::Of(seat) = table.turn() else { panic!("a player moves") };
    agent.begin(table.game(), seat, 3);
    agent.choose(&table.view(seat), &Control { record, ..Control::default() }).unwrap()
}

/// Averages of simulations are no function of what the tree's leaves are worth, and those that write no tree have none.
const SIMULATES: &[&str] = &["uct", "uct-paranoid", "uct-brs", "maxprob-mcts"];

/// Those that grow their tree leaf by leaf decide by what is on the way where to look, and stop when they have seen enough;
/// what they found is the minimax value of all they wrote, chance averaged.
const GROWS: &[&str] = &["bestfirst", "minmaxapprox", "conspiracy", "mgss", "bstar"];

/// Plays a few moves at random and asks every agent; how many trees were compared.
fn compare(spec: &str, plies: usize, depth: &str, extra: &[&str]) -> usize {
    let game = outwit_games::catalog::game(&Spec::parse(spec).unwrap(), &|_: &str| unreachable!()).unwrap();
    let mut rng = Rng::new(11);
    let mut table = Table::deal(&game, &mut rng);
    let mut scratch = Vec::new();
    let mut played = 0;
    while played < plies || !matches!(table.turn(), Turn::Of(_)) {
        let mv = match table.turn() {
            Turn::Chance => game.draw(table.state(), &mut rng),
            _ => game.random_move(table.state(), &mut rng, &mut scratch),
        };
        table.play(mv);
        played += 1;
    }
    let Turn::Of(seat) = table.turn() else { unreachable!() };
    let mut compared = 0;
    for entry in AGENTS.iter().filter(|entry| entry.can_play(&game) && !SIMULATES.contains(&entry.name)) {
        let has = |name: &str| entry.parameters.iter().any(|parameter| parameter.name == name);
        let budget = match () {
            _ if GROWS.contains(&entry.name) || entry.name == "bpip" => "nodes=300",
            _ if has("depth") => depth,
            _ => continue,
        };
        for extra in extra.iter().filter(|extra| extra.is_empty() || has(extra.split('=').next().unwrap())) {
            let settings = if extra.is_empty() { budget.to_string() } else { format!("{budget},{extra}") };
            let name = format!("{}:{settings}", entry.name);
            // The same word means another thing to another agent.
            let Ok(mut agent) = erased_agent(&Spec::parse(&name).unwrap(), &game) else { continue };
            let first = ask(&mut *agent, &table, Some(200_000));
            let Some(outline) = &first.tree else { continue };
            let text = tree::write(game.players(), outline);
            let written = AnyGame::new(tree::Tree::from_json(&text).unwrap_or_else(|e| panic!("{spec} {name}: {e}")));
            // Depth and nodes were spent on the tree as it is; all of it is looked at.
            let again = match () {
                _ if GROWS.contains(&entry.name) && game.facts().chance => "expectiminimax:depth=200".to_string(),
                _ if GROWS.contains(&entry.name) => "alphabeta".to_string(),
                _ if extra.is_empty() => entry.name.to_string(),
                _ => format!("{}:{extra}", entry.name),
            };
            let mut agent = erased_agent(&Spec::parse(&again).unwrap(), &written).unwrap();
            let second = ask(&mut *agent, &Table::deal(&written, &mut Rng::new(0)), None);
            let (one, other) = (first.value[seat.index()].unwrap(), second.value[seat.index()].unwrap());
            assert!(close(one, other), "{spec}, {name}: {one}, and {other} when it is read again");
            compared += 1;
        }
    }
    compared
}

#[test]
fn a_written_tree_of_an_open_game_has_the_value_of_the_search() {
    let settings = ["", "evidence=0.5", "by=low", "careless=0.2", "ties=random", "model=(greedy)"];
    assert!(compare("connect4", 6, "depth=3", &settings) >= 20);
    assert!(compare("othello", 10, "depth=2", &settings) >= 20);
}

#[test]
fn a_written_tree_of_a_card_game_has_the_value_of_the_search() {
    assert!(compare("hearts:open=true,cards=3", 3, "depth=3", &["", "evidence=0.5", "by=high", "careless=0.2"]) >= 9);
}

#[test]
fn a_written_tree_of_a_game_with_chance_has_the_value_of_the_search() {
    assert!(compare("backgammon", 7, "depth=1", &["", "evidence=0.5", "by=low", "careless=0.2", "chance=sum"]) >= 12);
}

/// Where a tree is cut off there is an estimate and no payoff: whoever goes on from there must not take it for the end.
#[test]
fn what_was_cut_off_is_written_as_cut_off() {
    let text = r#"{"players":2,"range":[-2,2],"root":{"turn":1,"children":[
        {"move":"a","heuristic":[0.5,-0.5]},{"move":"b","turn":2,"children":[
            {"move":"c","payoffs":[1,-1]},{"move":"d","heuristic":[-0.25,0.25]}]}]}}"#;
    let game = AnyGame::new(tree::Tree::from_json(text).unwrap());
    let table = Table::deal(&game, &mut Rng::new(0));
    for spec in ["alphabeta", "bestfirst", "uct", "ismcts", "model-mcts", "compose:grow=mcts", "overconfident", "bpip"]
    {
        let mut agent = erased_agent(&Spec::parse(spec).unwrap(), &game).unwrap();
        let written = ask(&mut *agent, &table, Some(1000)).tree.unwrap_or_else(|| panic!("{spec} writes a tree"));
        let cut =
            written.children.iter().find(|child| child.mv == "a").unwrap_or_else(|| panic!("{spec}: {written:?}"));
        assert!(cut.payoffs.is_none() && (cut.heuristic.is_some() || cut.spikes.is_some()), "{spec}: {cut:?}");
        assert_eq!(written.range.map(|range| (range.low, range.high)), Some((-2.0, 2.0)), "{spec}");
    }
}

/// A tree of exactly as many nodes as may be written is written.
#[test]
fn who_writes_no_tree_says_why_and_up_to_what_size() {
    let refuse = |_: &str| unreachable!();
    let game = outwit_games::catalog::game(&Spec::parse("tictactoe").unwrap(), &refuse).unwrap();
    let table = Table::deal(&game, &mut Rng::new(0));
    for spec in ["minimax:depth=1", "maxn:depth=1", "overconfident:depth=1"] {
        let mut agent = erased_agent(&Spec::parse(spec).unwrap(), &game).unwrap();
        assert!(ask(&mut *agent, &table, Some(10)).tree.is_some(), "{spec}");
        let report = ask(&mut *agent, &table, Some(9));
        let why = outwit_search::why_no_tree(&report.remarks);
        assert!(report.tree.is_none() && why.is_some_and(|why| why.contains("more than 9 nodes")), "{spec}: {why:?}");
    }
}

/// What is written can be read: also where a search believes in probabilities that nobody wrote, or what was seen is said in words.
#[test]
fn every_tree_that_is_written_can_be_read() {
    let refuse = |_: &str| unreachable!();
    for (spec, moves, agents) in [
        (
            "tictactoe",
            "b2 a1",
            &[
                "expectimax:depth=2,model=(minimax:temperature=0.3)",
                "expectimax:depth=2,model=(alphabeta:temperature=0.7)",
            ] as &[&str],
        ),
        ("dilemma:rounds=3", "silent betray", &["prom:depth=2", "model-vi:depth=2", "model-mcts:sims=200"]),
        ("repeated:rounds=3", "", &["probmaxn:depth=2"]),
        ("kuhn", "QJ check bet", &["model-vi:depth=2", "ismcts:sims=100"]),
        ("phantomttt", "b2 a1 c3 a3", &["ismcts:sims=50", "model-mcts:sims=100", "pomcp:sims=100"]),
    ] {
        let game = outwit_games::catalog::game(&Spec::parse(spec).unwrap(), &refuse).unwrap();
        let mut table = Table::deal(&game, &mut Rng::new(0));
        for mv in moves.split_whitespace() {
            table.play_text(mv).unwrap();
        }
        for agent in agents {
            let mut agent = erased_agent(&Spec::parse(agent).unwrap_or_else(|e| panic!("{agent}: {e}")), &game)
                .unwrap_or_else(|e| panic!("{spec}, {agent}: {e}"));
            let report = ask(&mut *agent, &table, Some(100_000));
            let Some(written) = report.tree else { panic!("{spec}: {:?}", report.remarks) };
            let text = tree::write(game.players(), &written);
            tree::Tree::from_json(&text).unwrap_or_else(|e| panic!("{spec}: {e}\n{text}"));
        }
    }
}
