//! Specs from the command line: games with their files, and agents.

use crate::failure::Failure;
use outwit::arena::{engine_agent, program_spec};
use outwit::game::{Agent, AnyGame, Game, Player, Problem, Spec};
use outwit::games::catalog::{self, GameEntry};
use std::io::Read;
use std::path::Path;

/// A game and the spec it came from, written the one way specs are written back.
pub struct NamedGame {
    pub spec: String,
    pub game: AnyGame,
}

/// No file that describes a game is larger; reading a device that never ends must end.
const LARGEST_FILE: u64 = 1 << 30;

/// Reads a file whose name stands in a request. What cannot be read is a wrong request that names the file.
pub fn read_file(path: &str) -> Result<String, Problem> {
    let unreadable = |why: String| Problem::new(format!("the file `{path}` cannot be read: {why}"));
    let file = std::fs::File::open(path).map_err(|error| unreadable(error.to_string()))?;
    let mut text = String::new();
    file.take(LARGEST_FILE).read_to_string(&mut text).map_err(|error| unreadable(error.to_string()))?;
    if text.len() as u64 == LARGEST_FILE {
        return Err(unreadable("it is larger than a gibibyte".to_string()));
    }
    Ok(text)
}

/// Finds out before the work whether its result can be written; `-` is the output. Leaves no file behind.
pub fn check_writable(path: &str) -> Result<(), Failure> {
    if path == "-" {
        return Ok(());
    }
    let is_new = !Path::new(path).exists();
    std::fs::OpenOptions::new()
        .append(true)
        .create(true)
        .open(path)
        .map_err(|error| Failure::failed(format_args!("the file `{path}` cannot be written: {error}")))?;
    if is_new {
        let _ = std::fs::remove_file(path);
    }
    Ok(())
}

/// The folder of a file that a request names has to be there: a slip would leave folders behind that nobody wants.
pub fn check_folder(file: &Path) -> Result<(), Failure> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder.filter(|folder| !folder.is_dir()) {
        Some(folder) => Err(Failure::wrong(format_args!(
            "`{}` cannot be written: there is no folder `{}`; make it first, or name another place",
            file.display(),
            folder.display()
        ))),
        None => Ok(()),
    }
}

/// Makes the folder that a request names for its files, but none above it.
pub fn make_folder(folder: &Path) -> std::io::Result<()> {
    if folder.is_dir() { Ok(()) } else { std::fs::create_dir(folder) }
}

/// Writes a file that the request asked for.
pub fn write_file(path: &str, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text)
        .map_err(|error| Failure::failed(format_args!("the file `{path}` cannot be written: {error}")))
}

/// The game a spec names.
pub fn game(text: &str) -> Result<NamedGame, Problem> {
    let spec = Spec::parse(text)?;
    let game = catalog::game(&spec, &read_file)?;
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
    Ok((spec.to_string(), outwit::agent(spec, game, &read_file)?))
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
