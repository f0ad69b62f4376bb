//! What a holding in a suit promises, by the ranks that are left.
//!
//! A card's promise is the chance that it beats cards drawn at random, one for each other seat, from those of its suit that
//! the other seats hold: all of them if they are fewer. Cards that are gone count for nothing, so a position and the same
//! position with other names for its cards promise the same. Promises are counted in 1/[`WHOLE`], so that sums are exact.

use super::cards::LANE;
use super::{Position, SEATS};
use std::sync::OnceLock;

/// A certain trick.
pub const WHOLE: u32 = 1024;

/// How many ways there are to choose `k` of `n`, for n up to 52; 0 when there are fewer.
pub(crate) fn binomial(n: u32, k: u32) -> u64 {
    if k > n {
        return 0;
    }
    let k = k.min(n - k);
    // Each partial product is itself a binomial, so the division is exact.
    (0..u64::from(k)).fold(1, |ways, i| ways * (u64::from(n) - i) / (i + 1))
}

/// The same for each of so many seats, nothing for those a table does not have.
pub(crate) fn floor(seats: usize, promise: u32) -> [u32; SEATS] {
    by_seat(|seat| if seat < seats { promise } else { 0 })
}

/// What four seats have together.
#[inline(always)]
pub(crate) fn total([a, b, c, d]: [u32; SEATS]) -> u32 {
    a + b + c + d
}

/// Something for each of four seats. A loop of our own, because the standard library's is a call to another unit of code.
#[inline(always)]
pub(crate) fn by_seat<T: Copy + Default>(of: impl Fn(usize) -> T) -> [T; SEATS] {
    let mut all = [T::default(); SEATS];
    for (seat, place) in all.iter_mut().enumerate() {
        *place = of(seat);
    }
    all
}

const LOW_BITS: u32 = 7;
const LOW: usize = 1 << LOW_BITS;
const PATTERNS: usize = 1 << 14;

/// The promises of all holdings, for a number of other seats.
pub struct Strengths {
    /// By the pattern of a holding: a 1, then a bit for each card of the suit still held, set where it is the hand's own.
    promises: Box<[u16; PATTERNS]>,
    /// `squeezed[held][own]` is `own` without the places that are not in `held`, for seven places.
    squeezed: Box<[[u8; LOW]; LOW]>,
}

impl Strengths {
    /// The table for 3 or 4 seats, made when first asked for.
    pub fn of(seats: usize) -> &'static Strengths {
        static TABLES: [OnceLock<Strengths>; 2] = [OnceLock::new(), OnceLock::new()];
        TABLES[usize::from(seats > 3)].get_or_init(|| Strengths::new(if seats > 3 { 3 } else { 2 }))
    }

    fn new(others: u32) -> Strengths {
        let mut promises = Box::new([0; PATTERNS]);
        for held in 0..=13u32 {
            for own in 0..1u32 << held {
                promises[(1 << held | own) as usize] = promise(own, held, others);
            }
        }
        let mut squeezed = Box::new([[0; LOW]; LOW]);
        for (held, row) in squeezed.iter_mut().enumerate() {
            for (own, bits) in row.iter_mut().enumerate() {
                let places = (0..LOW_BITS).filter(|place| held >> place & 1 == 1);
                *bits = places.enumerate().fold(0, |bits, (to, from)| bits | ((own >> from & 1) << to) as u8);
            }
        }
        Strengths { promises, squeezed }
    }

    /// What each hand's cards of a suit promise, the suit being a number from 0.
    #[inline]
    pub fn of_suit(&self, hands: &[u64; 4], suit: u32) -> [u32; 4] {
        let lane = |cards: u64| (cards >> (16 * suit) & LANE) as usize;
        let held = lane(hands[0] | hands[1] | hands[2] | hands[3]);
        let (low, high) = (&self.squeezed[held % LOW], &self.squeezed[held / LOW]);
        // All cards held, squeezed, are that many ones.
        let lows = low[held % LOW].trailing_ones();
        let top = (usize::from(high[held / LOW]) + 1) << lows;
        by_seat(|seat| {
            let own = lane(hands[seat]);
            let pattern = usize::from(low[own % LOW]) | usize::from(high[own / LOW]) << lows;
            u32::from(self.promises[(top | pattern) % PATTERNS])
        })
    }
}

/// The promise of the cards `own` among the `held` lowest places.
fn promise(own: u32, held: u32, others: u32) -> u16 {
    let theirs = held - own.count_ones();
    let drawn = theirs.min(others);
    let of_card = |place: u32| {
        let lower = (!own & ((1 << place) - 1)).count_ones();
        binomial(lower, drawn) * u64::from(WHOLE) / binomial(theirs, drawn)
    };
    (0..held).filter(|place| own >> place & 1 == 1).map(of_card).sum::<u64>() as u16
}

/// What classifiers are told of a card table: for each seat what it has taken and what its suits promise, in tricks. Seats a
/// table does not have hold 0.
pub(crate) const FEATURES: &[&str] = &[
    "seat 1 has",
    "seat 1 clubs",
    "seat 1 diamonds",
    "seat 1 hearts",
    "seat 1 spades",
    "seat 2 has",
    "seat 2 clubs",
    "seat 2 diamonds",
    "seat 2 hearts",
    "seat 2 spades",
    "seat 3 has",
    "seat 3 clubs",
    "seat 3 diamonds",
    "seat 3 hearts",
    "seat 3 spades",
    "seat 4 has",
    "seat 4 clubs",
    "seat 4 diamonds",
    "seat 4 hearts",
    "seat 4 spades",
];

/// Pushes [`FEATURES`].
pub(crate) fn features(position: &Position, strengths: &Strengths, out: &mut Vec<f64>) {
    let suits = [0, 1, 2, 3].map(|suit| strengths.of_suit(&position.hands, suit));
    for seat in 0..SEATS {
        out.push(position.scores[seat].into());
        out.extend(suits.map(|promises| f64::from(promises[seat]) / f64::from(WHOLE)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outwit_game::Rng;

    #[test]
    fn binomials_are_those_of_pascal() {
        assert_eq!([binomial(0, 0), binomial(5, 2), binomial(3, 4), binomial(39, 13)], [1, 10, 0, 8_122_425_444]);
        assert_eq!(binomial(39, 13) * binomial(26, 13), 84_478_098_072_866_400);
    }

    #[test]
    fn a_promise_is_the_chance_to_beat_a_card_of_each_other_seat() {
        // A and 9 against K, Q, J T. The king beats four of five cards, the queen three: 4 and 1 of ten draws of three.
        let hands = [0b1_0000_1000_0000, 0b0_1000_0000_0000, 0b0_0100_0000_0000, 0b0_0011_0000_0000];
        assert_eq!(Strengths::of(4).of_suit(&hands, 0), [1024, 409, 102, 0]);
        // Counted draw by draw.
        let count = |own: u64, others: u64| {
            let places: Vec<u32> = (0..13).filter(|place| others >> place & 1 == 1).collect();
            let mut wins = 0;
            let mut draws = 0;
            for a in 0..places.len() {
                for b in 0..a {
                    for c in 0..b {
                        draws += 1;
                        wins += u64::from([a, b, c].iter().all(|&x| 1u64 << places[x] < own));
                    }
                }
            }
            u64::from(WHOLE) * wins / draws
        };
        let mut rng = Rng::new(4);
        for _ in 0..200 {
            let held = rng.bits() & LANE;
            let own = held & rng.bits();
            let others = held & !own;
            if others.count_ones() < 3 {
                continue;
            }
            let by_hand: u64 =
                (0..13).map(|place| 1 << place).filter(|bit| own & bit != 0).map(|bit| count(bit, others)).sum();
            assert_eq!(u64::from(Strengths::of(4).of_suit(&[own << 16, others << 16, 0, 0], 1)[0]), by_hand);
        }
    }
}
