//! The tree of a Monte-Carlo search in flat arrays: no pointers, no position, 32 bytes a node.
//!
//! All children of a position lie side by side. A move that was never tried is a node without visits; those lie behind
//! the tried ones, so that the next to try is found at once. A node keeps the sum of what simulations through it were
//! worth *to whoever chose the move that leads to it*: all that choosing needs. Where that does not say what everybody
//! gets, a second array holds one sum a seat.

use super::Fold;
use super::formula::{Formula, Ucb1, puct, ucb1_tuned};
use super::rules::{Aim, Rules};
use super::sets::Sets;
use outwit_game::{MAX_SEATS, Payoffs, Player, Rng, Turn};

/// Whose turn it is at a node, in a byte: a seat, chance, nobody, or not known yet because the node was never visited.
pub type TurnCode = u8;
pub const CHANCE: TurnCode = MAX_SEATS as u8;
pub const OVER: TurnCode = CHANCE + 1;
pub const UNKNOWN: TurnCode = OVER + 1;

#[inline]
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
    /// One more than the place of the proven value; 0 while nothing is proven. Information sets use it for something else.
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

    #[inline]
    pub fn is_proven(&self) -> bool {
        self.proof != 0
    }
}

/// The tree.
#[derive(Clone, Debug)]
pub struct Tree {
    pub nodes: Vec<Node>,
    /// Sums of all seats and then of all wants, `width` a node; empty where one seat's sum says everything.
    pub(super) vectors: Vec<f64>,
    pub(super) seats: usize,
    pub(super) width: usize,
    /// Priors or sums of squares; empty where the formula needs neither. One a node, or with wants one of squares a column.
    pub extras: Vec<f64>,
    pub(super) extra_width: usize,
    pub(super) proofs: Vec<Payoffs>,
    pub rules: Rules,
    /// Where simulations begin: the first node, or where play has come to in a tree of information sets.
    pub root: u32,
    /// What everybody got of each of the root's moves, added up, in a lean tree.
    top: Vec<(u32, Payoffs)>,
    /// What a tree of information sets knows besides; nothing for a tree of positions.
    pub sets: Option<Box<Sets>>,
}

impl Tree {
    /// A tree of one node, with this turn.
    pub fn new(rules: Rules, turn: Turn) -> Tree {
        // With two seats and a constant sum, or one seat, the sum of one says everything.
        let is_said_by_one =
            (rules.players == 1 || rules.sum.is_some()) && rules.fold == Fold::Average && rules.wants.is_none();
        let seats = if is_said_by_one || rules.is_lean { 0 } else { rules.players };
        let width = seats + rules.wants.unwrap_or(0);
        let extra_width = match rules.formula {
            Formula::Ucb1 => 0,
            Formula::Ucb1Tuned if rules.wants.is_some() => width,
            _ => 1,
        };
        let mut tree = Tree {
            nodes: Vec::new(),
            vectors: Vec::new(),
            seats,
            width,
            extras: Vec::new(),
            extra_width,
            proofs: Vec::new(),
            rules,
            root: 0,
            top: Vec::new(),
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
        self.fill();
    }

    /// Numbers for nodes that have none yet.
    #[inline]
    fn fill(&mut self) {
        if self.width > 0 {
            self.vectors.resize(self.nodes.len() * self.width, 0.0);
        }
        if self.extra_width > 0 {
            self.extras.resize(self.nodes.len() * self.extra_width, 0.0);
        }
    }

    /// Copies nodes with all their numbers to another place.
    pub fn copy_nodes(&mut self, from: usize, to: usize, count: usize) {
        self.nodes.copy_within(from..from + count, to);
        for (numbers, width) in [(&mut self.vectors, self.width), (&mut self.extras, self.extra_width)] {
            numbers.copy_within(from * width..(from + count) * width, to * width);
        }
    }

    fn push(&mut self, node: Node) {
        self.nodes.push(node);
        self.fill();
    }

    /// Whether so many more nodes may be added.
    #[inline]
    pub fn has_room(&self, more: usize) -> bool {
        self.nodes.len() + more <= self.rules.most_nodes && more <= usize::from(u16::MAX)
    }

    /// Gives a node its children, in the game's order, none tried yet.
    #[inline]
    pub fn add_children(&mut self, node: u32, moves: impl ExactSizeIterator<Item = (u32, u8)>) {
        let (first, count) = (self.nodes.len() as u32, moves.len() as u16);
        self.nodes.extend(moves.map(|(mv, by)| Node { mv, by, ..Node::NEW }));
        self.fill();
        let node = &mut self.nodes[node as usize];
        (node.first, node.children) = (first, count);
    }

    /// The places of a node's children, tried or not.
    #[inline]
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
        if self.rules.is_lean {
            self.note_top(path, payoffs);
        }
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
                let base = place as usize * self.width;
                for (sum, payoff) in self.vectors[base..base + self.seats].iter_mut().zip(payoffs.seats(self.seats)) {
                    *sum += payoff;
                }
            }
            if self.rules.formula == Formula::Ucb1Tuned && self.extra_width == 1 {
                // Squares of likings above the least there can be: a variance does not mind.
                self.extras[place as usize] += liking * liking;
            }
        }
    }

    /// What everybody got of the root's move that a simulation began with.
    fn note_top(&mut self, path: &[(u32, TurnCode)], payoffs: &Payoffs) {
        let Some(&(arm, _)) = path.get(1) else { return };
        let mv = self.nodes[arm as usize].mv;
        let place = self.top.iter().position(|(known, _)| *known == mv).unwrap_or_else(|| {
            self.top.push((mv, Payoffs::ZERO));
            self.top.len() - 1
        });
        self.top[place].1.add(1.0, payoffs);
    }

    /// What simulations through a node paid each seat, added up; `chooser` is whose choice led to it. In a lean tree that is
    /// known of the root's moves.
    pub fn sums(&self, node: u32, chooser: TurnCode) -> Payoffs {
        let at = &self.nodes[node as usize];
        if self.rules.is_lean {
            return self.top.iter().find(|(mv, _)| *mv == at.mv).map_or(Payoffs::ZERO, |(_, sums)| *sums);
        }
        if self.seats > 0 {
            return Payoffs::new(&self.vectors[node as usize * self.width..][..self.seats]);
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
            vectors: vec![0.0; self.width],
            seats: self.seats,
            width: self.width,
            extras: vec![0.0; self.extra_width],
            extra_width: self.extra_width,
            proofs: Vec::new(),
            rules: self.rules,
            root: 0,
            top: Vec::new(),
            sets: None,
        };
        let children: u32 = self.children(root).map(|child| self.nodes[child as usize].visits).sum();
        tree.nodes[0].visits += children;
        // The root's own sum is that of its children, seen by whoever moves there.
        tree.nodes[0].sum = self.children(root).map(|child| self.nodes[child as usize].sum).sum();
        if let Some(payoffs) = self.proof(root) {
            tree.prove(0, *payoffs);
        }
        // The new nodes in their order are the queue; where each comes from stands beside them.
        let mut origins = vec![root];
        for to in 0.. {
            let Some(&from) = origins.get(to) else { break };
            let children = self.children(from);
            if children.is_empty() {
                continue;
            }
            let first = tree.nodes.len() as u32;
            tree.nodes[to].first = first;
            for (offset, child) in children.enumerate() {
                tree.nodes.push(Node { proof: 0, ..self.nodes[child as usize] });
                let place = child as usize;
                tree.vectors.extend_from_slice(&self.vectors[place * self.width..(place + 1) * self.width]);
                tree.extras.extend_from_slice(&self.extras[place * self.extra_width..(place + 1) * self.extra_width]);
                if let Some(payoffs) = self.proof(child) {
                    tree.prove(first + offset as u32, *payoffs);
                }
                origins.push(child);
            }
        }
        for column in 0..self.width {
            let all = self.children(root).map(|child| self.vectors[child as usize * self.width + column]).sum();
            tree.vectors[column] = all;
        }
        tree
    }
}
