//! Bounds: moves compared by bounds on their chances that hold whatever the dependence between siblings.
//!
//! Frank 1994, section 2.5.1. Where the mover wants to win, the chance is at least that of the best move and at most the sum
//! of all; where the other moves, at least what is left when failures never coincide and at most that of the worst move.
//! Assumes nothing about dependence, and that leaves will be known when they matter. Costs b^d positions. How to choose
//! between moves whose bounds overlap is arbitrary, as the thesis says: `by=` makes it a choice. It is not the product rule,
//! whose value lies between these bounds.

use super::catalog::{AgentEntry, Axes, BLUNDER, COST, Common, DEPTH, Demands, EVAL, NODES, TEMPERATURE, TIME};
use crate::backup::{ChanceBounds, Judged};
use crate::belief::Adversary;
use crate::grow::DepthFirst;
use crate::searcher::Searcher;
use crate::value::WinShareBounds;
use outwit_game::{Agent, Evaluated, Key, Player, Problem, Settings, Word, keys};

const DEFAULT_DEPTH: u32 = 4;
pub(super) const BY: Key<Word> =
    Key::choice("by", "middle", &["low", "middle", "high"], "which number of their bounds moves are compared by");

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "bounds",
    summary: "bounds on chances to win that hold whatever the dependence between siblings; default depth 4",
    parameters: keys![DEPTH, NODES, TIME, COST, BY, EVAL, TEMPERATURE, BLUNDER],
    demands: Demands::OPEN,
    axes: Axes { grow: "full", value: "intervals", backup: "bounds", belief: "adversary" },
};

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    let Common { budget, evaluation, character } = Common::read(settings, game, DEFAULT_DEPTH)?;
    let judged = judged(settings);
    let facts = game.facts();
    let leaf = WinShareBounds::new(evaluation, &facts);
    let backup = move |root: Player, players: usize| ChanceBounds::new(root, players, &facts, judged);
    Ok(Box::new(Searcher::new(DepthFirst::plain(budget, leaf, backup, Adversary), character)))
}

/// Which number of their bounds moves are compared by.
pub(super) fn judged(settings: &Settings) -> Judged {
    match settings.get(BY) {
        "low" => Judged::Low,
        "high" => Judged::High,
        _ => Judged::Middle,
    }
}
