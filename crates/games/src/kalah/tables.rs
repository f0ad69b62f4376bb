//! What kalah looks up instead of working it out at every node.

/// One in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// The seeds of a pit.
#[inline]
pub(super) fn byte(row: u64, pit: u8) -> u64 {
    row >> (8 * pit) & 0xFF
}

/// The seeds of a row; right as long as they are at most 255.
#[inline]
pub(super) fn sum(row: u64) -> u64 {
    row.wrapping_mul(ONES) >> 56
}

/// A bit in every byte that holds seeds: the pits that can be played are the bytes of its bits.
#[inline]
pub(super) fn filled(row: u64) -> u64 {
    const LOW: u64 = 0x7F * ONES;
    (((row & LOW) + LOW) | row) & !LOW
}

/// Where the last seed falls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Landing {
    Own(u8),
    Store,
    Other,
}

/// What sowing a number of seeds from a pit adds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sowing {
    pub(super) own: u64,
    pub(super) other: u64,
    pub(super) store: u8,
    pub(super) landing: Landing,
}

/// The sowings of every pit and every number of seeds a byte holds: the inner loop of the game as one addition.
#[derive(Clone, Debug)]
pub(super) struct Sowings(Vec<Sowing>);

impl Sowings {
    pub(super) fn new(pits: usize) -> Sowings {
        let mut sowings = Vec::with_capacity(pits << 8);
        for pit in 0..pits {
            let mut sowing = Sowing { own: 0, other: 0, store: 0, landing: Landing::Own(pit as u8) };
            let mut at = pit;
            for _ in 0..256 {
                sowings.push(sowing);
                at = (at + 1) % (2 * pits + 1);
                if at < pits {
                    sowing.own += 1 << (8 * at);
                    sowing.landing = Landing::Own(at as u8);
                } else if at == pits {
                    sowing.store += 1;
                    sowing.landing = Landing::Store;
                } else {
                    sowing.other += 1 << (8 * (at - pits - 1));
                    sowing.landing = Landing::Other;
                }
            }
        }
        Sowings(sowings)
    }

    #[inline]
    pub(super) fn get(&self, pit: u8, seeds: u64) -> &Sowing {
        &self.0[usize::from(pit) << 8 | seeds as usize]
    }
}

/// Numbers the layouts of the pits without a gap.
///
/// With `t(k)` seeds in the first `k` pits, the numbers `t(k) + k - 1` grow with `k`, and the combinatorial number system
/// counts such sequences: the layout is number `sum over k of C(t(k) + k - 1, k)`.
#[derive(Clone, Debug)]
pub(super) struct Ranks {
    /// The terms of each seat's pits, by the running sum. A whole byte's worth, so that no index needs a check.
    own: Vec<[u64; 256]>,
    other: Vec<[u64; 256]>,
}

impl Ranks {
    /// `None` when the layouts, times the contents of a store if that counts too, are more than a word can number.
    pub(super) fn new(pits: usize, total: u8, with_store: bool) -> Option<Ranks> {
        let total = u64::from(total);
        let layouts = binomial(total + pits as u64, pits as u64)?;
        let numbers = layouts.checked_mul(if with_store { u128::from(total) + 1 } else { 1 })?;
        if numbers > 1 << 64 {
            return None;
        }
        let mut own = vec![[0; 256]; pits];
        for (k, terms) in (1..).zip(&mut own) {
            for (before, term) in (0..=total).zip(terms) {
                *term = u64::try_from(binomial(before + k - 1, k)?).ok()?;
            }
        }
        let other = own.split_off(pits / 2);
        Some(Ranks { own, other })
    }

    #[inline]
    pub(super) fn rank(&self, own: u64, other: u64) -> u64 {
        // Multiplying by ones turns a row into its running sums, byte by byte.
        let own = own.wrapping_mul(ONES);
        let other = other.wrapping_mul(ONES) + (own >> 56) * ONES;
        let mut rank = 0;
        for (terms, mut sums) in [(&self.own, own), (&self.other, other)] {
            for terms in terms {
                rank += terms[usize::from(sums as u8)];
                sums >>= 8;
            }
        }
        rank
    }
}

/// `n` over `k`, if it fits.
fn binomial(n: u64, k: u64) -> Option<u128> {
    let mut result: u128 = 1;
    for i in 0..k.min(n) {
        // After each step the result is `n` over `i + 1`, so the division leaves nothing.
        result = result.checked_mul(u128::from(n - i))? / u128::from(i + 1);
    }
    Some(if k > n { 0 } else { result })
}

/// About how many positions there are: of the ways to lay the seeds into pits and stores, for either mover, play reaches
/// about a twentieth (counted on boards of up to 13 million positions).
pub(super) fn positions(pits: u8, total: u8) -> f64 {
    let (places, total) = (2 * u64::from(pits) + 2, u64::from(total));
    binomial(total + places - 1, places - 1).map_or(f64::INFINITY, |ways| 2.0 * ways as f64 / 20.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn ranks_number_the_layouts_without_a_gap() {
        // Two pits a seat and up to 8 seeds: every layout, once.
        let ranks = Ranks::new(4, 8, false).unwrap();
        let mut numbers = HashSet::new();
        for layout in 0..9u64.pow(4) {
            let pits: Vec<u64> = (0..4).map(|pit| layout / 9u64.pow(pit) % 9).collect();
            if pits.iter().sum::<u64>() <= 8 {
                numbers.insert(ranks.rank(pits[0] | pits[1] << 8, pits[2] | pits[3] << 8));
            }
        }
        assert_eq!(numbers.len(), 495);
        assert_eq!(numbers.iter().max(), Some(&494));
    }

    #[test]
    fn layouts_that_a_word_cannot_number_have_no_ranks() {
        assert!(Ranks::new(12, 120, false).is_some() && Ranks::new(16, 96, false).is_some());
        assert!(Ranks::new(16, 160, false).is_none() && Ranks::new(16, 96, true).is_none());
    }
}
