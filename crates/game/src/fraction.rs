//! A probability as it was written: a fraction of whole numbers, so that nothing is rounded.

use std::fmt;

/// A fraction from 0 on, in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fraction {
    /// What stands above the line.
    pub above: u64,
    /// What stands below it; never 0.
    pub below: u64,
}

impl Fraction {
    /// Both parts divided by what they have in common; `None` if `below` is 0.
    pub fn new(above: u64, below: u64) -> Option<Fraction> {
        let divisor = greatest_common_divisor(u128::from(above), u128::from(below)) as u64;
        (below != 0).then(|| Fraction { above: above / divisor, below: below / divisor })
    }

    /// Reads `1/3`, `0.25`, `1e-15` or a quotient of two such numbers; `None` where the text is no number from 0 on, or one
    /// whose parts pass 2^64.
    pub fn read(text: &str) -> Option<Fraction> {
        let text = text.trim();
        let (above, below) = match text.split_once('/') {
            None => decimal(text)?,
            Some((above, below)) => {
                let (above, below) = (decimal(above)?, decimal(below)?);
                (above.0.checked_mul(below.1)?, above.1.checked_mul(below.0)?)
            }
        };
        if below == 0 {
            return None;
        }
        let divisor = greatest_common_divisor(above, below);
        Some(Fraction { above: u64::try_from(above / divisor).ok()?, below: u64::try_from(below / divisor).ok()? })
    }

    /// The nearest double.
    pub fn value(self) -> f64 {
        self.above as f64 / self.below as f64
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.below == 1 { write!(f, "{}", self.above) } else { write!(f, "{}/{}", self.above, self.below) }
    }
}

/// The largest number that divides both; the other one where one is 0.
pub(crate) fn greatest_common_divisor(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// A decimal number as the fraction that it is, not in lowest terms.
fn decimal(text: &str) -> Option<(u128, u128)> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let mantissa = mantissa.strip_prefix('+').unwrap_or(mantissa);
    let (whole, after) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.len() + after.len() == 0 || !whole.bytes().chain(after.bytes()).all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let after = after.trim_end_matches('0');
    let digits = format!("{whole}{after}");
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() {
        return Some((0, 1));
    }
    let mut number: u128 = digits.parse().ok()?;
    let mut power = exponent.checked_sub(i32::try_from(after.len()).ok()?)?;
    while power < 0 && number.is_multiple_of(10) {
        (number, power) = (number / 10, power + 1);
    }
    let ten = 10u128.checked_pow(power.unsigned_abs())?;
    if power < 0 { Some((number, ten)) } else { Some((number.checked_mul(ten)?, 1)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_the_fractions_they_are() {
        for (text, above, below) in [
            ("1/3", 1, 3),
            ("2/6", 1, 3),
            ("0.25", 1, 4),
            (".5", 1, 2),
            ("1", 1, 1),
            ("1e-15", 1, 1_000_000_000_000_000),
            ("999999999999999/1000000000000000", 999_999_999_999_999, 1_000_000_000_000_000),
            ("0.1/0.3", 1, 3),
            ("2.50e-1", 1, 4),
            ("0.0", 0, 1),
            ("0.3333333333333333", 3_333_333_333_333_333, 10_000_000_000_000_000),
        ] {
            assert_eq!(Fraction::read(text), Some(Fraction { above, below }), "{text}");
        }
        for text in ["", "-1", "a", "1/0", "1e-300", "1/2/3", "0.12345678901234567890123", "e5", "."] {
            assert_eq!(Fraction::read(text), None, "{text}");
        }
        assert_eq!(Fraction::new(4, 6).unwrap().to_string(), "2/3");
        assert_eq!(Fraction::new(1, 0), None);
    }
}
