//! Macro positions: everything a seat can reach alone is one position, and a move is a way to leave it.
//!
//! Between two turns of chance, or of somebody else, a seat may move many times, there and back. Such moves change nothing
//! that anybody learns or is paid, so what matters is only how they end: by an *exit*, a move after which chance or another
//! seat has a say or the game is over. A move of the macro game is a path of quiet moves and one exit. Play then never comes
//! back to where it was for the mover's sake alone, and its value is that of the game (Frank 1994, chapter 4, asks for such
//! classes of positions).
//!
//! Positions within are found best first, each once [up to names](Game::canonical_key), until the budget is used up and there
//! is an exit; what is found with a smaller budget is among what is found with a larger one, so values grow with it. If wanted,
//! moves that the game [holds back](Game::order_hint) are tried only when the others have led to no exit but ends of the game.
//! A game for one seat is taken to go on for good once chance has had its say: what is turned up stays so.

use crate::evaluation::Within;
use outwit_game::{Evaluated, Evaluation, Facts, Game, NamedEvaluation, Payoffs, Player, Problem, Rng, Turn};
use rustc_hash::FxHashSet;
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

/// A game whose moves are ways to leave what its mover can reach alone.
#[derive(Clone, Debug)]
pub struct Macro<G> {
    inner: G,
    /// Positions looked at within one, at most.
    budget: usize,
    /// Whether moves that the game holds back wait until there is no other exit.
    holds_back: bool,
}

/// Moves, and the position after them.
type Way<G> = (Vec<<G as Game>::Move>, <G as Game>::State);

/// The ways to leave a position.
pub struct Exits<G: Game> {
    /// Each with the quiet moves to it, the exit itself the last, and the position after it.
    pub ways: Vec<Way<G>>,
    /// Positions looked at to find them.
    pub looked_at: usize,
    /// Whether all positions within were looked at.
    pub is_complete: bool,
}

/// A position of the game inside; its exits are found once, when somebody asks.
pub struct MacroState<G: Game> {
    /// The position.
    pub inner: G::State,
    exits: Arc<OnceLock<Exits<G>>>,
}

impl<G: Game> MacroState<G> {
    fn new(inner: G::State) -> MacroState<G> {
        MacroState { inner, exits: Arc::default() }
    }
}

impl<G: Game> Clone for MacroState<G> {
    fn clone(&self) -> MacroState<G> {
        MacroState { inner: self.inner.clone(), exits: self.exits.clone() }
    }
}

impl<G: Game> PartialEq for MacroState<G> {
    fn eq(&self, other: &MacroState<G>) -> bool {
        self.inner == other.inner
    }
}

impl<G: Game> Eq for MacroState<G> {}

impl<G: Game> Hash for MacroState<G> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.inner.hash(state);
    }
}

impl<G: Game> std::fmt::Debug for MacroState<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.inner.fmt(f)
    }
}

/// What waits to be looked at, best first; of equals the one found first.
struct Waiting {
    value: f64,
    place: usize,
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Waiting) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Waiting) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Waiting {
    fn cmp(&self, other: &Waiting) -> Ordering {
        self.value.total_cmp(&other.value).then(other.place.cmp(&self.place))
    }
}

impl<G: Evaluated> Macro<G> {
    /// The macro game of an open game, with so many positions looked at within each.
    pub fn new(inner: G, budget: usize, holds_back: bool) -> Result<Macro<G>, Problem> {
        if inner.facts().hidden {
            return Err(Problem::new("macro positions are those of an open game, and this one hides something"));
        }
        if budget == 0 {
            return Err(Problem::new("at least one position must be looked at to find a way to leave it"));
        }
        Ok(Macro { inner, budget, holds_back })
    }

    /// The game inside.
    pub fn inner(&self) -> &G {
        &self.inner
    }

    /// The macro position of a position.
    pub fn position(&self, inner: G::State) -> MacroState<G> {
        MacroState::new(inner)
    }

    /// The ways to leave a position at which a seat is to move.
    pub fn exits<'s>(&self, state: &'s MacroState<G>) -> &'s Exits<G> {
        state.exits.get_or_init(|| self.find_exits(&state.inner))
    }

    fn find_exits(&self, start: &G::State) -> Exits<G> {
        let (game, evaluation) = (&self.inner, self.inner.evaluation(0));
        let Turn::Of(seat) = game.turn(start) else {
            return Exits { ways: Vec::new(), looked_at: 0, is_complete: true };
        };
        // Each position within, with the place of the one before it and the move between them.
        let mut places: Vec<(G::State, usize, Option<G::Move>)> = vec![(start.clone(), 0, None)];
        let mut met = FxHashSet::from_iter([game.canonical_key(start)]);
        let mut left = FxHashSet::default();
        let mut found: Vec<(usize, G::Move, G::State)> = Vec::new();
        let (mut moves, mut looked_at, mut is_complete) = (Vec::new(), 0, true);
        let mut goes_on = false;
        for holds_back in [self.holds_back, false] {
            let mut waiting: BinaryHeap<Waiting> = (0..places.len())
                .map(|place| Waiting { value: evaluation.value(game, &places[place].0, seat), place })
                .collect();
            let mut budget = self.budget;
            while let Some(Waiting { place, .. }) = waiting.pop() {
                if budget == 0 && !found.is_empty() {
                    is_complete = false;
                    break;
                }
                (budget, looked_at) = (budget.saturating_sub(1), looked_at + 1);
                let state = places[place].0.clone();
                moves.clear();
                game.moves(&state, &mut moves);
                for &mv in &moves {
                    if holds_back && game.order_hint(&state, mv) < 0 {
                        continue;
                    }
                    let mut next = state.clone();
                    game.play(&mut next, mv);
                    let turn = game.turn(&next);
                    let key = game.canonical_key(&next);
                    if turn != Turn::Of(seat) {
                        if left.insert(key) {
                            goes_on |= !turn.is_over();
                            found.push((place, mv, next));
                        }
                    } else if met.insert(key) {
                        let value = evaluation.value(game, &next, seat);
                        waiting.push(Waiting { value, place: places.len() });
                        places.push((next, place, Some(mv)));
                    }
                }
            }
            // What was held back is looked at only where nothing else goes on.
            if goes_on || !holds_back {
                break;
            }
        }
        let way = |place: usize, last: G::Move| {
            let mut way = vec![last];
            let mut at = place;
            while let Some(mv) = places[at].2 {
                way.push(mv);
                at = places[at].1;
            }
            way.reverse();
            way
        };
        if found.is_empty() {
            // Nobody else will ever have a say: a step is all there is to do.
            moves.clear();
            game.moves(start, &mut moves);
            found.extend(moves.iter().map(|&mv| {
                let mut next = start.clone();
                game.play(&mut next, mv);
                (0, mv, next)
            }));
        }
        let ways = found.into_iter().map(|(place, mv, after)| (way(place, mv), after)).collect();
        Exits { ways, looked_at, is_complete }
    }

    /// The way that a move stands for; none where chance moves.
    fn way<'s>(&self, state: &'s MacroState<G>, mv: u32) -> Option<&'s Way<G>> {
        let is_turn = matches!(self.inner.turn(&state.inner), Turn::Of(_));
        is_turn.then(|| &self.exits(state).ways[mv as usize])
    }
}

impl<G: Evaluated> Game for Macro<G> {
    type State = MacroState<G>;
    /// The place of an exit among all, or the code of an outcome of chance.
    type Move = u32;
    type Seen = u32;

    fn players(&self) -> usize {
        self.inner.players()
    }

    fn facts(&self) -> Facts {
        // A seat alone comes back to where it was by quiet moves, and those are within a position now.
        let facts = self.inner.facts();
        Facts { cyclic: facts.cyclic && self.players() > 1, ..facts }
    }

    fn start(&self, rng: &mut Rng) -> MacroState<G> {
        MacroState::new(self.inner.start(rng))
    }

    fn starts(&self) -> Option<Vec<MacroState<G>>> {
        Some(self.inner.starts()?.into_iter().map(MacroState::new).collect())
    }

    fn turn(&self, state: &MacroState<G>) -> Turn {
        self.inner.turn(&state.inner)
    }

    fn moves(&self, state: &MacroState<G>, out: &mut Vec<u32>) {
        if matches!(self.inner.turn(&state.inner), Turn::Of(_)) {
            out.extend(0..self.exits(state).ways.len() as u32);
            return;
        }
        let mut outcomes = Vec::new();
        self.inner.moves(&state.inner, &mut outcomes);
        out.extend(outcomes.into_iter().map(outwit_game::MoveCode::code));
    }

    fn play(&self, state: &mut MacroState<G>, mv: u32) {
        let after = match self.way(state, mv) {
            Some((_, after)) => after.clone(),
            None => {
                let mut after = state.inner.clone();
                self.inner.play(&mut after, outwit_game::MoveCode::from_code(mv));
                after
            }
        };
        *state = MacroState::new(after);
    }

    fn payoffs(&self, state: &MacroState<G>) -> Payoffs {
        self.inner.payoffs(&state.inner)
    }

    /// The moves of the path, with commas between them.
    fn move_text(&self, state: &MacroState<G>, mv: u32) -> String {
        let game = &self.inner;
        let Some((path, _)) = self.way(state, mv) else {
            return game.move_text(&state.inner, outwit_game::MoveCode::from_code(mv));
        };
        let mut at = state.inner.clone();
        let text = |mv: G::Move| {
            let text = game.move_text(&at, mv);
            game.play(&mut at, mv);
            text
        };
        path.iter().copied().map(text).collect::<Vec<_>>().join(",")
    }

    fn position_text(&self, state: &MacroState<G>) -> String {
        self.inner.position_text(&state.inner)
    }

    fn read_position(&self, text: &str) -> Result<MacroState<G>, Problem> {
        self.inner.read_position(text).map(MacroState::new)
    }

    fn picture(&self, state: &MacroState<G>) -> String {
        self.inner.picture(&state.inner)
    }

    fn svg(&self, state: &MacroState<G>) -> String {
        self.inner.svg(&state.inner)
    }

    fn weight(&self, state: &MacroState<G>, outcome: u32) -> u64 {
        self.inner.weight(&state.inner, outwit_game::MoveCode::from_code(outcome))
    }

    fn draws(&self, state: &MacroState<G>) -> bool {
        self.inner.draws(&state.inner)
    }

    fn draw(&self, state: &MacroState<G>, rng: &mut Rng) -> u32 {
        outwit_game::MoveCode::code(self.inner.draw(&state.inner, rng))
    }

    fn outcome_of_deal(&self, state: &MacroState<G>, deal: u64) -> Option<u32> {
        self.inner.outcome_of_deal(&state.inner, deal).map(outwit_game::MoveCode::code)
    }

    fn chance_place(&self, state: &MacroState<G>) -> Option<u64> {
        self.inner.chance_place(&state.inner)
    }

    fn seen_text(&self, seen: &u32) -> String {
        seen.to_string()
    }

    fn canonical(&self, state: &mut MacroState<G>) -> bool {
        // What is found with a budget that may run out depends on where one begins to look.
        if self.budget != usize::MAX {
            return false;
        }
        let mut inner = state.inner.clone();
        let changes = self.inner.canonical(&mut inner);
        if changes {
            *state = MacroState::new(inner);
        }
        changes
    }

    fn canonical_key(&self, state: &MacroState<G>) -> u64 {
        if self.budget == usize::MAX { self.inner.canonical_key(&state.inner) } else { self.inner.key(&state.inner) }
    }

    fn outcome_class(&self, state: &MacroState<G>, outcome: u32, level: u32) -> u32 {
        self.inner.outcome_class(&state.inner, outwit_game::MoveCode::from_code(outcome), level)
    }

    fn abstractions(&self) -> &'static [&'static str] {
        self.inner.abstractions()
    }

    fn key(&self, state: &MacroState<G>) -> u64 {
        self.inner.key(&state.inner)
    }

    fn payoff_bounds(&self, state: &MacroState<G>, seat: Player) -> (f64, f64) {
        self.inner.payoff_bounds(&state.inner, seat)
    }
}

impl<G: Evaluated> Evaluated for Macro<G> {
    type Evaluation = Within<G::Evaluation>;

    fn evaluations(&self) -> &'static [NamedEvaluation] {
        self.inner.evaluations()
    }

    fn evaluation(&self, index: usize) -> Within<G::Evaluation> {
        Within(self.inner.evaluation(index))
    }
}

crate::evaluation::said_within!(Macro);
