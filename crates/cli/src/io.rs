//! The streams a command talks to.

use std::io::{BufRead, Write};

/// Where a command reads and writes, and which of it is a person's terminal.
pub struct Io<'a> {
    /// What a person types.
    pub input: &'a mut dyn BufRead,
    /// Results. An engine's search tells its move from a thread of its own.
    pub out: &'a mut (dyn Write + Send),
    /// Complaints and progress.
    pub err: &'a mut (dyn Write + Send),
    /// Whether a person types.
    pub input_is_terminal: bool,
    /// Whether a person reads the results.
    pub out_is_terminal: bool,
    /// Whether a person reads the complaints. Progress is shown in one line then, which is written over and over.
    pub err_is_terminal: bool,
    /// Whether the complaints go where somebody may look later: signs of life are whole lines there, fewer and fewer.
    pub err_is_log: bool,
}

impl Io<'_> {
    /// The same streams, lent on.
    pub(crate) fn again(&mut self) -> Io<'_> {
        Io { input: &mut *self.input, out: &mut *self.out, err: &mut *self.err, ..*self }
    }
}
