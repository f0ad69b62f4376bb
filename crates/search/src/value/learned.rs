//! An evaluation that is learned from data: what positions with such features came to.

use super::spaces::{SpacePrior, Spaces};
use outwit_game::{Evaluation, Game, Interval, MAX_SEATS, Payoffs, Player, Problem, Rng, Turn};
use std::fmt::Write;

/// A position to learn from: its features, and what seat 1 got in the end or would get under best play.
#[derive(Clone, PartialEq, Debug)]
pub struct Lesson {
    /// The features.
    pub features: Vec<f64>,
    /// The payoff of seat 1.
    pub payoff: f64,
    /// How much it counts: 1 for a plain game, the visits of a solved position.
    pub weight: f64,
}

/// What was learned: a distribution over payoffs for any features.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// The payoffs that are told apart, ascending.
    payoffs: Vec<f64>,
    /// Where the values of each feature are cut into bins, ascending.
    cuts: Vec<Vec<f64>>,
    prior: SpacePrior,
    spaces: Spaces,
    weights: Vec<f64>,
}

/// More different payoffs than this are not told apart.
const MOST_PAYOFFS: usize = 255;
/// A feature with more different values is cut where equally many lie between.
const MOST_VALUES: usize = 16;
/// More features would make too many spaces of three.
const MOST_FEATURES: usize = 64;
const HEADING: &str = "outwit evaluation 1";

impl Model {
    /// Learns from lessons, by all spaces of one to `most` features.
    pub fn learn(lessons: &[Lesson], most: usize, prior: SpacePrior) -> Result<Model, Problem> {
        let first = lessons.first().ok_or_else(|| Problem::new("there is nothing to learn from"))?;
        let count = first.features.len();
        if count > MOST_FEATURES || lessons.iter().any(|lesson| lesson.features.len() != count) {
            return Err(Problem::new(format!("lessons have the same features, at most {MOST_FEATURES}")));
        }
        let is_sound = |lesson: &Lesson| {
            lesson.weight >= 0.0
                && lesson.weight.is_finite()
                && lesson.payoff.is_finite()
                && lesson.features.iter().all(|feature| feature.is_finite())
        };
        if !lessons.iter().all(is_sound) {
            return Err(Problem::new("a lesson has a number that is not finite, or a negative weight"));
        }
        let payoffs = distinct(lessons.iter().map(|lesson| lesson.payoff));
        if payoffs.len() > MOST_PAYOFFS {
            let found = payoffs.len();
            return Err(Problem::new(format!("there are {found} different payoffs, more than {MOST_PAYOFFS}")));
        }
        let cuts: Vec<Vec<f64>> =
            (0..count).map(|feature| cuts(lessons.iter().map(|lesson| lesson.features[feature]))).collect();
        let ranges = cuts.iter().map(|cuts| cuts.len() + 1).collect();
        let mut spaces = Spaces::all(payoffs.len(), ranges, most);
        let mut bins = Vec::new();
        for lesson in lessons {
            to_bins(&cuts, &lesson.features, &mut bins);
            spaces.learn(&bins, payoffs.partition_point(|known| *known < lesson.payoff), lesson.weight);
        }
        let weights = spaces.weights(prior);
        Ok(Model { payoffs, cuts, prior, spaces, weights })
    }

    /// The payoffs of seat 1 that are told apart, ascending.
    pub fn payoffs(&self) -> &[f64] {
        &self.payoffs
    }

    /// The spaces and the weight of each.
    pub fn spaces(&self) -> (&Spaces, &[f64]) {
        (&self.spaces, &self.weights)
    }

    /// How likely each payoff is for a position with these features. Missing features count as 0.
    pub fn distribution(&self, features: &[f64]) -> Vec<f64> {
        let (mut bins, mut out) = (Vec::new(), Vec::new());
        to_bins(&self.cuts, features, &mut bins);
        self.spaces.predict(&bins, &self.weights, &mut out);
        out
    }

    /// The mean payoff and its standard deviation.
    pub fn moments(&self, features: &[f64]) -> (f64, f64) {
        let distribution = self.distribution(features);
        let mean = |of: &dyn Fn(f64) -> f64| -> f64 {
            distribution.iter().zip(&self.payoffs).map(|(p, &payoff)| p * of(payoff)).sum()
        };
        let middle = mean(&|payoff| payoff);
        (middle, mean(&|payoff| (payoff - middle) * (payoff - middle)).sqrt())
    }

    /// The model as a file holds it.
    pub fn to_text(&self) -> String {
        let list = |numbers: &[f64]| numbers.iter().map(|n| format!(" {n}")).collect::<String>();
        let mut text = format!("{HEADING}\nprior {}\npayoffs{}\n", self.prior.name(), list(&self.payoffs));
        for cuts in &self.cuts {
            let _ = writeln!(text, "feature{}", list(cuts));
        }
        for space in self.spaces.list() {
            let features: String = space.features().iter().map(|feature| format!(" {feature}")).collect();
            let _ = writeln!(text, "space{features}");
            for (bin, counts) in space.bins() {
                let _ = writeln!(text, "bin {bin}{}", list(counts));
            }
        }
        text
    }

    /// Reads what [`to_text`](Model::to_text) writes. Any text may come.
    pub fn from_text(text: &str) -> Result<Model, Problem> {
        let mut lines = text.lines().enumerate().map(|(place, line)| (place + 1, line.trim()));
        let wrong = |number: usize, what: &str| Problem::new(format!("line {number} of the evaluation: {what}"));
        match lines.next() {
            Some((_, HEADING)) => {}
            _ => return Err(wrong(1, &format!("a learned evaluation begins with `{HEADING}`"))),
        }
        let (mut prior, mut payoffs, mut cuts) = (SpacePrior::Flat, Vec::new(), Vec::new());
        let mut features: Vec<Vec<usize>> = Vec::new();
        let mut bins: Vec<(usize, usize, u64, Vec<f64>)> = Vec::new();
        for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
            let mut words = line.split_whitespace();
            let key = words.next().unwrap_or_default();
            match key {
                "prior" => {
                    let name = words.next().unwrap_or_default();
                    let known = SpacePrior::NAMED.iter().find(|(known, _)| *known == name);
                    prior = known.ok_or_else(|| wrong(number, "the prior is flat, bins or entropy"))?.1;
                }
                "payoffs" | "feature" => {
                    let numbers: Option<Vec<f64>> = words.map(|word| word.parse().ok()).collect();
                    let is_sound = |n: &Vec<f64>| n.iter().all(|x| x.is_finite()) && n.windows(2).all(|p| p[0] < p[1]);
                    let numbers =
                        numbers.filter(is_sound).ok_or_else(|| wrong(number, "numbers stand here, ascending"))?;
                    if key == "payoffs" { payoffs = numbers } else { cuts.push(numbers) }
                }
                "space" => {
                    let places: Option<Vec<usize>> = words.map(|word| word.parse().ok()).collect();
                    let is_sound = |places: &Vec<usize>| {
                        places.len() <= 8 && places.iter().all(|&place| place < cuts.len()) && places.is_sorted()
                    };
                    features.push(
                        places
                            .filter(is_sound)
                            .ok_or_else(|| wrong(number, "features of a space are counted from 0"))?,
                    );
                }
                "bin" => {
                    let bin = words.next().and_then(|word| word.parse().ok());
                    let counts: Option<Vec<f64>> = words.map(|word| word.parse().ok()).collect();
                    let is_sound = |counts: &Vec<f64>| {
                        counts.len() == payoffs.len() && counts.iter().all(|count| count.is_finite() && *count >= 0.0)
                    };
                    let counts = counts.filter(is_sound);
                    match (bin, counts, features.len().checked_sub(1)) {
                        (Some(bin), Some(counts), Some(space)) => bins.push((number, space, bin, counts)),
                        _ => return Err(wrong(number, "a bin of a space has a number and a count for each payoff")),
                    }
                }
                _ => {
                    return Err(wrong(
                        number,
                        &format!("`{key}` is not known; lines begin with prior, payoffs, feature, space, bin"),
                    ));
                }
            }
        }
        if payoffs.is_empty() || payoffs.len() > MOST_PAYOFFS || cuts.len() > MOST_FEATURES || features.is_empty() {
            return Err(wrong(text.lines().count(), "payoffs, features and spaces are missing, or too many"));
        }
        let ranges: Vec<usize> = cuts.iter().map(|cuts: &Vec<f64>| cuts.len() + 1).collect();
        let size = |space: &Vec<usize>| space.iter().map(|&feature| ranges[feature] as f64).product::<f64>();
        if features.iter().any(|space| size(space) > 1e15) {
            return Err(wrong(text.lines().count(), "a space has too many bins"));
        }
        let mut spaces = Spaces::new(payoffs.len(), ranges, features);
        for (number, space, bin, counts) in bins {
            if bin >= spaces.bin_count(space) {
                return Err(wrong(number, &format!("the space has {} bins", spaces.bin_count(space))));
            }
            spaces.set(space, bin, counts);
        }
        let weights = spaces.weights(prior);
        Ok(Model { payoffs, cuts, prior, spaces, weights })
    }
}

fn distinct(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.map(|value| value + 0.0).collect();
    values.sort_by(f64::total_cmp);
    values.dedup();
    values
}

/// Where to cut the values of a feature: between any two if they are few, else so that equally many lie between.
fn cuts(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut all: Vec<f64> = values.map(|value| value + 0.0).collect();
    all.sort_by(f64::total_cmp);
    let known = distinct(all.iter().copied());
    let between = |pair: &[f64]| pair[0] / 2.0 + pair[1] / 2.0;
    if known.len() <= MOST_VALUES {
        return known.windows(2).map(between).collect();
    }
    let mut cuts: Vec<f64> = (1..MOST_VALUES).map(|part| all[part * all.len() / MOST_VALUES]).collect();
    cuts.dedup();
    cuts
}

fn to_bins(cuts: &[Vec<f64>], features: &[f64], out: &mut Vec<usize>) {
    out.clear();
    out.extend(cuts.iter().enumerate().map(|(place, cuts)| {
        let value = features.get(place).copied().unwrap_or(0.0);
        cuts.partition_point(|cut| *cut <= value)
    }));
}

/// An evaluation for any search: a model that is asked about the features another evaluation names.
#[derive(Clone, Debug)]
pub struct Learned<E> {
    /// Names the features.
    pub features: E,
    /// What was learned about them.
    pub model: Model,
}

impl<E> Learned<E> {
    fn moments<G: Game>(&self, game: &G, state: &G::State) -> (f64, f64)
    where
        E: Evaluation<G>,
    {
        let mut features = Vec::new();
        self.features.features(game, state, &mut features);
        self.model.moments(&features)
    }
}

impl<G: Game, E: Evaluation<G>> Evaluation<G> for Learned<E> {
    /// The mean of what such positions came to. Seat 2 gets what seat 1 leaves.
    fn value(&self, game: &G, state: &G::State, seat: Player) -> f64 {
        let mean = self.moments(game, state).0;
        if seat == Player::FIRST { mean } else { game.facts().sum.unwrap_or(0.0) - mean }
    }

    fn values(&self, game: &G, state: &G::State) -> Payoffs {
        let mean = self.moments(game, state).0;
        Payoffs::new(&[mean, game.facts().sum.unwrap_or(0.0) - mean])
    }

    /// One standard deviation to each side, within the bounds of the payoffs that were seen.
    fn intervals(&self, game: &G, state: &G::State) -> [Interval; MAX_SEATS] {
        let (mean, deviation) = self.moments(game, state);
        let sum = game.facts().sum.unwrap_or(0.0);
        let ends = (self.model.payoffs[0], self.model.payoffs[self.model.payoffs.len() - 1]);
        let first = Interval { low: (mean - deviation).max(ends.0), high: (mean + deviation).min(ends.1) };
        let mut intervals = [Interval::default(); MAX_SEATS];
        intervals[0] = first;
        intervals[1] = Interval { low: sum - first.high, high: sum - first.low };
        intervals
    }

    fn features(&self, game: &G, state: &G::State, out: &mut Vec<f64>) {
        self.features.features(game, state, out);
    }

    fn feature_names(&self) -> &'static [&'static str] {
        self.features.feature_names()
    }
}

/// Lessons from games of random moves: every position on the way, with what seat 1 got in the end. Games longer than `cap`
/// plies are left out.
pub fn random_lessons<G: Game>(
    game: &G,
    evaluation: &impl Evaluation<G>,
    games: u64,
    seed: u64,
    cap: usize,
) -> Vec<Lesson> {
    let mut lessons = Vec::new();
    for index in 0..games {
        let mut rng = Rng::stream(seed, index);
        let mut state = game.start(&mut rng);
        let (begin, mut scratch) = (lessons.len(), Vec::new());
        for _ in 0..cap {
            let mv = match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => game.draw(&state, &mut rng),
                Turn::Of(_) => game.random_move(&state, &mut rng, &mut scratch),
            };
            let mut features = Vec::new();
            evaluation.features(game, &state, &mut features);
            lessons.push(Lesson { features, payoff: 0.0, weight: 1.0 });
            game.play(&mut state, mv);
        }
        if !game.turn(&state).is_over() {
            lessons.truncate(begin);
            continue;
        }
        let payoff = game.payoffs(&state)[Player::FIRST];
        lessons[begin..].iter_mut().for_each(|lesson| lesson.payoff = payoff);
    }
    lessons
}
