//! Parameters as they are listed, and settings read by them: the source of defaults, checks, help and documentation.

use crate::key::{Key, Readable};
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

/// A parameter of a game or an agent, as it is listed.
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

/// The values of an entry's parameters, checked; defaults filled in.
#[derive(Clone, Debug)]
pub struct Settings(Vec<(&'static str, String)>);

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
            if !text.is_empty() && !parameter.kind.admits(text) {
                let Parameter { name, kind, .. } = parameter;
                return Err(Problem::new(format!("`{name}={text}` does not fit {owner}: {name} is {kind}")));
            }
            settings.push((parameter.name, text.to_string()));
        }
        Ok(Settings(settings))
    }

    /// Whether the entry lists the key.
    pub fn lists<T>(&self, key: Key<T>) -> bool {
        self.0.iter().any(|(name, _)| *name == key.parameter.name)
    }

    /// The value of a key: what the spec says, else the default of the entry's parameter of that name. What several entries
    /// share asks for keys that some of them do not list: there it is the key's own default.
    ///
    /// # Panics
    /// When the default of a key is none of its values: an error in the catalog, not in what a user wrote.
    pub fn get<T: Readable>(&self, key: Key<T>) -> T::Value<'_> {
        let Key { parameter, .. } = key;
        let set = self.0.iter().find(|(name, _)| *name == parameter.name);
        let value = set.and_then(|(_, text)| T::read(text, &parameter));
        value.or_else(|| T::read(parameter.default, &parameter)).expect("the default of a key is one of its values")
    }
}

impl Kind {
    /// Whether a text is such a value.
    fn admits(&self, text: &str) -> bool {
        match *self {
            Kind::Integer { min, max } => text.parse::<i64>().is_ok_and(|x| (min..=max).contains(&x)),
            Kind::Real { min, max } => read_number(text).is_some_and(|x| (min..=max).contains(&x)),
            Kind::Flag => matches!(text, "true" | "false"),
            Kind::Choice(words) => words.contains(&text),
            Kind::Time => parse_time(text).is_some(),
            Kind::Text | Kind::Spec => true,
        }
    }
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
    /// Reads a number as parameters do: `0.4` or `2/5`.
    pub fn number(text: &str) -> Option<f64> {
        read_number(text.trim())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Word;
    use crate::keys;

    const PITS: Key<u8> = Key::integer("pits", "6", 1, 12, "");
    const P0: Key<Option<f64>> = Key::probability("p0", "", "");
    const TIME: Key<Option<Duration>> = Key::time("time", "", "");
    const SCORE: Key<Word> = Key::choice("score", "win", &["win", "margin"], "");
    const SOLVER: Key<bool> = Key::flag("solver", "true", "");

    fn read(text: &str) -> Result<Settings, String> {
        let keys = keys![PITS, P0, TIME, SCORE];
        Settings::read("the game kalah", keys, &Spec::parse(text).unwrap()).map_err(|p| p.to_string())
    }

    #[test]
    fn values_are_read_and_defaults_filled_in() {
        let settings = read("kalah:p0=2/5,time=1.5s,score=margin").unwrap();
        assert_eq!(settings.get(PITS), 6);
        assert_eq!(settings.get(P0), Some(0.4));
        assert_eq!(settings.get(TIME), Some(Duration::from_millis(1500)));
        assert_eq!(settings.get(SCORE), "margin");
        assert_eq!(read("kalah").unwrap().get(P0), None);
        assert!(settings.get(SOLVER), "a key that is not listed has its default");
    }

    #[test]
    fn the_entrys_default_is_used_for_a_key_of_the_same_name() {
        const DEPTH: Key<Option<u32>> = Key::integer("depth", "", 0, 200, "");
        const OWN: Key<u32> = Key::integer("depth", "4", 0, 200, "");
        let settings = Settings::read("the agent", keys![OWN], &Spec::parse("a").unwrap()).unwrap();
        assert_eq!((settings.get(DEPTH), settings.get(OWN)), (Some(4), 4));
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
