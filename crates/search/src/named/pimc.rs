//! Perfect-information Monte-Carlo: solve many possible worlds as if all were seen, and take the move that is best on average.
//!
//! Levy 1989, Ginsberg 2001. Worlds are drawn from what the seat has seen; in each the agent `inner` is asked, and the values
//! of a move are averaged over the worlds *before* one is chosen. Assumes that everything will be known after the next move:
//! it never plays to find out or to hide (strategy fusion and non-locality, Frank and Basin 1998), and does well where that
//! matters little, as in trick games (Long and others 2010). Costs `worlds` searches by the inner agent.

use super::catalog::{AgentEntry, Axes, BLUNDER, Demands, NODES, Pages, TEMPERATURE, TIME, asked_budget};
use crate::character::Character;
use crate::grow::Determinized;
use outwit_game::{Agent, Evaluated, Key, Problem, Settings, Spec, Text, keys};

const WORLDS: Key<usize> = Key::integer("worlds", "30", 1, 1 << 30, "worlds to draw");
const INNER: Key<Text> = Key::spec("inner", "uct:sims=300", "the agent that is asked about each world");

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "pimc",
    summary: "asks another agent about sampled worlds and averages; default 30 worlds",
    parameters: keys![WORLDS, NODES, TIME, INNER, TEMPERATURE, BLUNDER],
    demands: Demands::ANY,
    axes: Axes {
        grow: "another agent a world",
        value: "as that agent",
        backup: "as that agent",
        belief: "as that agent+single",
    },
};

pub(super) fn build<G: Evaluated>(
    settings: &Settings,
    game: &G,
    pages: Pages<G>,
) -> Result<Box<dyn Agent<G>>, Problem> {
    let within = |problem: Problem| problem.within("inner");
    let spec = Spec::parse(settings.get(INNER)).map_err(within)?;
    let inner = pages.agent_for_worlds(&spec, game).map_err(within)?;
    let (worlds, budget) = (settings.get(WORLDS), asked_budget(settings));
    Ok(Box::new(Determinized::new(worlds, budget, inner, Character::from_settings(settings))))
}
