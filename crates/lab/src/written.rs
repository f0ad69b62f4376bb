//! A report written down: JSON for programs, Markdown for pages, numbers for both.

use crate::report::{Cell, Report, Verdict};
use serde_json::{Value, json};
use std::fmt::Write;

impl Report {
    /// The report for programs.
    pub fn to_json(&self) -> Value {
        let cells: Vec<Value> = self.cells.iter().map(Cell::to_json).collect();
        json!({"paper": self.paper, "seed": self.seed, "size": self.size, "cells": cells})
    }

    /// The report as a page, its plots beside it.
    pub fn to_markdown(&self, title: &str, command: &str) -> String {
        let mut page = format!("# {title}\n\n`{command}`\n\n{}\n", self.summary());
        for remark in &self.remarks {
            let _ = write!(page, "\n{remark}\n");
        }
        for table in self.tables() {
            let _ = write!(page, "\n## {table}\n\n");
            page.push_str(
                "| row | column | published | measured | 95 % interval | verdict |\n|---|---|---:|---:|---|---|\n",
            );
            let Listing { cells, notes } = self.listing(table);
            for (cell, note) in cells {
                let mark = note.map(|number| format!(" ({number})")).unwrap_or_default();
                let [published, measured, interval] = cell.texts();
                let (row, column) = (escape(&cell.row), escape(&cell.column));
                let _ = writeln!(
                    page,
                    "| {row} | {column} | {published} | {measured} | {interval} | {}{mark} |",
                    cell.verdict
                );
            }
            for (place, note) in notes.iter().enumerate() {
                let _ = write!(page, "\n({}) {note}\n", place + 1);
            }
            let name = table.to_lowercase().replace(' ', "-");
            for plot in self.plots.iter().filter(|plot| plot.name == name) {
                let _ = write!(page, "\n![{table}]({}.svg)\n", plot.name);
            }
        }
        page
    }

    /// The cells of a table with their notes numbered.
    pub fn listing(&self, table: &str) -> Listing<'_> {
        let mut notes: Vec<&str> = Vec::new();
        let mut number = |note| {
            let place = notes.iter().position(|known| *known == note).unwrap_or_else(|| {
                notes.push(note);
                notes.len() - 1
            });
            place + 1
        };
        let cells = self.cells.iter().filter(|cell| cell.table == table);
        let cells = cells.map(|cell| (cell, cell.note.as_deref().map(&mut number))).collect();
        Listing { cells, notes }
    }

    /// How many cells have which verdict, in one line.
    pub fn summary(&self) -> String {
        let counts: Vec<String> = Verdict::ALL
            .into_iter()
            .map(|verdict| (self.count(verdict), verdict))
            .filter(|(count, _)| *count > 0)
            .map(|(count, verdict)| format!("{count} {verdict}"))
            .collect();
        // A claim without a number counts as well: what was not published is `new`.
        let published = self.cells.iter().filter(|cell| cell.verdict != Verdict::New).count();
        format!("{published} published numbers of {}: {}", self.paper, counts.join(", "))
    }
}

/// One table of a report, its notes numbered from 1; equal notes share a number.
pub struct Listing<'a> {
    /// Its cells, each with the number of its note if it has one.
    pub cells: Vec<(&'a Cell, Option<usize>)>,
    /// The notes.
    pub notes: Vec<&'a str>,
}

impl Cell {
    fn to_json(&self) -> Value {
        json!({
            "table": self.table,
            "row": self.row,
            "column": self.column,
            "published": self.published.map_or(Value::Null, number),
            "measured": number(self.measured),
            "low": self.low.map_or(Value::Null, number),
            "high": self.high.map_or(Value::Null, number),
            "verdict": self.verdict.name(),
            "note": self.note,
        })
    }

    /// What was published, what was measured and its interval, as people read them; empty where there is none.
    pub fn texts(&self) -> [String; 3] {
        // Two digits more than were printed show how near a miss is.
        let decimals = if self.decimals == 0 || self.published.is_none() { self.decimals } else { self.decimals + 2 };
        let decimals = if decimals == 0 && self.measured != self.measured.trunc() { 2 } else { decimals };
        let interval = match (self.low, self.high) {
            (Some(low), Some(high)) => format!("{} to {}", text(low, decimals), text(high, decimals)),
            _ => String::new(),
        };
        let published = self.published.map_or_else(String::new, |published| text(published, self.decimals));
        [published, text(self.measured, decimals), interval]
    }
}

/// A number with so many decimals and commas between thousands.
fn text(x: f64, decimals: usize) -> String {
    if !x.is_finite() {
        return "none".to_string();
    }
    let plain = format!("{x:.decimals$}");
    let (sign, digits) = plain.strip_prefix('-').map_or(("", plain.as_str()), |digits| ("-", digits));
    let (whole, rest) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let mut grouped = String::new();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{sign}{grouped}{rest}")
}

/// Whole numbers without a decimal point, and null for what JSON cannot say.
fn number(x: f64) -> Value {
    if x == x.trunc() && x.abs() < 9e15 { Value::from(x as i64) } else { Value::from(x) }
}

/// A text inside a Markdown table.
fn escape(text: &str) -> String {
    text.replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Published;

    fn report() -> Report {
        let mut report = Report {
            paper: "some-1990",
            seed: 7,
            size: "quick",
            cells: vec![],
            remarks: vec!["Well.".into()],
            plots: vec![],
        };
        let mut table = report.sheet("Table 1");
        table.exact("nodes", "count", "549,946", 549_946.0);
        table.exact("ends", "a|b", "209,088", 255_168.0).erratum("the draws were left out");
        table.sampled("wins", "share", Published::new("0.52"), 0.5, (0.47, 0.53));
        table.unpublished("losses", "share", 3, f64::NAN, None);
        report
    }

    #[test]
    fn json_has_these_keys_in_this_order() {
        let wanted = concat!(
            r#"{"paper":"some-1990","seed":7,"size":"quick","cells":["#,
            r#"{"table":"Table 1","row":"nodes","column":"count","published":549946,"measured":549946,"low":null,"high":null,"verdict":"exact","note":null},"#,
            r#"{"table":"Table 1","row":"ends","column":"a|b","published":209088,"measured":255168,"low":null,"high":null,"verdict":"differs","note":"erratum: the draws were left out"},"#,
            r#"{"table":"Table 1","row":"wins","column":"share","published":0.52,"measured":0.5,"low":0.47,"high":0.53,"verdict":"agrees","note":null},"#,
            r#"{"table":"Table 1","row":"losses","column":"share","published":null,"measured":null,"low":null,"high":null,"verdict":"new","note":null}]}"#
        );
        assert_eq!(report().to_json().to_string(), wanted);
    }

    #[test]
    fn markdown_has_published_beside_measured_and_notes_below_their_table() {
        let page = report().to_markdown("Some, 1990", "outwit reproduce some-1990");
        for part in [
            "| nodes | count | 549,946 | 549,946 |  | exact |",
            "| ends | a\\|b | 209,088 | 255,168 |  | differs (1) |",
            "| wins | share | 0.52 | 0.5000 | 0.4700 to 0.5300 | agrees |",
            "(1) erratum: the draws were left out",
            "3 published numbers of some-1990: 1 exact, 1 agrees, 1 differs, 1 new",
            "\nWell.\n",
        ] {
            assert!(page.contains(part), "{part} is missing in {page}");
        }
    }
}
