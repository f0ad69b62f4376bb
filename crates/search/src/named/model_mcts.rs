//! Model MCTS: search under a belief about who the others are, and learn it from what they do.
//!
//! Sarratt, Pynadath and Jhala, "Converging to a player model in Monte-Carlo tree search", 2014, for any game and any number
//! of others. `models` lists who they may be, separated by `;`: what somebody wants, `wants:what=spite` or
//! `wants:eval=loyal`, chosen by Boltzmann with `rationality`; or how somebody plays, any agent's spec; or now one and now the
//! other, `mixture:of=(greedy;uniform),weights=(3;1)`. Unless `catchall` is false, a player who plays anything at all stands for everybody who is not in the list. Assumes that each of the others is
//! one of them and stays so. Costs one rollout a simulation, and one search more for each move of the others that is learnt
//! from (`again=false` learns from the tree as it is, and not where that was never looked at).
//!
//! Where something is hidden, `worlds` worlds that may be the true one are carried from move to move, each with a belief of
//! its own about the others, and learn by the probability of what was *seen*; simulations play in them. An agent that needs to
//! see the position is then a model that does see it, in the world it is asked in.
//!
//! The paper's rule is plain Bayes; it is sure too soon when no model fits or values are rough. `floor`, `mixing`,
//! `tempering` and `polynomial` guard against that; the first is on by default. What the report says about its own predictions
//! deserves more trust than the belief.

use super::catalog::{self, AgentEntry, Axes, BLUNDER, Demands, EVAL, NODES, Pages, TEMPERATURE, TIME};
use super::ismcts::REUSE;
use super::models::{self, CATCH_ALL, FLOOR, LEARN, MIXING, MODELS, POLYNOMIAL, PRIOR, RATIONALITY, TEMPERING, WORLDS};
use super::uct::{self, CHOICE, HORIZON, MEMORY, ROLLOUT, RULE};
use crate::character::Character;
use crate::grow::monte_carlo::{ModelOptions, ModelSearch};
use crate::learning::Learning;
use outwit_game::{Agent, Evaluated, Key, Problem, Settings, Spec, keys};

// The paper's constant.
const C: Key<f64> = Key::amount("c", "0.7", "how much to try what has hardly been tried, for payoffs from 0 to 1");
const SIMS: Key<Option<u64>> =
    Key::integer("sims", "", 1, i64::MAX, "simulations of each search; 1,000 where no budget is given");
const AGAIN: Key<bool> = Key::flag("again", "true", "search the others' decision once more before learning from it");
const LEAST: Key<u32> =
    Key::integer("least", "1", 1, 1 << 20, "visits a move needs before the tree's word on it counts in full");

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "model-mcts",
    summary: "Monte-Carlo search under a belief over models of the others, which it learns; default 1,000 simulations",
    parameters: keys![
        SIMS,
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
        AGAIN,
        LEAST,
        WORLDS,
        C,
        RULE,
        ROLLOUT,
        HORIZON,
        EVAL,
        REUSE,
        MEMORY,
        CHOICE,
        TEMPERATURE,
        BLUNDER
    ],
    demands: Demands::ANY,
    axes: Axes { grow: "mcts", value: "rollouts", backup: "expectation", belief: "learned" },
};

pub(super) fn build<G: Evaluated>(
    settings: &Settings,
    game: &G,
    pages: Pages<G>,
) -> Result<Box<dyn Agent<G>>, Problem> {
    Ok(Box::new(ModelMcts::from_settings(settings, game, pages)?))
}

/// The agent.
pub type ModelMcts<G> = Learning<G, ModelSearch<G>>;

impl<G: Evaluated> ModelMcts<G> {
    /// The agent that a spec names, for whoever wants to ask it about its belief. Models that are agents are built from
    /// these pages.
    pub fn from_spec(spec: &Spec, game: &G, pages: Pages<G>) -> Result<ModelMcts<G>, Problem> {
        ModelMcts::from_settings(&Settings::read("the agent model-mcts", ENTRY.parameters, spec)?, game, pages)
    }

    fn from_settings(settings: &Settings, game: &G, pages: Pages<G>) -> Result<ModelMcts<G>, Problem> {
        let usual = ModelOptions::default();
        let mut search = uct::options(settings, game);
        let has_budget = search.nodes.is_some() || search.time.is_some();
        search.simulations = settings.get(SIMS).or(match has_budget {
            true => None,
            false => usual.search.simulations,
        });
        let options =
            ModelOptions { search, looks_again: settings.get(AGAIN), least_visits: settings.get(LEAST), ..usual };
        let policy = uct::policy(settings, game, pages)?;
        let search = ModelSearch::new(options, catalog::evaluation(settings, game)?, policy);
        Ok(ModelMcts::new(search, models::watch(settings, game, pages)?, Character::from_settings(settings)))
    }
}
