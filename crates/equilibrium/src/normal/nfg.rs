//! Gambit's normal-form files, `.nfg`, read and written.
//!
//! Version 1 of the format, with a list of payoffs or a list of outcomes. A game that is read becomes a tree in which the
//! seats choose one after the other and see nothing of each other's choice.

use super::NormalForm;
use crate::efg::{Reader, Word, quoted};
use outwit_game::{Outline, OutlineTurn, Player, Problem};
use std::fmt::Write;

/// Cells read at most.
const MOST_CELLS: usize = 1_000_000;

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
    let mut names: Vec<Vec<String>> = Vec::new();
    while reader.peek().is_some_and(|token| token.kind != Word::Close) {
        let at = reader.peek().cloned();
        let own: Vec<String> = if reader.peek().is_some_and(|token| token.kind == Word::Open) {
            reader.expect(&Word::Open, "`{`")?;
            let mut own: Vec<String> = Vec::new();
            while reader.peek().is_some_and(|token| token.kind != Word::Close) {
                let name = reader.quoted("the name of a strategy")?.split_whitespace().collect::<Vec<_>>().join("_");
                own.push(if name.is_empty() { (own.len() + 1).to_string() } else { name });
            }
            reader.expect(&Word::Close, "the `}` after the strategies of a seat")?;
            own
        } else {
            (1..=reader.whole("how many strategies a seat has")?.0).map(|number| number.to_string()).collect()
        };
        let is_twice = own.iter().enumerate().any(|(place, name)| own[..place].contains(name));
        if let (true, Some(at)) = (own.is_empty() || is_twice || own.len() > MOST_CELLS, at) {
            return Err(at.problem("a seat has at least one strategy, each with a name of its own"));
        }
        names.push(own);
    }
    reader.expect(&Word::Close, "the `}` after what the seats may do")?;
    if names.len() != players {
        return Err(token.problem(format!("the file names {players} seats and what {} may do", names.len())));
    }
    reader.optional_name();
    // Step 2. What is paid, seat 1's strategies going by fastest.
    let cells = names.iter().try_fold(1usize, |cells, own| cells.checked_mul(own.len())).filter(|&n| n <= MOST_CELLS);
    let cells = cells.ok_or_else(|| token.problem(format!("the table has more than {MOST_CELLS} cells")))?;
    let mut payoffs = Vec::with_capacity(cells);
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
        for _ in 0..cells {
            let (number, at) = reader.whole("the number of an outcome")?;
            let paid = outcomes.get(number).ok_or_else(|| at.problem(format!("there is no outcome {number}")))?;
            payoffs.push(paid.clone());
        }
    } else {
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
    Ok((players, below(&names, &payoffs, 0, 0, 1)))
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
