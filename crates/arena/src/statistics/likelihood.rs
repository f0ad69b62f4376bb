//! The most likely distribution of scores under a hypothesis on their mean.
//!
//! Empirical likelihood (Owen 2001): of all distributions on the possible scores that meet the hypothesis, the one that makes
//! what was seen most likely. Everything is solved to rounding.

/// In how many parts means are tried before the best are looked for more closely.
const GRID: u32 = 24;

/// The scores 0 to 1 that the cells of a distribution stand for.
fn score(cell: usize, cells: usize) -> f64 {
    cell as f64 / (cells - 1) as f64
}

/// The most likely distribution with a given mean score.
pub(super) fn with_mean(seen: &[f64], mean: f64) -> Vec<f64> {
    let pull: Vec<f64> = (0..seen.len()).map(|i| score(i, seen.len()) - mean).collect();
    // Shares lie strictly between 0 and 1, so there are cells on either side; at the ends, rounding has the last word.
    balanced(seen, &pull).unwrap_or_else(|| seen.to_vec())
}

/// The most likely distribution whose mean is `advantage` standard deviations above one half.
///
/// With y a score less one half and M its mean, the condition is E y^2 = c M^2, where c = 1 + 1 / advantage^2. It is not
/// linear in the probabilities, but its tangent at M is: E (y^2 - 2 c M y + c M^2) = 0. The distribution that is most likely
/// under the tangent is the one looked for when its mean is M again, and that leaves one number to find. Near no advantage
/// there is one such M; far off there may be several, of which the likeliest counts.
pub(super) fn with_advantage(seen: &[f64], advantage: f64) -> Vec<f64> {
    if advantage == 0.0 {
        return with_mean(seen, 0.5);
    }
    if advantage < 0.0 {
        let mirrored: Vec<f64> = seen.iter().rev().copied().collect();
        let mut likely = with_advantage(&mirrored, -advantage);
        likely.reverse();
        return likely;
    }
    let centred = |i: usize| score(i, seen.len()) - 0.5;
    let c = 1.0 + 1.0 / (advantage * advantage);
    let at = |mean: f64| {
        let pull: Vec<f64> =
            (0..seen.len()).map(|i| centred(i) * (centred(i) - 2.0 * c * mean) + c * mean * mean).collect();
        balanced(seen, &pull)
    };
    let excess = |mean: f64| {
        // Under the least mean, all would have to be at the least score above one half, and the excess is positive.
        at(mean).map_or(f64::INFINITY, |p| (0..seen.len()).map(|i| p[i] * centred(i)).sum::<f64>() - mean)
    };
    // A score must lie between the roots of the tangent, M (c -+ sqrt(c (c - 1))).
    let least = centred(seen.len() / 2 + 1) / (c + (c * (c - 1.0)).sqrt());
    let grid = |k: u32| least * libm::pow(0.5 / least, f64::from(k) / f64::from(GRID));
    let likelihood = |p: &[f64]| seen.iter().zip(p).map(|(seen, p)| seen * libm::log(*p)).sum::<f64>();
    let mut best: Option<(f64, Vec<f64>)> = None;
    let mut before = f64::INFINITY;
    for k in 1..=GRID {
        let here = if k == GRID { f64::NEG_INFINITY } else { excess(grid(k)) };
        if before > 0.0 && here <= 0.0 {
            let found = at(root(excess, grid(k - 1), grid(k)));
            let rated = found.map(|p| (likelihood(&p), p));
            best = match (best, rated) {
                (Some(best), Some(rated)) if rated.0 > best.0 => Some(rated),
                (best, rated) => best.or(rated),
            };
        }
        before = here;
    }
    best.map_or_else(|| seen.to_vec(), |(_, p)| p)
}

/// Where a falling function passes 0, between a point where it is above and one where it is below.
fn root(function: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    let (mut at_low, mut at_high) = (f64::INFINITY, f64::NEG_INFINITY);
    for round in 0..200 {
        // The secant and the middle in turn: the one is fast, the other sure.
        let part = at_low / (at_low - at_high);
        let part = if round % 2 == 1 && part.is_finite() { part } else { 0.5 };
        let middle = low + part * (high - low);
        if high - low <= 1e-15 * high || at_low.min(-at_high) < 1e-15 * high {
            break;
        }
        let value = function(middle);
        if value > 0.0 {
            (low, at_low) = (middle, value);
        } else {
            (high, at_high) = (middle, value);
        }
    }
    if at_low.abs() < at_high.abs() { low } else { high }
}

/// The p maximising sum seen ln p under sum p = 1 and sum p pull = 0: p = seen / (1 + theta pull), where theta is the root of
/// sum seen pull / (1 + theta pull), which falls from one end of its range to the other.
///
/// `None` when all pull one way.
fn balanced(seen: &[f64], pull: &[f64]) -> Option<Vec<f64>> {
    let least = pull.iter().copied().fold(f64::INFINITY, f64::min);
    let most = pull.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && most > 0.0) {
        return None;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut theta = 0.0;
    for _ in 0..200 {
        let (mut value, mut slope) = (0.0, 0.0);
        for (seen, pull) in seen.iter().zip(pull) {
            let part = pull / (1.0 + theta * pull);
            value += seen * part;
            slope -= seen * part * part;
        }
        if value > 0.0 {
            low = theta
        } else {
            high = theta
        }
        // Newton's step where it stays inside, half the bracket where it does not.
        let newton = theta - value / slope;
        let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
        let is_done = (next - theta).abs() <= 1e-15 * (1.0 + theta.abs());
        theta = next;
        if is_done {
            break;
        }
    }
    Some(seen.iter().zip(pull).map(|(seen, pull)| seen / (1.0 + theta * pull)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use outwit_game::Rng;

    #[test]
    fn the_most_likely_distributions_meet_their_condition_and_none_near_them_is_likelier() {
        let mut rng = Rng::new(2);
        let draw = |rng: &mut Rng, most: usize| {
            let counts: Vec<f64> = (0..5).map(|_| (rng.index(4) * rng.index(most)) as f64 + 1e-3).collect();
            let total: f64 = counts.iter().sum();
            counts.iter().map(|count| count / total).collect::<Vec<f64>>()
        };
        let mean = |p: &[f64]| (0..5).map(|i| p[i] * score(i, 5)).sum::<f64>();
        let deviation = |p: &[f64]| (0..5).map(|i| p[i] * (score(i, 5) - mean(p)).powi(2)).sum::<f64>().sqrt();
        let likelihood = |seen: &[f64], p: &[f64]| (0..5).map(|i| seen[i] * p[i].ln()).sum::<f64>();
        for _ in 0..2_000 {
            let seen = draw(&mut rng, 40);
            let other = draw(&mut rng, 40);
            let near = |p: &[f64]| (0..5).map(|i| 0.99 * p[i] + 0.01 * other[i]).collect::<Vec<f64>>();
            let share = 0.2 + 0.6 * rng.unit();
            let p = with_mean(&seen, share);
            // A cell that was never seen and must be filled loses digits; hence not 1e-12.
            assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-9 && (mean(&p) - share).abs() < 1e-9, "{seen:?}");
            assert!(likelihood(&seen, &with_mean(&near(&p), share)) <= likelihood(&seen, &p) + 1e-9);
            let advantage = 3.0 * rng.unit() - 1.5;
            let p = with_advantage(&seen, advantage);
            assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{seen:?}");
            assert!((mean(&p) - 0.5 - advantage * deviation(&p)).abs() < 1e-9, "{seen:?} {advantage}: {p:?}");
            assert!(likelihood(&seen, &with_advantage(&near(&p), advantage)) <= likelihood(&seen, &p) + 1e-9);
        }
    }
}
