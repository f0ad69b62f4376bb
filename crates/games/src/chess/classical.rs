//! The classical evaluation of open chess: men and the squares they belong on, pawns that have passed, a king that hides while
//! there are queens and walks when there are none, and what the mover wins by taking at once.

use super::attacks::{FILE_A, squares};
use super::board::{BISHOP, Board, KING, KNIGHT, PAWN, QUEEN, ROOK};
use super::evaluation::{Attacks, WORTH};

/// What the men other than pawns and kings count towards the middle of the game; both sides together begin with 24.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
const FULL_PHASE: i32 = 24;
const BISHOP_PAIR: i32 = 30;
const TEMPO: i32 = 10;

/// By steps from home, for a pawn that no other can stop or take on its way.
const PASSED: [i32; 8] = [0, 5, 10, 20, 40, 70, 110, 0];

/// 0 on the rim, 3 in the middle.
fn from_rim(line: usize) -> i32 {
    line.min(7 - line) as i32
}

/// White's advantage in hundredths of a pawn.
pub(super) fn advantage(board: &Board) -> i32 {
    let phase: i32 =
        (KNIGHT..=QUEEN).map(|kind| PHASE[kind] * board.kinds[kind].count_ones() as i32).sum::<i32>().min(FULL_PHASE);
    let static_advantage = men(board, 0, phase) - men(board, 1, phase);
    let mover = usize::from(board.mover);
    let coming = TEMPO + 9 * best_exchange(board, mover) / 10;
    static_advantage + if mover == 0 { coming } else { -coming }
}

/// The most a side wins by taking one man, and what follows on that square.
fn best_exchange(board: &Board, side: usize) -> i32 {
    let targets = Attacks::of(board, side).by_any & board.sides[1 - side] & !board.kinds[KING];
    squares(targets).map(|square| board.exchange(square, side)).max().unwrap_or(0)
}

/// The men of one side and where they stand.
fn men(board: &Board, side: usize, phase: i32) -> i32 {
    let mut sum: i32 = (PAWN..=QUEEN).map(|kind| board.of(side, kind).count_ones() as i32 * WORTH[kind]).sum();
    let rank = |square: usize| if side == 0 { square / 8 } else { 7 - square / 8 };
    let (own_pawns, their_pawns) = (board.of(side, PAWN), board.of(1 - side, PAWN));
    for square in squares(own_pawns) {
        let (file, steps) = (square % 8, rank(square) - 1);
        let ahead = ahead_of(square, side);
        let beside = FILE_A << file | (FILE_A << file.saturating_sub(1)) | (FILE_A << (file + 1).min(7));
        sum += match from_rim(file) {
            // The middle pawns belong in the middle, those before a castled king at home.
            3 => [-12, 0, 16, 18, 20, 24, 30, 0][steps],
            2 => [0, 2, 4, 8, 12, 18, 26, 0][steps],
            _ => [2, 2, 0, 2, 6, 12, 20, 0][steps],
        };
        if their_pawns & beside & ahead == 0 {
            sum += PASSED[steps] * (2 * FULL_PHASE - phase) / FULL_PHASE;
        }
        if own_pawns & ahead & FILE_A << file != 0 {
            sum -= 10;
        }
    }
    for square in squares(board.of(side, KNIGHT)) {
        let middle = from_rim(square % 8).min(from_rim(square / 8));
        sum += [-24, -4, 10, 14][middle as usize] - if rank(square) == 0 { 8 } else { 0 };
    }
    for square in squares(board.of(side, BISHOP)) {
        let middle = from_rim(square % 8).min(from_rim(square / 8));
        sum += 4 * middle - if rank(square) == 0 { 12 } else { 0 };
    }
    if board.of(side, BISHOP).count_ones() > 1 {
        sum += BISHOP_PAIR;
    }
    for square in squares(board.of(side, ROOK)) {
        let file = FILE_A << (square % 8);
        sum += match (own_pawns & file, their_pawns & file) {
            (0, 0) => 18,
            (0, _) => 9,
            _ => 0,
        };
        sum += if rank(square) == 6 { 18 } else { 2 * from_rim(square % 8).min(2) };
    }
    for square in squares(board.of(side, QUEEN)) {
        sum += from_rim(square % 8).min(from_rim(square / 8));
    }
    let king = board.king_of(side);
    if king < 64 {
        sum += (phase * hidden_king(board, side, king, rank(king))
            + (FULL_PHASE - phase) * 6 * (from_rim(king % 8) + from_rim(king / 8)))
            / FULL_PHASE;
    }
    sum
}

/// The squares before one, on all files.
fn ahead_of(square: usize, side: usize) -> u64 {
    match (side, square / 8) {
        (0, 7) | (1, 0) => 0,
        (0, rank) => u64::MAX << (8 * (rank + 1)),
        (_, rank) => u64::MAX >> (8 * (8 - rank)),
    }
}

/// What a king's place is worth in the middle of the game: near a corner, at home, behind pawns.
fn hidden_king(board: &Board, side: usize, king: usize, rank: usize) -> i32 {
    let file = king % 8;
    let corner = [24, 30, 16, -10][from_rim(file) as usize] - 22 * rank.min(3) as i32;
    let near = (FILE_A << file | FILE_A << file.saturating_sub(1) | FILE_A << (file + 1).min(7))
        & if side == 0 { 0x00FF_FF00 } else { 0x00FF_FF00 << 32 };
    corner + 8 * (board.of(side, PAWN) & near).count_ones().min(3) as i32
}
