//! Look-ahead under a belief about who the others are: the baseline of [`model_mcts`](super::model_mcts).
//!
//! PsychSim's method (Marsella, Pynadath and Read 2004): everything within a horizon, the others choosing by Boltzmann among
//! the values that their model gives, exact likelihoods for Bayes' rule. Assumes what model-mcts assumes. Costs b^d positions
//! a decision and as many for every move that is learnt from. Where something is hidden it chooses one move for all the worlds
//! held possible, now and later; the others see all, what it means to do later included: unlike model-mcts it lets them answer a
//! move that is still face down, and a plan of its own is worth what is left once those who want something have met it.

use super::catalog::{AgentEntry, Axes, BLUNDER, Common, Demands, EVAL, NODES, Pages, TEMPERATURE, TIME};
use super::models::{self, CATCH_ALL, FLOOR, LEARN, MIXING, MODELS, POLYNOMIAL, PRIOR, RATIONALITY, TEMPERING, WORLDS};
use crate::grow::ModelLookahead;
use crate::learning::Learning;
use outwit_game::{Agent, Evaluated, Key, Problem, Settings, keys};

const DEPTH: Key<u32> = Key::integer("depth", "4", 0, 200, "plies to look ahead");

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "model-vi",
    summary: "full-width look-ahead under a belief over models of the others, which it learns; default depth 4",
    parameters: keys![
        DEPTH,
        NODES,
        TIME,
        MODELS,
        PRIOR,
        RATIONALITY,
        CATCH_ALL,
        LEARN,
        FLOOR,
        MIXING,
        TEMPERING,
        POLYNOMIAL,
        WORLDS,
        EVAL,
        TEMPERATURE,
        BLUNDER
    ],
    demands: Demands::ANY,
    axes: Axes { grow: "full", value: "evaluation", backup: "expectation", belief: "learned" },
};

pub(super) fn build<G: Evaluated>(
    settings: &Settings,
    game: &G,
    pages: Pages<G>,
) -> Result<Box<dyn Agent<G>>, Problem> {
    let watch = models::watch(settings, game, pages)?;
    let Common { budget, evaluation, character } = Common::read(settings, game, 4)?;
    Ok(Box::new(ModelVi::new(ModelLookahead::within(evaluation, budget), watch, character)))
}

/// The agent.
pub type ModelVi<G> = Learning<G, ModelLookahead<G>>;
