//! One-way sensitivity: how far the answer moves when one number of the problem does, and whether another decision becomes
//! best. Sorted by how far, the bars make the *tornado diagram* (Howard 1988). Two-way sensitivity: the same as two numbers
//! move, which gives a map of what is best.
//!
//! The numbers are the payoffs and the probabilities. Ends with the same name and payoff are one number, and so are the
//! outcomes with the same name at chance nodes with the same outcomes and probabilities: naming things alike says that they
//! are the same. When one outcome becomes likelier, the others share what is left as before.

use super::tree::{DecisionTree, NodeKind};
use super::utility::Utility;
use outwit_game::Problem;
use std::collections::HashMap;

/// What was moved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InputKind {
    /// What some ends pay.
    Payoff,
    /// How likely an outcome is.
    Probability,
}

/// The answer at one end of a number's range.
#[derive(Clone, PartialEq, Debug)]
pub struct Moved {
    /// The number there.
    pub input: f64,
    /// The certainty equivalent of the whole problem there; none where a payoff then has no utility.
    pub certainty_equivalent: Option<f64>,
    /// The children that all equally good first moves lead to; none where chance or nobody moves first.
    pub best: Vec<usize>,
}

/// How the answer depends on one number.
#[derive(Clone, PartialEq, Debug)]
pub struct Sensitivity {
    /// What kind of number it is.
    pub kind: InputKind,
    /// The name of the ends or of the outcome.
    pub name: String,
    /// The nodes it stands at: ends, or what the outcome leads to.
    pub nodes: Vec<usize>,
    /// As it is in the problem.
    pub base: f64,
    /// With the number at the lower and at the upper end of its range.
    pub moved: [Moved; 2],
}

impl Sensitivity {
    /// How far the certainty equivalent moves between the ends of the range and the problem as it is.
    pub fn swing(&self, certainty_equivalent: f64) -> f64 {
        let known = self.moved.iter().filter_map(|moved| moved.certainty_equivalent);
        let (low, high) = known.fold((certainty_equivalent, certainty_equivalent), |(l, h), x| (l.min(x), h.max(x)));
        high - low
    }
}

/// How far a number is moved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Step {
    /// By this share of itself: a number that is 0 does not move.
    OfItself(f64),
    /// A payoff by this share of the range of all payoffs, a probability by this much.
    OfRange(f64),
}

/// The certainty equivalent and what the best first moves lead to; none where there is no answer.
pub type Cell = Option<(f64, Vec<usize>)>;

/// The answer as two numbers move.
#[derive(Clone, PartialEq, Debug)]
pub struct TwoWay {
    /// The values of the first number.
    pub across: Vec<f64>,
    /// The values of the second number.
    pub up: Vec<f64>,
    /// For each value of the second number, the answer at each value of the first: the certainty equivalent and what the best
    /// first moves lead to. None where a payoff then has no utility, or two probabilities pass 1.
    pub rows: Vec<Vec<Cell>>,
}

impl DecisionTree {
    /// How the answer depends on each number when it alone is taken a step down and up, the largest swing first. Outcomes
    /// that are certain do not move.
    pub fn sensitivity(&self, utility: &Utility, step: Step) -> Result<Vec<Sensitivity>, Problem> {
        let base = self.roll_back(utility)?.certainty_equivalent(0);
        let mut found: Vec<Sensitivity> = Vec::new();
        for (kind, name, nodes) in self.inputs(matches!(step, Step::OfRange(_))) {
            let value = self.number(kind, nodes[0]);
            let length = self.length(kind, value, step);
            let moved = [value - length, value + length].map(|input| {
                let input = if kind == InputKind::Probability { input.clamp(0.0, 1.0) } else { input };
                self.with_inputs(&[(kind, &nodes, input)]).answer(utility, input)
            });
            found.push(Sensitivity { kind, name, nodes, base: value, moved });
        }
        found.sort_by(|a, b| b.swing(base).total_cmp(&a.swing(base)));
        Ok(found)
    }

    /// The answer as two numbers, found by [`sensitivity`](DecisionTree::sensitivity), move by up to a step each, on a grid
    /// with so many points to either side of what they are.
    pub fn two_way(&self, utility: &Utility, numbers: [&Sensitivity; 2], step: Step, side: usize) -> TwoWay {
        let values = |one: &Sensitivity| -> Vec<f64> {
            let length = self.length(one.kind, one.base, step);
            let points = (0..=2 * side).map(|point| one.base + length * (point as f64 / side.max(1) as f64 - 1.0));
            match one.kind {
                InputKind::Payoff => points.collect(),
                InputKind::Probability => points.map(|p| p.clamp(0.0, 1.0)).collect(),
            }
        };
        let [first, second] = numbers;
        let (across, up) = (values(first), values(second));
        let parents = |one: &Sensitivity| one.nodes.iter().map(|&node| self.parent(node)).collect::<Vec<_>>();
        let is_shared = [first, second].iter().all(|one| one.kind == InputKind::Probability)
            && parents(first).iter().any(|parent| parents(second).contains(parent));
        let answer = |x: f64, y: f64| {
            if is_shared && x + y > 1.0 {
                return None;
            }
            let tree = self.with_inputs(&[(first.kind, &first.nodes, x), (second.kind, &second.nodes, y)]);
            let answer = tree.answer(utility, x);
            answer.certainty_equivalent.map(|worth| (worth, answer.best))
        };
        let rows = up.iter().map(|&y| across.iter().map(|&x| answer(x, y)).collect()).collect();
        TwoWay { across, up, rows }
    }

    /// How far a number of this value goes in a step.
    fn length(&self, kind: InputKind, value: f64, step: Step) -> f64 {
        match (step, kind) {
            (Step::OfItself(share), _) => share * value.abs(),
            (Step::OfRange(share), InputKind::Probability) => share,
            (Step::OfRange(share), InputKind::Payoff) => {
                let (low, high) = self.payoff_range();
                share * (high - low)
            }
        }
    }

    /// How many numbers there are to move.
    pub fn input_count(&self) -> usize {
        self.inputs(false).len()
    }

    fn number(&self, kind: InputKind, node: usize) -> f64 {
        match kind {
            InputKind::Payoff => self.payoff(node).unwrap_or(0.0),
            InputKind::Probability => self.probability(node),
        }
    }

    /// The numbers: kind, name, and where they stand; payoffs of 0 only if wanted.
    fn inputs<'t>(&'t self, has_zeros: bool) -> Vec<(InputKind, String, Vec<usize>)> {
        let mut inputs: Vec<(InputKind, String, Vec<usize>)> = Vec::new();
        // What makes two numbers one: kind, name, value, and for an outcome its siblings' names and values.
        type Key<'t> = (InputKind, &'t str, u64, Vec<(&'t str, u64)>);
        let mut keys: HashMap<Key<'t>, usize> = HashMap::new();
        let mut put = |kind: InputKind, node: usize, among: Vec<(&'t str, u64)>| {
            let key = (kind, self.mv(node), self.number(kind, node).to_bits(), among);
            let place = *keys.entry(key).or_insert(inputs.len());
            match inputs.get_mut(place) {
                Some((_, _, nodes)) => nodes.push(node),
                None => inputs.push((kind, self.mv(node).to_string(), vec![node])),
            }
        };
        for node in 0..self.size() {
            if self.payoff(node).is_some_and(|payoff| has_zeros || payoff != 0.0) {
                put(InputKind::Payoff, node, Vec::new());
            }
            let children = self.children(node);
            if self.kind(node) != NodeKind::Chance || children.len() < 2 {
                continue;
            }
            let mut among: Vec<(&str, u64)> =
                children.clone().map(|child| (self.mv(child), self.probability(child).to_bits())).collect();
            among.sort();
            // With two outcomes the second moves with the first.
            let told = if children.len() == 2 { 1 } else { children.len() };
            for child in children.take(told) {
                put(InputKind::Probability, child, among.clone());
            }
        }
        inputs
    }

    /// The same tree with other numbers at these nodes. Of outcomes at one chance node all others share what is left.
    fn with_inputs(&self, inputs: &[(InputKind, &[usize], f64)]) -> DecisionTree {
        let mut tree = self.clone();
        for (place, &(kind, nodes, input)) in inputs.iter().enumerate() {
            for &node in nodes {
                match kind {
                    InputKind::Payoff => tree.set_payoff(node, input),
                    InputKind::Probability => {
                        let is_set = |sibling: usize| {
                            inputs[..place]
                                .iter()
                                .any(|(kind, nodes, _)| *kind == InputKind::Probability && nodes.contains(&sibling))
                        };
                        tree.set_probability(node, input, is_set);
                    }
                }
            }
        }
        tree
    }

    fn answer(&self, utility: &Utility, input: f64) -> Moved {
        match self.roll_back(utility) {
            Err(_) => Moved { input, certainty_equivalent: None, best: Vec::new() },
            Ok(solved) => Moved {
                input,
                certainty_equivalent: Some(solved.certainty_equivalent(0)),
                best: solved.best(0).to_vec(),
            },
        }
    }
}

#[cfg(test)]
mod tests;
