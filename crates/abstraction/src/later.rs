//! Outcomes named later: what chance has turned up stays open until somebody looks.
//!
//! At a turn of chance that [can wait](Game::unnamed) the seat plays on around the open outcome, and has one more move: to
//! look. Where looking is free, this is the game itself, for nothing is lost by looking at once; having to make some moves
//! first can only lose. So a plan that looks late is worth a floor of the true value, at a branching of one instead of one
//! for every outcome.

use crate::evaluation::Within;
use outwit_game::{Evaluated, Facts, Game, NamedEvaluation, Payoffs, Player, Problem, Rng, Turn};

/// A game in which outcomes of chance that can wait do.
#[derive(Clone, Debug)]
pub struct Later<G> {
    inner: G,
    /// Moves to be made before looking.
    least: u8,
}

/// A position, and how many moves are still to be made before looking.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Waiting<S> {
    /// The position of the game inside.
    pub inner: S,
    /// Moves still to be made.
    pub left: u8,
}

impl<G: Game> Later<G> {
    /// A game whose outcomes wait; one may look once `least` moves have been made around them, or no other is left.
    pub fn new(inner: G, least: u8) -> Later<G> {
        Later { inner, least }
    }

    /// The game inside.
    pub fn inner(&self) -> &G {
        &self.inner
    }

    /// The position in which an outcome that can wait does.
    pub fn open(&self, inner: G::State) -> Waiting<G::State> {
        match self.inner.turn(&inner) {
            Turn::Chance => match self.inner.unnamed(&inner) {
                Some(open) => Waiting { inner: open, left: self.least },
                None => Waiting { inner, left: 0 },
            },
            _ => Waiting { inner, left: 0 },
        }
    }

    /// Whether a move looks: left open again, the position after it is the one before it.
    pub fn looks(&self, state: &G::State, mv: G::Move) -> bool {
        let mut after = state.clone();
        self.inner.play(&mut after, mv);
        self.inner.turn(&after) == Turn::Chance && self.inner.unnamed(&after).as_ref() == Some(state)
    }
}

impl<G: Game> Game for Later<G> {
    type State = Waiting<G::State>;
    type Move = G::Move;
    type Seen = G::Move;

    fn players(&self) -> usize {
        self.inner.players()
    }

    fn facts(&self) -> Facts {
        // What waits can be played around for ever.
        Facts { cyclic: true, ..self.inner.facts() }
    }

    fn start(&self, rng: &mut Rng) -> Self::State {
        self.open(self.inner.start(rng))
    }

    fn turn(&self, state: &Self::State) -> Turn {
        self.inner.turn(&state.inner)
    }

    fn moves(&self, state: &Self::State, out: &mut Vec<G::Move>) {
        let first = out.len();
        self.inner.moves(&state.inner, out);
        if state.left > 0 && out.len() > first + 1 && matches!(self.turn(state), Turn::Of(_)) {
            let mut kept = first;
            for place in first..out.len() {
                if !self.looks(&state.inner, out[place]) {
                    out[kept] = out[place];
                    kept += 1;
                }
            }
            out.truncate(kept);
        }
    }

    fn play(&self, state: &mut Self::State, mv: G::Move) {
        let looks = matches!(self.turn(state), Turn::Of(_)) && self.looks(&state.inner, mv);
        let mut inner = state.inner.clone();
        self.inner.play(&mut inner, mv);
        let left = state.left.saturating_sub(1);
        *state = Waiting { inner, left: if looks { 0 } else { left } };
        // What is looked at is named; whatever else comes up waits.
        if !looks && self.inner.turn(&state.inner) == Turn::Chance {
            *state = self.open(state.inner.clone());
        }
    }

    fn payoffs(&self, state: &Self::State) -> Payoffs {
        self.inner.payoffs(&state.inner)
    }

    fn move_text(&self, state: &Self::State, mv: G::Move) -> String {
        self.inner.move_text(&state.inner, mv)
    }

    fn position_text(&self, state: &Self::State) -> String {
        match state.left {
            0 => self.inner.position_text(&state.inner),
            left => format!("{} wait{left}", self.inner.position_text(&state.inner)),
        }
    }

    fn read_position(&self, text: &str) -> Result<Self::State, Problem> {
        let (inner, left) = match text.rsplit_once(" wait") {
            None => (text, 0),
            Some((inner, left)) => (
                inner,
                left.parse().map_err(|_| Problem::new(format!("`{left}` is not a number of moves to wait for")))?,
            ),
        };
        Ok(Waiting { inner: self.inner.read_position(inner)?, left })
    }

    fn picture(&self, state: &Self::State) -> String {
        self.inner.picture(&state.inner)
    }

    fn weight(&self, state: &Self::State, outcome: G::Move) -> u64 {
        self.inner.weight(&state.inner, outcome)
    }

    fn draws(&self, state: &Self::State) -> bool {
        self.inner.draws(&state.inner)
    }

    fn draw(&self, state: &Self::State, rng: &mut Rng) -> G::Move {
        self.inner.draw(&state.inner, rng)
    }

    fn canonical(&self, state: &mut Self::State) -> bool {
        self.inner.canonical(&mut state.inner)
    }

    fn canonical_key(&self, state: &Self::State) -> u64 {
        Rng::hash(self.inner.canonical_key(&state.inner), state.left.into())
    }

    fn key(&self, state: &Self::State) -> u64 {
        Rng::hash(self.inner.key(&state.inner), state.left.into())
    }

    fn payoff_bounds(&self, state: &Self::State, seat: Player) -> (f64, f64) {
        self.inner.payoff_bounds(&state.inner, seat)
    }
}

impl<G: Evaluated> Evaluated for Later<G> {
    type Evaluation = Within<G::Evaluation>;

    fn evaluations(&self) -> &'static [NamedEvaluation] {
        self.inner.evaluations()
    }

    fn evaluation(&self, index: usize) -> Within<G::Evaluation> {
        Within(self.inner.evaluation(index))
    }
}

crate::evaluation::said_within!(Later);
