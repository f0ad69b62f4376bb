//! The best arrangement before the next revelation: positions that are reached without learning anything are one *macro
//! position*, and a decision is how to leave it.
//!
//! Between two turns of chance a seat alone may move for a long time, there and back. A tree of such moves repeats itself
//! without end. This search goes through the positions themselves, each once up to [symmetry](Game::canonical_key), best
//! first, until its budget is used up. An outcome of chance that [can wait](Game::unnamed) is left open and the plan goes on
//! around it; one that cannot ends the plan. What is played is the way to the best position found, up to its first outcome
//! of chance; what comes then is planned anew.
//!
//! Frank 1994, chapter 4, asks for searches over classes of positions instead of positions; this is its simplest one. It is
//! not expectimax: an outcome that was left open counts as what it is worth unseen, so values are floors.

use crate::findings::{Findings, Found, UNKNOWN, best_of};
use crate::grow::unsearched;
use crate::searcher::{Search, position};
use outwit_game::{
    Bound, Budget, Control, Evaluation, Game, Meter, MoveCode, Player, Problem, Rng, Turn, View, end_value,
};
use rustc_hash::FxHashSet;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// A search over what can be reached before chance has a say.
pub struct Closure<E> {
    /// How far to look.
    pub budget: Budget,
    /// Values arrangements.
    pub evaluation: E,
    /// What a plan must be worth more to be preferred to one that has one move less.
    pub step: f64,
    /// By how much an exit that cannot be planned past must beat the others.
    pub margin: f64,
    /// Ends the search once the exit has not changed while the number of positions doubled so many times.
    pub doublings: Option<u32>,
    /// Bytes for the positions of a plan, about.
    pub memory: usize,
}

/// A position of the plan.
struct Place<S> {
    state: S,
    parent: u32,
    /// The code of the move that leads here from the parent.
    mv: u32,
    /// Moves from the root.
    length: u32,
    /// Which of the root's moves the plan begins with.
    root_move: u32,
    /// An outcome of chance has been left open on the way.
    has_exit: bool,
}

/// What waits to be looked at, best first; of equals the one found first, so that nothing depends on anything else.
#[derive(PartialEq)]
struct Waiting {
    value: f64,
    place: u32,
}

impl Eq for Waiting {}

impl Ord for Waiting {
    fn cmp(&self, other: &Waiting) -> Ordering {
        self.value.total_cmp(&other.value).then(other.place.cmp(&self.place))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Waiting) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A way to leave: where to, and what it is worth.
#[derive(Clone, Copy)]
struct Exit {
    value: f64,
    /// The last place of the plan.
    place: u32,
    /// The move that leaves it, if the plan does not go on past it.
    leaving: Option<u32>,
    /// The game is over then.
    ends: bool,
}

impl Exit {
    /// Whether it is to be preferred: to go on comes before an end, which can still be had later.
    fn is_better_than(&self, other: &Exit) -> bool {
        (!self.ends, self.value) > (!other.ends, other.value)
    }
}

impl<G: Game, E: Evaluation<G>> Search<G> for Closure<E> {
    fn search(
        &mut self,
        view: &View<'_, G>,
        _rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        let (game, state, seat) = (view.game(), position(view)?, view.seat());
        let mut meter = Meter::new(control, &self.budget)?;
        let mut plan = Plan::new(game, state, seat, self);
        // Moves that the game itself holds back are looked at only where the others lead nowhere.
        let reserve = if self.budget.nodes.is_some() { meter.left() / 2 } else { 0 };
        plan.grow(false, reserve, &mut meter);
        if plan.best.is_none_or(|best| best.ends) {
            plan.grow(true, 0, &mut meter);
        }
        Ok(plan.findings(&meter))
    }
}

struct Plan<'a, G: Game, E> {
    game: &'a G,
    state: &'a G::State,
    seat: Player,
    how: &'a Closure<E>,
    places: Vec<Place<G::State>>,
    met: FxHashSet<u64>,
    waiting: BinaryHeap<Waiting>,
    /// The best exit of all, and by each of the root's moves.
    best: Option<Exit>,
    by_move: Vec<Option<Exit>>,
    moves: Vec<G::Move>,
    /// Positions that fit in memory.
    most: usize,
}

impl<'a, G: Game, E: Evaluation<G>> Plan<'a, G, E> {
    fn new(game: &'a G, state: &'a G::State, seat: Player, how: &'a Closure<E>) -> Plan<'a, G, E> {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let by_move = vec![None; moves.len()];
        moves.clear();
        let root = Place { state: state.clone(), parent: 0, mv: 0, length: 0, root_move: u32::MAX, has_exit: false };
        Plan {
            game,
            state,
            seat,
            how,
            places: vec![root],
            met: FxHashSet::from_iter([game.canonical_key(state)]),
            waiting: BinaryHeap::new(),
            best: None,
            by_move,
            moves,
            // What a position takes in the list, in the set of those met and among those that wait.
            most: how.memory / (size_of::<Place<G::State>>() + size_of::<Waiting>() + 2 * size_of::<u64>()),
        }
    }

    /// Looks at positions, best first, until the budget is used up or all have been looked at. `is_all` looks at the moves
    /// that are held back as well, from every position found so far. What is in `reserve` is left while nothing was found
    /// that goes on.
    fn grow(&mut self, is_all: bool, reserve: u64, meter: &mut Meter<'_>) {
        self.waiting.clear();
        for place in 0..self.places.len() as u32 {
            let value = self.value(&self.places[place as usize]);
            self.waiting.push(Waiting { value, place });
        }
        let mut unchanged_since = 0;
        let mut last_best = None;
        while let Some(Waiting { place, .. }) = self.waiting.pop() {
            if self.places.len() >= self.most
                || !self.expand(place, is_all, meter)
                || (meter.left() < reserve && self.best.is_none_or(|best| best.ends))
            {
                return;
            }
            let best = self.best.map(|best| self.first_exit(best));
            if best != last_best {
                (last_best, unchanged_since) = (best, self.places.len());
            }
            let enough = self.how.doublings.map(|doublings| unchanged_since.max(FEW) << doublings.min(32));
            if best.is_some() && enough.is_some_and(|enough| self.places.len() >= enough) {
                return;
            }
        }
    }

    fn value(&self, place: &Place<G::State>) -> f64 {
        self.how.evaluation.value(self.game, &place.state, self.seat) - self.how.step * f64::from(place.length)
    }

    /// Looks at the moves of a position; `false` when the search must stop.
    fn expand(&mut self, at: u32, is_all: bool, meter: &mut Meter<'_>) -> bool {
        let game = self.game;
        let (state, length, has_exit) = {
            let place = &self.places[at as usize];
            (place.state.clone(), place.length, place.has_exit)
        };
        self.moves.clear();
        game.moves(&state, &mut self.moves);
        for index in 0..self.moves.len() {
            let mv = self.moves[index];
            // A move that is held back is looked at when nothing else has led anywhere; nothing is looked at twice.
            let is_last_resort = game.order_hint(&state, mv) < 0;
            if is_last_resort && !is_all {
                continue;
            }
            if !meter.count() {
                return false;
            }
            let mut next = state.clone();
            game.play(&mut next, mv);
            let root_move = if at == 0 { index as u32 } else { self.places[at as usize].root_move };
            match game.turn(&next) {
                // Step 1. The end, and what it pays.
                Turn::Over => {
                    let paid = end_value(game, &next, &self.how.evaluation, self.seat);
                    let value = paid - self.how.step * f64::from(length + 1);
                    self.offer(Exit { value, place: at, leaving: Some(mv.code()), ends: true }, root_move);
                }
                // Step 2. Chance: the plan goes on around it, or ends before it.
                Turn::Chance => match game.unnamed(&next) {
                    Some(open) => self.add(open, at, mv, length, root_move, true),
                    // After an outcome that was left open nobody knows what can still be done: such an exit is not planned.
                    None if has_exit => {}
                    None => {
                        let value = self.value(&self.places[at as usize]) - self.how.margin;
                        self.offer(Exit { value, place: at, leaving: Some(mv.code()), ends: false }, root_move);
                    }
                },
                // Step 3. The seat moves on.
                Turn::Of(mover) if mover == self.seat => self.add(next, at, mv, length, root_move, has_exit),
                // Step 4. Somebody else has a say: what the position is worth then ends the plan.
                Turn::Of(_) => {
                    let value = self.how.evaluation.value(game, &next, self.seat);
                    self.offer(Exit { value, place: at, leaving: Some(mv.code()), ends: false }, root_move);
                }
            }
        }
        true
    }

    fn add(&mut self, state: G::State, parent: u32, mv: G::Move, length: u32, root_move: u32, has_exit: bool) {
        if !self.met.insert(self.game.canonical_key(&state)) {
            return;
        }
        let place = self.places.len() as u32;
        self.places.push(Place { state, parent, mv: mv.code(), length: length + 1, root_move, has_exit });
        let value = self.value(&self.places[place as usize]);
        if has_exit {
            self.offer(Exit { value, place, leaving: None, ends: false }, root_move);
        }
        self.waiting.push(Waiting { value, place });
    }

    fn offer(&mut self, exit: Exit, root_move: u32) {
        let is_better = |known: &Option<Exit>| known.is_none_or(|known| exit.is_better_than(&known));
        if is_better(&self.by_move[root_move as usize]) {
            self.by_move[root_move as usize] = Some(exit);
        }
        if is_better(&self.best) {
            self.best = Some(exit);
        }
    }

    /// The moves to a place.
    fn way(&self, mut place: u32) -> Vec<u32> {
        let mut way = Vec::new();
        while place != 0 {
            way.push(place);
            place = self.places[place as usize].parent;
        }
        way.reverse();
        way
    }

    /// Where a plan first leaves something open: the part of it that is played.
    fn first_exit(&self, exit: Exit) -> (u32, Option<u32>) {
        let mut place = exit.place;
        if !self.places[place as usize].has_exit {
            return (place, exit.leaving);
        }
        while self.places[self.places[place as usize].parent as usize].has_exit {
            place = self.places[place as usize].parent;
        }
        (place, None)
    }

    /// The line of a plan up to where it leaves something open.
    fn line(&self, exit: Exit) -> Vec<G::Move> {
        let (place, leaving) = self.first_exit(exit);
        let moves = self.way(place).into_iter().map(|place| self.places[place as usize].mv);
        moves.chain(leaving).map(G::Move::from_code).collect()
    }

    fn findings(&self, meter: &Meter<'_>) -> Findings<G::Move> {
        let mut findings = unsearched(self.game, self.state);
        findings.nodes = meter.nodes();
        let Some(best) = self.best else {
            findings.remarks.push("the search was stopped before it had found a way to go on".to_string());
            return findings;
        };
        for (found, exit) in findings.moves.iter_mut().zip(&self.by_move) {
            let Some(exit) = exit else { continue };
            let mut values = UNKNOWN;
            values[self.seat.index()] = Some(exit.value + 0.0);
            *found = Found { mv: found.mv, values, bound: Bound::Exact, line: self.line(*exit) };
        }
        findings.best = best_of(&findings.moves, self.seat);
        findings.line = self.line(best);
        findings.value[self.seat.index()] = Some(best.value + 0.0);
        findings.depth = findings.line.len() as u32;
        findings.remarks.push(format!("{} positions before chance has a say", self.places.len()));
        findings
    }
}

/// The number of positions from which doublings are counted.
const FEW: usize = 250;
