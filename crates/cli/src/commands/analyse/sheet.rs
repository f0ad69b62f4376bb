//! A table of findings that can be read by people, by spreadsheets and by programs.

use crate::numbers;
use crate::table::{Side, Table, width, wrapped};
use serde_json::{Map, Value};
use std::fmt::Write;

/// What stands in a cell.
pub enum Cell {
    Text(String),
    /// A count.
    Count(f64),
    /// A measured number, to so many decimals for people; none where it is not defined.
    Number(Option<f64>, usize),
}

impl Cell {
    pub fn text(text: impl Into<String>) -> Cell {
        Cell::Text(text.into())
    }

    fn for_people(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Count(count) if *count < 1e15 => numbers::count(*count as u64),
            Cell::Count(count) => format!("{count:.4e}"),
            Cell::Number(None, _) => "undefined".to_string(),
            Cell::Number(Some(number), decimals) => format!("{number:.decimals$}"),
        }
    }

    fn for_programs(&self) -> Value {
        match self {
            Cell::Text(text) => Value::from(text.as_str()),
            Cell::Count(number) => crate::json::number(*number),
            Cell::Number(number, _) => number.map_or(Value::Null, crate::json::number),
        }
    }

    fn for_spreadsheets(&self) -> String {
        match self {
            Cell::Text(text) if text.contains([',', '"', '\n']) => format!("\"{}\"", text.replace('"', "\"\"")),
            Cell::Text(text) => text.clone(),
            Cell::Count(number) | Cell::Number(Some(number), _) => number.to_string(),
            Cell::Number(None, _) => String::new(),
        }
    }
}

/// Titles are wrapped to this width at most.
const WIDTH: usize = 106;

/// A table with a name.
pub struct Sheet {
    /// Its key in JSON.
    pub name: &'static str,
    /// What stands above it.
    pub title: String,
    pub columns: Vec<String>,
    pub rows: Vec<Vec<Cell>>,
}

impl Sheet {
    pub fn to_text(&self) -> String {
        let is_number = |column: usize| self.rows.iter().all(|row| !matches!(row[column], Cell::Text(_)));
        let side = |column| if is_number(column) { Side::Right } else { Side::Left };
        let mut table = Table::new(&(0..self.columns.len()).map(side).collect::<Vec<_>>()).indented(2);
        table.row(self.columns.iter().cloned());
        for row in &self.rows {
            table.row(row.iter().map(Cell::for_people));
        }
        format!("{}\n{table}", wrapped(&self.title, width().min(WIDTH)).join("\n"))
    }

    /// One object a row.
    pub fn to_json(&self) -> Value {
        let object = |row: &Vec<Cell>| {
            let pairs =
                self.columns.iter().zip(row).map(|(column, cell)| (column.replace(' ', "_"), cell.for_programs()));
            Value::Object(pairs.collect::<Map<_, _>>())
        };
        self.rows.iter().map(object).collect()
    }

    pub fn to_csv(&self) -> String {
        let mut text = format!("# {}\n{}\n", self.name, self.columns.join(","));
        for row in &self.rows {
            let _ = writeln!(text, "{}", row.iter().map(Cell::for_spreadsheets).collect::<Vec<_>>().join(","));
        }
        text
    }
}
