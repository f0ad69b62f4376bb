//! The positions that can be reached before chance has a say, best first, and the ways to leave them.

use crate::grow::prospects::{FEW, OF_PLANS, Prospects};
use outwit_game::{Evaluation, Game, Meter, MoveCode, Player, Rng, Turn, end_value};
use rustc_hash::FxHashSet;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// What plans are made by.
pub struct Manner<E> {
    /// Values arrangements.
    pub evaluation: E,
    /// What a plan must be worth more to be preferred to one that has one move less.
    pub step: f64,
    /// By how much an exit that cannot be planned past must beat the others.
    pub margin: f64,
    /// By how much a position must look better to be looked at first, for every move on the way that the game would rather not
    /// make. Without end such moves are tried when all others have been.
    pub reluctance: f64,
    /// Ends the search once the exit has not changed while the number of positions doubled so many times.
    pub doublings: Option<u32>,
    /// What a thousand moves made inside the search cost, in units of payoff: it ends when looking as long again is expected to
    /// find less, by what it was found to bring.
    pub cost: f64,
    /// Bytes for the positions of a plan, about.
    pub memory: usize,
}

/// A position of the plan.
struct Place<S> {
    state: S,
    parent: u32,
    /// The code of the move that leads here from the parent.
    mv: u32,
    /// Which of the root's moves the plan begins with.
    root_move: u32,
    /// The first place on the way that has left an outcome of chance open, or [`NOWHERE`].
    first: u32,
    /// Moves from the root.
    length: u16,
    /// Moves on the way that the game holds back.
    held_back: u8,
    /// It was reached by a move that the game itself wants for what comes after: it is looked at as soon as where it came from.
    prepares: bool,
}

const NOWHERE: u32 = u32::MAX;

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
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Exit {
    /// What it is worth.
    pub value: f64,
    /// The last place of the plan.
    place: u32,
    /// The move that leaves it, if the plan does not go on past it.
    pub leaving: Option<u32>,
    /// Which of the root's moves it begins with.
    pub root_move: u32,
    /// How it leaves.
    pub kind: Kind,
}

/// How a plan leaves, from the least to the most wanted: an end can still be had later.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// The game is over then.
    Ends,
    /// To where it looks better, to look around from there.
    Climbs,
    /// Chance or somebody else has a say.
    GoesOn,
    /// It is over, and hardly more can be had.
    Wins,
}

impl Exit {
    fn is_better_than(&self, other: &Exit) -> bool {
        (self.kind, self.value) > (other.kind, other.value)
    }
}

/// A way out with the best plan that begins with it.
#[derive(Clone, Copy)]
pub struct WayOut {
    /// The code of the move after which chance has a say first.
    pub leaving: u32,
    /// The best plan.
    pub exit: Exit,
}

/// Everything reached from a position. It is used again for the next: what it holds in memory is kept.
pub struct Plan<G: Game> {
    places: Vec<Place<G::State>>,
    met: FxHashSet<u64>,
    waiting: BinaryHeap<Waiting>,
    moves: Vec<G::Move>,
    /// The best exit of all.
    pub best: Option<Exit>,
    /// The same by each of the root's moves.
    pub by_move: Vec<Option<Exit>>,
    /// The best exit by the move after which chance first has a say.
    pub ways_out: Vec<WayOut>,
    /// The place that looks best.
    best_place: (f64, u32),
    /// Everything has been looked at.
    pub is_complete: bool,
    /// An end that pays as much is as good as any.
    pub(super) most_paid: f64,
    /// How good the place looks that is being looked at.
    looked_at: f64,
}

/// A hint of a move from which on it is made for what comes after.
const PREPARES: i32 = 2;

/// An end that pays all but so much of the difference between the most and the least is as good as any.
const NEARLY_ALL: f64 = 0.02;

impl<G: Game> Default for Plan<G> {
    fn default() -> Plan<G> {
        Plan {
            places: Vec::new(),
            met: FxHashSet::default(),
            waiting: BinaryHeap::new(),
            moves: Vec::new(),
            best: None,
            by_move: Vec::new(),
            ways_out: Vec::new(),
            best_place: (f64::NEG_INFINITY, 0),
            is_complete: false,
            most_paid: 0.0,
            looked_at: f64::NEG_INFINITY,
        }
    }
}

/// What is searched for whom.
pub struct Task<'a, G: Game, E> {
    /// The rules.
    pub game: &'a G,
    /// Who plays.
    pub seat: Player,
    /// How.
    pub manner: &'a Manner<E>,
}

impl<G: Game> Plan<G> {
    /// Looks around from a position, with so many moves at most.
    pub fn make<E: Evaluation<G>>(
        &mut self,
        task: &Task<'_, G, E>,
        state: &G::State,
        nodes: u64,
        meter: &mut Meter<'_>,
    ) {
        self.make_along(task, state, &[], nodes, meter);
    }

    /// The same, with a way that is known already: what lies along it is looked at too, as far as it can be gone.
    pub fn make_along<E: Evaluation<G>>(
        &mut self,
        task: &Task<'_, G, E>,
        state: &G::State,
        along: &[G::Move],
        nodes: u64,
        meter: &mut Meter<'_>,
    ) {
        self.begin(task, state);
        let last = meter.nodes().saturating_add(nodes.min(meter.left()));
        let mut at = 0;
        for mv in along {
            let known = self.places.len();
            let state = self.places[at as usize].state.clone();
            let mut moves = std::mem::take(&mut self.moves);
            moves.clear();
            task.game.moves(&state, &mut moves);
            let index = moves.iter().position(|legal| legal == mv);
            self.moves = moves;
            let Some(index) = index else { break };
            if !meter.count() {
                break;
            }
            self.follow(task, at, &state, index, *mv);
            if self.places.len() == known {
                break;
            }
            at = known as u32;
        }
        self.grow(task, last, meter);
        if self.best.is_none_or(|best| best.kind == Kind::Ends) && !self.is_complete {
            self.climb();
        }
    }

    fn begin<E: Evaluation<G>>(&mut self, task: &Task<'_, G, E>, state: &G::State) {
        let game = task.game;
        self.places.clear();
        self.met.clear();
        self.waiting.clear();
        self.moves.clear();
        self.ways_out.clear();
        self.by_move.clear();
        game.moves(state, &mut self.moves);
        self.by_move.resize(self.moves.len(), None);
        (self.best, self.is_complete) = (None, false);
        let facts = game.facts();
        self.most_paid = facts.highest - NEARLY_ALL * (facts.highest - facts.lowest);
        self.met.insert(game.canonical_key(state));
        let root = Place {
            state: state.clone(),
            parent: 0,
            mv: 0,
            root_move: NOWHERE,
            first: NOWHERE,
            length: 0,
            held_back: 0,
            prepares: false,
        };
        self.best_place = (Self::value(task, &root), 0);
        self.waiting.push(Waiting { value: self.best_place.0, place: 0 });
        self.places.push(root);
    }

    /// Looks at positions, best first, until the budget is used up or all have been looked at.
    fn grow<E: Evaluation<G>>(&mut self, task: &Task<'_, G, E>, last: u64, meter: &mut Meter<'_>) {
        let place_size = size_of::<Place<G::State>>() + size_of::<Waiting>() + 2 * size_of::<u64>();
        let most = task.manner.memory / place_size;
        let (mut unchanged_since, mut last_best) = (0, None);
        let prospects = Prospects::new(OF_PLANS, task.manner.cost, self.most_paid);
        let (begun, mut next_doubling, mut last_value) = (meter.nodes(), FEW, None::<f64>);
        while let Some(Waiting { place, value }) = self.waiting.pop() {
            self.looked_at = value;
            if self.places.len() >= most
                || meter.nodes() >= last
                || self.best.is_some_and(|best| best.kind == Kind::Wins)
                || !self.expand(task, place, meter)
            {
                return;
            }
            let nodes = meter.nodes() - begun;
            // Where nothing was found yet there is nothing to stop with.
            if let Some(best) = self.best.filter(|_| !prospects.are_free() && nodes >= next_doubling) {
                let gain = last_value.map_or(0.0, |value| best.value - value);
                (next_doubling, last_value) = (2 * nodes, Some(best.value));
                if !prospects.are_worth(gain, nodes, nodes) {
                    return;
                }
            }
            let Some(doublings) = task.manner.doublings else { continue };
            let best = self.best.map(|best| self.first_exit(best));
            if best != last_best {
                (last_best, unchanged_since) = (best, self.places.len());
            }
            if best.is_some() && self.places.len() >= unchanged_since.max(FEW as usize) << doublings.min(32) {
                return;
            }
        }
        self.is_complete = true;
    }

    fn value<E: Evaluation<G>>(task: &Task<'_, G, E>, place: &Place<G::State>) -> f64 {
        task.manner.evaluation.value(task.game, &place.state, task.seat) - task.manner.step * f64::from(place.length)
    }

    /// Looks at the moves of a position; `false` when the search must stop.
    fn expand<E: Evaluation<G>>(&mut self, task: &Task<'_, G, E>, at: u32, meter: &mut Meter<'_>) -> bool {
        let game = task.game;
        let state = self.places[at as usize].state.clone();
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        game.moves(&state, &mut moves);
        let mut is_done = true;
        for (index, &mv) in moves.iter().enumerate() {
            if !meter.count() {
                is_done = false;
                break;
            }
            self.follow(task, at, &state, index, mv);
        }
        self.moves = moves;
        is_done
    }

    /// Looks at where a move leads.
    fn follow<E: Evaluation<G>>(
        &mut self,
        task: &Task<'_, G, E>,
        at: u32,
        state: &G::State,
        index: usize,
        mv: G::Move,
    ) {
        let (game, seat, manner) = (task.game, task.seat, task.manner);
        let (length, held_back, has_exit) = {
            let place = &self.places[at as usize];
            (place.length, place.held_back, place.first != NOWHERE)
        };
        let mut next = state.clone();
        game.play(&mut next, mv);
        let root_move = if at == 0 { index as u32 } else { self.places[at as usize].root_move };
        let steps = manner.step * f64::from(length + 1);
        let leaving = Some(mv.code());
        let mut place = Place {
            state: next,
            parent: at,
            mv: mv.code(),
            root_move,
            first: self.places[at as usize].first,
            length: length.saturating_add(1),
            held_back,
            prepares: false,
        };
        match game.turn(&place.state) {
            // Step 1. The end, and what it pays.
            Turn::Over => {
                let paid = end_value(game, &place.state, &manner.evaluation, seat);
                let kind = if paid >= self.most_paid { Kind::Wins } else { Kind::Ends };
                self.offer(Exit { value: paid - steps, place: at, leaving, root_move, kind });
            }
            // Step 2. Chance: the plan goes on around it, or ends before it.
            Turn::Chance => match game.unnamed(&place.state) {
                Some(open) => {
                    place.state = open;
                    place.first = if has_exit { place.first } else { self.places.len() as u32 };
                    self.add(task, state, place);
                }
                // After an outcome that was left open nobody knows what can still be done: such an exit is not planned.
                None if has_exit => {}
                None => {
                    let worth = manner.evaluation.value(game, &place.state, seat) - manner.margin;
                    let value = worth - steps;
                    self.offer(Exit { value, place: at, leaving, root_move, kind: Kind::GoesOn });
                }
            },
            // Step 3. The seat moves on.
            Turn::Of(mover) if mover == seat => self.add(task, state, place),
            // Step 4. Somebody else has a say: what the position is worth then ends the plan.
            Turn::Of(_) => {
                let value = manner.evaluation.value(game, &place.state, seat);
                self.offer(Exit { value, place: at, leaving, root_move, kind: Kind::GoesOn });
            }
        }
    }

    fn add<E: Evaluation<G>>(&mut self, task: &Task<'_, G, E>, from: &G::State, mut place: Place<G::State>) {
        // Most are known already: nothing else is asked about those.
        if !self.met.insert(task.game.canonical_key(&place.state)) {
            return;
        }
        let hint = task.game.order_hint(from, G::Move::from_code(place.mv));
        place.held_back = place.held_back.saturating_add(u8::from(hint < 0));
        place.prepares = hint >= PREPARES;
        let number = self.places.len() as u32;
        let value = Self::value(task, &place);
        let (root_move, has_exit, prepares) = (place.root_move, place.first != NOWHERE, place.prepares);
        let reluctance = if place.held_back == 0 { 0.0 } else { task.manner.reluctance * f64::from(place.held_back) };
        self.places.push(place);
        if has_exit {
            self.offer(Exit { value, place: number, leaving: None, root_move, kind: Kind::GoesOn });
        } else if value > self.best_place.0 {
            self.best_place = (value, number);
        }
        let mut value = value - reluctance;
        if prepares && !has_exit {
            value = value.max(self.looked_at);
        }
        self.waiting.push(Waiting { value, place: number });
    }

    fn offer(&mut self, exit: Exit) {
        let root_move = exit.root_move;
        let is_better = |known: &Option<Exit>| known.is_none_or(|known| exit.is_better_than(&known));
        if is_better(&self.by_move[root_move as usize]) {
            self.by_move[root_move as usize] = Some(exit);
        }
        if is_better(&self.best) {
            self.best = Some(exit);
        }
        if exit.kind != Kind::GoesOn {
            return;
        }
        let (first, leaving) = self.first_exit(exit);
        let leaving = leaving.unwrap_or_else(|| self.places[first as usize].mv);
        match self.ways_out.iter_mut().find(|way| way.leaving == leaving) {
            Some(way) if exit.is_better_than(&way.exit) => way.exit = exit,
            Some(_) => {}
            None => self.ways_out.push(WayOut { leaving, exit }),
        }
    }

    /// Where nothing that goes on was found in time: to the place that looks best, if it looks better than here, to look
    /// around from there.
    fn climb(&mut self) {
        let (value, place) = self.best_place;
        if place != 0 {
            let root_move = self.places[place as usize].root_move;
            let exit = Exit { value, place, leaving: None, root_move, kind: Kind::Climbs };
            (self.by_move[root_move as usize], self.best) = (Some(exit), Some(exit));
        }
    }

    /// How many moves a plan has.
    pub fn length(&self, exit: Exit) -> u16 {
        self.places[exit.place as usize].length + u16::from(exit.leaving.is_some())
    }

    /// Some way to go on, not the best: of a few picked blindly the one that looks best. For who learns what ways are worth.
    pub fn some_exit<E: Evaluation<G>>(&self, task: &Task<'_, G, E>, few: usize, rng: &mut Rng) -> Option<Exit> {
        let pick = |_| {
            let number = rng.index(self.places.len() + self.ways_out.len());
            let Some(place) = self.places.get(number) else {
                return Some(self.ways_out[number - self.places.len()].exit);
            };
            (place.first != NOWHERE).then(|| Exit {
                value: Self::value(task, place),
                place: number as u32,
                leaving: None,
                root_move: place.root_move,
                kind: Kind::GoesOn,
            })
        };
        (0..4 * few).filter_map(pick).take(few).max_by(|one, other| one.value.total_cmp(&other.value))
    }

    /// How many positions were reached.
    pub fn size(&self) -> usize {
        self.places.len()
    }

    /// Where a plan first leaves something open: the part of it that is played.
    fn first_exit(&self, exit: Exit) -> (u32, Option<u32>) {
        match self.places[exit.place as usize].first {
            NOWHERE => (exit.place, exit.leaving),
            first => (first, None),
        }
    }

    /// The line of a plan up to where it leaves something open.
    pub fn line(&self, exit: Exit) -> Vec<G::Move> {
        let (mut place, leaving) = self.first_exit(exit);
        let mut line: Vec<G::Move> = leaving.map(G::Move::from_code).into_iter().collect();
        while place != 0 {
            line.push(G::Move::from_code(self.places[place as usize].mv));
            place = self.places[place as usize].parent;
        }
        line.reverse();
        line
    }

    /// The same line with every move put off that is not needed for what it leaves open, and how the plan goes on then: whoever has
    /// seen the outcome can still make those moves, and may know better.
    pub fn sooner<E>(&self, task: &Task<'_, G, E>, exit: Exit) -> (Vec<G::Move>, Vec<G::Move>) {
        let (mut way, rest) = (self.line(exit), self.rest(exit));
        let last = &self.places[exit.place as usize];
        if exit.kind != Kind::GoesOn || last.first == NOWHERE {
            return (way, rest);
        }
        let mut look = way.len() - 1;
        way.extend(rest);
        let end = task.game.canonical_key(&last.state);
        // The last first: what is needed for a move that can wait can wait as well.
        for place in (0..look).rev() {
            way[place..=look].rotate_left(1);
            match self.follow_way(task, &way) {
                Some((first, key)) if first < look && key == end => look = first,
                _ => way[place..=look].rotate_right(1),
            }
        }
        let rest = way.split_off(look + 1);
        (way, rest)
    }

    /// Follows moves from the root, past whatever is left open: which of them first leaves something open, and the key of where
    /// they lead. `None` where one of them cannot be made.
    fn follow_way<E>(&self, task: &Task<'_, G, E>, way: &[G::Move]) -> Option<(usize, u64)> {
        let game = task.game;
        let (mut state, mut first, mut moves) = (self.places[0].state.clone(), None, Vec::new());
        for (place, mv) in way.iter().enumerate() {
            moves.clear();
            game.moves(&state, &mut moves);
            if !moves.contains(mv) {
                return None;
            }
            game.play(&mut state, *mv);
            if game.turn(&state) == Turn::Chance {
                first = first.or(Some(place));
                state = game.unnamed(&state)?;
            }
        }
        Some((first?, game.canonical_key(&state)))
    }

    /// How a plan goes on after that line.
    pub fn rest(&self, exit: Exit) -> Vec<G::Move> {
        let (first, mut place) = (self.first_exit(exit).0, exit.place);
        let mut line = Vec::new();
        while place != first {
            line.push(G::Move::from_code(self.places[place as usize].mv));
            place = self.places[place as usize].parent;
        }
        line.reverse();
        line
    }

    /// The position at the end of a plan: for an exit that is not planned past, before the move that leaves.
    pub fn last_state(&self, exit: Exit) -> &G::State {
        &self.places[exit.place as usize].state
    }
}
