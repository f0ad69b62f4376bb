//! The board: a hexagon of 61 cells, laid out so that a whole set of cells is shifted at once.

use crate::hex::{Hex, WAYS};

/// How many cells each row has, from the top.
pub const WIDTHS: [usize; 9] = [5, 6, 7, 8, 9, 8, 7, 6, 5];
/// How far a neighbour's bit is, for each of the [`WAYS`]. Rows are ten bits apart and have nine columns, so that whatever
/// leaves a row at one end falls on a bit that is no cell.
pub const OFFSETS: [i32; 6] = [1, 10, 9, -1, -10, -9];
/// All cells.
pub const BOARD: u128 = board().0;
/// For each cell's bit, four less its distance to the middle.
pub const CLOSENESS: [u8; 128] = board().1;

const fn board() -> (u128, [u8; 128]) {
    let (mut cells, mut closeness) = (0, [0; 128]);
    let mut bit = 0;
    while bit < 90 {
        let distance = cell(bit).distance(Hex { x: 0, y: 0 });
        if distance <= 4 {
            cells |= 1 << bit;
            closeness[bit] = 4 - distance;
        }
        bit += 1;
    }
    (cells, closeness)
}

/// Where each cell's bit goes in the images of the board, itself the first: every order of the three coordinates, with either
/// sign.
static IMAGES: [[u8; 90]; 12] = {
    const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [1, 0, 2], [0, 2, 1], [2, 1, 0], [1, 2, 0], [2, 0, 1]];
    let mut images = [[0; 90]; 12];
    let mut bit = 0;
    while bit < 90 {
        let (middle, mut image) = (cell(bit), 0);
        let coordinates = [middle.x, middle.y, middle.z()];
        while image < 12 && BOARD >> bit & 1 == 1 {
            let order = ORDERS[image / 2];
            let sign = if image % 2 == 0 { 1 } else { -1 };
            let (x, z) = (sign * coordinates[order[0]], sign * coordinates[order[2]]);
            images[image][bit] = (10 * (z + 4) + x + 4) as u8;
            image += 1;
        }
        bit += 1;
    }
    images
};

/// The images of some sets of cells, themselves the first.
pub fn images<const N: usize>(sets: [u128; N]) -> impl Iterator<Item = [u128; N]> {
    IMAGES.iter().map(move |image| sets.map(|set| each(set).fold(0, |moved, bit| moved | 1 << image[bit])))
}

/// The cell of a bit.
pub const fn cell(bit: usize) -> Hex {
    let (x, z) = ((bit % 10) as i8 - 4, (bit / 10) as i8 - 4);
    Hex { x, y: -x - z }
}

/// The bit of a cell, if it is on the board.
pub fn bit(cell: Hex) -> Option<usize> {
    let is_on = cell.distance(Hex { x: 0, y: 0 }) <= 4;
    is_on.then(|| (10 * (cell.z() + 4) + cell.x + 4) as usize)
}

/// The neighbour of a cell, or none over the edge.
#[inline]
pub fn next(bit: usize, offset: i32) -> Option<usize> {
    usize::try_from(bit as i32 + offset).ok().filter(|&next| BOARD >> next & 1 == 1)
}

/// The cells whose neighbour, `OFFSET` bits on, is one of these.
#[inline(always)]
pub const fn before<const OFFSET: i32>(cells: u128) -> u128 {
    (if OFFSET > 0 { cells >> OFFSET } else { cells << -OFFSET }) & BOARD
}

/// How many pairs of neighbours there are among these cells.
#[inline]
pub fn pairs(cells: u128) -> u8 {
    let (a, b, c) = (cells & cells >> 1, cells & cells >> 10, cells & cells >> 9);
    // Three counts by two: cells with an odd number of pairs, and twice those with at least two.
    let (odd, two) = (a ^ b ^ c, a & b | a & c | b & c);
    (odd.count_ones() + 2 * two.count_ones()) as u8
}

/// The sum of [`CLOSENESS`] over these cells.
pub fn closeness(cells: u128) -> u8 {
    each(cells).map(|bit| CLOSENESS[bit]).sum()
}

/// Goes through a set of cells.
#[inline(always)]
pub fn each(set: u128) -> Each {
    Each { low: set as u64, high: (set >> 64) as u64 }
}

/// The cells of a set that have not been gone through. Two halves are quicker than one number of 128 bits.
pub struct Each {
    low: u64,
    high: u64,
}

impl Iterator for Each {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.low != 0 {
            let bit = self.low.trailing_zeros() as usize;
            self.low &= self.low - 1;
            Some(bit)
        } else if self.high != 0 {
            let bit = self.high.trailing_zeros() as usize;
            self.high &= self.high - 1;
            Some(64 + bit)
        } else {
            None
        }
    }
}

/// The cells whose coordinates are as wanted.
pub fn cells<W: Fn(i8, i8, i8) -> bool>(wanted: W) -> u128 {
    each(BOARD).fold(0, |set, bit| {
        let cell = cell(bit);
        set | u128::from(wanted(cell.x, cell.y, cell.z())) << bit
    })
}

/// The rows from the top, the cells of each from the left.
pub fn rows() -> impl Iterator<Item = Vec<usize>> {
    (0..9).map(|row| (10 * row..10 * row + 9).filter(|bit| BOARD >> bit & 1 == 1).collect())
}

/// A cell's name: rows have letters from the bottom, `a` to `i`, and lines from the upper left to the lower right numbers.
pub fn name(bit: usize) -> String {
    let cell = cell(bit);
    format!("{}{}", char::from(b'a' + (4 - cell.z()) as u8), cell.x + 5)
}

/// The cell of this name.
pub fn named(text: &str) -> Option<usize> {
    let &[letter @ b'a'..=b'i', digit @ b'1'..=b'9'] = text.as_bytes() else { return None };
    let (z, x) = (4 - (letter - b'a') as i8, (digit - b'0') as i8 - 5);
    bit(Hex { x, y: -x - z })
}

/// The way from one cell to a neighbour.
pub fn way(from: usize, to: usize) -> Option<usize> {
    (0..WAYS.len()).find(|&way| next(from, OFFSETS[way]) == Some(to))
}
