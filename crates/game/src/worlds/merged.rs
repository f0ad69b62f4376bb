//! Worlds of which no two are equal.

use super::{Particle, Weighted};
use crate::contract::Game;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Keys of positions are hashes already: one product spreads those that are not.
#[derive(Clone, Copy, Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(self.0 ^ u64::from(byte)));
    }
    #[inline]
    fn write_u64(&mut self, key: u64) {
        self.0 = key.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(32);
    }
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

/// Numbered things by their keys, several of which may share one: the last of each key, and for each the one before it.
#[derive(Default)]
pub(super) struct ByKey {
    last: HashMap<u64, u32, BuildHasherDefault<KeyHasher>>,
    before: Vec<u32>,
}

impl ByKey {
    /// The number of the thing with this key that is the same; else the new one has the next number.
    pub(super) fn find_or_add(&mut self, key: u64, is_same: impl Fn(usize) -> bool) -> Option<usize> {
        let next = self.before.len() as u32;
        let last = self.last.entry(key).or_insert(u32::MAX);
        let mut place = *last;
        while place != u32::MAX {
            if is_same(place as usize) {
                return Some(place as usize);
            }
            place = self.before[place as usize];
        }
        self.before.push(*last);
        *last = next;
        None
    }
}

/// Worlds of which no two are equal.
pub struct Merged<G: Game, T> {
    /// In the order in which they came.
    pub worlds: Vec<Particle<G, T>>,
    known: ByKey,
}

impl<G: Game, T> Default for Merged<G, T> {
    fn default() -> Self {
        Merged { worlds: Vec::new(), known: ByKey::default() }
    }
}

impl<G: Game, T: PartialEq> Merged<G, T> {
    /// Adds a world, or its weight to that of its equal.
    pub fn add(&mut self, game: &G, world: Particle<G, T>) {
        let worlds = &self.worlds;
        let is_same = |at: usize| worlds[at].state == world.state && worlds[at].carried == world.carried;
        match self.known.find_or_add(game.key(&world.state), is_same) {
            Some(at) => self.worlds[at].add_weight(world.weight, world.support),
            None => self.worlds.push(world),
        }
    }
}
