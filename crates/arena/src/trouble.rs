//! What can go wrong, told apart by whose fault it is.

use outwit_game::Problem;
use std::fmt;

/// Why there is no result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// The request was wrong.
    Request(Problem),
    /// The work failed: a full disk, a damaged file.
    Work(Problem),
}

impl Trouble {
    pub(crate) fn work(sentence: impl Into<String>) -> Trouble {
        Trouble::Work(Problem::new(sentence))
    }

    pub(crate) fn request(sentence: impl Into<String>) -> Trouble {
        Trouble::Request(Problem::new(sentence))
    }
}

impl From<Problem> for Trouble {
    fn from(problem: Problem) -> Trouble {
        Trouble::Request(problem)
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Request(problem) | Trouble::Work(problem) => problem.fmt(f),
        }
    }
}

impl std::error::Error for Trouble {}
