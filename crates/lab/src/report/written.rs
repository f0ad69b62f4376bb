//! A report written down: JSON for programs, Markdown for pages, numbers for both.

use super::{Cell, Held, Report, Run, Said, Verdict};
use serde_json::{Map, Value, json};
use std::fmt::Write;

impl Report {
    /// The report for programs. All but `run` is the same whenever and wherever it is made.
    pub fn to_json(&self, run: &Run) -> Value {
        let mut counts = Map::new();
        for verdict in Verdict::ALL {
            counts.insert(verdict.name().to_string(), self.count(verdict).into());
        }
        json!({
            "paper": self.paper,
            "seed": self.seed,
            "size": self.size,
            "only": self.only,
            "complete": self.unfinished.is_none(),
            "unfinished": self.unfinished,
            "run": run.to_json(),
            "counts": counts,
            "cells": self.cells.iter().map(Cell::to_json).collect::<Vec<Value>>(),
            "remarks": self.remarks,
        })
    }

    /// The report as a page, its plots beside it.
    pub fn to_markdown(&self, title: &str, command: &str, run: &Run) -> String {
        let mut page = format!("# {title}\n\n`{command}`\n\n{}.\n\n{}.\n", self.summary(), run.words());
        if let Some(why) = &self.unfinished {
            let _ = write!(page, "\nThis run is not complete: {why}.\n");
        }
        for remark in &self.remarks {
            let _ = write!(page, "\n{remark}\n");
        }
        for table in self.tables() {
            let _ = write!(page, "\n## {table}\n\n");
            page.push_str("| row | column | published | measured | 95 % interval | held to | verdict |\n");
            page.push_str("|---|---|---:|---:|---|---|---|\n");
            let Listing { cells, notes } = self.listing(table);
            for (cell, note) in cells {
                let mark = note.map(|number| format!(" ({number})")).unwrap_or_default();
                let [published, measured, interval, half] = cell.texts();
                let (row, column) = (escape(&cell.row), escape(&cell.column));
                let _ = writeln!(
                    page,
                    "| {row} | {column} | {published} | {measured} | {interval} | {half} | {}{mark} |",
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
        let cells = cells.map(|cell| (cell, cell.note().map(&mut number))).collect();
        Listing { cells, notes }
    }

    /// How many cells have which verdict, in one line. What is not a number that a paper prints is not counted as one.
    pub fn summary(&self) -> String {
        let of = |verdicts: &[(Verdict, &str)]| {
            let counts = verdicts.iter().map(|(verdict, word)| (self.count(*verdict), word));
            let told: Vec<String> = counts.filter(|(n, _)| *n > 0).map(|(n, word)| format!("{n} {word}")).collect();
            (verdicts.iter().map(|(verdict, _)| self.count(*verdict)).sum::<usize>(), told.join(", "))
        };
        let (numbers, told) = of(&[
            (Verdict::Exact, "exact"),
            (Verdict::Agrees, "agree"),
            (Verdict::TooFew, "too few to tell"),
            (Verdict::Differs, "differ"),
        ]);
        let (claims, claims_told) = of(&[
            (Verdict::Claim(Held::Holds), "hold"),
            (Verdict::Claim(Held::Fails), "fail"),
            (Verdict::Claim(Held::Open), "open"),
        ]);
        let mut parts = Vec::new();
        if numbers > 0 {
            parts.push(format!("{numbers} published {} ({told})", plural(numbers, "number")));
        }
        if claims > 0 {
            parts.push(format!("{claims} {} in words ({claims_told})", plural(claims, "claim")));
        }
        for (verdict, word) in [(Verdict::ByConstruction, "by construction"), (Verdict::New, "new")] {
            if self.count(verdict) > 0 {
                parts.push(format!("{} {word}", self.count(verdict)));
            }
        }
        format!("{}: {}", self.paper, parts.join("; "))
    }
}

fn plural(count: usize, word: &str) -> String {
    if count == 1 { word.to_string() } else { format!("{word}s") }
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
        let optional = |x: Option<f64>| x.map_or(Value::Null, number);
        let (claim, instead) = match self.said {
            Said::Claim(claim) => (Some(claim.words()), None),
            Said::Instead(_, instead) => (None, Some(instead)),
            Said::Nothing | Said::Number(_) => (None, None),
        };
        json!({
            "table": self.table,
            "row": self.row,
            "column": self.column,
            "source": self.said.source().map(|source| source.name()),
            "published": optional(self.said.published().map(|published| published.value())),
            "claim": claim,
            "measured": number(self.measured()),
            "low": optional(self.interval().map(|(low, _)| low)),
            "high": optional(self.interval().map(|(_, high)| high)),
            "half_width": optional(self.half_width()),
            "instead": optional(instead),
            "decimals": self.decimals,
            "verdict": self.verdict.name(),
            "note": self.note,
        })
    }

    /// What was published, what was measured, its interval, and how far off what was published might have been, as people
    /// read them; empty where there is none.
    pub fn texts(&self) -> [String; 4] {
        Shown::of(&self.to_json()).texts()
    }
}

/// What people read of a cell.
pub(super) struct Shown {
    claim: Option<String>,
    published: Option<f64>,
    measured: f64,
    interval: Option<(f64, f64)>,
    half: Option<f64>,
    decimals: usize,
}

impl Shown {
    /// From a cell as programs read it: what is stored is shown as what was just made.
    pub(super) fn of(cell: &Value) -> Shown {
        let number = |key: &str| cell[key].as_f64();
        Shown {
            claim: cell["claim"].as_str().map(str::to_string),
            published: number("published"),
            measured: number("measured").unwrap_or(f64::NAN),
            interval: number("low").zip(number("high")),
            half: number("half_width"),
            decimals: cell["decimals"].as_u64().unwrap_or(0) as usize,
        }
    }

    /// Two digits more than were printed show how near a miss is; but of what was drawn no more than its interval can tell, which is
    /// three digits of how far it reaches.
    fn shown_decimals(&self) -> usize {
        let is_longer = self.decimals > 0 && self.published.is_some();
        let decimals = match if is_longer { self.decimals.min(10) + 2 } else { self.decimals } {
            0 if self.measured != self.measured.trunc() => 2,
            decimals => decimals,
        };
        let reach = self.interval.map_or(0.0, |(low, high)| (high - low) / 2.0);
        if !(reach > 0.0 && reach.is_finite()) {
            return decimals;
        }
        decimals.min((2 - libm::log10(reach).floor() as i32).max(1) as usize)
    }

    pub(super) fn texts(&self) -> [String; 4] {
        let Shown { measured, published, .. } = *self;
        let decimals = self.shown_decimals();
        let interval = self.interval.map(|(low, high)| format!("{} to {}", text(low, decimals), text(high, decimals)));
        let said = match &self.claim {
            Some(claim) => claim.clone(),
            None => published.map_or_else(String::new, |published| text(published, self.decimals)),
        };
        let half = self.half.map(|half| format!("± {}", text(half, decimals)));
        [said, text(measured, decimals), interval.unwrap_or_default(), half.unwrap_or_default()]
    }

    /// How far the interval goes either way, where that is the same as far as is shown.
    pub(super) fn symmetric(&self) -> Option<String> {
        let (low, high) = self.interval?;
        let decimals = self.shown_decimals();
        let [below, above] = [self.measured - low, high - self.measured].map(|reach| text(reach, decimals));
        (below == above).then_some(above)
    }
}

/// A number with so many decimals and commas between thousands.
pub(crate) fn text(x: f64, decimals: usize) -> String {
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
pub(super) fn escape(text: &str) -> String {
    text.replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::super::{Claim, Published};
    use super::*;
    use outwit::arena::statistics::Estimate;
    use std::time::Duration;

    fn report() -> Report {
        let mut report = Report::new("some-1990", 7, "quick", None);
        report.remarks.push("Well.".into());
        let mut table = report.sheet("Table 1");
        table.exact("nodes", "count", "549,946", 549_946.0);
        table.exact("ends", "a|b", "209,088", 255_168.0).erratum("the draws were left out");
        table.sampled("wins", "share", "0.52", 0.25, Estimate { value: 0.5, interval: Some((0.47, 0.53)) });
        table.claim("wins", "lead", Claim::MoreThan(0.0), 1, 2.5);
        table.exact("tree", "value", Published::printed("1").reconstructed(), 1.0);
        table.unpublished("losses", "share", 3, f64::NAN);
        report
    }

    fn run() -> Run {
        let date = "2026-11-15T00:00:00Z".to_string();
        Run { version: "0.1.0", commit: None, date, duration: Duration::from_secs(2), threads: 1 }
    }

    #[test]
    fn json_has_these_keys_in_this_order() {
        let wanted = concat!(
            r#"{"paper":"some-1990","seed":7,"size":"quick","only":null,"complete":true,"unfinished":null,"#,
            r#""run":{"version":"0.1.0","commit":null,"date":"2026-11-15T00:00:00Z","seconds":2.0,"threads":1},"#,
            r#""counts":{"exact":1,"agrees":1,"too few to tell":0,"differs":1,"claim holds":1,"claim fails":0,"claim open":0,"by construction":1,"new":1},"cells":["#,
            r#"{"table":"Table 1","row":"nodes","column":"count","source":"printed","published":549946,"claim":null,"measured":549946,"low":null,"high":null,"half_width":null,"instead":null,"decimals":0,"verdict":"exact","note":null},"#,
            r#"{"table":"Table 1","row":"ends","column":"a|b","source":"printed","published":209088,"claim":null,"measured":255168,"low":null,"high":null,"half_width":null,"instead":null,"decimals":0,"verdict":"differs","note":"erratum: the draws were left out"},"#,
            r#"{"table":"Table 1","row":"wins","column":"share","source":"printed","published":0.52,"claim":null,"measured":0.5,"low":0.47,"high":0.53,"half_width":0.030000000000000027,"instead":0.25,"decimals":2,"verdict":"agrees","note":null},"#,
            r#"{"table":"Table 1","row":"wins","column":"lead","source":"words","published":null,"claim":"more than 0","measured":2.5,"low":null,"high":null,"half_width":null,"instead":null,"decimals":1,"verdict":"claim holds","note":null},"#,
            r#"{"table":"Table 1","row":"tree","column":"value","source":"reconstructed","published":1,"claim":null,"measured":1,"low":null,"high":null,"half_width":null,"instead":null,"decimals":0,"verdict":"by construction","note":null},"#,
            r#"{"table":"Table 1","row":"losses","column":"share","source":null,"published":null,"claim":null,"measured":null,"low":null,"high":null,"half_width":null,"instead":null,"decimals":3,"verdict":"new","note":null}],"#,
            r#""remarks":["Well."]}"#
        );
        assert_eq!(report().to_json(&run()).to_string(), wanted);
    }

    #[test]
    fn markdown_has_published_beside_measured_and_notes_below_their_table() {
        let page = report().to_markdown("Some, 1990", "outwit reproduce some-1990", &run());
        for part in [
            "| nodes | count | 549,946 | 549,946 |  |  | exact |",
            "| ends | a\\|b | 209,088 | 255,168 |  |  | differs (1) |",
            "| wins | share | 0.52 | 0.5000 | 0.4700 to 0.5300 | ± 0.0300 | agrees |",
            "| wins | lead | more than 0 | 2.5 |  |  | claim holds |",
            "(1) erratum: the draws were left out",
            "some-1990: 3 published numbers (1 exact, 1 agree, 1 differ); 1 claim in words (1 hold); 1 by construction; 1 new.",
            "outwit 0.1.0, 2026-11-15T00:00:00Z, 2.0 s on 1 thread.",
            "\nWell.\n",
        ] {
            assert!(page.contains(part), "{part} is missing in {page}");
        }
    }
}
