//! One family of siblings at a time, against every assignment of values written out.

use super::*;
use outwit_game::Rng;

fn random_siblings(rng: &mut Rng, siblings: &mut Siblings) -> Vec<Vec<Spike>> {
    siblings.clear();
    let lists: Vec<Vec<Spike>> = (0..1 + rng.index(4))
        .map(|_| {
            let count = 1 + rng.index(4);
            let mut xs: Vec<f64> = (0..count).map(|_| rng.index(9) as f64 / 4.0 - 1.0).collect();
            xs.sort_by(f64::total_cmp);
            let weights: Vec<f64> = (0..count).map(|_| 1.0 + rng.index(5) as f64).collect();
            let total: f64 = weights.iter().sum();
            xs.iter().zip(&weights).map(|(&x, weight)| Spike { x, p: weight / total }).collect()
        })
        .collect();
    for list in &lists {
        for spike in list {
            siblings.push(spike.x, spike.p);
        }
        siblings.end();
    }
    lists
}

/// Calls `visit` with the probability, the values and the places of every assignment.
fn assignments(lists: &[Vec<Spike>], mut visit: impl FnMut(f64, &[f64], &[usize])) {
    let mut places = vec![0; lists.len()];
    loop {
        let chosen: Vec<Spike> = lists.iter().zip(&places).map(|(list, &place)| list[place]).collect();
        let values: Vec<f64> = chosen.iter().map(|spike| spike.x).collect();
        visit(chosen.iter().map(|spike| spike.p).product(), &values, &places);
        let Some(turn) = (0..lists.len()).find(|&at| places[at] + 1 < lists[at].len()) else { return };
        places[turn] += 1;
        places[..turn].fill(0);
    }
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * b.abs().max(1.0)
}

/// Any function of the parent's value will do as its influence.
fn worth(x: f64) -> Influence {
    Influence { most: x * x - 0.3 * x, own: 2.0 - x }
}

/// Compares the spikes and influences of one rule with the ensemble; `settle` is what the rule makes of values, as a
/// list of outcomes with probabilities.
fn compare(lists: &[Vec<Spike>], siblings: &Siblings, spikes: &[Spike], settle: impl Fn(&[f64]) -> Vec<Spike>) {
    let mut masses = vec![0.0; spikes.len()];
    let mut given: Vec<Vec<Influence>> = lists.iter().map(|list| vec![Influence::default(); list.len()]).collect();
    assignments(lists, |p, values, places| {
        for outcome in settle(values) {
            let at = spikes.iter().position(|spike| close(spike.x, outcome.x)).expect("the value is a spike");
            masses[at] += p * outcome.p;
            for (sibling, &place) in places.iter().enumerate() {
                given[sibling][place].add(p * outcome.p / lists[sibling][place].p, worth(outcome.x));
            }
        }
    });
    for (spike, mass) in spikes.iter().zip(&masses) {
        assert!(close(spike.p, *mass), "{spike:?} should have {mass}");
    }
    for (sibling, wanted) in given.iter().enumerate() {
        for (found, wanted) in siblings.influences(sibling).iter().zip(wanted) {
            assert!(close(found.most, wanted.most) && close(found.own, wanted.own), "{found:?} {wanted:?}");
        }
    }
}

#[test]
fn decisions_are_the_ensemble() {
    let mut siblings = Siblings::default();
    for seed in 0..2000 {
        let lists = random_siblings(&mut Rng::stream(41, seed), &mut siblings);
        for pull in [Pull::Up, Pull::Down] {
            let spikes = siblings.decide(pull, 0).to_vec();
            assert!(spikes.windows(2).all(|pair| pair[0].x < pair[1].x));
            let of_parent: Vec<Influence> = spikes.iter().map(|spike| worth(spike.x)).collect();
            siblings.influence(&of_parent);
            compare(&lists, &siblings, &spikes, |values| {
                let pick = if pull == Pull::Up { f64::max } else { f64::min };
                vec![Spike { x: values.iter().copied().reduce(pick).unwrap(), p: 1.0 }]
            });
        }
    }
}

#[test]
fn chance_is_the_mixture_or_the_sum() {
    let mut siblings = Siblings::default();
    for seed in 0..1000 {
        let mut rng = Rng::stream(43, seed);
        let lists = random_siblings(&mut rng, &mut siblings);
        let weights: Vec<f64> = lists.iter().map(|_| 1.0 + rng.index(3) as f64).collect();
        let total: f64 = weights.iter().sum();
        let chances: Vec<f64> = weights.iter().map(|weight| weight / total).collect();
        let spikes = siblings.mix(&chances, 0).to_vec();
        siblings.influence_of_mixture(&chances, &spikes.iter().map(|spike| worth(spike.x)).collect::<Vec<_>>());
        compare(&lists, &siblings, &spikes, |values| {
            values.iter().zip(&chances).map(|(&x, &p)| Spike { x, p }).collect()
        });
        // Sums come about in several orders, so near neighbours may be one value; only means are compared.
        let spikes = siblings.add_up(&chances, 0).to_vec();
        let means: f64 = lists.iter().zip(&chances).map(|(list, chance)| chance * mean(list)).sum();
        assert!(close(mean(&spikes), means));
        let line = |x: f64| Influence { most: 3.0 * x - 1.0, own: -x };
        siblings.influence_of_sum(&chances, &spikes.iter().map(|spike| line(spike.x)).collect::<Vec<_>>());
        for (sibling, list) in lists.iter().enumerate() {
            for (spike, found) in list.iter().zip(siblings.influences(sibling)) {
                let wanted = line(means + chances[sibling] * (spike.x - mean(list)));
                assert!(close(found.most, wanted.most) && close(found.own, wanted.own), "{found:?} {wanted:?}");
            }
        }
    }
}

#[test]
fn merging_keeps_the_mean_and_what_is_expected_of_the_root() {
    let mut siblings = Siblings::default();
    for seed in 0..1000 {
        let lists = random_siblings(&mut Rng::stream(47, seed), &mut siblings);
        for pull in [Pull::Up, Pull::Down] {
            let all = siblings.decide(pull, 0).to_vec();
            for cap in 1..6 {
                let few = siblings.decide(pull, cap).to_vec();
                assert!(few.len() <= cap && close(mean(&few), mean(&all)));
                assert!(close(few.iter().map(|spike| spike.p).sum(), 1.0));
                siblings.influence(&few.iter().map(|spike| worth(spike.x)).collect::<Vec<_>>());
                let expected: f64 = few.iter().map(|spike| spike.p * worth(spike.x).most).sum();
                for (sibling, list) in lists.iter().enumerate() {
                    let influences = siblings.influences(sibling);
                    let found: f64 = list.iter().zip(influences).map(|(spike, i)| spike.p * i.most).sum();
                    assert!(close(found, expected));
                }
            }
        }
    }
}

#[test]
fn probabilities_too_small_to_multiply_do_no_harm() {
    let mut siblings = Siblings::default();
    for _ in 0..40 {
        siblings.push(0.0, 1e-200);
        siblings.push(1.0, 1.0);
        siblings.end();
    }
    let spikes = siblings.decide(Pull::Up, 0).to_vec();
    assert_eq!(spikes, [Spike { x: 1.0, p: 1.0 }]);
    siblings.influence_at_root();
    for sibling in 0..40 {
        assert!(siblings.influences(sibling).iter().all(|influence| close(influence.most, 1.0)));
    }
}

#[test]
fn the_chance_that_another_has_more_is_that_of_all_assignments() {
    let mut siblings = Siblings::default();
    for seed in 0..300 {
        let lists = random_siblings(&mut Rng::stream(6, seed), &mut siblings);
        for sibling in 0..lists.len() {
            let mut wanted = 0.0;
            assignments(&lists, |p, values, _| {
                wanted += if values.iter().any(|&value| value > values[sibling]) { p } else { 0.0 };
            });
            assert!(close(siblings.chance_of_more(sibling), wanted), "{lists:?}");
        }
    }
}
