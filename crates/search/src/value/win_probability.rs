//! Who will have the highest value, when each is only known to lie somewhere in an interval.

use outwit_game::{Interval, MAX_SEATS, Payoffs, Player, equally_good};

/// The probability of each seat that its value is at least as high as every other's, when the values are independent and
/// each is uniform on its interval; an interval of width 0 is a certain value. (Hashavit and Markovitch 2011, equation 1,
/// with the inner integral kept between 0 and 1.)
///
/// Nobody whose value is below the highest lower end `floor` can be highest, so all that counts lies above it, and there
/// every cumulative distribution is a straight line up to its upper end and 1 from there on. Between upper ends in order
/// their product is a polynomial of degree less than the number of seats, which Gauss-Legendre quadrature integrates
/// exactly.
///
/// # Panics
/// When there are more than [`MAX_SEATS`] intervals, or one is not in order.
#[inline]
pub fn win_probabilities(intervals: &[Interval]) -> Payoffs {
    assert!(intervals.len() <= MAX_SEATS && intervals.iter().all(|interval| interval.low <= interval.high));
    let mut largest = 0.0_f64;
    for interval in intervals {
        largest = largest.max(interval.low.abs()).max(interval.high.abs());
    }
    if largest > HUGE {
        // Widths of huge numbers would overflow; a power of two changes no digit.
        let mut scaled = [Interval::default(); MAX_SEATS];
        for (to, from) in scaled.iter_mut().zip(intervals) {
            *to = Interval { low: from.low * SHRINK, high: from.high * SHRINK };
        }
        return integrate(&scaled[..intervals.len()]);
    }
    integrate(intervals)
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
/// 2 to the power of -900.
const SHRINK: f64 = f64::from_bits((1023 - 900) << 52);

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

fn integrate(intervals: &[Interval]) -> Payoffs {
    let mut probabilities = Payoffs::ZERO;
    let mut floor = f64::NEG_INFINITY;
    for interval in intervals {
        floor = floor.max(interval.low);
    }
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
    let mut from = floor;
    for first in 0..count {
        let rising = &lines[first..];
        let to = rising[0].high;
        if to > from {
            let (middle, half) = (from / 2.0 + to / 2.0, (to - from) / 2.0);
            for &(node, weight) in NODES[(rising.len() - 1) / 2] {
                let x = middle + half * node;
                // For each seat the product of the others' lines: those before it times those after it.
                let mut heights = [0.0; MAX_SEATS];
                let mut before = [1.0; MAX_SEATS];
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
