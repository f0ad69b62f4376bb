//! Every board that agrees with the first look of a seat of kriegspiel, where the other has few men.

use super::attacks::squares;
use super::board::{BISHOP, Board, KING, KNIGHT, LAST_RANKS, PAWN, QUEEN, ROOK};
use super::fen::fen;
use super::seen::Look;
use super::{Chess, Position, Seen};
use outwit_game::{Game, Player};

/// All of them, if there are no more than `most`.
pub(super) fn boards_like(game: &Chess, seat: Player, look: &Look, most: usize) -> Option<Vec<Position>> {
    let kinds = [KING, PAWN, QUEEN, ROOK, BISHOP, KNIGHT];
    let men: Vec<usize> = kinds.iter().flat_map(|&kind| std::iter::repeat_n(kind, look.against[kind].into())).collect();
    // Men that can stand on n squares each: far more than can be listed are not begun with.
    let ways = men.iter().fold(1.0, |ways, _| ways * 40.0)
        / kinds.map(|kind| orders(look.against[kind])).iter().product::<f64>();
    if ways > 64.0 * most as f64 {
        return None;
    }
    let mut search = Search { game, seat, look, men, most, found: Vec::new() };
    search.place(look.own, 0, 0).then_some(search.found)
}

/// The orders in which so many equal men can be put down.
fn orders(count: u8) -> f64 {
    (1..=count).map(f64::from).product()
}

struct Search<'a> {
    game: &'a Chess,
    seat: Player,
    look: &'a Look,
    men: Vec<usize>,
    most: usize,
    found: Vec<Position>,
}

impl Search<'_> {
    /// Puts the men from `next` on on all squares, equal ones in rising order. `false` when there are too many.
    fn place(&mut self, board: Board, next: usize, lowest: usize) -> bool {
        let Some(&kind) = self.men.get(next) else {
            self.keep(&board);
            return self.found.len() <= self.most;
        };
        let barred = if kind == PAWN { LAST_RANKS } else { 0 };
        let lowest = if next > 0 && self.men[next - 1] == kind { lowest } else { 0 };
        squares(!board.men() & !barred & (!0 << lowest)).all(|square| {
            let mut board = board;
            board.put(square, 1 - self.seat.index(), kind);
            self.place(board, next + 1, square + 1)
        })
    }

    /// A board is kept that chess may come to and that would have looked so.
    fn keep(&mut self, board: &Board) {
        let Ok(position) = self.game.position_of_fen(&fen(board)) else { return };
        let looks = self.game.first_look(&position, self.seat);
        if matches!(looks, Some(Seen::Look(seen)) if *seen == *self.look) {
            self.found.push(position);
        }
    }
}
