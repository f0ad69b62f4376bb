//! Published numbers beside measured ones.
//!
//! Every published number declares its [`Source`], every measured one whether it was computed or drawn; what the two say
//! about each other follows from that in one function, [`Said::verdict`], when a cell is made, and nobody can change it
//! after. [`Sheet`] makes the cells.

mod published;
mod run;
mod sheet;
mod stored;
mod verdict;
mod written;

pub use published::{Claim, Published, Source};
pub use run::Run;
pub use sheet::Sheet;
pub use stored::Stored;
pub use verdict::{Held, Measured, Said, Verdict};
pub use written::Listing;
pub(crate) use written::text as number_text;

use outwit::arena::statistics::Estimate;

/// One number of a table or a figure.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    table: &'static str,
    row: String,
    column: String,
    said: Said,
    measured: Measured,
    verdict: Verdict,
    note: Option<String>,
    /// How many decimals are worth showing.
    decimals: usize,
}

impl Cell {
    /// The table or figure, as the paper calls it: `Table 1`, `Figure 8`, `Text`.
    pub fn table(&self) -> &'static str {
        self.table
    }

    /// Its row.
    pub fn row(&self) -> &str {
        &self.row
    }

    /// Its column.
    pub fn column(&self) -> &str {
        &self.column
    }

    /// What the paper says.
    pub fn said(&self) -> &Said {
        &self.said
    }

    /// What came out here.
    pub fn measured(&self) -> f64 {
        self.measured.value()
    }

    /// Our 95 % interval, where the number is not exact.
    pub fn interval(&self) -> Option<(f64, f64)> {
        self.measured.interval()
    }

    /// How far off the published number might have been: half of the interval it was held to.
    pub fn half_width(&self) -> Option<f64> {
        let interval = self.said.published().and_then(|_| self.said.expected(&self.measured));
        Estimate { value: self.measured(), interval }.half_width()
    }

    /// What that says.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// Why, where it needs saying.
    pub fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    /// Says why.
    pub fn because(&mut self, note: impl Into<String>) -> &mut Cell {
        self.note = Some(note.into());
        self
    }

    /// Says that the paper differs by a mistake of its own, and which; only where it does differ.
    pub fn erratum(&mut self, note: &str) -> &mut Cell {
        if self.verdict == Verdict::Differs {
            self.note = Some(format!("erratum: {note}"));
        }
        self
    }
}

/// A picture of a report.
#[derive(Clone, PartialEq, Debug)]
pub struct Plot {
    /// The file's name without ending: `figure-8`.
    pub name: String,
    /// The drawing.
    pub svg: String,
}

/// What came of repeating a paper.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    paper: &'static str,
    seed: u64,
    size: &'static str,
    only: Option<&'static str>,
    cells: Vec<Cell>,
    /// The names of rows there could have been, or how they begin: who asks for one that is not there wants to know.
    rows: Vec<String>,
    /// Why it is not all that was asked for.
    unfinished: Option<String>,
    /// What the numbers say, in sentences: what was shrunk, what follows for the paper.
    pub remarks: Vec<String>,
    /// Pictures. Not part of the JSON.
    pub plots: Vec<Plot>,
}

impl Report {
    /// One without cells.
    pub(crate) fn new(paper: &'static str, seed: u64, size: &'static str, only: Option<&'static str>) -> Report {
        Report {
            paper,
            seed,
            size,
            only,
            cells: vec![],
            rows: vec![],
            unfinished: None,
            remarks: vec![],
            plots: vec![],
        }
    }

    /// The paper's id.
    pub fn paper(&self) -> &'static str {
        self.paper
    }

    /// The seed of everything drawn.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// How large the experiment was: `quick` or `full`.
    pub fn size(&self) -> &'static str {
        self.size
    }

    /// Every number.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Whether all that was asked for is there; otherwise why not.
    pub fn unfinished(&self) -> Option<&str> {
        self.unfinished.as_deref()
    }

    /// Says that something is missing, and why.
    pub(crate) fn leave_unfinished(&mut self, why: String) {
        self.unfinished = Some(why);
    }

    /// The rows of the tables that were asked for, also those that were not, once each. Of some it is the beginning alone.
    pub fn rows(&self) -> &[String] {
        &self.rows
    }

    /// Names rows of a table that may not be measured because nobody asked for them.
    pub(crate) fn name_rows(&mut self, names: impl IntoIterator<Item = impl Into<String>>) {
        for name in names.into_iter().map(Into::into) {
            if !self.rows.contains(&name) {
                self.rows.push(name);
            }
        }
    }

    /// Leaves out the tables and rows that were not asked for.
    pub(crate) fn keep(&mut self, wants: impl Fn(&str) -> bool, wants_row: impl Fn(&str) -> bool) {
        self.cells.retain(|cell| wants(cell.table));
        let rows: Vec<String> = self.cells.iter().map(|cell| cell.row.clone()).collect();
        self.name_rows(rows);
        self.cells.retain(|cell| wants_row(&cell.row));
    }

    /// How many cells have this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.cells.iter().filter(|cell| cell.verdict == verdict).count()
    }

    /// The names of the tables and figures that have cells, in order.
    pub fn tables(&self) -> Vec<&'static str> {
        let mut tables: Vec<&str> = Vec::new();
        for cell in &self.cells {
            if !tables.contains(&cell.table) {
                tables.push(cell.table);
            }
        }
        tables
    }

    /// The cell at a place, if there is one.
    pub fn cell(&self, table: &str, row: &str, column: &str) -> Option<&Cell> {
        self.cells.iter().find(|cell| cell.table == table && cell.row == row && cell.column == column)
    }
}
