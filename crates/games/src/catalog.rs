//! The one list of games: names, parameters, defaults and documentation, for the command line and everything else.

use crate::*;
use outwit_game::{AnyGame, Parameter, Problem, Settings, Spec, nearest};

/// How a game that is made from a file gets at it: this crate opens none.
pub type Files<'a> = &'a dyn Fn(&str) -> Result<String, Problem>;

/// A game of the list.
pub struct GameEntry {
    /// The name in specs.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
    /// The rules, and how moves and positions are written, as Markdown. The same text stands on top of the game's module.
    pub rules: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// Specs that show the game: the first is the plain one. Tests put each through the laws.
    pub examples: &'static [&'static str],
    pub(crate) build: fn(&Settings, Files<'_>) -> Result<AnyGame, Problem>,
}

/// All games.
pub const GAMES: &[GameEntry] = &[
    abalone::ENTRY,
    backgammon::ENTRY,
    chinesecheckers::ENTRY,
    connect4::ENTRY,
    repeated::DILEMMA,
    dodgem::ENTRY,
    efg::ENTRY,
    god::ENTRY,
    hearts::ENTRY,
    hide::HIDDEN_KALAH,
    hide::HIDDEN_N_GAME,
    hide::HIDDEN_P_GAME,
    hide::HIDE,
    kalah::ENTRY,
    kpk::ENTRY,
    poker::KUHN,
    poker::LEDUC,
    cumulative::ENTRY,
    random_trees::N_GAME,
    othello::ENTRY,
    random_trees::P_GAME,
    phantom::ENTRY,
    repeated::REPEATED,
    spades::ENTRY,
    spider::ENTRY,
    tictactoe::ENTRY,
    tree::ENTRY,
];

/// The entry of this name.
pub fn entry(name: &str) -> Result<&'static GameEntry, Problem> {
    GAMES.iter().find(|entry| entry.name == name).ok_or_else(|| {
        let hint = match nearest(name, GAMES.iter().map(|entry| entry.name)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the games are: {}", GAMES.iter().map(|entry| entry.name).collect::<Vec<_>>().join(", ")),
        };
        Problem::new(format!("there is no game `{name}`; {hint}"))
    })
}

/// The game a spec names.
pub fn game(spec: &Spec, files: Files<'_>) -> Result<AnyGame, Problem> {
    let entry = entry(&spec.name)?;
    let settings = Settings::read(&format!("the game {}", entry.name), entry.parameters, spec)?;
    (entry.build)(&settings, files)
}
