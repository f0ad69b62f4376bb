//! MGSS*: look at the leaf whose outcome alone is worth most to the choice, until none is worth its cost.
//!
//! Russell and Wefald 1989, 1991. The first search that was told when to stop: looking at a leaf is worth what the choice
//! gains on average by knowing it, if the move were made right after (the single-step assumption). That blinds it: where
//! two leaves must change together to change the choice, it stops. Distributions are the learned ones of
//! [`bpip`](super::bpip), not normal ones, and in gulps; the choice is plain minimax, as in the paper. Where chance has a say, which the
//! paper does not treat, what a leaf can do is shrunk to its outcome's share.

use super::bestfirst::minimax_tree;
use super::bpip::{DEFAULT_NODES, GULP, MEMORY};
use super::catalog::{AgentEntry, Axes, BLUNDER, COST, Common, Demands, EVAL, MOST_DEPTH, NODES, TEMPERATURE, TIME};
use crate::grow::best_first::SingleStep;
use crate::searcher::Searcher;
use outwit_game::{Agent, Evaluated, Problem, Settings, keys};

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "mgss",
    summary: "Russell and Wefald: looks where a single leaf could change the choice, while it pays; default 50,000 nodes",
    parameters: keys![MOST_DEPTH, NODES, TIME, EVAL, GULP, COST, MEMORY, TEMPERATURE, BLUNDER],
    demands: Demands::OPEN,
    axes: Axes { grow: "bestfirst", value: "distributions", backup: "minimax", belief: "adversary" },
};

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    let Common { budget, evaluation, character } = Common::with_nodes(settings, game, DEFAULT_NODES)?;
    let memory = settings.get(MEMORY) << 20;
    let selection = SingleStep::new(settings.get(GULP), settings.get(COST));
    Ok(Box::new(Searcher::new(minimax_tree(budget, memory, evaluation, selection), character)))
}
