//! Leaves: how what is paid, and what an evaluation says where nobody looks on, is read as the value that is backed up.
//!
//! Where the numbers come from is an [`Evaluation`]: the game's own, a learned one, [rollouts](super::Rollouts). What they
//! mean to a search is a `Leaf`: what one seat gets, what everybody gets, the chances to win, bounds on them, or how several
//! judges see it. A backup takes any leaf that speaks its language: MaxN goes by values or by chances to win alike.

use super::win_probability::{chances_to_win, winners};
use crate::backup::{Outcomes, WinChance, share};
use outwit_game::{After, Evaluation, Facts, Game, Interval, MAX_SEATS, Payoffs, Player};

/// What a position is worth to the search of the seat `root` when nobody looks below it.
pub trait Leaf<G: Game>: Send + Sync {
    /// What is backed up.
    type Value: Clone;

    /// The value of a finished game.
    fn over(&self, payoffs: &Payoffs, root: Player) -> Self::Value;

    /// The same for a search that has the position at hand.
    #[inline]
    fn ended(&self, game: &G, state: &G::State, root: Player) -> Self::Value {
        self.over(&game.payoffs(state), root)
    }

    /// The value of a position at which the look-ahead is cut off.
    fn cut(&self, game: &G, state: &G::State, root: Player) -> Self::Value;

    /// What the evaluation says for every seat: for pictures, and for breaking ties by how a position looks.
    fn values(&self, game: &G, state: &G::State) -> Payoffs;

    /// Between which ends the evaluation says that each seat's value lies.
    fn intervals(&self, game: &G, state: &G::State) -> [Interval; MAX_SEATS];

    /// As [`Evaluation::is_symmetric`].
    fn is_symmetric(&self) -> bool {
        false
    }

    /// As [`Evaluation::after_moves`].
    #[inline]
    fn after_moves(&self, _game: &G, _state: &G::State, _out: &mut Vec<After>) -> bool {
        false
    }

    /// The value of a position that is not over, from what is known of it after a move of `mover`. `None` if the moves left
    /// out matter after all, for which it is told whether any other moves are left.
    #[inline]
    fn after(&self, _after: &After, _mover: Player, _root: Player, _is_alone: bool) -> Option<Self::Value> {
        None
    }

    /// Whether the search had better look on at a position so many plies beyond its depth, rather than ask what it is worth
    /// (quiescence).
    #[inline]
    fn looks_on(&self, _game: &G, _state: &G::State, _beyond: u32) -> bool {
        false
    }
}

/// What the evaluation behind a leaf says for every seat.
macro_rules! said_by {
    (|$leaf:ident| $evaluation:expr) => {
        said_by!(|$leaf| $evaluation, $evaluation.is_symmetric());
    };
    (|$leaf:ident| $evaluation:expr, $is_symmetric:expr) => {
        fn values(&self, game: &G, state: &G::State) -> Payoffs {
            let $leaf = self;
            $evaluation.values(game, state)
        }

        fn is_symmetric(&self) -> bool {
            let $leaf = self;
            $is_symmetric
        }

        fn intervals(&self, game: &G, state: &G::State) -> [Interval; MAX_SEATS] {
            let $leaf = self;
            $evaluation.intervals(game, state)
        }
    };
}

/// What the seat that searches gets.
#[derive(Clone, Copy, Debug)]
pub struct Own<E>(pub E);

impl<G: Game, E: Evaluation<G>> Leaf<G> for Own<E> {
    type Value = f64;

    #[inline]
    fn over(&self, payoffs: &Payoffs, root: Player) -> f64 {
        payoffs[root]
    }

    #[inline]
    fn cut(&self, game: &G, state: &G::State, root: Player) -> f64 {
        self.0.value(game, state, root)
    }

    said_by!(|leaf| leaf.0);

    #[inline]
    fn after_moves(&self, game: &G, state: &G::State, out: &mut Vec<After>) -> bool {
        self.0.after_moves(game, state, out)
    }

    #[inline]
    fn after(&self, after: &After, _mover: Player, root: Player, _is_alone: bool) -> Option<f64> {
        Some(after.values[root])
    }
}

/// What everybody gets.
#[derive(Clone, Copy, Debug)]
pub struct Everybody<E>(pub E);

impl<G: Game, E: Evaluation<G>> Leaf<G> for Everybody<E> {
    type Value = Payoffs;

    #[inline]
    fn over(&self, payoffs: &Payoffs, _root: Player) -> Payoffs {
        *payoffs
    }

    #[inline]
    fn cut(&self, game: &G, state: &G::State, _root: Player) -> Payoffs {
        self.0.values(game, state)
    }

    said_by!(|leaf| leaf.0);

    #[inline]
    fn after_moves(&self, game: &G, state: &G::State, out: &mut Vec<After>) -> bool {
        self.0.after_moves(game, state, out)
    }

    #[inline]
    fn after(&self, after: &After, _mover: Player, _root: Player, _is_alone: bool) -> Option<Payoffs> {
        Some(after.values)
    }
}

/// Everybody's chance to win: to have the highest payoff.
#[derive(Clone, Copy, Debug)]
pub struct Winning<E> {
    /// Says between which ends each seat's final value lies.
    pub evaluation: E,
    /// How many seats there are.
    pub players: usize,
}

/// How far from 0 and from 1 a chance must be for a higher value to be sure to raise it.
const UNSETTLED: f64 = 1e-6;

impl<G: Game, E: Evaluation<G>> Leaf<G> for Winning<E> {
    type Value = Payoffs;

    #[inline]
    fn over(&self, payoffs: &Payoffs, _root: Player) -> Payoffs {
        winners(payoffs, self.players)
    }

    #[inline]
    fn cut(&self, game: &G, state: &G::State, _root: Player) -> Payoffs {
        chances_to_win(&self.evaluation.intervals(game, state)[..self.players])
    }

    said_by!(|leaf| leaf.evaluation);

    #[inline]
    fn after_moves(&self, game: &G, state: &G::State, out: &mut Vec<After>) -> bool {
        self.evaluation.after_moves(game, state, out)
    }

    #[inline]
    fn after(&self, after: &After, mover: Player, _root: Player, is_alone: bool) -> Option<Payoffs> {
        let probabilities = chances_to_win(&after.intervals[..self.players]);
        // Whoever has no chance, or has won already, is as well off with a lower value, and so is everybody else; but then
        // all moves are equally good, and those left out count as much as any others.
        let is_settled = !(UNSETTLED..=1.0 - UNSETTLED).contains(&probabilities[mover]);
        (is_alone || !after.is_best_of_many || !is_settled).then_some(probabilities)
    }
}

/// Leaves whose value is one of many kept by a backup: each makes it of what another leaf says.
macro_rules! one_of_many {
    ($(#[$doc:meta])* $name:ident, $kept:ty, |$value:ident| $of:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name<L>(pub L);

        impl<G: Game, L: Leaf<G, Value = Payoffs>> Leaf<G> for $name<L> {
            type Value = $kept;

            fn over(&self, payoffs: &Payoffs, root: Player) -> $kept {
                let $value = self.0.over(payoffs, root);
                $of
            }
            fn cut(&self, game: &G, state: &G::State, root: Player) -> $kept {
                let $value = self.0.cut(game, state, root);
                $of
            }
            fn after_moves(&self, game: &G, state: &G::State, out: &mut Vec<After>) -> bool {
                self.0.after_moves(game, state, out)
            }
            fn after(&self, after: &After, mover: Player, root: Player, is_alone: bool) -> Option<$kept> {
                self.0.after(after, mover, root, is_alone).map(|$value| $of)
            }
            fn looks_on(&self, game: &G, state: &G::State, beyond: u32) -> bool {
                self.0.looks_on(game, state, beyond)
            }

            said_by!(|leaf| leaf.0);
        }
    };
}

one_of_many!(
    /// Values that may turn out in one way only, for a backup that keeps several: a distribution over vectors
    /// ([`RandomTies`](crate::backup::RandomTies)).
    Certain,
    Outcomes,
    |value| vec![(value, 1.0)]
);

one_of_many!(
    /// The same as a set of vectors ([`SoftMaxN`](crate::backup::SoftMaxN)).
    Single,
    Vec<Payoffs>,
    |value| vec![value]
);

/// How several judges see what everybody gets; the first is the one who searches.
#[derive(Clone, Debug)]
pub struct Judges<E>(pub Vec<E>);

impl<G: Game, E: Evaluation<G>> Leaf<G> for Judges<E> {
    type Value = Vec<Payoffs>;

    fn over(&self, payoffs: &Payoffs, _root: Player) -> Vec<Payoffs> {
        vec![*payoffs; self.0.len()]
    }
    fn cut(&self, game: &G, state: &G::State, _root: Player) -> Vec<Payoffs> {
        self.0.iter().map(|evaluation| evaluation.values(game, state)).collect()
    }
    said_by!(|leaf| leaf.0[0], leaf.0.iter().all(|judge| judge.is_symmetric()));
}

/// How several judges see what the seat that searches gets; the first is that seat.
#[derive(Clone, Debug)]
pub struct OwnByJudges<E>(pub Vec<E>);

impl<G: Game, E: Evaluation<G>> Leaf<G> for OwnByJudges<E> {
    type Value = Vec<f64>;

    fn over(&self, payoffs: &Payoffs, root: Player) -> Vec<f64> {
        vec![payoffs[root]; self.0.len()]
    }
    fn cut(&self, game: &G, state: &G::State, root: Player) -> Vec<f64> {
        self.0.iter().map(|evaluation| evaluation.value(game, state, root)).collect()
    }
    said_by!(|leaf| leaf.0[0], leaf.0.iter().all(|judge| judge.is_symmetric()));
}

/// What the seat that searches gets, read as its chance to win: the lowest payoff of the game is a loss, the highest a win,
/// and what lies between, a draw for example, a win with that part of certainty.
#[derive(Clone, Copy, Debug)]
pub struct WinShare<E> {
    /// Values positions.
    pub evaluation: E,
    /// The lowest and the highest payoff.
    pub payoffs: (f64, f64),
}

impl<E> WinShare<E> {
    /// For a game of these facts.
    pub fn new(evaluation: E, facts: &Facts) -> WinShare<E> {
        WinShare { evaluation, payoffs: (facts.lowest, facts.highest) }
    }
}

impl<G: Game, E: Evaluation<G>> Leaf<G> for WinShare<E> {
    type Value = WinChance;

    fn over(&self, payoffs: &Payoffs, root: Player) -> WinChance {
        WinChance::new(share(self.payoffs, payoffs[root]))
    }
    fn cut(&self, game: &G, state: &G::State, root: Player) -> WinChance {
        WinChance::new(share(self.payoffs, self.evaluation.value(game, state, root)))
    }
    said_by!(|leaf| leaf.evaluation);
}

/// Between which ends that chance lies, by the intervals of an evaluation.
#[derive(Clone, Copy, Debug)]
pub struct WinShareBounds<E> {
    /// Says between which ends values lie.
    pub evaluation: E,
    /// The lowest and the highest payoff.
    pub payoffs: (f64, f64),
}

impl<E> WinShareBounds<E> {
    /// For a game of these facts.
    pub fn new(evaluation: E, facts: &Facts) -> WinShareBounds<E> {
        WinShareBounds { evaluation, payoffs: (facts.lowest, facts.highest) }
    }
}

impl<G: Game, E: Evaluation<G>> Leaf<G> for WinShareBounds<E> {
    type Value = Interval;

    fn over(&self, payoffs: &Payoffs, root: Player) -> Interval {
        Interval::point(share(self.payoffs, payoffs[root]))
    }
    fn cut(&self, game: &G, state: &G::State, root: Player) -> Interval {
        let interval = self.evaluation.intervals(game, state)[root.index()];
        Interval { low: share(self.payoffs, interval.low), high: share(self.payoffs, interval.high) }
    }
    said_by!(|leaf| leaf.evaluation);
}

/// A leaf that is asked about quiet positions: where the evaluation calls a position unquiet, the search looks on, so many plies
/// beyond its depth at most.
#[derive(Clone, Debug)]
pub struct Quiescent<L, E> {
    /// What a quiet position is worth.
    pub leaf: L,
    /// Says which are quiet.
    pub evaluation: E,
    /// Extra plies at most.
    pub plies: u32,
}

impl<G: Game, L: Leaf<G>, E: Evaluation<G>> Leaf<G> for Quiescent<L, E> {
    type Value = L::Value;

    fn over(&self, payoffs: &Payoffs, root: Player) -> L::Value {
        self.leaf.over(payoffs, root)
    }
    fn ended(&self, game: &G, state: &G::State, root: Player) -> L::Value {
        self.leaf.ended(game, state, root)
    }
    fn cut(&self, game: &G, state: &G::State, root: Player) -> L::Value {
        self.leaf.cut(game, state, root)
    }
    fn looks_on(&self, game: &G, state: &G::State, beyond: u32) -> bool {
        beyond < self.plies && !self.evaluation.is_quiet(game, state)
    }
    /// Which positions are quiet is asked of positions.
    fn after_moves(&self, game: &G, state: &G::State, out: &mut Vec<After>) -> bool {
        self.plies == 0 && self.leaf.after_moves(game, state, out)
    }
    fn after(&self, after: &After, mover: Player, root: Player, is_alone: bool) -> Option<L::Value> {
        self.leaf.after(after, mover, root, is_alone)
    }

    said_by!(|leaf| leaf.leaf);
}
