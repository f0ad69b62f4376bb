//! How all siblings of a family depend on each other: pairs alone do not tell, for pairwise independent is not independent.
//!
//! A family of k siblings in random order is k variables with one joint distribution; what it holds is how many children
//! have each value. Two measures:
//!
//! - the *total correlation* (multi-information, Watanabe 1960): the sum of the entropies less the joint entropy, that is,
//!   how many bits knowing the families saves over treating siblings as independent;
//! - I(X; the others), how many bits all siblings together tell of one, of which the degree of dependence is the part.
//!
//! Both are found among families of equal size and averaged. Few families of many shapes make both too large, as any count of
//! a small sample does.

use super::dependence::{Counting, entropy};
use crate::labels::Labels;
use std::collections::BTreeMap;

/// Families counted in all three ways.
pub struct Families {
    outcomes: usize,
    /// By how many children have each value.
    weights: BTreeMap<Vec<u16>, [f64; 3]>,
}

/// How siblings depend on each other as a family, under one way of counting.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct FamilyDependence {
    /// H(X) of a child, averaged over sizes of families.
    pub entropy: f64,
    /// The total correlation a family, in bits.
    pub total_correlation: f64,
    /// The same as a part of the most it could be, when one child settles all the others; none if there is no uncertainty.
    pub share: Option<f64>,
    /// I(X; values of all the others), in bits.
    pub information: f64,
    /// The same as a part of H(X): the degree of dependence on all siblings together.
    pub dependence: Option<f64>,
}

/// [`FamilyDependence`] under all three ways of counting.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Together([FamilyDependence; 3]);

impl Together {
    /// Under one way of counting.
    pub fn under(&self, counting: Counting) -> &FamilyDependence {
        &self.0[counting as usize]
    }
}

impl Families {
    /// None counted yet.
    pub fn new(outcomes: usize) -> Families {
        Families { outcomes, weights: BTreeMap::new() }
    }

    /// Counts a family of at least two.
    pub fn add(&mut self, labels: &Labels, children: &[u32], occurrences: f64, visits: f64) {
        if children.len() < 2 {
            return;
        }
        let mut family = vec![0u16; self.outcomes];
        children.iter().for_each(|&child| family[labels.place(child as usize)] += 1);
        let weights = self.weights.entry(family).or_default();
        let pairs = (children.len() * (children.len() - 1)) as f64;
        for counting in Counting::ALL {
            weights[counting as usize] += pairs * counting.pair_weight(occurrences, visits, children.len());
        }
    }

    /// What has been counted says this.
    pub fn finish(&self) -> Together {
        Together(Counting::ALL.map(|counting| self.under(counting)))
    }

    fn under(&self, counting: Counting) -> FamilyDependence {
        let mut sizes: BTreeMap<u32, Vec<(&Vec<u16>, f64)>> = BTreeMap::new();
        for (family, weights) in &self.weights {
            let size = family.iter().map(|&count| u32::from(count)).sum();
            sizes.entry(size).or_default().push((family, weights[counting as usize]));
        }
        let total: f64 = sizes.values().flatten().map(|(_, weight)| weight).sum();
        let mut sum = FamilyDependence::default();
        let mut most = 0.0;
        for (&size, families) in &sizes {
            let weight: f64 = families.iter().map(|(_, weight)| weight).sum();
            if weight <= 0.0 {
                continue;
            }
            let (part, k) = (weight / total, f64::from(size));
            // H(X) of a child drawn from a family of this size.
            let child = (0..self.outcomes).map(|x| families.iter().map(|(f, w)| w * f64::from(f[x]) / k).sum::<f64>());
            let child = entropy(child);
            // H(X1..Xk): which counts, and in which of the orders that have them.
            let orders: f64 = families.iter().map(|(f, w)| w / weight * log2_orders(f)).sum();
            let joint = entropy(families.iter().map(|(_, w)| *w)) + orders;
            // H(X, the others), by which counts are left without X.
            let mut others: BTreeMap<Vec<u16>, f64> = BTreeMap::new();
            let mut both = Vec::new();
            for (family, w) in families {
                for x in (0..self.outcomes).filter(|&x| family[x] > 0) {
                    let pair = w * f64::from(family[x]) / k;
                    let mut rest = (*family).clone();
                    rest[x] -= 1;
                    *others.entry(rest).or_default() += pair;
                    both.push(pair);
                }
            }
            sum.entropy += part * child;
            sum.total_correlation += part * (k * child - joint).max(0.0);
            most += part * (k - 1.0) * child;
            sum.information +=
                part * (child + entropy(others.values().copied()) - entropy(both.iter().copied())).max(0.0);
        }
        sum.share = (most > 1e-15).then(|| sum.total_correlation / most);
        sum.dependence = (sum.entropy > 1e-15).then(|| sum.information / sum.entropy);
        sum
    }
}

/// The logarithm of the number of orders of a family: k! / (n1! n2! ...).
fn log2_orders(family: &[u16]) -> f64 {
    let log_factorial = |n: u32| libm::lgamma(f64::from(n) + 1.0);
    let size = family.iter().map(|&count| u32::from(count)).sum();
    let same: f64 = family.iter().map(|&count| log_factorial(u32::from(count))).sum();
    (log_factorial(size) - same) / std::f64::consts::LN_2
}
