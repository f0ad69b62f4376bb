//! Typed keys: a parameter is declared once, with its name, default, range and type, and asked for by that.

use crate::parameters::{Kind, Parameter, parse_time, read_number};
use std::marker::PhantomData;
use std::time::Duration;

/// A parameter with the type of its value. Each is declared once, as a constant, listed by the entry that has it
/// ([`keys!`](crate::keys)), and asked for by [`Settings::get`](crate::Settings::get): no name is written twice.
///
/// ```
/// use outwit_game::{Key, Problem, Settings, Spec, Word, keys};
///
/// const PITS: Key<u8> = Key::integer("pits", "6", 1, 12, "pits of a seat");
/// const P0: Key<Option<f64>> = Key::probability("p0", "", "the chance of a win");
/// const SCORE: Key<Word> = Key::choice("score", "win", &["win", "margin"], "what is paid");
///
/// fn main() -> Result<(), Problem> {
///     let settings = Settings::read("the game kalah", keys![PITS, P0, SCORE], &Spec::parse("kalah:p0=2/5")?)?;
///     assert_eq!(settings.get(PITS), 6);
///     assert_eq!(settings.get(P0), Some(0.4));
///     assert_eq!(settings.get(SCORE), "win");
///     Ok(())
/// }
/// ```
pub struct Key<T> {
    /// How it is listed.
    pub parameter: Parameter,
    value: PhantomData<fn() -> T>,
}

impl<T> Clone for Key<T> {
    fn clone(&self) -> Key<T> {
        *self
    }
}

impl<T> Copy for Key<T> {}

/// The parameters of some keys, for an entry's list.
#[macro_export]
macro_rules! keys {
    ($($key:expr),* $(,)?) => {
        &[$($key.parameter),*]
    };
}

/// A type that a setting is read as.
pub trait Readable {
    /// What is read: the type itself but for [`Text`] and [`Word`].
    type Value<'a>;
    /// Whether there is a value when no default is.
    const IS_OPTIONAL: bool = false;
    /// Reads what fits the parameter. `None` for what does not.
    fn read<'a>(text: &'a str, parameter: &Parameter) -> Option<Self::Value<'a>>;
}

/// Any text, the spec of an agent or a game for example.
pub enum Text {}

/// One word of a choice.
pub enum Word {}

impl Readable for Text {
    type Value<'a> = &'a str;
    fn read<'a>(text: &'a str, _: &Parameter) -> Option<&'a str> {
        Some(text)
    }
}

impl Readable for Word {
    type Value<'a> = &'static str;
    fn read(text: &str, parameter: &Parameter) -> Option<&'static str> {
        match parameter.kind {
            Kind::Choice(words) => words.iter().copied().find(|word| *word == text),
            _ => None,
        }
    }
}

impl Readable for bool {
    type Value<'a> = bool;
    fn read(text: &str, _: &Parameter) -> Option<bool> {
        text.parse().ok()
    }
}

impl Readable for f64 {
    type Value<'a> = f64;
    fn read(text: &str, _: &Parameter) -> Option<f64> {
        read_number(text)
    }
}

impl Readable for Duration {
    type Value<'a> = Duration;
    fn read(text: &str, _: &Parameter) -> Option<Duration> {
        parse_time(text)
    }
}

/// None where nothing is set.
impl<T: Readable> Readable for Option<T> {
    type Value<'a> = Option<T::Value<'a>>;
    const IS_OPTIONAL: bool = true;
    fn read<'a>(text: &'a str, parameter: &Parameter) -> Option<Self::Value<'a>> {
        if text.is_empty() { Some(None) } else { T::read(text, parameter).map(Some) }
    }
}

/// A type of whole numbers.
pub trait Whole: Readable {
    /// The largest, as far as parameters go.
    const LARGEST: i64;
}

macro_rules! whole {
    ($($type:ty),*) => {
        $(
            impl Readable for $type {
                type Value<'a> = $type;
                fn read(text: &str, _: &Parameter) -> Option<$type> {
                    text.parse().ok()
                }
            }
            impl Whole for $type {
                const LARGEST: i64 = if size_of::<$type>() < 8 { <$type>::MAX as i64 } else { i64::MAX };
            }
        )*
    };
}

whole!(u8, u16, u32, u64, usize);

impl<T: Whole> Whole for Option<T> {
    const LARGEST: i64 = T::LARGEST;
}

/// A type of numbers.
pub trait Number: Readable {}
impl Number for f64 {}
impl Number for Option<f64> {}

/// A type of texts.
pub trait AnyText: Readable {}
impl AnyText for Text {}
impl AnyText for Option<Text> {}

/// A type of words.
pub trait OneOf: Readable {}
impl OneOf for Word {}
impl OneOf for Option<Word> {}

/// A type of durations.
pub trait Time: Readable {}
impl Time for Duration {}
impl Time for Option<Duration> {}

impl<T: Readable> Key<T> {
    const fn new(name: &'static str, default: &'static str, kind: Kind, summary: &'static str) -> Key<T> {
        assert!(T::IS_OPTIONAL || !default.is_empty(), "a key that is always there has a default");
        Key { parameter: Parameter { name, default, kind, summary }, value: PhantomData }
    }
}

impl<T: Whole> Key<T> {
    /// A whole number from `min` to `max`.
    pub const fn integer(
        name: &'static str,
        default: &'static str,
        min: i64,
        max: i64,
        summary: &'static str,
    ) -> Key<T> {
        assert!(0 <= min && max <= T::LARGEST, "every number in the range is one of the type");
        Key::new(name, default, Kind::Integer { min, max }, summary)
    }
}

impl<T: Number> Key<T> {
    /// A number from `min` to `max`.
    pub const fn real(
        name: &'static str,
        default: &'static str,
        (min, max): (f64, f64),
        summary: &'static str,
    ) -> Key<T> {
        Key::new(name, default, Kind::Real { min, max }, summary)
    }

    /// A number from 0 on.
    pub const fn amount(name: &'static str, default: &'static str, summary: &'static str) -> Key<T> {
        Key::real(name, default, (0.0, f64::INFINITY), summary)
    }

    /// A number from 0 to 1.
    pub const fn probability(name: &'static str, default: &'static str, summary: &'static str) -> Key<T> {
        Key::real(name, default, (0.0, 1.0), summary)
    }

    /// Any number.
    pub const fn number(name: &'static str, default: &'static str, summary: &'static str) -> Key<T> {
        Key::real(name, default, (f64::MIN, f64::INFINITY), summary)
    }
}

impl<T: OneOf> Key<T> {
    /// One of some words.
    pub const fn choice(
        name: &'static str,
        default: &'static str,
        words: &'static [&'static str],
        summary: &'static str,
    ) -> Key<T> {
        Key::new(name, default, Kind::Choice(words), summary)
    }
}

impl Key<bool> {
    /// True or false.
    pub const fn flag(name: &'static str, default: &'static str, summary: &'static str) -> Key<bool> {
        Key::new(name, default, Kind::Flag, summary)
    }
}

impl<T: AnyText> Key<T> {
    /// Any text.
    pub const fn text(name: &'static str, default: &'static str, summary: &'static str) -> Key<T> {
        Key::new(name, default, Kind::Text, summary)
    }

    /// The spec of a game or an agent.
    pub const fn spec(name: &'static str, default: &'static str, summary: &'static str) -> Key<T> {
        Key::new(name, default, Kind::Spec, summary)
    }
}

impl<T: Time> Key<T> {
    /// A duration.
    pub const fn time(name: &'static str, default: &'static str, summary: &'static str) -> Key<T> {
        Key::new(name, default, Kind::Time, summary)
    }
}
