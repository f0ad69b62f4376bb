//! Moves: lines of marbles that go forward, push, or step aside.
//!
//! All marbles of a seat are looked at together. For one way, the cells from which a line can go forward are found by
//! shifting sets: "two own marbles, then one of another's, then nothing" is an intersection of four.

use super::hexagon::{BOARD, CLOSENESS, OFFSETS, before, each, next, pairs};
use super::{Abalone, Marbles};

/// A move that is not a pass: which marbles go which way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    /// The marble on this cell and all own ones before it go forward, and push what stands before them.
    Forward {
        /// The last marble of the line.
        rear: usize,
        /// The place among the ways.
        way: usize,
    },
    /// Two or three marbles in a line step aside together.
    Aside {
        /// The first marble of the line.
        first: usize,
        /// The way along the line, one of the first three.
        axis: usize,
        /// 2 or 3.
        count: usize,
        /// The way they go.
        way: usize,
    },
}

impl Line {
    /// The move as a number.
    #[inline]
    pub fn code(self) -> u16 {
        let (kind, way, cell) = match self {
            Line::Forward { rear, way } => (0, way, rear),
            Line::Aside { first, axis, count, way } => (1 + 2 * axis + count - 2, way, first),
        };
        (kind << 10 | way << 7 | cell) as u16
    }

    /// The move of this number.
    #[inline]
    pub fn from_code(code: u16) -> Line {
        let (kind, way, cell) = ((code >> 10) as usize, (code >> 7 & 7) as usize, (code & 127) as usize);
        match kind {
            0 => Line::Forward { rear: cell, way },
            _ => Line::Aside { first: cell, axis: (kind - 1) / 2, count: 2 + (kind - 1) % 2, way },
        }
    }
}

impl Abalone {
    /// Pushes the moves of all lines.
    #[inline]
    pub(super) fn lines(&self, marbles: &Marbles, out: &mut Vec<u16>) {
        self.along::<0, 1>(marbles, out);
        self.along::<1, 10>(marbles, out);
        self.along::<2, 9>(marbles, out);
        self.along::<3, -1>(marbles, out);
        self.along::<4, -10>(marbles, out);
        self.along::<5, -9>(marbles, out);
    }

    /// Pushes the moves one way.
    #[inline(always)]
    fn along<const WAY: usize, const OFFSET: i32>(&self, marbles: &Marbles, out: &mut Vec<u16>) {
        let Reach { forward, movable, .. } = self.reach::<OFFSET>(marbles);
        out.extend(each(forward).map(|rear| Line::Forward { rear, way: WAY }.code()));
        for axis in axes(WAY) {
            let (two, three) = abreast(movable, axis);
            out.extend(each(two).map(|first| Line::Aside { first, axis, count: 2, way: WAY }.code()));
            out.extend(each(three).map(|first| Line::Aside { first, axis, count: 3, way: WAY }.code()));
        }
    }

    /// What the mover can do one way.
    #[inline(always)]
    pub(super) fn reach<const OFFSET: i32>(&self, marbles: &Marbles) -> Reach {
        let own = marbles.sides[marbles.mover.index()];
        let taken = marbles.taken();
        let others = taken & !own;
        let empty = BOARD & !taken;
        // What is pushed must have room behind it, or the edge.
        let edge = BOARD & !before::<OFFSET>(BOARD);
        let room = before::<OFFSET>(empty) | edge;
        let one_pushed = others & room;
        let two_pushed = if self.mixed {
            others & before::<OFFSET>(one_pushed)
        } else {
            marbles.sides.iter().fold(0, |found, &side| found | others & side & before::<OFFSET>(side & one_pushed))
        };
        // Lines of one, of two, of three: own marbles behind a line that is one shorter.
        let behind = |line: u128| own & before::<OFFSET>(line);
        let movable = behind(empty);
        let in_two = behind(movable);
        let in_three = behind(in_two);
        let pushing = behind(behind(one_pushed | behind(one_pushed | two_pushed)));
        Reach { forward: movable | in_two | in_three | pushing, movable, in_two, in_three, pushing }
    }
}

/// What a seat can do one way, as sets of cells.
pub struct Reach {
    /// The last marbles of the lines that can go forward.
    pub forward: u128,
    /// Those that are lines of their own: there is an empty cell before them.
    pub movable: u128,
    /// Those of lines of two with an empty cell before them.
    pub in_two: u128,
    /// Those of lines of three.
    pub in_three: u128,
    /// Those of lines that push.
    pub pushing: u128,
}

/// The axes of lines that step aside when they go this way.
#[inline(always)]
pub fn axes(way: usize) -> impl Iterator<Item = usize> {
    (0..3).filter(move |axis| axis % 3 != way % 3)
}

/// The first marbles of the lines of two and of three along an axis, in which every marble is one of these.
#[inline(always)]
pub fn abreast(movable: u128, axis: usize) -> (u128, u128) {
    let two = movable & movable >> OFFSETS[axis];
    (two, movable & two >> OFFSETS[axis])
}

impl Marbles {
    /// Moves the mover's marbles, and whatever they push. The arrangement of every side that changed is brought up to date.
    #[inline]
    pub(super) fn shift(&mut self, line: Line) {
        let mover = self.mover.index();
        match line {
            Line::Forward { rear, way } => {
                // Step 1. The rear marble is taken off and put before the front one: the line looks as if all had moved.
                let offset = OFFSETS[way];
                let mut at = rear;
                while self.sides[mover] >> at & 1 == 1 {
                    at = next(at, offset).expect("a line of own marbles does not run over the edge");
                }
                self.take(mover, rear);
                // Step 2. Who stood there goes one cell on, and so does whoever stood there, or falls over the edge.
                let mut carried = mover;
                while let Some(met) = self.on(at) {
                    self.take(met, at);
                    self.put(carried, at);
                    carried = met;
                    let Some(beyond) = next(at, offset) else {
                        self.pushed[mover] += 1;
                        return self.count_pairs(0..self.sides.len());
                    };
                    at = beyond;
                }
                self.put(carried, at);
                if carried != mover {
                    return self.count_pairs(0..self.sides.len());
                }
            }
            Line::Aside { first, axis, count, way } => {
                let mut from = first as i32;
                for _ in 0..count {
                    self.take(mover, from as usize);
                    self.put(mover, (from + OFFSETS[way]) as usize);
                    from += OFFSETS[axis];
                }
            }
        }
        self.count_pairs(mover..mover + 1);
    }

    #[inline]
    fn take(&mut self, side: usize, bit: usize) {
        self.sides[side] &= !(1 << bit);
        self.closeness[side] -= CLOSENESS[bit];
    }

    #[inline]
    fn put(&mut self, side: usize, bit: usize) {
        self.sides[side] |= 1 << bit;
        self.closeness[side] += CLOSENESS[bit];
    }

    #[inline]
    fn count_pairs(&mut self, sides: std::ops::Range<usize>) {
        for side in sides {
            self.pairs[side] = pairs(self.sides[side]);
        }
    }
}
