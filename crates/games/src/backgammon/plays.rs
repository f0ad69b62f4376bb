//! Plays: all ways to play a roll, each position reached once, without a heap.
//!
//! What a play does to the board depends only on which point each die is played from, not on the order: own moves never make
//! or break an opposing point, and a landing hits whenever it comes. The order matters only to whether a play is legal.
//!
//! *Doubles.* Any legal order can be sorted so that higher points move first: bar first, outside before bearing off, a
//! checker's own steps downwards. So sorted sequences are all there are, and no two of them reach the same position.
//!
//! *Two different dice*, `a` > `b`. Two assignments of points to dice reach the same position in two cases only: one checker
//! goes both ways, by `a` first or by `b` first, and hits on neither stop; or two checkers are borne off with either die each.
//! The assignment listed first stays.
//!
//! A play's code has five bits for each point, [`NOTHING`] where no die is played. With doubles the points are in order of
//! play; else the first is the larger die's and the second the smaller's, and bit 20 says that the smaller goes first.

use super::{BAR, Board};
use outwit_game::Player;
use std::fmt::Write;

/// Stands in a code where no die is played.
const NOTHING: u32 = 31;
const PASS: u32 = (1 << 20) - 1;
const SMALLER_FIRST: u32 = 1 << 20;

/// The code of nothing but these steps.
#[inline]
fn code([a, b, c, d]: [u32; 4]) -> u32 {
    d << 15 | c << 10 | b << 5 | a
}

/// A board as the mover's dice see it. Sets of points have bit p for point p of the mover.
#[derive(Clone, Copy)]
struct Side {
    own: [u8; BAR + 1],
    occupied: u32,
    /// Where two or more opposing checkers stand.
    closed: u32,
    /// Where one opposing checker stands.
    blots: u32,
}

impl Side {
    fn new(board: &Board, player: Player) -> Side {
        let mut side = Side { own: [0; BAR + 1], occupied: 0, closed: 0, blots: 0 };
        for point in 1..=BAR {
            side.own[point] = board.count(player, point);
            side.occupied |= u32::from(side.own[point] > 0) << point;
        }
        for point in 1..BAR {
            match board.count(player.other(), BAR - point) {
                0 => {}
                1 => side.blots |= 1 << point,
                _ => side.closed |= 1 << point,
            }
        }
        side
    }

    /// The points from which a die can be played.
    fn sources(&self, die: u8) -> u32 {
        if self.occupied >> BAR & 1 == 1 {
            return u32::from(self.closed >> (BAR - die as usize) & 1 == 0) << BAR;
        }
        let on_board = self.occupied & !(self.closed << die) & !((2 << die) - 1);
        let home_only = self.occupied >> 7 == 0;
        let borne_off = match self.occupied >> die {
            _ if !home_only || self.occupied == 0 => 0,
            // Nothing so far back: the highest point may use the larger die.
            0 => 1 << self.occupied.ilog2(),
            _ => self.occupied & 1 << die,
        };
        on_board | borne_off
    }

    fn after(mut self, from: usize, die: u8) -> Side {
        self.own[from] -= 1;
        if self.own[from] == 0 {
            self.occupied &= !(1 << from);
        }
        if from > die as usize {
            self.own[from - die as usize] += 1;
            self.occupied |= 1 << (from - die as usize);
        }
        self
    }
}

/// The points of a set, the highest first.
fn points(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let point = set.checked_ilog2()?;
        set &= !(1 << point);
        Some(point as usize)
    })
}

/// Pushes every play.
pub(super) fn plays(board: &Board, player: Player, dice: [u8; 2], out: &mut Vec<u32>) {
    let side = Side::new(board, player);
    let base = out.len();
    if dice[0] == dice[1] {
        let mut doubles = Doubles { die: dice[0], base, longest: 0, out };
        doubles.go_on(side, [NOTHING; 4], 0);
    } else {
        both_dice(&side, dice, out);
        if out.len() == base {
            let larger = side.sources(dice[0]);
            let smaller = if larger == 0 { side.sources(dice[1]) } else { 0 };
            out.extend(points(larger).map(|from| code([from as u32, NOTHING, NOTHING, NOTHING])));
            out.extend(points(smaller).map(|from| code([NOTHING, from as u32, NOTHING, NOTHING])));
        }
    }
    if out.len() == base {
        out.push(PASS);
    }
}

struct Doubles<'o> {
    die: u8,
    base: usize,
    longest: usize,
    out: &'o mut Vec<u32>,
}

impl Doubles<'_> {
    fn go_on(&mut self, side: Side, mut played: [u32; 4], count: usize) {
        if count > self.longest {
            self.longest = count;
            self.out.truncate(self.base);
        }
        if count == self.longest && count > 0 {
            self.out.push(code(played));
        }
        if count == 4 {
            return;
        }
        // Never from a higher point than the last: see the top of the page.
        let highest = if count == 0 { BAR as u32 } else { played[count - 1] };
        for from in points(side.sources(self.die) & ((2 << highest) - 1)) {
            played[count] = from as u32;
            self.go_on(side.after(from, self.die), played, count + 1);
        }
    }
}

fn both_dice(side: &Side, [larger, smaller]: [u8; 2], out: &mut Vec<u32>) {
    // By the larger die's point: for which points of the smaller die a play is known.
    let mut known = [0u32; BAR + 1];
    let mut add = |from_larger: usize, from_smaller: usize, order: u32| {
        if known[from_larger] >> from_smaller & 1 == 1 {
            return;
        }
        // One checker by the smaller die and then the larger: is it known the other way round?
        let (first_stop, other_stop) =
            (from_smaller.checked_sub(smaller.into()), from_smaller.checked_sub(larger.into()));
        if let (Some(first_stop), Some(other_stop)) = (first_stop, other_stop)
            && first_stop == from_larger
            && known[from_smaller] >> other_stop & 1 == 1
            && (side.blots >> first_stop | side.blots >> other_stop) & 1 == 0
        {
            return;
        }
        // Two borne off: are they known with the dice changed?
        let both_off = from_larger <= larger.into() && from_smaller <= smaller.into();
        if both_off && known[from_smaller] >> from_larger & 1 == 1 {
            return;
        }
        known[from_larger] |= 1 << from_smaller;
        out.push(code([from_larger as u32, from_smaller as u32, NOTHING, NOTHING]) | order);
    };
    for first in points(side.sources(larger)) {
        points(side.after(first, larger).sources(smaller)).for_each(|second| add(first, second, 0));
    }
    for first in points(side.sources(smaller)) {
        points(side.after(first, smaller).sources(larger)).for_each(|second| add(second, first, SMALLER_FIRST));
    }
}

/// The single steps of a play: from where, with which die.
pub(super) fn steps(mv: u32, dice: [u8; 2]) -> impl Iterator<Item = (usize, u8)> {
    let order = if mv & SMALLER_FIRST != 0 { [1, 0, 2, 3] } else { [0, 1, 2, 3] };
    let is_double = dice[0] == dice[1];
    order.into_iter().filter_map(move |slot: usize| {
        let from = mv >> (5 * slot) & 31;
        let die = if is_double { dice[0] } else { dice[slot & 1] };
        (from != NOTHING).then_some((from as usize, die))
    })
}

/// The way of one checker.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Way {
    from: usize,
    /// Where it hits on the way, a bit a point.
    hits_between: u32,
    end: usize,
    hits_at_end: bool,
}

impl Way {
    fn write(&self, out: &mut String) -> std::fmt::Result {
        match self.from {
            BAR => out.push_str("bar"),
            from => write!(out, "{from}")?,
        }
        for point in points(self.hits_between) {
            write!(out, "/{point}*")?;
        }
        match self.end {
            0 => out.push_str("/off"),
            end => write!(out, "/{end}")?,
        }
        out.push_str(if self.hits_at_end { "*" } else { "" });
        Ok(())
    }
}

/// The points a play touches, as the drawing numbers them: where each checker comes from, where it hits, where it ends.
pub(super) fn places(board: &Board, player: Player, dice: [u8; 2], mv: u32) -> Vec<String> {
    let (ways, count) = ways(board, player, dice, mv);
    let name = |point: usize| match point {
        BAR => "bar".to_string(),
        0 => "off".to_string(),
        // The drawing has seat 1's numbers.
        point => (if player == Player::FIRST { point } else { BAR - point }).to_string(),
    };
    let mut places = Vec::new();
    for (way, times) in &ways[..count] {
        for _ in 0..*times {
            places.push(name(way.from));
            places.extend(points(way.hits_between).map(name));
            places.push(name(way.end));
        }
    }
    places
}

/// A play as text.
pub(super) fn text(board: &Board, player: Player, dice: [u8; 2], mv: u32) -> String {
    let (ways, count) = ways(board, player, dice, mv);
    if count == 0 {
        return "pass".to_string();
    }
    let mut out = String::with_capacity(32);
    for (way, times) in ways[..count].iter().filter(|(_, times)| *times > 0) {
        out.push_str(if out.is_empty() { "" } else { "," });
        way.write(&mut out).expect("writing to a string");
        if *times > 1 {
            write!(out, "({times})").expect("writing to a string");
        }
    }
    out
}

/// The ways of a play's checkers and how many go each, and how many entries count.
fn ways(board: &Board, player: Player, dice: [u8; 2], mv: u32) -> ([(Way, usize); 4], usize) {
    // Step 1. The ways of the checkers. A step from where a way ends goes on with it: nobody can tell checkers apart.
    let mut board = *board;
    let mut ways = [(Way::default(), 0); 4];
    let mut count = 0;
    for (from, die) in steps(mv, dice) {
        let hits_at_end = board.step(player, from, die);
        let end = from.saturating_sub(die.into());
        match ways[..count].iter_mut().find(|(way, _)| way.end == from) {
            Some((way, _)) => {
                way.hits_between |= u32::from(way.hits_at_end) << from;
                (way.end, way.hits_at_end) = (end, hits_at_end);
            }
            None => {
                ways[count] = (Way { from, hits_between: 0, end, hits_at_end }, 1);
                count += 1;
            }
        }
    }
    // Step 2. From the back, as people write them; equal ways together, each where the first of them stands.
    ways[..count].sort_by_key(|(way, _)| std::cmp::Reverse((way.from, way.end)));
    for index in 0..count {
        for other in index + 1..count {
            if ways[index].1 > 0 && ways[other].1 > 0 && ways[other].0 == ways[index].0 {
                ways[index].1 += 1;
                ways[other].1 = 0;
            }
        }
    }
    (ways, count)
}
