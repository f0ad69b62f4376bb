//! 95 % intervals by resampling deals.
//!
//! The games of a deal share their luck, so whole deals are drawn with replacement (the *cluster bootstrap*; Davison and
//! Hinkley 1997, section 3.8) and every figure is computed anew from each draw. All agents are read off the same draws,
//! so relabelling them relabels the intervals, and identical agents differ by exactly zero in every draw.
//!
//! The interval is the bias-corrected and accelerated one, *BCa* (Efron 1987), at levels widened for small samples: the
//! plain bootstrap knows the spread of n deals only with the divisor n and takes it for known, so its interval is too
//! short by a factor of sqrt((n-1)/n) z / t; taking sqrt(n/(n-1)) t(n-1) in place of the normal quantile z undoes that
//! (Hesterberg 2015, "What teachers should know about the bootstrap": the *expanded* percentile interval). Shares come in
//! steps, and so do their resamples; the quantile is read between the steps, off the mid-distribution (Ma, Genton and
//! Parzen 2011), or the interval of a coin would cover too often.
//! BCa, not the bootstrap-t, because its ends are figures that some draw of the deals would really give: a win share
//! never leaves 0 to 1, and a resample without spread, common where one agent wins almost always, does no harm.
//!
//! Where it has nothing to go on it says so, and never gives a number that is not one:
//! - no deals: no estimate;
//! - one deal: the range of the measure if it has one, otherwise no interval;
//! - no spread between the deals: an interval of width zero, except at an end of the range. There the interval is exact:
//!   a share whose mean is m is 1 in all n deals with a probability of at most m^n, so all ones leave no m below
//!   0.025^(1/n) (the "rule of three").

use super::distributions::{normal_cdf, normal_quantile, student_quantile_975};
use outwit_game::Rng;

/// How often deals are resampled unless told otherwise.
pub const RESAMPLES: usize = 10_000;

/// With more deals than this, neighbours are resampled together. Independent deals stay independent in groups, and the
/// spread between 2,048 groups is known to 1.6 %.
pub(super) const MOST_GROUPS: usize = 2_048;

/// Spread below this part of the figures themselves is rounding.
const ROUNDING: f64 = 1e-12;

/// The sums of something and how many they are sums of, deal by deal.
#[derive(Clone, Copy, Debug)]
pub struct Column<'a> {
    /// One sum a deal.
    pub sums: &'a [f64],
    /// How many things were added up; 0 where there was nothing.
    pub counts: &'a [f64],
}

impl Column<'_> {
    /// All over all; `None` when there is nothing.
    pub fn ratio(&self) -> Option<f64> {
        let count: f64 = self.counts.iter().sum();
        (count > 0.0).then(|| self.sums.iter().sum::<f64>() / count)
    }
}

/// A figure and its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// The lower and the upper end; `None` when one deal is all there is and the measure has no known range.
    pub interval: Option<(f64, f64)>,
}

/// How to resample.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bootstrap {
    /// How often.
    pub resamples: usize,
    /// The seed of the draws.
    pub seed: u64,
}

impl Bootstrap {
    /// The usual [`RESAMPLES`] with this seed.
    pub fn new(seed: u64) -> Bootstrap {
        Bootstrap { resamples: RESAMPLES, seed }
    }

    /// Every column's mean in every resample.
    ///
    /// # Panics
    /// When the columns are not of one length.
    pub fn draw(&self, columns: &[Column]) -> Vec<Resampled> {
        let deals = columns.first().map_or(0, |column| column.sums.len());
        assert!(columns.iter().all(|column| column.sums.len() == deals && column.counts.len() == deals));
        let grouped: Vec<Grouped> = columns.iter().map(Grouped::new).collect();
        let groups = deals.min(MOST_GROUPS);
        let mut resampled: Vec<Resampled> = grouped.iter().map(|column| column.undrawn(deals)).collect();
        if groups < 2 {
            return resampled;
        }
        let mut weights = Weights::new(groups, self.seed);
        for _ in 0..self.resamples {
            let weights = weights.next();
            for (column, resampled) in grouped.iter().zip(&mut resampled) {
                let count = if column.is_even { column.total_count } else { dot(weights, &column.counts) };
                // A resample in which the agent never played says nothing about it.
                let mean =
                    if count > 0.0 { dot(weights, &column.sums) / count } else { resampled.value.unwrap_or(0.0) };
                resampled.draws.push(mean);
            }
        }
        resampled
    }
}

/// How often each of `groups` is drawn, resample after resample.
pub(super) struct Weights {
    rng: Rng,
    weights: Vec<f64>,
}

impl Weights {
    pub(super) fn new(groups: usize, seed: u64) -> Weights {
        Weights { rng: Rng::new(seed), weights: vec![0.0; groups] }
    }

    /// The next resample. The counts are whole, and add up to the number of groups.
    pub(super) fn next(&mut self) -> &[f64] {
        self.weights.fill(0.0);
        let groups = self.weights.len() as u64;
        let mut left = groups;
        while left > 0 {
            // Two draws from one random word: each is off uniform by less than groups / 2^32, under one in a million.
            let bits = self.rng.bits();
            self.weights[(((bits & 0xFFFF_FFFF) * groups) >> 32) as usize] += 1.0;
            if left > 1 {
                self.weights[(((bits >> 32) * groups) >> 32) as usize] += 1.0;
            }
            left = left.saturating_sub(2);
        }
        &self.weights
    }
}

/// A column with neighbouring deals put together where there are very many.
struct Grouped {
    sums: Vec<f64>,
    counts: Vec<f64>,
    total_count: f64,
    /// Whether all groups count the same, so that the denominator is the same in every resample.
    is_even: bool,
}

impl Grouped {
    fn new(column: &Column) -> Grouped {
        let (sums, counts) = (in_groups(column.sums), in_groups(column.counts));
        let is_even = counts.iter().all(|&count| count == counts[0]);
        Grouped { total_count: counts.iter().sum(), sums, counts, is_even }
    }

    fn undrawn(&self, deals: usize) -> Resampled {
        let value = (self.total_count > 0.0).then(|| self.sums.iter().sum::<f64>() / self.total_count);
        let influence = match value {
            Some(value) => self
                .sums
                .iter()
                .zip(&self.counts)
                .map(|(sum, count)| (sum - value * count) / self.total_count)
                .collect(),
            None => Vec::new(),
        };
        Resampled { value, scale: value.unwrap_or(0.0).abs(), deals, influence, draws: Vec::new() }
    }
}

/// Sums over at most [`MOST_GROUPS`] runs of neighbours, as equal in length as can be.
pub(super) fn in_groups(values: &[f64]) -> Vec<f64> {
    let groups = values.len().min(MOST_GROUPS);
    let start = |group: usize| group * values.len() / groups;
    (0..groups).map(|group| values[start(group)..start(group + 1)].iter().sum()).collect()
}

/// The scalar product in eight lanes: a fixed order of additions that the compiler can still turn into wide ones.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut lanes = [0.0; 8];
    let (a_chunks, b_chunks) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest: f64 = a_chunks.remainder().iter().zip(b_chunks.remainder()).map(|(x, y)| x * y).sum();
    for (x, y) in a_chunks.zip(b_chunks) {
        for lane in 0..8 {
            lanes[lane] += x[lane] * y[lane];
        }
    }
    lanes.iter().sum::<f64>() + rest
}

/// A figure, and what it is in each resample.
#[derive(Clone, PartialEq, Debug)]
pub struct Resampled {
    /// The figure itself; `None` when there is nothing to compute it from.
    value: Option<f64>,
    /// How large the numbers are that the figure was made of: what rounding is measured by.
    scale: f64,
    deals: usize,
    /// How much each group pulls the figure up or down: its derivative in the group's weight.
    influence: Vec<f64>,
    draws: Vec<f64>,
}

impl Resampled {
    /// The difference of two figures from the same draws.
    pub fn minus(&self, other: &Resampled) -> Resampled {
        let pairwise = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a - b).collect();
        Resampled {
            value: self.value.zip(other.value).map(|(a, b)| a - b),
            scale: self.scale + other.scale,
            deals: self.deals,
            influence: pairwise(&self.influence, &other.influence),
            draws: pairwise(&self.draws, &other.draws),
        }
    }

    /// The figure with its interval; `range` is where the figure must lie, if that is known.
    pub fn estimate(&self, range: Option<(f64, f64)>) -> Option<Estimate> {
        let value = self.value?;
        let groups = self.influence.len();
        if groups < 2 {
            return Some(Estimate { value, interval: range });
        }
        let squares: f64 = self.influence.iter().map(|u| u * u).sum();
        if self.draws.is_empty() || squares.sqrt() <= ROUNDING * self.scale {
            return Some(Estimate { value, interval: Some(without_spread(value, self.deals, range)) });
        }
        let cubes: f64 = self.influence.iter().map(|u| u * u * u).sum();
        // Efron 1987: a sixth of the skewness of the influence values.
        let acceleration = cubes / (6.0 * squares * squares.sqrt());
        let tie = ROUNDING * self.scale;
        let below = self.draws.iter().filter(|&&draw| draw < value - tie).count();
        let above = self.draws.iter().filter(|&&draw| draw > value + tie).count();
        let bias = bias_correction(below, above, self.draws.len());
        let n = groups as f64;
        let z = (n / (n - 1.0)).sqrt() * student_quantile_975(groups as u64 - 1);
        let mut sorted = self.draws.clone();
        sorted.sort_by(f64::total_cmp);
        // The upper end is the lower end of the mirrored figure, so a figure and its negative get mirrored intervals.
        let low = lower_end(&sorted, lower_level(bias, acceleration, z), tie);
        sorted.iter_mut().for_each(|draw| *draw = -*draw);
        sorted.reverse();
        let high = 0.0 - lower_end(&sorted, lower_level(-bias, -acceleration, z), tie);
        Some(Estimate { value, interval: Some((low.min(value), high.max(value))) })
    }
}

/// z0 of Efron 1987: how far the figure lies off the median of its resamples; half of the ties lie on either side.
fn bias_correction(below: usize, above: usize, draws: usize) -> f64 {
    let part = |fewer: usize, more: usize| (fewer as f64 + 0.5 * (draws - fewer - more) as f64) / draws as f64;
    let least = 0.5 / draws as f64;
    if below <= above {
        normal_quantile(part(below, above).max(least))
    } else {
        -normal_quantile(part(above, below).max(least))
    }
}

/// The level of the lower end (Efron 1987), with the widened z.
fn lower_level(bias: f64, acceleration: f64, z: f64) -> f64 {
    let shifted = bias - z;
    let stretch = 1.0 - acceleration * shifted;
    if stretch > 0.0 { normal_cdf(bias + shifted / stretch) } else { 0.0 }
}

/// The quantile of sorted draws at a level: each distinct value stands at the middle of its ranks, and between two of them
/// the line is straight.
fn lower_end(sorted: &[f64], level: f64, tie: f64) -> f64 {
    let rank = level * sorted.len() as f64;
    let (mut start, mut before) = (0, None);
    while start < sorted.len() {
        let here = sorted[start];
        let mut end = start + 1;
        while end < sorted.len() && sorted[end] - here <= tie {
            end += 1;
        }
        let middle = 0.5 * (start + end) as f64;
        if middle >= rank {
            let Some((value, rank_before)) = before else { return here };
            return value + (here - value) * (rank - rank_before) / (middle - rank_before);
        }
        before = Some((here, middle));
        start = end;
    }
    sorted[sorted.len() - 1]
}

/// The interval of a figure that is the same in every deal.
fn without_spread(value: f64, deals: usize, range: Option<(f64, f64)>) -> (f64, f64) {
    let Some((least, most)) = range else { return (value, value) };
    let width = most - least;
    let reach = width * (1.0 - libm::exp(libm::log(0.025) / deals as f64));
    if value >= most - ROUNDING * width {
        (value - reach, value)
    } else if value <= least + ROUNDING * width {
        (value, value + reach)
    } else {
        (value, value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game of luck and skill. Seat 1 of a deal is lucky by -0.2 to 0.2, and each deal is played twice, seats swapped:
    /// the agent's true win share is its skill.
    fn coin_flip_deals(skill: f64, deals: usize, rng: &mut Rng) -> Vec<f64> {
        let wins = |chance: f64, rng: &mut Rng| f64::from(u8::from(rng.unit() < chance));
        (0..deals)
            .map(|_| {
                let luck = 0.4 * rng.unit() - 0.2;
                wins(skill + luck, rng) + wins(skill - luck, rng)
            })
            .collect()
    }

    #[test]
    fn intervals_of_a_coin_flip_game_cover_the_truth_93_to_97_times_in_a_hundred() {
        let counts = vec![2.0; 50];
        for skill in [0.5, 0.6, 0.75] {
            let mut rng = Rng::new(11);
            let covered = (0..1_000).filter(|&tournament| {
                let sums = coin_flip_deals(skill, 50, &mut rng);
                let bootstrap = Bootstrap { resamples: 2_000, seed: tournament };
                let column = Column { sums: &sums, counts: &counts };
                let (low, high) = bootstrap.draw(&[column])[0].estimate(Some((0.0, 1.0))).unwrap().interval.unwrap();
                low <= skill && skill <= high
            });
            let covered = covered.count();
            assert!((930..=970).contains(&covered), "skill {skill}: {covered} of 1000");
        }
    }

    fn estimate(values: &[f64], range: Option<(f64, f64)>) -> Option<Estimate> {
        let counts = vec![1.0; values.len()];
        Bootstrap::new(5).draw(&[Column { sums: values, counts: &counts }])[0].estimate(range)
    }

    #[test]
    fn what_says_too_little_says_so() {
        let unit = Some((0.0, 1.0));
        assert_eq!(estimate(&[], unit), None);
        assert_eq!(estimate(&[0.5], unit), Some(Estimate { value: 0.5, interval: unit }));
        assert_eq!(estimate(&[7.0], None), Some(Estimate { value: 7.0, interval: None }));
        let Estimate { value, interval } = estimate(&[0.3; 9], unit).unwrap();
        assert!((value - 0.3).abs() < 1e-15);
        assert_eq!(interval, Some((value, value)));
        let never_played = Column { sums: &[0.0; 3], counts: &[0.0; 3] };
        assert_eq!(Bootstrap::new(5).draw(&[never_played])[0].estimate(unit), None);
    }

    #[test]
    fn winning_every_deal_is_no_proof_of_winning_always() {
        let (low, high) = estimate(&[1.0; 50], Some((0.0, 1.0))).unwrap().interval.unwrap();
        assert_eq!(high, 1.0);
        assert!((low.powi(50) - 0.025).abs() < 1e-12, "{low}");
        let (low, high) = estimate(&[-1.0; 3], Some((-1.0, 1.0))).unwrap().interval.unwrap();
        assert_eq!(low, -1.0);
        assert!((((1.0 - high) / 2.0).powi(3) - 0.025).abs() < 1e-12, "{high}");
        assert_eq!(estimate(&[4.0; 50], None).unwrap().interval, Some((4.0, 4.0)));
    }

    #[test]
    fn the_interval_of_many_deals_is_students() {
        let mut rng = Rng::new(3);
        for deals in [400, 20_000] {
            let values: Vec<f64> = (0..deals).map(|_| 10.0 * rng.unit() - 3.0).collect();
            let Estimate { value, interval } = estimate(&values, None).unwrap();
            let (low, high) = interval.unwrap();
            let half = 1.96 * (100.0 / 12.0 / deals as f64).sqrt();
            assert!(((high - low) / (2.0 * half) - 1.0).abs() < 0.08, "{deals}: {low} {high}");
            assert!((0.5 * (low + high) - value).abs() < 0.1 * half);
        }
    }

    #[test]
    fn a_figure_and_its_negative_have_mirrored_intervals() {
        let (a, b, ones) = ([0.1, 0.9, 0.4, 0.35, 1.0, 0.0], [0.2, 0.15, 0.7, 0.1, 0.3, 0.9], [1.0; 6]);
        let drawn = Bootstrap::new(8).draw(&[Column { sums: &a, counts: &ones }, Column { sums: &b, counts: &ones }]);
        let (low, high) = drawn[0].minus(&drawn[1]).estimate(None).unwrap().interval.unwrap();
        assert_eq!(drawn[1].minus(&drawn[0]).estimate(None).unwrap().interval, Some((-high, -low)));
        let nothing = drawn[0].minus(&drawn[0]).estimate(Some((-1.0, 1.0)));
        assert_eq!(nothing, Some(Estimate { value: 0.0, interval: Some((0.0, 0.0)) }));
    }

    #[test]
    fn uneven_deals_weigh_by_what_was_played() {
        let column = Column { sums: &[0.0, 6.0, 1.0, 2.0], counts: &[0.0, 8.0, 2.0, 4.0] };
        let estimate = Bootstrap::new(1).draw(&[column])[0].estimate(Some((0.0, 1.0))).unwrap();
        assert_eq!(estimate.value, 9.0 / 14.0);
        let (low, high) = estimate.interval.unwrap();
        assert!((0.5..9.0 / 14.0).contains(&low) && high <= 0.75, "{low} {high}");
    }

    #[test]
    fn the_same_seed_gives_these_numbers_for_ever() {
        let (low, high) =
            estimate(&[0.0, 0.5, 1.0, 0.5, 0.5, 1.0, 1.0, 0.0], Some((0.0, 1.0))).unwrap().interval.unwrap();
        assert_eq!(format!("{low:.6} {high:.6}"), "0.191258 0.892899");
    }
}
