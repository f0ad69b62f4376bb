//! How often a search to a depth decides well: pathology, or the lack of it, made visible.

use super::Survey;
use super::classes::{ClassStatistics, Classes};
use super::rules::{BoundsRule, Compared, ExpectationRule, ProductOfTails, Rule};
use crate::probability::{Aim, PlayerModel};
use outwit_game::{Player, equally_good};

/// How often decisions are right, by the depth to which each move is searched.
pub type Accuracy = Vec<f64>;

impl Compared {
    /// Its accuracy in a surveyed game at depths 0 to `deepest`. `tell` is called after each depth and says whether to go on.
    pub fn accuracy(
        self,
        survey: &Survey<'_>,
        classes: &Classes,
        deepest: usize,
        tell: impl FnMut(usize) -> bool,
    ) -> Accuracy {
        let outcomes = survey.labels.outcomes();
        let expected = |model| ExpectationRule { outcomes, model };
        match self {
            Compared::Minimax => decision_accuracy(survey, classes, &expected(PlayerModel::Best), deepest, tell),
            Compared::Average => decision_accuracy(survey, classes, &expected(PlayerModel::Uniform), deepest, tell),
            Compared::Boltzmann { rationality } => {
                let rule = expected(PlayerModel::Boltzmann { rationality });
                decision_accuracy(survey, classes, &rule, deepest, tell)
            }
            Compared::Product => decision_accuracy(survey, classes, &ProductOfTails { outcomes }, deepest, tell),
            Compared::Bounds => decision_accuracy(survey, classes, &BoundsRule { outcomes }, deepest, tell),
        }
    }
}

/// The probability that the move chosen keeps the value of the position, when each move is searched 0, 1, ... `deepest`
/// plies deep and a leaf is valued by what the positions of its class are worth.
///
/// Positions count as often as random play visits them, or the starts alone count, once each; finished ones are known at every depth. Of equally good moves each is
/// chosen as often, exactly: the share of right ones among them counts. All positions and depths at once, by going through
/// the graph once a depth.
pub fn decision_accuracy(
    survey: &Survey<'_>,
    classes: &Classes,
    rule: &impl Rule,
    deepest: usize,
    mut tell: impl FnMut(usize) -> bool,
) -> Accuracy {
    let (graph, labels, width) = (survey.topology, &survey.labels, rule.width());
    let statistics: ClassStatistics = survey.class_statistics(classes);
    // Step 1. Depth 0: the class of each position, or what it pays.
    let mut values = vec![0.0; graph.len() * width];
    let mut certain = vec![0.0; labels.outcomes().len()];
    for number in 0..graph.len() {
        let out = &mut values[number * width..(number + 1) * width];
        if graph.turns[number].is_over() {
            certain.fill(0.0);
            certain[labels.place(number)] = 1.0;
            rule.leaf(&certain, out);
        } else {
            let distribution = statistics.of(classes.of[number] as usize);
            if distribution.iter().sum::<f64>() > 0.0 {
                rule.leaf(distribution, out);
            } else {
                // Visited so rarely that it rounds to never: anything may be true.
                certain.fill(1.0);
                rule.leaf(&certain, out);
            }
        }
    }
    let mut accuracy = Vec::with_capacity(deepest + 1);
    let mut deeper = vec![0.0; values.len()];
    let (mut children, mut likings) = (Vec::new(), Vec::new());
    for depth in 0..=deepest {
        // Step 2. Decide everywhere.
        likings.clear();
        likings.extend(values.chunks_exact(width).map(|value| rule.liking(value)));
        let (mut right, mut all) = (0.0, 0.0);
        let judged = if survey.decides_at_starts { graph.starts() } else { graph.len() };
        for number in 0..judged {
            let Some(mover) = survey.mover(number) else { continue };
            let worth = |child: u32| mover_likes(mover, likings[child as usize]);
            let best = graph.targets(number).iter().map(|&child| worth(child)).fold(f64::NEG_INFINITY, f64::max);
            let (mut chosen, mut good) = (0u32, 0u32);
            for &child in graph.targets(number) {
                if equally_good(worth(child), best) {
                    chosen += 1;
                    good += u32::from(labels.place(child as usize) == labels.place(number));
                }
            }
            let weight = if survey.decides_at_starts { 1.0 } else { survey.visits[number] };
            right += weight * f64::from(good) / f64::from(chosen);
            all += weight;
        }
        accuracy.push(right / all);
        if depth == deepest || !tell(depth) {
            break;
        }
        // Step 3. One ply deeper.
        for number in 0..graph.len() {
            let place = number * width..(number + 1) * width;
            match survey.mover(number) {
                None => deeper[place.clone()].copy_from_slice(&values[place]),
                Some(mover) => {
                    children.clear();
                    for &child in graph.targets(number) {
                        children.extend_from_slice(&values[child as usize * width..(child as usize + 1) * width]);
                    }
                    let aim = if mover == Player::FIRST { Aim::Raise } else { Aim::Lower };
                    rule.back_up(aim, &children, &mut deeper[place]);
                }
            }
        }
        std::mem::swap(&mut values, &mut deeper);
    }
    accuracy
}

#[inline]
fn mover_likes(mover: Player, liking: f64) -> f64 {
    if mover == Player::FIRST { liking } else { 0.0 - liking }
}
