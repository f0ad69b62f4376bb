//! What boards of hexagonal cells share: coordinates, directions, and where a cell stands in a picture.
//!
//! A cell has three coordinates that add up to 0. Rows run from left to right with constant `z`, the top row first; `x` grows
//! to the right and `y` to the left.

/// A cell by its coordinates; the third is `-x - y`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hex {
    /// Grows to the right; constant from the upper left to the lower right.
    pub x: i8,
    /// Grows to the left; constant from the upper right to the lower left.
    pub y: i8,
}

/// The six ways to a neighbour, clockwise from the right. The way at place `i` is opposite to that at `i + 3`.
pub const WAYS: [Hex; 6] = [
    Hex { x: 1, y: -1 },
    Hex { x: 0, y: -1 },
    Hex { x: -1, y: 0 },
    Hex { x: -1, y: 1 },
    Hex { x: 0, y: 1 },
    Hex { x: 1, y: 0 },
];

impl Hex {
    /// The third coordinate: rows count downwards.
    #[inline]
    pub const fn z(self) -> i8 {
        -self.x - self.y
    }

    /// The cell so many steps away in a direction.
    #[inline]
    pub const fn plus(self, way: Hex, steps: i8) -> Hex {
        Hex { x: self.x + steps * way.x, y: self.y + steps * way.y }
    }

    /// The fewest steps to another cell, were nothing in the way and the board without end.
    pub const fn distance(self, other: Hex) -> u8 {
        let (x, y, z) = (
            (self.x - other.x).unsigned_abs(),
            (self.y - other.y).unsigned_abs(),
            (self.z() - other.z()).unsigned_abs(),
        );
        let longer = if x > y { x } else { y };
        if longer > z { longer } else { z }
    }

    /// Where the cell's middle is drawn when neighbours are `pitch` apart and the middle of the board is at `middle`.
    pub fn drawn_at(self, pitch: f64, middle: (f64, f64)) -> (f64, f64) {
        let across = f64::from(self.x - self.y) / 2.0;
        // Rows of touching discs are sqrt(3)/2 apart. Rounded, so that drawings are short.
        let round = |length: f64| (length * 10.0).round() / 10.0;
        (round(middle.0 + pitch * across), round(middle.1 + pitch * 0.866_025_403_784_438_6 * f64::from(self.z())))
    }
}

/// A picture of characters: the rows, each as far from the left as its cells stand, with a label before each.
pub fn picture(rows: impl Iterator<Item = (String, i8, String)>) -> String {
    let rows: Vec<(String, i8, String)> = rows.collect();
    let leftmost = rows.iter().map(|row| row.1).min().unwrap_or(0);
    let lines = rows.iter().map(|(label, left, cells)| {
        let spaced: Vec<String> = cells.chars().map(String::from).collect();
        format!("{label} {}{}", " ".repeat((left - leftmost) as usize), spaced.join(" "))
    });
    lines.collect::<Vec<_>>().join("\n")
}
