//! Worlds searched one by one as if nothing were hidden in them (*determinizations*), and averaged.

use crate::belief::Particles;
use crate::character::Character;
use crate::findings::{Findings, Found, UNKNOWN, best_of};
use crate::searcher::choice_rng;
use outwit_game::{
    Agent, Bound, Budget, Control, Game, MAX_SEATS, Meter, Player, Problem, Report, Rng, SampleLimits, View,
    equally_good,
};

/// An agent that asks another one about worlds that agree with what its seat has seen, and takes the move that is best on
/// average.
pub struct Determinized<G: Game> {
    worlds: usize,
    budget: Budget,
    inner: Box<dyn Agent<G>>,
    particles: Particles<G>,
    character: Character,
    seed: u64,
}

/// Values are added up in this unit, a power of 2 that rounds nothing: sums of the largest numbers there are stay finite.
const UNIT: f64 = 1.0 / (1u64 << 32) as f64;

impl<G: Game> Determinized<G> {
    /// Asks `inner` about so many worlds, within a budget of nodes and time.
    pub fn new(worlds: usize, budget: Budget, inner: Box<dyn Agent<G>>, character: Character) -> Self {
        let most = worlds.clamp(64, 4096);
        let limits = SampleLimits { listed: 4 * most, worlds: most, steps: 32 * most };
        Determinized {
            worlds,
            budget,
            inner,
            particles: Particles::new(limits).renewed(usize::MAX),
            character,
            seed: 0,
        }
    }

    fn search(
        &mut self,
        view: &View<'_, G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        let (game, seat, moves) = (view.game(), view.seat(), view.moves());
        let mut meter = Meter::new(control, &self.budget)?;
        // Values are averaged over worlds, and a bound has no average.
        let within = Control { record: None, progress: None, all_values: true, deadline: meter.deadline(), ..*control };
        if view.state().is_none() {
            self.particles.catch_up_at_random(view, &within);
        }
        let mut sums = vec![[0.0; MAX_SEATS]; moves.len()];
        // In how many worlds each value was known.
        let mut known = vec![[0u32; MAX_SEATS]; moves.len()];
        let mut picks = vec![0.0; moves.len()];
        let mut done = 0;
        for _ in 0..self.worlds {
            let left = meter.left();
            if left == 0 || done > 0 && !meter.look() {
                break;
            }
            let within = Control { nodes: (left < u64::MAX).then_some(left), ..within };
            let world = match view.state() {
                Some(state) => state,
                None => match self.particles.draw(rng) {
                    Some(world) => &world.state,
                    None => break,
                },
            };
            self.inner.begin(game, seat, rng.bits());
            let report = self.inner.choose(&View::imagined(game, seat, world, moves), &within)?;
            for (place, found) in report.moves.iter().enumerate() {
                picks[place] += found.probability;
                // A bound is no value.
                for (at, value) in found.values.iter().enumerate().filter(|_| found.bound == Bound::Exact) {
                    if let Some(value) = value {
                        sums[place][at] += value * UNIT;
                        known[place][at] += 1;
                    }
                }
            }
            meter.count_many(report.nodes);
            done += 1;
        }
        // Means are compared where every move has a value in every world.
        let has_values = done > 0 && known.iter().all(|known| known[seat.index()] == done);
        let found = |(place, &mv): (usize, &G::Move)| {
            let mut values = UNKNOWN;
            for (at, value) in values.iter_mut().enumerate() {
                if known[place][at] > 0 {
                    *value = Some(sums[place][at] / f64::from(known[place][at]) / UNIT);
                }
            }
            Found { mv, values, bound: Bound::Exact, line: vec![mv] }
        };
        let found: Vec<Found<G::Move>> = moves.iter().enumerate().map(found).collect();
        let best = if has_values {
            best_of(&found, seat)
        } else {
            // An agent that gives no values is taken at its word: the move it plays in most worlds.
            let most = picks.iter().copied().fold(0.0, f64::max);
            (0..moves.len()).filter(|&place| equally_good(picks[place], most)).collect()
        };
        let mut remarks = vec![format!("{done} worlds")];
        if view.state().is_none() {
            remarks.extend(self.particles.why());
        }
        Ok(Findings {
            extras: Vec::new(),
            value: found[best[0]].values,
            line: vec![found[best[0]].mv],
            moves: found,
            best,
            picks: Vec::new(),
            nodes: meter.nodes(),
            depth: 0,
            tree: None,
            remarks,
        })
    }
}

impl<G: Game> Agent<G> for Determinized<G> {
    fn begin(&mut self, _game: &G, seat: Player, seed: u64) {
        self.seed = seed;
        self.particles.begin(seat, Rng::derive(seed, u64::MAX));
    }

    fn is_memoryless(&self) -> bool {
        true
    }

    fn choose(&mut self, view: &View<'_, G>, control: &Control<'_>) -> Result<Report<G::Move>, Problem> {
        let seat = view.seat();
        if view.moves().is_empty() {
            return Err(Problem::new(format!("{seat} is not to move")));
        }
        let mut rng = choice_rng(self.seed, view);
        let findings = self.search(view, &mut rng, control)?;
        Ok(self.character.choose(findings, seat, &mut rng))
    }
}
