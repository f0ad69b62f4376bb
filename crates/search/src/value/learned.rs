//! An evaluation that is learned from data: what positions with such features came to.

use super::spaces::{SpacePrior, Spaces};
use outwit_exact::analysis::Survey;
use outwit_exact::graph::Graph;
use outwit_game::{Evaluation, Game, Interval, MAX_SEATS, Payoffs, Player, Problem, Rng, Turn};
use std::cell::Cell;
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
    /// The evaluation whose features these are, where that is known.
    evaluation: Option<String>,
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
        Ok(Model { evaluation: None, payoffs, cuts, prior, spaces, weights })
    }

    /// The same, saying whose features it was learned from.
    ///
    /// # Panics
    /// When the name of the evaluation is not a word.
    pub fn of_evaluation(self, name: &str) -> Model {
        assert!(is_word(name), "the name of an evaluation is a word");
        Model { evaluation: Some(name.to_string()), ..self }
    }

    /// Without the spaces whose weight is less than a part in so many: they say nothing, and take room and time.
    pub fn essential(self, part: f64) -> Model {
        let keeps: Vec<bool> = self.weights.iter().map(|&weight| weight * part >= 1.0).collect();
        let spaces = self.spaces.only(&keeps);
        let weights = spaces.weights(self.prior);
        Model { spaces, weights, ..self }
    }

    /// The evaluation whose features it was learned from, where that is known.
    pub fn evaluation(&self) -> Option<&str> {
        self.evaluation.as_deref()
    }

    /// How many features it was learned from.
    pub fn features(&self) -> usize {
        self.cuts.len()
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
        with_scratch(|scratch| self.moments_in(features, &mut scratch.bins, &mut scratch.distribution))
    }

    fn moments_in(&self, features: &[f64], bins: &mut Vec<usize>, distribution: &mut Vec<f64>) -> (f64, f64) {
        to_bins(&self.cuts, features, bins);
        self.spaces.predict(bins, &self.weights, distribution);
        let pairs = distribution.iter().zip(&self.payoffs);
        let mean: f64 = pairs.clone().map(|(p, payoff)| p * payoff).sum();
        let variance: f64 = pairs.map(|(p, payoff)| p * (payoff - mean) * (payoff - mean)).sum();
        (mean, variance.sqrt())
    }

    /// The model as a file holds it.
    pub fn to_text(&self) -> String {
        let list = |numbers: &[f64]| numbers.iter().map(|n| format!(" {n}")).collect::<String>();
        let mut text = format!("{HEADING}\nprior {}\npayoffs{}\n", self.prior.name(), list(&self.payoffs));
        if let Some(name) = &self.evaluation {
            let _ = writeln!(text, "evaluation {name}");
        }
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
        let mut evaluation = None;
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
                "evaluation" => {
                    let name = words.next().filter(|name| is_word(name));
                    evaluation =
                        Some(name.ok_or_else(|| wrong(number, "the name of an evaluation is a word"))?.to_string());
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
                        &format!(
                            "`{key}` is not known; lines begin with prior, payoffs, evaluation, feature, space, bin"
                        ),
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
        Ok(Model { evaluation, payoffs, cuts, prior, spaces, weights })
    }
}

/// What may stand for an evaluation in a spec.
fn is_word(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '+'))
}

/// Room for one question, kept so that a search that asks millions allocates once.
#[derive(Default)]
struct Scratch {
    features: Vec<f64>,
    bins: Vec<usize>,
    distribution: Vec<f64>,
}

thread_local! {
    static SCRATCH: Cell<Scratch> = Cell::default();
}

fn with_scratch<R>(ask: impl FnOnce(&mut Scratch) -> R) -> R {
    // Taken out and put back: features that ask a learned evaluation themselves find an empty one.
    let mut scratch = SCRATCH.take();
    let answer = ask(&mut scratch);
    SCRATCH.set(scratch);
    answer
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
        with_scratch(|scratch| {
            scratch.features.clear();
            self.features.features(game, state, &mut scratch.features);
            self.model.moments_in(&scratch.features, &mut scratch.bins, &mut scratch.distribution)
        })
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

    fn is_quiet(&self, game: &G, state: &G::State) -> bool {
        self.features.is_quiet(game, state)
    }

    fn is_symmetric(&self) -> bool {
        self.features.is_symmetric()
    }

    fn unit(&self, game: &G) -> f64 {
        self.features.unit(game)
    }

    fn features(&self, game: &G, state: &G::State, out: &mut Vec<f64>) {
        self.features.features(game, state, out);
    }

    fn feature_names(&self) -> &'static [&'static str] {
        self.features.feature_names()
    }
}

/// Lessons from a game of random moves: every position on the way, with what seat 1 got in the end. None from a game longer
/// than `cap` plies.
pub fn random_lessons<G: Game>(
    game: &G,
    evaluation: &impl Evaluation<G>,
    games: std::ops::Range<u64>,
    seed: u64,
    cap: usize,
) -> Vec<Lesson> {
    let mut lessons = Vec::new();
    let (mut states, mut scratch) = (Vec::new(), Vec::new());
    for index in games {
        let mut rng = Rng::stream(seed, index);
        let mut state = game.start(&mut rng);
        states.clear();
        while states.len() < cap {
            let mv = match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => game.draw(&state, &mut rng),
                Turn::Of(_) => game.random_move(&state, &mut rng, &mut scratch),
            };
            states.push(state.clone());
            game.play(&mut state, mv);
        }
        if game.turn(&state).is_over() {
            played_lessons(game, evaluation, &states, game.payoffs(&state)[Player::FIRST], &mut lessons);
        }
    }
    lessons
}

/// Lessons from the positions of a game that was played, and what seat 1 got in the end. Those at chance's turn teach
/// nothing, for no search asks about them.
pub fn played_lessons<G: Game>(
    game: &G,
    evaluation: &impl Evaluation<G>,
    states: &[G::State],
    payoff: f64,
    lessons: &mut Vec<Lesson>,
) {
    for state in states.iter().filter(|state| matches!(game.turn(state), Turn::Of(_))) {
        lessons.push(Lesson { features: features_of(game, evaluation, state), payoff, weight: 1.0 });
    }
}

/// Lessons from a solved game: every position that is not over, with what it is worth, as often as random play visits it.
/// Their weights add up to the number of positions.
pub fn solved_lessons<G: Game>(
    game: &G,
    evaluation: &impl Evaluation<G>,
    graph: &Graph<G>,
    survey: &Survey<'_>,
) -> Vec<Lesson> {
    let open = || (0..graph.len()).filter(|&number| survey.mover(number).is_some());
    let visits: f64 = open().map(|number| survey.visits[number]).sum();
    let scale = open().count() as f64 / visits;
    let lesson = |number: usize| Lesson {
        features: features_of(game, evaluation, &graph.states[number]),
        payoff: survey.labels.value(number),
        weight: scale * survey.visits[number],
    };
    open().map(lesson).collect()
}

fn features_of<G: Game>(game: &G, evaluation: &impl Evaluation<G>, state: &G::State) -> Vec<f64> {
    let mut features = Vec::new();
    evaluation.features(game, state, &mut features);
    features
}
