//! Searches for many seats against the plain recursions written here, on random explicit trees with ties.

use crate::common::{Shape, ask, close, random_shape, random_tree};
use outwit_game::{Bound, Game, Interval, Outline, OutlineTurn, Parameter, Player, Report, Rng, Spec, equally_good};
use outwit_games::tree::Tree;
use outwit_search::named::catalog;
use outwit_search::value::win_probabilities;

type Move = <Tree as Game>::Move;

/// The vector of a node that is not looked into, if it is one.
fn leaf(node: &Outline, depth: u32) -> Option<Vec<f64>> {
    if node.payoffs.is_some() {
        return node.payoffs.clone();
    }
    (depth == 0).then(|| node.heuristic.clone().unwrap())
}

fn average(vectors: &[Vec<f64>], weights: &[f64]) -> Vec<f64> {
    (0..vectors[0].len()).map(|seat| vectors.iter().zip(weights).map(|(v, w)| w * v[seat]).sum()).collect()
}

fn probabilities(node: &Outline) -> Vec<f64> {
    node.children.iter().map(|child| child.probability.unwrap()).collect()
}

/// The places of all equally good numbers.
fn best(likings: &[f64]) -> Vec<usize> {
    let most = likings.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (0..likings.len()).filter(|&place| equally_good(likings[place], most)).collect()
}

fn children<T>(node: &Outline, depth: u32, value: impl Fn(&Outline, u32) -> T) -> Vec<T> {
    let deeper = if node.turn == Some(OutlineTurn::Chance) { depth } else { depth - 1 };
    node.children.iter().map(|child| value(child, deeper)).collect()
}

/// MaxN by its definition, ties to the first; `target` is hurt by `root` (offensive), or nobody is.
fn maxn(node: &Outline, depth: u32, attack: Option<(Player, Player)>) -> Vec<f64> {
    if let Some(vector) = leaf(node, depth) {
        return vector;
    }
    let values = children(node, depth, |child, depth| maxn(child, depth, attack));
    match node.turn.unwrap() {
        OutlineTurn::Chance => average(&values, &probabilities(node)),
        OutlineTurn::Of(player) => values[choices(&values, player, attack)[0]].clone(),
    }
}

/// The children a player may take.
fn choices(values: &[Vec<f64>], player: Player, attack: Option<(Player, Player)>) -> Vec<usize> {
    let own = |place: usize| values[place][player.index()];
    match attack {
        Some((root, target)) if player == root => {
            let hurts: Vec<f64> = values.iter().map(|v| -v[target.index()]).collect();
            let hurting = best(&hurts);
            let own: Vec<f64> = hurting.iter().map(|&place| own(place)).collect();
            best(&own).into_iter().map(|at| hurting[at]).collect()
        }
        _ => best(&(0..values.len()).map(own).collect::<Vec<f64>>()),
    }
}

/// Every way to break the ties of the tree, with its probability: a list of vectors a node may get.
fn every_way(node: &Outline, depth: u32, attack: Option<(Player, Player)>) -> Vec<(Vec<f64>, f64)> {
    if let Some(vector) = leaf(node, depth) {
        return vec![(vector, 1.0)];
    }
    let ways = joint(&children(node, depth, |child, depth| every_way(child, depth, attack)));
    let mut found = Vec::new();
    for (values, probability) in ways {
        match node.turn.unwrap() {
            OutlineTurn::Chance => found.push((average(&values, &probabilities(node)), probability)),
            OutlineTurn::Of(player) => {
                let taken = choices(&values, player, attack);
                for &place in &taken {
                    found.push((values[place].clone(), probability / taken.len() as f64));
                }
            }
        }
    }
    // Equal vectors are one, or the lists grow without bound.
    let mut merged: Vec<(Vec<f64>, f64)> = Vec::new();
    for (vector, probability) in found {
        match merged.iter_mut().find(|(known, _)| *known == vector) {
            Some((_, total)) => *total += probability,
            None => merged.push((vector, probability)),
        }
    }
    merged
}

/// One vector of each list, in every combination.
fn joint(lists: &[Vec<(Vec<f64>, f64)>]) -> Vec<(Vec<Vec<f64>>, f64)> {
    lists.iter().fold(vec![(Vec::new(), 1.0)], |so_far, list| {
        let extend = |(values, probability): &(Vec<Vec<f64>>, f64), (vector, chance): &(Vec<f64>, f64)| {
            (values.iter().cloned().chain([vector.clone()]).collect(), probability * chance)
        };
        so_far.iter().flat_map(|known| list.iter().map(move |next| extend(known, next))).collect()
    })
}

/// Max-Prob by its definition; values of cut positions are certain ones.
fn max_prob(node: &Outline, depth: u32) -> Vec<f64> {
    if let Some(worth) = leaf(node, depth) {
        let winners = best(&worth);
        let share = if winners.len() == worth.len() { 1.0 / worth.len() as f64 } else { 1.0 };
        return (0..worth.len()).map(|seat| if winners.contains(&seat) { share } else { 0.0 }).collect();
    }
    let values = children(node, depth, max_prob);
    match node.turn.unwrap() {
        OutlineTurn::Chance => average(&values, &probabilities(node)),
        OutlineTurn::Of(player) => {
            let taken = best(&values.iter().map(|v| v[player.index()]).collect::<Vec<f64>>());
            let picked: Vec<Vec<f64>> = taken.iter().map(|&place| values[place].clone()).collect();
            average(&picked, &vec![1.0 / taken.len() as f64; taken.len()])
        }
    }
}

/// Soft-MaxN by its definition: dominance is asked of every pair of vectors.
fn soft_maxn(node: &Outline, depth: u32) -> Vec<Vec<f64>> {
    if let Some(vector) = leaf(node, depth) {
        return vec![vector];
    }
    let sets = children(node, depth, soft_maxn);
    let mut union: Vec<Vec<f64>> = Vec::new();
    let OutlineTurn::Of(player) = node.turn.unwrap() else {
        let lists: Vec<_> = sets.iter().map(|set| set.iter().map(|v| (v.clone(), 1.0)).collect()).collect();
        for (values, _) in joint(&lists) {
            let vector = average(&values, &probabilities(node));
            if !union.contains(&vector) {
                union.push(vector);
            }
        }
        return union;
    };
    let at = player.index();
    let dominates = |a: &[Vec<f64>], b: &[Vec<f64>]| {
        a.iter().all(|x| b.iter().all(|y| x[at] >= y[at] - 1e-9))
            && a.iter().any(|x| b.iter().any(|y| x[at] > y[at] + 1e-9))
    };
    for set in sets.iter().filter(|set| !sets.iter().any(|other| dominates(other, set))) {
        for vector in set {
            if !union.contains(vector) {
                union.push(vector.clone());
            }
        }
    }
    union
}

/// BRS+ by its definition: one of the others moves freely, the rest do what looks best at once.
fn best_reply_plus(node: &Outline, root: Player, depth: u32) -> f64 {
    let at = root.index();
    if let Some(vector) = leaf(node, depth) {
        return vector[at];
    }
    match node.turn.unwrap() {
        OutlineTurn::Of(player) if player == root => {
            node.children.iter().map(|child| best_reply_plus(child, root, depth - 1)).fold(f64::NEG_INFINITY, f64::max)
        }
        _ => replies(node, root, false)
            .into_iter()
            .fold(f64::INFINITY, |least, node| least.min(best_reply_plus(node, root, depth - 1))),
    }
}

/// Where the others' moves may lead: to the root's next turn, or to the end.
fn replies(node: &Outline, root: Player, has_replied: bool) -> Vec<&Outline> {
    let OutlineTurn::Of(player) = (match node.turn {
        Some(turn) if node.payoffs.is_none() => turn,
        _ => return vec![node],
    }) else {
        panic!("no chance here")
    };
    if player == root {
        return if has_replied { vec![node] } else { Vec::new() };
    }
    let look = |child: &Outline| leaf(child, 0).unwrap()[player.index()];
    let mut looks_best = 0;
    for place in 1..node.children.len() {
        if look(&node.children[place]) > look(&node.children[looks_best]) {
            looks_best = place;
        }
    }
    let mut found = replies(&node.children[looks_best], root, has_replied);
    if !has_replied {
        found.extend(node.children.iter().flat_map(|child| replies(child, root, true)));
    }
    found
}

struct Case {
    seed: u64,
    seat: Player,
    depth: u32,
    root: Outline,
    tree: Tree,
}

/// Random trees whose root is a player's, with a depth to look at them.
fn cases(stream: u64, count: u64, shape: impl Fn(&mut Rng) -> Shape, tallest: usize) -> impl Iterator<Item = Case> {
    (0..count).map(move |seed| {
        let mut rng = Rng::stream(stream, seed);
        let shape = shape(&mut rng);
        let height = 1 + rng.index(tallest) as u32;
        let root = random_tree(&mut rng, &shape, height, true);
        let Some(OutlineTurn::Of(seat)) = root.turn else { panic!("the root is a player's") };
        let depth = 1 + rng.index(tallest) as u32;
        Case { seed, seat, depth, tree: Tree::new(shape.players, &root).unwrap(), root }
    })
}

/// The report's value, its move values and its best moves are those of the plain recursion.
fn compare(spec: &str, case: &Case, values: &[Vec<f64>], value: &[f64], wanted: &[usize], report: &Report<Move>) {
    let told = format!("{spec}, tree {}", case.seed);
    for (seat, &plain) in value.iter().enumerate() {
        let found = report.value[seat].expect("every seat has a value");
        assert!(close(found, plain), "{told}: {seat} gets {found}, plainly {plain}");
    }
    for (found, plain) in report.moves.iter().zip(values) {
        match found.bound {
            Bound::Exact => {
                for (seat, &plain) in plain.iter().enumerate() {
                    let value = found.values[seat].unwrap();
                    assert!(
                        close(value, plain),
                        "{told}: a move is said to be worth {value} to {seat}, plainly {plain}"
                    );
                }
            }
            // A pruned line: the mover would get no more than this.
            Bound::AtMost => {
                let at = case.seat.index();
                assert!(plain[at] <= found.values[at].unwrap() + 1e-9, "{told}");
            }
            Bound::AtLeast => panic!("{told}: nothing is bounded from below"),
        }
    }
    let found: Vec<usize> = (0..report.moves.len()).filter(|&at| report.best.contains(&report.moves[at].mv)).collect();
    assert_eq!(found, wanted, "{told}: best moves");
    assert!(report.best.contains(&report.chosen), "{told}");
}

#[test]
fn maxn_is_the_plain_recursion_whatever_is_pruned() {
    let mut spared = 0;
    for case in cases(1, 2500, |rng| random_shape(rng, true), 6) {
        let values = children(&case.root, case.depth, |child, depth| maxn(child, depth, None));
        let value = maxn(&case.root, case.depth, None);
        let wanted = choices(&values, case.seat, None);
        let mut nodes = Vec::new();
        for pruning in ["none", "shallow", "last-branch"] {
            let spec = format!("maxn:pruning={pruning},depth={}", case.depth);
            let report = ask(&spec, &case.tree, None);
            compare(&spec, &case, &values, &value, &wanted, &report);
            nodes.push(report.nodes);
        }
        assert!(nodes[1] <= nodes[0] && nodes[2] <= nodes[1], "tree {}: {nodes:?}", case.seed);
        spared += nodes[0] - nodes[2];
    }
    assert!(spared > 1000, "pruning must leave out something: {spared}");
}

/// Trees whose payoffs add up to a constant, as those of trick games do: pruning must pay there.
#[test]
fn pruning_saves_work_where_payoffs_add_up_and_keeps_the_value() {
    let mut totals = [0; 3];
    for seed in 0..60 {
        let mut rng = Rng::stream(8, seed);
        let root = constant_sum_tree(&mut rng, 7, 0);
        let tree = Tree::new(3, &root).unwrap();
        let plain = maxn(&root, 100, None);
        for (total, pruning) in totals.iter_mut().zip(["none", "shallow", "last-branch"]) {
            let report = ask(&format!("maxn:pruning={pruning}"), &tree, None);
            *total += report.nodes;
            for (seat, &value) in plain.iter().enumerate() {
                assert!(close(report.value[seat].unwrap(), value), "{pruning}, tree {seed}");
            }
        }
    }
    let [none, shallow, last] = totals;
    assert!(last < shallow && (shallow as f64) < 0.9 * none as f64, "{none} {shallow} {last}");
}

fn constant_sum_tree(rng: &mut Rng, depth: u32, mover: usize) -> Outline {
    if depth == 0 {
        let first = rng.index(11);
        let second = rng.index(11 - first);
        let payoffs = vec![first as f64, second as f64, (10 - first - second) as f64];
        return Outline { payoffs: Some(payoffs), ..Outline::default() };
    }
    let children = (0..3)
        .map(|at| Outline { mv: format!("m{at}"), ..constant_sum_tree(rng, depth - 1, (mover + 1) % 3) })
        .collect();
    Outline { turn: Some(OutlineTurn::Of(Player::new(mover))), children, ..Outline::default() }
}

#[test]
fn random_ties_are_every_way_to_break_them() {
    let shape = |rng: &mut Rng| Shape { players: 2 + rng.index(3), ties: true, ..random_shape(rng, true) };
    for case in cases(2, 1500, shape, 4) {
        let lists = children(&case.root, case.depth, |child, depth| every_way(child, depth, None));
        let mut wanted = vec![0.0; lists.len()];
        for (values, probability) in joint(&lists) {
            let taken = choices(&values, case.seat, None);
            taken.iter().for_each(|&place| wanted[place] += probability / taken.len() as f64);
        }
        let spec = format!("maxn:ties=random,depth={}", case.depth);
        let report = ask(&spec, &case.tree, None);
        for (found, wanted) in report.moves.iter().zip(&wanted) {
            assert!(close(found.probability, *wanted), "tree {}: {} {wanted}", case.seed, found.probability);
        }
        let mean: Vec<f64> =
            every_way(&case.root, case.depth, None).iter().fold(vec![0.0; case.tree.players()], |sum, (vector, p)| {
                sum.iter().zip(vector).map(|(sum, v)| sum + p * v).collect()
            });
        for (seat, &mean) in mean.iter().enumerate() {
            assert!(close(report.value[seat].unwrap(), mean), "tree {}", case.seed);
        }
    }
}

#[test]
fn offensive_is_the_plain_recursion() {
    let shape = |rng: &mut Rng| Shape { players: 2 + rng.index(4), ..random_shape(rng, true) };
    for case in cases(3, 1500, shape, 5) {
        let target = Player::new((case.seat.index() + 1) % case.tree.players());
        let attack = Some((case.seat, target));
        let values = children(&case.root, case.depth, |child, depth| maxn(child, depth, attack));
        let value = maxn(&case.root, case.depth, attack);
        let spec = format!("offensive:target={},depth={}", target.index() + 1, case.depth);
        compare(&spec, &case, &values, &value, &choices(&values, case.seat, attack), &ask(&spec, &case.tree, None));
    }
}

#[test]
fn max_prob_is_the_plain_recursion() {
    for case in cases(4, 2500, |rng| random_shape(rng, true), 6) {
        let values = children(&case.root, case.depth, max_prob);
        let own: Vec<f64> = values.iter().map(|v| v[case.seat.index()]).collect();
        let spec = format!("maxprob:depth={}", case.depth);
        let value = max_prob(&case.root, case.depth);
        compare(&spec, &case, &values, &value, &best(&own), &ask(&spec, &case.tree, None));
    }
}

/// With two seats and nothing but wins and losses, to win as probably as possible is to play minimax.
#[test]
fn max_prob_for_two_plays_minimax_moves() {
    let shape = |rng: &mut Rng| Shape { players: 2, zero_sum: true, ..random_shape(rng, false) };
    for mut case in cases(5, 1000, shape, 5) {
        let mut rng = Rng::stream(55, case.seed);
        to_wins(&mut case.root, &mut rng);
        let tree = Tree::new(2, &case.root).unwrap();
        let (prob, mini) = (ask("maxprob", &tree, None), ask("minimax", &tree, None));
        assert_eq!(prob.best, mini.best, "tree {}", case.seed);
    }
}

fn to_wins(node: &mut Outline, rng: &mut Rng) {
    if let Some(payoffs) = &mut node.payoffs {
        let first = if rng.index(2) == 0 { 1.0 } else { -1.0 };
        (payoffs[0], payoffs[1]) = (first, -first);
    }
    node.children.iter_mut().for_each(|child| to_wins(child, rng));
}

#[test]
fn soft_maxn_is_the_plain_recursion() {
    let shape = |rng: &mut Rng| Shape { players: 2 + rng.index(3), ties: true, ..random_shape(rng, true) };
    for case in cases(6, 1000, shape, 4) {
        let sets = children(&case.root, case.depth, soft_maxn);
        let at = case.seat.index();
        let worst: Vec<f64> = sets.iter().map(|set| set.iter().map(|v| v[at]).fold(f64::INFINITY, f64::min)).collect();
        let mean: Vec<f64> = sets.iter().map(|set| set.iter().map(|v| v[at]).sum::<f64>() / set.len() as f64).collect();
        for (security, likings) in [("worst", &worst), ("mean", &mean)] {
            let report = ask(&format!("softmaxn:security={security},depth={}", case.depth), &case.tree, None);
            for (found, liking) in report.moves.iter().zip(likings) {
                assert!(close(found.values[at].unwrap(), *liking), "tree {}, {security}", case.seed);
            }
            let found: Vec<usize> =
                (0..report.moves.len()).filter(|&at| report.best.contains(&report.moves[at].mv)).collect();
            assert_eq!(found, best(likings), "tree {}, {security}", case.seed);
        }
    }
}

#[test]
fn one_model_without_carelessness_is_maxn_and_only_carelessness_is_expectimax() {
    for case in cases(7, 800, |rng| random_shape(rng, true), 5) {
        let depth = case.depth;
        let one = ask(&format!("probmaxn:models=file,depth={depth}"), &case.tree, None);
        let maxn = ask(&format!("maxn:pruning=none,depth={depth}"), &case.tree, None);
        // MaxN takes nearly equal values for equal; here they are equal or far apart.
        assert_eq!(one.best, maxn.best, "tree {}", case.seed);
        let careless = ask(&format!("probmaxn:careless=1,depth={depth}"), &case.tree, None);
        let expecti = ask(&format!("expectimax:depth={depth}"), &case.tree, None);
        assert_eq!(careless.best, expecti.best, "tree {}", case.seed);
        let at = case.seat.index();
        assert!(close(careless.value[at].unwrap(), expecti.value[at].unwrap()), "tree {}", case.seed);
    }
}

/// Against one who goes by the file and one who sees nothing, weighed 3 to 1.
#[test]
fn models_are_mixed_by_their_weights() {
    let text = r#"{"players": 2, "root": {"turn": 1, "children": [
        {"move": "safe", "payoffs": [0.7, 0]},
        {"move": "bait", "turn": 2, "heuristic": [0, 0], "children": [
            {"move": "x", "turn": 1, "heuristic": [1, 1], "children": [{"move": "end", "payoffs": [1, 1]}]},
            {"move": "y", "turn": 1, "heuristic": [0, 2], "children": [{"move": "end", "payoffs": [0, 2]}]}]}]}}"#;
    let tree = Tree::from_json(text).unwrap();
    // By the file, seat 2 takes y; who sees nothing takes the first, x. So the bait is worth 1/4 to seat 1.
    let report = ask("probmaxn:models=file*3+blind,depth=2", &tree, None);
    assert!(close(report.moves[1].values[0].unwrap(), 0.25), "{report:?}");
}

#[test]
fn best_reply_plus_is_the_plain_recursion_and_brs_for_two_is_minimax() {
    let shape = |rng: &mut Rng| Shape { players: 2 + rng.index(4), ..random_shape(rng, false) };
    for case in cases(9, 1500, shape, 6) {
        let plain: Vec<f64> =
            case.root.children.iter().map(|child| best_reply_plus(child, case.seat, case.depth - 1)).collect();
        let most = plain.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let report = ask(&format!("brs+:depth={}", case.depth), &case.tree, None);
        if !most.is_finite() {
            continue;
        }
        let at = case.seat.index();
        assert!(close(report.value[at].unwrap(), most), "tree {}: {:?} {most}", case.seed, report.value[at]);
        let found: Vec<usize> =
            (0..report.moves.len()).filter(|&at| report.best.contains(&report.moves[at].mv)).collect();
        assert_eq!(found, best(&plain), "tree {}", case.seed);
    }
    let alternating = |rng: &mut Rng| Shape { players: 2, zero_sum: true, ..random_shape(rng, false) };
    for mut case in cases(10, 500, alternating, 5) {
        alternate(&mut case.root, 0);
        let tree = Tree::new(2, &case.root).unwrap();
        let (brs, mini) = (ask("brs:depth=4", &tree, None), ask("minimax:depth=4", &tree, None));
        assert_eq!(brs.best, mini.best, "tree {}", case.seed);
    }
}

fn alternate(node: &mut Outline, mover: usize) {
    if node.turn.is_some() {
        node.turn = Some(OutlineTurn::Of(Player::new(mover)));
    }
    node.children.iter_mut().for_each(|child| alternate(child, 1 - mover));
}

#[test]
fn paranoid_is_minimax_for_any_number_of_seats() {
    for case in cases(11, 800, |rng| random_shape(rng, false), 5) {
        let paranoid = ask(&format!("paranoid:depth={}", case.depth), &case.tree, None);
        let minimax = ask(&format!("minimax:depth={}", case.depth), &case.tree, None);
        assert_eq!(paranoid.best, minimax.best, "tree {}", case.seed);
        assert!(close(paranoid.value[case.seat.index()].unwrap(), minimax.value[case.seat.index()].unwrap()));
    }
}

#[test]
fn mp_mix_chooses_by_the_lead() {
    let tree = |values: [f64; 3]| {
        let text = format!(
            r#"{{"players": 3, "root": {{"turn": 1, "heuristic": {values:?}, "children": [
                {{"move": "a", "payoffs": [1, 2, 3]}}, {{"move": "b", "payoffs": [0, 0, 1]}}]}}}}"#
        );
        Tree::from_json(&text).unwrap()
    };
    for (values, spec, remark) in [
        ([3.0, 1.0, 0.0], "mpmix:td=2", "seat 1 leads by 2.00 notable gains, at least td=2: paranoid"),
        ([3.0, 1.5, 0.0], "mpmix:td=2", "seat 1 leads by 1.50 notable gains: MaxN"),
        ([0.0, 1.0, 4.0], "mpmix:to=3", "seat 3 leads by 3.00 notable gains, at least to=3: offensive against seat 3"),
        ([0.0, 1.0, 4.0], "mpmix:to=3.5", "seat 3 leads by 3.00 notable gains: MaxN"),
        ([2.0, 2.0, 2.0], "mpmix:td=0.5,to=0.5", "seat 1 leads by 0.00 notable gains: MaxN"),
    ] {
        let report = ask(spec, &tree(values), None);
        assert_eq!(report.remarks, [remark], "{spec} at {values:?}");
    }
    let report = ask("mpmix:to=1", &tree([0.0, 0.0, 9.0]), None);
    assert_eq!(report.chosen, report.moves[1].mv, "b hurts seat 3 more");
}

#[test]
fn ties_at_the_root_go_to_the_better_looking_position() {
    let text = r#"{"players": 3, "root": {"turn": 1, "children": [
        {"move": "a", "turn": 2, "heuristic": [0.2, 0, 0], "children": [{"move": "x", "payoffs": [1, 0, 0]}]},
        {"move": "b", "turn": 2, "heuristic": [0.9, 0, 0], "children": [{"move": "x", "payoffs": [1, 0, 0]}]},
        {"move": "c", "turn": 2, "heuristic": [5.0, 0, 0], "children": [{"move": "x", "payoffs": [0, 1, 0]}]}]}}"#;
    let tree = Tree::from_json(text).unwrap();
    for name in ["maxn", "maxprob", "paranoid", "softmaxn", "probmaxn", "mpmix", "brs+"] {
        let report = ask(&format!("{name}:root=heuristic"), &tree, None);
        let probabilities: Vec<f64> = report.moves.iter().map(|m| m.probability).collect();
        assert_eq!(probabilities, [0.0, 1.0, 0.0], "{name}");
        assert_eq!(report.best.len(), 2, "{name}: `best` stays complete");
        let report = ask(&format!("{name}:root=random"), &tree, None);
        let probabilities: Vec<f64> = report.moves.iter().map(|m| m.probability).collect();
        assert_eq!(probabilities, [0.5, 0.5, 0.0], "{name}");
    }
    let report = ask("maxn:ties=random,root=heuristic", &tree, None);
    assert_eq!(report.moves[1].probability, 1.0);
}

#[test]
fn best_reply_search_needs_a_game_that_knows_passes() {
    let tree = Tree::from_json(include_str!("../../../games/trees/maxprob-figure1.json")).unwrap();
    let problem = catalog::agent(&Spec::parse("brs").unwrap(), &tree).err().unwrap();
    assert!(problem.to_string().contains("cannot pass"), "{problem}");
}

/// Figure 1 of Hashavit and Markovitch 2011.
#[test]
fn figure_1_comes_out_exactly() {
    let tree = Tree::from_json(include_str!("../../../games/trees/maxprob-figure1.json")).unwrap();
    let report = ask("maxprob", &tree, None);
    assert_eq!(report.moves[0].values[..3], [Some(0.5), Some(0.0), Some(0.5)]);
    let third = 2.0 / 3.0;
    assert!(close(report.moves[1].values[0].unwrap(), third) && close(report.moves[1].values[2].unwrap(), third));
    assert_eq!(report.best, [report.moves[1].mv]);
    let paranoid = ask("paranoid", &tree, None);
    assert_eq!((paranoid.value[0], paranoid.best.len()), (Some(0.0), 2));
    let maxn = ask("maxn:ties=random", &tree, None);
    assert!(close(maxn.moves[0].probability, 5.0 / 12.0), "{}", maxn.moves[0].probability);
    let expected = maxn.moves[0].probability * 0.5 + maxn.moves[1].probability * third;
    assert!(close(expected, 43.0 / 72.0));
}

fn fraction(text: &str) -> f64 {
    Parameter::number(text).unwrap()
}

#[test]
fn win_probabilities_are_the_exact_ones() {
    let mut checked = 0;
    for line in include_str!("data/win_probabilities.txt").lines().filter(|line| !line.starts_with('#')) {
        let (intervals, rest) = line.split_once('=').unwrap();
        let wanted: Vec<f64> = rest.split('#').next().unwrap().split_whitespace().map(fraction).collect();
        let intervals: Vec<Interval> = intervals
            .split_whitespace()
            .map(|text| text.split_once("..").unwrap())
            .map(|(low, high)| Interval { low: fraction(low), high: fraction(high) })
            .collect();
        let found = win_probabilities(&intervals);
        for (found, wanted) in found.seats(wanted.len()).iter().zip(&wanted) {
            assert!((found - wanted).abs() < 1e-12, "{line}: {found} {wanted}");
        }
        // Scale and place do not matter, not even huge ones.
        for (scale, shift) in [(1e-3, 5.0), (2f64.powi(600), 0.0), (2f64.powi(-600), 0.0)] {
            let moved: Vec<Interval> = intervals
                .iter()
                .map(|i| Interval { low: i.low * scale + shift, high: i.high * scale + shift })
                .collect();
            let found = win_probabilities(&moved);
            for (found, wanted) in found.seats(wanted.len()).iter().zip(&wanted) {
                assert!((found - wanted).abs() < 1e-11, "{line} times {scale}: {found} {wanted}");
            }
        }
        checked += 1;
    }
    assert_eq!(checked, 15);
}

/// Probabilities add up to the expected number of those who are highest, and more is never worse.
#[test]
fn win_probabilities_add_up_and_rise_with_the_own_ends() {
    for seed in 0..3000 {
        let mut rng = Rng::stream(12, seed);
        let count = 1 + rng.index(6);
        let mut intervals: Vec<Interval> = (0..count)
            .map(|_| {
                let low = rng.index(6) as f64;
                Interval { low, high: low + rng.index(4) as f64 }
            })
            .collect();
        let found = win_probabilities(&intervals);
        let sum: f64 = found.seats(count).iter().sum();
        let points = |at: f64| intervals.iter().filter(|i| i.low == at && i.high == at).count();
        if intervals.iter().all(|i| points(i.low) < 2) {
            assert!((sum - 1.0).abs() < 1e-12, "{intervals:?}: {sum}");
        }
        assert!(found.seats(count).iter().all(|p| (0.0..=1.0 + 1e-12).contains(p)), "{intervals:?}");
        let seat = rng.index(count);
        let before = found[Player::new(seat)];
        intervals[seat].high += 1.0;
        if rng.index(2) == 0 {
            intervals[seat].low += 1.0;
        }
        let after = win_probabilities(&intervals)[Player::new(seat)];
        assert!(
            after >= before - 1e-12 || intervals[seat].low != intervals[seat].high,
            "{intervals:?}: {before} {after}"
        );
    }
}
