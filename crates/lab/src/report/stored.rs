//! A report that was stored as JSON: its numbers for pages, and whether what a command says today is still what it says.

use super::written::{Shown, escape};
use super::{Run, Verdict};
use crate::pages::{is_asked, told};
use crate::papers::paper;
use outwit::game::Problem;
use serde_json::Value;
use std::fmt::Write;

/// A stored report, or any other file of JSON whose numbers a page shows.
pub struct Stored(Value);

impl Stored {
    /// Reads a report.
    pub fn read(text: &str) -> Result<Stored, Problem> {
        let report: Value = serde_json::from_str(text)
            .map_err(|error| Problem::new(format!("a stored report is JSON, and this is not: {error}")))?;
        let has_all = report["paper"].is_string() && report["cells"].is_array() && report["run"].is_object();
        if has_all { Ok(Stored(report)) } else { Err(Problem::new("this JSON is not a report of `outwit reproduce`")) }
    }

    pub(crate) fn of(value: Value) -> Stored {
        Stored(value)
    }

    /// The paper's id.
    pub fn paper(&self) -> &str {
        self.0["paper"].as_str().unwrap_or_default()
    }

    /// What to type to make it again.
    pub fn command(&self) -> String {
        let part = self.0["only"].as_str().map_or_else(String::new, |only| format!(" --table \"{only}\""));
        let size = self.0["size"].as_str().unwrap_or_default();
        format!("outwit reproduce {}{part} --{size} --seed {}", self.paper(), self.0["seed"])
    }

    /// Whether it is all that was asked for.
    pub fn is_complete(&self) -> bool {
        self.0["complete"] == true
    }

    /// Which program made it, when, and whether it is all that was asked for.
    pub(crate) fn run(&self) -> String {
        let words = Run::words_of(&self.0["run"]);
        match self.0["unfinished"].as_str() {
            None => words,
            Some(why) => format!("{words}; not complete: {why}"),
        }
    }

    fn cells(&self) -> impl Iterator<Item = &Value> {
        self.0["cells"].as_array().into_iter().flatten()
    }

    fn count(&self, table: Option<&str>, verdict: Verdict) -> usize {
        let is_asked = |cell: &&Value| table.is_none_or(|table| cell["table"] == table);
        self.cells().filter(is_asked).filter(|cell| cell["verdict"] == verdict.name()).count()
    }

    fn verdicts(&self) -> impl Iterator<Item = Verdict> {
        Verdict::ALL.into_iter().filter(|verdict| self.count(None, *verdict) > 0)
    }

    /// How many cells of each table have which verdict.
    pub(crate) fn counts(&self) -> Result<String, Problem> {
        let used: Vec<Verdict> = self.verdicts().collect();
        let mut page = String::from("| |");
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

    /// How many cells have each verdict, in a line.
    pub(crate) fn summary(&self) -> String {
        let counts = self.verdicts().map(|verdict| format!("{} {verdict}", self.count(None, verdict)));
        counts.collect::<Vec<_>>().join(", ")
    }

    /// How many cells have the verdict of this name.
    pub fn total(&self, verdict: &str) -> Result<usize, Problem> {
        let known = Verdict::ALL.into_iter().find(|known| known.name() == verdict);
        let none = || Problem::new(format!("there is no verdict `{verdict}`"));
        Ok(self.count(None, known.ok_or_else(none)?))
    }

    /// A table with its rows and columns as the paper has them, or those that are asked for: what was measured, with its
    /// interval, and what was published where something was.
    pub(crate) fn grid(&self, table: &str, rows: &[String], columns: &[String]) -> Result<String, Problem> {
        let cells: Vec<&Value> = self.cells().filter(|cell| cell["table"] == table).collect();
        if cells.is_empty() {
            return Err(Problem::new(format!("the stored report of {} has no table `{table}`", self.paper())));
        }
        let chosen = |key: &str, asked: &[String]| {
            let mut names: Vec<&str> = Vec::new();
            for name in cells.iter().filter_map(|cell| cell[key].as_str()).filter(|name| is_asked(name, asked)) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            names
        };
        let (rows, columns) = (chosen("row", rows), chosen("column", columns));
        let mut page = String::from("| |");
        columns.iter().for_each(|column| page.push_str(&format!(" {} |", escape(column))));
        let _ = write!(page, "\n|---|{}\n", "---|".repeat(columns.len()));
        for row in rows {
            let of_row = |column: &&str| cells.iter().find(|cell| cell["row"] == row && cell["column"] == **column);
            let found: Vec<_> = columns.iter().map(of_row).collect();
            if found.iter().all(Option::is_none) {
                continue;
            }
            let _ = write!(page, "| {} |", escape(row));
            for cell in found {
                page.push_str(&cell.map_or("  |".to_string(), |cell| format!(" {} |", in_grid(cell))));
            }
            page.push('\n');
        }
        Ok(page)
    }

    fn find(&self, table: &str, row: &str, column: &str) -> Result<&Value, Problem> {
        let is_it = |cell: &&Value| cell["table"] == table && cell["row"] == row && cell["column"] == column;
        self.cells().find(is_it).ok_or_else(|| {
            Problem::new(format!("the stored report of {} has no cell `{table}`, `{row}`, `{column}`", self.paper()))
        })
    }

    /// One number with its interval.
    pub(crate) fn cell(&self, table: &str, row: &str, column: &str) -> Result<String, Problem> {
        Ok(measured(self.find(table, row, column)?))
    }

    /// One number alone.
    pub(crate) fn value(&self, table: &str, row: &str, column: &str) -> Result<String, Problem> {
        let [_, measured, ..] = Shown::of(self.find(table, row, column)?).texts();
        Ok(measured)
    }

    /// What one cell says about the paper.
    pub(crate) fn verdict(&self, table: &str, row: &str, column: &str) -> Result<String, Problem> {
        Ok(self.find(table, row, column)?["verdict"].as_str().unwrap_or_default().to_string())
    }

    /// Any number or text of the file.
    pub(crate) fn at(&self, pointer: &str, decimals: Option<usize>) -> Result<String, Problem> {
        let found = self.0.pointer(pointer).and_then(|value| told(value, decimals));
        found.ok_or_else(|| Problem::new(format!("the file has no number and no text at {pointer}")))
    }

    /// The first cell of another report that is not as it is stored. The other may be of some tables, or of some rows.
    pub fn difference(&self, other: &Value) -> Option<String> {
        let now: Vec<&Value> = other["cells"].as_array().into_iter().flatten().collect();
        if now.is_empty() {
            return Some("nothing came out".to_string());
        }
        let key = |cell: &Value| [&cell["table"], &cell["row"], &cell["column"]].map(Value::to_string);
        now.into_iter().find_map(|now| {
            let stored = self.cells().find(|stored| key(stored) == key(now));
            (stored != Some(now)).then(|| match stored {
                Some(stored) => format!("stored is {stored}\nand now it is {now}"),
                None => format!("now there is {now}, of which nothing is stored"),
            })
        })
    }
}

/// A number with its interval: by how much it may be off either way, or from where to where if that is not the same.
fn measured(cell: &Value) -> String {
    let shown = Shown::of(cell);
    let [_, measured, interval, _] = shown.texts();
    match shown.symmetric() {
        Some(half) => format!("{measured} ± {half}"),
        None if interval.is_empty() => measured,
        None => format!("{measured} ({interval})"),
    }
}

/// What a page shows of a cell.
fn in_grid(cell: &Value) -> String {
    let [said, ..] = Shown::of(cell).texts();
    let verdict = cell["verdict"].as_str().unwrap_or_default();
    match (cell["claim"].is_string(), said.is_empty()) {
        (true, _) => format!("{}: {verdict}", measured(cell)),
        (false, true) => measured(cell),
        (false, false) => format!("{}; published {said}: {verdict}", measured(cell)),
    }
}
