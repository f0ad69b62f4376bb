//! Paranoid UCT: Monte-Carlo tree search in which all the others are out to get you.
//!
//! Nijssen and Winands 2011 (MCTS-paranoid), after Sturtevant and Korf 2000. As [`uct`], but every other seat
//! minimises the payoff of the seat that searches. Assumes a coalition of all against one, which is right for two seats with
//! opposed payoffs and too gloomy for more. Costs what UCT costs. Rollouts stay random: nobody is paranoid in them.

use super::catalog::{AgentEntry, Axes, Demands, Pages};
use super::uct;
use crate::grow::monte_carlo::{Aim, Options};
use outwit_game::{Agent, Evaluated, Problem, Settings};

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "uct-paranoid",
    summary: "Monte-Carlo tree search: the others minimise your payoff; default 10,000 simulations",
    parameters: uct::PARAMETERS,
    demands: Demands::OPEN,
    axes: Axes { grow: "mcts", value: "rollouts", backup: "paranoid", belief: "adversary" },
};

pub(super) fn build<G: Evaluated>(
    settings: &Settings,
    game: &G,
    inner: Pages<G>,
) -> Result<Box<dyn Agent<G>>, Problem> {
    let options = Options { aim: Aim::Paranoid, ..uct::options(settings, game) };
    uct::seat(options, settings, game, inner)
}
