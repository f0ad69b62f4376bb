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
use super::information_sets::{Answer, InformationSets};
use crate::backup::{Backup, PlayerModels};
use crate::belief::Decision;
use crate::belief::Opponent;
use crate::belief::information_set::{Belief, at};
use crate::belief::models::{BeliefTracker, Columns, ModelRows, Predictor, Wishes};
use crate::findings::Findings;
use outwit_game::{Budget, Control, Evaluated, Meter, Player, Problem, Rng};

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

    /// A game begins.
    pub fn begin(&mut self, game: &G, seat: Player, watch: &BeliefTracker<G>) {
        self.seat = seat;
        self.columns = Columns::new(&watch.models, game.players(), seat);
    }

    /// A choice begins: its budget is there to be used.
    pub fn refill(&mut self) {
        (self.made, self.left) = (0, self.budget.nodes.unwrap_or(u64::MAX));
    }

    /// How long a choice may take.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Moves made so far.
    pub fn made(&self) -> u64 {
        self.made
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

    /// What is to be said of a position that is known.
    pub fn look(
        &mut self,
        game: &G,
        state: &G::State,
        watch: &mut BeliefTracker<G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        let (leaf, backup) = (Wishes::new(self.evaluation.clone(), watch), self.backup(game, watch));
        let others = ModelRows { watch, columns: &self.columns, evaluation: &self.evaluation };
        let mut search = DepthFirst::new(self.part(1), leaf, |_: Player, _: usize| backup.clone(), others);
        let findings = search.find(game, state, self.seat, rng, control)?;
        self.count(findings.nodes);
        Ok(findings)
    }

    /// The same where several worlds are possible: one move for all of them, now and later.
    pub fn look_at_worlds(
        &mut self,
        game: &G,
        moves: &[G::Move],
        worlds: Vec<(G::State, f64)>,
        watch: &mut BeliefTracker<G>,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        if worlds.is_empty() {
            return Ok(Findings::unsearched(moves));
        }
        let (leaf, backup) = (Wishes::new(self.evaluation.clone(), watch), self.backup(game, watch));
        let budget = self.part(1);
        let mut meter = Meter::new(control, &budget)?;
        let mut others = ModelRows { watch, columns: &self.columns, evaluation: &self.evaluation };
        let belief: Belief<G> = worlds.into_iter().map(|(state, weight)| (at(game, state, 0, false), weight)).collect();
        let (facts, deepest) = (game.facts(), budget.depth.unwrap_or(u32::MAX / 2));
        let mut findings = Findings::unsearched(moves);
        let is_timed = budget.nodes.is_some() || control.is_limited() || control.stop.is_some();
        let mut depth = if is_timed { deepest.min(1) } else { deepest };
        loop {
            let mut sets = InformationSets::new(game, self.seat, &leaf, &backup, &mut others, control, &mut meter);
            if deepest == 0 {
                findings.value = backup.seat_values(&facts, &sets.at_once(&belief));
                break;
            }
            let Some(answer) = sets.answer(belief.clone(), depth)? else { break };
            let Answer { values, is_complete, tree, .. } = answer;
            let mut picks = Vec::new();
            backup.picks(self.seat, &values, &[], &mut picks);
            findings.best = (0..picks.len()).filter(|&place| picks[place] > 0.0).collect();
            for (found, value) in findings.moves.iter_mut().zip(&values) {
                (found.values, found.line) = (backup.seat_values(&facts, value), vec![found.mv]);
            }
            findings.value = backup.seat_values(&facts, &backup.chosen(self.seat, &values));
            findings.line = findings.moves[findings.best[0]].line.clone();
            findings.depth = depth;
            findings.remarks.clear();
            match tree {
                Some(Ok(tree)) => findings.tree = Some(tree),
                Some(Err(remark)) => findings.remarks.push(remark),
                None => {}
            }
            if is_complete || depth >= deepest {
                break;
            }
            depth += 1;
        }
        findings.nodes = meter.nodes();
        self.count(findings.nodes);
        Ok(findings)
    }
}

impl<G: Evaluated> Predictor<G> for ModelLookahead<G> {
    /// Half of what is left of the budget goes to each decision that is learnt from.
    fn predict(
        &mut self,
        game: &G,
        state: &G::State,
        player: Player,
        moves: &[G::Move],
        watch: &mut BeliefTracker<G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<(Vec<Vec<f64>>, f64), Problem> {
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
        if all != moves {
            let places: Vec<Option<usize>> = moves.iter().map(|mv| all.iter().position(|known| known == mv)).collect();
            for row in &mut rows {
                let asked: Vec<f64> = places.iter().map(|place| place.map_or(0.0, |place| row[place])).collect();
                let total: f64 = asked.iter().sum();
                let even = 1.0 / moves.len().max(1) as f64;
                *row = asked.iter().map(|p| if total > 0.0 { p / total } else { even }).collect();
            }
        }
        Ok((rows, 1.0))
    }

    fn advance(&mut self, _game: &G, _state: &G::State, _mv: G::Move) {}
}
