//! A belief over models as an opponent, and what the models want as a leaf.

use super::{BeliefTracker, Columns, Utility};
use crate::belief::{Decision, Opponent};
use crate::value::Leaf;
use outwit_game::{Control, Evaluated, Evaluation, Interval, MAX_SEATS, Payoffs, Player, Problem, Rng};

/// The models of a [`BeliefTracker`] as an opponent for [`PlayerModels`](crate::backup::PlayerModels), whose weights these are.
pub struct ModelRows<'a, G: Evaluated> {
    /// The models and the belief about everybody.
    pub watch: &'a mut BeliefTracker<G>,
    /// The parts of the models.
    pub columns: &'a Columns,
    /// The usual evaluation: it says what a unit earned now counts in the end.
    pub evaluation: &'a G::Evaluation,
}

impl<G: Evaluated> Opponent<G> for ModelRows<'_, G> {
    fn thinks(&self) -> bool {
        self.watch.models.iter().any(|model| model.thinks())
    }

    fn probabilities(
        &mut self,
        decision: &Decision<'_, G>,
        rng: &mut Rng,
        control: &Control<'_>,
        out: &mut Vec<f64>,
    ) -> Result<(), Problem> {
        let &Decision { game, state, player, moves, .. } = decision;
        let base = out.len();
        out.resize(base + moves.len(), 0.0);
        let weight = self.evaluation.present_weight(game, state);
        let even = 1.0 / moves.len() as f64;
        let belief = self.watch.belief(player).to_vec();
        let models = self.columns.models.iter().zip(&mut self.watch.models);
        for ((parts, model), believed) in models.zip(belief) {
            for (place, part) in parts.iter().enumerate() {
                let row = match model.rationality(place) {
                    Some(rationality) => vec![rationality / weight; moves.len()],
                    None => model.policy(place, decision, rng, control)?.unwrap_or_default(),
                };
                let wants = part.columns[player.index()] > 0;
                for (offset, p) in row.iter().enumerate() {
                    // What somebody will do who goes by values is not known before the values are.
                    out[base + offset] += believed * part.weight * if wants { even } else { *p };
                }
                out.extend(row);
            }
        }
        Ok(())
    }
}

/// What we get and what everybody wants by every model, one number a [column](Columns).
pub struct Wishes<E> {
    usual: E,
    wishes: Vec<Utility<E>>,
}

impl<E: Clone> Wishes<E> {
    /// What these models want; `usual` is the evaluation of those who want their payoff.
    pub fn new<G: Evaluated<Evaluation = E>>(usual: E, watch: &BeliefTracker<G>) -> Wishes<E> {
        let parts = watch.models.iter().flat_map(|model| model.way.parts());
        let wishes = parts.filter_map(|(_, way)| way.wants()).map(|(utility, _)| utility.clone()).collect();
        Wishes { usual, wishes }
    }
}

impl<G: Evaluated> Leaf<G> for Wishes<G::Evaluation> {
    type Value = Vec<f64>;

    /// Only where the position is not known as well.
    fn over(&self, payoffs: &Payoffs, root: Player) -> Vec<f64> {
        vec![payoffs[root]]
    }

    fn ended(&self, game: &G, state: &G::State, root: Player) -> Vec<f64> {
        self.cut(game, state, root)
    }

    fn cut(&self, game: &G, state: &G::State, root: Player) -> Vec<f64> {
        let mut values = vec![Utility::Payoff.value(game, state, root, root, &self.usual)];
        for wish in &self.wishes {
            let others = Player::all(game.players()).filter(|&player| player != root);
            values.extend(others.map(|player| wish.value(game, state, player, root, &self.usual)));
        }
        values
    }

    fn values(&self, game: &G, state: &G::State) -> Payoffs {
        self.usual.values(game, state)
    }

    fn intervals(&self, game: &G, state: &G::State) -> [Interval; MAX_SEATS] {
        self.usual.intervals(game, state)
    }
}
