//! The value of information (Howard 1966): what it is worth to know before deciding.

use super::tree::DecisionTree;
use super::utility::Utility;
use outwit_game::{Problem, tolerance};

/// What knowing something before the first decision is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Information {
    /// The certainty equivalent of deciding with the information, got for nothing.
    pub certainty_equivalent: f64,
    /// That, less the certainty equivalent without: never negative. Under linear utility this is the expected value of
    /// perfect information.
    pub gain: f64,
    /// The buying price: the most one would pay for the information beforehand. With all payoffs reduced by it, deciding
    /// with the information is exactly as good as deciding without.
    ///
    /// Under linear and exponential utility this is the gain. Elsewhere paying makes one poorer and so changes how one sees
    /// risk, and the price is found by bisection. Where the utility function ends (`sqrt` at 0, a `table` at its first
    /// point) a price that would bring a possible payoff below the end is refused, so that there the price may be less than
    /// indifference would allow.
    pub price: f64,
}

impl Information {
    /// From what deciding is worth without the information, and with it at a price.
    pub(super) fn new(
        tree: &DecisionTree,
        utility: &Utility,
        without: f64,
        informed: impl Fn(f64) -> f64,
    ) -> Information {
        let with = informed(0.0);
        // Information cannot hurt; what looks like it is rounding. So is what is too small to tell.
        let gain = if with - without > 1e-3 * tolerance(without) { with - without } else { 0.0 };
        let price = match gain > 0.0 && !utility.is_shift_invariant() {
            false => gain,
            true => buying_price(tree, without, informed),
        };
        Information { certainty_equivalent: without + gain, gain, price }
    }
}

/// The largest price at which the informed are not worse off.
fn buying_price(tree: &DecisionTree, without: f64, informed: impl Fn(f64) -> f64) -> f64 {
    // Whoever pays the whole range of payoffs gets at best the worst of them.
    let (low, high) = tree.payoff_range();
    let (mut fair, mut dear) = (0.0, high - low);
    while dear - fair > 1e-13 * (high - low) {
        let middle = fair + (dear - fair) / 2.0;
        if middle <= fair || middle >= dear {
            break;
        }
        if informed(middle) >= without { fair = middle } else { dear = middle }
    }
    fair
}

impl DecisionTree {
    /// What it is worth to learn the outcome of one chance node before the first decision: the tree is solved with each
    /// outcome in the node's place, and the solutions are weighed by their probabilities. The node is taken as an
    /// uncertainty of its own; [`super::Events`] treats nodes that are the same uncertainty as one.
    pub fn node_information(&self, utility: &Utility, node: usize) -> Result<Information, Problem> {
        self.check(utility)?;
        let without = self.values(utility, 0.0, None)[0];
        Ok(Information::new(self, utility, without, |price| {
            let pairs: Vec<(f64, f64)> = self
                .children(node)
                .map(|child| (self.probability(child), self.values(utility, price, Some((node, child)))[0]))
                .collect();
            if pairs.is_empty() { self.values(utility, price, None)[0] } else { utility.certainty_equivalent(&pairs) }
        }))
    }
}
