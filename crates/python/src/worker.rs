//! Work away from Python: on a thread with room for deep recursion, the interpreter free for others meanwhile, and ended by
//! the interrupt key or a time limit.

use crate::errors::{self, Errand};
use outwit::game::Problem;
use outwit::pool::with_errand;
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Searches recurse as deep as the game. Pages that are never touched cost nothing.
const STACK: usize = 512 << 20;
/// How often the interrupt key is looked at.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);
/// How long work may take to end once it is told to; then it is left to itself.
const PATIENCE: Duration = Duration::from_secs(5);

/// Flags that no work uses at the moment. They live for ever, since work that was left to itself may look at one late.
static FLAGS: Mutex<Vec<&'static AtomicBool>> = Mutex::new(Vec::new());

fn take_flag() -> &'static AtomicBool {
    let free = FLAGS.lock().unwrap_or_else(PoisonError::into_inner).pop();
    free.unwrap_or_else(|| Box::leak(Box::new(AtomicBool::new(false))))
}

fn give_back(flag: &'static AtomicBool) {
    flag.store(false, Ordering::Relaxed);
    FLAGS.lock().unwrap_or_else(PoisonError::into_inner).push(flag);
}

/// Work, which calls what it is given when the thread is free again and only the answer is left to be told.
type Job = Box<dyn FnOnce(&dyn Fn()) + Send>;

/// Threads that wait for work, the last that had some first: what one has allocated is there for the next job.
static IDLE: Mutex<(u32, Vec<Sender<Job>>)> = Mutex::new((0, Vec::new()));

fn with_idle<T>(look: impl FnOnce(&mut Vec<Sender<Job>>) -> T) -> T {
    let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
    // A process that was forked has the list and not the threads.
    let process = std::process::id();
    if idle.0 != process {
        *idle = (process, Vec::new());
    }
    look(&mut idle.1)
}

/// Gives a job to a thread that waits, or to a new one.
fn hand_over(mut job: Job) -> PyResult<()> {
    while let Some(thread) = with_idle(Vec::pop) {
        match thread.send(job) {
            Ok(()) => return Ok(()),
            Err(unsent) => job = unsent.0,
        }
    }
    let (sender, receiver) = channel::<Job>();
    let work = move || {
        let is_free = || with_idle(|idle| idle.push(sender.clone()));
        job(&is_free);
        for job in receiver {
            job(&is_free);
        }
    };
    std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(work)
        .map(drop)
        .map_err(|error| errors::failed(Problem::new(format!("a thread could not be started: {error}"))))
}

/// What came of work, and how it ended.
pub struct Done<T> {
    pub result: T,
    /// Whether the time was up before it was done.
    pub is_late: bool,
    /// What user code raised on the way.
    pub raised: Option<PyErr>,
    /// The interrupt key was pressed: to be raised once what was found is safe.
    pub interrupt: Option<PyErr>,
}

impl<T> Done<T> {
    /// The result, unless something is to be raised, and whether the time was up.
    pub fn unless_raised(self) -> PyResult<(T, bool)> {
        match self.raised.or(self.interrupt) {
            Some(error) => Err(error),
            None => Ok((self.result, self.is_late)),
        }
    }
}

/// A time limit in seconds, as Python gives it.
pub fn limit(seconds: Option<f64>) -> PyResult<Option<Duration>> {
    let wrong = |seconds: f64| errors::wrong(format!("timeout={seconds} is not a number of seconds from 0 up"));
    seconds.map(|seconds| Duration::try_from_secs_f64(seconds).map_err(|_| wrong(seconds))).transpose()
}

/// Does the work on a thread of its own and waits. The work is given a flag that tells it to stop; `begin_stopped` sets it
/// from the beginning.
pub fn away<T: Send + 'static>(
    py: Python<'_>,
    limit: Option<Duration>,
    begin_stopped: bool,
    work: impl FnOnce(&'static AtomicBool) -> T + Send + 'static,
) -> PyResult<Done<T>> {
    let flag = take_flag();
    flag.store(begin_stopped, Ordering::Relaxed);
    let errand = Errand::new();
    let number = errand.number();
    let (sender, mut receiver) = sync_channel(1);
    let body = move |is_free: &dyn Fn()| {
        let result = with_errand(number, || catch_unwind(AssertUnwindSafe(|| work(flag))));
        is_free();
        // Nobody listens any more when the work was left to itself.
        let _ = sender.send(result);
    };
    // Taken before the work can begin: a search that ends at its own limit has then always ended late.
    let began = Instant::now();
    hand_over(Box::new(body))?;
    let (mut interrupt, mut is_late, mut told) = (None, false, None::<Instant>);
    loop {
        let wait = match limit {
            Some(limit) if !is_late => limit.saturating_sub(began.elapsed()).min(BETWEEN_LOOKS),
            _ => BETWEEN_LOOKS,
        };
        let waiting = &mut receiver;
        let answer = py.detach(move || waiting.recv_timeout(wait));
        match answer {
            Ok(result) => {
                give_back(flag);
                // A search that looks at the clock may have answered before we looked.
                is_late |= limit.is_some_and(|limit| began.elapsed() >= limit);
                let raised = errand.take();
                return match result {
                    Ok(result) => Ok(Done { result, is_late, raised, interrupt }),
                    Err(panic) => Err(raised.unwrap_or_else(|| errors::of_panic(panic))),
                };
            }
            Err(RecvTimeoutError::Disconnected) => return Err(errors::failed("the work ended without an answer")),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if interrupt.is_none() {
            interrupt = py.check_signals().err();
        }
        is_late |= limit.is_some_and(|limit| began.elapsed() >= limit);
        if interrupt.is_some() || is_late || errand.is_raised() {
            flag.store(true, Ordering::Relaxed);
            let told = *told.get_or_insert_with(Instant::now);
            // Work that does not look at its flag goes on in the dark; the flag stays with it.
            if let Some(error) = interrupt.take_if(|_| told.elapsed() >= PATIENCE) {
                return Err(error);
            }
        }
    }
}
