//! Who will have the highest value, when each is only known to lie somewhere in an interval.

use outwit_game::{Interval, MAX_SEATS, Payoffs, Player, equally_good};

/// The probability of each seat that its value is at least as high as every other's, when the values are independent and
/// each is uniform on its interval; an interval of width 0 is a certain value. (Hashavit and Markovitch 2011, equation 1,
/// with the inner integral kept between 0 and 1.)
///
/// Nobody whose value is below the highest lower end `floor` can be highest, so all that counts lies above it, and there
/// every cumulative distribution is a straight line up to its upper end and 1 from there on. Between upper ends in order
/// their product is a polynomial of degree less than the number of seats, which Gauss-Legendre quadrature integrates
/// exactly. Ends are finite; intervals that are narrow for where they lie, tiny or huge are looked at from the floor.
///
/// # Panics
/// When there are more than [`MAX_SEATS`] intervals, or one is not in order.
#[inline]
pub fn win_probabilities(intervals: &[Interval]) -> Payoffs {
    assert!(intervals.len() <= MAX_SEATS && intervals.iter().all(|interval| interval.low <= interval.high));
    let mut floor = f64::NEG_INFINITY;
    for interval in intervals {
        floor = floor.max(interval.low);
    }
    if is_plain(intervals, floor) { integrate(intervals, floor) } else { integrate_from_floor(intervals, floor) }
}

/// Whether the numbers can be computed with as they are. A place x in an interval is off by a part in 2^53 of x, which must be
/// little of the interval's width; and nothing may overflow.
#[inline]
fn is_plain(intervals: &[Interval], floor: f64) -> bool {
    for interval in intervals {
        let (low, high) = (interval.low, interval.high);
        if low.abs() > HUGE || high.abs() > HUGE {
            return false;
        }
        let far = floor.abs().max(high.abs());
        if low < high && high > floor && high - low < TINY.max(far * NARROW) {
            return false;
        }
    }
    true
}

/// Who has won a finished game, as probabilities: the seats with the highest payoff have; when all have it, nobody has, and
/// each gets an equal share.
pub fn winners(payoffs: &Payoffs, players: usize) -> Payoffs {
    let seats = payoffs.seats(players);
    let best = seats.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let wins = |payoff: f64| equally_good(payoff, best);
    let all = seats.iter().all(|&payoff| wins(payoff));
    let mut probabilities = Payoffs::ZERO;
    for player in Player::all(players) {
        probabilities[player] = match all {
            true => 1.0 / players as f64,
            false => f64::from(u8::from(wins(payoffs[player]))),
        };
    }
    probabilities
}

/// Everybody's chance to win where values lie in these intervals: [`win_probabilities`], but for values that are all certain,
/// which are as good as paid ([`winners`]). A draw means the same on the board and in sight.
#[inline]
pub fn chances_to_win(intervals: &[Interval]) -> Payoffs {
    if intervals.iter().any(|interval| interval.low < interval.high) {
        return win_probabilities(intervals);
    }
    let mut values = Payoffs::ZERO;
    for (seat, interval) in Player::all(intervals.len()).zip(intervals) {
        values[seat] = interval.low;
    }
    winners(&values, intervals.len())
}

const HUGE: f64 = 1e100;
const NARROW: f64 = power_of_two(-12);
const TINY: f64 = power_of_two(-900);
/// Beside numbers up to this no width is too small.
const VAST: f64 = power_of_two(500);

const fn power_of_two(exponent: i64) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

/// Where and with what weight a polynomial on -1..1 is looked at: exact to degree 1, 3 and 5.
const NODES: [&[(f64, f64)]; 3] = [
    &[(0.0, 2.0)],
    &[(-0.577_350_269_189_625_8, 1.0), (0.577_350_269_189_625_8, 1.0)],
    &[
        (-0.774_596_669_241_483_4, 0.555_555_555_555_555_6),
        (0.0, 0.888_888_888_888_888_8),
        (0.774_596_669_241_483_4, 0.555_555_555_555_555_6),
    ],
];

/// A seat whose value is not certain and may lie above the floor.
#[derive(Clone, Copy)]
struct Line {
    seat: usize,
    low: f64,
    high: f64,
    slope: f64,
}

fn integrate(intervals: &[Interval], floor: f64) -> Payoffs {
    let mut probabilities = Payoffs::ZERO;
    // Step 1. The lines above the floor, by upper end.
    let mut lines = [Line { seat: 0, low: 0.0, high: 0.0, slope: 0.0 }; MAX_SEATS];
    let mut count = 0;
    for (seat, interval) in intervals.iter().enumerate() {
        if interval.high > floor {
            let mut at = count;
            while at > 0 && lines[at - 1].high > interval.high {
                lines[at] = lines[at - 1];
                at -= 1;
            }
            let slope = 1.0 / (interval.high - interval.low);
            lines[at] = Line { seat, low: interval.low, high: interval.high, slope };
            count += 1;
        }
    }
    let lines = &lines[..count];
    // Step 2. Values that cannot be above the floor: only one that is certain to be just there may be highest.
    for (seat, interval) in intervals.iter().enumerate() {
        if interval.low == floor && interval.high == floor {
            let below: f64 = lines.iter().map(|line| ((floor - line.low) * line.slope).max(0.0)).product();
            probabilities[Player::new(seat)] = below;
        }
    }
    // Step 3. From upper end to upper end; at each the line that ends there becomes 1.
    let (mut heights, mut before) = ([0.0; MAX_SEATS], [0.0; MAX_SEATS]);
    let mut from = floor;
    for first in 0..count {
        let rising = &lines[first..];
        let to = rising[0].high;
        if to > from {
            let (middle, half) = (from / 2.0 + to / 2.0, (to - from) / 2.0);
            for &(node, weight) in NODES[(rising.len() - 1) / 2] {
                let x = middle + half * node;
                // For each seat the product of the others' lines: those before it times those after it.
                let mut product = 1.0;
                for (place, line) in rising.iter().enumerate() {
                    heights[place] = (x - line.low) * line.slope;
                    before[place] = product;
                    product *= heights[place];
                }
                let mut after = half * weight;
                for (place, line) in rising.iter().enumerate().rev() {
                    probabilities[Player::new(line.seat)] += line.slope * before[place] * after;
                    after *= heights[place];
                }
            }
        }
        from = to;
    }
    probabilities
}

/// An interval as it is seen from the floor: how far it goes below and above. All that is computed of these are sums and
/// quotients of numbers from 0 on, which lose no digits, and no quotient is more than 1.
#[derive(Clone, Copy)]
struct Reach {
    seat: usize,
    below: f64,
    above: f64,
}

impl Reach {
    fn width(self) -> f64 {
        self.below + self.above
    }

    /// How likely the value is at most so far above the floor.
    fn height(self, x: f64) -> f64 {
        if x >= self.above { 1.0 } else { (self.below + x) / self.width() }
    }
}

/// The same as [`integrate`] for numbers of any size, and slower.
#[cold]
fn integrate_from_floor(intervals: &[Interval], floor: f64) -> Payoffs {
    let mut probabilities = Payoffs::ZERO;
    // Step 1. A power of two changes no digit: no width overflows then, and only beside vast numbers can one be too small.
    let is_vast = intervals.iter().any(|interval| interval.low.abs().max(interval.high.abs()) > VAST);
    let scale = if is_vast { power_of_two(-30) } else { VAST };
    let reaches =
        intervals.iter().enumerate().filter(|(_, interval)| interval.high >= floor).map(|(seat, interval)| {
            let below = floor * scale - interval.low * scale;
            Reach { seat, below, above: interval.high * scale - floor * scale }
        });
    // Step 2. Those too narrow to compute with are points at the floor. If all others are below it, the narrow ones decide
    // among themselves who is highest.
    let (points, mut wide): (Vec<Reach>, Vec<Reach>) = reaches.partition(|reach| reach.width() < TINY);
    let below: f64 = wide.iter().map(|reach| reach.height(0.0)).product();
    let own: Vec<Interval> = points.iter().map(|point| intervals[point.seat]).collect();
    let among = match own.iter().any(|interval| interval.low < interval.high) {
        true => win_probabilities(&own),
        false => Payoffs::new(&vec![1.0; own.len()]),
    };
    for (place, point) in points.iter().enumerate() {
        probabilities[Player::new(point.seat)] = below * among[Player::new(place)];
    }
    // Step 3. From upper end to upper end, as above.
    wide.sort_by(|a, b| a.above.total_cmp(&b.above));
    let mut from = 0.0;
    for first in 0..wide.len() {
        let rising = &wide[first..];
        let to = rising[0].above;
        if to > from {
            let (middle, half) = (from / 2.0 + to / 2.0, (to - from) / 2.0);
            for &(node, weight) in NODES[(rising.len() - 1) / 2] {
                let x = middle + half * node;
                for one in rising {
                    let others = rising.iter().filter(|other| other.seat != one.seat);
                    let highest: f64 = others.map(|other| other.height(x)).product();
                    probabilities[Player::new(one.seat)] += half / one.width() * weight * highest;
                }
            }
        }
        from = to;
    }
    probabilities
}

#[cfg(test)]
mod tests {
    use super::*;
    use outwit_game::Rng;

    fn chances(ends: &[(f64, f64)]) -> Vec<f64> {
        let intervals: Vec<Interval> = ends.iter().map(|&(low, high)| Interval { low, high }).collect();
        win_probabilities(&intervals).seats(ends.len()).to_vec()
    }

    #[test]
    fn tiny_narrow_and_huge_intervals_have_their_chances() {
        let after = |x: f64| f64::from_bits(x.to_bits() + 1);
        let narrow = (0.1, after(0.1));
        let (a, b, c) = (1_000_000_000.002, 1_000_000_000.003, 1_000_000_000.004);
        let part = (b - a) / (c - a) / 2.0;
        let huge = (-f64::MAX, f64::MAX);
        let least = after(0.0);
        for (ends, wanted) in [
            (vec![(0.0, 1e-310), (0.0, 1.0)], vec![0.0, 1.0]),
            (vec![narrow, narrow], vec![0.5, 0.5]),
            (vec![(1e16, after(1e16)), (1e16, after(1e16))], vec![0.5, 0.5]),
            (vec![(a, b), (a, c)], vec![part, 1.0 - part]),
            (vec![(0.0, least), (-1.0, 1.0)], vec![0.5, 0.5]),
            (vec![huge, huge, (0.0, 0.0)], vec![0.375, 0.375, 0.25]),
            (vec![(0.0, 1e-320), (0.0, 1e-320), huge], vec![0.25, 0.25, 0.5]),
            (vec![(0.0, 1e-320), (0.0, 0.0), huge], vec![0.5, 0.0, 0.5]),
            (vec![(1e16, after(1e16)), (0.0, 2e16), (1e16, 1e16)], vec![0.5, 0.5, 0.0]),
        ] {
            let found = chances(&ends);
            assert!(found.iter().zip(&wanted).all(|(f, w)| (f - w).abs() < 1e-15), "{ends:?}: {found:?}");
        }
    }

    #[test]
    fn chances_are_finite_and_add_up_whatever_the_sizes() {
        let mut rng = Rng::new(31);
        for _ in 0..20_000 {
            let count = 1 + rng.index(MAX_SEATS);
            let base = match rng.index(3) {
                0 => 0.0,
                _ => (rng.unit() - 0.5) * libm::exp2((rng.index(2040) as f64) - 1020.0),
            };
            // Ends a few steps or many powers of two away from each other.
            let mut end = || match rng.index(3) {
                0 => base,
                1 => base + base.abs() * f64::EPSILON * rng.index(5) as f64,
                _ => base + (rng.unit() - 0.5) * libm::exp2((rng.index(2090) as f64) - 1070.0),
            };
            let ends: Vec<(f64, f64)> = (0..count)
                .map(|_| {
                    let (a, b) = (end(), end());
                    (a.min(b), a.max(b))
                })
                .collect();
            let found = chances(&ends);
            assert!(found.iter().all(|p| (0.0..=1.0 + 1e-9).contains(p)), "{ends:?}: {found:?}");
            let points: Vec<f64> = ends.iter().filter(|(low, high)| low == high).map(|end| end.0).collect();
            let is_tied = |point: &f64| points.iter().filter(|other| *other == point).count() > 1;
            if !points.iter().any(is_tied) {
                assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{ends:?}: {found:?}");
            }
        }
    }

    #[test]
    fn both_ways_to_integrate_agree_on_plain_intervals() {
        let mut rng = Rng::new(32);
        for _ in 0..5_000 {
            let intervals: Vec<Interval> = (0..1 + rng.index(MAX_SEATS))
                .map(|_| {
                    let low = rng.index(8) as f64;
                    Interval { low, high: low + rng.index(5) as f64 / 3.0 }
                })
                .collect();
            let floor = intervals.iter().map(|interval| interval.low).fold(f64::NEG_INFINITY, f64::max);
            assert!(is_plain(&intervals, floor));
            let (plain, seen) = (integrate(&intervals, floor), integrate_from_floor(&intervals, floor));
            for seat in Player::all(intervals.len()) {
                assert!((plain[seat] - seen[seat]).abs() < 1e-13, "{intervals:?}: {plain:?} {seen:?}");
            }
        }
    }
}
