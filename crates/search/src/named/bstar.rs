//! B*: look until one move is no worse at its worst than all others at their best.
//!
//! Berliner 1979. Every position lies between a pessimistic and an optimistic value: the ends of the learned distribution
//! of [`bpip`](super::bpip). Either the most hopeful move is proved better or its nearest rival disproved, whichever is
//! nearer. Assumes what [`minimax`](super::minimax) assumes and that the ends hold, which learned ends only nearly do. If
//! several moves are equally good it wastes its time telling them apart.
//!
//! With `by=probability` (Palay 1983) ends give way to the whole distributions, which come up as products of cumulative
//! distributions; it looks, at a few leaves at a time that matter most, until the probability that another move turns out
//! better than the best one is no larger than `doubt`.

use super::bestfirst::minimax_tree;
use super::bpip::{DEFAULT_NODES, MEMORY};
use super::catalog::{AgentEntry, Axes, BLUNDER, Common, Demands, EVAL, MOST_DEPTH, NODES, TEMPERATURE, TIME};
use crate::grow::best_first::{BaumSmith, Bounds, Growth};
use crate::searcher::Searcher;
use outwit_game::{Agent, Evaluated, Key, Problem, Settings, Word, keys};

const BY: Key<Word> = Key::choice(
    "by",
    "bounds",
    &["bounds", "probability"],
    "moves are told apart by the ends of their distributions, or by the whole of them (Palay)",
);
const DOUBT: Key<f64> = Key::probability(
    "doubt",
    "0.05",
    "with by=probability: the probability left that another move is better when the search ends",
);
/// Berliner's search goes leaf by leaf; a few at a time cost far less.
const GULP: f64 = 0.05;

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "bstar",
    summary: "Berliner's B*: looks until one move is separated from all others; default 50,000 nodes",
    parameters: keys![MOST_DEPTH, NODES, TIME, EVAL, BY, DOUBT, MEMORY, TEMPERATURE, BLUNDER],
    demands: Demands::OPEN_WITHOUT_CHANCE,
    axes: Axes { grow: "bestfirst", value: "intervals", backup: "minimax", belief: "adversary" },
};

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    let Common { budget, evaluation, character } = Common::with_nodes(settings, game, DEFAULT_NODES)?;
    let memory = settings.get(MEMORY) << 20;
    if settings.get(BY) == "probability" {
        let growth = Growth { gulp: GULP, doubt: Some(settings.get(DOUBT)), memory, ..Growth::default() };
        return Ok(Box::new(Searcher::new(BaumSmith::new(budget, growth, evaluation, None), character)));
    }
    let selection = Bounds::default();
    Ok(Box::new(Searcher::new(minimax_tree(budget, memory, evaluation, selection), character)))
}
