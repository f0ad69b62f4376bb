//! What a small network adds to what a table is worth by its weights.
//!
//! The weights of `learned.rs` add up what is counted over all columns. Which column could be cleared, what a space is worth while
//! there are deals left, which ranks the ends lack: that takes more than a sum. One layer of units sees the same counts, the
//! cards not seen by rank, the ranks at the ends, and of every column how many cards lie face down, how many runs lie on them and how
//! long the last is. It was taught by games what the weights leave unexplained, so that where it knows nothing they speak alone.

use super::Spider;
use super::learned::{FEATURES, STAGES};
use super::scan::{CLASSES, Scan};
use super::tableau::COLUMNS;

/// Units of the only layer.
pub const UNITS: usize = 16;
/// Ranks of the common game, the only one that is known.
const RANKS: usize = 13;
/// Inputs that are numbers.
pub const NUMBERS: usize = FEATURES + RANKS;
/// Inputs that are there or not: ranks at the ends, ranks of the cards that begin the last runs, stages, and columns of each class.
pub const MARKS: usize = 2 * RANKS + STAGES + CLASSES;
/// The most of them that a table has.
pub const MOST_MARKS: usize = 3 * COLUMNS + 1;

/// What the network sees of a table.
#[derive(Clone, Copy)]
pub struct Sight {
    /// The numbers.
    pub numbers: [f32; NUMBERS],
    marks: [u8; MOST_MARKS],
    count: u8,
}

impl Sight {
    /// What there is.
    #[inline]
    pub fn marks(&self) -> &[u8] {
        &self.marks[..usize::from(self.count)]
    }

    #[inline]
    pub(super) fn new(scan: &Scan, features: &[f32; FEATURES], stage: usize) -> Sight {
        let mut sight = Sight { numbers: [0.0; NUMBERS], marks: [0; MOST_MARKS], count: 0 };
        sight.numbers[..FEATURES].copy_from_slice(features);
        for (number, &count) in sight.numbers[FEATURES..].iter_mut().zip(&scan.unseen_of[1..]) {
            *number = f32::from(count);
        }
        sight.marks[0] = (2 * RANKS + stage) as u8;
        sight.count = 1;
        for (first, mut ranks) in [(0, scan.end_ranks), (RANKS as u32, scan.head_ranks)] {
            while ranks != 0 {
                sight.mark(first + ranks.trailing_zeros() - 1);
                ranks &= ranks - 1;
            }
        }
        for &class in &scan.classes {
            sight.mark((2 * RANKS + STAGES) as u32 + u32::from(class));
        }
        sight
    }

    #[inline]
    fn mark(&mut self, input: u32) {
        self.marks[usize::from(self.count)] = input as u8;
        self.count += 1;
    }
}

/// The weights of a network.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    /// From each number to each unit.
    pub numbers: [[f32; UNITS]; NUMBERS],
    /// From each mark.
    pub marks: [[f32; UNITS]; MARKS],
    /// From the units to what is added.
    pub out: [f32; UNITS],
}

impl Network {
    /// What every unit gets.
    #[inline]
    pub fn units(&self, sight: &Sight) -> [f32; UNITS] {
        let mut units = [0.0; UNITS];
        for (x, row) in sight.numbers.iter().zip(&self.numbers) {
            units.iter_mut().zip(row).for_each(|(unit, weight)| *unit += x * weight);
        }
        for &mark in sight.marks() {
            let row = &self.marks[usize::from(mark)];
            units.iter_mut().zip(row).for_each(|(unit, weight)| *unit += weight);
        }
        units
    }

    /// What is added to the sum of the weights.
    #[inline]
    pub fn sum(&self, sight: &Sight) -> f32 {
        let mut sum = 0.0;
        for (unit, weight) in self.units(sight).iter().zip(&self.out) {
            sum += unit.max(0.0) * weight;
        }
        sum
    }

    /// Whether it was taught this game: other sizes look different.
    #[inline]
    pub fn knows(game: &Spider) -> bool {
        game.ranks == 13 && game.columns == 10 && game.down == 44 && game.deals == 5
    }

    /// All weights, in the order in which they are written.
    pub fn weights(&self) -> impl Iterator<Item = &f32> {
        self.numbers.iter().chain(&self.marks).flatten().chain(&self.out)
    }

    /// The same, to be changed.
    pub fn weights_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.numbers.iter_mut().chain(&mut self.marks).flatten().chain(&mut self.out)
    }

    /// Reads what [`Network::text`] writes.
    pub fn read(text: &str) -> Option<Network> {
        let mut network = Network::silent();
        let mut words = text.split_whitespace();
        for weight in network.weights_mut() {
            *weight = words.next()?.parse().ok()?;
        }
        words.next().is_none().then_some(network)
    }

    /// A line for every input with a weight for every unit, and one for what the units add; ten-thousandths are all that is kept.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for row in self.numbers.iter().chain(&self.marks).chain([&self.out]) {
            text.push_str(&row.map(|weight| format!("{weight:.4}")).join(" "));
            text.push('\n');
        }
        text
    }

    /// A network that adds nothing.
    pub const fn silent() -> Network {
        Network { numbers: [[0.0; UNITS]; NUMBERS], marks: [[0.0; UNITS]; MARKS], out: [0.0; UNITS] }
    }
}
