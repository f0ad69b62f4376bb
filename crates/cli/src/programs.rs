//! Waiting for programs of one's own that are to play.

use crate::io::Io;
use crate::progress_line::ProgressLine;
use outwit::WallClock;
use outwit::arena::{engine, try_engine};
use outwit::game::{Problem, Spec};

/// Starts the program of a spec, if it is one, and lets it go again: one that cannot be started is a wrong request.
pub fn tried(spec: &Spec, game: &str, io: &mut Io<'_>) -> Result<(), Problem> {
    awaited(spec, io, || try_engine(spec, game)).map_or(Ok(()), |tried| tried.map(drop))
}

/// Does work that starts the program of a spec, if it is one; whoever watches hears for which one the work waits.
pub fn awaited<T>(spec: &Spec, io: &mut Io<'_>, work: impl FnOnce() -> T) -> T {
    if spec.name != engine::NAME {
        return work();
    }
    let clock = WallClock::start();
    let command = spec.get("command").unwrap_or_default();
    // As a problem is told: on one line, and not too long.
    let waiting = Problem::new(format!("waiting for the program `{command}` to answer")).to_string();
    ProgressLine::new(&clock, io).alive(&waiting, work)
}
