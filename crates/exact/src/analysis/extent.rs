//! How large a game is: its graph, its tree, how far away decisions are.

use super::Survey;
use crate::graph::{Predecessors, Topology};
use crate::labels::Labels;
use outwit_game::{Player, Turn};

/// Numbers that say how large a game is.
#[derive(Clone, PartialEq, Debug)]
pub struct Extent {
    /// Distinct positions.
    pub positions: u64,
    /// Those that are over.
    pub finished: u64,
    /// Moves of all of them.
    pub moves: u64,
    /// The most moves of a position.
    pub widest: u64,
    /// Positions with a single move.
    pub forced: u64,
    /// Whether positions come back.
    pub has_cycles: bool,
    /// How many positions have each value.
    pub by_outcome: Vec<u64>,
    /// The most plies best play needs to settle a position that somebody wins, if nobody dawdles.
    pub longest_decision: u32,
    /// Move sequences, the empty one included, if they are finitely many.
    pub tree_nodes: Option<f64>,
    /// Those that end the game.
    pub tree_leaves: Option<f64>,
    /// Move sequences of each length.
    pub tree_layers: Vec<f64>,
}

impl Extent {
    /// Measures a game.
    pub fn new(survey: &Survey<'_>) -> Extent {
        let graph = survey.topology;
        let width = |number: usize| graph.targets(number).len() as u64;
        let over = |number: &usize| graph.turns[*number].is_over();
        let tree = survey.parents_first.is_some().then(|| layers(graph));
        let (mut tree_layers, mut leaves) = (Vec::new(), 0.0);
        for layer in tree.into_iter().flatten() {
            let ended = layer.entries.iter().filter(|entry| graph.turns[entry.number as usize].is_over());
            leaves += ended.map(|entry| entry.ways).sum::<f64>();
            tree_layers.push(layer.entries.iter().map(|entry| entry.ways).sum());
        }
        let has_tree = !tree_layers.is_empty();
        let plies = decision_plies(graph, &survey.labels, &graph.predecessors());
        Extent {
            positions: graph.len() as u64,
            finished: (0..graph.len()).filter(over).count() as u64,
            moves: graph.edges() as u64,
            widest: (0..graph.len()).map(width).max().unwrap_or(0),
            forced: (0..graph.len()).filter(|&number| width(number) == 1).count() as u64,
            has_cycles: survey.parents_first.is_none(),
            by_outcome: survey.labels.counts(),
            longest_decision: plies.into_iter().flatten().max().unwrap_or(0),
            tree_nodes: has_tree.then(|| tree_layers.iter().sum()),
            tree_leaves: has_tree.then_some(leaves),
            tree_layers,
        }
    }
}

/// A position in a layer of the tree of move sequences.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Entry {
    /// Its number in the graph.
    pub number: u32,
    /// How many sequences of this length lead to it.
    pub ways: f64,
    /// How likely random play is there after so many moves.
    pub chance: f64,
}

/// All move sequences of one length, those that lead to the same position together.
#[derive(Clone, PartialEq, Debug)]
pub struct Layer {
    /// The positions, each once.
    pub entries: Vec<Entry>,
}

/// The layers of the tree of move sequences, the start first. Endless where positions come back.
pub fn layers(graph: &Topology) -> impl Iterator<Item = Layer> {
    const NOWHERE: u32 = u32::MAX;
    let mut place = vec![NOWHERE; graph.len()];
    let chance = 1.0 / graph.starts() as f64;
    let starts = (0..graph.starts() as u32).map(|number| Entry { number, ways: 1.0, chance });
    let mut next = Some(Layer { entries: starts.collect() });
    std::iter::from_fn(move || {
        let layer = next.take()?;
        let mut entries: Vec<Entry> = Vec::new();
        for entry in &layer.entries {
            let children = graph.targets(entry.number as usize);
            for &child in children {
                let at = &mut place[child as usize];
                if *at == NOWHERE {
                    *at = entries.len() as u32;
                    entries.push(Entry { number: child, ways: 0.0, chance: 0.0 });
                }
                let found = &mut entries[*at as usize];
                found.ways += entry.ways;
                found.chance += entry.chance / children.len() as f64;
            }
        }
        entries.iter().for_each(|entry| place[entry.number as usize] = NOWHERE);
        next = (!entries.is_empty()).then_some(Layer { entries });
        Some(layer)
    })
}

/// In how many plies each position is settled when who wins hurries and who loses delays, both without giving away value;
/// none where nobody wins.
///
/// A position waits for the moves that keep its value: who wins goes by the first that is settled, who loses by the last.
pub fn decision_plies(graph: &Topology, labels: &Labels, backwards: &Predecessors) -> Vec<Option<u32>> {
    let keeps = |number: usize| {
        graph.targets(number).iter().filter(move |&&child| labels.place(child as usize) == labels.place(number)).count()
    };
    let mut waiting: Vec<u32> = (0..graph.len()).map(|number| keeps(number) as u32).collect();
    let mut plies: Vec<Option<u32>> = vec![None; graph.len()];
    let won = |number: usize| labels.value(number) != 0.0;
    let finished = (0..graph.len()).filter(|&number| graph.turns[number].is_over() && won(number));
    let mut queue: Vec<u32> = finished.map(|number| number as u32).collect();
    queue.iter().for_each(|&number| plies[number as usize] = Some(0));
    // First in, first out: the queue is in order of plies.
    let mut next = 0;
    while next < queue.len() {
        let number = queue[next] as usize;
        next += 1;
        for &source in backwards.of(number) {
            let at = source as usize;
            if plies[at].is_some() || labels.place(at) != labels.place(number) {
                continue;
            }
            waiting[at] -= 1;
            let winner = if labels.value(at) > 0.0 { Player::FIRST } else { Player::SECOND };
            if graph.turns[at] == Turn::Of(winner) || waiting[at] == 0 {
                plies[at] = plies[number].map(|plies| plies + 1);
                queue.push(source);
            }
        }
    }
    plies
}
