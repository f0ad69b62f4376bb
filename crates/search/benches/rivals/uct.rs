//! UCT written by hand, as one writes it on an afternoon for two seats and a zero sum.

use outwit_game::{Game, Player, Rng, Turn};

struct Node<M> {
    mv: Option<M>,
    /// Who made the move that leads here.
    by: Player,
    first_child: usize,
    children: usize,
    visits: u32,
    /// What it paid whoever made the move.
    sum: f64,
}

/// An array tree: children side by side, added at the second visit, random rollouts.
pub struct ArrayTree<'g, G: Game> {
    game: &'g G,
    nodes: Vec<Node<G::Move>>,
    path: Vec<usize>,
    moves: Vec<G::Move>,
    c: f64,
}

impl<'g, G: Game> ArrayTree<'g, G> {
    pub fn new(game: &'g G, c: f64) -> Self {
        let root = Node { mv: None, by: Player::SECOND, first_child: 0, children: 0, visits: 0, sum: 0.0 };
        ArrayTree { game, nodes: vec![root], path: Vec::new(), moves: Vec::new(), c }
    }

    /// The most visited move of a position, seat 1 to move.
    pub fn search(mut self, start: &G::State, simulations: u32, rng: &mut Rng) -> Option<G::Move> {
        self.expand(0, start);
        for _ in 0..simulations {
            self.simulate(start, rng);
        }
        let root = &self.nodes[0];
        let children = &self.nodes[root.first_child..root.first_child + root.children];
        children.iter().max_by_key(|child| child.visits).and_then(|child| child.mv)
    }

    fn expand(&mut self, at: usize, state: &G::State) {
        if let Turn::Of(by) = self.game.turn(state) {
            self.moves.clear();
            self.game.moves(state, &mut self.moves);
            self.nodes[at].first_child = self.nodes.len();
            self.nodes[at].children = self.moves.len();
            for &mv in &self.moves {
                self.nodes.push(Node { mv: Some(mv), by, first_child: 0, children: 0, visits: 0, sum: 0.0 });
            }
        }
    }

    fn simulate(&mut self, start: &G::State, rng: &mut Rng) {
        let mut state = start.clone();
        let mut at = 0;
        self.path.clear();
        self.path.push(0);
        while self.nodes[at].children > 0 {
            at = self.select(at, rng);
            self.game.play(&mut state, self.nodes[at].mv.expect("only the root has no move"));
            self.path.push(at);
            if self.nodes[at].children == 0 && self.nodes[at].visits > 0 {
                self.expand(at, &state);
            } else if self.nodes[at].visits == 0 {
                break;
            }
        }
        while let Turn::Of(_) = self.game.turn(&state) {
            let mv = self.game.random_move(&state, rng, &mut self.moves);
            self.game.play(&mut state, mv);
        }
        let payoffs = self.game.payoffs(&state);
        for &place in &self.path {
            let node = &mut self.nodes[place];
            node.visits += 1;
            node.sum += payoffs[node.by];
        }
    }

    fn select(&self, at: usize, rng: &mut Rng) -> usize {
        let node = &self.nodes[at];
        let children = &self.nodes[node.first_child..node.first_child + node.children];
        let untried = children.iter().filter(|child| child.visits == 0).count();
        if untried > 0 {
            let chosen = rng.index(untried);
            let place = children.iter().enumerate().filter(|(_, child)| child.visits == 0).nth(chosen);
            return node.first_child + place.expect("it was counted").0;
        }
        let log = f64::from(node.visits).ln();
        let mut best = (f64::NEG_INFINITY, 0);
        for (offset, child) in children.iter().enumerate() {
            let n = f64::from(child.visits);
            let value = child.sum / n / 2.0 + self.c * (log / n).sqrt();
            if value > best.0 {
                best = (value, offset);
            }
        }
        node.first_child + best.1
    }
}
