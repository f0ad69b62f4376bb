//! Worlds played on by what a seat has seen: the step of a particle filter, and the one place where it is taken.
//!
//! A *world* is a position that may be the true one. When a seat sees something, every world goes on in all the ways that
//! would have looked so, each weighted by its probability: chance by its weights, the others by a [`Transition`], the
//! seat's own moves as they were. The seat may not notice some moves, so a world makes any number of unseen ones until the
//! next thing is seen. Equal worlds are merged and their weights added. As long as nothing had to be cut, that is the exact
//! posterior (*enumeration*); where the successors are too many, they are *resampled* down to a limit: one draw and steps of
//! equal length (systematic resampling), half of them by weight and half by no model, so that what all models think
//! unlikely has worlds too, and weights make up for it.

use crate::contract::{Game, Sequel};
use crate::problem::Problem;
use crate::random::Rng;
use crate::seat::{Player, Turn};

mod fewer;
mod merged;
mod starts;
mod unmade;

pub use fewer::{Drawn, Weighted, resample, thin};
pub use merged::Merged;
pub use starts::{known_starts, sample_world};
pub use unmade::{Unmade, UnmadeMove};

/// A world with its weight (a *particle*), and what it carries besides: what others have seen in it, or what is believed
/// about them should it be the true one.
#[derive(Debug)]
pub struct Particle<G: Game, T = ()> {
    /// The position.
    pub state: G::State,
    /// What it carries.
    pub carried: T,
    /// How much it counts.
    pub weight: f64,
    /// How many draws stand behind it; infinite where worlds were listed and not drawn.
    pub support: f64,
}

// Not derived: that would ask for rules that can be cloned.
impl<G: Game, T: Clone> Clone for Particle<G, T> {
    fn clone(&self) -> Self {
        let Particle { state, carried, weight, support } = self;
        Particle { state: state.clone(), carried: carried.clone(), weight: *weight, support: *support }
    }
}

/// How worlds go on where others move (the *transition model*), and what becomes of what they carry.
pub trait Transition<G: Game, T> {
    /// Pushes what a world carries in which play begins here, or which is drawn here: all that may be, with weights.
    fn begin(&mut self, game: &G, start: &G::State, out: &mut Vec<(T, f64)>);

    /// Pushes the probability of each of `moves` of one of the others.
    fn probabilities(
        &mut self,
        game: &G,
        world: &Particle<G, T>,
        player: Player,
        moves: &[G::Move],
        out: &mut Vec<f64>,
    ) -> Result<(), Problem>;

    /// What the world carries after the move at `place` of `moves`; `is_seen` if the seat sees it as what was seen.
    /// Asked right after the probabilities of the same world where another player moved.
    #[expect(clippy::too_many_arguments)]
    fn carry(
        &mut self,
        game: &G,
        world: &Particle<G, T>,
        turn: Turn,
        moves: &[G::Move],
        place: usize,
        after: &G::State,
        is_seen: bool,
    ) -> T;

    /// Another player is to move in these worlds: whoever has to search looks at the decision once for all of them.
    fn prepare(&mut self, _game: &G, _worlds: &[Particle<G, T>], _player: Player) -> Result<(), Problem> {
        Ok(())
    }

    /// How the seat would have seen the move at this place, whatever it saw.
    fn looks(&mut self, _world: &Particle<G, T>, _place: usize, _seen: Option<&G::Seen>) {}

    /// Whether worlds go on with what they carry whatever is played, and nobody asks how a move looks: then the worlds after all
    /// moves can be weighed before they are made, and those alone are made that stay.
    fn is_plain(&self) -> bool {
        false
    }

    /// All worlds in which the player was to move have been asked, and this was seen.
    fn conclude(&mut self, _player: Player, _seen: Option<&G::Seen>) {}
}

/// The others play every move with equal probability, and worlds carry nothing.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct AtRandom;

impl<G: Game> Transition<G, ()> for AtRandom {
    fn begin(&mut self, _game: &G, _start: &G::State, out: &mut Vec<((), f64)>) {
        out.push(((), 1.0));
    }

    fn probabilities(
        &mut self,
        _game: &G,
        _world: &Particle<G>,
        _player: Player,
        moves: &[G::Move],
        out: &mut Vec<f64>,
    ) -> Result<(), Problem> {
        out.extend(moves.iter().map(|_| 1.0 / moves.len() as f64));
        Ok(())
    }

    fn carry(
        &mut self,
        _game: &G,
        _world: &Particle<G>,
        _turn: Turn,
        _moves: &[G::Move],
        _place: usize,
        _after: &G::State,
        _is_seen: bool,
    ) {
    }

    fn is_plain(&self) -> bool {
        true
    }
}

/// How many worlds, and how much work for each thing that is seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SampleLimits {
    /// Worlds at most while nothing was cut.
    pub listed: usize,
    /// Worlds kept once something was.
    pub worlds: usize,
    /// Moves tried at most for one observation, about.
    pub steps: usize,
}

impl Default for SampleLimits {
    fn default() -> SampleLimits {
        SampleLimits { listed: 4096, worlds: 1024, steps: 32_768 }
    }
}

impl SampleLimits {
    /// So many times as much of everything.
    pub fn times(self, factor: usize) -> SampleLimits {
        let SampleLimits { listed, worlds, steps } = self;
        let [listed, worlds, steps] = [listed, worlds, steps].map(|limit| limit.saturating_mul(factor));
        SampleLimits { listed, worlds, steps }
    }
}

/// Plies nobody notices that may lie between two observations.
const UNNOTICED: usize = 512;
/// Draws of an outcome that cannot be listed, for each world at most.
const DRAWS: usize = 16;
/// Worlds whose moves are counted to tell how many a world has.
const COUNTED: usize = 16;
/// From so many worlds on their successors are weighed before they are made.
const MANY: usize = 64;

/// The worlds after something was seen.
pub struct Successors<G: Game, T> {
    /// Those that fit. Their weights are as they came: what they add up to is how likely it was.
    pub worlds: Vec<Particle<G, T>>,
    /// Whether some were left out.
    pub is_cut: bool,
}

/// Plays worlds on for a seat.
pub struct Enumeration<'a, G: Game, M> {
    /// The rules.
    pub game: &'a G,
    /// Whose observations they are.
    pub seat: Player,
    /// How much of it.
    pub limits: SampleLimits,
    /// How the others move.
    pub transition: &'a mut M,
    /// For what has to be drawn.
    pub rng: &'a mut Rng,
    /// Whether the caller wants no more: then the worlds that come first have to do.
    pub is_late: &'a dyn Fn() -> bool,
}

/// Worlds between two looks at the clock, and worlds that go on when it is late.
const WORLDS_BETWEEN_LOOKS: usize = 32;
const FEW: usize = 8;

/// What becomes of worlds in one advance.
struct Advance<'w, G: Game, T> {
    wanted: Option<&'w G::Seen>,
    /// Whether others' moves may have looked otherwise.
    is_loose: bool,
    done: Merged<G, T>,
    waiting: Merged<G, T>,
    /// The seat's own move, once a world has told which looked so: a seat sees its own moves.
    own: Option<G::Move>,
    is_cut: bool,
    moves: Vec<G::Move>,
    shares: Vec<f64>,
}

impl<G: Game, M> Enumeration<'_, G, M> {
    /// Plays all worlds on until the seat sees `wanted`; without it, until the seat is to move. With `is_loose` the others
    /// may have moved in a way that looked otherwise: for worlds that agree with something when none agrees with all.
    pub fn advance<T: Clone + PartialEq>(
        &mut self,
        mut worlds: Vec<Particle<G, T>>,
        wanted: Option<&G::Seen>,
        is_loose: bool,
    ) -> Result<Successors<G, T>, Problem>
    where
        M: Transition<G, T>,
    {
        let mut step = Advance {
            wanted,
            is_loose,
            done: Merged::default(),
            waiting: Merged::default(),
            own: None,
            is_cut: false,
            moves: Vec::new(),
            shares: Vec::new(),
        };
        let mut left = self.limits.steps;
        for _ in 0..UNNOTICED {
            if worlds.is_empty() {
                break;
            }
            self.cut_to_work(&mut worlds, &mut step, &mut left);
            let mut of_others: Vec<Vec<Particle<G, T>>> = Vec::new();
            of_others.resize_with(self.game.players(), Vec::new);
            for (number, world) in worlds.drain(..).enumerate() {
                if self.is_late_after(number) {
                    step.is_cut = true;
                    break;
                }
                match self.game.turn(&world.state) {
                    Turn::Over => {}
                    Turn::Of(player) if player == self.seat && wanted.is_none() => {
                        step.done.add(self.game, world);
                    }
                    Turn::Of(player) if player == self.seat => self.own_move(&world, &mut step),
                    Turn::Of(player) => of_others[player.index()].push(world),
                    Turn::Chance if self.game.draws(&world.state) => self.draw(&world, &mut step),
                    Turn::Chance => self.outcomes(&world, &mut step),
                }
            }
            for player in Player::all(self.game.players()) {
                let theirs = std::mem::take(&mut of_others[player.index()]);
                if theirs.is_empty() {
                    continue;
                }
                self.transition.prepare(self.game, &theirs, player)?;
                match wanted.filter(|_| theirs.len() >= MANY && !is_loose && self.transition.is_plain()) {
                    Some(seen) => self.all_move(&theirs, player, seen, &mut step)?,
                    None => {
                        for (number, world) in theirs.iter().enumerate() {
                            if self.is_late_after(number) {
                                step.is_cut = true;
                                break;
                            }
                            self.others_move(world, player, &mut step)?;
                        }
                    }
                }
                self.transition.conclude(player, wanted);
            }
            worlds = std::mem::take(&mut step.waiting).worlds;
        }
        let Advance { done, mut is_cut, .. } = step;
        is_cut |= !worlds.is_empty();
        let mut worlds = done.worlds;
        let most = if is_cut { self.limits.worlds } else { self.limits.listed };
        if worlds.len() > most {
            is_cut |= resample(&mut worlds, self.limits.worlds, self.rng);
        }
        Ok(Successors { worlds, is_cut })
    }

    /// Asked before each world; the first few go on whatever the time.
    fn is_late_after(&self, worlds: usize) -> bool {
        worlds > 0 && worlds.is_multiple_of(WORLDS_BETWEEN_LOOKS) && (self.is_late)()
    }

    /// So many worlds that what they may do fits the work that is left.
    fn cut_to_work<T: Clone>(
        &mut self,
        worlds: &mut Vec<Particle<G, T>>,
        step: &mut Advance<'_, G, T>,
        left: &mut usize,
    ) {
        let skip = worlds.len().div_ceil(COUNTED);
        let (mut counted, mut of) = (0, 0);
        for world in worlds.iter().step_by(skip) {
            of += 1;
            counted += match self.game.turn(&world.state) {
                Turn::Over => 0,
                Turn::Of(player) if player == self.seat => 1,
                Turn::Chance if self.game.draws(&world.state) => DRAWS,
                _ => {
                    step.moves.clear();
                    self.game.lasting_moves(&world.state, &mut step.moves);
                    step.moves.len()
                }
            };
        }
        let each = (counted / of.max(1)).max(1);
        let mut most = if step.is_cut { self.limits.worlds } else { self.limits.listed };
        if worlds.len().saturating_mul(each) > *left {
            most = most.min((*left / each).max(FEW));
        }
        if (self.is_late)() {
            most = most.min(FEW);
        }
        if worlds.len() > most {
            step.is_cut |= resample(worlds, most, self.rng);
        }
        // What is left for later plies never runs out: a few worlds go on whatever it takes.
        *left = left.saturating_sub(worlds.len() * each);
    }

    /// The seat moves as it did: the move is the same in every world, so once it is known no other is tried.
    fn own_move<T: Clone + PartialEq>(&mut self, world: &Particle<G, T>, step: &mut Advance<'_, G, T>)
    where
        M: Transition<G, T>,
    {
        step.moves.clear();
        self.game.moves(&world.state, &mut step.moves);
        let tried = match step.own.map(|own| step.moves.iter().position(|mv| *mv == own)) {
            Some(Some(place)) => place..place + 1,
            Some(None) => 0..0,
            None => 0..step.moves.len(),
        };
        let (turn, Some(wanted)) = (Turn::Of(self.seat), step.wanted) else { return };
        for place in tried {
            match self.game.sequel(&world.state, step.moves[place], self.seat, wanted) {
                Sequel::Otherwise => {}
                Sequel::Unnoticed(after) => self.keep(world, turn, place, (after, false), (1.0, 1.0), step),
                Sequel::AsSeen(after) => {
                    step.own = Some(step.moves[place]);
                    self.keep(world, turn, place, (after, true), (1.0, 1.0), step);
                    break;
                }
            }
        }
    }

    /// Another moves in many worlds, to the same worlds as one by one. What each move leads to is weighed by its key alone and
    /// forgotten again; what stays is made a second time. Most of it does not stay, and worlds are large.
    fn all_move<T: Clone + PartialEq>(
        &mut self,
        worlds: &[Particle<G, T>],
        player: Player,
        seen: &G::Seen,
        step: &mut Advance<'_, G, T>,
    ) -> Result<(), Problem>
    where
        M: Transition<G, T>,
    {
        // Step 1. What every move of every world leads to, equal ones together.
        let waiting = &mut step.waiting;
        let unnoticed = |game: &G, world| {
            waiting.add(game, world);
            true
        };
        let Some(Unmade { mut moves, is_cut }) = self.weigh(worlds, player, seen, unnoticed)? else { return Ok(()) };
        step.is_cut |= is_cut;
        // Step 2. As many as there is room for.
        let most = if step.is_cut { self.limits.worlds } else { self.limits.listed };
        if moves.len() > most {
            step.is_cut |= resample(&mut moves, self.limits.worlds, self.rng);
        }
        // Step 3. Those are made.
        for UnmadeMove { world, mv, weight, support } in moves {
            let world = &worlds[world as usize];
            if let Sequel::AsSeen(state) = self.game.sequel(&world.state, mv, self.seat, seen) {
                step.done.add(self.game, Particle { state, carried: world.carried.clone(), weight, support });
            }
        }
        Ok(())
    }

    fn others_move<T: Clone + PartialEq>(
        &mut self,
        world: &Particle<G, T>,
        player: Player,
        step: &mut Advance<'_, G, T>,
    ) -> Result<(), Problem>
    where
        M: Transition<G, T>,
    {
        step.moves.clear();
        step.shares.clear();
        self.game.lasting_moves(&world.state, &mut step.moves);
        self.transition.probabilities(self.game, world, player, &step.moves, &mut step.shares)?;
        self.go_on(world, Turn::Of(player), step);
        Ok(())
    }

    fn outcomes<T: Clone + PartialEq>(&mut self, world: &Particle<G, T>, step: &mut Advance<'_, G, T>)
    where
        M: Transition<G, T>,
    {
        step.moves.clear();
        step.shares.clear();
        self.game.moves(&world.state, &mut step.moves);
        step.shares.extend(step.moves.iter().map(|&mv| self.game.weight(&world.state, mv) as f64));
        let total: f64 = step.shares.iter().sum();
        step.shares.iter_mut().for_each(|share| *share /= total);
        self.go_on(world, Turn::Chance, step);
    }

    /// The world after every move that was listed, where it fits.
    fn go_on<T: Clone + PartialEq>(&mut self, world: &Particle<G, T>, turn: Turn, step: &mut Advance<'_, G, T>)
    where
        M: Transition<G, T>,
    {
        // Those that fit come first into a list: what stands behind the world is shared out among them.
        let mut fitting: Vec<(usize, G::State, bool)> = Vec::new();
        let mut total = 0.0;
        for place in 0..step.moves.len() {
            let is_player = turn != Turn::Chance;
            if step.shares[place] <= 0.0 && !is_player {
                continue;
            }
            let (after, seen) = self.after(world, step.moves[place]);
            if is_player {
                self.transition.looks(world, place, seen.as_ref());
            }
            let is_seen = seen.is_some() && (seen.as_ref() == step.wanted || step.is_loose && step.wanted.is_some());
            if step.shares[place] > 0.0 && (is_seen || seen.is_none()) {
                total += step.shares[place];
                fitting.push((place, after, is_seen));
            }
        }
        for (place, after, is_seen) in fitting {
            let share = step.shares[place];
            self.keep(world, turn, place, (after, is_seen), (share, share / total), step);
        }
    }

    /// Outcomes that cannot be listed are drawn.
    fn draw<T: Clone + PartialEq>(&mut self, world: &Particle<G, T>, step: &mut Advance<'_, G, T>)
    where
        M: Transition<G, T>,
    {
        step.is_cut = true;
        for _ in 0..DRAWS {
            let mv = self.game.draw(&world.state, self.rng);
            let (after, seen) = self.after(world, mv);
            if seen.is_none() || seen.as_ref() == step.wanted {
                step.moves.clear();
                step.moves.push(mv);
                let share = 1.0 / DRAWS as f64;
                self.keep(world, Turn::Chance, 0, (after, seen.is_some()), (share, share), step);
            }
        }
    }

    fn after<T>(&self, world: &Particle<G, T>, mv: G::Move) -> (G::State, Option<G::Seen>) {
        let mut after = world.state.clone();
        self.game.play(&mut after, mv);
        let seen = self.game.observe(&world.state, mv, &after, self.seat);
        (after, seen)
    }

    fn keep<T: Clone + PartialEq>(
        &mut self,
        world: &Particle<G, T>,
        turn: Turn,
        place: usize,
        (state, is_seen): (G::State, bool),
        (share, of_support): (f64, f64),
        step: &mut Advance<'_, G, T>,
    ) where
        M: Transition<G, T>,
    {
        let carried = self.transition.carry(self.game, world, turn, &step.moves, place, &state, is_seen);
        let (weight, support) = (world.weight * share, world.support * of_support);
        let into = if is_seen { &mut step.done } else { &mut step.waiting };
        into.add(self.game, Particle { state, carried, weight, support });
    }
}
