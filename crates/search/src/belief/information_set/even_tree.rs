//! Games of constant branching and length, all information sets in one pass.

use super::{Model, bits, sums};
use outwit_game::{Player, Problem};

/// A two-seat zero-sum game in which every position has the same number of moves and every play the same number of plies.
///
/// A seat sees its own moves and those of the other's plies that are not hidden, and nothing else: not the position, and
/// not what it would be paid. What is hidden is not part of the tree but of each question, so that one tree answers for
/// many ways of hiding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EvenTree {
    pub(super) branching: usize,
    pub(super) movers: Vec<Player>,
    /// Seat 1's payoffs; the last ply is the fastest index.
    pub(super) leaves: Vec<i8>,
    pub(super) planes: bits::Planes,
}

/// What a seat does at each of its information sets, and what it expects of that.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// Whose plan it is.
    pub seat: Player,
    /// What the seat expects to be paid, by its model of the other.
    pub value: f64,
    /// For each own ply in order, for each information set, the set of best moves as a bit mask. An information set is
    /// numbered by the moves that the seat has seen before, its own included, as digits of a number.
    pub best: Vec<Vec<u16>>,
}

impl EvenTree {
    /// The largest branching: best moves are the bits of a word.
    pub const WIDEST: usize = 16;

    /// A tree from seat 1's payoffs at the leaves, in the order of the plays: the last ply is the fastest index. `movers`
    /// says whose ply each is.
    pub fn new(branching: usize, movers: Vec<Player>, leaves: Vec<i8>) -> Result<EvenTree, Problem> {
        if !(2..=Self::WIDEST).contains(&branching) {
            return Err(Problem::new(format!("a position has 2 to {} moves, not {branching}", Self::WIDEST)));
        }
        if movers.is_empty() || movers.iter().any(|mover| mover.index() > 1) {
            return Err(Problem::new("an even tree has at least one ply, and each is seat 1's or seat 2's"));
        }
        if leaves.contains(&i8::MIN) {
            return Err(Problem::new(format!("a payoff lies between -{} and {}, not {}", i8::MAX, i8::MAX, i8::MIN)));
        }
        let wanted = movers.iter().try_fold(1usize, |count, _| count.checked_mul(branching));
        if wanted != Some(leaves.len()) {
            return Err(Problem::new(format!(
                "{} plies of {branching} moves have {} leaves, and {} payoffs are given",
                movers.len(),
                wanted.map_or("too many".to_string(), |count| count.to_string()),
                leaves.len()
            )));
        }
        let planes = bits::Planes::pack(branching, movers.len(), &leaves);
        Ok(EvenTree { branching, movers, leaves, planes })
    }

    /// The same for seats that move in turn, seat 1 first.
    pub fn alternating(branching: usize, plies: usize, leaves: Vec<i8>) -> Result<EvenTree, Problem> {
        EvenTree::new(branching, (0..plies).map(|ply| Player::new(ply % 2)).collect(), leaves)
    }

    /// Moves of a position.
    pub fn branching(&self) -> usize {
        self.branching
    }

    /// Plies of a play.
    pub fn plies(&self) -> usize {
        self.movers.len()
    }

    /// Whose ply each is.
    pub fn movers(&self) -> &[Player] {
        &self.movers
    }

    /// Seat 1's payoffs, the last ply the fastest index.
    pub fn leaves(&self) -> &[i8] {
        &self.leaves
    }

    /// The best moves of all of a seat's information sets. `hidden` says which plies the seat that did not make them does
    /// not see. Ties are exact, except under a quantal model, whose sums are not whole numbers: there they are what
    /// [`equally_good`](outwit_game::equally_good) calls so.
    ///
    /// # Panics
    /// When `hidden` is not as long as a play.
    pub fn plan(&self, seat: Player, hidden: &[bool], model: Model) -> Plan {
        assert_eq!(hidden.len(), self.plies(), "every ply is either hidden or not");
        let axes = Axes::new(self, seat, hidden);
        match model {
            Model::Overconfident => sums::overconfident(self, &axes),
            Model::Paranoid if self.planes.is_packed() => bits::paranoid(self, &axes),
            Model::Paranoid => sums::paranoid(self, &axes),
            Model::Quantal(tau) => sums::quantal(self, &axes, tau),
        }
    }

    /// The plan of a seat that takes every move for as good as any other. It expects nothing, and plays at random.
    pub fn random_plan(&self, seat: Player, hidden: &[bool]) -> Plan {
        assert_eq!(hidden.len(), self.plies(), "every ply is either hidden or not");
        let (mut sets, mut best) = (1, Vec::new());
        for axis in Axes::new(self, seat, hidden).plies {
            if axis == Axis::Own {
                best.push(vec![u16::MAX >> (16 - self.branching); sets]);
            }
            sets *= if axis == Axis::Unseen { 1 } else { self.branching };
        }
        Plan { seat, value: f64::NAN, best }
    }
}

/// What a ply is to a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Axis {
    /// The seat moves.
    Own,
    /// The other moves, and the seat sees it.
    Seen,
    /// The other moves, and the seat does not see which.
    Unseen,
}

/// What each ply is to a seat.
pub(super) struct Axes {
    pub seat: Player,
    pub plies: Vec<Axis>,
}

impl Axes {
    fn new(tree: &EvenTree, seat: Player, hidden: &[bool]) -> Axes {
        let axis = |(&mover, &is_hidden): (&Player, &bool)| match (mover == seat, is_hidden) {
            (true, _) => Axis::Own,
            (false, false) => Axis::Seen,
            (false, true) => Axis::Unseen,
        };
        Axes { seat, plies: tree.movers.iter().zip(hidden).map(axis).collect() }
    }

    /// How many plies are the other's.
    pub fn others(&self) -> usize {
        self.plies.iter().filter(|&&axis| axis != Axis::Own).count()
    }
}

/// A power as a float, by multiplication.
pub(super) fn power(base: usize, exponent: usize) -> f64 {
    (0..exponent).fold(1.0, |product, _| product * base as f64)
}
