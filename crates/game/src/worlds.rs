//! Worlds drawn for a seat of a hidden game that knows where play began.
//!
//! For games that say so in their `sample`. Where the states that agree with what was seen can all be listed, one is drawn
//! exactly, each weighted by the probability that the others and chance got there, the others moving at random. Where they
//! are too many, one is looked for by trying moves in random order and going back from dead ends: every move is tried
//! first with its probability at that place, so states behind few dead ends are drawn about as often as they should be,
//! and states beside many more often. Where that takes too long, none was found.

use crate::contract::Game;
use crate::random::Rng;
use crate::seat::{Player, Turn};
use crate::table::View;
use std::collections::HashMap;

/// How much work a draw may be.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// States listed at a time at most.
    pub listed: usize,
    /// Moves tried at most when looking for a single state.
    pub tried: usize,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { listed: 20_000, tried: 100_000 }
    }
}

/// A state that agrees with everything a seat has seen, where the seat is to move. `None` when the game does not know where
/// play began, or when none was found.
pub fn sample_world<G: Game>(view: &View<'_, G>, rng: &mut Rng, patience: Patience) -> Option<G::State> {
    let (game, seat) = (view.game(), view.seat());
    let start = game.known_start(seat, view.seen().first())?;
    let seen = match game.first_look(&start, seat) {
        Some(look) if view.seen().first() == Some(&look) => &view.seen()[1..],
        Some(_) => return None,
        None => view.seen(),
    };
    let quest = Quest { game, seat, seen };
    match quest.list(start.clone(), patience.listed) {
        Some(worlds) => {
            let weights: Vec<f64> = worlds.iter().map(|(_, weight)| *weight).collect();
            let is_possible = weights.iter().any(|&weight| weight > 0.0);
            is_possible.then(|| worlds[rng.weighted(&weights)].0.clone())
        }
        None => quest.find(&start, 0, rng, &mut patience.tried.clone()),
    }
}

struct Quest<'a, G: Game> {
    game: &'a G,
    seat: Player,
    seen: &'a [G::Seen],
}

impl<G: Game> Quest<'_, G> {
    /// The moves of a state with their probabilities, as the seat holds them: its own are what they were.
    fn moves(&self, state: &G::State) -> Vec<(G::Move, f64)> {
        let turn = self.game.turn(state);
        let mut moves = Vec::new();
        if turn.is_over() || (turn == Turn::Chance && self.game.draws(state)) {
            return Vec::new();
        }
        self.game.moves(state, &mut moves);
        let weight = |mv: G::Move| match turn {
            Turn::Chance => self.game.weight(state, mv) as f64,
            _ => 1.0,
        };
        let total: f64 = match turn {
            Turn::Of(player) if player == self.seat => 1.0,
            _ => moves.iter().map(|&mv| weight(mv)).sum(),
        };
        moves.into_iter().map(|mv| (mv, weight(mv) / total)).collect()
    }

    /// All states that agree, with their weights; `None` when they are more than `most` on the way.
    fn list(&self, start: G::State, most: usize) -> Option<Vec<(G::State, f64)>> {
        let mut worlds = vec![(start, 1.0)];
        for index in 0..=self.seen.len() {
            let wanted = self.seen.get(index);
            let mut next: Vec<(G::State, f64)> = Vec::new();
            let mut places: HashMap<G::State, usize> = HashMap::new();
            while !worlds.is_empty() {
                let mut waiting = Vec::new();
                for (state, weight) in worlds {
                    if wanted.is_none() && self.game.turn(&state) == Turn::Of(self.seat) {
                        next.push((state, weight));
                        continue;
                    }
                    for (mv, share) in self.moves(&state) {
                        let mut after = state.clone();
                        self.game.play(&mut after, mv);
                        let seen = self.game.observe(&state, mv, &after, self.seat);
                        if seen.is_none() {
                            waiting.push((after, weight * share));
                        } else if seen.as_ref() == wanted {
                            match places.get(&after) {
                                Some(&place) => next[place].1 += weight * share,
                                None => {
                                    places.insert(after.clone(), next.len());
                                    next.push((after, weight * share));
                                }
                            }
                        }
                    }
                    if next.len() + waiting.len() > most {
                        return None;
                    }
                }
                worlds = waiting;
            }
            worlds = next;
        }
        Some(worlds)
    }

    /// One state that agrees from `index` on, by trying; `tries` is what is left of the patience.
    fn find(&self, state: &G::State, index: usize, rng: &mut Rng, tries: &mut usize) -> Option<G::State> {
        let wanted = self.seen.get(index);
        if wanted.is_none() && self.game.turn(state) == Turn::Of(self.seat) {
            return Some(state.clone());
        }
        let mut moves = self.moves(state);
        while !moves.is_empty() {
            let weights: Vec<f64> = moves.iter().map(|(_, share)| *share).collect();
            let (mv, _) = moves.swap_remove(rng.weighted(&weights));
            *tries = tries.checked_sub(1)?;
            let mut after = state.clone();
            self.game.play(&mut after, mv);
            let seen = self.game.observe(state, mv, &after, self.seat);
            let next = match &seen {
                None => index,
                Some(seen) if Some(seen) == wanted => index + 1,
                Some(_) => continue,
            };
            if let Some(found) = self.find(&after, next, rng, tries) {
                return Some(found);
            }
        }
        None
    }
}
