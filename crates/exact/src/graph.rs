//! The whole game graph: every position that can be reached, each once.
//!
//! Tens of millions of positions fit: a position is stored once, in the order it was found, and named by 32 bits; the index
//! holds numbers and a byte of hash each, not positions; moves backwards are listed only for who needs them.

use crate::looks::{self, Looks};
use outwit_game::{Game, Problem, Turn};
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// The reachable positions of a game, numbered in the order they are found, breadth first; the starts come first.
pub struct Graph<G: Game> {
    /// The positions.
    pub states: Vec<G::State>,
    /// Who moves at each, and where to.
    pub topology: Topology,
    moves: Vec<G::Move>,
    index: Index,
}

/// A graph without what its positions look like: who moves, and where to. The same type for every game.
#[derive(Clone, PartialEq, Debug)]
pub struct Topology {
    /// Whose turn it is at each position.
    pub turns: Vec<Turn>,
    /// Where the moves of each position begin in `targets`; one more entry than positions.
    offsets: Vec<u32>,
    targets: Vec<u32>,
    starts: u32,
}

/// Positions between two calls of who is told: a few milliseconds.
const BETWEEN_LOOKS: usize = 1024;

impl<G: Game> Graph<G> {
    /// Finds every position reachable from `start`; `None` when there are more than `limit`, or more than 2^32 moves. `tell`
    /// is called now and then with the number found, and says whether to go on.
    pub fn explore(game: &G, start: &G::State, limit: usize, tell: impl FnMut(usize) -> bool) -> Option<Graph<G>> {
        Graph::explore_all(game, std::slice::from_ref(start), limit, tell)
    }

    /// The same from several starts; one that is given twice counts once.
    ///
    /// # Panics
    /// When there is no start.
    pub fn explore_all(
        game: &G,
        starts: &[G::State],
        limit: usize,
        tell: impl FnMut(usize) -> bool,
    ) -> Option<Graph<G>> {
        Graph::explore_within(game, starts, (limit, u64::MAX), tell)
    }

    /// The same with a limit to the number of moves as well.
    ///
    /// # Panics
    /// When there is no start.
    pub fn explore_within(
        game: &G,
        starts: &[G::State],
        limits: (usize, u64),
        tell: impl FnMut(usize) -> bool,
    ) -> Option<Graph<G>> {
        Graph::explore_by(game, starts, limits, |_| {}, tell)
    }

    /// Every position reachable from `start` up to names: of positions that differ in nothing else just the one that
    /// [stands](Game::canonical) for them, and the start as it is, so that its moves are real. Values are the same.
    pub fn explore_canonical(
        game: &G,
        start: &G::State,
        limit: usize,
        tell: impl FnMut(usize) -> bool,
    ) -> Option<Graph<G>> {
        let stand_in = |state: &mut G::State| {
            game.canonical(state);
        };
        Graph::explore_by(game, std::slice::from_ref(start), (limit, u64::MAX), stand_in, tell)
    }

    fn explore_by(
        game: &G,
        starts: &[G::State],
        (limit, most_moves): (usize, u64),
        stand_in: impl Fn(&mut G::State),
        mut tell: impl FnMut(usize) -> bool,
    ) -> Option<Graph<G>> {
        assert!(!starts.is_empty(), "a game has a start");
        let limit = limit.min(u32::MAX as usize - 1);
        let mut graph: Graph<G> = Graph {
            states: Vec::new(),
            topology: Topology { turns: Vec::new(), offsets: vec![0], targets: Vec::new(), starts: 0 },
            moves: Vec::new(),
            index: Index::default(),
        };
        for start in starts {
            let fresh = graph.states.len() as u32;
            if graph.index.insert(start, &graph.states, fresh, &mut || true)? == fresh {
                graph.states.push(start.clone());
            }
            if graph.states.len() > limit {
                return None;
            }
        }
        graph.topology.starts = graph.states.len() as u32;
        let mut next = 0;
        while next < graph.states.len() {
            if next % BETWEEN_LOOKS == 0 && !tell(graph.states.len()) {
                return None;
            }
            let turn = game.turn(&graph.states[next]);
            graph.topology.turns.push(turn);
            if !turn.is_over() {
                let first = graph.moves.len();
                game.moves(&graph.states[next], &mut graph.moves);
                if graph.moves.len() as u64 > most_moves {
                    return None;
                }
                for place in first..graph.moves.len() {
                    let mut state = graph.states[next].clone();
                    game.play(&mut state, graph.moves[place]);
                    stand_in(&mut state);
                    let fresh = graph.states.len() as u32;
                    let number = graph.index.insert(&state, &graph.states, fresh, &mut || tell(fresh as usize))?;
                    if number == fresh {
                        graph.states.push(state);
                    }
                    graph.topology.targets.push(number);
                    if graph.states.len() > limit {
                        return None;
                    }
                }
            }
            graph.topology.offsets.push(u32::try_from(graph.moves.len()).ok()?);
            next += 1;
        }
        Some(graph)
    }

    /// The number of a position, if it can be reached.
    pub fn number_of(&self, state: &G::State) -> Option<usize> {
        self.index.find(state, &self.states)
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// There is always the start.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// How many moves there are in all.
    pub fn edges(&self) -> usize {
        self.moves.len()
    }

    /// How many bytes it holds, without what positions point to.
    pub fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<G::State>()
            + self.moves.capacity() * size_of::<G::Move>()
            + self.index.numbers.capacity() * size_of::<u32>()
            + self.index.tags.capacity()
            + self.topology.bytes()
    }

    /// The moves of a position, in the game's order.
    pub fn moves(&self, number: usize) -> &[G::Move] {
        &self.moves[self.topology.range(number)]
    }

    /// Where the moves of a position lead.
    #[inline]
    pub fn targets(&self, number: usize) -> &[u32] {
        self.topology.targets(number)
    }
}

impl Topology {
    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.turns.len()
    }

    /// There is always a start.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// How many starts there are: the positions with the lowest numbers.
    pub fn starts(&self) -> usize {
        self.starts as usize
    }

    /// How many moves there are in all.
    pub fn edges(&self) -> usize {
        self.targets.len()
    }

    /// How many bytes it holds.
    pub fn bytes(&self) -> usize {
        self.turns.capacity() * size_of::<Turn>()
            + (self.offsets.capacity() + self.targets.capacity()) * size_of::<u32>()
    }

    /// Where the moves of a position lead.
    #[inline]
    pub fn targets(&self, number: usize) -> &[u32] {
        &self.targets[self.range(number)]
    }

    #[inline]
    fn range(&self, number: usize) -> std::ops::Range<usize> {
        self.offsets[number] as usize..self.offsets[number + 1] as usize
    }

    /// The positions in an order in which every position comes before all it leads to; `None` if there is a cycle.
    ///
    /// Counts for each position the moves that lead to it and have not been passed yet (Kahn 1962): no lists of them.
    pub fn parents_first(&self) -> Option<Vec<u32>> {
        self.parents_first_while(&mut Looks::new(&mut || true)).unwrap_or_default()
    }

    pub(crate) fn parents_first_while(&self, looks: &mut Looks<'_>) -> Result<Option<Vec<u32>>, Problem> {
        let mut unpassed = vec![0u32; self.len()];
        for targets in self.targets.chunks(looks::BETWEEN_LOOKS) {
            looks.look()?;
            targets.iter().for_each(|&target| unpassed[target as usize] += 1);
        }
        // Every position is reachable from a start, so without a cycle nothing else has nothing before it.
        let mut order = Vec::with_capacity(self.len());
        order.extend((0..self.starts).filter(|&start| unpassed[start as usize] == 0));
        let mut next = 0;
        while next < order.len() {
            looks.step()?;
            for &target in self.targets(order[next] as usize) {
                unpassed[target as usize] -= 1;
                if unpassed[target as usize] == 0 {
                    order.push(target);
                }
            }
            next += 1;
        }
        Ok((order.len() == self.len()).then_some(order))
    }

    /// For every position, the positions from which a move leads to it: once for each such move.
    pub fn predecessors(&self) -> Predecessors {
        let listed = self.predecessors_while(&mut Looks::new(&mut || true));
        listed.unwrap_or_else(|_| unreachable!("nobody stops it"))
    }

    pub(crate) fn predecessors_while(&self, looks: &mut Looks<'_>) -> Result<Predecessors, Problem> {
        let mut offsets = vec![0u32; self.len() + 1];
        for targets in self.targets.chunks(looks::BETWEEN_LOOKS) {
            looks.look()?;
            targets.iter().for_each(|&target| offsets[target as usize + 1] += 1);
        }
        for number in 0..self.len() {
            offsets[number + 1] += offsets[number];
        }
        // Filled from the back of each list, so that what counts down ends where the list begins.
        let mut sources = vec![0u32; self.targets.len()];
        for source in (0..self.len()).rev() {
            looks.step()?;
            for &target in self.targets(source).iter().rev() {
                let end = &mut offsets[target as usize + 1];
                *end -= 1;
                sources[*end as usize] = source as u32;
            }
        }
        // Each entry is now the beginning of the list before it in place; shift them back.
        offsets.rotate_left(1);
        *offsets.last_mut().expect("one entry more than positions") = self.targets.len() as u32;
        Ok(Predecessors { offsets, sources })
    }
}

/// Moves backwards.
pub struct Predecessors {
    offsets: Vec<u32>,
    sources: Vec<u32>,
}

impl Predecessors {
    /// The positions from which a move leads here.
    #[inline]
    pub fn of(&self, number: usize) -> &[u32] {
        &self.sources[self.offsets[number] as usize..self.offsets[number + 1] as usize]
    }

    /// How many bytes it holds.
    pub fn bytes(&self) -> usize {
        (self.offsets.capacity() + self.sources.capacity()) * size_of::<u32>()
    }
}

/// Finds the number of a position: open addressing over numbers, with a byte of hash each so that a wrong position is hardly
/// ever looked at.
#[derive(Default)]
struct Index {
    numbers: Vec<u32>,
    tags: Vec<u8>,
    filled: usize,
}

const EMPTY: u32 = u32::MAX;

impl Index {
    /// The number of a state that is among `states`, else `fresh`, which it gets from now on. `None` where room had to be made
    /// and `go_on` did not want to.
    #[inline]
    fn insert<S: std::hash::Hash + Eq>(
        &mut self,
        state: &S,
        states: &[S],
        fresh: u32,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<u32> {
        if 5 * self.filled >= 4 * self.numbers.len() {
            self.grow(states, go_on).ok()?;
        }
        let (slot, tag) = self.look(state, states);
        if self.numbers[slot] == EMPTY {
            self.numbers[slot] = fresh;
            self.tags[slot] = tag;
            self.filled += 1;
        }
        Some(self.numbers[slot])
    }

    fn find<S: std::hash::Hash + Eq>(&self, state: &S, states: &[S]) -> Option<usize> {
        let (slot, _) = self.look(state, states);
        (self.numbers[slot] != EMPTY).then(|| self.numbers[slot] as usize)
    }

    /// Where a state is, or would be.
    #[inline]
    fn look<S: std::hash::Hash + Eq>(&self, state: &S, states: &[S]) -> (usize, u8) {
        let mask = self.numbers.len() - 1;
        let (mut slot, tag) = place(state, mask);
        loop {
            let number = self.numbers[slot];
            if number == EMPTY || (self.tags[slot] == tag && states[number as usize] == *state) {
                return (slot, tag);
            }
            slot = (slot + 1) & mask;
        }
    }

    fn grow<S: std::hash::Hash>(&mut self, states: &[S], go_on: &mut dyn FnMut() -> bool) -> Result<(), Problem> {
        let mut looks = Looks::new(go_on);
        let slots = (2 * self.numbers.len()).max(64);
        // Freed before the larger one is made: states say where they belong.
        (self.numbers, self.tags) = (Vec::new(), Vec::new());
        (self.numbers, self.tags) = (vec![EMPTY; slots], vec![0; slots]);
        for (number, state) in states[..self.filled].iter().enumerate() {
            looks.step()?;
            let (mut slot, tag) = place(state, slots - 1);
            while self.numbers[slot] != EMPTY {
                slot = (slot + 1) & (slots - 1);
            }
            self.numbers[slot] = number as u32;
            self.tags[slot] = tag;
        }
        Ok(())
    }
}

/// The first slot to look at, and the tag, from different bits of a hash.
#[inline]
fn place<S: std::hash::Hash>(state: &S, mask: usize) -> (usize, u8) {
    // The multiplication spreads what the quick hash leaves together.
    let hash = FxBuildHasher.hash_one(state).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let hash = hash ^ (hash >> 32);
    (hash as usize & mask, (hash >> 56) as u8)
}
