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
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let none = || {
            Problem::new(format!("`h={text}` is not a share of the moves: h is a fraction from 0 to 1, as 2/5 or 0.4"))
        };
        let too_fine = || {
            Problem::new(format!(
                "`h={text}` is too fine a share of the moves: the number below the line is {LARGEST} at most, which is six \
                 digits after the point"
            ))
        };
        let (above, below) = match text.split_once('/') {
            Some((above, below)) if digits(above) && digits(below) => (above.to_string(), below.to_string()),
            Some(_) => return Err(none()),
            None => {
                let (units, decimals) = text.split_once('.').unwrap_or((text, ""));
                if !digits(units) || !(decimals.is_empty() || digits(decimals)) {
                    return Err(none());
                }
                // Zeros at the end say nothing.
                let decimals = decimals.trim_end_matches('0');
                (format!("{units}{decimals}"), format!("1{}", "0".repeat(decimals.len())))
            }
        };
        // Numbers without zeros in front compare by their lengths first, so that none is too long to be read.
        let (above, below) = (above.trim_start_matches('0'), below.trim_start_matches('0'));
        if below.is_empty() || (above.len(), above) > (below.len(), below) {
            return Err(none());
        }
        let whole = |text: &str| if text.is_empty() { Some(0) } else { text.parse::<u32>().ok() };
        let share = whole(above).zip(whole(below)).and_then(|(above, below)| Share::new(above, below));
        share.ok_or_else(too_fine)
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
        assert_eq!(Share::parse("0.4000000000000000000").unwrap().to_string(), "2/5");
    }

    #[test]
    fn a_share_is_told_what_is_wrong_with_it() {
        for text in ["12345678/123456789", "1/1000001", "0.1234567", "1/99999999999999999999", "0/9999999999999999"] {
            let problem = Share::parse(text).unwrap_err().to_string();
            assert!(problem.contains("the number below the line is 1000000 at most"), "{text}: {problem}");
        }
        for text in ["", ".", "/", "1/", "/2", "2", "1.5", "3/2", "99999999999999999999/7", "1/0", "0/0", "1/2/3", "x"]
        {
            let problem = Share::parse(text).unwrap_err().to_string();
            assert!(problem.contains("h is a fraction from 0 to 1"), "{text}: {problem}");
        }
        assert_eq!(Share::parse("123456/1000000").unwrap().to_string(), "1929/15625");
    }
}
