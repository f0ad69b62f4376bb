use super::logs::{complement, log_sum};
use super::*;
use outwit_game::Rng;

/// The distribution of the best or the worst of independent children, by going through all their joint outcomes.
fn by_enumeration(aim: Aim, children: &[Vec<f64>]) -> Vec<f64> {
    let outcomes = children[0].len();
    let mut result = vec![0.0; outcomes];
    let mut joint = vec![0; children.len()];
    loop {
        let probability: f64 = joint.iter().zip(children).map(|(&outcome, child)| child[outcome]).product();
        let best = if aim == Aim::Raise { joint.iter().max() } else { joint.iter().min() };
        result[*best.unwrap()] += probability;
        let Some(place) = joint.iter().position(|&outcome| outcome + 1 < outcomes) else { return result };
        joint[place] += 1;
        joint[..place].fill(0);
    }
}

/// Both tails at every step, the larger one being what the smaller one leaves.
fn tails_are_complements(outcomes: &Outcomes) -> bool {
    (0..outcomes.count() - 1).all(|step| {
        let (above, below) = outcomes.log_above(step);
        let left = complement(above.min(below));
        left == above.max(below) || (left - above.max(below)).abs() <= 1e-12 * left.abs()
    })
}

fn drawn(rng: &mut Rng, outcomes: usize) -> Vec<f64> {
    let weights: Vec<f64> = (0..outcomes).map(|_| if rng.below(4) == 0 { 0.0 } else { rng.unit() }).collect();
    let total: f64 = weights.iter().sum();
    if total == 0.0 { drawn(rng, outcomes) } else { weights.iter().map(|weight| weight / total).collect() }
}

#[test]
fn the_product_rule_is_the_enumeration_of_independent_children() {
    let mut rng = Rng::new(1);
    for _ in 0..500 {
        let (outcomes, count) = (2 + rng.index(3), 1 + rng.index(4));
        let children: Vec<Vec<f64>> = (0..count).map(|_| drawn(&mut rng, outcomes)).collect();
        for aim in [Aim::Raise, Aim::Lower] {
            let values: Vec<Outcomes> = children.iter().map(|child| Outcomes::new(child)).collect();
            let parent = ProductRule.back_up(aim, &values);
            assert!(tails_are_complements(&parent), "{parent:?}");
            for (a, b) in parent.probabilities().iter().zip(by_enumeration(aim, &children)) {
                assert!((a - b).abs() < 1e-14, "{a} {b} {children:?}");
            }
        }
    }
}

#[test]
fn two_outcomes_follow_equations_5_and_6() {
    let children = [Outcomes::win(0.3), Outcomes::win(0.5)];
    let chance = |outcomes: Outcomes| outcomes.probabilities()[1];
    assert!((chance(ProductRule.back_up(Aim::Raise, &children)) - 0.65).abs() < 1e-15);
    assert!((chance(ProductRule.back_up(Aim::Lower, &children)) - 0.15).abs() < 1e-15);
}

#[test]
fn chances_stay_apart_where_plain_numbers_are_all_one() {
    // 1 - p^2^n in plain numbers is 1 after few levels; here the better of two stays the better.
    let (mut a, mut b) = (Outcomes::win(0.7), Outcomes::win(0.6));
    for _ in 0..12 {
        a = ProductRule.back_up(Aim::Raise, &[a.clone(), a.clone()]);
        b = ProductRule.back_up(Aim::Raise, &[b.clone(), b.clone()]);
    }
    assert_eq!((a.probabilities()[1], b.probabilities()[1]), (1.0, 1.0));
    let exact = |fails: f64| 4096.0 * f64::ln(fails);
    assert!((a.log_above(0).1 - exact(0.3)).abs() < 1e-9 && (b.log_above(0).1 - exact(0.4)).abs() < 1e-9);
    assert!(a.log_odds(&[0.0, 1.0]) > b.log_odds(&[0.0, 1.0]) + 1000.0);
    // And at the other end, through the other rule, the small tail is a sum of small ones.
    let both = ProductRule.back_up(Aim::Lower, &[a.clone(), a.clone()]);
    assert!((both.log_above(0).1 - (exact(0.3) + f64::ln(2.0))).abs() < 1e-9);
}

#[test]
fn certain_and_impossible_outcomes_stay_so() {
    let (win, loss) = (Outcomes::known(1, 2), Outcomes::known(0, 2));
    assert_eq!(ProductRule.back_up(Aim::Raise, &[loss.clone(), win.clone()]), win);
    assert_eq!(ProductRule.back_up(Aim::Lower, &[loss.clone(), win.clone()]), loss);
    assert!(win.log_odds(&[-1.0, 1.0]).is_finite() && win.log_odds(&[-1.0, 1.0]) > 1e17);
}

#[test]
fn logarithms_of_complements_are_precise_at_both_ends() {
    for p in [1e-300, 1e-17, 1e-9, 0.3, 0.5, 0.9] {
        // A logarithm of -700 has its own rounding, which becomes a relative error of e to it.
        assert!((complement(f64::ln(p)) - f64::ln_1p(-p)).abs() <= 1e-12 * f64::ln_1p(-p).abs(), "{p}");
        assert!((complement(f64::ln_1p(-p)) - f64::ln(p)).abs() <= 1e-15 * f64::ln(p).abs(), "{p}");
    }
    assert_eq!((complement(0.0), complement(f64::NEG_INFINITY)), (f64::NEG_INFINITY, 0.0));
    assert_eq!(log_sum([f64::NEG_INFINITY; 2].into_iter()), f64::NEG_INFINITY);
}

/// Whatever joint distribution two children have, the parent's chance lies in the bounds, and both ends are reached.
#[test]
fn bounds_hold_for_every_dependence_and_are_tight() {
    let mut rng = Rng::new(2);
    for _ in 0..300 {
        // A joint distribution over win and loss of three children.
        let joint = drawn(&mut rng, 8);
        let marginal =
            |child: usize| (0..8).filter(|world| world >> child & 1 == 1).map(|world| joint[world]).sum::<f64>();
        let children: Vec<Bounds> = (0..3).map(|child| Bounds::win(marginal(child), marginal(child))).collect();
        for (aim, chance) in [(Aim::Raise, 1.0 - joint[0]), (Aim::Lower, joint[7])] {
            let (low, high) = AnyDependence.back_up(aim, &children).above(0);
            assert!(low - 1e-12 <= chance && chance <= high + 1e-12, "{low} {chance} {high}");
        }
    }
    let children = [Bounds::win(0.3, 0.3), Bounds::win(0.5, 0.6)];
    assert_eq!(AnyDependence.back_up(Aim::Raise, &children).above(0), (0.5, 0.8999999999999999));
    let (low, high) = AnyDependence.back_up(Aim::Lower, &children).above(0);
    assert_eq!((low, high), (0.0, 0.3));
    let likely = [Bounds::win(0.9, 0.9), Bounds::win(0.8, 1.0)];
    assert!((AnyDependence.back_up(Aim::Lower, &likely).above(0).0 - 0.7).abs() < 1e-15);
    assert_eq!(AnyDependence.back_up(Aim::Raise, &likely).above(0), (0.9, 1.0));
    assert_eq!(Bounds::known(&[0.25, 0.25, 0.5]).above(1), (0.5, 0.5));
}

#[test]
fn the_expectation_under_a_model_is_minimax_the_average_or_between() {
    let values = [0.2, 0.8, 0.5].map(Prospect);
    let up = |model: PlayerModel, aim| model.back_up(aim, &values).0;
    assert_eq!((up(PlayerModel::Best, Aim::Raise), up(PlayerModel::Best, Aim::Lower)), (0.8, 0.2));
    assert_eq!(up(PlayerModel::Uniform, Aim::Raise), 0.5);
    let soft = |rationality| up(PlayerModel::Boltzmann { rationality }, Aim::Raise);
    assert_eq!((soft(0.0), soft(f64::INFINITY)), (0.5, 0.8));
    let by_hand = (0.2 * f64::exp(0.4) + 0.8 * f64::exp(1.6) + 0.5 * f64::exp(1.0))
        / (f64::exp(0.4) + f64::exp(1.6) + f64::exp(1.0));
    assert!((soft(2.0) - by_hand).abs() < 1e-15);
    // The p of p.v is told too, and is the same model.
    for aim in [Aim::Raise, Aim::Lower] {
        for model in [PlayerModel::Best, PlayerModel::Uniform, PlayerModel::Boltzmann { rationality: 3.0 }] {
            let plain = values.map(|value| value.0);
            let mean: f64 = model.probabilities(aim, &plain).iter().zip(plain).map(|(p, v)| p * v).sum();
            assert!((mean - up(model, aim)).abs() < 1e-15);
        }
    }
}

#[test]
fn later_choices_multiply_distributions_of_values() {
    // Two fair 0/1 leaves: the smaller is 1 with 1/4; the larger of two such with 7/16.
    let fair = FutureValues::new(vec![(1.0, 1.0), (0.0, 1.0)]);
    let smaller = BestLater.back_up(Aim::Lower, &[fair.clone(), fair.clone()]);
    assert_eq!(smaller.spikes(), [(0.0, 0.75), (1.0, 0.25)]);
    assert_eq!(BestLater.back_up(Aim::Raise, &[smaller.clone(), smaller]).mean(), Prospect(7.0 / 16.0));
    assert_eq!(BestLater.back_up(Aim::Raise, &[FutureValues::certain(1.0), FutureValues::certain(2.0)]).mean().0, 2.0);
    // With 0/1 spikes it is the product rule.
    let children = [0.3, 0.6].map(|p| FutureValues::new(vec![(0.0, 1.0 - p), (1.0, p)]));
    let product = ProductRule.back_up(Aim::Raise, &[Outcomes::win(0.3), Outcomes::win(0.6)]);
    assert!((BestLater.back_up(Aim::Raise, &children).mean().0 - product.probabilities()[1]).abs() < 1e-15);
}
