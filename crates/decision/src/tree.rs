//! Decision trees: one seat, its own choices, and chance.

use super::lottery::Lottery;
use super::utility::Utility;
use outwit_game::{Outline, OutlineTurn, Player, Problem, equally_good};
use std::collections::HashSet;
use std::ops::Range;

/// What happens at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeKind {
    /// The seat chooses.
    Decision,
    /// Chance does.
    Chance,
    /// A payoff is made.
    End,
}

#[derive(Clone, Debug)]
struct Node {
    parent: usize,
    first: usize,
    count: usize,
    mv: String,
    kind: NodeKind,
    /// The probability of the way here from the parent, below a chance node.
    probability: f64,
    /// What is paid, at an end.
    payoff: f64,
}

/// A decision problem: a checked tree. Nodes are numbered breadth first, so children have larger numbers than their parents
/// and stand side by side; the root is 0.
#[derive(Clone, Debug)]
pub struct DecisionTree {
    nodes: Vec<Node>,
}

impl DecisionTree {
    /// From a tree written out. It has one seat and hides nothing from it; a frontier leaf pays its heuristic, else the
    /// middle of its interval, else the mean of its spikes. Problems name the place, as `/move/move`.
    pub fn new(root: &Outline) -> Result<DecisionTree, Problem> {
        let mut tree = DecisionTree { nodes: vec![blank(root, 0)] };
        let mut outlines = vec![root];
        let mut sets = HashSet::new();
        let mut at = 0;
        while at < outlines.len() {
            let outline = outlines[at];
            let wrong = |tree: &DecisionTree, what: String| Err(Problem::new(what).within(tree.at(at)));
            if outline.children.is_empty() {
                match payoff(outline) {
                    Ok(payoff) => tree.nodes[at].payoff = payoff,
                    Err(what) => return wrong(&tree, what),
                }
                at += 1;
                continue;
            }
            // Step 1. Whose turn it is.
            tree.nodes[at].kind = match outline.turn {
                _ if outline.payoffs.is_some() => {
                    return wrong(&tree, "a node that pays is over and has no moves".to_string());
                }
                None => return wrong(&tree, "a node with moves needs a turn".to_string()),
                Some(OutlineTurn::Chance) => NodeKind::Chance,
                Some(OutlineTurn::Of(Player::FIRST)) => NodeKind::Decision,
                Some(OutlineTurn::Of(seat)) => {
                    return wrong(
                        &tree,
                        format!("it is {seat}'s turn, and a decision problem has seat 1 and chance only"),
                    );
                }
            };
            if let (Some(set), NodeKind::Decision) = (&outline.set, tree.nodes[at].kind)
                && !sets.insert(set.as_str())
            {
                let what = format!(
                    "the set `{set}` has several nodes, so the seat would not know where it is: a decision problem hides \
                     nothing that has happened (put the chance node after the decision instead)"
                );
                return wrong(&tree, what);
            }
            // Step 2. The children and, below chance, their probabilities.
            let first = tree.nodes.len();
            (tree.nodes[at].first, tree.nodes[at].count) = (first, outline.children.len());
            let mut moves = HashSet::new();
            for child in &outline.children {
                if !moves.insert(child.mv.as_str()) {
                    return wrong(&tree, format!("two moves are called `{}`", child.mv));
                }
                tree.nodes.push(blank(child, at));
                outlines.push(child);
            }
            if tree.nodes[at].kind == NodeKind::Chance {
                let sum: f64 = outline.children.iter().map(|child| child.probability.unwrap_or(f64::NAN)).sum();
                let is_good = |child: &Outline| child.probability.is_some_and(|p| p > 0.0 && p <= 1.0);
                if let Some(child) = outline.children.iter().find(|child| !is_good(child)) {
                    let what = format!("the outcome `{}` needs a probability of more than 0 and at most 1", child.mv);
                    return wrong(&tree, what);
                }
                if (sum - 1.0).abs() > 1e-9 {
                    return wrong(&tree, format!("the probabilities add up to {sum}, not to 1"));
                }
                for (node, child) in tree.nodes[first..].iter_mut().zip(&outline.children) {
                    node.probability = child.probability.unwrap_or(0.0) / sum;
                }
            }
            at += 1;
        }
        Ok(tree)
    }

    /// How many nodes there are.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// What happens at a node.
    pub fn kind(&self, node: usize) -> NodeKind {
        self.nodes[node].kind
    }

    /// The children of a node.
    pub fn children(&self, node: usize) -> Range<usize> {
        self.nodes[node].first..self.nodes[node].first + self.nodes[node].count
    }

    /// The parent of a node; none at the root.
    pub fn parent(&self, node: usize) -> Option<usize> {
        (node > 0).then(|| self.nodes[node].parent)
    }

    /// The move or outcome that leads to a node; empty at the root.
    pub fn mv(&self, node: usize) -> &str {
        &self.nodes[node].mv
    }

    /// The probability of the outcome that leads to a node; 1 below a decision.
    pub fn probability(&self, node: usize) -> f64 {
        self.nodes[node].probability
    }

    /// What is paid at an end.
    pub fn payoff(&self, node: usize) -> Option<f64> {
        (self.nodes[node].kind == NodeKind::End).then(|| self.nodes[node].payoff)
    }

    /// The chance nodes with more than one outcome.
    pub fn chance_nodes(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.size()).filter(|&node| self.kind(node) == NodeKind::Chance && self.nodes[node].count > 1)
    }

    /// A node as the explicit tree writes positions: the moves that lead to it, each after a `/`.
    pub fn place(&self, node: usize) -> String {
        let mut steps: Vec<String> =
            self.way(node).map(|step| self.mv(step).replace('~', "~0").replace('/', "~1")).collect();
        steps.reverse();
        format!("/{}", steps.join("/"))
    }

    /// The nodes on the way to a node, itself the last, without the root.
    pub fn way_to(&self, node: usize) -> Vec<usize> {
        let mut way: Vec<usize> = self.way(node).collect();
        way.reverse();
        way
    }

    /// A node and those above it, without the root, upwards.
    pub(super) fn way(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(node), |&node| self.parent(node)).take_while(|&node| node > 0)
    }

    /// Makes an end pay something else.
    pub(super) fn set_payoff(&mut self, node: usize, payoff: f64) {
        self.nodes[node].payoff = payoff;
    }

    /// Makes an outcome of chance this likely; its siblings share the rest as before, but for those that keep theirs.
    pub(super) fn set_probability(&mut self, node: usize, probability: f64, keeps: impl Fn(usize) -> bool) {
        let siblings = self.children(self.nodes[node].parent);
        let kept: f64 =
            siblings.clone().filter(|&sibling| keeps(sibling)).map(|sibling| self.nodes[sibling].probability).sum();
        let rest = 1.0 - kept - self.nodes[node].probability;
        for sibling in siblings.filter(|&sibling| sibling != node && !keeps(sibling)) {
            self.nodes[sibling].probability *= if rest > 0.0 { (1.0 - kept - probability) / rest } else { 0.0 };
        }
        self.nodes[node].probability = probability;
    }

    fn at(&self, node: usize) -> String {
        format!("at {}", self.place(node))
    }

    /// The lowest and the highest payoff.
    pub(super) fn payoff_range(&self) -> (f64, f64) {
        let ends = (0..self.size()).filter_map(|node| self.payoff(node));
        ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
    }

    /// Checks that every payoff has a utility.
    pub fn check(&self, utility: &Utility) -> Result<(), Problem> {
        for node in 0..self.size() {
            if let Some(payoff) = self.payoff(node) {
                utility.check(payoff).map_err(|problem| problem.within(self.at(node)))?;
            }
        }
        Ok(())
    }

    /// The tree solved for this utility function, from the ends to the root.
    pub fn roll_back<'t>(&'t self, utility: &'t Utility) -> Result<Rollback<'t>, Problem> {
        self.check(utility)?;
        let equivalents = self.values(utility, 0.0, None);
        let mut best: Vec<Vec<usize>> = vec![Vec::new(); self.size()];
        let mut expected_payoffs = vec![0.0; self.size()];
        for node in (0..self.size()).rev() {
            expected_payoffs[node] = match self.kind(node) {
                NodeKind::End => self.nodes[node].payoff,
                NodeKind::Chance => {
                    self.children(node).map(|child| self.probability(child) * expected_payoffs[child]).sum()
                }
                NodeKind::Decision => {
                    let is_best = |child: &usize| equally_good(equivalents[*child], equivalents[node]);
                    best[node] = self.children(node).filter(is_best).collect();
                    expected_payoffs[best[node][0]]
                }
            };
        }
        Ok(Rollback { tree: self, utility, equivalents, expected_payoffs, best })
    }

    /// The certainty equivalent of every node when `price` is taken off every payoff and, if `forced` names a chance node
    /// and one of its children, chance is known to take that way there. A payoff that has no utility any more is not
    /// acceptable at all: minus infinity.
    pub(super) fn values(&self, utility: &Utility, price: f64, forced: Option<(usize, usize)>) -> Vec<f64> {
        let mut values = vec![0.0; self.size()];
        let mut pairs = Vec::new();
        for node in (0..self.size()).rev() {
            values[node] = match self.kind(node) {
                NodeKind::End => reduced(utility, self.nodes[node].payoff, price),
                NodeKind::Decision => self.children(node).map(|child| values[child]).fold(f64::NEG_INFINITY, f64::max),
                NodeKind::Chance => match forced {
                    Some((at, child)) if at == node => values[child],
                    _ => {
                        pairs.clear();
                        pairs.extend(self.children(node).map(|child| (self.probability(child), values[child])));
                        utility.certainty_equivalent(&pairs)
                    }
                },
            };
        }
        values
    }
}

/// A payoff less a price, or minus infinity where that has no utility.
pub(super) fn reduced(utility: &Utility, payoff: f64, price: f64) -> f64 {
    let left = payoff - price;
    if utility.accepts(left) { left } else { f64::NEG_INFINITY }
}

fn blank(outline: &Outline, parent: usize) -> Node {
    let mv = outline.mv.clone();
    Node { parent, first: 0, count: 0, mv, kind: NodeKind::End, probability: 1.0, payoff: 0.0 }
}

/// What a leaf pays.
fn payoff(outline: &Outline) -> Result<f64, String> {
    let one = |name: &str, values: &[f64]| match values {
        [x] if x.is_finite() => Ok(*x),
        [x] => Err(format!("the {name} {x} is not a finite number")),
        _ => Err(format!("a decision problem has one seat, and {} get a {name} here", values.len())),
    };
    if let Some(payoffs) = &outline.payoffs {
        one("payoff", payoffs)
    } else if let Some(heuristic) = &outline.heuristic {
        one("heuristic", heuristic)
    } else if let Some(intervals) = &outline.interval {
        one("interval", &intervals.iter().map(|interval| interval.midpoint()).collect::<Vec<_>>())
    } else if let Some(spikes) = &outline.spikes {
        one("mean of spikes", &[spikes.iter().map(|(value, p)| value * p).sum()])
    } else {
        Err("a node without moves needs a payoff".to_string())
    }
}

/// A decision tree solved for a utility function.
///
/// Moves are compared by their certainty equivalents and not by expected utilities: the order is the same, and "equally
/// good" then means the same number of cents under every utility function.
#[derive(Clone, Debug)]
pub struct Rollback<'t> {
    tree: &'t DecisionTree,
    utility: &'t Utility,
    equivalents: Vec<f64>,
    expected_payoffs: Vec<f64>,
    best: Vec<Vec<usize>>,
}

impl Rollback<'_> {
    /// The sure payoff that is exactly as good as being at a node and choosing best from there.
    pub fn certainty_equivalent(&self, node: usize) -> f64 {
        self.equivalents[node]
    }

    /// The expected utility at a node; minus infinity where it is lower than any number.
    pub fn expected_utility(&self, node: usize) -> f64 {
        self.utility.of(self.equivalents[node])
    }

    /// The expected payoff at a node under the best policy, the first move listed among equally good ones.
    pub fn expected_payoff(&self, node: usize) -> f64 {
        self.expected_payoffs[node]
    }

    /// The children that all equally good moves at a decision lead to; none at other nodes.
    pub fn best(&self, node: usize) -> &[usize] {
        &self.best[node]
    }

    /// The probability of coming to each node under the best policy, the first move listed among equally good ones.
    pub fn reach(&self) -> Vec<f64> {
        self.reach_from(0)
    }

    /// The same for one who is at a node.
    fn reach_from(&self, from: usize) -> Vec<f64> {
        let mut reach = vec![0.0; self.tree.size()];
        reach[from] = 1.0;
        for node in from..self.tree.size() {
            match self.tree.kind(node) {
                NodeKind::End => {}
                NodeKind::Decision => reach[self.best[node][0]] = reach[node],
                NodeKind::Chance => {
                    self.tree
                        .children(node)
                        .for_each(|child| reach[child] = reach[node] * self.tree.probability(child));
                }
            }
        }
        reach
    }

    /// The *risk profile*: with which probability the best policy, the first move listed among equally good ones, ends with
    /// which payoff.
    pub fn risk_profile(&self) -> Lottery {
        self.risk_profile_from(0)
    }

    /// The same for one who is at a node: what a move that is not best amounts to, if all is done well after it.
    pub fn risk_profile_from(&self, node: usize) -> Lottery {
        let reach = self.reach_from(node);
        let ends = (0..self.tree.size()).filter(|&node| reach[node] > 0.0);
        let pairs: Vec<(f64, f64)> =
            ends.filter_map(|node| self.tree.payoff(node).map(|payoff| (reach[node].min(1.0), payoff))).collect();
        Lottery::new(&pairs).expect("the ends of a tree are a lottery")
    }
}

#[cfg(test)]
pub(super) mod tests;
