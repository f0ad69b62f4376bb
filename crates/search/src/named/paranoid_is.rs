//! Paranoid information-set search: the best move if the others have always done, and will always do, their worst.
//!
//! Parker, Nau and Subrahmanian, *Paranoia versus overconfidence in imperfect-information games*, 2010, Eqs. 16 and 17.
//! Assumes an opponent who knows everything, the seat's later moves included; chance does its worst as well. What is
//! possible counts, however unlikely. In open games without chance it is [`minimax`](super::minimax). Where much is hidden
//! nearly every move may lose, all moves look alike, and it plays at random. Costs what [`overconfident`](super::overconfident)
//! costs, or less.
//!
//! It is not the von Neumann minimax: that opponent knows the seat's mixed strategy, not what it will draw.

use super::catalog::AgentEntry;
use super::overconfident::{DEMANDS, PARAMETERS, with_model};
use crate::belief::information_set::Model;
use outwit_game::{Agent, Evaluated, Problem, Settings};

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "paranoid-is",
    summary: "information-set search: the others and chance do their worst; default depth 4",
    parameters: PARAMETERS,
    demands: DEMANDS,
};

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    with_model(settings, game, Model::Paranoid)
}
