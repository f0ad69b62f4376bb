//! What can be said about chances when nothing is known about how siblings depend on each other.

use super::{Aim, Propagation};

/// Between which ends the probability that a position is worth more than each outcome lies.
#[derive(Clone, PartialEq, Debug)]
pub struct Bounds {
    /// For each step between two outcomes: the least and the largest P(above it).
    ends: Vec<f64>,
}

impl Bounds {
    /// A distribution that is known, the worst outcome first: both ends are the same.
    ///
    /// # Panics
    /// When there is no outcome.
    pub fn known(probabilities: &[f64]) -> Bounds {
        let mut ends = vec![0.0; 2 * (probabilities.len() - 1)];
        read_bounds(probabilities, &mut ends);
        Bounds { ends }
    }

    /// A win with a probability between these.
    pub fn win(least: f64, largest: f64) -> Bounds {
        Bounds { ends: vec![least, largest] }
    }

    /// The least and the largest probability of being above a step.
    pub fn above(&self, step: usize) -> (f64, f64) {
        (self.ends[2 * step], self.ends[2 * step + 1])
    }
}

/// Any dependence at all between siblings: the widest bounds that are sure (Frank 1994, section 2.5.1).
///
/// Where the seat moves, at least the largest lower bound, at most the sum of the upper ones; where the other moves, at
/// least what is left when all failures exclude each other, at most the smallest upper bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnyDependence;

impl Propagation for AnyDependence {
    type Value = Bounds;

    fn back_up(&self, aim: Aim, children: &[Bounds]) -> Bounds {
        let flat: Vec<f64> = children.iter().flat_map(|child| child.ends.iter().copied()).collect();
        let mut ends = vec![0.0; children[0].ends.len()];
        bounds_into(aim, &flat, &mut ends);
        Bounds { ends }
    }
}

/// Ends of a distribution.
pub(crate) fn read_bounds(probabilities: &[f64], ends: &mut [f64]) {
    let total: f64 = probabilities.iter().sum();
    for step in 0..ends.len() / 2 {
        let above = (probabilities[step + 1..].iter().sum::<f64>() / total).clamp(0.0, 1.0);
        (ends[2 * step], ends[2 * step + 1]) = (above, above);
    }
}

/// The rule on ends, `children` being those of all children one after the other.
pub(crate) fn bounds_into(aim: Aim, children: &[f64], ends: &mut [f64]) {
    let width = ends.len();
    for step in 0..width / 2 {
        let of_children = children.chunks_exact(width).map(|child| (child[2 * step], child[2 * step + 1]));
        (ends[2 * step], ends[2 * step + 1]) = chance_bounds(aim, of_children);
    }
}

/// The least and the largest chance of a parent, from those of its children.
#[inline]
pub fn chance_bounds(aim: Aim, children: impl Iterator<Item = (f64, f64)>) -> (f64, f64) {
    match aim {
        Aim::Raise => {
            let (low, sum) = children.fold((0.0, 0.0), |(low, sum), child| (f64::max(low, child.0), sum + child.1));
            (low, f64::min(sum, 1.0))
        }
        Aim::Lower => {
            // 1 minus the failures, not the sum less k-1: fewer bits are lost near 1.
            let add = |(failures, high), child: (f64, f64)| (failures + (1.0 - child.0), f64::min(high, child.1));
            let (failures, high) = children.fold((0.0, 1.0), add);
            (f64::max(1.0 - failures, 0.0), high)
        }
    }
}
