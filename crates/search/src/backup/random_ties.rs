//! Choosing among vectors of values where ties are broken at random: the exact distribution of what comes of it.
//!
//! MaxN's value depends on how ties are broken, and nobody says how. Here a value is a distribution over vectors: what the
//! search would back up if every tie in the tree were broken by an even draw of its own. No draw is made; the probability
//! that a child is taken follows from how the values of the others are distributed.

use super::{Backup, Preference, all_seats};
use outwit_game::{Facts, MAX_SEATS, Payoffs, Player, SeatValues, Turn, equally_good, tolerance};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

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

/// What one child may turn out to be, with its probability and its place in the order in which the player likes things.
#[derive(Clone, Copy)]
struct Chance {
    child: u32,
    outcome: u32,
    probability: f64,
    /// Equal for what is equally good, higher for what is better.
    class: u32,
}

impl RandomTies {
    fn compare(&self, player: Player, a: &Payoffs, b: &Payoffs) -> Ordering {
        let by = |a: f64, b: f64| {
            let margin = tolerance(a.abs().max(b.abs()));
            if a > b + margin {
                Ordering::Greater
            } else if a < b - margin {
                Ordering::Less
            } else {
                Ordering::Equal
            }
        };
        by(self.preference.first(player, a), self.preference.first(player, b))
            .then(by(self.preference.second(player, a), self.preference.second(player, b)))
    }

    /// Everything the children may turn out to be, in classes of what is equally good to the player: by its first liking,
    /// then its second, then the rank of the child. The best class comes first.
    fn classes(&self, player: Player, children: &[Outcomes], ranks: &[f64]) -> Vec<Chance> {
        let mut chances: Vec<Chance> = Vec::with_capacity(children.len());
        for (child, outcomes) in children.iter().enumerate() {
            chances.extend(outcomes.iter().enumerate().map(|(outcome, (_, probability))| Chance {
                child: child as u32,
                outcome: outcome as u32,
                probability: *probability,
                class: 0,
            }));
        }
        let value = |chance: &Chance| &children[chance.child as usize][chance.outcome as usize].0;
        refine(&mut chances, |chance| self.preference.first(player, value(chance)));
        refine(&mut chances, |chance| self.preference.second(player, value(chance)));
        if !ranks.is_empty() {
            refine(&mut chances, |chance| ranks[chance.child as usize]);
        }
        chances
    }

    /// Tells for each child and outcome with what probability it comes about and is taken; what never is, is left out.
    ///
    /// A child that turns out to be of a class is taken if none of the others is of a better one, with a probability of one
    /// in the number of those of the same: the mean of 1 / (1 + k) over how many others k are, which is the integral from 0
    /// to 1 of the product over the others of (below + equal x). Children that are sure to be of the class make a power of
    /// x, those that cannot be make a number, and only what is left is multiplied out: with values that are certain the
    /// work is that of sorting them.
    fn taken(&self, player: Player, children: &[Outcomes], ranks: &[f64], mut tell: impl FnMut(usize, usize, f64)) {
        let chances = self.classes(player, children, ranks);
        // With what probability each child is of a class not yet looked at, all of them worse.
        let mut below = vec![1.0f64; children.len()];
        // The product of that over the children which cannot be of the class at hand.
        let mut members: Vec<(usize, f64)> = Vec::new();
        let mut polynomial: Vec<f64> = Vec::new();
        let mut quotient: Vec<f64> = Vec::new();
        let mut start = 0;
        while start < chances.len() {
            let class = chances[start].class;
            let end = start + chances[start..].iter().take_while(|chance| chance.class == class).count();
            // Step 1. Which children may be of this class, and how likely each is.
            members.clear();
            for chance in &chances[start..end] {
                members.push((chance.child as usize, chance.probability));
            }
            members.sort_unstable_by_key(|member| member.0);
            members.dedup_by(|next, kept| {
                let is_same = next.0 == kept.0;
                if is_same {
                    kept.1 += next.1;
                }
                is_same
            });
            for &(child, equal) in &members {
                below[child] = (below[child] - equal).max(0.0);
                if below[child] < ROUNDING {
                    below[child] = 0.0;
                }
            }
            // Step 2. The product over all children: a number, a power of x and a polynomial.
            let mut others = 1.0;
            let (mut power, mut place) = (0usize, 0);
            polynomial.clear();
            polynomial.push(1.0);
            for (child, &less) in below.iter().enumerate() {
                if members.get(place).is_none_or(|member| member.0 != child) {
                    others *= less;
                    continue;
                }
                let equal = members[place].1;
                place += 1;
                if less == 0.0 {
                    (power, others) = (power + 1, others * equal);
                    continue;
                }
                polynomial.push(0.0);
                for k in (0..polynomial.len()).rev() {
                    let one_fewer = if k > 0 { polynomial[k - 1] * equal } else { 0.0 };
                    polynomial[k] = polynomial[k] * less + one_fewer;
                }
            }
            if others == 0.0 {
                // Some child is sure to be better.
                return;
            }
            // Step 3. Each child's part, without its own factor.
            let integral = |polynomial: &[f64], power: usize| -> f64 {
                polynomial.iter().enumerate().map(|(k, p)| p / (power + k + 1) as f64).sum()
            };
            let sure = if power > 0 { integral(&polynomial, power - 1) } else { 0.0 };
            for chance in &chances[start..end] {
                let child = chance.child as usize;
                let place = members.binary_search_by_key(&child, |member| member.0).expect("it is a member");
                let equal = members[place].1;
                let share = if below[child] == 0.0 {
                    others / equal * sure
                } else {
                    divide(&polynomial, below[child], equal, &mut quotient);
                    others * integral(&quotient, power)
                };
                tell(child, chance.outcome as usize, chance.probability * share);
            }
            start = end;
        }
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

/// What is left of 1 after subtracting probabilities that add up to it.
const ROUNDING: f64 = 1e-12;

/// Splits classes by another number, the highest first; values as good as the highest of a class stay in one. `chances` are
/// in the order of their classes before and after.
fn refine(chances: &mut [Chance], liking: impl Fn(&Chance) -> f64) {
    chances.sort_by(|a, b| a.class.cmp(&b.class).then_with(|| liking(b).total_cmp(&liking(a))));
    let mut next = 0;
    let mut last: Option<(u32, f64)> = None;
    for chance in chances {
        let value = liking(chance);
        match last {
            Some((class, best)) if class == chance.class && equally_good(value, best) => {}
            _ => {
                next += u32::from(last.is_some());
                last = Some((chance.class, value));
            }
        }
        chance.class = next;
    }
}

/// A polynomial divided by (below + equal x), from the end at which rounding does not grow.
fn divide(polynomial: &[f64], below: f64, equal: f64, out: &mut Vec<f64>) {
    let degree = polynomial.len() - 1;
    out.clear();
    out.resize(degree, 0.0);
    if below >= equal {
        for k in 0..degree {
            let carried = if k > 0 { equal * out[k - 1] } else { 0.0 };
            out[k] = (polynomial[k] - carried) / below;
        }
    } else {
        for k in (0..degree).rev() {
            let carried = if k + 1 < degree { below * out[k + 1] } else { 0.0 };
            out[k] = (polynomial[k + 1] - carried) / equal;
        }
    }
}

/// A distribution in the making; equal vectors are one.
#[derive(Default)]
struct Sum {
    outcomes: Outcomes,
    /// Where each vector stands, once there are many.
    places: FxHashMap<[u64; MAX_SEATS], usize>,
}

/// So many vectors are quicker gone through than looked up.
const FEW: usize = 16;

impl Sum {
    fn add(&mut self, value: &Payoffs, probability: f64) {
        if probability == 0.0 {
            return;
        }
        let key = |value: &Payoffs| {
            let mut key = [0; MAX_SEATS];
            // `+ 0.0` turns -0 into 0: they are equal.
            key.iter_mut().zip(value.seats(MAX_SEATS)).for_each(|(to, from)| *to = (from + 0.0).to_bits());
            key
        };
        let known = if self.outcomes.len() <= FEW {
            self.outcomes.iter().position(|(known, _)| known == value)
        } else {
            if self.places.is_empty() {
                self.places.extend(self.outcomes.iter().enumerate().map(|(place, (known, _))| (key(known), place)));
            }
            self.places.get(&key(value)).copied()
        };
        match known {
            Some(place) => self.outcomes[place].1 += probability,
            None => {
                if !self.places.is_empty() {
                    self.places.insert(key(value), self.outcomes.len());
                }
                self.outcomes.push((*value, probability));
            }
        }
    }
}

impl Backup<Outcomes> for RandomTies {
    fn can_use_after_moves(&self, mover: Player) -> bool {
        self.preference.is_for_itself(mover)
    }

    fn back_up(&self, turn: Turn, children: &[Outcomes], weights: &[f64]) -> Outcomes {
        if let Turn::Of(player) = turn
            && weights.is_empty()
        {
            let mut settled = Sum::default();
            self.taken(player, children, &[], |child, outcome, taken| settled.add(&children[child][outcome].0, taken));
            return settled.outcomes;
        }
        // What chance does is no draw of a tie: a player above weighs the average.
        let mut mixed: Outcomes = vec![(Payoffs::ZERO, 1.0)];
        for (outcomes, &weight) in children.iter().zip(weights) {
            let mut next = Sum::default();
            for (so_far, chance) in &mixed {
                for (value, probability) in outcomes {
                    let mut sum = *so_far;
                    sum.add(weight, value);
                    next.add(&sum, chance * probability);
                }
            }
            mixed = next.outcomes;
        }
        mixed
    }

    fn liking(&self, player: Player, value: &Outcomes) -> f64 {
        self.preference.first(player, &RandomTies::mean(value))
    }

    fn prefers(&self, player: Player, child: &Outcomes, best: &Outcomes) -> bool {
        self.compare(player, &RandomTies::mean(child), &RandomTies::mean(best)).is_gt()
    }

    fn picks(&self, player: Player, children: &[Outcomes], ranks: &[f64], out: &mut Vec<f64>) {
        let base = out.len();
        out.resize(base + children.len(), 0.0);
        self.taken(player, children, ranks, |child, _, taken| out[base + child] += taken);
    }

    fn seat_values(&self, _facts: &Facts, value: &Outcomes) -> SeatValues {
        all_seats(self.players, &RandomTies::mean(value))
    }
}
