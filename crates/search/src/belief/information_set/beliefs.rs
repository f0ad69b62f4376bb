//! Information-set search in any finite game: recursion over beliefs.
//!
//! A belief is what a seat may hold of the world when it has seen what it has seen: the positions that agree with it, each
//! weighted by what the others and chance had to do to get there (Eq. 4; *not* 1/|I|, which Eq. 15 prints and which is
//! right only where the branching never varies). Where the seat is to move, one move is tried for the whole belief. Where
//! others move, every world goes on in all its ways, and what the seat sees of it splits the belief. Equal positions merge,
//! and equal beliefs are worked out once.
//!
//! Under the paranoid model chance does its worst, too: the model takes the minimum over all that is possible.

use super::Model;
use super::sums::soft_minimum;
use super::worlds::{Belief, after, merge, moves_of_others};
use crate::belief::Opponent;
use outwit_game::{Evaluation, Game, Meter, Player, Problem, Turn};
use rustc_hash::FxHashMap;
use std::hash::{Hash, Hasher};

/// Beliefs are remembered until they hold this many worlds in all.
const MOST_REMEMBERED_WORLDS: usize = 1 << 21;

/// What the search says of the moves of a belief.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer<M> {
    /// The moves, in the game's order.
    pub moves: Vec<M>,
    /// What each is worth to the seat. Under a quantal model, the sure payoff that is worth as much.
    pub values: Vec<f64>,
    /// Whether every line was followed to the end of the game.
    pub is_complete: bool,
}

/// A search for one seat.
pub struct Beliefs<'a, 'c, G: Game, E, P> {
    game: &'a G,
    seat: Player,
    model: Model,
    evaluation: &'a E,
    policy: &'a mut P,
    meter: &'a mut Meter<'c>,
    memory: FxHashMap<u64, Vec<Remembered<G>>>,
    remembered_worlds: usize,
    reached_horizon: bool,
}

/// A belief whose weights add up to 1, and its value.
struct Remembered<G: Game> {
    belief: Belief<G>,
    depth: u32,
    value: f64,
}

impl<'a, 'c, G: Game, E: Evaluation<G>, P: Opponent<G>> Beliefs<'a, 'c, G, E, P> {
    /// A search for a seat. `evaluation` values positions at the horizon; `policy` is asked how the others choose, except
    /// under the paranoid model, which knows.
    pub fn new(
        game: &'a G,
        seat: Player,
        model: Model,
        policy: &'a mut P,
        evaluation: &'a E,
        meter: &'a mut Meter<'c>,
    ) -> Self {
        let memory = FxHashMap::default();
        Beliefs { game, seat, model, evaluation, policy, meter, memory, remembered_worlds: 0, reached_horizon: false }
    }

    /// What each move of a belief in which the seat is to move is worth, looking `depth` plies ahead. `None` when the meter
    /// said stop.
    pub fn answer(&mut self, mut belief: Belief<G>, depth: u32) -> Result<Option<Answer<G::Move>>, Problem> {
        let Some((world, _)) = belief.first() else { return Err(Problem::new("there is no world to think about")) };
        let mut moves = Vec::new();
        self.game.moves(&world.state, &mut moves);
        self.reached_horizon = false;
        self.level(&mut belief);
        let total: f64 = belief.iter().map(|(_, weight)| weight).sum();
        let mut values = Vec::with_capacity(moves.len());
        for &mv in &moves {
            let value = if depth == 0 { self.horizon(&belief) } else { self.after_own_move(&belief, mv, depth)? };
            values.push(self.as_payoff(value, total));
        }
        let is_complete = !self.reached_horizon;
        Ok((!self.meter.is_stopped()).then_some(Answer { moves, values, is_complete }))
    }

    // ---- what the models differ in -----------------------------------------------------------------------------------

    /// What a world adds that pays the seat so much.
    fn term(&self, payoff: f64, weight: f64) -> f64 {
        match self.model {
            Model::Overconfident => weight * payoff,
            Model::Paranoid => payoff,
            // In logarithms, so that no tau is too large: weight * exp(-tau x) as -ln of it.
            Model::Quantal(tau) => tau * payoff - libm::log(weight),
        }
    }

    fn nothing(&self) -> f64 {
        if self.model == Model::Overconfident { 0.0 } else { f64::INFINITY }
    }

    fn join(&self, a: f64, b: f64) -> f64 {
        match self.model {
            Model::Overconfident => a + b,
            Model::Paranoid => a.min(b),
            Model::Quantal(_) => soft_minimum(a, b),
        }
    }

    /// What a value comes to when all weights are multiplied.
    fn scaled(&self, value: f64, factor: f64) -> f64 {
        match self.model {
            Model::Overconfident => value * factor,
            Model::Paranoid => value,
            Model::Quantal(_) => value - libm::log(factor),
        }
    }

    /// A sum over a belief of this total weight, as a payoff.
    fn as_payoff(&self, value: f64, total: f64) -> f64 {
        match self.model {
            Model::Overconfident | Model::Paranoid => self.scaled(value, 1.0 / total),
            Model::Quantal(tau) => self.scaled(value, 1.0 / total) / tau,
        }
    }

    /// To the paranoid what is possible is possible, however unlikely.
    fn level(&self, belief: &mut Belief<G>) {
        if self.model == Model::Paranoid {
            belief.iter_mut().for_each(|(_, weight)| *weight = 1.0);
        }
    }

    // ---- the recursion -----------------------------------------------------------------------------------------------

    /// The value of worlds that the seat cannot tell apart by what it has seen; whether it is to move it can tell.
    fn value(&mut self, belief: Belief<G>, depth: u32) -> Result<f64, Problem> {
        let (mut own, mut others) = (Belief::<G>::new(), Belief::<G>::new());
        let mut value = self.nothing();
        for (world, weight) in belief {
            match self.game.turn(&world.state) {
                Turn::Over => {
                    let payoff = self.game.payoffs(&world.state)[self.seat];
                    value = self.join(value, self.term(payoff, weight));
                }
                Turn::Of(player) if player == self.seat => own.push((world, weight)),
                _ => others.push((world, weight)),
            }
        }
        if !own.is_empty() {
            let chosen = if depth == 0 { self.horizon(&own) } else { self.choose(own, depth)? };
            value = self.join(value, chosen);
        }
        if !others.is_empty() {
            let answered = if depth == 0 { self.horizon(&others) } else { self.others_move(others, depth)? };
            value = self.join(value, answered);
        }
        Ok(value)
    }

    /// The seat moves: one move for all worlds, the best.
    fn choose(&mut self, mut belief: Belief<G>, depth: u32) -> Result<f64, Problem> {
        // Step 1. Look whether this belief was met before, in whatever scale.
        merge(self.game, &mut belief);
        self.level(&mut belief);
        let total: f64 = belief.iter().map(|(_, weight)| weight).sum();
        belief.iter_mut().for_each(|(_, weight)| *weight /= total);
        let key = self.key(&belief, depth);
        let met = self.memory.get(&key).and_then(|same| {
            same.iter()
                .find(|known| known.depth == depth && is_same::<G>(&known.belief, &belief))
                .map(|known| known.value)
        });
        if let Some(value) = met {
            return Ok(self.scaled(value, total));
        }
        // Step 2. Try every move; all worlds have the same ones.
        let mut moves = Vec::new();
        self.game.moves(&belief[0].0.state, &mut moves);
        let mut best = f64::NEG_INFINITY;
        for mv in moves {
            best = best.max(self.after_own_move(&belief, mv, depth)?);
            if self.meter.is_stopped() {
                return Ok(best);
            }
        }
        // Step 3. Remember.
        if self.remembered_worlds + belief.len() <= MOST_REMEMBERED_WORLDS {
            self.remembered_worlds += belief.len();
            self.memory.entry(key).or_default().push(Remembered { belief, depth, value: best });
        }
        Ok(self.scaled(best, total))
    }

    fn after_own_move(&mut self, belief: &Belief<G>, mv: G::Move, depth: u32) -> Result<f64, Problem> {
        let mut classes = Classes::<G>::default();
        for (world, weight) in belief {
            if !self.meter.count() {
                return Ok(0.0);
            }
            let (next, seen) = after(self.game, world, mv, self.seat);
            classes.add(seen, depth - 1, next, *weight);
        }
        self.join_classes(classes)
    }

    /// Others move, or chance, which costs no depth: each world goes on in every way.
    fn others_move(&mut self, belief: Belief<G>, depth: u32) -> Result<f64, Problem> {
        let mut classes = Classes::<G>::default();
        let (mut moves, mut shares) = (Vec::new(), Vec::new());
        let mut value = self.nothing();
        for (world, weight) in belief {
            let is_chance = self.game.turn(&world.state) == Turn::Chance;
            if is_chance && self.game.draws(&world.state) {
                let estimate = self.horizon(&vec![(world, weight)]);
                value = self.join(value, estimate);
                continue;
            }
            if self.model == Model::Paranoid {
                moves.clear();
                self.game.moves(&world.state, &mut moves);
                shares.clear();
                shares.resize(moves.len(), 1.0);
            } else {
                moves_of_others(self.game, &world, self.policy, &mut moves, &mut shares)?;
            }
            let left = if is_chance { depth } else { depth - 1 };
            for (&mv, &share) in moves.iter().zip(&shares).filter(|(_, share)| **share > 0.0) {
                if !self.meter.count() {
                    return Ok(0.0);
                }
                let (next, seen) = after(self.game, &world, mv, self.seat);
                classes.add(seen, left, next, weight * share);
            }
        }
        let joined = self.join_classes(classes)?;
        Ok(self.join(value, joined))
    }

    fn join_classes(&mut self, classes: Classes<G>) -> Result<f64, Problem> {
        let mut value = self.nothing();
        for (depth, belief) in classes.beliefs {
            let class = self.value(belief, depth)?;
            value = self.join(value, class);
            if self.meter.is_stopped() {
                break;
            }
        }
        Ok(value)
    }

    /// Worlds at the horizon are worth what the evaluation says.
    fn horizon(&mut self, belief: &Belief<G>) -> f64 {
        self.reached_horizon = true;
        belief.iter().fold(self.nothing(), |value, (world, weight)| {
            let payoff = self.evaluation.value(self.game, &world.state, self.seat);
            self.join(value, self.term(payoff, *weight))
        })
    }

    /// A hash of a belief. Weights are rounded: they may differ in their last bits, and that is no difference.
    fn key(&self, belief: &Belief<G>, depth: u32) -> u64 {
        let mut hasher = rustc_hash::FxHasher::default();
        depth.hash(&mut hasher);
        for (world, weight) in belief {
            (self.game.key(&world.state), world.kind, (weight * (1u64 << 30) as f64 + 0.5) as u64).hash(&mut hasher);
        }
        hasher.finish()
    }
}

/// Whether two merged beliefs hold the same worlds with the same weights, up to rounding.
fn is_same<G: Game>(a: &Belief<G>, b: &Belief<G>) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|((world, weight), (other, other_weight))| {
            world == other && (weight - other_weight).abs() <= 1e-12 * weight
        })
}

/// Worlds told apart by what the seat sees next.
struct Classes<G: Game> {
    places: FxHashMap<(Option<G::Seen>, u32), usize>,
    /// In the order in which they came up, with the depth left.
    beliefs: Vec<(u32, Belief<G>)>,
}

impl<G: Game> Default for Classes<G> {
    fn default() -> Self {
        Classes { places: FxHashMap::default(), beliefs: Vec::new() }
    }
}

impl<G: Game> Classes<G> {
    fn add(&mut self, seen: Option<G::Seen>, depth: u32, world: super::World<G>, weight: f64) {
        let place = *self.places.entry((seen, depth)).or_insert_with(|| {
            self.beliefs.push((depth, Belief::<G>::new()));
            self.beliefs.len() - 1
        });
        self.beliefs[place].1.push((world, weight));
    }
}
