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

/// How many there are of what is seldom more than two: which of nought, one and two it is nobody can foresee.
#[inline(always)]
fn few(set: u64) -> u32 {
    let but_one = set & set.wrapping_sub(1);
    let but_two = but_one & but_one.wrapping_sub(1);
    u32::from(set != 0) + u32::from(but_one != 0) + if but_two == 0 { 0 } else { but_two.count_ones() }
}

/// The steps of the men that are no pawns, on an empty board: those of a rook, of a bishop (a queen has both), of a knight, and
/// of a king; and how far the first two may go on.
const WAYS: [(i32, i32); 24] = [
    (1, 0),
    (0, 1),
    (-1, 0),
    (0, -1),
    (1, 1),
    (-1, 1),
    (-1, -1),
    (1, -1),
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
    (0, -1),
    (1, -1),
];
/// Where the goals of rooks, bishops, knights and kings begin in a list, and where it ends.
const BEGIN: [usize; 5] = [0, 14, 27, 35, 43];
const MOST: usize = BEGIN[4];

/// For each square the goals of men of every kind; and the squares of each way there, the goal among them, where no own man may
/// stand. Places without a goal have all squares: some own man stands somewhere.
struct Goals {
    to: [[u8; MOST]; 64],
    through: [[u64; MOST]; 64],
}

static GOALS: Goals = {
    let mut goals = Goals { to: [[0; MOST]; 64], through: [[!0; MOST]; 64] };
    let mut from = 0;
    while from < 64 {
        let (mut way, mut group, mut at) = (0, 0, 0);
        while way < WAYS.len() {
            // Four lines, four diagonals, eight leaps, eight steps.
            let next = if way < 4 {
                0
            } else if way < 8 {
                1
            } else if way < 16 {
                2
            } else {
                3
            };
            if next != group {
                (group, at) = (next, BEGIN[next]);
            }
            let (mut step, mut through) = (1, 0);
            while step <= if way < 8 { 7 } else { 1 } {
                let (file, rank) = (from as i32 % 8 + step * WAYS[way].0, from as i32 / 8 + step * WAYS[way].1);
                if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                    let to = 8 * rank + file;
                    through |= 1 << to;
                    goals.to[from][at] = to as u8;
                    goals.through[from][at] = through;
                    at += 1;
                }
                step += 1;
            }
            way += 1;
        }
        from += 1;
    }
    goals
};

/// Kings, knights, bishops, rooks and queens: how many places each has, where its goals begin, and what to multiply a place by
/// to divide it by their number in the sixteen bits above. There is one king.
const WIDTHS: [u32; 5] = [10, 8, 13, 14, 27];
const KINDS: [usize; 5] = [KING, KNIGHT, BISHOP, ROOK, QUEEN];
const FIRSTS: [usize; 5] = [BEGIN[3], BEGIN[2], BEGIN[1], BEGIN[0], BEGIN[0]];
const INVERSES: [u32; 5] = [0, (1 << 16) / 8, (1 << 16) / 13 + 1, (1 << 16) / 14 + 1, (1 << 16) / 27 + 1];

/// Draws that may miss before all tries are listed: most tries of a turn are refused at the end of long turns alone.
pub(crate) const MISSES: u32 = 200;

/// What tries are drawn from. Nothing is listed: a place is drawn among as many as the men could have goals on an empty board, and
/// is empty where there is none or an own man is in the way.
pub(crate) struct Urn {
    own: u64,
    side: usize,
    /// Single steps of pawns.
    one: u64,
    /// Goals of pawns by steps and by captures to either side, and how many there are where they stay pawns.
    goals: [u64; 3],
    counts: [u32; 3],
    castlings: u64,
    /// Kings, knights, bishops, rooks and queens, and how many places come before those of each.
    sets: [u64; 5],
    befores: [u32; 5],
    officers: u32,
    /// The places of officers and of pawns that stay pawns; and all of them.
    simple: u32,
    total: u64,
}

/// A try that was drawn.
pub(crate) struct Lot {
    pub(crate) mv: u16,
    pub(crate) kind: usize,
    /// The squares between, of one that is no pawn and does not castle.
    pub(crate) between: u64,
}

impl Urn {
    #[inline(always)]
    pub(crate) fn new(board: &Board, offer: Offer) -> Urn {
        let side = usize::from(board.mover) & 1;
        let own = board.own();
        // Pawns have as many places as they have tries.
        let [one, two, west, east] = pawn_goals(board, offer);
        // No pawn's step ends where another's double step does: it would have been in the way.
        let steps = one | two;
        let plain = steps & !LAST_RANKS;
        // Most of the time there are steps alone, or none.
        let mut counts = [if plain == 0 { 0 } else { plain.count_ones() }, 0, 0];
        if west | east != 0 {
            (counts[1], counts[2]) = ((west & !LAST_RANKS).count_ones(), (east & !LAST_RANKS).count_ones());
        }
        let last = (steps | west | east) & LAST_RANKS;
        let goals = [steps, west, east];
        let last_places = if last == 0 { 0 } else { goals.map(|set| 4 * (set & LAST_RANKS).count_ones()).iter().sum() };
        let is_free = offer != Offer::PawnCaptures;
        let men = if is_free { own } else { 0 };
        let [_, knights, bishops, rooks, queens, kings] = board.kinds;
        let sets = [kings & men, knights & men, bishops & men, rooks & men, queens & men];
        let castlings = if is_free { castlings(board) } else { 0 };
        let king_places = if sets[0] == 0 { 0 } else { 8 + if castlings == 0 { 0 } else { 2 } };
        let before_bishops = king_places + 8 * few(sets[1]);
        let before_rooks = before_bishops + 13 * few(sets[2]);
        let before_queens = before_rooks + 14 * few(sets[3]);
        let befores = [0, king_places, before_bishops, before_rooks, before_queens];
        let officers = before_queens + 27 * few(sets[4]);
        let simple = officers + counts[0] + counts[1] + counts[2];
        let total = u64::from(simple + last_places);
        Urn { own, side, one, goals, counts, castlings, sets, befores, officers, simple, total }
    }

    /// One place of all, each equally likely; nothing where it is empty.
    #[inline(always)]
    pub(crate) fn draw(&self, rng: &mut Rng) -> Option<Lot> {
        let place = rng.below(self.total) as u32;
        if place < self.officers {
            return self.officer(place);
        }
        let pawn = |mv: u16| Some(Lot { mv, kind: PAWN, between: 0 });
        if place < self.simple {
            let (way, place) = Urn::way(&self.counts, place - self.officers);
            let to = nth(self.goals[way] & !LAST_RANKS, place);
            return pawn(pack(self.from(to, way), to, 0));
        }
        let last = self.goals.map(|set| set & LAST_RANKS);
        let (way, place) = Urn::way(&last.map(|set| 4 * set.count_ones()), place - self.simple);
        let to = nth(last[way], place / 4);
        pawn(pack(self.from(to, way), to, KNIGHT + (place % 4) as usize))
    }

    #[inline(always)]
    fn officer(&self, mut place: u32) -> Option<Lot> {
        // The last of a king's places, where there are more than eight.
        if place.wrapping_sub(8) < self.befores[1].saturating_sub(8) {
            let rest = if place == 8 { self.castlings } else { self.castlings & self.castlings.wrapping_sub(1) };
            let mv = pack(self.sets[0].trailing_zeros() as usize & 63, rest.trailing_zeros() as usize & 63, 0);
            return (rest != 0).then_some(Lot { mv, kind: KING, between: 0 });
        }
        // Added up and looked up: which kind it is nobody can foresee, and so no branch should ask.
        let is_beyond = |kind: usize| usize::from(place >= self.befores[kind]);
        let which = is_beyond(1) + is_beyond(2) + is_beyond(3) + is_beyond(4);
        place -= self.befores[which];
        let man = (place * INVERSES[which]) >> 16;
        let goal = (place - man * WIDTHS[which]) as usize;
        debug_assert!(goal < WIDTHS[which] as usize);
        let first = self.sets[which];
        // There are seldom more than two of a kind: the first, or all but it.
        let not_first = first & first.wrapping_neg() & u64::from(man != 0).wrapping_neg();
        let from = nth(first ^ not_first, man.saturating_sub(1)) & 63;
        let at = FIRSTS[which] + goal;
        let through = GOALS.through[from][at];
        if through & self.own != 0 {
            return None;
        }
        let to = usize::from(GOALS.to[from][at]);
        Some(Lot { mv: pack(from, to, 0), kind: KINDS[which], between: through & !(1 << to) })
    }

    /// Steps or captures to either side, by these numbers of places, and the place among them.
    #[inline]
    fn way(counts: &[u32; 3], mut place: u32) -> (usize, u32) {
        let mut way = 0;
        while way < 2 && place >= counts[way] {
            place -= counts[way];
            way += 1;
        }
        (way, place)
    }

    /// Where the pawn comes from that goes there in such a way.
    #[inline]
    fn from(&self, to: usize, way: usize) -> usize {
        match way {
            0 if self.one >> to & 1 == 1 => pawn_from(to, 0, self.side),
            0 => pawn_from(to, 1, self.side),
            way => pawn_from(to, way + 1, self.side),
        }
    }
}

/// A try that is offered and was not refused, each equally likely.
#[inline]
pub(crate) fn draw(board: &Board, offer: Offer, refused: &Refused, rng: &mut Rng, scratch: &mut Vec<u16>) -> u16 {
    let own = board.own();
    let urn = Urn::new(board, offer);
    for _ in 0..MISSES {
        if let Some(Lot { mv, .. }) = urn.draw(rng)
            && !refused.has(own, mv)
        {
            return mv;
        }
    }
    pick(board, offer, refused, rng, scratch)
}

/// The same where nearly all were refused: they are listed.
pub(crate) fn pick(board: &Board, offer: Offer, refused: &Refused, rng: &mut Rng, scratch: &mut Vec<u16>) -> u16 {
    list(board, offer, refused, scratch);
    let mv = *rng.pick(scratch);
    scratch.clear();
    mv
}

/// Every try that is offered and was not refused, in the order of the men's squares.
pub(crate) fn list(board: &Board, offer: Offer, refused: &Refused, out: &mut Vec<u16>) {
    each(board, offer, refused, |mv| out.push(mv));
}

/// The same, told one by one.
pub(crate) fn each(board: &Board, offer: Offer, refused: &Refused, mut visit: impl FnMut(u16)) {
    let own = board.own();
    let mut push = |mv: u16| {
        if !refused.has(own, mv) {
            visit(mv);
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
