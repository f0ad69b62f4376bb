//! Policies that look for what could change the choice at the root: B* and MGSS*.

use super::selective::{Field, LeafSelection};
use super::tree::Role;
use crate::backup::Backup;
use outwit_game::{Facts, MoveCode};

/// Berliner's B*: every node lies between a pessimistic and an optimistic value; the search ends when one move is no worse
/// at its worst than all others at their best.
#[derive(Default)]
pub struct Bounds {
    bounds: Vec<(f64, f64)>,
}

impl Bounds {
    /// The root's children, the most optimistic first, and the next. Of equal ones, one that has nothing left to be found.
    fn leaders<M: MoveCode, V: Clone, B: Backup<V>>(&self, field: &Field<'_, M, V, B>) -> (usize, Option<usize>) {
        let root = &field.tree.nodes[0];
        let mut best = root.first as usize;
        let mut second = None;
        for child in root.family().skip(1) {
            let rank = |at: usize| (self.bounds[at].1, self.bounds[at].0, !field.can_grow(at));
            let better = |a: usize, b: usize| rank(a) > rank(b);
            if better(child, best) {
                second = Some(best);
                best = child;
            } else if second.is_none_or(|second| better(child, second)) {
                second = Some(child);
            }
        }
        (best, second)
    }

    /// The leaf below a node from which most can come: the most optimistic move of ours, the most pessimistic of theirs.
    fn leaf_below<M: MoveCode, V: Clone, B: Backup<V>>(&self, field: &Field<'_, M, V, B>, from: usize) -> usize {
        let mut at = from;
        while !field.tree.nodes[at].is_leaf() {
            let node = &field.tree.nodes[at];
            let hope =
                |child: usize| if node.role == Role::Ours { self.bounds[child].1 } else { -self.bounds[child].0 };
            // Certain children can change nothing more, unless all are.
            let is_open = |child: &usize| self.bounds[*child].0 < self.bounds[*child].1;
            let best = |a: usize, b: usize| if hope(b) > hope(a) { b } else { a };
            at = node.family().filter(is_open).reduce(best).unwrap_or(node.first as usize);
        }
        at
    }

    fn separated<M: MoveCode, V: Clone, B: Backup<V>>(&self, field: &Field<'_, M, V, B>) -> Option<usize> {
        let (best, second) = self.leaders(field);
        second.is_none_or(|second| self.bounds[best].0 >= self.bounds[second].1).then_some(best)
    }
}

impl LeafSelection for Bounds {
    fn bytes(&self) -> usize {
        size_of::<(f64, f64)>()
    }
    const WANTS_SPIKES: bool = true;

    fn begin(&mut self, _facts: &Facts) {
        self.bounds.clear();
    }

    fn add<M: MoveCode, V: Clone, B: Backup<V>>(&mut self, field: &Field<'_, M, V, B>, at: usize) {
        if at == 0 {
            self.bounds.push((f64::NEG_INFINITY, f64::INFINITY));
            return;
        }
        let ends = field
            .spikes(at)
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), spike| (low.min(spike.x), high.max(spike.x)));
        self.bounds.push(ends);
    }

    fn back_up<M: MoveCode, V: Clone, B: Backup<V>>(&mut self, field: &Field<'_, M, V, B>, at: usize) {
        let node = &field.tree.nodes[at];
        let pick = if node.role == Role::Ours { f64::max } else { f64::min };
        let both = |a: (f64, f64), b: (f64, f64)| (pick(a.0, b.0), pick(a.1, b.1));
        self.bounds[at] = self.bounds[node.family()].iter().copied().reduce(both).expect("it has children");
    }

    fn next<M: MoveCode, V: Clone, B: Backup<V>>(&mut self, field: &Field<'_, M, V, B>) -> Option<usize> {
        if self.separated(field).is_some() {
            return None;
        }
        // Prove the best, or disprove the next: whichever leaf is nearer to the root, in the manner of Berliner's rule that
        // compares the squares of depths.
        let (best, second) = self.leaders(field);
        let prove = self.leaf_below(field, best);
        let disprove = second.map(|second| self.leaf_below(field, second)).filter(|&leaf| field.can_grow(leaf));
        match disprove {
            Some(leaf) if !field.can_grow(prove) || field.tree.nodes[leaf].depth < field.tree.nodes[prove].depth => {
                Some(leaf)
            }
            _ => field.can_grow(prove).then_some(prove),
        }
    }

    fn pick<M: MoveCode, V: Clone, B: Backup<V>>(&self, field: &Field<'_, M, V, B>) -> Option<usize> {
        self.separated(field)
    }

    fn reason<M: MoveCode, V: Clone, B: Backup<V>>(&self, field: &Field<'_, M, V, B>) -> &'static str {
        match self.separated(field) {
            Some(_) => "one move is no worse at its worst than all others at their best",
            None => "what could tell the moves apart cannot be looked into",
        }
    }
}

/// Russell and Wefald's MGSS*: the leaf whose outcome, looked at alone, is worth most to the choice at the root.
///
/// What a leaf can do to the value of the root's move above it is clipped by the alternatives on the way, and where chance has a say
/// shrunk to its share. A leaf below the best move is worth what is gained by turning to the second best where it falls
/// below that; another leaf what is gained by turning to its move where it rises above the best.
pub struct SingleStep {
    /// The fraction of all leaves that is expanded before values of computation are worked out anew.
    pub gulp: f64,
    /// What a thousand moves made inside the search cost.
    pub cost: f64,
    waiting: Vec<(f64, u32)>,
    stack: Vec<Way>,
}

/// From a node up to the root's move above it: if the node were worth x, all else being as it is, the move would be worth `base`
/// and `share` times x, x being between `low` and `high`.
#[derive(Clone, Copy)]
struct Way {
    at: u32,
    low: f64,
    high: f64,
    base: f64,
    share: f64,
}

impl Way {
    fn value(&self, x: f64) -> f64 {
        self.base + self.share * x.clamp(self.low, self.high)
    }
}

impl SingleStep {
    /// In gulps, at this cost.
    pub fn new(gulp: f64, cost: f64) -> SingleStep {
        SingleStep { gulp, cost, waiting: Vec::new(), stack: Vec::new() }
    }

    /// Finds every leaf worth more than it costs.
    fn look<M: MoveCode, V: Clone, B: Backup<V>>(&mut self, field: &Field<'_, M, V, B>) {
        let tree = &field.tree;
        let value = |at: usize| field.number(at);
        let root = &tree.nodes[0];
        let best = field.principal_child(root);
        let others = root.family().filter(|&child| child != best).map(value);
        let second = others.fold(f64::NEG_INFINITY, f64::max);
        let inner = (tree.len() - tree.leaves).max(1);
        let cost = self.cost / 1000.0 * (tree.len() - 1) as f64 / inner as f64;
        for child in root.family() {
            let (low, high) = (f64::NEG_INFINITY, f64::INFINITY);
            self.stack.push(Way { at: child as u32, low, high, base: 0.0, share: 1.0 });
            while let Some(way) = self.stack.pop() {
                let (at, low, high) = (way.at as usize, way.low, way.high);
                let node = &tree.nodes[at];
                // Whatever comes out below, the choice stays.
                let is_idle = |way: &Way| {
                    way.low >= way.high
                        || (child == best && way.value(f64::NEG_INFINITY) >= second)
                        || (child != best && way.value(f64::INFINITY) <= value(best))
                };
                if node.is_leaf() {
                    if field.can_grow(at) {
                        let gain = |x: f64| {
                            let x = way.value(x);
                            if child == best { (second - x).max(0.0) } else { (x - value(best)).max(0.0) }
                        };
                        let worth: f64 = field.spikes(at).map(|spike| spike.p * gain(spike.x)).sum();
                        #[cfg(debug_assertions)]
                        field.spikes(at).for_each(|spike| {
                            let plain = move_worth(field, at, spike.x);
                            debug_assert!((way.value(spike.x) - plain).abs() <= 1e-9 * plain.abs().max(1.0));
                        });
                        if worth > cost && worth > 0.0 {
                            self.waiting.push((worth, at as u32));
                        }
                    }
                    continue;
                }
                let weights = field.weights(node);
                if !weights.is_empty() {
                    let mean: f64 = node.family().zip(weights).map(|(child, weight)| weight * value(child)).sum();
                    for (below, &weight) in node.family().zip(weights).filter(|(_, weight)| **weight > 0.0) {
                        let rest = mean - weight * value(below);
                        let (low, high) = ((low - rest) / weight, (high - rest) / weight);
                        let (base, share) = (way.base + way.share * rest, way.share * weight);
                        let way = Way { at: below as u32, low, high, base, share };
                        if !is_idle(&way) {
                            self.stack.push(way);
                        }
                    }
                    continue;
                }
                let chosen = field.principal_child(node);
                let ours = node.role == Role::Ours;
                let other = node.family().filter(|&sibling| sibling != chosen).map(value);
                let runner_up =
                    if ours { other.fold(f64::NEG_INFINITY, f64::max) } else { other.fold(f64::INFINITY, f64::min) };
                for below in node.family() {
                    // The best of the others: what the node falls back on.
                    let rest = if below == chosen { runner_up } else { value(chosen) };
                    let rest = rest.clamp(low, high);
                    let (low, high) = if ours { (rest, high) } else { (low, rest) };
                    let way = Way { at: below as u32, low, high, ..way };
                    if !is_idle(&way) {
                        self.stack.push(way);
                    }
                }
            }
        }
        let gulp = ((self.gulp * tree.leaves as f64).ceil() as usize).max(1);
        let worth_more = |a: &(f64, u32), b: &(f64, u32)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
        self.waiting.sort_unstable_by(worth_more);
        self.waiting.truncate(gulp);
        self.waiting.reverse();
    }
}

/// What the root's move above a leaf would be worth if the leaf were worth x, node by node.
#[cfg(debug_assertions)]
fn move_worth<M: MoveCode, V: Clone, B: Backup<V>>(field: &Field<'_, M, V, B>, leaf: usize, x: f64) -> f64 {
    let nodes = &field.tree.nodes;
    let (mut at, mut worth) = (leaf, x);
    while nodes[at].parent != 0 {
        let up = &nodes[nodes[at].parent as usize];
        let value = |child: usize| if child == at { worth } else { field.number(child) };
        let weights = field.weights(up);
        worth = match (weights.is_empty(), up.role) {
            (false, _) => up.family().zip(weights).map(|(child, weight)| weight * value(child)).sum(),
            (true, Role::Ours) => up.family().map(value).fold(f64::NEG_INFINITY, f64::max),
            (true, _) => up.family().map(value).fold(f64::INFINITY, f64::min),
        };
        at = nodes[at].parent as usize;
    }
    worth
}

impl LeafSelection for SingleStep {
    fn bytes(&self) -> usize {
        0
    }
    const WANTS_SPIKES: bool = true;

    fn begin(&mut self, _facts: &Facts) {
        self.waiting.clear();
    }
    fn add<M: MoveCode, V: Clone, B: Backup<V>>(&mut self, _field: &Field<'_, M, V, B>, _at: usize) {}
    fn back_up<M: MoveCode, V: Clone, B: Backup<V>>(&mut self, _field: &Field<'_, M, V, B>, _at: usize) {}

    fn next<M: MoveCode, V: Clone, B: Backup<V>>(&mut self, field: &Field<'_, M, V, B>) -> Option<usize> {
        if self.waiting.is_empty() {
            self.look(field);
        }
        self.waiting.pop().map(|(_, leaf)| leaf as usize)
    }

    fn reason<M: MoveCode, V: Clone, B: Backup<V>>(&self, _field: &Field<'_, M, V, B>) -> &'static str {
        "to look at any one leaf more would not pay"
    }
}
