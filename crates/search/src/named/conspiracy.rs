//! Conspiracy numbers: look on where fewest leaves could conspire to change the root's value.
//!
//! McAllester 1988. A value is trusted when many leaves would have to be wrong together to change it. Values are told apart
//! by levels; the search asks how many leaves must change to move the root by a level, up or down, and expands one of the
//! smaller conspiracy, until more than `most` are needed. Assumes what [`minimax`](super::minimax) assumes, and that all
//! leaves are equally likely to be wrong.

use super::bestfirst::minimax_tree;
use super::bpip::{DEFAULT_NODES, MEMORY};
use super::catalog::{AgentEntry, Axes, BLUNDER, Common, Demands, EVAL, MOST_DEPTH, NODES, TEMPERATURE, TIME};
use crate::grow::best_first::Conspiracy;
use crate::searcher::Searcher;
use outwit_game::{Agent, Evaluated, Key, Problem, Settings, keys};

pub(super) const LEVELS: Key<usize> = Key::integer("levels", "32", 2, 256, "how many values are told apart");
pub(super) const MOST: Key<u16> =
    Key::integer("most", "1000", 1, 60_000, "the search ends when more leaves must conspire than this");

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "conspiracy",
    summary: "conspiracy numbers: looks on until many leaves would have to be wrong together; default 50,000 nodes",
    parameters: keys![MOST_DEPTH, NODES, TIME, EVAL, LEVELS, MOST, MEMORY, TEMPERATURE, BLUNDER],
    demands: Demands::OPEN_WITHOUT_CHANCE,
    axes: Axes { grow: "bestfirst", value: "evaluation", backup: "minimax", belief: "adversary" },
};

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    let Common { budget, evaluation, character } = Common::with_nodes(settings, game, DEFAULT_NODES)?;
    let memory = settings.get(MEMORY) << 20;
    let selection = Conspiracy::new(settings.get(LEVELS), settings.get(MOST));
    Ok(Box::new(Searcher::new(minimax_tree(budget, memory, evaluation, selection), character)))
}
