//! The one list of games: names, parameters, defaults and documentation, for the command line and everything else.

use crate::board::Score;
use crate::random_trees::RandomTree;
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
        name: "connect4",
        summary: "discs dropped into columns; four in a row win",
        parameters: &[
            integer("width", "7", 4, 9, "columns; width x (height + 1) is at most 64"),
            integer("height", "6", 4, 8, "squares of a column"),
        ],
        examples: &["connect4", "connect4:width=4,height=4", "connect4:width=8,height=7", "connect4:width=9,height=6"],
        build: |settings, _| {
            connect4::Connect4::new(settings.count("width"), settings.count("height")).map(AnyGame::new)
        },
    },
    GameEntry {
        name: "kalah",
        summary: "seeds sown round a board; most seeds in the own store win",
        parameters: &[
            integer("pits", "6", 1, 8, "pits of a seat"),
            integer("seeds", "4", 1, 10, "seeds of a pit at the start"),
            flag("empty_capture", "true", "a last seed in an empty pit is caught also when the opposite pit is empty"),
            flag("extra_move", "true", "who ends in the own store moves again"),
            choice("leftovers", "owner", &["owner", "mover"], "whose the seeds left at the end are"),
            choice("score", "margin", Score::WORDS, "pays the difference of seeds, or +1, 0 or -1"),
        ],
        examples: &[
            "kalah",
            "kalah:pits=3,seeds=2",
            "kalah:empty_capture=false",
            "kalah:pits=4,seeds=3,extra_move=false,score=win",
            "kalah:pits=4,seeds=3,leftovers=mover",
            "kalah:pits=1,seeds=1",
            "kalah:pits=8,seeds=10,score=win",
        ],
        build: |settings, _| {
            kalah::Kalah::new(kalah::Rules {
                pits: settings.count("pits"),
                seeds: settings.count("seeds"),
                empty_capture: settings.flag("empty_capture"),
                extra_move: settings.flag("extra_move"),
                leftovers: match settings.word("leftovers") {
                    "mover" => kalah::Leftovers::Mover,
                    _ => kalah::Leftovers::Owner,
                },
                score: Score::from_word(settings.word("score")),
            })
            .map(AnyGame::new)
        },
    },
    GameEntry {
        name: "ngame",
        summary: "a random tree whose arcs are drawn: seat 1 wins where they add up to more than 0",
        parameters: &[BRANCHING, DEPTH, chance("p0", "0.5", "the chance that an arc is worth +1 and not -1"), BOARD],
        examples: &["ngame", "ngame:b=3,d=5,p0=0.4,seed=1", "ngame:b=16,d=60,seed=2"],
        build: |settings, _| {
            let game =
                RandomTree::n_game(settings.count("b"), settings.count("d"), settings.real("p0").unwrap_or(0.5))?;
            Ok(AnyGame::new(game.on_board(board_number(settings))))
        },
    },
    GameEntry {
        name: "othello",
        summary: "enclosed discs change colour; most discs at the end win",
        parameters: &[
            choice("size", "8", &["4", "6", "8"], "squares of a row"),
            choice("score", "win", Score::WORDS, "pays +1, 0 or -1, or the difference of discs"),
        ],
        examples: &["othello", "othello:size=6", "othello:size=4,score=margin", "othello:score=margin"],
        build: |settings, _| {
            let size = settings.word("size").parse().unwrap_or(0);
            othello::Othello::new(size, Score::from_word(settings.word("score"))).map(AnyGame::new)
        },
    },
    GameEntry {
        name: "pgame",
        summary: "a random tree whose leaves are drawn, each a win for one side",
        parameters: &[
            BRANCHING,
            DEPTH,
            chance("p0", "0.38", "the chance that a leaf is a win for the seat that `p0_of` names"),
            choice("p0_of", "last", &["last", "first"], "whose chance p0 is: the last mover's or the first player's"),
            BOARD,
        ],
        examples: &["pgame", "pgame:p0=0.62,p0_of=first,seed=3", "pgame:b=4,d=7,p0=0.2755,seed=1", "pgame:d=60,seed=2"],
        build: |settings, _| {
            let game = RandomTree::p_game(
                settings.count("b"),
                settings.count("d"),
                settings.real("p0").unwrap_or(0.38),
                settings.word("p0_of") == "first",
            )?;
            Ok(AnyGame::new(game.on_board(board_number(settings))))
        },
    },
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

/// What the random trees share.
const BRANCHING: Parameter = integer("b", "2", 2, 16, "moves of a position");
const DEPTH: Parameter = integer("d", "10", 1, 60, "moves of a game");
const BOARD: Parameter = integer("seed", "", 0, i64::MAX, "the number of the board; without it one is drawn");

fn board_number(settings: &Settings) -> Option<u64> {
    settings.integer("seed").and_then(|seed| u64::try_from(seed).ok())
}

/// A parameter that is a probability.
const fn chance(name: &'static str, default: &'static str, summary: &'static str) -> Parameter {
    Parameter { name, default, kind: Kind::Real { min: 0.0, max: 1.0 }, summary }
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
