//! The table for people.

use super::Standings;
use super::words::{TableColumn, number};
use crate::statistics::FEW_DEALS;

impl Standings {
    /// The table as text: the setting, a row an agent with the best first, and what it shows in sentences.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        let mut line = |line: &str| {
            text += line.trim_end();
            text.push('\n');
        };
        for heading in self.heading().iter().filter(|heading| !heading.is_empty()) {
            line(heading);
        }
        line("");
        if self.deals == 0 {
            line("No deal has been played yet.");
            return text;
        }
        aligned(&self.table()).iter().for_each(|row| line(row));
        line("");
        let verdicts = self.verdicts();
        verdicts.iter().for_each(|verdict| line(verdict));
        if let Some(elo) = &self.two {
            self.elo_words(elo).iter().for_each(|words| line(words));
        }
        if let Some(result) = &self.sprt {
            line(&self.sprt_words(result));
        }
        let troubles = self.troubles();
        troubles.iter().for_each(|trouble| line(trouble));
        if !(verdicts.is_empty() && troubles.is_empty()) {
            line("");
        }
        self.notes().iter().for_each(|note| line(note));
        text
    }

    /// How to read the figures.
    pub(crate) fn notes(&self) -> Vec<String> {
        let mut notes = vec!["95 % intervals by resampling deals (BCa bootstrap)".to_string()];
        notes[0] += match self.pairs.len() {
            0 => ".",
            1 => "; p by flipping the signs of deals.",
            _ => "; p by flipping the signs of deals, corrected for",
        };
        if self.pairs.len() > 1 {
            notes[0] += &format!(" {} pairs (Holm).", self.pairs.len());
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
        }
        if self.deals == 1 {
            notes.push("One deal says nothing about luck: play more.".into());
        }
        notes
    }
}

/// Lines with the columns under each other, texts to the left and numbers to the right.
fn aligned(table: &[TableColumn]) -> Vec<String> {
    let width_of = |text: &String| text.chars().count();
    let rows = table.iter().map(|column| column.cells.len()).max().unwrap_or(0);
    let mut lines = vec![String::new(); rows + 1];
    for column in table {
        let width = column.cells.iter().chain([&column.head]).map(width_of).max().unwrap_or(0);
        for (line, cell) in lines.iter_mut().zip([&column.head].into_iter().chain(&column.cells)) {
            let pad = " ".repeat(width - width_of(cell));
            let gap = if line.is_empty() { "" } else { "  " };
            *line += &if column.is_text { format!("{gap}{cell}{pad}") } else { format!("{gap}{pad}{cell}") };
        }
    }
    lines
}
