//! How problems become exceptions: a wrong request is a `ValueError` with the sentence that the command line prints, failed
//! work a `RuntimeError`, and what user code raised comes out as it is.

use outwit::game::Problem;
use pyo3::PyErr;
use pyo3::PyResult;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

/// A wrong request.
pub fn wrong(problem: impl ToString) -> PyErr {
    PyValueError::new_err(problem.to_string())
}

/// Failed work.
pub fn failed(problem: impl ToString) -> PyErr {
    PyRuntimeError::new_err(problem.to_string())
}

/// A problem of a request as an exception, for `map_err`: what user code raised, if that is behind it.
pub fn of(problem: Problem) -> PyErr {
    take().unwrap_or_else(|| wrong(problem))
}

/// What user code raised on a thread that cannot raise it itself.
static RAISED: Mutex<Option<PyErr>> = Mutex::new(None);

/// Keeps what user code raised, for whoever waits for the work. The first is the one that is told.
pub fn keep(error: PyErr) {
    RAISED.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
}

/// What user code has raised since it was last asked for.
pub fn take() -> Option<PyErr> {
    RAISED.lock().unwrap_or_else(PoisonError::into_inner).take()
}

/// Whether user code has raised something.
pub fn is_raised() -> bool {
    RAISED.lock().unwrap_or_else(PoisonError::into_inner).is_some()
}

/// Leaves the work under way because user code raised: the methods of a game have no other way out. Whoever started the
/// work catches it.
pub fn unwind(error: PyErr) -> ! {
    keep(error);
    std::panic::resume_unwind(Box::new(UserCodeRaised))
}

/// What such an unwinding carries; the exception itself is kept.
struct UserCodeRaised;

/// A panic as an exception.
pub fn of_panic(panic: &(dyn Any + Send)) -> PyErr {
    if let Some(error) = take() {
        return error;
    }
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    failed(format!("outwit failed on something it should not have: {}", text.unwrap_or("without a word")))
}

/// Does something that may call user code, or panic: what it raises is an exception.
#[inline]
pub fn guard<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| of_panic(&*panic))
}

/// The same for what may go wrong by itself too.
#[inline]
pub fn guarded<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    guard(work)?
}
