//! Means with Student's 95 % interval, shares with Wilson's, and where one more draw may lie.

use crate::bootstrap::{Column, Estimate, is_rounding, without_spread};
use crate::distributions::{Z_95, student_quantile_975};

impl Estimate {
    /// How far the interval goes either way, the farther end; `None` where there is no interval.
    pub fn half_width(&self) -> Option<f64> {
        self.interval.map(|(low, high)| (self.value - low).max(high - self.value))
    }

    /// So many times this figure.
    pub fn scaled(self, factor: f64) -> Estimate {
        let ends = |(low, high): (f64, f64)| {
            let (a, b) = (factor * low, factor * high);
            (a.min(b), a.max(b))
        };
        Estimate { value: factor * self.value, interval: self.interval.map(ends) }
    }

    /// The same figure with an interval that takes in an independent error besides, which may reach so far down and so far
    /// up: reaches join as squares add up.
    pub fn joined(self, (below, above): (f64, f64)) -> Estimate {
        let Estimate { value, interval } = self;
        // Not `hypot`, whose last digit is not the same on every machine.
        let both = |one: f64, other: f64| (one * one + other * other).sqrt();
        let ends = |(low, high): (f64, f64)| (value - both(value - low, below), value + both(high - value, above));
        Estimate { value, interval: interval.map(ends) }
    }
}

/// The mean of figures that were measured independently, each with its own interval. `None` when there are none; no interval
/// where one of them has none.
pub fn mean_of_independent(figures: &[Estimate]) -> Option<Estimate> {
    let (first, rest) = figures.split_first()?;
    let sum = rest.iter().fold(*first, |sum, figure| {
        let reach = figure.interval.map(|(low, high)| (figure.value - low, high - figure.value));
        let joined = reach.map(|reach| sum.joined(reach)).unwrap_or(Estimate { interval: None, ..sum });
        let shifted = |(low, high): (f64, f64)| (low + figure.value, high + figure.value);
        Estimate { value: sum.value + figure.value, interval: joined.interval.map(shifted) }
    });
    Some(sum.scaled(1.0 / figures.len() as f64))
}

/// The mean of values that were drawn independently. `None` when there are none; one value has no interval.
pub fn mean(values: &[f64]) -> Option<Estimate> {
    clustered_mean(Column { sums: values, counts: &vec![1.0; values.len()] })
}

/// The mean of values that come in deals: all over all. The deals are drawn independently, what is inside one is not, so
/// the deal is what is counted: the interval is Student's with one degree of freedom less than there are deals in which
/// something was counted (Cochran 1977, section 6: the ratio estimator).
pub fn clustered_mean(column: Column) -> Option<Estimate> {
    let value = column.ratio()?;
    let count: f64 = column.counts.iter().sum();
    let pairs = column.sums.iter().zip(column.counts).filter(|(_, count)| **count > 0.0);
    let (deals, squares) = pairs.fold((0u64, 0.0), |(deals, squares), (sum, own)| {
        let off = sum - value * own;
        (deals + 1, squares + off * off)
    });
    let interval = (deals > 1).then(|| {
        let n = deals as f64;
        let error = (n / (n - 1.0) * squares).sqrt() / count;
        let reach = student_quantile_975(deals - 1) * error;
        (value - reach, value + reach)
    });
    Some(Estimate { value, interval })
}

/// The same of values that cannot lie outside a known range. Deals without any spread leave it open that some are
/// different: see [`without_spread`].
pub fn clustered_mean_in(column: Column, (least, most): (f64, f64)) -> Option<Estimate> {
    let Estimate { value, interval } = clustered_mean(column)?;
    let deals = column.counts.iter().filter(|count| **count > 0.0).count();
    let scale = least.abs().max(most.abs());
    let interval = interval.map(|(low, high)| match is_rounding(high - low, scale) {
        true => without_spread(value, deals, (least, most)),
        false => (low.max(least), high.min(most)),
    });
    Some(Estimate { value, interval })
}

/// The mean of values that were drawn independently and cannot lie outside a known range.
pub fn mean_in(values: &[f64], range: (f64, f64)) -> Option<Estimate> {
    clustered_mean_in(Column { sums: values, counts: &vec![1.0; values.len()] }, range)
}

/// A mean of so many values of which only mean and standard deviation are known: what a paper prints.
pub fn mean_of_moments(mean: f64, deviation: f64, count: u64) -> Estimate {
    let reach = |count: u64| student_quantile_975(count - 1) * deviation / (count as f64).sqrt();
    Estimate { value: mean, interval: (count > 1).then(|| (mean - reach(count), mean + reach(count))) }
}

/// The mean of some draws, with the interval that one more draw lies in 95 times in a hundred, between two of the sorted
/// draws. Fewer than 39 have no two such: no interval.
pub fn spread(values: &[f64]) -> Option<Estimate> {
    let value = mean(values)?.value;
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    // One more draw is equally likely to fall into each of the n + 1 gaps.
    let outside = (0.025 * (sorted.len() + 1) as f64 + 1e-9) as usize;
    let interval = (outside > 0).then(|| (sorted[outside - 1], sorted[sorted.len() - outside]));
    Some(Estimate { value, interval })
}

/// The 95 % interval of a share of so many independent trials (Wilson 1927).
pub fn wilson(share: f64, trials: f64) -> (f64, f64) {
    let (square, centre) = (Z_95 * Z_95 / trials, share + Z_95 * Z_95 / (2.0 * trials));
    let spread = Z_95 * (share * (1.0 - share) / trials + square / (4.0 * trials)).sqrt();
    (((centre - spread) / (1.0 + square)).max(0.0), ((centre + spread) / (1.0 + square)).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distributions::normal_quantile;
    use outwit_game::Rng;

    fn ends(estimate: Option<Estimate>) -> (f64, f64) {
        estimate.unwrap().interval.unwrap()
    }

    #[test]
    fn a_mean_has_students_interval() {
        // 4 values: mean 2.5, standard deviation 1.2910, t with 3 degrees of freedom 3.182446.
        let found = mean(&[1.0, 2.0, 3.0, 4.0]).unwrap();
        let half = 3.182446 * (5.0f64 / 3.0).sqrt() / 2.0;
        assert!((found.value - 2.5).abs() < 1e-15 && (found.half_width().unwrap() - half).abs() < 1e-6, "{found:?}");
        assert_eq!(mean(&[]), None);
        assert_eq!(mean(&[7.0]), Some(Estimate { value: 7.0, interval: None }), "one value has no interval");
        assert_eq!(mean(&[2.0; 9]).unwrap().interval, Some((2.0, 2.0)));
        // Ten boards that were all drawn may leave a quarter of others undrawn: the rule of three.
        let (low, high) = ends(mean_in(&[0.0; 10], (-1.0, 1.0)));
        assert!((high - (1.0 - 0.05f64.powf(0.1))).abs() < 1e-12 && low == -high, "{low} {high}");
        assert_eq!(mean_in(&[0.9, 1.0, 0.2], (0.0, 1.0)).unwrap().interval.unwrap().1, 1.0);
        assert_eq!(mean(&[1.0, 2.0]).unwrap().scaled(-2.0).value, -3.0);
    }

    #[test]
    fn few_values_are_covered_as_often_as_many() {
        let mut rng = Rng::new(1);
        for count in [2, 4, 10, 50] {
            let covered = (0..4_000).filter(|_| {
                let values: Vec<f64> = (0..count).map(|_| 5.0 + normal_quantile(rng.unit().max(1e-9))).collect();
                let (low, high) = ends(mean(&values));
                low <= 5.0 && 5.0 <= high
            });
            let covered = covered.count();
            assert!((3_740..=3_860).contains(&covered), "{count} values: {covered} of 4000");
        }
    }

    /// Three values of a deal that are nearly the same are one value, not three.
    #[test]
    fn values_of_one_deal_are_not_counted_as_independent() {
        let mut rng = Rng::new(2);
        let (mut clustered, mut naive) = (0, 0);
        for _ in 0..2_000 {
            let deals: Vec<f64> = (0..12).map(|_| normal_quantile(rng.unit().max(1e-9))).collect();
            let values: Vec<f64> = deals.iter().flat_map(|luck| [0.1, 0.0, -0.1].map(|own| luck + own)).collect();
            let sums: Vec<f64> = values.chunks(3).map(|chunk| chunk.iter().sum()).collect();
            let holds = |(low, high): (f64, f64)| usize::from(low <= 0.0 && 0.0 <= high);
            clustered += holds(ends(clustered_mean(Column { sums: &sums, counts: &[3.0; 12] })));
            naive += holds(ends(mean(&values)));
        }
        assert!((1_860..=1_940).contains(&clustered), "{clustered} of 2000");
        assert!(naive < 1_600, "{naive} of 2000 would be covered if all were taken for independent");
    }

    #[test]
    fn deals_without_anything_do_not_count() {
        let some = clustered_mean(Column { sums: &[1.0, 0.0, 3.0, 2.0], counts: &[2.0, 0.0, 3.0, 2.0] });
        assert_eq!(some, clustered_mean(Column { sums: &[1.0, 3.0, 2.0], counts: &[2.0, 3.0, 2.0] }));
        let one = clustered_mean(Column { sums: &[1.0, 0.0], counts: &[2.0, 0.0] });
        assert_eq!(one, Some(Estimate { value: 0.5, interval: None }));
    }

    #[test]
    fn one_more_draw_lies_in_the_spread_95_times_in_a_hundred() {
        let mut rng = Rng::new(3);
        for count in [39, 100, 200] {
            let covered = (0..4_000).filter(|_| {
                let values: Vec<f64> = (0..count).map(|_| rng.unit()).collect();
                let ((low, high), more) = (ends(spread(&values)), rng.unit());
                low <= more && more <= high
            });
            let covered = covered.count();
            assert!((3_740..=3_870).contains(&covered), "{count} draws: {covered} of 4000");
        }
        assert_eq!(spread(&[0.5; 38]).unwrap().interval, None, "too few draws to say");
    }

    #[test]
    fn independent_errors_join_as_squares_do() {
        let figure =
            |value: f64, below: f64, above: f64| Estimate { value, interval: Some((value - below, value + above)) };
        assert_eq!(figure(5.0, 3.0, 6.0).joined((4.0, 8.0)).interval, Some((0.0, 15.0)));
        let all = mean_of_independent(&[figure(1.0, 3.0, 6.0), figure(3.0, 4.0, 8.0)]).unwrap();
        assert_eq!(all, figure(2.0, 2.5, 5.0));
        let without = [figure(1.0, 3.0, 6.0), Estimate { value: 3.0, interval: None }];
        assert_eq!(mean_of_independent(&without), Some(Estimate { value: 2.0, interval: None }));
        assert_eq!(mean_of_independent(&[]), None);
    }

    #[test]
    fn wilsons_interval_is_that_of_the_textbook() {
        // 50 of 100: 0.4038 to 0.5962; none of 10: 0 to 0.2775.
        let (low, high) = wilson(0.5, 100.0);
        assert!((low - 0.40383).abs() < 1e-5 && (high - 0.59617).abs() < 1e-5, "{low} {high}");
        let (low, high) = wilson(0.0, 10.0);
        assert!(low == 0.0 && (high - 0.27753).abs() < 1e-5, "{high}");
        let printed = mean_of_moments(13.0, 0.7, 50);
        assert!((printed.half_width().unwrap() - 2.009575 * 0.7 / 50f64.sqrt()).abs() < 1e-6);
    }
}
