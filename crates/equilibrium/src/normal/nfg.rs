//! Gambit's normal-form files, `.nfg`, read and written.
//!
//! Version 1 of the format, with a list of payoffs or a list of outcomes. A game that is read becomes a tree in which the
//! seats choose one after the other and see nothing of each other's choice.

use super::NormalForm;
use crate::efg::{Reader, Word, quoted};
use outwit_game::{Outline, OutlineTurn, Player, Problem};
use std::collections::HashSet;
use std::fmt::Write;

/// Cells read at most.
const MOST_CELLS: usize = 1_000_000;
/// Strategies of a seat at most.
const MOST_STRATEGIES: usize = 100_000;

/// The normal form as a file.
pub fn to_nfg(form: &NormalForm, title: &str) -> String {
    let seats: Vec<String> = Player::all(form.players).map(|seat| format!("\"{seat}\"")).collect();
    let mut text = format!("NFG 1 R {} {{ {} }}\n\n{{ ", quoted(title), seats.join(" "));
    for seat in Player::all(form.players) {
        let names: Vec<String> = form.names(seat).iter().map(|name| quoted(name)).collect();
        let _ = writeln!(text, "{{ {} }}", names.join(" "));
    }
    text.push_str("}\n\"\"\n\n");
    for payoffs in &form.payoffs {
        // `+ 0.0` turns -0 into 0.
        let numbers: Vec<String> = payoffs.seats(form.players).iter().map(|x| (x + 0.0).to_string()).collect();
        let _ = writeln!(text, "{}", numbers.join(" "));
    }
    text
}

/// The number of seats and the tree of a file's text. Errors say the line and the column.
pub fn read_nfg(text: &str) -> Result<(usize, Outline), Problem> {
    let mut reader = Reader::new(text)?;
    for wanted in ["NFG", "1"] {
        reader.expect(&Word::Plain(wanted.to_string()), &format!("`{wanted}`, for a file begins with `NFG 1 R`,"))?;
    }
    let token = reader.take("`R` or `D`")?;
    if !matches!(&token.kind, Word::Plain(word) if word == "R" || word == "D") {
        return Err(token.problem("a file of this kind begins with `NFG 1 R`"));
    }
    reader.quoted("the title")?;
    let players = reader.seats()?;
    // Step 1. What each seat may do: names, or how many there are.
    reader.expect(&Word::Open, "the `{` before what the seats may do")?;
    let mut plans: Vec<Plans> = Vec::new();
    while let Some(at) = reader.peek().filter(|token| token.kind != Word::Close).cloned() {
        let own = Plans::read(&mut reader)?;
        if !(1..=MOST_STRATEGIES).contains(&own.count()) {
            let count = own.count();
            return Err(at.problem(format!("a seat has from 1 to {MOST_STRATEGIES} strategies, not {count}")));
        }
        plans.push(own);
    }
    reader.expect(&Word::Close, "the `}` after what the seats may do")?;
    if plans.len() != players {
        return Err(token.problem(format!("the file names {players} seats and what {} may do", plans.len())));
    }
    reader.optional_name();
    // Step 2. What is paid, seat 1's strategies going by fastest. Nothing is made of numbers that the file only claims.
    let cells = plans.iter().try_fold(1usize, |cells, own| cells.checked_mul(own.count()));
    let cells = cells.filter(|&n| n <= MOST_CELLS);
    let cells = cells.ok_or_else(|| token.problem(format!("the table has more than {MOST_CELLS} cells")))?;
    let mut payoffs = Vec::new();
    if reader.peek().is_some_and(|token| token.kind == Word::Open) {
        reader.expect(&Word::Open, "`{`")?;
        let mut outcomes = vec![vec![0.0; players]];
        while reader.peek().is_some_and(|token| token.kind == Word::Open) {
            reader.expect(&Word::Open, "`{`")?;
            reader.optional_name();
            let mut paid = Vec::new();
            for _ in 0..players {
                paid.push(reader.number("a payoff")?.0);
            }
            reader.expect(&Word::Close, "the `}` after an outcome's payoffs")?;
            outcomes.push(paid);
        }
        reader.expect(&Word::Close, "the `}` after the outcomes")?;
        enough(&reader, cells, cells, "numbers of outcomes")?;
        for _ in 0..cells {
            let (number, at) = reader.whole("the number of an outcome")?;
            let paid = outcomes.get(number).ok_or_else(|| at.problem(format!("there is no outcome {number}")))?;
            payoffs.push(paid.clone());
        }
    } else {
        enough(&reader, cells, cells * players, "payoffs")?;
        for _ in 0..cells {
            let mut paid = Vec::new();
            for _ in 0..players {
                paid.push(reader.number("a payoff")?.0);
            }
            payoffs.push(paid);
        }
    }
    if let Some(token) = reader.peek() {
        return Err(token.problem("all payoffs are told, and the file goes on"));
    }
    let names: Vec<Vec<String>> = plans.into_iter().map(Plans::names).collect();
    Ok((players, below(&names, &payoffs, 0, 0, 1)))
}

/// What a seat may do.
enum Plans {
    Named(Vec<String>),
    /// So many, which are called by their numbers.
    Counted(usize),
}

impl Plans {
    fn read(reader: &mut Reader) -> Result<Plans, Problem> {
        if reader.peek().is_none_or(|token| token.kind != Word::Open) {
            return Ok(Plans::Counted(reader.whole("how many strategies a seat has")?.0));
        }
        reader.expect(&Word::Open, "`{`")?;
        let (mut own, mut known) = (Vec::new(), HashSet::new());
        while let Some(at) = reader.peek().filter(|token| token.kind != Word::Close).cloned() {
            let name = reader.quoted("the name of a strategy")?.split_whitespace().collect::<Vec<_>>().join("_");
            let name = if name.is_empty() { (own.len() + 1).to_string() } else { name };
            if !known.insert(name.clone()) {
                return Err(
                    at.problem(format!("two strategies of the seat are called `{name}`: each needs its own name"))
                );
            }
            own.push(name);
        }
        reader.expect(&Word::Close, "the `}` after the strategies of a seat")?;
        Ok(Plans::Named(own))
    }

    fn count(&self) -> usize {
        match self {
            Plans::Named(names) => names.len(),
            Plans::Counted(count) => *count,
        }
    }

    fn names(self) -> Vec<String> {
        match self {
            Plans::Named(names) => names,
            Plans::Counted(count) => (1..=count).map(|number| number.to_string()).collect(),
        }
    }
}

/// Refuses a file that is too short for the cells it claims.
fn enough(reader: &Reader, cells: usize, needed: usize, of_what: &str) -> Result<(), Problem> {
    let left = reader.left();
    if left >= needed {
        return Ok(());
    }
    Err(reader.problem_here(format!(
        "the strategies make {cells} cells, which need {needed} {of_what}, and the file ends after {left}"
    )))
}

/// The choice of a seat and all after it; `cell` is the place of the choices before.
fn below(names: &[Vec<String>], payoffs: &[Vec<f64>], seat: usize, cell: usize, stride: usize) -> Outline {
    let Some(own) = names.get(seat) else {
        return Outline { payoffs: Some(payoffs[cell].clone()), ..Outline::default() };
    };
    let child = |(plan, name): (usize, &String)| {
        let child = below(names, payoffs, seat + 1, cell + plan * stride, stride * own.len());
        Outline { mv: name.clone(), ..child }
    };
    Outline {
        turn: Some(OutlineTurn::Of(Player::new(seat))),
        set: Some(format!("{}.1", seat + 1)),
        children: own.iter().enumerate().map(child).collect(),
        ..Outline::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        read_nfg(text).err().map(|problem| problem.to_string()).unwrap_or_default()
    }

    #[test]
    fn a_file_that_claims_more_than_it_holds_is_refused_before_anything_is_made_of_it() {
        for (sizes, body, part) in [
            (
                "100000 2",
                "1",
                "line 2, column 1: the strategies make 200000 cells, which need 400000 payoffs, and the file ends after 1",
            ),
            ("100000 2", "{ { \"\" 1 2 } } 1", "which need 200000 numbers of outcomes, and the file ends after 1"),
            ("300000 300000", "1", "line 1, column 27: a seat has from 1 to 100000 strategies, not 300000"),
            ("1e9 1e9", "1", "a seat has from 1 to 100000 strategies, not 1000000000"),
            ("0 2", "1", "a seat has from 1 to 100000 strategies, not 0"),
            ("10000 10000", "1", "the table has more than 1000000 cells"),
        ] {
            let problem = refused(&format!("NFG 1 R \"t\" {{ \"a\" \"b\" }} {{ {sizes} }}\n{body}\n"));
            assert!(problem.contains(part), "{sizes}: {problem}");
        }
    }

    #[test]
    fn two_strategies_of_one_name_are_refused_however_many_there_are() {
        let names: Vec<String> = (0..9_999).map(|number| format!("\"s{number}\"")).collect();
        let problem = refused(&format!("NFG 1 R \"t\" {{ \"a\" }} {{ {{ {} \"s7\" }} }}\n1\n", names.join(" ")));
        assert!(problem.contains("two strategies of the seat are called `s7`"), "{problem}");
    }
}
