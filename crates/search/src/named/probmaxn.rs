//! Prob-MaxN: MaxN when the others may value positions differently from you.
//!
//! Sturtevant, Zinkevich and Bowling 2006. Each of the others goes by one of several evaluations, with known probabilities,
//! and maximises its own value by it; the value of a position is the mixture of what they would pick. `models=a+b*2` names
//! evaluations of the game with their weights, all evaluations alike by default; `careless` is the probability of a move
//! picked blindly. The root goes by `eval`. Costs b^d positions with one vector an evaluation. With one model and no
//! carelessness it is [`maxn`](super::maxn).

use super::catalog::{
    self, AgentEntry, Axes, BLUNDER, COST, Common, DEPTH, Demands, EVAL, NODES, ROOT, TEMPERATURE, TIME,
};
use crate::backup::ProbMaxN;
use crate::belief::Adversary;
use crate::belief::weights::shared;
use crate::grow::DepthFirst;
use crate::searcher::Searcher;
use crate::value::Judges;
use outwit_game::{Agent, Evaluated, Key, Parameter, Player, Problem, Settings, Text, keys};

const DEFAULT_DEPTH: u32 = 3;

const MODELS: Key<Option<Text>> = Key::text(
    "models",
    "",
    "evaluations the others may go by, with weights: a+b*2; all evaluations of the game alike by default",
);
pub(super) const CARELESS: Key<f64> =
    Key::probability("careless", "0", "the probability that one of the others picks a move blindly");

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "probmaxn",
    summary: "MaxN against players who go by one of several evaluations; default depth 3",
    parameters: keys![DEPTH, NODES, TIME, COST, MODELS, CARELESS, EVAL, ROOT, TEMPERATURE, BLUNDER],
    demands: Demands::OPEN,
    axes: Axes { grow: "full", value: "evaluation", backup: "probmaxn", belief: "several evaluations" },
};

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    let Common { budget, evaluation, character } = Common::read(settings, game, DEFAULT_DEPTH)?;
    let prefers_looks = settings.get(ROOT) == "heuristic";
    // The root's own evaluation comes first; as a model it has no weight unless it is named.
    let (mut evaluations, mut weights) = (vec![evaluation], vec![0.0]);
    for (place, share) in models(settings.get(MODELS), game)? {
        evaluations.push(game.evaluation(place));
        weights.push(share);
    }
    let careless = settings.get(CARELESS);
    let backup = move |root: Player, players: usize| ProbMaxN { root, players, weights: weights.clone(), careless };
    let search = DepthFirst { prefers_looks, ..DepthFirst::new(budget, Judges(evaluations), backup, Adversary) };
    Ok(Box::new(Searcher::new(search, character)))
}

/// The evaluations named, with their shares.
pub(super) fn models<G: Evaluated>(text: Option<&str>, game: &G) -> Result<Vec<(usize, f64)>, Problem> {
    let Some(text) = text else {
        return Ok(shared((0..game.evaluations().len()).map(|place| (place, 1.0)).collect()));
    };
    let listed: Result<Vec<(usize, f64)>, Problem> = text
        .split('+')
        .map(|model| {
            let (name, weight) = model.split_once('*').unwrap_or((model, "1"));
            let place = catalog::evaluation_place(name, game).map_err(|problem| problem.within("models"))?;
            let weight = Parameter::number(weight).filter(|weight| *weight > 0.0).ok_or_else(|| {
                Problem::new(format!("models: `{weight}` is not a weight: write a number above 0, as {name}*2"))
            })?;
            Ok((place, weight))
        })
        .collect();
    listed.map(shared)
}
