//! The board: where the men stand, and the rules of chess on it.
//!
//! Sets of squares are 64 bits, a1 the lowest, h1 the eighth. Side 0 is white. What a move does to the king's safety is
//! looked up from the king's square for each move that is tried: a referee judges one move at a time, and so pins need not
//! be known beforehand.

use super::attacks::{
    bishop, diagonal_lines, king, knight, lines, pawns_east, pawns_forward, pawns_towards, pawns_west, rook, squares,
    straight_lines,
};

use super::evaluation::WORTH;

pub(crate) const PAWN: usize = 0;
pub(crate) const KNIGHT: usize = 1;
pub(crate) const BISHOP: usize = 2;
pub(crate) const ROOK: usize = 3;
pub(crate) const QUEEN: usize = 4;
pub(crate) const KING: usize = 5;

/// No square to take en passant on.
pub(crate) const NOWHERE: u8 = 64;
const DARK: u64 = 0xAA55_AA55_AA55_AA55;

/// The ranks on which pawns become something else.
pub(crate) const LAST_RANKS: u64 = 0xFF00_0000_0000_00FF;
/// Where pawns of each side stand that may go two steps, once they have gone one.
const THIRD_RANK: [u64; 2] = [0xFF << 16, 0xFF << 40];

/// A try: from, to, and what a pawn becomes (0 nothing, else the kind), six bits, six bits and three.
pub(crate) const fn pack(from: usize, to: usize, becomes: usize) -> u16 {
    (from | to << 6 | becomes << 12) as u16
}

/// The squares of a try, and what a pawn becomes.
#[inline(always)]
pub(crate) const fn unpack(mv: u16) -> (usize, usize, usize) {
    ((mv & 63) as usize, (mv >> 6 & 63) as usize, (mv >> 12) as usize)
}

/// The castlings: king from, king to, rook from, rook to, squares that must be empty, square the king passes. The place in
/// the list is the bit of the right: K, Q, k, q.
pub(crate) const CASTLINGS: [(usize, usize, usize, usize, u64, usize); 4] =
    [(4, 6, 7, 5, 0x60, 5), (4, 2, 0, 3, 0x0E, 3), (60, 62, 63, 61, 0x60 << 56, 61), (60, 58, 56, 59, 0x0E << 56, 59)];

/// The rights that remain when something moves from or to a square.
const RIGHTS_KEPT: [u8; 64] = {
    let mut kept = [15; 64];
    let mut index = 0;
    while index < 4 {
        let (king, _, rook, ..) = CASTLINGS[index];
        kept[king] &= !(1 << index);
        kept[rook] &= !(1 << index);
        index += 1;
    }
    kept
};

/// Men, castling rights, the square of a possible capture en passant, who moves, and the two counts of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    pub(crate) kinds: [u64; 6],
    pub(crate) sides: [u64; 2],
    /// Bits K, Q, k, q.
    pub(crate) rights: u8,
    /// The square a pawn may take en passant on, named only where one can.
    pub(crate) en_passant: u8,
    pub(crate) mover: u8,
    /// Plies since a pawn moved or a man was taken.
    pub(crate) clock: u16,
    /// The number of the move, from 1.
    pub(crate) number: u16,
}

/// What a move took.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Taken {
    pub(crate) square: u8,
    pub(crate) kind: u8,
}

impl Board {
    /// The position chess begins with.
    pub fn start() -> Board {
        Board {
            kinds: [
                0x00FF_0000_0000_FF00,
                0x42 | 0x42 << 56,
                0x24 | 0x24 << 56,
                0x81 | 0x81 << 56,
                0x08 | 0x08 << 56,
                0x10 | 0x10 << 56,
            ],
            sides: [0xFFFF, 0xFFFF << 48],
            rights: 15,
            en_passant: NOWHERE,
            mover: 0,
            clock: 0,
            number: 1,
        }
    }

    /// Nothing on it.
    pub(crate) fn empty() -> Board {
        Board { kinds: [0; 6], sides: [0; 2], rights: 0, en_passant: NOWHERE, mover: 0, clock: 0, number: 1 }
    }

    #[inline(always)]
    pub(crate) fn men(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    #[inline(always)]
    pub(crate) fn own(&self) -> u64 {
        self.sides[usize::from(self.mover) & 1]
    }

    #[inline(always)]
    pub(crate) fn of(&self, side: usize, kind: usize) -> u64 {
        self.sides[side & 1] & self.kinds[kind]
    }

    /// The kind of man on a square, if there is one.
    #[inline]
    pub(crate) fn kind_on(&self, square: usize) -> Option<usize> {
        // One of six, added up: a loop that stops somewhere else every time is slower.
        let is = |kind: usize| (self.kinds[kind] >> square & 1) as usize;
        (is(PAWN) + 2 * is(KNIGHT) + 3 * is(BISHOP) + 4 * is(ROOK) + 5 * is(QUEEN) + 6 * is(KING)).checked_sub(1)
    }

    /// The side of the man on a square.
    pub(crate) fn side_on(&self, square: usize) -> Option<usize> {
        (0..2).find(|&side| self.sides[side] >> square & 1 == 1)
    }

    pub(crate) fn put(&mut self, square: usize, side: usize, kind: usize) {
        self.sides[side] |= 1 << square;
        self.kinds[kind] |= 1 << square;
    }

    pub(crate) fn remove(&mut self, square: usize) {
        let keep = !(1u64 << square);
        self.sides = self.sides.map(|men| men & keep);
        self.kinds = self.kinds.map(|men| men & keep);
    }

    /// A man is taken on a square: with a rook goes the right to castle with it.
    pub(crate) fn lose(&mut self, square: usize) {
        self.remove(square);
        self.rights &= RIGHTS_KEPT[square & 63];
    }

    /// The square of a side's king; 64 when it has none.
    #[inline(always)]
    pub(crate) fn king_of(&self, side: usize) -> usize {
        self.of(side, KING).trailing_zeros() as usize
    }

    /// The men of `side` that attack a square, when `men` stand in the way.
    #[inline(always)]
    pub(crate) fn attackers(&self, square: usize, men: u64, side: usize) -> u64 {
        let [pawns, knights, bishops, rooks, queens, kings] = self.kinds;
        let by = self.sides[side & 1];
        let mut found = knight(square) & knights | pawns_towards(square, side) & pawns | king(square) & kings;
        // Seldom does anything stand in line.
        if (rooks | queens) & by & straight_lines(square) != 0 {
            found |= rook(square, men) & (rooks | queens);
        }
        if (bishops | queens) & by & diagonal_lines(square) != 0 {
            found |= bishop(square, men) & (bishops | queens);
        }
        found & by
    }

    /// The men that give check to the mover.
    #[inline(always)]
    pub(crate) fn checkers(&self) -> u64 {
        let (own, king) = (usize::from(self.mover), self.king_of(usize::from(self.mover)));
        if king == 64 { 0 } else { self.attackers(king, self.men(), 1 - own) }
    }

    /// Whether the mover's king stands safe after a move of another of its men; `gone` is the man taken, if any.
    #[inline(always)]
    fn is_safe_after(&self, king: usize, from: usize, to: usize, gone: u64) -> bool {
        let own = usize::from(self.mover);
        let men = (self.men() & !(1 << from) & !gone) | 1 << to;
        self.attackers(king, men, 1 - own) & !gone & !(1 << to) == 0
    }

    /// The pawn that a capture on the square of en passant takes.
    #[inline(always)]
    fn passed_pawn(&self) -> usize {
        usize::from(self.en_passant) ^ 8
    }

    /// Whether the mover's man can go there as the men of both sides stand, whatever becomes of the king; castling asks for
    /// empty squares alone. Any squares may be asked about.
    #[inline]
    pub(crate) fn can_reach(&self, from: usize, to: usize, kind: usize) -> bool {
        let (own, men) = (usize::from(self.mover), self.men());
        let (at, goal) = (1u64 << from, 1u64 << to);
        match kind {
            PAWN => {
                let one = pawns_forward(at, own) & !men;
                let two = pawns_forward(one & THIRD_RANK[own], own) & !men;
                let prey = self.sides[1 - own] | if self.en_passant < 64 { 1 << self.en_passant } else { 0 };
                let takes = (pawns_west(at, own) | pawns_east(at, own)) & prey;
                (one | two | takes) & goal != 0
            }
            KNIGHT => knight(from) & goal != 0,
            BISHOP => bishop(from, men) & goal != 0,
            ROOK => rook(from, men) & goal != 0,
            QUEEN => (rook(from, men) | bishop(from, men)) & goal != 0,
            _ => king(from) & goal != 0 || self.castling(from, to).is_some(),
        }
    }

    /// The castling a king's move is, if the right is held and nothing stands between.
    #[inline]
    pub(crate) fn castling(&self, from: usize, to: usize) -> Option<usize> {
        if self.rights == 0 || from.abs_diff(to) != 2 {
            return None;
        }
        let first = 2 * usize::from(self.mover);
        (first..first + 2).find(|&index| {
            let (king_from, king_to, _, _, between, _) = CASTLINGS[index];
            self.rights >> index & 1 == 1 && (from, to) == (king_from, king_to) && self.men() & between == 0
        })
    }

    /// Whether any squares and promotion make a move of the mover's as the men stand, checks apart.
    #[inline]
    pub(crate) fn is_pseudo_legal(&self, mv: u16) -> bool {
        let (from, to, becomes) = unpack(mv);
        if self.own() >> from & 1 == 0 || self.own() >> to & 1 == 1 {
            return false;
        }
        let Some(kind) = self.kind_on(from) else { return false };
        let promotes = kind == PAWN && LAST_RANKS >> to & 1 == 1;
        let fits = if promotes { (KNIGHT..=QUEEN).contains(&becomes) } else { becomes == 0 };
        fits && self.can_reach(from, to, kind)
    }

    /// Whether any squares and promotion make a legal move of the mover's.
    #[inline]
    pub(crate) fn is_legal(&self, mv: u16) -> bool {
        self.is_pseudo_legal(mv) && self.keeps_king_safe(mv)
    }

    /// Whether a move that fits the men leaves the mover's king safe, and does not castle out of or through check.
    #[inline]
    pub(crate) fn keeps_king_safe(&self, mv: u16) -> bool {
        let (from, to, _) = unpack(mv);
        let own = usize::from(self.mover);
        let king = self.king_of(own);
        if from == king {
            if let Some(index) = self.castling(from, to) {
                let (.., passed) = CASTLINGS[index];
                let men = self.men();
                return [from, passed, to].iter().all(|&square| self.attackers(square, men, 1 - own) == 0);
            }
            // Whatever it takes there does not attack the square it stands on.
            return self.attackers(to, self.men() & !(1 << from), 1 - own) == 0;
        }
        let by_passing = to == usize::from(self.en_passant) && self.kinds[PAWN] >> from & 1 == 1;
        let gone = if by_passing { 1 << self.passed_pawn() } else { self.sides[1 - own] & 1 << to };
        self.is_safe_after(king, from, to, gone)
    }

    /// The same, by whom check is given being known: a man off the lines of a king that is not in check shields it from nobody.
    #[inline(always)]
    pub(crate) fn keeps_king_safe_from(&self, mv: u16, checkers: u64) -> bool {
        let (from, to, _) = unpack(mv);
        let king = self.king_of(usize::from(self.mover));
        // All asked at once: one branch to guess, not four.
        let is_bound =
            (checkers != 0) | (from == king) | (lines(king) >> from & 1 == 1) | (to == usize::from(self.en_passant));
        !is_bound || self.keeps_king_safe(mv)
    }

    /// Makes a move that fits the men; says what it took. Castling and capture en passant are known by their squares.
    #[inline]
    pub(crate) fn apply(&mut self, mv: u16) -> Option<Taken> {
        self.apply_of(mv, self.kind_on(unpack(mv).0).unwrap_or(KING))
    }

    /// The same where it is known what kind of man moves.
    #[inline(always)]
    pub(crate) fn apply_of(&mut self, mv: u16, kind: usize) -> Option<Taken> {
        let (from, to, becomes) = unpack(mv);
        let own = usize::from(self.mover) & 1;
        let other = 1 - own;
        let (at, goal) = (1u64 << from, 1u64 << to);
        let mut taken = None;
        // Step 1. What is taken goes.
        if self.sides[other] & goal != 0 {
            let lost = self.kind_on(to).unwrap_or(PAWN);
            self.kinds[lost] ^= goal;
            self.sides[other] ^= goal;
            taken = Some(Taken { square: to as u8, kind: lost as u8 });
        } else if kind == PAWN && to == usize::from(self.en_passant) {
            let passed = self.passed_pawn();
            self.kinds[PAWN] ^= 1 << passed;
            self.sides[other] ^= 1 << passed;
            taken = Some(Taken { square: passed as u8, kind: PAWN as u8 });
        }
        // Step 2. The man moves, the rook with a king that castles.
        if kind == KING
            && let Some(index) = self.castling(from, to)
        {
            let (_, _, rook_from, rook_to, ..) = CASTLINGS[index];
            let both = 1u64 << rook_from | 1 << rook_to;
            self.kinds[ROOK] ^= both;
            self.sides[own] ^= both;
        }
        self.kinds[kind] ^= at;
        self.kinds[if becomes == 0 { kind } else { becomes.min(QUEEN) }] |= goal;
        self.sides[own] ^= at | goal;
        // Step 3. Rights, counts and turn.
        self.rights &= RIGHTS_KEPT[from] & RIGHTS_KEPT[to];
        self.clock = if kind == PAWN || taken.is_some() { 0 } else { self.clock.saturating_add(1) };
        self.number = self.number.saturating_add(own as u16);
        self.mover = other as u8;
        self.en_passant = NOWHERE;
        if kind == PAWN && from.abs_diff(to) == 16 {
            let passed = usize::midpoint(from, to);
            let neighbours = pawns_west(1 << passed, own) | pawns_east(1 << passed, own);
            if neighbours & self.of(other, PAWN) != 0 {
                self.en_passant = passed as u8;
            }
        }
        taken
    }

    /// Forgets a capture en passant that no pawn may make, so that equal positions are equal.
    #[inline]
    pub(crate) fn settle_en_passant(&mut self, checks_count: bool) {
        if self.en_passant < 64 {
            let (own, to) = (usize::from(self.mover), usize::from(self.en_passant));
            let from = pawns_west(1 << to, 1 - own) | pawns_east(1 << to, 1 - own);
            let may = |from: usize| !checks_count || self.keeps_king_safe(pack(from, to, 0));
            if !squares(from & self.of(own, PAWN)).any(may) {
                self.en_passant = NOWHERE;
            }
        }
    }

    /// How many legal captures with a pawn the mover has: pairs of squares, so that a capture that promotes counts once.
    #[inline(always)]
    pub(crate) fn pawn_tries(&self, checkers: u64) -> u8 {
        let own = usize::from(self.mover) & 1;
        let pawns = self.of(own, PAWN);
        let prey = self.sides[1 - own] | if self.en_passant < 64 { 1 << self.en_passant } else { 0 };
        let (west, east) = (pawns_west(pawns, own) & prey, pawns_east(pawns, own) & prey);
        if west | east == 0 { 0 } else { self.legal_captures(west, east, checkers) }
    }

    /// How many of the captures with pawns that end on these squares are legal, those towards either file.
    #[inline(never)]
    fn legal_captures(&self, west: u64, east: u64, checkers: u64) -> u8 {
        let back = |to: usize, west: bool| match (self.mover, west) {
            (0, true) => to - 7,
            (0, false) => to - 9,
            (_, true) => to + 9,
            (_, false) => to + 7,
        };
        let legal = |set: u64, is_west: bool| {
            squares(set).filter(|&to| self.keeps_king_safe_from(pack(back(to, is_west), to, 0), checkers)).count() as u8
        };
        legal(west, true) + legal(east, false)
    }

    /// Where the mover's man on a square can go as all men stand, castling apart.
    #[inline]
    pub(crate) fn targets(&self, from: usize, kind: usize) -> u64 {
        let (own, men) = (usize::from(self.mover) & 1, self.men());
        let free = !self.sides[own];
        match kind {
            PAWN => {
                let at = 1u64 << from;
                let one = pawns_forward(at, own) & !men;
                let two = pawns_forward(one & THIRD_RANK[own], own) & !men;
                let prey = self.sides[1 - own] | if self.en_passant < 64 { 1 << self.en_passant } else { 0 };
                one | two | (pawns_west(at, own) | pawns_east(at, own)) & prey
            }
            KNIGHT => knight(from) & free,
            BISHOP => bishop(from, men) & free,
            ROOK => rook(from, men) & free,
            QUEEN => (rook(from, men) | bishop(from, men)) & free,
            _ => king(from) & free,
        }
    }

    /// Whether the mover has a legal move. (One that castles has a shorter king's move as well.)
    #[inline]
    pub(crate) fn has_legal_move(&self, in_check: bool) -> bool {
        let own = usize::from(self.mover) & 1;
        // Nearly always some man off the king's lines can go somewhere.
        if !in_check {
            let (side, men) = (self.sides[own], self.men());
            let free = side & !lines(self.king_of(own));
            let [pawns, knights, bishops, rooks, queens, _] = self.kinds;
            if pawns_forward(free & pawns, own) & !men != 0
                || squares(free & (rooks | queens)).any(|from| rook(from, men) & !side != 0)
                || squares(free & knights).any(|from| knight(from) & !side != 0)
                || squares(free & bishops).any(|from| bishop(from, men) & !side != 0)
            {
                return true;
            }
        }
        let of_kind = |&kind: &usize| {
            squares(self.of(own, kind))
                .any(|from| squares(self.targets(from, kind)).any(|to| self.keeps_king_safe(pack(from, to, 0))))
        };
        // What is likely to have a move comes first.
        if in_check {
            [KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN].iter().any(of_kind)
        } else {
            [PAWN, KNIGHT, KING, QUEEN, ROOK, BISHOP].iter().any(of_kind)
        }
    }

    /// Every move of the mover as the men stand, in the order of its men's squares.
    pub(crate) fn each_move(&self, checks_count: bool, mut visit: impl FnMut(u16)) {
        let own = usize::from(self.mover) & 1;
        let checkers = if checks_count { self.checkers() } else { 0 };
        let mut each = |mv: u16| {
            if !checks_count || self.keeps_king_safe_from(mv, checkers) {
                visit(mv);
            }
        };
        for from in squares(self.own()) {
            let Some(kind) = self.kind_on(from) else { continue };
            for to in squares(self.targets(from, kind)) {
                if kind == PAWN && LAST_RANKS >> to & 1 == 1 {
                    // Safe with one is safe with all.
                    [QUEEN, ROOK, BISHOP, KNIGHT].iter().for_each(|&becomes| each(pack(from, to, becomes)));
                } else {
                    each(pack(from, to, 0));
                }
            }
            if kind == KING && self.rights >> (2 * own) & 3 != 0 {
                for &(king_from, to, ..) in &CASTLINGS[2 * own..2 * own + 2] {
                    if from == king_from && self.castling(from, to).is_some() {
                        each(pack(from, to, 0));
                    }
                }
            }
        }
    }

    /// What a side wins, in hundredths of a pawn, by taking what stands on a square when both take there as long as it pays, the
    /// least man first. Pins are not looked at.
    pub(crate) fn exchange(&self, square: usize, side: usize) -> i32 {
        let standing = self.kind_on(square).map_or(0, |kind| WORTH[kind]);
        self.exchange_among(square, side, self.men(), standing)
    }

    fn exchange_among(&self, square: usize, side: usize, men: u64, standing: i32) -> i32 {
        let attackers = self.attackers(square, men, side) & men;
        let Some(kind) = (PAWN..=KING).find(|&kind| attackers & self.kinds[kind] != 0) else { return 0 };
        let from = attackers & self.kinds[kind];
        let men = men & !(from & from.wrapping_neg());
        // A king takes last or not at all.
        if kind == KING && self.attackers(square, men, 1 - side) & men != 0 {
            return 0;
        }
        (standing - self.exchange_among(square, 1 - side, men, WORTH[kind])).max(0)
    }

    /// Whether no series of moves can mate: bare kings, one knight or bishop, or bishops of one colour alone.
    #[inline]
    pub(crate) fn is_dead(&self) -> bool {
        let [pawns, knights, bishops, rooks, queens, _] = self.kinds;
        if pawns | rooks | queens != 0 {
            return false;
        }
        if knights == 0 {
            return bishops & DARK == 0 || bishops & !DARK == 0;
        }
        bishops == 0 && knights.count_ones() == 1
    }
}
