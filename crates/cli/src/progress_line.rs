//! The one line of progress: how far something has come, for whoever watches a terminal. Where the errors go to a file or a pipe,
//! a line now and then.

use crate::io::Io;
use outwit::WallClock;
use outwit::game::Clock;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// A line comes no sooner and no more often than this: quick work shows nothing at all.
const BETWEEN_LINES: Duration = Duration::from_millis(250);
/// After this long without a word, whoever watches is told that the work goes on.
const SILENCE: Duration = Duration::from_millis(1000);
/// A file or a pipe is told after this long, and again whenever twice the time has passed.
const FIRST_IN_LOG: Duration = Duration::from_millis(1900);
/// It must fit on one line of a narrow terminal, else it cannot be taken away again.
const WIDTH: usize = 78;
/// Back to the beginning of the line, and nothing after.
pub(crate) const AWAY: &str = "\r\x1b[K";

/// A line that is written over and over, and taken away in the end. Threads may share it.
pub struct ProgressLine<'a> {
    clock: &'a WallClock,
    /// None where nobody watches.
    shown: Option<Mutex<Shown<'a>>>,
}

struct Shown<'a> {
    err: &'a mut (dyn Write + Send),
    last: Option<Duration>,
    /// When a file or a pipe is told again; none for a terminal.
    due: Option<Duration>,
    /// What was said last.
    words: String,
}

impl<'a> ProgressLine<'a> {
    /// On the terminal of `io`, if it is one, or in its log.
    pub fn new(clock: &'a WallClock, io: &'a mut Io<'_>) -> ProgressLine<'a> {
        let due = (!io.err_is_terminal).then_some(FIRST_IN_LOG);
        let is_watched = io.err_is_terminal || io.err_is_log;
        let shown = Shown { err: &mut *io.err, last: None, due, words: String::new() };
        ProgressLine { clock, shown: is_watched.then_some(Mutex::new(shown)) }
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
            shown.words = line(now).chars().take(WIDTH).collect();
            shown.write(now, "");
        }
    }

    /// Does work that may be silent for long: then `what` it is about, or what was said last, is shown with the time.
    pub fn alive<T>(&self, what: &str, work: impl FnOnce() -> T) -> T {
        if !self.is_watched() {
            return work();
        }
        let (mut work, mut done) = (Some(work), None);
        self.keep_alive(what, &mut || done = work.take().map(|work| work()));
        done.expect("the work was done")
    }

    fn keep_alive(&self, what: &str, work: &mut dyn FnMut()) {
        /// Ends the beat also where the work panics.
        struct End<'b>(&'b AtomicBool, std::thread::Thread);
        impl Drop for End<'_> {
            fn drop(&mut self) {
                self.0.store(true, Ordering::Relaxed);
                self.1.unpark();
            }
        }
        let is_done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let beat = scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    std::thread::park_timeout(BETWEEN_LINES);
                    self.beat(what, &is_done);
                }
            });
            let _end = End(&is_done, beat.thread().clone());
            work();
        });
    }

    fn beat(&self, what: &str, is_done: &AtomicBool) {
        let Some(shown) = &self.shown else { return };
        let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
        let now = self.clock.now();
        let is_silent = shown.due.map_or(now - shown.last.unwrap_or_default() >= SILENCE, |due| now >= due);
        if !is_done.load(Ordering::Relaxed) && is_silent {
            if shown.words.is_empty() {
                shown.words = what.to_string();
            }
            shown.write(now, &format!("  ... {}", crate::numbers::time(now)));
        }
    }
}

impl Shown<'_> {
    /// Writes the line anew, with this at its end.
    fn write(&mut self, now: Duration, end: &str) {
        self.last = Some(now);
        let room = WIDTH - end.chars().count().min(WIDTH);
        let words: String = self.words.chars().take(room).collect();
        let _ = match self.due {
            None => write!(self.err, "{AWAY}{words}{end}"),
            Some(due) if now < due => return,
            Some(_) => {
                self.due = Some(2 * now);
                writeln!(self.err, "... {words}{end}")
            }
        };
        let _ = self.err.flush();
    }
}

impl Drop for ProgressLine<'_> {
    fn drop(&mut self) {
        let Some(shown) = &mut self.shown else { return };
        let shown = shown.get_mut().unwrap_or_else(PoisonError::into_inner);
        if shown.last.is_some() && shown.due.is_none() {
            let _ = write!(shown.err, "{AWAY}");
            let _ = shown.err.flush();
        }
    }
}
