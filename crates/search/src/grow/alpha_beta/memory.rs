//! What the table is told of positions, and what it may answer.

use super::*;

impl<G: Game, E: Evaluation<G>> Walk<'_, G, E> {
    /// Under which key the table files a position, and what part of the value it leaves out. Positions that differ in more
    /// than they seem to are merged only where no evaluation can tell them apart: in searches to the end.
    #[inline]
    pub(super) fn filed(&self, state: &G::State, depth: i32) -> (u64, f64) {
        if depth == TO_THE_END && self.options.symmetry && self.facts.is_zero_sum_for_two(self.game.players()) {
            (self.game.table_key(state), self.game.settled_payoff(state))
        } else if self.merges {
            (self.game.canonical_key(state), 0.0)
        } else {
            (self.game.key(state), 0.0)
        }
    }

    /// What the table says of a position one move on, as the value to the player who made the move, if that is at least
    /// `beta` (enhanced transposition cutoffs, Schaeffer and Plaat 1996).
    #[inline]
    pub(super) fn remembered<const OURS: bool>(&mut self, state: &G::State, depth: i32, beta: f64) -> Option<f64> {
        let game = self.game;
        let Turn::Of(mover) = game.turn(state) else {
            return None;
        };
        let (key, banked) = self.filed(state, depth);
        let known = self.table.as_ref()?.get(key)?;
        if !is_of_use(&known, depth) {
            return None;
        }
        // The entry speaks for the player to move there, who may be the same as here.
        let same_side = (mover == self.root) == OURS;
        let value = known.value + banked;
        let (value, is_bound) =
            if same_side { (value, known.side != Side::AtMost) } else { (-value, known.side != Side::AtLeast) };
        let cuts = is_bound && value >= beta;
        if cuts {
            self.touched_horizon |= !known.is_final;
        }
        cuts.then_some(value)
    }
}

/// An entry speaks for the very depth it was found at; or for any larger one, if it met no horizon.
#[inline]
pub(super) fn is_of_use(known: &Known, depth: i32) -> bool {
    match depth {
        TO_THE_END => known.is_final || known.depth > DEEPEST as u8,
        _ => i32::from(known.depth) == depth || (known.is_final && depth > i32::from(known.depth)),
    }
}

/// Depths fit in a byte. Beyond the deepest stand searches to the end, by the logarithm of the nodes they have cost: a table
/// that is full keeps what was dear.
#[inline]
pub(super) fn stored_depth(depth: i32, nodes: u64) -> u8 {
    let depth = if depth == TO_THE_END { DEEPEST as i32 + 1 + (nodes + 1).ilog2().min(32) as i32 } else { depth };
    depth as u8
}
