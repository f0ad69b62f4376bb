use super::*;
use outwit_game::{Interval, Rng};

pub(crate) fn end(mv: &str, payoff: f64) -> Outline {
    Outline { mv: mv.to_string(), payoffs: Some(vec![payoff]), ..Outline::default() }
}

pub(crate) fn chance(mv: &str, children: Vec<(f64, Outline)>) -> Outline {
    let children = children.into_iter().map(|(p, child)| Outline { probability: Some(p), ..child }).collect();
    Outline { mv: mv.to_string(), turn: Some(OutlineTurn::Chance), children, ..Outline::default() }
}

pub(crate) fn decision(mv: &str, children: Vec<Outline>) -> Outline {
    Outline { mv: mv.to_string(), turn: Some(OutlineTurn::Of(Player::FIRST)), children, ..Outline::default() }
}

pub(crate) fn file(text: &str) -> DecisionTree {
    let (players, outline) = outwit_games::tree::read(text).unwrap();
    assert_eq!(players, 1);
    DecisionTree::new(&outline).unwrap()
}

/// A random tree with payoffs from 0 to 8; every outcome has a name of its own, so that every node is an event of its own.
pub(crate) fn random(rng: &mut Rng, depth: usize, name: &mut usize) -> Outline {
    *name += 1;
    let mv = format!("m{name}");
    if depth == 0 || rng.index(4) == 0 {
        return end(&mv, rng.below(9) as f64);
    }
    let count = 1 + rng.index(3);
    let children: Vec<Outline> = (0..count).map(|_| random(rng, depth - 1, name)).collect();
    if rng.index(2) == 0 {
        return decision(&mv, children);
    }
    let weights: Vec<f64> = (0..count).map(|_| 1.0 + rng.below(4) as f64).collect();
    let total: f64 = weights.iter().sum();
    chance(&mv, weights.iter().map(|w| w / total).zip(children).collect())
}

pub(crate) fn utilities() -> [Utility; 4] {
    ["linear", "log:wealth=2", "exponential:risk=3", "table:points=(-9:-30,0:0,3:5,9:8)"]
        .map(|text| Utility::parse(text).unwrap())
}

/// Every lottery that some policy leads to from a node, as (probability, payoff) pairs.
fn policies(tree: &DecisionTree, node: usize) -> Vec<Vec<(f64, f64)>> {
    match tree.kind(node) {
        NodeKind::End => vec![vec![(1.0, tree.payoff(node).unwrap())]],
        NodeKind::Decision => tree.children(node).flat_map(|child| policies(tree, child)).collect(),
        NodeKind::Chance => tree.children(node).fold(vec![Vec::new()], |so_far, child| {
            let next = policies(tree, child);
            let p = tree.probability(child);
            let joined = so_far.iter().flat_map(|left| {
                next.iter()
                    .map(move |right| left.iter().copied().chain(right.iter().map(move |(q, x)| (p * q, *x))).collect())
            });
            joined.collect()
        }),
    }
}

#[test]
fn rolling_back_finds_the_best_of_all_policies() {
    let mut rng = Rng::new(1);
    let mut compared = 0;
    for _ in 0..1_500 {
        let tree = DecisionTree::new(&Outline { mv: String::new(), ..random(&mut rng, 4, &mut 0) }).unwrap();
        for utility in &utilities() {
            let solved = tree.roll_back(utility).unwrap();
            let profile = solved.risk_profile();
            assert!((profile.mean() - solved.expected_payoff(0)).abs() < 1e-9);
            let promised = profile.expected_utility(utility).unwrap();
            assert!((promised - solved.expected_utility(0)).abs() < 1e-7, "ties may differ by their tolerance");
            let all = policies(&tree, 0);
            if all.len() > 2_000 {
                continue;
            }
            compared += usize::from(all.len() > 1);
            let expect = |pairs: &Vec<(f64, f64)>| pairs.iter().map(|&(p, x)| p * utility.of(x)).sum::<f64>();
            let best = all.iter().map(expect).fold(f64::NEG_INFINITY, f64::max);
            assert!((best - solved.expected_utility(0)).abs() < 1e-9, "{utility}");
            assert!((utility.inverse(best).unwrap() - solved.certainty_equivalent(0)).abs() < 1e-7);
        }
    }
    assert!(compared > 1_000, "{compared}");
}

#[test]
fn all_equally_good_moves_are_best() {
    let even = |mv: &str| chance(mv, vec![(0.5, end("h", 0.0)), (0.5, end("t", 4.0))]);
    let tree =
        DecisionTree::new(&decision("", vec![end("a", 1.0), end("b", 2.0), even("c"), end("d", 2.0 - 1e-10)])).unwrap();
    let best = |utility: Utility| {
        let moves: Vec<String> =
            tree.roll_back(&utility).unwrap().best(0).iter().map(|&node| tree.mv(node).to_string()).collect();
        moves.concat()
    };
    assert_eq!(best(Utility::Linear), "bcd");
    assert_eq!(best(Utility::Exponential { risk: 1.0 }), "bd");
    // A huge risk tolerance squeezes utilities together, and not the answers.
    assert_eq!(best(Utility::Exponential { risk: 1e6 }), "bd");
    assert_eq!(tree.place(3), "/c");
}

#[test]
fn frontier_leaves_pay_what_they_are_worth() {
    let leaf = |mv: &str| Outline { mv: mv.to_string(), ..Outline::default() };
    let tree = DecisionTree::new(&decision(
        "",
        vec![
            Outline { heuristic: Some(vec![3.0]), interval: Some(vec![Interval::point(9.0)]), ..leaf("a~/") },
            Outline { interval: Some(vec![Interval { low: 1.0, high: 2.0 }]), ..leaf("b") },
            Outline { spikes: Some(vec![(0.0, 0.25), (8.0, 0.75)]), ..leaf("c") },
        ],
    ))
    .unwrap();
    assert_eq!([1, 2, 3].map(|node| tree.payoff(node).unwrap()), [3.0, 1.5, 6.0]);
    assert_eq!(tree.place(1), "/a~0~1");
    assert_eq!((tree.place(0), tree.payoff(0)), ("/".to_string(), None));
}

#[test]
fn what_is_no_decision_problem_is_told_why_and_where() {
    let seat2 = Outline { turn: Some(OutlineTurn::Of(Player::SECOND)), ..decision("a", vec![end("b", 1.0)]) };
    let set = |mv: &str| Outline { set: Some("blind".to_string()), ..decision(mv, vec![end("b", 1.0)]) };
    for (outline, part) in [
        (decision("", vec![seat2]), "at /a: it is seat 2's turn, and a decision problem has seat 1 and chance only"),
        (decision("", vec![set("x"), set("y")]), "at /y: the set `blind` has several nodes"),
        (Outline::default(), "at /: a node without moves needs a payoff"),
        (Outline { payoffs: Some(vec![1.0, 2.0]), ..end("", 0.0) }, "one seat, and 2 get a payoff here"),
        (end("", f64::NAN), "the payoff NaN is not a finite number"),
        (Outline { turn: None, ..decision("", vec![end("b", 1.0)]) }, "needs a turn"),
        (Outline { payoffs: Some(vec![1.0]), ..decision("", vec![end("b", 1.0)]) }, "is over and has no moves"),
        (decision("", vec![end("b", 1.0), end("b", 1.0)]), "two moves are called `b`"),
        (chance("", vec![(0.5, end("b", 1.0)), (0.4, end("c", 1.0))]), "add up to 0.9, not to 1"),
        (chance("", vec![(0.0, end("b", 1.0)), (1.0, end("c", 1.0))]), "the outcome `b` needs a probability"),
    ] {
        let problem = DecisionTree::new(&outline).unwrap_err().to_string();
        assert!(problem.contains(part), "{problem}");
    }
    assert!(DecisionTree::new(&decision("", vec![set("x"), end("y", 0.0)])).is_ok(), "a set of one hides nothing");
    let debt = DecisionTree::new(&decision("", vec![end("pay", -5.0)])).unwrap();
    let problem = debt.roll_back(&Utility::Sqrt).unwrap_err().to_string();
    assert!(problem.starts_with("at /pay: the payoff -5 has no utility under sqrt"), "{problem}");
}

#[test]
fn the_umbrella_by_hand() {
    let tree = file(include_str!("../../../games/trees/umbrella.json"));
    let solved = tree.roll_back(&Utility::Linear).unwrap();
    // Dry forecast: leave it, (28 x 99 - 3) / 31; wet forecast: take it, (12 x 69 + 7 x 79) / 19. Together 55.38 + 27.62.
    assert!((solved.certainty_equivalent(0) - 83.0).abs() < 1e-9);
    assert_eq!(solved.best(0), [1]);
    // 77 for taking it and 70 for leaving it unasked.
    assert!((solved.certainty_equivalent(2) - 77.0).abs() < 1e-9);
    assert!((solved.certainty_equivalent(3) - 70.0).abs() < 1e-9);
    let profile = solved.risk_profile();
    let told: Vec<(f64, f64)> = profile.outcomes().iter().map(|(p, x)| ((p * 100.0).round(), *x)).collect();
    assert_eq!(told, [(6.0, -1.0), (24.0, 69.0), (14.0, 79.0), (56.0, 99.0)]);
}

#[test]
fn the_house_is_insured_by_those_who_do_not_like_risk() {
    let tree = file(include_str!("../../../games/trees/insurance.json"));
    let linear = tree.roll_back(&Utility::Linear).unwrap();
    assert_eq!((tree.mv(linear.best(0)[0]), linear.certainty_equivalent(0).round()), ("bear-it", 59500.0));
    let log = Utility::parse("log").unwrap();
    let solved = tree.roll_back(&log).unwrap();
    assert_eq!((tree.mv(solved.best(0)[0]), solved.certainty_equivalent(0)), ("insure", 59400.0));
    // 60000 x (1/6)^0.01
    assert!((solved.certainty_equivalent(2) - 58_934.518).abs() < 1e-2, "{}", solved.certainty_equivalent(2));
}
