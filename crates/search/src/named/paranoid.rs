//! Paranoid: all the others are one enemy.
//!
//! Sturtevant and Korf 2000. Assumes that everybody else minimises the root's value and cares about nothing else: what the
//! root gets is then certain, and often too little to hope for. That makes it a game for two, so alpha-beta prunes deeply:
//! b^(d(n-1)/n) positions at best for n seats. In a two-seat zero-sum game it is [`alphabeta`](super::alphabeta);
//! as there the soonest of certain wins is played and the latest of certain losses, whatever `root` says.

use super::alphabeta::{EXACT, TABLE};
use super::catalog::{AgentEntry, Axes, BLUNDER, COST, Common, DEPTH, Demands, EVAL, NODES, ROOT, TEMPERATURE, TIME};
use crate::grow::{AlphaBeta, Options, PreferLooks, Ties};
use crate::searcher::Searcher;
use outwit_game::{Agent, Evaluated, Problem, Settings, keys};

const DEFAULT_DEPTH: u32 = 4;

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "paranoid",
    summary: "all the others are out to get you; default depth 4",
    parameters: keys![DEPTH, NODES, TIME, COST, EVAL, ROOT, EXACT, TABLE, TEMPERATURE, BLUNDER],
    demands: Demands::OPEN,
    axes: Axes { grow: "alphabeta", value: "evaluation", backup: "paranoid", belief: "adversary" },
};

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    let Common { budget, evaluation, character } = Common::read(settings, game, DEFAULT_DEPTH)?;
    let ties = if settings.get(EXACT) || character.needs_all_values() { Ties::Exact } else { Ties::All };
    let options = Options { ties, table_bytes: settings.get(TABLE) << 20, ..Options::default() };
    let search = AlphaBeta::new(budget, options, evaluation.clone());
    Ok(if settings.get(ROOT) == "heuristic" {
        Box::new(Searcher::new(PreferLooks { search, evaluation }, character))
    } else {
        Box::new(Searcher::new(search, character))
    })
}
