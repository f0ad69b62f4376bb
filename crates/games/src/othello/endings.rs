//! What helps a search of Othello to the end: discs that nobody can turn any more, moves that leave few replies, and empty
//! squares that come in odd numbers.

use super::{Discs, Othello, PASS};
use crate::board::Score;

const FIRST_FILE: u64 = 0x0101_0101_0101_0101;
const LAST_FILE: u64 = FIRST_FILE << 7;
/// All squares but those of the first one, two or four columns; the last ones are left out by the same masks turned round.
const NOT_FIRST: [u64; 3] = [!FIRST_FILE, 0xfcfc_fcfc_fcfc_fcfc, 0xf0f0_f0f0_f0f0_f0f0];
const NOT_LAST: [u64; 3] = [!LAST_FILE, 0x3f3f_3f3f_3f3f_3f3f, 0x0f0f_0f0f_0f0f_0f0f];
const ALL: [u64; 3] = [u64::MAX; 3];

/// With so few empty squares the replies are not counted any more: it would take longer than to look.
const FEW_EMPTY: u32 = 4;

/// Everything on the lines through these squares in one direction, found by doubling; `ahead` and `back` are what may be
/// shifted by one, two and four steps without leaving a row.
#[inline]
fn lines(squares: u64, step: u32, ahead: &[u64; 3], back: &[u64; 3]) -> u64 {
    let (mut up, mut down) = (squares, squares);
    for (doubling, (ahead, back)) in ahead.iter().zip(back).enumerate() {
        let step = step << doubling;
        up |= (up & ahead) << step;
        down |= (down & back) >> step;
    }
    up | down
}

impl Othello {
    pub(super) fn empty(&self, discs: &Discs) -> u64 {
        self.squares & !(discs.own | discs.other)
    }

    /// Of these discs some that cannot be turned any more, whatever is played. In each of the four directions such a disc
    /// stands on a full line, or beside the rim or another such disc.
    pub(super) fn stable(&self, own: u64, other: u64) -> u64 {
        let empty = self.squares & !(own | other);
        let (rim, sides) = (self.corners | self.edges, self.squares & !self.inner);
        let ends = self.corners | (self.edges & self.inner);
        let along = sides | !lines(empty, 1, &NOT_LAST, &NOT_FIRST);
        let across = ends | !lines(empty, 8, &ALL, &ALL);
        let falling = rim | !lines(empty, 9, &NOT_LAST, &NOT_FIRST);
        let rising = rim | !lines(empty, 7, &NOT_FIRST, &NOT_LAST);
        let mut stable = own & along & across & falling & rising;
        loop {
            let (east, west) = (stable & !LAST_FILE, stable & !FIRST_FILE);
            let more = own
                & (along | east << 1 | west >> 1)
                & (across | stable << 8 | stable >> 8)
                & (falling | east << 9 | west >> 9)
                & (rising | west << 7 | east >> 7);
            if more == stable {
                return stable;
            }
            stable = more;
        }
    }

    fn pay(&self, margin: i32) -> f64 {
        f64::from(if self.score == Score::Win { margin.signum() } else { margin })
    }

    /// Bounds for what the mover gets, by stable discs where they could put it outside the window; exact when one square is
    /// left.
    #[inline]
    pub(super) fn mover_bounds(&self, discs: &Discs, (low, high): (f64, f64)) -> (f64, f64) {
        let empty = self.empty(discs);
        let [own, other] = [discs.own, discs.other].map(|discs| discs.count_ones() as i32);
        if empty & empty.wrapping_sub(1) == 0 {
            let margin = self.margin_after_last(discs, empty.trailing_zeros() as u8, own - other);
            return (self.pay(margin), self.pay(margin));
        }
        let all = i32::from(self.size) * i32::from(self.size);
        let mut bounds = (-self.highest(), self.highest());
        // First as if every disc were stable: that costs nothing, and mostly there are too few.
        if self.pay(all - 2 * other) <= low {
            let stable = self.stable(discs.other, discs.own).count_ones() as i32;
            bounds.1 = self.pay(all - 2 * stable);
        }
        if self.pay(2 * own - all) >= high {
            let stable = self.stable(discs.own, discs.other).count_ones() as i32;
            bounds.0 = self.pay(2 * stable - all);
        }
        bounds
    }

    /// The mover's margin when the last empty square is filled by whoever can.
    #[inline]
    fn margin_after_last(&self, discs: &Discs, square: u8, margin: i32) -> i32 {
        if discs.legal != 0 {
            margin + 1 + 2 * Othello::turned(discs.own, discs.other, square).count_ones() as i32
        } else {
            margin - 1 - 2 * Othello::turned(discs.other, discs.own, square).count_ones() as i32
        }
    }

    /// Fastest first: few replies leave a small tree, and the other without a good move. Then squares in a quarter of the board
    /// with an odd number of empty ones: who plays there first plays there last.
    #[inline]
    pub(super) fn hint_to_the_end(&self, discs: &Discs, square: u8) -> i32 {
        if square == PASS {
            return 0;
        }
        let bit = 1u64 << square;
        let empty = self.empty(discs);
        let quarter = self.quarters.iter().find(|&&quarter| quarter & bit != 0).copied().unwrap_or(0);
        let is_odd = (empty & quarter).count_ones() & 1 == 1;
        if empty.count_ones() <= FEW_EMPTY {
            return 2 * i32::from(is_odd) + i32::from(bit & self.corners != 0);
        }
        let turned = Othello::turned(discs.own, discs.other, square);
        let (own, other) = (discs.own | turned | bit, discs.other ^ turned);
        let replies = self.legal(other, own);
        let mobility = (replies.count_ones() + (replies & self.corners).count_ones()) as i32;
        // Empty squares beside our discs are where the other may get moves.
        let open = (self.beside(own) & empty & !bit).count_ones() as i32;
        16 * self.anchored(own) - 8 * mobility - 3 * open + 4 * i32::from(is_odd)
    }

    /// How many of these discs are in a corner or beside one of them that is.
    fn anchored(&self, discs: u64) -> i32 {
        let corners = discs & self.corners;
        let (east, west) = (corners & !LAST_FILE, corners & !FIRST_FILE);
        let beside = east << 1 | west >> 1 | corners << 8 | corners >> 8;
        (corners | beside & discs).count_ones() as i32
    }

    /// The squares next to these.
    fn beside(&self, discs: u64) -> u64 {
        let row = discs | (discs & !LAST_FILE) << 1 | (discs & !FIRST_FILE) >> 1;
        row | row << 8 | row >> 8
    }
}
