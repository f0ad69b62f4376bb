//! Where randomness comes from: everything derives from the one seed of the request.
//!
//! A command plays deal 0 of its seed. The start is drawn from that deal's generator, the dice and each seat's agent have
//! seeds of their own, so that what one draws changes nothing for the others.

use outwit::game::{Agent, AnyGame, Player, Rng, View};

/// The generator that draws the start.
pub fn deal(seed: u64) -> Rng {
    Rng::new(deal_seed(seed))
}

/// The generator of the chance move at this ply: taking moves back and playing on rolls the same dice.
pub fn dice(seed: u64, ply: usize) -> Rng {
    Rng::stream(Rng::derive(deal_seed(seed), 0), ply as u64)
}

/// The seed of the agent in a seat, whoever it is.
pub fn agent_seed(seed: u64, seat: Player) -> u64 {
    Rng::derive(deal_seed(seed), 1 + seat.index() as u64)
}

fn deal_seed(seed: u64) -> u64 {
    Rng::derive(seed, 0)
}

/// Seats an agent in the middle of a game: it is told all that its seat has seen.
pub fn brief(agent: &mut dyn Agent<AnyGame>, view: &View<'_, AnyGame>, seed: u64) {
    agent.begin(view.game(), view.seat(), agent_seed(seed, view.seat()));
    for seen in view.seen() {
        agent.observe(view.game(), seen);
    }
}
