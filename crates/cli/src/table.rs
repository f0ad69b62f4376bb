//! Aligned tables for terminals.

use std::fmt;

/// Lines are not made longer than this where nobody says how wide the paper is.
const WIDTH: usize = 110;

/// How wide tables may be: as wide as the terminal, or as the variable `COLUMNS` says.
fn width() -> usize {
    let asked = std::env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
    let terminal = || terminal_size::terminal_size().map(|(terminal_size::Width(columns), _)| usize::from(columns));
    asked.or_else(terminal).unwrap_or(WIDTH).clamp(NARROWEST, 400)
}

/// The last column never gets narrower than this, however wide the others are.
const NARROWEST: usize = 24;

/// On which side of its column a cell stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Rows of cells. The last column is wrapped where it is too wide.
pub struct Table {
    indent: usize,
    sides: Vec<Side>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table: one side a column.
    pub fn new(sides: &[Side]) -> Table {
        Table { indent: 0, sides: sides.to_vec(), rows: Vec::new() }
    }

    /// The same with every line indented.
    pub fn indented(self, indent: usize) -> Table {
        Table { indent, ..self }
    }

    /// Adds a row. Missing cells are empty.
    pub fn row<C: Into<String>>(&mut self, cells: impl IntoIterator<Item = C>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.sides.len();
        let cell = |row: &[String], column: usize| row.get(column).cloned().unwrap_or_default();
        let widths: Vec<usize> = (0..columns)
            .map(|column| self.rows.iter().map(|row| cell(row, column).chars().count()).max().unwrap_or(0))
            .collect();
        let before_last: usize = self.indent + widths[..columns - 1].iter().map(|width| width + 2).sum::<usize>();
        let room = width().saturating_sub(before_last).max(NARROWEST);
        for row in &self.rows {
            let mut line = " ".repeat(self.indent);
            for (column, &width) in widths[..columns - 1].iter().enumerate() {
                line.push_str(&aligned(&cell(row, column), width, self.sides[column]));
                line.push_str("  ");
            }
            for (place, part) in wrapped(&cell(row, columns - 1), room).into_iter().enumerate() {
                if place > 0 {
                    line = " ".repeat(before_last);
                }
                line.push_str(&aligned(&part, widths[columns - 1].min(room), self.sides[columns - 1]));
                writeln!(f, "{}", line.trim_end())?;
            }
        }
        Ok(())
    }
}

fn aligned(text: &str, width: usize, side: Side) -> String {
    match side {
        Side::Left => format!("{text:<width$}"),
        Side::Right => format!("{text:>width$}"),
    }
}

/// Breaks text at spaces into lines of at most `width`; a longer word gets a line of its own. At least one line.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is always a line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_string());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_and_lines_have_no_trailing_space() {
        let mut table = Table::new(&[Side::Left, Side::Right, Side::Left]).indented(1);
        table.row(["move", "value", "note"]);
        table.row(["d", "-0.25"]);
        assert_eq!(table.to_string(), " move  value  note\n d     -0.25\n");
    }

    #[test]
    fn a_wide_last_column_is_wrapped_below_itself() {
        let mut table = Table::new(&[Side::Left, Side::Left]);
        table.row(["key", "word ".repeat(40).trim_end()]);
        let text = table.to_string();
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
        assert!(text.lines().skip(1).all(|line| line.starts_with("     word")), "{text}");
    }
}
