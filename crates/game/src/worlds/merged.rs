//! Worlds of which no two are equal, and fewer of them when they are too many.

use super::Particle;
use crate::contract::Game;
use crate::random::Rng;
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

/// What counts for so much, and can be made to count for more or less.
pub trait Weighted {
    /// How much it counts.
    fn weight(&self) -> f64;
    /// How much it counts, and how many draws stand behind it.
    fn counts(&mut self) -> (&mut f64, &mut f64);

    /// As much more.
    fn add_weight(&mut self, more: f64, support: f64) {
        let (weight, behind) = self.counts();
        *weight += more;
        *behind += support;
    }
}

impl<G: Game, T> Weighted for Particle<G, T> {
    fn weight(&self) -> f64 {
        self.weight
    }
    fn counts(&mut self) -> (&mut f64, &mut f64) {
        (&mut self.weight, &mut self.support)
    }
}

/// How often each is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shares {
    /// As often as its weight says.
    ByWeight,
    /// Half by weight and half by no model, so that what all models think unlikely is drawn too.
    Mixed,
}

/// Leaves `wanted` of them at most, drawn so that weights still say how likely each is: systematic resampling. Copies of one are
/// one that counts more. `true` if there were more than wanted.
pub fn resample<I: Weighted>(items: &mut Vec<I>, wanted: usize, shares: Shares, rng: &mut Rng) -> bool {
    let wanted = wanted.max(1);
    if items.len() <= wanted {
        return false;
    }
    let total: f64 = items.iter().map(I::weight).sum();
    let (all, points) = (items.len() as f64, wanted as f64);
    let chance = |weight: f64| {
        let by_weight = if total > 0.0 && total.is_finite() { weight / total } else { 1.0 / all };
        match shares {
            Shares::ByWeight => by_weight,
            Shares::Mixed => (by_weight + 1.0 / all) / 2.0,
        }
    };
    let mut next = rng.unit() / points;
    let mut sum = 0.0;
    items.retain_mut(|item| {
        let chance = chance(item.weight());
        sum += chance;
        let mut copies = 0.0;
        while next < sum {
            copies += 1.0;
            next += 1.0 / points;
        }
        if copies > 0.0 {
            let by = copies / (points * chance);
            let (weight, support) = item.counts();
            (*weight, *support) = (*weight * by, *support * by);
        }
        copies > 0.0
    });
    true
}
