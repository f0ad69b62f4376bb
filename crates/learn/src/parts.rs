//! What is seen of a game that offers no sight of its own: the parts its states are made of.
//!
//! A state feeds its parts to a hasher, one after the other. Each is an input here, numbered by its place and what it holds:
//! a byte by its value, a larger number by its bits, so that the squares of a board kept as bits are planes. Nothing is
//! known of what a part means, and nothing has to be: it only has to be the same each time.

use outwit_game::{Player, Rng};
use std::hash::{Hash, Hasher};

/// Inputs of the parts of states. Two parts may share one; few do in games that can be learned in this way.
pub(crate) const INPUTS: u32 = 4096;
/// Numbers below this are also told apart by their value.
const SMALL: u64 = 64;

struct Parts<'a> {
    seat: u64,
    place: u64,
    out: &'a mut Vec<(u32, f32)>,
}

impl Parts<'_> {
    fn push(&mut self, what: u64) {
        let number = Rng::hash(self.seat << 32 | self.place, what) % u64::from(INPUTS);
        self.out.push((number as u32, 1.0));
    }

    fn bits(&mut self, mut value: u64) {
        self.place += 1;
        if value < SMALL {
            self.push(value);
        }
        while value != 0 {
            self.push(1 << 16 | u64::from(value.trailing_zeros()));
            value &= value - 1;
        }
    }
}

impl Hasher for Parts<'_> {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u8(byte));
    }
    fn write_u8(&mut self, byte: u8) {
        self.place += 1;
        self.push(u64::from(byte));
    }
    fn write_u16(&mut self, value: u16) {
        self.bits(value.into());
    }
    fn write_u32(&mut self, value: u32) {
        self.bits(value.into());
    }
    fn write_u64(&mut self, value: u64) {
        self.bits(value);
    }
    fn write_usize(&mut self, value: usize) {
        self.bits(value as u64);
    }
    fn finish(&self) -> u64 {
        0
    }
}

/// Pushes the parts of a state as inputs, each once; seats have inputs of their own.
pub(crate) fn see(state: &impl Hash, seat: Player, out: &mut Vec<(u32, f32)>) {
    let from = out.len();
    state.hash(&mut Parts { seat: seat.index() as u64, place: 0, out });
    out[from..].sort_unstable_by_key(|&(input, _)| input);
    let mut kept = from;
    for at in from..out.len() {
        if kept == from || out[kept - 1].0 != out[at].0 {
            out[kept] = out[at];
            kept += 1;
        }
    }
    out.truncate(kept);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(state: impl Hash, seat: Player) -> Vec<(u32, f32)> {
        let mut out = Vec::new();
        see(&state, seat, &mut out);
        out
    }

    #[test]
    fn what_differs_in_one_place_shares_the_other_inputs() {
        let (a, b) = (seen([1u8, 2, 3], Player::FIRST), seen([1u8, 2, 4], Player::FIRST));
        let shared = a.iter().filter(|input| b.contains(input)).count();
        assert_eq!((a.len(), b.len(), shared), (a.len(), a.len(), a.len() - 1));
        assert_ne!(seen([1u8, 2, 3], Player::SECOND), a);
        // A board of bits has an input for each bit.
        let board = 1u64 << 60 | 1 << 50 | 1 << 40;
        assert_eq!(seen(board, Player::FIRST).len(), 3);
    }
}
