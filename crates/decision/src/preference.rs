//! Preferences: a list of statements, and what somebody could make of them.
//!
//! Who prefers A to B, B to C and C to A, and pays a little for each change to something better, can be led round for ever
//! (the *money pump* of Davidson, McKinsey and Suppes 1955). No utility function describes such preferences; every list
//! without such a cycle has a ranking.

use outwit_game::Problem;
use std::collections::VecDeque;
use std::fmt;

/// How one thing stands to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// `>`: strictly better.
    Better,
    /// `>=`: at least as good.
    AtLeast,
    /// `=`: equally good.
    Equal,
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Relation::Better => ">",
            Relation::AtLeast => ">=",
            Relation::Equal => "=",
        })
    }
}

/// What is stated about things: who is better than whom.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Preferences {
    items: Vec<String>,
    /// The better one, how, the other.
    statements: Vec<(usize, Relation, usize)>,
}

/// What follows from a list of preferences.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// No cycle has a strict preference in it.
    Consistent(Ranking),
    /// A shortest cycle that has.
    Cycle(Cycle),
}

/// An order that agrees with every statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranking {
    /// Best first; those in one group are stated to be equally good.
    pub groups: Vec<Vec<usize>>,
    /// Whether the statements leave no other order.
    pub is_forced: bool,
}

/// Things each stated to be at least as good as the next, the last as the first, and once at least better.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cycle {
    /// A thing, and whether it is strictly better than the next.
    pub steps: Vec<(usize, bool)>,
}

/// A trade that the holder gladly makes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Trade {
    /// What is handed over.
    pub give: usize,
    /// What is got for it.
    pub get: usize,
    /// What is paid on top: the fee for something better, nothing for something as good.
    pub paid: f64,
}

impl Cycle {
    /// The trades of one round, from holding the first thing to holding it again.
    pub fn pump(&self, fee: f64) -> Vec<Trade> {
        let count = self.steps.len();
        (0..count)
            .rev()
            .map(|at| {
                let (get, is_strict) = self.steps[at];
                Trade { give: self.steps[(at + 1) % count].0, get, paid: if is_strict { fee } else { 0.0 } }
            })
            .collect()
    }

    /// The money lost after that many rounds.
    pub fn loss(&self, fee: f64, rounds: u64) -> f64 {
        self.steps.iter().filter(|step| step.1).count() as f64 * fee * rounds as f64
    }
}

impl Preferences {
    /// Reads statements, one a line: `A > B`, `A >= B`, `A = B`, also `<`, `<=`, and chains `A > B = C`. What follows a `#`
    /// is a remark.
    ///
    /// ```
    /// use outwit_decision::{Preferences, Verdict};
    /// let fruit = Preferences::parse("apple > pear\npear > plum\nplum > apple").unwrap();
    /// let Verdict::Cycle(cycle) = fruit.verdict() else { panic!() };
    /// assert!((cycle.loss(0.01, 100) - 3.0).abs() < 1e-9);
    /// ```
    pub fn parse(text: &str) -> Result<Preferences, Problem> {
        let mut preferences = Preferences::default();
        for (index, line) in text.lines().enumerate() {
            let statement = line.split('#').next().unwrap_or("").trim();
            if !statement.is_empty() {
                preferences.state(statement).map_err(|problem| problem.within(format!("line {}", index + 1)))?;
            }
        }
        if preferences.statements.is_empty() {
            return Err(Problem::new("there is no preference to check; write statements such as A > B"));
        }
        Ok(preferences)
    }

    /// Adds a statement, or a chain of them.
    pub fn state(&mut self, text: &str) -> Result<(), Problem> {
        let wrong = |what: &str| {
            Problem::new(format!("`{}` is no preference: {what}; write A > B, A >= B or A = B", text.trim()))
        };
        let mut rest = text;
        let mut before: Option<(&str, &str)> = None;
        let mut found = Vec::new();
        loop {
            let end = rest.find(['<', '>', '=', '~', '≥', '≤']).unwrap_or(rest.len());
            let name = rest[..end].trim();
            if name.is_empty() {
                return Err(wrong("a name is missing"));
            }
            if let Some((better, sign)) = before {
                found.push(match sign {
                    ">" => (better, Relation::Better, name),
                    "<" => (name, Relation::Better, better),
                    ">=" | "=>" | "≥" => (better, Relation::AtLeast, name),
                    "<=" | "=<" | "≤" => (name, Relation::AtLeast, better),
                    "=" | "==" | "~" => (better, Relation::Equal, name),
                    _ => return Err(wrong(&format!("`{sign}` is no relation"))),
                });
            }
            if end == rest.len() {
                break;
            }
            rest = &rest[end..];
            let length = rest.find(|c| !matches!(c, '<' | '>' | '=' | '~' | '≥' | '≤')).unwrap_or(rest.len());
            before = Some((name, &rest[..length]));
            rest = &rest[length..];
        }
        if found.is_empty() {
            return Err(wrong("`>`, `>=` or `=` is missing"));
        }
        for (better, relation, worse) in found {
            let (better, worse) = (self.number(better), self.number(worse));
            self.statements.push((better, relation, worse));
        }
        Ok(())
    }

    /// The number of a thing, which is new if nothing was said of it.
    fn number(&mut self, name: &str) -> usize {
        // White space inside a name is for the eye.
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        self.items.iter().position(|known| *known == name).unwrap_or_else(|| {
            self.items.push(name);
            self.items.len() - 1
        })
    }

    /// The names, in the order they were first mentioned: what the numbers elsewhere mean.
    pub fn items(&self) -> &[String] {
        &self.items
    }

    /// The statements: the better one, how, the other.
    pub fn statements(&self) -> &[(usize, Relation, usize)] {
        &self.statements
    }

    /// Whether there is a cycle with a strict preference in it, or else a ranking.
    pub fn verdict(&self) -> Verdict {
        let better = self.edges();
        let groups = self.groups(&better);
        match self.shortest_cycle(&better, &groups) {
            Some(cycle) => Verdict::Cycle(cycle),
            None => Verdict::Consistent(self.ranking(&better, &groups)),
        }
    }

    /// For each thing, those it is at least as good as, and whether it is better.
    fn edges(&self) -> Vec<Vec<(usize, bool)>> {
        let mut edges = vec![Vec::new(); self.items.len()];
        for &(a, relation, b) in &self.statements {
            edges[a].push((b, relation == Relation::Better));
            if relation == Relation::Equal {
                edges[b].push((a, false));
            }
        }
        edges
    }

    /// The strongly connected component of each thing (Kosaraju's two sweeps, without recursion).
    fn groups(&self, edges: &[Vec<(usize, bool)>]) -> Vec<usize> {
        let count = edges.len();
        let mut backwards = vec![Vec::new(); count];
        for (a, targets) in edges.iter().enumerate() {
            targets.iter().for_each(|&(b, _)| backwards[b].push(a));
        }
        let mut finished = Vec::with_capacity(count);
        let mut is_seen = vec![false; count];
        for start in 0..count {
            let mut stack = vec![(start, 0)];
            if std::mem::replace(&mut is_seen[start], true) {
                continue;
            }
            while let Some((at, next)) = stack.last_mut() {
                if let Some(&(to, _)) = edges[*at].get(*next) {
                    *next += 1;
                    if !std::mem::replace(&mut is_seen[to], true) {
                        stack.push((to, 0));
                    }
                } else {
                    finished.push(*at);
                    stack.pop();
                }
            }
        }
        let mut group = vec![usize::MAX; count];
        for (number, &start) in finished.iter().rev().enumerate() {
            let mut stack = vec![start];
            while let Some(at) = stack.pop() {
                if group[at] == usize::MAX {
                    group[at] = number;
                    stack.extend(backwards[at].iter().copied());
                }
            }
        }
        group
    }

    /// The shortest cycle through a strict preference; the first stated among the shortest.
    fn shortest_cycle(&self, edges: &[Vec<(usize, bool)>], groups: &[usize]) -> Option<Cycle> {
        let mut best: Option<Vec<usize>> = None;
        for &(a, relation, b) in &self.statements {
            if relation == Relation::Better && groups[a] == groups[b] {
                let way = shortest_way(edges, b, a);
                if best.as_ref().is_none_or(|best| way.len() < best.len()) {
                    best = Some(way);
                }
            }
        }
        let way = best?;
        // The way leads from b to a; the strict preference closes it, and comes first for the reader.
        let order: Vec<usize> = way.iter().rev().take(1).chain(&way[..way.len() - 1]).copied().collect();
        let steps = (0..order.len()).map(|at| {
            let (this, next) = (order[at], order[(at + 1) % order.len()]);
            (this, edges[this].iter().any(|&(to, is_strict)| to == next && is_strict))
        });
        Some(Cycle { steps: steps.collect() })
    }

    /// A topological order of the groups; where several could come next, the one mentioned first does.
    fn ranking(&self, edges: &[Vec<(usize, bool)>], group: &[usize]) -> Ranking {
        let count = edges.len();
        let mut members = vec![Vec::new(); count];
        let mut above = vec![0usize; count];
        for (item, &number) in group.iter().enumerate() {
            members[number].push(item);
        }
        let between = |item: usize| edges[item].iter().filter(move |&&(to, _)| group[to] != group[item]);
        for item in 0..count {
            between(item).for_each(|&(to, _)| above[group[to]] += 1);
        }
        let mut ready: Vec<usize> = (0..count).filter(|&g| above[g] == 0 && !members[g].is_empty()).collect();
        let mut groups: Vec<Vec<usize>> = Vec::new();
        while let Some(at) = (0..ready.len()).min_by_key(|&at| members[ready[at]][0]) {
            let next = ready.swap_remove(at);
            for &item in &members[next] {
                for &(to, _) in between(item) {
                    above[group[to]] -= 1;
                    if above[group[to]] == 0 {
                        ready.push(group[to]);
                    }
                }
            }
            groups.push(std::mem::take(&mut members[next]));
        }
        let is_stated = |pair: &[Vec<usize>]| {
            pair[0].iter().any(|&a| edges[a].iter().any(|(b, is_strict)| *is_strict && pair[1].contains(b)))
        };
        let is_forced = groups.windows(2).all(is_stated);
        Ranking { groups, is_forced }
    }
}

/// The things on a shortest way, both ends included; there is one.
fn shortest_way(edges: &[Vec<(usize, bool)>], from: usize, to: usize) -> Vec<usize> {
    let mut before = vec![usize::MAX; edges.len()];
    let mut queue = VecDeque::from([from]);
    before[from] = from;
    while let Some(at) = queue.pop_front() {
        if at == to {
            break;
        }
        for &(next, _) in &edges[at] {
            if before[next] == usize::MAX {
                before[next] = at;
                queue.push_back(next);
            }
        }
    }
    let mut way = vec![to];
    while way[way.len() - 1] != from {
        way.push(before[way[way.len() - 1]]);
    }
    way.reverse();
    way
}

#[cfg(test)]
mod tests;
