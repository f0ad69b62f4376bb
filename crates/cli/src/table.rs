//! Aligned tables for terminals.

use std::fmt;

/// Lines are not made longer than this where nobody says how wide the paper is.
const WIDTH: usize = 110;

/// How wide lines may be: as wide as the terminal, or as the variable `COLUMNS` says.
pub fn width() -> usize {
    asked_width().unwrap_or(WIDTH)
}

/// How wide lines may be, where somebody says so.
fn asked_width() -> Option<usize> {
    let asked = std::env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
    let terminal = || terminal_size::terminal_size().map(|(terminal_size::Width(columns), _)| usize::from(columns));
    asked.or_else(terminal).map(|width: usize| width.clamp(NARROWEST, 400))
}

/// Nothing is made for narrower paper than this; the last column is not made narrower before others are.
const NARROWEST: usize = 24;
/// No column of words is made narrower than this.
const NARROW: usize = 8;
/// Words longer than this may be broken where they are lists, as `full|bestfirst|mcts`.
const LONG: usize = 20;
/// Nobody reads a longer word in a table: it is cut.
const LONGEST_WORD: usize = 1_000;

/// Text as a paragraph that fits: what follows its first line is indented.
pub fn paragraph(text: &str) -> String {
    wrapped(text, width() - 2).join("\n  ")
}

/// On which side of its column a cell stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Rows of cells. Where they are too wide, words are wrapped: in the last column first, then wherever there are most.
pub struct Table {
    indent: usize,
    sides: Vec<Side>,
    /// How wide each column may be at most.
    caps: Vec<usize>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table: one side a column.
    pub fn new(sides: &[Side]) -> Table {
        Table { indent: 0, sides: sides.to_vec(), caps: vec![usize::MAX; sides.len()], rows: Vec::new() }
    }

    /// The same with every line indented.
    pub fn indented(self, indent: usize) -> Table {
        Table { indent, ..self }
    }

    /// The same with the words of a column wrapped at this width, however wide the paper is.
    pub fn capped(mut self, column: usize, width: usize) -> Table {
        self.caps[column] = width;
        self
    }

    /// The same without the columns that have nothing below their heading.
    pub fn without_empty_columns(mut self) -> Table {
        for column in (0..self.sides.len()).rev() {
            let is_empty = |row: &Vec<String>| row.get(column).is_none_or(String::is_empty);
            if self.rows.iter().skip(1).all(is_empty) {
                self.sides.remove(column);
                self.caps.remove(column);
                self.rows.iter_mut().filter(|row| column < row.len()).for_each(|row| drop(row.remove(column)));
            }
        }
        self
    }

    /// Adds a row. Missing cells are empty.
    pub fn row<C: Into<String>>(&mut self, cells: impl IntoIterator<Item = C>) {
        self.rows.push(cells.into_iter().map(|cell| cut(cell.into())).collect());
    }
}

impl Table {
    /// The columns' widths on paper of this width: numbers keep theirs, and no word is broken. Where nobody has said how wide
    /// the paper is, all columns but the last keep theirs.
    fn fitted(&self, mut widths: Vec<usize>, paper: usize, is_asked: bool) -> Vec<usize> {
        let last = widths.len() - 1;
        let used = |widths: &[usize]| self.indent + widths.iter().sum::<usize>() + 2 * (widths.len() - 1);
        let surplus = used(&widths).saturating_sub(paper);
        widths[last] -= surplus.min(widths[last].saturating_sub(NARROWEST));
        let longest_word = |column: usize| {
            let words = self.rows.iter().filter_map(|row| row.get(column)).flat_map(|cell| cell.split(' '));
            words.flat_map(|word| pieces(word, LONG)).map(|piece| piece.chars().count()).max().unwrap_or(0)
        };
        let least: Vec<usize> = (0..widths.len())
            .map(|column| match self.sides[column] {
                Side::Right => widths[column],
                Side::Left => longest_word(column).max(NARROW).min(widths[column]),
            })
            .collect();
        while is_asked && used(&widths) > paper {
            let roomy = (0..widths.len()).filter(|&column| widths[column] > least[column]);
            let Some(widest) = roomy.max_by_key(|&column| widths[column]) else { break };
            widths[widest] -= 1;
        }
        widths
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.sides.len();
        let cell = |row: &[String], column: usize| row.get(column).cloned().unwrap_or_default();
        let widths: Vec<usize> = (0..columns)
            .map(|column| {
                let widest = self.rows.iter().map(|row| cell(row, column).chars().count()).max().unwrap_or(0);
                widest.min(self.caps[column])
            })
            .collect();
        let used = |widths: &[usize]| self.indent + widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1);
        let whole = used(&widths);
        let widths = self.fitted(widths, width(), asked_width().is_some());
        let is_too_wide = asked_width().is_some_and(|paper| used(&widths) > paper);
        for row in &self.rows {
            let cells: Vec<Vec<String>> = (0..columns)
                .map(|column| match self.sides[column] {
                    Side::Right if column + 1 < columns => vec![cell(row, column)],
                    _ => wrapped_cell(&cell(row, column), widths[column]),
                })
                .collect();
            for place in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
                let mut line = " ".repeat(self.indent);
                for (column, &width) in widths.iter().enumerate() {
                    let part = cells[column].get(place).map_or("", String::as_str);
                    line.push_str(&aligned(part, width, self.sides[column]));
                    line.push_str("  ");
                }
                writeln!(f, "{}", line.trim_end())?;
            }
        }
        if is_too_wide {
            writeln!(f, "{}(whole in a wider terminal, or with COLUMNS={whole})", " ".repeat(self.indent))?;
        }
        Ok(())
    }
}

/// A cell that is wide is wrapped, and keeps its indentation.
fn wrapped_cell(text: &str, width: usize) -> Vec<String> {
    if text.chars().count() <= width {
        return vec![text.to_string()];
    }
    let indent = text.len() - text.trim_start().len();
    let lines = wrapped(text.trim_start(), width.saturating_sub(indent).max(NARROW));
    lines.into_iter().map(|line| " ".repeat(indent) + &line).collect()
}

/// Padded by hand: the formatter panics on widths above 65,535.
fn aligned(text: &str, width: usize, side: Side) -> String {
    let room = " ".repeat(width.saturating_sub(text.chars().count()));
    match side {
        Side::Left => format!("{text}{room}"),
        Side::Right => format!("{room}{text}"),
    }
}

/// Text whose words are not too long for a table.
fn cut(text: String) -> String {
    let is_long = |word: &str| word.len() > LONGEST_WORD && word.chars().count() > LONGEST_WORD;
    if !text.split(' ').any(is_long) {
        return text;
    }
    let cut = |word: &str| match is_long(word) {
        true => word.chars().take(LONGEST_WORD - 1).chain(['…']).collect(),
        false => word.to_string(),
    };
    text.split(' ').map(cut).collect::<Vec<_>>().join(" ")
}

/// Breaks text at spaces into lines of at most `width`; a longer word is broken where a list in it goes on, and what is longer
/// still gets a line of its own. At least one line.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        for (place, piece) in pieces(word, width.max(LONG)).enumerate() {
            let line = lines.last_mut().expect("there is always a line");
            let gap = if place == 0 { " " } else { "" };
            if line.is_empty() {
                line.push_str(piece);
            } else if line.chars().count() + gap.len() + piece.chars().count() <= width {
                line.push_str(gap);
                line.push_str(piece);
            } else {
                lines.push(piece.to_string());
            }
        }
    }
    lines
}

/// A word, or if it is longer than this the items of the list that it is: each with the sign that follows it.
fn pieces(word: &str, longest: usize) -> impl Iterator<Item = &str> {
    let is_long = word.chars().count() > longest;
    word.split_inclusive(move |sign| is_long && matches!(sign, '|' | ',' | ';'))
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
    fn words_of_any_length_stand_in_a_table() {
        let mut table = Table::new(&[Side::Left, Side::Right]);
        table.row(["x".repeat(70_000), "1".to_string()]);
        table.row(["y z ".repeat(20_000), "2".to_string()]);
        table.row(["é".repeat(LONGEST_WORD), "3".to_string()]);
        let text = table.to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with(&format!("{}… ", "x".repeat(LONGEST_WORD - 1))) && lines[0].ends_with(" 1"));
        assert!(text.contains(&format!("{} ", "é".repeat(LONGEST_WORD))), "what is just not too long is whole");
        assert!(text.contains("y z y z") && text.contains(" 2\n"));
    }

    #[test]
    fn words_are_wrapped_in_every_column_where_paper_is_narrow() {
        let mut table = Table::new(&[Side::Left, Side::Right, Side::Left, Side::Left]).indented(2);
        table.row(["one two three four five six", "12345", "seven eight nine ten eleven twelve", "thirteen fourteen"]);
        let natural = vec![27, 5, 34, 17];
        let widths = table.fitted(natural.clone(), 66, true);
        assert_eq!(2 + widths.iter().sum::<usize>() + 6, 66);
        assert_eq!((widths[1], widths[3]), (5, 17), "numbers, and what is narrow already, keep their width");
        assert_eq!(table.fitted(natural.clone(), 200, true), natural);
        assert_eq!(table.fitted(natural.clone(), 10, true), [8, 5, 8, 8], "no word is broken");
        assert_eq!(table.fitted(natural.clone(), 60, false), natural, "nobody has asked");
    }

    #[test]
    fn a_column_is_no_wider_than_its_cap() {
        let mut table = Table::new(&[Side::Left, Side::Left]).capped(0, 9);
        table.row(["one | two | three", "four"]);
        assert_eq!(table.to_string(), "one | two  four\n| three\n");
    }

    #[test]
    fn a_column_with_a_heading_alone_is_left_out() {
        let mut table = Table::new(&[Side::Left, Side::Right, Side::Left, Side::Left]);
        table.row(["row", "number", "held to", "note"]);
        table.row(["a", "1", "", "b"]);
        table.row(["c", "2"]);
        assert_eq!(table.without_empty_columns().to_string(), "row  number  note\na         1  b\nc         2\n");
    }

    #[test]
    fn long_lists_are_broken_after_an_item_and_other_words_never() {
        assert_eq!(
            wrapped("one of full|alphabeta|bestfirst|mcts", 20),
            ["one of full|", "alphabeta|bestfirst|", "mcts"]
        );
        assert_eq!(wrapped("a|b|c or incomprehensibilities", 8), ["a|b|c or", "incomprehensibilities"]);
        assert_eq!(wrapped("", 8), [""]);
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
