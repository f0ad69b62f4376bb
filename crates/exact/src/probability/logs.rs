//! Probabilities by their logarithms, precise near 0 and near 1.

/// ln(1 - e^x) for x <= 0, with full relative precision at both ends (Maechler 2012).
pub(crate) fn complement(x: f64) -> f64 {
    if x > -std::f64::consts::LN_2 { libm::log(-libm::expm1(x)) } else { libm::log1p(-libm::exp(x)) }
}

/// The logarithm of a sum, from the logarithms of its terms.
pub fn log_sum(terms: impl Iterator<Item = f64> + Clone) -> f64 {
    let largest = terms.clone().fold(f64::NEG_INFINITY, f64::max);
    if largest == f64::NEG_INFINITY {
        return largest;
    }
    largest + libm::log(terms.map(|term| libm::exp(term - largest)).sum())
}

/// Below this, a probability changes 1 by less than a double can tell.
const TINY: f64 = -36.8;

/// For independent events with probabilities p: the logarithms of the probabilities that all happen and that some does not,
/// from ln p and ln (1 - p) of each.
pub fn all_and_not_all(events: impl Iterator<Item = (f64, f64)> + Clone) -> (f64, f64) {
    let all: f64 = events.clone().map(|(happens, _)| happens).sum();
    let likeliest = events.clone().map(|(_, fails)| fails).fold(f64::NEG_INFINITY, f64::max);
    if likeliest < TINY {
        // 1 minus a product of ones: add the small chances instead, for which no bits are lost.
        let some_fails = log_sum(events.map(|(_, fails)| fails));
        return (-libm::exp(some_fails), some_fails);
    }
    (all, complement(all))
}
