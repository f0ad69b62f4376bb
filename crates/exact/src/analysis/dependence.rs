//! How much the value of a position says about that of a sibling (Frank 1994, section 2.5.4.1).

use crate::labels::Labels;

/// How siblings are counted (section 2.5.4.2 calls them metrics 1, 2 and 3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counting {
    /// Every ordered pair of siblings counts once.
    Pairs,
    /// Every position that has siblings counts once, shared out among them.
    Nodes,
    /// Every position counts as often as a game of random moves comes to it, shared out among its siblings.
    RandomGame,
}

impl Counting {
    /// All three.
    pub const ALL: [Counting; 3] = [Counting::Pairs, Counting::Nodes, Counting::RandomGame];

    /// In a word or two.
    pub const fn name(self) -> &'static str {
        match self {
            Counting::Pairs => "pairs of siblings",
            Counting::Nodes => "nodes with siblings",
            Counting::RandomGame => "nodes with siblings in a random game",
        }
    }

    /// What each ordered pair of a family counts.
    pub(super) fn pair_weight(self, occurrences: f64, visits: f64, family: usize) -> f64 {
        let family = family as f64;
        match self {
            Counting::Pairs => occurrences,
            Counting::Nodes => occurrences / (family - 1.0),
            Counting::RandomGame => visits / (family * (family - 1.0)),
        }
    }
}

/// The entropy of a distribution in bits (equation 7); weights need not add up to 1.
pub fn entropy(weights: impl Iterator<Item = f64> + Clone) -> f64 {
    let total: f64 = weights.clone().sum();
    if total <= 0.0 {
        return 0.0;
    }
    let bits = weights.filter(|weight| *weight > 0.0).map(|weight| {
        let p = weight / total;
        p * libm::log2(p)
    });
    0.0 - bits.sum::<f64>()
}

/// The joint distribution of the values of a position and of its sibling.
#[derive(Clone, PartialEq, Debug)]
pub struct Joint {
    outcomes: usize,
    weights: Vec<f64>,
}

impl Joint {
    /// Nothing counted yet, for so many outcomes.
    pub fn new(outcomes: usize) -> Joint {
        Joint { outcomes, weights: vec![0.0; outcomes * outcomes] }
    }

    /// Counts a position of value `x` with a sibling of value `y`.
    #[inline]
    pub fn add(&mut self, x: usize, y: usize, weight: f64) {
        self.weights[x * self.outcomes + y] += weight;
    }

    /// What has been counted, in all.
    pub fn total(&self) -> f64 {
        self.weights.iter().sum()
    }

    /// What has been counted of positions of value `x` with a sibling of value `y`.
    pub fn weight(&self, x: usize, y: usize) -> f64 {
        self.weights[x * self.outcomes + y]
    }

    /// The probability of `x` with `y`.
    pub fn probability(&self, x: usize, y: usize) -> f64 {
        self.weight(x, y) / self.total()
    }

    /// What has been counted of positions of each value.
    pub fn of_node(&self) -> impl Iterator<Item = f64> + Clone {
        self.weights.chunks_exact(self.outcomes).map(|row| row.iter().sum())
    }

    /// What has been counted of siblings of each value.
    pub fn of_sibling(&self) -> impl Iterator<Item = f64> + Clone {
        (0..self.outcomes).map(|y| (0..self.outcomes).map(|x| self.weight(x, y)).sum())
    }

    /// The weights of the values of a position whose sibling has the value `y`.
    pub fn given(&self, y: usize) -> impl Iterator<Item = f64> + Clone {
        (0..self.outcomes).map(move |x| self.weight(x, y))
    }

    /// H(X), the entropy of a position's value (equation 7).
    pub fn entropy(&self) -> f64 {
        entropy(self.of_node())
    }

    /// I(X;Y), how many bits a sibling's value tells of a position's (equation 10).
    pub fn mutual_information(&self) -> f64 {
        let total = self.total();
        let siblings: Vec<f64> = self.of_sibling().collect();
        let mut bits = 0.0;
        for (x, node) in self.of_node().enumerate() {
            for (y, sibling) in siblings.iter().enumerate() {
                let joint = self.weight(x, y);
                if joint > 0.0 {
                    bits += joint / total * libm::log2(joint * total / (node * sibling));
                }
            }
        }
        // Rounding may leave less than nothing.
        bits.max(0.0)
    }

    /// D(X;Y), the part of the uncertainty about a position that a sibling takes away (equation 11); none where there is no
    /// uncertainty.
    pub fn dependence(&self) -> Option<f64> {
        let entropy = self.entropy();
        (entropy > 1e-15).then(|| self.mutual_information() / entropy)
    }
}

/// Siblings counted in all three ways.
#[derive(Clone, PartialEq, Debug)]
pub struct Siblings {
    /// How many positions with siblings were counted, as often as each occurs.
    pub nodes: f64,
    joints: [Joint; 3],
}

impl Siblings {
    /// None counted yet.
    pub fn new(outcomes: usize) -> Siblings {
        Siblings {
            nodes: 0.0,
            joints: [Counting::Pairs, Counting::Nodes, Counting::RandomGame].map(|_| Joint::new(outcomes)),
        }
    }

    /// The joint distribution under one way of counting.
    pub fn joint(&self, counting: Counting) -> &Joint {
        &self.joints[counting as usize]
    }

    /// Counts one position beside all siblings of its family. `family` holds how many children have each value, itself
    /// included.
    #[inline]
    pub fn add(&mut self, value: usize, family: &[u32], occurrences: f64, visits: f64) {
        let size = family.iter().sum::<u32>() as usize;
        self.nodes += occurrences;
        for counting in Counting::ALL {
            let weight = counting.pair_weight(occurrences, visits, size);
            for (other, &count) in family.iter().enumerate() {
                let siblings = count - u32::from(other == value);
                if siblings > 0 {
                    self.joints[counting as usize].add(value, other, weight * f64::from(siblings));
                }
            }
        }
    }
}

/// Counts the children of a position that occurs so often and is visited so often; those without siblings are left out.
pub(super) fn add_family(
    counted: &mut [Siblings],
    labels: &Labels,
    children: &[u32],
    occurrences: f64,
    visits: f64,
    group: &impl Fn(u32) -> usize,
) {
    if children.len() < 2 {
        return;
    }
    let mut family = [0u32; 256];
    let family = &mut family[..labels.outcomes().len()];
    children.iter().for_each(|&child| family[labels.place(child as usize)] += 1);
    for &child in children {
        counted[group(child)].add(labels.place(child as usize), family, occurrences, visits);
    }
}
