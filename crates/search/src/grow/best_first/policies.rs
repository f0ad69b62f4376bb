//! Which leaf comes next. [`Principal`] goes with any backup; the others reason about maxima and minima.

use super::selective::{Field, LeafSelection};
use super::tree::Role;
use crate::backup::Backup;
use outwit_game::{Facts, MoveCode};

/// Korf and Chickering: the end of the line that everybody's best moves make.
#[derive(Default)]
pub struct Principal {
    /// Where that line has come to its end, look on at the next best that has not, until the whole tree is there.
    pub to_the_end: bool,
    /// Whether there is a leaf below each node that can grow.
    open: Vec<bool>,
}

impl Principal {
    /// Goes on until the whole tree is there.
    pub fn to_the_end() -> Principal {
        Principal { to_the_end: true, open: Vec::new() }
    }
}

impl LeafSelection for Principal {
    fn bytes(&self) -> usize {
        1
    }

    fn begin(&mut self, _facts: &Facts) {
        self.open.clear();
    }

    fn add<M: MoveCode, V: Clone, B: Backup<V>>(&mut self, field: &Field<'_, M, V, B>, at: usize) {
        self.open.push(field.can_grow(at));
    }

    fn back_up<M: MoveCode, V: Clone, B: Backup<V>>(&mut self, field: &Field<'_, M, V, B>, at: usize) {
        self.open[at] = field.tree.nodes[at].family().any(|child| self.open[child]);
    }

    fn next<M: MoveCode, V: Clone, B: Backup<V>>(&mut self, field: &Field<'_, M, V, B>) -> Option<usize> {
        let mut at = 0;
        while !field.tree.nodes[at].is_leaf() {
            let node = &field.tree.nodes[at];
            at = if self.to_the_end {
                let open = node.family().filter(|&child| self.open[child]);
                open.reduce(|a, b| if field.is_expected(at, b, a) { b } else { a })?
            } else {
                field.principal_child(node)
            };
        }
        field.can_grow(at).then_some(at)
    }

    fn reason<M: MoveCode, V: Clone, B: Backup<V>>(&self, _field: &Field<'_, M, V, B>) -> &'static str {
        "the line of best moves has come to its end"
    }
}

/// Rivest: the leaf on which the root's value depends most, if minima and maxima are taken for generalised means.
pub struct Sensitive {
    /// The power of the means; minima and maxima are those of infinite power.
    pub power: f64,
    low: f64,
    width: f64,
    /// For each node the least penalty of a leaf below, and the child it lies below.
    least: Vec<(f64, u32)>,
}

impl Sensitive {
    /// With means of this power.
    pub fn new(power: f64) -> Sensitive {
        Sensitive { power, low: 0.0, width: 1.0, least: Vec::new() }
    }

    /// The logarithm of a value, moved to between 1 and 2: means are of positive numbers.
    fn log(&self, value: f64) -> f64 {
        libm::log(1.0 + ((value - self.low) / self.width).clamp(0.0, 1.0))
    }
}

impl LeafSelection for Sensitive {
    fn bytes(&self) -> usize {
        size_of::<(f64, u32)>()
    }

    fn begin(&mut self, facts: &Facts) {
        (self.low, self.width) = span(facts);
        self.least.clear();
    }

    fn add<M: MoveCode, V: Clone, B: Backup<V>>(&mut self, field: &Field<'_, M, V, B>, at: usize) {
        let penalty = if field.can_grow(at) { 0.0 } else { f64::INFINITY };
        self.least.push((penalty, 0));
        debug_assert_eq!(self.least.len(), at + 1);
    }

    /// The penalty of an edge is minus the logarithm of the derivative of the parent's mean by the child's value, with the
    /// true minimum or maximum in place of the mean (the "reverse approximation").
    fn back_up<M: MoveCode, V: Clone, B: Backup<V>>(&mut self, field: &Field<'_, M, V, B>, at: usize) {
        let node = &field.tree.nodes[at];
        let siblings = libm::log(f64::from(node.children));
        let own = self.log(field.number(at));
        let mut least = (f64::INFINITY, node.first);
        for child in node.family() {
            let log = self.log(field.number(child));
            let behind = if node.role == Role::Ours {
                (self.power - 1.0) * (own - log)
            } else {
                (self.power + 1.0) * (log - own)
            };
            let penalty = siblings + behind + self.least[child].0;
            if penalty < least.0 {
                least = (penalty, child as u32);
            }
        }
        self.least[at] = least;
    }

    fn next<M: MoveCode, V: Clone, B: Backup<V>>(&mut self, field: &Field<'_, M, V, B>) -> Option<usize> {
        if self.least[0].0 == f64::INFINITY {
            return None;
        }
        let mut at = 0;
        while !field.tree.nodes[at].is_leaf() {
            at = self.least[at].1 as usize;
        }
        Some(at)
    }

    fn reason<M: MoveCode, V: Clone, B: Backup<V>>(&self, _field: &Field<'_, M, V, B>) -> &'static str {
        "no leaf has a share in the value"
    }
}

/// The lowest payoff and how far the highest lies above it; -1 to 1 where there is no telling.
fn span(facts: &Facts) -> (f64, f64) {
    let width = facts.highest - facts.lowest;
    if width.is_finite() && width > 0.0 { (facts.lowest, width) } else { (-1.0, 2.0) }
}

/// McAllester: how many leaves must change together to change the root's value; grows where that takes fewest.
///
/// Values are told apart by levels. For each level a node has the number of leaves that must change to lift it there, and
/// to bring it down there.
pub struct Conspiracy {
    /// How many levels there are between the lowest and the highest payoff.
    pub levels: usize,
    /// The search ends when more leaves than this must conspire to move the root by a level.
    pub most: u16,
    low: f64,
    step: f64,
    /// For each node, `levels` numbers to lift it and as many to bring it down.
    needed: Vec<u16>,
}

/// No number of leaves is enough.
pub const IMPOSSIBLE: u16 = u16::MAX;

/// How many leaves below a node must change to move it, from what its children need. One is enough for whoever decides
/// towards what is wanted; else all must.
pub fn conspirators(one_is_enough: bool, children: impl Iterator<Item = u16>) -> u16 {
    if one_is_enough {
        children.min().unwrap_or(IMPOSSIBLE)
    } else {
        children.fold(0, |sum: u16, child| sum.saturating_add(child))
    }
}

impl Conspiracy {
    /// With so many levels; ends when more than `most` leaves must conspire.
    pub fn new(levels: usize, most: u16) -> Conspiracy {
        Conspiracy { levels, most, low: 0.0, step: 1.0, needed: Vec::new() }
    }

    /// The value of a level: levels lie between the steps that values are taken to have.
    fn level(&self, place: usize) -> f64 {
        self.low + (place as f64 + 0.5) * self.step
    }

    fn at(&self, node: usize, lifts: bool, level: usize) -> u16 {
        self.needed[node * 2 * self.levels + usize::from(!lifts) * self.levels + level]
    }
}

impl LeafSelection for Conspiracy {
    fn bytes(&self) -> usize {
        2 * self.levels * size_of::<u16>()
    }

    fn begin(&mut self, facts: &Facts) {
        let (low, width) = span(facts);
        (self.low, self.step) = (low, width / self.levels as f64);
        self.needed.clear();
    }

    fn add<M: MoveCode, V: Clone, B: Backup<V>>(&mut self, field: &Field<'_, M, V, B>, at: usize) {
        let alone = if field.can_grow(at) { 1 } else { IMPOSSIBLE };
        let value = field.number(at);
        for lifts in [true, false] {
            for place in 0..self.levels {
                let level = self.level(place);
                let is_there = if lifts { value >= level } else { value <= level };
                self.needed.push(if is_there { 0 } else { alone });
            }
        }
    }

    fn back_up<M: MoveCode, V: Clone, B: Backup<V>>(&mut self, field: &Field<'_, M, V, B>, at: usize) {
        let node = &field.tree.nodes[at];
        for lifts in [true, false] {
            let one_is_enough = (node.role == Role::Ours) == lifts;
            for level in 0..self.levels {
                let needed = conspirators(one_is_enough, node.family().map(|child| self.at(child, lifts, level)));
                self.needed[at * 2 * self.levels + usize::from(!lifts) * self.levels + level] = needed;
            }
        }
    }

    fn next<M: MoveCode, V: Clone, B: Backup<V>>(&mut self, field: &Field<'_, M, V, B>) -> Option<usize> {
        // Step 1. The next level up and the next down: which takes fewer?
        let value = field.number(0);
        let above = (0..self.levels).find(|&level| self.level(level) > value);
        let below = (0..self.levels).rev().find(|&level| self.level(level) < value);
        let ways = [(true, above), (false, below)].into_iter().filter_map(|(lifts, level)| {
            let level = level?;
            Some((self.at(0, lifts, level), lifts, level))
        });
        let (needed, lifts, level) = ways.min_by_key(|way| way.0)?;
        if needed > self.most || needed == IMPOSSIBLE {
            return None;
        }
        // Step 2. Down to one of the conspirators.
        let mut at = 0;
        while !field.tree.nodes[at].is_leaf() {
            let family = field.tree.nodes[at].family();
            let needs = |child: &usize| self.at(*child, lifts, level);
            at = family.filter(|child| needs(child) > 0).min_by_key(needs)?;
        }
        field.can_grow(at).then_some(at)
    }

    fn reason<M: MoveCode, V: Clone, B: Backup<V>>(&self, _field: &Field<'_, M, V, B>) -> &'static str {
        "more leaves than it asks for would have to change together to move the value"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table in McAllester's and van der Meulen's example: a maximum of the minima of 5 and 2, and of 3 and 4.
    #[test]
    fn conspirators_of_the_worked_example() {
        let leaf =
            |value: i32, wanted: i32, lifts: bool| u16::from(if lifts { value < wanted } else { value > wanted });
        let root = |wanted: i32, lifts: bool| {
            let minimum =
                |leaves: [i32; 2]| conspirators(!lifts, leaves.into_iter().map(|value| leaf(value, wanted, lifts)));
            conspirators(lifts, [minimum([5, 2]), minimum([3, 4])].into_iter())
        };
        let needed: Vec<u16> = (0..=7)
            .map(|wanted: i32| match wanted.cmp(&3) {
                std::cmp::Ordering::Less => root(wanted, false),
                std::cmp::Ordering::Equal => 0,
                std::cmp::Ordering::Greater => root(wanted, true),
            })
            .collect();
        assert_eq!(needed, [2, 2, 1, 0, 1, 1, 2, 2]);
    }
}
