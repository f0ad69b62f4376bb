//! Pictures of a board of checkers.

use super::{Checkers, Position, squares};
use crate::board;
use outwit_game::Svg;

impl Checkers {
    fn symbol(&self, position: &Position, square: u32) -> Option<char> {
        let side = (0..2).find(|&side| position.sides[side] >> square & 1 == 1)?;
        Some(match (side, position.kings >> square & 1) {
            (0, 0) => 'b',
            (0, _) => 'B',
            (_, 0) => 'w',
            _ => 'W',
        })
    }

    /// Pieces as letters, empty squares as their numbers, and at the left which numbers a row has.
    pub(super) fn lines(&self, position: &Position) -> String {
        let half = self.size as u32 / 2;
        let mut lines = Vec::new();
        for row in 0..self.size as u32 {
            let numbers = format!("{}-{}", row * half + 1, (row + 1) * half);
            let mut line = format!("{numbers:>5} ");
            for square in row * self.size as u32..(row + 1) * self.size as u32 {
                let cell = match (self.dark >> square & 1, self.symbol(position, square)) {
                    (0, _) => String::new(),
                    (_, Some(piece)) => piece.to_string(),
                    _ => self.number(square).to_string(),
                };
                line += &format!("{cell:>3}");
            }
            lines.push(line.trim_end().to_string());
        }
        lines.push("seat 1 is b and moves down, seat 2 is w and moves up; kings are B and W".to_string());
        lines.join("\n")
    }

    pub(super) fn draw(&self, position: &Position) -> String {
        const CELL: f64 = board::CELL;
        let side = self.size as f64 * CELL;
        let mut svg = Svg::new(side, side);
        svg.rect(0.0, 0.0, side, side, "#f0e2c0");
        for square in squares(self.dark) {
            let (row, column) = (square / self.size as u32, square % self.size as u32);
            let (x, y) = (f64::from(column) * CELL, f64::from(row) * CELL);
            svg.rect(x, y, CELL, CELL, "#9a7a4f");
            let number = self.number(square).to_string();
            svg.text(x + 8.0, y + 7.0, 9.0, "#f7efdc", &number);
            if let Some(owner) = (0..2).find(|&owner| position.sides[owner] >> square & 1 == 1) {
                let (x, y) = (x + CELL / 2.0 + 2.0, y + CELL / 2.0 + 2.0);
                svg.circle(x, y, CELL * 0.36, board::COLOURS[owner]);
                svg.circle(x, y, CELL * 0.27, board::COLOURS[owner]);
                if position.kings >> square & 1 == 1 {
                    let ink = if owner == 0 { "#f2b84b" } else { "#b9770e" };
                    let at = |points: [(f64, f64); 7]| points.map(|(right, down)| (x + 9.0 * right, y + 8.0 * down));
                    // A crown.
                    svg.polygon(
                        &at([(-1.0, 0.8), (-1.0, -0.6), (-0.5, 0.0), (0.0, -0.9), (0.5, 0.0), (1.0, -0.6), (1.0, 0.8)]),
                        ink,
                    );
                }
            }
        }
        for square in squares(self.dark) {
            let (row, column) = (square / self.size as u32, square % self.size as u32);
            let (x, y) = (f64::from(column) * CELL, f64::from(row) * CELL);
            svg.place(&self.number(square).to_string(), x, y, CELL, CELL);
        }
        svg.finish()
    }
}
