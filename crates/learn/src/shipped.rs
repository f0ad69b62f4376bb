//! What was learned and comes with a game.

use crate::learned::Learned;
use outwit_game::Evaluated;
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
}
