//! Filling one table of a report.

use super::{Cell, Claim, Measured, Published, Report, Said};
use outwit::arena::statistics::Estimate;

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
    /// A number that is computed exactly, beside the published one.
    pub fn exact(
        &mut self,
        row: impl Into<String>,
        column: impl Into<String>,
        published: impl Into<Published>,
        value: f64,
    ) -> &mut Cell {
        let published = published.into();
        self.put(row.into(), column.into(), Said::Number(published), value.into(), published.decimals())
    }

    /// A number that is drawn, beside the published one. `instead` is what would come out if there were nothing to find: an
    /// interval that holds both cannot tell.
    pub fn sampled(
        &mut self,
        row: impl Into<String>,
        column: impl Into<String>,
        published: impl Into<Published>,
        instead: f64,
        estimate: Estimate,
    ) -> &mut Cell {
        let published = published.into();
        let said = Said::Instead(published, instead);
        self.put(row.into(), column.into(), said, estimate.into(), published.decimals())
    }

    /// A number that is drawn, of something that was reconstructed so that the published one may come out.
    pub fn fitted(
        &mut self,
        row: impl Into<String>,
        column: impl Into<String>,
        published: impl Into<Published>,
        estimate: Estimate,
    ) -> &mut Cell {
        let published = published.into().reconstructed();
        self.put(row.into(), column.into(), Said::Number(published), estimate.into(), published.decimals())
    }

    /// A number of which something is claimed in words.
    pub fn claim(
        &mut self,
        row: impl Into<String>,
        column: impl Into<String>,
        claim: Claim,
        decimals: usize,
        measured: impl Into<Measured>,
    ) -> &mut Cell {
        self.put(row.into(), column.into(), Said::Claim(claim), measured.into(), decimals)
    }

    /// A number of which nothing is published.
    pub fn unpublished(
        &mut self,
        row: impl Into<String>,
        column: impl Into<String>,
        decimals: usize,
        measured: impl Into<Measured>,
    ) -> &mut Cell {
        self.put(row.into(), column.into(), Said::Nothing, measured.into(), decimals)
    }

    fn put(&mut self, row: String, column: String, said: Said, measured: Measured, decimals: usize) -> &mut Cell {
        let (table, verdict) = (self.table, said.verdict(&measured));
        self.report.cells.push(Cell { table, row, column, said, measured, verdict, note: None, decimals });
        self.report.cells.last_mut().expect("a cell was just put there")
    }
}
