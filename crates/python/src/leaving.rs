//! Leaving the interpreter while threads call user code.
//!
//! A thread that is inside Python when the interpreter is taken down is ended by Python from within, and Rust's frames below
//! cannot be left that way: the process would abort. So before that, whoever would call user code again is put to sleep.

use pyo3::prelude::*;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

static IS_LEAVING: AtomicBool = AtomicBool::new(false);
/// The thread that takes the interpreter down.
static WHO_LEAVES: Mutex<Option<ThreadId>> = Mutex::new(None);
/// Calls of user code under way.
static CALLS: AtomicUsize = AtomicUsize::new(0);
/// How long user code may take to come to an end.
const PATIENCE: Duration = Duration::from_secs(2);

struct Call;

impl Drop for Call {
    fn drop(&mut self) {
        CALLS.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Calls user code.
#[inline]
pub fn call_out<T>(py: Python<'_>, call: impl FnOnce() -> T) -> T {
    CALLS.fetch_add(1, Ordering::AcqRel);
    let under_way = Call;
    if IS_LEAVING.load(Ordering::Acquire) {
        drop(under_way);
        sleep_unless_leaving(py);
        return call();
    }
    call()
}

#[cold]
fn sleep_unless_leaving(py: Python<'_>) {
    let who = *WHO_LEAVES.lock().unwrap_or_else(PoisonError::into_inner);
    if who != Some(std::thread::current().id()) {
        py.detach(|| {
            loop {
                std::thread::park();
            }
        });
    }
}

/// What the interpreter calls before it is taken down.
#[pyfunction]
pub fn _leave(py: Python<'_>) {
    *WHO_LEAVES.lock().unwrap_or_else(PoisonError::into_inner) = Some(std::thread::current().id());
    IS_LEAVING.store(true, Ordering::Release);
    py.detach(|| {
        let began = Instant::now();
        while CALLS.load(Ordering::Acquire) > 0 && began.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(1));
        }
    });
}
