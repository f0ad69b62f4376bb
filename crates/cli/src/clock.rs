//! The wall clock: the library crates read none, so the command line hands them this one.

use outwit::game::Clock;
use std::time::{Duration, Instant};

/// Time since it was made.
pub struct WallClock(Instant);

impl WallClock {
    /// A clock that starts now.
    pub fn start() -> WallClock {
        WallClock(Instant::now())
    }
}

impl Clock for WallClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}
