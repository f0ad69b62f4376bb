use super::*;
use crate::tree::tests::{chance, decision, end, random, utilities};
use outwit_game::{Outline, OutlineTurn, Rng};

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

fn party() -> DecisionTree {
    let weather = |mv: &str, sun: f64, rain: f64| chance(mv, vec![(0.4, end("sun", sun)), (0.6, end("rain", rain))]);
    let places = vec![weather("outdoors", 100.0, 0.0), weather("porch", 90.0, 20.0), weather("indoors", 40.0, 50.0)];
    DecisionTree::new(&decision("", places)).unwrap()
}

#[test]
fn the_party_hangs_on_the_sun_most() {
    let tree = party();
    let found = tree.sensitivity(&Utility::Linear, Step::OfItself(0.1)).unwrap();
    // Five payoffs, for nothing is 0 twice, and one probability: it rains when the sun does not shine.
    assert_eq!((found.len(), tree.input_count()), (6, 6));
    let of = |kind: InputKind, base: f64| {
        let found = found.iter().find(|one| one.kind == kind && one.base == base).unwrap();
        let [low, high] = &found.moved;
        let name = |moved: &Moved| tree.mv(moved.best[0]).to_string();
        let values = [low, high].map(|moved| moved.certainty_equivalent.unwrap());
        (found.nodes.len(), values, [name(low), name(high)])
    };
    // By hand: 20 + 70 p on the porch, 50 - 10 p indoors, 100 p outdoors.
    let (nodes, values, names) = of(InputKind::Probability, 0.4);
    assert_eq!((nodes, names), (3, ["indoors".to_string(), "porch".to_string()]));
    assert!(close(values[0], 46.4) && close(values[1], 50.8), "{values:?}");
    let (_, values, names) = of(InputKind::Payoff, 90.0);
    assert_eq!(names, ["indoors", "porch"]);
    assert!(close(values[0], 46.0) && close(values[1], 51.6), "{values:?}");
    let (_, values, _) = of(InputKind::Payoff, 20.0);
    assert!(close(values[0], 46.8) && close(values[1], 49.2), "{values:?}");
    let (_, values, _) = of(InputKind::Payoff, 100.0);
    assert!(close(values[0], 48.0) && close(values[1], 48.0), "{values:?}");
    let swings: Vec<f64> = found.iter().map(|one| one.swing(48.0)).collect();
    assert!(swings.is_sorted_by(|a, b| a >= b) && close(swings[0], 5.6), "{swings:?}");
}

/// The outline with another number where this name stands.
fn rewritten(outline: &Outline, kind: InputKind, name: &str, input: f64) -> Outline {
    let mut copy = outline.clone();
    copy.children = outline.children.iter().map(|child| rewritten(child, kind, name, input)).collect();
    if kind == InputKind::Payoff && copy.mv == name && copy.payoffs.is_some() {
        copy.payoffs = Some(vec![input]);
    }
    if kind == InputKind::Probability
        && copy.turn == Some(OutlineTurn::Chance)
        && let Some(at) = copy.children.iter().position(|child| child.mv == name)
    {
        let old = copy.children[at].probability.unwrap();
        for (place, child) in copy.children.iter_mut().enumerate() {
            let p = child.probability.unwrap();
            child.probability = Some(if place == at { input } else { p * (1.0 - input) / (1.0 - old) });
        }
    }
    if copy.turn == Some(OutlineTurn::Chance) {
        // Outcomes that cannot come any more may not stand in a tree.
        copy.children.retain(|child| child.probability.is_none_or(|p| p > 1e-300));
    }
    copy
}

#[test]
fn each_answer_is_that_of_the_tree_written_anew() {
    let mut rng = Rng::new(5);
    let mut looked_at = 0;
    for _ in 0..40 {
        let outline = random(&mut rng, 4, &mut 0);
        let tree = DecisionTree::new(&outline).unwrap();
        for utility in utilities() {
            for share in [0.1, 0.7] {
                for one in tree.sensitivity(&utility, Step::OfItself(share)).unwrap() {
                    assert_eq!(one.nodes.len(), 1, "every name is there once");
                    for moved in &one.moved {
                        let again = DecisionTree::new(&rewritten(&outline, one.kind, &one.name, moved.input)).unwrap();
                        let wanted = again.roll_back(&utility).ok().map(|solved| solved.certainty_equivalent(0));
                        match (wanted, moved.certainty_equivalent) {
                            (Some(a), Some(b)) => assert!((a - b).abs() < 1e-9 * (1.0 + a.abs()), "{a} {b}"),
                            (a, b) => assert_eq!(a, b),
                        }
                        looked_at += 1;
                    }
                }
            }
        }
    }
    assert!(looked_at > 1_000, "{looked_at}");
}

#[test]
fn a_payoff_without_utility_is_not_told() {
    let tree = DecisionTree::new(&chance("", vec![(0.5, end("a", -1.0)), (0.5, end("b", 3.0))])).unwrap();
    let utility = Utility::parse("log:wealth=1.05").unwrap();
    let found = tree.sensitivity(&utility, Step::OfItself(0.1)).unwrap();
    let a = found.iter().find(|one| one.kind == InputKind::Payoff && one.name == "a").unwrap();
    assert_eq!((a.moved[0].certainty_equivalent, a.moved[1].certainty_equivalent.is_some()), (None, true));
    assert!(a.moved[0].best.is_empty());
}
