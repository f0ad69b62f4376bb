//! What a learned evaluation sees of a board of 8x8, through the eyes of who is to move: patterns.
//!
//! Lines, diagonals and the squares about a corner are patterns, filled in 3^n ways; which way each is filled in is looked up in a
//! table that the lines of the same kind share (Buro 1997). How many moves both sides have is told besides. Positions with more
//! discs have tables of their own.

use super::{Discs, Othello};
use outwit_game::{Player, Sight};

/// The kinds of patterns and how many squares each has: the four kinds of lines from the edge to the middle, diagonals from the
/// longest to four squares, nine squares of a corner, and four along an edge with the four beside them.
const SQUARES: [u32; 11] = [8, 8, 8, 8, 8, 7, 6, 5, 4, 9, 8];
const DIAGONAL: usize = 4;
const CORNER: usize = 9;
const BLOCK: usize = 10;

/// Where the table of each kind begins; and the end of all.
const STARTS: [u32; 12] = {
    let mut starts = [0; 12];
    let mut kind = 0;
    while kind < 11 {
        starts[kind + 1] = starts[kind] + 3u32.pow(SQUARES[kind]);
        kind += 1;
    }
    starts
};
/// After the tables: how many moves each side has, up to 15.
const MOVES: u32 = STARTS[11];
const MOST_MOVES: u32 = 15;
/// Discs of a stage.
const STAGE: u32 = 10;

pub(super) const SIGHT: Sight = Sight {
    name: "patterns",
    summary: "lines, diagonals and corners, each filled in one of 3^n ways, and the moves of both sides; by discs",
    inputs: MOVES + 2 * (MOST_MOVES + 1),
    stages: 6,
};

/// Bits as digits to the base 3.
const TERNARY: [u16; 512] = {
    let mut table = [0; 512];
    let mut bits = 0;
    while bits < 512 {
        let (mut power, mut bit) = (1, 0);
        while bit < 9 {
            if bits >> bit & 1 == 1 {
                table[bits] += power;
            }
            power *= 3;
            bit += 1;
        }
        bits += 1;
    }
    table
};

/// The first diagonal squares of each row that the diagonals to the right with this shift go through.
const DIAGONALS: [[u64; 9]; 2] = {
    let mut all = [[0; 9]; 2];
    let mut place = 0;
    while place < 9 {
        // Columns less rows from -4 to 4.
        let mut row = 0i32;
        while row < 8 {
            let column = row + place as i32 - 4;
            if column >= 0 && column < 8 {
                all[0][place] |= 1 << (8 * row + column);
                all[1][place] |= 1 << (8 * row + 7 - column);
            }
            row += 1;
        }
        place += 1;
    }
    all
};

const COLUMN: u64 = 0x0101_0101_0101_0101;

#[inline]
fn column(board: u64, column: u32) -> u64 {
    // Multiplying brings the bits of the eight rows side by side into the top byte, the first row lowest.
    (board >> column & COLUMN).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The board with left and right changed.
#[inline]
fn mirrored(board: u64) -> u64 {
    board.reverse_bits().swap_bytes()
}

struct Patterns<'o> {
    out: &'o mut Vec<(u32, f32)>,
}

impl Patterns<'_> {
    #[inline]
    fn push(&mut self, kind: usize, own: u64, other: u64) {
        let code = TERNARY[(own & 511) as usize] as u32 + 2 * TERNARY[(other & 511) as usize] as u32;
        self.out.push((STARTS[kind] + code, 1.0));
    }

    /// The patterns about the first corner.
    #[inline]
    fn corner(&mut self, own: u64, other: u64) {
        let nine = |board: u64| board & 7 | board >> 5 & 0o70 | board >> 10 & 0o700;
        let along = |board: u64| board & 15 | board >> 4 & 0xF0;
        let down = |board: u64| column(board, 0) & 15 | column(board, 1) << 4 & 0xF0;
        self.push(CORNER, nine(own), nine(other));
        self.push(BLOCK, along(own), along(other));
        self.push(BLOCK, down(own), down(other));
    }
}

/// Pushes what a seat sees and gives the stage.
pub(super) fn see(game: &Othello, discs: &Discs, seat: Player, out: &mut Vec<(u32, f32)>) -> u32 {
    let (own, other) = (discs.of(seat), discs.of(seat.other()));
    let mut patterns = Patterns { out };
    for line in 0..8u32 {
        let kind = line.min(7 - line) as usize;
        patterns.push(kind, own >> (8 * line) & 255, other >> (8 * line) & 255);
        patterns.push(kind, column(own, line), column(other, line));
    }
    for masks in &DIAGONALS {
        for (place, mask) in masks.iter().enumerate() {
            let away = place.abs_diff(4);
            // Each column holds one square at most; the first of them may not be the first column.
            let empty = if (mask & COLUMN) == 0 { away } else { 0 };
            let bits = |board: u64| ((board & mask).wrapping_mul(COLUMN) >> 56) >> empty;
            patterns.push(DIAGONAL + away, bits(own), bits(other));
        }
    }
    let [mut own_now, mut other_now] = [own, other];
    for _ in 0..2 {
        patterns.corner(own_now, other_now);
        patterns.corner(own_now.swap_bytes(), other_now.swap_bytes());
        (own_now, other_now) = (mirrored(own), mirrored(other));
    }
    let [mine, theirs] =
        if seat == discs.mover { [discs.legal, game.legal(other, own)] } else { [game.legal(own, other), discs.legal] };
    for (from, moves) in [(MOVES, mine), (MOVES + MOST_MOVES + 1, theirs)] {
        out.push((from + moves.count_ones().min(MOST_MOVES), 1.0));
    }
    ((own | other).count_ones().saturating_sub(4) / STAGE).min(SIGHT.stages - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Score;
    use outwit_game::{Game, Rng};
    use std::collections::HashMap;

    /// The same by going from square to square.
    fn plainly(own: u64, other: u64) -> HashMap<u32, u32> {
        let mut counts = HashMap::new();
        let mut add = |kind: usize, squares: &[(i32, i32)]| {
            let code = squares.iter().rev().fold(0, |code, (row, column)| {
                let bit = 8 * row + column;
                3 * code + (own >> bit & 1) as u32 + 2 * (other >> bit & 1) as u32
            });
            *counts.entry(STARTS[kind] + code).or_default() += 1;
        };
        for line in 0..8 {
            let kind = line.min(7 - line) as usize;
            add(kind, &(0..8).map(|column| (line, column)).collect::<Vec<_>>());
            add(kind, &(0..8).map(|row| (row, line)).collect::<Vec<_>>());
        }
        for shift in -4..=4i32 {
            let rows = || (0..8).filter(move |row| (0..8).contains(&(row + shift)));
            let right: Vec<_> = rows().map(|row| (row, row + shift)).collect();
            let mut left: Vec<_> = rows().map(|row| (row, 7 - row - shift)).collect();
            left.sort_by_key(|(_, column)| *column);
            add(DIAGONAL + shift.unsigned_abs() as usize, &right);
            add(DIAGONAL + shift.unsigned_abs() as usize, &left);
        }
        for (down, right) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let at = |row: i32, column: i32| {
                (if down == 1 { 7 - row } else { row }, if right == 1 { 7 - column } else { column })
            };
            add(CORNER, &(0..9).map(|i| at(i / 3, i % 3)).collect::<Vec<_>>());
            add(BLOCK, &(0..8).map(|i| at(i / 4, i % 4)).collect::<Vec<_>>());
            add(BLOCK, &(0..8).map(|i| at(i % 4, i / 4)).collect::<Vec<_>>());
        }
        counts
    }

    #[test]
    fn patterns_are_those_that_a_walk_from_square_to_square_finds() {
        let game = Othello::new(8, Score::Win).unwrap();
        for seed in 0..20 {
            let mut rng = Rng::new(seed);
            let mut discs = game.start(&mut rng);
            while !discs.over {
                let mut seen = Vec::new();
                let stage = see(&game, &discs, discs.mover, &mut seen);
                assert!(stage < SIGHT.stages && seen.iter().all(|(input, _)| *input < SIGHT.inputs));
                let mut counts = HashMap::new();
                seen.iter()
                    .filter(|(input, _)| *input < MOVES)
                    .for_each(|(input, _)| *counts.entry(*input).or_default() += 1);
                assert_eq!(counts, plainly(discs.own, discs.other));
                let mv = game.random_move(&discs, &mut rng, &mut Vec::new());
                game.play(&mut discs, mv);
            }
        }
    }
}
