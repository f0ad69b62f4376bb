//! Errors as sentences.

use std::fmt;

/// What is wrong, where, and what would be right: one sentence for a person.
///
/// Sentences quote what they are about in backticks. A quotation too long to read is shortened in its middle, and characters
/// that a terminal would obey are written out: whatever was typed, the sentence can be shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem(String);

/// Quotations of more letters than this are shortened.
const LONGEST_QUOTATION: usize = 100;
/// To about this many, two thirds from the beginning.
const SHORTENED: usize = 60;

impl Problem {
    /// A problem told by this sentence.
    pub fn new(sentence: impl Into<String>) -> Problem {
        Problem(shown(sentence.into()))
    }

    /// The same problem, with a word on where it stands put in front, unless just that stands there already: a spec within
    /// specs of its kind is told once.
    pub fn within(self, place: impl fmt::Display) -> Problem {
        let place = format!("{}: ", shown(place.to_string()));
        if self.0.starts_with(&place) { self } else { Problem(place + &self.0) }
    }
}

/// A text that can be shown on one line.
fn shown(text: String) -> String {
    let is_long = |quoted: &str| quoted.chars().nth(LONGEST_QUOTATION).is_some();
    if !text.contains(char::is_control) && !text.split('`').skip(1).step_by(2).any(is_long) {
        return text;
    }
    let mut result = String::new();
    for (place, part) in text.split('`').enumerate() {
        if place > 0 {
            result.push('`');
        }
        let is_cut = place % 2 == 1 && is_long(part);
        let (head, tail) = if is_cut { ends(part) } else { (part, "") };
        result.extend(head.chars().flat_map(written_out));
        if is_cut {
            result.push('…');
        }
        result.extend(tail.chars().flat_map(written_out));
    }
    result
}

/// The beginning and the end of a long quotation.
fn ends(part: &str) -> (&str, &str) {
    let at = |letter: usize| part.char_indices().nth(letter).map_or(part.len(), |(at, _)| at);
    let letters = part.chars().count();
    (&part[..at(2 * SHORTENED / 3)], &part[at(letters - SHORTENED / 3)..])
}

fn written_out(c: char) -> impl Iterator<Item = char> {
    let (plain, escaped) = if c.is_control() { (None, Some(c.escape_default())) } else { (Some(c), None) };
    plain.into_iter().chain(escaped.into_iter().flatten())
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Problem {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_quotations_are_shortened_in_their_middle() {
        let word = format!("{}{}", "a".repeat(500), "z".repeat(500));
        let told = Problem::new(format!("`{word}` is no move; the moves are `x` and `y`")).to_string();
        let shortened = format!("{}…{}", "a".repeat(40), "z".repeat(20));
        assert_eq!(told, format!("`{shortened}` is no move; the moves are `x` and `y`"));
        let short = format!("`{}` is no move", "é".repeat(LONGEST_QUOTATION));
        assert_eq!(Problem::new(short.clone()).to_string(), short);
    }

    #[test]
    fn a_place_within_itself_is_told_once() {
        let told = Problem::new("there is no game `x`").within("the game").within("the game").within("the match");
        assert_eq!(told.to_string(), "the match: the game: there is no game `x`");
    }

    #[test]
    fn what_a_terminal_would_obey_is_written_out() {
        let told = Problem::new("`a\u{1b}[31m\nb` is no move").within("file\u{7}.json").to_string();
        assert_eq!(told, "file\\u{7}.json: `a\\u{1b}[31m\\nb` is no move");
        assert!(!Problem::new("`".repeat(7)).to_string().is_empty());
    }
}
