//! Monte-Carlo search under a belief over models of the others.
//!
//! Sarratt, Pynadath and Jhala 2014. Each simulation draws a model for each of the others from the belief about it; on the way
//! down every seat goes for what it wants by that model, or plays by its rule. All wants of all models are told of the result,
//! so a node holds one sum for each seat and model. What a model thinks of a move is then read off the tree: the probability
//! of a move is in proportion to exp(rationality * mean), equation 2.
//!
//! Values are divided by the range seen in random games for the formula alone, never inside equation 2.

use super::monte_carlo::{Ucb1, unit};
use crate::belief::models::{BeliefTracker, Columns, Predictor, boltzmann};
use outwit_game::{Budget, Control, Evaluated, Evaluation, MAX_SEATS, Meter, MoveCode, Player, Problem, Rng, Turn};
use rustc_hash::FxHashMap;
use std::time::Duration;

/// How to search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ModelOptions {
    /// Simulations of a search.
    pub simulations: u64,
    /// Time to think, on top of that.
    pub time: Option<Duration>,
    /// How much what has hardly been tried is tried: mean + c sqrt(ln N / n). The paper's C is this over the root of 2.
    pub c: f64,
    /// Plies of a rollout before the evaluation is asked.
    pub horizon: Option<u32>,
    /// Whether another search looks at the others' decision before its outcome is learnt from.
    pub looks_again: bool,
    /// Visits every move of a decision needs before the tree's word on it counts in full.
    pub least_visits: u32,
    /// Random games that tell the range of payoffs.
    pub samples: u32,
    /// Bytes for a tree, about: a full one grows no more, and simulations go on from its edge.
    pub memory: usize,
}

impl ModelOptions {
    /// Plays on at random, to the end or to the horizon; how many plies it took.
    pub(super) fn play_on<G: Evaluated>(
        &self,
        game: &G,
        state: &mut G::State,
        rng: &mut Rng,
        scratch: &mut Vec<G::Move>,
    ) -> u64 {
        let horizon = self.horizon.map_or(u64::MAX, u64::from);
        let mut plies = 0;
        while plies < horizon {
            let mv = match game.turn(state) {
                Turn::Over => break,
                Turn::Of(_) => game.random_move(state, rng, scratch),
                Turn::Chance if game.draws(state) => break,
                Turn::Chance => game.draw(state, rng),
            };
            game.play(state, mv);
            plies += 1;
        }
        plies
    }
}

impl Default for ModelOptions {
    fn default() -> ModelOptions {
        ModelOptions {
            simulations: 1000,
            time: None,
            c: 0.7,
            horizon: None,
            looks_again: true,
            least_visits: 1,
            samples: 100,
            memory: 256 << 20,
        }
    }
}

#[derive(Clone, Copy)]
struct Node {
    visits: u32,
    first: u32,
    mv: u32,
    children: u16,
    /// All of them once every one was visited, 0 before.
    tried: u16,
}

const NEW: Node = Node { visits: 0, first: 0, mv: 0, children: 0, tried: 0 };

/// The search and its tree.
pub struct ModelSearch<G: Evaluated> {
    options: ModelOptions,
    evaluation: G::Evaluation,
    seat: Player,
    players: usize,
    nodes: Vec<Node>,
    /// One sum a column and node: our own payoff, then what each of the others wants by each model that wants something.
    sums: Vec<f64>,
    columns: Columns,
    width: usize,
    /// One over the range of each column; empty before random games were played.
    scales: Vec<f64>,
    /// Where the tree's word is asked for next, if it reaches so far.
    place: Option<(u32, G::State)>,
    /// What models who play by a rule do at a node.
    policies: FxHashMap<(u32, u32, u32), Vec<f64>>,
    ucb: Ucb1,
    /// What everything is multiplied by before it is added up: see [`unit`].
    unit: f64,
    made: u64,
    // What a simulation uses.
    path: Vec<u32>,
    results: Vec<f64>,
    moves: Vec<G::Move>,
    scratch: Vec<G::Move>,
}

impl<G: Evaluated> ModelSearch<G> {
    /// A search that has seen nothing.
    pub fn new(options: ModelOptions, evaluation: G::Evaluation) -> ModelSearch<G> {
        ModelSearch {
            options,
            evaluation,
            seat: Player::FIRST,
            players: 0,
            nodes: Vec::new(),
            sums: Vec::new(),
            columns: Columns::default(),
            width: 1,
            scales: Vec::new(),
            place: None,
            policies: FxHashMap::default(),
            ucb: Ucb1::new(options.c),
            unit: 1.0,
            made: 0,
            path: Vec::new(),
            results: Vec::new(),
            moves: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// A game begins.
    pub fn begin(&mut self, game: &G, seat: Player, watch: &BeliefTracker<G>) {
        (self.seat, self.players) = (seat, game.players());
        self.columns = Columns::new(&watch.models, self.players, seat);
        self.width = self.columns.width;
        self.unit = unit(&game.facts());
        self.scales.clear();
        self.forget();
    }

    fn forget(&mut self) {
        self.nodes.clear();
        self.sums.clear();
        self.policies.clear();
        self.place = None;
    }

    /// How it searches, and the evaluation it asks.
    pub(crate) fn means(&self) -> (ModelOptions, &G::Evaluation) {
        (self.options, &self.evaluation)
    }

    /// Moves made so far.
    pub fn made(&self) -> u64 {
        self.made
    }

    /// Looks at our own decision with a new tree.
    pub fn look(
        &mut self,
        game: &G,
        state: &G::State,
        watch: &mut BeliefTracker<G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<(), Problem> {
        self.plant(state);
        self.search(game, 0, state.clone(), watch, rng, control)
    }

    fn plant(&mut self, state: &G::State) {
        self.forget();
        self.nodes.push(NEW);
        self.sums.resize(self.width, 0.0);
        self.place = Some((0, state.clone()));
    }

    /// What the last look says of each of our moves: visits, and the mean of what we and the others get of it.
    pub fn arms(&self, moves: &[G::Move]) -> Vec<(u32, f64)> {
        let root = self.nodes[0];
        let arm = |mv: &G::Move| {
            let child = (root.first..root.first + u32::from(root.children))
                .find(|&child| self.nodes[child as usize].mv == mv.code());
            let Some(child) = child else { return (0, 0.0) };
            let visits = self.nodes[child as usize].visits;
            (visits, self.sums[child as usize * self.width] / f64::from(visits.max(1)) / self.unit)
        };
        moves.iter().map(arm).collect()
    }

    fn search(
        &mut self,
        game: &G,
        from: u32,
        state: G::State,
        watch: &mut BeliefTracker<G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<(), Problem> {
        if self.scales.is_empty() {
            self.sample_ranges(game, &state, watch, rng);
        }
        let budget = Budget { time: self.options.time, ..Budget::default() };
        let mut meter = Meter::new(control, &budget)?;
        let control = Control { deadline: meter.deadline(), record: None, progress: None, ..*control };
        // A node nobody has been at is where this search begins, not where a rollout does.
        self.nodes[from as usize].visits = self.nodes[from as usize].visits.max(1);
        for _ in 0..self.options.simulations {
            let plies = self.simulate(game, from, &state, watch, rng, &control)?;
            if !meter.count_many(plies) {
                break;
            }
        }
        self.made += meter.nodes();
        Ok(())
    }

    fn simulate(
        &mut self,
        game: &G,
        from: u32,
        start: &G::State,
        watch: &mut BeliefTracker<G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<u64, Problem> {
        // Step 1. Who the others are this time.
        let mut types = [0; MAX_SEATS];
        for player in Player::all(self.players).filter(|&player| player != self.seat) {
            types[player.index()] = rng.weighted(watch.belief(player));
        }
        // Step 2. Down the tree.
        let (mut at, mut state, mut plies) = (from, start.clone(), 0);
        self.path.clear();
        self.path.push(at);
        loop {
            let turn = game.turn(&state);
            if turn.is_over() || turn == Turn::Chance && game.draws(&state) {
                break;
            }
            if self.nodes[at as usize].children == 0 {
                if self.is_full() && at != from {
                    break;
                }
                self.expand(game, at, &state);
            }
            let child = match turn {
                Turn::Of(player) if player == self.seat => self.select(game, at, &state, 0, rng),
                Turn::Of(player) => {
                    let model = types[player.index()];
                    let part = self.columns.draw(model, rng);
                    match self.columns.models[model][part].columns[player.index()] {
                        0 => self.follow_rule(game, at, &state, player, (model, part), watch, rng, control)?,
                        column => self.select(game, at, &state, column, rng),
                    }
                }
                _ => self.draw(game, at, &state, rng),
            };
            game.play(&mut state, G::Move::from_code(self.nodes[child as usize].mv));
            plies += 1;
            self.path.push(child);
            at = child;
            if self.nodes[child as usize].visits == 0 {
                break;
            }
        }
        // Step 3. A random rest of the game.
        plies += self.options.play_on(game, &mut state, rng, &mut self.scratch);
        // Step 4. What everybody gets by every model, to every node of the path.
        self.judge(game, &state, watch);
        for &node in &self.path {
            self.nodes[node as usize].visits += 1;
            let base = node as usize * self.width;
            for (sum, result) in self.sums[base..base + self.width].iter_mut().zip(&self.results) {
                *sum += result;
            }
        }
        Ok(plies)
    }

    fn is_full(&self) -> bool {
        self.nodes.len() * (size_of::<Node>() + self.width * size_of::<f64>()) > self.options.memory
    }

    fn expand(&mut self, game: &G, at: u32, state: &G::State) {
        self.moves.clear();
        game.moves(state, &mut self.moves);
        let first = self.nodes.len() as u32;
        self.nodes.extend(self.moves.iter().map(|mv| Node { mv: mv.code(), ..NEW }));
        self.sums.resize(self.nodes.len() * self.width, 0.0);
        let node = &mut self.nodes[at as usize];
        (node.first, node.children) = (first, self.moves.len() as u16);
    }

    /// What was never tried first, at random, then by the formula in this column.
    fn select(&mut self, game: &G, at: u32, state: &G::State, column: usize, rng: &mut Rng) -> u32 {
        let node = self.nodes[at as usize];
        let children = node.first..node.first + u32::from(node.children);
        if node.tried < node.children {
            let untried = children.clone().filter(|&child| self.nodes[child as usize].visits == 0);
            let count = untried.clone().count();
            if count > 0 {
                return untried.clone().nth(rng.index(count)).expect("it was counted");
            }
            self.nodes[at as usize].tried = node.children;
        }
        // Differences count in the unit of the present: a discount makes later ones no less worth finding out.
        let scale = self.scales[column] / self.evaluation.present_weight(game, state);
        let urge = self.ucb.urge(node.visits);
        let mut best = (f64::NEG_INFINITY, node.first);
        for child in children {
            let visits = self.nodes[child as usize].visits;
            let value = self.ucb.value(urge, self.sums[child as usize * self.width + column] * scale, visits);
            if value > best.0 {
                best = (value, child);
            }
        }
        best.1
    }

    /// The move of a model that plays by a rule.
    #[expect(clippy::too_many_arguments)]
    fn follow_rule(
        &mut self,
        game: &G,
        at: u32,
        state: &G::State,
        player: Player,
        (model, part): (usize, usize),
        watch: &mut BeliefTracker<G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<u32, Problem> {
        let node = self.nodes[at as usize];
        let key = (at, model as u32, part as u32);
        if !self.policies.contains_key(&key) {
            self.moves.clear();
            game.moves(state, &mut self.moves);
            let policy = watch.models[model].policy(part, game, state, player, &self.moves, rng, control)?;
            self.policies.insert(key, policy.unwrap_or_default());
        }
        Ok(node.first + rng.weighted(&self.policies[&key]) as u32)
    }

    fn draw(&mut self, game: &G, at: u32, state: &G::State, rng: &mut Rng) -> u32 {
        let node = self.nodes[at as usize];
        let children = node.first..node.first + u32::from(node.children);
        let weight = |child: u32| game.weight(state, G::Move::from_code(self.nodes[child as usize].mv));
        let mut left = rng.below(children.clone().map(weight).sum());
        for child in children {
            if left < weight(child) {
                return child;
            }
            left -= weight(child);
        }
        unreachable!("the draw lies below the sum of the weights")
    }

    /// What a position at the end of a rollout is worth in every column.
    fn judge(&mut self, game: &G, state: &G::State, watch: &BeliefTracker<G>) {
        self.columns.judge(game, state, &watch.models, self.seat, &self.evaluation, &mut self.results);
        if self.unit != 1.0 {
            self.results.iter_mut().for_each(|result| *result *= self.unit);
        }
    }

    /// The range of every column in random games, so that one constant fits all wants.
    fn sample_ranges(&mut self, game: &G, state: &G::State, watch: &BeliefTracker<G>, rng: &mut Rng) {
        let mut ranges = vec![(f64::INFINITY, f64::NEG_INFINITY); self.width];
        let weight = self.evaluation.present_weight(game, state);
        for _ in 0..self.options.samples.max(2) {
            let mut end = state.clone();
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

impl<G: Evaluated> Predictor<G> for ModelSearch<G> {
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
        let wants = self.columns.wants(player);
        if wants {
            if self.place.as_ref().is_none_or(|(_, known)| known != state) {
                self.plant(state);
                self.search(game, 0, state.clone(), watch, rng, control)?;
            } else if self.options.looks_again {
                let node = self.place.as_ref().expect("it was just looked at").0;
                self.search(game, node, state.clone(), watch, rng, control)?;
            }
        }
        let node = self.place.as_ref().map(|(node, _)| self.nodes[*node as usize]).filter(|_| wants);
        let children: Vec<u32> =
            node.map_or(Vec::new(), |node| (node.first..node.first + u32::from(node.children)).collect());
        let visits = |child: &u32| self.nodes[*child as usize].visits;
        let least = children.iter().map(visits).min().unwrap_or(0);
        let worth = (f64::from(least) / f64::from(self.options.least_visits.max(1))).min(1.0);
        let weight = self.evaluation.present_weight(game, state);
        let mut rows = Vec::with_capacity(watch.models.len());
        let mut has_rules = false;
        for place in 0..watch.models.len() {
            let mut row = vec![0.0; moves.len()];
            for part in 0..self.columns.models[place].len() {
                let model = &mut watch.models[place];
                let share = self.columns.models[place][part];
                let of_part = match model.rationality(part) {
                    Some(_) if least == 0 => vec![1.0 / moves.len() as f64; moves.len()],
                    Some(rationality) => {
                        let column = share.columns[player.index()];
                        let mean = |&child: &u32| {
                            let sum = self.sums[child as usize * self.width + column];
                            rationality * sum / f64::from(visits(&child)) / self.unit / weight
                        };
                        let mut row = Vec::with_capacity(moves.len());
                        boltzmann(&children.iter().map(mean).collect::<Vec<f64>>(), &mut row);
                        row.iter_mut().for_each(|p| *p = worth * *p + (1.0 - worth) / moves.len() as f64);
                        row
                    }
                    None => {
                        has_rules = true;
                        model.policy(part, game, state, player, moves, rng, control)?.unwrap_or_default()
                    }
                };
                row.iter_mut().zip(of_part).for_each(|(sum, p)| *sum += share.weight * p);
            }
            rows.push(row);
        }
        let tells_something = !wants || least > 0 || has_rules;
        Ok((rows, f64::from(u8::from(tells_something))))
    }

    fn advance(&mut self, game: &G, state: &G::State, mv: G::Move) {
        let Some((node, known)) = self.place.take() else { return };
        if known != *state {
            return;
        }
        let Node { first, children, .. } = self.nodes[node as usize];
        let child = (first..first + u32::from(children)).find(|&child| self.nodes[child as usize].mv == mv.code());
        let mut next = known;
        game.play(&mut next, mv);
        self.place = child.map(|child| (child, next));
    }
}
