//! Nested Monte-Carlo: each move is tried by trial games whose own moves are tried by trial games.
//!
//! Cazenave 2009, for puzzles of one seat: see [`Nested`]. Level 0 is random play, level 1 plays what came to most over random
//! play, and so on; a level costs as many times the one below as a game has moves to try. Assumes that whoever plays better
//! than at random in small things does so in large ones. It keeps no tree and learns nothing from one trial game for the next; it
//! is `uct` that does.

use super::catalog::{AgentEntry, Axes, BLUNDER, Common, Demands, EVAL, NODES, TEMPERATURE, TIME};
use crate::grow::Nested;
use crate::searcher::Searcher;
use outwit_game::{Agent, Evaluated, Key, Problem, Settings, keys};

const LEVEL: Key<u32> = Key::integer("level", "1", 0, 5, "the level of the trial games that moves are tried by");
const TRIES: Key<u32> =
    Key::integer("tries", "1", 1, 10_000, "trial games of the level below for each move inside a trial game");
const HORIZON: Key<u32> =
    Key::integer("horizon", "200", 1, 1_000_000, "moves of a trial game at most; then the evaluation speaks");
const ROUNDS: Key<u64> =
    Key::integer("rounds", "1000", 1, i64::MAX, "trial games for each move to choose from, at most");

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "nested",
    summary: "nested Monte-Carlo for a seat alone: trial games whose moves are chosen by trial games; default 50,000 nodes",
    parameters: keys![NODES, TIME, EVAL, LEVEL, TRIES, HORIZON, ROUNDS, TEMPERATURE, BLUNDER],
    demands: Demands { alone: true, ..Demands::OPEN },
    axes: Axes { grow: "nested trial games", value: "playouts", backup: "the best for itself", belief: "chance" },
};

/// Moves made without any other budget.
const DEFAULT_NODES: u64 = 50_000;

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    let Common { budget, evaluation, character } = Common::with_nodes(settings, game, DEFAULT_NODES)?;
    let search = Nested {
        budget,
        evaluation,
        level: settings.get(LEVEL),
        tries: settings.get(TRIES),
        horizon: settings.get(HORIZON),
        rounds: settings.get(ROUNDS),
    };
    Ok(Box::new(Searcher::new(search, character)))
}
