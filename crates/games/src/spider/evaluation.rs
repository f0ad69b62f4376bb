//! What a table of cards is worth.

use super::tableau::{self, COLUMNS, UNKNOWN};
use super::{Score, Spider, Tableau};
use outwit_game::{Blind, Evaluation, Game, Player};

/// What a position is worth before the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SpiderEvaluation {
    /// Weights that slide with the share of cards still face down.
    Staged,
    /// What stopping would pay.
    Points,
    /// All positions are equal.
    Blind,
}

/// What is looked at, each with its weight while all cards are face down and once none is.
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
pub(super) fn features(game: &Spider, table: &Tableau) -> [f64; FEATURES.len()] {
    let mut counts = [0i32; FEATURES.len()];
    let [down, open, links, first_space, spaces, complete, runs, ends, breaks, ranks, kings, taken] = &mut counts;
    *down = table.face_down() as i32;
    *taken = table.taken.iter().map(|&count| i32::from(count)).sum();
    let mut ranks_at_ends = 0u16;
    let mut empty = 0;
    for column in 0..usize::from(game.columns).min(COLUMNS) {
        let cards = table.column(column);
        let is_open = table.down(column) == 0;
        *open += i32::from(is_open);
        empty += i32::from(cards.is_empty());
        if let Some(&card) = cards.last().filter(|&&card| card != UNKNOWN) {
            ranks_at_ends |= 1 << tableau::rank(card);
        }
        if cards.is_empty() {
            continue;
        }
        let mut length = 1;
        let mut runs_here = 1;
        for pair in cards.windows(2) {
            let (higher, lower) = (pair[0], pair[1]);
            if tableau::follows(higher, lower) {
                *links += 1;
                length += 1;
                *complete += i32::from(length == game.ranks);
                continue;
            }
            length = 1;
            runs_here += 1;
            if lower == UNKNOWN || higher == UNKNOWN {
                continue;
            }
            if tableau::rank(higher) != tableau::rank(lower) + 1 {
                *breaks += 1;
                *ranks += i32::from(tableau::rank(lower));
            }
            *kings += i32::from(tableau::rank(lower) == game.ranks);
        }
        if !is_open {
            *runs += runs_here;
            *kings += i32::from(cards[0] != UNKNOWN && tableau::rank(cards[0]) == game.ranks);
        }
    }
    *first_space = empty.min(1);
    *spaces = (empty - 1).max(0);
    *ends = ranks_at_ends.count_ones() as i32;
    counts.map(f64::from)
}

impl SpiderEvaluation {
    fn points(self, game: &Spider, table: &Tableau) -> f64 {
        let most = f64::from(game.most_points());
        match self {
            SpiderEvaluation::Staged => {
                let early = if game.down == 0 { 0.0 } else { f64::from(table.face_down()) / f64::from(game.down) };
                let features = features(game, table);
                let worth = features
                    .iter()
                    .zip(FEATURES)
                    .map(|(&x, (_, first, last))| x * (early * first + (1.0 - early) * last));
                (10.0 * f64::from(game.down) + worth.sum::<f64>()).clamp(0.0, most)
            }
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
        if *self == SpiderEvaluation::Staged {
            out.extend(features(game, table));
        }
    }

    fn feature_names(&self) -> &'static [&'static str] {
        if *self == SpiderEvaluation::Staged { &NAMES } else { &[] }
    }

    fn is_symmetric(&self) -> bool {
        true
    }

    fn unit(&self, game: &Spider) -> f64 {
        if game.score == Score::Win { 0.01 } else { 10.0 }
    }
}
