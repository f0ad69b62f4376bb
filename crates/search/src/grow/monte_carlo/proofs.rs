//! What a tree of positions knows beyond averages: what is proven, and what the best child is worth.

use super::rules::Aim;
use super::tree::{CHANCE, Node, Tree, TurnCode};
use outwit_game::Payoffs;

impl Tree {
    /// As [`back_up`](Tree::back_up) where a node is worth what its best child is: from the last node up, each looks at its
    /// children anew. Sums are
    /// those of as many simulations with that value, so that everybody else reads them as ever.
    pub fn back_up_best(&mut self, path: &[(u32, TurnCode)], payoffs: &Payoffs) {
        for (depth, &(place, chooser)) in path.iter().enumerate().rev() {
            self.nodes[place as usize].visits += 1;
            let Node { visits, turn, .. } = self.nodes[place as usize];
            let results = f64::from(visits - u32::from(place == 0));
            let value = if depth + 1 == path.len() {
                let mut value = Payoffs::ZERO;
                let sums = Payoffs::new(&self.vectors[place as usize * self.width..][..self.seats]);
                value.add(1.0 / results, &sums);
                value.add(1.0 / results, payoffs);
                value
            } else {
                self.best_of_children(place, turn)
            };
            self.nodes[place as usize].sum = results * self.rules.liking(chooser, &value);
            let base = place as usize * self.width;
            for (sum, payoff) in self.vectors[base..base + self.seats].iter_mut().zip(value.seats(self.seats)) {
                *sum = results * payoff;
            }
        }
    }

    /// What a node with a tried child is worth: its mover's best, or the average of what chance has drawn.
    fn best_of_children(&self, place: u32, turn: TurnCode) -> Payoffs {
        let value = |child: u32| match self.proof(child) {
            Some(proof) => *proof,
            None => {
                let mut value = Payoffs::ZERO;
                let sums = Payoffs::new(&self.vectors[child as usize * self.width..][..self.seats]);
                value.add(1.0 / f64::from(self.nodes[child as usize].visits), &sums);
                value
            }
        };
        let is_known = |child: &u32| self.nodes[*child as usize].visits > 0;
        if turn == CHANCE {
            let (mut total, mut mean) = (0.0, Payoffs::ZERO);
            for child in self.children(place).filter(is_known) {
                let visits = f64::from(self.nodes[child as usize].visits);
                mean.add(visits, &value(child));
                total += visits;
            }
            let mut value = Payoffs::ZERO;
            value.add(1.0 / total, &mean);
            return value;
        }
        let mut best = (f64::NEG_INFINITY, Payoffs::ZERO);
        for child in self.children(place).filter(is_known) {
            let value = value(child);
            let liking = self.rules.liking(turn, &value);
            if liking > best.0 {
                best = (liking, value);
            }
        }
        best.1
    }

    /// Notes that a node's value is known for good.
    pub fn prove(&mut self, node: u32, payoffs: Payoffs) {
        self.proofs.push(payoffs);
        self.nodes[node as usize].proof = self.proofs.len() as u32;
    }

    /// The proven value of a node.
    #[inline]
    pub fn proof(&self, node: u32) -> Option<&Payoffs> {
        match self.nodes[node as usize].proof {
            0 => None,
            // There the place is taken.
            _ if self.sets.is_some() => None,
            place => Some(&self.proofs[place as usize - 1]),
        }
    }

    /// Whether what is proven of the children settles a player's node: one of them is the best that can be hoped for, or all
    /// are proven. Of several equally good ones any may be chosen, so the others get the average; where that matters to
    /// somebody, one best move is not enough.
    pub fn settled(&self, node: u32) -> Option<Payoffs> {
        let Node { turn, children, .. } = self.nodes[node as usize];
        let most = if self.seats == 0 || self.rules.aim != Aim::Own { self.rules.most(turn) } else { f64::INFINITY };
        let (mut best, mut proven) = (f64::NEG_INFINITY, 0);
        for proof in self.children(node).filter_map(|child| self.proof(child)) {
            let liking = self.rules.liking(turn, proof);
            if liking >= most {
                return Some(*proof);
            }
            best = best.max(liking);
            proven += 1;
        }
        if proven < children {
            return None;
        }
        let mut mean = Payoffs::ZERO;
        let mut equals = 0.0;
        for proof in self.children(node).filter_map(|child| self.proof(child)) {
            if outwit_game::equally_good(self.rules.liking(turn, proof), best) {
                mean.add(1.0, proof);
                equals += 1.0;
            }
        }
        let mut payoffs = Payoffs::ZERO;
        payoffs.add(1.0 / equals, &mean);
        Some(payoffs)
    }
}
