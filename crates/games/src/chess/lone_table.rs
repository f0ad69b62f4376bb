//! How many moves mate takes with a queen, a rook or a pawn against a lone king that is seen: tables made when first asked
//! for.
//!
//! They are not the game's answer, in which the king is not seen; they say how far a mate is from each square where it may
//! stand.

use super::attacks::bishop;
use super::attacks::{king, pawns_east, pawns_west, rook, squares};
use super::board::{PAWN, QUEEN, ROOK};
use std::sync::OnceLock;

/// Not won, or not a position.
pub(crate) const NEVER: u8 = u8::MAX;

/// Moves to mate for the side with the man, white, by the squares of the lone king, its own king and the man.
pub(crate) struct Table {
    to_move: Vec<u8>,
    waiting: Vec<u8>,
}

#[inline(always)]
fn place(lone: usize, own: usize, man: usize) -> usize {
    (lone * 64 + own) * 64 + man
}

#[inline(always)]
fn attacked_by(kind: usize, man: usize, men: u64) -> u64 {
    match kind {
        QUEEN => rook(man, men) | bishop(man, men),
        ROOK => rook(man, men),
        _ => pawns_west(1 << man, 0) | pawns_east(1 << man, 0),
    }
}

/// The table of a man, if it has one.
pub(crate) fn table(kind: usize) -> Option<&'static Table> {
    static TABLES: [OnceLock<Table>; 3] = [OnceLock::new(), OnceLock::new(), OnceLock::new()];
    match kind {
        PAWN => Some(TABLES[0].get_or_init(|| Table::make(PAWN, table(QUEEN)))),
        ROOK => Some(TABLES[1].get_or_init(|| Table::make(ROOK, None))),
        QUEEN => Some(TABLES[2].get_or_init(|| Table::make(QUEEN, None))),
        _ => None,
    }
}

impl Table {
    /// Moves to mate when the side with the man moves.
    #[inline(always)]
    pub(crate) fn moves_to_mate(&self, lone: usize, own: usize, man: usize) -> u8 {
        self.to_move[place(lone, own, man) & (64 * 64 * 64 - 1)]
    }

    /// Works backwards from the mates: in round `n` come the positions with a mate in `n`.
    fn make(kind: usize, promoted: Option<&Table>) -> Table {
        let mut table = Table { to_move: vec![NEVER; 64 * 64 * 64], waiting: vec![NEVER; 64 * 64 * 64] };
        let man_squares = if kind == PAWN { 8..56 } else { 0..64 };
        let mut open: Vec<(u8, u8, u8)> = Vec::new();
        for lone in 0..64usize {
            for own in (0..64usize).filter(|&own| own != lone && king(lone) >> own & 1 == 0) {
                open.extend(
                    man_squares
                        .clone()
                        .filter(|&man| man != lone && man != own)
                        .map(|man| (lone as u8, own as u8, man as u8)),
                );
            }
        }
        let mut waiting = open.clone();
        for round in 0..NEVER - 1 {
            let before = (open.len(), waiting.len());
            // Step 1. The side with the man has a move to where the lone king is lost in the round before.
            if round > 0 {
                let solved: Vec<(u8, u8, u8)> =
                    open.iter().copied().filter(|&at| table.has_move(kind, promoted, at, round)).collect();
                solved.iter().for_each(|&at| table.to_move[at_place(at)] = round);
                open.retain(|&at| table.to_move[at_place(at)] == NEVER);
            }
            // Step 2. The lone king has no move but to where it is lost.
            let solved: Vec<(u8, u8, u8)> =
                waiting.iter().copied().filter(|&at| table.is_lost(kind, at, round)).collect();
            solved.iter().for_each(|&at| table.waiting[at_place(at)] = round);
            waiting.retain(|&at| table.waiting[at_place(at)] == NEVER);
            if round > 1 && before == (open.len(), waiting.len()) && promoted.is_none_or(|_| round > 16) {
                break;
            }
        }
        table
    }

    fn has_move(&self, kind: usize, promoted: Option<&Table>, at: (u8, u8, u8), round: u8) -> bool {
        let (lone, own, man) = (usize::from(at.0), usize::from(at.1), usize::from(at.2));
        let men = 1u64 << lone | 1 << own | 1 << man;
        if attacked_by(kind, man, men) >> lone & 1 == 1 {
            return false;
        }
        let is_next = |table: &Table, own: usize, man: usize| table.waiting[place(lone, own, man)] < round;
        let steps = king(own) & !king(lone) & !(1 << man) & !(1 << lone);
        if squares(steps).any(|own| is_next(self, own, man)) {
            return true;
        }
        if kind != PAWN {
            return squares(attacked_by(kind, man, men) & !men).any(|man| is_next(self, own, man));
        }
        let one = man + 8;
        if men >> one & 1 == 1 {
            return false;
        }
        if one >= 56 {
            return promoted.is_some_and(|queens| is_next(queens, own, one));
        }
        is_next(self, own, one) || (man < 16 && men >> (man + 16) & 1 == 0 && is_next(self, own, man + 16))
    }

    fn is_lost(&self, kind: usize, at: (u8, u8, u8), round: u8) -> bool {
        let (lone, own, man) = (usize::from(at.0), usize::from(at.1), usize::from(at.2));
        // Lines go through the lone king: it does not hide behind itself.
        let attacks = attacked_by(kind, man, 1 << own | 1 << man);
        let guarded = attacks | king(own);
        let steps = king(lone) & !guarded;
        if steps == 0 {
            return attacks >> lone & 1 == 1 && round == 0;
        }
        round > 0
            && steps >> man & 1 == 0
            && squares(steps & !(1 << own)).all(|lone| self.to_move[place(lone, own, man)] <= round)
    }
}

fn at_place((lone, own, man): (u8, u8, u8)) -> usize {
    place(usize::from(lone), usize::from(own), usize::from(man))
}

#[cfg(test)]
mod tests {
    use super::super::board::{BISHOP, KNIGHT};
    use super::super::lone_pairs::pair_table;
    use super::*;

    /// The longest mates of endgame tables, as published.
    #[test]
    fn the_longest_mates_are_as_long_as_is_known() {
        let longest = |lengths: &[u8]| lengths.iter().copied().filter(|&moves| moves != NEVER).max();
        for (kind, moves) in [(QUEEN, 10), (ROOK, 16), (PAWN, 28)] {
            assert_eq!(longest(&table(kind).unwrap().to_move), Some(moves), "{kind}");
        }
        for (other, moves) in [(BISHOP, 19), (KNIGHT, 33)] {
            assert_eq!(pair_table(other).unwrap().longest(), Some(moves), "{other}");
        }
    }
}
