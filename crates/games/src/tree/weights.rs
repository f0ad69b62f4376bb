//! Probabilities as whole numbers.
//!
//! The contract wants weights of chance that are integers, so that sums are exact. Probabilities that are fractions with a
//! denominator up to 2^26, short decimals among them, become numerators over their least common denominator; a double close
//! to such a fraction is close to no other. Where that fails, or the denominator passes 2^52, each becomes its nearest
//! multiple of 2^-52, and at least one.

const LARGEST_DENOMINATOR: u64 = 1 << 26;
const SCALE: u64 = 1 << 52;

/// The weights of these probabilities, each more than 0 and at most 1.
pub(super) fn weights(probabilities: &[f64]) -> Vec<u64> {
    exact(probabilities)
        .unwrap_or_else(|| probabilities.iter().map(|p| ((p * SCALE as f64).round() as u64).max(1)).collect())
}

fn exact(probabilities: &[f64]) -> Option<Vec<u64>> {
    let fractions: Vec<(u64, u64)> = probabilities.iter().map(|&p| fraction(p)).collect::<Option<_>>()?;
    let mut common = 1u64;
    for &(_, below) in &fractions {
        common = common.checked_mul(below / greatest_common_divisor(common, below)).filter(|&c| c <= SCALE)?;
    }
    Some(fractions.into_iter().map(|(above, below)| above * (common / below)).collect())
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// The fraction with the smallest denominator that a double is nearest to: a convergent of its continued fraction.
fn fraction(p: f64) -> Option<(u64, u64)> {
    // Step 1. The double as the exact fraction it is, above / 2^power.
    let bits = p.to_bits();
    let exponent = (bits >> 52) as i32;
    let power = 1075 - exponent;
    if !(1..=110).contains(&power) {
        return None;
    }
    let mut above = u128::from(bits & ((1 << 52) - 1) | (1 << 52));
    let mut below = 1u128 << power;
    // Step 2. Its convergents, until one is the same double.
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
            return Some(this);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn fractions_and_short_decimals_become_exact_weights() {
        assert_eq!(weights(&[0.25, 0.75]), [1, 3]);
        assert_eq!(weights(&[1.0 / 3.0, 1.0 / 6.0, 0.5]), [2, 1, 3]);
        assert_eq!(weights(&[0.1, 0.2, 0.7]), [1, 2, 7]);
        assert_eq!(weights(&[0.123456, 0.876544]), [1929, 13696]);
        assert_eq!(weights(&[1.0]), [1]);
    }

    #[test]
    fn other_probabilities_become_multiples_of_two_to_the_minus_52_and_never_nothing() {
        let root = 0.5f64.sqrt();
        let [a, b] = weights(&[root, 1.0 - root])[..] else { panic!("two weights") };
        assert!((a + b).abs_diff(SCALE) <= 1);
        assert!((a as f64 / SCALE as f64 - root).abs() < 1e-15);
        assert_eq!(weights(&[1e-300, 1.0]), [1, SCALE]);
        assert_eq!(weights(&[f64::MIN_POSITIVE / 4.0, 1.0]), [1, SCALE]);
    }

    proptest! {
        #[test]
        fn every_small_fraction_is_found_again(below in 1u64..=LARGEST_DENOMINATOR, share in 0.0f64..1.0) {
            let above = ((below as f64 * share) as u64).max(1);
            let divisor = greatest_common_divisor(above, below);
            prop_assert_eq!(fraction(above as f64 / below as f64), Some((above / divisor, below / divisor)));
        }
    }
}
