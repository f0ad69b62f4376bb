//! Paranoid play by and/or on bits.
//!
//! "Can the seat be sure of at least x?" is a yes or a no, so a leaf is a bit, the worst of many is *and*, the best of many
//! is *or*, and a word answers for up to 64 leaves at a time. Win/loss games need one question; payoffs of k kinds need
//! k - 1, one a *plane*. A set of moves that can be sure of more is better than one that can be sure of less.
//!
//! A word holds the last few plies, as many as fit, and nothing of it is ever moved together: joining an axis inside a word
//! leaves the answer where the axis is 0, and whatever lies elsewhere is not looked at again. So an axis costs
//! `branching - 1` shifts for 64 leaves, whatever the branching. The plies before are rows of words.

use super::even_tree::{Axes, Axis, EvenTree, Plan};
use outwit_game::Player;

/// Payoffs of more kinds than this are not worth a plane each.
const MOST_PLANES: usize = 6;

/// The leaves as bits: for each payoff but the lowest, which leaves pay seat 1 at least that.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Planes {
    /// How many plies a word holds.
    within: usize,
    /// The payoffs there are, from the lowest.
    kinds: Vec<i8>,
    /// One plane for each payoff but the lowest; none at all if there are too many.
    planes: Vec<Vec<u64>>,
}

impl Planes {
    pub fn pack(branching: usize, plies: usize, leaves: &[i8]) -> Planes {
        let mut is_paid = [false; 256];
        for &leaf in leaves {
            is_paid[(i32::from(leaf) + 128) as usize] = true;
        }
        let kinds: Vec<i8> = (i8::MIN..=i8::MAX).filter(|&x| is_paid[(i32::from(x) + 128) as usize]).collect();
        let within = (1..=plies).take_while(|&count| branching.pow(count as u32) <= 64).last().unwrap_or(1);
        let width = branching.pow(within as u32);
        let planes = if kinds.len() > MOST_PLANES + 1 {
            Vec::new()
        } else {
            let word =
                |leaves: &[i8], low: i8| leaves.iter().rev().fold(0, |word, &leaf| word << 1 | u64::from(leaf >= low));
            kinds[1..].iter().map(|&low| leaves.chunks_exact(width).map(|row| word(row, low)).collect()).collect()
        };
        Planes { within, kinds, planes }
    }

    /// The payoffs there are, from the lowest.
    pub fn kinds(&self) -> &[i8] {
        &self.kinds
    }

    /// Whether the payoffs are of few enough kinds.
    pub fn is_packed(&self) -> bool {
        self.planes.len() + 1 == self.kinds.len()
    }
}

/// The plan of a paranoid seat.
pub(super) fn paranoid(tree: &EvenTree, axes: &Axes) -> Plan {
    let Planes { kinds, planes, .. } = &tree.planes;
    let is_first = axes.seat == Player::FIRST;
    let mut best: Option<Vec<Vec<u16>>> = None;
    let mut value = if is_first { kinds[0] } else { -kinds[kinds.len() - 1] };
    // From what is least to ask for to what is most; for seat 2 a plane says what seat 1 gets, so it is read the other way.
    for place in 0..planes.len() {
        let place = if is_first { place } else { planes.len() - 1 - place };
        let (sure, is_sure) = pass(tree, axes, &planes[place]);
        if is_sure {
            value = if is_first { kinds[place + 1] } else { -kinds[place] };
        }
        best = Some(match best {
            // Where nothing is sure the question before decides.
            Some(mut best) => {
                for (kept, sure) in best.iter_mut().flatten().zip(sure.iter().flatten()) {
                    *kept = if *sure != 0 { *sure } else { *kept };
                }
                best
            }
            None => sure,
        });
    }
    // Where nothing at all is sure, all moves are alike.
    let all = u16::MAX >> (16 - tree.branching);
    let mut best = best.unwrap_or_else(|| pass(tree, axes, &vec![0; row_count(tree)]).0);
    for mask in best.iter_mut().flatten() {
        *mask = if *mask == 0 { all } else { *mask };
    }
    Plan { seat: axes.seat, value: f64::from(value), best }
}

fn row_count(tree: &EvenTree) -> usize {
    tree.branching.pow((tree.plies() - tree.planes.within) as u32)
}

/// One question: for every information set the moves after which the answer is yes, and the answer at the root.
fn pass(tree: &EvenTree, axes: &Axes, plane: &[u64]) -> (Vec<Vec<u16>>, bool) {
    let (branching, within) = (tree.branching, tree.planes.within);
    let (outside, inside) = axes.plies.split_at(axes.plies.len() - within);
    let turned = if axes.seat == Player::FIRST { 0 } else { !0 };
    // Step 1. Rows of what is never seen are joined, the outermost first.
    let mut words: Vec<u64> = plane.iter().map(|word| word ^ turned).collect();
    let mut left = outside.to_vec();
    while let Some(place) = left.iter().position(|&axis| axis == Axis::Unseen) {
        let inner = branching.pow((left.len() - 1 - place) as u32);
        words = and_rows(&words, branching, inner);
        left.remove(place);
    }
    // Step 2. The same inside the words.
    let stride = |place: usize| branching.pow((within - 1 - place) as u32);
    for (place, _) in inside.iter().enumerate().filter(|(_, axis)| **axis == Axis::Unseen) {
        join_inside(&mut words, branching, stride(place), |a, b| a & b);
    }
    // Step 3. The plies inside the words, from the last.
    let mut best: Vec<Vec<u16>> = Vec::new();
    for (place, &axis) in inside.iter().enumerate().rev() {
        match axis {
            Axis::Own => {
                let seen_before: Vec<usize> = (0..place).filter(|&p| inside[p] != Axis::Unseen).map(stride).collect();
                best.push(moves_inside(&words, branching, stride(place), &offsets(branching, &seen_before)));
                join_inside(&mut words, branching, stride(place), |a, b| a | b);
            }
            Axis::Seen => join_inside(&mut words, branching, stride(place), |a, b| a & b),
            Axis::Unseen => {}
        }
    }
    // Step 4. The rows, of which one bit each is left.
    while let Some(axis) = left.pop() {
        let gathered = words
            .chunks_exact(branching)
            .map(|moves| moves.iter().enumerate().fold(0u16, |mask, (mv, word)| mask | ((word & 1) as u16) << mv));
        words = match axis {
            Axis::Own => {
                let masks: Vec<u16> = gathered.collect();
                let joined = masks.iter().map(|&mask| u64::from(mask != 0)).collect();
                best.push(masks);
                joined
            }
            _ => gathered.map(|mask| u64::from(mask.count_ones() as usize == branching)).collect(),
        };
    }
    best.reverse();
    (best, words[0] & 1 == 1)
}

fn and_rows(words: &[u64], branching: usize, inner: usize) -> Vec<u64> {
    let mut out: Vec<u64> = Vec::with_capacity(words.len() / branching);
    for block in words.chunks_exact(branching * inner) {
        let start = out.len();
        let (first, rest) = block.split_at(inner);
        out.extend_from_slice(first);
        for row in rest.chunks_exact(inner) {
            for (kept, word) in out[start..].iter_mut().zip(row) {
                *kept &= word;
            }
        }
    }
    out
}

fn join_inside(words: &mut [u64], branching: usize, stride: usize, join: impl Fn(u64, u64) -> u64) {
    for word in words {
        *word = (1..branching).fold(*word, |joined, mv| join(joined, *word >> (mv * stride)));
    }
}

/// The places in a word of the information sets that these strides tell apart, in order.
fn offsets(branching: usize, strides: &[usize]) -> Vec<usize> {
    strides.iter().fold(vec![0], |offsets, stride| {
        offsets.iter().flat_map(|offset| (0..branching).map(move |mv| offset + mv * stride)).collect()
    })
}

fn moves_inside(words: &[u64], branching: usize, stride: usize, offsets: &[usize]) -> Vec<u16> {
    let mut masks = Vec::with_capacity(words.len() * offsets.len());
    if stride == 1 {
        let all = u64::from(u16::MAX >> (16 - branching));
        for word in words {
            masks.extend(offsets.iter().map(|offset| (word >> offset & all) as u16));
        }
    } else {
        for word in words {
            masks.extend(offsets.iter().map(|offset| {
                (0..branching).fold(0, |mask, mv| mask | ((word >> (offset + mv * stride) & 1) as u16) << mv)
            }));
        }
    }
    masks
}
