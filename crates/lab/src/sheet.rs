//! Filling one table of a report.

use crate::report::{Cell, Published, Report, verdict};

/// A table or figure of a report that is being filled.
pub struct Sheet<'a> {
    report: &'a mut Report,
    table: &'static str,
}

impl Report {
    /// The table or figure of this name, to be filled; it is one of the paper's exhibits.
    pub fn sheet(&mut self, table: &'static str) -> Sheet<'_> {
        Sheet { report: self, table }
    }
}

impl Sheet<'_> {
    /// A number that is computed exactly, beside the printed one.
    pub fn exact(&mut self, row: impl Into<String>, column: impl Into<String>, printed: &str, value: f64) -> &mut Cell {
        self.put(row.into(), column.into(), Some(Published::new(printed)), value, None)
    }

    /// A number that is computed exactly, beside a printed one of which only some decimals count.
    pub fn exact_to(
        &mut self,
        row: impl Into<String>,
        column: impl Into<String>,
        printed: Published,
        value: f64,
    ) -> &mut Cell {
        self.put(row.into(), column.into(), Some(printed), value, None)
    }

    /// A number that is measured, with its 95 % interval, beside the printed one.
    pub fn sampled(
        &mut self,
        row: impl Into<String>,
        column: impl Into<String>,
        printed: Published,
        value: f64,
        interval: (f64, f64),
    ) -> &mut Cell {
        self.put(row.into(), column.into(), Some(printed), value, Some(interval))
    }

    /// A number of which nothing is published, with its interval if it is not exact.
    pub fn unpublished(
        &mut self,
        row: impl Into<String>,
        column: impl Into<String>,
        decimals: usize,
        value: f64,
        interval: Option<(f64, f64)>,
    ) -> &mut Cell {
        let cell = self.put(row.into(), column.into(), None, value, interval);
        cell.decimals = decimals;
        cell
    }

    fn put(
        &mut self,
        row: String,
        column: String,
        published: Option<Published>,
        measured: f64,
        interval: Option<(f64, f64)>,
    ) -> &mut Cell {
        self.report.cells.push(Cell {
            table: self.table.to_string(),
            row,
            column,
            published: published.map(|published| published.value),
            measured,
            low: interval.map(|(low, _)| low),
            high: interval.map(|(_, high)| high),
            verdict: verdict(published, measured, interval),
            note: None,
            decimals: published.map_or(0, |published| published.decimals),
        });
        self.report.cells.last_mut().expect("a cell was just put there")
    }
}
