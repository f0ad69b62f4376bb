//! Soft-MaxN: ties are kept, not broken; a value is the set of vectors that play may come to.

use super::{Backup, average};
use outwit_game::{Facts, Payoffs, Player, SeatValues, Turn, tolerance};

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

/// Every way to take one vector of each child gives an average.
fn every_average(children: &[Vec<Payoffs>], weights: &[f64]) -> Vec<Payoffs> {
    let mut averages = Vec::new();
    let mut chosen = vec![0; children.len()];
    loop {
        let picked: Vec<Payoffs> = children.iter().zip(&chosen).map(|(set, &at)| set[at]).collect();
        insert(&mut averages, &average(&picked, weights));
        let Some(next) = (0..chosen.len()).find(|&place| chosen[place] + 1 < children[place].len()) else {
            return averages;
        };
        chosen[next] += 1;
        chosen[..next].fill(0);
    }
}

impl Backup<Vec<Payoffs>> for SoftMaxN {
    /// What gives the mover less is dominated.
    fn can_use_after_moves(&self, _mover: Player) -> bool {
        true
    }

    fn back_up(&self, turn: Turn, children: &[Vec<Payoffs>], weights: &[f64]) -> Vec<Payoffs> {
        let player = match turn {
            Turn::Of(player) if weights.is_empty() => player,
            _ => return every_average(children, weights),
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
