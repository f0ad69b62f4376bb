//! Where randomness comes from: everything derives from the one seed of the request.
//!
//! A command plays deal 0 of its seed. The start is drawn from that deal's generator, the dice and each seat's agent have
//! seeds of their own, so that what one draws changes nothing for the others.

use outwit::game::{Agent, AnyGame, Player, Rng, View, deal_seed};

/// The generator that draws the start.
pub fn deal(seed: u64) -> Rng {
    Rng::new(deal_seed(seed, 0))
}

/// The generator of the chance move at this ply.
pub fn dice(seed: u64, ply: usize) -> Rng {
    outwit::game::dice(deal_seed(seed, 0), ply)
}

/// The seed of the agent in a seat.
pub fn agent_seed(seed: u64, seat: Player) -> u64 {
    outwit::game::agent_seed(deal_seed(seed, 0), seat)
}

/// Seats an agent, at the start or in the middle of a game: its view tells it all that its seat has seen.
pub fn begin(agent: &mut dyn Agent<AnyGame>, view: &View<'_, AnyGame>, seed: u64) {
    agent.begin(view.game(), view.seat(), agent_seed(seed, view.seat()));
}
