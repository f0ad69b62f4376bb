//! How well a belief predicts: the numbers to trust rather than the belief itself.

/// The running record of predictions about one player.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Score {
    /// Moves predicted; where something is hidden, observations.
    pub moves: u64,
    /// Minus the logarithm of the probability given to what was played, added up: by the whole mixture.
    pub log_loss: f64,
    /// By the mixture of the named models, without the one that stands for everybody else.
    pub named_log_loss: f64,
    /// By somebody who thinks all moves equally likely.
    pub uniform_log_loss: f64,
    /// Squared errors of all moves' probabilities, added up.
    pub brier: f64,
    /// For predictions in tenths: how many, the probabilities added up, and how many came true. Every move's probability is a
    /// prediction.
    pub calibration: [(u64, f64, u64); 10],
}

/// By how much the named models' mixture may have predicted worse than a uniform guess before that is said, in nats.
pub const ALARM: f64 = 0.5;

/// Nothing is less likely than this when a logarithm is taken of it.
const LEAST: f64 = 1e-12;

impl Score {
    /// Notes a move, or whatever else can be seen: the probabilities the mixture gave to all there are, what the named models
    /// and a blind guess gave to the one that came, and which it was.
    pub fn note(&mut self, mixture: &[f64], named: f64, blind: f64, played: usize) {
        self.moves += 1;
        self.log_loss -= libm::log(mixture[played].max(LEAST));
        self.named_log_loss -= libm::log(named.max(LEAST));
        self.uniform_log_loss -= libm::log(blind.max(LEAST));
        for (place, &probability) in mixture.iter().enumerate() {
            let truth = f64::from(u8::from(place == played));
            self.brier += (probability - truth) * (probability - truth);
            let tenth = ((probability * 10.0) as usize).min(9);
            let (count, sum, hits) = &mut self.calibration[tenth];
            *count += 1;
            *sum += probability;
            *hits += u64::from(place == played);
        }
    }

    /// How much worse than a uniform guess the named models have predicted, in nats.
    pub fn excess(&self) -> f64 {
        self.named_log_loss - self.uniform_log_loss
    }

    /// Whether none of the named models seems to be the player's.
    pub fn is_alarmed(&self) -> bool {
        self.excess() > ALARM
    }

    /// The difference of predicted and observed frequencies, averaged over all predictions.
    pub fn calibration_error(&self) -> f64 {
        let all: u64 = self.calibration.iter().map(|bin| bin.0).sum();
        let off: f64 = self.calibration.iter().map(|(_, sum, hits)| (sum - *hits as f64).abs()).sum();
        if all == 0 { 0.0 } else { off / all as f64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_definitions() {
        let mut score = Score::default();
        score.note(&[0.75, 0.25], 0.8, 0.5, 0);
        score.note(&[0.75, 0.25], 0.2, 0.5, 1);
        assert!((score.log_loss + 0.75f64.ln() + 0.25f64.ln()).abs() < 1e-12);
        assert!((score.brier - 2.0 * (0.0625 + 0.5625)).abs() < 1e-12);
        assert!((score.excess() - (-(0.8f64.ln()) - 0.2f64.ln() - 2.0 * 2f64.ln())).abs() < 1e-12);
        assert!((score.calibration_error() - (0.5 + 0.5) / 4.0).abs() < 1e-12);
    }
}
