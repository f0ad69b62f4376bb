//! Baum-Smith search: best play for imperfect players, on a tree that grows where looking is worth most.
//!
//! Baum and Smith 1993 and 1997 (BPIP-DFISA), after Frank's account, sections 2.8.1 to 2.8.3. A leaf is no number but a
//! distribution of the value that a longer look would give it, learned from how values change under search. Distributions
//! come up the tree exactly, as products of cumulative distributions, so that a player who will know more when the
//! position comes about is taken to use it. Assumes that leaves are independent, that every other seat plays against the
//! mover, and that any further look at a leaf settles it.
//!
//! Leaves are expanded in gulps, the most important first: those by which the expected utility of all further expansion
//! is expected to change most. Costs C = 1 + 1/(gulp (b - 1)) times the evaluation of the final tree at most. It is not
//! minimax: the root takes the best *mean*, and it stops by itself when what is left to be found out is worth less than it
//! costs (`cost`), or when there is nothing left.
//!
//! Where the searched tree is written, inner nodes are settled once more with all their spikes, so that the file read again
//! gives the same numbers. A written tree is taken as it stands: all of it, or level by level as far as `depth` and `nodes` go.

use super::catalog::{
    AgentEntry, Axes, BLUNDER, COST, Common, Demands, EVAL, MOST_DEPTH, NODES, TEMPERATURE, TIME, asked_budget,
};
use super::spreads::{self, SPREAD};
use crate::grow::best_first::{BaumSmith, Chance, Growth, Importance};
use crate::searcher::Searcher;
use outwit_game::{Agent, Evaluated, Key, Problem, Settings, Word, keys};

/// Moves made inside the search when no budget is given.
pub(super) const DEFAULT_NODES: u64 = 50_000;

pub(super) const MEMORY: Key<usize> = Key::integer("memory", "256", 1, 1 << 20, "MiB for the tree");
pub(super) const GULP: Key<f64> =
    Key::probability("gulp", "0.1", "the fraction of all leaves that is expanded at once; 0 for one leaf");
const SPIKES: Key<Option<usize>> = Key::integer(
    "spikes",
    "",
    0,
    10_000,
    "spikes of an inner node at most, neighbours are merged; 0 keeps all; 5 by default, in written trees 0 but for chance=sum",
);
const CHANCE: Key<Word> = Key::choice(
    "chance",
    "mixture",
    &["mixture", "sum"],
    "a chance node is worth what the outcome that comes is, as printed, or the weighted sum of all",
);
const IMPORTANCE: Key<Word> = Key::choice(
    "importance",
    "step",
    &["step", "value"],
    "a leaf matters as it changes the utility of looking on, or the expected value of the best move",
);

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "bpip",
    summary: "Baum-Smith: distributions at the leaves, grown where looking is worth most; default 50,000 nodes",
    parameters: keys![
        MOST_DEPTH,
        NODES,
        TIME,
        EVAL,
        SPREAD,
        GULP,
        SPIKES,
        CHANCE,
        IMPORTANCE,
        COST,
        MEMORY,
        TEMPERATURE,
        BLUNDER
    ],
    demands: Demands::OPEN,
    axes: Axes { grow: "bestfirst", value: "distributions", backup: "product of distributions", belief: "adversary" },
};

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    let Common { mut budget, evaluation, character } = Common::with_nodes(settings, game, DEFAULT_NODES)?;
    if game.is_written_out() {
        budget = asked_budget(settings);
    }
    // Sums of distributions grow as products do: a few outcomes of chance, and no memory would hold them.
    let keeps_all = game.is_written_out() && settings.get(CHANCE) != "sum";
    let growth = Growth {
        gulp: settings.get(GULP),
        cap: settings.get(SPIKES).map_or(if keeps_all { 0 } else { 5 }, |spikes| spikes),
        chance: if settings.get(CHANCE) == "sum" { Chance::Sum } else { Chance::Mixture },
        importance: if settings.get(IMPORTANCE) == "value" { Importance::Value } else { Importance::StepSize },
        cost: settings.get(COST),
        doubt: None,
        memory: settings.get(MEMORY) << 20,
    };
    Ok(Box::new(Searcher::new(BaumSmith::new(budget, growth, evaluation, spreads::asked(settings)?), character)))
}
