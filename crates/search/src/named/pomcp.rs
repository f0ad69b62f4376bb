//! POMCP-style search: information-set MCTS on particles that are carried from move to move.
//!
//! Silver and Veness 2010. The belief is a particle filter: worlds are played on by what was seen since, our own moves as they
//! were, the others' at random, and count for as much as that was likely; where too few are left, fresh ones are drawn. Against
//! [`ismcts`], which draws the deals of a card game anew for each move, these weigh worlds by how likely random others would
//! have led to them. Assumes what ismcts assumes. Costs a few replayed moves a particle more.

use super::catalog::{AgentEntry, Axes, BLUNDER, Demands, EVAL, NODES, Pages, TEMPERATURE, TIME};
use super::ismcts::{self, REUSE};
use super::uct::{C, CHOICE, HORIZON, MEMORY, PRIOR, ROLLOUT, RULE, SCALE, SIMS, TREES};
use crate::grow::monte_carlo::{Options, Worlds};
use outwit_game::{Agent, Evaluated, Key, Problem, Settings, keys};

pub(super) const PARTICLES: Key<usize> =
    Key::integer("particles", "1000", 1, 1 << 20, "worlds carried from move to move");

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "pomcp",
    summary: "Monte-Carlo search over worlds carried on from move to move; default 10,000 simulations",
    parameters: keys![
        SIMS,
        NODES,
        TIME,
        PARTICLES,
        C,
        RULE,
        PRIOR,
        ROLLOUT,
        HORIZON,
        EVAL,
        SCALE,
        REUSE,
        TREES,
        MEMORY,
        CHOICE,
        TEMPERATURE,
        BLUNDER
    ],
    demands: Demands::ANY,
    axes: Axes { grow: "mcts", value: "rollouts", backup: "maxn", belief: "adversary+particles" },
};

pub(super) fn build<G: Evaluated>(
    settings: &Settings,
    game: &G,
    inner: Pages<G>,
) -> Result<Box<dyn Agent<G>>, Problem> {
    let worlds = Worlds { count: settings.get(PARTICLES), renewed: false };
    ismcts::seat(Options { worlds, ..ismcts::options(settings, game) }, settings, game, inner)
}
