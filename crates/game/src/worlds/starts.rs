//! Where play may have begun, and a world that agrees with what was seen since.

use super::{AtRandom, Enumeration, Particle, SampleLimits};
use crate::contract::Game;
use crate::random::Rng;
use crate::table::View;

/// The worlds in which the play that a seat knows of may have begun, equally likely and all of them, and how many of its
/// observations are told by that; `None` where it knows too little.
pub fn known_starts<G: Game>(view: &View<'_, G>, most: usize) -> Option<(Vec<G::State>, usize)> {
    let (game, seat, first) = (view.game(), view.seat(), view.seen().first());
    // What was seen of a start is part of the view only where the game shows it.
    let looks = |state: &G::State| match game.first_look(state, seat) {
        Some(look) if first == Some(&look) => Some(1),
        Some(_) => None,
        None => Some(0),
    };
    let one = match view.start() {
        Some(start) => Some(start.clone()),
        None => game.known_start(seat, first),
    };
    if let Some(start) = one {
        let shown = looks(&start)?;
        return Some((vec![start], shown));
    }
    let mut starts = game.starts_like(seat, first, most)?;
    let shown = starts.iter().find_map(looks)?;
    starts.retain(|start| looks(start) == Some(shown));
    Some((starts, shown))
}

/// A state that agrees with everything a seat has seen, where the seat is to move, the others having moved at random: for
/// games that know no better way to `sample`. `None` when the game does not know where play began, or when none was found.
pub fn sample_world<G: Game>(view: &View<'_, G>, rng: &mut Rng, limits: SampleLimits) -> Option<G::State> {
    let (starts, shown) = known_starts(view, limits.listed)?;
    let first = |state| Particle { state, carried: (), weight: 1.0, support: f64::INFINITY };
    let mut worlds: Vec<Particle<G>> = starts.into_iter().map(first).collect();
    let (game, seat) = (view.game(), view.seat());
    let mut enumeration = Enumeration { game, seat, limits, transition: &mut AtRandom, rng, is_late: &|| false };
    // Up to the seat's turn, where it is to move.
    let to_move = (!view.moves().is_empty()).then_some(None);
    for wanted in view.seen()[shown..].iter().map(Some).chain(to_move) {
        worlds = enumeration.advance(worlds, wanted, false).ok()?.worlds;
    }
    let weights: Vec<f64> = worlds.iter().map(|world| world.weight).collect();
    let is_possible = weights.iter().any(|&weight| weight > 0.0);
    is_possible.then(|| worlds.swap_remove(rng.weighted(&weights)).state)
}
