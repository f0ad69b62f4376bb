//! What a position of checkers is worth before it is over.

use super::{Checkers, Position, squares};
use outwit_game::{Blind, Evaluation, Payoffs, Player};

/// In hundredths of a man.
const MAN: i32 = 100;
const KING: i32 = 150;
/// A row that a man has gone.
const ROW: i32 = 3;
/// A man on the own last row while the other side has men that would be crowned there.
const GUARD: i32 = 10;
/// A piece that is not at the side.
const INSIDE: i32 = 3;
/// A square between a king of who is ahead and the nearest piece of the other.
const APART: i32 = 4;
/// How much more what somebody is ahead by counts when hardly anything else is left: exchanges are good for who is ahead.
const FEWER: i32 = 100;
/// Who is ahead by so much is about halfway to a win.
const HALF: f64 = 400.0;

/// An evaluation of checkers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckersEvaluation {
    /// Pieces and where they stand.
    Pieces,
    /// Pieces alone.
    Material,
    /// All positions are equal.
    Blind,
}

/// What a side has, and how it stands.
struct Side {
    men: i32,
    kings: i32,
    /// Rows that its men have gone.
    gone: i32,
    guards: i32,
    inside: i32,
}

impl Side {
    fn material(&self) -> i32 {
        MAN * self.men + KING * self.kings
    }
}

impl Checkers {
    fn side(&self, position: &Position, side: usize) -> Side {
        let all = position.sides[side];
        let men = all & !position.kings;
        let row = |square: u32| (square / self.size as u32) as i32;
        let gone = |square: u32| if side == 0 { row(square) } else { self.size as i32 - 1 - row(square) };
        let their_men = position.sides[1 - side] & !position.kings;
        let home = men & self.last_row(1 - side);
        Side {
            men: men.count_ones() as i32,
            kings: (all & position.kings).count_ones() as i32,
            gone: squares(men).map(gone).sum(),
            guards: if their_men == 0 { 0 } else { home.count_ones() as i32 },
            inside: (all & !(self.left | self.right)).count_ones() as i32,
        }
    }

    /// Squares between each king of a side and the nearest piece of the other.
    fn apart(&self, position: &Position, side: usize) -> i32 {
        let place = |square: u32| ((square / self.size as u32) as i32, (square % self.size as u32) as i32);
        let between = |one: u32, other: u32| {
            let (a, b) = (place(one), place(other));
            (a.0 - b.0).abs().max((a.1 - b.1).abs())
        };
        let nearest =
            |king: u32| squares(position.sides[1 - side]).map(|other| between(king, other)).min().unwrap_or(0);
        squares(position.sides[side] & position.kings).map(nearest).sum()
    }

    /// What seat 1 is ahead by, in hundredths of a man.
    fn lead(&self, position: &Position) -> i32 {
        let sides = [0, 1].map(|side| self.side(position, side));
        let worth = |side: &Side| side.material() + ROW * side.gone + GUARD * side.guards + INSIDE * side.inside;
        let [first, second] = [&sides[0], &sides[1]].map(Side::material);
        let mut lead = worth(&sides[0]) - worth(&sides[1]) + (first - second) * FEWER / (first + second).max(1);
        if first != second {
            let ahead = usize::from(second > first);
            let apart = APART * self.apart(position, ahead);
            lead += if ahead == 0 { -apart } else { apart };
        }
        lead
    }
}

impl Evaluation<Checkers> for CheckersEvaluation {
    fn value(&self, game: &Checkers, position: &Position, seat: Player) -> f64 {
        let lead = match self {
            CheckersEvaluation::Blind => return Blind.value(game, position, seat),
            CheckersEvaluation::Pieces => game.lead(position),
            CheckersEvaluation::Material => game.side(position, 0).material() - game.side(position, 1).material(),
        };
        let lead = f64::from(lead);
        Payoffs::zero_sum(0.99 * lead / (lead.abs() + HALF))[seat]
    }

    /// Who must take changes the count at once.
    fn is_quiet(&self, game: &Checkers, position: &Position) -> bool {
        !game.must_take(position)
    }

    fn unit(&self, _game: &Checkers) -> f64 {
        f64::from(MAN) / (f64::from(MAN) + HALF)
    }

    fn features(&self, game: &Checkers, position: &Position, out: &mut Vec<f64>) {
        let [first, second] = [0, 1].map(|side| game.side(position, side));
        let differences = [
            first.men - second.men,
            first.kings - second.kings,
            first.gone - second.gone,
            first.guards - second.guards,
            first.inside - second.inside,
        ];
        out.extend(differences.map(f64::from));
    }

    fn feature_names(&self) -> &'static [&'static str] {
        &["men ahead", "kings ahead", "rows ahead", "guards ahead", "inside ahead"]
    }
}
