//! How many moves mate takes with two bishops, or a bishop and a knight, against a lone king that is seen: tables made when
//! first asked for, in about a second.
//!
//! As in [`lone_table`](super::lone_table), but for all squares of the lone king at once: a word of 64 bits for each place of the
//! king and its two men says where the lone king is lost by now.

use super::attacks::{bishop, king, knight, squares};
use super::board::{BISHOP, KNIGHT};
use super::lone_table::NEVER;
use std::sync::OnceLock;

/// Places of a king and two men.
const PLACES: usize = 64 * 64 * 64;

/// Moves to mate for the side with the men, by the squares of its king, the two men and the lone king.
pub(crate) struct PairTable {
    to_move: Vec<u8>,
}

#[inline(always)]
fn place(own: usize, first: usize, second: usize) -> usize {
    (own * 64 + first) * 64 + second
}

/// The table of a bishop and this other man, if the two may mate.
pub(crate) fn pair_table(other: usize) -> Option<&'static PairTable> {
    static TABLES: [OnceLock<PairTable>; 2] = [OnceLock::new(), OnceLock::new()];
    match other {
        BISHOP => Some(TABLES[0].get_or_init(|| PairTable::make(BISHOP))),
        KNIGHT => Some(TABLES[1].get_or_init(|| PairTable::make(KNIGHT))),
        _ => None,
    }
}

/// All squares beside those of a set.
fn beside(set: u64) -> u64 {
    const NOT_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
    const NOT_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    let row = set | set << 1 & NOT_A | set >> 1 & NOT_H;
    row << 8 | row >> 8 | set << 1 & NOT_A | set >> 1 & NOT_H
}

impl PairTable {
    /// Moves to mate when the side with the men moves.
    #[inline(always)]
    pub(crate) fn moves_to_mate(&self, lone: usize, own: usize, first: usize, second: usize) -> u8 {
        self.to_move[place(own, first, second) * 64 + lone]
    }

    #[cfg(test)]
    pub(super) fn longest(&self) -> Option<u8> {
        self.to_move.iter().copied().filter(|&moves| moves != NEVER).max()
    }

    /// Works backwards from the mates, in rounds.
    fn make(other: usize) -> PairTable {
        let other_attacks = |at: usize, men: u64| if other == KNIGHT { knight(at) } else { bishop(at, men) };
        let mut to_move = vec![NEVER; PLACES * 64];
        // Where the lone king loses when it is to move, and when the others are.
        let (mut lost, mut won) = (vec![0u64; PLACES], vec![0u64; PLACES]);
        let places = || {
            let of = |own: usize| (0..64).flat_map(move |first| (0..64).map(move |second| (own, first, second)));
            (0..64).flat_map(of).filter(|&(own, first, second)| own != first && own != second && first != second)
        };
        for round in 0..NEVER - 1 {
            let mut is_news = false;
            // Step 1. The side with the men has a move to where the lone king is lost.
            if round > 0 {
                for (own, first, second) in places() {
                    let men = 1u64 << own | 1 << first | 1 << second;
                    let seen = [bishop(first, men), other_attacks(second, men)];
                    let mut wins = 0;
                    squares(king(own) & !men).for_each(|to| wins |= lost[place(to, first, second)]);
                    squares(seen[0] & !men).for_each(|to| wins |= lost[place(own, to, second)]);
                    squares(seen[1] & !men).for_each(|to| wins |= lost[place(own, first, to)]);
                    let at = place(own, first, second);
                    // A lone king in check, or beside the other, cannot be waiting for a move.
                    let news = wins & !won[at] & !(men | seen[0] | seen[1] | king(own));
                    won[at] |= news;
                    squares(news).for_each(|lone| to_move[at * 64 + lone] = round);
                    is_news |= news != 0;
                }
            }
            // Step 2. The lone king has no move but to where it is lost; a man that is not guarded it takes.
            for (own, first, second) in places() {
                let men = 1u64 << own | 1 << first | 1 << second;
                let attacked = bishop(first, men) | other_attacks(second, men);
                let safe = !(attacked | king(own) | 1 << own);
                let at = place(own, first, second);
                let can_move = beside(safe);
                let escapes = beside(safe & !won[at]);
                let loses = (!can_move & attacked | can_move & !escapes) & !(men | king(own));
                is_news |= loses != lost[at];
                lost[at] = loses;
            }
            if !is_news {
                break;
            }
        }
        PairTable { to_move }
    }
}
