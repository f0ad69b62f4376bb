//! The last ply, where the evaluation knows what moves lead to without their being made.

use super::InformationSets;
use super::nodes::Node;
use crate::backup::Backup;
use crate::belief::Opponent;
use crate::value::Leaf;
use outwit_game::{After, Game, MoveCode};

/// What the evaluation knows of the last move before the horizon.
pub(super) enum Foreseen<V> {
    /// Of each move what every world is worth, one after the other, nothing where it is refused.
    All(Vec<Option<V>>),
    /// Not of all moves in all worlds.
    Nothing,
    /// The meter said stop.
    Stopped,
}

impl<G: Game, L: Leaf<G>, B: Backup<L::Value>, O: Opponent<G>> InformationSets<'_, '_, G, L, B, O> {
    /// What every move leads to in all worlds of a belief, in all of which the seat has the same moves. One that leaves no trace
    /// is refused.
    pub(super) fn foresee(&mut self, nodes: &[Node<G>], moves: &[G::Move]) -> Foreseen<L::Value> {
        let (game, seat) = (self.game, self.seat);
        if !self.foresees {
            return Foreseen::Nothing;
        }
        let mut values = Vec::new();
        let mut lasting = Vec::with_capacity(moves.len());
        for (world, node) in nodes.iter().enumerate() {
            let state = &node.world.state;
            // Step 1. What is known: it must be said of every move for itself, for worlds are put together move by move.
            self.after.clear();
            if !self.leaf.after_moves(game, state, &mut self.after) {
                return Foreseen::Nothing;
            }
            let is_of = |(after, mv): (&After, &G::Move)| after.first == mv.code() && after.count == 1;
            self.foresees = self.after.len() == moves.len() && self.after.iter().zip(moves).all(is_of);
            if !self.foresees {
                return Foreseen::Nothing;
            }
            values.resize(moves.len() * nodes.len(), None);
            if moves.iter().any(|_| !self.meter.count()) {
                return Foreseen::Stopped;
            }
            // Step 2. Which are refused: both lists are mostly in the same order.
            lasting.clear();
            game.lasting_moves(state, &mut lasting);
            let mut next = 0;
            let mut lasts = |mv: &G::Move| {
                let is_next = lasting.get(next) == Some(mv);
                next += usize::from(is_next);
                is_next || lasting.contains(mv)
            };
            // Step 3. What the others are worth.
            for (place, (mv, after)) in moves.iter().zip(&self.after).enumerate() {
                if !lasts(mv) {
                    continue;
                }
                let value = match after.is_over {
                    true => Some(self.leaf.over(&after.values, seat)),
                    false => self.leaf.after(after, seat, seat, moves.len() == 1),
                };
                if value.is_none() {
                    return Foreseen::Nothing;
                }
                self.reached_horizon |= !after.is_over;
                values[place * nodes.len() + world] = value;
            }
        }
        Foreseen::All(values)
    }
}
