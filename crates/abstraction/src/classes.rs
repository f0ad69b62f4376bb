//! Classes of outcomes: what chance does need not be told apart further than the plan depends on it.
//!
//! A chance node holds a partition of its outcomes. Within a class one continuation is chosen for all its outcomes, so with
//! Q(o, a) for what continuation `a` is worth after outcome `o`,
//!
//! > V(P) = sum over classes c of max over a of sum over o in c of p(o) Q(o, a).
//!
//! The finer the partition, the more it is worth: with single outcomes it is expectimax, with one class a plan that does not
//! look at all. What splitting a class gains is the value of that information (Howard 1966), and it is 0 exactly when one
//! continuation is best throughout: "which card it is does not matter to the next moves" becomes a number.

use crate::number::Number;

/// A chance node: how likely its outcomes are, and what each continuation is worth after each.
#[derive(Clone, PartialEq, Debug)]
pub struct Node<N> {
    /// The probability of every outcome.
    pub probabilities: Vec<N>,
    /// For every outcome, what each continuation is worth after it: as many numbers for each.
    pub worth: Vec<Vec<N>>,
}

/// Outcomes by class.
pub type Partition = Vec<Vec<usize>>;

impl<N: Number> Node<N> {
    /// What a class adds to the value when one continuation is chosen for all of it: the largest sum of p(o) Q(o, a).
    pub fn class_value(&self, class: &[usize]) -> N {
        let actions = self.worth.first().map_or(0, Vec::len);
        let sum = |action: usize| {
            class.iter().fold(N::ZERO, |sum, &outcome| sum + self.probabilities[outcome] * self.worth[outcome][action])
        };
        let first = if actions == 0 { N::ZERO } else { sum(0) };
        (1..actions).map(sum).fold(first, |best, value| if value > best { value } else { best })
    }

    /// The value under a partition.
    pub fn value(&self, partition: &[Vec<usize>]) -> N {
        partition.iter().fold(N::ZERO, |sum, class| sum + self.class_value(class))
    }

    /// What it gains to split a class into these parts: never negative.
    pub fn value_of_splitting(&self, class: &[usize], parts: &[Vec<usize>]) -> N {
        self.value(parts) - self.class_value(class)
    }

    /// What it gains to tell every outcome of a class apart.
    pub fn value_of_information(&self, class: &[usize]) -> N {
        let singles: Partition = class.iter().map(|&outcome| vec![outcome]).collect();
        self.value_of_splitting(class, &singles)
    }

    /// Splits classes, the one that gains most first, until no split gains more than `price` or there are `most` classes.
    /// `parts` says how a class comes apart one level down; one that comes apart no further is left. The partition, and what
    /// every split gained.
    pub fn refine(
        &self,
        start: Partition,
        price: N,
        most: usize,
        parts: impl Fn(&[usize]) -> Partition,
    ) -> (Partition, Vec<N>) {
        let mut partition = start;
        let mut gains = Vec::new();
        while partition.len() < most {
            // Looking one level down may gain nothing where looking at each outcome does: what a class may still gain decides
            // which is split, so that no difference hides behind another.
            let best = (0..partition.len())
                .map(|place| (place, self.value_of_information(&partition[place])))
                .filter(|(place, gain)| *gain > price && parts(&partition[*place]).len() > 1)
                .fold(None, |best: Option<(usize, N)>, one| match best {
                    Some(known) if known.1 >= one.1 => Some(known),
                    _ => Some(one),
                });
            let Some((place, _)) = best else { break };
            let class = partition.swap_remove(place);
            let split = parts(&class);
            gains.push(self.value_of_splitting(&class, &split));
            partition.extend(split);
        }
        (partition, gains)
    }
}

/// How a set of outcomes comes apart by a label of each.
pub fn by_label(outcomes: &[usize], label: impl Fn(usize) -> u32) -> Partition {
    let mut classes: Vec<(u32, Vec<usize>)> = Vec::new();
    for &outcome in outcomes {
        let of = label(outcome);
        match classes.iter_mut().find(|(known, _)| *known == of) {
            Some((_, class)) => class.push(outcome),
            None => classes.push((of, vec![outcome])),
        }
    }
    classes.into_iter().map(|(_, class)| class).collect()
}
