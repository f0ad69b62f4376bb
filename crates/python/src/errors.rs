//! How problems become exceptions: a wrong request is a `ValueError` with the sentence that the command line prints, failed
//! work a `RuntimeError`, and what user code raised comes out as it is, of the call that it was raised in.
//!
//! Where user code raises on the thread that asked, the exception travels with the unwinding. Work on other threads has the
//! number of an [`Errand`], which the pool's threads bear too, and under that number its exceptions are kept.

use outwit::game::Problem;
use outwit::pool::{errand, with_errand};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::{PyErr, PyResult, Python};
use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// A wrong request.
pub fn wrong(problem: impl ToString) -> PyErr {
    PyValueError::new_err(problem.to_string())
}

/// Failed work.
pub fn failed(problem: impl ToString) -> PyErr {
    PyRuntimeError::new_err(problem.to_string())
}

/// A problem of a request as an exception, for `map_err`: what user code raised on this thread, if that is behind it.
pub fn of(problem: Problem) -> PyErr {
    HERE.take().unwrap_or_else(|| wrong(problem))
}

thread_local! {
    /// What user code raised on this thread and became a [`Problem`] on its way out.
    static HERE: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// What user code raised in work that is done elsewhere, for as long as somebody waits for it.
static ELSEWHERE: Mutex<BTreeMap<u64, Option<PyErr>>> = Mutex::new(BTreeMap::new());

fn elsewhere<T>(look: impl FnOnce(&mut BTreeMap<u64, Option<PyErr>>) -> T) -> T {
    look(&mut ELSEWHERE.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Work that somebody waits for.
pub struct Errand(u64);

impl Errand {
    pub fn new() -> Errand {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        elsewhere(|all| all.insert(number, None));
        Errand(number)
    }

    pub fn number(&self) -> u64 {
        self.0
    }

    /// Whether user code has raised something in it.
    pub fn is_raised(&self) -> bool {
        elsewhere(|all| all.get(&self.0).is_some_and(Option::is_some))
    }

    /// What user code has raised in it.
    pub fn take(&self) -> Option<PyErr> {
        elsewhere(|all| all.get_mut(&self.0).and_then(Option::take))
    }
}

impl Drop for Errand {
    fn drop(&mut self) {
        // An exception is dropped where nothing is locked: that may run user code.
        let left = elsewhere(|all| all.remove(&self.0));
        drop(left);
    }
}

/// Keeps what user code raised, for whoever waits for the work of this thread. The first is the one that is told.
pub fn keep(error: PyErr) {
    keep_for(errand(), error);
}

/// The same for the work of this number.
pub fn keep_for(number: u64, error: PyErr) {
    if number == 0 {
        return drop(HERE.replace(Some(error)));
    }
    let unwanted = elsewhere(|all| match all.get_mut(&number) {
        Some(slot @ None) => slot.replace(error),
        // Nobody waits any more, or another was the first.
        _ => Some(error),
    });
    drop(unwanted);
}

/// Leaves the work under way because user code raised: the methods of a game have no other way out. Whoever started the
/// work catches it.
pub fn unwind(error: PyErr) -> ! {
    if errand() != 0 {
        // The pool does not hand on what its threads panicked with.
        keep(Python::attach(|py| error.clone_ref(py)));
    }
    std::panic::resume_unwind(Box::new(UserCodeRaised(error)))
}

/// What such an unwinding carries.
struct UserCodeRaised(PyErr);

/// A panic as an exception.
pub fn of_panic(panic: Box<dyn Any + Send>) -> PyErr {
    let panic = match panic.downcast::<UserCodeRaised>() {
        Ok(raised) => return raised.0,
        Err(panic) => panic,
    };
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    failed(format!("outwit failed on something it should not have: {}", text.unwrap_or("without a word")))
}

/// Does something that may call user code, or panic: what it raises is an exception.
#[inline]
pub fn guard<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    let work = AssertUnwindSafe(work);
    // User code that asks for something in the middle of a search hears itself of what is wrong with that.
    let done = if errand() == 0 { catch_unwind(work) } else { with_errand(0, || catch_unwind(work)) };
    done.map_err(of_panic)
}

/// The same for what may go wrong by itself too.
#[inline]
pub fn guarded<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    guard(work)?
}
