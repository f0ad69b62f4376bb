//! The board: a star of 121 holes, and what can be known of each hole before anybody moves.

use crate::hex::{Hex, WAYS};

/// How many holes there are.
pub const HOLES: usize = 121;
/// How many pawns a seat has, and holes a point of the star.
pub const PAWNS: u32 = 10;
/// How many holes each row has, from the top.
pub const WIDTHS: [usize; 17] = [1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1];
/// The holes laid out so that each of the [ways](WAYS) is the same step everywhere: 16 cells a row, with so many cells between the
/// holes of two rows that no hop leads from one end to another.
pub const CELLS: usize = 17 * ROW;
const ROW: usize = 16;
/// So many cells lie before the first row and behind the last, where hops may look.
pub const MARGIN: usize = 2 * ROW;
/// What each of the [ways](WAYS) adds to a cell.
pub const WAY_STEPS: [isize; 6] = {
    let mut steps = [0; 6];
    let mut way = 0;
    while way < 6 {
        steps[way] = WAYS[way].x as isize + WAYS[way].z() as isize * ROW as isize;
        way += 1;
    }
    steps
};
/// No hole.
const NOWHERE: u8 = 127;

/// Sets of holes are the bits of a `u128`, rows from the top, each from the left.
pub struct Star {
    /// The coordinates of each hole.
    pub cells: [Hex; HOLES],
    /// The neighbours of each hole.
    pub around: [u128; HOLES],
    /// Each hole alone: looking it up is quicker than shifting 128 bits.
    pub alone: [u128; 128],
    /// The cell of each hole.
    pub cell_of: [u16; HOLES],
    /// All bits where a cell is a hole, none elsewhere, with the margins.
    pub empty: [u8; CELLS + 2 * MARGIN],
    /// What a pawn hops over from each hole and where it lands. Both are a hole that is never taken where there is none.
    pub hops: [[(u8, u8); 6]; HOLES],
    /// The six points of the star, clockwise from the top.
    pub points: [u128; 6],
    /// Each hole's image when left and right change places.
    pub mirror: [u8; HOLES],
    /// For each point taken as a goal, what a pawn on each hole adds to its seat's [`tally`](distance).
    pub tallies: [[u32; HOLES]; 6],
    /// For each point as a goal, where a hole comes to lie when the board is turned so that the goal is where point 3 was.
    pub turned: [[u8; HOLES]; 6],
    /// For each point taken as a goal, the holes at most so many steps from its far corner.
    pub within: [[u128; Star::FARTHEST + 1]; 6],
}

/// The board.
pub static STAR: Star = Star::new();

/// The cell seen from a goal: the third coordinate of the result grows towards the goal, whose holes have 5 to 8.
const fn towards(goal: usize, cell: Hex) -> (i8, i8, i8) {
    let (x, y, z) = (cell.x, cell.y, cell.z());
    match goal {
        0 => (-x, -y, -z),
        1 => (y, z, x),
        2 => (-z, -x, -y),
        3 => (x, y, z),
        4 => (-y, -z, -x),
        _ => (z, x, y),
    }
}

impl Star {
    /// The most steps that any hole is from the far corner of a goal.
    pub const FARTHEST: usize = 16;
    /// The steps to the far corner of ten pawns that fill the goal: one at 0, two at 1, three at 2, four at 3.
    pub const FULL: u32 = 20;

    const fn new() -> Star {
        let nowhere = Hex { x: 0, y: 0 };
        let mut star = Star {
            cells: [nowhere; HOLES],
            around: [0; HOLES],
            alone: [0; 128],
            cell_of: [0; HOLES],
            empty: [0; CELLS + 2 * MARGIN],
            hops: [[(NOWHERE, NOWHERE); 6]; HOLES],
            points: [0; 6],
            mirror: [0; HOLES],
            tallies: [[0; HOLES]; 6],
            turned: [[0; HOLES]; 6],
            within: [[0; Star::FARTHEST + 1]; 6],
        };
        // Step 1. The holes lie in one of two big triangles.
        let mut hole = 0;
        let mut z = -8;
        while z <= 8 {
            let mut x = -8;
            while x <= 8 {
                let cell = Hex { x, y: -x - z };
                let (low, high) = (least(cell), -least(Hex { x: -cell.x, y: -cell.y }));
                if low >= -4 || high <= 4 {
                    star.cells[hole] = cell;
                    hole += 1;
                }
                x += 1;
            }
            z += 1;
        }
        // Step 2. Neighbours, hops, points and tallies.
        let mut hole = 0;
        while hole < HOLES {
            let cell = star.cells[hole];
            let mut way = 0;
            while way < 6 {
                let (over, land) = (star.hole_at(cell.plus(WAYS[way], 1)), star.hole_at(cell.plus(WAYS[way], 2)));
                if over != NOWHERE {
                    star.around[hole] |= 1 << over;
                }
                if over != NOWHERE && land != NOWHERE {
                    star.hops[hole][way] = (over, land);
                }
                way += 1;
            }
            star.alone[hole] = 1 << hole;
            let place = (cell.z() + 8) as usize * ROW + (cell.x + 8) as usize;
            star.cell_of[hole] = place as u16;
            star.empty[MARGIN + place] = u8::MAX;
            star.mirror[hole] = star.hole_at(Hex { x: cell.y, y: cell.x });
            let mut goal = 0;
            while goal < 6 {
                let (a, b, c) = towards(goal, cell);
                if c > 4 {
                    star.points[goal] |= 1 << hole;
                }
                star.tallies[goal][hole] = tally(a, b, c);
                star.turned[goal][hole] = star.hole_at(Hex { x: a, y: b });
                let mut steps = (star.tallies[goal][hole] >> 24) as usize;
                while steps <= Star::FARTHEST {
                    star.within[goal][steps] |= 1 << hole;
                    steps += 1;
                }
                goal += 1;
            }
            hole += 1;
        }
        star
    }

    const fn hole_at(&self, cell: Hex) -> u8 {
        let mut hole = 0;
        while hole < HOLES {
            if self.cells[hole].x == cell.x && self.cells[hole].y == cell.y {
                return hole as u8;
            }
            hole += 1;
        }
        NOWHERE
    }
}

const fn least(cell: Hex) -> i8 {
    let (x, y, z) = (cell.x, cell.y, cell.z());
    let less = if x < y { x } else { y };
    if less < z { less } else { z }
}

/// What one pawn adds: in the highest eight bits its steps to the far corner of the goal; below, four bits each, whether it
/// stands far enough to one side, and to the other, to come down to the goal's outer files without going sideways. Ten pawns
/// fit in each field, so tallies are added and taken away as whole numbers.
const fn tally(a: i8, b: i8, c: i8) -> u32 {
    let (corner, cell) = (Hex { x: -4, y: -4 }, Hex { x: a, y: b });
    assert!(cell.z() == c);
    let steps = cell.distance(corner) as u32;
    steps << 24 | files(b) << 12 | files(a)
}

const fn files(x: i8) -> u32 {
    (x >= -3) as u32 | ((x >= -2) as u32) << 4 | ((x >= -1) as u32) << 8
}

/// How many pawns are missing for the goal's files on one side: the goal has 6, 3 and 1 holes in the outermost three, two
/// and one files, and as many pawns must stand there or be able to come down to them.
static MISSING: [u8; 4096] = {
    let mut missing = [0; 4096];
    let mut counts = 0;
    while counts < 4096 {
        let (three, two, one) = (counts & 15, counts >> 4 & 15, counts >> 8);
        let mut sum = 0;
        if three < 6 {
            sum += 6 - three;
        }
        if two < 3 {
            sum += 3 - two;
        }
        if one < 1 {
            sum += 1;
        }
        missing[counts] = sum as u8;
        counts += 1;
    }
    missing
};

/// How far a seat is from having all its pawns in its goal, from the sum of its pawns' tallies.
#[inline]
pub fn distance(tally: u32) -> u32 {
    let sideways = MISSING[(tally & 0xFFF) as usize] + MISSING[(tally >> 12 & 0xFFF) as usize];
    corner_distance(tally) + u32::from(sideways)
}

/// The steps to the far corner of the goal, over those of ten pawns that fill it.
#[inline]
pub fn corner_distance(tally: u32) -> u32 {
    (tally >> 24) - Star::FULL
}
