//! Which squares a man attacks. The usual tables for rooks and bishops are hundreds of KB, more than fits near the processor:
//! lines have small tables here, by the six inner squares of each. Those of a diagonal are brought together by one product,
//! because no two of its squares share a file, and spread again by another.

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

/// What may attack a square, each in line with it: the squares of rooks, of bishops, of pawns of either side.
struct Towards {
    straight: u64,
    diagonal: u64,
    pawns: [u64; 2],
}

static TOWARDS: [Towards; 64] = {
    let mut table = [const { Towards { straight: 0, diagonal: 0, pawns: [0; 2] } }; 64];
    let mut square = 0;
    while square < 64 {
        let at = 1u64 << square;
        let straight = FILE_A << (square & 7) | 0xFF << (square & 56);
        table[square].straight = straight & !at;
        table[square].diagonal = LINES[square] & !straight;
        let beside = (at & !FILE_A) >> 1 | (at & !FILE_H) << 1;
        table[square].pawns = [beside >> 8, beside << 8];
        square += 1;
    }
    table
};

/// Where rooks may stand that attack a square.
#[inline(always)]
pub(crate) fn straight_lines(square: usize) -> u64 {
    TOWARDS[square & 63].straight
}

/// Where bishops may stand that attack a square.
#[inline(always)]
pub(crate) fn diagonal_lines(square: usize) -> u64 {
    TOWARDS[square & 63].diagonal
}

/// Where pawns of a side stand that attack a square.
#[inline(always)]
pub(crate) fn pawns_towards(square: usize, side: usize) -> u64 {
    TOWARDS[square & 63].pawns[side & 1]
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

/// The places of a line of eight that are reached from one of them, up to the first man on either side.
const fn reached(from: usize, men: usize) -> u8 {
    let mut reached = 0;
    let mut place = from + 1;
    while place < 8 {
        reached |= 1 << place;
        if men >> place & 1 == 1 {
            break;
        }
        place += 1;
    }
    place = from;
    while place > 0 {
        place -= 1;
        reached |= 1 << place;
        if men >> place & 1 == 1 {
            break;
        }
    }
    reached
}

/// A rank by its inner squares: the places reached from each file.
static RANKS: [[u8; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut at = 0;
    while at < 8 * 64 {
        table[at / 64][at % 64] = reached(at / 64, (at % 64) << 1);
        at += 1;
    }
    table
};

/// Brings the inner squares of the a-file together in the six highest bits, each in a place of its own.
const GATHER: u64 = 0x0080_4020_1008_0400;

/// The a-file by its inner squares, gathered: the squares reached from each rank.
static FILES: [[u64; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut at = 0;
    while at < 8 * 64 {
        let (rank, men) = (at / 64, (at % 64) << 1);
        let (reached, mut file, mut word, mut place) = (reached(rank, men), 0u64, 0u64, 0);
        while place < 8 {
            file |= (reached as u64 >> place & 1) << (8 * place);
            word |= (men as u64 >> place & 1) << (8 * place);
            place += 1;
        }
        table[rank][(word.wrapping_mul(GATHER) >> 58) as usize] = file;
        at += 1;
    }
    table
};

/// The squares a rook attacks, up to the first man on each line.
#[inline]
pub(crate) fn rook(square: usize, men: u64) -> u64 {
    let (file, rank) = (square & 7, square >> 3 & 7);
    let along = RANKS[file][(men >> (8 * rank + 1) & 63) as usize];
    let inner = (men >> file & FILE_A & !(0xFF | 0xFF << 56)).wrapping_mul(GATHER) >> 58;
    u64::from(along) << (8 * rank) | FILES[rank][inner as usize] << file
}

/// The rising and the falling diagonal through each square, without it.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut table = [[0; 2]; 64];
    let mut square = 0i32;
    while square < 64 {
        let mut other = 0i32;
        while other < 64 {
            let (files, ranks) = (other % 8 - square % 8, other / 8 - square / 8);
            if other != square && files == ranks {
                table[square as usize][0] |= 1 << other;
            }
            if other != square && files == -ranks {
                table[square as usize][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    table
};

/// The squares a bishop attacks, up to the first man on each diagonal.
#[inline]
pub(crate) fn bishop(square: usize, men: u64) -> u64 {
    let [rising, falling] = DIAGONALS[square & 63];
    let reached = &RANKS[square & 7];
    let inner = |diagonal: u64| ((men & diagonal).wrapping_mul(FILE_A) >> 57 & 63) as usize;
    let spread = |files: u8| u64::from(files).wrapping_mul(FILE_A);
    spread(reached[inner(rising)]) & rising | spread(reached[inner(falling)]) & falling
}

/// All squares a pawn of each side can come to: what goes beyond the last rank is turned round to the first, and cut off here. The
/// sides take turns among much that nobody can foresee, and so no branch should ask which it is.
const AHEAD: [u64; 2] = [!0xFF, !(0xFF << 56)];

#[inline(always)]
fn turned(pawns: u64, side: usize, white: u32, black: u32) -> u64 {
    pawns.rotate_left(if side == 0 { white } else { black }) & AHEAD[side & 1]
}

/// The squares that pawns of a side attack towards the a-file.
#[inline(always)]
pub(crate) fn pawns_west(pawns: u64, side: usize) -> u64 {
    turned(pawns & !FILE_A, side, 7, 64 - 9)
}

/// The squares that pawns of a side attack towards the h-file.
#[inline(always)]
pub(crate) fn pawns_east(pawns: u64, side: usize) -> u64 {
    turned(pawns & !FILE_H, side, 9, 64 - 7)
}

/// The squares before the pawns of a side.
#[inline(always)]
pub(crate) fn pawns_forward(pawns: u64, side: usize) -> u64 {
    turned(pawns, side, 8, 64 - 8)
}

/// The squares of a set, from a1 on.
pub(crate) fn squares(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (square < 64).then_some(square)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use cozy_chess::{BitBoard, Square, get_bishop_moves, get_rook_moves};
    use outwit_game::Rng;

    #[test]
    fn rooks_and_bishops_attack_what_the_large_tables_say() {
        let mut rng = Rng::new(1);
        for square in 0..64 {
            for number in 0..2000 {
                // Few men, and many.
                let men = if number % 2 == 0 { rng.bits() } else { rng.bits() & rng.bits() & rng.bits() };
                assert_eq!(
                    rook(square, men),
                    get_rook_moves(Square::index(square), BitBoard(men)).0,
                    "{square} {men:x}"
                );
                let wanted = get_bishop_moves(Square::index(square), BitBoard(men)).0;
                assert_eq!(bishop(square, men), wanted, "{square} {men:x}");
            }
        }
    }
}
