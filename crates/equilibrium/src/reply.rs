//! Best replies, and what they win.

use super::extensive::{Extensive, Node, Strategy};
use super::patience::Patience;
use outwit_game::{Game, Player};

/// How good a strategy is for both seats.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Exploitability {
    /// What seat 1 is paid when both seats play the strategy.
    pub value: f64,
    /// What each seat would be paid for its best reply to the other's part of the strategy.
    pub best_replies: [f64; 2],
    /// What a best reply wins on average over the seats (NashConv / 2): 0 for an equilibrium. The value of the game lies
    /// within twice this of `value`.
    pub exploitability: f64,
}

/// What seat 1 is paid when both seats play the strategy.
pub fn value<G: Game>(tree: &Extensive<G>, strategy: &Strategy) -> f64 {
    value_while(tree, strategy, &mut Patience::new(&mut || true))
}

fn value_while<G: Game>(tree: &Extensive<G>, strategy: &Strategy, patience: &mut Patience<'_>) -> f64 {
    // Children come after their parents, so from the last node on every child is known.
    let mut values = vec![0.0; tree.nodes.len()];
    for (place, node) in tree.nodes.iter().enumerate().rev() {
        if !patience.step() {
            break;
        }
        values[place] = match *node {
            Node::Over(payoff) => payoff,
            Node::Chance { first, count } => {
                tree.children(first, count).iter().map(|(child, p)| p * values[*child as usize]).sum()
            }
            Node::Decision { set, first, count, .. } => {
                let moves = strategy.moves(set as usize);
                tree.children(first, count).iter().zip(moves).map(|((child, _), p)| p * values[*child as usize]).sum()
            }
        };
    }
    values[0]
}

/// How much a strategy for both seats can be exploited.
pub fn exploitability<G: Game>(tree: &Extensive<G>, strategy: &Strategy) -> Exploitability {
    exploitability_while(tree, strategy, &mut || true).expect("nobody stops it")
}

/// The same; `go_on` is asked now and then, and `None` is said when it does not want to.
pub fn exploitability_while<G: Game>(
    tree: &Extensive<G>,
    strategy: &Strategy,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Exploitability> {
    let mut patience = Patience::new(go_on);
    let seats = [Player::FIRST, Player::SECOND];
    let best_replies = seats.map(|seat| Reply::new(tree, strategy, seat, &mut patience).value());
    let value = value_while(tree, strategy, &mut patience);
    let exploitability = (best_replies[0] + best_replies[1]) / 2.0;
    (!patience.is_over()).then_some(Exploitability { value, best_replies, exploitability })
}

/// A best reply of one seat.
struct Reply<'a, 'p, G: Game> {
    tree: &'a Extensive<G>,
    strategy: &'a Strategy,
    seat: Player,
    /// How likely the others and chance bring about each node.
    reach: Vec<f64>,
    nodes_of_set: Vec<Vec<u32>>,
    values: Vec<Option<f64>>,
    choices: Vec<Option<u32>>,
    patience: &'a mut Patience<'p>,
}

impl<'a, 'p, G: Game> Reply<'a, 'p, G> {
    fn new(
        tree: &'a Extensive<G>,
        strategy: &'a Strategy,
        seat: Player,
        patience: &'a mut Patience<'p>,
    ) -> Reply<'a, 'p, G> {
        let mut reach = vec![0.0; tree.nodes.len()];
        let mut nodes_of_set = vec![Vec::new(); tree.sets.len()];
        reach[0] = 1.0;
        for (place, node) in tree.nodes.iter().enumerate() {
            if !patience.step() {
                break;
            }
            let here = reach[place];
            match *node {
                Node::Over(_) => {}
                Node::Chance { first, count } => {
                    for (child, p) in tree.children(first, count) {
                        reach[*child as usize] = here * p;
                    }
                }
                Node::Decision { seat: mover, set, first, count } => {
                    if mover == seat {
                        nodes_of_set[set as usize].push(place as u32);
                    }
                    for (index, (child, _)) in tree.children(first, count).iter().enumerate() {
                        let p = if mover == seat { 1.0 } else { strategy.moves(set as usize)[index] };
                        reach[*child as usize] = here * p;
                    }
                }
            }
        }
        let (values, choices) = (vec![None; tree.nodes.len()], vec![None; tree.sets.len()]);
        Reply { tree, strategy, seat, reach, nodes_of_set, values, choices, patience }
    }

    fn value(mut self) -> f64 {
        self.at(0)
    }

    /// What a node is worth to the seat that replies.
    fn at(&mut self, node: u32) -> f64 {
        if let Some(value) = self.values[node as usize] {
            return value;
        }
        if !self.patience.step() {
            return 0.0;
        }
        let value = match self.tree.nodes[node as usize] {
            Node::Over(payoff) if self.seat == Player::FIRST => payoff,
            Node::Over(payoff) => -payoff,
            Node::Chance { first, count } => (first..first + count)
                .map(|place| self.tree.children[place as usize])
                .map(|(c, p)| p * self.at(c))
                .sum(),
            Node::Decision { seat, set, first, .. } if seat == self.seat => {
                let choice = self.choice(set);
                self.at(self.tree.children[(first + choice) as usize].0)
            }
            Node::Decision { set, first, count, .. } => {
                let mut value = 0.0;
                for index in 0..count {
                    let p = self.strategy.moves(set as usize)[index as usize];
                    if p > 0.0 {
                        value += p * self.at(self.tree.children[(first + index) as usize].0);
                    }
                }
                value
            }
        };
        self.values[node as usize] = Some(value);
        value
    }

    /// The best move of a set: over all its nodes, each as likely as the others bring it about. Sets further down are
    /// settled on the way; with perfect recall none of them is this one.
    fn choice(&mut self, set: u32) -> u32 {
        if let Some(choice) = self.choices[set as usize] {
            return choice;
        }
        let nodes = std::mem::take(&mut self.nodes_of_set[set as usize]);
        let count = self.tree.sets[set as usize].count;
        let (mut best, mut most) = (0, f64::NEG_INFINITY);
        for index in 0..count {
            let mut worth = 0.0;
            for &node in &nodes {
                let reach = self.reach[node as usize];
                if let (Node::Decision { first, .. }, true) = (self.tree.nodes[node as usize], reach > 0.0) {
                    worth += reach * self.at(self.tree.children[(first + index) as usize].0);
                }
            }
            if worth > most {
                (best, most) = (index, worth);
            }
        }
        self.choices[set as usize] = Some(best);
        best
    }
}
