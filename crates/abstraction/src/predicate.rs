//! The language in which abstractions describe histories.
//!
//! | predicate | is true of a play |
//! |---|---|
//! | `begins(a b c)` | that begins with these moves and outcomes |
//! | `seq(P ; Q)` | whose first positions after the start are these, in the game's notation |
//! | `plays(M)` | in which somebody plays M; `*` stands for any letters |
//! | `plays(seat 2, M)`, `plays(chance, M)` | in which this seat, or chance, does |
//! | `count(M) >= 3` | in which that is played so often |
//! | `reached(P)` | that passes the position P |
//! | `like(P)` | that passes a position which differs from P in names alone |
//! | `feature(NAME) <= 4` | that passes a position of which that is true, by the game's first evaluation |
//! | `last(NAME) <= 4` | of whose last position before the end that is true |
//! | `payoff >= 1`, `payoff(2) < 0` | that pays so much to the seat that is asked about, or to another |
//! | `length > 8` | that has so many moves |
//!
//! joined by `and`, `or`, `not` and parentheses. `A before B`, of two predicates of this list, is true where A comes true and B
//! does not, or comes true later. Numbers are compared by `>=`, `<=`, `>`, `<` and `=`.

use crate::history::Play;
use outwit_game::{Evaluated, Evaluation, Player, Problem, nearest};

/// A predicate on plays of some game.
#[derive(Clone, PartialEq, Debug)]
pub struct Predicate {
    text: String,
    root: Term,
}

#[derive(Clone, PartialEq, Debug)]
enum Term {
    And(Box<Term>, Box<Term>),
    Or(Box<Term>, Box<Term>),
    Not(Box<Term>),
    Before(Event, Event),
    Event(Event),
}

/// Something that comes true at some point of a play, or never.
#[derive(Clone, PartialEq, Debug)]
enum Event {
    Always,
    Begins(Vec<String>),
    Sequence(Vec<u64>),
    Counted(Who, String, Comparison),
    Reached(u64),
    Like(u64),
    Feature(usize, Comparison),
    Last(usize, Comparison),
    Payoff(Option<Player>, Comparison),
    Length(Comparison),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Who {
    Anybody,
    Chance,
    Seat(Player),
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Comparison {
    sign: Sign,
    with: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sign {
    AtLeast,
    AtMost,
    More,
    Less,
    Same,
}

impl Comparison {
    fn holds(self, number: f64) -> bool {
        match self.sign {
            Sign::AtLeast => number >= self.with,
            Sign::AtMost => number <= self.with,
            Sign::More => number > self.with,
            Sign::Less => number < self.with,
            Sign::Same => number == self.with,
        }
    }
}

/// Whether a text is like a pattern in which `*` stands for any letters.
fn is_like(text: &str, pattern: &str) -> bool {
    let parts: Vec<&str> = pattern.split('*').collect();
    let Some((first, rest)) = parts.split_first() else { return false };
    let Some(mut left) = text.strip_prefix(first) else { return false };
    let Some((last, middle)) = rest.split_last() else { return left.is_empty() };
    for part in middle {
        let Some(place) = left.find(part) else { return false };
        left = &left[place + part.len()..];
    }
    left.ends_with(last)
}

impl Event {
    /// After how many moves it comes true, of a play in which `seat` is asked about.
    fn time(&self, play: &Play, seat: Player) -> Option<usize> {
        let end = play.steps.len();
        let at_end = |is_true: bool| is_true.then_some(end);
        match self {
            Event::Always => Some(0),
            Event::Begins(moves) => {
                let same = moves.len() <= end && moves.iter().zip(&play.steps).all(|(mv, step)| step.text == *mv);
                same.then_some(moves.len())
            }
            Event::Sequence(keys) => {
                let same =
                    keys.len() <= end && keys.iter().zip(&play.places[1..]).all(|(key, place)| place.key == *key);
                same.then_some(keys.len())
            }
            Event::Counted(who, pattern, comparison) => {
                let is_meant = |index: usize| {
                    let step = &play.steps[index];
                    let by = match who {
                        Who::Anybody => true,
                        Who::Chance => step.mover.is_none(),
                        Who::Seat(seat) => step.mover == Some(*seat),
                    };
                    by && is_like(&step.text, pattern)
                };
                match comparison.sign {
                    // A count grows: it is reached once and for all.
                    Sign::AtLeast | Sign::More => {
                        let mut count = 0.0;
                        if comparison.holds(count) {
                            return Some(0);
                        }
                        (0..end).find_map(|index| {
                            count += if is_meant(index) { 1.0 } else { 0.0 };
                            comparison.holds(count).then_some(index + 1)
                        })
                    }
                    _ => at_end(comparison.holds((0..end).filter(|&index| is_meant(index)).count() as f64)),
                }
            }
            Event::Reached(key) => play.places.iter().position(|place| place.key == *key),
            Event::Like(key) => play.places.iter().position(|place| place.canonical_key == *key),
            Event::Feature(index, comparison) => {
                play.places.iter().position(|place| place.features.get(*index).is_some_and(|&x| comparison.holds(x)))
            }
            Event::Last(index, comparison) => {
                let last = play.places.iter().rev().find_map(|place| place.features.get(*index));
                at_end(last.is_some_and(|&x| comparison.holds(x)))
            }
            Event::Payoff(of, comparison) => at_end(comparison.holds(play.payoffs[of.unwrap_or(seat).index()])),
            Event::Length(comparison) => at_end(comparison.holds(end as f64)),
        }
    }
}

impl Term {
    fn holds(&self, play: &Play, seat: Player) -> bool {
        match self {
            Term::And(a, b) => a.holds(play, seat) && b.holds(play, seat),
            Term::Or(a, b) => a.holds(play, seat) || b.holds(play, seat),
            Term::Not(a) => !a.holds(play, seat),
            Term::Event(event) => event.time(play, seat).is_some(),
            Term::Before(first, second) => match (first.time(play, seat), second.time(play, seat)) {
                (Some(first), Some(second)) => first < second,
                (first, _) => first.is_some(),
            },
        }
    }
}

impl Predicate {
    /// What every play satisfies.
    pub fn always() -> Predicate {
        Predicate { text: "all".to_string(), root: Term::Event(Event::Always) }
    }

    /// The plays that begin with these moves.
    pub fn begins(moves: &[String]) -> Predicate {
        Predicate { text: format!("begins({})", moves.join(" ")), root: Term::Event(Event::Begins(moves.to_vec())) }
    }

    /// Reads a predicate about plays of a game. Any text may come: problems say what is wrong and where.
    pub fn read<G: Evaluated>(text: &str, game: &G) -> Result<Predicate, Problem> {
        let mut reader = Reader { text, at: 0, depth: 0, game };
        let wrong = |problem: Problem| problem.within(format!("the predicate `{}`", text.trim()));
        let root = reader.either().map_err(wrong)?;
        reader.blank();
        if reader.at < text.len() {
            return Err(wrong(Problem::new(format!("`{}` comes after its end", shown(&text[reader.at..])))));
        }
        Ok(Predicate { text: text.trim().to_string(), root })
    }

    /// As it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it is true of a play, when this seat is asked about.
    pub fn holds(&self, play: &Play, seat: Player) -> bool {
        self.root.holds(play, seat)
    }
}

/// Letters of what is wrong that are repeated at most.
fn shown(text: &str) -> String {
    text.chars().take(40).collect()
}

const NAMES: [&str; 11] =
    ["begins", "seq", "plays", "count", "reached", "like", "feature", "last", "payoff", "length", "all"];

/// Parentheses within each other at most.
const DEEPEST: usize = 100;

struct Reader<'t, G> {
    text: &'t str,
    at: usize,
    depth: usize,
    game: &'t G,
}

impl<'t, G: Evaluated> Reader<'t, G> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn blank(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    /// Passes a word if it comes next.
    fn word(&mut self, word: &str) -> bool {
        self.blank();
        let follows = self.rest().strip_prefix(word);
        let is_there = follows.is_some_and(|after| !after.starts_with(|c: char| c.is_ascii_alphanumeric()));
        if is_there {
            self.at += word.len();
        }
        is_there
    }

    fn either(&mut self) -> Result<Term, Problem> {
        let mut term = self.both()?;
        while self.word("or") {
            term = Term::Or(Box::new(term), Box::new(self.both()?));
        }
        Ok(term)
    }

    fn both(&mut self) -> Result<Term, Problem> {
        let mut term = self.single()?;
        while self.word("and") {
            term = Term::And(Box::new(term), Box::new(self.single()?));
        }
        Ok(term)
    }

    fn single(&mut self) -> Result<Term, Problem> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Problem::new("it has too many parentheses within each other"));
        }
        let term = if self.word("not") {
            Term::Not(Box::new(self.single()?))
        } else if self.rest().starts_with('(') {
            self.at += 1;
            let term = self.either()?;
            self.blank();
            if !self.rest().starts_with(')') {
                return Err(Problem::new(format!("a `)` is missing before `{}`", shown(self.rest()))));
            }
            self.at += 1;
            term
        } else {
            let event = self.event()?;
            if self.word("before") { Term::Before(event, self.event()?) } else { Term::Event(event) }
        };
        self.depth -= 1;
        Ok(term)
    }

    fn event(&mut self) -> Result<Event, Problem> {
        self.blank();
        let rest = self.rest();
        let length = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let name = &rest[..length];
        if !NAMES.contains(&name) {
            let near =
                nearest(name, NAMES.into_iter()).map(|near| format!(" (did you mean `{near}`?)")).unwrap_or_default();
            return Err(Problem::new(format!(
                "a predicate begins with one of {}, not with `{}`{near}",
                NAMES.join(", "),
                shown(rest)
            )));
        }
        self.at += length;
        let game = self.game;
        match name {
            "all" => Ok(Event::Always),
            "begins" => Ok(Event::Begins(self.inside(name)?.split_whitespace().map(str::to_string).collect())),
            "seq" => {
                let positions =
                    self.inside(name)?.split(';').map(|text| Ok(game.key(&game.read_position(text.trim())?)));
                positions.collect::<Result<Vec<u64>, Problem>>().map(Event::Sequence)
            }
            "plays" => {
                let (who, pattern) = self.pattern(name)?;
                Ok(Event::Counted(who, pattern, Comparison { sign: Sign::AtLeast, with: 1.0 }))
            }
            "count" => {
                let (who, pattern) = self.pattern(name)?;
                Ok(Event::Counted(who, pattern, self.comparison()?))
            }
            "reached" => Ok(Event::Reached(game.key(&game.read_position(self.inside(name)?.trim())?))),
            "like" => Ok(Event::Like(game.canonical_key(&game.read_position(self.inside(name)?.trim())?))),
            "feature" => Ok(Event::Feature(self.feature(name)?, self.comparison()?)),
            "last" => Ok(Event::Last(self.feature(name)?, self.comparison()?)),
            "payoff" => {
                let of = match self.rest().starts_with('(') {
                    true => {
                        let seat = self.inside(name)?;
                        Some(self.seat(seat)?)
                    }
                    false => None,
                };
                Ok(Event::Payoff(of, self.comparison()?))
            }
            _ => Ok(Event::Length(self.comparison()?)),
        }
    }

    /// What stands in the parentheses that come next.
    fn inside(&mut self, name: &str) -> Result<&'t str, Problem> {
        let rest = self.rest();
        let mut open = 0;
        for (place, c) in rest.char_indices() {
            match c {
                '(' => open += 1,
                ')' => open -= 1,
                _ => {}
            }
            if open == 0 {
                let inside = rest.get(1..place).filter(|_| c == ')');
                self.at += if inside.is_some() { place + 1 } else { 0 };
                return inside.ok_or_else(|| Problem::new(format!("`{name}` is followed by parentheses")));
            }
        }
        Err(Problem::new(format!("the parentheses after `{name}` are not closed")))
    }

    fn seat(&self, text: &str) -> Result<Player, Problem> {
        let number = text.trim().parse::<usize>().ok().filter(|number| (1..=self.game.players()).contains(number));
        number.map(|number| Player::new(number - 1)).ok_or_else(|| {
            Problem::new(format!("`{}` is not a seat: they are 1 to {}", shown(text.trim()), self.game.players()))
        })
    }

    fn pattern(&mut self, name: &str) -> Result<(Who, String), Problem> {
        let inside = self.inside(name)?.trim();
        let (who, pattern) = match inside.split_once(',') {
            Some((who, pattern)) if who.trim() == "chance" => (Who::Chance, pattern),
            Some((who, pattern)) if who.trim().starts_with("seat ") => {
                (Who::Seat(self.seat(&who.trim()[5..])?), pattern)
            }
            _ => (Who::Anybody, inside),
        };
        let pattern = pattern.trim();
        if pattern.is_empty() {
            return Err(Problem::new(format!("`{name}` names a move, or a pattern such as `*`")));
        }
        Ok((who, pattern.to_string()))
    }

    fn feature(&mut self, name: &str) -> Result<usize, Problem> {
        let wanted = self.inside(name)?.trim();
        let evaluation = self.game.evaluation(0);
        let names = evaluation.feature_names();
        names.iter().position(|known| *known == wanted).ok_or_else(|| match names {
            [] => Problem::new("this game has no features to ask for"),
            names => Problem::new(format!(
                "`{}` is not a feature of this game; its features are: {}",
                shown(wanted),
                names.join("; ")
            )),
        })
    }

    fn comparison(&mut self) -> Result<Comparison, Problem> {
        const SIGNS: [(&str, Sign); 5] =
            [(">=", Sign::AtLeast), ("<=", Sign::AtMost), (">", Sign::More), ("<", Sign::Less), ("=", Sign::Same)];
        self.blank();
        let rest = self.rest();
        let Some((text, sign)) = SIGNS.into_iter().find(|(text, _)| rest.starts_with(text)) else {
            return Err(Problem::new(format!("a comparison such as `>= 2` is wanted before `{}`", shown(rest))));
        };
        self.at += text.len();
        self.blank();
        let rest = self.rest();
        let length = rest.find(|c: char| !(c.is_ascii_digit() || "+-./eE".contains(c))).unwrap_or(rest.len());
        let with = outwit_game::Parameter::number(&rest[..length]).filter(|number| number.is_finite());
        self.at += length;
        with.map(|with| Comparison { sign, with })
            .ok_or_else(|| Problem::new(format!("`{}` is not a number to compare with", shown(rest))))
    }
}
