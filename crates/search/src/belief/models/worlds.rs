//! Watching the others where something is hidden: their moves, or what they know.
//!
//! What is believed is then about the world and about the players at once, and the two depend on each other: a card that only
//! a careless player would have thrown says something about hands to whoever knows the player. So every world that may be the
//! true one carries a belief of its own about each of the others. Where others move, a world goes on by a move that would
//! have looked as what was seen; it counts for as much as its own mixture of models gave to all such moves, and its beliefs
//! learn from the move it took. Moves that nobody was shown are drawn from that mixture: when they come to light, worlds with
//! other ones are gone, and what is left has learnt from the truth. What is believed about a seat is the average over worlds.

use super::filter::Filter;
use super::player::PlayerModel;
use super::watch::{Predictor, Watch};
use outwit_game::{Control, Evaluated, Game, MAX_SEATS, MoveCode, Player, Problem, Rng, Turn, View};

/// A world that may be the true one.
#[derive(Debug)]
pub struct World<G: Game> {
    /// The position.
    pub state: G::State,
    /// How much it counts; all worlds together count 1.
    pub weight: f64,
    /// What is believed about each of the others, should this be the world.
    pub filters: Vec<Option<Filter>>,
    /// Moves of the others in this world that have not come to light.
    unseen: Vec<Unseen>,
    /// Worlds with the same number were one once.
    origin: u64,
}

/// A move that nobody showed us.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Unseen {
    player: Player,
    mv: u32,
    /// How likely it was to the mixture of all models, to that of the named ones, and to a blind guess.
    shares: [f64; 3],
}

// Not derived: that would ask for rules that can be cloned.
impl<G: Game> Clone for World<G> {
    fn clone(&self) -> Self {
        let World { state, weight, filters, unseen, origin } = self;
        let (weight, origin) = (*weight, *origin);
        World { state: state.clone(), weight, filters: filters.clone(), unseen: unseen.clone(), origin }
    }
}

/// All worlds, and how much had been seen when they were last looked at.
pub(super) struct Cloud<G: Game> {
    pub worlds: Vec<World<G>>,
    pub seen: usize,
}

/// Moves nobody notices that may lie between two observations.
const UNNOTICED: usize = 64;
/// Fewer worlds of different origin than this, or than a quarter of those wanted, are not enough.
const FEW: usize = 64;
/// Draws of an outcome that cannot be listed, until one looks as what was seen.
const TRIES: usize = 16;

/// What became of a world in one ply.
enum Ply<G: Game> {
    /// What was seen is what would have been.
    Seen(World<G>),
    /// Nobody noticed anything yet.
    Unnoticed(World<G>),
    /// It cannot be the true one.
    Gone,
}

/// What was to be expected of one player before it was seen: every observation with its probability by the mixture of all
/// models, by the named ones, and by a blind guess.
struct Forecast<S> {
    entries: Vec<(Option<S>, [f64; 3])>,
}

impl<S: PartialEq> Forecast<S> {
    fn add(&mut self, seen: Option<S>, shares: [f64; 3]) {
        let place = self.entries.iter().position(|(known, _)| *known == seen).unwrap_or_else(|| {
            self.entries.push((seen, [0.0; 3]));
            self.entries.len() - 1
        });
        self.entries[place].1.iter_mut().zip(shares).for_each(|(sum, share)| *sum += share);
    }
}

impl<G: Evaluated> Watch<G> {
    /// The worlds held possible, in a game that hides something; none before the first look.
    pub fn worlds(&self) -> &[World<G>] {
        self.cloud.as_ref().map_or(&[], |cloud| &cloud.worlds)
    }

    /// As [`catch_up`](Watch::catch_up), where something is hidden.
    pub(super) fn catch_up_with_worlds(
        &mut self,
        view: &View<'_, G>,
        predictor: &mut dyn Predictor<G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<(), Problem> {
        let (game, seat) = (view.game(), view.seat());
        // Step 1. The worlds of the last look, or those before the first move.
        let kept = self.cloud.take().filter(|cloud| cloud.seen <= view.seen().len() && !cloud.worlds.is_empty());
        let mut cloud = match kept {
            Some(cloud) => cloud,
            None => {
                self.reset(game.players(), seat);
                self.first_worlds(view, rng)
            }
        };
        // Step 2. One observation after the other.
        while let Some(seen) = view.seen().get(cloud.seen) {
            let worlds = std::mem::take(&mut cloud.worlds);
            cloud.worlds = self.follow(game, seat, worlds, Some(seen), predictor, rng, control)?;
            cloud.seen += 1;
            self.note_what_came_to_light(&mut cloud.worlds);
            self.agree(&cloud.worlds);
            self.refresh(&mut cloud, view, rng);
        }
        // Step 3. Up to our turn, by what nobody has shown us.
        if !view.moves().is_empty() {
            let worlds = std::mem::take(&mut cloud.worlds);
            cloud.worlds = self.follow(game, seat, worlds, None, predictor, rng, control)?;
            let mut moves = Vec::new();
            cloud.worlds.retain(|world| {
                moves.clear();
                game.moves(&world.state, &mut moves);
                moves == view.moves()
            });
            self.refresh(&mut cloud, view, rng);
            if cloud.worlds.is_empty() {
                return Err(Problem::new(
                    "no world was found that agrees with what the seat has seen, or this game does not know how to find one",
                ));
            }
        }
        self.cloud = Some(cloud);
        Ok(())
    }

    /// Worlds from before the first move; where the game knows none, from now.
    fn first_worlds(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Cloud<G> {
        let (game, seat, seen) = (view.game(), view.seat(), view.seen());
        let wanted = self.world_count;
        let first = seen.first();
        // What was seen of a start is part of the view only where the game shows it.
        let looks = |state: &G::State| match game.first_look(state, seat) {
            Some(look) if first == Some(&look) => Some(1),
            Some(_) => None,
            None => Some(0),
        };
        let world = |(origin, state): (usize, G::State)| self.world(state, origin as u64);
        if let Some(start) = game.known_start(seat, first)
            && let Some(shown) = looks(&start)
        {
            return Cloud { worlds: (0..wanted).map(|place| world((place, start.clone()))).collect(), seen: shown };
        }
        for shown in [1, 0] {
            let Some(part) = seen.get(..shown) else { continue };
            let draw = |_| game.sample(&View::told(game, seat, part, &[]), rng).filter(|s| looks(s) == Some(shown));
            let worlds: Vec<World<G>> = (0..wanted).map_while(draw).enumerate().map(world).collect();
            if !worlds.is_empty() {
                return Cloud { worlds, seen: shown };
            }
        }
        let worlds = (0..wanted).map_while(|_| game.sample(view, rng)).enumerate().map(world).collect();
        Cloud { worlds, seen: seen.len() }
    }

    /// A world with the beliefs of today.
    fn world(&self, state: G::State, origin: u64) -> World<G> {
        let filters = self.opinions.iter().map(|opinion| opinion.as_ref().map(|o| o.filter.clone())).collect();
        World { state, weight: 1.0, filters, unseen: Vec::new(), origin }
    }

    /// Plays worlds on until what was seen is seen; without an observation, until it is our turn.
    #[expect(clippy::too_many_arguments)]
    fn follow(
        &mut self,
        game: &G,
        seat: Player,
        mut waiting: Vec<World<G>>,
        seen: Option<&G::Seen>,
        predictor: &mut dyn Predictor<G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Vec<World<G>>, Problem> {
        let mut done = Vec::with_capacity(waiting.len());
        for _ in 0..UNNOTICED {
            if waiting.is_empty() {
                break;
            }
            let mut movers: [Vec<World<G>>; MAX_SEATS] = Default::default();
            let mut unmoved = Vec::new();
            for world in waiting.drain(..) {
                match game.turn(&world.state) {
                    Turn::Of(player) if player == seat && seen.is_none() => done.push(world),
                    Turn::Of(player) if player != seat => movers[player.index()].push(world),
                    _ => unmoved.push(world),
                }
            }
            for world in unmoved {
                match self.step_without_others(game, seat, world, seen, rng) {
                    Ply::Seen(world) => done.push(world),
                    Ply::Unnoticed(world) => waiting.push(world),
                    Ply::Gone => {}
                }
            }
            for player in Player::all(MAX_SEATS) {
                let worlds = std::mem::take(&mut movers[player.index()]);
                if worlds.is_empty() {
                    continue;
                }
                predictor.prepare(game, &worlds, player, self, rng, control)?;
                let mut forecast = Forecast { entries: Vec::new() };
                for world in worlds {
                    match self.step(game, seat, player, world, seen, &mut forecast, predictor, rng, control)? {
                        Ply::Seen(world) => done.push(world),
                        Ply::Unnoticed(world) => waiting.push(world),
                        Ply::Gone => {}
                    }
                }
                if let Some(seen) = seen {
                    self.note(player, seen, &forecast);
                }
            }
        }
        Ok(done)
    }

    /// One of the others moves in a world.
    #[expect(clippy::too_many_arguments)]
    fn step(
        &mut self,
        game: &G,
        seat: Player,
        player: Player,
        mut world: World<G>,
        seen: Option<&G::Seen>,
        forecast: &mut Forecast<G::Seen>,
        predictor: &mut dyn Predictor<G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Ply<G>, Problem> {
        let mut moves = Vec::new();
        game.moves(&world.state, &mut moves);
        let (rows, _) = predictor.predict(game, &world.state, player, &moves, self, rng, control)?;
        let Some(filter) = &mut world.filters[player.index()] else { return Ok(Ply::Gone) };
        let guards = *filter.guards();
        let mix = |is_in: &dyn Fn(&PlayerModel<G>) -> bool, place: usize| {
            let models = self.models.iter().zip(filter.belief()).zip(&rows).filter(|((model, _), _)| is_in(model));
            let (mut total, mut sum) = (0.0, 0.0);
            for ((_, belief), row) in models {
                total += belief;
                sum += belief * guards.likelihood(row[place], moves.len());
            }
            if total > 0.0 { sum / total } else { 1.0 / moves.len() as f64 }
        };
        // Every move with how it would have looked, and how likely it was.
        let mut possible: Vec<(usize, G::State, bool)> = Vec::new();
        let mut weights = Vec::new();
        let mut shares = Vec::with_capacity(moves.len());
        for (place, &mv) in moves.iter().enumerate() {
            let mut next = world.state.clone();
            game.play(&mut next, mv);
            let looks = game.observe(&world.state, mv, &next, seat);
            let share = mix(&|_| true, place);
            let named = mix(&|model| !model.is_catch_all, place);
            shares.push([share, named, 1.0 / moves.len() as f64]);
            let is_seen = looks.is_some() && looks.as_ref() == seen;
            if is_seen || looks.is_none() {
                possible.push((place, next, is_seen));
                weights.push(share);
            }
            forecast.add(looks, shares[place].map(|p| p * world.weight));
        }
        let total: f64 = weights.iter().sum();
        if !(total > 0.0 && total.is_finite()) {
            return Ok(Ply::Gone);
        }
        // Half of the draws go by no model: a move that all models think unlikely needs worlds too, should it come to light.
        let blind = total / weights.len() as f64;
        let drawn: Vec<f64> = weights.iter().map(|weight| (weight + blind) / 2.0).collect();
        let chosen = rng.weighted(&drawn);
        world.weight *= total * weights[chosen] / drawn[chosen];
        let (place, next, is_seen) = possible.swap_remove(chosen);
        if !is_seen {
            world.unseen.push(Unseen { player, mv: moves[place].code(), shares: shares[place] });
        }
        if self.learns && moves.len() > 1 {
            let told: Vec<f64> = rows.iter().map(|row| row[place]).collect();
            filter.update(&told, moves.len());
        }
        world.state = next;
        Ok(if is_seen { Ply::Seen(world) } else { Ply::Unnoticed(world) })
    }

    /// We or chance move in a world.
    fn step_without_others(
        &self,
        game: &G,
        seat: Player,
        mut world: World<G>,
        seen: Option<&G::Seen>,
        rng: &mut Rng,
    ) -> Ply<G> {
        let turn = game.turn(&world.state);
        if turn.is_over() {
            return Ply::Gone;
        }
        if turn == Turn::Chance && game.draws(&world.state) {
            for _ in 0..TRIES {
                let mut next = world.state.clone();
                let mv = game.draw(&world.state, rng);
                game.play(&mut next, mv);
                let looks = game.observe(&world.state, mv, &next, seat);
                if looks.is_none() || looks.as_ref() == seen {
                    world.state = next;
                    return if looks.is_none() { Ply::Unnoticed(world) } else { Ply::Seen(world) };
                }
            }
            return Ply::Gone;
        }
        let mut moves = Vec::new();
        game.moves(&world.state, &mut moves);
        let weight = |mv: G::Move| if turn == Turn::Chance { game.weight(&world.state, mv) as f64 } else { 1.0 };
        let all: f64 = moves.iter().map(|&mv| weight(mv)).sum();
        let mut possible = Vec::new();
        let mut weights = Vec::new();
        for &mv in &moves {
            let mut next = world.state.clone();
            game.play(&mut next, mv);
            let looks = game.observe(&world.state, mv, &next, seat);
            let is_seen = looks.is_some() && looks.as_ref() == seen;
            if is_seen || looks.is_none() {
                possible.push((next, is_seen));
                weights.push(weight(mv));
            }
        }
        let total: f64 = weights.iter().sum();
        if total <= 0.0 {
            return Ply::Gone;
        }
        let (next, is_seen) = possible.swap_remove(rng.weighted(&weights));
        // Our own moves are what they were.
        if turn == Turn::Chance {
            world.weight *= total / all;
        }
        world.state = next;
        if is_seen { Ply::Seen(world) } else { Ply::Unnoticed(world) }
    }

    /// What was seen of a player, against what was to be expected.
    fn note(&mut self, player: Player, seen: &G::Seen, forecast: &Forecast<G::Seen>) {
        let Some(opinion) = &mut self.opinions[player.index()] else { return };
        let played = forecast.entries.iter().position(|(known, _)| known.as_ref() == Some(seen));
        let (Some(played), 2..) = (played, forecast.entries.len()) else { return };
        let sum = |kind: usize| forecast.entries.iter().map(|(_, shares)| shares[kind]).sum::<f64>();
        let (all, named, blind) = (sum(0), sum(1), sum(2));
        if all > 0.0 && named > 0.0 && blind > 0.0 {
            let mixture: Vec<f64> = forecast.entries.iter().map(|(_, shares)| shares[0] / all).collect();
            let shares = forecast.entries[played].1;
            opinion.score.note(&mixture, shares[1] / named, shares[2] / blind, played);
        }
    }

    /// A move that was face down has come to light when all worlds that are left agree on it.
    fn note_what_came_to_light(&mut self, worlds: &mut [World<G>]) {
        let place = |world: &World<G>| world.unseen.first().map(|unseen| (unseen.player, unseen.mv));
        while let Some((player, mv)) = worlds.first().and_then(place)
            && worlds.iter().all(|world| place(world) == Some((player, mv)))
        {
            let (mut total, mut sums) = (0.0, [0.0; 3]);
            for world in worlds.iter_mut() {
                let unseen = world.unseen.remove(0);
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
                if let Some(filter) = &world.filters[seat] {
                    mean.iter_mut().zip(filter.belief()).for_each(|(sum, belief)| *sum += world.weight * belief);
                }
            }
            opinion.filter.set(&mean);
            if opinion.history.last().is_some_and(|last| last != opinion.filter.belief()) {
                opinion.history.push(opinion.filter.belief().to_vec());
            }
        }
    }

    /// As many worlds as there should be. Where some are gone, or a few count for all, those that are left are drawn by how
    /// much they count, and all count alike from now on.
    fn refresh(&mut self, cloud: &mut Cloud<G>, view: &View<'_, G>, rng: &mut Rng) {
        let (game, seat) = (view.game(), view.seat());
        let wanted = self.world_count;
        let weights: Vec<f64> = cloud.worlds.iter().map(|world| world.weight).collect();
        let total: f64 = weights.iter().sum();
        let is_usable = total > 0.0 && total.is_finite();
        let squares: f64 = weights.iter().map(|weight| weight * weight).sum();
        if is_usable && weights.len() == wanted && total * total > squares * wanted as f64 / 8.0 {
            cloud.worlds.iter_mut().for_each(|world| world.weight /= total);
            return;
        }
        let left = if is_usable { weights.iter().filter(|weight| **weight > 0.0).count() } else { 0 };
        let mut origins: Vec<u64> = cloud.worlds.iter().map(|world| world.origin).collect();
        origins.sort_unstable();
        origins.dedup();
        // Copies of a few worlds are no cloud. Fresh ones know less about the players than those that went all the way, so
        // there are none before they are needed.
        let fresh = match (left, origins.len()) {
            (0, _) => wanted,
            (_, few) if few < FEW.min(wanted / 4) => wanted / 2,
            _ => 0,
        };
        let part = View::told(game, seat, &view.seen()[..cloud.seen], &[]);
        let now = if cloud.seen == view.seen().len() { view } else { &part };
        let numbers = (cloud.seen as u64 + 1) << 32;
        let mut worlds: Vec<World<G>> = (0..fresh as u64)
            .map_while(|place| Some((numbers + place, game.sample(now, rng)?)))
            .map(|(origin, state)| self.world(state, origin))
            .collect();
        if left > 0 {
            // Systematic: one draw, and steps of equal length.
            let missing = wanted - worlds.len();
            let step = total / missing as f64;
            let (mut target, mut sum, mut place) = (rng.unit() * step, weights[0], 0);
            for _ in 0..missing {
                while sum < target && place + 1 < weights.len() {
                    place += 1;
                    sum += weights[place];
                }
                worlds.push(cloud.worlds[place].clone());
                target += step;
            }
        }
        let alike = 1.0 / worlds.len().max(1) as f64;
        worlds.iter_mut().for_each(|world| world.weight = alike);
        cloud.worlds = worlds;
    }
}
