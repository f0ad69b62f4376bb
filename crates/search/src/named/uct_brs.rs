//! Best-reply UCT: Monte-Carlo tree search in which one of the others answers, and the rest pass.
//!
//! Nijssen and Winands 2011 (MCTS-BRS), after Schadd and Winands 2011. Between two moves of the seat that searches only one
//! move is made, by whichever of the others hurts it most. Assumes that one strong reply matters more than a full round, and
//! that passing does no harm: positions come up that play by the rules would not reach, so nothing is ever proven. The tree
//! looks further ahead for the same number of nodes. Needs a game that knows how to pass; with two seats it is
//! [`uct_paranoid`](super::uct_paranoid).

use super::catalog::{AgentEntry, Axes, Demands, Pages};
use super::uct;
use crate::grow::monte_carlo::{Aim, Options};
use outwit_game::{Agent, Evaluated, Problem, Settings};

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "uct-brs",
    summary: "Monte-Carlo tree search: one of the others replies, the rest pass; default 10,000 simulations",
    parameters: uct::PARAMETERS,
    demands: Demands { passes: true, ..Demands::OPEN },
    axes: Axes { grow: "mcts, one reply a round", value: "rollouts", backup: "paranoid", belief: "adversary" },
};

pub(super) fn build<G: Evaluated>(
    settings: &Settings,
    game: &G,
    inner: Pages<G>,
) -> Result<Box<dyn Agent<G>>, Problem> {
    let options = Options { aim: Aim::BestReply, ..uct::options(settings, game) };
    uct::seat(options, settings, game, inner)
}
