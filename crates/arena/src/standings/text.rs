//! The table for people.

use super::Standings;
use super::meetings::HEAD_TO_HEAD;
use super::words::{INTERVAL, TableColumn, number};
use crate::statistics::{FEW_DEALS, Rating};

impl Standings {
    /// The table as text, as wide as it gets: see [`Standings::to_text_within`].
    pub fn to_text(&self) -> String {
        self.to_text_within(usize::MAX)
    }

    /// The table as text: the setting, a row an agent with the best first, who got more of whom, and what it shows in
    /// sentences. Lines are not longer than `width`, words aside: a table that does not fit is told in several.
    pub fn to_text_within(&self, width: usize) -> String {
        let mut text = String::new();
        for heading in self.heading().iter().filter(|heading| !heading.is_empty()) {
            put(&mut text, heading, width);
        }
        put(&mut text, "", width);
        if self.deals == 0 {
            put(&mut text, "No deal has been played yet.", width);
            return text;
        }
        let mut is_whole = put_table(&mut text, &self.table(), width);
        let verdicts = self.verdicts();
        verdicts.iter().for_each(|verdict| put(&mut text, verdict, width));
        if let Some(elo) = &self.two {
            self.elo_words(elo).iter().for_each(|words| put(&mut text, words, width));
        }
        if let Some(result) = &self.sprt {
            put(&mut text, &self.sprt_words(result), width);
        }
        let troubles = self.troubles();
        troubles.iter().for_each(|trouble| put(&mut text, trouble, width));
        if !(verdicts.is_empty() && troubles.is_empty()) {
            put(&mut text, "", width);
        }
        if let Some(met) = self.head_to_head() {
            put(&mut text, HEAD_TO_HEAD, width);
            is_whole &= put_table(&mut text, &met, width);
        }
        self.notes().iter().for_each(|note| put(&mut text, note, width));
        if !is_whole {
            put(&mut text, "Tables are broken to fit: a wider terminal, or COLUMNS=120, shows them whole.", width);
        }
        text
    }

    /// How to read the figures.
    pub(crate) fn notes(&self) -> Vec<String> {
        let mut notes = vec!["95 % intervals by resampling deals (BCa bootstrap)".to_string()];
        let pairs = self.compared().len();
        notes[0] += match pairs {
            0 => ".",
            1 => "; p by flipping the signs of deals.",
            _ => "; p by flipping the signs of deals, corrected for",
        };
        if pairs > 1 {
            notes[0] += &format!(" {pairs} pairs (Holm).");
        }
        if (2..FEW_DEALS as u64).contains(&self.deals) {
            notes.push(format!("With under {FEW_DEALS} deals, intervals are at least as wide as Student's."));
        }
        if let Some(worth) = self.payoffs_per_win() {
            let worth = number(worth, 4);
            let worth = if worth.contains('.') { worth.trim_end_matches('0').trim_end_matches('.') } else { &worth };
            notes.push(format!("Payoffs tell the same as win shares: 100 points are worth {worth}."));
        }
        if self.agents.iter().any(|row| row.rating.is_some()) {
            notes.push("Ratings by finishing orders (Plackett-Luce), in Elo points around the mean.".into());
            let has_ends = |ends: usize| {
                let count = |rating: Rating| usize::from(rating.low.is_some()) + usize::from(rating.high.is_some());
                self.agents.iter().filter_map(|row| row.rating).any(|rating| count(rating) == ends)
            };
            if has_ends(1) {
                notes.push(
                    "A rating above or below a number has no other bound: hardly a game went the other way.".into(),
                );
            }
            if has_ends(0) && self.deals > 1 {
                notes.push(
                    "A rating with - has no interval: its deals bound it on neither side, or rate it all alike.".into(),
                );
            }
        }
        for (name, spec) in self.names().iter().zip(&self.setting.agents).filter(|(name, spec)| !is_plain(name, spec)) {
            notes.push(format!("{name} is {spec}"));
        }
        if self.deals == 1 {
            notes.push("One deal says nothing about luck: play more.".into());
        }
        notes
    }
}

/// Whether a name is the spec itself, or that with a number.
fn is_plain(name: &str, spec: &str) -> bool {
    name.split(" #").next() == Some(spec) || name == spec
}

/// Adds a line, broken at spaces where it is too long; what follows is indented a little more.
fn put(text: &mut String, line: &str, width: usize) {
    let indent = line.len() - line.trim_start().len();
    let mut here = " ".repeat(indent);
    let mut is_fresh = true;
    for word in line.trim().split(' ') {
        if !is_fresh && here.chars().count() + 1 + word.chars().count() > width {
            *text += here.trim_end();
            text.push('\n');
            here = " ".repeat(indent + 2) + word;
        } else {
            here += if is_fresh { "" } else { " " };
            here += word;
        }
        is_fresh = false;
    }
    *text += here.trim_end();
    text.push('\n');
}

/// Adds a table and an empty line, in several parts where it is too wide; whether it is in one.
fn put_table(text: &mut String, table: &[TableColumn], width: usize) -> bool {
    let parts = fitting(table, width);
    for part in &parts {
        for row in aligned(part) {
            *text += row.trim_end();
            text.push('\n');
        }
        text.push('\n');
    }
    parts.len() == 1
}

/// The columns in groups that fit, each with the names first. A figure and its interval stay together.
fn fitting(table: &[TableColumn], width: usize) -> Vec<Vec<&TableColumn>> {
    let Some((names, rest)) = table.split_first() else { return Vec::new() };
    let mut parts = vec![vec![names]];
    let mut used = width_of(names);
    let mut units: Vec<Vec<&TableColumn>> = Vec::new();
    for column in rest {
        match units.last_mut() {
            Some(unit) if column.head == INTERVAL => unit.push(column),
            _ => units.push(vec![column]),
        }
    }
    for unit in units {
        let wide: usize = unit.iter().map(|column| 2 + width_of(column)).sum();
        if used + wide > width && parts[parts.len() - 1].len() > 1 {
            parts.push(vec![names]);
            used = width_of(names);
        }
        used += wide;
        parts.last_mut().expect("there is a part").extend(unit);
    }
    parts
}

fn width_of(column: &TableColumn) -> usize {
    column.cells.iter().chain([&column.head]).map(|text| text.chars().count()).max().unwrap_or(0)
}

/// Lines with the columns under each other, texts to the left and numbers to the right.
fn aligned(table: &[&TableColumn]) -> Vec<String> {
    let rows = table.iter().map(|column| column.cells.len()).max().unwrap_or(0);
    let mut lines = vec![String::new(); rows + 1];
    for column in table {
        let width = width_of(column);
        for (line, cell) in lines.iter_mut().zip([&column.head].into_iter().chain(&column.cells)) {
            let pad = " ".repeat(width - cell.chars().count());
            let gap = if line.is_empty() { "" } else { "  " };
            *line += &if column.is_text { format!("{gap}{cell}{pad}") } else { format!("{gap}{pad}{cell}") };
        }
    }
    lines
}
