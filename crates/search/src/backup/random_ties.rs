//! Choosing among vectors of values where ties are broken at random: the exact distribution of what comes of it.
//!
//! MaxN's value depends on how ties are broken, and nobody says how. Here a value is a distribution over vectors: what the
//! search would back up if every tie in the tree were broken by an even draw of its own. No draw is made; the probability
//! that a child is taken follows from how the values of the others are distributed.

use super::{Backup, Preference, all_seats};
use outwit_game::{Facts, Payoffs, Player, SeatValues, Turn, tolerance};

/// Different vectors with their probabilities.
pub type Outcomes = Vec<(Payoffs, f64)>;

/// Values as distributions over vectors; of equally good children each is equally likely.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RandomTies {
    /// What players look for.
    pub preference: Preference,
    /// How many seats there are.
    pub players: usize,
}

/// How what a child may turn out to be compares with something.
#[derive(Clone, Copy, Default)]
struct Standing {
    below: f64,
    equal: f64,
}

impl RandomTies {
    fn compare(&self, player: Player, a: &Payoffs, b: &Payoffs) -> std::cmp::Ordering {
        let by = |a: f64, b: f64| {
            let margin = tolerance(a.abs().max(b.abs()));
            if a > b + margin {
                std::cmp::Ordering::Greater
            } else if a < b - margin {
                std::cmp::Ordering::Less
            } else {
                std::cmp::Ordering::Equal
            }
        };
        by(self.preference.first(player, a), self.preference.first(player, b))
            .then(by(self.preference.second(player, a), self.preference.second(player, b)))
    }

    /// The probability that child `place` turns out to be `value` and is taken.
    fn taken(&self, player: Player, children: &[Outcomes], ranks: &[f64], place: usize, value: &Payoffs) -> f64 {
        // The chances that k others turn out just as good, none of them better or of a higher rank.
        let mut chances = vec![1.0];
        for (other, outcomes) in children.iter().enumerate().filter(|(other, _)| *other != place) {
            let mut standing = Standing::default();
            for (found, probability) in outcomes {
                match self.compare(player, found, value) {
                    std::cmp::Ordering::Less => standing.below += probability,
                    std::cmp::Ordering::Equal => standing.equal += probability,
                    std::cmp::Ordering::Greater => {}
                }
            }
            let rank = |place: usize| ranks.get(place).copied().unwrap_or(0.0);
            let margin = tolerance(rank(place));
            if rank(other) < rank(place) - margin {
                standing = Standing { below: standing.below + standing.equal, equal: 0.0 };
            } else if rank(other) > rank(place) + margin {
                standing.equal = 0.0;
            }
            chances.push(0.0);
            for k in (0..chances.len()).rev() {
                let one_fewer = if k > 0 { chances[k - 1] * standing.equal } else { 0.0 };
                chances[k] = chances[k] * standing.below + one_fewer;
            }
        }
        chances.iter().enumerate().map(|(k, chance)| chance / (k + 1) as f64).sum()
    }

    /// The average vector.
    pub fn mean(outcomes: &Outcomes) -> Payoffs {
        let mut mean = Payoffs::ZERO;
        for (value, probability) in outcomes {
            mean.add(*probability, value);
        }
        mean
    }
}

/// Adds to a distribution; equal vectors are one.
fn add(outcomes: &mut Outcomes, value: &Payoffs, probability: f64) {
    if probability == 0.0 {
        return;
    }
    match outcomes.iter_mut().find(|(known, _)| known == value) {
        Some((_, total)) => *total += probability,
        None => outcomes.push((*value, probability)),
    }
}

impl Backup<Outcomes> for RandomTies {
    fn can_use_after_moves(&self, mover: Player) -> bool {
        self.preference.is_for_itself(mover)
    }

    fn back_up(&self, turn: Turn, children: &[Outcomes], weights: &[f64]) -> Outcomes {
        let mut backed_up = Vec::new();
        match turn {
            Turn::Of(player) if weights.is_empty() => {
                for (place, outcomes) in children.iter().enumerate() {
                    for (value, probability) in outcomes {
                        let taken = self.taken(player, children, &[], place, value);
                        add(&mut backed_up, value, probability * taken);
                    }
                }
            }
            // What chance does is no draw of a tie: a player above weighs the average.
            _ => {
                let mut mixed: Outcomes = vec![(Payoffs::ZERO, 1.0)];
                for (outcomes, &weight) in children.iter().zip(weights) {
                    let mut next = Vec::new();
                    for (so_far, chance) in &mixed {
                        for (value, probability) in outcomes {
                            let mut sum = *so_far;
                            sum.add(weight, value);
                            add(&mut next, &sum, chance * probability);
                        }
                    }
                    mixed = next;
                }
                backed_up = mixed;
            }
        }
        backed_up
    }

    fn liking(&self, player: Player, value: &Outcomes) -> f64 {
        self.preference.first(player, &RandomTies::mean(value))
    }

    fn prefers(&self, player: Player, child: &Outcomes, best: &Outcomes) -> bool {
        self.compare(player, &RandomTies::mean(child), &RandomTies::mean(best)).is_gt()
    }

    fn picks(&self, player: Player, children: &[Outcomes], ranks: &[f64], out: &mut Vec<f64>) {
        out.extend(children.iter().enumerate().map(|(place, outcomes)| {
            let taken =
                |(value, probability): &(Payoffs, f64)| probability * self.taken(player, children, ranks, place, value);
            outcomes.iter().map(taken).sum::<f64>()
        }));
    }

    fn seat_values(&self, _facts: &Facts, value: &Outcomes) -> SeatValues {
        all_seats(self.players, &RandomTies::mean(value))
    }
}
