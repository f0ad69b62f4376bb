//! Worlds that the game draws itself, where it knows how.

use super::{Agreement, Kept, Particles, carry, normalise};
use outwit_game::{Game, Merged, Particle, Rng, Transition, View, known_starts};

/// Worlds rebuilt at most when none is left.
const REBUILT: usize = 48;
/// Failures to rebuild one after which no more are tried, as long as few succeed.
const FAILURES: usize = 4;
/// Fewer draws than this, or than a quarter of the worlds wanted, are too few to stand behind all worlds.
const FEW_DRAWS: f64 = 64.0;

impl<G: Game, T: Clone + PartialEq> Particles<G, T> {
    /// How many worlds to ask the game for when none is left: where play is known to have begun somewhere, finding one may be
    /// as much work as all of this was.
    pub(super) fn draws_in_need(&self, view: &View<'_, G>) -> usize {
        if known_starts(view, self.limits.listed).is_some() { 2 } else { self.limits.worlds }
    }

    /// Worlds that the game draws itself, if it knows how.
    pub(super) fn drawn<M: Transition<G, T>>(
        &self,
        view: &View<'_, G>,
        count: usize,
        number: u64,
        transition: &mut M,
    ) -> Vec<Particle<G, T>> {
        let mut rng = Rng::stream(self.seed.rotate_left(32), number);
        let mut worlds = Merged::default();
        for state in (0..count).map_while(|_| view.game().sample(view, &mut rng)) {
            carry(view.game(), state, (1.0, 1.0), transition, &mut worlds);
        }
        worlds.worlds
    }

    /// Worlds that the game makes from what is certain, if it knows how.
    pub(super) fn rebuilt<M: Transition<G, T>>(
        &self,
        view: &View<'_, G>,
        number: u64,
        transition: &mut M,
    ) -> Vec<Particle<G, T>> {
        let mut rng = Rng::stream(self.seed.rotate_left(16), number);
        let mut worlds = Merged::default();
        let mut failures = 0;
        for _ in 0..self.limits.worlds.min(REBUILT) {
            match view.game().rebuild(view, &mut rng) {
                Some(state) => carry(view.game(), state, (1.0, 1.0), transition, &mut worlds),
                None => failures += 1,
            }
            if failures >= FAILURES && failures > worlds.worlds.len() / 8 {
                break;
            }
        }
        worlds.worlds
    }

    /// Half of the worlds are drawn anew where few draws are left behind them.
    pub(super) fn refresh<M: Transition<G, T>>(&self, view: &View<'_, G>, next: &mut Kept<G, T>, transition: &mut M) {
        let wanted = self.limits.worlds;
        let support: f64 = next.worlds.iter().map(|world| world.support).sum();
        if next.agreement != Agreement::Sampled || support >= FEW_DRAWS.min(wanted as f64 / 4.0) {
            return;
        }
        let part = View::told(view.game(), view.seat(), &view.seen()[..next.seen], &[]);
        let now = if next.seen == view.seen().len() { view } else { &part };
        let mut fresh = self.drawn(now, wanted / 2, next.seen as u64, transition);
        if fresh.is_empty() {
            return;
        }
        normalise(&mut next.worlds);
        normalise(&mut fresh);
        let mut worlds = Merged::default();
        for world in std::mem::take(&mut next.worlds).into_iter().chain(fresh) {
            worlds.add(view.game(), world);
        }
        next.worlds = worlds.worlds;
        normalise(&mut next.worlds);
    }
}
