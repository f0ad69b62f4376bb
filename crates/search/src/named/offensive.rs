//! Offensive: hurt one of the others.
//!
//! The directed offensive strategy of Zuckerman, Felner and Kraus 2009. The root takes the move after which its target is
//! worth least, and of equally hurtful moves the best for itself; it assumes that everybody else, the target included,
//! maximises its own value as in [`maxn`](super::maxn). Costs b^d positions. Alone it is a poor plan; it is what
//! [`mpmix`](super::mpmix) does when somebody else is far ahead.

use super::catalog::{AgentEntry, Axes, BLUNDER, COST, DEPTH, Demands, EVAL, NODES, ROOT, TEMPERATURE, TIES, TIME};
use super::strategies::{self, Chooser};
use outwit_game::{Agent, Evaluated, Key, Player, Problem, Settings, keys};

pub(super) const TARGET: Key<Option<usize>> =
    Key::integer("target", "", 1, 6, "the seat to hurt; whoever of the others is ahead, by default");

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "offensive",
    summary: "hurts one of the others, by default whoever is ahead; default depth 4",
    parameters: keys![DEPTH, NODES, TIME, COST, TARGET, EVAL, TIES, ROOT, TEMPERATURE, BLUNDER],
    demands: Demands::OPEN,
    axes: Axes { grow: "full", value: "evaluation", backup: "offensive", belief: "adversary" },
};

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    strategies::seat(Chooser::Offensive(target(settings, game)?), settings, game)
}

/// The seat that `target=` names.
pub(super) fn target<G: Evaluated>(settings: &Settings, game: &G) -> Result<Option<Player>, Problem> {
    match settings.get(TARGET) {
        None => Ok(None),
        Some(seat) if seat <= game.players() => Ok(Some(Player::new(seat - 1))),
        Some(seat) => Err(Problem::new(format!("target={seat} is no seat of this game: it has {}", game.players()))),
    }
}
