//! Measuring a game at its own speed.
//!
//! The command line holds every game with its types erased, which costs an allocation a state. Counting and measuring
//! look inside and run on the game's own type.

use outwit::game::{AnyGame, AnyState, Evaluated, Game, Native};
use outwit::natively;

/// Work on a position of any game.
pub trait Job {
    /// What it gives.
    type Output;
    /// Does it.
    fn run<G: Game>(self, game: &G, state: &G::State) -> Self::Output;
}

/// Does the work on the game's own type where that is known.
pub fn run<J: Job>(game: &AnyGame, state: &AnyState, job: J) -> J::Output {
    struct At<'a, J>(&'a AnyState, J);
    impl<J: Job> Native for At<'_, J> {
        type Output = J::Output;
        fn native<G: Evaluated>(self, game: &G) -> J::Output {
            self.1.run(game, self.0.downcast_ref().expect("the state belongs to the game"))
        }
        fn erased(self, game: &AnyGame) -> J::Output {
            self.1.run(game, self.0)
        }
    }
    natively(game, At(state, job))
}
