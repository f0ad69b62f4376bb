//! Searches that grow a minimax tree leaf by leaf: what they say is the plain value of the tree they grew, budgets hold, and
//! what they are told to stop at they stop at.

use crate::common::{Shape, ask, close, random_tree};
use outwit_game::{
    Agent, AnyGame, Control, Evaluated, Outline, OutlineTurn, Player, Report, Rng, Spec, Table, Turn, equally_good,
};
use outwit_games::connect4::Connect4;
use outwit_games::tree::Tree;
use outwit_search::named::catalog;

const GROWING: [&str; 5] = ["bestfirst", "minmaxapprox", "conspiracy", "mgss", "bstar"];

/// Those that play where chance has a say.
const WITH_CHANCE: [&str; 1] = ["mgss"];

/// Minimax by its definition, on a tree written out; chance averages.
fn minimax(node: &Outline, root: Player) -> f64 {
    if let Some(payoffs) = &node.payoffs {
        return payoffs[root.index()];
    }
    if node.children.is_empty() {
        return node.heuristic.as_ref().unwrap()[root.index()];
    }
    let values = node.children.iter().map(|child| minimax(child, root));
    if node.turn == Some(OutlineTurn::Chance) {
        let weight = |child: &Outline| child.probability.unwrap();
        return node.children.iter().map(|child| weight(child) * minimax(child, root)).sum();
    }
    if node.turn == Some(OutlineTurn::Of(root)) {
        values.fold(f64::NEG_INFINITY, f64::max)
    } else {
        values.fold(f64::INFINITY, f64::min)
    }
}

#[test]
fn values_are_the_plain_ones_of_the_tree_that_was_grown() {
    for seed in 0..400 {
        let mut rng = Rng::stream(61, seed);
        let shape = Shape {
            players: 1 + rng.index(6),
            chance: seed % 4 == 0,
            zero_sum: rng.index(2) == 0,
            ties: rng.index(2) == 0,
        };
        let root = random_tree(&mut rng, &shape, 6, true);
        let Some(OutlineTurn::Of(seat)) = root.turn else { continue };
        let tree = Tree::new(shape.players, &root).unwrap();
        for &name in if shape.chance { &WITH_CHANCE[..] } else { &GROWING } {
            for budget in ["nodes=5", "nodes=40", "depth=3", "nodes=100000"] {
                let report = ask(&format!("{name}:{budget}"), &tree, Some(1_000_000));
                let Some(written) = &report.tree else {
                    assert!(budget == "nodes=5" && report.nodes <= 5, "{name}:{budget}, tree {seed}");
                    continue;
                };
                let plain: Vec<f64> = written.children.iter().map(|child| minimax(child, seat)).collect();
                let best = plain.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                assert!(close(report.value[seat.index()].unwrap(), best), "{name}:{budget}, tree {seed}");
                for (found, plain) in report.moves.iter().zip(&plain) {
                    assert!(close(found.values[seat.index()].unwrap(), *plain), "{name}:{budget}, tree {seed}");
                    // Not every move of the best value is one of the best: some of them were hardly looked into.
                    let is_best = report.best.contains(&found.mv);
                    assert!(name == "bstar" || !is_best || equally_good(*plain, best), "{name}:{budget}, tree {seed}");
                }
            }
        }
    }
}

/// The end of the best line is final, or out of depth: then best-first minimax has nothing to look at.
#[test]
fn best_first_minimax_ends_where_its_line_ends() {
    for seed in 0..200 {
        let mut rng = Rng::stream(62, seed);
        let shape = Shape { players: 2, chance: false, zero_sum: true, ties: false };
        let root = random_tree(&mut rng, &shape, 6, true);
        let tree = Tree::new(2, &root).unwrap();
        let report = ask("bestfirst:nodes=1000000", &tree, None);
        let mut at = &root;
        for mv in &report.line {
            let text = outwit_game::Game::move_text(&tree, &outwit_games::tree::Place::ROOT, *mv);
            at = at.children.iter().find(|child| child.mv == text).unwrap();
        }
        assert!(at.payoffs.is_some(), "tree {seed}: the line ends where the game does");
    }
}

fn choose<G: Evaluated + Clone>(game: &G, spec: &str, plies: usize) -> Report<G::Move> {
    let mut rng = Rng::stream(12, plies as u64);
    let mut table = Table::deal(game, &mut rng);
    for _ in 0..plies {
        let mv = *rng.pick(table.moves());
        table.play(mv);
    }
    let Turn::Of(seat) = table.turn() else { panic!("the game goes on") };
    let mut agent: Box<dyn Agent<G>> = catalog::agent(&Spec::parse(spec).unwrap(), game).unwrap();
    agent.begin(game, seat, 1);
    agent.choose(&table.view(seat), &Control::default()).unwrap()
}

#[test]
fn budgets_hold_and_the_same_question_has_the_same_answer() {
    let game = AnyGame::new(Connect4::new(7, 6).unwrap());
    for name in GROWING {
        for nodes in [1, 6, 7, 50, 1000] {
            let spec = format!("{name}:nodes={nodes}");
            let report = choose(&game, &spec, 5);
            assert!(report.nodes <= nodes, "{spec}: {} nodes", report.nodes);
            assert_eq!(report, choose(&game, &spec, 5), "{spec}");
        }
    }
}

#[test]
fn a_win_in_one_move_is_taken_and_one_that_threatens_is_stopped() {
    let game = AnyGame::new(Connect4::new(7, 6).unwrap());
    let all: &[&str] = &["bestfirst", "minmaxapprox", "conspiracy", "mgss", "bstar", "bpip", "pns", "dfpn"];
    // A single step, an end that is nearly always right, or a proof that is far away: these may miss a threat.
    let far_seeing: &[&str] = &["bestfirst", "minmaxapprox", "conspiracy", "bpip"];
    let cases: [(&[u32], u32, &[&str]); 3] =
        [(&[0, 6, 0, 6, 0, 6], 0, all), (&[3, 0, 1, 0, 6, 0], 0, far_seeing), (&[0, 3, 6, 3, 1, 3, 5], 3, all)];
    for (after, wanted, names) in cases {
        for name in names {
            let mut table = Table::deal(&game, &mut Rng::new(0));
            for &code in after {
                table.play(outwit_game::MoveCode::from_code(code));
            }
            let Turn::Of(seat) = table.turn() else { panic!("the game goes on") };
            let mut agent = catalog::agent(&Spec::parse(&format!("{name}:nodes=20000")).unwrap(), &game).unwrap();
            agent.begin(&game, seat, 1);
            let report = agent.choose(&table.view(seat), &Control::default()).unwrap();
            assert_eq!(outwit_game::MoveCode::code(report.chosen), wanted, "{name} after {after:?}");
        }
    }
}

/// Palay's B* looks as long as it doubts, and no longer.
#[test]
fn the_less_doubt_is_allowed_the_longer_b_star_looks() {
    let game = Connect4::new(7, 6).unwrap();
    let nodes = |doubt: &str| {
        let spec = format!("bstar:by=probability,doubt={doubt},nodes=40000");
        (0..6).map(|plies| choose(&game, &spec, 2 * plies).nodes).sum::<u64>()
    };
    let counts = ["1", "0.3", "0.05", "0"].map(nodes);
    assert!(counts.is_sorted_by(|fewer, more| fewer < more), "{counts:?}");
    assert!(counts[0] < 6 * 100, "{counts:?}");
}
