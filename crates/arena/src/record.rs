//! What is remembered of a deal and its games.

use serde::{Deserialize, Serialize};

/// Why an agent lost a game without finishing it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Forfeit {
    /// The seat, counted from 0.
    pub seat: usize,
    /// What happened, in words.
    pub reason: String,
}

/// One game: one deal played by one seating.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Which agent of the setting sat in each seat.
    pub seats: Vec<usize>,
    /// The codes of the moves after the deal's position, chance's included; in a hidden game the opening's too.
    pub moves: Vec<u32>,
    /// What each seat got.
    pub payoffs: Vec<f64>,
    /// Moves made inside each seat's searches.
    pub nodes: Vec<u64>,
    /// How many moves each seat decided on; empty in records of before this was counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decisions: Vec<u32>,
    /// Time each seat thought, in microseconds. The one part of a record that does not repeat.
    pub micros: Vec<u64>,
    /// Whether the game was left at the cap.
    pub is_capped: bool,
    /// Whether a seat forfeited.
    pub forfeit: Option<Forfeit>,
}

/// One deal and all its games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct DealRecord {
    /// Its number.
    pub deal: u64,
    /// The position the agents took over at.
    pub position: String,
    /// The games, in the order of the seatings.
    pub games: Vec<GameRecord>,
}

impl GameRecord {
    /// Each seat's share of the win: the seats paid most each win the whole game; when all are paid the same, nobody has
    /// won and each has an equal share.
    pub fn win_shares(&self) -> Vec<f64> {
        let best = self.payoffs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let seats = self.payoffs.len();
        if seats > 1 && self.payoffs.iter().all(|&payoff| payoff == best) {
            return vec![1.0 / seats as f64; seats];
        }
        self.payoffs.iter().map(|&payoff| if payoff == best { 1.0 } else { 0.0 }).collect()
    }

    /// Each seat's share when the seats paid most split one win between them.
    pub fn split_shares(&self) -> Vec<f64> {
        let best = self.payoffs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let winners = self.payoffs.iter().filter(|&&payoff| payoff == best).count();
        self.payoffs.iter().map(|&payoff| if payoff == best { 1.0 / winners as f64 } else { 0.0 }).collect()
    }
}
