//! Letting an agent think: on the wall clock, with a line of progress for whoever watches.

use crate::failure::Failure;
use crate::io::Io;
use crate::numbers;
use crate::progress_line::ProgressLine;
use outwit::WallClock;
use outwit::game::{Agent, AnyGame, AnyMove, Clock, Control, Progress, Report, View};
use outwit::pool::Threads;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How an agent is asked.
#[derive(Clone, Copy, Default)]
pub struct Asked<'a> {
    /// Ends the search with the best so far.
    pub stop: Option<&'a AtomicBool>,
    /// When to answer at the latest. It ends the search as `stop` does, so that flag must be there too.
    pub limit: Option<Duration>,
    /// Keep the searched tree, of this many nodes at most.
    pub record: Option<usize>,
    /// Keep what was found last, for work that is stopped before its end.
    pub last: Option<&'a Mutex<String>>,
}

/// The agent's report and how long it took.
pub fn think(
    agent: &mut dyn Agent<AnyGame>,
    view: &View<'_, AnyGame>,
    asked: Asked<'_>,
    io: &mut Io<'_>,
) -> Result<(Report<AnyMove>, Duration), Failure> {
    let (report, time) = watched(asked, io, |control| agent.choose(view, control));
    Ok((report?, time))
}

/// What comes of work on the wall clock, and how long it took; its progress is shown on a terminal.
pub fn watched<T>(asked: Asked<'_>, io: &mut Io<'_>, work: impl FnOnce(&Control<'_>) -> T) -> (T, Duration) {
    let clock = WallClock::start();
    let line = ProgressLine::new(&clock, io);
    let show = |progress: &Progress| {
        if let Some(last) = asked.last {
            last.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&progress.line);
        }
        line.show(|now| progress_words(progress, now));
    };
    let control = Control {
        stop: asked.stop,
        clock: Some(&clock),
        deadline: asked.limit,
        progress: if line.is_watched() || asked.last.is_some() { Some(&show) } else { None },
        record: asked.record,
        pool: Some(&Threads::all()),
        ..Control::default()
    };
    let result = line.alive("thinking", || match (asked.limit, asked.stop) {
        (Some(limit), Some(stop)) => hurried(limit, stop, || work(&control)),
        _ => work(&control),
    });
    (result, clock.now())
}

/// Does the work and sets the flag when the time is up: not every search looks at the clock.
fn hurried<T>(limit: Duration, stop: &AtomicBool, work: impl FnOnce() -> T) -> T {
    let (mut work, mut result) = (Some(work), None);
    hurry(limit, stop, &mut || result = work.take().map(|work| work()));
    result.expect("the work was done")
}

fn hurry(limit: Duration, stop: &AtomicBool, work: &mut dyn FnMut()) {
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watch = scope.spawn(|| {
            let end = Instant::now() + limit;
            while !done.load(Ordering::Relaxed) {
                let left = end.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    return stop.store(true, Ordering::Relaxed);
                }
                std::thread::park_timeout(left);
            }
        });
        work();
        done.store(true, Ordering::Relaxed);
        watch.thread().unpark();
    });
}

fn progress_words(progress: &Progress, now: Duration) -> String {
    let (nodes, time) = (numbers::plural(progress.nodes, "node"), numbers::time(now));
    let depth = if progress.depth > 0 { format!("depth {}  ", progress.depth) } else { String::new() };
    format!("{depth}{nodes}  {time}  {}", progress.line)
}
