//! Which squares a man attacks. Sliders are looked up in the tables of `cozy-chess`.
//!
//! Those tables are constants of 700 KB: whatever a look-up is inlined into gets a copy of its own, and a binary had
//! seventeen. So the two look-ups are calls.

use cozy_chess::{BitBoard, Square, get_bishop_moves, get_rook_moves};

/// The a-file; and the h-file.
pub(crate) const FILE_A: u64 = 0x0101_0101_0101_0101;
pub(crate) const FILE_H: u64 = FILE_A << 7;

const fn steps(offsets: [(i32, i32); 8]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut index = 0;
        while index < 8 {
            let (file, rank) = (square % 8 + offsets[index].0, square / 8 + offsets[index].1);
            if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                table[square as usize] |= 1 << (8 * rank + file);
            }
            index += 1;
        }
        square += 1;
    }
    table
}

static KNIGHT: [u64; 64] = steps([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static KING: [u64; 64] = steps([(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]);

/// The squares in line with each: all that a queen would attack on an empty board.
static LINES: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0i32;
    while square < 64 {
        let mut other = 0i32;
        while other < 64 {
            let (files, ranks) = (other % 8 - square % 8, other / 8 - square / 8);
            if other != square && (files == 0 || ranks == 0 || files == ranks || files == -ranks) {
                table[square as usize] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    table
};

/// The squares in line with one: a man elsewhere is in no slider's way to it.
#[inline(always)]
pub(crate) fn lines(square: usize) -> u64 {
    LINES[square & 63]
}

/// The squares a knight attacks.
#[inline(always)]
pub(crate) fn knight(square: usize) -> u64 {
    KNIGHT[square & 63]
}

/// The squares a king attacks.
#[inline(always)]
pub(crate) fn king(square: usize) -> u64 {
    KING[square & 63]
}

/// The squares a rook attacks, up to the first man on each line.
#[inline(never)]
pub(crate) fn rook(square: usize, men: u64) -> u64 {
    get_rook_moves(Square::index(square & 63), BitBoard(men)).0
}

/// The squares a bishop attacks.
#[inline(never)]
pub(crate) fn bishop(square: usize, men: u64) -> u64 {
    get_bishop_moves(Square::index(square & 63), BitBoard(men)).0
}

/// The squares that pawns of a side attack towards the a-file.
#[inline(always)]
pub(crate) fn pawns_west(pawns: u64, side: usize) -> u64 {
    if side == 0 { (pawns & !FILE_A) << 7 } else { (pawns & !FILE_A) >> 9 }
}

/// The squares that pawns of a side attack towards the h-file.
#[inline(always)]
pub(crate) fn pawns_east(pawns: u64, side: usize) -> u64 {
    if side == 0 { (pawns & !FILE_H) << 9 } else { (pawns & !FILE_H) >> 7 }
}

/// The squares before the pawns of a side.
#[inline(always)]
pub(crate) fn pawns_forward(pawns: u64, side: usize) -> u64 {
    if side == 0 { pawns << 8 } else { pawns >> 8 }
}

/// The squares of a set, from a1 on.
pub(crate) fn squares(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (square < 64).then_some(square)
    })
}
