//! Probabilistic opponent-model search: the others go by one of several evaluations, with known probabilities.
//!
//! Donkers, Uiterwijk and van den Herik 2001. Each type of opponent plays minimax by its own evaluation; where it moves, the
//! value is the average of where the types would go. `models=a+b*2` names evaluations with weights, all of the game's alike by
//! default. Assumes that one of the types is right, and is safer than [`om`](super::om) where our own evaluation is among them.
//! Costs b^d positions with one value a type.

use super::catalog::{AgentEntry, Axes, BLUNDER, COST, Common, DEPTH, Demands, EVAL, NODES, TEMPERATURE, TIME};
use super::om::opponent_model;
use super::probmaxn::models;
use crate::searcher::Searcher;
use outwit_game::{Agent, Evaluated, Key, Problem, Settings, Text, keys};

const MODELS: Key<Option<Text>> = Key::text(
    "models",
    "",
    "evaluations the others may go by, with weights: a+b*2; all evaluations of the game alike by default",
);

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "prom",
    summary: "minimax against others who play by one of several evaluations; default depth 4",
    parameters: keys![DEPTH, NODES, TIME, COST, EVAL, MODELS, TEMPERATURE, BLUNDER],
    demands: Demands::OPEN,
    axes: Axes { grow: "full", value: "evaluation", backup: "om", belief: "several evaluations" },
};

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    let Common { budget, evaluation, character } = Common::read(settings, game, 4)?;
    let listed = models(settings.get(MODELS), game)?;
    let types = listed.into_iter().map(|(place, share)| (game.evaluation(place), share)).collect();
    Ok(Box::new(Searcher::new(opponent_model(budget, evaluation, types), character)))
}
