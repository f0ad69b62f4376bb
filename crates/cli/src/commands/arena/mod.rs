//! `outwit arena`: tournaments, kept in a store.

mod export;
mod replay;
mod tournament;

use crate::failure::Failure;
use crate::files;
use crate::io::Io;
use crate::numbers;
use clap::{Args, Subcommand, ValueEnum};
use outwit::arena::{Entry, Store, Trouble};
use outwit::game::{AnyGame, AnyState, Game, MoveCode, Table, Turn};
use std::path::PathBuf;

/// Play a tournament: one deal by all seatings, many deals, with honest intervals
#[derive(Args, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Examples:\n  outwit arena connect4 alphabeta:depth=4 alphabeta:depth=6 random --deals 50\n  \
                  outwit arena othello alphabeta greedy --budget nodes=2000 --deals 200 --sprt 0,10\n  \
                  outwit arena resume\n\n\
                  A deal is a drawn start, or a random opening where the game has one fixed start. Each deal is\n\
                  played by all seatings; intervals and tests take the deal as their unit. An agent that fails,\n\
                  plays an illegal move or overruns its time budget by more than the grace loses that game."
)]
pub struct Arguments {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    tournament: tournament::TournamentArgs,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Go on with a tournament: the newest unfinished one, or the one of this number; a finished one is shown. Its plots and
    /// its report are written where they were asked for when it began, unless you say where
    Resume {
        /// Its number
        #[arg(value_parser = tournament_number)]
        id: Option<i64>,
        #[command(flatten)]
        running: tournament::Running,
    },
    /// List the tournaments of a store
    List {
        #[command(flatten)]
        store: StoreArgs,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Show a tournament's table: the newest, or the one of this number
    Show {
        /// Its number
        #[arg(value_parser = tournament_number)]
        id: Option<i64>,
        #[command(flatten)]
        shown: tournament::Shown,
    },
    /// Write a tournament's games, one a line
    Export(export::Arguments),
    /// Show a game move by move
    Replay(replay::Arguments),
}

/// Reads the number of a tournament.
fn tournament_number(text: &str) -> Result<i64, String> {
    let most = i64::MAX as u64;
    numbers::whole::<i64>(1..=most)(text).map_err(|_| {
        format!("tournaments have numbers from 1 to {}: `outwit arena list` shows them", numbers::count(most))
    })
}

/// Which store.
#[derive(Args, Clone, Debug)]
pub struct StoreArgs {
    /// The store file; one in your data folder by default
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
}

impl StoreArgs {
    /// Where the store is. The folder of the one by default is made where it is missing, that of another is not.
    pub fn path(&self) -> Result<PathBuf, Failure> {
        if let Some(path) = &self.store {
            files::check_folder(path)?;
            return Ok(path.clone());
        }
        match directories::ProjectDirs::from("", "", "outwit") {
            Some(folders) => Ok(folders.data_dir().join("arena.sqlite")),
            None => Err(Failure::wrong("you have no home folder to keep a store in: say --store FILE")),
        }
    }

    fn open(&self) -> Result<Store, Failure> {
        Ok(Store::open(&self.path()?, false)?)
    }

    /// The tournament of this number, or the newest.
    pub fn find(&self, id: Option<i64>) -> Result<(Store, Entry), Failure> {
        let store = self.open()?;
        let entry = store.find(id, |_| true)?;
        Ok((store, entry))
    }
}

/// Plays a stored game again, telling who moves, the move in words, and the position after it.
fn replayed(
    game: &AnyGame,
    position: &str,
    moves: &[u32],
    mut tell: impl FnMut(Turn, String, &AnyState),
) -> Result<(), Failure> {
    let mut table = Table::at(game, game.read_position(position)?);
    for &code in moves {
        let mv = *(table.moves().iter().find(|mv| mv.code() == code))
            .ok_or_else(|| Failure::failed("a stored game does not fit the rules of this version any more"))?;
        let (turn, text) = (table.turn(), game.move_text(table.state(), mv));
        table.play(mv);
        tell(turn, text, table.state());
    }
    Ok(())
}

/// How games are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// A row a seat of a game
    Csv,
    /// A JSON object a game
    Jsonl,
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Failure {
        match trouble {
            Trouble::Request(problem) => Failure::wrong(problem),
            Trouble::Work(problem) => Failure::failed(problem),
        }
    }
}

pub fn run(arguments: &Arguments, io: &mut Io<'_>) -> Result<(), Failure> {
    match &arguments.action {
        Some(Action::Resume { id, running }) => tournament::resume(*id, running, io),
        Some(Action::List { store, json }) => tournament::list(store, *json, io),
        Some(Action::Show { id, shown }) => tournament::show(*id, shown, io),
        Some(Action::Export(arguments)) => export::run(arguments, io),
        Some(Action::Replay(arguments)) => replay::run(arguments, io),
        None => tournament::start(&arguments.tournament, io),
    }
}
