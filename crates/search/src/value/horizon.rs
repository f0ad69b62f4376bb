//! The end of the look-ahead: where a search stops and asks the evaluation, and where it had better look on.

use outwit_game::{Evaluation, Game};

/// An evaluation and how far beyond the given depth to follow positions it calls unquiet.
#[derive(Clone, Copy, Debug)]
pub struct Horizon<'a, E> {
    /// Values positions.
    pub evaluation: &'a E,
    /// Extra plies at most.
    pub quiescence: u32,
}

impl<E> Horizon<'_, E> {
    /// Whether the search stops at a position `depth` plies above the horizon (negative: beyond it).
    #[inline]
    pub fn is_reached<G: Game>(&self, game: &G, state: &G::State, depth: i32) -> bool
    where
        E: Evaluation<G>,
    {
        depth <= 0
            && (self.quiescence == 0 || depth <= -(self.quiescence as i32) || self.evaluation.is_quiet(game, state))
    }
}
