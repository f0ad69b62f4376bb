//! Measuring a game at its own speed.
//!
//! The command line holds every game with its types erased, which costs an allocation a state. Counting and measuring
//! look inside and run on the game's own type where it is one of these; every other game runs erased.

use outwit::game::{AnyGame, AnyState, Game};
use outwit::games;

/// Work on a position of any game.
pub trait Job {
    /// What it gives.
    type Output;
    /// Does it.
    fn run<G: Game>(self, game: &G, state: &G::State) -> Self::Output;
}

/// Does the work on the game's own type where that is known here.
pub fn run<J: Job>(game: &AnyGame, state: &AnyState, job: J) -> J::Output {
    macro_rules! known {
        ($($game:ty),* $(,)?) => {$(
            if let (Some(game), Some(state)) = (game.downcast_ref::<$game>(), state.downcast_ref()) {
                return job.run::<$game>(game, state);
            }
        )*};
    }
    known![
        games::backgammon::Backgammon,
        games::connect4::Connect4,
        games::dodgem::Dodgem,
        games::kalah::Kalah,
        games::othello::Othello,
        games::random_trees::RandomTree,
        games::tictactoe::TicTacToe,
        games::tree::Tree,
    ];
    job.run(game, state)
}
