//! The one line of progress: how far something has come, for whoever watches a terminal.

use crate::io::Io;
use outwit::WallClock;
use outwit::game::Clock;
use std::io::Write;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// A line comes no sooner and no more often than this: quick work shows nothing at all.
const BETWEEN_LINES: Duration = Duration::from_millis(250);
/// It must fit on one line of a narrow terminal, else it cannot be taken away again.
const WIDTH: usize = 78;
/// Back to the beginning of the line, and nothing after.
const AWAY: &str = "\r\x1b[K";

/// A line that is written over and over, and taken away in the end. Threads may share it.
pub struct ProgressLine<'a> {
    clock: &'a WallClock,
    /// None where nobody watches.
    shown: Option<Mutex<Shown<'a>>>,
}

struct Shown<'a> {
    err: &'a mut (dyn Write + Send),
    last: Option<Duration>,
}

impl<'a> ProgressLine<'a> {
    /// On the terminal of `io`, if it is one.
    pub fn new(clock: &'a WallClock, io: &'a mut Io<'_>) -> ProgressLine<'a> {
        let shown = Shown { err: &mut *io.err, last: None };
        ProgressLine { clock, shown: io.err_is_terminal.then_some(Mutex::new(shown)) }
    }

    /// Whether anybody watches.
    pub fn is_watched(&self) -> bool {
        self.shown.is_some()
    }

    /// Shows what there is to say after this long, if it is time for it.
    pub fn show(&self, line: impl FnOnce(Duration) -> String) {
        let Some(shown) = &self.shown else { return };
        let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
        let now = self.clock.now();
        if now - shown.last.unwrap_or_default() >= BETWEEN_LINES {
            shown.last = Some(now);
            let line: String = line(now).chars().take(WIDTH).collect();
            let _ = write!(shown.err, "{AWAY}{line}");
            let _ = shown.err.flush();
        }
    }
}

impl Drop for ProgressLine<'_> {
    fn drop(&mut self) {
        let Some(shown) = &mut self.shown else { return };
        let shown = shown.get_mut().unwrap_or_else(PoisonError::into_inner);
        if shown.last.is_some() {
            let _ = write!(shown.err, "{AWAY}");
            let _ = shown.err.flush();
        }
    }
}
