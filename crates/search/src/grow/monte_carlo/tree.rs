//! The tree of a Monte-Carlo search in flat arrays: no pointers, no position, 32 bytes a node.
//!
//! All children of a position lie side by side. A move that was never tried is a node without visits; those lie behind
//! the tried ones, so that the next to try is found at once. A node keeps the sum of what simulations through it were
//! worth *to whoever chose the move that leads to it*: all that choosing needs. Where that does not say what everybody
//! gets, a second array holds one sum a seat.

use super::Fold;
use super::formula::{Formula, Ucb1, puct, ucb1_tuned};
use super::sets::Sets;
use outwit_game::{MAX_SEATS, Payoffs, Player, Rng, Turn};

/// Where the others' choices aim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// Everybody maximises its own payoff (Sturtevant 2008).
    Own,
    /// Everybody but the seat that searches minimises that seat's payoff.
    Paranoid,
    /// The same, and between two moves of the seat that searches only one of the others moves, whichever it may be.
    BestReply,
}

/// Whose turn it is at a node, in a byte: a seat, chance, nobody, or not known yet because the node was never visited.
pub type TurnCode = u8;
pub const CHANCE: TurnCode = MAX_SEATS as u8;
pub const OVER: TurnCode = CHANCE + 1;
pub const UNKNOWN: TurnCode = OVER + 1;

pub fn code(turn: Turn) -> TurnCode {
    match turn {
        Turn::Of(player) => player.index() as TurnCode,
        Turn::Chance => CHANCE,
        Turn::Over => OVER,
    }
}

/// One node.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// What simulations through here were worth to whoever chose the move that leads here, added up.
    pub sum: f64,
    /// Simulations through here; at the root and at a position that came in for its first rollout, one more than its
    /// children have together.
    pub visits: u32,
    /// The first of its children.
    pub first: u32,
    /// The move that leads here.
    pub mv: u32,
    /// One more than the place of the proven value; 0 while nothing is proven.
    pub proof: u32,
    /// How many children there are; 0 before the second visit.
    pub children: u16,
    /// How many of them were tried.
    pub tried: u16,
    pub turn: TurnCode,
    /// Who makes the move that leads here, for best replies.
    pub by: u8,
}

/// One node's bytes, side arrays apart.
pub const NODE_BYTES: usize = size_of::<Node>();

impl Node {
    pub const NEW: Node =
        Node { sum: 0.0, visits: 0, first: 0, mv: 0, proof: 0, children: 0, tried: 0, turn: UNKNOWN, by: 0 };

    pub fn is_proven(&self) -> bool {
        self.proof != 0
    }
}

/// The tree.
#[derive(Clone, Debug)]
pub struct Tree {
    pub nodes: Vec<Node>,
    /// Sums of all seats, `seats` a node; empty where one seat's sum says everything.
    vectors: Vec<f64>,
    seats: usize,
    /// Sums of squares or priors, one a node; empty where the formula needs neither.
    pub extras: Vec<f64>,
    proofs: Vec<Payoffs>,
    pub rules: Rules,
    /// Where simulations begin: the first node, or where play has come to in a tree of information sets.
    pub root: u32,
    /// What a tree of information sets knows besides; nothing for a tree of positions.
    pub sets: Option<Box<Sets>>,
}

/// What does not change while a tree grows.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    pub aim: Aim,
    pub formula: Formula,
    pub fold: Fold,
    pub c: f64,
    /// The seat that searches.
    pub seat: Player,
    pub players: usize,
    /// What the payoffs of two seats always add up to; `None` for other games.
    pub sum: Option<f64>,
    /// No seat is paid less, none more.
    pub lowest: f64,
    pub highest: f64,
    /// What payoffs were multiplied by.
    pub unit: f64,
    /// One over the range of each seat's payoffs; chance's place holds the searching seat's.
    pub scale: [f64; MAX_SEATS + 1],
    pub solver: bool,
    /// Nodes the tree may have.
    pub most_nodes: usize,
    /// Whether the game hides something: what a move looks like is then not the move.
    pub hidden: bool,
}

impl Rules {
    /// What payoffs are worth to the one who chooses at a node with this turn; at a chance node, to the seat that searches.
    #[inline]
    pub fn liking(&self, turn: TurnCode, payoffs: &Payoffs) -> f64 {
        if turn == CHANCE {
            return payoffs[self.seat];
        }
        match self.aim {
            Aim::Own => payoffs[Player::new(turn.into())],
            Aim::Paranoid | Aim::BestReply if usize::from(turn) == self.seat.index() => payoffs[self.seat],
            Aim::Paranoid | Aim::BestReply => -payoffs[self.seat],
        }
    }

    /// The most that anybody who chooses at such a node can hope for.
    fn most(&self, turn: TurnCode) -> f64 {
        match self.aim {
            Aim::Own => self.highest,
            _ if usize::from(turn) == self.seat.index() => self.highest,
            _ => -self.lowest,
        }
    }
}

impl Tree {
    /// A tree of one node, with this turn.
    pub fn new(rules: Rules, turn: Turn) -> Tree {
        // With two seats and a constant sum, or one seat, the sum of one says everything.
        let is_said_by_one = (rules.players == 1 || rules.sum.is_some()) && rules.fold == Fold::Average;
        let seats = if is_said_by_one { 0 } else { rules.players };
        let mut tree = Tree {
            nodes: Vec::new(),
            vectors: Vec::new(),
            seats,
            extras: Vec::new(),
            proofs: Vec::new(),
            rules,
            root: 0,
            sets: None,
        };
        tree.push(Node { visits: 1, turn: code(turn), ..Node::NEW });
        tree
    }

    /// The same, of information sets.
    pub fn of_sets(rules: Rules, turn: Turn) -> Tree {
        let mut tree = Tree::new(rules, turn);
        tree.sets = Some(Box::new(Sets::root()));
        tree
    }

    /// Adds empty nodes until there are so many.
    pub fn grow_to(&mut self, count: usize) {
        self.nodes.resize(count, Node::NEW);
        self.vectors.resize(count * self.seats, 0.0);
        if self.rules.formula != Formula::Ucb1 {
            self.extras.resize(count, 0.0);
        }
    }

    /// Copies nodes with all their numbers to another place.
    pub fn copy_nodes(&mut self, from: usize, to: usize, count: usize) {
        self.nodes.copy_within(from..from + count, to);
        self.vectors.copy_within(from * self.seats..(from + count) * self.seats, to * self.seats);
        if self.rules.formula != Formula::Ucb1 {
            self.extras.copy_within(from..from + count, to);
        }
    }

    fn push(&mut self, node: Node) {
        self.nodes.push(node);
        self.vectors.resize(self.nodes.len() * self.seats, 0.0);
        if self.rules.formula != Formula::Ucb1 {
            self.extras.push(0.0);
        }
    }

    /// Whether so many more nodes may be added.
    pub fn has_room(&self, more: usize) -> bool {
        self.nodes.len() + more <= self.rules.most_nodes && more <= usize::from(u16::MAX)
    }

    /// Gives a node its children, in the game's order, none tried yet.
    pub fn add_children(&mut self, node: u32, moves: impl ExactSizeIterator<Item = (u32, u8)>) {
        let (first, count) = (self.nodes.len() as u32, moves.len() as u16);
        self.nodes.extend(moves.map(|(mv, by)| Node { mv, by, ..Node::NEW }));
        if self.seats > 0 {
            self.vectors.resize(self.nodes.len() * self.seats, 0.0);
        }
        if self.rules.formula != Formula::Ucb1 {
            self.extras.resize(self.nodes.len(), 0.0);
        }
        let node = &mut self.nodes[node as usize];
        (node.first, node.children) = (first, count);
    }

    /// The places of a node's children, tried or not.
    pub fn children(&self, node: u32) -> std::ops::Range<u32> {
        let node = &self.nodes[node as usize];
        node.first..node.first + u32::from(node.children)
    }

    /// Sets the prior of a child.
    pub fn set_prior(&mut self, child: u32, prior: f64) {
        self.extras[child as usize] = prior;
    }

    /// The child to follow at a player's node that has children and is not proven: one that was never tried, each equally
    /// likely, else the one the formula likes best; among equals the one tried first.
    ///
    /// Where it likes a proven move best, there is nothing left to find out about that: the best of the others is followed,
    /// and the proven value is what the mover can count on, whatever comes of it.
    #[inline]
    pub fn select(&mut self, at: u32, ucb: &Ucb1, rng: &mut Rng) -> (u32, Option<Payoffs>) {
        let node = self.nodes[at as usize];
        if self.rules.formula == Formula::Puct {
            return self.select_by_prior(&node);
        }
        if node.tried < node.children {
            let chosen = rng.index(usize::from(node.children - node.tried)) as u32;
            let next = node.first + u32::from(node.tried);
            if chosen > 0 {
                self.nodes.swap(next as usize, (next + chosen) as usize);
            }
            self.nodes[at as usize].tried += 1;
            return (next, None);
        }
        let scale = self.rules.scale[usize::from(node.turn)];
        match self.rules.formula {
            Formula::Ucb1 => {
                let urge = ucb.urge(node.visits);
                self.argmax(&node, |_, child| ucb.value(urge, child.sum * scale, child.visits))
            }
            _ => {
                let (c, log) = (self.rules.c, libm::log(f64::from(node.visits)));
                self.argmax(&node, |place, child| {
                    let squares = self.extras[place] * scale * scale;
                    ucb1_tuned(c, log, child.sum * scale, squares, child.visits)
                })
            }
        }
    }

    #[inline]
    fn argmax(&self, node: &Node, value: impl Fn(usize, &Node) -> f64) -> (u32, Option<Payoffs>) {
        let first = node.first as usize;
        let mut best = (f64::NEG_INFINITY, node.first);
        let mut sure = (f64::NEG_INFINITY, 0);
        for (offset, child) in self.nodes[first..first + usize::from(node.children)].iter().enumerate() {
            if child.is_proven() {
                let liking = self.proven_liking(node.turn, child);
                if liking > sure.0 {
                    sure = (liking, child.proof);
                }
                continue;
            }
            let value = value(first + offset, child);
            if value > best.0 {
                best = (value, node.first + offset as u32);
            }
        }
        if sure.1 != 0 && sure.0 * self.rules.scale[usize::from(node.turn)] >= best.0 {
            return (best.1, Some(self.proofs[sure.1 as usize - 1]));
        }
        (best.1, None)
    }

    #[cold]
    fn proven_liking(&self, turn: TurnCode, child: &Node) -> f64 {
        self.rules.liking(turn, &self.proofs[child.proof as usize - 1])
    }

    /// With priors every move is a candidate from the start; one that was never tried is expected to pay what the tried
    /// ones paid on average.
    fn select_by_prior(&self, node: &Node) -> (u32, Option<Payoffs>) {
        let children = &self.nodes[node.first as usize..][..usize::from(node.children)];
        let scale = self.rules.scale[usize::from(node.turn)];
        let (sum, visits) = children.iter().fold((0.0, 0), |(sum, visits), c| (sum + c.sum, visits + c.visits));
        let usual = if visits == 0 { 0.0 } else { sum / f64::from(visits) };
        let root = f64::from(node.visits).sqrt();
        self.argmax(node, |place, child| {
            let mean = if child.visits == 0 { usual } else { child.sum / f64::from(child.visits) };
            puct(self.rules.c, root, mean * scale, self.extras[place], child.visits)
        })
    }

    /// Notes the result of a simulation at every node of its path. Each step names a node and whose choice led to it.
    #[inline]
    pub fn back_up(&mut self, path: &[(u32, TurnCode)], payoffs: &Payoffs) {
        let mut likings = [0.0; MAX_SEATS + 1];
        for turn in (0..self.rules.players as TurnCode).chain([CHANCE]) {
            likings[usize::from(turn)] = self.rules.liking(turn, payoffs);
        }
        for &(place, chooser) in path {
            let liking = likings[usize::from(chooser)];
            let node = &mut self.nodes[place as usize];
            node.visits += 1;
            node.sum += liking;
            if self.seats > 0 {
                let base = place as usize * self.seats;
                for (sum, payoff) in self.vectors[base..base + self.seats].iter_mut().zip(payoffs.seats(self.seats)) {
                    *sum += payoff;
                }
            }
            if self.rules.formula == Formula::Ucb1Tuned {
                // Squares of likings above the least there can be: a variance does not mind.
                self.extras[place as usize] += liking * liking;
            }
        }
    }

    /// The same where a node is worth what its best child is: from the last node up, each looks at its children anew. Sums are
    /// those of as many simulations with that value, so that everybody else reads them as ever.
    pub fn back_up_best(&mut self, path: &[(u32, TurnCode)], payoffs: &Payoffs) {
        for (depth, &(place, chooser)) in path.iter().enumerate().rev() {
            self.nodes[place as usize].visits += 1;
            let Node { visits, turn, .. } = self.nodes[place as usize];
            let results = f64::from(visits - u32::from(place == 0));
            let value = if depth + 1 == path.len() {
                let mut value = Payoffs::ZERO;
                let sums = Payoffs::new(&self.vectors[place as usize * self.seats..][..self.seats]);
                value.add(1.0 / results, &sums);
                value.add(1.0 / results, payoffs);
                value
            } else {
                self.best_of_children(place, turn)
            };
            self.nodes[place as usize].sum = results * self.rules.liking(chooser, &value);
            let base = place as usize * self.seats;
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
                let sums = Payoffs::new(&self.vectors[child as usize * self.seats..][..self.seats]);
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
    pub fn proof(&self, node: u32) -> Option<&Payoffs> {
        match self.nodes[node as usize].proof {
            0 => None,
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

    /// What simulations through a node paid each seat, added up; `chooser` is whose choice led to it.
    pub fn sums(&self, node: u32, chooser: TurnCode) -> Payoffs {
        let at = &self.nodes[node as usize];
        if self.seats > 0 {
            return Payoffs::new(&self.vectors[node as usize * self.seats..][..self.seats]);
        }
        // One seat's sum: the chooser's, or what it liked about the searching seat's.
        let (seat, own) = match (chooser, self.rules.aim) {
            (CHANCE, _) => (self.rules.seat, at.sum),
            (turn, Aim::Own) => (Player::new(turn.into()), at.sum),
            (turn, _) if usize::from(turn) == self.rules.seat.index() => (self.rules.seat, at.sum),
            _ => (self.rules.seat, -at.sum),
        };
        let mut sums = Payoffs::ZERO;
        sums[seat] = own;
        if let (2, Some(sum)) = (self.rules.players, self.rules.sum) {
            let results = at.visits - u32::from(node == 0);
            sums[seat.other()] = sum * f64::from(results) - own + 0.0;
        }
        sums
    }

    /// The part of the tree below a node as a tree of its own, whose numbers are those of this one.
    pub fn below(&self, root: u32) -> Tree {
        let mut tree = Tree {
            nodes: vec![Node { visits: 1, ..self.nodes[root as usize] }],
            vectors: vec![0.0; self.seats],
            seats: self.seats,
            extras: if self.extras.is_empty() { Vec::new() } else { vec![0.0] },
            proofs: Vec::new(),
            rules: self.rules,
            root: 0,
            sets: None,
        };
        let children: u32 = self.children(root).map(|child| self.nodes[child as usize].visits).sum();
        tree.nodes[0].visits += children;
        // The root's own sum is that of its children, seen by whoever moves there.
        tree.nodes[0].sum = self.children(root).map(|child| self.nodes[child as usize].sum).sum();
        if let Some(payoffs) = self.proof(root) {
            tree.prove(0, *payoffs);
        }
        let mut queue = std::collections::VecDeque::from([(root, 0u32)]);
        while let Some((from, to)) = queue.pop_front() {
            let children = self.children(from);
            if children.is_empty() {
                continue;
            }
            let first = tree.nodes.len() as u32;
            tree.nodes[to as usize].first = first;
            for (offset, child) in children.enumerate() {
                tree.nodes.push(Node { proof: 0, ..self.nodes[child as usize] });
                let place = child as usize;
                tree.vectors.extend_from_slice(&self.vectors[place * self.seats..(place + 1) * self.seats]);
                tree.extras.extend(self.extras.get(place));
                if let Some(payoffs) = self.proof(child) {
                    tree.prove(first + offset as u32, *payoffs);
                }
                queue.push_back((child, first + offset as u32));
            }
        }
        for seat in 0..self.seats {
            let all = self.children(root).map(|child| self.vectors[child as usize * self.seats + seat]).sum();
            tree.vectors[seat] = all;
        }
        tree
    }
}
