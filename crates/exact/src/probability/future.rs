//! What we shall think of a position after more search.

use super::{Aim, Propagation, Prospect};

/// A distribution over the expected value that a player will see in the position after a typical amount of further search:
/// spikes, their places ascending, their heights adding up to 1. Its mean is the present value.
#[derive(Clone, PartialEq, Debug)]
pub struct FutureValues {
    spikes: Vec<(f64, f64)>,
}

impl FutureValues {
    /// From places and heights, in any order. Heights are scaled to add up to 1; equal places are merged.
    ///
    /// # Panics
    /// When no height is positive, one is negative, or a number is not finite.
    pub fn new(mut spikes: Vec<(f64, f64)>) -> FutureValues {
        let total: f64 = spikes.iter().map(|spike| spike.1).sum();
        let is_sound = |&(place, height): &(f64, f64)| place.is_finite() && height >= 0.0;
        assert!(spikes.iter().all(is_sound) && total.is_finite() && total > 0.0, "not a distribution");
        spikes.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut merged: Vec<(f64, f64)> = Vec::with_capacity(spikes.len());
        for (place, height) in spikes {
            match merged.last_mut() {
                Some(last) if last.0 == place => last.1 += height / total,
                _ => merged.push((place, height / total)),
            }
        }
        FutureValues { spikes: merged }
    }

    /// A value that will not change.
    pub fn certain(value: f64) -> FutureValues {
        FutureValues { spikes: vec![(value, 1.0)] }
    }

    /// Places and heights, ascending.
    pub fn spikes(&self) -> &[(f64, f64)] {
        &self.spikes
    }

    /// What it is worth now.
    pub fn mean(&self) -> Prospect {
        Prospect(self.spikes.iter().map(|(place, height)| place * height).sum())
    }

    fn at_most(&self, x: f64) -> f64 {
        self.spikes.iter().take_while(|spike| spike.0 <= x).map(|spike| spike.1).sum::<f64>().min(1.0)
    }

    fn at_least(&self, x: f64) -> f64 {
        self.spikes.iter().rev().take_while(|spike| spike.0 >= x).map(|spike| spike.1).sum::<f64>().min(1.0)
    }
}

/// The mover will have searched before it moves, and takes what is best then (Baum and Smith 1993), siblings independent:
/// the distribution of the largest or the smallest of the children's future values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BestLater;

impl Propagation for BestLater {
    type Value = FutureValues;

    fn back_up(&self, aim: Aim, children: &[FutureValues]) -> FutureValues {
        assert!(!children.is_empty(), "a node that is backed up has a child");
        let mut places: Vec<f64> = children.iter().flat_map(|child| child.spikes.iter().map(|spike| spike.0)).collect();
        places.sort_by(f64::total_cmp);
        places.dedup();
        if aim == Aim::Lower {
            places.reverse();
        }
        // Going towards what the mover wants, the probability that no child has got further is a product.
        let (mut before, mut spikes) = (0.0, Vec::with_capacity(places.len()));
        for place in places {
            let no_further: f64 = match aim {
                Aim::Raise => children.iter().map(|child| child.at_most(place)).product(),
                Aim::Lower => children.iter().map(|child| child.at_least(place)).product(),
            };
            if no_further > before {
                spikes.push((place, no_further - before));
                before = no_further;
            }
        }
        FutureValues::new(spikes)
    }
}
