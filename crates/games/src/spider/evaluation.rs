//! What a table of cards is worth.

use super::learned::{self, Learned};
use super::scan::Scan;
use super::weights::{EXPECTED, WEIGHTS};
use super::{Score, Spider, Tableau};
use outwit_game::{Blind, Evaluation, Game, Player};

/// What a position is worth before the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SpiderEvaluation {
    /// What wins games from tables like this.
    Learned,
    /// What games came to from tables like this.
    Expected,
    /// Weights set by hand that slide with the share of cards still face down.
    Staged,
    /// What stopping would pay.
    Points,
    /// All positions are equal.
    Blind,
}

/// What [`SpiderEvaluation::Staged`] looks at, each with its weight while all cards are face down and once none is.
const FEATURES: [(&str, f64, f64); 12] = [
    ("cards face down", -11.0, -10.0),
    ("columns without cards face down", 106.0, 15.0),
    ("links within a suit", 2.0, 4.0),
    ("a first space", 0.0, 25.0),
    ("further spaces", 55.0, 15.0),
    ("suits complete", 6.0, 60.0),
    ("runs on cards face down", -2.0, -2.0),
    ("different ranks at the ends", 1.5, 1.0),
    ("breaks", 0.0, -3.0),
    ("ranks at breaks", 0.0, -0.3),
    ("kings on other cards", 0.0, -4.0),
    ("suits taken", 50.0, 110.0),
];

/// What the table before a deal must be better by.
const DEAL: f64 = 5.0;

const NAMES: [&str; FEATURES.len()] = {
    let mut names = [""; FEATURES.len()];
    let mut place = 0;
    while place < names.len() {
        names[place] = FEATURES[place].0;
        place += 1;
    }
    names
};

/// The features of a table, in the order of the list.
fn features(scan: &Scan) -> [f64; FEATURES.len()] {
    [
        scan.down,
        scan.open,
        scan.links,
        scan.empty.min(1),
        (scan.empty - 1).max(0),
        scan.complete,
        scan.runs,
        scan.ends,
        scan.breaks,
        scan.break_ranks,
        scan.kings,
        scan.taken,
    ]
    .map(f64::from)
}

/// The weights that win most games.
pub fn learned_weights() -> &'static learned::Weights {
    &WEIGHTS
}

/// The share of the most points that the weights set by hand expect.
pub(super) fn staged(game: &Spider, scan: &Scan) -> f64 {
    let early = if game.down == 0 { 0.0 } else { f64::from(scan.down) / f64::from(game.down) };
    let weigh = |(&x, (_, first, last)): (&f64, (&str, f64, f64))| x * (early * first + (1.0 - early) * last);
    let worth: f64 = features(scan).iter().zip(FEATURES).map(weigh).sum();
    let dealt = if scan.is_dealing { DEAL } else { 0.0 };
    // Nothing is cut off at the ends: a game that is nearly won is still told from one that is not quite so near.
    let middle = 0.5 * f64::from(game.most_points());
    f64::from(learned::squash(((10.0 * f64::from(game.down) + worth - dealt - middle) / middle) as f32))
}

impl SpiderEvaluation {
    fn points(self, game: &Spider, table: &Tableau) -> f64 {
        let most = f64::from(game.most_points());
        match self {
            SpiderEvaluation::Learned => most * Learned(&WEIGHTS).share(game, table),
            SpiderEvaluation::Expected => most * Learned(&EXPECTED).share(game, table),
            SpiderEvaluation::Staged if game.is_stock_lost(table) => f64::from(game.points(table)),
            SpiderEvaluation::Staged => most * staged(game, &Scan::new(game, table)),
            _ => f64::from(game.points(table)),
        }
    }
}

impl Evaluation<Spider> for SpiderEvaluation {
    fn value(&self, game: &Spider, table: &Tableau, seat: Player) -> f64 {
        if *self == SpiderEvaluation::Blind {
            return Blind.value(game, table, seat);
        }
        let points = self.points(game, table);
        match game.score {
            Score::Woods => points,
            Score::Win => (points / f64::from(game.most_points())).clamp(game.facts().lowest, game.facts().highest),
        }
    }

    fn features(&self, game: &Spider, table: &Tableau, out: &mut Vec<f64>) {
        match self {
            SpiderEvaluation::Learned | SpiderEvaluation::Expected => {
                out.extend(learned::features(game, table).map(f64::from))
            }
            SpiderEvaluation::Staged => out.extend(features(&Scan::new(game, table))),
            _ => {}
        }
    }

    fn feature_names(&self) -> &'static [&'static str] {
        match self {
            SpiderEvaluation::Learned | SpiderEvaluation::Expected => &learned::NAMES,
            SpiderEvaluation::Staged => &NAMES,
            _ => &[],
        }
    }

    fn is_symmetric(&self) -> bool {
        true
    }

    fn unit(&self, game: &Spider) -> f64 {
        if game.score == Score::Win { 0.01 } else { 10.0 }
    }
}
