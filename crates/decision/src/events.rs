//! Events: chance nodes in different branches that are one and the same uncertainty.
//!
//! A tree shows the weather twice, after *take the umbrella* and after *leave it*, and a third time after the forecast, with
//! other probabilities. Who asks what it is worth to know the weather means all of them at once.
//!
//! # Which nodes are one event
//!
//! Chance nodes with the same outcome names, each the first (second, ...) of these names on its way from the root. So
//! naming outcomes alike says that they are the same thing, and naming them differently that they are not.
//!
//! # Worlds
//!
//! A *world* says how every event comes out. The probabilities of the worlds are chosen so that every chance node of the
//! tree has its stated probabilities given the outcomes on the way to it; among the choices, the one nearest to independence
//! (of least relative entropy to the product of each event's probabilities at its first node, found by iterative
//! proportional fitting: Deming and Stephan 1940, Csiszár 1975). Events that the tree does not connect are then independent,
//! and a forecast tells about the weather wherever it is used. To know an event is to decide in the worlds where it comes
//! out that way, with every other chance node's probabilities as they are there.
//!
//! If there is no such choice, then decisions influence what happens: *pass* is likelier after *study* than after *party*.
//! The event whose nodes fit worst is then split into one event for each set of probabilities, until all fit; if every event
//! is split they are all independent, which always fits.

use super::information::Information;
use super::tree::{DecisionTree, NodeKind, reduced};
use super::utility::Utility;
use outwit_game::Problem;

/// At most so many worlds times nodes: beyond, an answer would take too long.
const LIMIT: usize = 1 << 20;
const SWEEPS: usize = 300;
/// A fit this good is exact but for rounding.
const FITS: f64 = 1e-10;
/// Probabilities that differ by less are the same.
const ALIKE: f64 = 1e-9;

/// An uncertainty.
#[derive(Clone, PartialEq, Debug)]
pub struct Event {
    /// The names of the outcomes, in the order of the first node.
    pub outcomes: Vec<String>,
    /// The probabilities of the outcomes before anything is known.
    pub probabilities: Vec<f64>,
    /// The chance nodes where it comes out.
    pub nodes: Vec<usize>,
    /// How many events of these outcomes come before it on the way: 0, unless the same thing happens repeatedly.
    pub before: usize,
    /// Whether nodes with these outcomes and other probabilities are events of their own, as decisions influence them.
    pub is_split: bool,
}

/// The events of a decision tree and the worlds they make.
#[derive(Clone, Debug)]
pub struct Events<'t> {
    tree: &'t DecisionTree,
    events: Vec<Event>,
    /// For each chance node its event, and for each child of one the number of its outcome.
    event_of: Vec<usize>,
    outcome_of: Vec<usize>,
    /// The product of the numbers of outcomes of the events before.
    strides: Vec<usize>,
    /// The probability of each world; world w has outcome (w / stride) mod (number of outcomes) of an event.
    worlds: Vec<f64>,
}

/// The worlds in which one may come to a chance node.
struct Way {
    event: usize,
    stated: Vec<f64>,
    worlds: Vec<usize>,
}

impl<'t> Events<'t> {
    /// Finds the events of a tree and the probabilities of its worlds, unless there are too many worlds.
    pub fn new(tree: &'t DecisionTree) -> Result<Events<'t>, Problem> {
        let mut split: Vec<Vec<String>> = Vec::new();
        loop {
            let mut events = Events::group(tree, &split)?;
            events.lay_out()?;
            match events.fit() {
                None => {
                    events.marginals();
                    return Ok(events);
                }
                Some(worst) => split.push(sorted_names(tree, events.events[worst].nodes[0])),
            }
        }
    }

    /// The events.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// What it is worth to know how these events come out, all together, before the first decision. Events are given by
    /// their numbers.
    pub fn information(&self, utility: &Utility, known: &[usize]) -> Result<Information, Problem> {
        self.tree.check(utility)?;
        let possible: Vec<usize> = (0..self.worlds.len()).filter(|&world| self.worlds[world] > 0.0).collect();
        // What is known afterwards cuts the worlds into cells.
        let cell = |world: usize| known.iter().fold(0, |cell, &e| cell * self.outcomes(e) + self.outcome(world, e));
        let mut by_cell = possible.clone();
        by_cell.sort_by_key(|&world| cell(world));
        let cells: Vec<&[usize]> = by_cell.chunk_by(|&a, &b| cell(a) == cell(b)).collect();
        let without = self.value(utility, 0.0, 0, &possible);
        Ok(Information::new(self.tree, utility, without, |price| {
            let pairs: Vec<(f64, f64)> =
                cells.iter().map(|cell| (self.mass(cell), self.value(utility, price, 0, cell))).collect();
            utility.certainty_equivalent(&pairs)
        }))
    }

    /// What it is worth to know how every event comes out.
    pub fn all_information(&self, utility: &Utility) -> Result<Information, Problem> {
        self.information(utility, &(0..self.events.len()).collect::<Vec<_>>())
    }

    fn outcomes(&self, event: usize) -> usize {
        self.events[event].outcomes.len()
    }

    fn outcome(&self, world: usize, event: usize) -> usize {
        world / self.strides[event] % self.outcomes(event)
    }

    fn mass(&self, worlds: &[usize]) -> f64 {
        worlds.iter().map(|&world| self.worlds[world]).sum()
    }

    /// The certainty equivalent of a node for one who knows that the world is one of these, and learns more on the way.
    fn value(&self, utility: &Utility, price: f64, node: usize, worlds: &[usize]) -> f64 {
        let children = self.tree.children(node);
        match self.tree.kind(node) {
            NodeKind::End => reduced(utility, self.tree.payoff(node).unwrap_or(0.0), price),
            NodeKind::Decision => {
                children.map(|child| self.value(utility, price, child, worlds)).fold(f64::NEG_INFINITY, f64::max)
            }
            NodeKind::Chance if children.len() == 1 => self.value(utility, price, children.start, worlds),
            NodeKind::Chance => {
                let event = self.event_of[node];
                let total = self.mass(worlds);
                let mut pairs = Vec::with_capacity(children.len());
                for child in children {
                    let is_so = |world: &usize| self.outcome(*world, event) == self.outcome_of[child];
                    let still: Vec<usize> = worlds.iter().copied().filter(is_so).collect();
                    if !still.is_empty() {
                        pairs.push((self.mass(&still) / total, self.value(utility, price, child, &still)));
                    }
                }
                utility.certainty_equivalent(&pairs)
            }
        }
    }

    /// Puts the chance nodes into events; those whose names are in `split` only with their probabilities.
    fn group(tree: &'t DecisionTree, split: &[Vec<String>]) -> Result<Events<'t>, Problem> {
        let mut events: Vec<Event> = Vec::new();
        let mut keys: Vec<(Vec<String>, Vec<f64>, usize)> = Vec::new();
        let mut event_of = vec![usize::MAX; tree.size()];
        let mut outcome_of = vec![usize::MAX; tree.size()];
        for node in tree.chance_nodes() {
            let names = sorted_names(tree, node);
            let is_split = split.contains(&names);
            let mut order: Vec<usize> = tree.children(node).collect();
            order.sort_by_key(|&child| tree.mv(child));
            let chances: Vec<f64> = order.iter().filter(|_| is_split).map(|&child| tree.probability(child)).collect();
            let is_like = |key: &(Vec<String>, Vec<f64>, usize)| {
                key.0 == names && key.1.iter().zip(&chances).all(|(a, b)| (a - b).abs() < ALIKE)
            };
            let above = tree.way(node).filter_map(|step| tree.parent(step));
            let before = above.filter(|&up| event_of[up] != usize::MAX && is_like(&keys[event_of[up]])).count();
            let known = keys.iter().position(|key| is_like(key) && key.2 == before);
            let event = known.unwrap_or_else(|| {
                let outcomes: Vec<String> = tree.children(node).map(|child| tree.mv(child).to_string()).collect();
                keys.push((names, chances, before));
                events.push(Event { outcomes, probabilities: Vec::new(), nodes: Vec::new(), before, is_split });
                events.len() - 1
            });
            // Each event doubles the worlds at least.
            if events.len() > LIMIT.ilog2() as usize {
                return Err(too_many());
            }
            events[event].nodes.push(node);
            event_of[node] = event;
            for child in tree.children(node) {
                let number = events[event].outcomes.iter().position(|name| name == tree.mv(child));
                outcome_of[child] = number.expect("nodes of one event have the same outcomes");
            }
        }
        Ok(Events { tree, events, event_of, outcome_of, strides: Vec::new(), worlds: Vec::new() })
    }

    /// Numbers the worlds, with their probabilities if all events were independent.
    fn lay_out(&mut self) -> Result<(), Problem> {
        let mut count = 1usize;
        for event in &self.events {
            self.strides.push(count);
            count = count.saturating_mul(event.outcomes.len());
            if count.saturating_mul(self.tree.size()) > LIMIT {
                return Err(too_many());
            }
        }
        let first: Vec<Vec<f64>> = self.events.iter().map(|event| self.stated(event.nodes[0])).collect();
        let independent =
            |world: usize| (0..first.len()).map(|event| first[event][self.outcome(world, event)]).product();
        self.worlds = (0..count).map(independent).collect();
        Ok(())
    }

    /// Gives the worlds probabilities that agree with every chance node; else the event to split.
    fn fit(&mut self) -> Option<usize> {
        let ways: Vec<Way> = self.tree.chance_nodes().map(|node| self.way(node)).collect();
        let mut off = vec![0.0f64; self.events.len()];
        for _ in 0..SWEEPS {
            off.fill(0.0);
            for way in &ways {
                off[way.event] = off[way.event].max(self.scale(way));
            }
            if off.iter().all(|off| *off < 1e-14) {
                break;
            }
        }
        if off.iter().all(|off| *off < FITS) {
            return None;
        }
        // Splitting an event helps only where its nodes differ; where none differs, independence fits.
        let differs = |event: &usize| self.probabilities_differ(&self.events[*event].nodes);
        (0..off.len()).filter(differs).max_by(|&a, &b| off[a].total_cmp(&off[b]))
    }

    fn way(&self, node: usize) -> Way {
        let event = self.event_of[node];
        let steps = self.tree.way(node).filter(|&step| self.outcome_of[step] != usize::MAX);
        let known = steps.filter_map(|step| Some((self.event_of[self.tree.parent(step)?], self.outcome_of[step])));
        let known: Vec<(usize, usize)> = known.collect();
        let stated = self.stated(node);
        let may_be = |world: &usize| known.iter().all(|&(event, outcome)| self.outcome(*world, event) == outcome);
        Way { event, stated, worlds: (0..self.worlds.len()).filter(may_be).collect() }
    }

    /// Scales the worlds that lead to a chance node to the probabilities stated there; how far off they were.
    fn scale(&mut self, way: &Way) -> f64 {
        let mut masses = vec![0.0; way.stated.len()];
        way.worlds.iter().for_each(|&world| masses[self.outcome(world, way.event)] += self.worlds[world]);
        let total: f64 = masses.iter().sum();
        // Worlds that have vanished cannot come back: a contradiction.
        if masses.contains(&0.0) {
            return f64::INFINITY;
        }
        for &world in &way.worlds {
            let outcome = self.outcome(world, way.event);
            self.worlds[world] *= way.stated[outcome] * total / masses[outcome];
        }
        masses.iter().zip(&way.stated).map(|(mass, p)| (mass / total - p).abs()).fold(0.0, f64::max)
    }

    fn probabilities_differ(&self, nodes: &[usize]) -> bool {
        let first = self.stated(nodes[0]);
        nodes.iter().any(|&node| self.stated(node).iter().zip(&first).any(|(a, b)| (a - b).abs() >= ALIKE))
    }

    /// The probabilities stated at a chance node, in the order of its event's outcomes.
    fn stated(&self, node: usize) -> Vec<f64> {
        let mut stated = vec![0.0; self.outcomes(self.event_of[node])];
        self.tree.children(node).for_each(|child| stated[self.outcome_of[child]] = self.tree.probability(child));
        stated
    }

    fn marginals(&mut self) {
        for event in 0..self.events.len() {
            let mut probabilities = vec![0.0; self.outcomes(event)];
            for (world, p) in self.worlds.iter().enumerate() {
                probabilities[self.outcome(world, event)] += p;
            }
            self.events[event].probabilities = probabilities;
        }
    }
}

fn too_many() -> Problem {
    Problem::new("the tree's uncertain events come out together in too many ways to look at each")
}

fn sorted_names(tree: &DecisionTree, node: usize) -> Vec<String> {
    let mut names: Vec<String> = tree.children(node).map(|child| tree.mv(child).to_string()).collect();
    names.sort();
    names
}

#[cfg(test)]
mod tests;
