//! Payoffs as chances of grades, and back.

use outwit_game::Problem;

/// More grades are not told apart.
pub const MOST_GRADES: usize = 9;

/// For each grade above the lowest, the chance that a seat gets it or more.
pub type Chances = [f32; MOST_GRADES - 1];

/// The payoffs that are told apart. What lies between two is the one or the other with some chance.
#[derive(Clone, PartialEq, Debug)]
pub struct Grades {
    payoffs: Vec<f64>,
}

impl Grades {
    /// From payoffs in ascending order.
    pub fn new(payoffs: Vec<f64>) -> Result<Grades, Problem> {
        let is_sound = payoffs.iter().all(|x| x.is_finite()) && payoffs.windows(2).all(|pair| pair[0] < pair[1]);
        if !is_sound || !(2..=MOST_GRADES).contains(&payoffs.len()) {
            return Err(Problem::new(format!(
                "an evaluation is learned where there are 2 to {MOST_GRADES} grades of payoffs, all of them finite"
            )));
        }
        Ok(Grades { payoffs })
    }

    /// The payoffs, ascending.
    pub fn payoffs(&self) -> &[f64] {
        &self.payoffs
    }

    /// How many chances there are.
    pub fn count(&self) -> usize {
        self.payoffs.len() - 1
    }

    /// Whether the other of two seats that share `sum` has the same grades.
    pub fn are_symmetric(&self, sum: f64) -> bool {
        self.payoffs.iter().zip(self.payoffs.iter().rev()).all(|(low, high)| (low + high - sum).abs() < 1e-9)
    }

    /// What is expected where these are the chances.
    #[inline]
    pub fn value(&self, chances: &Chances) -> f64 {
        let mut value = self.payoffs[0];
        for (pair, &chance) in self.payoffs.windows(2).zip(chances) {
            value += (pair[1] - pair[0]) * f64::from(chance);
        }
        value
    }

    /// The chances where a seat has got this payoff.
    pub fn of_payoff(&self, payoff: f64) -> Chances {
        let mut chances = [0.0; MOST_GRADES - 1];
        for (chance, pair) in chances.iter_mut().zip(self.payoffs.windows(2)) {
            *chance = ((payoff - pair[0]) / (pair[1] - pair[0])).clamp(0.0, 1.0) as f32;
        }
        chances
    }

    /// The chances of the other of two seats: it gets a grade or more where this one does not get more than what that leaves.
    #[inline]
    pub fn of_other(&self, chances: &Chances) -> Chances {
        let count = self.count();
        let mut other = [0.0; MOST_GRADES - 1];
        for place in 0..count {
            other[place] = 1.0 - chances[count - 1 - place];
        }
        other
    }
}

/// The chance of log-odds.
#[inline]
pub fn chance(odds: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-odds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_say_what_is_paid_to_either_seat() {
        let grades = Grades::new(vec![-3.0, -2.0, -1.0, 1.0, 2.0, 3.0]).unwrap();
        assert!(grades.are_symmetric(0.0) && !grades.are_symmetric(1.0));
        for payoff in [-3.0, -2.0, -1.0, 1.0, 2.0, 3.0] {
            let chances = grades.of_payoff(payoff);
            assert_eq!(grades.value(&chances), payoff);
            assert_eq!(grades.value(&grades.of_other(&chances)), -payoff);
            assert_eq!(grades.of_other(&chances), grades.of_payoff(-payoff));
        }
        assert_eq!(Grades::new(vec![-1.0, 1.0]).unwrap().of_payoff(0.0)[0], 0.5);
        assert!(Grades::new(vec![1.0]).is_err() && Grades::new(vec![0.0, f64::INFINITY]).is_err());
    }
}
