//! How everything random in a game derives from one seed.
//!
//! A deal has a seed of its own; the start is drawn with it, the dice and each seat's agent have seeds derived from it, so
//! that what one draws changes nothing for the others, and nothing depends on who sits where.

use crate::random::Rng;
use crate::seat::Player;

/// The seed of a deal: the start is drawn by the generator of this seed.
pub fn deal_seed(seed: u64, deal: u64) -> u64 {
    Rng::derive(seed, deal)
}

/// The seed of the agent in a seat, whoever it is.
pub fn agent_seed(deal_seed: u64, seat: Player) -> u64 {
    Rng::derive(deal_seed, 1 + seat.index() as u64)
}

/// The generator of the chance move at this ply: taking moves back and playing on rolls the same dice.
pub fn dice(deal_seed: u64, ply: usize) -> Rng {
    Rng::stream(Rng::derive(deal_seed, 0), ply as u64)
}
