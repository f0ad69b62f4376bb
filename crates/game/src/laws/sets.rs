//! The law of information sets, for games that say which positions look alike.

use super::Broken;
use crate::contract::Game;
use crate::seat::{Player, Turn};
use crate::table::Table;
use std::collections::HashMap;
use std::hash::Hash;

/// Checks that a seat has seen the same at two positions where it is to move if and only if they belong to one information
/// set. `set_of` names the set of a position; the game is walked from `start` to all its ends, so it is a small one.
pub fn views_are_sets<G: Game, S: Clone + Eq + Hash + std::fmt::Debug>(
    game: &G,
    start: &G::State,
    set_of: impl Fn(&G::State) -> S,
) -> Result<(), Broken> {
    let mut sets_by_view: HashMap<(Player, Vec<G::Seen>), S> = HashMap::new();
    let mut views_by_set: HashMap<(Player, S), Vec<G::Seen>> = HashMap::new();
    let mut waiting = vec![Table::at(game, start.clone())];
    while let Some(table) = waiting.pop() {
        if let Turn::Of(seat) = table.turn() {
            let (set, seen) = (set_of(table.state()), table.view(seat).seen().to_vec());
            let known = sets_by_view.entry((seat, seen.clone())).or_insert_with(|| set.clone()).clone();
            let before = views_by_set.entry((seat, set.clone())).or_insert_with(|| seen.clone());
            let detail = if known != set {
                format!("{seat} has seen {seen:?} at a node of {set:?} and at one of {known:?}")
            } else if *before != seen {
                format!("{seat} has seen {seen:?} at a node of {set:?} and {before:?} at another")
            } else {
                String::new()
            };
            if !detail.is_empty() {
                let path = table.played().iter().map(|mv| format!("{mv:?}")).collect();
                return Err(Broken { law: "equal views are equal information sets", detail, path });
            }
        }
        for &mv in table.moves() {
            let mut next = table.clone();
            next.play(mv);
            waiting.push(next);
        }
    }
    Ok(())
}
