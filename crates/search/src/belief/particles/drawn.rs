//! Worlds that the game draws itself, where it knows how.

use super::{Agreement, Kept, Particles, carry, normalise};
use outwit_game::{
    AtRandom, Control, Enumeration, Game, Merged, Particle, Rng, SampleLimits, Transition, View, known_starts, resample,
};

/// Worlds rebuilt at most when none is left.
const REBUILT: usize = 48;
/// Failures to rebuild one after which no more are tried, as long as few succeed.
const FAILURES: usize = 4;
/// Fewer draws than this, or than a quarter of the worlds wanted, are too few to stand behind all worlds.
const FEW_DRAWS: f64 = 64.0;

impl<G: Game, T: Clone + PartialEq> Particles<G, T> {
    /// Worlds when none is left, if the game knows how to find one: drawn by the game; where it is known where play began, by
    /// playing all of it once more with room for more worlds, which is what the game would do for each of them.
    pub(super) fn anew<M: Transition<G, T>>(
        &self,
        view: &View<'_, G>,
        number: u64,
        transition: &mut M,
        control: &Control<'_>,
    ) -> Vec<Particle<G, T>> {
        let (game, seat) = (view.game(), view.seat());
        let Some((starts, shown)) = known_starts(view, self.limits.listed) else {
            return self.drawn(view, self.limits.worlds, number, transition);
        };
        let is_late = &|| control.is_late();
        let mut rng = Rng::stream(self.seed.rotate_left(32), number);
        let begun = View::told(game, seat, &view.seen()[..shown], &[]);
        if is_late() || game.sample(&begun, &mut rng).is_none() {
            return Vec::new();
        }
        let first = |state| Particle { state, carried: (), weight: 1.0, support: f64::INFINITY };
        let mut worlds: Vec<Particle<G>> = starts.into_iter().map(first).collect();
        let limits = SampleLimits::default();
        let up_to_now = (!view.moves().is_empty()).then_some(None);
        for seen in view.seen()[shown..].iter().map(Some).chain(up_to_now) {
            let mut enumeration = Enumeration { game, seat, limits, transition: &mut AtRandom, rng: &mut rng, is_late };
            worlds = enumeration.advance(worlds, seen, false).expect("random play raises no problem").worlds;
        }
        resample(&mut worlds, self.limits.worlds, &mut rng);
        let mut carried = Merged::default();
        for world in worlds {
            carry(game, world.state, (world.weight, 1.0), transition, &mut carried);
        }
        carried.worlds
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
        // A world that is found by playing everything once more costs as much as all the others together.
        if known_starts(view, self.limits.listed).is_some() {
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
