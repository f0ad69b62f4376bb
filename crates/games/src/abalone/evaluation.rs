//! What positions of Abalone are worth before they are over.

use super::{Abalone, Marbles, SEATS, sight};
use outwit_game::{
    After, Blind, Evaluated, Evaluation, Game, Interval, MAX_SEATS, NamedEvaluation, Payoffs, Player, Sight, Span,
};
use outwit_learn::Shipped;

/// Learned from play against itself, for two seats; the file says by which command.
static LEARNED: Shipped = Shipped::new(include_str!("../../learned/abalone2.txt"));

/// Nothing undecided is as bad as a loss or as good as a win.
fn undecided(value: f64) -> f64 {
    value.clamp(1e-6, 1.0 - 1e-6)
}

/// What a position is worth before it is over. Where it is over, every evaluation says what is paid: the winners are those
/// with the highest value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AbaloneEvaluation {
    /// Marbles pushed off, and the [arrangement](Abalone::arrangement) of one's own.
    Arrangement,
    /// Marbles pushed off, alone.
    Pushed,
    /// All positions are equal.
    Blind,
    /// What is to be expected, by weights that were learned from play against itself.
    Learned,
}

impl AbaloneEvaluation {
    /// What a marble pushed off is worth in the points of an [arrangement](Abalone::arrangement): more than half of the best
    /// one there is (65 points), so more than any move can lose by.
    pub const POINTS: u32 = 40;
    /// What a marble pushed off is worth.
    pub const MARBLE: f64 = 1.0 / 7.0;

    #[inline]
    fn of(self, game: &Abalone, marbles: &Marbles, seat: Player) -> f64 {
        self.worth(game.pushed(marbles, seat), game.arrangement(marbles, seat))
    }

    /// What so many marbles pushed off and this arrangement are worth.
    #[inline]
    pub(super) fn worth(self, pushed: u32, arrangement: u32) -> f64 {
        let pushed = AbaloneEvaluation::POINTS * pushed;
        // One point, so that nothing undecided is as bad as a loss; at most 266 of 280, so that nothing is as good as a win.
        let points = match self {
            AbaloneEvaluation::Arrangement => 1 + pushed + arrangement,
            AbaloneEvaluation::Pushed => 1 + pushed,
            AbaloneEvaluation::Blind | AbaloneEvaluation::Learned => return 0.5,
        };
        f64::from(points) / f64::from(7 * AbaloneEvaluation::POINTS)
    }

    /// Where a seat of this value will end.
    #[inline]
    pub(super) fn interval(marbles: &Marbles, value: f64) -> Interval {
        Interval { low: value, high: if marbles.over { value } else { 1.0 } }
    }
}

impl Evaluation<Abalone> for AbaloneEvaluation {
    #[inline]
    fn value(&self, game: &Abalone, marbles: &Marbles, seat: Player) -> f64 {
        match self {
            _ if marbles.over => game.payoffs(marbles)[seat],
            AbaloneEvaluation::Learned => undecided(LEARNED.value(game, marbles, seat)),
            _ => self.of(game, marbles, seat),
        }
    }

    /// From the value now to 1: marbles pushed off stay so. What was learned may turn either way.
    fn intervals(&self, game: &Abalone, marbles: &Marbles) -> [Interval; MAX_SEATS] {
        let mut intervals = [Interval::default(); MAX_SEATS];
        for seat in Player::all(game.seats) {
            intervals[seat.index()] = match self {
                AbaloneEvaluation::Learned if !marbles.over => Interval { low: 0.0, high: 1.0 },
                _ => AbaloneEvaluation::interval(marbles, self.value(game, marbles, seat)),
            };
        }
        intervals
    }

    #[inline]
    fn values(&self, game: &Abalone, marbles: &Marbles) -> Payoffs {
        if marbles.over {
            return game.payoffs(marbles);
        }
        let mut values = Payoffs::ZERO;
        for seat in Player::all(game.seats) {
            values[seat] = match self {
                AbaloneEvaluation::Learned => undecided(LEARNED.value(game, marbles, seat)),
                _ => self.of(game, marbles, seat),
            };
        }
        values
    }

    fn after_moves(&self, game: &Abalone, marbles: &Marbles, out: &mut Vec<After>) -> bool {
        let knows = !marbles.over && marbles.plies + 1 < game.cap && *self != AbaloneEvaluation::Learned;
        if knows {
            self.foresee(game, marbles, out);
        }
        knows
    }

    /// What was learned need not be.
    fn is_symmetric(&self) -> bool {
        *self != AbaloneEvaluation::Learned
    }

    fn foresight_cost(&self) -> usize {
        8
    }

    /// A marble pushed off.
    fn unit(&self, game: &Abalone) -> f64 {
        match self {
            AbaloneEvaluation::Learned => LEARNED.of(game).unit(game),
            _ => AbaloneEvaluation::MARBLE,
        }
    }

    fn span(&self, game: &Abalone) -> Option<Span> {
        // All may win at the cap.
        Some(Span { lowest: 0.0, sum: game.seats as f64 })
    }

    fn features(&self, _game: &Abalone, marbles: &Marbles, out: &mut Vec<f64>) {
        for side in 0..SEATS {
            let count = marbles.sides[side].count_ones() as u8;
            let of_side = [marbles.pushed[side], count, marbles.closeness[side], marbles.pairs[side]];
            out.extend(of_side.map(f64::from));
        }
    }

    fn feature_names(&self) -> &'static [&'static str] {
        &[
            "pushed off by seat 1",
            "its marbles",
            "their closeness to the middle",
            "their pairs",
            "pushed off by seat 2",
            "its marbles",
            "their closeness to the middle",
            "their pairs",
            "pushed off by seat 3",
            "its marbles",
            "their closeness to the middle",
            "their pairs",
        ]
    }
}

impl Evaluated for Abalone {
    type Evaluation = AbaloneEvaluation;

    fn evaluations(&self) -> &'static [NamedEvaluation] {
        const ARRANGEMENT: NamedEvaluation = NamedEvaluation {
            name: "arrangement",
            summary: "1/7 for each marble you pushed off, and 1/280 for each pair of yours and cell nearer to the middle",
        };
        const PUSHED: NamedEvaluation =
            NamedEvaluation { name: "pushed", summary: "1/7 for each marble you pushed off" };
        const LEARNED: NamedEvaluation = NamedEvaluation {
            name: "learned",
            summary: "what is to be expected, as weights have it that were learned from play against itself",
        };
        const ALL: &[NamedEvaluation] = &[ARRANGEMENT, PUSHED, Blind::NAMED, LEARNED];
        if self.is_usual_for_two() { ALL } else { &ALL[..3] }
    }

    fn evaluation(&self, index: usize) -> AbaloneEvaluation {
        use AbaloneEvaluation::*;
        [Arrangement, Pushed, Blind, Learned][index]
    }

    fn sights(&self) -> Vec<Sight> {
        vec![sight::SIDES]
    }

    fn see(&self, _sight: usize, marbles: &Marbles, seat: Player, out: &mut Vec<(u32, f32)>) -> u32 {
        sight::see(self, marbles, seat, out)
    }
}
