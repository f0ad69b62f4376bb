//! Character: how an agent chooses once the search has spoken.
//!
//! Every agent has one, so a game developer gets weaker and livelier opponents from any search: `temperature` softens the
//! choice (Boltzmann: probability in proportion to exp(value / temperature)), `blunder` is the chance of a move picked
//! blindly. With both 0 an agent picks at random among all equally good moves, never simply the first found.

use crate::findings::Findings;
use crate::named::catalog::{BLUNDER, TEMPERATURE};
use outwit_game::{Bound, MoveReport, Player, Report, Rng, Settings};

/// How an agent chooses.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Character {
    /// 0 picks among the best; larger values spread the choice over worse moves, in units of payoff.
    pub temperature: f64,
    /// The probability of a move picked blindly.
    pub blunder: f64,
}

impl Character {
    /// From the settings every agent has.
    pub(crate) fn from_settings(settings: &Settings) -> Character {
        Character { temperature: settings.get(TEMPERATURE), blunder: settings.get(BLUNDER) }
    }

    /// Whether the choice depends on how good the moves that are not best are.
    pub fn needs_all_values(&self) -> bool {
        self.temperature > 0.0
    }

    /// With what probability each move is played by `seat`.
    pub fn probabilities<M>(&self, findings: &Findings<M>, seat: Player) -> Vec<f64> {
        let count = findings.moves.len();
        let mut probabilities = vec![0.0; count];
        if self.temperature > 0.0 {
            // A bound is no value: a move of which nothing better is known is left out.
            let value = |place: usize| {
                let found = &findings.moves[place];
                found.values[seat.index()].filter(|_| found.bound == Bound::Exact).unwrap_or(f64::NEG_INFINITY)
            };
            let best = (0..count).map(value).fold(f64::NEG_INFINITY, f64::max);
            if best.is_finite() {
                for (place, probability) in probabilities.iter_mut().enumerate() {
                    *probability = libm::exp((value(place) - best) / self.temperature);
                }
            }
        }
        if probabilities.iter().all(|&p| p == 0.0) && !findings.picks.is_empty() {
            probabilities.copy_from_slice(&findings.picks);
        }
        if probabilities.iter().all(|&p| p == 0.0) {
            for &place in &findings.best {
                probabilities[place] = 1.0;
            }
        }
        let total: f64 = probabilities.iter().sum();
        for probability in &mut probabilities {
            *probability = (1.0 - self.blunder) * *probability / total + self.blunder / count as f64;
        }
        probabilities
    }

    /// Chooses and reports.
    pub fn choose<M: Copy>(&self, findings: Findings<M>, seat: Player, rng: &mut Rng) -> Report<M> {
        let probabilities = self.probabilities(&findings, seat);
        let chosen = &findings.moves[rng.weighted(&probabilities)];
        // Of several best moves each has a line of its own; the one that is played is the one to tell.
        let line = if chosen.line.is_empty() { findings.line } else { chosen.line.clone() };
        Report {
            chosen: chosen.mv,
            best: findings.best.iter().map(|&place| findings.moves[place].mv).collect(),
            moves: findings
                .moves
                .into_iter()
                .zip(probabilities)
                .map(|(found, probability)| MoveReport {
                    mv: found.mv,
                    values: found.values,
                    bound: found.bound,
                    probability,
                })
                .collect(),
            value: findings.value,
            line,
            nodes: findings.nodes,
            depth: findings.depth,
            tree: findings.tree,
            remarks: findings.remarks,
            extras: findings.extras,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::{Found, UNKNOWN, best_of};

    fn findings(values: &[f64]) -> Findings<u8> {
        let moves: Vec<Found<u8>> = values
            .iter()
            .enumerate()
            .map(|(place, &value)| {
                let mut found = Found { mv: place as u8, values: UNKNOWN, bound: Bound::Exact, line: Vec::new() };
                found.values[0] = Some(value);
                found
            })
            .collect();
        let best = best_of(&moves, Player::FIRST);
        let (value, line) = (UNKNOWN, Vec::new());
        Findings {
            moves,
            best,
            picks: Vec::new(),
            value,
            line,
            nodes: 0,
            depth: 0,
            tree: None,
            remarks: Vec::new(),
            extras: Vec::new(),
        }
    }

    #[test]
    fn without_temperature_all_best_moves_are_equally_likely_and_the_others_never_played() {
        let p = Character::default().probabilities(&findings(&[1.0, 0.5, 1.0 - 1e-12]), Player::FIRST);
        assert_eq!(p, [0.5, 0.0, 0.5]);
    }

    #[test]
    fn temperature_is_boltzmann_and_blunders_are_uniform() {
        let character = Character { temperature: 0.5, blunder: 0.2 };
        let p = character.probabilities(&findings(&[0.0, 1.0]), Player::FIRST);
        let worse = (-2.0f64).exp() / (1.0 + (-2.0f64).exp());
        assert!((p[0] - (0.8 * worse + 0.1)).abs() < 1e-15 && (p[0] + p[1] - 1.0).abs() < 1e-15, "{p:?}");
    }

    #[test]
    fn huge_values_and_tiny_temperatures_stay_numbers() {
        let character = Character { temperature: 1e-300, blunder: 0.0 };
        let p = character.probabilities(&findings(&[1e300, -1e300, 1e300]), Player::FIRST);
        assert_eq!(p, [0.5, 0.0, 0.5]);
    }
}
