//! Distributions and events over finitely many outcomes (Frank 1994, section 3.5.2, definitions 1 to 9).

use outwit_game::Problem;

/// A probability for each of finitely many outcomes. Events are sets of outcomes, given as a predicate of their numbers;
/// random variables are functions of them, which need not be defined everywhere.
#[derive(Clone, PartialEq, Debug)]
pub struct Distribution {
    probabilities: Vec<f64>,
}

impl Distribution {
    /// From numbers from 0 on that add up to 1 (equation 23).
    pub fn new(probabilities: Vec<f64>) -> Result<Distribution, Problem> {
        let sum: f64 = probabilities.iter().sum();
        if probabilities.iter().any(|p| !(0.0..=1.0).contains(p)) || (sum - 1.0).abs() > 1e-9 {
            return Err(Problem::new(format!(
                "probabilities are numbers from 0 to 1 that add up to 1, and these add up to {sum}"
            )));
        }
        Ok(Distribution { probabilities })
    }

    /// All outcomes equally likely.
    pub fn uniform(outcomes: usize) -> Distribution {
        Distribution { probabilities: vec![1.0 / outcomes.max(1) as f64; outcomes] }
    }

    /// The probability of every outcome.
    pub fn probabilities(&self) -> &[f64] {
        &self.probabilities
    }

    /// The probability of an event (definition 3).
    pub fn of(&self, event: impl Fn(usize) -> bool) -> f64 {
        self.probabilities.iter().enumerate().filter(|(outcome, _)| event(*outcome)).map(|(_, p)| p).sum()
    }

    /// The distribution given an event (definition 5, equation 24); none where that has no probability.
    pub fn given(&self, event: impl Fn(usize) -> bool) -> Option<Distribution> {
        let whole = self.of(&event);
        let share = |(outcome, p): (usize, &f64)| if event(outcome) { p / whole } else { 0.0 };
        (whole > 0.0)
            .then(|| Distribution { probabilities: self.probabilities.iter().enumerate().map(share).collect() })
    }

    /// The expectation of a random variable, over where it is defined (definition 8, equation 25).
    pub fn expectation(&self, variable: impl Fn(usize) -> Option<f64>) -> f64 {
        self.probabilities.iter().enumerate().filter_map(|(outcome, p)| Some(p * variable(outcome)?)).sum()
    }

    /// What a random variable is worth on an event: its expectation given it (definition 9).
    pub fn worth(&self, variable: impl Fn(usize) -> Option<f64>, event: impl Fn(usize) -> bool) -> Option<f64> {
        self.given(event).map(|given| given.expectation(variable))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_dice_have_their_probabilities() {
        let dice = Distribution::uniform(36);
        let sum = |outcome: usize| outcome / 6 + outcome % 6 + 2;
        let close = |a: f64, b: f64| (a - b).abs() < 1e-12;
        assert!(close(dice.of(|o| sum(o) == 7), 1.0 / 6.0));
        let six_first = |o: usize| o / 6 == 5;
        assert!(close(dice.given(six_first).unwrap().of(|o| sum(o) == 7), 1.0 / 6.0));
        assert!(close(dice.given(six_first).unwrap().of(|o| sum(o) >= 10), 0.5));
        assert!(close(dice.expectation(|o| Some(sum(o) as f64)), 7.0));
        assert!(close(dice.worth(|o| Some(sum(o) as f64), six_first).unwrap(), 9.5));
        // The worth of an event is the mean of those of its parts, by how likely they are within it.
        let [low, high] = [|o: usize| o / 6 < 3, |o: usize| o / 6 >= 3].map(|part| {
            let event = |o: usize| sum(o) >= 5 && part(o);
            dice.of(event) * dice.worth(|o| Some(sum(o) as f64), event).unwrap()
        });
        let whole = |o: usize| sum(o) >= 5;
        assert!(close(low + high, dice.of(whole) * dice.worth(|o| Some(sum(o) as f64), whole).unwrap()));
        // Where it is not defined a variable adds nothing.
        assert!(close(dice.expectation(|o| (sum(o) == 7).then_some(6.0)), 1.0));
        assert_eq!(dice.given(|_| false), None);
        assert!(Distribution::new(vec![0.5, 0.6]).is_err());
    }
}
