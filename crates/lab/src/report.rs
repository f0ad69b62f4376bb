//! Published numbers beside measured ones, and the one function that decides what that says.

use std::fmt;

/// What a cell says about the paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Computed exactly, and equal to all published digits.
    Exact,
    /// Measured with an interval, and what was published lies in it.
    Agrees,
    /// Neither: a note says why, where that is known. An erratum of the paper is one of these.
    Differs,
    /// Nothing was published.
    New,
}

impl Verdict {
    /// All there are, the best first.
    pub const ALL: [Verdict; 4] = [Verdict::Exact, Verdict::Agrees, Verdict::Differs, Verdict::New];

    /// As in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Exact => "exact",
            Verdict::Agrees => "agrees",
            Verdict::Differs => "differs",
            Verdict::New => "new",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A number as a paper prints it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Published {
    /// The number.
    pub value: f64,
    /// How many decimals of it count.
    pub decimals: usize,
    /// Its own 95 % interval, where the paper gives one or enough to compute it.
    pub interval: Option<(f64, f64)>,
}

impl Published {
    /// Reads a number as printed: `549,946`, `.143`, `-0.25`. All its decimals count.
    ///
    /// # Panics
    /// When the text is not such a number: these are constants of the papers' modules.
    pub fn new(text: &str) -> Published {
        let plain = text.replace(',', "");
        let value = plain.parse().unwrap_or_else(|_| panic!("`{text}` is not a number"));
        let decimals = plain.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        Published { value, decimals, interval: None }
    }

    /// The same with fewer decimals that count: the rest is padding.
    pub fn to(self, decimals: usize) -> Published {
        Published { decimals, ..self }
    }

    /// The same with the interval that the paper gives, or that follows from what it gives.
    pub fn within(self, low: f64, high: f64) -> Published {
        Published { interval: Some((low, high)), ..self }
    }

    /// Whether a number, rounded to the digits that are printed, is this one.
    pub fn is_rounded(&self, measured: f64) -> bool {
        // A half may round either way; the slack is for the last bits of the computation.
        let unit = (0..self.decimals).fold(1.0, |unit, _| unit / 10.0);
        (measured - self.value).abs() <= 0.5 * unit * (1.0 + 1e-9)
    }
}

/// What a measured number says about a published one.
///
/// Without an interval the measurement is exact, and all printed digits must be equal. With one, what was published must lie
/// in it, or the paper's own interval must overlap it.
pub fn verdict(published: Option<Published>, measured: f64, interval: Option<(f64, f64)>) -> Verdict {
    match (published, interval) {
        (None, _) => Verdict::New,
        (Some(published), None) if published.is_rounded(measured) => Verdict::Exact,
        (Some(published), Some((low, high))) => {
            let (lowest, highest) = published.interval.unwrap_or((published.value, published.value));
            if lowest <= high && low <= highest { Verdict::Agrees } else { Verdict::Differs }
        }
        _ => Verdict::Differs,
    }
}

/// One number of a table or a figure.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    /// The table or figure, as the paper calls it: `Table 1`, `Figure 8`, `Text`.
    pub table: String,
    /// Its row.
    pub row: String,
    /// Its column.
    pub column: String,
    /// What the paper says.
    pub published: Option<f64>,
    /// What came out here.
    pub measured: f64,
    /// The lower end of our 95 % interval, where the number is not exact.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// What that says.
    pub verdict: Verdict,
    /// Why, where it needs saying.
    pub note: Option<String>,
    /// How many decimals are worth showing.
    pub decimals: usize,
}

impl Cell {
    /// Says why.
    pub fn note(&mut self, note: impl Into<String>) -> &mut Cell {
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
    /// The paper's id.
    pub paper: &'static str,
    /// The seed of everything drawn.
    pub seed: u64,
    /// How large the experiment was: `quick` or `full`.
    pub size: &'static str,
    /// Every number.
    pub cells: Vec<Cell>,
    /// What the numbers say, in sentences: what was shrunk, what follows for the paper. Not part of the JSON.
    pub remarks: Vec<String>,
    /// Pictures. Not part of the JSON.
    pub plots: Vec<Plot>,
}

impl Report {
    /// How many cells have this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.cells.iter().filter(|cell| cell.verdict == verdict).count()
    }

    /// The names of the tables and figures that have cells, in order.
    pub fn tables(&self) -> Vec<&str> {
        let mut tables: Vec<&str> = Vec::new();
        for cell in &self.cells {
            if !tables.contains(&cell.table.as_str()) {
                tables.push(&cell.table);
            }
        }
        tables
    }

    /// The cell at a place, if there is one.
    pub fn cell(&self, table: &str, row: &str, column: &str) -> Option<&Cell> {
        self.cells.iter().find(|cell| cell.table == table && cell.row == row && cell.column == column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exact_number_must_have_all_printed_digits() {
        let cases = [("549,946", 549_946.0, true), ("1,963", 1_964.0, false), (".143", 0.14327, true)];
        let more = [(".143", 0.1436, false), ("0.5", 0.55, true), ("-0.25", -0.25, true), ("2.2", 2.3, false)];
        for (text, measured, is_exact) in cases.into_iter().chain(more) {
            let wanted = if is_exact { Verdict::Exact } else { Verdict::Differs };
            assert_eq!(verdict(Some(Published::new(text)), measured, None), wanted, "{text} {measured}");
        }
        assert_eq!(Published::new("0.12470").decimals, 5);
        assert!(Published::new("0.12470").to(4).is_rounded(0.124745));
        assert!(!Published::new("0.12470").is_rounded(0.124745));
    }

    #[test]
    fn a_sampled_number_agrees_when_the_published_one_lies_in_its_interval_or_the_intervals_overlap() {
        let published = Published::new("52");
        assert_eq!(verdict(Some(published), 50.0, Some((47.0, 52.0))), Verdict::Agrees);
        assert_eq!(verdict(Some(published), 50.0, Some((49.0, 51.0))), Verdict::Differs);
        assert_eq!(verdict(Some(published.within(31.0, 69.0)), 50.0, Some((49.0, 51.0))), Verdict::Agrees);
        assert_eq!(verdict(Some(published), 52.0, Some((f64::NAN, f64::NAN))), Verdict::Differs);
        assert_eq!(verdict(None, 50.0, None), Verdict::New);
    }

    #[test]
    fn nothing_equals_a_number_that_is_none() {
        assert_eq!(verdict(Some(Published::new("0")), f64::NAN, None), Verdict::Differs);
    }
}
