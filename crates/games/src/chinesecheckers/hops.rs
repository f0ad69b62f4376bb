//! Where pawns can go: a step to an empty neighbour, or a chain of hops.
//!
//! A hop leads to the next hole but one along a line, so a chain stays on a quarter of the holes, and what it hops over is
//! never on that quarter. Two things follow. The hole a chain began in is never hopped over, so it makes no difference that
//! the pawn has left it. And hops go both ways: empty holes that can be reached from each other are a *group*, the same for
//! every pawn. A pawn reaches the groups that its first hops lead into, and each group is searched once for all pawns.

use super::star::{CELLS, MARGIN, STAR, Star, WAY_STEPS};
use super::{ChineseCheckers, PASS, Pawns, between, each};

/// A board on which hops are looked for.
pub struct Hops {
    /// The ways in which a pawn could hop from each cell, a bit each.
    ways: [u8; CELLS],
    /// The number of the group each empty hole was found in, counted from 1.
    group_of: [u8; 128],
    groups: [u128; Hops::REMEMBERED],
    found: usize,
}

/// What lies a step away from each cell.
#[inline(always)]
fn side(board: &[u8; CELLS + 2 * MARGIN], step: isize) -> &[u8; CELLS] {
    board[MARGIN.wrapping_add_signed(step)..].first_chunk().expect("no hop is longer than the margin")
}

impl Hops {
    /// More groups than are reached in play. If there ever are more, they are searched again.
    const REMEMBERED: usize = 24;
    /// A chain stays on at most so many holes.
    const QUARTER: usize = 31;

    #[inline(always)]
    pub fn new(taken: u128) -> Hops {
        let (mut pawns, mut empty) = ([0u8; CELLS + 2 * MARGIN], STAR.empty);
        for (mut half, cells) in [(taken as u64, &STAR.cell_of[..64]), ((taken >> 64) as u64, &STAR.cell_of[64..])] {
            while half != 0 {
                let cell = usize::from(cells[half.trailing_zeros() as usize]) + MARGIN;
                (pawns[cell], empty[cell]) = (u8::MAX, 0);
                half &= half - 1;
            }
        }
        // On the cells a way is the same step everywhere, so many cells are looked at together.
        let hop = |way: usize| (side(&pawns, WAY_STEPS[way]), side(&empty, 2 * WAY_STEPS[way]));
        let (a, b, c, d, e, f) = (hop(0), hop(1), hop(2), hop(3), hop(4), hop(5));
        let mut ways = [0; CELLS];
        for (cell, ways) in ways.iter_mut().enumerate() {
            *ways = a.0[cell] & a.1[cell] & 1
                | b.0[cell] & b.1[cell] & 2
                | c.0[cell] & c.1[cell] & 4
                | d.0[cell] & d.1[cell] & 8
                | e.0[cell] & e.1[cell] & 16
                | f.0[cell] & f.1[cell] & 32;
        }
        Hops { ways, group_of: [0; 128], groups: [0; Hops::REMEMBERED], found: 0 }
    }

    /// The holes in which a move of the pawn on `from` can end, whoever it belongs to, by the rules of no point.
    #[inline(always)]
    pub fn ends(&mut self, taken: u128, from: usize) -> u128 {
        let mut ends = STAR.around[from] & !taken;
        let mut ways = self.ways(from);
        while ways != 0 {
            let (_, land) = STAR.hops[from][ways.trailing_zeros() as usize];
            ways &= ways - 1;
            ends |= self.group(land);
        }
        ends
    }

    /// The ways in which a pawn could hop from here, a bit each.
    #[inline(always)]
    fn ways(&self, from: usize) -> u8 {
        self.ways[usize::from(STAR.cell_of[from])]
    }

    /// The group of an empty hole.
    #[inline]
    fn group(&mut self, hole: u8) -> u128 {
        match self.group_of[usize::from(hole) & 127] {
            0 => self.search(hole),
            number => self.groups[usize::from(number) - 1],
        }
    }

    fn search(&mut self, hole: u8) -> u128 {
        let number = (self.found + 1).min(Hops::REMEMBERED) as u8;
        let mut group = STAR.alone[usize::from(hole) & 127];
        let (mut waiting, mut count) = ([0; Hops::QUARTER + 1], 1);
        waiting[0] = hole;
        self.group_of[usize::from(hole)] = number;
        while count > 0 {
            count -= 1;
            let from = usize::from(waiting[count]);
            let mut ways = self.ways(from);
            while ways != 0 {
                let (_, land) = STAR.hops[from][ways.trailing_zeros() as usize];
                ways &= ways - 1;
                if self.group_of[usize::from(land) & 127] == 0 {
                    self.group_of[usize::from(land) & 127] = number;
                    group |= STAR.alone[usize::from(land) & 127];
                    waiting[count] = land;
                    count += 1;
                }
            }
        }
        if self.found + 1 < Hops::REMEMBERED {
            self.groups[self.found] = group;
            self.found += 1;
        } else {
            // The last number is for groups that are forgotten again.
            each(group).for_each(|hole| self.group_of[hole] = 0);
        }
        group
    }
}

impl ChineseCheckers {
    /// The first move after which the mover's tally measures least, and what it then measures. Nothing is listed and no move
    /// is made: a move changes nobody's distance but the mover's. No tally measures less than its
    /// [`corner_distance`](super::star::corner_distance), unless all measure the same.
    #[inline]
    pub(super) fn nearest(&self, pawns: &Pawns, measure: impl Fn(u32) -> u32) -> (u16, u32) {
        let mover = pawns.mover.index();
        let (taken, stops) = (pawns.taken(), self.stops[mover]);
        let (tallies, within) = (&STAR.tallies[self.goals[mover]], &STAR.within[self.goals[mover]]);
        let mut hops = Hops::new(taken);
        let (mut first, mut least) = (PASS, u32::MAX);
        for from in each(pawns.of(pawns.mover)) {
            let rest = pawns.tallies[mover] - tallies[from];
            // Only what is near enough to the corner can be better than the best so far.
            let ends = hops.ends(taken, from) & stops;
            let near = match least {
                u32::MAX => Star::FARTHEST,
                _ => (least + Star::FULL).checked_sub((rest >> 24) + 1).map_or(0, |steps| steps as usize),
            };
            for to in each(ends & within[near.min(Star::FARTHEST)]) {
                let steps = measure(rest + tallies[to]);
                if steps < least {
                    (first, least) = (between(from, to), steps);
                }
            }
        }
        // Who has no move passes.
        if first == PASS { (PASS, measure(pawns.tallies[mover])) } else { (first, least) }
    }

    /// Whether a move of the mover may end the game. A goal that lacks just one pawn may be filled by anybody's.
    #[inline]
    pub(super) fn may_end(&self, pawns: &Pawns) -> bool {
        let free = !pawns.taken();
        for &goal in &self.goals[..self.seats] {
            let lacking = STAR.points[goal] & free;
            if lacking != 0 && lacking & (lacking - 1) == 0 {
                return true;
            }
        }
        pawns.plies + 1 >= self.cap
    }
}
