//! Searches that sample worlds, and searches that know the others' evaluations.

#![allow(clippy::type_complexity)]

use outwit_game::{
    Agent, AnyGame, Control, Evaluated, Game, Outline, OutlineTurn, Player, Report, Rng, Spec, Table, Turn,
    equally_good,
};
use outwit_games::backgammon::Backgammon;
use outwit_games::board::Score;
use outwit_games::connect4::Connect4;
use outwit_games::kalah::{Kalah, Rules};
use outwit_games::othello::Othello;
use outwit_games::tree::Tree;
use outwit_search::named::catalog;

fn ask<G: Evaluated + Clone>(spec: &str, table: &Table<'_, G>, seed: u64) -> Report<G::Move> {
    let Turn::Of(seat) = table.turn() else { panic!("a seat is to move") };
    let mut agent: Box<dyn Agent<G>> = catalog::agent(&Spec::parse(spec).unwrap(), table.game()).unwrap();
    agent.begin(table.game(), seat, seed);
    agent.choose(&table.view(seat), &Control::default()).unwrap()
}

fn is_uct<G: Evaluated + Clone>(game: &G) {
    for seed in 0..4 {
        let mut rng = Rng::stream(8, seed);
        let mut table = Table::deal(game, &mut rng);
        for _ in 0..rng.index(20) {
            match table.turn() {
                Turn::Over => break,
                Turn::Chance => table.play(game.draw(table.state(), &mut rng)),
                Turn::Of(_) => table.play(*rng.pick(table.moves())),
            }
        }
        let Turn::Of(seat) = table.turn() else { continue };
        for budget in ["sims=700", "nodes=5000", "sims=300,c=0.2,choice=value"] {
            let [with_sets, plain] = [format!("ismcts:{budget}"), format!("uct:solver=false,reuse=false,{budget}")]
                .map(|s| ask(&s, &table, seed));
            assert_eq!((with_sets.chosen, &with_sets.best), (plain.chosen, &plain.best), "{budget}");
            assert_eq!(with_sets.nodes, plain.nodes, "{budget}");
            let values = |report: &Report<G::Move>| -> Vec<Option<f64>> {
                report.moves.iter().map(|found| found.values[seat.index()]).collect()
            };
            assert_eq!(values(&with_sets), values(&plain), "{budget}");
        }
    }
}

/// To the last number: the same worlds (there is one), the same draws, the same tree.
#[test]
fn where_nothing_is_hidden_information_set_search_is_uct() {
    is_uct(&Connect4::new(7, 6).unwrap());
    is_uct(&Othello::new(6, Score::Margin).unwrap());
    is_uct(&Kalah::new(Rules::default()).unwrap());
    is_uct(&Backgammon { gammons: true });
}

fn game(spec: &str) -> AnyGame {
    let read = |name: &str| {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/trees").join(name);
        std::fs::read_to_string(path).map_err(|error| outwit_game::Problem::new(error.to_string()))
    };
    outwit_games::catalog::game(&Spec::parse(spec).unwrap(), &read).unwrap()
}

/// Every agent that samples worlds plays a whole hidden game from its own views alone.
#[test]
fn hidden_games_are_played_to_the_end() {
    let games = [
        "hearts:open=false,cards=5",
        "spades:open=false,cards=4",
        "dilemma:order=simultaneous",
        "tree:file=parker-figure2.json",
    ];
    for spec in games {
        let game = game(spec);
        assert!(game.facts().hidden, "{spec} hides something");
        for agent_spec in ["ismcts:sims=20", "pimc:worlds=2,inner=(uct:sims=10)", "pomcp:sims=20,particles=20"] {
            let mut rng = Rng::new(6);
            let mut table = Table::deal(&game, &mut rng);
            let mut agents: Vec<Box<dyn Agent<AnyGame>>> = Player::all(game.players())
                .map(|_| catalog::agent(&Spec::parse(agent_spec).unwrap(), &game).unwrap())
                .collect();
            for (seat, agent) in agents.iter_mut().enumerate() {
                agent.begin(&game, Player::new(seat), seat as u64);
            }
            while !table.turn().is_over() {
                match table.turn() {
                    Turn::Of(seat) => {
                        let view = table.view(seat);
                        let report = agents[seat.index()].choose(&view, &Control::default()).unwrap();
                        assert!(view.moves().contains(&report.chosen), "{spec}, {agent_spec}");
                        table.play(report.chosen);
                    }
                    _ => drop(table.draw(&mut rng)),
                }
            }
        }
    }
}

#[test]
fn in_an_open_game_averaging_over_worlds_changes_nothing() {
    let game = Connect4::new(5, 4).unwrap();
    let mut table = Table::deal(&game, &mut Rng::new(0));
    for mv in ["3", "3", "2"] {
        table.play_text(mv).unwrap();
    }
    let inner = ask("alphabeta:depth=6,exact=true", &table, 1);
    let outer = ask("pimc:worlds=3,inner=(alphabeta:depth=6,exact=true)", &table, 1);
    assert_eq!(inner.best, outer.best);
}

// ---- opponent models ---------------------------------------------------------------------------------------------------

fn random_tree(rng: &mut Rng, depth: u32, is_root: bool) -> Outline {
    let number = |rng: &mut Rng| (rng.unit() * 2000.0).round() / 100.0 - 10.0;
    let value = number(rng);
    if depth == 0 || !is_root && rng.index(5) == 0 {
        return Outline { payoffs: Some(vec![value, -value]), ..Outline::default() };
    }
    let children = (0..2 + rng.index(2))
        .map(|index| Outline { mv: format!("m{index}"), ..random_tree(rng, depth - 1, false) })
        .collect();
    let turn = Some(OutlineTurn::Of(Player::new(if is_root { 0 } else { rng.index(2) })));
    Outline { turn, children, heuristic: Some(vec![value, -value]), ..Outline::default() }
}

/// Our value and each type's, by the definition; the types are the tree's own values and knowing nothing.
fn plainly(node: &Outline, depth: u32, weights: [f64; 2]) -> (f64, [f64; 2]) {
    if let Some(payoffs) = &node.payoffs {
        return (payoffs[0], [payoffs[0]; 2]);
    }
    if depth == 0 {
        let value = node.heuristic.as_ref().unwrap()[0];
        return (value, [value, 0.0]);
    }
    let children: Vec<(f64, [f64; 2])> = node.children.iter().map(|c| plainly(c, depth - 1, weights)).collect();
    if node.turn == Some(OutlineTurn::Of(Player::FIRST)) {
        let best = |of: &dyn Fn(&(f64, [f64; 2])) -> f64| children.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        return (best(&|c| c.0), [best(&|c| c.1[0]), best(&|c| c.1[1])]);
    }
    let mut own = 0.0;
    let mut of_types = [0.0; 2];
    for (place, weight) in weights.into_iter().enumerate() {
        let least = children.iter().map(|c| c.1[place]).fold(f64::INFINITY, f64::min);
        let chosen: Vec<f64> = children.iter().filter(|c| equally_good(-c.1[place], -least)).map(|c| c.0).collect();
        own += weight * chosen.iter().sum::<f64>() / chosen.len() as f64;
        of_types[place] = least;
    }
    (own, of_types)
}

#[test]
fn opponent_model_search_is_the_plain_recursion_and_with_our_own_evaluation_minimax() {
    for seed in 0..400 {
        let mut rng = Rng::stream(41, seed);
        let root = random_tree(&mut rng, 5, true);
        let tree = Tree::new(2, &root).unwrap();
        let table = Table::deal(&tree, &mut Rng::new(0));
        let depth = 1 + rng.index(5) as u32;
        let cases = [
            (format!("om:eval=file,model=blind,depth={depth}"), [0.0, 1.0]),
            (format!("om:eval=file,model=file,depth={depth}"), [1.0, 0.0]),
            (format!("prom:eval=file,models=file+blind*3,depth={depth}"), [0.25, 0.75]),
        ];
        for (spec, weights) in cases {
            let report = ask(&spec, &table, 0);
            for (found, child) in report.moves.iter().zip(&root.children) {
                let plain = plainly(child, depth - 1, weights).0;
                let value = found.values[0].unwrap();
                assert!((value - plain).abs() < 1e-9, "{spec}, tree {seed}: {value}, plainly {plain}");
            }
        }
        let [known, minimax] = ["om:eval=file,model=file", "minimax:eval=file"]
            .map(|spec| ask(&format!("{spec},depth={depth}"), &table, 0).best);
        assert_eq!(known, minimax, "tree {seed}");
    }
}

/// The seat will not know whether there was a move in between, so it cannot take x after p and y after q.
#[test]
fn what_will_look_alike_is_decided_alike() {
    let tree = Tree::from_json(include_str!("data/fuse.json")).unwrap();
    let told = |spec: &str| {
        let table = Table::deal(&tree, &mut Rng::new(0));
        let report = ask(spec, &table, 7);
        let values: Vec<f64> = report.moves.iter().map(|found| found.values[1].unwrap()).collect();
        (values, tree.move_text(table.state(), report.chosen))
    };
    assert_eq!(told("overconfident"), (vec![1.5, 1.8], "d".to_string()));
    assert_eq!(told("paranoid-is"), (vec![0.0, 1.8], "d".to_string()));
    assert_eq!(told("overconfident:model=random"), (vec![1.5, 1.8], "d".to_string()));
    // Sums over worlds round differently from the fractions.
    let (values, chosen) = told("model-vi:models=(uniform),catchall=false");
    assert!((values[0] - 1.5).abs() < 1e-14 && (values[1] - 1.8).abs() < 1e-14 && chosen == "d", "{values:?}");
    // By default two of four models go for what they want, knowing that y is the plan: p is worth 3 more to them than q. The other
    // two take either.
    let (values, chosen) = told("model-vi");
    let p = (2.0 / (1.0 + f64::exp(-3.0)) + 2.0 * 0.5) / 4.0;
    assert!((values[0] - 3.0 * (1.0 - p)).abs() < 1e-12 && chosen == "d", "{values:?}, p {p}");
}

/// An agent that is asked about worlds need not play hidden games, and must play the game for all else.
#[test]
fn who_cannot_play_the_game_in_the_open_is_not_asked_about_its_worlds() {
    let game = game("hearts");
    for (inner, why) in [("brs", "cannot pass"), ("closure", "more seats"), ("paranoid", ""), ("maxn:depth=1", "")] {
        let spec = Spec::parse(&format!("pimc:worlds=2,inner=({inner})")).unwrap();
        let built = catalog::erased_agent(&spec, &game);
        match (why.is_empty(), built) {
            (true, built) => assert!(built.is_ok(), "{inner}"),
            (false, Ok(_)) => panic!("{inner} plays no hearts"),
            (false, Err(problem)) => assert!(problem.to_string().contains(why), "{inner}: {problem}"),
        }
    }
}

/// In one world the seat is at its second decision at once, in the other after a move that it does not see; it cannot tell these
/// apart, so one answer has to do for both.
#[test]
fn what_is_seen_at_once_and_what_is_seen_later_are_the_same_if_they_look_the_same() {
    let tree = Tree::from_json(include_str!("data/at-once-or-later.json")).unwrap();
    let mut table = Table::deal(&tree, &mut Rng::new(0));
    table.play_text("w1").unwrap();
    // `stay` is worth 0.5; of L and R either is right in one of the worlds.
    for (spec, go) in [
        ("overconfident", 0.0),
        ("paranoid-is", -1.0),
        ("compose:grow=infosets,backup=expectation,belief=uniform", 0.0),
        ("model-vi:models=(uniform),catchall=false", 0.0),
    ] {
        let report = ask(spec, &table, 3);
        let values: Vec<f64> = report.moves.iter().map(|found| found.values[0].unwrap()).collect();
        assert!((values[0] - 0.5).abs() < 1e-12 && (values[1] - go).abs() < 1e-12, "{spec}: {values:?}");
        assert_eq!(tree.move_text(table.state(), report.chosen), "stay", "{spec}");
    }
}
