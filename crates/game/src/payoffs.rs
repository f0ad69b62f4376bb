//! Payoffs, and the one place that decides what "equally good" means.

use crate::seat::{MAX_SEATS, Player};
use std::fmt;
use std::ops::{Index, IndexMut};

/// One number a seat, absolute: nothing is relative to the mover.
///
/// Seats that the game does not have hold 0.
#[derive(Clone, Copy, PartialEq, Default)]
pub struct Payoffs([f64; MAX_SEATS]);

impl Payoffs {
    /// Nothing for anybody.
    pub const ZERO: Payoffs = Payoffs([0.0; MAX_SEATS]);

    /// From one number a seat.
    ///
    /// # Panics
    /// When there are more than [`MAX_SEATS`] numbers.
    #[inline]
    pub fn new(values: &[f64]) -> Payoffs {
        let mut payoffs = Payoffs::ZERO;
        let places = &mut payoffs.0[..values.len()];
        for (seat, place) in places.iter_mut().enumerate() {
            *place = values[seat];
        }
        payoffs
    }

    /// A two-seat zero-sum result: seat 1 gets `first`, seat 2 minus it.
    #[inline]
    pub fn zero_sum(first: f64) -> Payoffs {
        // `0.0 - first` and not `-first`: nobody wants to read "-0".
        Payoffs([first, 0.0 - first, 0.0, 0.0, 0.0, 0.0])
    }

    /// A result at a table with `players` seats in which `winner` gets +1 and the others lose as much between them: -1 with
    /// two seats, -1/2 each with three.
    ///
    /// # Panics
    /// When the table has no such seat.
    #[inline]
    pub fn win(winner: Player, players: usize) -> Payoffs {
        if players == 2 && winner.index() < 2 {
            return Payoffs::zero_sum(if winner == Player::FIRST { 1.0 } else { -1.0 });
        }
        assert!(winner.index() < players, "{winner} wins at a table with {players} seats");
        let mut payoffs = Payoffs::ZERO;
        for seat in Player::all(players) {
            payoffs[seat] = if seat == winner { 1.0 } else { -1.0 / (players - 1) as f64 };
        }
        payoffs
    }

    /// The numbers of the first `players` seats.
    #[inline]
    pub fn seats(&self, players: usize) -> &[f64] {
        &self.0[..players]
    }

    /// Adds `weight` times `other`, seat by seat.
    #[inline]
    pub fn add(&mut self, weight: f64, other: &Payoffs) {
        for seat in 0..MAX_SEATS {
            self.0[seat] += weight * other.0[seat];
        }
    }
}

impl Index<Player> for Payoffs {
    type Output = f64;
    #[inline]
    fn index(&self, player: Player) -> &f64 {
        &self.0[player.index()]
    }
}

impl IndexMut<Player> for Payoffs {
    #[inline]
    fn index_mut(&mut self, player: Player) -> &mut f64 {
        &mut self.0[player.index()]
    }
}

impl fmt::Debug for Payoffs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

/// How far below the best value `best` a value may lie and still be equally good: 1e-9 x max(1, |best|).
#[inline]
pub fn tolerance(best: f64) -> f64 {
    1e-9 * best.abs().max(1.0)
}

/// Whether `value` is as good as `best`, the largest value there is. One function decides it everywhere.
#[inline]
pub fn equally_good(value: f64, best: f64) -> bool {
    value >= best - tolerance(best)
}
