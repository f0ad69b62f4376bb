//! Soft-MaxN: MaxN that does not pretend to know how the others break ties.
//!
//! Sturtevant and Bowling 2006. Everybody maximises its own value, but where moves are equally good all that may come of
//! them is kept: a value is a set of vectors, and a move is ruled out only if another is at least as good whatever happens.
//! The root compares sets by the worst they hold for it (`security=worst`) or by their average (`mean`). Costs b^d
//! positions, and sets grow with ties. It is not [`maxn`](super::maxn), which takes one way to break ties for the truth, nor
//! [`maxprob`](super::maxprob), which averages.
//! At chance, where sets multiply, no more than 4,096 vectors are kept: ends stay exact, means are of those kept.

use super::catalog::{AgentEntry, Axes, BLUNDER, COST, Common, DEPTH, Demands, EVAL, NODES, ROOT, TEMPERATURE, TIME};
use crate::backup::{Security, SoftMaxN};
use crate::belief::Adversary;
use crate::grow::DepthFirst;
use crate::searcher::Searcher;
use crate::value::{Everybody, Single};
use outwit_game::{Agent, Evaluated, Key, Player, Problem, Settings, Word, keys};

const DEFAULT_DEPTH: u32 = 3;

pub(super) const SECURITY: Key<Word> =
    Key::choice("security", "worst", &["worst", "mean"], "how the root compares what may come of two moves");

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "softmaxn",
    summary: "MaxN that keeps every way the others may break ties; default depth 3",
    parameters: keys![DEPTH, NODES, TIME, COST, SECURITY, EVAL, ROOT, TEMPERATURE, BLUNDER],
    demands: Demands::OPEN,
    axes: Axes { grow: "full", value: "evaluation", backup: "softmaxn", belief: "adversary" },
};

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    let Common { budget, evaluation, character } = Common::read(settings, game, DEFAULT_DEPTH)?;
    let prefers_looks = settings.get(ROOT) == "heuristic";
    let security = if settings.get(SECURITY) == "mean" { Security::Mean } else { Security::Worst };
    let backup = move |_: Player, players: usize| SoftMaxN { players, security };
    let search =
        DepthFirst { prefers_looks, ..DepthFirst::new(budget, Single(Everybody(evaluation)), backup, Adversary) };
    Ok(Box::new(Searcher::new(search, character)))
}
