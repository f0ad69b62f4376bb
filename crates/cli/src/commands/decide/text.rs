//! Numbers and tables as text.

use crate::table::{Side, Table};

/// A number with six digits, or all of those before the point.
pub fn number(x: f64) -> String {
    if x == 0.0 || !x.is_finite() {
        return if x == 0.0 { "0".to_string() } else { x.to_string() };
    }
    if x.abs() >= 1e15 || x.abs() < 1e-6 {
        return format!("{x:.5e}");
    }
    let before = x.abs().log10().floor() as i32;
    let text = format!("{x:.*}", (5 - before).max(0) as usize);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_string() } else { text }
}

/// A utility, which may be lower than any number.
pub fn utility(u: f64) -> String {
    if u == f64::NEG_INFINITY { format!("below {}", number(f64::MIN)) } else { number(u) }
}

/// A probability in per cent, with two digits after the point where that leaves any.
pub fn percent(p: f64) -> String {
    let rounded = (p * 1e4).round() / 1e2;
    if rounded == 0.0 && p > 0.0 { format!("{}%", number(p * 100.0)) } else { format!("{}%", number(rounded)) }
}

/// Rows as a table: the first column to the left, the others to the right, the last too unless it is words; the first row is
/// the heading.
pub fn table(rows: &[Vec<String>], has_words: bool) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(1);
    let side = |column: usize| match column {
        0 => Side::Left,
        column if has_words && column + 1 == columns => Side::Left,
        _ => Side::Right,
    };
    let mut table = Table::new(&(0..columns).map(side).collect::<Vec<_>>()).indented(2);
    rows.iter().for_each(|row| table.row(row.iter().cloned()));
    table.to_string()
}
