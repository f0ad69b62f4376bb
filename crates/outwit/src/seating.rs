//! Where games and agents meet: specs in, something that plays out.

use outwit_game::{Adapted, Agent, AnyGame, Evaluated, Problem, Spec};
use outwit_games::catalog::Files;

/// The game a spec names.
pub fn game_from_spec(spec: &str, files: Files<'_>) -> Result<AnyGame, Problem> {
    outwit_games::catalog::game(&Spec::parse(spec)?, files)
}

/// The agent a spec names, for this game.
///
/// Pairs worth it are built for the game's own type and run at full speed; the rest runs on the erased game.
pub fn agent_from_spec(spec: &str, game: &AnyGame) -> Result<Box<dyn Agent<AnyGame>>, Problem> {
    let spec = Spec::parse(spec)?;
    macro_rules! fast {
        ($($game:ty),* $(,)?) => {$(
            if let Some(agent) = native::<$game>(&spec, game) {
                return agent;
            }
        )*};
    }
    fast![outwit_games::tictactoe::TicTacToe];
    outwit_search::named::catalog::agent(&spec, game)
}

/// An agent built for the game's own type, if it is this one.
fn native<G: Evaluated>(spec: &Spec, game: &AnyGame) -> Option<Result<Box<dyn Agent<AnyGame>>, Problem>> {
    let game = game.downcast_ref::<G>()?;
    Some(outwit_search::named::catalog::agent(spec, game).map(|agent| {
        let adapted: Box<dyn Agent<AnyGame>> = Box::new(Adapted::<G, _>::new(agent));
        adapted
    }))
}
