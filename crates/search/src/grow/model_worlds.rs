//! Monte-Carlo search under a belief over worlds and over models of the others: [`model_tree`](super::model_tree) where
//! something is hidden.
//!
//! Each simulation draws a world, and from that world's own belief a model for each of the others. Every seat has a tree of
//! its own that branches by what *that seat* sees (multi-observer information-set search, Cowling, Powley and Whitehouse
//! 2012), so nobody in the search knows what its seat would not: not we about their cards, not they about a move of ours that
//! is still face down. At the root a seat's positions in all worlds share one node; a move's urge to be tried grows with how
//! often it could have been. Players who play by a rule are asked in the world of the simulation.

use super::model_tree::ModelOptions;
use super::monte_carlo::{Ucb1, unit};
use crate::belief::models::{BeliefTracker, Columns, Predictor, World, boltzmann};
use outwit_game::{Budget, Control, Evaluated, Evaluation, MAX_SEATS, Meter, MoveCode, Player, Problem, Rng, Turn};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

#[derive(Clone)]
struct Arm {
    mv: u32,
    visits: u32,
    /// How often it could have been chosen.
    available: u32,
    /// Where its sums begin, one a column.
    sums: usize,
}

#[derive(Clone, Default)]
struct Node {
    arms: Vec<Arm>,
    /// Where play goes on, by what the seat sees.
    next: Vec<(u64, u32)>,
}

/// The search and its trees, one a seat.
pub struct ModelWorlds<G: Evaluated> {
    options: ModelOptions,
    evaluation: G::Evaluation,
    seat: Player,
    players: usize,
    trees: Vec<Vec<Node>>,
    sums: Vec<f64>,
    columns: Columns,
    scales: Vec<f64>,
    /// What models who play by a rule do in a position.
    policies: FxHashMap<(G::State, u32, u32), Vec<f64>>,
    ucb: Ucb1,
    /// What everything is multiplied by before it is added up.
    unit: f64,
    made: u64,
    // What a simulation uses.
    path: Vec<(usize, u32, usize)>,
    legal: Vec<usize>,
    results: Vec<f64>,
    moves: Vec<G::Move>,
    scratch: Vec<G::Move>,
}

impl<G: Evaluated> ModelWorlds<G> {
    /// A search that has seen nothing.
    pub fn new(options: ModelOptions, evaluation: G::Evaluation) -> ModelWorlds<G> {
        ModelWorlds {
            options,
            evaluation,
            seat: Player::FIRST,
            players: 0,
            trees: Vec::new(),
            sums: Vec::new(),
            columns: Columns::default(),
            scales: Vec::new(),
            policies: FxHashMap::default(),
            ucb: Ucb1::new(options.c),
            unit: 1.0,
            made: 0,
            path: Vec::new(),
            legal: Vec::new(),
            results: Vec::new(),
            moves: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// A game begins.
    pub fn begin(&mut self, game: &G, seat: Player, watch: &BeliefTracker<G>) {
        (self.seat, self.players) = (seat, game.players());
        self.columns = Columns::new(&watch.models, self.players, seat);
        self.unit = unit(&game.facts());
        self.scales.clear();
        self.plant();
    }

    /// Moves made so far.
    pub fn made(&self) -> u64 {
        self.made
    }

    fn plant(&mut self) {
        self.trees.clear();
        self.trees.resize(self.players, vec![Node::default()]);
        self.sums.clear();
        self.policies.clear();
    }

    /// Looks at a decision in worlds of which one may be the true one.
    pub fn look(
        &mut self,
        game: &G,
        worlds: &[World<G>],
        watch: &mut BeliefTracker<G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<(), Problem> {
        self.plant();
        let weights: Vec<f64> = worlds.iter().map(|world| world.weight).collect();
        if !weights.iter().any(|weight| *weight > 0.0) {
            return Ok(());
        }
        if self.scales.is_empty() {
            self.sample_ranges(game, worlds, &weights, watch, rng);
        }
        let budget = Budget { time: self.options.time, ..Budget::default() };
        let mut meter = Meter::new(control, &budget)?;
        let control = Control { deadline: meter.deadline(), record: None, progress: None, ..*control };
        for _ in 0..self.options.simulations {
            let world = &worlds[rng.weighted(&weights)];
            let plies = self.simulate(game, world, watch, rng, &control)?;
            if !meter.count_many(plies) {
                break;
            }
        }
        self.made += meter.nodes();
        Ok(())
    }

    /// What the last look says of a seat's moves: visits, and the mean in a column.
    pub fn arms(&self, player: Player, column: usize, moves: &[G::Move]) -> Vec<(u32, f64)> {
        let root = &self.trees[player.index()][0];
        let of = |mv: &G::Move| root.arms.iter().find(|arm| arm.mv == mv.code() && arm.visits > 0);
        let arm = |mv| {
            of(mv)
                .map_or((0, 0.0), |arm| (arm.visits, self.sums[arm.sums + column] / f64::from(arm.visits) / self.unit))
        };
        moves.iter().map(arm).collect()
    }

    fn simulate(
        &mut self,
        game: &G,
        world: &World<G>,
        watch: &mut BeliefTracker<G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<u64, Problem> {
        // Step 1. Who the others are this time, should this be the world.
        let mut types = [0; MAX_SEATS];
        for (kind, filter) in types.iter_mut().zip(&world.carried.filters) {
            if let Some(filter) = filter {
                *kind = rng.weighted(filter.belief());
            }
        }
        // Step 2. Down the trees.
        let (mut state, mut plies) = (world.state.clone(), 0);
        let mut at = [0u32; MAX_SEATS];
        self.path.clear();
        loop {
            let turn = game.turn(&state);
            let is_full = self.is_full() && !self.path.is_empty();
            if turn.is_over() || is_full || turn == Turn::Chance && game.draws(&state) {
                break;
            }
            let (mv, is_new) = match turn {
                Turn::Of(player) => {
                    let (tree, node) = (player.index(), at[player.index()]);
                    self.moves.clear();
                    game.moves(&state, &mut self.moves);
                    self.meet(tree, node);
                    let model = types[tree];
                    let part = if player == self.seat { 0 } else { self.columns.draw(model, rng) };
                    let column = self.columns.models[model][part].columns[tree];
                    let arm = if player == self.seat || column > 0 {
                        let column = if player == self.seat { 0 } else { column };
                        let weight = self.evaluation.present_weight(game, &state);
                        self.select(tree, node, column, self.scales[column] / weight, rng)
                    } else {
                        self.follow_rule(game, &state, player, (model, part), watch, rng, control)?
                    };
                    self.path.push((tree, node, arm));
                    let arm = &self.trees[tree][node as usize].arms[arm];
                    (G::Move::from_code(arm.mv), arm.visits == 0)
                }
                _ => (game.draw(&state, rng), false),
            };
            let before = state.clone();
            game.play(&mut state, mv);
            plies += 1;
            if is_new {
                break;
            }
            for player in Player::all(self.players) {
                if let Some(seen) = game.observe(&before, mv, &state, player) {
                    at[player.index()] = self.follow(player.index(), at[player.index()], key(&seen));
                }
            }
        }
        // Step 3. A random rest of the game.
        plies += self.options.play_on(game, &mut state, rng, &mut self.scratch);
        // Step 4. What everybody gets by every model, to every arm of the path.
        self.judge(game, &state, watch);
        for &(tree, node, arm) in &self.path {
            let arm = &mut self.trees[tree][node as usize].arms[arm];
            arm.visits += 1;
            let sums = &mut self.sums[arm.sums..arm.sums + self.columns.width];
            sums.iter_mut().zip(&self.results).for_each(|(sum, result)| *sum += result);
        }
        Ok(plies)
    }

    fn is_full(&self) -> bool {
        let nodes: usize = self.trees.iter().map(Vec::len).sum();
        let arm = size_of::<Arm>() + self.columns.width * size_of::<f64>();
        nodes * size_of::<Node>() + self.sums.len() / self.columns.width.max(1) * arm > self.options.memory
    }

    /// Makes sure the node has an arm for each move of this world, and notes that those could be chosen.
    fn meet(&mut self, tree: usize, node: u32) {
        let node = &mut self.trees[tree][node as usize];
        self.legal.clear();
        for mv in self.moves.iter().map(|mv| mv.code()) {
            let place = node.arms.iter().position(|arm| arm.mv == mv).unwrap_or_else(|| {
                node.arms.push(Arm { mv, visits: 0, available: 0, sums: self.sums.len() });
                self.sums.resize(self.sums.len() + self.columns.width, 0.0);
                node.arms.len() - 1
            });
            node.arms[place].available += 1;
            self.legal.push(place);
        }
    }

    /// What was never tried first, at random, then by the formula in this column.
    fn select(&self, tree: usize, node: u32, column: usize, scale: f64, rng: &mut Rng) -> usize {
        let arms = &self.trees[tree][node as usize].arms;
        let untried = self.legal.iter().filter(|&&place| arms[place].visits == 0);
        let count = untried.clone().count();
        if count > 0 {
            return *untried.clone().nth(rng.index(count)).expect("it was counted");
        }
        let mut best = (f64::NEG_INFINITY, self.legal[0]);
        for &place in &self.legal {
            let arm = &arms[place];
            let value = self.ucb.value(self.ucb.urge(arm.available), self.sums[arm.sums + column] * scale, arm.visits);
            if value > best.0 {
                best = (value, place);
            }
        }
        best.1
    }

    /// The arm of a model that plays by a rule.
    #[expect(clippy::too_many_arguments)]
    fn follow_rule(
        &mut self,
        game: &G,
        state: &G::State,
        player: Player,
        (model, part): (usize, usize),
        watch: &mut BeliefTracker<G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<usize, Problem> {
        let key = (state.clone(), model as u32, part as u32);
        if !self.policies.contains_key(&key) {
            let policy = watch.models[model].policy(part, game, state, player, &self.moves, rng, control)?;
            self.policies.insert(key.clone(), policy.unwrap_or_default());
        }
        Ok(self.legal[rng.weighted(&self.policies[&key])])
    }

    fn follow(&mut self, tree: usize, node: u32, key: u64) -> u32 {
        let nodes = &mut self.trees[tree];
        if let Some(&(_, next)) = nodes[node as usize].next.iter().find(|(known, _)| *known == key) {
            return next;
        }
        let next = nodes.len() as u32;
        nodes.push(Node::default());
        nodes[node as usize].next.push((key, next));
        next
    }

    /// What a position at the end of a rollout is worth in every column.
    fn judge(&mut self, game: &G, state: &G::State, watch: &BeliefTracker<G>) {
        self.columns.judge(game, state, &watch.models, self.seat, &self.evaluation, &mut self.results);
        if self.unit != 1.0 {
            self.results.iter_mut().for_each(|result| *result *= self.unit);
        }
    }

    /// The range of every column in random games, so that one constant fits all wants.
    fn sample_ranges(
        &mut self,
        game: &G,
        worlds: &[World<G>],
        weights: &[f64],
        watch: &BeliefTracker<G>,
        rng: &mut Rng,
    ) {
        let mut ranges = vec![(f64::INFINITY, f64::NEG_INFINITY); self.columns.width];
        let weight = self.evaluation.present_weight(game, &worlds[0].state);
        for _ in 0..self.options.samples.max(2) {
            let mut end = worlds[rng.weighted(weights)].state.clone();
            self.options.play_on(game, &mut end, rng, &mut self.scratch);
            self.judge(game, &end, watch);
            for (range, &result) in ranges.iter_mut().zip(&self.results) {
                *range = (range.0.min(result), range.1.max(result));
            }
        }
        let over = |(low, high): &(f64, f64)| if high > low { weight / (high - low) } else { 1.0 };
        self.scales = ranges.iter().map(over).collect();
    }
}

impl<G: Evaluated> Predictor<G> for ModelWorlds<G> {
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
        if self.columns.wants(player) { self.look(game, worlds, watch, rng, control) } else { Ok(()) }
    }

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
        let weight = self.evaluation.present_weight(game, state);
        let mut rows = Vec::with_capacity(watch.models.len());
        for (place, model) in watch.models.iter_mut().enumerate() {
            let mut row = vec![0.0; moves.len()];
            for (part, share) in self.columns.models[place].iter().enumerate() {
                let of_part = match model.rationality(part) {
                    Some(rationality) => {
                        let arms = self.arms(player, share.columns[player.index()], moves);
                        let visits: u32 = arms.iter().map(|arm| arm.0).sum();
                        // A move that was never tried is thought as good as the others are on average.
                        let sum: f64 = arms.iter().map(|arm| f64::from(arm.0) * arm.1).sum();
                        let mean = if visits > 0 { sum / f64::from(visits) } else { 0.0 };
                        let value = |arm: &(u32, f64)| rationality * if arm.0 > 0 { arm.1 } else { mean } / weight;
                        let mut row = Vec::with_capacity(moves.len());
                        boltzmann(&arms.iter().map(value).collect::<Vec<f64>>(), &mut row);
                        // What was hardly looked at is shrunk towards knowing nothing.
                        let least = arms.iter().map(|arm| arm.0).min().unwrap_or(0);
                        let wanted = f64::from(self.options.least_visits.max(1));
                        let worth = (f64::from(least) / wanted).clamp(if visits > 0 { 0.5 } else { 0.0 }, 1.0);
                        row.iter_mut().for_each(|p| *p = worth * *p + (1.0 - worth) / moves.len() as f64);
                        row
                    }
                    None => model.policy(part, game, state, player, moves, rng, control)?.unwrap_or_default(),
                };
                row.iter_mut().zip(of_part).for_each(|(sum, p)| *sum += share.weight * p);
            }
            rows.push(row);
        }
        Ok((rows, 1.0))
    }

    fn advance(&mut self, _game: &G, _state: &G::State, _mv: G::Move) {}
}

/// What is seen of a move as a number.
fn key<T: Hash>(seen: &T) -> u64 {
    let mut hasher = FxHasher::default();
    seen.hash(&mut hasher);
    hasher.finish()
}
