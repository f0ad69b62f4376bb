//! Players of several models: each of the others is one of several players, who want something or play by a rule.
//!
//! PsychSim's look-ahead (Marsella, Pynadath and Read 2004) as a backup: whoever wants something chooses by Boltzmann among the
//! values that its model gives to the children, whoever plays by a rule as the belief says; we take what is best for us on
//! average, and of equally good moves any.

use super::{Backup, equal_shares};
use crate::belief::models::{Columns, boltzmann};
use outwit_game::{Facts, Player, SeatValues, Turn, equally_good};

/// Values as columns: what we are paid, then what each of the others wants by each model that wants something.
///
/// Where another seat moves, the weights are what [`ModelRows`](crate::belief::models::ModelRows) says: how likely each move
/// is as far as that is known beforehand, then a row for every part of every model. The row of a part that plays by a rule holds
/// probabilities; that of one that wants something says, at each of its moves, how strictly it goes for it here.
#[derive(Clone, Debug)]
pub struct PlayerModels {
    /// Who searches.
    pub root: Player,
    /// Where what everybody wants is found.
    pub columns: Columns,
    /// What is believed of each seat: the probability of every model.
    pub beliefs: Vec<Vec<f64>>,
}

impl PlayerModels {
    /// How likely each child is to every part of every model, one row a part.
    fn parts(&self, player: Player, children: &[Vec<f64>], weights: &[f64]) -> Vec<Vec<f64>> {
        let rows = weights[children.len()..].chunks(children.len());
        let parts = self.columns.models.iter().flatten();
        parts
            .zip(rows)
            .map(|(part, row)| match part.columns[player.index()] {
                0 => row.to_vec(),
                column => {
                    let values: Vec<f64> =
                        children.iter().zip(row).map(|(child, strict)| strict * child[column]).collect();
                    let mut row = Vec::with_capacity(values.len());
                    boltzmann(&values, &mut row);
                    row
                }
            })
            .collect()
    }

    /// How likely each child is to every model, one row a model.
    pub fn rows(&self, player: Player, children: &[Vec<f64>], weights: &[f64]) -> Vec<Vec<f64>> {
        self.whole(&self.parts(player, children, weights), children.len())
    }

    fn whole(&self, parts: &[Vec<f64>], moves: usize) -> Vec<Vec<f64>> {
        let mut rows = parts.iter();
        let model = |parts: &Vec<crate::belief::models::Part>| {
            let mut row = vec![0.0; moves];
            for (part, of_part) in parts.iter().zip(rows.by_ref()) {
                row.iter_mut().zip(of_part).for_each(|(sum, p)| *sum += part.weight * p);
            }
            row
        };
        self.columns.models.iter().map(model).collect()
    }
}

/// How likely each child is to somebody who may be of several models.
fn mixed(rows: &[Vec<f64>], belief: &[f64], moves: usize) -> Vec<f64> {
    (0..moves).map(|place| rows.iter().zip(belief).map(|(row, belief)| belief * row[place]).sum()).collect()
}

fn average(children: &[Vec<f64>], weights: &[f64]) -> Vec<f64> {
    let total: f64 = weights.iter().sum();
    let mut mean = vec![0.0; children[0].len()];
    for (child, weight) in children.iter().zip(weights) {
        for (sum, value) in mean.iter_mut().zip(child) {
            *sum += weight / total * value;
        }
    }
    mean
}

impl Backup<Vec<f64>> for PlayerModels {
    fn back_up(&self, turn: Turn, children: &[Vec<f64>], weights: &[f64]) -> Vec<f64> {
        match turn {
            Turn::Of(player) if player == self.root => {
                let best = children.iter().map(|child| child[0]).fold(f64::NEG_INFINITY, f64::max);
                let picks: Vec<f64> = children.iter().map(|c| f64::from(u8::from(equally_good(c[0], best)))).collect();
                average(children, &picks)
            }
            Turn::Of(player) => {
                let parts = self.parts(player, children, weights);
                let rows = self.whole(&parts, children.len());
                let belief = &self.beliefs[player.index()];
                let mut value = average(children, &mixed(&rows, belief, children.len()));
                // By its own model, a player is that model and no other.
                for (part, row) in self.columns.models.iter().flatten().zip(&parts) {
                    let column = part.columns[player.index()];
                    if column > 0 {
                        value[column] = children.iter().zip(row).map(|(child, p)| p * child[column]).sum();
                    }
                }
                value
            }
            _ => average(children, weights),
        }
    }

    fn mixture(&self, player: Player, children: &[Vec<f64>], weights: &[f64]) -> Option<Vec<f64>> {
        if player == self.root || weights.len() <= children.len() {
            return None;
        }
        let mut shares = mixed(&self.rows(player, children, weights), &self.beliefs[player.index()], children.len());
        equal_shares(&mut shares);
        Some(shares)
    }

    #[inline]
    fn liking(&self, _player: Player, value: &Vec<f64>) -> f64 {
        value[0]
    }

    fn shares(&self, player: Player, children: &[Vec<f64>], out: &mut Vec<f64>) {
        let base = out.len();
        self.picks(player, children, &[], out);
        equal_shares(&mut out[base..]);
    }

    /// What the others get is not asked.
    fn seat_values(&self, _facts: &Facts, value: &Vec<f64>) -> SeatValues {
        let mut values = SeatValues::default();
        values[self.root.index()] = Some(value[0]);
        values
    }
}
