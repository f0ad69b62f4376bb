//! Opponent-model search: the best move against somebody whose evaluation is known.
//!
//! Carmel and Markovitch 1993 (M*), Iida, Uiterwijk, van den Herik and Herschberg 1993. The other plays minimax by its own
//! evaluation `model`, and we know it; we go by `eval`. Assumes that the model is right: if it overestimates what it does not
//! see, we walk into its strength (Donkers and others found that "sometimes even disastrous"). Costs b^d positions; nothing can
//! be pruned. With the model equal to our own evaluation it is [`minimax`](super::minimax).

use super::catalog::{self, AgentEntry, Axes, BLUNDER, COST, Common, DEPTH, Demands, EVAL, NODES, TEMPERATURE, TIME};
use crate::backup::OpponentModel;
use crate::belief::Adversary;
use crate::grow::DepthFirst;
use crate::searcher::{Search, Searcher};
use crate::value::OwnByJudges;
use outwit_game::{Agent, Budget, Evaluated, Evaluation, Game, Key, Player, Problem, Settings, Text, keys};

const MODEL: Key<Option<Text>> = Key::text("model", "", "the evaluation the others go by; the game's last by default");

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "om",
    summary: "minimax that knows by which evaluation the others play; default depth 4",
    parameters: keys![DEPTH, NODES, TIME, COST, EVAL, MODEL, TEMPERATURE, BLUNDER],
    demands: Demands::OPEN,
    axes: Axes { grow: "full", value: "evaluation", backup: "om", belief: "a known evaluation" },
};

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    let Common { budget, evaluation, character } = Common::read(settings, game, 4)?;
    let place = match settings.get(MODEL) {
        Some(name) => catalog::evaluation_place(name, game).map_err(|problem| problem.within("model"))?,
        None => game.evaluations().len() - 1,
    };
    Ok(Box::new(Searcher::new(opponent_model(budget, evaluation, vec![(game.evaluation(place), 1.0)]), character)))
}

/// A search of a seat that goes by its own evaluation against others of these types.
pub(super) fn opponent_model<G: Game, E: Evaluation<G>>(
    budget: Budget,
    own: E,
    types: Vec<(E, f64)>,
) -> impl Search<G> + use<G, E> {
    let (judges, types): (Vec<E>, Vec<f64>) = types.into_iter().unzip();
    let judges = std::iter::once(own).chain(judges).collect();
    let backup = move |root: Player, _: usize| OpponentModel { root, types: types.clone() };
    DepthFirst::new(budget, OwnByJudges(judges), backup, Adversary)
}
