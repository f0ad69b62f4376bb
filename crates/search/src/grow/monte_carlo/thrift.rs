//! Whether more simulations are worth what they cost.

use super::tree::Tree;
use super::{Options, Stakes};
use crate::grow::prospects::{FEW, OF_SIMULATIONS, Prospects};
use outwit_game::Facts;

/// Asked at every doubling of the simulations.
pub struct Thrift {
    prospects: Prospects,
    /// The simulations after which it is asked again.
    pub next: u64,
    /// The root's most visited move when it was asked last.
    best: Option<u32>,
}

impl Thrift {
    pub fn new(options: &Options, facts: &Facts) -> Thrift {
        let stake = if options.stakes == Stakes::Wins { 1.0 } else { facts.highest - facts.lowest };
        Thrift { prospects: Prospects::new(OF_SIMULATIONS, options.cost, stake), next: FEW, best: None }
    }

    /// Whether as many simulations again are worth it, after so many moves made inside the search.
    #[inline(never)]
    pub fn is_worth(&mut self, tree: &Tree, nodes: u64) -> bool {
        self.next *= 2;
        if self.prospects.are_free() {
            return true;
        }
        let turn = tree.nodes[tree.root as usize].turn;
        let visits = |child: &u32| tree.nodes[*child as usize].visits;
        let liking = |child: u32| match tree.proof(child) {
            Some(proof) => tree.rules.liking(turn, proof),
            None => tree.rules.liking(turn, &tree.sums(child, turn)) / f64::from(visits(&child).max(1)),
        };
        let best = tree.children(tree.root).max_by_key(visits);
        let was = self.best.and_then(|mv| tree.children(tree.root).find(|&child| tree.nodes[child as usize].mv == mv));
        let gain = best.zip(was).map_or(0.0, |(best, was)| (liking(best) - liking(was)) / tree.rules.unit);
        self.best = best.map(|child| tree.nodes[child as usize].mv);
        self.prospects.are_worth(gain, nodes, nodes)
    }
}
