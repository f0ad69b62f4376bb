//! Specs from the command line: games with their files, and agents.

use crate::files::read_named;
use outwit::arena::{engine_agent, program_spec};
use outwit::game::{Agent, AnyGame, Game, Player, Problem, Spec};
use outwit::games::catalog::{self, GameEntry};

/// A game and the spec it came from, written the one way specs are written back.
pub struct NamedGame {
    pub spec: String,
    pub game: AnyGame,
}

/// The game a spec names.
pub fn game(text: &str) -> Result<NamedGame, Problem> {
    let spec = Spec::parse(text)?;
    let game = catalog::game(&spec, &read_named)?;
    Ok(NamedGame { spec: spec.to_string(), game })
}

/// The game of an entry as it is without settings, unless it needs some.
pub fn plain_game(entry: &GameEntry) -> Option<AnyGame> {
    outwit::game_from_spec(entry.name, &outwit::no_files).ok()
}

/// An agent's spec as specs are written back, and the agent.
pub fn agent(text: &str, game: &AnyGame) -> Result<(String, Box<dyn Agent<AnyGame>>), Problem> {
    agent_of(&Spec::parse(text)?, game)
}

fn agent_of(spec: &Spec, game: &AnyGame) -> Result<(String, Box<dyn Agent<AnyGame>>), Problem> {
    if spec.name == outwit::arena::engine::NAME {
        return Err(Problem::new(
            "a program of your own plays in `outwit play` and `outwit arena`; here an agent is asked (see `outwit agents`)",
        ));
    }
    Ok((spec.to_string(), outwit::agent(spec, game, &read_named)?))
}

/// An agent or a program of one's own: its spec as specs are written back, and what plays. `game_spec` is told to programs
/// that play several games. A program is started when its game begins, and may fail then.
pub fn entrant(text: &str, game_spec: &str, game: &AnyGame) -> Result<(String, Box<dyn Agent<AnyGame>>), Problem> {
    let spec = entrant_spec(text)?;
    match engine_agent(&spec, game_spec) {
        Some(engine) => Ok((spec.to_string(), engine?)),
        None => agent_of(&spec, game),
    }
}

/// The spec of an agent, or of a program that is given by its path.
pub fn entrant_spec(text: &str) -> Result<Spec, Problem> {
    program_spec(text).map_or_else(|| Spec::parse(text), Ok)
}

/// The seat with this number of a game.
pub fn seat(named: &NamedGame, number: usize) -> Result<Player, Problem> {
    let players = named.game.players();
    if (1..=players).contains(&number) {
        return Ok(Player::new(number - 1));
    }
    Err(Problem::new(format!("{} has no seat {number}: give 1 to {players}", named.spec)))
}
