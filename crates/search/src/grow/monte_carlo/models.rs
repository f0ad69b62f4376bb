//! Monte-Carlo search under a belief over models of the others.
//!
//! Sarratt, Pynadath and Jhala 2014, on the tree of every other Monte-Carlo search. Each simulation draws a model for each of the
//! others from the belief about it; on the way down every seat goes for what it wants by that model, or plays by its rule. All
//! wants of all models are told of the result, so a node holds one sum for each seat and model. What a model thinks of a move is
//! then read off the tree: the probability of a move is in proportion to exp(rationality * mean), equation 2.
//!
//! Where something is hidden each simulation draws a world, and from that world's own belief a model for each of the others;
//! every seat decides by a tree of its own ([`seats`](super::seats)), and players who play by a rule are asked in the world.
//!
//! Values are divided by the range seen in random games for the formula alone, never inside equation 2.

use super::agent::blind;
use super::believed::{AtNodes, Believed, InWorlds};
use super::report::{Searched, findings};
use super::rollout::random_end;
use super::rules::Rules;
use super::simulate::Grower;
use super::tree::Tree;
use super::{Information, Options};
use crate::belief::models::{BeliefTracker, Columns, Predictor, World, boltzmann};
use crate::belief::{Decision, Modelled};
use crate::findings::Findings;
use crate::learning::LearningSearch;
use outwit_game::{
    Budget, Control, Evaluated, Evaluation, MAX_SEATS, Meter, MoveCode, Player, Problem, Rng, Turn, View,
};
use rustc_hash::FxHashMap;

/// How to search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ModelOptions {
    /// How the tree grows. The paper's constant is `c` over the root of 2.
    pub search: Options,
    /// Whether another search looks at the others' decision before its outcome is learnt from.
    pub looks_again: bool,
    /// Visits every move of a decision needs before the tree's word on it counts in full.
    pub least_visits: u32,
    /// Random games that tell the range of payoffs.
    pub samples: u32,
}

impl Default for ModelOptions {
    fn default() -> ModelOptions {
        let search = Options { simulations: Some(1000), c: 0.7, solver: false, reuse: false, ..Options::default() };
        ModelOptions { search, looks_again: true, least_visits: 1, samples: 100 }
    }
}

/// The search and its trees.
pub struct ModelSearch<G: Evaluated> {
    options: ModelOptions,
    evaluation: G::Evaluation,
    /// How rollouts are played; at random where there is none.
    policy: Option<Modelled<G>>,
    seat: Player,
    /// One where everything is open, else one a seat.
    trees: Vec<Tree>,
    columns: Columns,
    /// One over the range of each column; empty before random games were played.
    scales: Vec<f64>,
    /// Where the tree's word is asked for next, if it reaches so far.
    place: Option<(u32, G::State)>,
    at_nodes: AtNodes,
    in_worlds: InWorlds<G::State>,
    /// Moves made since the last choice began, and the most there may be.
    made: u64,
    most: Option<u64>,
    /// Simulations of the last look.
    done: u64,
}

impl<G: Evaluated> ModelSearch<G> {
    /// A search that has seen nothing.
    pub fn new(options: ModelOptions, evaluation: G::Evaluation, policy: Option<Modelled<G>>) -> ModelSearch<G> {
        ModelSearch {
            options,
            evaluation,
            policy,
            seat: Player::FIRST,
            trees: Vec::new(),
            columns: Columns::default(),
            scales: Vec::new(),
            place: None,
            at_nodes: FxHashMap::default(),
            in_worlds: FxHashMap::default(),
            made: 0,
            most: None,
            done: 0,
        }
    }

    fn is_open(&self) -> bool {
        self.options.search.information == Information::Open
    }

    /// New trees; where everything is open, one that stands at a position.
    fn plant(&mut self, game: &G, state: Option<&G::State>) {
        self.at_nodes.clear();
        self.in_worlds.clear();
        self.place = state.map(|state| (0, state.clone()));
        let wants = Some(self.columns.width.saturating_sub(1));
        let rules = |seat: Player| Rules::new(game, &self.options.search, seat, wants);
        self.trees = match state {
            Some(state) => vec![Tree::new(rules(self.seat), game.turn(state))],
            None if self.is_open() => Vec::new(),
            None => Player::all(game.players()).map(|seat| Tree::of_sets(rules(seat), Turn::Of(seat))).collect(),
        };
    }

    /// Whether the tree goes on from this position, and simulations have come to it.
    fn stands_at(&self, state: &G::State) -> bool {
        let is_known = |&(node, _): &(u32, G::State)| self.trees[0].nodes[node as usize].visits > 0;
        self.place.as_ref().is_some_and(|place| place.1 == *state && is_known(place))
    }

    /// What lies behind in a tree is never looked at again: one that is half full begins anew.
    fn is_half_full(&self) -> bool {
        self.trees.iter().any(|tree| tree.nodes.len() >= tree.rules.most_nodes / 2)
    }

    /// Simulations from the place of an open tree, or in worlds.
    #[expect(clippy::too_many_arguments)]
    fn search(
        &mut self,
        game: &G,
        state: &G::State,
        worlds: &[World<G>],
        simulations: u64,
        watch: &mut BeliefTracker<G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<(), Problem> {
        let is_open = self.is_open();
        let weights: Vec<f64> = worlds.iter().map(|world| world.weight).collect();
        if !is_open && !weights.iter().any(|weight| *weight > 0.0) {
            return Ok(());
        }
        if self.scales.is_empty() {
            let mut meter = Meter::new(control, &Budget::default())?;
            self.sample_ranges(game, state, (worlds, &weights), watch, rng, || meter.look());
        }
        let left = self.most.map(|most| most.saturating_sub(self.made));
        if left == Some(0) {
            return Ok(());
        }
        let mut meter = Meter::new(control, &Budget { nodes: left, ..Budget::default() })?;
        let within = Control { deadline: meter.deadline(), record: None, progress: None, ..*control };
        let company = Believed {
            beliefs: Player::all(game.players()).map(|player| watch.belief(player).to_vec()).collect(),
            models: &mut watch.models,
            columns: &self.columns,
            scales: &self.scales,
            evaluation: &self.evaluation,
            at_nodes: &mut self.at_nodes,
            in_worlds: &mut self.in_worlds,
            seat: self.seat,
            worlds: if is_open { &[] } else { worlds },
            kinds: [0; MAX_SEATS],
            rule: Vec::new(),
        };
        let (evaluation, options, policy) = (&self.evaluation, &self.options.search, self.policy.as_mut());
        let unit = self.trees[0].rules.unit;
        let mut grower = Grower::new(game, evaluation, options, policy, company, rng.clone(), within, unit);
        self.done = if is_open {
            let tree = &mut self.trees[0];
            tree.root = self.place.as_ref().map_or(0, |place| place.0);
            grower.grow(tree, state, simulations, &mut meter)?
        } else {
            let world = |rng: &mut Rng| {
                let place = rng.weighted(&weights);
                (place, worlds[place].state.clone())
            };
            grower.grow_seats(&mut self.trees, world, simulations, &mut meter)?
        };
        *rng = grower.rng;
        self.made += meter.nodes();
        Ok(())
    }

    /// The range of every column in random games, so that one constant fits all wants.
    fn sample_ranges(
        &mut self,
        game: &G,
        state: &G::State,
        (worlds, weights): (&[World<G>], &[f64]),
        watch: &BeliefTracker<G>,
        rng: &mut Rng,
        mut go_on: impl FnMut() -> bool,
    ) {
        let (seat, unit) = (self.seat, self.trees[0].rules.unit);
        let mut ranges = vec![(f64::INFINITY, f64::NEG_INFINITY); self.columns.width];
        let weight = self.evaluation.present_weight(game, state);
        let (mut scratch, mut wants) = (Vec::new(), Vec::new());
        for number in 0..self.options.samples.max(2) {
            if number >= 2 && !go_on() {
                break;
            }
            let start = if self.is_open() { state } else { &worlds[rng.weighted(weights)].state };
            let (end, payoffs) =
                random_end(game, start.clone(), self.options.search.horizon, &self.evaluation, rng, &mut scratch);
            self.columns.judge(game, &end, &watch.models, seat, &self.evaluation, &mut wants);
            for (range, &result) in ranges.iter_mut().zip(std::iter::once(&payoffs[seat]).chain(&wants)) {
                *range = (range.0.min(result * unit), range.1.max(result * unit));
            }
        }
        let over = |(low, high): &(f64, f64)| if high > low { weight / (high - low) } else { 1.0 };
        self.scales = ranges.iter().map(over).collect();
    }

    /// What the tree says of a seat's moves: visits, and the mean of what they were worth in one of the [`Columns`].
    fn arms(&self, player: Player, column: usize, moves: &[G::Move]) -> Vec<(u32, f64)> {
        let tree = if self.is_open() { self.trees.first() } else { self.trees.get(player.index()) };
        let root = self.place.as_ref().map_or(0, |place| place.0);
        let Some(tree) = tree.filter(|_| !self.is_open() || self.place.is_some()) else {
            return vec![(0, 0.0); moves.len()];
        };
        let column = if column == 0 { self.seat.index() } else { tree.column_of_want(column - 1) };
        let arm = |mv: &G::Move| {
            let child = tree.children(root).find(|&child| tree.nodes[child as usize].mv == mv.code())?;
            let visits = tree.nodes[child as usize].visits;
            (visits > 0).then(|| (visits, tree.column(child, column) / f64::from(visits) / tree.rules.unit))
        };
        moves.iter().map(|mv| arm(mv).unwrap_or((0, 0.0))).collect()
    }

    /// How likely somebody who goes by these values takes each move.
    fn choices(&self, arms: &[(u32, f64)], rationality: f64) -> Vec<f64> {
        let visits: u32 = arms.iter().map(|arm| arm.0).sum();
        // A move that was never tried is thought as good as the others are on average.
        let sum: f64 = arms.iter().map(|arm| f64::from(arm.0) * arm.1).sum();
        let mean = if visits > 0 { sum / f64::from(visits) } else { 0.0 };
        let value = |arm: &(u32, f64)| rationality * if arm.0 > 0 { arm.1 } else { mean };
        let mut row = Vec::with_capacity(arms.len());
        boltzmann(&arms.iter().map(value).collect::<Vec<f64>>(), &mut row);
        // What was hardly looked at is shrunk towards knowing nothing. In worlds a move may have been legal in few of them.
        let least = arms.iter().map(|arm| arm.0).min().unwrap_or(0);
        let floor = if visits > 0 && !self.is_open() { 0.5 } else { 0.0 };
        let worth = (f64::from(least) / f64::from(self.options.least_visits.max(1))).clamp(floor, 1.0);
        row.iter_mut().for_each(|p| *p = worth * *p + (1.0 - worth) / arms.len() as f64);
        row
    }

    /// Simulations of a search that learns.
    fn to_learn(&self) -> u64 {
        self.options.search.simulations.unwrap_or(LEARNING)
    }
}

/// Simulations of a search that learns, where there is another budget.
const LEARNING: u64 = 1000;

impl<G: Evaluated> LearningSearch<G> for ModelSearch<G> {
    fn begin(&mut self, game: &G, seat: Player, watch: &BeliefTracker<G>) {
        self.seat = seat;
        self.columns = Columns::new(&watch.models, game.players(), seat);
        self.scales.clear();
        let information = if game.facts().hidden { Information::PerSeat } else { Information::Open };
        self.options.search.information = information;
        self.plant(game, None);
    }

    fn budget(&self) -> Budget {
        Budget { time: self.options.search.time, ..Budget::default() }
    }

    /// Half of the moves of a choice are there to learn from what was seen before it.
    fn refill(&mut self, learns: bool) {
        if learns {
            self.made = 0;
        }
        let nodes = self.options.search.nodes;
        self.most = if learns { nodes.map(|nodes| nodes / 2) } else { nodes };
    }

    fn look(
        &mut self,
        view: &View<'_, G>,
        watch: &mut BeliefTracker<G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        let game = view.game();
        let worlds = watch.worlds().to_vec();
        let state = match view.state().or(worlds.first().map(|world| &world.state)) {
            Some(state) => state,
            None => {
                return Ok(blind(view.moves(), "nothing that was seen can have happened in any world it holds".into()));
            }
        };
        if view.state().is_some() {
            let keeps = self.options.search.reuse && self.stands_at(state) && !self.is_half_full();
            if !keeps {
                self.plant(game, Some(state));
            }
        } else {
            self.plant(game, None);
        }
        let simulations = self.options.search.simulations.unwrap_or(u64::MAX);
        self.search(game, state, &worlds, simulations, watch, rng, control)?;
        let tree = if self.is_open() { &self.trees[0] } else { &self.trees[self.seat.index()] };
        let searched = Searched { trees: vec![tree], simulations: self.done, nodes: self.made };
        let roots: Vec<(&G::State, f64)> = match view.state() {
            Some(state) => vec![(state, 1.0)],
            None => worlds.iter().map(|world| (&world.state, world.weight)).collect(),
        };
        let options = &self.options.search;
        Ok(findings::<G, _, true>(game, state, &searched, &roots, options, &self.evaluation, control.record))
    }
}

impl<G: Evaluated> Predictor<G> for ModelSearch<G> {
    fn prepare(
        &mut self,
        game: &G,
        worlds: &[World<G>],
        player: Player,
        watch: &mut BeliefTracker<G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<(), Problem> {
        // Who plays by a rule needs no search.
        let Some(first) = worlds.first().filter(|_| self.columns.wants(player)) else { return Ok(()) };
        self.plant(game, None);
        self.search(game, &first.state, worlds, self.to_learn(), watch, rng, control)
    }

    fn predict(
        &mut self,
        decision: &Decision<'_, G>,
        watch: &mut BeliefTracker<G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<(Vec<Vec<f64>>, f64), Problem> {
        let &Decision { game, state, player, moves, .. } = decision;
        let wants = self.columns.wants(player);
        if wants && self.is_open() {
            let is_new = self.place.as_ref().is_none_or(|(_, known)| known != state);
            if is_new || self.options.looks_again {
                if !self.stands_at(state) {
                    self.plant(game, Some(state));
                }
                self.search(game, state, &[], self.to_learn(), watch, rng, control)?;
            }
        }
        let weight = self.evaluation.present_weight(game, state);
        let mut rows = Vec::with_capacity(watch.models.len());
        let (mut has_rules, mut was_seen) = (false, false);
        for (place, model) in watch.models.iter_mut().enumerate() {
            let mut row = vec![0.0; moves.len()];
            for (part, share) in self.columns.models[place].iter().enumerate() {
                let of_part = match model.rationality(part) {
                    Some(rationality) => {
                        let arms = self.arms(player, share.columns[player.index()], moves);
                        was_seen |= arms.iter().all(|arm| arm.0 > 0);
                        self.choices(&arms, rationality / weight)
                    }
                    None => {
                        has_rules = true;
                        model.policy(part, decision, rng, control)?.unwrap_or_default()
                    }
                };
                row.iter_mut().zip(of_part).for_each(|(sum, p)| *sum += share.weight * p);
            }
            rows.push(row);
        }
        let tells_something = !wants || !self.is_open() || was_seen || has_rules;
        Ok((rows, f64::from(u8::from(tells_something))))
    }

    fn advance(&mut self, game: &G, state: &G::State, mv: G::Move) {
        let Some((node, known)) = self.place.take() else { return };
        if known != *state {
            return;
        }
        let tree = &self.trees[0];
        let child = tree.children(node).find(|&child| tree.nodes[child as usize].mv == mv.code());
        let mut next = known;
        game.play(&mut next, mv);
        self.place = child.map(|child| (child, next));
    }
}
