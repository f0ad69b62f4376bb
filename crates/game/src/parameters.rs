//! Parameters declared once: the source of defaults, checks, help and documentation.

use crate::problem::Problem;
use crate::spec::{Spec, nearest};
use std::fmt;
use std::time::Duration;

/// What values a parameter takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    /// A whole number in a range, ends included.
    Integer {
        /// The smallest allowed.
        min: i64,
        /// The largest allowed.
        max: i64,
    },
    /// A number in a range, ends included; fractions like 2/5 may be written.
    Real {
        /// The smallest allowed.
        min: f64,
        /// The largest allowed.
        max: f64,
    },
    /// `true` or `false`.
    Flag,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A duration such as `100ms` or `2s`.
    Time,
    /// Any text, a file's name for example.
    Text,
    /// The spec of an agent or a game, in parentheses.
    Spec,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Integer { min, max: i64::MAX } => write!(f, "a whole number from {min} up, below 2^63"),
            Kind::Integer { min, max } => write!(f, "a whole number from {min} to {max}"),
            Kind::Real { min: f64::MIN, max: f64::INFINITY } => f.write_str("a number"),
            Kind::Real { min, max } if *max == f64::INFINITY => write!(f, "a number from {min}"),
            Kind::Real { min, max } => write!(f, "a number from {min} to {max}"),
            Kind::Flag => f.write_str("true or false"),
            Kind::Choice(words) => f.write_str(&words.join("|")),
            Kind::Time => f.write_str("a time such as 100ms or 2s"),
            Kind::Text => f.write_str("text"),
            Kind::Spec => f.write_str("a spec in parentheses"),
        }
    }
}

/// A parameter of a game or an agent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parameter {
    /// The key.
    pub name: &'static str,
    /// What is used when the key is absent; empty when there is nothing then.
    pub default: &'static str,
    /// What it may be.
    pub kind: Kind,
    /// One line.
    pub summary: &'static str,
}

#[derive(Clone, PartialEq, Debug)]
enum Value {
    Integer(i64),
    Real(f64),
    Flag(bool),
    Word(&'static str),
    Time(Duration),
    Text(String),
}

/// The values of an entry's parameters, checked; defaults filled in.
#[derive(Clone, Debug)]
pub struct Settings(Vec<(&'static str, Option<Value>)>);

impl Settings {
    /// Checks a spec's settings against the declared parameters of `owner` (as in "the game kalah").
    pub fn read(owner: &str, parameters: &[Parameter], spec: &Spec) -> Result<Settings, Problem> {
        for (key, _) in &spec.settings {
            if parameters.iter().any(|parameter| parameter.name == key) {
                continue;
            }
            let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name).collect();
            let hint = match nearest(key, names.iter().copied()) {
                Some(near) => format!("did you mean `{near}`? It has: {}", names.join(", ")),
                None if names.is_empty() => "it has none".to_string(),
                None => format!("it has: {}", names.join(", ")),
            };
            return Err(Problem::new(format!("{owner} has no parameter `{key}`; {hint}")));
        }
        let mut settings = Vec::with_capacity(parameters.len());
        for parameter in parameters {
            let text = spec.get(parameter.name).unwrap_or(parameter.default);
            let value = if text.is_empty() { None } else { Some(read_value(owner, parameter, text)?) };
            settings.push((parameter.name, value));
        }
        Ok(Settings(settings))
    }

    /// Whether the entry has a parameter of this name.
    pub fn declares(&self, name: &str) -> bool {
        self.0.iter().any(|(known, _)| *known == name)
    }

    /// # Panics
    /// When the entry declares no such parameter: an error in the catalog, not in what a user wrote.
    fn value(&self, name: &str) -> Option<&Value> {
        match self.0.iter().find(|(known, _)| *known == name) {
            Some((_, value)) => value.as_ref(),
            None => panic!("the catalog declares no parameter `{name}`"),
        }
    }

    /// A whole number, if one is set.
    pub fn integer(&self, name: &str) -> Option<i64> {
        match self.value(name) {
            Some(Value::Integer(x)) => Some(*x),
            _ => None,
        }
    }

    /// A whole number that has a default.
    pub fn count(&self, name: &str) -> usize {
        self.integer(name).unwrap_or(0) as usize
    }

    /// A number, if one is set.
    pub fn real(&self, name: &str) -> Option<f64> {
        match self.value(name) {
            Some(Value::Real(x)) => Some(*x),
            _ => None,
        }
    }

    /// A flag.
    pub fn flag(&self, name: &str) -> bool {
        matches!(self.value(name), Some(Value::Flag(true)))
    }

    /// A word of a choice.
    pub fn word(&self, name: &str) -> &'static str {
        match self.value(name) {
            Some(Value::Word(word)) => word,
            _ => "",
        }
    }

    /// A duration, if one is set.
    pub fn time(&self, name: &str) -> Option<Duration> {
        match self.value(name) {
            Some(Value::Time(time)) => Some(*time),
            _ => None,
        }
    }

    /// Text or a spec, if one is set.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.value(name) {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        }
    }
}

fn read_value(owner: &str, parameter: &Parameter, text: &str) -> Result<Value, Problem> {
    let value = match parameter.kind {
        Kind::Integer { min, max } => text.parse::<i64>().ok().filter(|x| (min..=max).contains(x)).map(Value::Integer),
        Kind::Real { min, max } => read_number(text).filter(|x| (min..=max).contains(x)).map(Value::Real),
        Kind::Flag => match text {
            "true" => Some(Value::Flag(true)),
            "false" => Some(Value::Flag(false)),
            _ => None,
        },
        Kind::Choice(words) => words.iter().find(|word| **word == text).map(|word| Value::Word(word)),
        Kind::Time => parse_time(text).map(Value::Time),
        Kind::Text | Kind::Spec => Some(Value::Text(text.to_string())),
    };
    value.ok_or_else(|| {
        let Parameter { name, kind, .. } = parameter;
        Problem::new(format!("`{name}={text}` does not fit {owner}: {name} is {kind}"))
    })
}

/// A number or a fraction of two numbers; finite.
pub(crate) fn read_number(text: &str) -> Option<f64> {
    let plain = |part: &str| {
        // Rust also reads "inf" and "nan", which are no numbers to a person.
        let is_plain = part.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'+' | b'e' | b'E'));
        if is_plain { part.parse::<f64>().ok().filter(|x| x.is_finite()) } else { None }
    };
    match text.split_once('/') {
        None => plain(text),
        Some((above, below)) => {
            let (above, below) = (plain(above)?, plain(below)?);
            Some(above / below).filter(|x| below != 0.0 && x.is_finite())
        }
    }
}

/// Reads a duration such as `100ms` or `2s`.
pub fn parse_time(text: &str) -> Option<Duration> {
    let (digits, unit) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic())?);
    let seconds = read_number(digits)?
        * match unit {
            "us" => 1e-6,
            "ms" => 1e-3,
            "s" => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            _ => return None,
        };
    // A year is longer than anybody waits and short enough for every clock.
    (0.0..=3.2e7).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

impl Parameter {
    /// A whole number from `min` to `max`.
    pub const fn integer(
        name: &'static str,
        default: &'static str,
        min: i64,
        max: i64,
        summary: &'static str,
    ) -> Parameter {
        Parameter { name, default, kind: Kind::Integer { min, max }, summary }
    }

    /// A number from 0 on.
    pub const fn amount(name: &'static str, default: &'static str, summary: &'static str) -> Parameter {
        Parameter { name, default, kind: Kind::Real { min: 0.0, max: f64::INFINITY }, summary }
    }

    /// A number from 0 to 1.
    pub const fn probability(name: &'static str, default: &'static str, summary: &'static str) -> Parameter {
        Parameter { name, default, kind: Kind::Real { min: 0.0, max: 1.0 }, summary }
    }

    /// Any number.
    pub const fn number_of(name: &'static str, default: &'static str, summary: &'static str) -> Parameter {
        Parameter { name, default, kind: Kind::Real { min: f64::MIN, max: f64::INFINITY }, summary }
    }

    /// One of some words.
    pub const fn choice(
        name: &'static str,
        default: &'static str,
        words: &'static [&'static str],
        summary: &'static str,
    ) -> Parameter {
        Parameter { name, default, kind: Kind::Choice(words), summary }
    }

    /// True or false.
    pub const fn flag(name: &'static str, default: &'static str, summary: &'static str) -> Parameter {
        Parameter { name, default, kind: Kind::Flag, summary }
    }

    /// Any text.
    pub const fn text(name: &'static str, default: &'static str, summary: &'static str) -> Parameter {
        Parameter { name, default, kind: Kind::Text, summary }
    }

    /// The spec of a game or an agent.
    pub const fn spec(name: &'static str, default: &'static str, summary: &'static str) -> Parameter {
        Parameter { name, default, kind: Kind::Spec, summary }
    }

    /// Reads a number as parameters do: `0.4` or `2/5`.
    pub fn number(text: &str) -> Option<f64> {
        read_number(text.trim())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARAMETERS: &[Parameter] = &[
        Parameter { name: "pits", default: "6", kind: Kind::Integer { min: 1, max: 12 }, summary: "" },
        Parameter { name: "p0", default: "", kind: Kind::Real { min: 0.0, max: 1.0 }, summary: "" },
        Parameter { name: "time", default: "", kind: Kind::Time, summary: "" },
        Parameter { name: "score", default: "win", kind: Kind::Choice(&["win", "margin"]), summary: "" },
    ];

    fn read(text: &str) -> Result<Settings, String> {
        Settings::read("the game kalah", PARAMETERS, &Spec::parse(text).unwrap()).map_err(|p| p.to_string())
    }

    #[test]
    fn values_are_read_and_defaults_filled_in() {
        let settings = read("kalah:p0=2/5,time=1.5s,score=margin").unwrap();
        assert_eq!(settings.count("pits"), 6);
        assert_eq!(settings.real("p0"), Some(0.4));
        assert_eq!(settings.time("time"), Some(Duration::from_millis(1500)));
        assert_eq!(settings.word("score"), "margin");
        assert_eq!(read("kalah").unwrap().real("p0"), None);
    }

    #[test]
    fn a_bad_value_names_its_range_and_a_bad_key_the_nearest() {
        assert_eq!(
            read("kalah:pits=13").unwrap_err(),
            "`pits=13` does not fit the game kalah: pits is a whole number from 1 to 12"
        );
        assert!(read("kalah:p0=1/0").unwrap_err().contains("a number from 0 to 1"));
        assert!(read("kalah:p0=nan").is_err() && read("kalah:time=-1s").is_err() && read("kalah:time=5").is_err());
        assert!(read("kalah:pit=3").unwrap_err().contains("did you mean `pits`?"));
    }
}
