//! JSON as the commands write it.

use crate::failure::Failure;
use crate::io::Io;
use outwit::game::{Detail, Parameter, SeatValues, Turn};
use serde_json::{Number, Value, json};

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

/// A number: whole ones without a decimal point, and null for what JSON cannot say.
pub fn number(x: f64) -> Value {
    if x == x.trunc() && x.abs() < 9e15 {
        return Value::from(x as i64);
    }
    Number::from_f64(x).map_or(Value::Null, Value::Number)
}

/// One number a seat, null where it was not computed.
pub fn seat_values(values: &SeatValues, players: usize) -> Value {
    values[..players].iter().map(|value| value.map_or(Value::Null, number)).collect()
}

/// What an agent has to say beyond what all agents say.
pub fn detail(detail: &Detail) -> Value {
    match detail {
        Detail::Number(x) => number(*x),
        Detail::Text(text) => Value::from(text.as_str()),
        Detail::List(items) => items.iter().map(self::detail).collect(),
        Detail::Record(fields) => fields.iter().map(|(name, field)| (name.to_string(), self::detail(field))).collect(),
    }
}

/// One number a seat.
pub fn numbers(values: &[f64]) -> Value {
    values.iter().map(|&value| number(value)).collect()
}

/// Whose turn it is, as in a tree file: a seat's number or `"chance"`; or `"over"`.
pub fn turn(turn: Turn) -> Value {
    match turn {
        Turn::Of(seat) => Value::from(seat.number()),
        Turn::Chance => Value::from("chance"),
        Turn::Over => Value::from("over"),
    }
}

/// What the catalogs say of parameters.
pub fn parameters(parameters: &[Parameter]) -> Value {
    parameters
        .iter()
        .map(|parameter| {
            let default = (!parameter.default.is_empty()).then_some(parameter.default);
            json!({
                "name": parameter.name,
                "default": default,
                "values": parameter.kind.to_string(),
                "summary": parameter.summary,
            })
        })
        .collect()
}
