//! A game read from `.efg`, with its information sets.
//!
//! Version 2 of the format, with numbers as decimals or fractions (`R` or `D` in the head); payoffs at inner nodes are added
//! to those of the ends below. Of the format's names only those of moves and information sets are kept; white space in them
//! becomes `_`, and a move without a name gets its number.
//!
//! ```text
//! EFG 2 R "a title" { "seat 1" "seat 2" }
//! c "" 1 "" { "heads" 1/2 "tails" 1/2 } 0
//! p "" 1 1 "" { "stay" "go" } 0
//! t "" 1 "" { 1, -1 }
//! ...
//! ```

use outwit_game::{Outline, OutlineTurn, Parameter, Player, Problem};
use std::collections::HashMap;

/// Deeper trees are refused: they are read by recursion.
const DEEPEST: usize = 1000;

/// The number of seats and the tree of a file's text. Errors say the line and the column.
pub fn read_efg(text: &str) -> Result<(usize, Outline), Problem> {
    let mut reader = Reader::new(text)?;
    let players = reader.head()?;
    let mut outcomes = HashMap::new();
    let none = vec![0.0; players];
    let root = reader.node(players, &mut outcomes, &none, String::new(), None, 0)?;
    if let Some(token) = reader.peek() {
        return Err(token.problem("the tree is complete, and the file goes on"));
    }
    Ok((players, root))
}

/// A word of the file and where it stands.
#[derive(Clone, Debug)]
struct Token {
    kind: Word,
    line: usize,
    column: usize,
}

#[derive(Clone, PartialEq, Debug)]
enum Word {
    Quoted(String),
    Plain(String),
    Open,
    Close,
}

impl Token {
    fn problem(&self, what: impl std::fmt::Display) -> Problem {
        Problem::new(format!("line {}, column {}: {what}", self.line, self.column))
    }

    fn shown(&self) -> String {
        match &self.kind {
            Word::Quoted(text) => format!("\"{text}\""),
            Word::Plain(text) => format!("`{text}`"),
            Word::Open => "`{`".to_string(),
            Word::Close => "`}`".to_string(),
        }
    }
}

struct Reader {
    tokens: Vec<Token>,
    next: usize,
    end: (usize, usize),
}

impl Reader {
    fn new(text: &str) -> Result<Reader, Problem> {
        let (mut tokens, mut line, mut column) = (Vec::new(), 1, 0);
        let mut characters = text.chars().peekable();
        while let Some(c) = characters.next() {
            column += 1;
            let (at_line, at_column) = (line, column);
            let kind = match c {
                '\n' => {
                    (line, column) = (line + 1, 0);
                    continue;
                }
                // Commas may stand between numbers and mean nothing.
                c if c.is_whitespace() || c == ',' => continue,
                '{' => Word::Open,
                '}' => Word::Close,
                '"' => {
                    let mut name = String::new();
                    loop {
                        let Some(c) = characters.next() else {
                            return Err(Problem::new(format!(
                                "line {at_line}, column {at_column}: a text begins here and has no closing quote"
                            )));
                        };
                        column += 1;
                        match c {
                            '"' => break,
                            '\\' if matches!(characters.peek(), Some('"' | '\\')) => {
                                column += 1;
                                name.extend(characters.next());
                            }
                            '\n' => {
                                (line, column) = (line + 1, 0);
                                name.push(' ');
                            }
                            c => name.push(c),
                        }
                    }
                    Word::Quoted(name)
                }
                c => {
                    let mut word = c.to_string();
                    while let Some(&c) = characters.peek() {
                        if c.is_whitespace() || matches!(c, '{' | '}' | '"' | ',') {
                            break;
                        }
                        word.push(c);
                        column += 1;
                        characters.next();
                    }
                    Word::Plain(word)
                }
            };
            tokens.push(Token { kind, line: at_line, column: at_column });
        }
        Ok(Reader { tokens, next: 0, end: (line, column + 1) })
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next)
    }

    fn take(&mut self, wanted: &str) -> Result<Token, Problem> {
        let token = self.peek().cloned().ok_or_else(|| {
            let (line, column) = self.end;
            Problem::new(format!("line {line}, column {column}: the file ends where {wanted} should stand"))
        })?;
        self.next += 1;
        Ok(token)
    }

    fn expect(&mut self, kind: &Word, wanted: &str) -> Result<(), Problem> {
        let token = self.take(wanted)?;
        if token.kind == *kind {
            Ok(())
        } else {
            Err(token.problem(format!("{} stands where {wanted} should", token.shown())))
        }
    }

    fn quoted(&mut self, wanted: &str) -> Result<String, Problem> {
        let token = self.take(wanted)?;
        match token.kind {
            Word::Quoted(text) => Ok(text),
            _ => Err(token.problem(format!("{} stands where {wanted}, in quotes, should", token.shown()))),
        }
    }

    fn number(&mut self, wanted: &str) -> Result<(f64, Token), Problem> {
        let token = self.take(wanted)?;
        let number = match &token.kind {
            Word::Plain(text) => Parameter::number(text),
            _ => None,
        };
        let problem = || token.problem(format!("{} is not {wanted}", token.shown()));
        Ok((number.ok_or_else(problem)?, token))
    }

    fn whole(&mut self, wanted: &str) -> Result<(usize, Token), Problem> {
        let (number, token) = self.number(wanted)?;
        if number < 0.0 || number != number.trunc() || number > 1e9 {
            return Err(token.problem(format!("{} is not {wanted}, a whole number", token.shown())));
        }
        Ok((number as usize, token))
    }

    /// An optional text: names that are empty may be left out in some places.
    fn optional_name(&mut self) -> Option<String> {
        match self.peek().map(|token| token.kind.clone()) {
            Some(Word::Quoted(name)) => {
                self.next += 1;
                Some(name)
            }
            _ => None,
        }
    }

    /// `EFG 2 R "title" { "seat" ... }` and perhaps a comment in quotes. How many seats there are.
    fn head(&mut self) -> Result<usize, Problem> {
        for wanted in ["EFG", "2"] {
            let token = self.take(&format!("`{wanted}`"))?;
            if token.kind != Word::Plain(wanted.to_string()) {
                return Err(token.problem(format!("{}: a file of this kind begins with `EFG 2 R`", token.shown())));
            }
        }
        let token = self.take("`R` or `D`")?;
        if !matches!(&token.kind, Word::Plain(word) if word == "R" || word == "D") {
            return Err(token.problem(format!("{} stands where `R` or `D` should", token.shown())));
        }
        self.quoted("the title")?;
        self.expect(&Word::Open, "the `{` before the seats' names")?;
        let mut players = 0;
        loop {
            let token = self.take("the name of a seat, or `}`")?;
            match token.kind {
                Word::Quoted(_) => players += 1,
                Word::Close => break,
                _ => return Err(token.problem(format!("{} stands where a seat's name should", token.shown()))),
            }
            if players > 6 {
                return Err(token.problem("there are more than 6 seats"));
            }
        }
        if players == 0 {
            return Err(token.problem("the game has no seats"));
        }
        self.optional_name();
        Ok(players)
    }

    /// The outcome of a node: its payoffs, which may stand there or have stood at an earlier node.
    fn outcome(
        &mut self,
        players: usize,
        outcomes: &mut HashMap<usize, Vec<f64>>,
        is_end: bool,
    ) -> Result<Vec<f64>, Problem> {
        let (number, token) = self.whole("the number of an outcome")?;
        if number == 0 {
            return if is_end {
                // An end that pays nothing is told as outcome 0.
                self.optional_name();
                Ok(vec![0.0; players])
            } else {
                Ok(vec![0.0; players])
            };
        }
        self.optional_name();
        if self.peek().map(|token| &token.kind) != Some(&Word::Open) {
            return outcomes
                .get(&number)
                .cloned()
                .ok_or_else(|| token.problem(format!("outcome {number} has no payoffs here or before")));
        }
        self.next += 1;
        let mut payoffs = Vec::new();
        while self.peek().is_some_and(|token| token.kind != Word::Close) {
            payoffs.push(self.number("a payoff")?.0);
        }
        self.expect(&Word::Close, "the `}` after the payoffs")?;
        if payoffs.len() != players {
            return Err(token.problem(format!("outcome {number} has {} payoffs for {players} seats", payoffs.len())));
        }
        outcomes.insert(number, payoffs.clone());
        Ok(payoffs)
    }

    /// A node and all below it. `paid` is what was paid on the way.
    fn node(
        &mut self,
        players: usize,
        outcomes: &mut HashMap<usize, Vec<f64>>,
        paid: &[f64],
        mv: String,
        probability: Option<f64>,
        depth: usize,
    ) -> Result<Outline, Problem> {
        let token = self.take("a node: `c`, `p` or `t`")?;
        if depth > DEEPEST {
            return Err(token.problem(format!("the tree is more than {DEEPEST} moves deep")));
        }
        let plain = match &token.kind {
            Word::Plain(word) => word.as_str(),
            _ => "",
        };
        let add = |payoffs: Vec<f64>| -> Vec<f64> { payoffs.iter().zip(paid).map(|(a, b)| a + b).collect() };
        let mut outline = Outline { mv, probability, ..Outline::default() };
        self.quoted("the node's name")?;
        if plain == "t" {
            outline.payoffs = Some(add(self.outcome(players, outcomes, true)?));
            return Ok(outline);
        }
        match plain {
            "c" => {
                outline.turn = Some(OutlineTurn::Chance);
                self.whole("the number of chance's information set")?;
            }
            "p" => {
                let (seat, at) = self.whole("the number of a seat")?;
                if !(1..=players).contains(&seat) {
                    return Err(at.problem(format!("there is no seat {seat}: the game has {players}")));
                }
                outline.turn = Some(OutlineTurn::Of(Player::new(seat - 1)));
                let (set, _) = self.whole("the number of an information set")?;
                outline.set = Some(format!("{seat}.{set}"));
            }
            _ => return Err(token.problem(format!("{} stands where a node, `c`, `p` or `t`, should", token.shown()))),
        }
        self.optional_name();
        let open = self.peek().cloned();
        self.expect(&Word::Open, "the `{` before the moves")?;
        let mut moves: Vec<(String, Option<f64>)> = Vec::new();
        while self.peek().is_some_and(|token| token.kind != Word::Close) {
            let at = self.peek().cloned();
            let name = self.quoted("the name of a move")?;
            let name = name.split_whitespace().collect::<Vec<_>>().join("_");
            let name = if name.is_empty() { (moves.len() + 1).to_string() } else { name };
            if let (true, Some(at)) = (moves.iter().any(|(known, _)| *known == name), at) {
                return Err(at.problem(format!("two moves of the node are called `{name}`")));
            }
            let probability = if plain == "c" { Some(self.number("a probability")?.0) } else { None };
            moves.push((name, probability));
        }
        self.expect(&Word::Close, "the `}` after the moves")?;
        if let (true, Some(open)) = (moves.is_empty(), open) {
            return Err(open.problem("a node that is no end has at least one move"));
        }
        let paid = add(self.outcome(players, outcomes, false)?);
        for (name, probability) in moves {
            // Chance may give a move no chance at all; its part of the tree is read and left out.
            let child = self.node(players, outcomes, &paid, name, probability, depth + 1)?;
            if probability != Some(0.0) {
                outline.children.push(child);
            }
        }
        Ok(outline)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "EFG 2 R \"t\" { \"1\" \"2\" }\n";

    #[test]
    fn payoffs_on_the_way_are_added_and_outcomes_may_come_back() {
        let text = format!(
            "{HEAD}p \"\" 1 1 \"\" {{ \"a b\" \"c\" }} 1 \"\" {{ 1, -1 }}\nt \"\" 2 \"\" {{ 1/2, -1/2 }}\nt \"\" 2\n"
        );
        let (players, root) = read_efg(&text).unwrap();
        assert_eq!((players, root.children[0].mv.as_str()), (2, "a_b"));
        assert_eq!(root.children[0].payoffs, Some(vec![1.5, -1.5]));
        assert_eq!(root.children[1].payoffs, Some(vec![1.5, -1.5]));
    }

    #[test]
    fn a_bad_file_is_told_the_line_and_the_column() {
        for (text, part) in [
            ("EFG 1 R", "line 1, column 5: `1`: a file of this kind begins with `EFG 2 R`"),
            ("EFG 2 R \"t", "line 1, column 9: a text begins here and has no closing quote"),
            ("EFG 2 R \"t\" { }", "the game has no seats"),
            ("EFG 2 R \"t\" { \"a\" }", "the file ends where a node"),
            ("EFG 2 R \"t\" { \"a\" }\nx \"\"", "line 2, column 1: `x` stands where a node"),
            ("EFG 2 R \"t\" { \"a\" }\nt \"\" 1 \"\" { 1, 2 }", "outcome 1 has 2 payoffs for 1 seats"),
            ("EFG 2 R \"t\" { \"a\" }\np \"\" 2 1 \"\" { \"m\" } 0", "line 2, column 6: there is no seat 2"),
            ("EFG 2 R \"t\" { \"a\" }\np \"\" 1 1 \"\" { \"m\" \"m\" } 0", "two moves of the node are called `m`"),
            ("EFG 2 R \"t\" { \"a\" }\nt \"\" 7 \"\"", "outcome 7 has no payoffs"),
            ("EFG 2 R \"t\" { \"a\" }\nt \"\" 1 \"\" { 1 }\nt", "line 3, column 1: the tree is complete"),
            ("EFG 2 R \"t\" { \"a\" }\nc \"\" 1 \"\" { \"m\" x } 0", "`x` is not a probability"),
        ] {
            let problem = read_efg(text).err().map(|problem| problem.to_string()).unwrap_or_default();
            assert!(problem.contains(part), "{text}: {problem}");
        }
    }
}
