//! What positions of Othello are worth before they are over.

use super::{Discs, Othello, sight};
use crate::board::Score;
use outwit_game::{Blind, Evaluated, Evaluation, NamedEvaluation, Payoffs, Player, Sight};
use outwit_learn::Shipped;

/// What a position is worth before it is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OthelloEvaluation {
    /// Corners are good, their diagonal neighbours bad, edges better than the rest.
    Squares,
    /// Moves one has, less moves the other has.
    Mobility,
    /// Discs, less the other's.
    Discs,
    /// All positions are equal.
    Blind,
    /// What tables of patterns expect that were learned from play against itself.
    Learned,
}

/// Learned from play against itself; the file says by which command.
static LEARNED: Shipped = Shipped::new(include_str!("../../learned/othello.txt"));

/// What seat 1 has of something, less what seat 2 has.
#[inline]
fn lead(discs: &Discs, squares: u64) -> i32 {
    let lead = (discs.own & squares).count_ones() as i32 - (discs.other & squares).count_ones() as i32;
    if discs.mover == Player::FIRST { lead } else { -lead }
}

impl Evaluation<Othello> for OthelloEvaluation {
    #[inline]
    fn value(&self, game: &Othello, discs: &Discs, seat: Player) -> f64 {
        // Each as a share of one more than the most there can be, so strictly between a loss and a win.
        let share = match self {
            OthelloEvaluation::Learned => return LEARNED.value(game, discs, seat),
            OthelloEvaluation::Squares => {
                // Corner 25, X-square -10, other edge 3, any other disc 1: written as what they add to 1.
                let lead = lead(discs, u64::MAX) + 24 * lead(discs, game.corners) + 2 * lead(discs, game.edges)
                    - 11 * lead(discs, game.x_squares);
                let size = i32::from(game.size);
                let most = 4 * 25 + 4 * 10 + 4 * (size - 2) * 3 + (size - 2) * (size - 2) - 4;
                f64::from(lead) / f64::from(most + 1)
            }
            OthelloEvaluation::Mobility => {
                let [x, o] = game.mobility(discs);
                (x - o) / (x + o + 1.0)
            }
            OthelloEvaluation::Discs if game.score == Score::Margin => {
                return Payoffs::zero_sum(f64::from(game.margin(discs)))[seat];
            }
            OthelloEvaluation::Discs => f64::from(game.margin(discs)) / f64::from(game.size * game.size + 1),
            OthelloEvaluation::Blind => 0.0,
        };
        Payoffs::zero_sum(share * game.highest())[seat]
    }

    /// What was learned need not be.
    #[inline]
    fn is_symmetric(&self) -> bool {
        *self != OthelloEvaluation::Learned
    }

    /// Eight discs at a time: a value late in the game changes in other ways than an early one.
    #[inline]
    fn kind(&self, _game: &Othello, discs: &Discs) -> usize {
        (discs.own | discs.other).count_ones() as usize / 8
    }

    fn spread(&self, game: &Othello) -> Option<&'static str> {
        (game.is_usual() && *self == OthelloEvaluation::Squares)
            .then_some(include_str!("../../spreads/othello-squares.txt"))
    }

    fn features(&self, game: &Othello, discs: &Discs, out: &mut Vec<f64>) {
        let [x, o] = game.mobility(discs);
        let leads = [u64::MAX, game.corners, game.edges, game.x_squares].map(|squares| lead(discs, squares));
        out.extend(leads.map(f64::from));
        out.extend([x - o, f64::from((discs.own | discs.other).count_ones())]);
    }

    fn feature_names(&self) -> &'static [&'static str] {
        &["lead in discs", "lead in corners", "lead in edges", "lead in X-squares", "lead in moves", "discs"]
    }
}

impl Evaluated for Othello {
    type Evaluation = OthelloEvaluation;

    fn evaluations(&self) -> &'static [NamedEvaluation] {
        const SQUARES: NamedEvaluation = NamedEvaluation {
            name: "squares",
            summary: "your discs less the other's: corner 25, its diagonal neighbour -10, other edge 3, any other 1",
        };
        const MOBILITY: NamedEvaluation =
            NamedEvaluation { name: "mobility", summary: "moves you have less moves the other has" };
        const DISCS: NamedEvaluation = NamedEvaluation { name: "discs", summary: "your discs less the other's" };
        const LEARNED: NamedEvaluation = NamedEvaluation {
            name: "learned",
            summary: "what tables of patterns expect that were learned from play against itself",
        };
        const ALL: &[NamedEvaluation] = &[SQUARES, MOBILITY, DISCS, Blind::NAMED, LEARNED];
        if self.is_usual() { ALL } else { &ALL[..4] }
    }

    fn evaluation(&self, index: usize) -> OthelloEvaluation {
        use OthelloEvaluation::*;
        [Squares, Mobility, Discs, Blind, Learned][index]
    }

    fn sights(&self) -> Vec<Sight> {
        if self.size == 8 { vec![sight::SIGHT] } else { Vec::new() }
    }

    fn see(&self, _sight: usize, discs: &super::Discs, seat: Player, out: &mut Vec<(u32, f32)>) -> u32 {
        sight::see(self, discs, seat, out)
    }
}
