//! Best-first minimax: always look on at the end of the line that best play makes.
//!
//! Korf and Chickering 1993, 1996. Assumes what [`minimax`](super::minimax) assumes, and that the line worth looking at is
//! the one that would be played. Costs a walk up and down the tree for each leaf. The cheap baseline of all selective
//! searches: it keeps no account of what might change the choice, and ends when the line does.

use super::bpip::{DEFAULT_NODES, MEMORY};
use super::catalog::{AgentEntry, Axes, BLUNDER, Common, Demands, EVAL, MOST_DEPTH, NODES, TEMPERATURE, TIME};
use crate::backup::Minimax;
use crate::belief::Adversary;
use crate::grow::best_first::{BestFirst, LeafSelection, Principal};
use crate::searcher::{Search, Searcher};
use crate::value::Own;
use outwit_game::{Agent, Budget, Evaluated, Player, Problem, Settings, keys};

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "bestfirst",
    summary: "best-first minimax: looks on at the end of the best line; default 50,000 nodes",
    parameters: keys![MOST_DEPTH, NODES, TIME, EVAL, MEMORY, TEMPERATURE, BLUNDER],
    demands: Demands::OPEN_WITHOUT_CHANCE,
    axes: Axes { grow: "bestfirst", value: "evaluation", backup: "minimax", belief: "adversary" },
};

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    let Common { budget, evaluation, character } = Common::with_nodes(settings, game, DEFAULT_NODES)?;
    let memory = settings.get(MEMORY) << 20;
    let selection = Principal::default();
    Ok(Box::new(Searcher::new(minimax_tree(budget, memory, evaluation, selection), character)))
}

/// A minimax tree that grows where the selection says.
pub(super) fn minimax_tree<G: Evaluated, S: LeafSelection>(
    budget: Budget,
    memory: usize,
    evaluation: G::Evaluation,
    selection: S,
) -> impl Search<G> + use<G, S> {
    BestFirst {
        budget, // grow: leaf by leaf, as the selection says
        memory,
        selection,
        leaf: Own(evaluation.clone()), // value: what the seat gets, by the game's evaluation
        evaluation,
        backup: |root: Player, players: usize| Minimax { root, players }, // backup: minimax
        others: Adversary,                                                // belief: the others do their worst
    }
}
