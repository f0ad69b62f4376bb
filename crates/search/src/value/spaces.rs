//! Classification spaces: what positions of a class came to, averaged over many ways of classing them.
//!
//! Frank (1994, section 2.11): no one feature tells much, and classes made of many features hold too little data. So make a
//! space of classes from every combination of one, two or three features, and average what they predict, each weighted by
//! the probability that it is the right one given the data.

use std::collections::BTreeMap;

/// The Laplace rule (equation 22): the probability of each outcome after these counts, every distribution being equally
/// likely beforehand.
pub fn laplace(counts: &[f64]) -> Vec<f64> {
    let total: f64 = counts.iter().sum::<f64>() + counts.len() as f64;
    counts.iter().map(|count| (count + 1.0) / total).collect()
}

/// How likely a space is held to be before the data.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SpacePrior {
    /// All equally, and the distribution in a bin is integrated out. The evidence itself punishes large spaces.
    #[default]
    Flat,
    /// The same, times e^-(number of bins, empty ones included): the thesis's footnote. Punishes large spaces twice.
    FewBins,
    /// e^H for each bin that is not empty, with the likeliest distribution in it: what the thesis states first. It does not
    /// punish large spaces, although the thesis says so: e^H is never below 1.
    Entropy,
}

impl SpacePrior {
    /// All there are, by name.
    pub const NAMED: [(&'static str, SpacePrior); 3] =
        [("flat", SpacePrior::Flat), ("bins", SpacePrior::FewBins), ("entropy", SpacePrior::Entropy)];

    /// Its name.
    pub fn name(self) -> &'static str {
        SpacePrior::NAMED.iter().find(|(_, prior)| *prior == self).map_or("flat", |(name, _)| name)
    }
}

/// One way of classing positions: by some of their features.
#[derive(Clone, PartialEq, Debug)]
pub struct Space {
    features: Vec<usize>,
    /// Counts of outcomes in the bins that are not empty.
    bins: BTreeMap<u64, Vec<f64>>,
}

impl Space {
    /// Which features.
    pub fn features(&self) -> &[usize] {
        &self.features
    }

    /// The bins that are not empty, with their counts.
    pub fn bins(&self) -> impl Iterator<Item = (u64, &[f64])> {
        self.bins.iter().map(|(bin, counts)| (*bin, counts.as_slice()))
    }
}

/// Several spaces over the same features, each feature having one of a range of whole numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Spaces {
    outcomes: usize,
    ranges: Vec<usize>,
    spaces: Vec<Space>,
}

impl Spaces {
    /// These spaces, without data.
    ///
    /// # Panics
    /// When a space has a feature that there is not, or more bins than 2^53.
    pub fn new(outcomes: usize, ranges: Vec<usize>, spaces: Vec<Vec<usize>>) -> Spaces {
        for space in &spaces {
            assert!(space.iter().all(|&feature| feature < ranges.len()), "spaces are made of features that there are");
            let bins = space.iter().map(|&feature| ranges[feature] as f64).product::<f64>();
            assert!(bins <= (1u64 << 53) as f64, "a space has too many bins");
        }
        let spaces = spaces.into_iter().map(|features| Space { features, bins: BTreeMap::new() }).collect();
        Spaces { outcomes, ranges, spaces }
    }

    /// All spaces of one to `most` features.
    pub fn all(outcomes: usize, ranges: Vec<usize>, most: usize) -> Spaces {
        let mut spaces: Vec<Vec<usize>> = vec![Vec::new()];
        let mut from = 0;
        for _ in 0..most.min(ranges.len()) {
            let until = spaces.len();
            for place in from..until {
                let next = spaces[place].last().map_or(0, |last| last + 1);
                for feature in next..ranges.len() {
                    let larger = spaces[place].iter().copied().chain([feature]).collect();
                    spaces.push(larger);
                }
            }
            from = until;
        }
        // Without any feature there is one space, in which all positions are alike.
        let skipped = usize::from(spaces.len() > 1);
        Spaces::new(outcomes, ranges, spaces.split_off(skipped))
    }

    /// Some of the spaces, with their data.
    ///
    /// # Panics
    /// When it is not said of each space whether it is kept.
    pub fn only(&self, keeps: &[bool]) -> Spaces {
        assert_eq!(keeps.len(), self.spaces.len(), "every space is kept or not");
        let kept = self.spaces.iter().zip(keeps).filter(|(_, keep)| **keep).map(|(space, _)| space.clone());
        Spaces { outcomes: self.outcomes, ranges: self.ranges.clone(), spaces: kept.collect() }
    }

    /// The spaces.
    pub fn list(&self) -> &[Space] {
        &self.spaces
    }

    /// How many outcomes there are.
    pub fn outcomes(&self) -> usize {
        self.outcomes
    }

    /// Learns that a position with these features came to this outcome, with a weight: 1 for a plain count.
    pub fn learn(&mut self, features: &[usize], outcome: usize, weight: f64) {
        for place in 0..self.spaces.len() {
            let bin = self.bin(place, features);
            let counts = self.spaces[place].bins.entry(bin).or_insert_with(|| vec![0.0; self.outcomes]);
            counts[outcome] += weight;
        }
    }

    /// Sets the counts of a bin, as they were saved.
    pub(super) fn set(&mut self, space: usize, bin: u64, counts: Vec<f64>) {
        self.spaces[space].bins.insert(bin, counts);
    }

    /// How many bins a space has, empty ones included.
    pub fn bin_count(&self, space: usize) -> u64 {
        self.spaces[space].features.iter().map(|&feature| self.ranges[feature] as u64).product()
    }

    fn bin(&self, space: usize, features: &[usize]) -> u64 {
        self.spaces[space].features.iter().fold(0, |bin, &feature| {
            // A value that was never seen in training counts as the nearest one.
            let value = features[feature].min(self.ranges[feature].saturating_sub(1));
            bin * self.ranges[feature] as u64 + value as u64
        })
    }

    /// The logarithm of the evidence for a space: the probability it gave the data, taken one at a time.
    pub fn log_evidence(&self, space: usize) -> f64 {
        let outcomes = self.outcomes as f64;
        let bin = |counts: &Vec<f64>| {
            let each: f64 = counts.iter().map(|count| libm::lgamma(count + 1.0)).sum();
            libm::lgamma(outcomes) + each - libm::lgamma(counts.iter().sum::<f64>() + outcomes)
        };
        self.spaces[space].bins.values().map(bin).sum()
    }

    /// The logarithm of what the thesis states first: the likeliest distribution's probability of the data times e^H a bin.
    fn log_likeliest(&self, space: usize) -> f64 {
        let bin = |counts: &Vec<f64>| {
            let total: f64 = counts.iter().sum();
            let present = counts.iter().filter(|count| **count > 0.0);
            present.map(|count| (count - count / total) * libm::log(count / total)).sum::<f64>()
        };
        self.spaces[space].bins.values().map(bin).sum()
    }

    /// The weight of each space given the data; they add up to 1.
    pub fn weights(&self, prior: SpacePrior) -> Vec<f64> {
        let log = |space: usize| match prior {
            SpacePrior::Flat => self.log_evidence(space),
            SpacePrior::FewBins => self.log_evidence(space) - self.bin_count(space) as f64,
            SpacePrior::Entropy => self.log_likeliest(space),
        };
        let logs: Vec<f64> = (0..self.spaces.len()).map(log).collect();
        let largest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut weights: Vec<f64> = logs.iter().map(|log| libm::exp(log - largest)).collect();
        let total: f64 = weights.iter().sum();
        weights.iter_mut().for_each(|weight| *weight /= total);
        weights
    }

    /// What the spaces predict for a position with these features, averaged under these weights.
    pub fn predict(&self, features: &[usize], weights: &[f64], out: &mut Vec<f64>) {
        out.clear();
        out.resize(self.outcomes, 0.0);
        for (place, &weight) in weights.iter().enumerate() {
            let counts = self.spaces[place].bins.get(&self.bin(place, features));
            let total = counts.map_or(0.0, |counts| counts.iter().sum()) + self.outcomes as f64;
            for (outcome, probability) in out.iter_mut().enumerate() {
                *probability += weight * (counts.map_or(0.0, |counts| counts[outcome]) + 1.0) / total;
            }
        }
    }
}
