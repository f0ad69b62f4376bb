//! CFR+: counterfactual regret minimisation with regrets that never fall below zero.
//!
//! Oskari Tammelin, *Solving large imperfect information games using CFR+*, 2014; Martin Zinkevich and others, *Regret
//! minimization in games with incomplete information*, 2007. Seats take turns in learning; at each information set moves are
//! played in proportion to their positive regrets; iteration t counts t times in the average.

use super::extensive::{Extensive, Node, Strategy};
use super::patience::Patience;
use outwit_game::{Game, Player};

/// What every information set has learned.
pub struct Regrets {
    regrets: Vec<f64>,
    /// What is played now.
    current: Strategy,
    /// Sums of what was played, weighted.
    sums: Vec<f64>,
    iterations: u64,
    /// What moves would have gained in a walk, and how likely their seat makes them and all its moves before.
    gains: Vec<f64>,
    reaches: Vec<f64>,
}

impl Regrets {
    /// Nothing learned yet.
    pub fn new<G: Game>(tree: &Extensive<G>) -> Regrets {
        let nothing = vec![0.0; tree.width()];
        Regrets {
            regrets: nothing.clone(),
            current: Strategy::uniform(tree),
            sums: nothing.clone(),
            iterations: 0,
            gains: nothing.clone(),
            reaches: nothing,
        }
    }

    /// How many iterations there were.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// One iteration: a walk through the tree for each seat.
    pub fn iterate<G: Game>(&mut self, tree: &Extensive<G>) {
        self.iterate_while(tree, &mut || true);
    }

    /// The same; `go_on` is asked now and then. False when it did not want to: then nothing was learned from the walk that was
    /// left, and the iteration does not count.
    pub fn iterate_while<G: Game>(&mut self, tree: &Extensive<G>, go_on: &mut dyn FnMut() -> bool) -> bool {
        let mut patience = Patience::new(go_on);
        self.iterations += 1;
        for seat in Player::all(2) {
            self.gains.fill(0.0);
            self.walk(tree, 0, seat, 1.0, &mut patience);
            if patience.is_over() {
                self.iterations -= 1;
                return false;
            }
            // A set comes after the seat's own moves that lead to it.
            for set in tree.sets.iter().filter(|set| set.seat == seat) {
                let places = set.first as usize..(set.first + set.count) as usize;
                let own = set.before.map_or(1.0, |before| self.reaches[before as usize]);
                for place in places.clone() {
                    // How likely the seat makes the moves that lead here is what its average is weighted by, whether the
                    // other would come here or not: it might.
                    self.reaches[place] = own * self.current.probabilities[place];
                    self.sums[place] += self.iterations as f64 * self.reaches[place];
                    self.regrets[place] = (self.regrets[place] + self.gains[place]).max(0.0);
                }
                let total: f64 = self.regrets[places.clone()].iter().sum();
                for place in places {
                    let share = if total > 0.0 { self.regrets[place] / total } else { 1.0 / f64::from(set.count) };
                    self.current.probabilities[place] = share;
                }
            }
        }
        true
    }

    /// What a node is worth to `seat`. `rest` is how likely the others and chance make the moves that lead here. Adds up what
    /// each move of the seat's would have gained.
    fn walk<G: Game>(
        &mut self,
        tree: &Extensive<G>,
        node: u32,
        seat: Player,
        rest: f64,
        patience: &mut Patience<'_>,
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
                    value += probability * self.walk(tree, child, seat, rest * probability, patience);
                }
                value
            }
            Node::Decision { seat: mover, set, first, count } => {
                if !patience.step() {
                    return 0.0;
                }
                let base = tree.sets[set as usize].first;
                let mut value = 0.0;
                for index in 0..count {
                    let place = (base + index) as usize;
                    let probability = self.current.probabilities[place];
                    let (child, _) = tree.children[(first + index) as usize];
                    if mover == seat {
                        let worth = self.walk(tree, child, seat, rest, patience);
                        value += probability * worth;
                        self.gains[place] += rest * worth;
                    } else if rest * probability > 0.0 {
                        // What the other never plays teaches nothing.
                        value += probability * self.walk(tree, child, seat, rest * probability, patience);
                    }
                }
                if mover == seat {
                    for index in 0..count {
                        self.gains[(base + index) as usize] -= rest * value;
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
