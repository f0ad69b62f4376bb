//! Long loops over positions that can be told to end.

use outwit_game::Problem;

/// Steps between two looks: well under a millisecond where a step is a position in memory.
pub(crate) const BETWEEN_LOOKS: usize = 4096;

/// Asks now and then whether to go on.
pub(crate) struct Looks<'a> {
    go_on: &'a mut dyn FnMut() -> bool,
    left: usize,
}

impl<'a> Looks<'a> {
    pub(crate) fn new(go_on: &'a mut dyn FnMut() -> bool) -> Looks<'a> {
        Looks { go_on, left: BETWEEN_LOOKS }
    }

    /// Counts a step.
    #[inline]
    pub(crate) fn step(&mut self) -> Result<(), Problem> {
        self.left -= 1;
        if self.left == 0 { self.look() } else { Ok(()) }
    }

    /// Asks now.
    #[cold]
    pub(crate) fn look(&mut self) -> Result<(), Problem> {
        self.left = BETWEEN_LOOKS;
        if (self.go_on)() { Ok(()) } else { Err(Problem::new("stopped before the game was solved")) }
    }
}
