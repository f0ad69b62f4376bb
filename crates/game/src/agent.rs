//! Agents and what they answer.

use crate::contract::Game;
use crate::control::Control;
use crate::outline::Outline;
use crate::problem::Problem;
use crate::seat::{MAX_SEATS, Player};
use crate::table::View;

/// Sits in a seat for a whole game.
pub trait Agent<G: Game>: Send {
    /// A game begins. All the agent's randomness comes from `seed`.
    fn begin(&mut self, game: &G, seat: Player, seed: u64);

    /// Whether the answer depends on nothing but the position and the seed: exact expectations may then ask once for each
    /// position.
    fn is_memoryless(&self) -> bool {
        false
    }

    /// The seat is to move.
    fn choose(&mut self, view: &View<'_, G>, control: &Control<'_>) -> Result<Report<G::Move>, Problem>;
}

impl<G: Game, A: Agent<G> + ?Sized> Agent<G> for Box<A> {
    fn begin(&mut self, game: &G, seat: Player, seed: u64) {
        (**self).begin(game, seat, seed);
    }
    fn is_memoryless(&self) -> bool {
        (**self).is_memoryless()
    }
    fn choose(&mut self, view: &View<'_, G>, control: &Control<'_>) -> Result<Report<G::Move>, Problem> {
        (**self).choose(view, control)
    }
}

/// One value a seat; `None` where the search does not compute that seat's.
pub type SeatValues = [Option<f64>; MAX_SEATS];

/// Which side of the truth a value lies on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The value is what the search says.
    Exact,
    /// The truth, for the seat that moves, is at most the value.
    AtMost,
    /// The truth, for the seat that moves, is at least the value.
    AtLeast,
}

/// What a search found out about one move.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveReport<M> {
    /// The move.
    pub mv: M,
    /// Its value to each seat.
    pub values: SeatValues,
    /// Whether the values are exact.
    pub bound: Bound,
    /// With what probability this agent plays it.
    pub probability: f64,
}

/// Something an agent has to say in a form that programs read: it becomes a key of the report's JSON.
#[derive(Clone, PartialEq, Debug)]
pub enum Detail {
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// Several, in order.
    List(Vec<Detail>),
    /// Several, by name.
    Record(Vec<(&'static str, Detail)>),
}

impl Detail {
    /// A list of numbers.
    pub fn numbers(numbers: impl IntoIterator<Item = f64>) -> Detail {
        Detail::List(numbers.into_iter().map(Detail::Number).collect())
    }
}

/// What an agent chose, and why.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M> {
    /// The move chosen.
    pub chosen: M,
    /// All equally good moves at the depth reached, in the game's order.
    pub best: Vec<M>,
    /// Every legal move, in the game's order.
    pub moves: Vec<MoveReport<M>>,
    /// The value of the position to each seat.
    pub value: SeatValues,
    /// The play the search expects, starting with a best move; outcomes of chance are moves in it.
    pub line: Vec<M>,
    /// Moves made inside the search, all iterations.
    pub nodes: u64,
    /// Plies searched completely, chance not counted; of a search to the end, the most plies ahead that it looked.
    pub depth: u32,
    /// The searched tree, where it was asked for.
    pub tree: Option<Outline>,
    /// What else the agent has to say.
    pub remarks: Vec<String>,
    /// The same for programs: keys that the report's JSON gets beyond those every agent has.
    pub extras: Vec<(&'static str, Detail)>,
}

impl<M: Copy> Report<M> {
    /// The same report about moves of another type.
    pub fn map<N>(self, to: impl Fn(M) -> N) -> Report<N> {
        Report {
            chosen: to(self.chosen),
            best: self.best.into_iter().map(&to).collect(),
            moves: self
                .moves
                .into_iter()
                .map(|m| MoveReport { mv: to(m.mv), values: m.values, bound: m.bound, probability: m.probability })
                .collect(),
            value: self.value,
            line: self.line.into_iter().map(&to).collect(),
            nodes: self.nodes,
            depth: self.depth,
            tree: self.tree,
            remarks: self.remarks,
            extras: self.extras,
        }
    }
}
