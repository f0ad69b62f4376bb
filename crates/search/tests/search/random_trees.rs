//! Every search against the plain recursion written here, on random explicit trees: one to six seats, movers that do not
//! alternate, chance, ties, and static values at inner nodes so that every depth can be compared.

use crate::common::{ask, close, random_shape, random_tree};
use outwit_game::{Bound, Game, Outline, OutlineTurn, Player, Report, Rng, equally_good};
use outwit_games::tree::Tree;

/// Minimax by its definition: the root's seat maximises, all others minimise, chance averages and costs no depth.
fn minimax(node: &Outline, root: Player, depth: u32) -> f64 {
    if let Some(payoffs) = &node.payoffs {
        return payoffs[root.index()];
    }
    if depth == 0 || node.children.is_empty() {
        return node.heuristic.as_ref().unwrap()[root.index()];
    }
    match node.turn.unwrap() {
        OutlineTurn::Chance => node.children.iter().map(|c| c.probability.unwrap() * minimax(c, root, depth)).sum(),
        OutlineTurn::Of(player) => {
            let values = node.children.iter().map(|child| minimax(child, root, depth - 1));
            if player == root { values.fold(f64::NEG_INFINITY, f64::max) } else { values.fold(f64::INFINITY, f64::min) }
        }
    }
}

/// Expectimax by its definition: the root's seat maximises, all others and chance average.
fn expectimax(node: &Outline, root: Player, depth: u32) -> f64 {
    if let Some(payoffs) = &node.payoffs {
        return payoffs[root.index()];
    }
    if depth == 0 {
        return node.heuristic.as_ref().unwrap()[root.index()];
    }
    match node.turn.unwrap() {
        OutlineTurn::Chance => node.children.iter().map(|c| c.probability.unwrap() * expectimax(c, root, depth)).sum(),
        OutlineTurn::Of(player) => {
            let values = node.children.iter().map(|child| expectimax(child, root, depth - 1));
            if player == root {
                values.fold(f64::NEG_INFINITY, f64::max)
            } else {
                values.sum::<f64>() / node.children.len() as f64
            }
        }
    }
}

/// Compares a report with the plain values of the root's children.
fn compare(
    spec: &str,
    seed: u64,
    root: &Outline,
    plain: &[f64],
    report: &Report<<Tree as Game>::Move>,
    all_best: bool,
) {
    let Some(OutlineTurn::Of(seat)) = root.turn else { panic!("the root is a player's") };
    let best = plain.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let value = report.value[seat.index()].expect("the mover's value is known");
    assert!(close(value, best), "{spec}, tree {seed}: value {value}, plainly {best}");
    let wanted: Vec<bool> = plain.iter().map(|&value| equally_good(value, best)).collect();
    let found: Vec<bool> = report.moves.iter().map(|m| report.best.contains(&m.mv)).collect();
    if all_best {
        assert_eq!(found, wanted, "{spec}, tree {seed}: best moves of {plain:?}");
    } else {
        assert!(report.best.len() == 1 && found.iter().zip(&wanted).all(|(f, w)| !f || *w), "{spec}, tree {seed}");
    }
    for (reported, (&plain, &is_best)) in report.moves.iter().zip(plain.iter().zip(&wanted)) {
        let value = reported.values[seat.index()].expect("every move has a value or a bound");
        match reported.bound {
            Bound::Exact => assert!(close(value, plain), "{spec}, tree {seed}: {value} is said exact, plainly {plain}"),
            Bound::AtMost => assert!(plain <= value + 1e-9, "{spec}, tree {seed}: {plain} is said at most {value}"),
            Bound::AtLeast => assert!(plain >= value - 1e-9, "{spec}, tree {seed}: {plain} is said at least {value}"),
        }
        assert!(
            !(all_best && is_best) || reported.bound == Bound::Exact,
            "{spec}, tree {seed}: a best move's value is exact"
        );
    }
    let probability: f64 = report.moves.iter().map(|m| m.probability).sum();
    assert!(close(probability, 1.0), "{spec}, tree {seed}: probabilities sum to {probability}");
    assert!(report.best.contains(&report.chosen), "{spec}, tree {seed}: the chosen move is a best one");
    assert!(report.line.first().is_none_or(|first| *first == report.chosen), "{spec}, tree {seed}: the line");
}

fn check(trees: u64, chance: bool, specs: &[(&str, bool)], plainly: fn(&Outline, Player, u32) -> f64) {
    for seed in 0..trees {
        let mut rng = Rng::stream(2026, seed);
        let shape = random_shape(&mut rng, chance);
        let height = 1 + rng.index(6) as u32;
        let root = random_tree(&mut rng, &shape, height, true);
        let Some(OutlineTurn::Of(seat)) = root.turn else { continue };
        let tree = Tree::new(shape.players, &root).unwrap();
        let depth = 1 + rng.index(6) as u32;
        for (spec, all_best) in specs {
            for (spec, depth) in [(format!("{spec},depth={depth}"), depth), (spec.to_string(), 100)] {
                let plain: Vec<f64> = root.children.iter().map(|child| plainly(child, seat, depth - 1)).collect();
                compare(&spec, seed, &root, &plain, &ask(&spec, &tree, None), *all_best);
            }
        }
    }
}

#[test]
fn minimax_and_alphabeta_are_the_plain_recursion() {
    check(
        3000,
        false,
        &[
            ("minimax:eval=file", true),
            ("alphabeta:eval=file", true),
            ("alphabeta:exact=true", true),
            ("alphabeta:ties=one", false),
            ("alphabeta:table=0,ordering=false", true),
            ("expectiminimax:eval=file", true),
        ],
        minimax,
    );
}

#[test]
fn expectiminimax_is_the_plain_recursion_with_every_pruning() {
    check(
        3000,
        true,
        &[
            ("expectiminimax:pruning=none", true),
            ("expectiminimax:pruning=star1", true),
            ("expectiminimax:pruning=star2", true),
            ("expectiminimax:ties=one", false),
            ("expectiminimax:exact=true", true),
        ],
        minimax,
    );
}

/// What a position looks like at once.
fn look(node: &Outline, root: Player) -> f64 {
    node.payoffs.as_ref().or(node.heuristic.as_ref()).unwrap()[root.index()]
}

/// The children that look best to `mover`, as many as are followed, the first of those that look alike.
fn followed(node: &Outline, root: Player, mover: Player, most: usize) -> Vec<&Outline> {
    let sign = if mover == root { -1.0 } else { 1.0 };
    let mut children: Vec<&Outline> = node.children.iter().collect();
    children.sort_by(|a, b| (sign * look(a, root)).total_cmp(&(sign * look(b, root))));
    children.truncate(most);
    children
}

/// Minimax along the replies that look best; the last ply is looked at whole.
fn minimax_of_replies(node: &Outline, root: Player, depth: u32, replies: usize) -> f64 {
    if node.payoffs.is_some() || depth == 0 {
        return look(node, root);
    }
    let deeper = |child: &Outline, depth: u32| minimax_of_replies(child, root, depth, replies);
    match node.turn.unwrap() {
        OutlineTurn::Chance => node.children.iter().map(|c| c.probability.unwrap() * deeper(c, depth)).sum(),
        OutlineTurn::Of(player) => {
            let most = if depth == 1 { usize::MAX } else { replies };
            let children = followed(node, root, player, most);
            let values = children.into_iter().map(|child| deeper(child, depth - 1));
            if player == root { values.fold(f64::NEG_INFINITY, f64::max) } else { values.fold(f64::INFINITY, f64::min) }
        }
    }
}

#[test]
fn a_beam_is_the_plain_recursion_along_the_moves_that_look_best() {
    for seed in 0..2000 {
        let mut rng = Rng::stream(2027, seed);
        let shape = random_shape(&mut rng, true);
        let height = 1 + rng.index(6) as u32;
        let root = random_tree(&mut rng, &shape, height, true);
        let Some(OutlineTurn::Of(seat)) = root.turn else { continue };
        let tree = Tree::new(shape.players, &root).unwrap();
        let (depth, beam, replies) = (2 + rng.index(4) as u32, 1 + rng.index(3), 1 + rng.index(3));
        let plain = |child: &Outline| minimax_of_replies(child, seat, depth - 1, replies);
        // Who asks for the value of every move gets it.
        let spec = format!("expectiminimax:eval=file,depth={depth},beam={beam},replies={replies}");
        let all: Vec<f64> = root.children.iter().map(plain).collect();
        let exact = format!("{spec},exact=true");
        compare(&exact, seed, &root, &all, &ask(&exact, &tree, None), true);
        // Else the moves that do not look best have none.
        let kept = followed(&root, seat, seat, beam);
        let best = kept.iter().map(|child| plain(child)).fold(f64::NEG_INFINITY, f64::max);
        let report = ask(&spec, &tree, None);
        let value = report.value[seat.index()].unwrap();
        assert!(close(value, best), "{spec}, tree {seed}: value {value}, plainly {best}");
        // Where all moves end the game there is nothing to follow.
        let is_over = root.children.iter().all(|child| child.payoffs.is_some());
        for (child, told) in root.children.iter().zip(&report.moves) {
            let is_kept = is_over || kept.iter().any(|one| std::ptr::eq(*one, child));
            assert_eq!(told.values[seat.index()].is_some(), is_kept, "{spec}, tree {seed}: {:?}", child.mv);
        }
        assert!(report.best.contains(&report.chosen));
    }
}

#[test]
fn expectimax_is_the_plain_recursion_and_the_random_model_is_the_default() {
    check(2000, true, &[("expectimax:eval=file", true), ("expectimax:model=(random)", true)], expectimax);
}

#[test]
fn a_written_tree_searched_again_gives_the_same_value() {
    for seed in 0..1000 {
        let mut rng = Rng::stream(77, seed);
        let shape = random_shape(&mut rng, true);
        let root = random_tree(&mut rng, &shape, 5, true);
        let Some(OutlineTurn::Of(seat)) = root.turn else { continue };
        let tree = Tree::new(shape.players, &root).unwrap();
        for spec in [
            "expectiminimax:depth=3",
            "expectiminimax:pruning=none,depth=2",
            "expectiminimax:ties=one",
            "expectiminimax:nodes=200",
            "expectiminimax:nodes=60,pruning=none",
        ] {
            let report = ask(spec, &tree, Some(100_000));
            let Some(written) = report.tree else {
                assert!(report.depth == 0 && spec.contains("nodes"), "{spec}, tree {seed}: the tree was asked for");
                continue;
            };
            let value = report.value[seat.index()].unwrap();
            assert!(close(minimax(&written, seat, 100), value), "{spec}, tree {seed}");
            let again = Tree::new(shape.players, &written).expect("what is written can be read");
            let again = ask("expectiminimax", &again, None);
            assert!(close(again.value[seat.index()].unwrap(), value), "{spec}, tree {seed}");
        }
    }
}

#[test]
fn a_stopped_search_returns_the_best_move_so_far() {
    for seed in 0..300 {
        let mut rng = Rng::stream(5, seed);
        let shape = random_shape(&mut rng, true);
        let root = random_tree(&mut rng, &shape, 6, true);
        let tree = Tree::new(shape.players, &root).unwrap();
        for nodes in [1, 2, 5, 20, 100] {
            for name in ["expectiminimax", "expectimax", "expectiminimax:pruning=none"] {
                let joint = if name.contains(':') { ',' } else { ':' };
                let report = ask(&format!("{name}{joint}nodes={nodes}"), &tree, None);
                assert!(report.nodes <= nodes, "{name} made {} of {nodes} moves", report.nodes);
                assert!(report.best.contains(&report.chosen));
            }
        }
    }
}

/// A tree in which players and chance take turns, every node with as many children.
fn dice_tree(rng: &mut Rng, depth: u32, children: usize) -> Outline {
    let value = (rng.unit() * 2000.0).round() / 100.0 - 10.0;
    if depth == 0 {
        return Outline { payoffs: Some(vec![value, -value]), ..Outline::default() };
    }
    let is_chance = depth.is_multiple_of(2);
    let turn = if is_chance { OutlineTurn::Chance } else { OutlineTurn::Of(Player::new(rng.index(2))) };
    let child = |rng: &mut Rng, index: usize| Outline {
        mv: format!("m{index}"),
        probability: is_chance.then_some(1.0 / children as f64),
        ..dice_tree(rng, depth - 1, children)
    };
    let children = (0..children).map(|index| child(rng, index)).collect();
    Outline { turn: Some(turn), children, heuristic: Some(vec![value, -value]), ..Outline::default() }
}

/// Cuts at chance nodes must pay: Star1 and Star2 make fewer moves than looking at everything does.
#[test]
fn pruning_at_chance_nodes_saves_work() {
    let mut totals = [0; 3];
    for seed in 0..10 {
        let root = dice_tree(&mut Rng::stream(99, seed), 7, 5);
        let tree = Tree::new(2, &root).unwrap();
        for (total, pruning) in totals.iter_mut().zip(["none", "star1", "star2"]) {
            *total += ask(&format!("expectiminimax:pruning={pruning}"), &tree, None).nodes;
        }
    }
    let [none, star1, star2] = totals;
    assert!(star1 < none && star2 < none, "{none} moves without pruning, {star1} with Star1, {star2} with Star2");
}

/// Once the budget covers the moves of the root, a move that wins at once is found.
#[test]
fn a_small_budget_finds_the_win_in_one_move() {
    let text = r#"{"players": 2, "root": {"turn": 1, "children": [
        {"move": "a", "turn": 2, "heuristic": [0, 0], "children": [
            {"move": "x", "payoffs": [0, 0]}, {"move": "y", "payoffs": [-1, 1]}]},
        {"move": "b", "turn": 2, "heuristic": [0.5, -0.5], "children": [
            {"move": "x", "payoffs": [0, 0]}, {"move": "y", "payoffs": [-1, 1]}]},
        {"move": "c", "payoffs": [1, -1]}]}}"#;
    let tree = Tree::from_json(text).unwrap();
    for name in ["alphabeta", "minimax", "expectimax", "expectiminimax"] {
        let report = ask(&format!("{name}:nodes=4"), &tree, None);
        assert_eq!(tree.move_text(&tree.start(&mut Rng::new(0)), report.chosen), "c", "{name}");
        assert_eq!(report.best.len(), 1, "{name}");
    }
}

#[test]
fn the_labelled_graph_is_the_plain_recursion_to_the_end() {
    for seed in 0..1000 {
        let mut rng = Rng::stream(31, seed);
        let shape = random_shape(&mut rng, true);
        let root = random_tree(&mut rng, &shape, 5, true);
        let Some(OutlineTurn::Of(seat)) = root.turn else { continue };
        let tree = Tree::new(shape.players, &root).unwrap();
        let plain: Vec<f64> = root.children.iter().map(|child| minimax(child, seat, 100)).collect();
        compare("solve", seed, &root, &plain, &ask("solve", &tree, None), true);
    }
}
