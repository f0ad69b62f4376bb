//! Numbers and tables as text.

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

/// A probability in per cent, with two digits after the point where that leaves any.
pub fn percent(p: f64) -> String {
    let rounded = (p * 1e4).round() / 1e2;
    if rounded == 0.0 && p > 0.0 { format!("{}%", number(p * 100.0)) } else { format!("{}%", number(rounded)) }
}

/// Rows as a table: the first column to the left, the others to the right; the first row is the heading.
pub fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut out = String::new();
    for row in rows {
        let mut line = String::from(" ");
        for (column, cell) in row.iter().enumerate() {
            let room = " ".repeat(widths[column] - cell.chars().count());
            let (left, right) = if column == 0 { ("", room.as_str()) } else { (room.as_str(), "") };
            line.push_str(&format!(" {left}{cell}{right} "));
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}
