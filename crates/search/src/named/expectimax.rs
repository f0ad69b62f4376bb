//! Expectimax: the best move against players who are not out to get you.
//!
//! Course notes; Michie 1966. The mover maximises its expected payoff; everybody else plays by known probabilities: all
//! moves alike, or as the agent given by `model=(spec)` would play. Chance averages. Assumes that the model is right: an
//! opponent who plays better than it wins what expectimax gave away. Costs b^d positions; nothing can be pruned. It is
//! not [`expectiminimax`](super::expectiminimax), in which the others are adversaries and only the dice are random.

use super::catalog::{AgentEntry, Axes, BLUNDER, COST, Common, DEPTH, Demands, EVAL, NODES, Pages, TEMPERATURE, TIME};
use crate::backup::Expectation;
use crate::belief::{Modelled, Uniform};
use crate::grow::DepthFirst;
use crate::searcher::Searcher;
use crate::value::Everybody;
use outwit_game::{Agent, Evaluated, Key, Player, Problem, Settings, Spec, Text, keys};

const DEFAULT_DEPTH: u32 = 3;

const MODEL: Key<Option<Text>> =
    Key::spec("model", "", "how the others play: the spec of an agent; every move alike by default");

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "expectimax",
    summary: "expected payoff against players who play at random, or as a model says; default depth 3",
    parameters: keys![DEPTH, NODES, TIME, COST, MODEL, EVAL, TEMPERATURE, BLUNDER],
    demands: Demands::OPEN,
    axes: Axes { grow: "full", value: "evaluation", backup: "expectation", belief: "uniform or an agent" },
};

pub(super) fn build<G: Evaluated>(
    settings: &Settings,
    game: &G,
    inner: Pages<G>,
) -> Result<Box<dyn Agent<G>>, Problem> {
    let Common { budget, evaluation, character } = Common::read(settings, game, DEFAULT_DEPTH)?;
    let backup = |root: Player, players: usize| Expectation { root, players };
    Ok(match settings.get(MODEL) {
        None => Box::new(Searcher::new(DepthFirst::plain(budget, Everybody(evaluation), backup, Uniform), character)),
        Some(spec) => {
            let within = |problem: Problem| problem.within("model");
            let spec = Spec::parse(spec).map_err(within)?;
            let others = Modelled(inner.agent(&spec, game).map_err(within)?);
            Box::new(Searcher::new(DepthFirst::plain(budget, Everybody(evaluation), backup, others), character))
        }
    })
}
