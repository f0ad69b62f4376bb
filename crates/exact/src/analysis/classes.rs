//! Positions put into classes, and what the positions of a class are worth.

use crate::labels::Labels;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The class of every position: what a classifier says of it, a list of numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Classes {
    /// What the classifier says, each once, in order.
    pub names: Vec<Vec<f64>>,
    /// The class of each position.
    pub of: Vec<u32>,
}

/// Numbers in an order that has a place for all of them.
#[derive(PartialEq)]
struct Key(Vec<f64>);

impl Eq for Key {}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Key) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Key {
    fn cmp(&self, other: &Key) -> Ordering {
        let pairs = self.0.iter().zip(&other.0).map(|(a, b)| a.total_cmp(b));
        pairs.fold(Ordering::Equal, Ordering::then).then(self.0.len().cmp(&other.0.len()))
    }
}

impl Classes {
    /// From what a classifier says of each position, in order.
    pub fn new(names: impl IntoIterator<Item = Vec<f64>>) -> Classes {
        let mut found: BTreeMap<Key, u32> = BTreeMap::new();
        let mut of = Vec::new();
        for mut name in names {
            name.iter_mut().for_each(|number| *number += 0.0); // no minus zero
            let fresh = found.len() as u32;
            of.push(*found.entry(Key(name)).or_insert(fresh));
        }
        // Renumbered in the order of their names.
        let mut place = vec![0; found.len()];
        for (number, &at_first) in found.values().enumerate() {
            place[at_first as usize] = number as u32;
        }
        of.iter_mut().for_each(|class| *class = place[*class as usize]);
        Classes { names: found.into_keys().map(|key| key.0).collect(), of }
    }

    /// How many classes there are.
    pub fn count(&self) -> usize {
        self.names.len()
    }
}

/// How much weight the positions of each class have that are worth each outcome.
#[derive(Clone, PartialEq, Debug)]
pub struct ClassStatistics {
    outcomes: usize,
    weights: Vec<f64>,
}

impl ClassStatistics {
    /// Gathers the statistics of solved positions.
    pub fn new(classes: &Classes, labels: &Labels, weights: &[f64]) -> ClassStatistics {
        let outcomes = labels.outcomes().len();
        let mut statistics = ClassStatistics { outcomes, weights: vec![0.0; outcomes * classes.count()] };
        for (number, &weight) in weights.iter().enumerate() {
            statistics.weights[classes.of[number] as usize * outcomes + labels.place(number)] += weight;
        }
        statistics
    }

    /// The weight of each outcome in a class.
    pub fn of(&self, class: usize) -> &[f64] {
        &self.weights[class * self.outcomes..(class + 1) * self.outcomes]
    }
}
