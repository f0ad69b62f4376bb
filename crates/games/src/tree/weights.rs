//! Probabilities as whole numbers.
//!
//! The contract wants weights of chance that are integers, so that sums are exact. Probabilities are the fractions that were
//! written, decimals among them; they become numerators over their least common denominator, and nothing is rounded: where
//! that denominator is too large, the tree is refused. A double that nobody wrote stands for the simplest fraction it is
//! nearest to, if that has a denominator up to 2^26 (a double close to such a fraction is close to no other), and else for
//! itself.

use outwit_game::Fraction;

const LARGEST_DENOMINATOR: u64 = 1 << 26;
/// What weights may add up to: far enough from where a sum overflows.
const LARGEST_SUM: u128 = 1 << 63;

/// What is wrong with probabilities that have no weights.
pub(super) const TOO_FINE: &str = "the probabilities of the children have no common denominator below 2^63, so they \
     cannot be kept exactly: write them with fewer digits, or as fractions such as \"1/3\"";

/// The weights of these probabilities; `None` if they do not fit.
pub(super) fn weights(probabilities: &[Fraction]) -> Option<Vec<u64>> {
    let mut common = 1u128;
    for &Fraction { below, .. } in probabilities {
        let below = u128::from(below);
        common = common.checked_mul(below / greatest_common_divisor(common, below)).filter(|&c| c <= LARGEST_SUM)?;
    }
    let weight = |p: &Fraction| u128::from(p.above).checked_mul(common / u128::from(p.below));
    let weights: Vec<u128> = probabilities.iter().map(weight).collect::<Option<_>>()?;
    let sum = weights.iter().try_fold(0u128, |sum, &weight| sum.checked_add(weight))?;
    (sum <= LARGEST_SUM).then(|| weights.into_iter().map(|weight| weight as u64).collect())
}

fn greatest_common_divisor(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// The fraction that a double between 0 and 1 stands for; `None` if it is too small for one.
pub(super) fn fraction(p: f64) -> Option<Fraction> {
    simple_fraction(p).or_else(|| {
        let (above, power) = dyadic(p)?;
        let zeros = above.trailing_zeros().min(power as u32);
        let power = power as u32 - zeros;
        if power < 64 { Fraction::new(u64::try_from(above >> zeros).ok()?, 1 << power) } else { None }
    })
}

/// A double as the exact fraction it is, above / 2^power.
fn dyadic(p: f64) -> Option<(u128, i32)> {
    let bits = p.to_bits();
    let power = 1075 - (bits >> 52) as i32;
    (1..=110).contains(&power).then(|| (u128::from(bits & ((1 << 52) - 1) | (1 << 52)), power))
}

/// The fraction with the smallest denominator that a double is nearest to: a convergent of its continued fraction.
pub(super) fn simple_fraction(p: f64) -> Option<Fraction> {
    let (mut above, power) = dyadic(p)?;
    let mut below = 1u128 << power;
    // Its convergents, until one is the same double.
    let (mut last, mut this) = ((0u64, 1u64), (1u64, 0u64));
    while below != 0 {
        let quotient = u64::try_from(above / below).ok()?;
        (above, below) = (below, above % below);
        let denominator = quotient.checked_mul(this.1)?.checked_add(last.1)?;
        if denominator > LARGEST_DENOMINATOR {
            return None;
        }
        let numerator = quotient.checked_mul(this.0)?.checked_add(last.0)?;
        (last, this) = (this, (numerator, denominator));
        if numerator as f64 / denominator as f64 == p {
            return Fraction::new(numerator, denominator);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(probabilities: &[f64]) -> Option<Vec<u64>> {
        weights(&probabilities.iter().map(|&p| fraction(p)).collect::<Option<Vec<_>>>()?)
    }

    fn written(probabilities: &[&str]) -> Option<Vec<u64>> {
        weights(&probabilities.iter().map(|p| Fraction::read(p)).collect::<Option<Vec<_>>>()?)
    }

    #[test]
    fn fractions_and_decimals_become_exact_weights() {
        assert_eq!(of(&[0.25, 0.75]).unwrap(), [1, 3]);
        assert_eq!(of(&[1.0 / 3.0, 1.0 / 6.0, 0.5]).unwrap(), [2, 1, 3]);
        assert_eq!(of(&[0.1, 0.2, 0.7]).unwrap(), [1, 2, 7]);
        assert_eq!(of(&[0.123456, 0.876544]).unwrap(), [1929, 13696]);
        assert_eq!(of(&[1.0]).unwrap(), [1]);
        assert_eq!(written(&["1e-15", "999999999999999/1000000000000000"]).unwrap(), [1, 999_999_999_999_999]);
        assert_eq!(written(&["0.3333333333333333", "2/3"]).unwrap(), [9_999_999_999_999_999, 20_000_000_000_000_000]);
    }

    #[test]
    fn a_double_that_is_no_simple_fraction_is_itself_and_what_does_not_fit_is_refused() {
        let root = 0.5f64.sqrt();
        let [a, b] = of(&[root, 1.0 - root]).unwrap()[..] else { panic!("two weights") };
        assert_eq!(a as f64 / (a + b) as f64, root);
        assert_eq!(of(&[1e-300, 1.0]), None);
        assert_eq!(of(&[f64::MIN_POSITIVE / 4.0, 1.0]), None);
        assert_eq!(written(&["1/9223372036854775783", "1/9223372036854775643"]), None);
    }

    proptest! {
        #[test]
        fn every_small_fraction_is_found_again(below in 1u64..=LARGEST_DENOMINATOR, share in 0.0f64..1.0) {
            let above = ((below as f64 * share) as u64).max(1);
            prop_assert_eq!(fraction(above as f64 / below as f64), Fraction::new(above, below));
        }
    }
}
