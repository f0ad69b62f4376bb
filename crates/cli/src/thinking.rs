//! Letting an agent think: on the wall clock, with a line of progress for whoever watches.

use crate::crew::Threads;
use crate::failure::Failure;
use crate::io::Io;
use crate::numbers;
use outwit::WallClock;
use outwit::game::{Agent, AnyGame, AnyMove, Clock, Control, Progress, Report, View};
use std::cell::{Cell, RefCell};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Progress comes no sooner and no more often than this: quick searches show nothing at all.
const BETWEEN_LINES: Duration = Duration::from_millis(250);
/// A progress line must fit on one line of a narrow terminal, else it cannot be taken away again.
const LINE_WIDTH: usize = 78;

/// How an agent is asked.
#[derive(Clone, Copy, Default)]
pub struct Asked<'a> {
    /// Ends the search with the best so far.
    pub stop: Option<&'a AtomicBool>,
    /// Keep the searched tree, of this many nodes at most.
    pub record: Option<usize>,
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
    let err = RefCell::new(&mut *io.err);
    let last = Cell::new(None::<Duration>);
    let show = |progress: &Progress| {
        let now = clock.now();
        if now - last.get().unwrap_or_default() >= BETWEEN_LINES {
            last.set(Some(now));
            let mut err = err.borrow_mut();
            let _ = write!(err, "\r\x1b[K{}", progress_line(progress, now));
            let _ = err.flush();
        }
    };
    let control = Control {
        stop: asked.stop,
        clock: Some(&clock),
        progress: if io.err_is_terminal { Some(&show) } else { None },
        record: asked.record,
        crew: Some(&Threads),
        ..Control::default()
    };
    let result = work(&control);
    let time = clock.now();
    if last.get().is_some() {
        let _ = write!(err.borrow_mut(), "\r\x1b[K");
    }
    (result, time)
}

fn progress_line(progress: &Progress, now: Duration) -> String {
    let line = format!(
        "depth {}  {}  {}  {}",
        progress.depth,
        numbers::plural(progress.nodes, "node"),
        numbers::time(now),
        progress.line
    );
    line.chars().take(LINE_WIDTH).collect()
}
