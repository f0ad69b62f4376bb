//! A report that was stored as JSON: its tables for pages, and whether what a command says today is still what it says.

use super::written::{Shown, escape};
use super::{Run, Verdict};
use crate::papers::paper;
use outwit::game::Problem;
use serde_json::Value;
use std::fmt::Write;

/// A stored report.
pub struct Stored(Value);

impl Stored {
    /// Reads one.
    pub fn read(text: &str) -> Result<Stored, Problem> {
        let report: Value = serde_json::from_str(text)
            .map_err(|error| Problem::new(format!("a stored report is JSON, and this is not: {error}")))?;
        let has_all = report["paper"].is_string() && report["cells"].is_array() && report["run"].is_object();
        if has_all { Ok(Stored(report)) } else { Err(Problem::new("this JSON is not a report of `outwit reproduce`")) }
    }

    /// The paper's id.
    pub fn paper(&self) -> &str {
        self.0["paper"].as_str().unwrap_or_default()
    }

    /// What to type to make it again.
    pub fn command(&self) -> String {
        format!(
            "outwit reproduce {} --{} --seed {}",
            self.paper(),
            self.0["size"].as_str().unwrap_or_default(),
            self.0["seed"]
        )
    }

    fn cells(&self) -> impl Iterator<Item = &Value> {
        self.0["cells"].as_array().into_iter().flatten()
    }

    fn count(&self, table: Option<&str>, verdict: Verdict) -> usize {
        let is_asked = |cell: &&Value| table.is_none_or(|table| cell["table"] == table);
        self.cells().filter(is_asked).filter(|cell| cell["verdict"] == verdict.name()).count()
    }

    /// How many cells of each table have which verdict.
    pub fn counts(&self) -> Result<String, Problem> {
        let mut page = format!("`{}`, {}:\n\n| |", self.command(), Run::words_of(&self.0["run"]));
        let used: Vec<Verdict> = Verdict::ALL.into_iter().filter(|verdict| self.count(None, *verdict) > 0).collect();
        used.iter().for_each(|verdict| page.push_str(&format!(" {verdict} |")));
        let _ = write!(page, "\n|---|{}\n", "---:|".repeat(used.len()));
        let mut row = |name: &str, table: Option<&str>| {
            let _ = write!(page, "| {name} |");
            for verdict in &used {
                match self.count(table, *verdict) {
                    0 => page.push_str("  |"),
                    count => page.push_str(&format!(" {count} |")),
                }
            }
            page.push('\n');
        };
        for exhibit in paper(self.paper())?.exhibits {
            if self.cells().any(|cell| cell["table"] == exhibit.name) {
                row(&escape(exhibit.name), Some(exhibit.name));
            }
        }
        row("**all**", None);
        Ok(page)
    }

    /// The numbers of all verdicts, in the order of [`Verdict::ALL`].
    pub fn totals(&self) -> Vec<usize> {
        Verdict::ALL.into_iter().map(|verdict| self.count(None, verdict)).collect()
    }

    /// A table with its rows and columns as the paper has them: what was measured, with its interval, and what was published
    /// where something was.
    pub fn grid(&self, table: &str) -> Result<String, Problem> {
        let cells: Vec<&Value> = self.cells().filter(|cell| cell["table"] == table).collect();
        if cells.is_empty() {
            return Err(Problem::new(format!("the stored report of {} has no table `{table}`", self.paper())));
        }
        let names = |key: &str| {
            let mut names: Vec<&str> = Vec::new();
            for name in cells.iter().filter_map(|cell| cell[key].as_str()) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            names
        };
        let (rows, columns) = (names("row"), names("column"));
        let mut page = String::from("| |");
        columns.iter().for_each(|column| page.push_str(&format!(" {} |", escape(column))));
        let _ = write!(page, "\n|---|{}\n", "---|".repeat(columns.len()));
        for row in rows {
            let _ = write!(page, "| {} |", escape(row));
            for column in &columns {
                let cell = cells.iter().find(|cell| cell["row"] == row && cell["column"] == *column);
                page.push_str(&cell.map_or("  |".to_string(), |cell| format!(" {} |", in_grid(cell))));
            }
            page.push('\n');
        }
        Ok(page)
    }

    /// The first difference between what is stored of a table and what another report says of it.
    pub fn difference(&self, table: &str, other: &Value) -> Option<String> {
        let of = |report: &Value| -> Vec<Value> {
            let cells = report["cells"].as_array().into_iter().flatten();
            cells.filter(|cell| cell["table"] == table).cloned().collect()
        };
        let (stored, now) = (of(&self.0), of(other));
        if stored.is_empty() || stored.len() != now.len() {
            return Some(format!("{} cells are stored of {table}, and now there are {}", stored.len(), now.len()));
        }
        let pair = stored.iter().zip(&now).find(|(stored, now)| stored != now)?;
        Some(format!("stored is {}\nand now it is {}", pair.0, pair.1))
    }
}

/// What a page shows of a cell.
fn in_grid(cell: &Value) -> String {
    let [said, measured, interval, _] = Shown::of(cell).texts();
    let interval = if interval.is_empty() { interval } else { format!(" ({interval})") };
    let verdict = cell["verdict"].as_str().unwrap_or_default();
    match (said.is_empty(), verdict) {
        (true, _) => format!("{measured}{interval}"),
        (false, verdict) => format!("{measured}{interval}; {said}: {verdict}"),
    }
}
