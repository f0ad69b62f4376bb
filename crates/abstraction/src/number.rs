//! Numbers that networks and classes are computed in: floating point for large ones, fractions where an identity must hold.

use std::cmp::Ordering;
use std::fmt::{self, Debug};
use std::ops::{Add, Div, Mul, Sub};

/// What sums and averages are made of.
pub trait Number:
    Copy
    + Debug
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Send
    + Sync
    + 'static
{
    /// Nothing.
    const ZERO: Self;
    /// One.
    const ONE: Self;
    /// A whole number.
    fn whole(number: u64) -> Self;
    /// A number that some floating-point number stands for, to the last bit.
    fn exactly(number: f64) -> Self;
    /// The nearest floating-point number.
    fn value(self) -> f64;
}

impl Number for f64 {
    const ZERO: f64 = 0.0;
    const ONE: f64 = 1.0;
    fn whole(number: u64) -> f64 {
        number as f64
    }
    fn exactly(number: f64) -> f64 {
        number
    }
    fn value(self) -> f64 {
        self
    }
}

/// A fraction in lowest terms: nothing is ever rounded.
///
/// # Panics
/// Its parts have 127 bits; whatever passes them panics, so it is for small problems and for tests.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ratio {
    above: i128,
    below: i128,
}

impl Ratio {
    /// `above / below`.
    ///
    /// # Panics
    /// When `below` is 0.
    pub fn new(above: i128, below: i128) -> Ratio {
        assert!(below != 0, "nothing is divided by 0");
        let divisor = common(above.unsigned_abs(), below.unsigned_abs()).max(1) as i128 * below.signum();
        Ratio { above: above / divisor, below: below / divisor }
    }
}

fn common(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { common(b, a % b) }
}

impl Debug for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.below == 1 { write!(f, "{}", self.above) } else { write!(f, "{}/{}", self.above, self.below) }
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Ratio) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Ratio) -> Ordering {
        (*self - *other).above.cmp(&0)
    }
}

const ROOM: &str = "a fraction of 127 bits has room";

impl Add for Ratio {
    type Output = Ratio;
    fn add(self, other: Ratio) -> Ratio {
        let divisor = common(self.below.unsigned_abs(), other.below.unsigned_abs()) as i128;
        let (left, right) = (other.below / divisor, self.below / divisor);
        let above =
            self.above.checked_mul(left).zip(other.above.checked_mul(right)).and_then(|(a, b)| a.checked_add(b));
        Ratio::new(above.expect(ROOM), self.below.checked_mul(left).expect(ROOM))
    }
}

impl Sub for Ratio {
    type Output = Ratio;
    fn sub(self, other: Ratio) -> Ratio {
        self + Ratio { above: -other.above, below: other.below }
    }
}

impl Mul for Ratio {
    type Output = Ratio;
    fn mul(self, other: Ratio) -> Ratio {
        // Crosswise first, so that what is divided out again is never multiplied.
        let (a, b) = (Ratio::new(self.above, other.below), Ratio::new(other.above, self.below));
        Ratio::new(a.above.checked_mul(b.above).expect(ROOM), a.below.checked_mul(b.below).expect(ROOM))
    }
}

impl Div for Ratio {
    type Output = Ratio;
    fn div(self, other: Ratio) -> Ratio {
        let turned = Ratio::new(other.below, other.above);
        self.mul(turned)
    }
}

impl Number for Ratio {
    const ZERO: Ratio = Ratio { above: 0, below: 1 };
    const ONE: Ratio = Ratio { above: 1, below: 1 };
    fn whole(number: u64) -> Ratio {
        Ratio { above: number.into(), below: 1 }
    }
    fn exactly(number: f64) -> Ratio {
        assert!(number.is_finite(), "only finite numbers are fractions");
        let (mut number, mut below) = (number, 1i128);
        while number.fract() != 0.0 {
            (number, below) = (2.0 * number, below.checked_mul(2).expect(ROOM));
        }
        Ratio::new(number as i128, below)
    }
    fn value(self) -> f64 {
        self.above as f64 / self.below as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_obey_their_laws() {
        let ratio = Ratio::new;
        assert_eq!(ratio(2, -4), ratio(-1, 2));
        assert_eq!(ratio(1, 6) + ratio(1, 10), ratio(4, 15));
        assert_eq!(ratio(1, 6) - ratio(1, 6), Ratio::ZERO);
        assert_eq!(ratio(3, 4) * ratio(2, 9) / ratio(1, 6), Ratio::ONE);
        assert!(ratio(1, 3) < ratio(34, 100) && ratio(-1, 3) < Ratio::ZERO);
        assert_eq!((Ratio::exactly(-0.375), Ratio::exactly(3.0)), (ratio(-3, 8), Ratio::whole(3)));
        assert_eq!(ratio(1, 3).value(), 1.0 / 3.0);
    }
}
