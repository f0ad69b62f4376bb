//! B*: look until one move is no worse at its worst than all others at their best.
//!
//! Berliner 1979. Every position lies between a pessimistic and an optimistic value: the ends of the learned distribution
//! of [`bpip`](super::bpip). Either the most hopeful move is proved better or its nearest rival disproved, whichever is
//! nearer. Assumes what [`minimax`](super::minimax) assumes and that the ends hold, which learned ends only nearly do. If
//! several moves are equally good it wastes its time telling them apart.

use super::bpip::{DEFAULT_NODES, MEMORY};
use super::catalog::{AgentEntry, BLUNDER, Common, DEPTH, Demands, EVAL, NODES, TEMPERATURE, TIME};
use crate::grow::best_first::{Bounds, Selective};
use crate::searcher::Searcher;
use outwit_game::{Agent, Evaluated, Problem, Settings};

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "bstar",
    summary: "Berliner's B*: looks until one move is separated from all others; default 50,000 nodes",
    parameters: &[DEPTH, NODES, TIME, EVAL, MEMORY, TEMPERATURE, BLUNDER],
    demands: Demands { chance: false, hidden: false, endless_chance: false },
};

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    let Common { budget, evaluation, character } = Common::with_nodes(settings, game, DEFAULT_NODES)?;
    let memory = settings.count("memory") << 20;
    let policy = Bounds::default();
    Ok(Box::new(Searcher::new(Selective { budget, memory, evaluation, policy }, character)))
}
