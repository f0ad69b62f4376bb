//! Monte-Carlo search when something is hidden: one tree of what the searching seat can tell apart.
//!
//! Cowling, Powley and Whitehouse 2012 (single-observer information-set MCTS, with partially observable moves). Every
//! simulation plays in a world drawn from what the seat has seen; only moves that are legal in that world can be taken, and
//! a move's urge to be tried grows with how often it *could* have been, its availability. After a move the tree branches by
//! what the seat sees of it, so worlds that look alike share their counts.
//!
//! Where nothing is hidden there is one world, every move is available each time, and this is
//! [UCT](super::monte_carlo) to the last number.

use super::monte_carlo::{Choice, Scale, Ucb1, sampled_ranges};
use crate::findings::{Findings, Found, UNKNOWN};
use outwit_game::{
    Bound, Budget, Control, Evaluation, Game, MAX_SEATS, Meter, MoveCode, Payoffs, Player, Problem, Rng, Turn, View,
    equally_good,
};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::time::Duration;

/// How to search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    /// Simulations.
    pub simulations: Option<u64>,
    /// Moves made inside the search.
    pub nodes: Option<u64>,
    /// Time to think.
    pub time: Option<Duration>,
    /// How much what has hardly been tried is tried.
    pub c: f64,
    /// What payoffs are divided by.
    pub scale: Scale,
    /// Plies of a rollout before the evaluation is asked.
    pub horizon: Option<u32>,
    /// How the move is chosen in the end.
    pub choice: Choice,
}

/// A move at a node.
#[derive(Clone, Debug)]
struct Arm {
    mv: u32,
    visits: u32,
    /// How often it could have been chosen.
    available: u32,
    /// What it paid whoever moves here, added up.
    sum: f64,
    /// What it paid everybody.
    sums: Payoffs,
    /// Where it leads, by what the searching seat sees of it.
    next: Vec<(u64, u32)>,
}

#[derive(Clone, Debug, Default)]
struct Node {
    arms: Vec<Arm>,
    /// Tried ones come first.
    tried: usize,
    visits: u32,
}

/// What one simulation went through: the node, the arm, and the mover if a player chose.
type Step = (u32, u32, Option<Player>);

/// A search in progress.
pub struct InformationSetTree<'a, G: Game, E> {
    game: &'a G,
    evaluation: &'a E,
    options: Options,
    seat: Player,
    nodes: Vec<Node>,
    ucb: Ucb1,
    scale: [f64; MAX_SEATS],
    path: Vec<Step>,
    moves: Vec<G::Move>,
    legal: Vec<usize>,
    scratch: Vec<G::Move>,
}

impl<'a, G: Game, E: Evaluation<G>> InformationSetTree<'a, G, E> {
    /// A tree of one node.
    pub fn new(game: &'a G, evaluation: &'a E, options: Options, seat: Player) -> Self {
        InformationSetTree {
            game,
            evaluation,
            options,
            seat,
            nodes: vec![Node { visits: 1, ..Node::default() }],
            ucb: Ucb1::new(options.c),
            scale: [1.0; MAX_SEATS],
            path: Vec::new(),
            moves: Vec::new(),
            legal: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// Searches worlds that `world` draws, and says what it found.
    pub fn search(
        mut self,
        view: &View<'_, G>,
        rng: &mut Rng,
        control: &Control<'_>,
        mut world: impl FnMut(&mut Rng) -> Option<G::State>,
    ) -> Result<Findings<G::Move>, Problem> {
        let budget = Budget { depth: None, nodes: self.options.nodes, time: self.options.time };
        let mut meter = Meter::new(control, &budget)?;
        let tree_seed = rng.bits();
        self.set_scale(&mut Rng::stream(tree_seed, u64::MAX), &mut world);
        let mut rng = Rng::stream(tree_seed, 0);
        let mut done = 0;
        let wanted = self.options.simulations.unwrap_or(u64::MAX);
        while done < wanted && !meter.is_stopped() {
            let Some(state) = world(&mut rng) else {
                return Err(Problem::new(
                    "no world was found that agrees with what the seat has seen, or this game does not know how to find one",
                ));
            };
            if self.simulate(state, &mut rng, &mut meter) {
                done += 1;
            }
        }
        debug_assert!(self.obeys_the_laws(), "what goes into a node comes out of its arms");
        Ok(self.findings(view, done, meter.nodes()))
    }

    fn set_scale(&mut self, rng: &mut Rng, world: &mut impl FnMut(&mut Rng) -> Option<G::State>) {
        let facts = self.game.facts();
        let over = |range: f64| if range > 0.0 { 1.0 / range } else { 1.0 };
        self.scale = [over(facts.highest - facts.lowest); MAX_SEATS];
        if let Scale::Sampled(games) = self.options.scale {
            for (player, range) in sampled_ranges(self.game, world, games, self.options.horizon, self.evaluation, rng) {
                if range > 0.0 {
                    self.scale[player.index()] = over(range);
                }
            }
        }
    }

    /// One simulation in a world. False when the budget ended it.
    fn simulate(&mut self, mut state: G::State, rng: &mut Rng, meter: &mut Meter<'_>) -> bool {
        let game = self.game;
        let left = meter.left();
        let (mut at, mut plies) = (0u32, 0u64);
        self.path.clear();
        let mut is_new = false;
        let mut result = None;
        while !is_new {
            let turn = game.turn(&state);
            if turn.is_over() {
                result = Some(game.payoffs(&state));
                break;
            }
            if turn == Turn::Chance && game.draws(&state) {
                break;
            }
            self.moves.clear();
            game.moves(&state, &mut self.moves);
            self.meet(at);
            let arm = match turn {
                Turn::Of(player) => self.select(at, player, rng),
                _ => self.draw(at, &state, rng),
            };
            if plies == left {
                meter.count_many(plies);
                meter.stop();
                return false;
            }
            plies += 1;
            let mv = G::Move::from_code(self.nodes[at as usize].arms[arm].mv);
            let before = (!self.is_told_all()).then(|| state.clone());
            game.play(&mut state, mv);
            self.path.push((at, arm as u32, turn.player()));
            let key = before.map_or(0, |before| key(&game.observe(&before, mv, &state, self.seat)));
            (at, is_new) = self.follow(at, arm, key);
        }
        let payoffs = match result {
            Some(payoffs) => payoffs,
            None => match self.finish(&mut state, left, &mut plies, rng) {
                Some(payoffs) => payoffs,
                None => {
                    meter.count_many(plies);
                    meter.stop();
                    return false;
                }
            },
        };
        for &(node, arm, mover) in &self.path {
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            let arm = &mut node.arms[arm as usize];
            arm.visits += 1;
            arm.sum += mover.map_or(payoffs[self.seat], |mover| payoffs[mover]);
            arm.sums.add(1.0, &payoffs);
        }
        meter.count_many(plies);
        true
    }

    /// Whether what the seat sees of a move is the move: then there is nothing to tell apart.
    fn is_told_all(&self) -> bool {
        !self.game.facts().hidden
    }

    /// Makes sure the node has an arm for each move of this world, and notes that those could be chosen.
    fn meet(&mut self, at: u32) {
        let node = &mut self.nodes[at as usize];
        self.legal.clear();
        for mv in self.moves.iter().map(|mv| mv.code()) {
            let place = node.arms.iter().position(|arm| arm.mv == mv).unwrap_or_else(|| {
                let (sums, next) = (Payoffs::ZERO, Vec::new());
                node.arms.push(Arm { mv, visits: 0, available: 0, sum: 0.0, sums, next });
                node.arms.len() - 1
            });
            node.arms[place].available += 1;
            self.legal.push(place);
        }
        self.legal.sort_unstable();
    }

    /// A legal move that was never tried, each equally likely, else the one the formula likes best.
    fn select(&mut self, at: u32, mover: Player, rng: &mut Rng) -> usize {
        let node = &mut self.nodes[at as usize];
        let untried = self.legal.iter().filter(|&&place| place >= node.tried).count();
        if untried > 0 {
            let chosen = self.legal[self.legal.len() - untried + rng.index(untried)];
            node.arms.swap(node.tried, chosen);
            node.tried += 1;
            return node.tried - 1;
        }
        let scale = self.scale[mover.index()];
        let mut best = (f64::NEG_INFINITY, self.legal[0]);
        for &place in &self.legal {
            let arm = &node.arms[place];
            let value = self.ucb.value(self.ucb.urge(arm.available), arm.sum * scale, arm.visits);
            if value > best.0 {
                best = (value, place);
            }
        }
        best.1
    }

    /// An outcome of chance by its weight in this world.
    fn draw(&mut self, at: u32, state: &G::State, rng: &mut Rng) -> usize {
        let total: u64 = self.moves.iter().map(|&mv| self.game.weight(state, mv)).sum();
        let mut left = rng.below(total);
        for &mv in &self.moves {
            let weight = self.game.weight(state, mv);
            if left < weight {
                let arms = &self.nodes[at as usize].arms;
                return arms.iter().position(|arm| arm.mv == mv.code()).expect("every move has an arm");
            }
            left -= weight;
        }
        unreachable!("the draw lies below the sum of the weights")
    }

    /// The node after a move that looks like this, and whether it is new.
    fn follow(&mut self, at: u32, arm: usize, key: u64) -> (u32, bool) {
        let next = self.nodes[at as usize].arms[arm].next.iter().find(|(known, _)| *known == key);
        if let Some(&(_, node)) = next {
            return (node, false);
        }
        let node = self.nodes.len() as u32;
        self.nodes.push(Node { visits: 1, ..Node::default() });
        self.nodes[at as usize].arms[arm].next.push((key, node));
        (node, true)
    }

    fn finish(&mut self, state: &mut G::State, left: u64, plies: &mut u64, rng: &mut Rng) -> Option<Payoffs> {
        let game = self.game;
        let last = left.min(plies.saturating_add(self.options.horizon.map_or(u64::MAX, u64::from)));
        loop {
            let mv = match game.turn(state) {
                Turn::Over => return Some(game.payoffs(state)),
                _ if *plies >= last => return (*plies < left).then(|| self.evaluation.values(game, state)),
                Turn::Of(_) => game.random_move(state, rng, &mut self.scratch),
                Turn::Chance if game.draws(state) => return Some(self.evaluation.values(game, state)),
                Turn::Chance => game.draw(state, rng),
            };
            game.play(state, mv);
            *plies += 1;
        }
    }

    fn findings(&self, view: &View<'_, G>, done: u64, nodes: u64) -> Findings<G::Move> {
        let players = self.game.players();
        let root = &self.nodes[0];
        let arm_of = |mv: &G::Move| root.arms.iter().find(|arm| arm.mv == mv.code());
        let score = |mv: &G::Move| match (arm_of(mv).filter(|arm| arm.visits > 0), self.options.choice) {
            (None, _) => f64::NEG_INFINITY,
            (Some(arm), Choice::Visits) => f64::from(arm.visits),
            (Some(arm), Choice::Value) => arm.sum / f64::from(arm.visits),
        };
        let found = |&mv: &G::Move| {
            let mut values = UNKNOWN;
            if let Some(arm) = arm_of(&mv).filter(|arm| arm.visits > 0) {
                for player in Player::all(players) {
                    values[player.index()] = Some(arm.sums[player] * (1.0 / f64::from(arm.visits)));
                }
            }
            Found { mv, values, bound: Bound::Exact, line: vec![mv] }
        };
        let scores: Vec<f64> = view.moves().iter().map(score).collect();
        let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let is_best = |&place: &usize| most == f64::NEG_INFINITY || equally_good(scores[place], most);
        let best: Vec<usize> = (0..scores.len()).filter(is_best).collect();
        let moves: Vec<Found<G::Move>> = view.moves().iter().map(found).collect();
        Findings {
            extras: Vec::new(),
            value: moves[best[0]].values,
            line: moves[best[0]].line.clone(),
            moves,
            best,
            picks: Vec::new(),
            nodes,
            depth: 0,
            tree: None,
            remarks: vec![format!("{done} simulations, {} nodes in the tree", self.nodes.len())],
        }
    }

    /// The laws of counts: what goes into a node comes out of its arms, and no arm was taken more often than it could be.
    fn obeys_the_laws(&self) -> bool {
        self.nodes.iter().all(|node| {
            let visits: u32 = node.arms.iter().map(|arm| arm.visits).sum();
            visits + 1 == node.visits && node.arms.iter().all(|arm| arm.available >= arm.visits)
        })
    }
}

/// What is seen of a move as a number.
fn key<T: Hash>(seen: &T) -> u64 {
    let mut hasher = FxHasher::default();
    seen.hash(&mut hasher);
    hasher.finish()
}
