//! What a position is worth before the game is over.

use crate::contract::Game;
use crate::payoffs::Payoffs;
use crate::seat::{MAX_SEATS, Player};

/// A seat's value, known to lie between two ends.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// An interval of width 0.
    pub fn point(value: f64) -> Interval {
        Interval { low: value, high: value }
    }

    /// The value in the middle.
    pub fn midpoint(self) -> f64 {
        // Halves first: the sum of two huge ends must not overflow.
        self.low / 2.0 + self.high / 2.0
    }
}

/// What one or more moves lead to, known without making them: see [`Evaluation::after_moves`].
///
/// A search counts only the moves it makes as nodes, so none of these.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct After {
    /// The first of the moves that lead there, as its [code](crate::MoveCode::code).
    pub first: u32,
    /// How many moves lead there. Beside no other entry it says nothing, and may be 1.
    pub count: u32,
    /// What is paid if the game is over, else what the position is worth, to every seat.
    pub values: Payoffs,
    /// Between which ends each seat's value lies.
    pub intervals: [Interval; MAX_SEATS],
    /// Whether the game is over.
    pub is_over: bool,
    /// Whether moves that differ in the mover's value alone, and give it less, were left out for this one.
    pub is_best_of_many: bool,
}

/// What holds of all values of an evaluation and all payoffs of its game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Span {
    /// No seat's value is less.
    pub lowest: f64,
    /// The values of all seats add up to no more.
    pub sum: f64,
}

/// Values positions that are not over, in the units of the game's payoffs.
pub trait Evaluation<G: Game>: Send + Sync {
    /// What the position is worth to one seat.
    fn value(&self, game: &G, state: &G::State, seat: Player) -> f64;

    /// What it is worth to every seat.
    fn values(&self, game: &G, state: &G::State) -> Payoffs {
        let mut values = Payoffs::ZERO;
        for seat in Player::all(game.players()) {
            values[seat] = self.value(game, state, seat);
        }
        values
    }

    /// Between which ends each seat's value lies. A number is an interval of width 0.
    fn intervals(&self, game: &G, state: &G::State) -> [Interval; MAX_SEATS] {
        let values = self.values(game, state);
        let mut intervals = [Interval::default(); MAX_SEATS];
        for seat in Player::all(game.players()) {
            intervals[seat.index()] = Interval::point(values[seat]);
        }
        intervals
    }

    /// What it is worth to every seat in the eyes of several judges, one vector each. One judge, by default.
    fn opinions(&self, game: &G, state: &G::State, out: &mut Vec<Payoffs>) {
        out.push(self.values(game, state));
    }

    /// Pushes what the mover's moves lead to, without the search making them; or pushes nothing and says so, where it does
    /// not know, nobody is to move, or it would be no quicker than looking.
    ///
    /// Every move has an entry, in the game's order, but for two savings. Moves after which all values are the same may
    /// share the entry of the first of them. And of the moves that change nobody's value but the mover's, so that nobody
    /// could like them for another reason, only those that give the mover most need one. Values that differ at all must
    /// differ by more than makes them [equally good](crate::equally_good).
    fn after_moves(&self, _game: &G, _state: &G::State, _out: &mut Vec<After>) -> bool {
        false
    }

    /// About how many moves can be made and valued in the time that [`after_moves`](Evaluation::after_moves) takes. A search
    /// that cuts makes so many first: more often than not one of them is enough.
    fn foresight_cost(&self) -> usize {
        0
    }

    /// What a notable gain is worth, in the units of the values: a trick, a pushed marble. Thresholds are counted in it.
    fn unit(&self, _game: &G) -> f64 {
        1.0
    }

    /// Bounds of all values and payoffs, where they are known. Searches for many seats prune by them.
    fn span(&self, _game: &G) -> Option<Span> {
        None
    }

    /// Whether the value can be trusted as it stands. A search with quiescence looks further where it cannot.
    fn is_quiet(&self, _game: &G, _state: &G::State) -> bool {
        true
    }

    /// Pushes the features of the position, for classifiers. Always the same number of them, named by
    /// [`feature_names`](Evaluation::feature_names).
    fn features(&self, _game: &G, _state: &G::State, _out: &mut Vec<f64>) {}

    /// The names of the features.
    fn feature_names(&self) -> &'static [&'static str] {
        &[]
    }
}

/// The name of an evaluation and a line on what it says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NamedEvaluation {
    /// As in `eval=name`.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
}

/// A game that has evaluations. One type stands for all of them, so that searches stay statically dispatched.
pub trait Evaluated: Game {
    /// An evaluation of this game.
    type Evaluation: Evaluation<Self> + Clone + 'static;

    /// All there are; the first is the default.
    fn evaluations(&self) -> &'static [NamedEvaluation];
    /// The evaluation at this place of the list.
    fn evaluation(&self, index: usize) -> Self::Evaluation;
}

/// Knows nothing: every seat gets an equal share of the sum, or 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Blind;

impl Blind {
    /// What a game's list of evaluations says of it.
    pub const NAMED: NamedEvaluation =
        NamedEvaluation { name: "blind", summary: "knows nothing: all positions are equal" };
}

impl<G: Game> Evaluation<G> for Blind {
    fn value(&self, game: &G, _state: &G::State, _seat: Player) -> f64 {
        game.facts().sum.unwrap_or(0.0) / game.players() as f64
    }
}
