//! Singular extensions (Anantharaman, Campbell and Hsu 1990): a move without an alternative is followed deeper.
//!
//! In a node with at least four plies to go every move is first searched to half the depth. If one is better than all
//! others by the margin, it is searched to the node's own depth instead of one ply less. The position it leads to extends
//! nothing itself, so a line grows to twice the depth at most, and what a node is worth depends on its position, its depth
//! and whether it was reached by an extended move, and on nothing else: table and pruning change nothing.

use super::*;
use outwit_game::Rng;
use std::ops::Range;

/// With fewer plies to go nothing is extended: the shorter look would not be one.
const FEWEST_PLIES: i32 = 4;

/// Under which key the table files a position that was reached by an extended move.
pub(super) fn extended_key(key: u64) -> u64 {
    Rng::hash(key, 1)
}

impl<G: Game, E: Evaluation<G>> Walk<'_, G, E> {
    /// The one of the listed moves that is better than all others by the margin, on a look half as deep.
    #[cold]
    #[inline(never)]
    pub(super) fn singular_move<const OURS: bool>(
        &mut self,
        state: &mut G::State,
        listed: Range<usize>,
        depth: i32,
        ply: usize,
    ) -> Option<G::Move> {
        let margin = self.options.singular?;
        if depth < FEWEST_PLIES || depth == TO_THE_END || listed.len() < 2 {
            return None;
        }
        // What is found on the way is not part of the tree, and says nothing about the horizon of this node.
        let recorder = self.recorder.take();
        let touched_before = self.touched_horizon;
        let found = self.without_alternative::<OURS>(state, listed, (depth - 1) / 2, ply, margin);
        self.recorder = recorder;
        self.touched_horizon = touched_before;
        found
    }

    fn without_alternative<const OURS: bool>(
        &mut self,
        state: &mut G::State,
        listed: Range<usize>,
        depth: i32,
        ply: usize,
        margin: f64,
    ) -> Option<G::Move> {
        let sign = if OURS { 1.0 } else { -1.0 };
        let (mut best, mut best_index) = (f64::NEG_INFINITY, listed.start);
        for index in listed.clone() {
            let mv = self.moves[index];
            let value = sign * self.child(state, mv, depth, ply, window_of(best, f64::INFINITY, OURS), None);
            if value > best {
                (best, best_index) = (value, index);
            }
        }
        let near = best - margin;
        for index in listed {
            if index != best_index && !self.meter.is_stopped() {
                let mv = self.moves[index];
                let window = window_of(near, near.next_up(), OURS);
                if sign * self.child(state, mv, depth, ply, window, None) > near {
                    return None;
                }
            }
        }
        (!self.meter.is_stopped()).then(|| self.moves[best_index])
    }
}
