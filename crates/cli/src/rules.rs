//! The rules of a game for a terminal: the Markdown of the catalog, wrapped.

use crate::table::wrapped;
use outwit::game::{Problem, Spec};
use outwit::games::catalog;

/// Rules are read as prose: lines longer than this tire.
pub const WIDTH: usize = 80;

/// The rules of the game a spec names; of a game that is made of another, those of the other follow.
pub fn of_spec(spec: &str, width: usize) -> Result<String, Problem> {
    let spec = Spec::parse(spec)?;
    let entry = catalog::entry(&spec.name)?;
    let mut text = for_terminal(entry.rules, width);
    if let Some((_, inner)) = spec.settings.iter().find(|(key, _)| key == "game") {
        text += &format!("\n{}", of_spec(inner, width)?);
    }
    Ok(text)
}

/// Markdown as plain lines: paragraphs and lists are wrapped, tables have columns, listings stay as they are, emphasis goes.
pub fn for_terminal(markdown: &str, width: usize) -> String {
    let mut out = String::new();
    // What stands before the first line, and the text.
    let mut block: Option<(&str, String)> = None;
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut is_listing = false;
    fn finish(block: &mut Option<(&str, String)>, width: usize, out: &mut String) {
        let Some((mark, text)) = block.take() else { return };
        for (place, line) in wrapped(&text, width.saturating_sub(mark.len())).into_iter().enumerate() {
            out.push_str(if place == 0 { mark } else { &"  "[..mark.len()] });
            out.push_str(&line);
            out.push('\n');
        }
    }
    for line in markdown.lines() {
        if !is_listing && line.starts_with('|') {
            finish(&mut block, width, &mut out);
            rows.push(cells(line));
            continue;
        }
        out.push_str(&columns(&std::mem::take(&mut rows), width));
        if line.starts_with("```") {
            finish(&mut block, width, &mut out);
            is_listing = !is_listing;
        } else if is_listing {
            out.push_str(&format!("  {line}\n"));
        } else if line.trim().is_empty() {
            finish(&mut block, width, &mut out);
            out.push('\n');
        } else if let Some(item) = line.strip_prefix("- ").or_else(|| line.strip_prefix("* ")) {
            finish(&mut block, width, &mut out);
            block = Some(("- ", plain(item)));
        } else if let Some(heading) = line.strip_prefix('#') {
            finish(&mut block, width, &mut out);
            out.push_str(&format!("{}\n", plain(heading.trim_start_matches('#').trim())));
        } else {
            match &mut block {
                Some((_, text)) => {
                    text.push(' ');
                    text.push_str(&plain(line.trim()));
                }
                None => block = Some(("", plain(line))),
            }
        }
    }
    out.push_str(&columns(&rows, width));
    finish(&mut block, width, &mut out);
    out
}

/// The cells of a row of a table. A sign in backticks, or after a backslash, parts no cells.
fn cells(line: &str) -> Vec<String> {
    let (mut cells, mut cell, mut is_code, mut is_escaped) = (Vec::new(), String::new(), false, false);
    let line = line.trim().trim_start_matches('|');
    for c in line.strip_suffix('|').unwrap_or(line).chars() {
        is_code ^= c == '`';
        if c == '|' && is_escaped {
            cell.pop();
        }
        if c == '|' && !is_code && !is_escaped {
            cells.push(plain(std::mem::take(&mut cell).trim()));
        } else {
            cell.push(c);
        }
        is_escaped = c == '\\';
    }
    cells.push(plain(cell.trim()));
    cells
}

/// No column of a table is made narrower; where that is too wide still, its rows are a list.
const NARROW: usize = 10;
/// What stands before a row, and between its columns.
const GAP: &str = "  ";

/// A table that fits: what is wide is wrapped within its column.
fn columns(rows: &[Vec<String>], width: usize) -> String {
    let is_rule =
        |row: &Vec<String>| row.iter().all(|cell| !cell.is_empty() && cell.trim_matches([':', '-']).is_empty());
    let rows: Vec<&Vec<String>> = rows.iter().filter(|row| !is_rule(row)).collect();
    let count = rows.iter().map(|row| row.len()).max().unwrap_or(0);
    let cell = |row: &[String], column: usize| row.get(column).cloned().unwrap_or_default();
    let letters = |text: &str| text.chars().count();
    // Step 1. As wide as the widest cell; then the widest column gives way, as long as no word must be broken.
    let most =
        |column: usize, of: &dyn Fn(&str) -> usize| rows.iter().map(|row| of(&cell(row, column))).max().unwrap_or(0);
    let mut widths: Vec<usize> = (0..count).map(|column| most(column, &letters)).collect();
    let longest_word = |text: &str| text.split(' ').map(letters).max().unwrap_or(0);
    let least: Vec<usize> = (0..count).map(|column| most(column, &longest_word).max(NARROW)).collect();
    let needed = |widths: &[usize]| widths.iter().map(|width| GAP.len() + width).sum::<usize>();
    while needed(&widths) > width {
        let roomy = (0..count).filter(|&column| widths[column] > least[column]);
        let Some(widest) = roomy.max_by_key(|&column| widths[column]) else { return listed(&rows, width) };
        widths[widest] -= 1;
    }
    // Step 2. Line by line.
    let mut out = String::new();
    for row in rows {
        let cells: Vec<Vec<String>> = (0..count).map(|column| wrapped(&cell(row, column), widths[column])).collect();
        for place in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
            let mut line = String::new();
            for (cell, &width) in cells.iter().zip(&widths) {
                line.push_str(&format!("{GAP}{:<width$}", cell.get(place).map_or("", String::as_str)));
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }
    out
}

/// A table as a list, each row with the names of its columns.
fn listed(rows: &[&Vec<String>], width: usize) -> String {
    let Some((names, rows)) = rows.split_first() else { return String::new() };
    let mut out = String::new();
    for row in rows {
        let Some((first, rest)) = row.split_first() else { continue };
        let told: Vec<String> = names.iter().skip(1).zip(rest).map(|(name, cell)| format!("{name}: {cell}")).collect();
        for (place, line) in
            wrapped(&format!("{first}: {}", told.join("; ")), width.saturating_sub(2)).iter().enumerate()
        {
            out.push_str(if place == 0 { "- " } else { "  " });
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}

/// Without the stars of emphasis; a star in backticks is meant.
fn plain(text: &str) -> String {
    let mut is_code = false;
    text.chars()
        .filter(|&c| {
            is_code ^= c == '`';
            is_code || c != '*'
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_becomes_lines_that_fit() {
        let text = for_terminal("*One* two\nthree `8/4*`.\n\n* a b c d\n  e\n* f\n\n```json\n{a   b}\n```\n# Head", 9);
        assert_eq!(text, "One two\nthree\n`8/4*`.\n\n- a b c d\n  e\n- f\n\n  {a   b}\nHead\n");
    }

    #[test]
    fn a_table_keeps_its_columns_and_becomes_a_list_where_paper_is_narrow() {
        let table = "Before:\n| `key` | meaning | *more* |\n| :-- | --- | ---: |\n| `a|b` | one two three four | x \\| y |\n\
                     | c | five |\n\nAfter.";
        assert_eq!(
            for_terminal(table, 40),
            "Before:\n  `key`  meaning             more\n  `a|b`  one two three four  x | y\n  c      five\n\nAfter.\n"
        );
        assert_eq!(
            for_terminal(table, 29),
            "Before:\n  `key`  meaning        more\n  `a|b`  one two three  x | y\n         four\n  c      five\n\nAfter.\n"
        );
        assert_eq!(
            for_terminal(table, 20),
            "Before:\n- `a|b`: meaning:\n  one two three\n  four; more: x | y\n- c: meaning: five\n\nAfter.\n"
        );
    }

    #[test]
    fn the_referees_of_kriegspiel_stand_in_columns() {
        let entry = catalog::entry("kriegspiel").unwrap();
        let text = for_terminal(entry.rules, WIDTH);
        let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("  `")).collect();
        let names: Vec<&str> = lines.iter().filter_map(|line| line.split('`').nth(1)).collect();
        assert_eq!(names, ["rules=", "icc", "berkeley", "berkeley-any", "english", "cincinnati"], "{text}");
        let second = lines[0].find("what was taken").expect("the second column has its name");
        let starts =
            lines[1..].iter().all(|line| line[second - 2..].starts_with("  ") && &line[second..second + 1] != " ");
        assert!(starts && !text.contains("---"), "{text}");
    }

    #[test]
    fn the_rules_of_every_game_tell_its_moves_and_fit() {
        for entry in catalog::GAMES {
            let text = for_terminal(entry.rules, WIDTH);
            assert!(text.contains("osition"), "{}: {text}", entry.name);
            assert!(text.to_lowercase().contains("move"), "{}: {text}", entry.name);
            let listed = |line: &str| line.starts_with("  ") || line.contains('`');
            assert!(text.lines().all(|line| line.chars().count() <= WIDTH || listed(line)), "{}: {text}", entry.name);
        }
        let inner = of_spec("hide:h=1/2,game=(kalah)", WIDTH).unwrap();
        assert!(inner.contains("Kalah: sow"), "{inner}");
    }
}
