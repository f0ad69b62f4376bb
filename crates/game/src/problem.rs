//! Errors as sentences.

use std::fmt;

/// What is wrong, where, and what would be right: one sentence for a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem(String);

impl Problem {
    /// A problem told by this sentence.
    pub fn new(sentence: impl Into<String>) -> Problem {
        Problem(sentence.into())
    }

    /// The same problem, with a word on where it stands put in front.
    pub fn within(self, place: impl fmt::Display) -> Problem {
        Problem(format!("{place}: {}", self.0))
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Problem {}
