//! What was learned and comes with a game.

use crate::learned::Learned;
use outwit_game::{Evaluated, Evaluation, Payoffs, Player};
use std::sync::OnceLock;

/// A file that is part of the program, read when it is first asked for.
pub struct Shipped {
    text: &'static str,
    learned: OnceLock<Learned>,
}

impl Shipped {
    /// The file's text.
    pub const fn new(text: &'static str) -> Shipped {
        Shipped { text, learned: OnceLock::new() }
    }

    /// What it holds, for the game it was learned for.
    ///
    /// # Panics
    /// When it was learned for another game: whoever ships a file tests that it fits.
    #[inline]
    pub fn of<G: Evaluated>(&self, game: &G) -> &Learned {
        self.learned.get_or_init(|| match Learned::from_text(self.text, game) {
            Ok(learned) => learned,
            Err(problem) => panic!("the evaluation that comes with the game: {problem}"),
        })
    }

    /// What a position is worth to one seat. Never inlined: beside a network, evaluations of a few instructions have to stay small
    /// enough to be.
    #[inline(never)]
    pub fn value<G: Evaluated>(&self, game: &G, state: &G::State, seat: Player) -> f64 {
        self.of(game).value(game, state, seat)
    }

    /// The same to every seat.
    #[inline(never)]
    pub fn values<G: Evaluated>(&self, game: &G, state: &G::State) -> Payoffs {
        self.of(game).values(game, state)
    }
}
