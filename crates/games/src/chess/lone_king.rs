//! Exact play against a lone king that is not seen.
//!
//! What a seat knows is then two things: where its own men stand, and on which squares the king may be, one word of 64 bits.
//! Both follow from the words of the referee without any doubt. The hunter looks a few of its own moves ahead in such
//! beliefs: a try splits the squares by what would be heard (refused; no check; a check on the rank, the file, a
//! diagonal), the king steps to every square that is not attacked, and so on. What a belief is worth at the horizon is how
//! far the mate would be if the king were seen, in the mean and in the worst case, and how many squares there are. A man that
//! can be taken counts as taken, and stalemate as lost. Beliefs that have been met before in the game cost more each time,
//! so that play goes on.

use super::attacks::{bishop, king, knight, pawns_east, pawns_forward, pawns_west, rook, squares};
use super::board::{BISHOP, Board, KING, KNIGHT, NOWHERE, PAWN, QUEEN, ROOK, pack};
use super::lone_pairs::pair_table;
use super::lone_table::{NEVER, table};
use super::referee::{Report, check_kinds};
use super::seen::{Answer, Seen};
use super::{Chess, Eyes, Position};
use outwit_game::Player;

/// What a draw costs, in moves.
const DRAWN: f64 = 250.0;
/// What each square costs on which the king may be, in moves.
const SQUARE: f64 = 0.4;
/// What a belief costs that has been met before, for each time.
const AGAIN: f64 = 2.0;
/// Own moves looked ahead; and of how many tries, the best at first sight, more than the first is looked at.
const DEPTH: u32 = 4;
const WIDTH: usize = 5;
/// Tries of one turn whose refusal is thought through.
const REFUSALS: u32 = 2;

/// What is known of a lone king.
#[derive(Clone, PartialEq, Debug)]
pub struct LoneKing {
    /// The hunter's men.
    pub(crate) own: Board,
    /// Where the king may be.
    pub squares: u64,
    /// The beliefs of earlier turns.
    past: Vec<(u64, u64)>,
}

/// The men of the hunter, as white, by kind.
type Men = [u64; 6];

/// Replays what a seat has heard; something once the other has nothing but its king.
pub fn lone_king(game: &Chess, seat: Player, seen: &[Seen]) -> Option<LoneKing> {
    let Eyes::Referee(_) = game.eyes else { return None };
    let side = seat.index();
    let mut own = Board::start();
    squares(own.sides[1 - side]).for_each(|square| own.remove(square));
    let mut left = 16u32;
    let mut king: Option<LoneKing> = None;
    for seen in seen {
        match seen {
            Seen::Look(look) => {
                own = look.own;
                left = look.against.iter().map(|&count| u32::from(count)).sum();
                if left == 1 {
                    king = Some(LoneKing { own, squares: possible(&own, side, &look.report), past: Vec::new() });
                }
            }
            Seen::Own(mv, Answer::Illegal) => {
                if let Some(king) = &mut king {
                    king.squares = keep(king.squares, |square| !with_king(&own, side, square, side).is_legal(*mv));
                }
            }
            Seen::Own(mv, Answer::Played(report)) => {
                if let Some(king) = &mut king {
                    king.squares = keep(king.squares, |square| {
                        let mut board = with_king(&own, side, square, side);
                        if !board.is_legal(*mv) {
                            return false;
                        }
                        board.apply(*mv);
                        check_kinds(&board, board.checkers()) == report.checks
                    });
                }
                own.mover = side as u8;
                own.apply(*mv);
                own.en_passant = NOWHERE;
                left -= u32::from(report.taken.is_some()).min(left);
                if left == 1 && king.is_none() {
                    king = Some(LoneKing { own, squares: possible(&own, side, report), past: Vec::new() });
                }
            }
            Seen::Other(report) => {
                if let Some(king) = &mut king {
                    king.squares = stepped(&own, side, king.squares, report);
                }
                if let Some((square, _)) = report.taken {
                    own.lose(square.into());
                }
                if let Some(king) = &mut king {
                    king.past.push((own.sides[side], king.squares));
                }
            }
            _ => {}
        }
        if let Some(king) = &mut king {
            king.own = own;
        }
    }
    king
}

/// The squares of a set of which something holds.
fn keep(set: u64, mut holds: impl FnMut(usize) -> bool) -> u64 {
    squares(set).filter(|&square| holds(square)).fold(0, |kept, square| kept | 1 << square)
}

/// The board with the lone king on a square.
fn with_king(own: &Board, side: usize, square: usize, mover: usize) -> Board {
    let mut board = *own;
    board.put(square, 1 - side, KING);
    board.mover = mover as u8;
    board.rights &= if side == 0 { 3 } else { 12 };
    board
}

/// Every square on which the king may be, by a report alone.
fn possible(own: &Board, side: usize, report: &Report) -> u64 {
    let near = king(own.king_of(side));
    keep(!own.sides[side] & !near, |square| {
        let board = with_king(own, side, square, 1 - side);
        let checkers = board.checkers();
        if usize::from(report.mover) == side { checkers == 0 } else { check_kinds(&board, checkers) == report.checks }
    })
}

/// Where the king may be after its move.
fn stepped(own: &Board, side: usize, from: u64, report: &Report) -> u64 {
    let mut reached = 0;
    for square in squares(from) {
        let board = with_king(own, side, square, 1 - side);
        for to in squares(king(square)) {
            let taken = (own.sides[side] >> to & 1 == 1).then_some(to as u8);
            if taken == report.taken.map(|(at, _)| at) && board.is_legal(pack(square, to, 0)) {
                reached |= 1 << to;
            }
        }
    }
    reached
}

impl LoneKing {
    /// Whether the hunter wins if it sees the king where it stands in this position.
    pub fn is_won_on(&self, position: &Position) -> bool {
        let lone = position.board.of(usize::from(self.own.sides[0] != 0), KING);
        squares(self.flip(lone)).any(|square| moves_to_mate(&self.men(), square) < NEVER)
    }

    /// Whether the hunter wins wherever the king may be, if it sees it.
    pub fn is_won_everywhere(&self) -> bool {
        squares(self.flip(self.squares)).all(|square| moves_to_mate(&self.men(), square) < NEVER)
    }

    /// As if the hunter were white.
    fn flip(&self, set: u64) -> u64 {
        if self.own.sides[0] == 0 { set.swap_bytes() } else { set }
    }

    fn men(&self) -> Men {
        let side = usize::from(self.own.sides[0] == 0);
        std::array::from_fn(|kind| self.flip(self.own.of(side, kind)))
    }

    /// The best try, where the hunter has men that can mate or become such.
    pub fn best_try(&self) -> Option<u16> {
        let side = usize::from(self.own.sides[0] == 0);
        let men = self.men();
        if !can_mate(&men) || self.squares == 0 {
            return None;
        }
        let past: Vec<(u64, u64)> = self.past.iter().map(|&(own, king)| (self.flip(own), self.flip(king))).collect();
        let hunt = Hunt { past: &past };
        let squares = self.flip(self.squares) & !attacks(&men);
        let (_, best) = hunt.best(&men, squares, DEPTH, REFUSALS)?;
        let square = |square: u8| if side == 0 { usize::from(square) } else { usize::from(square ^ 56) };
        Some(pack(square(best.from), square(best.to), usize::from(best.becomes)))
    }
}

/// A try of the hunter's.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Try {
    kind: u8,
    from: u8,
    to: u8,
    becomes: u8,
}

fn all(men: &Men) -> u64 {
    men.iter().fold(0, |all, set| all | set)
}

/// The squares that the hunter's men attack, its own men's among them. The lone king is in nobody's way: it does not hide
/// behind itself.
fn attacks(men: &Men) -> u64 {
    let own = all(men);
    let mut attacked = pawns_west(men[PAWN], 0) | pawns_east(men[PAWN], 0);
    squares(men[KNIGHT]).for_each(|from| attacked |= knight(from));
    squares(men[BISHOP] | men[QUEEN]).for_each(|from| attacked |= bishop(from, own));
    squares(men[ROOK] | men[QUEEN]).for_each(|from| attacked |= rook(from, own));
    squares(men[KING]).for_each(|from| attacked |= king(from));
    attacked
}

fn moves(men: &Men) -> Vec<Try> {
    let own = all(men);
    let mut found = Vec::with_capacity(64);
    for kind in (PAWN..=KING).rev() {
        for from in squares(men[kind]) {
            let goals = match kind {
                PAWN => {
                    let one = pawns_forward(1 << from, 0) & !own;
                    one | pawns_forward(one & 0xFF << 16, 0) & !own
                }
                KNIGHT => knight(from) & !own,
                BISHOP => bishop(from, own) & !own,
                ROOK => rook(from, own) & !own,
                QUEEN => (rook(from, own) | bishop(from, own)) & !own,
                _ => king(from) & !own,
            };
            for to in squares(goals) {
                let becomes: &[usize] = if kind == PAWN && to >= 56 { &[QUEEN, ROOK] } else { &[0] };
                found.extend(becomes.iter().map(|&becomes| Try {
                    kind: kind as u8,
                    from: from as u8,
                    to: to as u8,
                    becomes: becomes as u8,
                }));
            }
        }
    }
    found
}

/// The squares whose longer diagonal is the one that rises.
const RISING: u64 = {
    let (mut set, mut square) = (0u64, 0i32);
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        if (file - rank).abs() < (file + rank - 7).abs() {
            set |= 1 << square;
        }
        square += 1;
    }
    set
};

/// The squares attacked along ranks, files, the longer diagonal through them, the shorter one, and by knights.
fn lines(men: &Men) -> [u64; 5] {
    let own = all(men);
    let mut lines = [0; 5];
    for from in squares(men[ROOK] | men[QUEEN]) {
        let reached = rook(from, own);
        let rank = 0xFFu64 << (from & 56);
        lines[0] |= reached & rank;
        lines[1] |= reached & !rank;
    }
    for from in squares(men[BISHOP] | men[QUEEN]) {
        let reached = bishop(from, own);
        // Squares above on a higher file and below on a lower one.
        let rising = keep(reached, |to| (to > from) == (to % 8 > from % 8));
        lines[2] |= reached & rising;
        lines[3] |= reached & !rising;
    }
    let rising = lines[2] | pawns_east(men[PAWN], 0);
    let falling = lines[3] | pawns_west(men[PAWN], 0);
    lines[2] = rising & RISING | falling & !RISING;
    lines[3] = rising & !RISING | falling & RISING;
    squares(men[KNIGHT]).for_each(|from| lines[4] |= knight(from));
    lines
}

struct Hunt<'a> {
    past: &'a [(u64, u64)],
}

impl Hunt<'_> {
    /// About how many moves a try takes to mate; infinite for one that is sure to be refused. `depth` own moves are looked at
    /// after it.
    fn cost_of(&self, men: &Men, mv: Try, king_at: u64, depth: u32, refusals: u32) -> f64 {
        // Step 1. Where it is refused. No line of the hunter's is blocked: on a line the king would be in check.
        let refused = match usize::from(mv.kind) {
            KING => king_at & king(mv.to.into()),
            PAWN => king_at & (1 << mv.to | 1 << (mv.from + 8)),
            _ => 0,
        };
        let legal = king_at & !refused;
        if legal == 0 {
            return f64::INFINITY;
        }
        let mut after = *men;
        after[usize::from(mv.kind)] &= !(1 << mv.from);
        after[if mv.becomes == 0 { usize::from(mv.kind) } else { usize::from(mv.becomes) }] |= 1 << mv.to;
        // Step 2. What is heard on each square, and where the king goes from there.
        let (attacked, own, lines) = (attacks(&after), all(&after), lines(&after));
        let mut sum = Sum::default();
        let mut classes: [(u64, u64, u32); 12] = [(0, 0, 0); 12];
        let mut count = 0;
        for square in squares(legal) {
            let at = 1u64 << square;
            let steps = king(square) & !attacked;
            let in_check = attacked & at != 0;
            if steps == 0 {
                sum.add(1.0, if in_check { 0.0 } else { DRAWN });
                continue;
            }
            if steps & own != 0 {
                // Something can be taken for nothing: count it as taken.
                sum.add(1.0, DRAWN);
                continue;
            }
            let said =
                if in_check { (0..5).fold(0, |said, line| said | (lines[line] >> square & 1) << line) } else { 0 };
            let class = (0..count).find(|&class| classes[class].0 == said).unwrap_or(count.min(11));
            if class == count {
                classes[class].0 = said;
                count += 1;
            }
            classes[class].1 |= steps;
            classes[class].2 += 1;
        }
        for &(_, squares, weight) in &classes[..count] {
            sum.add(f64::from(weight), self.cost(&after, squares, depth, REFUSALS));
        }
        let played = 1.0 + sum.mixed();
        // Step 3. A refusal is free: the same turn goes on, with fewer squares.
        if refused == 0 {
            return played;
        }
        let mut both = Sum::default();
        both.add(f64::from(legal.count_ones()), played);
        let again = if refusals > 0 { self.cost(men, refused, depth, refusals - 1) } else { estimate(men, refused) };
        both.add(f64::from(refused.count_ones()), again);
        both.mixed()
    }

    /// About how many moves mate takes from a belief with the hunter to move.
    fn cost(&self, men: &Men, king_at: u64, depth: u32, refusals: u32) -> f64 {
        let own = all(men);
        let again = AGAIN * self.past.iter().filter(|past| **past == (own, king_at)).count() as f64;
        let ahead = match depth {
            0 => estimate(men, king_at),
            _ => self.best(men, king_at, depth, refusals).map_or(DRAWN, |(cost, _)| cost.min(DRAWN)),
        };
        ahead + again
    }

    /// The best try and what it costs, unless every one is sure to be refused. All are looked at one move deep, and those
    /// that look best are looked at further.
    fn best(&self, men: &Men, king_at: u64, depth: u32, refusals: u32) -> Option<(f64, Try)> {
        let mut tries: Vec<(f64, Try)> = moves(men)
            .into_iter()
            .map(|mv| (self.cost_of(men, mv, king_at, 0, refusals.min(1)), mv))
            .filter(|(cost, _)| cost.is_finite())
            .collect();
        let cheapest = |tries: &[(f64, Try)]| tries.iter().copied().min_by(|(one, _), (other, _)| one.total_cmp(other));
        // A mate at once needs no second look.
        if depth <= 1 || cheapest(&tries).is_none_or(|(cost, _)| cost <= 1.0) {
            return cheapest(&tries);
        }
        tries.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        tries.truncate(WIDTH);
        tries.iter_mut().for_each(|(cost, mv)| *cost = self.cost_of(men, *mv, king_at, depth - 1, refusals));
        cheapest(&tries)
    }
}

/// A mean and the worst of several costs.
#[derive(Default)]
struct Sum {
    weight: f64,
    sum: f64,
    worst: f64,
}

impl Sum {
    fn add(&mut self, weight: f64, cost: f64) {
        self.weight += weight;
        self.sum += weight * cost;
        self.worst = self.worst.max(cost);
    }

    /// Half the mean and half the worst case.
    fn mixed(&self) -> f64 {
        0.5 * (self.sum / self.weight + self.worst)
    }
}

/// The light squares.
const LIGHT: u64 = 0x55AA_55AA_55AA_55AA;

/// Whether the men mate a lone king, or become such that do.
fn can_mate(men: &Men) -> bool {
    let bishops = men[BISHOP];
    men[PAWN] | men[ROOK] | men[QUEEN] != 0
        || bishops & LIGHT != 0 && bishops & !LIGHT != 0
        || bishops != 0 && men[KNIGHT] != 0
}

/// Moves to mate if the king were seen on a square, by the man or the two minor men that are quickest alone.
fn moves_to_mate(men: &Men, square: usize) -> u8 {
    let own = men[KING].trailing_zeros() as usize;
    let mut least = NEVER;
    for kind in [QUEEN, ROOK, PAWN] {
        if men[kind] != 0
            && let Some(table) = table(kind)
        {
            for man in squares(men[kind]) {
                least = least.min(table.moves_to_mate(square, own, man));
            }
        }
    }
    if men[PAWN] | men[ROOK] | men[QUEEN] != 0 {
        return least;
    }
    for first in squares(men[BISHOP]) {
        for (kind, others) in [(BISHOP, men[BISHOP] & !(1 << first)), (KNIGHT, men[KNIGHT])] {
            for second in squares(others) {
                let Some(table) = pair_table(kind) else { continue };
                least = least.min(table.moves_to_mate(square, own, first, second));
            }
        }
    }
    least
}

/// What a belief is worth at the horizon.
fn estimate(men: &Men, king_at: u64) -> f64 {
    if king_at == 0 {
        return 0.0;
    }
    let mut sum = Sum::default();
    for square in squares(king_at) {
        let moves = moves_to_mate(men, square);
        sum.add(1.0, if moves == NEVER { DRAWN } else { f64::from(moves) });
    }
    sum.mixed() + SQUARE * f64::from(king_at.count_ones() - 1)
}
