//! A hash of plain Python values that is the same in every process: Python's own is not, and searches must repeat.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyFloat, PyFrozenSet, PyInt, PyString, PyTuple};

fn mix(hash: u64, word: u64) -> u64 {
    let mut x = (hash.rotate_left(23) ^ word).wrapping_add(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

fn of_bytes(kind: u64, bytes: &[u8]) -> u64 {
    let word = |chunk: &[u8]| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    };
    bytes.chunks(8).fold(mix(kind, bytes.len() as u64), |hash, chunk| mix(hash, word(chunk)))
}

/// The hash of text, bytes, numbers, truth values, None, and tuples and frozen sets of them. `None` for anything else.
/// Values that are equal have equal hashes, as Python wants it: 1, 1.0 and True are one number.
pub fn stable_hash(value: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    hash_to_depth(value, DEEPEST)
}

/// What is nested deeper is not looked at: the stack has an end.
const DEEPEST: u32 = 200;

fn hash_to_depth(value: &Bound<'_, PyAny>, depth: u32) -> PyResult<Option<u64>> {
    if let Ok(text) = value.cast_exact::<PyString>() {
        return Ok(Some(of_bytes(1, text.to_cow()?.as_bytes())));
    }
    if depth == 0 {
        return Ok(None);
    }
    if let Ok(tuple) = value.cast_exact::<PyTuple>() {
        let mut hash = mix(2, tuple.len() as u64);
        for item in tuple.iter() {
            let Some(of_item) = hash_to_depth(&item, depth - 1)? else { return Ok(None) };
            hash = mix(hash, of_item);
        }
        return Ok(Some(hash));
    }
    if value.is_exact_instance_of::<PyInt>() || value.is_exact_instance_of::<PyBool>() {
        return Ok(Some(match value.extract::<i64>() {
            Ok(number) => mix(3, number as u64),
            Err(_) => of_bytes(3, value.str()?.to_cow()?.as_bytes()),
        }));
    }
    if value.is_none() {
        return Ok(Some(mix(4, 0)));
    }
    if let Ok(bytes) = value.cast_exact::<PyBytes>() {
        return Ok(Some(of_bytes(5, bytes.as_bytes())));
    }
    if let Ok(number) = value.cast_exact::<PyFloat>() {
        let number = number.value();
        let is_whole = number.fract() == 0.0 && number.abs() < 9e15;
        return Ok(Some(if is_whole { mix(3, number as i64 as u64) } else { mix(6, number.to_bits()) }));
    }
    if let Ok(set) = value.cast_exact::<PyFrozenSet>() {
        let mut hash = 0u64;
        for item in set.iter() {
            let Some(of_item) = hash_to_depth(&item, depth - 1)? else { return Ok(None) };
            hash = hash.wrapping_add(of_item);
        }
        return Ok(Some(mix(7, hash)));
    }
    Ok(None)
}
