//! Minimax: the best move against players who do their worst, by looking at everything.
//!
//! Course notes (Klein and Abbeel's tradition), after von Neumann 1928 and Shannon 1950. Assumes that the mover maximises
//! its own payoff and everybody else minimises it: right in two-seat zero-sum games, *paranoid* in all others. Costs
//! b^d positions: every move of every position to depth d. It prunes nothing, so every move's value is exact; for play
//! take [`alphabeta`](super::alphabeta), which gives the same answer.

use super::catalog::{AgentEntry, Axes, BLUNDER, COST, Common, DEPTH, Demands, EVAL, NODES, TEMPERATURE, TIME};
use crate::backup::Minimax;
use crate::belief::Adversary;
use crate::grow::DepthFirst;
use crate::searcher::Searcher;
use crate::value::Own;
use outwit_game::{Agent, Evaluated, Player, Problem, Settings, keys};

const DEFAULT_DEPTH: u32 = 4;

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "minimax",
    summary: "full-width minimax: the others do their worst; default depth 4",
    parameters: keys![DEPTH, NODES, TIME, COST, EVAL, TEMPERATURE, BLUNDER],
    demands: Demands::OPEN_WITHOUT_CHANCE,
    axes: Axes { grow: "full", value: "evaluation", backup: "minimax", belief: "adversary" },
};

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    let Common { budget, evaluation, character } = Common::read(settings, game, DEFAULT_DEPTH)?;
    let backup = |root: Player, players: usize| Minimax { root, players };
    let search = DepthFirst::plain(budget, Own(evaluation), backup, Adversary);
    Ok(Box::new(Searcher::new(search, character)))
}
