//! Min/max approximation: look on where the root's value depends most on a leaf.
//!
//! Rivest 1987. Minima and maxima are taken for generalised means of a large power, which can be differentiated; the leaf
//! with the largest derivative on the way from the root is expanded. The values themselves are true minima and maxima (the
//! paper's "reverse approximation"). Assumes what [`minimax`](super::minimax) assumes. The paper found it better than
//! alpha-beta at equal moves in connect four, and worse at equal time.

use super::bestfirst::minimax_tree;
use super::bpip::{DEFAULT_NODES, MEMORY};
use super::catalog::{AgentEntry, Axes, BLUNDER, Common, Demands, EVAL, MOST_DEPTH, NODES, TEMPERATURE, TIME};
use crate::grow::best_first::Sensitive;
use crate::searcher::Searcher;
use outwit_game::{Agent, Evaluated, Key, Problem, Settings, keys};

pub(super) const POWER: Key<u32> =
    Key::integer("power", "10", 2, 1000, "of the generalised means; the larger, the more like best-first");

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "minmaxapprox",
    summary: "Rivest's min/max approximation: looks on where the root's value is most sensitive; default 50,000 nodes",
    parameters: keys![MOST_DEPTH, NODES, TIME, EVAL, POWER, MEMORY, TEMPERATURE, BLUNDER],
    demands: Demands::OPEN_WITHOUT_CHANCE,
    axes: Axes { grow: "bestfirst", value: "evaluation", backup: "minimax", belief: "adversary" },
};

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    let Common { budget, evaluation, character } = Common::with_nodes(settings, game, DEFAULT_NODES)?;
    let memory = settings.get(MEMORY) << 20;
    let selection = Sensitive::new(settings.get(POWER) as f64);
    Ok(Box::new(Searcher::new(minimax_tree(budget, memory, evaluation, selection), character)))
}
