//! The whole game graph: every position that can be reached, each once.

use outwit_game::{Game, Turn};
use rustc_hash::FxHashMap;

/// The reachable positions of a game, numbered in the order they are found, breadth first; the start is number 0.
pub struct Graph<G: Game> {
    /// The positions.
    pub states: Vec<G::State>,
    /// Whose turn it is at each.
    pub turns: Vec<Turn>,
    /// Where the moves of each position begin in `moves` and `targets`; one more entry than positions.
    offsets: Vec<usize>,
    moves: Vec<G::Move>,
    targets: Vec<u32>,
    numbers: FxHashMap<G::State, u32>,
}

impl<G: Game> Graph<G> {
    /// Finds every position reachable from `start`; `None` when there are more than `limit`. `tell` is called now and
    /// then with the number found, and says whether to go on.
    pub fn explore(game: &G, start: &G::State, limit: usize, mut tell: impl FnMut(usize) -> bool) -> Option<Graph<G>> {
        let limit = limit.min(u32::MAX as usize);
        let mut graph: Graph<G> = Graph {
            states: vec![start.clone()],
            turns: Vec::new(),
            offsets: vec![0],
            moves: Vec::new(),
            targets: Vec::new(),
            numbers: FxHashMap::from_iter([(start.clone(), 0)]),
        };
        let mut next = 0;
        while next < graph.states.len() {
            if next % 65_536 == 0 && !tell(graph.states.len()) {
                return None;
            }
            let turn = game.turn(&graph.states[next]);
            graph.turns.push(turn);
            if !turn.is_over() {
                let first = graph.moves.len();
                game.moves(&graph.states[next], &mut graph.moves);
                for place in first..graph.moves.len() {
                    let mut state = graph.states[next].clone();
                    game.play(&mut state, graph.moves[place]);
                    let fresh = graph.states.len() as u32;
                    let number = *graph.numbers.entry(state).or_insert_with_key(|state| {
                        graph.states.push(state.clone());
                        fresh
                    });
                    graph.targets.push(number);
                    if graph.states.len() > limit {
                        return None;
                    }
                }
            }
            graph.offsets.push(graph.moves.len());
            next += 1;
        }
        Some(graph)
    }

    /// The number of a position, if it can be reached.
    pub fn number_of(&self, state: &G::State) -> Option<usize> {
        self.numbers.get(state).map(|&number| number as usize)
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// There is always the start.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// How many moves there are, over all positions.
    pub fn edges(&self) -> usize {
        self.targets.len()
    }

    /// The moves of a position.
    pub fn moves(&self, number: usize) -> &[G::Move] {
        &self.moves[self.offsets[number]..self.offsets[number + 1]]
    }

    /// Where the moves of a position lead.
    pub fn targets(&self, number: usize) -> &[u32] {
        &self.targets[self.offsets[number]..self.offsets[number + 1]]
    }

    /// For every position, the positions from which a move leads to it: once for each such move.
    pub fn predecessors(&self) -> Predecessors {
        let mut offsets = vec![0usize; self.len() + 1];
        for &target in &self.targets {
            offsets[target as usize + 1] += 1;
        }
        for number in 0..self.len() {
            offsets[number + 1] += offsets[number];
        }
        let mut filled = offsets.clone();
        let mut sources = vec![0u32; self.targets.len()];
        for source in 0..self.len() {
            for &target in self.targets(source) {
                sources[filled[target as usize]] = source as u32;
                filled[target as usize] += 1;
            }
        }
        Predecessors { offsets, sources }
    }
}

/// Moves backwards.
pub struct Predecessors {
    offsets: Vec<usize>,
    sources: Vec<u32>,
}

impl Predecessors {
    /// The positions from which a move leads here.
    pub fn of(&self, number: usize) -> &[u32] {
        &self.sources[self.offsets[number]..self.offsets[number + 1]]
    }
}
