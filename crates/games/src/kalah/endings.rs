//! Endings: the value of every position with few seeds in play, worked out once for searches that go to the end.

use super::tables::{Ranks, binomial, byte};
use super::{Kalah, Seeds};
use outwit_game::{Game, Player};

/// What the mover wins from here on, by the number of the layout.
#[derive(Clone, Debug)]
pub(super) struct Endings {
    /// The most seeds in play that the table covers.
    seeds: u8,
    values: Vec<i8>,
}

/// No margin of so few seeds is that low.
const UNKNOWN: i8 = i8::MIN;
/// Bytes the table may take: it pays while it fits into the cache of the processor.
const LARGEST: u128 = 3_000_000;

impl Endings {
    /// Works out the endings of a game: the more seeds the better, within bounds.
    pub(super) fn new(game: &Kalah, ranks: &Ranks) -> Endings {
        let pits = 2 * u64::from(game.pits);
        let layouts = |seeds: u8| binomial(u64::from(seeds) + pits, pits).unwrap_or(u128::MAX);
        // Endings are played out from positions with more seeds, so a table of all of them would be no help.
        let seeds = (0..=game.total / 2).rev().find(|&seeds| layouts(seeds) <= LARGEST).unwrap_or(0);
        let mut endings = Endings { seeds, values: vec![UNKNOWN; layouts(seeds) as usize] };
        let empty = Seeds { own: 0, other: 0, own_store: 0, other_store: 0, mover: Player::FIRST };
        endings.lay_out(game, ranks, empty, 0, seeds);
        endings
    }

    /// Every way to lay at most `left` seeds into the pits from number `pit` on.
    fn lay_out(&mut self, game: &Kalah, ranks: &Ranks, seeds: Seeds, pit: u8, left: u8) {
        if pit == 2 * game.pits {
            if seeds.own != 0 && seeds.other != 0 {
                self.work_out(game, ranks, seeds);
            }
            return;
        }
        for count in 0..=left {
            let mut next = seeds;
            if pit < game.pits {
                next.own |= u64::from(count) << (8 * pit);
            } else {
                next.other |= u64::from(count) << (8 * (pit - game.pits));
            }
            self.lay_out(game, ranks, next, pit + 1, left - count);
        }
    }

    /// What the mover wins from a position with empty stores. No move leads back, so this ends.
    fn work_out(&mut self, game: &Kalah, ranks: &Ranks, seeds: Seeds) -> i8 {
        let number = ranks.rank(seeds.own, seeds.other) as usize;
        if self.values[number] != UNKNOWN {
            return self.values[number];
        }
        let mut best = UNKNOWN;
        for pit in (0..game.pits).filter(|&pit| byte(seeds.own, pit) > 0) {
            let mut next = seeds;
            game.play(&mut next, pit);
            let banked = next.lead() as i8;
            let rest = if next.own | next.other == 0 {
                0
            } else {
                self.work_out(game, ranks, Seeds { own_store: 0, other_store: 0, ..next })
            };
            let value = banked + rest;
            best = best.max(if next.mover == seeds.mover { value } else { -value });
        }
        self.values[number] = best;
        best
    }

    /// What the mover wins from here on, if the table knows.
    #[inline]
    pub(super) fn value(&self, ranks: &Ranks, seeds: &Seeds) -> Option<i8> {
        if seeds.in_play() > u64::from(self.seeds) {
            return None;
        }
        Some(self.values[ranks.rank(seeds.own, seeds.other) as usize]).filter(|&value| value != UNKNOWN)
    }
}
