//! Opponent models: each of the others minimises what the root gets in its own eyes, and the root knows by which eyes it goes.
//!
//! Carmel and Markovitch 1993 and Iida and others 1993 (OM, M*: one type); Donkers, Uiterwijk and van den Herik 2001 (PrOM:
//! several, with probabilities).

use super::Backup;
use outwit_game::{Facts, Player, SeatValues, Turn, equally_good};

/// Values as what the root gets in somebody's eyes: its own first, then those of each type that the others may be of
/// ([`OwnByJudges`](crate::value::OwnByJudges)). Each type believes that the root goes by its eyes too; the root maximises in
/// its own, knowing where each type would go. Of equally good replies any may come.
#[derive(Clone, PartialEq, Debug)]
pub struct OpponentModel {
    /// Who searches.
    pub root: Player,
    /// The probability of each type; they add up to 1.
    pub types: Vec<f64>,
}

impl OpponentModel {
    /// The column of the likeliest type.
    fn likeliest(&self) -> usize {
        let better = |a: usize, b: usize| if self.types[b] > self.types[a] { b } else { a };
        (0..self.types.len()).reduce(better).map_or(0, |place| place + 1)
    }
}

impl Backup<Vec<f64>> for OpponentModel {
    fn back_up(&self, turn: Turn, children: &[Vec<f64>], weights: &[f64]) -> Vec<f64> {
        let column = |place: usize| children.iter().map(move |child| child[place]);
        let width = self.types.len() + 1;
        match turn {
            Turn::Of(player) if player == self.root => {
                (0..width).map(|place| column(place).fold(f64::NEG_INFINITY, f64::max)).collect()
            }
            Turn::Of(_) if weights.is_empty() => {
                let mut values = vec![0.0; width];
                for (place, probability) in self.types.iter().enumerate() {
                    let least = column(place + 1).fold(f64::INFINITY, f64::min);
                    values[place + 1] = least;
                    let chosen = children.iter().filter(|child| equally_good(-child[place + 1], -least));
                    let (sum, count) = chosen.fold((0.0, 0.0), |(sum, count), child| (sum + child[0], count + 1.0));
                    values[0] += probability * sum / count;
                }
                values
            }
            _ => {
                (0..width).map(|place| column(place).zip(weights).map(|(value, weight)| value * weight).sum()).collect()
            }
        }
    }

    fn mixture(&self, player: Player, children: &[Vec<f64>], weights: &[f64]) -> Option<Vec<f64>> {
        if player == self.root || !weights.is_empty() {
            return None;
        }
        let mut shares = vec![0.0; children.len()];
        for (place, probability) in self.types.iter().enumerate() {
            let least = children.iter().map(|child| child[place + 1]).fold(f64::INFINITY, f64::min);
            let is_chosen = |child: &Vec<f64>| equally_good(-child[place + 1], -least);
            let count = children.iter().filter(|child| is_chosen(child)).count() as f64;
            for (share, _) in shares.iter_mut().zip(children).filter(|(_, child)| is_chosen(child)) {
                *share += probability / count;
            }
        }
        Some(shares)
    }

    #[inline]
    fn liking(&self, player: Player, value: &Vec<f64>) -> f64 {
        if player == self.root { value[0] } else { -value[self.likeliest()] }
    }

    /// What the others get is not asked.
    fn seat_values(&self, _facts: &Facts, value: &Vec<f64>) -> SeatValues {
        let mut values = SeatValues::default();
        values[self.root.index()] = Some(value[0]);
        values
    }
}
