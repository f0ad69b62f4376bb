//! Records for tests.

use crate::record::{DealRecord, GameRecord};

/// A game in which these agents sat and got this.
pub(crate) fn game(seats: &[usize], payoffs: &[f64]) -> GameRecord {
    GameRecord {
        seats: seats.to_vec(),
        moves: vec![0; 4],
        payoffs: payoffs.to_vec(),
        nodes: vec![10; seats.len()],
        decisions: vec![2; seats.len()],
        micros: vec![0; seats.len()],
        is_capped: false,
        forfeit: None,
    }
}

/// A deal of these games.
pub(crate) fn deal(number: u64, games: Vec<GameRecord>) -> DealRecord {
    DealRecord { deal: number, position: String::new(), games }
}
