//! What a long run says while it works, and how it is told to stop.

use outwit::game::Problem;
use std::sync::atomic::{AtomicBool, Ordering};

/// Told now and then: what is being done, and which part of it is, 0 to 1.
type Tell<'a> = &'a (dyn Fn(&str, f64) + Sync);

/// The caller's ear and hand while a paper runs. Neither changes a number.
#[derive(Clone, Copy, Default)]
pub struct Progress<'a> {
    tell: Option<Tell<'a>>,
    stop: Option<&'a AtomicBool>,
}

impl<'a> Progress<'a> {
    /// Progress that is told to `tell`, where there is one, and ends when `stop` is set.
    pub fn new(tell: Option<Tell<'a>>, stop: Option<&'a AtomicBool>) -> Progress<'a> {
        Progress { tell, stop }
    }

    /// Says what is being done and which part of it is, 0 to 1; an error when the caller wants no more.
    pub fn at(&self, doing: &str, part: f64) -> Result<(), Problem> {
        if self.is_stopped() {
            return Err(Problem::new(format!("stopped while at {doing}")));
        }
        if let Some(tell) = self.tell {
            tell(doing, part.clamp(0.0, 1.0));
        }
        Ok(())
    }

    /// Whether the caller wants no more.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// The caller's flag, for searches and tournaments that look at one themselves.
    pub fn stop(&self) -> Option<&'a AtomicBool> {
        self.stop
    }
}
