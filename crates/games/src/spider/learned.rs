//! What a table is worth, learned from games.
//!
//! There are weights for every number of deals left, for a table on which a card was just turned up and for one that was just
//! dealt on, so that dealing and turning can be compared.
//!
//! `weights.rs` is written by `cargo bench -p outwit-search --bench spider`, which says how. There are two sets. `EXPECTED` says what
//! the game will come to: regressed on what was counted before, 1,000 to 1,500 games a round and 1,500 to 2,000 moves a decision, from
//! `staged` on, four rounds with four suits, three with two, and one more with four, and of those the mean of the last four that played
//! well (`benches/spider/before.txt`). `WEIGHTS` went on from there by trial: changed a little forth and back, and moved along what won
//! more games with two suits (`tune`; docs/results/spider.md has the commands). What those add up to tells which of two tables is
//! better, and no longer what the game will come to.

use super::evaluation::staged;
use super::scan::Scan;
use super::{Score, Spider, Tableau};
use outwit_game::{Evaluation, Player};

/// How many features there are.
pub const FEATURES: usize = 30;

/// Their names.
pub(super) const NAMES: [&str; FEATURES] = [
    "one",
    "cards face down",
    "cards without a name",
    "columns without cards face down",
    "a first space",
    "further spaces",
    "links within a suit",
    "lengths of runs",
    "steps between suits",
    "breaks",
    "runs on cards face down",
    "fewest runs on cards face down",
    "different ranks at the ends",
    "ranks at breaks",
    "kings on other cards",
    "kings that begin a column",
    "cards over lower ones",
    "suits complete",
    "cards that would fit",
    "cards that would fit their suit",
    "cards that would take a run",
    "runs that can move",
    "fewest cards face down in a column",
    "squares of cards face down",
    "runs of the column that is cleared first",
    "aces at the ends",
    "the longest run",
    "cards that would fit, if one comes",
    "spaces, if a card comes",
    "square of columns without cards face down",
];

/// Kinds of tables, each with its weights: by the deals left, first those on which a card was turned up, then those just dealt.
pub const STAGES: usize = 11;

/// A weight for every feature of every kind of table.
pub type Weights = [[f32; FEATURES]; STAGES];

/// Which kind of table it is.
#[inline]
pub fn stage(game: &Spider, table: &Tableau) -> usize {
    let deals = usize::from(table.stock / game.columns);
    if table.is_dealing() { 6 + deals.min(4) } else { deals.min(5) }
}

/// The features of a table.
pub fn features(game: &Spider, table: &Tableau) -> [f32; FEATURES] {
    features_of(&Scan::new(game, table))
}

fn features_of(scan: &Scan) -> [f32; FEATURES] {
    let unseen = scan.unseen.max(1) as f32;
    let few = |count: i32| count.min(8) as f32;
    let open = scan.open as f32;
    let fits = scan.fits as f32 / unseen;
    let comes = if scan.is_dealing { 0.0 } else { scan.nameless as f32 };
    [
        1.0,
        scan.down as f32,
        comes,
        open,
        scan.empty.min(1) as f32,
        (scan.empty - 1).max(0) as f32,
        scan.links as f32,
        scan.lengths as f32,
        scan.steps as f32,
        scan.breaks as f32,
        scan.runs as f32,
        few(scan.fewest_runs),
        scan.ends as f32,
        scan.break_ranks as f32,
        scan.kings as f32,
        scan.base_kings as f32,
        scan.over_lower as f32,
        (scan.taken + scan.complete) as f32,
        fits,
        scan.suit_fits as f32 / unseen,
        scan.takes as f32 / unseen,
        scan.movable as f32,
        few(scan.fewest_down),
        scan.down_squares as f32,
        few(scan.fewest_to_clear),
        scan.aces as f32,
        scan.longest as f32,
        if comes > 0.0 { fits } else { 0.0 },
        if comes > 0.0 { scan.empty as f32 } else { 0.0 },
        open * open,
    ]
}

/// From any number to a share between 0 and 1, without anything that one machine computes otherwise than another.
#[inline]
pub fn squash(x: f32) -> f32 {
    0.5 + 0.5 * x / (1.0 + x * x).sqrt()
}

/// An evaluation with these weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Learned<'a>(pub &'a Weights);

impl Learned<'_> {
    /// How good a table is, between 0 and 1. Where nothing is hidden any more there was nothing to
    /// learn from: what lies ahead is a puzzle, and the weights set by hand lead through it. Where the stock is lost nothing lies ahead.
    #[inline]
    pub fn share(&self, game: &Spider, table: &Tableau) -> f64 {
        if game.is_stock_lost(table) {
            return f64::from(game.points(table)) / f64::from(game.most_points());
        }
        let scan = Scan::new(game, table);
        if scan.unseen == 0 {
            return staged(game, &scan);
        }
        let features = features_of(&scan);
        let weights = &self.0[stage(game, table)];
        let mut sum = 0.0;
        for (place, x) in features.iter().enumerate() {
            sum += x * weights[place];
        }
        f64::from(squash(sum))
    }
}

impl Evaluation<Spider> for Learned<'_> {
    #[inline]
    fn value(&self, game: &Spider, table: &Tableau, _seat: Player) -> f64 {
        let share = self.share(game, table);
        match game.score {
            Score::Woods => share * f64::from(game.most_points()),
            Score::Win => share,
        }
    }
}
