//! Looking ahead a few plies under a belief over models of the others: the baseline that search is compared with.
//!
//! PsychSim's method (Marsella, Pynadath and Read 2004), which the literature calls value iteration: everything within a
//! horizon, the others choosing by Boltzmann among the values their model gives, or by its rule, and we what is best for us on
//! average. The belief is that of the root: it does not change inside the look-ahead. Costs b^d positions with a vector each.

use crate::belief::models::{Columns, Predictor, Watch, boltzmann};
use outwit_game::{Control, Evaluated, Evaluation, Player, Problem, Rng, Turn, equally_good};

/// The look-ahead.
pub struct ModelLookahead<G: Evaluated> {
    evaluation: G::Evaluation,
    /// Plies, chance not counted.
    depth: u32,
    seat: Player,
    columns: Columns,
    made: u64,
}

impl<G: Evaluated> ModelLookahead<G> {
    /// A look-ahead of so many plies.
    pub fn new(evaluation: G::Evaluation, depth: u32) -> ModelLookahead<G> {
        ModelLookahead { evaluation, depth, seat: Player::FIRST, columns: Columns::default(), made: 0 }
    }

    /// A game begins.
    pub fn begin(&mut self, game: &G, seat: Player, watch: &Watch<G>) {
        self.seat = seat;
        self.columns = Columns::new(&watch.models, game.players(), seat);
    }

    /// Moves made so far.
    pub fn made(&self) -> u64 {
        self.made
    }

    /// What each of our moves is worth to us.
    pub fn values(
        &mut self,
        game: &G,
        state: &G::State,
        moves: &[G::Move],
        watch: &mut Watch<G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Vec<f64>, Problem> {
        let depth = self.depth.max(1) - 1;
        let mut values = Vec::with_capacity(moves.len());
        for &mv in moves {
            let mut next = state.clone();
            game.play(&mut next, mv);
            values.push(self.value(game, &next, depth, watch, rng, control)?[0]);
        }
        Ok(values)
    }

    /// One number a column: what we get, and what the others get by each model that wants something.
    fn value(
        &mut self,
        game: &G,
        state: &G::State,
        depth: u32,
        watch: &mut Watch<G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Vec<f64>, Problem> {
        self.made += 1;
        let turn = game.turn(state);
        if turn.is_over() || depth == 0 || turn == Turn::Chance && game.draws(state) {
            return Ok(self.judge(game, state, watch));
        }
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let below = if turn == Turn::Chance { depth } else { depth - 1 };
        let mut children = Vec::with_capacity(moves.len());
        for &mv in &moves {
            let mut next = state.clone();
            game.play(&mut next, mv);
            children.push(self.value(game, &next, below, watch, rng, control)?);
        }
        Ok(match turn {
            Turn::Chance => {
                let weights: Vec<f64> = moves.iter().map(|&mv| game.weight(state, mv) as f64).collect();
                average(&children, &weights)
            }
            Turn::Of(player) if player == self.seat => {
                let best = children.iter().map(|child| child[0]).fold(f64::NEG_INFINITY, f64::max);
                let picks: Vec<f64> = children.iter().map(|c| f64::from(u8::from(equally_good(c[0], best)))).collect();
                average(&children, &picks)
            }
            Turn::Of(player) => {
                let parts = self.rows(game, state, player, &moves, &children, watch, rng, control)?;
                let rows = self.whole(&parts, moves.len());
                let belief = watch.belief(player);
                let mixture: Vec<f64> = (0..moves.len())
                    .map(|place| rows.iter().zip(belief).map(|(row, belief)| belief * row[place]).sum())
                    .collect();
                let mut value = average(&children, &mixture);
                // By its own model, a player is that model and no other.
                for (place, part) in self.columns.models.iter().flatten().enumerate() {
                    let column = part.columns[player.index()];
                    if column > 0 {
                        value[column] = children.iter().zip(&parts[place]).map(|(child, p)| p * child[column]).sum();
                    }
                }
                value
            }
            Turn::Over => unreachable!("it was asked above"),
        })
    }

    /// How likely each move is to every part of every model, one row a part.
    #[expect(clippy::too_many_arguments)]
    fn rows(
        &mut self,
        game: &G,
        state: &G::State,
        player: Player,
        moves: &[G::Move],
        children: &[Vec<f64>],
        watch: &mut Watch<G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Vec<Vec<f64>>, Problem> {
        let weight = self.evaluation.present_weight(game, state);
        let mut rows = Vec::with_capacity(watch.models.len());
        for (parts, model) in self.columns.models.iter().zip(&mut watch.models) {
            for (place, part) in parts.iter().enumerate() {
                let mut row = Vec::with_capacity(moves.len());
                if let Some(rationality) = model.rationality(place) {
                    let column = part.columns[player.index()];
                    let values: Vec<f64> = children.iter().map(|child| rationality * child[column] / weight).collect();
                    boltzmann(&values, &mut row);
                } else {
                    row = model.policy(place, game, state, player, moves, rng, control)?.unwrap_or_default();
                }
                rows.push(row);
            }
        }
        Ok(rows)
    }

    /// The rows of whole models from those of their parts.
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

    fn judge(&self, game: &G, state: &G::State, watch: &Watch<G>) -> Vec<f64> {
        let mut values = Vec::with_capacity(self.columns.width);
        self.columns.judge(game, state, &watch.models, self.seat, &self.evaluation, &mut values);
        values
    }
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

impl<G: Evaluated> Predictor<G> for ModelLookahead<G> {
    fn predict(
        &mut self,
        game: &G,
        state: &G::State,
        player: Player,
        moves: &[G::Move],
        watch: &mut Watch<G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<(Vec<Vec<f64>>, f64), Problem> {
        let depth = self.depth.max(1) - 1;
        let mut children = Vec::with_capacity(moves.len());
        for &mv in moves {
            let mut next = state.clone();
            game.play(&mut next, mv);
            children.push(self.value(game, &next, depth, watch, rng, control)?);
        }
        let parts = self.rows(game, state, player, moves, &children, watch, rng, control)?;
        Ok((self.whole(&parts, moves.len()), 1.0))
    }

    fn advance(&mut self, _game: &G, _state: &G::State, _mv: G::Move) {}
}
