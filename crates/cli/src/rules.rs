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

/// Markdown as plain lines: paragraphs and lists are wrapped, listings stay as they are, emphasis goes.
pub fn for_terminal(markdown: &str, width: usize) -> String {
    let mut out = String::new();
    // What stands before the first line, and the text.
    let mut block: Option<(&str, String)> = None;
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
    finish(&mut block, width, &mut out);
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
