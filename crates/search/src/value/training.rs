//! Learning how values change when positions are looked at deeper (Baum and Smith; Smith 1992 for the staircase).
//!
//! A sample is a position's class and by how much its value changed under a deeper search. The changes of a class are
//! compressed into a few spikes: the staircase with so many steps that is nearest in the mean square, which keeps the mean.

use super::spread::{Kind, Spread};
use crate::backup::cdf::Spike;
use crate::grow::{AlphaBeta, Options, Ties};
use outwit_game::{
    AnyGame, Budget, Control, Evaluated, Evaluation, Game, Meter, Player, Problem, Rng, Turn, descend, end_value,
};

/// One position looked at twice. Values are the mover's.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    /// Its kind, as the evaluation says.
    pub kind: usize,
    /// What it was worth at first.
    pub value: f64,
    /// What it was worth on a deeper look, less that.
    pub change: f64,
}

/// A class with fewer samples than this says little.
const FEWEST: usize = 40;
/// More distinct changes than this are merged before the best staircase is looked for, which takes their square in time.
const FINE: usize = 160;

/// Sums samples up: each kind in at most `classes` classes of equal numbers, each class in at most `spikes` spikes.
pub fn fit(samples: &[Sample], classes: usize, spikes: usize) -> Spread {
    let kinds = samples.iter().map(|sample| sample.kind).max().unwrap_or(0) + 1;
    let of_kind = |kind: usize| -> Vec<Sample> {
        let own: Vec<Sample> = samples.iter().copied().filter(|sample| sample.kind == kind).collect();
        // A kind that was hardly met is taken to be like all others.
        if own.len() < FEWEST { samples.to_vec() } else { own }
    };
    Spread::new((0..kinds).map(|kind| fit_kind(of_kind(kind), classes, spikes)).collect())
}

fn fit_kind(mut samples: Vec<Sample>, classes: usize, spikes: usize) -> Kind {
    samples.sort_by(|a, b| a.value.total_cmp(&b.value));
    let classes = classes.min(samples.len() / FEWEST).max(1);
    let mut kind = Kind::default();
    let mut start = 0;
    for class in 1..=classes {
        let mut end = samples.len() * class / classes;
        // Equal values belong to one class.
        while end > 0 && end < samples.len() && samples[end].value == samples[end - 1].value {
            end += 1;
        }
        if end <= start {
            continue;
        }
        kind.changes.push(staircase(samples[start..end].iter().map(|sample| sample.change).collect(), spikes));
        if end == samples.len() {
            break;
        }
        kind.below.push(samples[end].value);
        start = end;
    }
    if kind.changes.is_empty() {
        kind.changes.push(vec![Spike { x: 0.0, p: 1.0 }]);
    }
    kind
}

/// The at most `most` spikes that are nearest to these equally likely numbers in the mean square.
fn staircase(mut numbers: Vec<f64>, most: usize) -> Vec<Spike> {
    numbers.sort_by(f64::total_cmp);
    let each = 1.0 / numbers.len() as f64;
    // Step 1. Neighbours are merged into at most `FINE` groups.
    let mut groups: Vec<Spike> = Vec::new();
    let width = numbers.len().div_ceil(FINE);
    let mut filled = 0;
    for (place, &x) in numbers.iter().enumerate() {
        let is_same = place > 0 && numbers[place - 1] == x;
        match groups.last_mut() {
            Some(group) if is_same || filled < width => {
                group.x += each * x;
                group.p += each;
                filled += 1;
            }
            _ => {
                groups.push(Spike { x: each * x, p: each });
                filled = 1;
            }
        }
    }
    groups.iter_mut().for_each(|group| group.x /= group.p);
    // Step 2. least[k][n] is the least squared error of the first n groups in k spikes; cuts remember how.
    let count = groups.len();
    let mut sums = vec![(0.0, 0.0, 0.0); count + 1];
    for (place, group) in groups.iter().enumerate() {
        let (p, px, pxx) = sums[place];
        sums[place + 1] = (p + group.p, px + group.p * group.x, pxx + group.p * group.x * group.x);
    }
    let error = |from: usize, to: usize| {
        let (p, px, pxx) = (sums[to].0 - sums[from].0, sums[to].1 - sums[from].1, sums[to].2 - sums[from].2);
        (pxx - px * px / p).max(0.0)
    };
    let steps = most.clamp(1, count);
    let mut least = vec![vec![f64::INFINITY; count + 1]; steps + 1];
    let mut cuts = vec![vec![0; count + 1]; steps + 1];
    least[0][0] = 0.0;
    for step in 1..=steps {
        for to in step..=count {
            for from in step - 1..to {
                let total = least[step - 1][from] + error(from, to);
                if total < least[step][to] {
                    (least[step][to], cuts[step][to]) = (total, from);
                }
            }
        }
    }
    // Step 3. Back along the cuts.
    let mut spikes = Vec::new();
    let mut to = count;
    for step in (1..=steps).rev() {
        let from = cuts[step][to];
        let p: f64 = groups[from..to].iter().map(|group| group.p).sum();
        let px: f64 = groups[from..to].iter().map(|group| group.p * group.x).sum();
        spikes.push(Spike { x: px / p, p });
        to = from;
    }
    spikes.reverse();
    spikes.dedup_by(|next, kept| {
        let is_same = next.x <= kept.x;
        if is_same {
            kept.p += next.p;
        }
        is_same
    });
    spikes
}

/// How the games are played from which positions are taken.
const OPENING: usize = 6;
const BLUNDER: u64 = 8;
const PLAY_DEPTH: u32 = 2;

/// The samples of one game, which depend on the seed and its number alone. It begins with up to six random moves, goes on
/// with a look two plies ahead and a random move now and then. After half of its positions any move at all is tried, and
/// where it leads is looked at `depth` plies deep: a tree's leaves are what all moves lead to, not the good ones alone.
pub fn sample_game<G: Evaluated>(
    game: &G,
    evaluation: usize,
    depth: u32,
    seed: u64,
    number: u64,
) -> Result<Vec<Sample>, Problem> {
    let mut rng = Rng::stream(seed, number);
    let search = |depth: u32| {
        let options = Options { ties: Ties::One, table_bytes: 1 << 20, ..Options::default() };
        AlphaBeta::new(Budget { depth: Some(depth), ..Budget::default() }, options, game.evaluation(evaluation))
    };
    let (mut shallow, mut deep) = (search(PLAY_DEPTH), search(depth));
    let judge = game.evaluation(evaluation);
    let control = Control::default();
    let mut samples = Vec::new();
    let mut scratch = Vec::new();
    let mut state = game.start(&mut rng);
    let opening = rng.index(OPENING + 1);
    for ply in 0..LONGEST_GAME as usize {
        let mover = match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance => {
                let outcome = game.draw(&state, &mut rng);
                game.play(&mut state, outcome);
                continue;
            }
            Turn::Of(mover) => mover,
        };
        if rng.index(2) == 0 {
            let mut leaf = state.clone();
            let mv = game.random_move(&leaf, &mut rng, &mut scratch);
            game.play(&mut leaf, mv);
            while game.turn(&leaf) == Turn::Chance {
                let outcome = game.draw(&leaf, &mut rng);
                game.play(&mut leaf, outcome);
            }
            if let Turn::Of(mover) = game.turn(&leaf) {
                let value = judge.value(game, &leaf, mover);
                let found = deep.find(game, &leaf, mover, &control)?;
                if let Some(deeper) = found.value[mover.index()] {
                    samples.push(Sample { kind: judge.kind(game, &leaf), value, change: deeper - value });
                }
            }
        }
        let mv = if ply < opening || rng.below(BLUNDER) == 0 {
            game.random_move(&state, &mut rng, &mut scratch)
        } else {
            let found = shallow.find(game, &state, mover, &control)?;
            found.moves[*rng.pick(&found.best)].mv
        };
        game.play(&mut state, mv);
    }
    Ok(samples)
}

/// As [`sample_game`], for a game whose type is not known: machine code of this crate, which no other need make again.
pub fn sample_erased_game(
    game: &AnyGame,
    evaluation: usize,
    depth: u32,
    seed: u64,
    number: u64,
) -> Result<Vec<Sample>, Problem> {
    sample_game(game, evaluation, depth, seed, number)
}

/// Positions that a search looks at itself when nothing was learned about its evaluation.
const POSITIONS: usize = 300;
/// How many plies deeper it looks.
const PLIES: u32 = 2;
/// Classes and spikes of what it learns from so few.
const ROUGHLY: (usize, usize) = (4, 5);

/// What a few positions of random games say, for an evaluation about which nothing was learned. `None` when the meter
/// stops it.
pub fn sample_near<G: Game, E: Evaluation<G>>(game: &G, evaluation: &E, meter: &mut Meter<'_>) -> Option<Spread> {
    sample(game, evaluation, u64::MAX, || meter.look())
}

/// The same at a fixed cost, for whoever has no meter: from as many positions as so many looks tell of.
pub fn sample_quickly<G: Game, E: Evaluation<G>>(game: &G, evaluation: &E) -> Option<Spread> {
    const LOOKS: u64 = 11_000;
    sample(game, evaluation, LOOKS, || true)
}

fn sample<G: Game, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    most_looks: u64,
    mut go_on: impl FnMut() -> bool,
) -> Option<Spread> {
    let mut rng = Rng::new(0);
    let mut samples = Vec::new();
    let mut moves = Vec::new();
    let (mut games, mut looks) = (0, 0);
    while samples.len() < POSITIONS && games < POSITIONS && looks < most_looks {
        games += 1;
        let mut state = game.start(&mut rng);
        let mut plies = 0;
        while plies < LONGEST_GAME && looks < most_looks {
            let mover = match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => {
                    let outcome = game.draw(&state, &mut rng);
                    game.play(&mut state, outcome);
                    continue;
                }
                Turn::Of(mover) => mover,
            };
            if rng.index(8) == 0 {
                let value = evaluation.value(game, &state, mover);
                let mut look = Look { game, evaluation, seat: mover, moves: Vec::new(), looks: 0 };
                let deeper = look.value(&mut state, PLIES, f64::NEG_INFINITY, f64::INFINITY);
                samples.push(Sample { kind: evaluation.kind(game, &state), value, change: deeper - value });
                looks += look.looks;
                if !go_on() {
                    return None;
                }
            }
            looks += 1;
            let mv = game.random_move(&state, &mut rng, &mut moves);
            game.play(&mut state, mv);
            plies += 1;
        }
    }
    Some(fit(&samples, ROUGHLY.0, ROUGHLY.1))
}

const LONGEST_GAME: u32 = 200;

/// A look ahead of a few plies: alpha-beta without anything.
struct Look<'a, G: Game, E> {
    game: &'a G,
    evaluation: &'a E,
    seat: Player,
    moves: Vec<G::Move>,
    /// Positions looked at.
    looks: u64,
}

impl<G: Game, E: Evaluation<G>> Look<'_, G, E> {
    fn value(&mut self, state: &mut G::State, depth: u32, mut alpha: f64, mut beta: f64) -> f64 {
        self.looks += 1;
        let game = self.game;
        let turn = game.turn(state);
        if turn.is_over() {
            return end_value(game, state, self.evaluation, self.seat);
        }
        if depth == 0 || (turn == Turn::Chance && game.draws(state)) {
            return self.evaluation.value(game, state, self.seat);
        }
        let base = self.moves.len();
        game.moves(state, &mut self.moves);
        let end = self.moves.len();
        let mut total = 0.0;
        let mut sum = 0.0;
        let mut best = if turn == Turn::Of(self.seat) { f64::NEG_INFINITY } else { f64::INFINITY };
        for index in base..end {
            let mv = self.moves[index];
            if turn == Turn::Chance {
                let weight = game.weight(state, mv) as f64;
                total += weight;
                // Chance costs no depth in a search, but this look must stay short.
                let open = (f64::NEG_INFINITY, f64::INFINITY);
                sum += weight * descend(game, state, mv, |next| self.value(next, depth - 1, open.0, open.1));
                continue;
            }
            let value = descend(game, state, mv, |next| self.value(next, depth - 1, alpha, beta));
            if turn == Turn::Of(self.seat) {
                best = best.max(value);
                alpha = alpha.max(value);
            } else {
                best = best.min(value);
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        self.moves.truncate(base);
        if turn == Turn::Chance { sum / total } else { best }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backup::cdf::mean;

    #[test]
    fn a_staircase_keeps_the_mean_and_finds_the_steps() {
        let numbers: Vec<f64> = (0..1000).map(|n| [-1.0, -1.0, 0.25, 3.0][n % 4] + 1e-6 * (n % 7) as f64).collect();
        let wanted: f64 = numbers.iter().sum::<f64>() / 1000.0;
        let spikes = staircase(numbers, 3);
        assert!((mean(&spikes) - wanted).abs() < 1e-12);
        for (spike, (x, p)) in spikes.iter().zip([(-1.0, 0.5), (0.25, 0.25), (3.0, 0.25)]) {
            assert!((spike.x - x).abs() < 1e-5 && (spike.p - p).abs() < 0.01, "{spikes:?}");
        }
    }

    #[test]
    fn a_staircase_is_the_best_of_all_cuts() {
        for seed in 0..200 {
            let mut rng = Rng::stream(3, seed);
            let mut numbers: Vec<f64> = (0..9).map(|_| rng.index(20) as f64).collect();
            numbers.sort_by(f64::total_cmp);
            let error = |group: &[f64]| {
                let mean = group.iter().sum::<f64>() / group.len() as f64;
                group.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>()
            };
            let mut least = f64::INFINITY;
            for first in 1..8 {
                for second in first + 1..9 {
                    least = least
                        .min(error(&numbers[..first]) + error(&numbers[first..second]) + error(&numbers[second..]));
                }
            }
            let spikes = staircase(numbers.clone(), 3);
            let square: f64 = numbers.iter().map(|x| x * x).sum();
            let kept: f64 = spikes.iter().map(|spike| 9.0 * spike.p * spike.x * spike.x).sum();
            assert!((square - kept - least).abs() < 1e-9, "{numbers:?} {spikes:?}");
        }
    }
}
