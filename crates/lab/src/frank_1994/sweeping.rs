//! The thesis's own algorithms: sweep over all positions until nothing changes (figure 7, and the weights below it).
//!
//! They are here for what they cost, which the thesis reports. Passes work in place, so the numbering of positions decides.

use outwit::exact::analysis::Survey;
use outwit::exact::graph::Graph;
use outwit::game::{Game, Player};

/// An order of the positions of a graph.
pub(super) struct Numbering(Vec<u32>);

impl Numbering {
    /// As a depth-first walk comes to them that takes the moves of each position by rank.
    pub(super) fn depth_first<G: Game>(graph: &Graph<G>, rank: impl Fn(Player, G::Move) -> u32) -> Numbering {
        let (mut order, mut seen) = (Vec::with_capacity(graph.len()), vec![false; graph.len()]);
        let mut path: Vec<std::vec::IntoIter<u32>> = vec![vec![0].into_iter()];
        while let Some(waiting) = path.last_mut() {
            match waiting.next() {
                None => drop(path.pop()),
                Some(number) if seen[number as usize] => {}
                Some(number) => {
                    seen[number as usize] = true;
                    order.push(number);
                    let number = number as usize;
                    let mover = graph.topology.turns[number].player().unwrap_or(Player::FIRST);
                    let moves = graph.moves(number).iter().zip(graph.targets(number));
                    let mut ranked: Vec<(u32, u32)> = moves.map(|(&mv, &child)| (rank(mover, mv), child)).collect();
                    ranked.sort_unstable();
                    path.push(ranked.into_iter().map(|(_, child)| child).collect::<Vec<u32>>().into_iter());
                }
            }
        }
        Numbering(order)
    }

    /// As they are found breadth first.
    #[cfg(test)]
    pub(super) fn breadth_first<G: Game>(graph: &Graph<G>) -> Numbering {
        Numbering((0..graph.len() as u32).collect())
    }

    /// All positions where `first` moves, then the others.
    #[cfg(test)]
    pub(super) fn by_mover<G: Game>(graph: &Graph<G>, first: impl Fn(&G::State) -> bool) -> Numbering {
        let mut order: Vec<u32> = (0..graph.len() as u32).collect();
        order.sort_by_key(|&number| !first(&graph.states[number as usize]));
        Numbering(order)
    }
}

/// Figure 7: how often its inner loop runs, and the labels it ends with.
pub(super) fn labelling_iterations(survey: &Survey<'_>, numbering: &Numbering) -> (u64, Vec<i8>) {
    let graph = survey.topology;
    // Finished positions have their value; all others begin as draws.
    let start = |number: usize| if graph.turns[number].is_over() { survey.labels.value(number) as i8 } else { 0 };
    let mut values: Vec<i8> = (0..graph.len()).map(start).collect();
    let (mut iterations, mut any_changes) = (0, true);
    while any_changes {
        any_changes = false;
        for &number in &numbering.0 {
            let number = number as usize;
            let Some(mover) = survey.mover(number).filter(|_| values[number] == 0) else { continue };
            let win = if mover == Player::FIRST { 1 } else { -1 };
            let mut all_kids_lose = true;
            for &child in graph.targets(number) {
                iterations += 1;
                let value = values[child as usize];
                all_kids_lose &= value == -win;
                if value == win {
                    values[number] = win;
                    any_changes = true;
                }
            }
            if all_kids_lose {
                values[number] = -win;
                any_changes = true;
            }
        }
    }
    (iterations, values)
}

/// The weights of positions: how many passes until no number changes, and the weights.
pub(super) fn weight_passes(survey: &Survey<'_>, numbering: &Numbering) -> (u64, Vec<f64>) {
    let graph = survey.topology;
    let parents = graph.predecessors();
    let mut weights = vec![0.0; graph.len()];
    let mut passes = 0;
    loop {
        passes += 1;
        let mut is_changed = false;
        for &number in &numbering.0 {
            let from_outside = if number == 0 { 1.0 } else { 0.0 };
            let share = |parent: u32| weights[parent as usize] / graph.targets(parent as usize).len() as f64;
            let weight = parents.of(number as usize).iter().fold(from_outside, |sum, &parent| sum + share(parent));
            is_changed |= weight != weights[number as usize];
            weights[number as usize] = weight;
        }
        if !is_changed {
            return (passes, weights);
        }
    }
}
