//! Whole numbers that Python gives, which may be of any size: what does not fit is a wrong request.

use crate::errors;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

fn whole(given: &Bound<'_, PyAny>, what: &str) -> PyResult<u64> {
    given.extract().map_err(|error: PyErr| match error.is_instance_of::<PyOverflowError>(given.py()) {
        true => errors::wrong(format!("{what} is a whole number from 0 to {}, and this is {given}", u64::MAX)),
        false => error,
    })
}

/// A seed.
pub fn seed(given: &Bound<'_, PyAny>) -> PyResult<u64> {
    whole(given, "a seed")
}

/// How many.
pub fn count(given: &Bound<'_, PyAny>) -> PyResult<u64> {
    whole(given, "how many there are to be")
}
