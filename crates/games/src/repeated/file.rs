//! Tables of payoffs: classic ones by name, others from a file.
//!
//! ```text
//! # The stag hunt. A line that begins with # is a remark.
//! moves hare stag
//! hare hare 2 2
//! hare stag 3 0
//! stag hare 0 3
//! stag stag 4 4
//! ```
//!
//! The first line names the moves; then come four lines, one for each pair: seat 1's move, seat 2's move, and what each is
//! paid. Numbers may be fractions.

use super::Stage;
use crate::tree::LARGEST_NUMBER;
use outwit_game::{Parameter, Problem};

pub const TABLE_NAMES: &[&str] =
    &["stag-hunt", "chicken", "battle-of-the-sexes", "matching-pennies", "deadlock", "coordination"];

/// A table by its name.
pub fn classic(name: &str) -> Stage {
    let stage = |one: &str, other: &str, payoffs| Stage { names: [one.into(), other.into()], payoffs };
    match name {
        "chicken" => stage("straight", "swerve", [[[0.0, 0.0], [4.0, 1.0]], [[1.0, 4.0], [3.0, 3.0]]]),
        "battle-of-the-sexes" => stage("opera", "boxing", [[[2.0, 1.0], [0.0, 0.0]], [[0.0, 0.0], [1.0, 2.0]]]),
        "matching-pennies" => stage("heads", "tails", [[[1.0, -1.0], [-1.0, 1.0]], [[-1.0, 1.0], [1.0, -1.0]]]),
        "deadlock" => stage("arm", "disarm", [[[3.0, 3.0], [4.0, 1.0]], [[1.0, 4.0], [2.0, 2.0]]]),
        "coordination" => stage("left", "right", [[[1.0, 1.0], [0.0, 0.0]], [[0.0, 0.0], [1.0, 1.0]]]),
        _ => stage("hare", "stag", [[[2.0, 2.0], [3.0, 0.0]], [[0.0, 3.0], [4.0, 4.0]]]),
    }
}

/// Reads a table. Errors name the line.
pub fn read(text: &str) -> Result<Stage, Problem> {
    let mut names: Option<[String; 2]> = None;
    let mut cells: [[Option<[f64; 2]>; 2]; 2] = Default::default();
    for (number, line) in text.lines().enumerate().map(|(index, line)| (index + 1, line.trim())) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let wrong = |what: String| Problem::new(format!("line {number}: {what}"));
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some(known) = &names else {
            let ["moves", one, other] = words[..] else {
                return Err(wrong(format!("`{line}` is not the names of the moves: write `moves hare stag`")));
            };
            let is_name = |name: &str| name.chars().all(|c| c.is_alphanumeric() || c == '_');
            if one == other || !is_name(one) || !is_name(other) {
                return Err(wrong("the moves have two different names of letters and digits".to_string()));
            }
            names = Some([one.to_string(), other.to_string()]);
            continue;
        };
        let [first, second, ..] = words[..] else {
            return Err(wrong(format!("`{line}` is not a round: write two moves and two payoffs")));
        };
        let place = |word: &str| {
            known.iter().position(|name| name == word).ok_or_else(|| {
                wrong(format!("`{word}` is no move of this game: they are `{}` and `{}`", known[0], known[1]))
            })
        };
        let (first, second) = (place(first)?, place(second)?);
        let numbers: Vec<f64> = words[2..].iter().filter_map(|word| Parameter::number(word)).collect();
        let ([one, other], true) = (numbers[..].try_into().unwrap_or([0.0; 2]), numbers.len() == 2 && words.len() == 4)
        else {
            return Err(wrong(format!("`{line}` does not end in two numbers, what each seat is paid")));
        };
        if one.abs().max(other.abs()) > LARGEST_NUMBER {
            return Err(wrong(format!(
                "no payoff may be larger than {LARGEST_NUMBER:e} or less than -{LARGEST_NUMBER:e}"
            )));
        }
        if cells[first][second].replace([one, other]).is_some() {
            return Err(wrong(format!("`{} {}` stands a second time", known[first], known[second])));
        }
    }
    let names =
        names.ok_or_else(|| Problem::new("the file is empty: it begins with a line such as `moves hare stag`"))?;
    let mut payoffs = [[[0.0; 2]; 2]; 2];
    for (first, second) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        payoffs[first][second] = cells[first][second]
            .ok_or_else(|| Problem::new(format!("the line for `{} {}` is missing", names[first], names[second])))?;
    }
    Ok(Stage { names, payoffs })
}
