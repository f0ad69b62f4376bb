//! Bearing off: what a race is worth in which all checkers of both sides stand in their own homes.
//!
//! No side can hinder the other any more, so each is looked at alone: a one-sided table, as GNU Backgammon has one, says for
//! every way to have up to 15 checkers at home how likely it takes so many rolls until the last is off. Who rolls now wins if
//! it needs no more rolls than the other. A second table says the same of the first checker, for sides that have all 15: who
//! has borne off nothing loses a gammon. Backgammons there are none, for nobody stands in the other's home.
//!
//! *Where it errs.* Each side is taken to make the plays that need the fewest rolls on average, until the last checker is off
//! or the first, and not those that win most often. A side that is behind may do better to play for the rare quick finish, one
//! that is ahead to play safe, and one that may lose a gammon and may still win has to weigh the two. The dice being known, the
//! best play is taken by the chance to win, so the error lies in later rolls. With two checkers a side nothing is lost;
//! with three, held against the solved game, values are off by less than 0.01 points and by less than 0.0002 on average.
//!
//! *How they are made.* Positions are numbered so that every step leads to a lower number, and worked out in that order. At
//! home a die can always be played while there are checkers, and what the dice cannot play at the end does not matter. So the
//! best play of two dice is the best step of the one followed by the best of the other, in either order, and that of doubles
//! is a step followed by the best three steps from there: for each position the best of one, two and three steps are kept
//! until all is done, and no play is ever written out.

use super::{Backgammon, Board, CHECKERS, Phase};
use outwit_game::Player;
use std::sync::LazyLock;

/// Points of a home.
const POINTS: usize = 6;
/// Ways to have up to 15 checkers on six points.
const HOMES: usize = binomial(CHECKERS as usize + POINTS, POINTS);
/// The number of the first home with all checkers: those with fewer have lower numbers.
const FULL: usize = HOMES - binomial(CHECKERS as usize + POINTS - 1, POINTS - 1);

const fn binomial(n: usize, k: usize) -> usize {
    let (mut ways, mut taken) = (1, 0);
    while taken < k {
        ways = ways * (n - taken) / (taken + 1);
        taken += 1;
    }
    ways
}

/// A side's checkers by the points 1 to 6; at place 0 those that were borne off since, which nobody counts.
type Home = [u8; POINTS + 1];

/// What so many checkers on a point and all points behind it add to the number of a home: `NUMBERS[point][checkers]`.
///
/// These counts grow from point 6 to point 1, so that with 0 to 5 added they are a set of six numbers, which has its place
/// among all such sets (the combinatorial number system). A step makes some of the counts smaller and none larger.
const NUMBERS: [[u16; CHECKERS as usize + 1]; POINTS + 1] = {
    let mut numbers = [[0; CHECKERS as usize + 1]; POINTS + 1];
    let mut point = 1;
    while point <= POINTS {
        let mut checkers = 1;
        while checkers <= CHECKERS as usize {
            numbers[point][checkers] = binomial(checkers + POINTS - point, POINTS + 1 - point) as u16;
            checkers += 1;
        }
        point += 1;
    }
    numbers
};

/// The number of a home, below [`HOMES`].
#[inline]
fn number(home: &Home) -> usize {
    let (mut number, mut behind) = (0, 0);
    for point in (1..=POINTS).rev() {
        behind += home[point];
        number += usize::from(NUMBERS[point][usize::from(behind)]);
    }
    number
}

/// All homes in the order of their numbers.
fn homes() -> impl Iterator<Item = Home> {
    // Checkers on each point and behind it.
    let mut behind = [0u8; POINTS + 2];
    behind[0] = CHECKERS;
    (0..HOMES).map(move |_| {
        let mut home = [0; POINTS + 1];
        (1..=POINTS).for_each(|point| home[point] = behind[point] - behind[point + 1]);
        if let Some(point) = (1..=POINTS).rev().find(|&point| behind[point] < behind[point - 1]) {
            behind[point] += 1;
            behind[point + 1..].fill(0);
        }
        home
    })
}

/// The points from which a die can be played: a larger die than needed bears off from the last point alone.
#[inline]
fn sources(home: &Home, die: usize) -> impl Iterator<Item = usize> {
    let last = (1..=POINTS).rev().find(|&point| home[point] > 0).unwrap_or(0);
    (1..=last).rev().filter(move |&point| home[point] > 0 && (point >= die || point == last))
}

/// For every home how likely it takes at least 0, 1, 2 .. rolls until the homes below a given number are reached.
struct Table {
    /// The lowest number of a home that is not there yet.
    lowest: usize,
    /// Where the chances of each home begin, and where the last end.
    starts: Vec<u32>,
    chances: Vec<f32>,
}

/// What is less likely is left out: in a sum of such chances it is lost anyway.
const LEAST_CHANCE: f32 = 1e-8;
/// More rolls than any home needs with as much chance.
const MOST_ROLLS: usize = 32;

/// The home, of those offered, from which the fewest rolls are expected.
#[derive(Clone, Copy)]
struct Best {
    rolls: f64,
    number: u16,
}

impl Best {
    const NONE: Best = Best { rolls: f64::INFINITY, number: 0 };

    #[inline]
    fn offer(&mut self, number: u16, rolls: &[f64]) {
        let rolls = rolls[usize::from(number)];
        if rolls < self.rolls {
            *self = Best { rolls, number };
        }
    }
}

/// What is kept while a table is made.
struct Work {
    /// The rolls that are expected from each home.
    rolls: Vec<f64>,
    /// The best homes after one, two and three steps of a die: `[steps - 1][die - 1]`.
    after: Vec<[[u16; POINTS]; 3]>,
}

impl Work {
    /// The best home for each roll: two different dice in the order they are played, a double where they are the same.
    fn best_plays(&mut self, number: usize, home: &Home) -> [[Best; POINTS]; POINTS] {
        // A step makes the counts of the points it passes less by one: by how much the number falls up to each point.
        let (mut falls, mut behind) = ([0; POINTS + 1], home.iter().skip(1).sum::<u8>());
        for point in 1..=POINTS {
            let count = usize::from(behind);
            falls[point] = falls[point - 1] + NUMBERS[point][count] - NUMBERS[point][count.saturating_sub(1)];
            behind -= home[point];
        }
        let mut plays = [[Best::NONE; POINTS]; POINTS];
        for die in 1..=POINTS {
            let place = die - 1;
            let mut steps = [Best::NONE; 3];
            for point in sources(home, die) {
                let next = number as u16 - (falls[point] - falls[point.saturating_sub(die)]);
                let after = &self.after[usize::from(next)];
                steps[0].offer(next, &self.rolls);
                steps[1].offer(after[0][place], &self.rolls);
                steps[2].offer(after[1][place], &self.rolls);
                for (other, best) in plays[place].iter_mut().enumerate() {
                    // A double has three more steps.
                    let steps = if other == place { 2 } else { 0 };
                    best.offer(after[steps][other], &self.rolls);
                }
            }
            (0..3).for_each(|count| self.after[number][count][place] = steps[count].number);
        }
        plays
    }
}

/// The best home for each of the 21 rolls, whichever die is played first, with how many rolls of 36 are alike.
fn in_either_order(plays: &[[Best; POINTS]; POINTS]) -> impl Iterator<Item = (f32, Best)> {
    let rolls = (0..POINTS).flat_map(|larger| (0..=larger).map(move |smaller| (larger, smaller)));
    rolls.map(|(larger, smaller)| {
        let (one, other) = (plays[larger][smaller], plays[smaller][larger]);
        let best = if other.rolls < one.rolls { other } else { one };
        (if larger == smaller { 1.0 } else { 2.0 }, best)
    })
}

impl Table {
    /// Works out every home from a number on.
    fn new(lowest: usize) -> Table {
        let mut table = Table { lowest, starts: vec![0], chances: Vec::new() };
        let after = (0..HOMES).map(|number| [[number as u16; POINTS]; 3]).collect();
        let mut work = Work { rolls: vec![0.0; HOMES], after };
        for (number, home) in homes().enumerate().skip(lowest) {
            let plays = work.best_plays(number, &home);
            let (mut rolls, mut chances) = (0.0, [0.0; MOST_ROLLS]);
            for (weight, best) in in_either_order(&plays) {
                rolls += f64::from(weight) * best.rolls;
                let later = table.at_least(best.number.into());
                chances.iter_mut().zip(later).for_each(|(sum, chance)| *sum += weight * chance);
            }
            work.rolls[number] = 1.0 + rolls / 36.0;
            table.chances.push(1.0);
            let later = chances.iter().map(|sum| sum / 36.0);
            table.chances.extend(later.take_while(|&chance| chance >= LEAST_CHANCE));
            table.starts.push(table.chances.len() as u32);
        }
        table
    }

    /// How likely it takes at least 0, 1, 2 .. rolls. A chance that is not there is 0.
    #[inline]
    fn at_least(&self, number: usize) -> &[f32] {
        match number.checked_sub(self.lowest) {
            Some(place) => &self.chances[self.starts[place] as usize..self.starts[place + 1] as usize],
            None => &[1.0],
        }
    }
}

/// Rolls until the last checker is off.
static LAST: LazyLock<Table> = LazyLock::new(|| Table::new(1));
/// Rolls until the first of 15 is off.
static FIRST: LazyLock<Table> = LazyLock::new(|| Table::new(FULL));

/// How likely the one thing takes no more rolls than the other.
#[inline]
fn no_later(one: &[f32], other: &[f32]) -> f64 {
    let following = one.iter().skip(1).chain([&0.0]);
    let exactly = one.iter().zip(following).map(|(&now, &later)| f64::from(now) - f64::from(later));
    exactly.zip(other).map(|(exactly, &at_least)| exactly * f64::from(at_least)).sum()
}

/// What the side that is about to roll expects to get, by the numbers of both homes.
fn before_roll(own: usize, other: usize, gammons: bool) -> f64 {
    let (own_last, other_last) = (LAST.at_least(own), LAST.at_least(other));
    let mut value = 2.0 * no_later(own_last, other_last) - 1.0;
    if gammons && own.max(other) >= FULL {
        value += no_later(own_last, FIRST.at_least(other));
        // When the other is done this side has rolled as often as the other, and once more is once too late.
        value -= no_later(other_last, &FIRST.at_least(own)[1..]);
    }
    value
}

/// The highest that `worth` says of the homes a roll can be played to.
fn best_play(home: &Home, dice: [u8; 2], worth: &impl Fn(&Home) -> f64) -> f64 {
    let [larger, smaller] = dice.map(usize::from);
    if larger == smaller {
        return best_steps(home, &[larger; 4], POINTS, worth);
    }
    let in_order = |dice: [usize; 2]| best_steps(home, &dice, POINTS, worth);
    in_order([larger, smaller]).max(in_order([smaller, larger]))
}

/// The same of dice that are played in this order, the first from no point above the highest. Where it cannot be played the
/// worth is less than any.
fn best_steps(home: &Home, dice: &[usize], highest: usize, worth: &impl Fn(&Home) -> f64) -> f64 {
    let Some((&die, later)) = dice.split_first().filter(|_| home[1..] != [0; POINTS]) else { return worth(home) };
    let mut best = f64::NEG_INFINITY;
    for point in sources(home, die).filter(|&point| point <= highest) {
        let mut next = *home;
        next[point] -= 1;
        next[point.saturating_sub(die)] += 1;
        // Of doubles the higher points go first: `plays.rs` says why that is enough.
        let highest = if later.first() == Some(&die) { point } else { POINTS };
        best = best.max(best_steps(&next, later, highest, worth));
    }
    best
}

impl Board {
    /// Whether all checkers of both sides are at home or borne off.
    #[inline]
    fn is_bearing_off(&self) -> bool {
        self.points[POINTS..24 - POINTS] == [0; 24 - 2 * POINTS]
            && self.bar == [0; 2]
            && self.points[..POINTS].iter().all(|&checkers| checkers >= 0)
            && self.points[24 - POINTS..].iter().all(|&checkers| checkers <= 0)
    }

    fn home(&self, player: Player) -> Home {
        std::array::from_fn(|point| if point == 0 { 0 } else { self.count(player, point) })
    }
}

/// What a position is worth to a seat, if both sides are bearing off.
#[inline]
pub(super) fn value(game: &Backgammon, board: &Board, seat: Player) -> Option<f64> {
    // Most positions that are asked about are not: this must take no time.
    if board.is_bearing_off() { race_value(game, board, seat) } else { None }
}

fn race_value(game: &Backgammon, board: &Board, seat: Player) -> Option<f64> {
    let (mover, dice) = match board.phase {
        // Nobody has moved yet, unless somebody wrote such a position.
        Phase::Opening => return None,
        Phase::Roll(mover) => (mover, None),
        Phase::Play(mover, dice) => (mover, Some(dice)),
    };
    let (own, other) = (board.home(mover), number(&board.home(mover.other())));
    let value = match dice {
        None => before_roll(number(&own), other, game.gammons),
        Some(dice) => best_play(&own, dice, &|home| -before_roll(other, number(home), game.gammons)),
    };
    Some(if mover == seat { value } else { -value })
}

#[cfg(test)]
mod tests;
