//! Long walks that can be told to end.

use outwit_game::{Control, Problem};

/// Steps between two looks: a millisecond or two of a walk through a tree in memory.
const BETWEEN_LOOKS: u32 = 1 << 14;

/// Asks now and then whether to go on.
pub(crate) struct Patience<'a> {
    go_on: &'a mut dyn FnMut() -> bool,
    /// Steps until the next look; every step looks once it is over.
    left: u32,
    is_over: bool,
}

impl<'a> Patience<'a> {
    /// The first step looks.
    pub(crate) fn new(go_on: &'a mut dyn FnMut() -> bool) -> Patience<'a> {
        Patience { go_on, left: 1, is_over: false }
    }

    /// Counts a step; false when the work must end.
    #[inline]
    pub(crate) fn step(&mut self) -> bool {
        self.left -= 1;
        self.left > 0 || self.look()
    }

    #[cold]
    fn look(&mut self) -> bool {
        self.is_over = self.is_over || !(self.go_on)();
        self.left = if self.is_over { 1 } else { BETWEEN_LOOKS };
        !self.is_over
    }

    /// Whether the work was told to end.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }
}

/// A problem when the caller wants the work to end.
pub(crate) fn go_on(control: &Control<'_>) -> Result<(), Problem> {
    match control.is_stopped() {
        true => Err(Problem::new("stopped before it was found")),
        false => Ok(()),
    }
}
