//! Abstraction networks (Frank 1994, sections 4.4 to 4.7).
//!
//! An *abstraction* is a description of a class of histories. Its probability is the sum of those of the histories it
//! describes (equation 29), and its utility is the mean of theirs (equation 30):
//!
//! > Pr(A) = sum over w in A of Pr(w),  Ut(A) = sum over w in A of Pr(w) Ut(w) / Pr(A).
//!
//! One abstraction *subsumes* another that describes fewer histories; these are the arcs of the network, without those that
//! follow from others. A tree becomes the network of the beginnings of its plays, and a position that can be reached in
//! several ways is the union of those.
//!
//! # Evidence
//!
//! The thesis looks for a way to spread what is found out about one abstraction to all others. A finding about B, by a deeper
//! search say, is that its probability is now q: then by Jeffrey's rule what lies in B is taken q / Pr(B) times, what lies
//! outside (1 - q) / (1 - Pr(B)) times. Or that its utility is now v: then every history in B is worth D = v - Ut(B) more.
//! Hence for every other A
//!
//! > Ut'(A) = Ut(A) + D Pr(B | A),
//!
//! upwards, downwards and sideways. Findings that overlap are made to agree by going round them.
//!
//! # Control
//!
//! Where a1 is the best of what can be chosen now and a2 its rival, a finding that shifts Ut(B) by D moves their difference by
//! D (Pr(B | a1) - Pr(B | a2)). What it is worth to look closer at B is what is gained by changing over when that turns the
//! difference round: see [`Net::value_of_refining`].

use crate::number::Number;
use outwit_game::Problem;

/// A set of histories.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Bits(Vec<u64>);

impl Bits {
    fn new(size: usize) -> Bits {
        Bits(vec![0; size.div_ceil(64)])
    }

    fn insert(&mut self, place: usize) {
        self.0[place / 64] |= 1 << (place % 64);
    }

    fn has(&self, place: usize) -> bool {
        self.0[place / 64] >> (place % 64) & 1 == 1
    }

    fn includes(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).all(|(own, other)| other & !own == 0)
    }

    fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    fn each(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(index, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros() as usize;
                left &= left.wrapping_sub(1);
                (bit < 64).then_some(64 * index + bit)
            })
        })
    }
}

/// What was found out about an abstraction.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Finding<N> {
    /// How likely it is now.
    Probability(N),
    /// What it is worth now.
    Utility(N),
}

#[derive(Clone)]
struct Node {
    name: String,
    members: Bits,
}

/// A network of abstractions over some histories.
#[derive(Clone)]
pub struct Net<N> {
    probabilities: Vec<N>,
    utilities: Vec<N>,
    nodes: Vec<Node>,
}

impl<N: Number> Net<N> {
    /// Over histories with these weights, which need not add up to 1, and utilities.
    pub fn new(weights: &[N], utilities: Vec<N>) -> Result<Net<N>, Problem> {
        let total = weights.iter().fold(N::ZERO, |sum, &weight| sum + weight);
        if weights.len() != utilities.len() || weights.iter().any(|weight| *weight < N::ZERO) || total <= N::ZERO {
            return Err(Problem::new(
                "every history has a weight from 0 on and a utility, and some weight is more than 0",
            ));
        }
        let probabilities = weights.iter().map(|&weight| weight / total).collect();
        Ok(Net { probabilities, utilities, nodes: Vec::new() })
    }

    /// How many histories there are.
    pub fn histories(&self) -> usize {
        self.probabilities.len()
    }

    /// How many abstractions there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Adds the abstraction of the histories that `is_member` says yes to.
    pub fn add(&mut self, name: &str, is_member: impl Fn(usize) -> bool) -> usize {
        let mut members = Bits::new(self.histories());
        (0..self.histories()).filter(|&history| is_member(history)).for_each(|history| members.insert(history));
        self.nodes.push(Node { name: name.to_string(), members });
        self.nodes.len() - 1
    }

    /// An abstraction's name.
    pub fn name(&self, node: usize) -> &str {
        &self.nodes[node].name
    }

    /// How many histories it describes.
    pub fn count(&self, node: usize) -> usize {
        self.nodes[node].members.count()
    }

    /// Whether it describes a history.
    pub fn describes(&self, node: usize, history: usize) -> bool {
        self.nodes[node].members.has(history)
    }

    fn sums(&self, members: impl Iterator<Item = usize>) -> (N, N) {
        members.fold((N::ZERO, N::ZERO), |(probability, worth), history| {
            let share = self.probabilities[history];
            (probability + share, worth + share * self.utilities[history])
        })
    }

    /// The probability of an abstraction, by equation 29. One that describes all that can happen has exactly 1, which a sum of
    /// rounded numbers may miss.
    pub fn probability(&self, node: usize) -> N {
        let members = &self.nodes[node].members;
        let mut others = (0..self.histories()).filter(|&history| !members.has(history));
        if others.all(|history| self.probabilities[history] <= N::ZERO) {
            return N::ONE;
        }
        let sum = self.sums(members.each()).0;
        if sum > N::ONE { N::ONE } else { sum }
    }

    /// The utility of an abstraction, by equation 30; none where its probability is 0.
    pub fn utility(&self, node: usize) -> Option<N> {
        let (probability, worth) = self.sums(self.nodes[node].members.each());
        (probability > N::ZERO).then(|| worth / probability)
    }

    /// The utility of all histories together.
    pub fn expectation(&self) -> N {
        self.sums(0..self.histories()).1
    }

    /// The probability of `node` given `known`; none where that cannot be.
    pub fn given(&self, node: usize, known: usize) -> Option<N> {
        let inside = &self.nodes[node].members;
        let (whole, _) = self.sums(self.nodes[known].members.each());
        let (part, _) = self.sums(self.nodes[known].members.each().filter(|&history| inside.has(history)));
        (whole > N::ZERO).then(|| part / whole)
    }

    /// The standard deviation of the utilities within an abstraction.
    pub fn spread(&self, node: usize) -> Option<f64> {
        let mean = self.utility(node)?.value();
        let probability = self.probability(node).value();
        let squares = self.nodes[node].members.each().map(|history| {
            let off = self.utilities[history].value() - mean;
            self.probabilities[history].value() * off * off
        });
        Some((squares.sum::<f64>() / probability).sqrt())
    }

    /// Whether every history that `narrow` describes is one of `wide`.
    pub fn subsumes(&self, wide: usize, narrow: usize) -> bool {
        self.nodes[wide].members.includes(&self.nodes[narrow].members)
    }

    /// From each abstraction to those it subsumes, without what follows from others. Of several that describe the same
    /// histories, each subsumes the next.
    pub fn arcs(&self) -> Vec<(usize, usize)> {
        let over = |wide: usize, narrow: usize| {
            wide != narrow
                && self.subsumes(wide, narrow)
                && (self.nodes[wide].members != self.nodes[narrow].members || wide < narrow)
        };
        let all = 0..self.len();
        let pairs = all.clone().flat_map(|wide| (0..self.len()).map(move |narrow| (wide, narrow)));
        pairs
            .filter(|&(wide, narrow)| {
                over(wide, narrow) && !all.clone().any(|between| over(wide, between) && over(between, narrow))
            })
            .collect()
    }

    /// Takes a finding for true.
    pub fn find(&mut self, node: usize, finding: Finding<N>) -> Result<(), Problem> {
        let known = self.probability(node);
        let name = &self.nodes[node].name;
        match finding {
            Finding::Probability(now) => {
                if now < N::ZERO || now > N::ONE {
                    return Err(Problem::new(format!(
                        "a probability is a number from 0 to 1, and `{name}` is given another"
                    )));
                }
                if (known <= N::ZERO && now > N::ZERO) || (known >= N::ONE && now < N::ONE) {
                    return Err(Problem::new(match known <= N::ZERO {
                        true => format!("no history that happens is one of `{name}`, so none can be taken more often"),
                        false => format!("every history is one of `{name}`, so nothing else can be taken more often"),
                    }));
                }
                let inside = if known > N::ZERO { now / known } else { N::ONE };
                let outside = if known < N::ONE { (N::ONE - now) / (N::ONE - known) } else { N::ONE };
                for (history, probability) in self.probabilities.iter_mut().enumerate() {
                    *probability = *probability * if self.nodes[node].members.has(history) { inside } else { outside };
                }
            }
            Finding::Utility(now) => {
                let Some(before) = self.utility(node) else {
                    return Err(Problem::new(format!(
                        "no history that happens is one of `{name}`, so it is worth nothing that could change"
                    )));
                };
                for history in self.nodes[node].members.each() {
                    self.utilities[history] = self.utilities[history] + (now - before);
                }
            }
        }
        Ok(())
    }

    /// Takes several findings for true at once: they are gone round until none of them is off by more than `off`, or so many
    /// times (iterative proportional fitting). Whether they agree in the end. For abstractions that have no history in common
    /// once is enough for utilities.
    pub fn agree(&mut self, findings: &[(usize, Finding<N>)], off: f64, rounds: usize) -> Result<bool, Problem> {
        for _ in 0..rounds {
            for &(node, finding) in findings {
                self.find(node, finding)?;
            }
            let agrees = findings.iter().all(|&(node, finding)| match finding {
                Finding::Probability(now) => (self.probability(node).value() - now.value()).abs() <= off,
                Finding::Utility(now) => {
                    self.utility(node).is_some_and(|worth| (worth.value() - now.value()).abs() <= off)
                }
            });
            if agrees {
                return Ok(true);
            }
        }
        Ok(findings.is_empty())
    }

    /// What it is worth to look closer at `node` when `best` is preferred to `rival`, if its utility may then turn out shifted
    /// by these sums with these probabilities: what is gained on average by changing over where that turns out better. None
    /// where one of the two cannot be.
    pub fn value_of_refining(&self, node: usize, best: usize, rival: usize, shifts: &[(N, N)]) -> Option<N> {
        let gap = self.utility(best)? - self.utility(rival)?;
        let tilt = self.given(node, best)? - self.given(node, rival)?;
        let gain = |shift: N| {
            let turned = gap + shift * tilt;
            if turned < N::ZERO { N::ZERO - turned } else { N::ZERO }
        };
        Some(shifts.iter().fold(N::ZERO, |sum, &(probability, shift)| sum + probability * gain(shift)))
    }
}
