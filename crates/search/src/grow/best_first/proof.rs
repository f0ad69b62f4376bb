//! Proof numbers: how many leaves at least must turn out well to prove that a seat can force a payoff, and how many badly
//! to disprove it; the tree grows where both are least.
//!
//! Allis, van der Meulen and van den Herik 1991. The seat that searches decides at its own nodes, all others decide against
//! it, so that a proof with any number of seats says "this seat can force it, whatever the others do". A game's value is
//! found by asking for payoffs one after the other, halving what is left.
//!
//! Where positions come back, play without end pays 0: a position that stands on the path already is worth 0. That is
//! right for a stored tree, every node of which has one path.

use super::tree::{Expansion, Role, Tree};
use outwit_game::{Game, Meter, MoveCode, Player};

/// More than any number of leaves: it cannot be done.
pub const NEVER: u32 = u32::MAX;

/// What is known about a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// Leaves needed for a proof; 0 when it is proved.
    pub proof: u32,
    /// Leaves needed for a disproof; 0 when it is disproved.
    pub disproof: u32,
}

impl Numbers {
    /// A position of which nothing is known.
    pub const OPEN: Numbers = Numbers { proof: 1, disproof: 1 };
    /// It can be forced.
    pub const PROVED: Numbers = Numbers { proof: 0, disproof: NEVER };
    /// It cannot.
    pub const DISPROVED: Numbers = Numbers { proof: NEVER, disproof: 0 };

    /// Proved or disproved.
    pub fn from_truth(is_true: bool) -> Numbers {
        if is_true { Numbers::PROVED } else { Numbers::DISPROVED }
    }

    /// Whether the question is answered.
    #[inline]
    pub fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// The same seen by whoever decides: what is needed for what he wants first.
    #[inline]
    pub(super) fn seen_by(self, ours: bool) -> (u32, u32) {
        if ours { (self.proof, self.disproof) } else { (self.disproof, self.proof) }
    }

    #[inline]
    pub(super) fn from_view(view: (u32, u32), ours: bool) -> Numbers {
        let (proof, disproof) = if ours { view } else { (view.1, view.0) };
        Numbers { proof, disproof }
    }

    /// From the children's: whoever decides needs the least of what he wants, and to stop him takes the sum.
    pub fn decide(ours: bool, children: impl Iterator<Item = Numbers>) -> Numbers {
        let mut least = NEVER;
        let mut sum = 0u32;
        for child in children {
            let (wanted, against) = child.seen_by(ours);
            least = least.min(wanted);
            sum = sum.saturating_add(against);
        }
        Numbers::from_view((least, sum), ours)
    }
}

/// The payoffs that were met on the way to an answer: a proof rests on none that is less than the least that was enough, a
/// disproof on none that is more than the most that was not.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Met {
    /// The least payoff that was enough.
    pub enough: f64,
    /// The largest payoff that was not.
    pub short: f64,
}

impl Met {
    /// Nothing was met yet.
    pub const NOTHING: Met = Met { enough: f64::INFINITY, short: f64::NEG_INFINITY };

    /// A payoff, and whether it reaches the goal.
    pub fn note(&mut self, payoff: f64, goal: f64) -> Numbers {
        let is_enough = payoff >= goal;
        if is_enough {
            self.enough = self.enough.min(payoff);
        } else {
            self.short = self.short.max(payoff);
        }
        Numbers::from_truth(is_enough)
    }
}

/// What play without end pays.
pub(super) const ENDLESS: f64 = 0.0;

/// What came of a question.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer<M> {
    /// The root's numbers.
    pub root: Numbers,
    /// The root's moves with theirs, in the game's order.
    pub moves: Vec<(M, Numbers)>,
    /// The line that was looked at last.
    pub line: Vec<M>,
    /// Whether the memory was too small.
    pub is_full: bool,
    /// The payoffs it rests on.
    pub met: Met,
}

/// Proof-number search on a stored tree: can `seat` force at least `goal`?
pub fn prove<G: Game>(
    game: &G,
    state: &G::State,
    seat: Player,
    goal: f64,
    memory: usize,
    meter: &mut Meter<'_>,
) -> Answer<G::Move> {
    let most_nodes = memory / (size_of::<super::Node>() + size_of::<Numbers>());
    let mut tree: Tree<G::Move> = Tree::new(Role::of(game, state, seat), false, most_nodes.max(2));
    let mut numbers = vec![Numbers::OPEN];
    let is_cyclic = game.facts().cyclic;
    let mut is_full = false;
    let mut met = Met::NOTHING;
    let mut ancestors = Vec::new();
    while !numbers[0].is_settled() {
        // Step 1. Down to the leaf that proves most.
        let mut at = 0;
        while !tree.nodes[at].is_leaf() {
            let node = tree.nodes[at];
            let ours = node.role == Role::Ours;
            let wanted = |child: &usize| numbers[*child].seen_by(ours).0;
            at = node.family().min_by_key(wanted).expect("an inner node has children");
        }
        // What nobody can look below, an unlistable draw of chance, cannot be settled.
        if !tree.nodes[at].role.can_grow() {
            break;
        }
        // Step 2. Its children. A position that stands on the path is play without end.
        let mut position = tree.position(game, state, at);
        ancestors.clear();
        if is_cyclic {
            positions_above(&tree, game, state, at, &mut ancestors);
        }
        let expansion = tree.expand(game, &mut position, seat, at, meter, |_, next, role| {
            numbers.push(if role == Role::Over || game.is_frontier(next) {
                met.note(game.payoffs(next)[seat], goal)
            } else if is_cyclic && ancestors.contains(next) {
                met.note(ENDLESS, goal)
            } else {
                Numbers::OPEN
            });
        });
        if expansion != Expansion::Done {
            numbers.truncate(tree.len());
            is_full = expansion == Expansion::Full;
            break;
        }
        // Step 3. Up as long as something changes.
        loop {
            let node = tree.nodes[at];
            let settled = Numbers::decide(node.role == Role::Ours, numbers[node.family()].iter().copied());
            let is_same = settled == numbers[at];
            numbers[at] = settled;
            if at == 0 || is_same {
                break;
            }
            at = node.parent as usize;
        }
    }
    let moves =
        tree.nodes[0].family().map(|child| (G::Move::from_code(tree.nodes[child].mv), numbers[child])).collect();
    let line = tree.line(0, |node| {
        let ours = node.role == Role::Ours;
        node.family().min_by_key(|&child| numbers[child].seen_by(ours).0).expect("an inner node has children")
    });
    Answer { root: numbers[0], moves, line, is_full, met }
}

/// The positions from the root down to a node, the node's own included.
fn positions_above<G: Game>(tree: &Tree<G::Move>, game: &G, root: &G::State, at: usize, out: &mut Vec<G::State>) {
    let mut codes = Vec::new();
    let mut up = at;
    while up != 0 {
        codes.push(tree.nodes[up].mv);
        up = tree.nodes[up].parent as usize;
    }
    let mut state = root.clone();
    out.push(state.clone());
    for code in codes.into_iter().rev() {
        game.play(&mut state, G::Move::from_code(code));
        out.push(state.clone());
    }
}
