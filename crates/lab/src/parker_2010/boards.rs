//! Boards of the paper's games, and what comes of OC meeting PAR on them.

use crate::progress::Progress;
use crate::report::Plot;
use outwit::arena::picture::{LinePlot, Series};
use outwit::arena::statistics::{Estimate, mean_in};
use outwit::game::{Game, Player, Problem, Rng, Turn};
use outwit::games::hide::Share;
use outwit::games::random_kalah::{RandomKalah, Stones};
use outwit::games::random_trees::RandomTree;
use outwit::pool::Threads;
use outwit::search::belief::information_set::{EvenTree, Model, Plan, expected_payoff};
use std::collections::HashMap;

/// The shares that are hidden, in fifths.
pub(super) const FIFTHS: std::ops::RangeInclusive<u32> = 0..=5;

/// One of the paper's games.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// A P-game or an N-game.
    Tree(RandomTree),
    /// Randomised kalah.
    Kalah(RandomKalah),
}

impl Kind {
    /// A board of this game, written out.
    pub fn board(&self, branching: usize, plies: usize, number: u64) -> Result<EvenTree, Problem> {
        let leaves = match self {
            Kind::Tree(tree) => tree.all_payoffs(number),
            Kind::Kalah(kalah) => all_payoffs(kalah, kalah.start(&mut Rng::new(number))),
        };
        EvenTree::alternating(branching, plies, leaves)
    }
}

/// What every play of kalah pays seat 1. Plays that come to the same position are worked out once and copied.
fn all_payoffs(kalah: &RandomKalah, start: Stones) -> Vec<i8> {
    fn push(kalah: &RandomKalah, stones: &Stones, left: u8, met: &mut HashMap<Stones, usize>, out: &mut Vec<i8>) {
        if left == 0 {
            out.push(kalah.payoffs(stones)[Player::FIRST].clamp(-127.0, 127.0) as i8);
            return;
        }
        // Looking it up is worth it only where enough hangs below.
        if left >= 2 {
            if let Some(&place) = met.get(stones) {
                out.extend_from_within(place..place + usize::from(kalah.pits).pow(left.into()));
                return;
            }
            met.insert(*stones, out.len());
        }
        for pit in 0..kalah.pits {
            let mut next = *stones;
            kalah.play(&mut next, pit);
            push(kalah, &next, left - 1, met, out);
        }
    }
    debug_assert!(matches!(kalah.turn(&start), Turn::Of(_)));
    let mut out = Vec::with_capacity(usize::from(kalah.pits).pow(kalah.plies.into()));
    push(kalah, &start, kalah.plies, &mut HashMap::new(), &mut out);
    out
}

/// Who plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Who {
    /// Information-set search with this model of the other.
    Modelling(Model),
    /// Every move is equally likely.
    Random,
}

/// The score of `one` against `other` on a board, both seats, for each share that is hidden.
pub(super) fn scores(tree: &EvenTree, one: Who, other: Who) -> Vec<f64> {
    all_scores(tree, &[one], &[other]).swap_remove(0).swap_remove(0)
}

/// The same for everybody against everybody: by `others`, by `ones`, and by the share. Each makes a plan once, and whoever
/// plans the same scores the same.
pub(super) fn all_scores(tree: &EvenTree, ones: &[Who], others: &[Who]) -> Vec<Vec<Vec<f64>>> {
    let mut scores = vec![vec![Vec::new(); ones.len()]; others.len()];
    for fifths in FIFTHS {
        let share = Share::new(fifths, 5).expect("a share of at most 1");
        let hidden = share.plies(tree.plies());
        let plan = |seat: Player, who: Who| match who {
            Who::Modelling(model) => tree.plan(seat, &hidden, model),
            Who::Random => tree.random_plan(seat, &hidden),
        };
        let plans = |all: &[Who]| -> Vec<[Plan; 2]> {
            all.iter().map(|&who| [Player::FIRST, Player::SECOND].map(|seat| plan(seat, who))).collect()
        };
        let (ones, others) = (plans(ones), plans(others));
        let is_same = |[a, b]: &[Plan; 2], [c, d]: &[Plan; 2]| a.best == c.best && b.best == d.best;
        let alike: Vec<usize> = (0..ones.len())
            .map(|place| (0..place).find(|&p| is_same(&ones[p], &ones[place])).unwrap_or(place))
            .collect();
        for (scores, other) in scores.iter_mut().zip(&others) {
            for (place, one) in ones.iter().enumerate() {
                let score = if alike[place] < place {
                    scores[alike[place]][fifths as usize]
                } else {
                    let meet = |first, second| expected_payoff(tree, &hidden, first, second);
                    (meet(&one[0], &other[1]) - meet(&other[0], &one[1])) / 2.0
                };
                scores[place].push(score);
            }
        }
    }
    scores
}

/// The mean score over boards: from -1 to 1.
pub(super) fn mean_score(scores: &[f64]) -> Estimate {
    mean_in(scores, (-1.0, 1.0)).unwrap_or(Estimate { value: f64::NAN, interval: None })
}

/// Curves over the share of moves that is hidden, 0 dashed.
pub(super) fn by_share(name: String, title: &str, y_label: &str, series: Vec<Series>) -> Plot {
    let plot = LinePlot {
        title: title.to_string(),
        x_label: "share of moves hidden, h".to_string(),
        y_label: y_label.to_string(),
        series,
        reference: Some(0.0),
        ..LinePlot::default()
    };
    Plot { name, svg: plot.to_svg() }
}

/// Works through numbered jobs on some threads. The answers come in the order of the jobs, whoever did them.
pub(super) fn in_parallel<T: Send>(
    count: usize,
    threads: usize,
    progress: &Progress<'_>,
    job: impl Fn(usize) -> Result<T, Problem> + Sync,
) -> Result<Vec<T>, Problem> {
    Threads::new(threads).map(count, progress.stop(), || Ok(()), |(), number| job(number))
}
