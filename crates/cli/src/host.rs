//! The command line inside another program: what the Python package is built on.
//!
//! That program has streams and an interrupt key of its own, holds positions and agents for longer than a command, and asks
//! for reports as data.

pub use crate::files::read_named as read_file;
use crate::{Io, defaults, interrupt};
pub use outwit::RandomGames;
use outwit::game::{AnyGame, AnyMove, AnyState, Player, Report, Table};
use outwit_advice::document::{self, Question};
use serde_json::Value;
use std::ffi::OsString;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Runs a command line as [`run`](crate::run) does, with a flag in the place of the interrupt key: a command that can
/// answer with what it has so far does.
pub fn run(words: impl IntoIterator<Item = OsString>, io: &mut Io<'_>, stop: &'static AtomicBool) -> u8 {
    interrupt::hosted(stop, || crate::run(words, io))
}

/// The strongest agent that fits the game at this table: whom the commands ask when nobody is named.
pub fn default_agent(spec: &str, table: &Table<'_, AnyGame>) -> &'static str {
    defaults::agent(spec, table)
}

/// Who asked whom about what.
pub struct Asked<'a> {
    /// The game's spec.
    pub spec: &'a str,
    /// The game.
    pub game: &'a AnyGame,
    /// The position.
    pub state: &'a AnyState,
    /// Who is to move.
    pub seat: Player,
    /// The agent's spec.
    pub agent: &'a str,
    /// The seed of the request.
    pub seed: u64,
}

/// The JSON of `outwit advise` for a report.
pub fn report_json(asked: &Asked<'_>, report: &Report<AnyMove>, time: Duration) -> Value {
    let question = Question { game: asked.spec, agent: asked.agent, seed: asked.seed };
    document::advice(&question, asked.game, asked.state, true, report, time)
}

/// Plays random moves from a position to the end, so many times, at the game's own speed.
pub fn play_random_games(
    game: &AnyGame,
    state: &AnyState,
    games: u64,
    seed: u64,
    stop: Option<&AtomicBool>,
) -> RandomGames {
    let is_stopped = || stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
    outwit::play_random_games(game, state, games, seed, &is_stopped)
}
