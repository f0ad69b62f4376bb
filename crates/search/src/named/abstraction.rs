//! Abstract: chooses by what is true of plays, not by positions.
//!
//! Frank 1994, chapter 4: a search of abstractions, which are predicates on whole plays, with probabilities and utilities: see
//! [`Abstracting`]. The game offers the predicates; sampled plays are pooled by which of them hold. Assumes that plays of which
//! the same is true are worth about the same, and that whoever moves plays about at random. Costs a play a look. It is not a
//! tree search, and where a game offers nothing to ask of its plays it does not play.

use super::catalog::{AgentEntry, Axes, BLUNDER, Common, Demands, EVAL, NODES, TEMPERATURE, TIME};
use crate::grow::Abstracting;
use crate::searcher::Searcher;
use outwit_game::{Agent, Evaluated, Key, Problem, Settings, keys};

const PLIES: Key<usize> = Key::integer("plies", "40", 1, 10_000, "moves of a play at most; then the evaluation speaks");
const POOL: Key<f64> =
    Key::amount("pool", "4", "plays after which a class of plays counts as much by itself as by all moves together");

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "abstract",
    summary: "pools sampled plays by what is true of them, where a game offers abstractions; default 5,000 nodes",
    parameters: keys![NODES, TIME, EVAL, PLIES, POOL, TEMPERATURE, BLUNDER],
    demands: Demands { abstractions: true, ..Demands::OPEN },
    axes: Axes { grow: "sampled plays", value: "evaluation", backup: "means by class", belief: "random play" },
};

/// Moves made without any other budget.
const DEFAULT_NODES: u64 = 5_000;

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    let Common { budget, evaluation, character } = Common::with_nodes(settings, game, DEFAULT_NODES)?;
    let search = Abstracting { budget, evaluation, plies: settings.get(PLIES), pool: settings.get(POOL) };
    Ok(Box::new(Searcher::new(search, character)))
}
