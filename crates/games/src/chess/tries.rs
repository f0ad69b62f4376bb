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
        let (man, bit) = Refused::place(own, mv);
        self.count > 0 && self.sets[man] & bit != 0
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

/// Each man's goals as its own side alone stands, gathered so that a try can be drawn without listing them all.
pub(crate) struct Goals {
    froms: [u8; 16],
    sets: [u64; 16],
    count: usize,
    total: u32,
    pawns: [u64; 4],
    pawn_tries: u32,
    side: usize,
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

impl Goals {
    #[inline]
    pub(crate) fn of(board: &Board, offer: Offer) -> Goals {
        let side = usize::from(board.mover) & 1;
        let own = board.own();
        let pawns = pawn_goals(board, offer);
        let pawn_tries = pawns.iter().map(|set| set.count_ones() + 3 * (set & LAST_RANKS).count_ones()).sum::<u32>();
        let mut goals = Goals { froms: [0; 16], sets: [0; 16], count: 0, total: pawn_tries, pawns, pawn_tries, side };
        if offer != Offer::PawnCaptures {
            for from in squares(own & board.kinds[KNIGHT]) {
                goals.add(from, knight(from) & !own);
            }
            for from in squares(own & board.kinds[BISHOP]) {
                goals.add(from, bishop(from, own) & !own);
            }
            for from in squares(own & board.kinds[ROOK]) {
                goals.add(from, rook(from, own) & !own);
            }
            for from in squares(own & board.kinds[QUEEN]) {
                goals.add(from, (rook(from, own) | bishop(from, own)) & !own);
            }
            let from = board.king_of(side);
            if from < 64 {
                goals.add(from, king(from) & !own | castlings(board));
            }
        }
        goals
    }

    // A side has at most sixteen men: positions with more are not read.
    #[inline(always)]
    fn add(&mut self, from: usize, set: u64) {
        if self.count < 16 {
            self.froms[self.count] = from as u8;
            self.sets[self.count] = set;
            self.count += 1;
            self.total += set.count_ones();
        }
    }

    /// How many there are, refused or not.
    pub(crate) fn total(&self) -> u32 {
        self.total
    }

    /// The try at this place of an order of their own.
    #[inline]
    fn at(&self, mut place: u32) -> u16 {
        if place < self.pawn_tries {
            for (way, &set) in self.pawns.iter().enumerate() {
                let plain = set & !LAST_RANKS;
                let count = plain.count_ones();
                if place < count {
                    let to = nth(plain, place);
                    return pack(pawn_from(to, way, self.side), to, 0);
                }
                place -= count;
                let last = set & LAST_RANKS;
                let count = 4 * last.count_ones();
                if place < count {
                    let to = nth(last, place / 4);
                    return pack(pawn_from(to, way, self.side), to, KNIGHT + (place % 4) as usize);
                }
                place -= count;
            }
        }
        place -= self.pawn_tries.min(place);
        for (&from, &set) in self.froms.iter().zip(&self.sets) {
            let count = set.count_ones();
            if place < count {
                return pack(usize::from(from), nth(set, place), 0);
            }
            place -= count;
        }
        0
    }
}

/// The square of a set with so many before it.
#[inline(always)]
fn nth(mut set: u64, place: u32) -> usize {
    for _ in 0..place {
        set &= set - 1;
    }
    set.trailing_zeros() as usize
}

/// A try that is offered and was not refused, each equally likely.
#[inline]
pub(crate) fn draw(board: &Board, offer: Offer, refused: &Refused, rng: &mut Rng, scratch: &mut Vec<u16>) -> u16 {
    let goals = Goals::of(board, offer);
    let own = board.own();
    // Most tries of a turn are refused at the end of long turns alone; there a list is quicker.
    if 4 * refused.count() <= 3 * goals.total() as usize {
        loop {
            let mv = goals.at(rng.below(u64::from(goals.total())) as u32);
            if !refused.has(own, mv) {
                return mv;
            }
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
                    [QUEEN, ROOK, BISHOP, KNIGHT].into_iter().for_each(|becomes| push(pack(from, to, becomes)));
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
