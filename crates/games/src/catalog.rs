//! The one list of games: names, parameters, defaults and documentation, for the command line and everything else.

use crate::*;
use outwit_game::{AnyGame, Kind, Parameter, Problem, Settings, Spec, nearest};

/// How a game that is made from a file gets at it: this crate opens none.
pub type Files<'a> = &'a dyn Fn(&str) -> Result<String, Problem>;

/// A game of the list.
pub struct GameEntry {
    /// The name in specs.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// Specs that show the game: the first is the plain one. Tests put each through the laws.
    pub examples: &'static [&'static str],
    build: fn(&Settings, Files<'_>) -> Result<AnyGame, Problem>,
}

/// All games.
pub const GAMES: &[GameEntry] = &[
    GameEntry {
        name: "tictactoe",
        summary: "three in a row on a 3x3 board",
        parameters: &[],
        examples: &["tictactoe"],
        build: |_, _| Ok(AnyGame::new(tictactoe::TicTacToe)),
    },
    GameEntry {
        name: "backgammon",
        summary: "a race with dice, hits and blockades; a single game, no cube",
        parameters: &[flag("gammons", "true", "gammons count 2 and backgammons 3, not all wins 1")],
        examples: &["backgammon", "backgammon:gammons=false"],
        build: |settings, _| Ok(AnyGame::new(backgammon::Backgammon { gammons: settings.flag("gammons") })),
    },
    GameEntry {
        name: "dodgem",
        summary: "two fleets of cars cross each other's way off a small board",
        parameters: &[
            integer("size", "3", 3, 8, "rows and columns; a side has one car less"),
            choice("blocked", "draw", &["draw", "win", "loss"], "what a side gets that has cars but no move"),
        ],
        examples: &["dodgem", "dodgem:blocked=win", "dodgem:size=4,blocked=loss", "dodgem:size=8"],
        build: |settings, _| {
            let blocked = match settings.word("blocked") {
                "win" => dodgem::Blocked::Win,
                "loss" => dodgem::Blocked::Loss,
                _ => dodgem::Blocked::Draw,
            };
            Ok(AnyGame::new(dodgem::Dodgem::new(settings.count("size"), blocked)))
        },
    },
    GameEntry {
        name: "tree",
        summary: "a game tree written out in a JSON file",
        parameters: &[Parameter { name: "file", default: "", kind: Kind::Text, summary: "the file, as JSON" }],
        examples: &[
            "tree:file=maxprob-figure1.json",
            "tree:file=parker-figure2.json",
            "tree:file=parker-figure3.json",
            "tree:file=sequential.json",
            "tree:file=spikes.json",
            "tree:file=two-dice.json",
            "tree:file=umbrella.json",
        ],
        build: |settings, files| {
            let file = settings
                .text("file")
                .ok_or_else(|| Problem::new("the game tree is read from a file: write tree:file=PATH"))?;
            let tree = tree::Tree::from_json(&files(file)?).map_err(|problem| problem.within(file))?;
            Ok(AnyGame::new(tree))
        },
    },
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

/// A parameter that is a whole number.
const fn integer(name: &'static str, default: &'static str, min: i64, max: i64, summary: &'static str) -> Parameter {
    Parameter { name, default, kind: Kind::Integer { min, max }, summary }
}

/// A parameter that is one of some words.
const fn choice(
    name: &'static str,
    default: &'static str,
    words: &'static [&'static str],
    summary: &'static str,
) -> Parameter {
    Parameter { name, default, kind: Kind::Choice(words), summary }
}

/// A parameter that is true or false.
const fn flag(name: &'static str, default: &'static str, summary: &'static str) -> Parameter {
    Parameter { name, default, kind: Kind::Flag, summary }
}
