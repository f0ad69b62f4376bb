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

use outwit_game::{Fraction, Outline, OutlineTurn, Parameter, Player, Problem};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Deeper trees are refused: they are read by recursion.
const DEEPEST: usize = 1000;

/// The number of seats and the tree of a file's text. Errors say the line and the column.
pub fn read_efg(text: &str) -> Result<(usize, Outline), Problem> {
    let mut reader = Reader::new(text)?;
    let players = reader.head()?;
    let mut known = Known::default();
    let none = vec![0.0; players];
    let mut root = reader.node(players, &mut known, &none, Outline::default(), 0)?;
    if let Some(token) = reader.peek() {
        return Err(token.problem("the tree is complete, and the file goes on"));
    }
    known.name_sets(&mut root);
    Ok((players, root))
}

/// What stood at earlier nodes, and later ones may refer to by number.
#[derive(Default)]
struct Known {
    outcomes: HashMap<usize, Vec<f64>>,
    /// By seat, from 1 on and 0 for chance, and number: the moves of the information set.
    sets: HashMap<(usize, usize), Rc<[Action]>>,
    names: HashMap<(usize, usize), String>,
}

/// A move, and how likely it is where chance moves.
#[derive(Clone)]
struct Action {
    name: String,
    probability: Option<(f64, Fraction)>,
}

impl Known {
    /// Gives sets their names in the file where no other set of the seat has the same.
    fn name_sets(&self, root: &mut Outline) {
        let mut owners: HashMap<(usize, &str), usize> = HashMap::new();
        for (&(seat, _), name) in &self.names {
            *owners.entry((seat, name)).or_default() += 1;
        }
        let mut texts = HashMap::new();
        for (&(seat, set), name) in &self.names {
            let is_alone = owners[&(seat, name.as_str())] == 1;
            let is_plain = !name.is_empty() && !name.contains(char::is_control);
            if is_alone && is_plain && !name.starts_with(|c: char| c.is_ascii_digit()) {
                texts.insert(number_text(seat, set), name.clone());
            }
        }
        let mut waiting = vec![root];
        while let Some(node) = waiting.pop() {
            if let Some(name) = node.set.as_ref().and_then(|set| texts.get(set)) {
                node.set = Some(name.clone());
            }
            waiting.extend(node.children.iter_mut());
        }
    }
}

/// What a set without a name is called.
fn number_text(seat: usize, set: usize) -> String {
    format!("{seat}.{set}")
}

/// A word of the file and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub kind: Word,
    line: usize,
    column: usize,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Word {
    Quoted(String),
    Plain(String),
    Open,
    Close,
}

impl Token {
    pub fn problem(&self, what: impl std::fmt::Display) -> Problem {
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

/// The words of a file of Gambit's, one after the other.
pub(crate) struct Reader {
    tokens: Vec<Token>,
    next: usize,
    end: (usize, usize),
}

impl Reader {
    pub fn new(text: &str) -> Result<Reader, Problem> {
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

    pub fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next)
    }

    /// How many words are left.
    pub fn left(&self) -> usize {
        self.tokens.len() - self.next
    }

    /// What is wrong where the next word stands, or the file ends.
    pub fn problem_here(&self, what: impl std::fmt::Display) -> Problem {
        let (line, column) = self.peek().map_or(self.end, |token| (token.line, token.column));
        Problem::new(format!("line {line}, column {column}: {what}"))
    }

    pub fn take(&mut self, wanted: &str) -> Result<Token, Problem> {
        let problem = || self.problem_here(format!("the file ends where {wanted} should stand"));
        let token = self.peek().cloned().ok_or_else(problem)?;
        self.next += 1;
        Ok(token)
    }

    pub fn expect(&mut self, kind: &Word, wanted: &str) -> Result<(), Problem> {
        let token = self.take(wanted)?;
        if token.kind == *kind {
            Ok(())
        } else {
            Err(token.problem(format!("{} stands where {wanted} should", token.shown())))
        }
    }

    pub fn quoted(&mut self, wanted: &str) -> Result<String, Problem> {
        let token = self.take(wanted)?;
        match token.kind {
            Word::Quoted(text) => Ok(text),
            _ => Err(token.problem(format!("{} stands where {wanted}, in quotes, should", token.shown()))),
        }
    }

    pub fn number(&mut self, wanted: &str) -> Result<(f64, Token), Problem> {
        let token = self.take(wanted)?;
        let number = match &token.kind {
            Word::Plain(text) => Parameter::number(text),
            _ => None,
        };
        let problem = || token.problem(format!("{} is not {wanted}", token.shown()));
        Ok((number.ok_or_else(problem)?, token))
    }

    /// A probability and the fraction that it is.
    fn probability(&mut self) -> Result<(f64, Fraction), Problem> {
        let (number, token) = self.number("a probability")?;
        let odds = match &token.kind {
            Word::Plain(text) => Fraction::read(text),
            _ => None,
        };
        let problem = || match number < 0.0 {
            true => token.problem(format!("{} is less than 0 and no probability", token.shown())),
            false => token.problem(format!("{} has too many digits to be kept exactly", token.shown())),
        };
        Ok((number, odds.ok_or_else(problem)?))
    }

    pub fn whole(&mut self, wanted: &str) -> Result<(usize, Token), Problem> {
        let (number, token) = self.number(wanted)?;
        if number < 0.0 || number != number.trunc() || number > 1e9 {
            return Err(token.problem(format!("{} is not {wanted}, a whole number", token.shown())));
        }
        Ok((number as usize, token))
    }

    /// An optional text: names that are empty may be left out in some places.
    pub fn optional_name(&mut self) -> Option<String> {
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
        let players = self.seats()?;
        self.optional_name();
        Ok(players)
    }

    /// The names of the seats in braces; how many there are.
    pub fn seats(&mut self) -> Result<usize, Problem> {
        let at = self.peek().cloned();
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
            return Err(
                at.map_or_else(|| Problem::new("the game has no seats"), |at| at.problem("the game has no seats"))
            );
        }
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

    /// The moves in braces of a node.
    fn actions(&mut self, is_chance: bool) -> Result<Vec<Action>, Problem> {
        let open = self.peek().cloned();
        self.expect(&Word::Open, "the `{` before the moves")?;
        let mut actions: Vec<Action> = Vec::new();
        let mut names = HashSet::new();
        while self.peek().is_some_and(|token| token.kind != Word::Close) {
            let at = self.peek().cloned();
            let name = self.quoted("the name of a move")?;
            let name = name.split_whitespace().collect::<Vec<_>>().join("_");
            let name = if name.is_empty() { (actions.len() + 1).to_string() } else { name };
            if let (false, Some(at)) = (names.insert(name.clone()), at) {
                return Err(at.problem(format!("two moves of the node are called `{name}`")));
            }
            let probability = if is_chance { Some(self.probability()?) } else { None };
            actions.push(Action { name, probability });
        }
        self.expect(&Word::Close, "the `}` after the moves")?;
        if let (true, Some(open)) = (actions.is_empty(), open) {
            return Err(open.problem("a node that is no end has at least one move"));
        }
        Ok(actions)
    }

    /// A node and all below it. `paid` is what was paid on the way, `outline` holds how it is reached.
    fn node(
        &mut self,
        players: usize,
        known: &mut Known,
        paid: &[f64],
        mut outline: Outline,
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
        self.quoted("the node's name")?;
        if plain == "t" {
            outline.payoffs = Some(add(self.outcome(players, &mut known.outcomes, true)?));
            return Ok(outline);
        }
        let (seat, (set, at)) = match plain {
            "c" => {
                outline.turn = Some(OutlineTurn::Chance);
                (0, self.whole("the number of chance's information set")?)
            }
            "p" => {
                let (seat, at) = self.whole("the number of a seat")?;
                if !(1..=players).contains(&seat) {
                    return Err(at.problem(format!("there is no seat {seat}: the game has {players}")));
                }
                outline.turn = Some(OutlineTurn::Of(Player::new(seat - 1)));
                let (set, at) = self.whole("the number of an information set")?;
                outline.set = Some(number_text(seat, set));
                (seat, (set, at))
            }
            _ => return Err(token.problem(format!("{} stands where a node, `c`, `p` or `t`, should", token.shown()))),
        };
        if let Some(name) = self.optional_name() {
            known.names.insert((seat, set), name);
        }
        // The moves of a set that stood before may be left out.
        let before = known.sets.get(&(seat, set)).cloned();
        let is_told = self.peek().is_none_or(|token| token.kind == Word::Open);
        let actions = match before {
            Some(actions) if !is_told => actions,
            None if !is_told => {
                let whose = if seat == 0 { "chance".to_string() } else { format!("seat {seat}") };
                return Err(at.problem(format!("information set {set} of {whose} has no moves here or before")));
            }
            _ => self.actions(seat == 0)?.into(),
        };
        known.sets.entry((seat, set)).or_insert_with(|| Rc::clone(&actions));
        let paid = add(self.outcome(players, &mut known.outcomes, false)?);
        for Action { name, probability } in actions.iter() {
            let (p, odds) = (probability.map(|both| both.0), probability.map(|both| both.1));
            let child = Outline { mv: name.clone(), probability: p, odds, ..Outline::default() };
            // Chance may give a move no chance at all; its part of the tree is read and left out.
            let child = self.node(players, known, &paid, child, depth + 1)?;
            if p != Some(0.0) {
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
            ("EFG 2 R \"t\" { \"a\" }\nc \"\" 1 \"\" { \"m\" -1 } 0", "`-1` is less than 0 and no probability"),
            (
                "EFG 2 R \"t\" { \"a\" }\np \"\" 1 4 0",
                "line 2, column 8: information set 4 of seat 1 has no moves here",
            ),
        ] {
            let problem = read_efg(text).err().map(|problem| problem.to_string()).unwrap_or_default();
            assert!(problem.contains(part), "{text}: {problem}");
        }
    }

    #[test]
    fn a_set_that_stood_before_is_told_by_its_number_alone() {
        let text = format!(
            "{HEAD}c \"\" 1 \"\" {{ \"h\" 1/3 \"t\" 2/3 }} 0\np \"\" 1 1 \"A\" {{ \"x\" \"y\" }} 0\nc \"\" 1 0\n\
             t \"\" 1 \"\" {{ 1, -1 }}\nt \"\" 1\nt \"\" 0\np \"\" 1 1 0\nt \"\" 1\nt \"\" 0\n"
        );
        let (_, root) = read_efg(&text).unwrap();
        let [heads, tails] = &root.children[..] else { panic!("two outcomes") };
        assert_eq!((heads.set.as_deref(), tails.set.as_deref()), (Some("A"), Some("A")));
        assert_eq!(tails.children.iter().map(|child| child.mv.as_str()).collect::<Vec<_>>(), ["x", "y"]);
        assert_eq!(heads.children[0].children[1].odds, Fraction::new(2, 3));
    }
}
