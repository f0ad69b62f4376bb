//! What the ways out of a macro position come to, by playing on to the end.
//!
//! Plans judge tables by an evaluation, and where ways out look alike it cannot tell which is better. Here each is followed and the
//! rest of the game played by plans with few moves each, in imagined worlds that are the same for all: what comes up in one
//! place is the same card there, whichever way is being played. Whoever plays always as the mean of such games says plays at least as well
//! as the plans it is found by (policy improvement; Bertsekas, Tsitsiklis and Wu 1997), up to chance in the worlds that are looked at.

use super::outlook::{Compared, Looks};
use super::plan::{Exit, Kind, Plan, Task};
use outwit_game::{Evaluation, Game, Meter, MoveCode, Rng, Turn, end_value};

/// Games longer than this are judged by the evaluation: where positions come back a game need not end.
const MOST_DECISIONS: usize = 1_000;

/// A world that is imagined: what chance has in store. It is drawn while it is asked, and exactly as likely as if chance drew.
///
/// Every place holds an order of all outcomes, drawn by itself: the first that is still possible comes up. So what comes up in a place
/// does not depend on what was asked before, but for what has been used up.
struct World {
    seed: u64,
    /// How often chance was asked where nothing lies in places.
    asked: u64,
}

impl World {
    fn outcome<G: Game>(&mut self, game: &G, state: &G::State, outcomes: &mut Vec<G::Move>) -> G::Move {
        let place = game.chance_place(state).unwrap_or_else(|| {
            self.asked += 1;
            !self.asked
        });
        let seed = Rng::hash(self.seed, place);
        if game.draws(state) {
            return game.draw(state, &mut Rng::new(seed));
        }
        outcomes.clear();
        game.moves(state, outcomes);
        // Of clocks that ring at random, each as often as its outcome weighs, the first rings with the right probability.
        let rings = |&outcome: &G::Move| {
            let bits = Rng::hash(seed, u64::from(outcome.code()));
            let unit = ((bits >> 11) as f64 + 0.5) * (1.0 / (1u64 << 53) as f64);
            -libm::log(unit) / game.weight(state, outcome) as f64
        };
        outcomes
            .iter()
            .map(|outcome| (rings(outcome), *outcome))
            .min_by(|one, other| one.0.total_cmp(&other.0))
            .expect("chance has an outcome")
            .1
    }
}

/// Plays on from a position to the end, by plans of so many moves and in the world of this number, and tells what it pays; `None` when
/// the search must stop. Every plan is made anew, as in the game itself.
#[allow(clippy::too_many_arguments)]
pub fn play_out<G: Game, E: Evaluation<G>>(
    task: &Task<'_, G, E>,
    state: &G::State,
    inner: &mut Plan<G>,
    nodes: u64,
    world: u64,
    meter: &mut Meter<'_>,
) -> Option<f64> {
    let Task { game, seat, manner } = *task;
    let (mut state, mut outcomes) = (state.clone(), Vec::new());
    let mut world = World { seed: world, asked: 0 };
    for _ in 0..MOST_DECISIONS {
        while game.turn(&state) == Turn::Chance {
            let outcome = world.outcome(game, &state, &mut outcomes);
            game.play(&mut state, outcome);
        }
        if game.turn(&state).is_over() {
            return Some(end_value(game, &state, &manner.evaluation, seat));
        }
        inner.make(task, &state, nodes, meter);
        if meter.is_stopped() {
            return None;
        }
        let Some(exit) = inner.best else { break };
        inner.sooner(task, exit).0.into_iter().for_each(|mv| game.play(&mut state, mv));
    }
    Some(manner.evaluation.value(game, &state, seat))
}

/// A way out that is being compared.
struct Way<G: Game> {
    exit: Exit,
    /// The position after it.
    next: G::State,
    /// What it came to, world by world.
    came_to: Vec<f64>,
}

/// In so many worlds ways are compared before any is dropped; and where the best plan gets everything in all of them nothing is compared.
const FEWEST: usize = 8;

/// What is known of a difference in worth before games are played: its spread, and that of its outcomes in a world, in shares of the
/// stake; and how much of what the evaluation says of it is true. Measured on Spider with two suits: `cargo bench -p outwit-search
/// --bench spider -- choices suits=2` tells the spread in a world.
const SPREAD: f64 = 0.035;
const SPREAD_OF_ONE: f64 = 0.2;
const TRUE_SHARE: f64 = 0.4;

/// How many worlds that spread of outcomes counts for.
const PRESUMED: f64 = 4.0;

/// By how many deviations a way must be ahead to be preferred, or behind to be dropped: where nothing is clear the plan has looked at more.
const CLEARLY: f64 = 2.0;

/// How much better a way is than the plan's best, and how far that may be off.
struct Advantage {
    gain: f64,
    off: f64,
}

impl Advantage {
    fn at_least(&self) -> f64 {
        self.gain - CLEARLY * self.off
    }

    fn at_most(&self) -> f64 {
        self.gain + CLEARLY * self.off
    }
}

fn advantage<G: Game>(way: &Way<G>, best: &Way<G>, stake: f64) -> Advantage {
    let differences = || way.came_to.iter().zip(&best.came_to).map(|(way, best)| way - best);
    let count = differences().count() as f64;
    let sum: f64 = differences().sum();
    let squares: f64 = differences().map(|difference| squared(difference - sum / count.max(1.0))).sum();
    // A few worlds tell little of how much they differ.
    let variance = (squares + PRESUMED * squared(SPREAD_OF_ONE * stake)) / (count + PRESUMED);
    // What is known before counts as much as so many worlds.
    let known = variance / squared(SPREAD * stake);
    let before = TRUE_SHARE * (way.exit.value - best.exit.value);
    Advantage { gain: (sum + known * before) / (count + known), off: (variance / (count + known)).sqrt() }
}

/// Compares the best ways out of a plan by games played to the end, with so many moves at most, and gives those that were
/// followed to the last with the best first: the plan's own with its mean, others with what they are worth at least. `None` where there
/// is nothing to compare, or no time.
#[allow(clippy::too_many_arguments)]
pub(super) fn compare_by_playing<G: Game, E: Evaluation<G>>(
    task: &Task<'_, G, E>,
    state: &G::State,
    plan: &Plan<G>,
    inner: &mut Plan<G>,
    looks: Looks,
    nodes: u64,
    rng: &mut Rng,
    meter: &mut Meter<'_>,
) -> Option<Vec<Compared>> {
    plan.best.filter(|best| best.kind == Kind::GoesOn)?;
    let mut exits: Vec<Exit> = plan.ways_out.iter().map(|way| way.exit).collect();
    exits.sort_by(|one, other| other.value.total_cmp(&one.value));
    exits.truncate(looks.ways);
    if exits.len() < 2 {
        return None;
    }
    let follow = |exit| {
        let mut next = state.clone();
        plan.sooner(task, exit).0.into_iter().for_each(|mv| task.game.play(&mut next, mv));
        Way { exit, next, came_to: Vec::new() }
    };
    let mut ways: Vec<Way<G>> = exits.into_iter().map(follow).collect();
    let facts = task.game.facts();
    let stake = facts.highest - facts.lowest;
    let (seed, last) = (rng.bits(), meter.nodes().saturating_add(nodes));
    let mut play = |way: &mut Way<G>, worlds: usize| {
        while way.came_to.len() < worlds {
            let world = Rng::derive(seed, way.came_to.len() as u64);
            if meter.nodes() >= last {
                return false;
            }
            let Some(paid) = play_out(task, &way.next, inner, looks.rollouts, world, meter) else {
                return false;
            };
            way.came_to.push(paid);
        }
        true
    };
    // Step 1. The plan's best alone: most decisions are not worth more.
    let few = FEWEST.min(looks.draws);
    if !play(&mut ways[0], few) || ways[0].came_to.iter().all(|&paid| paid >= plan.most_paid) {
        return None;
    }
    // Step 2. The others in the same worlds, until the plan's own is clearly the best. None wins before the last world: who stops as soon
    // as one is ahead stops by luck.
    for worlds in few..=looks.draws {
        if !ways.iter_mut().all(|way| play(way, worlds)) {
            break;
        }
        let best = ways.remove(0);
        let advantages: Vec<Advantage> = ways.iter().map(|way| advantage(way, &best, stake)).collect();
        let least = advantages.iter().map(Advantage::at_least).fold(0.0, f64::max);
        let mut known = advantages.iter();
        ways.retain(|_| known.next().is_some_and(|known| known.at_most() >= least));
        ways.insert(0, best);
        if ways.len() == 1 {
            break;
        }
    }
    let best = &ways[0];
    let mean = best.came_to.iter().sum::<f64>() / best.came_to.len() as f64;
    let told = |way: &Way<G>| Compared { exit: way.exit, mean: mean + advantage(way, best, stake).at_least() };
    let mut compared = vec![Compared { exit: best.exit, mean }];
    compared.extend(ways[1..].iter().map(told));
    compared.sort_by(|one, other| other.mean.total_cmp(&one.mean));
    Some(compared)
}

fn squared(x: f64) -> f64 {
    x * x
}

#[cfg(test)]
mod tests {
    use super::*;
    use outwit_games::spider::{Score, Spider, Tableau};
    use std::collections::HashMap;

    /// Cards come up in worlds as often as chance brings them, one after the other: what is in one place tells of the others no more
    /// than that it is not there.
    #[test]
    fn a_world_is_as_likely_as_chance_makes_it() {
        let game = Spider { suits: 1, ranks: 3, columns: 3, down: 0, deals: 1, auto: true, score: Score::Woods };
        let worlds = 20_000;
        let mut counts: HashMap<Vec<u16>, f64> = HashMap::new();
        let mut likely: HashMap<Vec<u16>, f64> = HashMap::new();
        for number in 0..worlds {
            let mut world = World { seed: Rng::derive(5, number), asked: 0 };
            let mut table = game.start(&mut Rng::new(0));
            let (mut cards, mut probability, mut outcomes) = (Vec::new(), 1.0, Vec::new());
            while game.turn(&table) == Turn::Chance {
                let card = world.outcome(&game, &table, &mut outcomes);
                let total: u64 = outcomes.iter().map(|&outcome| game.weight(&table, outcome)).sum();
                probability *= game.weight(&table, card) as f64 / total as f64;
                cards.push(card);
                game.play(&mut table, card);
            }
            likely.insert(cards.clone(), probability);
            *counts.entry(cards).or_default() += 1.0;
        }
        assert!((likely.values().sum::<f64>() - 1.0).abs() < 1e-9, "every outcome came up");
        for (cards, probability) in likely {
            let (share, count) = (counts[&cards] / worlds as f64, worlds as f64);
            let off = (probability * (1.0 - probability) / count).sqrt();
            assert!((share - probability).abs() < 4.5 * off, "{cards:?}: {share} for {probability}");
        }
    }

    /// Whichever way a world is played, the same cards lie in the same places, but where they have been used up elsewhere.
    #[test]
    fn all_ways_find_the_same_cards() {
        let game = Spider { auto: true, ..Spider::with_suits(2) };
        let play = |world: u64, moves: u64| {
            let (mut world, mut rng) = (World { seed: world, asked: 0 }, Rng::new(moves));
            let mut table: Tableau = game.start(&mut rng);
            let (mut found, mut outcomes) = (HashMap::new(), Vec::new());
            for _ in 0..300 {
                match game.turn(&table) {
                    Turn::Over => break,
                    Turn::Chance => {
                        let place = game.chance_place(&table).expect("cards lie in places");
                        let card = world.outcome(&game, &table, &mut outcomes);
                        found.insert(place, card);
                        game.play(&mut table, card);
                    }
                    Turn::Of(_) => {
                        let mv = game.random_move(&table, &mut rng, &mut Vec::new());
                        game.play(&mut table, mv);
                    }
                }
            }
            found
        };
        let shared = |one: &HashMap<u64, u16>, other: &HashMap<u64, u16>| {
            let both: Vec<bool> = one.iter().filter_map(|(place, card)| Some(other.get(place)? == card)).collect();
            [both.iter().filter(|&&is_same| is_same).count(), both.len()]
        };
        let (mut same, mut different) = ([0, 0], [0, 0]);
        for world in 0..40 {
            let first = play(world, 1);
            for (sums, other) in [(&mut same, play(world, 2)), (&mut different, play(world + 1_000, 2))] {
                let counted = shared(&first, &other);
                (0..2).for_each(|place| sums[place] += counted[place]);
            }
        }
        let share = |[equal, all]: [usize; 2]| equal as f64 / all as f64;
        assert!(same[1] > 500, "{same:?}");
        assert!(share(same) > 0.85 && share(different) < 0.1, "{same:?} {different:?}");
    }
}
