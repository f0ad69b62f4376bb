//! Numbers as people read them.

use std::ops::{Bound, RangeBounds};
use std::time::Duration;

/// A value or payoff, with four decimals at most.
pub fn value(x: f64) -> String {
    // What is left of sums that should have cancelled out.
    if x.abs() < 1e-13 {
        return "0".to_string();
    }
    if x.abs() >= 1e12 || (x != 0.0 && x.abs() < 5e-5) {
        return format!("{x:.4e}");
    }
    let text = format!("{x:.4}");
    match text.trim_end_matches('0').trim_end_matches('.') {
        "-0" => "0".to_string(),
        short => short.to_string(),
    }
}

/// A probability in percent.
pub fn percent(p: f64) -> String {
    format!("{} %", value((p * 1e4).round() / 1e2))
}

/// A count with commas between thousands.
pub fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Milliseconds, to the microsecond.
pub fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// A time in the unit that suits it.
pub fn time(time: Duration) -> String {
    match time.as_secs_f64() {
        s if s < 1e-3 => format!("{:.0} us", s * 1e6),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s if s < 120.0 => format!("{s:.2} s"),
        s => format!("{:.0} min {:.0} s", (s / 60.0).floor(), s % 60.0),
    }
}

/// How many a second, in a short form; nothing where the time is too short to tell.
pub fn rate(n: u64, time: Duration) -> Option<String> {
    let seconds = time.as_secs_f64();
    if seconds < 1e-6 {
        return None;
    }
    Some(match n as f64 / seconds {
        r if r >= 1e6 => format!("{:.2} M/s", r / 1e6),
        r if r >= 1e3 => format!("{:.1} k/s", r / 1e3),
        r => format!("{r:.0} /s"),
    })
}

/// A noun with its number.
pub fn plural(n: u64, noun: &str) -> String {
    format!("{} {noun}{}", count(n), if n == 1 { "" } else { "s" })
}

/// Reads a number that is 0 or more.
pub fn from_zero_up(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| format!("`{text}` is not a number from 0 up, such as 0.001"))
}

/// Reads a whole number of a range, and says which are where it is none of them.
pub fn whole<T: TryFrom<u64>>(range: impl RangeBounds<u64>) -> impl Fn(&str) -> Result<T, String> + Clone {
    let least = match range.start_bound() {
        Bound::Included(&least) => least,
        Bound::Excluded(&below) => below + 1,
        Bound::Unbounded => 0,
    };
    let most = match range.end_bound() {
        Bound::Included(&most) => Some(most),
        Bound::Excluded(&above) => Some(above - 1),
        Bound::Unbounded => None,
    };
    move |text| {
        let number = text.parse().ok().filter(|&number| number >= least && most.is_none_or(|most| number <= most));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| match (most, number) {
            (Some(most), _) => format!("it is a whole number from {} to {}", count(least), count(most)),
            (None, Some(_)) => "the number is too large".to_string(),
            (None, None) => format!("it is a whole number, at least {}", count(least)),
        })
    }
}

/// Reads a seed.
pub fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a seed is a whole number from 0 to {}", u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_short_and_never_minus_zero() {
        let cases = [(1.0, "1"), (-0.0, "0"), (-0.25, "-0.25"), (1.0 / 3.0, "0.3333"), (1e300, "1.0000e300")];
        for (x, text) in cases {
            assert_eq!(value(x), text);
        }
        assert_eq!(value(0.00001), "1.0000e-5");
        assert_eq!(percent(1.0 / 3.0), "33.33 %");
        assert_eq!(percent(1e-9), "0 %");
    }

    #[test]
    fn a_number_out_of_range_is_told_what_would_be_right() {
        let level = whole::<u8>(1..=20);
        assert_eq!((level("1"), level("20")), (Ok(1), Ok(20)));
        for text in ["0", "21", "99", "300", "-1", "x", ""] {
            assert_eq!(level(text).unwrap_err(), "it is a whole number from 1 to 20", "{text}");
        }
        let many = whole::<u32>(1..);
        assert_eq!(many("4294967295"), Ok(u32::MAX));
        assert_eq!(many("4294967296").unwrap_err(), "the number is too large");
        for text in ["0", "1.5", "none"] {
            assert_eq!(many(text).unwrap_err(), "it is a whole number, at least 1", "{text}");
        }
        assert_eq!(whole::<u16>(..10)("10").unwrap_err(), "it is a whole number from 0 to 9");
    }

    #[test]
    fn counts_have_commas() {
        assert_eq!(count(0), "0");
        assert_eq!(count(999), "999");
        assert_eq!(count(1234567), "1,234,567");
    }
}
