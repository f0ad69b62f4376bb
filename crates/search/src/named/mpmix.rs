//! MP-Mix: play for yourself, defend a lead, attack a leader.
//!
//! Zuckerman, Felner and Kraus 2009; Zuckerman and Felner 2011. Before it searches, it compares the static values: leading
//! by at least `td` it plays [`paranoid`](super::paranoid); behind a leader who is ahead of everybody by at least `to` it
//! plays [`offensive`](super::offensive) against that one; else [`maxn`](super::maxn). The thresholds count in the
//! evaluation's notable gain (a trick, a point, a pushed marble, three steps: what Hashavit and Markovitch 2011 took), so 1
//! is their setting; they called it untuned. Costs what the chosen strategy costs. Which one it chose stands in the report.

use super::catalog::{AgentEntry, Axes, BLUNDER, COST, DEPTH, Demands, EVAL, NODES, ROOT, TEMPERATURE, TIES, TIME};
use super::strategies::{self, Chooser};
use outwit_game::{Agent, Evaluated, Key, Problem, Settings, keys};

pub(super) const TD: Key<f64> =
    Key::amount("td", "1", "the lead from which it defends, in the evaluation's notable gains; 1e9 for never");
pub(super) const TO: Key<f64> =
    Key::amount("to", "1", "another's lead from which it attacks, in the evaluation's notable gains; 1e9 for never");

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "mpmix",
    summary: "plays for itself, defends a lead, attacks a leader; default depth 4",
    parameters: keys![DEPTH, NODES, TIME, COST, TD, TO, EVAL, TIES, ROOT, TEMPERATURE, BLUNDER],
    demands: Demands::OPEN,
    axes: Axes { grow: "full", value: "evaluation", backup: "mpmix", belief: "adversary" },
};

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    strategies::seat(chooser(settings), settings, game)
}

/// From which leads on it defends and attacks.
pub(super) fn chooser(settings: &Settings) -> Chooser {
    Chooser::Mixed { defends_from: settings.get(TD), attacks_from: settings.get(TO) }
}
