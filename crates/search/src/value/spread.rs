//! How values change when positions are looked at deeper, learned and written down.
//!
//! Positions are sorted into kinds, which the evaluation tells apart, and within a kind by their value to the mover. For
//! each such class there is a short list of spikes: by how much the value changed, and how often. The text is what
//! `outwit train` writes:
//!
//! ```text
//! kind 0
//! below -0.2: -0.31 0.25, 0.02 0.5, 0.4 0.25
//! rest: 0 1
//! ```

use crate::backup::cdf::Spike;
use outwit_game::Problem;
use std::fmt::Write;

/// What was learned about the values of an evaluation. All values are the mover's.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Spread {
    kinds: Vec<Kind>,
}

/// What was learned about one kind of positions.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Kind {
    /// The ends of all classes but the last, ascending.
    pub below: Vec<f64>,
    /// By how much values change, ascending; one list a class.
    pub changes: Vec<Vec<Spike>>,
}

impl Spread {
    /// From what is known about kinds 0, 1, ...
    pub fn new(kinds: Vec<Kind>) -> Spread {
        Spread { kinds }
    }

    /// What is known about every kind.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// By how much values change: the root of the mean square over all classes, each counted once.
    pub fn deviation(&self) -> f64 {
        let classes = || self.kinds.iter().flat_map(|kind| &kind.changes);
        let square = |spikes: &Vec<Spike>| spikes.iter().map(|spike| spike.p * spike.x * spike.x).sum::<f64>();
        (classes().map(square).sum::<f64>() / classes().count().max(1) as f64).sqrt()
    }

    /// The places of the kind and the class of a position worth `value` to its mover. A kind beyond the last is as the last.
    #[inline]
    pub fn class(&self, kind: usize, value: f64) -> (usize, usize) {
        let kind = kind.min(self.kinds.len() - 1);
        (kind, self.kinds[kind].below.iter().take_while(|&&end| value >= end).count())
    }

    /// Reads what [`text`](Spread::text) writes; semicolons end lines too. Lines that begin with `#` say where it comes from.
    pub fn read(text: &str) -> Result<Spread, Problem> {
        let mut kinds: Vec<Kind> = Vec::new();
        for (number, line) in text.split(['\n', ';']).enumerate() {
            let wrong = |what: &str| Problem::new(format!("line {} of the learned changes: {what}", number + 1));
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Some(kind) = line.strip_prefix("kind ") {
                if kind.trim() != kinds.len().to_string() {
                    return Err(wrong(&format!("`kind {}` is due here", kinds.len())));
                }
                if kinds.last().is_some_and(|kind| !kind.is_complete()) {
                    return Err(wrong("the kind before it has no `rest:`"));
                }
                kinds.push(Kind::default());
                continue;
            }
            let kind = kinds.last_mut().ok_or_else(|| wrong("`kind 0` is due here"))?;
            let (class, spikes) = line.split_once(':').ok_or_else(|| wrong("`below VALUE:` or `rest:` is due here"))?;
            if kind.is_complete() {
                return Err(wrong("nothing comes after `rest:`"));
            }
            if let Some(end) = class.strip_prefix("below ") {
                let end = end.trim().parse().ok().filter(|end: &f64| end.is_finite());
                let end = end.filter(|end| kind.below.last().is_none_or(|last| last < end));
                kind.below.push(end.ok_or_else(|| wrong("`below` needs a number, larger than the one before"))?);
            } else if class.trim() != "rest" {
                return Err(wrong("`below VALUE:` or `rest:` is due here"));
            }
            kind.changes.push(read_spikes(spikes).map_err(|what| wrong(&what))?);
        }
        match kinds.last() {
            Some(kind) if kind.is_complete() => Ok(Spread { kinds }),
            _ => Err(Problem::new("the learned changes end before a `rest:`")),
        }
    }

    /// As text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (number, kind) in self.kinds.iter().enumerate() {
            let _ = writeln!(text, "kind {number}");
            for (class, changes) in kind.changes.iter().enumerate() {
                let spikes: Vec<String> = changes.iter().map(|spike| format!("{} {}", spike.x, spike.p)).collect();
                let _ = match kind.below.get(class) {
                    Some(end) => writeln!(text, "below {end}: {}", spikes.join(", ")),
                    None => writeln!(text, "rest: {}", spikes.join(", ")),
                };
            }
        }
        text
    }
}

impl Kind {
    fn is_complete(&self) -> bool {
        self.changes.len() == self.below.len() + 1
    }
}

/// No class has more: a few say nearly all, and every one costs time at every leaf.
const MOST_SPIKES: usize = 64;

fn read_spikes(text: &str) -> Result<Vec<Spike>, String> {
    let mut spikes = Vec::new();
    for part in text.split(',') {
        let numbers: Vec<f64> = part.split_whitespace().map(|word| word.parse().unwrap_or(f64::NAN)).collect();
        match numbers[..] {
            [x, p] if x.is_finite() && p > 0.0 && p <= 1.0 => spikes.push(Spike { x, p }),
            _ => return Err(format!("`{}` is not a change and its probability", part.trim())),
        }
    }
    if !spikes.is_sorted_by(|a, b| a.x < b.x) || spikes.len() > MOST_SPIKES {
        return Err(format!("changes ascend, and there are at most {MOST_SPIKES}"));
    }
    let sum: f64 = spikes.iter().map(|spike| spike.p).sum();
    if (sum - 1.0).abs() > 1e-6 {
        return Err(format!("the probabilities add up to {sum}, not to 1"));
    }
    spikes.iter_mut().for_each(|spike| spike.p /= sum);
    Ok(spikes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "kind 0\nbelow -0.2: -0.25 0.25, 0 0.5, 0.5 0.25\nrest: 0 1\nkind 1\nrest: -1 0.5, 1 0.5\n";

    #[test]
    fn what_is_written_is_read() {
        let learned = Spread::read(TEXT).unwrap();
        assert_eq!(learned.text(), TEXT);
        assert_eq!(learned.class(0, -0.3), (0, 0));
        assert_eq!(learned.class(0, -0.2), (0, 1));
        assert_eq!(learned.class(7, 0.0), (1, 0));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        for (text, part) in [
            ("", "end before"),
            ("rest: 0 1", "`kind 0`"),
            ("kind 1\nrest: 0 1", "`kind 0`"),
            ("kind 0\nbelow 1: 0 1\n", "end before"),
            ("kind 0\nbelow 1: 0 1\nbelow 0: 0 1\nrest: 0 1", "line 3"),
            ("kind 0\nrest: 0 1\nrest: 0 1", "line 3"),
            ("kind 0\nrest: 0 0.5", "add up to 0.5"),
            ("kind 0\nrest: 1 0.5, 0 0.5", "ascend"),
            ("kind 0\nrest: 1 x", "not a change"),
            ("kind 0\nmost: 0 1", "`rest:`"),
        ] {
            let problem = Spread::read(text).unwrap_err().to_string();
            assert!(problem.contains(part), "{text:?}: {problem}");
        }
    }
}
