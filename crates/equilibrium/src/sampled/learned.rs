//! A reply that is learned by playing: UCB1 at every view of the replying seat.
//!
//! Against a fixed agent the replying seat is alone with luck, so Monte-Carlo search over its own views comes to the best
//! reply in the long run. How near it came nobody needs to know: whatever it learned is a reply.

use super::tapes::{Luck, Played, World};
use crate::patience::go_on;
use outwit_game::{Game, Problem, Rng};
use rustc_hash::FxHashMap;

/// How eagerly moves are tried again that look worse, in units of the range of payoffs.
const EAGERNESS: f64 = 0.5;

/// What was learned.
#[derive(Default)]
pub(super) struct Learned {
    /// Each view's first arm, of as many as it has moves.
    places: FxHashMap<u32, usize>,
    arms: Vec<Arm>,
    lowest: f64,
    highest: f64,
}

/// A move at a view.
#[derive(Clone, Copy, Default)]
struct Arm {
    tries: u32,
    total: f64,
}

impl Arm {
    fn mean(self) -> f64 {
        if self.tries == 0 { f64::NEG_INFINITY } else { self.total / f64::from(self.tries) }
    }
}

impl Learned {
    /// Plays a game and learns from it.
    pub fn learn<G: Game>(&mut self, luck: &mut Luck<'_, G>, tape: u64) -> Result<(), Problem> {
        go_on(luck.control)?;
        let mut rng = Rng::stream(tape, u64::MAX); // its own draws are not on the tape
        let (mut world, mut played) = luck.begin(tape)?;
        let mut path = Vec::new();
        let (mut moves, mut is_known) = (Vec::new(), true);
        let payoff = loop {
            if let Played::Over(payoff) = played {
                break payoff;
            }
            moves.clear();
            luck.game.moves(&world.state, &mut moves);
            let mut choice = rng.index(moves.len());
            if is_known {
                // One new view a game, as Monte-Carlo trees grow; after it, moves are random.
                is_known = self.places.contains_key(&world.view);
                let arms = &mut self.arms;
                let first = *self.places.entry(world.view).or_insert_with(|| {
                    arms.resize(arms.len() + moves.len(), Arm::default());
                    arms.len() - moves.len()
                });
                choice = self.try_at(first, moves.len(), choice);
                path.push(first + choice);
            }
            played = luck.reply(&mut world, moves[choice], tape)?;
        };
        (self.lowest, self.highest) = (self.lowest.min(payoff), self.highest.max(payoff));
        for place in path {
            self.arms[place].tries += 1;
            self.arms[place].total += payoff;
        }
        Ok(())
    }

    /// A move that was never tried, from `random` on; else the one that is best if luck was as bad as it may have been.
    fn try_at(&self, first: usize, count: usize, random: usize) -> usize {
        let arms = &self.arms[first..first + count];
        if let Some(place) = (0..count).map(|place| (place + random) % count).find(|&place| arms[place].tries == 0) {
            return place;
        }
        let tries: u32 = arms.iter().map(|arm| arm.tries).sum();
        let (range, log) = (EAGERNESS * (self.highest - self.lowest), libm::log(f64::from(tries)));
        let hope = |arm: &Arm| arm.mean() + range * (log / f64::from(arm.tries)).sqrt();
        largest(arms.iter().map(hope))
    }

    /// What the reply is paid for a game. Where it has learned nothing it plays at random.
    pub fn play<G: Game>(&self, luck: &mut Luck<'_, G>, tape: u64) -> Result<f64, Problem> {
        go_on(luck.control)?;
        let mut rng = Rng::stream(tape, u64::MAX);
        let (mut world, mut played) = luck.begin(tape)?;
        let mut moves = Vec::new();
        loop {
            if let Played::Over(payoff) = played {
                return Ok(payoff);
            }
            moves.clear();
            luck.game.moves(&world.state, &mut moves);
            let choice = match self.places.get(&world.view) {
                // The move that was tried most is the one whose mean is trusted most.
                Some(&first) => largest(self.arms[first..first + moves.len()].iter().map(|arm| f64::from(arm.tries))),
                None => rng.index(moves.len()),
            };
            played = luck.reply(&mut world, moves[choice], tape)?;
        }
    }

    /// The moves of a view, those that did best so far first.
    pub fn order<G: Game>(&self, world: &World<G>, moves: &mut [G::Move]) {
        let Some(&first) = self.places.get(&world.view) else { return };
        let mut ranked: Vec<(f64, G::Move)> =
            moves.iter().zip(&self.arms[first..]).map(|(&mv, arm)| (arm.mean(), mv)).collect();
        ranked.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        moves.iter_mut().zip(ranked).for_each(|(place, (_, mv))| *place = mv);
    }
}

/// The place of the largest, the first of several.
fn largest(values: impl Iterator<Item = f64>) -> usize {
    let better = |best: (usize, f64), next: (usize, f64)| if next.1 > best.1 { next } else { best };
    values.enumerate().fold((0, f64::NEG_INFINITY), better).0
}
