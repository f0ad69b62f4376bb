//! A belief over models of one player, and how it learns without being sure too soon.
//!
//! Bayes' rule (Sarratt, Pynadath and Jhala 2014, equation 1) is right when one of the models is, and the likelihoods are
//! exact. Neither is so in practice: then it becomes certain of a wrong model and never recovers. The guards are options,
//! each for its own trouble.

/// What keeps a belief from being sure too soon.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Guards {
    /// The share of every likelihood that is uniform: no move is impossible to any model.
    pub floor: f64,
    /// The share of the prior that is mixed in after every update: for players who may change.
    pub mixing: f64,
    /// The power likelihoods are taken to: below 1 evidence counts less.
    pub tempering: f64,
    /// Polynomial weights with this rate in the place of Bayes' rule (Blum and Mansour 2007): w (1 - rate * loss), where the
    /// loss is the probability that the model gave to other moves.
    pub polynomial: Option<f64>,
}

impl Default for Guards {
    fn default() -> Guards {
        Guards { floor: 0.05, mixing: 0.0, tempering: 1.0, polynomial: None }
    }
}

impl Guards {
    /// Bayes' rule and nothing else.
    pub const NONE: Guards = Guards { floor: 0.0, mixing: 0.0, tempering: 1.0, polynomial: None };

    /// A likelihood as the guards let it count, where so many moves were possible.
    pub fn likelihood(&self, probability: f64, moves: usize) -> f64 {
        (1.0 - self.floor) * probability + self.floor / moves.max(1) as f64
    }
}

/// A belief over models: never negative, never anything but a probability distribution.
#[derive(Clone, PartialEq, Debug)]
pub struct Filter {
    prior: Vec<f64>,
    belief: Vec<f64>,
    guards: Guards,
}

impl Filter {
    /// Starts from a prior, which need not add up to 1. What is not a positive number counts as 0; where nothing is left,
    /// all models are equally likely.
    pub fn new(prior: &[f64], guards: Guards) -> Filter {
        let mut prior: Vec<f64> = prior.iter().map(|&p| if p > 0.0 && p.is_finite() { p } else { 0.0 }).collect();
        if !normalise(&mut prior) {
            let alike = 1.0 / prior.len() as f64;
            prior.fill(alike);
        }
        Filter { belief: prior.clone(), prior, guards }
    }

    /// The probability of each model.
    pub fn belief(&self) -> &[f64] {
        &self.belief
    }

    /// The guards.
    pub fn guards(&self) -> &Guards {
        &self.guards
    }

    /// Believes this from now on; nothing changes where it is no distribution.
    pub fn set(&mut self, belief: &[f64]) {
        let is_share = |p: &f64| *p >= 0.0 && p.is_finite();
        let mut next = belief.to_vec();
        if next.len() == self.belief.len() && next.iter().all(is_share) && normalise(&mut next) {
            self.belief = next;
        }
    }

    /// Learns from one move: `probabilities` says how likely each model thought it, among `moves` possible ones. False, and
    /// nothing learnt, when that says nothing: a number is not a probability, or no model thought the move possible.
    pub fn update(&mut self, probabilities: &[f64], moves: usize) -> bool {
        let is_probability = |p: &f64| (0.0..=1.0 + 1e-9).contains(p);
        if probabilities.len() != self.belief.len() || !probabilities.iter().all(is_probability) {
            return false;
        }
        let Guards { mixing, tempering, polynomial, .. } = self.guards;
        let mut next: Vec<f64> = (self.belief.iter().zip(probabilities))
            .map(|(&belief, &probability)| {
                let likelihood = self.guards.likelihood(probability.min(1.0), moves);
                belief
                    * match polynomial {
                        Some(rate) => 1.0 - rate * (1.0 - likelihood),
                        None if tempering == 1.0 => likelihood,
                        None => libm::pow(likelihood, tempering),
                    }
            })
            .collect();
        if !normalise(&mut next) {
            return false;
        }
        for (next, prior) in next.iter_mut().zip(&self.prior) {
            *next = (1.0 - mixing) * *next + mixing * prior;
        }
        self.belief = next;
        true
    }
}

/// Makes numbers add up to 1. False, and nothing changed, where they cannot.
fn normalise(numbers: &mut [f64]) -> bool {
    let total: f64 = numbers.iter().sum();
    if !(total > 0.0 && total.is_finite()) {
        return false;
    }
    // Twice: the first sum of tiny numbers may be rounded badly.
    numbers.iter_mut().for_each(|number| *number /= total);
    let total: f64 = numbers.iter().sum();
    numbers.iter_mut().for_each(|number| *number /= total);
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use outwit_game::Rng;

    #[test]
    fn bayes_rule_is_bayes_rule() {
        let mut filter = Filter::new(&[0.5, 0.25, 0.25], Guards::NONE);
        assert!(filter.update(&[0.2, 0.4, 0.0], 3));
        assert_eq!(filter.belief(), [0.5, 0.5, 0.0]);
    }

    #[test]
    fn a_guarded_belief_is_never_certain_and_recovers() {
        // With a floor of 0.05 and two moves the likelihoods are 0.975 and 0.025: the odds grow by 39 a move, and no faster.
        let mut filter = Filter::new(&[1.0, 1.0], Guards::default());
        for moves in 1..=20 {
            filter.update(&[1.0, 0.0], 2);
            let wanted = 1.0 / (1.0 + 39f64.powi(moves));
            assert!((filter.belief()[1] / wanted - 1.0).abs() < 1e-9, "{moves} moves: {:?}", filter.belief());
        }
        (0..21).for_each(|_| assert!(filter.update(&[0.0, 1.0], 2)));
        assert!((filter.belief()[1] - 39.0 / 40.0).abs() < 1e-9, "{:?}", filter.belief());
        // Without guards one move is enough for ever.
        let mut bare = Filter::new(&[1.0, 1.0], Guards::NONE);
        assert!(bare.update(&[1.0, 0.0], 2) && !bare.update(&[0.0, 1.0], 2));
        assert_eq!(bare.belief(), [1.0, 0.0]);
        let mut careful = Filter::new(&[1.0, 1.0], Guards { mixing: 0.02, ..Guards::default() });
        for _ in 0..200 {
            careful.update(&[1.0, 0.0], 2);
        }
        assert!(careful.belief()[1] >= 0.01);
        (0..5).for_each(|_| assert!(careful.update(&[0.0, 1.0], 2)));
        assert!(careful.belief()[1] > 0.9);
    }

    /// Any numbers at all: likelihoods that underflow, are none, or are infinite; guards at the ends of their ranges.
    #[test]
    fn a_belief_stays_a_probability_distribution_whatever_it_is_told() {
        let extremes = [0.0, 1e-320, 1e-300, f64::MIN_POSITIVE, 1e-9, 0.5, 1.0, 1.0 + 1e-12, 2.0, -1.0, -0.0];
        let strange = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX];
        let all: Vec<f64> = extremes.into_iter().chain(strange).collect();
        for seed in 0..2000 {
            let mut rng = Rng::stream(12, seed);
            let models = 1 + rng.index(6);
            let share = |rng: &mut Rng| [0.0, 1e-300, 0.05, 0.5, 1.0][rng.index(5)];
            let guards = Guards {
                floor: share(&mut rng),
                mixing: share(&mut rng),
                tempering: [0.0, 0.5, 1.0, 50.0][rng.index(4)],
                polynomial: (rng.index(3) == 0).then(|| share(&mut rng)),
            };
            let draw = |rng: &mut Rng| (0..models).map(|_| *rng.pick(&all)).collect::<Vec<f64>>();
            let mut filter = Filter::new(&draw(&mut rng), guards);
            for _ in 0..60 {
                let told = draw(&mut rng);
                filter.update(&told, rng.index(40));
                let total: f64 = filter.belief().iter().sum();
                assert!((total - 1.0).abs() < 1e-9, "{:?} after {told:?} with {guards:?}", filter.belief());
                assert!(filter.belief().iter().all(|b| (0.0..=1.0 + 1e-12).contains(b)), "{:?}", filter.belief());
            }
        }
    }
}
