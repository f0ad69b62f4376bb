//! What a position is worth before the game is over.

use super::{BAR, Backgammon, Board, bearoff};
use outwit_game::{Blind, Evaluation, Payoffs, Player};
use outwit_learn::Shipped;

/// Learned from play against itself; the file says by which command.
static LEARNED: Shipped = Shipped::new(include_str!("../../learned/backgammon.txt"));

/// What a position is worth before it is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BackgammonEvaluation {
    /// What a network expects that has learned from play against itself, gammons counted; where both sides bear off, what
    /// tables of the rolls they need say.
    Learned,
    /// The lead in the race: points the other has to go less own points, over 375, the most there can be.
    Pips,
    /// The same, less what single checkers stand to lose that a direct shot reaches.
    Blots,
    /// All positions are equal.
    Blind,
}

/// 15 checkers on the bar.
const MOST_PIPS: f64 = 375.0;
/// How likely a given number of 1 to 6 shows on one of two dice.
const DIRECT_SHOT: f64 = 11.0 / 36.0;

impl Board {
    /// A side's single checkers.
    fn blots(&self, player: Player) -> impl Iterator<Item = usize> {
        (1..BAR).filter(move |&point| self.count(player, point) == 1)
    }

    /// The points a side stands to lose to direct shots: each blot that one reaches, as often as a given number is rolled.
    fn at_stake(&self, player: Player) -> f64 {
        let is_in_reach = |point: usize| {
            // The other side's own count of the point, up to six behind which its checkers stand.
            let target = BAR - point;
            (target + 1..=(target + 6).min(BAR)).any(|from| self.count(player.other(), from) > 0)
        };
        self.blots(player).filter(|&point| is_in_reach(point)).map(|point| DIRECT_SHOT * (BAR - point) as f64).sum()
    }
}

impl Evaluation<Backgammon> for BackgammonEvaluation {
    fn value(&self, game: &Backgammon, board: &Board, seat: Player) -> f64 {
        let lead = f64::from(board.pips(Player::SECOND)) - f64::from(board.pips(Player::FIRST));
        match self {
            // Whoever learns asks the network itself: what it makes of itself does not hang on the tables.
            BackgammonEvaluation::Learned => {
                bearoff::value(game, board, seat).unwrap_or_else(|| LEARNED.value(game, board, seat))
            }
            BackgammonEvaluation::Pips => Payoffs::zero_sum(lead / MOST_PIPS)[seat],
            BackgammonEvaluation::Blots => {
                let stake = board.at_stake(Player::SECOND) - board.at_stake(Player::FIRST);
                // Each blot is also counted in the pips, so that the sum may pass the most by a little.
                Payoffs::zero_sum(((lead + stake) / MOST_PIPS).clamp(-1.0, 1.0))[seat]
            }
            BackgammonEvaluation::Blind => Blind.value(game, board, seat),
        }
    }

    fn features(&self, _game: &Backgammon, board: &Board, out: &mut Vec<f64>) {
        for player in [Player::FIRST, Player::SECOND] {
            let blots = board.blots(player).count() as f64;
            let (bar, off) = (board.bar[player.index()], board.off[player.index()]);
            out.extend([f64::from(board.pips(player)), blots, f64::from(bar), f64::from(off)]);
        }
    }

    fn feature_names(&self) -> &'static [&'static str] {
        &["x pips", "x blots", "x on the bar", "x borne off", "o pips", "o blots", "o on the bar", "o borne off"]
    }
}
