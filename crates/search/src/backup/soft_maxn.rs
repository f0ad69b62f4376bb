//! Soft-MaxN: ties are kept, not broken; a value is the set of vectors that play may come to.

use super::Backup;
use outwit_game::{Facts, MAX_SEATS, Payoffs, Player, SeatValues, Turn, tolerance};
use rustc_hash::FxHashSet;

/// How the root's seat compares sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Security {
    /// By the worst vector of each set.
    Worst,
    /// By the average over each set.
    Mean,
}

/// Values as sets of vectors. One set dominates another for a player if every vector of it is at least as good for that
/// player as every vector of the other, and one is better than one; a position's value is the union of the sets of its
/// children that no other dominates (Sturtevant and Bowling 2006).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SoftMaxN {
    /// How many seats there are.
    pub players: usize,
    /// How the root compares sets, and how lines are told.
    pub security: Security,
}

/// The least and the most a player may get in a set.
fn range(player: Player, set: &[Payoffs]) -> (f64, f64) {
    set.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value[player]), high.max(value[player]))
    })
}

impl SoftMaxN {
    /// Whether every vector of `a` is at least as good for the player as every vector of `b`, and some better than some.
    fn dominates(player: Player, a: &[Payoffs], b: &[Payoffs]) -> bool {
        let ((a_low, a_high), (b_low, b_high)) = (range(player, a), range(player, b));
        a_low >= b_high - tolerance(b_high) && a_high > b_low + tolerance(b_low)
    }

    fn security(&self, player: Player, set: &[Payoffs]) -> f64 {
        match self.security {
            Security::Worst => range(player, set).0,
            Security::Mean => set.iter().map(|value| value[player]).sum::<f64>() / set.len() as f64,
        }
    }
}

fn insert(set: &mut Vec<Payoffs>, value: &Payoffs) {
    if !set.contains(value) {
        set.push(*value);
    }
}

/// Sets of averages are kept no larger: the ways to take one vector of each outcome are a product.
const MOST_AVERAGES: usize = 1 << 12;

/// Every way to take one vector of each child gives an average.
fn every_average(players: usize, children: &[Vec<Payoffs>], weights: &[f64]) -> Vec<Payoffs> {
    let mut averages = vec![Payoffs::ZERO];
    for (set, &weight) in children.iter().zip(weights) {
        let mut met = FxHashSet::default();
        let mut longer = Vec::with_capacity(averages.len() * set.len());
        for value in set {
            for sum in &averages {
                let mut sum = *sum;
                sum.add(weight, value);
                // 0 and -0 are the same number.
                let bits =
                    std::array::from_fn::<u64, MAX_SEATS, _>(|seat| (sum.seats(MAX_SEATS)[seat] + 0.0).to_bits());
                if met.insert(bits) {
                    longer.push(sum);
                }
            }
        }
        averages = thinned(players, longer);
    }
    averages
}

/// The same set, or where it is large a part of it between the same ends: for every player those with the least and the most are
/// kept, and of the others every so many, so that ends stay exact and means are of those kept.
fn thinned(players: usize, set: Vec<Payoffs>) -> Vec<Payoffs> {
    if set.len() <= MOST_AVERAGES {
        return set;
    }
    let mut is_kept = vec![false; set.len()];
    for player in Player::all(players) {
        let by = |one: &usize, other: &usize| set[*one][player].total_cmp(&set[*other][player]);
        for end in [(0..set.len()).min_by(by), (0..set.len()).max_by(by)] {
            is_kept[end.expect("the set is large")] = true;
        }
    }
    let every = set.len().div_ceil(MOST_AVERAGES / 2);
    is_kept.iter_mut().step_by(every).for_each(|is_kept| *is_kept = true);
    set.into_iter().zip(is_kept).filter_map(|(value, is_kept)| is_kept.then_some(value)).collect()
}

impl Backup<Vec<Payoffs>> for SoftMaxN {
    /// What gives the mover less is dominated.
    fn can_use_after_moves(&self, _mover: Player) -> bool {
        true
    }

    fn back_up(&self, turn: Turn, children: &[Vec<Payoffs>], weights: &[f64]) -> Vec<Payoffs> {
        let player = match turn {
            Turn::Of(player) if weights.is_empty() => player,
            _ => return every_average(self.players, children, weights),
        };
        let mut union = Vec::new();
        for set in children {
            if !children.iter().any(|other| SoftMaxN::dominates(player, other, set)) {
                set.iter().for_each(|value| insert(&mut union, value));
            }
        }
        union
    }

    #[inline]
    fn liking(&self, player: Player, value: &Vec<Payoffs>) -> f64 {
        self.security(player, value)
    }

    /// The root's seat does choose: nothing comes of the sets that its move leaves.
    fn at_root(&self, player: Player, children: &[Vec<Payoffs>], _backed_up: Vec<Payoffs>) -> Vec<Payoffs> {
        self.chosen(player, children)
    }

    /// By the same security for every seat.
    fn seat_values(&self, _facts: &Facts, value: &Vec<Payoffs>) -> SeatValues {
        let mut values = SeatValues::default();
        for player in Player::all(self.players) {
            values[player.index()] = Some(self.security(player, value));
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_of_many_sets_is_thinned_between_its_ends() {
        let one =
            |place: usize| vec![Payoffs::new(&[place as f64, 1.0]), Payoffs::new(&[0.0, 3f64.powi(place as i32)])];
        for outcomes in [3, 24] {
            let children: Vec<Vec<Payoffs>> = (1..=outcomes).map(one).collect();
            let weights = vec![1.0 / outcomes as f64; outcomes];
            let averages = every_average(2, &children, &weights);
            assert!(averages.len() <= MOST_AVERAGES && (outcomes > 3 || averages.len() == 8), "{}", averages.len());
            for seat in Player::all(2) {
                let ends = |end: fn(f64, f64) -> f64| -> f64 {
                    children.iter().map(|set| end(set[0][seat], set[1][seat]) / outcomes as f64).sum()
                };
                let (low, high) = range(seat, &averages);
                assert!((low - ends(f64::min)).abs() < 1e-6 * low.abs().max(1.0));
                assert!((high - ends(f64::max)).abs() < 1e-6 * high);
            }
        }
    }
}
