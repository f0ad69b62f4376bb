//! The backward pass on numbers: sums for overconfident and quantal play, minima for paranoid play.
//!
//! Which of the other's hidden moves was made never shows, so all that can be said of them is said at once: their plies are
//! summed (or minimised) away before anything else, the outermost first, where that is one long loop over neighbours. What
//! is left is a tree of what the seat sees, whose last ply is the fastest index; folding it ply by ply from the end meets
//! every information set once.

use super::even_tree::{Axes, Axis, EvenTree, Plan, power};
use outwit_game::{Player, equally_good};

/// Whole sums. Overconfident values are these divided by the number of the other's plays; they are compared undivided.
pub(super) fn overconfident(tree: &EvenTree, axes: &Axes) -> Plan {
    // A 32-bit sum holds all leaves of the largest payoff, nearly always; where it would not, take 64 bits.
    let largest = tree.planes.kinds().iter().map(|kind| i64::from(kind.unsigned_abs())).max().unwrap_or(0);
    let scale = power(tree.branching, axes.others());
    let is_exact = |sum, best| sum == best;
    if (tree.leaves.len() as i64).checked_mul(largest).is_some_and(|sum| sum <= i64::from(i32::MAX)) {
        let turn = if axes.seat == Player::FIRST { 0 } else { -1 };
        // (x ^ -1) + 1 is -x, and quicker than a product where many are taken at a time.
        let (best, sum) = fold(tree, axes, |leaf| (i32::from(leaf) ^ turn) - turn, |a, b| a + b, is_exact);
        Plan { seat: axes.seat, value: f64::from(sum) / scale, best }
    } else {
        let turn = if axes.seat == Player::FIRST { 0 } else { -1 };
        let is_exact = |sum, best| sum == best;
        let (best, sum) = fold(tree, axes, |leaf| (i64::from(leaf) ^ turn) - turn, |a, b| a + b, is_exact);
        Plan { seat: axes.seat, value: sum as f64 / scale, best }
    }
}

/// Minima, for payoffs of so many kinds that bits do not pay.
pub(super) fn paranoid(tree: &EvenTree, axes: &Axes) -> Plan {
    let turn = if axes.seat == Player::FIRST { 0 } else { -1 };
    let payoff = |leaf| (i16::from(leaf) ^ turn) - turn;
    let (best, value) = fold(tree, axes, payoff, |a, b| a.min(b), |value, best| value == best);
    Plan { seat: axes.seat, value: f64::from(value), best }
}

/// Terms smaller than exp of minus this are lost beside 1, and soon lost altogether.
const LARGEST_EXPONENT: f64 = 600.0;

/// Sums of exp(-tau payoff), which the seat wants small. The sign is turned, so that it wants them large like all others.
pub(super) fn quantal(tree: &EvenTree, axes: &Axes, tau: f64) -> Plan {
    let payoff = |leaf: i8| if axes.seat == Player::FIRST { f64::from(leaf) } else { -f64::from(leaf) };
    // Measured from the worst payoff, so that nothing overflows: every term is at most 1, and the worst are 1.
    let paid = || tree.planes.kinds().iter().map(|&kind| payoff(kind));
    let (worst, highest) = (paid().fold(f64::INFINITY, f64::min), paid().fold(f64::NEG_INFINITY, f64::max));
    let scale = power(tree.branching, axes.others());
    if tau * (highest - worst) > LARGEST_EXPONENT {
        // The same in logarithms, for which no tau is too large.
        let tied = |value: f64, best: f64| equally_good(value / tau, best / tau);
        let (best, value) = fold(tree, axes, |leaf| tau * payoff(leaf), soft_minimum, tied);
        return Plan { seat: axes.seat, value: (value + libm::log(scale)) / tau, best };
    }
    let term = |leaf: i8| -libm::exp(-tau * (payoff(leaf) - worst));
    let terms: Vec<f64> = (i8::MIN..=i8::MAX).map(term).collect(); // those that are not paid may be anything
    let certainty = |sum: f64| worst - libm::log(-sum) / tau;
    let tied = |sum: f64, best: f64| {
        // Sums of the same terms in another order differ in the last bits; logarithms only where that is not all.
        sum == best || ((sum - best).abs() <= 1e-6 * best.abs() && equally_good(certainty(sum), certainty(best)))
    };
    let (best, sum) = fold(tree, axes, |leaf| terms[(i32::from(leaf) + 128) as usize], |a, b| a + b, tied);
    Plan { seat: axes.seat, value: certainty(sum / scale), best }
}

/// -ln(exp(-a) + exp(-b)).
pub(super) fn soft_minimum(a: f64, b: f64) -> f64 {
    let (small, large) = if a < b { (a, b) } else { (b, a) };
    if large == f64::INFINITY { small } else { small - libm::log1p(libm::exp(small - large)) }
}

/// The pass: best moves of all information sets, and the value at the root. `join` is what the other's moves come to,
/// `tied` says whether a value is as good as the best.
fn fold<V: Copy + PartialOrd>(
    tree: &EvenTree,
    axes: &Axes,
    leaf: impl Fn(i8) -> V + Copy,
    join: impl Fn(V, V) -> V + Copy,
    tied: impl Fn(V, V) -> bool + Copy,
) -> (Vec<Vec<u16>>, V) {
    let branching = tree.branching;
    let mut left: Vec<Axis> = axes.plies.clone();
    let mut values: Option<Vec<V>> = None;
    // Step 1. What is never seen goes first.
    while let Some(place) = left.iter().position(|&axis| axis == Axis::Unseen) {
        let inner = branching.pow((left.len() - 1 - place) as u32);
        values = Some(match &values {
            None => join_axis(&tree.leaves, branching, inner, leaf, join),
            Some(values) => join_axis(values, branching, inner, |value| value, join),
        });
        left.remove(place);
    }
    // Step 2. The rest from the end, ply by ply.
    let mut best: Vec<Vec<u16>> = Vec::new();
    while let Some(axis) = left.pop() {
        values = Some(match (axis, &values) {
            (Axis::Own, None) => choose(&tree.leaves, branching, leaf, tied, &mut best),
            (Axis::Own, Some(values)) => choose(values, branching, |value| value, tied, &mut best),
            (_, None) => join_axis(&tree.leaves, branching, 1, leaf, join),
            (_, Some(values)) => join_axis(values, branching, 1, |value| value, join),
        });
    }
    best.reverse();
    (best, values.expect("a tree has a ply")[0])
}

/// Joins an axis away: `inner` neighbours stand for each of its places.
fn join_axis<F: Copy, V: Copy>(
    from: &[F],
    branching: usize,
    inner: usize,
    read: impl Fn(F) -> V + Copy,
    join: impl Fn(V, V) -> V + Copy,
) -> Vec<V> {
    // One place alone: the usual sizes are spelt out, so that the loop over the moves is unrolled.
    if inner == 1 {
        return match branching {
            2 => join_neighbours::<F, V, 2>(from, read, join),
            3 => join_neighbours::<F, V, 3>(from, read, join),
            4 => join_neighbours::<F, V, 4>(from, read, join),
            5 => join_neighbours::<F, V, 5>(from, read, join),
            6 => join_neighbours::<F, V, 6>(from, read, join),
            _ => from
                .chunks_exact(branching)
                .map(|moves| moves[1..].iter().fold(read(moves[0]), |sum, &value| join(sum, read(value))))
                .collect(),
        };
    }
    let mut out: Vec<V> = Vec::with_capacity(from.len() / branching);
    for block in from.chunks_exact(branching * inner) {
        let start = out.len();
        let (first, rest) = block.split_at(inner);
        out.extend(first.iter().map(|&value| read(value)));
        for row in rest.chunks_exact(inner) {
            for (sum, &value) in out[start..].iter_mut().zip(row) {
                *sum = join(*sum, read(value));
            }
        }
    }
    out
}

fn join_neighbours<F: Copy, V: Copy, const B: usize>(
    from: &[F],
    read: impl Fn(F) -> V + Copy,
    join: impl Fn(V, V) -> V + Copy,
) -> Vec<V> {
    let (chunks, _) = from.as_chunks::<B>();
    let all = |moves: &[F; B]| moves[1..].iter().fold(read(moves[0]), |sum, &value| join(sum, read(value)));
    chunks.iter().map(all).collect()
}

/// Folds the last axis, which is the seat's own: the best moves of each information set are noted.
fn choose<F: Copy, V: Copy + PartialOrd>(
    from: &[F],
    branching: usize,
    read: impl Fn(F) -> V + Copy,
    tied: impl Fn(V, V) -> bool + Copy,
    best: &mut Vec<Vec<u16>>,
) -> Vec<V> {
    let (masks, values) = match branching {
        2 => choose_among::<F, V, 2>(from, read, tied),
        3 => choose_among::<F, V, 3>(from, read, tied),
        4 => choose_among::<F, V, 4>(from, read, tied),
        5 => choose_among::<F, V, 5>(from, read, tied),
        6 => choose_among::<F, V, 6>(from, read, tied),
        _ => from.chunks_exact(branching).map(|moves| best_moves(moves, read, tied)).unzip(),
    };
    best.push(masks);
    values
}

fn choose_among<F: Copy, V: Copy + PartialOrd, const B: usize>(
    from: &[F],
    read: impl Fn(F) -> V + Copy,
    tied: impl Fn(V, V) -> bool + Copy,
) -> (Vec<u16>, Vec<V>) {
    let (chunks, _) = from.as_chunks::<B>();
    chunks.iter().map(|moves| best_moves(moves, read, tied)).unzip()
}

#[inline(always)]
fn best_moves<F: Copy, V: Copy + PartialOrd>(
    moves: &[F],
    read: impl Fn(F) -> V + Copy,
    tied: impl Fn(V, V) -> bool + Copy,
) -> (u16, V) {
    let larger = |a: V, b: V| if b > a { b } else { a };
    let best = moves[1..].iter().fold(read(moves[0]), |best, &value| larger(best, read(value)));
    let mask = moves.iter().enumerate().fold(0, |mask, (mv, &value)| mask | u16::from(tied(read(value), best)) << mv);
    (mask, best)
}
