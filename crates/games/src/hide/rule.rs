//! Which moves are hidden.

use outwit_game::Problem;
use std::fmt;

/// A share of each seat's moves that the others do not see, as a fraction: floats would hide the wrong move now and then
/// (0.29 x 100 is 28.999...).
///
/// A seat's m-th move is hidden when floor(m h) > floor((m - 1) h). With h = 3/5 those are the 2nd, the 4th, the 5th of each
/// five.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Share {
    above: u32,
    below: u32,
}

/// Fractions with a larger denominator are not read: the moves of no game are so many.
const LARGEST: u32 = 1_000_000;

impl Share {
    /// Nothing is hidden.
    pub const NONE: Share = Share { above: 0, below: 1 };

    /// The share `above / below`, from 0 to 1.
    pub fn new(above: u32, below: u32) -> Option<Share> {
        if below == 0 || above > below || below > LARGEST {
            return None;
        }
        let divisor = greatest_common_divisor(above, below);
        Some(Share { above: above / divisor, below: below / divisor })
    }

    /// Reads `2/5`, `0.4`, `1`.
    pub fn parse(text: &str) -> Result<Share, Problem> {
        let whole = |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse::<u32>().ok()).flatten();
        let read = || match text.split_once('/') {
            Some((above, below)) => Share::new(whole(above)?, whole(below)?),
            None => {
                let (units, decimals) = text.split_once('.').unwrap_or((text, ""));
                let below = 10u32.checked_pow(decimals.len() as u32)?;
                let decimals = if decimals.is_empty() { 0 } else { whole(decimals)? };
                Share::new(whole(units)?.checked_mul(below)?.checked_add(decimals)?, below)
            }
        };
        read().ok_or_else(|| {
            Problem::new(format!("`h={text}` is not a share of the moves: h is a fraction from 0 to 1, as 2/5 or 0.4"))
        })
    }

    /// Whether nothing is hidden.
    pub fn is_none(self) -> bool {
        self.above == 0
    }

    /// After how many moves the pattern begins again.
    pub fn period(self) -> u32 {
        self.below
    }

    /// Whether a seat's m-th move is hidden, counted from 1.
    pub fn hides(self, m: u64) -> bool {
        let (above, below) = (u64::from(self.above), u64::from(self.below));
        m * above / below > (m - 1) * above / below
    }

    /// For a game of two who move in turn: which plies are hidden.
    pub fn plies(self, count: usize) -> Vec<bool> {
        (0..count as u64).map(|ply| self.hides(ply / 2 + 1)).collect()
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.below {
            1 => write!(f, "{}", self.above),
            _ => write!(f, "{}/{}", self.above, self.below),
        }
    }
}

fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a.max(1) } else { greatest_common_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_five_moves_these_are_hidden() {
        let hidden = |text: &str| -> Vec<u64> {
            let share = Share::parse(text).unwrap();
            (1..=5).filter(|&m| share.hides(m)).collect()
        };
        assert!(hidden("0").is_empty());
        assert_eq!(hidden("1/5"), [5]);
        assert_eq!(hidden("0.4"), [3, 5]);
        assert_eq!(hidden("0.6"), [2, 4, 5]);
        assert_eq!(hidden("4/5"), [2, 3, 4, 5]);
        assert_eq!(hidden("1"), [1, 2, 3, 4, 5]);
    }

    #[test]
    fn a_share_is_exact_and_what_is_none_is_refused() {
        let share = Share::parse("0.29").unwrap();
        assert_eq!((1..=100).filter(|&m| share.hides(m)).count(), 29);
        assert!(share.hides(100), "29 of 100, and the last of them is the 100th");
        assert_eq!(Share::parse("4/10").unwrap(), Share::parse("0.40").unwrap());
        assert_eq!(Share::parse("0.4").unwrap().to_string(), "2/5");
        for text in ["", "2", "-0.1", "1/0", "3/2", "0.", "1e-1", "x", "0.12345678", "1/2/3", "+1"] {
            let is_fine = text == "0.";
            assert_eq!(Share::parse(text).is_ok(), is_fine, "{text}");
        }
    }
}
