//! What a tournament is: everything that decides its result.

use serde::{Deserialize, Serialize};

/// Which seatings play a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seatings {
    /// Every one.
    All,
    /// Of each choice of agents, one order and its rotations.
    Rotations,
    /// This many of all of them, drawn for each deal anew.
    Sample(u32),
}

/// A tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Setting {
    /// The spec of the game.
    pub game: String,
    /// The specs of the agents, different from each other or not: each is an entrant of its own.
    pub agents: Vec<String>,
    /// How many deals.
    pub deals: u64,
    /// The seed of everything drawn.
    pub seed: u64,
    /// Random moves before the agents take over, where the game has one fixed start.
    pub opening: u32,
    /// Which seatings play each deal.
    pub seatings: Seatings,
    /// After how many moves a game is left; it then pays everybody 0.
    pub cap: u32,
    /// How many milliseconds an agent may overrun its time budget before it forfeits.
    pub grace_ms: u64,
    /// The budget given to agents that had none in their spec, as written.
    pub budget: Option<String>,
    /// Between which numbers the game's payoffs lie, where that is known: no interval reaches beyond.
    #[serde(default)]
    pub payoffs: Option<(f64, f64)>,
    /// A sequential test that may end the tournament early.
    pub sprt: Option<SprtSetting>,
}

/// What a sequential test tells apart: that the first agent is better than the second by at most `low`, or by at least
/// `high`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct SprtSetting {
    /// The lower bound, in Elo.
    pub low: f64,
    /// The upper bound, in Elo.
    pub high: f64,
    /// Whether the bounds are normalised Elo; else logistic.
    pub is_normalized: bool,
}
