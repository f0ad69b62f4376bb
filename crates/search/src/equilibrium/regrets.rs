//! CFR+: counterfactual regret minimisation with regrets that never fall below zero.
//!
//! Oskari Tammelin, *Solving large imperfect information games using CFR+*, 2014; Martin Zinkevich and others, *Regret
//! minimization in games with incomplete information*, 2007. Seats take turns in learning; at each information set moves are
//! played in proportion to their positive regrets; iteration t counts t times in the average.

use super::extensive::{Extensive, Node, Strategy};
use outwit_game::{Game, Player};

/// What every information set has learned.
pub struct Regrets {
    regrets: Vec<f64>,
    /// What is played now.
    current: Strategy,
    /// Sums of what was played, weighted.
    sums: Vec<f64>,
    iterations: u64,
}

impl Regrets {
    /// Nothing learned yet.
    pub fn new<G: Game>(tree: &Extensive<G>) -> Regrets {
        let width = tree.width();
        Regrets { regrets: vec![0.0; width], current: Strategy::uniform(tree), sums: vec![0.0; width], iterations: 0 }
    }

    /// How many iterations there were.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// One iteration: a walk through the tree for each seat.
    pub fn iterate<G: Game>(&mut self, tree: &Extensive<G>) {
        self.iterations += 1;
        for seat in Player::all(2) {
            let mut gains = vec![0.0; self.regrets.len()];
            self.walk(tree, 0, seat, 1.0, 1.0, &mut gains);
            for set in tree.sets.iter().filter(|set| set.seat == seat) {
                let places = set.first as usize..(set.first + set.count) as usize;
                for place in places.clone() {
                    self.regrets[place] = (self.regrets[place] + gains[place]).max(0.0);
                }
                let total: f64 = self.regrets[places.clone()].iter().sum();
                for place in places {
                    let share = if total > 0.0 { self.regrets[place] / total } else { 1.0 / f64::from(set.count) };
                    self.current.probabilities[place] = share;
                }
            }
        }
    }

    /// What a node is worth to `seat`. `own` is how likely the seat makes the moves that lead here, `rest` the others and
    /// chance. Fills in what each move of the seat's would have gained.
    fn walk<G: Game>(
        &mut self,
        tree: &Extensive<G>,
        node: u32,
        seat: Player,
        own: f64,
        rest: f64,
        gains: &mut [f64],
    ) -> f64 {
        match tree.nodes[node as usize] {
            Node::Over(payoff) => {
                if seat == Player::FIRST {
                    payoff
                } else {
                    -payoff
                }
            }
            Node::Chance { first, count } => {
                let mut value = 0.0;
                for place in first..first + count {
                    let (child, probability) = tree.children[place as usize];
                    value += probability * self.walk(tree, child, seat, own, rest * probability, gains);
                }
                value
            }
            Node::Decision { seat: mover, set, first, count } => {
                let base = tree.sets[set as usize].first;
                let mut value = 0.0;
                for index in 0..count {
                    let place = (base + index) as usize;
                    let probability = self.current.probabilities[place];
                    let (child, _) = tree.children[(first + index) as usize];
                    if mover == seat {
                        let worth = self.walk(tree, child, seat, own * probability, rest, gains);
                        value += probability * worth;
                        gains[place] += rest * worth;
                        self.sums[place] += self.iterations as f64 * own * probability;
                    } else if rest * probability > 0.0 {
                        // What the other never plays neither teaches nor counts.
                        value += probability * self.walk(tree, child, seat, own, rest * probability, gains);
                    }
                }
                if mover == seat {
                    for index in 0..count {
                        gains[(base + index) as usize] -= rest * value;
                    }
                }
                value
            }
        }
    }

    /// The average strategy, which comes close to an equilibrium.
    pub fn average<G: Game>(&self, tree: &Extensive<G>) -> Strategy {
        let mut average = Strategy::uniform(tree);
        for set in &tree.sets {
            let sums = &self.sums[set.first as usize..(set.first + set.count) as usize];
            let total: f64 = sums.iter().sum();
            if total > 0.0 {
                for (probability, sum) in average.moves_mut(set).iter_mut().zip(sums) {
                    *probability = sum / total;
                }
            }
        }
        average
    }
}
