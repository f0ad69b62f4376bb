//! The few distributions the rest needs, through `libm`, so that they give the same bits on every machine.

use std::f64::consts::{FRAC_PI_2, SQRT_2, TAU};

/// The normal quantile of a two-sided 95 % interval.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// The standard normal distribution function.
pub fn normal_cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x / SQRT_2)
}

/// The inverse of [`normal_cdf`] for `0 < p < 1`; odd around one half to the last bit.
///
/// Acklam's rational approximation (relative error 1.2e-9) and one step of Halley's method, which makes it exact to
/// rounding.
pub(crate) fn normal_quantile(p: f64) -> f64 {
    if p > 0.5 {
        return -normal_quantile(1.0 - p);
    }
    const A: [f64; 6] = [
        -3.969683028665376e+01,
        2.209460984245205e+02,
        -2.759285104469687e+02,
        1.38357751867269e+02,
        -3.066479806614716e+01,
        2.506628277459239e+00,
    ];
    const B: [f64; 6] = [
        -5.447609879822406e+01,
        1.615858368580409e+02,
        -1.556989798598866e+02,
        6.680131188771972e+01,
        -1.328068155288572e+01,
        1.0,
    ];
    const C: [f64; 6] = [
        -7.784894002430293e-03,
        -3.223964580411365e-01,
        -2.400758277161838e+00,
        -2.549732539343734e+00,
        4.374664141464968e+00,
        2.938163982698783e+00,
    ];
    const D: [f64; 5] =
        [7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00, 3.754408661907416e+00, 1.0];
    let horner = |coefficients: &[f64], x: f64| coefficients.iter().fold(0.0, |sum, c| sum * x + c);
    if p == 0.5 {
        return 0.0;
    }
    let x = if p < 0.02425 {
        let q = (-2.0 * libm::log(p)).sqrt();
        horner(&C, q) / horner(&D, q)
    } else {
        let q = p - 0.5;
        q * horner(&A, q * q) / horner(&B, q * q)
    };
    // Halley: e is the error in probability over the density.
    let e = (normal_cdf(x) - p) * TAU.sqrt() * libm::exp(0.5 * x * x);
    x - e / (1.0 + 0.5 * x * e)
}

/// The 97.5 % quantile of Student's t with so many degrees of freedom, by bisection.
pub fn student_quantile_975(freedom: u64) -> f64 {
    if freedom == 0 {
        return f64::INFINITY;
    }
    let (mut low, mut high) = (1.9, 13.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if student_within(middle, freedom) < 0.95 { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

/// Student's distribution function.
pub fn student_cdf(t: f64, freedom: u64) -> f64 {
    let within = student_within(t.abs(), freedom);
    0.5 + 0.5 * within.copysign(t)
}

/// The probability that Student's t lies in `-t..t`: Abramowitz and Stegun 26.7.3 and 26.7.4, a finite sum.
fn student_within(t: f64, freedom: u64) -> f64 {
    let angle = libm::atan(t / (freedom as f64).sqrt());
    let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
    let square = cosine * cosine;
    let is_odd = freedom % 2 == 1;
    if freedom == 1 {
        return angle / FRAC_PI_2;
    }
    let mut term = if is_odd { cosine } else { 1.0 };
    let mut sum = term;
    let mut k = if is_odd { 3 } else { 2 };
    while k < freedom {
        term *= square * (k - 1) as f64 / k as f64;
        sum += term;
        k += 2;
    }
    if is_odd { (angle + sine * sum) / FRAC_PI_2 } else { sine * sum }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_normal_quantile_inverts_the_distribution_function() {
        for p in [1e-12, 1e-5, 0.01, 0.024, 0.025, 0.3, 0.5, 0.7, 0.975, 0.9999] {
            assert!((normal_cdf(normal_quantile(p)) - p).abs() < 1e-14 * (1.0 + p / 1e-3), "{p}");
        }
        assert!((normal_quantile(0.975) - Z_95).abs() < 1e-14);
        assert_eq!(normal_quantile(0.25), -normal_quantile(0.75));
    }

    #[test]
    fn students_quantiles_are_those_of_the_tables() {
        let table = [(1, 12.706205), (2, 4.302653), (3, 3.182446), (10, 2.228139), (49, 2.009575), (1000, 1.962339)];
        for (freedom, quantile) in table {
            assert!((student_quantile_975(freedom) - quantile).abs() < 1e-6, "{freedom}");
        }
    }
}
