//! How a command ends when it does not end well.

use outwit::game::Problem;
use std::fmt::Display;
use std::io;

/// Why a command ends early.
#[derive(Debug)]
pub enum Failure {
    /// The request was wrong: exit code 2.
    Wrong(String),
    /// The request was right and the work failed: exit code 1.
    Failed(String),
    /// Whoever read the output has seen enough, as `head` does: exit code 0 and not a word.
    ReaderLeft,
}

impl Failure {
    /// The request was wrong.
    pub fn wrong(sentence: impl Display) -> Failure {
        Failure::Wrong(sentence.to_string())
    }

    /// The work failed.
    pub fn failed(sentence: impl Display) -> Failure {
        Failure::Failed(sentence.to_string())
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Failure {
        Failure::wrong(problem)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ReaderLeft,
            _ => Failure::failed(format_args!("the output could not be written: {error}")),
        }
    }
}
