//! Moves of another's in many worlds, weighed before they are made: most of what they lead to does not stay, and worlds are
//! large.

use super::Weighted;
use super::merged::ByKey;
use super::{Enumeration, Particle, Transition};
use crate::contract::{Game, Sequel};
use crate::problem::Problem;
use crate::seat::Player;

/// A move in a world, not made.
#[derive(Clone, Copy, Debug)]
pub struct UnmadeMove<M> {
    /// The number of the world.
    pub world: u32,
    /// The move.
    pub mv: M,
    /// How much the world it leads to counts.
    pub weight: f64,
    /// How many draws stand behind that.
    pub support: f64,
}

impl<M> Weighted for UnmadeMove<M> {
    fn weight(&self) -> f64 {
        self.weight
    }
    fn counts(&mut self) -> (&mut f64, &mut f64) {
        (&mut self.weight, &mut self.support)
    }
}

/// The moves that fit what was seen, one for each world that they lead to.
pub struct Unmade<M> {
    /// In the order of the worlds.
    pub moves: Vec<UnmadeMove<M>>,
    /// It was late before all worlds had been asked.
    pub is_cut: bool,
}

impl<G: Game, M> Enumeration<'_, G, M> {
    /// Weighs what every move of another's leads to, equal positions together, by their keys. Worlds after a move that the seat
    /// does not notice are handed over; where that answers `false` it all ends with `None`. For a transition that
    /// [is plain](Transition::is_plain).
    pub fn weigh<T: Clone + PartialEq>(
        &mut self,
        worlds: &[Particle<G, T>],
        player: Player,
        seen: &G::Seen,
        mut unnoticed: impl FnMut(&G, Particle<G, T>) -> bool,
    ) -> Result<Option<Unmade<G::Move>>, Problem>
    where
        M: Transition<G, T>,
    {
        let (mut moves, mut shares) = (Vec::new(), Vec::new());
        let (mut fitting, mut unseen) = (Vec::new(), Vec::new());
        let mut unmade: Vec<UnmadeMove<G::Move>> = Vec::new();
        let mut known = ByKey::default();
        let mut is_cut = false;
        for (number, world) in worlds.iter().enumerate() {
            if self.is_late_after(number) {
                is_cut = true;
                break;
            }
            moves.clear();
            shares.clear();
            self.game.lasting_moves(&world.state, &mut moves);
            self.transition.probabilities(self.game, world, player, &moves, &mut shares)?;
            let mut total = 0.0;
            for (&mv, &share) in moves.iter().zip(&shares).filter(|(_, share)| **share > 0.0) {
                match self.game.sequel(&world.state, mv, self.seat, seen) {
                    Sequel::Otherwise => continue,
                    Sequel::AsSeen(state) => fitting.push((mv, self.game.key(&state), share)),
                    Sequel::Unnoticed(state) => unseen.push((state, share)),
                }
                total += share;
            }
            let counts = |share: f64| (world.weight * share, world.support * (share / total));
            for (state, share) in unseen.drain(..) {
                let (weight, support) = counts(share);
                if !unnoticed(self.game, Particle { state, carried: world.carried.clone(), weight, support }) {
                    return Ok(None);
                }
            }
            for (mv, key, share) in fitting.drain(..) {
                let (weight, support) = counts(share);
                let is_same = |at: usize| worlds[unmade[at].world as usize].carried == world.carried;
                match known.find_or_add(key, is_same) {
                    Some(at) => unmade[at].add_weight(weight, support),
                    None => unmade.push(UnmadeMove { world: number as u32, mv, weight, support }),
                }
            }
        }
        Ok(Some(Unmade { moves: unmade, is_cut }))
    }
}
