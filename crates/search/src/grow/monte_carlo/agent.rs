//! The agent: it seats one or more trees, gives each its share of the budget, and keeps them from move to move.

use super::memory::{Memory, follow, follow_sets};
use super::report::{Searched, findings};
use super::rules::{Aim, Rules, over, sampled_ranges};
use super::shared::{self, SharedTree};
use super::simulate::Grower;
use super::tree::{NODE_BYTES, Tree};
use super::{Choice, Information, Options, Scale, Stakes};
use crate::belief::{Adversary, Modelled, Particles};
use crate::character::Character;
use crate::findings::{Findings, Found, UNKNOWN, untyped};
use crate::searcher::choice_rng;
use outwit_game::{
    Agent, Bound, Budget, Control, Evaluation, Game, MAX_SEATS, Meter, Player, Problem, Report, Rng, SampleLimits,
    Turn, View,
};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Monte-Carlo tree search in a seat. Without `HIDES` it is for games that show everything, and nothing that holds worlds or
/// tells information sets apart becomes machine code.
pub struct MonteCarlo<G: Game, E, const HIDES: bool = true> {
    options: Options,
    evaluation: E,
    character: Character,
    /// How rollouts are played, one agent a tree; empty for random ones.
    policies: Vec<Modelled<G>>,
    /// What the seat holds possible, where something is hidden.
    particles: Particles<G>,
    seed: u64,
    memory: Option<Memory<G>>,
}

impl<G: Game, E: Evaluation<G>> MonteCarlo<G, E> {
    /// The agent. `policies` is empty, for random rollouts, or holds one model of play for each tree.
    ///
    /// # Panics
    /// When there are policies, but not one for each tree.
    pub fn new(options: Options, evaluation: E, character: Character, policies: Vec<Modelled<G>>) -> Self {
        MonteCarlo::made(options, evaluation, character, policies)
    }
}

impl<G: Game, E: Evaluation<G>> MonteCarlo<G, E, false> {
    /// The same for games that hide nothing.
    ///
    /// # Panics
    /// When there are policies, but not one for each tree.
    pub fn open(options: Options, evaluation: E, character: Character, policies: Vec<Modelled<G>>) -> Self {
        MonteCarlo::made(Options { information: Information::Open, ..options }, evaluation, character, policies)
    }
}

impl<G: Game, E: Evaluation<G>, const HIDES: bool> MonteCarlo<G, E, HIDES> {
    fn made(options: Options, evaluation: E, character: Character, policies: Vec<Modelled<G>>) -> Self {
        assert!(policies.is_empty() || policies.len() == options.trees, "one policy a tree");
        let count = options.worlds.count.max(1);
        let limits = SampleLimits { listed: 4 * count, worlds: count, steps: 32 * count };
        let mut particles = Particles::new(limits).within(options.memory / 4);
        if options.worlds.renewed {
            // A simulation plays in one of them.
            particles = particles.renewed(options.simulations.map_or(usize::MAX, |most| most as usize));
        }
        MonteCarlo { options, evaluation, character, policies, particles, seed: 0, memory: None }
    }

    fn rules(&self, game: &G, roots: &Roots<'_, G>, seat: Player, is_written: bool, rng: &mut Rng) -> Rules {
        let mut rules = Rules::new(game, &self.options, seat, None);
        // A tree that is neither written nor kept is asked about the root's moves alone.
        rules.is_lean = self.options.information == Information::Single && !self.options.reuse && !is_written;
        let (unit, scale) = (rules.unit, &mut rules.scale);
        if let (Scale::Sampled(games), Stakes::Payoffs) = (self.options.scale, self.options.stakes) {
            let horizon = self.options.horizon;
            let here = |rng: &mut Rng| roots.draw(rng);
            for (player, range) in sampled_ranges(game, here, games, horizon, &self.evaluation, unit, rng) {
                // Where all random games end alike, the bounds have to do.
                if range > 0.0 {
                    scale[player.index()] = over(range);
                }
            }
            if self.options.aim != Aim::Own {
                *scale = [scale[seat.index()]; MAX_SEATS + 1];
            }
        }
        rules
    }

    /// What the seat may be in: the position, or worlds that agree with what it has seen.
    fn catch_up(&mut self, view: &View<'_, G>, control: &Control<'_>) {
        // Half of the time at most is for finding out what may be the case.
        let half = self.options.time.zip(control.clock).map(|(time, clock)| clock.now().saturating_add(time / 2));
        let deadline = half.into_iter().chain(control.deadline).min();
        self.particles.catch_up_at_random(view, &Control { deadline, ..*control });
    }

    /// The trees to go on with: those of the last move, if play went through them, else new ones.
    fn trees(&mut self, view: &View<'_, G>, state: &G::State, rules: Rules) -> Vec<Tree> {
        let old = self.memory.take().filter(|_| self.options.reuse);
        let is_open = !HIDES || self.options.information == Information::Open;
        let kept = |memory| if !HIDES || is_open { follow(memory, view, state) } else { follow_sets(memory, view) };
        let mut kept = old.map(kept).unwrap_or_default();
        for tree in kept.iter_mut().flatten() {
            tree.rules = rules;
        }
        let turn = Turn::Of(rules.seat);
        let new = || if is_open { Tree::new(rules, turn) } else { Tree::of_sets(rules, turn) };
        (0..self.options.trees).map(|place| kept.get_mut(place).and_then(Option::take).unwrap_or_else(new)).collect()
    }
}

impl<G: Game, E: Evaluation<G>, const HIDES: bool> MonteCarlo<G, E, HIDES> {
    /// Several searches grow one tree.
    fn grow_together(
        &mut self,
        view: &View<'_, G>,
        state: &G::State,
        rules: Rules,
        seed: u64,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        let (game, options, evaluation) = (view.game(), &self.options, &self.evaluation);
        // All of the memory is one tree's.
        let most_nodes = (options.memory / NODE_BYTES).clamp(1 << 12, u32::MAX as usize);
        let tree = SharedTree::new(Rules { most_nodes, ..rules });
        let count = options.trees;
        let mut policies = self.policies.iter_mut();
        let hands: Vec<Mutex<Hand<'_, G>>> =
            (0..count).map(|_| Mutex::new(Hand { policy: policies.next(), done: Ok((0, 0)) })).collect();
        let threads = control.pool.map_or(1, |pool| pool.threads()).clamp(1, count);
        let time = options.time.map(|time| time / count.div_ceil(threads) as u32);
        let grow = |place: usize, control: &Control<'_>| {
            let mut hand = hands[place].lock().unwrap_or_else(PoisonError::into_inner);
            let Hand { policy, done } = &mut *hand;
            let budget = Budget { nodes: share(options.nodes, place, count), time, ..Budget::default() };
            *done = Meter::new(control, &budget).and_then(|mut meter| {
                let within = Control { deadline: meter.deadline(), ..*control };
                let rng = Rng::stream(seed, place as u64);
                let mut grower =
                    Grower::new(game, evaluation, options, policy.as_deref_mut(), Adversary, rng, within, rules.unit);
                let simulations = share(options.simulations, place, count).unwrap_or(u64::MAX);
                let done = shared::grow(&tree, &mut grower, state, simulations, &mut meter)?;
                Ok((done, meter.nodes()))
            });
        };
        match control.pool.filter(|_| threads > 1) {
            None => (0..count).for_each(|place| {
                let nodes = share(control.nodes, place, count);
                grow(place, &Control { nodes, ..*control });
            }),
            Some(pool) => {
                let (stop, clock, deadline, nodes) = (control.stop, control.clock, control.deadline, control.nodes);
                pool.work(count, &|place| {
                    let nodes = share(nodes, place, count);
                    grow(place, &Control { stop, clock, deadline, nodes, ..Control::default() });
                });
            }
        }
        let (mut simulations, mut nodes) = (0, 0);
        for hand in hands {
            let (done, made) = hand.into_inner().unwrap_or_else(PoisonError::into_inner).done?;
            simulations += done;
            nodes += made;
        }
        let by_value = options.choice == Choice::Value;
        let moves = untyped(view.moves());
        Ok(shared::findings(&tree, &moves, by_value, (simulations, nodes, count)).typed())
    }
}

/// What one of several searches that share a tree needs, and simulations done and moves made, or what went wrong.
struct Hand<'a, G: Game> {
    policy: Option<&'a mut Modelled<G>>,
    done: Result<(u64, u64), Problem>,
}

/// One of `count` equal parts of a budget.
fn share(all: Option<u64>, place: usize, count: usize) -> Option<u64> {
    all.map(|all| all / count as u64 + u64::from((place as u64) < all % count as u64))
}

/// What simulations of one tree need, behind a lock so that any thread may take it.
struct Bench<'a, G: Game> {
    tree: Tree,
    policy: Option<&'a mut Modelled<G>>,
    rng: Rng,
    /// Simulations done and moves made, or what went wrong.
    done: Result<(u64, u64), Problem>,
}

impl<G: Game, E: Evaluation<G>, const HIDES: bool> Agent<G> for MonteCarlo<G, E, HIDES> {
    fn begin(&mut self, _game: &G, seat: Player, seed: u64) {
        self.seed = seed;
        self.memory = None;
        self.particles.begin(seat, Rng::derive(seed, u64::MAX));
    }

    fn is_memoryless(&self) -> bool {
        !self.options.reuse && !self.options.shared
    }

    fn choose(&mut self, view: &View<'_, G>, control: &Control<'_>) -> Result<Report<G::Move>, Problem> {
        let seat = view.seat();
        if view.moves().is_empty() {
            return Err(Problem::new(format!("{seat} is not to move")));
        }
        let mut rng = choice_rng(self.seed, view);
        if view.state().is_none() {
            if !HIDES || self.options.information == Information::Open {
                return Err(Problem::new("this agent needs to see the position, and the game hides some of it"));
            }
            self.catch_up(view, control);
        }
        let nobody = Particles::new(SampleLimits::default());
        let particles = std::mem::replace(&mut self.particles, nobody);
        let roots = view.state().map_or(Roots::Held(&particles), Roots::Known);
        let found = self.look(view, &roots, &mut rng, control);
        self.particles = particles;
        Ok(self.character.choose(found?, seat, &mut rng))
    }
}

impl<G: Game, E: Evaluation<G>, const HIDES: bool> MonteCarlo<G, E, HIDES> {
    /// Searches, and says what was found.
    fn look(
        &mut self,
        view: &View<'_, G>,
        roots: &Roots<'_, G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        let (game, seat) = (view.game(), view.seat());
        let Some(state) = roots.any() else {
            let why = match roots {
                Roots::Held(particles) => particles.why(),
                Roots::Known(_) => None,
            };
            return Ok(blind(view.moves(), why.unwrap_or_default()));
        };
        if self.options.aim == Aim::BestReply && game.players() > 2 && !knows_passing(game, state, seat) {
            return Err(Problem::new(
                "best replies need a game in which a seat can pass, and this one does not know it",
            ));
        }
        // Step 1. The trees, and a generator for each.
        let tree_seed = rng.bits();
        let is_written = control.record.is_some();
        let rules = self.rules(game, roots, seat, is_written, &mut Rng::stream(tree_seed, u64::MAX));
        if self.options.shared {
            return self.grow_together(view, state, rules, tree_seed, control);
        }
        let trees = self.trees(view, state, rules);
        let count = trees.len();
        let mut policies = self.policies.iter_mut();
        let benches: Vec<Mutex<Bench<'_, G>>> = trees
            .into_iter()
            .enumerate()
            .map(|(place, tree)| {
                let rng = Rng::stream(tree_seed, place as u64);
                Mutex::new(Bench { tree, policy: policies.next(), rng, done: Ok((0, 0)) })
            })
            .collect();
        // Step 2. Each tree grows on its share of the budget. Where fewer trees grow at a time than there are, the time is
        // shared out among the batches.
        let (options, evaluation) = (&self.options, &self.evaluation);
        let grow = |place: usize, control: &Control<'_>, time: Option<Duration>| {
            let mut bench = benches[place].lock().unwrap_or_else(PoisonError::into_inner);
            let Bench { tree, policy, rng, done } = &mut *bench;
            let budget = Budget { nodes: share(options.nodes, place, count), time, ..Budget::default() };
            *done = Meter::new(control, &budget).and_then(|mut meter| {
                let within = Control { deadline: meter.deadline(), ..*control };
                let (policy, rng) = (policy.as_deref_mut(), rng.clone());
                let mut grower = Grower::new(game, evaluation, options, policy, Adversary, rng, within, rules.unit);
                let simulations = share(options.simulations, place, count).unwrap_or(u64::MAX);
                let done = if !HIDES || options.information == Information::Open {
                    grower.grow(tree, state, simulations, &mut meter)?
                } else {
                    let world = |rng: &mut Rng| roots.draw(rng).unwrap_or_else(|| state.clone());
                    grower.grow_sets(tree, world, simulations, &mut meter)?
                };
                Ok((done, meter.nodes()))
            });
        };
        let threads = control.pool.map_or(1, |pool| pool.threads()).clamp(1, count);
        let batches = count.div_ceil(threads);
        let time = options.time.map(|time| time / batches as u32);
        match control.pool.filter(|_| threads > 1) {
            None => (0..count).for_each(|place| {
                let nodes = share(control.nodes, place, count);
                grow(place, &Control { nodes, ..*control }, time);
            }),
            Some(pool) => {
                // What a thread may be given of the control: progress is told by whoever asked, or not at all.
                let (stop, clock, deadline, nodes) = (control.stop, control.clock, control.deadline, control.nodes);
                let job = |place: usize| {
                    let nodes = share(nodes, place, count);
                    grow(place, &Control { stop, clock, deadline, nodes, ..Control::default() }, time);
                };
                pool.work(count, &job);
            }
        }
        // Step 3. What they found, added up.
        let (mut trees, mut simulations, mut nodes) = (Vec::with_capacity(count), 0, 0);
        for bench in benches {
            let bench = bench.into_inner().unwrap_or_else(PoisonError::into_inner);
            let (done, made) = bench.done?;
            simulations += done;
            nodes += made;
            trees.push(bench.tree);
        }
        let searched = Searched { trees: trees.iter().collect(), simulations, nodes };
        let mut findings =
            findings::<G, E, HIDES>(game, state, &searched, &roots.all(), options, evaluation, control.record);
        if let Roots::Held(particles) = roots {
            let all = if particles.is_exact() { ", all there are" } else { "" };
            findings.remarks.push(format!("worlds: {}{all}", particles.worlds().len()));
            findings.remarks.extend(particles.why());
        }
        if options.reuse {
            let state = state.clone();
            self.memory = Some(Memory { trees, state, seen: view.seen().len() });
        }
        Ok(findings)
    }
}

/// Where simulations begin.
enum Roots<'a, G: Game> {
    /// At the position.
    Known(&'a G::State),
    /// In worlds that agree with what was seen.
    Held(&'a Particles<G>),
}

impl<G: Game> Roots<'_, G> {
    /// A position in which the seat has the moves it has.
    fn any(&self) -> Option<&G::State> {
        match self {
            Roots::Known(state) => Some(state),
            Roots::Held(particles) => particles.worlds().first().map(|world| &world.state),
        }
    }

    /// All positions that simulations begin in, with their weights.
    fn all(&self) -> Vec<(&G::State, f64)> {
        match self {
            Roots::Known(state) => vec![(*state, 1.0)],
            Roots::Held(particles) => particles.worlds().iter().map(|world| (&world.state, world.weight)).collect(),
        }
    }

    fn draw(&self, rng: &mut Rng) -> Option<G::State> {
        match self {
            Roots::Known(state) => Some((*state).clone()),
            Roots::Held(particles) => particles.draw(rng).map(|world| world.state.clone()),
        }
    }
}

/// What there is to say without a position to think about: any move may be the best.
pub(in crate::grow) fn blind<M: Copy>(moves: &[M], why: String) -> Findings<M> {
    let found = |&mv: &M| Found { mv, values: UNKNOWN, bound: Bound::Exact, line: vec![mv] };
    Findings {
        extras: Vec::new(),
        moves: moves.iter().map(found).collect(),
        best: (0..moves.len()).collect(),
        picks: Vec::new(),
        value: UNKNOWN,
        line: Vec::new(),
        nodes: 0,
        depth: 0,
        tree: None,
        remarks: vec![why, "so any move may be the best".to_string()],
    }
}

/// Whether the game can give the turn from seat to seat: asked of the position itself.
fn knows_passing<G: Game>(game: &G, state: &G::State, seat: Player) -> bool {
    let mut passed = state.clone();
    game.pass_to(&mut passed, seat.next(game.players()))
}
