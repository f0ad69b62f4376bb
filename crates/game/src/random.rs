//! Seeded, portable randomness.
//!
//! The generator is xoshiro256++ (Blackman and Vigna), seeded by SplitMix64. Stream `i` of seed `s` is the generator whose
//! seed is SplitMix64's output function `mix` applied to `mix(s ^ g) + i * g`, g = 0x9E3779B97F4A7C15, so streams of one seed are
//! independent for every practical purpose and can be made in any order, on any thread. Bounded integers, shuffles and
//! weighted draws are the few lines below, so that the same seed gives the same bytes on every machine and with every
//! version of the crates underneath.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng};

const GOLDEN_GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

/// SplitMix64's output function: every bit of the result depends on every bit of `x`, and no two inputs collide.
#[inline]
pub(crate) fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// A seeded stream of random numbers.
#[derive(Clone, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// The generator of this seed.
    pub fn new(seed: u64) -> Rng {
        Rng(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Stream `index` of `seed`: independent of the other streams of the seed.
    pub fn stream(seed: u64, index: u64) -> Rng {
        Rng::new(Rng::derive(seed, index))
    }

    /// The seed of stream `index` of `seed`, for handing on.
    pub fn derive(seed: u64, index: u64) -> u64 {
        mix(mix(seed ^ GOLDEN_GAMMA).wrapping_add(index.wrapping_mul(GOLDEN_GAMMA)))
    }

    /// A hash of `value` that depends on `seed`: what a game uses whose boards are drawn but not stored.
    #[inline]
    pub fn hash(seed: u64, value: u64) -> u64 {
        mix(mix(seed.wrapping_add(GOLDEN_GAMMA)) ^ value.wrapping_mul(GOLDEN_GAMMA))
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Uniform in `0..bound`, without bias (Lemire's multiply-and-reject).
    ///
    /// # Panics
    /// When `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "nothing lies below 0");
        let mut wide = u128::from(self.bits()) * u128::from(bound);
        if (wide as u64) < bound {
            let reject_below = bound.wrapping_neg() % bound;
            while (wide as u64) < reject_below {
                wide = u128::from(self.bits()) * u128::from(bound);
            }
        }
        (wide >> 64) as u64
    }

    /// Uniform in `0..len`, as an index.
    #[inline]
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// Uniform in [0, 1), a multiple of 2^-53.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// One of the items, each equally likely.
    ///
    /// # Panics
    /// When there is none.
    #[inline]
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.index(items.len())]
    }

    /// Puts the items in random order (Fisher-Yates, from the back).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }

    /// An index drawn with the given weights, which need not add up to 1.
    ///
    /// # Panics
    /// When no weight is positive.
    pub fn weighted(&mut self, weights: &[f64]) -> usize {
        let total: f64 = weights.iter().sum();
        assert!(total > 0.0, "no weight is positive");
        let mut left = self.unit() * total;
        let mut last = 0;
        for (index, &weight) in weights.iter().enumerate() {
            if weight > 0.0 {
                last = index;
                if left < weight {
                    return index;
                }
                left -= weight;
            }
        }
        last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_gives_these_numbers_for_ever() {
        let mut rng = Rng::new(1);
        let first: Vec<u64> = (0..3).map(|_| rng.bits()).collect();
        assert_eq!(first, [14971601782005023387, 13781649495232077965, 1847458086238483744]);
        assert_eq!(
            [Rng::derive(0, 0), Rng::derive(0, 1), Rng::derive(1, 0)],
            [5197578548964807871, 12035550249420947055, 4922461756044938104]
        );
        assert_eq!(
            [Rng::hash(0, 0), Rng::hash(7, 9), Rng::stream(5, 6).bits()],
            [5197578548964807871, 200638076529551435, 11650386363312183740]
        );
    }

    #[test]
    fn bounded_numbers_are_uniform() {
        let mut rng = Rng::new(7);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[rng.index(6)] += 1;
        }
        // Five standard deviations of a binomial count.
        assert!(counts.iter().all(|&c| (c as f64 - 10_000.0).abs() < 460.0), "{counts:?}");
    }

    #[test]
    fn weighted_draws_never_take_what_has_no_weight() {
        let mut rng = Rng::new(3);
        for _ in 0..1000 {
            assert_eq!(rng.weighted(&[0.0, 1.0, 0.0]), 1);
        }
    }
}
