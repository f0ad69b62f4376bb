//! Information-set MCTS: Monte-Carlo search in games that hide something.
//!
//! Cowling, Powley and Whitehouse 2012 (SO-ISMCTS), for any number of seats. Each simulation plays in a world drawn from what
//! the seat has seen; all worlds share one tree of what the seat can tell apart. Assumes that the others know what we know, no
//! more and no less, and go for their own payoff. Costs one world and one rollout a simulation. Strategy fusion is gone at our
//! own nodes, not at theirs. Where nothing is hidden it is [`uct`] without proofs and memory, number for number. The worlds are a
//! particle filter's where it is known where play began, and drawn anew for each move where only the game knows how to draw them.

use super::catalog::{self, AgentEntry, Axes, BLUNDER, COST, Demands, EVAL, NODES, Pages, TEMPERATURE, TIME};
use super::uct::{self, C, CHOICE, HORIZON, MEMORY, PRIOR, ROLLOUT, RULE, SCALE, SIMS, TREES};
use crate::character::Character;
use crate::grow::monte_carlo::{Information, MonteCarlo, Options, Worlds};
use outwit_game::{Agent, Evaluated, Key, Parameter, Problem, Settings, keys};

pub(super) const WORLDS: Key<usize> =
    Key::integer("worlds", "1024", 1, 1 << 24, "worlds held possible where something is hidden");
pub(super) const REUSE: Key<bool> = Key::flag("reuse", "false", "keep the tree from one move to the next");

pub(super) const PARAMETERS: &[Parameter] = keys![
    SIMS,
    NODES,
    TIME,
    COST,
    WORLDS,
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
];

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "ismcts",
    summary: "Monte-Carlo search over worlds that agree with what was seen; default 10,000 simulations",
    parameters: PARAMETERS,
    demands: Demands::ANY,
    axes: Axes { grow: "mcts", value: "rollouts", backup: "maxn", belief: "adversary+sampled" },
};

pub(super) fn build<G: Evaluated>(
    settings: &Settings,
    game: &G,
    inner: Pages<G>,
) -> Result<Box<dyn Agent<G>>, Problem> {
    let worlds = Worlds { count: settings.get(WORLDS), renewed: true };
    seat(Options { worlds, ..options(settings, game) }, settings, game, inner)
}

/// The options as the settings say: a tree of what the seat can tell apart, where there is something to tell.
pub(super) fn options<G: Evaluated>(settings: &Settings, game: &G) -> Options {
    let information = if game.facts().hidden { Information::Single } else { Information::Open };
    Options { information, solver: false, ..uct::options(settings, game) }
}

/// Puts a search with these options in a seat of any game.
pub(super) fn seat<G: Evaluated>(
    options: Options,
    settings: &Settings,
    game: &G,
    inner: Pages<G>,
) -> Result<Box<dyn Agent<G>>, Problem> {
    let evaluation = catalog::evaluation(settings, game)?;
    let policies = uct::policies(&options, settings, game, inner)?;
    Ok(Box::new(MonteCarlo::new(options, evaluation, Character::from_settings(settings), policies)))
}
