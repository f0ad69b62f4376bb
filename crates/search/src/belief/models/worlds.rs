//! Watching the others where something is hidden: their moves, or what they know.
//!
//! What is believed is then about the world and about the players at once, and the two depend on each other: a card that only
//! a careless player would have thrown says something about hands to whoever knows the player. So every world of the
//! [particle filter](crate::belief::Particles) carries a belief of its own about each of the others ([`Minds`]). Where others
//! move, a world goes on by the moves that would have looked as what was seen; each counts for as much as the world's own
//! mixture of models gave to it, and its beliefs learn from the move. Moves that nobody was shown stay what they may be: when
//! they come to light, worlds with other ones are gone, and what is left has learnt from the truth. What is believed about a
//! seat (the *posterior*) is the average over worlds.

use super::filter::Filter;
use super::player::PlayerModel;
use super::tracker::shrunk;
use super::tracker::{BeliefTracker, Predictor};
use crate::belief::{Decision, Particles};
use outwit_game::{Control, Evaluated, MoveCode, Particle, Player, Problem, Rng, SampleLimits, Transition, Turn, View};

/// A world that may be the true one.
pub type World<G> = Particle<G, Minds>;

/// What is believed about the others, should this be the world.
#[derive(Clone, PartialEq, Debug)]
pub struct Minds {
    /// About each of them.
    pub filters: Vec<Option<Filter>>,
    /// Their moves in this world that have not come to light.
    unseen: Vec<Unseen>,
}

/// A move that nobody showed us.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Unseen {
    player: Player,
    mv: u32,
    /// How likely it was to the mixture of all models, to that of the named ones, and to a blind guess.
    shares: [f64; 3],
}

/// What was to be expected of one player before it was seen: every observation with its probability by the mixture of all
/// models, by the named ones, and by a blind guess.
struct Forecast<S> {
    entries: Vec<(Option<S>, [f64; 3])>,
}

impl<S: PartialEq + Clone> Forecast<S> {
    fn add(&mut self, seen: Option<&S>, shares: [f64; 3]) {
        let place = self.entries.iter().position(|(known, _)| known.as_ref() == seen).unwrap_or_else(|| {
            self.entries.push((seen.cloned(), [0.0; 3]));
            self.entries.len() - 1
        });
        self.entries[place].1.iter_mut().zip(shares).for_each(|(sum, share)| *sum += share);
    }
}

/// The others move as the models that each world believes in have it.
struct ByModels<'a, 'c, G: Evaluated> {
    watch: &'a mut BeliefTracker<G>,
    predictor: &'a mut dyn Predictor<G>,
    rng: &'a mut Rng,
    control: &'a Control<'c>,
    /// What the models say of the world that was asked last, and the shares of its moves.
    rows: Vec<Vec<f64>>,
    shares: Vec<[f64; 3]>,
    forecast: Forecast<G::Seen>,
}

impl<G: Evaluated> Transition<G, Minds> for ByModels<'_, '_, G> {
    /// A world with the beliefs of today.
    fn begin(&mut self, _game: &G, _start: &G::State, out: &mut Vec<(Minds, f64)>) {
        let today = |opinion: &Option<super::Opinion>| opinion.as_ref().map(|opinion| opinion.filter.clone());
        let filters = self.watch.opinions.iter().map(today).collect();
        out.push((Minds { filters, unseen: Vec::new() }, 1.0));
    }

    fn prepare(&mut self, game: &G, worlds: &[World<G>], player: Player) -> Result<(), Problem> {
        self.predictor.prepare(game, worlds, player, self.watch, self.rng, self.control)
    }

    fn probabilities(
        &mut self,
        game: &G,
        world: &World<G>,
        player: Player,
        moves: &[G::Move],
        out: &mut Vec<f64>,
    ) -> Result<(), Problem> {
        let decision = Decision::open(game, &world.state, player, moves);
        let (mut rows, worth) = self.predictor.predict(&decision, self.watch, self.rng, self.control)?;
        rows.iter_mut().flatten().for_each(|p| *p = shrunk(*p, worth, moves.len()));
        self.rows = rows;
        self.shares.clear();
        let Some(filter) = &world.carried.filters[player.index()] else {
            out.resize(moves.len(), 0.0);
            return Ok(());
        };
        let (guards, blind) = (*filter.guards(), 1.0 / moves.len() as f64);
        let mix = |is_in: &dyn Fn(&PlayerModel<G>) -> bool, place: usize| {
            let models = self.watch.models.iter().zip(filter.belief()).zip(&self.rows);
            let (mut total, mut sum) = (0.0, 0.0);
            for ((_, belief), row) in models.filter(|((model, _), _)| is_in(model)) {
                total += belief;
                sum += belief * guards.likelihood(row[place], moves.len());
            }
            if total > 0.0 { sum / total } else { blind }
        };
        for place in 0..moves.len() {
            let shares = [mix(&|_| true, place), mix(&|model| !model.is_catch_all, place), blind];
            self.shares.push(shares);
            out.push(shares[0]);
        }
        Ok(())
    }

    fn looks(&mut self, world: &World<G>, place: usize, seen: Option<&G::Seen>) {
        if let Some(shares) = self.shares.get(place) {
            self.forecast.add(seen, shares.map(|share| share * world.weight));
        }
    }

    fn carry(
        &mut self,
        _game: &G,
        world: &World<G>,
        turn: Turn,
        moves: &[G::Move],
        place: usize,
        _after: &G::State,
        is_seen: bool,
    ) -> Minds {
        let mut minds = world.carried.clone();
        let Turn::Of(player) = turn else { return minds };
        let Some(filter) = &mut minds.filters[player.index()] else { return minds };
        if self.watch.learns && moves.len() > 1 {
            let told: Vec<f64> = self.rows.iter().map(|row| row[place]).collect();
            filter.update(&told, moves.len());
        }
        if !is_seen {
            minds.unseen.push(Unseen { player, mv: moves[place].code(), shares: self.shares[place] });
        }
        minds
    }

    /// What was seen of a player, against what was to be expected.
    fn conclude(&mut self, player: Player, seen: Option<&G::Seen>) {
        let entries = std::mem::take(&mut self.forecast.entries);
        let (Some(seen), Some(opinion)) = (seen, &mut self.watch.opinions[player.index()]) else { return };
        let played = entries.iter().position(|(known, _)| known.as_ref() == Some(seen));
        let (Some(played), 2..) = (played, entries.len()) else { return };
        let sum = |kind: usize| entries.iter().map(|(_, shares)| shares[kind]).sum::<f64>();
        let (all, named, blind) = (sum(0), sum(1), sum(2));
        if all > 0.0 && named > 0.0 && blind > 0.0 {
            let mixture: Vec<f64> = entries.iter().map(|(_, shares)| shares[0] / all).collect();
            let shares = entries[played].1;
            opinion.score.note(&mixture, shares[1] / named, shares[2] / blind, played);
        }
    }
}

impl<G: Evaluated> BeliefTracker<G> {
    /// The worlds held possible, in a game that hides something; none before the first look.
    pub fn worlds(&self) -> &[World<G>] {
        self.particles.as_ref().map_or(&[], |particles| particles.worlds())
    }

    /// As [`catch_up`](BeliefTracker::catch_up), where something is hidden.
    pub(super) fn catch_up_with_worlds(
        &mut self,
        view: &View<'_, G>,
        predictor: &mut dyn Predictor<G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<(), Problem> {
        let mut particles = match self.particles.take().filter(|particles| particles.goes_on(view)) {
            Some(particles) => particles,
            None => {
                self.reset(view.game().players(), view.seat());
                let most = self.world_count;
                let limits = SampleLimits { listed: most, worlds: most, steps: most.saturating_mul(64) };
                let mut particles = Particles::new(limits).carrying_on();
                particles.begin(view.seat(), rng.bits());
                particles
            }
        };
        let (rows, shares, forecast) = (Vec::new(), Vec::new(), Forecast { entries: Vec::new() });
        let mut models = ByModels { watch: self, predictor, rng, control, rows, shares, forecast };
        let done = particles.follow(view, &mut models, control, |models, worlds, _| {
            models.watch.note_what_came_to_light(worlds);
            models.watch.agree(worlds);
        });
        self.particles = Some(particles);
        done
    }

    /// A move that was face down has come to light when all worlds that are left agree on it.
    fn note_what_came_to_light(&mut self, worlds: &mut [World<G>]) {
        let place = |world: &World<G>| world.carried.unseen.first().map(|unseen| (unseen.player, unseen.mv));
        while let Some((player, mv)) = worlds.first().and_then(place)
            && worlds.iter().all(|world| place(world) == Some((player, mv)))
        {
            let (mut total, mut sums) = (0.0, [0.0; 3]);
            for world in worlds.iter_mut() {
                let unseen = world.carried.unseen.remove(0);
                total += world.weight;
                sums.iter_mut().zip(unseen.shares).for_each(|(sum, share)| *sum += world.weight * share);
            }
            let [share, named, blind] = sums.map(|sum| sum / total);
            if let Some(opinion) = &mut self.opinions[player.index()]
                && total > 0.0
                && blind < 1.0
            {
                opinion.score.note(&[share, 1.0 - share], named, blind, 0);
            }
        }
    }

    /// What is believed about a player is the average over the worlds.
    fn agree(&mut self, worlds: &[World<G>]) {
        for (seat, opinion) in self.opinions.iter_mut().enumerate() {
            let Some(opinion) = opinion else { continue };
            let mut mean = vec![0.0; self.models.len()];
            for world in worlds {
                if let Some(filter) = &world.carried.filters[seat] {
                    mean.iter_mut().zip(filter.belief()).for_each(|(sum, belief)| *sum += world.weight * belief);
                }
            }
            opinion.filter.set(&mean);
            if opinion.history.last().is_some_and(|last| last != opinion.filter.belief()) {
                opinion.history.push(opinion.filter.belief().to_vec());
            }
        }
    }
}
