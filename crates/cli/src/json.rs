//! JSON as the commands write it.

use crate::failure::Failure;
use crate::io::Io;
pub use outwit_advice::document::{number, numbers, parameters, seat_values, turn};
use serde_json::Value;

/// Writes a document: an array one element a line, anything else on one line.
pub fn write(io: &mut Io<'_>, document: &Value) -> Result<(), Failure> {
    match document {
        Value::Array(items) if !items.is_empty() => {
            for (place, item) in items.iter().enumerate() {
                let (before, after) =
                    (if place == 0 { "[" } else { " " }, if place + 1 == items.len() { "]" } else { "," });
                writeln!(io.out, "{before}{item}{after}")?;
            }
        }
        _ => writeln!(io.out, "{document}")?,
    }
    Ok(())
}
