//! A board made from the record, for when no board is at hand that agrees with everything a seat has heard.
//!
//! What is certain is kept: the seat's own men, how many pawns and pieces the other has left, what stands where something was just
//! taken, the checks and the number of pawn captures that were announced last, and the tries of this turn that were refused. The
//! rest is guessed, pawns on their files and within reach, pieces anywhere, and then one man of the other's at a time is put
//! elsewhere until all of that fits. What was heard longer ago is not looked at.

use super::attacks::{bishop, rook, squares};
use super::board::{BISHOP, Board, KING, KNIGHT, LAST_RANKS, PAWN, QUEEN, ROOK, unpack};
use super::picture::known;
use super::referee::{Report, check_kinds};
use super::seen::{Answer, Seen};
use super::{Chess, Eyes, Position};
use outwit_game::{Player, Rng};

/// Changes made before a guess is given up, and guesses made before all is.
const CHANGES: usize = 2500;
const GUESSES: usize = 6;
/// How often a change for the worse is kept all the same.
const WORSE: f64 = 0.03;

/// What is certain.
struct Record {
    own: Board,
    side: usize,
    last: Report,
    refused: Vec<u16>,
    /// Where a man of the other's has just taken something.
    taker: Option<usize>,
    strength: [u8; 6],
}

/// A board by the record.
pub(crate) fn rebuild(game: &Chess, seat: Player, seen: &[Seen], rng: &mut Rng) -> Option<Position> {
    let Eyes::Referee(_) = game.eyes else { return None };
    for _ in 0..GUESSES {
        let record = Record::read(game, seat, seen, rng)?;
        if let Some(board) = record.guess(rng) {
            let mut position = game.position(board);
            record.refused.iter().for_each(|&mv| position.refused.add(board.own(), mv));
            if position.end.is_none() {
                return Some(position);
            }
        }
    }
    None
}

impl Record {
    fn read(game: &Chess, seat: Player, seen: &[Seen], rng: &mut Rng) -> Option<Record> {
        let side = seat.index();
        let (mut own, _) = known(game, seat, seen);
        let mut strength = [8, 2, 2, 2, 1, 1];
        let mut record_of_turn = Vec::new();
        let (mut last, mut taker, mut plies, mut quiet) = (None, None, 0u16, 0u16);
        for seen in seen {
            match seen {
                Seen::Look(look) => {
                    strength = look.against;
                    last = Some(look.report);
                    plies = 2 * (look.own.number - 1) + u16::from(look.own.mover);
                }
                Seen::Own(mv, Answer::Illegal) => record_of_turn.push(*mv),
                Seen::Own(_, Answer::Played(report)) | Seen::Other(report) => {
                    (last, plies, quiet) = (Some(*report), plies.saturating_add(1), quiet.saturating_add(1));
                    record_of_turn.clear();
                    taker = None;
                    if let Some((square, is_pawn)) = report.taken {
                        quiet = 0;
                        if matches!(seen, Seen::Other(_)) {
                            taker = Some(usize::from(square));
                        } else {
                            lose(&mut strength, is_pawn, rng);
                        }
                    }
                }
                _ => {}
            }
        }
        let start = Report { mover: 0, tries: None, taken: None, checks: 0, end: None };
        let last = last.unwrap_or(start);
        own.mover = last.mover;
        own.number = plies / 2 + 1;
        own.clock = quiet;
        own.rights &= if side == 0 { 3 } else { 12 };
        Some(Record { own, side, last, refused: record_of_turn, taker, strength })
    }

    /// The other's men somewhere, put elsewhere one by one until everything certain fits.
    fn guess(&self, rng: &mut Rng) -> Option<Board> {
        let other = 1 - self.side;
        let mut board = self.own;
        for kind in [KING, PAWN, QUEEN, ROOK, BISHOP, KNIGHT] {
            for _ in 0..self.strength[kind] {
                let square = self.place(&board, kind, rng)?;
                board.put(square, other, kind);
            }
        }
        let mut wrong = self.wrong(&board);
        for _ in 0..CHANGES {
            if wrong == 0 {
                return Some(board);
            }
            let men: Vec<usize> = squares(board.sides[other]).collect();
            let from = *rng.pick(&men);
            let kind = board.kind_on(from)?;
            // Where something was taken somebody stands, and somebody is in the way of what was refused.
            let is_free = |square: &usize| {
                board.men() >> square & 1 == 0 && kind != KING && (kind != PAWN || LAST_RANKS >> square & 1 == 0)
            };
            let in_the_way = if rng.index(2) == 0 { self.in_the_way(&board, rng).filter(is_free) } else { None };
            let to = match self.taker.filter(|taker| is_free(taker) && kind != PAWN).or(in_the_way) {
                Some(square) => square,
                None => self.place(&board, kind, rng)?,
            };
            let mut changed = board;
            changed.remove(from);
            changed.put(to, other, kind);
            let now = self.wrong(&changed);
            if now <= wrong || rng.unit() < WORSE {
                (board, wrong) = (changed, now);
            }
        }
        (wrong == 0).then_some(board)
    }

    /// A square on which a man would be in the way of a try that was refused and is legal on this board.
    fn in_the_way(&self, board: &Board, rng: &mut Rng) -> Option<usize> {
        let wrong: Vec<u16> = self.refused.iter().copied().filter(|&mv| board.is_legal(mv)).collect();
        if wrong.is_empty() {
            return None;
        }
        let (from, to, _) = unpack(*rng.pick(&wrong));
        let ends = 1u64 << from | 1 << to;
        let between = rook(from, ends) & rook(to, ends) | bishop(from, ends) & bishop(to, ends);
        let is_step = board.kinds[PAWN] >> from & 1 == 1 && from % 8 == to % 8;
        // Of a line, what lies between its ends: crossings of other lines are none.
        let line = if from / 8 == to / 8 || from % 8 == to % 8 { rook(from, ends) } else { bishop(from, ends) };
        let squares: Vec<usize> = squares(between & line & !ends | if is_step { 1 << to } else { 0 }).collect();
        if squares.is_empty() { None } else { Some(*rng.pick(&squares)) }
    }

    /// A free square where a man of this kind may stand: pawns not far from home, the king nearer than others.
    fn place(&self, board: &Board, kind: usize, rng: &mut Rng) -> Option<usize> {
        let other = 1 - self.side;
        for _ in 0..200 {
            let file = rng.index(8);
            let steps = match kind {
                // One to six, the first ones likelier.
                PAWN => 1 + rng.index(6).min(rng.index(6)),
                KING => rng.index(8).min(rng.index(8)),
                _ => rng.index(8),
            };
            let square = 8 * if other == 0 { steps } else { 7 - steps } + file;
            if board.men() >> square & 1 == 0 {
                return Some(square);
            }
        }
        None
    }

    /// How much of what is certain does not fit.
    fn wrong(&self, board: &Board) -> u32 {
        let mut wrong = 0;
        let waiting = usize::from(1 - board.mover);
        if board.attackers(board.king_of(waiting), board.men(), 1 - waiting) != 0 {
            wrong += 4;
        }
        let checkers = board.checkers();
        wrong += 2 * (check_kinds(board, checkers) ^ self.last.checks).count_ones();
        if let Some(told) = self.last.tries {
            let tries = board.pawn_tries(checkers);
            // Whether there is any, or how many.
            wrong += match told {
                0 => u32::from(tries),
                _ => u32::from(tries.abs_diff(told)),
            };
        }
        if self.taker.is_some_and(|taker| board.sides[1 - self.side] >> taker & 1 == 0) {
            wrong += 2;
        }
        wrong + self.refused.iter().filter(|&&mv| board.is_legal(mv)).count() as u32
    }
}

/// One man fewer, of a kind that may have been taken.
fn lose(strength: &mut [u8; 6], is_pawn: Option<bool>, rng: &mut Rng) {
    let pieces: Vec<usize> =
        (KNIGHT..=QUEEN).flat_map(|kind| std::iter::repeat_n(kind, strength[kind].into())).collect();
    let is_pawn =
        is_pawn.unwrap_or_else(|| rng.index(usize::from(strength[PAWN]) + pieces.len().max(1)) >= pieces.len());
    let kind = if is_pawn || pieces.is_empty() { PAWN } else { *rng.pick(&pieces) };
    strength[kind] = strength[kind].saturating_sub(1);
}
