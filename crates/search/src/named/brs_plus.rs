//! Best-reply search with legal moves: the others who do not give the reply make the move that looks best to them.
//!
//! Esser, Gras, Winands, Schadd and Lanctot 2013 (there BRS 1,C-1). As [`brs`], but nobody passes: one of the
//! others gives any reply, each of the rest takes the move after which the evaluation likes its position best. Every position
//! looked at can come up in play, and every game with chance left out can be searched.

use super::brs;
use super::catalog::{AgentEntry, Demands};
use outwit_game::{Agent, Evaluated, Problem, Settings};

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "brs+",
    summary: "only the most hurtful of the others replies, the rest do what looks best; default depth 4",
    demands: Demands::OPEN_WITHOUT_CHANCE,
    ..brs::ENTRY
};

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    brs::seat(settings, game, true)
}
