use super::super::tree::tests::{chance, decision, end, file, random, utilities};
use super::*;
use outwit_game::{Outline, Rng};

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9 * a.abs().max(b.abs()).max(1.0)
}

fn names(events: &Events) -> Vec<String> {
    events.events().iter().map(|event| event.outcomes.join("/")).collect()
}

#[test]
fn the_party_by_hand() {
    let tree = file(include_str!("../../../games/trees/party.json"));
    let solved = tree.roll_back(&Utility::Linear).unwrap();
    assert_eq!(tree.mv(solved.best(0)[0]), "porch");
    assert!(close(solved.certainty_equivalent(0), 48.0));
    // Known weather: outdoors in the sun and indoors in the rain, 0.4 x 100 + 0.6 x 50.
    let events = Events::new(&tree).unwrap();
    assert_eq!(names(&events), ["sun/rain"]);
    assert!(close(events.information(&Utility::Linear, &[0]).unwrap().price, 22.0));
    // Each node on its own: outdoors known, 0.4 x 100 + 0.6 x 48 - 48.
    assert!(close(tree.node_information(&Utility::Linear, 1).unwrap().gain, 20.8));
}

// Raiffa, Decision Analysis, 1968, with the numbers of Shenoy 1992.
#[test]
fn the_oil_wildcatter_by_hand() {
    let tree = file(include_str!("../../../games/trees/oil.json"));
    let solved = tree.roll_back(&Utility::Linear).unwrap();
    // Drilling unasked 0.3 x 50 + 0.2 x 200 - 0.5 x 70 = 20; with the test 0.35 x 32.857 + 0.24 x 87.5 - 10 = 22.5.
    assert_eq!(tree.mv(solved.best(0)[0]), "test");
    assert!(close(solved.certainty_equivalent(0), 22.5) && close(solved.certainty_equivalent(1), 20.0));
    let events = Events::new(&tree).unwrap();
    assert_eq!(names(&events), ["dry/wet/soaking", "no-structure/open-structure/closed-structure"]);
    assert!(events.events().iter().all(|event| !event.is_split));
    assert!(close(events.events()[0].probabilities[2], 0.2));
    // The field known: drill unless it is dry, 0.3 x 50 + 0.2 x 200 = 55. The test's result known: its cost, 10, is saved.
    let gain = |known: &[usize]| events.information(&Utility::Linear, known).unwrap().gain;
    assert!(close(gain(&[0]), 32.5), "{}", gain(&[0]));
    assert!(close(gain(&[1]), 10.0), "{}", gain(&[1]));
    assert!(close(events.all_information(&Utility::Linear).unwrap().gain, 32.5));
}

#[test]
fn the_umbrella_knows_that_a_forecast_speaks_of_the_weather() {
    let tree = file(include_str!("../../../games/trees/umbrella.json"));
    let events = Events::new(&tree).unwrap();
    assert_eq!(names(&events), ["says-dry/says-rain", "rain/dry"]);
    let gain = |known: &[usize]| events.information(&Utility::Linear, known).unwrap().gain;
    // 0.3 x 70 + 0.7 x 100 - 83, and the forecast for nothing instead of for 1.
    assert!(close(gain(&[1]), 8.0) && close(gain(&[0]), 1.0) && close(gain(&[0, 1]), 8.0));
    assert_eq!(gain(&[]), 0.0);
}

#[test]
fn what_decisions_influence_is_split_by_its_probabilities() {
    let exam =
        |mv: &str, p: f64, cost: f64| chance(mv, vec![(p, end("pass", 10.0 - cost)), (1.0 - p, end("fail", -cost))]);
    let tree = DecisionTree::new(&decision("", vec![exam("study", 0.75, 3.0), exam("party", 0.25, 0.0)])).unwrap();
    let events = Events::new(&tree).unwrap();
    assert_eq!(names(&events), ["pass/fail", "pass/fail"]);
    assert!(events.events().iter().all(|event| event.is_split && event.nodes.len() == 1));
    // Without: study, 4.5. Knowing how studying ends: 7 or else party for 2.5, 0.75 x 7 + 0.25 x 2.5 = 5.875.
    assert!(close(events.information(&Utility::Linear, &[0]).unwrap().gain, 1.375));
    // Knowing how partying ends: 10 or else 4.5, 5.875 again. Both: 0.25 x 10 + 0.75 x (0.75 x 7).
    assert!(close(events.information(&Utility::Linear, &[1]).unwrap().gain, 1.375));
    assert!(close(events.all_information(&Utility::Linear).unwrap().gain, 2.5 + 0.75 * 5.25 - 4.5));
}

#[test]
fn two_tosses_on_one_way_are_two_events() {
    let toss = |mv: &str, h: Outline, t: Outline| chance(mv, vec![(0.5, h), (0.5, t)]);
    let second = |mv: &str| toss(mv, end("h", 2.0), end("t", -2.0));
    let again = |mv: &str| decision(mv, vec![second("again"), end("stop", 0.0)]);
    let tree = DecisionTree::new(&toss("", again("h"), again("t"))).unwrap();
    let events = Events::new(&tree).unwrap();
    assert_eq!(events.events().iter().map(|event| event.before).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(events.information(&Utility::Linear, &[0]).unwrap().gain, 0.0);
    assert!(close(events.information(&Utility::Linear, &[1]).unwrap().gain, 1.0));
}

#[test]
fn a_branch_that_was_left_out_is_filled_in_from_the_others() {
    // After a bad test nobody drills, so that branch is not drawn; the prior tells what it would be.
    let well = |mv: &str, p: f64| chance(mv, vec![(p, end("oil", 10.0)), (1.0 - p, end("none", -5.0))]);
    let tree = DecisionTree::new(&decision(
        "",
        vec![
            well("drill", 0.3),
            chance(
                "test",
                vec![(0.4, decision("good", vec![well("drill", 0.6), end("stop", 0.0)])), (0.6, end("bad", 0.0))],
            ),
        ],
    ))
    .unwrap();
    let events = Events::new(&tree).unwrap();
    assert!(events.events().iter().all(|event| !event.is_split));
    assert!(close(events.events()[0].probabilities[0], 0.3));
    // Without: test, 0.4 x 4. The well known: 0.3 x 10 + 0.7 x 0 - 1.6.
    let known = events.events().iter().position(|event| event.outcomes[0] == "oil").unwrap();
    assert!(close(events.information(&Utility::Linear, &[known]).unwrap().gain, 1.4));
}

/// The value of a tree of which every chance node's outcome is known, by its definition.
fn resolved(tree: &DecisionTree, node: usize, chosen: &[usize]) -> f64 {
    match tree.kind(node) {
        NodeKind::End => tree.payoff(node).unwrap(),
        NodeKind::Decision => {
            tree.children(node).map(|child| resolved(tree, child, chosen)).fold(f64::NEG_INFINITY, f64::max)
        }
        NodeKind::Chance => resolved(tree, chosen[node], chosen),
    }
}

#[test]
fn information_never_hurts_and_knowing_all_is_worth_most() {
    let mut rng = Rng::new(21);
    let mut compared = 0;
    while compared < 400 {
        let outline = Outline { mv: String::new(), ..random(&mut rng, 4, &mut 0) };
        let tree = DecisionTree::new(&outline).unwrap();
        let Ok(events) = Events::new(&tree) else { continue };
        if events.events().len() < 2 || events.worlds.len() > 200 {
            continue;
        }
        compared += 1;
        for utility in &utilities() {
            let all = events.all_information(utility).unwrap();
            for (number, event) in events.events().iter().enumerate() {
                // Step 1. Every outcome has its own name here: an event is a node, and both ways agree.
                let one = events.information(utility, &[number]).unwrap();
                let node = tree.node_information(utility, event.nodes[0]).unwrap();
                assert!(close(one.gain, node.gain) && (one.price - node.price).abs() < 1e-6, "{one:?} {node:?}");
                // Step 2. The laws.
                assert!(one.gain >= 0.0 && one.price >= 0.0 && all.gain >= one.gain - 1e-9);
                assert!(all.price >= one.price - 1e-6);
            }
            // Step 3. Knowing all, by going through every way that chance may take at every node.
            let mut ways = vec![(1.0, vec![0; tree.size()])];
            for node in (0..tree.size()).filter(|&node| tree.kind(node) == NodeKind::Chance) {
                let longer = ways.iter().flat_map(|(p, chosen)| {
                    let tree = &tree;
                    tree.children(node).map(move |child| {
                        let mut chosen = chosen.clone();
                        chosen[node] = child;
                        (p * tree.probability(child), chosen)
                    })
                });
                ways = longer.collect();
            }
            let expected: f64 = ways.iter().map(|(p, chosen)| p * utility.of(resolved(&tree, 0, chosen))).sum();
            assert!((utility.of(all.certainty_equivalent) - expected).abs() < 1e-7, "{utility}");
        }
    }
}

/// A random tree in which many chance nodes have the same outcomes, with probabilities that may or may not go together.
fn tangled(rng: &mut Rng, depth: usize, mv: &str) -> Outline {
    if depth == 0 || rng.index(5) == 0 {
        return end(mv, rng.below(9) as f64);
    }
    if rng.index(2) == 0 {
        return decision(mv, ["l", "r"].map(|mv| tangled(rng, depth - 1, mv)).to_vec());
    }
    let names = *rng.pick(&[["a", "b"], ["c", "d"]]);
    let p = *rng.pick(&[0.5, 0.5, 0.25]);
    chance(mv, [p, 1.0 - p].into_iter().zip(names.map(|mv| tangled(rng, depth - 1, mv))).collect())
}

#[test]
fn worlds_agree_with_the_tree_and_information_does_not_hurt_where_events_are_shared() {
    let mut rng = Rng::new(34);
    let (mut shared, mut split) = (0, 0);
    for _ in 0..2_000 {
        let tree = DecisionTree::new(&tangled(&mut rng, 5, "")).unwrap();
        let Ok(events) = Events::new(&tree) else { continue };
        if events.worlds.len() > 256 {
            continue;
        }
        shared += usize::from(events.events().iter().any(|event| !event.is_split && event.nodes.len() > 1));
        split += usize::from(events.events().iter().any(|event| event.is_split));
        let all: Vec<usize> = (0..events.worlds.len()).collect();
        for utility in &utilities()[..3] {
            // Step 1. With nothing known the worlds give what rolling back gives.
            let without = events.value(utility, 0.0, 0, &all);
            let rolled_back = tree.roll_back(utility).unwrap().certainty_equivalent(0);
            assert!((without - rolled_back).abs() < 1e-7, "{without} {rolled_back}");
            // Step 2. Knowing more is worth more, before what looks like rounding is cut off.
            let known = |number: usize| {
                let cell = |outcome: usize| -> Vec<usize> {
                    all.iter().copied().filter(|&world| events.outcome(world, number) == outcome).collect()
                };
                let cells = (0..events.outcomes(number)).map(cell);
                let pairs: Vec<(f64, f64)> =
                    cells.map(|cell| (events.mass(&cell), events.value(utility, 0.0, 0, &cell))).collect();
                utility.certainty_equivalent(&pairs)
            };
            let everything = events.all_information(utility).unwrap().certainty_equivalent;
            for number in 0..events.events().len() {
                assert!(known(number) > without - 1e-9 && everything > known(number) - 1e-7);
            }
        }
    }
    assert!(shared > 300 && split > 100, "{shared} {split}");
}

#[test]
fn a_signal_about_a_shared_event_is_worth_what_bayes_says() {
    let mut rng = Rng::new(8);
    for _ in 0..300 {
        // Step 1. A random joint distribution of a signal s and a state x, and payoffs of two acts in each state.
        let mut joint = [[0.0; 2]; 2];
        let mut left = 1.0;
        for cell in 0..4 {
            let p = if cell == 3 { left } else { left * (0.1 + 0.5 * rng.unit()) };
            joint[cell / 2][cell % 2] = p;
            left -= p;
        }
        let pay: [[f64; 2]; 2] = std::array::from_fn(|_| std::array::from_fn(|_| rng.below(20) as f64));
        let cost = rng.below(3) as f64;
        // Step 2. The tree: act at once, or look at the signal for its cost and act.
        let act = |act: usize, p: f64, cost: f64| {
            let name = ["left", "right"][act];
            chance(name, vec![(p, end("x0", pay[act][0] - cost)), (1.0 - p, end("x1", pay[act][1] - cost))])
        };
        let prior = joint[0][0] + joint[1][0];
        let signal = |s: usize| {
            let p = joint[s][0] + joint[s][1];
            let posterior = joint[s][0] / p;
            (p, decision(["s0", "s1"][s], vec![act(0, posterior, cost), act(1, posterior, cost)]))
        };
        let look = chance("look", vec![signal(0), signal(1)]);
        let tree = DecisionTree::new(&decision("", vec![act(0, prior, 0.0), act(1, prior, 0.0), look])).unwrap();
        // Step 3. By hand.
        let mean = |p: [f64; 2]| (0..2).map(|a| p[0] * pay[a][0] + p[1] * pay[a][1]).fold(f64::NEG_INFINITY, f64::max);
        let free = mean(joint[0]) + mean(joint[1]);
        let without = f64::max(mean([prior, 1.0 - prior]), free - cost);
        let known = prior * pay[0][0].max(pay[1][0]) + (1.0 - prior) * pay[0][1].max(pay[1][1]);
        let events = Events::new(&tree).unwrap();
        let gain = |first: &str| {
            let number = events.events().iter().position(|event| event.outcomes[0] == first).unwrap();
            events.information(&Utility::Linear, &[number]).unwrap().gain
        };
        assert!((gain("s0") - (free - without)).abs() < 1e-8, "{} {}", gain("s0"), free - without);
        assert!((gain("x0") - (known - without)).abs() < 1e-8, "{} {}", gain("x0"), known - without);
    }
}

#[test]
fn the_buying_price_leaves_one_as_well_off_as_without() {
    let tree = file(include_str!("../../../games/trees/party.json"));
    let events = Events::new(&tree).unwrap();
    for text in ["log:wealth=50", "power:gamma=3,wealth=100", "exponential:risk=50", "linear"] {
        let utility = Utility::parse(text).unwrap();
        let without = tree.roll_back(&utility).unwrap().certainty_equivalent(0);
        let told = events.information(&utility, &[0]).unwrap();
        // The weather known: outdoors in the sun and indoors in the rain, less the price.
        let paid = utility.certainty_equivalent(&[(0.4, 100.0 - told.price), (0.6, 50.0 - told.price)]);
        assert!((paid - without).abs() < 1e-9, "{text}: {paid} {without}");
        let free = utility.certainty_equivalent(&[(0.4, 100.0), (0.6, 50.0)]);
        assert!((told.gain - (free - without)).abs() < 1e-9);
    }
    // Under sqrt nobody can pay below 0: with 50 left at worst the price stops short of nothing.
    let told = events.information(&Utility::Sqrt, &[0]).unwrap();
    assert!(told.price > 0.0 && told.price <= 50.0);
}

#[test]
fn too_many_worlds_are_refused_in_a_sentence() {
    let coin =
        |index: usize| chance(&format!("c{index}"), vec![(0.5, end(&format!("h{index}"), 1.0)), (0.5, end("t", 0.0))]);
    let tree = DecisionTree::new(&decision("", (0..40).map(coin).collect())).unwrap();
    assert!(Events::new(&tree).unwrap_err().to_string().contains("too many ways"));
}
