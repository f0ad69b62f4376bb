//! The JSON form of a tree: reading and writing.

use super::build::LARGEST_NUMBER;
use super::game::Tree;
use super::scan::{Scanner, quoted};
use super::weights::{simple_fraction, weights};
use outwit_game::{Bound, Fraction, Interval, MAX_SEATS, Outline, OutlineTurn, Player, Problem, nearest};
use std::fmt::Write;

/// A file may hold a tree this deep: outlines are dropped by recursion, which must not use up the stack.
pub const DEEPEST: usize = 1_000;

const KEYS: [&str; 14] = [
    "move",
    "p",
    "turn",
    "children",
    "payoffs",
    "heuristic",
    "interval",
    "spikes",
    "set",
    "value",
    "bound",
    "best",
    "cut",
    "window",
];

/// Reads a tree and how many seats it has. What it accepts is a game that [`Tree::new`] accepts.
pub fn read(text: &str) -> Result<(usize, Outline), Problem> {
    let (players, outline) = parse(text)?;
    Tree::new(players, &outline)?;
    Ok((players, outline))
}

/// Reads a tree of the right form, whatever it may mean.
pub(super) fn parse(text: &str) -> Result<(usize, Outline), Problem> {
    let mut scanner = Scanner::new(text);
    let (mut players, mut root, mut range) = (None, None, None);
    scanner.expect(b'{')?;
    let mut more = !scanner.take(b'}');
    while more {
        let start = scanner.place();
        let key = scanner.string()?;
        scanner.expect(b':')?;
        let is_first = match key.as_str() {
            "players" => players.replace(read_players(&mut scanner)?).is_none(),
            "root" => root.replace(Reader { scanner: &mut scanner, open: Vec::new() }.tree()?).is_none(),
            "range" => range.replace(read_range(&mut scanner)?).is_none(),
            _ => return Err(scanner.problem_at(start, &unknown_key(&key, &["players", "range", "root"], "the file"))),
        };
        if !is_first {
            return Err(scanner.problem_at(start, &format!("the key `{key}` stands a second time")));
        }
        more = scanner.another(b'}')?;
    }
    scanner.end()?;
    let players = players.ok_or_else(|| Problem::new("the key `players` is missing: how many seats there are, as in {\"players\": 1, \"root\": ...} for a decision of one"))?;
    let root: Outline = root.ok_or_else(|| Problem::new("the key `root` is missing: the tree"))?;
    Ok((players, Outline { range, ..root }))
}

fn read_range(scanner: &mut Scanner<'_>) -> Result<Interval, Problem> {
    let start = scanner.place();
    let (low, high) = scanner.pair()?;
    if low <= high && low.abs().max(high.abs()) <= LARGEST_NUMBER {
        return Ok(Interval { low, high });
    }
    let what = format!("`range` is the lowest and the highest payoff, neither beyond {LARGEST_NUMBER:e}");
    Err(scanner.problem_at(start, &what))
}

fn read_players(scanner: &mut Scanner<'_>) -> Result<usize, Problem> {
    let start = scanner.place();
    let number = scanner.number()?;
    (1..=MAX_SEATS).find(|&players| players as f64 == number).ok_or_else(|| {
        scanner.problem_at(start, &format!("`players` is a whole number from 1 to {MAX_SEATS}, not {number}"))
    })
}

fn unknown_key(key: &str, keys: &[&str], owner: &str) -> String {
    let near = nearest(key, keys.iter().copied()).map(|near| format!("did you mean `{near}`? ")).unwrap_or_default();
    format!("{owner} has no key `{key}`; {near}The keys are {}", keys.join(", "))
}

/// How bounds are written.
const BOUNDS: [(Bound, &str); 2] = [(Bound::AtMost, "at most"), (Bound::AtLeast, "at least")];

/// A node of which a part has been read.
#[derive(Default)]
struct Open {
    node: Outline,
    /// Which of the [`KEYS`] it has, a bit each.
    keys: u16,
}

/// Reads nodes with a stack of its own, so that no file can use up the program's.
struct Reader<'s, 't> {
    scanner: &'s mut Scanner<'t>,
    open: Vec<Open>,
}

impl Reader<'_, '_> {
    fn tree(&mut self) -> Result<Outline, Problem> {
        let mut at_key = self.open_node()?;
        loop {
            // Step 1. The keys of the innermost node, up to its end or to its children.
            while at_key {
                at_key = match self.key()? {
                    Next::Child => self.open_node()?,
                    Next::Key => true,
                    Next::End => false,
                };
            }
            // Step 2. A node that has ended goes to its parent; then a sibling comes, or the rest of the parent.
            let mut done = self.open.pop().expect("a node is open").node;
            done.children.shrink_to_fit();
            let Some(parent) = self.open.last_mut() else { return Ok(done) };
            parent.node.children.push(done);
            at_key = if self.in_place(|reader| reader.scanner.another(b']'))? {
                self.open_node()?
            } else {
                self.in_place(|reader| reader.scanner.another(b'}'))?
            };
        }
    }

    /// Begins a node; whether it has a key.
    fn open_node(&mut self) -> Result<bool, Problem> {
        if self.open.len() > DEEPEST {
            let at = self.scanner.place();
            let problem = format!("the tree is more than {DEEPEST} moves deep, and no file may be deeper");
            return Err(self.placed(self.scanner.problem_at(at, &problem)));
        }
        self.in_place(|reader| reader.scanner.expect(b'{'))?;
        self.open.push(Open::default());
        Ok(!self.scanner.take(b'}'))
    }

    /// Says of a problem in which node it is.
    fn placed(&self, problem: Problem) -> Problem {
        let steps: Vec<String> = self
            .open
            .windows(2)
            .map(|pair| match pair[1].node.mv.as_str() {
                "" => format!("child {}", pair[0].node.children.len() + 1),
                mv => mv.to_string(),
            })
            .collect();
        problem.within(place(&steps))
    }

    fn in_place<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Problem>) -> Result<T, Problem> {
        read(self).map_err(|problem| self.placed(problem))
    }

    /// A key of the innermost node and its value.
    fn key(&mut self) -> Result<Next, Problem> {
        self.in_place(|reader| {
            let scanner = &mut *reader.scanner;
            let open = reader.open.last_mut().expect("a node is open");
            let start = scanner.place();
            let key = scanner.string()?;
            let Some(index) = KEYS.iter().position(|known| *known == key) else {
                return Err(scanner.problem_at(start, &unknown_key(&key, &KEYS, "a node")));
            };
            if open.keys >> index & 1 == 1 {
                return Err(scanner.problem_at(start, &format!("the key `{key}` stands a second time")));
            }
            open.keys |= 1 << index;
            scanner.expect(b':')?;
            if key == "children" {
                scanner.expect(b'[')?;
                if scanner.peek() == Some(b']') {
                    return Err(scanner.problem("`children` is empty; a node without children has no such key"));
                }
                return Ok(Next::Child);
            }
            read_value(scanner, &key, &mut open.node)?;
            Ok(if scanner.another(b'}')? { Next::Key } else { Next::End })
        })
    }
}

enum Next {
    Key,
    Child,
    End,
}

fn read_value(scanner: &mut Scanner<'_>, key: &str, node: &mut Outline) -> Result<(), Problem> {
    match key {
        "move" => {
            let start = scanner.place();
            node.mv = scanner.string()?;
            if node.mv.is_empty() {
                return Err(scanner.problem_at(start, "a move's text may not be empty"));
            }
        }
        "p" => {
            let start = scanner.place();
            let (p, odds) = scanner.probability()?;
            (node.probability, node.odds) = (Some(p), odds);
            // Whether it lies between 0 and 1 is told later, with the place in the tree.
            if odds.is_none() && p > 0.0 {
                return Err(scanner.problem_at(start, "this probability has too many digits to be kept exactly"));
            }
        }
        "turn" => node.turn = Some(read_turn(scanner)?),
        "payoffs" => node.payoffs = Some(scanner.list(Scanner::number)?),
        "heuristic" => node.heuristic = Some(scanner.list(Scanner::number)?),
        "interval" => {
            let ends = |scanner: &mut Scanner<'_>| scanner.pair().map(|(low, high)| Interval { low, high });
            node.interval = Some(scanner.list(ends)?);
        }
        "spikes" => node.spikes = Some(scanner.list(Scanner::pair)?),
        "set" => node.set = Some(scanner.string()?),
        "bound" => {
            let start = scanner.place();
            let text = scanner.string()?;
            let known = BOUNDS.iter().find(|(_, word)| *word == text);
            node.bound = Some(
                known
                    .ok_or_else(|| {
                        scanner.problem_at(start, &format!("`bound` is \"at most\" or \"at least\", not `{text}`"))
                    })?
                    .0,
            );
        }
        "best" => node.is_best = scanner.boolean()?,
        "cut" => {
            let start = scanner.place();
            let number = scanner.number()?;
            if !(number >= 0.0 && number == number.trunc() && number < 1e9) {
                return Err(scanner.problem_at(start, "`cut` is how many moves were left out"));
            }
            node.cut = number as usize;
        }
        "window" => {
            let start = scanner.place();
            let [low, high] = scanner.list(Scanner::number_or_null)?[..] else {
                return Err(scanner.problem_at(start, "`window` is two numbers, alpha and beta, or null for no limit"));
            };
            node.window = Some(Interval { low: low.unwrap_or(f64::NEG_INFINITY), high: high.unwrap_or(f64::INFINITY) });
        }
        _ => {
            // A remark: kept if it is what a search writes, and else passed over.
            let start = scanner.place();
            node.value = scanner.list(Scanner::number_or_null).ok();
            if node.value.is_none() {
                scanner.back_to(start);
                scanner.pass_over()?;
            }
        }
    }
    Ok(())
}

fn read_turn(scanner: &mut Scanner<'_>) -> Result<OutlineTurn, Problem> {
    let start = scanner.place();
    let found = if scanner.peek() == Some(b'"') {
        let text = scanner.string()?;
        if text == "chance" {
            return Ok(OutlineTurn::Chance);
        }
        format!("`{text}`")
    } else {
        let number = scanner.number()?;
        if let Some(seat) = Player::all(MAX_SEATS).find(|seat| seat.number() as f64 == number) {
            return Ok(OutlineTurn::Of(seat));
        }
        number.to_string()
    };
    Err(scanner.problem_at(start, &format!("`turn` is a seat's number, from 1 on, or \"chance\", not {found}")))
}

/// How errors name a place in the tree: the moves that lead there, the last ones where they are many.
pub(super) fn place(steps: &[String]) -> String {
    const SHOWN: usize = 12;
    let dots = if steps.len() > SHOWN { " > ..." } else { "" };
    let last: String = steps[steps.len().saturating_sub(SHOWN)..].iter().map(|step| format!(" > {step}")).collect();
    format!("at root{dots}{last}")
}

/// Writes a tree so that [`read`] reads it back equal. Numbers that are not finite, which only the remark `value` may hold,
/// become null.
pub fn write(players: usize, root: &Outline) -> String {
    let mut out = String::new();
    write!(out, "{{\"players\": {players},\n ").expect("writing to a string");
    if let Some(range) = root.range {
        write!(out, "\"range\": [{}, {}],\n ", number(range.low), number(range.high)).expect("writing to a string");
    }
    out.push_str("\"root\": ");
    let p = root.probability.map(|p| probability(p, root.odds));
    write_node(&mut out, root, p.as_deref(), 2).expect("writing to a string");
    out.push_str("}\n");
    out
}

/// `p` is the text of its probability.
fn write_node(out: &mut String, node: &Outline, p: Option<&str>, depth: usize) -> std::fmt::Result {
    let mut separator = "{";
    let mut key = |out: &mut String, name: &str| {
        let result = write!(out, "{separator}\"{name}\": ");
        separator = ", ";
        result
    };
    if !node.mv.is_empty() {
        key(out, "move")?;
        out.push_str(&quoted(&node.mv));
    }
    if let Some(p) = p {
        key(out, "p")?;
        out.push_str(p);
    }
    match node.turn {
        Some(OutlineTurn::Of(seat)) => {
            key(out, "turn")?;
            write!(out, "{}", seat.number())?;
        }
        Some(OutlineTurn::Chance) => {
            key(out, "turn")?;
            out.push_str("\"chance\"");
        }
        None => {}
    }
    if let Some(set) = &node.set {
        key(out, "set")?;
        out.push_str(&quoted(set));
    }
    let pair = |a: f64, b: f64| format!("[{}, {}]", number(a), number(b));
    if let Some(payoffs) = &node.payoffs {
        key(out, "payoffs")?;
        out.push_str(&list(payoffs, |&x| number(x)));
    }
    if let Some(heuristic) = &node.heuristic {
        key(out, "heuristic")?;
        out.push_str(&list(heuristic, |&x| number(x)));
    }
    if let Some(interval) = &node.interval {
        key(out, "interval")?;
        out.push_str(&list(interval, |ends| pair(ends.low, ends.high)));
    }
    if let Some(spikes) = &node.spikes {
        key(out, "spikes")?;
        out.push_str(&list(spikes, |&(value, p)| pair(value, p)));
    }
    if let Some(value) = &node.value {
        key(out, "value")?;
        out.push_str(&list(value, |x| x.map_or("null".to_string(), number)));
    }
    if let Some((_, word)) = BOUNDS.iter().find(|(bound, _)| Some(*bound) == node.bound) {
        key(out, "bound")?;
        out.push_str(&quoted(word));
    }
    if node.is_best {
        key(out, "best")?;
        out.push_str("true");
    }
    if node.cut > 0 {
        key(out, "cut")?;
        write!(out, "{}", node.cut)?;
    }
    if let Some(window) = node.window {
        key(out, "window")?;
        out.push_str(&pair(window.low, window.high));
    }
    if !node.children.is_empty() {
        key(out, "children")?;
        let probabilities = probabilities(&node.children);
        for (index, (child, p)) in node.children.iter().zip(&probabilities).enumerate() {
            out.push_str(if index == 0 { "[\n" } else { ",\n" });
            out.extend(std::iter::repeat_n(' ', depth));
            write_node(out, child, p.as_deref(), depth + 1)?;
        }
        out.push(']');
    }
    // A node without anything is no game, but it is still JSON.
    out.push_str(if separator == "{" { "{}" } else { "}" });
    Ok(())
}

fn list<T>(items: &[T], text: impl Fn(&T) -> String) -> String {
    format!("[{}]", items.iter().map(text).collect::<Vec<_>>().join(", "))
}

/// A probability so that it reads back as the same fraction: as a number where that is short.
fn probability(p: f64, odds: Option<Fraction>) -> String {
    const SHORT: usize = 12;
    const LONG: usize = 17;
    const LEAST: f64 = 1e-6;
    let text = number(p);
    match odds.or_else(|| simple_fraction(p)) {
        Some(odds) if text.len() > SHORT || Fraction::read(&text) != Some(odds) => format!("\"{odds}\""),
        // What a search believes is no fraction that somebody wrote: fifteen digits behind the point can be kept exactly.
        _ if text.len() > LONG && p >= LEAST => decimal(p),
        _ => text,
    }
}

/// Fifteen digits behind the point, which can be kept exactly whatever stands beside them.
fn decimal(p: f64) -> String {
    let text = format!("{:.15}", p.max(1e-15));
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// The probabilities of the children so that they can be read: where theirs have no common denominator all are decimals.
fn probabilities(children: &[Outline]) -> Vec<Option<String>> {
    let text = |child: &Outline| child.probability.map(|p| probability(p, child.odds));
    let texts: Vec<Option<String>> = children.iter().map(text).collect();
    let read = |text: &Option<String>| Fraction::read(text.as_deref().unwrap_or("1").trim_matches('"'));
    let is_exact = texts.iter().map(read).collect::<Option<Vec<_>>>().is_some_and(|odds| weights(&odds).is_some());
    match is_exact {
        true => texts,
        false => children.iter().map(|child| child.probability.map(decimal)).collect(),
    }
}

/// The shortest text that reads back as the same number.
pub(super) fn number(x: f64) -> String {
    if !x.is_finite() {
        "null".to_string()
    } else if x == x.trunc() && x.abs() < 1e15 {
        format!("{x}")
    } else {
        format!("{x:?}")
    }
}
