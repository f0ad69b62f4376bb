//! Max-Prob in a Monte-Carlo tree: simulations are played for the probability to win, not for points.
//!
//! An experiment that joins Hashavit and Markovitch 2011 (what matters is to have the highest payoff, and a leaf is worth
//! the probability of that, given intervals for everybody) with [`uct`]. `leaf=intervals` asks the evaluation's
//! intervals at each new node and plays no rollout; `leaf=rollout` plays to the end and counts who won. `backup=average` has a
//! node's value converge to that of good play; `backup=maxprob` is Max-Prob's own rule: a node is worth what the child is worth
//! that gives its mover the best chance to win, from the first visit on. Assumes that everybody wants to win and nothing
//! else. Costs one evaluation, or one rollout, a simulation.

use super::catalog::{AgentEntry, Axes, BLUNDER, COST, Demands, EVAL, NODES, Pages, TEMPERATURE, TIME};
use super::uct::{self, C, CHOICE, HORIZON, MEMORY, PRIOR, REUSE, ROLLOUT, RULE, SCALE, SIMS, SOLVER, TREES};
use crate::grow::monte_carlo::{Fold, Options, Stakes};
use outwit_game::{Agent, Evaluated, Key, Problem, Settings, Word, keys};

const LEAF: Key<Word> = Key::choice(
    "leaf",
    "intervals",
    &["intervals", "rollout"],
    "what a new position is worth: by the evaluation's intervals, or by playing on",
);

const BACKUP: Key<Word> = Key::choice(
    "backup",
    "average",
    &["average", "maxprob"],
    "what a position makes of its moves: the average of simulations, or what its mover's best one is worth",
);

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "maxprob-mcts",
    summary: "Monte-Carlo tree search for the probability to win, with Max-Prob's leaves; default 10,000 simulations",
    parameters: keys![
        SIMS,
        NODES,
        TIME,
        COST,
        LEAF,
        BACKUP,
        C,
        RULE,
        PRIOR,
        ROLLOUT,
        HORIZON,
        EVAL,
        SCALE,
        SOLVER,
        REUSE,
        TREES,
        MEMORY,
        CHOICE,
        TEMPERATURE,
        BLUNDER
    ],
    demands: Demands::OPEN,
    axes: Axes { grow: "mcts", value: "intervals", backup: "maxprob", belief: "adversary" },
};

pub(super) fn build<G: Evaluated>(
    settings: &Settings,
    game: &G,
    inner: Pages<G>,
) -> Result<Box<dyn Agent<G>>, Problem> {
    let fold = if settings.get(BACKUP) == "maxprob" { Fold::Best } else { Fold::Average };
    let mut options = Options { stakes: Stakes::Wins, fold, ..uct::options(settings, game) };
    if settings.get(LEAF) == "intervals" {
        options.horizon = options.horizon.filter(|_| settings.get(HORIZON).is_some()).or(Some(0));
    }
    uct::seat(options, settings, game, inner)
}
