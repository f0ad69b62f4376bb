//! Agents against each other, deal by deal.
//!
//! Two agents that play the same deals share their luck; what differs between them within a deal is skill and chance. The
//! difference is that of their means over all deals, its interval is the [bootstrap](crate::Bootstrap)'s, and its p-value
//! is that of a sign-flip test (Fisher 1935): were the agents equal, each deal's contribution could as well have gone the
//! other way. Few deals are flipped in every possible way, many at random, counting the outcome itself as one of the flips
//! (Phipson and Smyth 2010: (b + 1) / (m + 1), so that no p is ever 0). Over all pairs the p-values are corrected by
//! Holm's method (1979), so the more pairs there are, the smaller the p must be that shows anything: what is hardly ever matched
//! is counted exactly then, or flipped more often, unless a bound of Hoeffding's (1963) says that it would be in vain.

use crate::bootstrap::{Column, Estimate, Range, Resampled, in_groups};
use outwit_game::Rng;

/// Up to so many deals that differ, all flips are tried.
const MOST_ENUMERATED: usize = 16;

/// How many random flips otherwise.
const FLIPS: u64 = 10_000;

/// What is matched less often than this by so many flips may have to be known better.
const HARDLY_EVER: u64 = 10;

/// So many flips a pair, so that a corrected p can be as small as one in this.
const FLIPS_A_PAIR: u64 = 100;

/// Up to so many deals that differ, all flips can be counted without being made one by one.
const MOST_COUNTED: usize = 32;

/// More are not tried: they would take longer than a tournament of so many agents is worth.
const MOST_FLIPS: u64 = 1_000_000;

/// The seed's stream for the flips, so that they have nothing to do with the resamples.
const FLIP_STREAM: u64 = 1;

/// Sums closer than this part of all that was added are equal.
const ROUNDING: f64 = 1e-12;

/// Two agents compared.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// The one agent's number.
    pub a: usize,
    /// The other's.
    pub b: usize,
    /// By how much the one's mean is above the other's.
    pub estimate: Estimate,
    /// The probability of a difference at least as large, either way, between equal agents.
    pub p_single: f64,
    /// The same, corrected for the number of pairs.
    pub p: f64,
}

/// Every pair of agents that both played, `a` before `b`.
///
/// `resampled` is what [`Bootstrap::draw`](crate::Bootstrap::draw) made of the columns; `range` is where each agent's
/// mean lies; the seed is for the flips.
pub fn differences(columns: &[Column], resampled: &[Resampled], range: Range, seed: u64) -> Vec<Difference> {
    let range = range.of_differences();
    let seed = Rng::derive(seed, FLIP_STREAM);
    let mut pairs = Vec::new();
    for a in 0..columns.len() {
        for b in a + 1..columns.len() {
            if let Some(estimate) = resampled[a].minus(&resampled[b]).estimate(range) {
                pairs.push(Difference { a, b, estimate, p_single: 1.0, p: 1.0 });
            }
        }
    }
    let count = pairs.len();
    for pair in &mut pairs {
        pair.p_single = sign_flip_p(&contributions(&columns[pair.a], &columns[pair.b]), count, seed);
    }
    let corrected = holm(&pairs.iter().map(|pair| pair.p_single).collect::<Vec<_>>());
    for (pair, p) in pairs.iter_mut().zip(corrected) {
        pair.p = p;
    }
    pairs
}

/// With fewer deals than this, no difference between any of so many pairs can have a corrected p below the level, however
/// clear it is: of n deals that all go one way, two of 2^n flips are as far off, and the smallest p counts once a pair.
pub fn fewest_deals(pairs: usize, level: f64) -> u64 {
    (1..64).find(|&deals| level > 2.0 * pairs as f64 / (1u64 << deals) as f64).unwrap_or(64)
}

/// What each deal adds to the difference of two means; exactly 0 where both got the same.
///
/// Each deal counts what the agents got beyond the common mean, so that holding more seats in a deal is no contribution in
/// itself. With as many seats in every deal, this is the difference of the deal's means over the number of deals.
fn contributions(a: &Column, b: &Column) -> Vec<f64> {
    let total = |values: &[f64]| values.iter().sum::<f64>();
    let (count_a, count_b) = (total(a.counts), total(b.counts));
    let common = (total(a.sums) + total(b.sums)) / (count_a + count_b);
    let beyond = |column: &Column, deal: usize, count: f64| (column.sums[deal] - common * column.counts[deal]) / count;
    (0..a.sums.len()).map(|deal| beyond(a, deal, count_a) - beyond(b, deal, count_b)).collect()
}

/// The two-sided p-value of the sum of these contributions under flips of their signs; exactly 1 when all are 0. It is one of so
/// many `pairs` that are compared, for all of which it will be corrected.
pub fn sign_flip_p(contributions: &[f64], pairs: usize, seed: u64) -> f64 {
    let largest = contributions.iter().fold(0.0, |largest: f64, c| largest.max(c.abs()));
    let differing: Vec<f64> = contributions.iter().copied().filter(|c| c.abs() > ROUNDING * largest).collect();
    let differing = in_groups(&differing);
    let all: f64 = differing.iter().map(|c| c.abs()).sum();
    let least = differing.iter().sum::<f64>().abs() - ROUNDING * all;
    let is_as_large = |sum: f64| sum.abs() >= least;
    match differing.split_last() {
        None => 1.0,
        // A flip and its opposite are equally far off: the last sign can stay.
        Some((last, rest)) if rest.len() < MOST_ENUMERATED => {
            let flips = 1u64 << rest.len();
            let hits = (0..flips).filter(|&flip| is_as_large(last + flipped_sum(rest, flip))).count();
            hits as f64 / flips as f64
        }
        Some(_) => {
            let mut rng = Rng::new(seed);
            let mut hits = |flips: u64| {
                let mut flip = || differing.chunks(64).map(|chunk| flipped_sum(chunk, rng.bits())).sum::<f64>();
                (0..flips).filter(|_| is_as_large(flip())).count() as u64
            };
            let p = |hits: u64, flips: u64| (hits + 1) as f64 / (flips + 1) as f64;
            let (found, wanted) = (hits(FLIPS), FLIPS_A_PAIR * pairs as u64);
            if found >= HARDLY_EVER || wanted <= FLIPS {
                return p(found, FLIPS);
            }
            if differing.len() <= MOST_COUNTED {
                return 2.0 * flips_from(&differing, least) as f64 / (1u64 << differing.len()) as f64;
            }
            // Where the bound says that not one of all those flips will do, none is made.
            if hoeffding(&differing, least) <= p(0, wanted) {
                return p(0, wanted);
            }
            let flips = wanted.min(MOST_FLIPS);
            p(found + hits(flips - FLIPS), flips)
        }
    }
}

/// How many of all flips have a sum of at least this: the sums of one half of the values against those of the other (Horowitz
/// and Sahni 1974).
fn flips_from(values: &[f64], least: f64) -> u64 {
    let (one, other) = values.split_at(values.len() / 2);
    let sorted_sums = |values: &[f64]| {
        let mut sums: Vec<f64> = (0..1u64 << values.len()).map(|flip| flipped_sum(values, flip)).collect();
        sums.sort_by(f64::total_cmp);
        sums
    };
    let others = sorted_sums(other);
    // The larger the one sum, the more of the others are enough.
    let mut enough = others.len();
    let mut count = 0;
    for sum in sorted_sums(one) {
        while enough > 0 && sum + others[enough - 1] >= least {
            enough -= 1;
        }
        count += (others.len() - enough) as u64;
    }
    count
}

/// No sum of these values with random signs is as far from 0 as this with a larger probability.
fn hoeffding(values: &[f64], sum: f64) -> f64 {
    let squares: f64 = values.iter().map(|value| value * value).sum();
    2.0 * libm::exp(-sum * sum / (2.0 * squares))
}

/// The sum of at most 64 values, those negated whose bit is set.
fn flipped_sum(values: &[f64], flip: u64) -> f64 {
    values.iter().enumerate().map(|(i, value)| f64::from_bits(value.to_bits() ^ ((flip >> i) << 63))).sum()
}

/// Holm's correction: the smallest p times their number, the next times one less, and so on, never falling.
pub fn holm(ps: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..ps.len()).collect();
    order.sort_by(|&i, &j| ps[i].total_cmp(&ps[j]));
    let mut corrected = vec![0.0; ps.len()];
    let mut least: f64 = 0.0;
    for (rank, &i) in order.iter().enumerate() {
        least = least.max(ps[i] * (ps.len() - rank) as f64).min(1.0);
        corrected[i] = least;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bootstrap;

    #[test]
    fn identical_agents_differ_by_exactly_zero() {
        let (sums, counts) = ([0.1, 0.7, 0.3, 2.0 / 3.0], [3.0, 3.0, 2.0, 3.0]);
        let column = Column { sums: &sums, counts: &counts };
        let columns = [column, column, column];
        let pairs = differences(&columns, &Bootstrap::new(1).draw(&columns), Range::Known(0.0, 1.0), 1);
        assert_eq!(pairs.len(), 3);
        for pair in pairs {
            assert_eq!(pair.estimate, Estimate { value: 0.0, interval: Some((0.0, 0.0)) });
            assert_eq!((pair.p_single, pair.p), (1.0, 1.0));
        }
    }

    #[test]
    fn few_deals_are_flipped_in_every_way() {
        assert_eq!(sign_flip_p(&[], 1, 0), 1.0);
        assert_eq!(sign_flip_p(&[0.0; 30], 1, 0), 1.0);
        assert_eq!(sign_flip_p(&[0.5], 1, 0), 1.0);
        assert_eq!(sign_flip_p(&[1.0, 1.0, 0.0, 1.0], 1, 0), 2.0 / 8.0);
        // Of the 16 sums of +-1 +-2 +-3 +-4, these are at least as far off as 8: 10, 8 and their opposites.
        assert_eq!(sign_flip_p(&[-1.0, 2.0, 3.0, 4.0], 1, 0), 4.0 / 16.0);
        assert_eq!(sign_flip_p(&[0.1; 16], 1, 0), 2.0 / 65536.0);
    }

    #[test]
    fn the_fewest_deals_are_those_whose_smallest_p_is_below_the_level() {
        for pairs in [1, 2, 3, 6, 45, 528, 4950] {
            let smallest = |deals: u64| {
                let mut ps = vec![1.0; pairs];
                ps[0] = sign_flip_p(&vec![1.0; deals as usize], pairs, 0);
                holm(&ps)[0]
            };
            let fewest = fewest_deals(pairs, 0.05);
            assert!(smallest(fewest - 1) >= 0.05, "{pairs} pairs: {fewest} deals");
            // However many more there are, by whatever way they are flipped.
            for deals in (fewest..=30).chain([64, 65, 1000]) {
                assert!(smallest(deals) < 0.05, "{pairs} pairs: {deals} deals");
            }
        }
        assert_eq!((fewest_deals(1, 0.05), fewest_deals(3, 0.05)), (6, 7));
    }

    #[test]
    fn many_deals_are_flipped_at_random_and_agree_with_the_binomial_sign_test() {
        // 40 equal contributions, 26 of them one way: P(at least 26 or at most 14 heads of 40) = 0.0807.
        let mut contributions = [0.25; 40];
        contributions[..14].fill(-0.25);
        let p = sign_flip_p(&contributions, 1, 3);
        assert!((p - 0.0807).abs() < 0.01, "{p}");
        assert_eq!(p, sign_flip_p(&contributions, 1, 3));
        assert_eq!(p, sign_flip_p(&contributions.map(|c| -c), 1, 3));
        assert_eq!(sign_flip_p(&[1.0; 100], 1, 3), 1.0 / 10_001.0);
        assert_eq!(sign_flip_p(&[1.0; 10_000], 1, 3), 1.0 / 10_001.0);
    }

    #[test]
    fn among_many_pairs_what_is_hardly_ever_matched_is_flipped_more_often() {
        // 40 equal contributions, 34 of them one way: P(at least 34 or at most 6 heads of 40) = 8.4e-6.
        let mut contributions = [0.25; 40];
        contributions[..6].fill(-0.25);
        assert_eq!(sign_flip_p(&contributions, 1, 3), 1.0 / 10_001.0);
        let p = sign_flip_p(&contributions, 20_000, 3);
        assert!((3e-6..2e-5).contains(&p), "{p}");
        // What is matched often needs no more flips.
        contributions[..14].fill(-0.25);
        assert_eq!(sign_flip_p(&contributions, 20_000, 3), sign_flip_p(&contributions, 1, 3));
    }

    #[test]
    fn flips_are_counted_as_if_they_were_made_and_the_bound_is_one() {
        let mut rng = Rng::new(5);
        for length in 1..=12 {
            let values: Vec<f64> = (0..length).map(|_| (rng.below(9) as f64 - 4.0) / 4.0).collect();
            for least in [-1.0, 0.0, 0.25, 1.0, 2.5] {
                let made = (0..1u64 << length).filter(|&flip| flipped_sum(&values, flip) >= least).count() as u64;
                assert_eq!(flips_from(&values, least), made, "{values:?} from {least}");
                let p = 2.0 * made as f64 / (1u64 << length) as f64;
                assert!(least <= 0.0 || p <= hoeffding(&values, least), "{values:?} from {least}");
            }
        }
        for ones in [17, 24, 32] {
            assert_eq!(sign_flip_p(&vec![0.1; ones], 1_000_000, 0), 2.0 / (1u64 << ones) as f64);
        }
    }

    #[test]
    fn equal_agents_are_told_apart_one_time_in_twenty() {
        let mut rng = Rng::new(4);
        for deals in [12, 30] {
            let found = (0..1_000).filter(|&seed| {
                let contributions: Vec<f64> = (0..deals).map(|_| rng.unit() - rng.unit()).collect();
                sign_flip_p(&contributions, 1, seed) <= 0.05
            });
            let found = found.count();
            assert!((30..=70).contains(&found), "{deals}: {found}");
        }
    }

    #[test]
    fn holms_correction_is_that_of_the_textbook() {
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        let expected = [0.03, 0.06, 0.06, 0.02];
        assert!(corrected.iter().zip(expected).all(|(c, e)| (c - e).abs() < 1e-15), "{corrected:?}");
        assert_eq!(holm(&[1.0, 0.9, 0.0]), [1.0, 1.0, 0.0]);
        assert_eq!(holm(&[]), [0.0; 0]);
    }

    #[test]
    fn contributions_add_up_to_the_difference_also_when_seats_are_uneven() {
        let a = Column { sums: &[3.0, 1.0, 0.0], counts: &[4.0, 1.0, 0.0] };
        let b = Column { sums: &[1.0, 0.0, 2.0], counts: &[4.0, 2.0, 3.0] };
        let sum: f64 = contributions(&a, &b).iter().sum();
        assert!((sum - (4.0 / 5.0 - 3.0 / 9.0)).abs() < 1e-15);
        let even = contributions(
            &Column { sums: &[3.0, 1.0], counts: &[4.0, 4.0] },
            &Column { sums: &[1.0, 2.0], counts: &[4.0, 4.0] },
        );
        assert!((even[0] - 0.25).abs() < 1e-15 && (even[1] + 0.125).abs() < 1e-15, "{even:?}");
    }
}
