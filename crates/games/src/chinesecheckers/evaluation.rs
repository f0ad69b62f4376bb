//! What positions of Chinese checkers are worth before they are over.

use super::star::{corner_distance, distance};
use super::{ChineseCheckers, Pawns, sight};
use outwit_game::{
    After, Blind, Evaluated, Evaluation, Game, Interval, MAX_SEATS, NamedEvaluation, Payoffs, Player, Sight, Span, Turn,
};
use outwit_learn::Shipped;

/// Learned from play against itself, by the number of seats; the files say by which commands.
static LEARNED: [Shipped; 2] = [
    Shipped::new(include_str!("../../learned/chinesecheckers2.txt")),
    Shipped::new(include_str!("../../learned/chinesecheckers3.txt")),
];

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
    /// What is to be expected, by weights that were learned from play against itself.
    Learned,
}

/// What was learned for so many seats.
fn learned(game: &ChineseCheckers) -> &'static Shipped {
    &LEARNED[usize::from(game.seats > 2)]
}

/// Nothing undecided is as bad as a loss or as good as a win.
fn undecided(value: f64) -> f64 {
    value.clamp(1e-6, 1.0 - 1e-6)
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
            ChineseCheckersEvaluation::Blind | ChineseCheckersEvaluation::Learned => 0.5,
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
        match self {
            _ if pawns.over => game.payoffs(pawns)[seat],
            ChineseCheckersEvaluation::Learned => undecided(learned(game).value(game, pawns, seat)),
            _ => self.of(pawns.tallies[seat.index()]),
        }
    }

    #[inline]
    fn values(&self, game: &ChineseCheckers, pawns: &Pawns) -> Payoffs {
        if pawns.over {
            return game.payoffs(pawns);
        }
        let mut values = Payoffs::ZERO;
        if *self == ChineseCheckersEvaluation::Learned {
            values = learned(game).values(game, pawns);
            for seat in Player::all(game.seats) {
                values[seat] = undecided(values[seat]);
            }
            return values;
        }
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
            intervals[seat.index()] = match self {
                _ if pawns.over => Interval::point(values[seat]),
                // What was learned may turn either way.
                ChineseCheckersEvaluation::Learned => Interval { low: 0.0, high: 1.0 },
                _ => ChineseCheckersEvaluation::interval(values[seat]),
            };
        }
        intervals
    }

    /// A move changes the mover's value alone, so the best move says all; unless one may end the game.
    fn after_moves(&self, game: &ChineseCheckers, pawns: &Pawns, out: &mut Vec<After>) -> bool {
        let Turn::Of(mover) = game.turn(pawns) else { return false };
        if game.may_end(pawns) || *self == ChineseCheckersEvaluation::Learned {
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
            _ => (game.nearest(pawns, |_| 0).0, values[mover]),
        };
        values[mover] = value;
        let mut intervals = [Interval::default(); MAX_SEATS];
        for seat in Player::all(game.seats) {
            intervals[seat.index()] = ChineseCheckersEvaluation::interval(values[seat]);
        }
        out.push(After { first: first.into(), count: 1, values, intervals, is_over: false, is_best_of_many: true });
        true
    }

    /// What was learned need not be.
    fn is_symmetric(&self) -> bool {
        *self != ChineseCheckersEvaluation::Learned
    }

    /// Three steps.
    fn unit(&self, game: &ChineseCheckers) -> f64 {
        match self {
            ChineseCheckersEvaluation::Learned => learned(game).of(game).unit(game),
            _ => 3.0 * ChineseCheckersEvaluation::STEP,
        }
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
        const LEARNED: NamedEvaluation = NamedEvaluation {
            name: "learned",
            summary: "what is to be expected, as weights have it that were learned from play against itself",
        };
        const ALL: &[NamedEvaluation] = &[DISTANCE, CORNER, Blind::NAMED, LEARNED];
        if self.is_usual(2) || self.is_usual(3) { ALL } else { &ALL[..3] }
    }

    fn evaluation(&self, index: usize) -> ChineseCheckersEvaluation {
        use ChineseCheckersEvaluation::*;
        [Distance, Corner, Blind, Learned][index]
    }

    fn sights(&self) -> Vec<Sight> {
        vec![sight::PAWNS]
    }

    fn see(&self, _sight: usize, pawns: &Pawns, seat: Player, out: &mut Vec<(u32, f32)>) -> u32 {
        sight::see(self, pawns, seat, out)
    }
}
