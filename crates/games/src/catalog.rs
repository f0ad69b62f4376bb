//! The one list of games: names, parameters, defaults and documentation, for the command line and everything else.

use crate::*;
use outwit_game::{AnyGame, Parameter, Problem, Settings, Spec, nearest};
use std::sync::OnceLock;

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
    /// Makes the game from its settings.
    pub build: fn(&Settings, Files<'_>) -> Result<AnyGame, Problem>,
}

impl GameEntry {
    /// The entry of a game without parameters, for [`add`].
    pub const fn plain(
        name: &'static str,
        summary: &'static str,
        build: fn(&Settings, Files<'_>) -> Result<AnyGame, Problem>,
    ) -> GameEntry {
        GameEntry { name, summary, parameters: &[], examples: &[], rules: "", build }
    }
}

/// All games of ours; [`games`] has those that a program has added as well.
pub const GAMES: &[GameEntry] = &[
    abalone::ENTRY,
    backgammon::ENTRY,
    checkers::ENTRY,
    chess::CHESS,
    chinesecheckers::ENTRY,
    connect4::ENTRY,
    chess::DARK_CHESS,
    repeated::DILEMMA,
    dodgem::ENTRY,
    efg::ENTRY,
    go::ENTRY,
    god::ENTRY,
    goofspiel::ENTRY,
    hearts::ENTRY,
    hex_game::ENTRY,
    hide::HIDDEN_KALAH,
    hide::HIDDEN_N_GAME,
    hide::HIDDEN_P_GAME,
    hide::HIDE,
    holdem::ENTRY,
    kalah::ENTRY,
    kpk::ENTRY,
    chess::KRIEGSPIEL,
    poker::KUHN,
    poker::LEDUC,
    macros::ENTRY,
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

/// Games that a program has added to the list.
static ADDED: OnceLock<&'static [GameEntry]> = OnceLock::new();

/// Adds games of one's own to the list, once, before anything is asked of it. They come first, so one that has the name of a
/// game of ours takes its place. `false`, and nothing added, when the list has been added to already.
pub fn add(games: &'static [GameEntry]) -> bool {
    ADDED.set(games).is_ok()
}

/// All games: those that were added, and ours.
pub fn games() -> impl Iterator<Item = &'static GameEntry> + Clone {
    let added = ADDED.get().copied().unwrap_or_default();
    let ours = GAMES.iter().filter(move |ours| added.iter().all(|entry| entry.name != ours.name));
    added.iter().chain(ours)
}

/// What our games are called elsewhere.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("tic-tac-toe", "tictactoe"),
    ("ttt", "tictactoe"),
    ("connect-four", "connect4"),
    ("connectfour", "connect4"),
    ("four-in-a-row", "connect4"),
    ("reversi", "othello"),
    ("mancala", "kalah"),
    ("halma", "chinesecheckers"),
    ("chinese-checkers", "chinesecheckers"),
    ("prisoners-dilemma", "dilemma"),
    ("ipd", "dilemma"),
    ("stag-hunt", "repeated"),
    ("matching-pennies", "repeated"),
    ("draughts", "checkers"),
    ("english-draughts", "checkers"),
    ("poker", "holdem"),
    ("texas-holdem", "holdem"),
    ("hold-em", "holdem"),
    ("universal_poker", "holdem"),
    ("kuhn_poker", "kuhn"),
    ("leduc_poker", "leduc"),
    ("eleusis", "god"),
    ("whist", "spades"),
    ("gambit", "efg"),
    ("baduk", "go"),
    ("weiqi", "go"),
    ("gops", "goofspiel"),
    ("solitaire", "spider"),
    ("patience", "spider"),
];

/// Games that people look for and that are not here: a name that only looks like theirs would lead them astray.
const ELSEWHERE: &[&str] = &["shogi", "bridge", "skat", "havannah", "stratego"];

/// The entry of this name.
pub fn entry(name: &str) -> Result<&'static GameEntry, Problem> {
    games().find(|entry| entry.name == name).ok_or_else(|| {
        let other = OTHER_NAMES.iter().find(|(other, _)| name.eq_ignore_ascii_case(other));
        if ELSEWHERE.iter().any(|known| name.eq_ignore_ascii_case(known)) {
            let hint = "other libraries have it; `outwit games` lists what is here, and examples/own-game shows how to add one";
            return Problem::new(format!("there is no game `{name}`: {hint}"));
        }
        let hint = match other.map(|(_, ours)| *ours).or_else(|| nearest(name, games().map(|entry| entry.name))) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the games are: {}", games().map(|entry| entry.name).collect::<Vec<_>>().join(", ")),
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
