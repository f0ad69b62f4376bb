//! Looking ahead a few plies under a belief over models of the others: the baseline that search is compared with.
//!
//! PsychSim's method (Marsella, Pynadath and Read 2004), which the literature calls value iteration: everything within a
//! horizon, the others choosing by Boltzmann among the values their model gives, or by its rule, and we what is best for us on
//! average. The belief is that of the root: it does not change inside the look-ahead. Costs b^d positions with a vector each.
//!
//! It is no engine of its own: [full width](super::DepthFirst) where the position is known, [information
//! sets](super::information_sets) where several worlds are possible, with the models as [leaf](Wishes),
//! [backup](PlayerModels) and [opponent](ModelRows).

use super::DepthFirst;
use super::information_sets::InformationSets;
use crate::backup::PlayerModels;
use crate::belief::information_set::{Belief, at};
use crate::belief::models::{BeliefTracker, Columns, ModelRows, Predictor, Wishes, World};
use crate::belief::{Decision, Opponent, of_moves};
use crate::findings::Findings;
use crate::learning::LearningSearch;
use outwit_game::{Budget, Control, Evaluated, Meter, Player, Problem, Rng, View};

/// The look-ahead.
pub struct ModelLookahead<G: Evaluated> {
    evaluation: G::Evaluation,
    /// Plies, chance not counted; nodes and time for the whole of a choice.
    budget: Budget,
    seat: Player,
    columns: Columns,
    made: u64,
    /// Moves that may still be made.
    left: u64,
}

impl<G: Evaluated> ModelLookahead<G> {
    /// A look-ahead of so many plies.
    pub fn new(evaluation: G::Evaluation, depth: u32) -> ModelLookahead<G> {
        ModelLookahead::within(evaluation, Budget { depth: Some(depth), ..Budget::default() })
    }

    /// A look-ahead within a budget.
    pub fn within(evaluation: G::Evaluation, budget: Budget) -> ModelLookahead<G> {
        let (seat, columns) = (Player::FIRST, Columns::default());
        ModelLookahead { evaluation, budget, seat, columns, made: 0, left: u64::MAX }
    }

    fn backup(&self, game: &G, watch: &BeliefTracker<G>) -> PlayerModels {
        let beliefs = Player::all(game.players()).map(|player| watch.belief(player).to_vec()).collect();
        PlayerModels { root: self.seat, columns: self.columns.clone(), beliefs }
    }

    fn count(&mut self, nodes: u64) {
        (self.made, self.left) = (self.made + nodes, self.left.saturating_sub(nodes));
    }

    /// The part of the budget that is left, but for `share` of it.
    fn part(&self, share: u64) -> Budget {
        let nodes = self.budget.nodes.map(|_| self.left / share);
        Budget { nodes, time: None, ..self.budget }
    }
}

impl<G: Evaluated> LearningSearch<G> for ModelLookahead<G> {
    fn begin(&mut self, game: &G, seat: Player, watch: &BeliefTracker<G>) {
        self.seat = seat;
        self.columns = Columns::new(&watch.models, game.players(), seat);
    }

    fn budget(&self) -> Budget {
        self.budget
    }

    fn refill(&mut self, learns: bool) {
        if learns {
            (self.made, self.left) = (0, self.budget.nodes.unwrap_or(u64::MAX));
        }
    }

    /// Where several worlds are possible it is one move for all of them, now and later.
    fn look(
        &mut self,
        view: &View<'_, G>,
        watch: &mut BeliefTracker<G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        let (game, seat, budget) = (view.game(), self.seat, self.part(1));
        let (leaf, backup) = (Wishes::new(self.evaluation.clone(), watch), self.backup(game, watch));
        let world = |world: &World<G>| (at(game, world.state.clone(), 0, false), world.weight);
        let belief: Belief<G> = watch.worlds().iter().map(world).collect();
        let mut others = ModelRows { watch, columns: &self.columns, evaluation: &self.evaluation };
        let mut findings = match view.state() {
            Some(state) => DepthFirst::new(budget, leaf, |_: Player, _: usize| backup.clone(), others)
                .find(game, state, seat, rng, control)?,
            None if belief.is_empty() => Findings::unsearched(view.moves()),
            None => {
                let mut meter = Meter::new(control, &budget)?;
                InformationSets::new(game, seat, &leaf, &backup, &mut others, control, &mut meter).find(
                    &belief,
                    &budget,
                    Findings::unsearched(view.moves()),
                )?
            }
        };
        self.count(findings.nodes);
        findings.nodes = self.made;
        Ok(findings)
    }
}

impl<G: Evaluated> Predictor<G> for ModelLookahead<G> {
    /// Half of what is left of the budget goes to each decision that is learnt from.
    fn predict(
        &mut self,
        decision: &Decision<'_, G>,
        watch: &mut BeliefTracker<G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<(Vec<Vec<f64>>, f64), Problem> {
        let &Decision { game, state, player, moves, .. } = decision;
        let (leaf, backup) = (Wishes::new(self.evaluation.clone(), watch), self.backup(game, watch));
        let mut budget = self.part(2);
        budget.depth = budget.depth.map(|depth| depth.max(1));
        let others = ModelRows { watch, columns: &self.columns, evaluation: &self.evaluation };
        let mut search = DepthFirst::new(budget, leaf, |_: Player, _: usize| backup.clone(), others);
        let quiet = Control { record: None, progress: None, ..*control };
        let (children, nodes) = search.children(game, state, self.seat, rng, &quiet)?;
        let Some(children) = children else {
            self.count(nodes);
            return Ok((vec![vec![1.0 / moves.len() as f64; moves.len()]; backup.columns.models.len()], 0.0));
        };
        let mut weights = Vec::new();
        // The search looks at every move; a belief may ask about those that last alone.
        let mut all = Vec::new();
        game.moves(state, &mut all);
        search.others.probabilities(&Decision::open(game, state, player, &all), rng, &quiet, &mut weights)?;
        self.count(nodes);
        let mut rows = backup.rows(player, &children, &weights);
        for row in &mut rows {
            *row = of_moves(&all, row, moves);
        }
        Ok((rows, 1.0))
    }

    fn advance(&mut self, _game: &G, _state: &G::State, _mv: G::Move) {}
}
