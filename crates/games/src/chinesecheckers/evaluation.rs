//! What positions of Chinese checkers are worth before they are over.

use super::star::{corner_distance, distance};
use super::{ChineseCheckers, Pawns};
use outwit_game::{
    After, Blind, Evaluated, Evaluation, Game, Interval, MAX_SEATS, NamedEvaluation, Payoffs, Player, Span, Turn,
};

/// What a position is worth before it is over. Where it is over, every evaluation says what is paid: the winners are those
/// with the highest value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChineseCheckersEvaluation {
    /// The [distance](ChineseCheckers::distance) that is left.
    Distance,
    /// The [distance to the corner](ChineseCheckers::corner_distance) that is left.
    Corner,
    /// All positions are equal.
    Blind,
}

impl ChineseCheckersEvaluation {
    /// More steps than any seat has left: the value is the share of them that is done.
    const STEPS: u32 = 200;
    /// What one step of one pawn is worth.
    pub const STEP: f64 = 1.0 / ChineseCheckersEvaluation::STEPS as f64;

    #[inline]
    fn left(self, steps: u32) -> f64 {
        f64::from(ChineseCheckersEvaluation::STEPS - steps) / f64::from(ChineseCheckersEvaluation::STEPS)
    }

    /// The value of a tally.
    #[inline]
    fn of(self, tally: u32) -> f64 {
        match self {
            ChineseCheckersEvaluation::Distance => self.left(distance(tally)),
            ChineseCheckersEvaluation::Corner => self.left(corner_distance(tally)),
            ChineseCheckersEvaluation::Blind => 0.5,
        }
    }

    #[inline]
    fn interval(value: f64) -> Interval {
        Interval { low: value, high: 1.0 }
    }
}

impl Evaluation<ChineseCheckers> for ChineseCheckersEvaluation {
    #[inline]
    fn value(&self, game: &ChineseCheckers, pawns: &Pawns, seat: Player) -> f64 {
        if pawns.over { game.payoffs(pawns)[seat] } else { self.of(pawns.tallies[seat.index()]) }
    }

    #[inline]
    fn values(&self, game: &ChineseCheckers, pawns: &Pawns) -> Payoffs {
        if pawns.over {
            return game.payoffs(pawns);
        }
        let mut values = Payoffs::ZERO;
        for seat in Player::all(game.seats) {
            values[seat] = self.of(pawns.tallies[seat.index()]);
        }
        values
    }

    /// From the value now to 1: what is left can only grow less in the end.
    #[inline]
    fn intervals(&self, game: &ChineseCheckers, pawns: &Pawns) -> [Interval; MAX_SEATS] {
        let values = self.values(game, pawns);
        let mut intervals = [Interval::default(); MAX_SEATS];
        for seat in Player::all(game.seats) {
            intervals[seat.index()] = if pawns.over {
                Interval::point(values[seat])
            } else {
                ChineseCheckersEvaluation::interval(values[seat])
            };
        }
        intervals
    }

    /// A move changes the mover's value alone, so the best move says all; unless one may end the game.
    fn after_moves(&self, game: &ChineseCheckers, pawns: &Pawns, out: &mut Vec<After>) -> bool {
        let Turn::Of(mover) = game.turn(pawns) else { return false };
        if game.may_end(pawns) {
            return false;
        }
        let mut values = self.values(game, pawns);
        let (first, value) = match self {
            ChineseCheckersEvaluation::Distance => {
                let (first, steps) = game.nearest(pawns, distance);
                (first, self.left(steps))
            }
            ChineseCheckersEvaluation::Corner => {
                let (first, steps) = game.nearest(pawns, corner_distance);
                (first, self.left(steps))
            }
            // All are equally near, so this is the first there is.
            ChineseCheckersEvaluation::Blind => (game.nearest(pawns, |_| 0).0, values[mover]),
        };
        values[mover] = value;
        let mut intervals = [Interval::default(); MAX_SEATS];
        for seat in Player::all(game.seats) {
            intervals[seat.index()] = ChineseCheckersEvaluation::interval(values[seat]);
        }
        out.push(After { first: first.into(), count: 1, values, intervals, is_over: false, is_best_of_many: true });
        true
    }

    fn is_symmetric(&self) -> bool {
        true
    }

    /// Three steps.
    fn unit(&self, _game: &ChineseCheckers) -> f64 {
        3.0 * ChineseCheckersEvaluation::STEP
    }

    fn span(&self, game: &ChineseCheckers) -> Option<Span> {
        // All may win at the cap.
        Some(Span { lowest: 0.0, sum: game.seats as f64 })
    }

    /// The steps that each seat has left; 0 for seats that the game does not have.
    fn features(&self, game: &ChineseCheckers, pawns: &Pawns, out: &mut Vec<f64>) {
        let steps = |seat: usize| if seat < game.seats { game.distance(pawns, Player::new(seat)) } else { 0 };
        out.extend((0..MAX_SEATS).map(|seat| f64::from(steps(seat))));
    }

    fn feature_names(&self) -> &'static [&'static str] {
        &["steps left, seat 1", "seat 2", "seat 3", "seat 4", "seat 5", "seat 6"]
    }
}

impl Evaluated for ChineseCheckers {
    type Evaluation = ChineseCheckersEvaluation;

    fn evaluations(&self) -> &'static [NamedEvaluation] {
        const DISTANCE: NamedEvaluation = NamedEvaluation {
            name: "distance",
            summary: "1 less 0.005 for each step you have left, steps sideways included",
        };
        const CORNER: NamedEvaluation = NamedEvaluation {
            name: "corner",
            summary: "the same without steps sideways: how far your pawns are from the far corner of the goal",
        };
        &[DISTANCE, CORNER, Blind::NAMED]
    }

    fn evaluation(&self, index: usize) -> ChineseCheckersEvaluation {
        use ChineseCheckersEvaluation::*;
        [Distance, Corner, Blind][index]
    }
}
