//! What a position is worth that has not been looked into: a distribution, told by the game or learned.

use super::tree::Role;
use crate::backup::cdf::Spike;
use crate::value::Spread;
use outwit_game::{Evaluation, Facts, Game, Player};

/// What is known about a node.
#[derive(Clone, Copy, Default)]
pub(super) struct Worth {
    pub(super) mean: f64,
    /// At a leaf, what its shape is added to.
    pub(super) base: f64,
    /// Where the shape of a leaf, or the spikes of an inner node, begin.
    pub(super) start: u32,
    /// How many there are.
    pub(super) count: u16,
    /// For how many there is room, at an inner node.
    pub(super) room: u16,
}

/// What was learned, laid out for a search.
pub(super) struct Classes<'a> {
    learned: &'a Spread,
    /// By kind and class: where our shape begins, where theirs, and how many spikes there are.
    shapes: Vec<Vec<(u32, u32, u16)>>,
}

impl<'a> Classes<'a> {
    /// Puts the shapes of all classes among `shapes`, as they are for our positions and, mirrored, for theirs.
    pub(super) fn new(learned: &'a Spread, shapes: &mut Vec<Spike>) -> Classes<'a> {
        let mut places = Vec::new();
        for kind in learned.kinds() {
            let mut of_kind = Vec::new();
            for changes in &kind.changes {
                let ours = shapes.len() as u32;
                shapes.extend(changes);
                let theirs = shapes.len() as u32;
                shapes.extend(changes.iter().rev().map(|spike| Spike { x: -spike.x, p: spike.p }));
                of_kind.push((ours, theirs, changes.len() as u16));
            }
            places.push(of_kind);
        }
        Classes { learned, shapes: places }
    }
}

/// What a position is worth that has not been looked into.
#[allow(clippy::too_many_arguments)] // called in two places
#[inline]
pub(super) fn leaf_worth<G: Game, E: Evaluation<G>>(
    game: &G,
    state: &G::State,
    seat: Player,
    role: Role,
    evaluation: &E,
    facts: &Facts,
    classes: Option<&Classes<'_>>,
    shapes: &mut Vec<Spike>,
    told: &mut Vec<(f64, f64)>,
) -> Worth {
    let point = |value: f64| Worth { mean: value, base: value, start: 0, count: 1, room: 0 };
    if role == Role::Over {
        return point(game.payoffs(state)[seat]);
    }
    if let Some(classes) = classes {
        let value = evaluation.value(game, state, seat);
        if role == Role::Edge {
            return point(value);
        }
        // What is learned is about the mover. What the others want, we do not: their positions are ours in a mirror.
        let is_theirs = role == Role::Theirs;
        let movers = if is_theirs { 2.0 * facts.sum.unwrap_or(0.0) / game.players() as f64 - value } else { value };
        let (kind, class) = classes.learned.class(evaluation.kind(game, state), movers);
        let (ours, theirs, count) = classes.shapes[kind][class];
        let start = if is_theirs { theirs } else { ours };
        let shape = &shapes[start as usize..start as usize + usize::from(count)];
        let mut mean = 0.0;
        for spike in shape {
            mean += spike.p * (value + spike.x).clamp(facts.lowest, facts.highest);
        }
        return Worth { mean, base: value, start, count, room: 0 };
    }
    told.clear();
    evaluation.spikes(game, state, seat, told);
    if let [(value, _)] = told[..] {
        return point(value);
    }
    sort_by_value(told);
    let start = shapes.len() as u32;
    shapes.extend(told.iter().map(|&(x, p)| Spike { x, p }));
    let mean = told.iter().map(|(x, p)| x * p).sum();
    Worth { mean, base: 0.0, start, count: told.len() as u16, room: 0 }
}

/// Not generic, so that it is one sort in the binary and not one for each game.
fn sort_by_value(told: &mut [(f64, f64)]) {
    told.sort_by(|a, b| a.0.total_cmp(&b.0));
}
