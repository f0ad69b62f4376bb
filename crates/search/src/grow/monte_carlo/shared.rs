//! One tree that several threads grow together.
//!
//! Chaslot, Winands and van den Herik 2008 (tree parallelism with virtual loss), without locks (Enzenberger and Mueller
//! 2009). Nodes lie in flat arrays of atomic numbers. Whoever goes down counts its visits on the way, and its result only when
//! it comes back: until then the visit looks like a loss, and the others try something else. Which thread comes first
//! decides what the next one does, so two runs give two answers: the one search here that does not repeat.
//!
//! What it leaves out of [`tree`](super::tree): proofs, and the tree is not kept from move to move.

use super::formula::Ucb1;
use super::rules::Rules;
use super::simulate::{End, Grower};
use super::tree::{CHANCE, TurnCode, code};
use crate::findings::{Findings, Found, UNKNOWN};
use outwit_game::{
    AnyMove, Bound, Evaluation, Game, MAX_SEATS, Meter, MoveCode, Payoffs, Problem, Rng, SeatValues, Turn,
};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::*};

/// One node. A number is read where it is; what belongs together is published by `first`.
#[derive(Default)]
struct Slot {
    /// What simulations through here were worth to whoever chose the move that leads here: see [`SharedTree::worth`].
    sum: AtomicU64,
    /// Simulations through here, those on their way included.
    visits: AtomicU32,
    /// The first of its children; 0 where there are none.
    first: AtomicU32,
    /// How many there are.
    children: AtomicU32,
    /// The move that leads here.
    mv: AtomicU32,
    /// Somebody is listing its moves, or has found that there is no room for them.
    is_taken: AtomicBool,
}

/// Nodes of the first array; each further one is twice as long.
const FIRST_ARRAY: usize = 1 << 12;
const ARRAYS: usize = 20;
/// The largest worth of a simulation, a whole number so that adding is one step.
const WHOLE: f64 = (1u64 << 30) as f64;

/// The tree.
pub struct SharedTree {
    arrays: [OnceLock<Box<[Slot]>>; ARRAYS],
    used: AtomicU32,
    rules: Rules,
    /// The least that whoever chooses can get, by turn.
    least: [f64; MAX_SEATS + 1],
    range: f64,
}

impl SharedTree {
    /// A tree of one node.
    pub fn new(rules: Rules) -> SharedTree {
        let [lowest, highest] = [rules.lowest, rules.highest].map(|payoff| Payoffs::new(&[payoff; MAX_SEATS]));
        let least = |turn: usize| {
            let turn = turn as TurnCode;
            rules.liking(turn, &lowest).min(rules.liking(turn, &highest))
        };
        let range = rules.highest - rules.lowest;
        let tree = SharedTree {
            arrays: std::array::from_fn(|_| OnceLock::new()),
            used: AtomicU32::new(1),
            rules,
            least: std::array::from_fn(least),
            range: if range > 0.0 { range } else { 1.0 },
        };
        tree.slot(0).visits.store(1, Relaxed);
        tree
    }

    /// In which array a node lies, and where.
    #[inline]
    fn place(node: u32) -> (usize, usize) {
        let blocks = node as usize / FIRST_ARRAY + 1;
        let array = blocks.ilog2() as usize;
        (array, node as usize - ((1 << array) - 1) * FIRST_ARRAY)
    }

    #[inline]
    fn array(&self, array: usize) -> &[Slot] {
        // The last one is as long as there may be nodes.
        let before = ((1 << array) - 1) * FIRST_ARRAY;
        let count = (FIRST_ARRAY << array).min(self.rules.most_nodes.saturating_sub(before));
        self.arrays[array].get_or_init(|| (0..count).map(|_| Slot::default()).collect())
    }

    #[inline]
    fn slot(&self, node: u32) -> &Slot {
        let (array, place) = SharedTree::place(node);
        &self.array(array)[place]
    }

    /// The children of a node, side by side in one array.
    #[inline]
    fn children(&self, first: u32, count: u32) -> &[Slot] {
        let (array, place) = SharedTree::place(first);
        &self.array(array)[place..place + count as usize]
    }

    /// Room for so many nodes side by side; none where memory has an end.
    fn take(&self, count: usize) -> Option<u32> {
        let most = self.rules.most_nodes.min(((1 << ARRAYS) - 1) * FIRST_ARRAY).min(u32::MAX as usize);
        let mut used = self.used.load(Relaxed);
        loop {
            let (array, place) = SharedTree::place(used);
            let is_split = place + count > FIRST_ARRAY << array;
            let first = if is_split { ((1 << (array + 1)) - 1) * FIRST_ARRAY } else { used as usize };
            let fits = count <= FIRST_ARRAY && first + count <= most;
            if !fits {
                return None;
            }
            match self.used.compare_exchange_weak(used, (first + count) as u32, Relaxed, Relaxed) {
                Ok(_) => return Some(first as u32),
                Err(now) => used = now,
            }
        }
    }

    /// What a result is worth to whoever chooses at such a node: 0 is the least there can be, a visit without a result too.
    #[inline]
    fn worth(&self, turn: TurnCode, payoffs: &Payoffs) -> u64 {
        let share = (self.rules.liking(turn, payoffs) - self.least[usize::from(turn)]) / self.range;
        (share.clamp(0.0, 1.0) * WHOLE) as u64
    }

    /// Nodes in the tree, about.
    fn len(&self) -> u32 {
        self.used.load(Relaxed)
    }
}

/// Grows the tree by simulations of one thread: how many were done.
pub fn grow<G: Game, E: Evaluation<G>>(
    tree: &SharedTree,
    grower: &mut Grower<'_, G, E>,
    state: &G::State,
    simulations: u64,
    meter: &mut Meter<'_>,
) -> Result<u64, Problem> {
    let mut hand = Hand { tree, ucb: Ucb1::new(tree.rules.c), path: Vec::new(), moves: Vec::new() };
    let mut done = 0;
    while done < simulations && !meter.is_stopped() {
        match hand.simulate(grower, state, meter)? {
            End::Paid(payoffs, _) => hand.back_up(&payoffs),
            End::Unfinished => {
                hand.take_back();
                break;
            }
        }
        done += 1;
    }
    Ok(done)
}

/// What one thread needs.
struct Hand<'t, G: Game> {
    tree: &'t SharedTree,
    ucb: Ucb1,
    /// Nodes, and whose choice led to them.
    path: Vec<(u32, TurnCode)>,
    moves: Vec<G::Move>,
}

impl<'t, G: Game> Hand<'t, G> {
    fn simulate<E: Evaluation<G>>(
        &mut self,
        grower: &mut Grower<'_, G, E>,
        root: &G::State,
        meter: &mut Meter<'_>,
    ) -> Result<End, Problem> {
        let game = grower.game;
        let (mut state, mut at, mut plies) = (root.clone(), 0u32, 0u64);
        let left = meter.left();
        self.path.clear();
        let end = loop {
            let turn = game.turn(&state);
            if turn.is_over() {
                break End::Paid(grower.paid(&state), false);
            }
            // Step 1. Children: one thread lists them, whoever comes meanwhile plays on from here.
            let Some((first, children)) = self.open(game, at, &state, turn) else {
                break grower.finish(&mut state, left, &mut plies)?;
            };
            // Step 2. One of them.
            let (chosen, is_new) = match turn {
                Turn::Chance => self.draw(game, &state, children, &mut grower.rng),
                _ => self.select(at, code(turn), children, &mut grower.rng),
            };
            if plies == left {
                break End::Unfinished;
            }
            plies += 1;
            let child = &children[chosen];
            child.visits.fetch_add(1, Relaxed);
            game.play(&mut state, G::Move::from_code(child.mv.load(Relaxed)));
            at = first + chosen as u32;
            self.path.push((at, code(turn)));
            // Step 3. A new node: a rollout.
            if is_new {
                break match game.turn(&state) {
                    Turn::Over => End::Paid(grower.paid(&state), false),
                    _ => grower.finish(&mut state, left, &mut plies)?,
                };
            }
        };
        meter.count_many(plies);
        if matches!(end, End::Unfinished) {
            meter.stop();
        }
        Ok(end)
    }

    /// The children of a node; none while another thread lists them, or where they cannot be listed.
    #[inline]
    fn open(&mut self, game: &G, at: u32, state: &G::State, turn: Turn) -> Option<(u32, &'t [Slot])> {
        let slot = self.tree.slot(at);
        let mut first = slot.first.load(Acquire);
        if first == 0 {
            if turn == Turn::Chance && game.draws(state) || slot.is_taken.swap(true, Relaxed) {
                return None;
            }
            self.moves.clear();
            game.moves(state, &mut self.moves);
            first = self.tree.take(self.moves.len())?;
            for (child, mv) in self.tree.children(first, self.moves.len() as u32).iter().zip(&self.moves) {
                child.mv.store(mv.code(), Relaxed);
            }
            slot.children.store(self.moves.len() as u32, Relaxed);
            slot.first.store(first, Release);
        }
        Some((first, self.tree.children(first, slot.children.load(Relaxed))))
    }

    /// One that was never tried, else the one the formula likes best; and whether it is new.
    #[inline]
    fn select(&self, at: u32, turn: TurnCode, children: &[Slot], rng: &mut Rng) -> (usize, bool) {
        let rules = &self.tree.rules;
        let urge = self.ucb.urge(self.tree.slot(at).visits.load(Relaxed).max(1));
        let scale = self.tree.range * rules.scale[usize::from(turn)] / WHOLE;
        let (mut best, mut untried) = ((f64::NEG_INFINITY, 0), 0);
        for (place, child) in children.iter().enumerate() {
            let visits = child.visits.load(Relaxed);
            if visits == 0 {
                untried += 1;
            } else if untried == 0 {
                let value = self.ucb.value(urge, child.sum.load(Relaxed) as f64 * scale, visits);
                if value > best.0 {
                    best = (value, place);
                }
            }
        }
        if untried == 0 {
            return (best.1, false);
        }
        // Another thread may take it at the same time: then both play on from the same new node, which does no harm.
        let chosen = rng.index(untried);
        let mut new = children.iter().enumerate().filter(|(_, child)| child.visits.load(Relaxed) == 0);
        new.nth(chosen).map_or((0, false), |(place, _)| (place, true))
    }

    /// An outcome by its weight; and whether it is new.
    fn draw(&self, game: &G, state: &G::State, children: &[Slot], rng: &mut Rng) -> (usize, bool) {
        let weight = |child: &Slot| game.weight(state, G::Move::from_code(child.mv.load(Relaxed)));
        let mut left = rng.below(children.iter().map(weight).sum());
        for (place, child) in children.iter().enumerate() {
            let weight = weight(child);
            if left < weight {
                return (place, child.visits.load(Relaxed) == 0);
            }
            left -= weight;
        }
        unreachable!("the draw lies below the sum of the weights")
    }

    fn back_up(&self, payoffs: &Payoffs) {
        self.tree.slot(0).visits.fetch_add(1, Relaxed);
        let mut worth = [0; MAX_SEATS + 1];
        for turn in (0..self.tree.rules.players as TurnCode).chain([CHANCE]) {
            worth[usize::from(turn)] = self.tree.worth(turn, payoffs);
        }
        for &(node, chooser) in &self.path {
            self.tree.slot(node).sum.fetch_add(worth[usize::from(chooser)], Relaxed);
        }
    }

    /// A simulation that was not finished has not been.
    fn take_back(&self) {
        for &(node, _) in &self.path {
            self.tree.slot(node).visits.fetch_sub(1, Relaxed);
        }
    }
}

/// What the tree says in the end: of codes, so that it is compiled once for all games.
pub fn findings(
    tree: &SharedTree,
    moves: &[AnyMove],
    by_value: bool,
    (simulations, nodes, threads): (u64, u64, usize),
) -> Findings<AnyMove> {
    let rules = &tree.rules;
    let turn = rules.seat.index() as TurnCode;
    let slots = |node: u32| {
        let slot = tree.slot(node);
        match slot.first.load(Acquire) {
            0 => (0, &[][..]),
            first => (first, tree.children(first, slot.children.load(Relaxed))),
        }
    };
    let mean = |slot: &Slot| {
        let visits = slot.visits.load(Relaxed);
        let share = slot.sum.load(Relaxed) as f64 / WHOLE / f64::from(visits.max(1));
        (visits, (tree.least[usize::from(turn)] + share * tree.range) / rules.unit)
    };
    let (first, children) = slots(0);
    let arm = |mv: &AnyMove| children.iter().position(|child| child.mv.load(Relaxed) == mv.code());
    let line = |mv: &AnyMove| {
        let mut line = vec![*mv];
        let mut at = arm(mv).map(|place| first + place as u32);
        while let Some(node) = at {
            let (first, children) = slots(node);
            let most = children.iter().enumerate().max_by_key(|(_, child)| child.visits.load(Relaxed));
            at = most.filter(|(_, child)| child.visits.load(Relaxed) > 0).map(|(place, child)| {
                line.push(AnyMove::from_code(child.mv.load(Relaxed)));
                first + place as u32
            });
        }
        line
    };
    let values = |known: Option<(u32, f64)>| -> SeatValues {
        let mut values = UNKNOWN;
        if let Some((_, own)) = known.filter(|(visits, _)| *visits > 0) {
            values[rules.seat.index()] = Some(own);
            if let (2, Some(sum)) = (rules.players, rules.sum) {
                values[rules.seat.other().index()] = Some(sum / rules.unit - own);
            }
        }
        values
    };
    let arms: Vec<Option<(u32, f64)>> = moves.iter().map(|mv| arm(mv).map(|place| mean(&children[place]))).collect();
    let score = |known: &Option<(u32, f64)>| match known {
        Some((0, _)) | None => f64::NEG_INFINITY,
        Some((_, mean)) if by_value => *mean,
        Some((visits, _)) => f64::from(*visits),
    };
    let most = arms.iter().map(score).fold(f64::NEG_INFINITY, f64::max);
    let best: Vec<usize> = (0..moves.len()).filter(|&place| score(&arms[place]) >= most).collect();
    let found: Vec<Found<AnyMove>> = (moves.iter().zip(&arms))
        .map(|(&mv, &known)| Found { mv, values: values(known), bound: Bound::Exact, line: line(&mv) })
        .collect();
    Findings {
        extras: Vec::new(),
        value: found[best[0]].values,
        line: found[best[0]].line.clone(),
        moves: found,
        best,
        picks: Vec::new(),
        nodes,
        depth: 0,
        tree: None,
        remarks: vec![
            format!("{simulations} simulations, {} positions in the tree", tree.len()),
            format!("{threads} searches shared one tree: with more than one thread the answer is not repeatable"),
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_node_has_a_place_of_its_own() {
        let mut before = (0, usize::MAX);
        for node in 0..200_000 {
            let (array, place) = SharedTree::place(node);
            assert!(place < FIRST_ARRAY << array);
            assert_eq!(place, if array == before.0 { before.1.wrapping_add(1) } else { 0 }, "node {node}");
            before = (array, place);
        }
    }
}
