//! What a position is worth before the game is over.

use crate::contract::Game;
use crate::payoffs::Payoffs;
use crate::seat::{MAX_SEATS, Player};
use std::sync::Arc;

/// A way to look at positions that an evaluation can be learned from: numbered inputs, most of which are 0.
///
/// Features, planes and patterns are all of this kind: a feature is an input that counts something, a plane has an input for
/// each place, and a table of patterns has one for each way in which its squares can be filled, of which one is 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sight {
    /// As in `--sight name`.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
    /// How many inputs there are.
    pub inputs: u32,
    /// How many stages of the game are learned apart from each other, 1 at least.
    pub stages: u32,
}

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
    #[inline]
    pub fn point(value: f64) -> Interval {
        Interval { low: value, high: value }
    }

    /// The value in the middle.
    #[inline]
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
    #[inline]
    fn values(&self, game: &G, state: &G::State) -> Payoffs {
        let mut values = Payoffs::ZERO;
        for seat in Player::all(game.players()) {
            values[seat] = self.value(game, state, seat);
        }
        values
    }

    /// What the position after a move of another's is worth to a seat that learns of the move what the game shows of it: where a
    /// capture is announced it can be answered, say. What the position is worth, by default.
    #[inline]
    fn value_after(&self, game: &G, _before: &G::State, _mv: G::Move, after: &G::State, seat: Player) -> f64 {
        self.value(game, after, seat)
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

    /// How the seat's value may turn out once more is looked at: values with their probabilities, which add up to 1. A
    /// number is one value that is certain. Searches that grow the tree where it matters live by it; where an evaluation
    /// says nothing of its own they use what was [learned](Evaluation::spread).
    fn spikes(&self, game: &G, state: &G::State, seat: Player, out: &mut Vec<(f64, f64)>) {
        out.push((self.value(game, state, seat), 1.0));
    }

    /// Which of a few kinds of positions this is, cheaply: those of a kind change alike when they are looked at deeper.
    /// Statistics are kept for each, so the numbers should be small.
    #[inline]
    fn kind(&self, _game: &G, _state: &G::State) -> usize {
        0
    }

    /// What was learned about how values of this evaluation change when positions are looked at deeper, as text that
    /// `outwit train` writes. `None` where nobody has.
    fn spread(&self, _game: &G) -> Option<&'static str> {
        None
    }

    /// Pushes what the mover's moves lead to, without the search making them; or pushes nothing and says so, where it does
    /// not know, nobody is to move, or it would be no quicker than looking.
    ///
    /// Every move has an entry, in the game's order, but for two savings. Moves after which all values are the same may
    /// share the entry of the first of them. And of the moves that change nobody's value but the mover's, so that nobody
    /// could like them for another reason, only those that give the mover most need one. Values that differ at all must
    /// differ by more than makes them [equally good](crate::equally_good).
    #[inline]
    fn after_moves(&self, _game: &G, _state: &G::State, _out: &mut Vec<After>) -> bool {
        false
    }

    /// About how many moves can be made and valued in the time that [`after_moves`](Evaluation::after_moves) takes. A search
    /// that cuts makes so many first: more often than not one of them is enough.
    #[inline]
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

    /// What one unit earned now counts in the end: less than 1 where a game counts later rounds less. Models of players who
    /// choose with some randomness take differences of values in this unit.
    fn present_weight(&self, _game: &G, _state: &G::State) -> f64 {
        1.0
    }

    /// Whether the value can be trusted as it stands. A search with quiescence looks further where it cannot.
    #[inline]
    fn is_quiet(&self, _game: &G, _state: &G::State) -> bool {
        true
    }

    /// Whether positions that [differ in names alone](Game::canonical) have the same value and features. Searches to a depth
    /// keep such positions apart unless the evaluation says so; one that draws, or counts squares one by one, does not.
    #[inline]
    fn is_symmetric(&self) -> bool {
        false
    }

    /// Pushes the features of the position, for classifiers. Always the same number of them, named by
    /// [`feature_names`](Evaluation::feature_names).
    fn features(&self, _game: &G, _state: &G::State, _out: &mut Vec<f64>) {}

    /// The names of the features.
    fn feature_names(&self) -> &'static [&'static str] {
        &[]
    }

    /// In a game that answers each move of a seat with yes or no: pushes, for every move the seat has made, what features it
    /// had and what the answer was, 1 or 0; and for each of `moves` the features it has now. Features are small whole
    /// numbers. `false`, and nothing pushed, in all other games.
    fn trials(
        &self,
        _game: &G,
        _seat: Player,
        _seen: &[G::Seen],
        _moves: &[G::Move],
        _past: &mut Vec<(Vec<f64>, f64)>,
        _now: &mut Vec<Vec<f64>>,
    ) -> bool {
        false
    }
}

/// What a position at which play stops is worth to every seat: what is paid, or, where somebody cut a written tree
/// ([`Game::is_frontier`]), what the evaluation says of it. Every search that is given an evaluation asks here, so that
/// such leaves mean one thing to all of them.
#[inline]
pub fn end_values<G: Game, E: Evaluation<G> + ?Sized>(game: &G, state: &G::State, evaluation: &E) -> Payoffs {
    if game.is_frontier(state) { evaluation.values(game, state) } else { game.payoffs(state) }
}

/// The same for one seat.
#[inline]
pub fn end_value<G: Game, E: Evaluation<G> + ?Sized>(game: &G, state: &G::State, evaluation: &E, seat: Player) -> f64 {
    if game.is_frontier(state) { evaluation.value(game, state, seat) } else { game.payoffs(state)[seat] }
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

    /// The evaluation for searches that know their values from ends alone: the one that knows nothing, where the game lists it,
    /// else its first. They share the machine code of searches that evaluate.
    fn evaluation_of_ends(&self) -> Self::Evaluation {
        self.evaluation(self.evaluations().iter().position(|one| one.name == Blind::NAMED.name).unwrap_or(0))
    }

    /// An evaluation from elsewhere, one that was learned for example, as one of this game. `None` where the type of
    /// evaluations has no room for strangers; the erased game's has.
    fn adopt(&self, _evaluation: Arc<dyn Evaluation<Self>>) -> Option<Self::Evaluation> {
        None
    }

    /// The ways to look at positions that evaluations can be learned from; the first is the default. Where a game offers none
    /// the parts of its states are looked at.
    fn sights(&self) -> Vec<Sight> {
        Vec::new()
    }

    /// Pushes the inputs of a [sight](Evaluated::sights) that are not 0, as a seat sees the position, and gives its stage. What is
    /// pushed twice counts twice. Where something is hidden a sight may go by what that seat knows.
    fn see(&self, _sight: usize, _state: &Self::State, _seat: Player, _out: &mut Vec<(u32, f32)>) -> u32 {
        0
    }

    /// Through whose eyes a position is seen where what one seat gets says what the other gets: who moves next, dice or no
    /// dice, so that positions with the sides changed are learned together.
    fn onlooker(&self, state: &Self::State) -> Player {
        self.turn(state).player().unwrap_or(Player::FIRST)
    }

    /// The payoffs that are told apart when the chances of each are learned, ascending, from the lowest to the highest: plain
    /// win, gammon and backgammon. With these two alone, the default, it is the mean that is learned.
    fn grades(&self) -> Vec<f64> {
        let facts = self.facts();
        vec![facts.lowest, facts.highest]
    }
}

/// Knows nothing: every seat gets an equal share of the sum; where there is no such sum, 0, or what is nearest to it among
/// all that the game may pay.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Blind;

impl Blind {
    /// What a game's list of evaluations says of it.
    pub const NAMED: NamedEvaluation =
        NamedEvaluation { name: "blind", summary: "knows nothing: all positions are equal" };
}

impl<G: Game> Evaluation<G> for Blind {
    fn value(&self, game: &G, _state: &G::State, _seat: Player) -> f64 {
        game.facts().blind_share(game.players())
    }

    #[inline]
    fn is_symmetric(&self) -> bool {
        true
    }
}
