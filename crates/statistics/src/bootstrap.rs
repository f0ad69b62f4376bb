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
//! Fewer than [`FEW_DEALS`] deals have too few different draws for a percentile of them to be right: three deals have ten,
//! and their interval would cover the truth 77 times in a hundred. They get the wider of this interval and Student's at
//! either end, cut at the ends of the range, which a test finds to cover it at least 93 times.
//!
//! Where it has nothing to go on it says so, and never gives a number that is not one:
//! - no deals: no estimate;
//! - one deal: the range of the measure if it is known, otherwise no interval;
//! - no spread between the deals: the "rule of three". Were more than 1 - 0.05^(1/n) of all deals different, n equal ones
//!   would come up less than one time in twenty; as many may be different as that, and lie at either end of the range. At an
//!   end of the range, the others can lie on one side only: the interval is then that of all ones, whose mean is not below
//!   0.025^(1/n). Two agents that got exactly the same in every deal differ by zero: that is no figure to be unsure of.

use crate::distributions::{normal_cdf, normal_quantile, student_quantile_975};
use outwit_game::Rng;

/// With fewer deals than this, intervals are at least as wide as Student's.
pub const FEW_DEALS: usize = 16;

/// How often deals are resampled unless told otherwise.
pub const RESAMPLES: usize = 10_000;

/// With more deals than this, neighbours are resampled together. Independent deals stay independent in groups, and the
/// spread between 2,048 groups is known to 1.6 %.
pub const MOST_GROUPS: usize = 2_048;

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

/// Between which numbers a figure lies.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Range {
    /// It cannot lie elsewhere.
    Known(f64, f64),
    /// All that it was made of lay there; the figure may well lie elsewhere.
    Seen(f64, f64),
}

impl Range {
    /// Where differences of two such figures lie.
    pub fn of_differences(self) -> Range {
        match self {
            Range::Known(least, most) => Range::Known(least - most, most - least),
            Range::Seen(least, most) => Range::Seen(least - most, most - least),
        }
    }

    /// Its ends where nothing lies beyond them.
    fn known(self) -> Option<(f64, f64)> {
        match self {
            Range::Known(least, most) => Some((least, most)),
            Range::Seen(..) => None,
        }
    }

    fn ends(self) -> (f64, f64) {
        match self {
            Range::Known(least, most) | Range::Seen(least, most) => (least, most),
        }
    }
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
pub struct Weights {
    rng: Rng,
    weights: Vec<f64>,
}

impl Weights {
    /// For so many groups.
    pub fn new(groups: usize, seed: u64) -> Weights {
        Weights { rng: Rng::new(seed), weights: vec![0.0; groups] }
    }

    /// The next resample. The counts are whole, and add up to the number of groups.
    // Not an iterator: each resample is written over the one before.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> &[f64] {
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
        let scale = value.unwrap_or(0.0).abs();
        Resampled { value, scale, deals, influence, draws: Vec::new(), is_difference: false }
    }
}

/// Sums over at most [`MOST_GROUPS`] runs of neighbours, as equal in length as can be.
pub(crate) fn in_groups(values: &[f64]) -> Vec<f64> {
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
    is_difference: bool,
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
            is_difference: true,
        }
    }

    /// The figure with its interval.
    pub fn estimate(&self, range: Range) -> Option<Estimate> {
        let value = self.value?;
        let groups = self.influence.len();
        if groups < 2 {
            return Some(Estimate { value, interval: range.known() });
        }
        let squares: f64 = self.influence.iter().map(|u| u * u).sum();
        if self.draws.is_empty() || squares.sqrt() <= ROUNDING * self.scale {
            let is_same = self.is_difference && value.abs() <= ROUNDING * self.scale;
            let interval = if is_same { (value, value) } else { without_spread(value, self.deals, range.ends()) };
            return Some(Estimate { value, interval: Some(interval) });
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
        let (mut low, mut high) = (low.min(value), high.max(value));
        if groups < FEW_DEALS {
            let students = students(value, squares, groups, range);
            (low, high) = (low.min(students.0), high.max(students.1));
        }
        Some(Estimate { value, interval: Some((low, high)) })
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

/// Student's interval of a figure; `squares` is the sum of the squared influences of its groups.
fn students(value: f64, squares: f64, groups: usize, range: Range) -> (f64, f64) {
    let n = groups as f64;
    let reach = student_quantile_975(groups as u64 - 1) * (n / (n - 1.0) * squares).sqrt();
    let (low, high) = (value - reach, value + reach);
    range.known().map_or((low, high), |(least, most)| (low.max(least), high.min(most)))
}

/// Whether a spread is no more than what rounding leaves of numbers of this size.
pub(crate) fn is_rounding(spread: f64, scale: f64) -> bool {
    spread <= ROUNDING * scale
}

/// The interval of a figure that is the same in every deal: so many deals may still be different.
pub fn without_spread(value: f64, deals: usize, (least, most): (f64, f64)) -> (f64, f64) {
    let others = |level: f64| 1.0 - libm::exp(libm::log(level) / deals as f64);
    let width = most - least;
    if value >= most - ROUNDING * width {
        (value - width * others(0.025), value)
    } else if value <= least + ROUNDING * width {
        (value, value + width * others(0.025))
    } else {
        (value - (value - least) * others(0.05), value + (most - value) * others(0.05))
    }
}

#[cfg(test)]
mod tests;
