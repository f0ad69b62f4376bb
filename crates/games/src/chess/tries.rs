//! The tries that are offered to a seat that does not see the other's men.
//!
//! They follow from what the seat has heard alone: where its own men stand, which castling rights it holds, what it was told
//! of pawn captures, and which tries of this turn were refused. No man of the other side is looked at, nor checks, nor the
//! square of a capture en passant: nothing here reads `sides` of the other.

use super::attacks::{bishop, king, knight, pawns_east, pawns_forward, pawns_west, rook, squares};
use super::board::{BISHOP, Board, CASTLINGS, KING, KNIGHT, LAST_RANKS, PAWN, QUEEN, ROOK, pack, unpack};
use outwit_game::Rng;

/// The tries of this turn that were refused: for each of the mover's men, in the order of their squares, a set of squares.
/// A pawn that would become something has its goals on the last rank only, and uses the ranks below for the other kinds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Refused {
    sets: [u64; 16],
    count: u16,
}

impl Refused {
    #[inline]
    fn place(own: u64, mv: u16) -> (usize, u64) {
        let (from, to, becomes) = unpack(mv);
        let man = (own & ((1 << from) - 1)).count_ones() as usize & 15;
        // Queens use the rank itself, rooks the next one towards the middle, and so on.
        let row = if becomes == 0 { 0 } else { QUEEN - becomes };
        let square = if to >= 32 { to - 8 * row } else { to + 8 * row };
        (man, 1 << square)
    }

    #[inline]
    pub(crate) fn add(&mut self, own: u64, mv: u16) {
        let (man, bit) = Refused::place(own, mv);
        self.count += u16::from(self.sets[man] & bit == 0);
        self.sets[man] |= bit;
    }

    #[inline]
    pub(crate) fn has(&self, own: u64, mv: u16) -> bool {
        if self.count == 0 {
            return false;
        }
        let (man, bit) = Refused::place(own, mv);
        self.sets[man] & bit != 0
    }

    #[inline]
    pub(crate) fn clear(&mut self) {
        if self.count > 0 {
            *self = Refused::default();
        }
    }

    #[inline]
    pub(crate) fn count(&self) -> usize {
        usize::from(self.count)
    }

    /// A key of the set, on top of another.
    pub(crate) fn key(&self, key: u64) -> u64 {
        self.sets.iter().fold(key, |key, set| Rng::hash(key, *set))
    }

    /// The tries, in the order of the men's squares.
    pub(crate) fn list(&self, board: &Board) -> Vec<u16> {
        let side = usize::from(board.mover);
        let seventh: u64 = if side == 0 { 0xFF << 48 } else { 0xFF << 8 };
        let about_to_become = board.of(side, PAWN) & seventh;
        let of_man = |(from, &set): (usize, &u64)| {
            let becomes = |square: usize| {
                if about_to_become >> from & 1 == 0 {
                    return pack(from, square, 0);
                }
                let row = if side == 0 { 7 - square / 8 } else { square / 8 };
                pack(from, square % 8 + if side == 0 { 56 } else { 0 }, QUEEN - row.min(3))
            };
            squares(set).map(becomes).collect::<Vec<u16>>()
        };
        squares(board.own()).zip(&self.sets).flat_map(of_man).collect()
    }
}

/// Which of the mover's tries are offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Offer {
    /// All but captures with pawns: the referee has said that there are none.
    NoPawnCaptures,
    /// All.
    All,
    /// Captures with pawns alone: the seat has asked, and must try.
    PawnCaptures,
}

/// Pawn moves in bulk: steps, double steps, captures towards the a-file, captures towards the h-file.
#[inline]
fn pawn_goals(board: &Board, offer: Offer) -> [u64; 4] {
    let side = usize::from(board.mover) & 1;
    let (own, pawns) = (board.own(), board.of(side, PAWN));
    let one = pawns_forward(pawns, side) & !own;
    let third = if side == 0 { 0xFF << 16 } else { 0xFF << 40 };
    let two = pawns_forward(one & third, side) & !own;
    let (west, east) = (pawns_west(pawns, side) & !own, pawns_east(pawns, side) & !own);
    match offer {
        Offer::All => [one, two, west, east],
        Offer::NoPawnCaptures => [one, two, 0, 0],
        Offer::PawnCaptures => [0, 0, west, east],
    }
}

/// The square a pawn comes from, by the place of its goal in [`pawn_goals`].
#[inline]
fn pawn_from(to: usize, way: usize, side: usize) -> usize {
    let back = [8, 16, 7, 9][way];
    // For black, towards the a-file is the other diagonal.
    let forth = [8, 16, 9, 7][way];
    if side == 0 { to - back } else { to + forth }
}

/// The castlings a seat may try: it holds the right, and none of its own men stands between.
#[inline]
fn castlings(board: &Board) -> u64 {
    let side = usize::from(board.mover) & 1;
    let mut goals = 0;
    if board.rights >> (2 * side) & 3 != 0 {
        for (index, &(_, to, _, _, between, _)) in CASTLINGS.iter().enumerate().skip(2 * side).take(2) {
            if board.rights >> index & 1 == 1 && board.own() & between == 0 {
                goals |= 1 << to;
            }
        }
    }
    goals
}

/// The square of a set with so many before it.
#[inline(always)]
fn nth(mut set: u64, place: u32) -> usize {
    for _ in 0..place {
        set &= set - 1;
    }
    set.trailing_zeros() as usize
}

/// How many there are of what is seldom more than two.
#[inline(always)]
fn few(mut set: u64) -> u32 {
    let mut count = 0;
    while set != 0 {
        set &= set - 1;
        count += 1;
    }
    count
}

/// No square: lists of goals are filled up with it.
const NONE: u8 = 64;

/// The goals of a man on each square of an empty board, in the steps of these directions as far as they go.
const fn goals<const MOST: usize, const WAYS: usize>(ways: [(i32, i32); WAYS], far: i32) -> [[u8; MOST]; 64] {
    let mut lists = [[NONE; MOST]; 64];
    let mut from = 0;
    while from < 64 {
        let (mut way, mut count) = (0, 0);
        while way < WAYS {
            let mut step = 1;
            while step <= far {
                let (file, rank) = (from % 8 + step * ways[way].0, from / 8 + step * ways[way].1);
                if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                    lists[from as usize][count] = (8 * rank + file) as u8;
                    count += 1;
                }
                step += 1;
            }
            way += 1;
        }
        from += 1;
    }
    lists
}

const LINES: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONALS: [(i32, i32); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
static KNIGHT_GOALS: [[u8; 8]; 64] = goals([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)], 1);
static KING_GOALS: [[u8; 8]; 64] = goals([(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)], 1);
static BISHOP_GOALS: [[u8; 13]; 64] = goals(DIAGONALS, 7);
static ROOK_GOALS: [[u8; 14]; 64] = goals(LINES, 7);

/// Draws that may miss before all tries are listed: most tries of a turn are refused at the end of long turns alone.
const MISSES: u32 = 200;

/// A try that is offered and was not refused, each equally likely. Nothing is listed: a place is drawn among as many as the men
/// could have goals on an empty board, and drawn again where there is none or an own man is in the way.
#[inline]
pub(crate) fn draw(board: &Board, offer: Offer, refused: &Refused, rng: &mut Rng, scratch: &mut Vec<u16>) -> u16 {
    let side = usize::from(board.mover) & 1;
    let own = board.own();
    // Step 1. How many places there are: pawns have as many as they have tries.
    let [one, two, west, east] = pawn_goals(board, offer);
    // No pawn's step ends where another's double step does: it would have been in the way.
    let steps = one | two;
    let (plain, last) =
        ([steps & !LAST_RANKS, west & !LAST_RANKS, east & !LAST_RANKS], (steps | west | east) & LAST_RANKS);
    // Written out: what is mapped over an array is called for each.
    let count = |set: u64| if set == 0 { 0 } else { set.count_ones() };
    let plain_counts = [count(plain[0]), count(plain[1]), count(plain[2])];
    let pawn_places = plain_counts[0] + plain_counts[1] + plain_counts[2];
    let last_sets = if last == 0 { [0; 3] } else { [steps & LAST_RANKS, west & LAST_RANKS, east & LAST_RANKS] };
    let last_counts =
        if last == 0 { [0; 3] } else { [4 * count(last_sets[0]), 4 * count(last_sets[1]), 4 * count(last_sets[2])] };
    let last_places = last_counts[0] + last_counts[1] + last_counts[2];
    let is_free = offer != Offer::PawnCaptures;
    let men = if is_free { own } else { 0 };
    let [_, knights, bishops, rooks, queens, kings] = board.kinds;
    let (knights, bishops, rooks) = (knights & men, bishops & men, rooks & men);
    let (queens, kings) = (queens & men, kings & men);
    let castlings = if is_free { castlings(board) } else { 0 };
    let king_places = if kings == 0 { 0 } else { 8 + if castlings == 0 { 0 } else { 2 } };
    let knight_places = 8 * few(knights);
    let bishop_places = 13 * few(bishops);
    let rook_places = 14 * few(rooks);
    let queen_places = 27 * few(queens);
    let officers = king_places + knight_places + bishop_places + rook_places + queen_places;
    let total = u64::from(pawn_places + last_places + officers);
    // Step 2. One of them.
    let from_of_pawn = |to: usize, way: usize| match way {
        0 if one >> to & 1 == 1 => pawn_from(to, 0, side),
        0 => pawn_from(to, 1, side),
        way => pawn_from(to, way + 1, side),
    };
    for _ in 0..MISSES {
        let mut place = rng.below(total) as u32;
        let mv = if place < officers {
            let (from, to, is_slider) = if place < king_places {
                let from = kings.trailing_zeros() as usize;
                let to = match place {
                    0..8 => KING_GOALS[from & 63][place as usize],
                    8 => castlings.trailing_zeros() as u8,
                    _ => (castlings & castlings.wrapping_sub(1)).trailing_zeros() as u8,
                };
                (from, to, false)
            } else if place < king_places + knight_places {
                place -= king_places;
                let from = nth(knights, place / 8);
                (from, KNIGHT_GOALS[from & 63][place as usize % 8], false)
            } else if place < king_places + knight_places + bishop_places {
                place -= king_places + knight_places;
                let from = nth(bishops, place / 13);
                (from, BISHOP_GOALS[from & 63][place as usize % 13], true)
            } else if place < king_places + knight_places + bishop_places + rook_places {
                place -= king_places + knight_places + bishop_places;
                let from = nth(rooks, place / 14);
                (from, ROOK_GOALS[from & 63][place as usize % 14], true)
            } else {
                place -= king_places + knight_places + bishop_places + rook_places;
                let (from, place) = (nth(queens, place / 27), place as usize % 27);
                let to = if place < 14 { ROOK_GOALS[from & 63][place] } else { BISHOP_GOALS[from & 63][place - 14] };
                (from, to, true)
            };
            if to == NONE || own >> to & 1 == 1 {
                continue;
            }
            let to = usize::from(to);
            // On a line no own man stands between.
            if is_slider {
                let is_straight = from / 8 == to / 8 || from % 8 == to % 8;
                let reached = if is_straight { rook(from, own) } else { bishop(from, own) };
                if reached >> to & 1 == 0 {
                    continue;
                }
            }
            pack(from, to, 0)
        } else if place < officers + pawn_places {
            place -= officers;
            let mut way = 0;
            while place >= plain_counts[way] {
                place -= plain_counts[way];
                way += 1;
            }
            let to = nth(plain[way], place);
            pack(from_of_pawn(to, way), to, 0)
        } else {
            place -= officers + pawn_places;
            let mut way = 0;
            while place >= last_counts[way] {
                place -= last_counts[way];
                way += 1;
            }
            let to = nth(last_sets[way], place / 4);
            pack(from_of_pawn(to, way), to, KNIGHT + (place % 4) as usize)
        };
        debug_assert!(own >> unpack(mv).0 & 1 == 1);
        if !refused.has(own, mv) {
            return mv;
        }
    }
    list(board, offer, refused, scratch);
    let mv = *rng.pick(scratch);
    scratch.clear();
    mv
}

/// Every try that is offered and was not refused, in the order of the men's squares.
pub(crate) fn list(board: &Board, offer: Offer, refused: &Refused, out: &mut Vec<u16>) {
    let own = board.own();
    let mut push = |mv: u16| {
        if !refused.has(own, mv) {
            out.push(mv);
        }
    };
    let pawns = pawn_goals(board, offer);
    let side = usize::from(board.mover) & 1;
    for from in squares(own) {
        let kind = board.kind_on(from).unwrap_or(PAWN);
        if kind == PAWN {
            let ways = pawns.iter().enumerate();
            let goals = ways.flat_map(|(way, &set)| squares(set).map(move |to| (way, to)));
            for (_, to) in goals.filter(|&(way, to)| pawn_from(to, way, side) == from) {
                if LAST_RANKS >> to & 1 == 1 {
                    [QUEEN, ROOK, BISHOP, KNIGHT].iter().for_each(|&becomes| push(pack(from, to, becomes)));
                } else {
                    push(pack(from, to, 0));
                }
            }
            continue;
        }
        if offer == Offer::PawnCaptures {
            continue;
        }
        let goals = match kind {
            KNIGHT => knight(from),
            BISHOP => bishop(from, own),
            ROOK => rook(from, own),
            QUEEN => rook(from, own) | bishop(from, own),
            _ => king(from) | castlings(board),
        };
        squares(goals & !own).for_each(|to| push(pack(from, to, 0)));
    }
    debug_assert!(board.kinds[KING] != 0);
}
