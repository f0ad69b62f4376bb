//! A drawing of a repeated game: what the moves pay, and the rounds so far.

use super::{Repeated, Rounds};
use crate::board::COLOURS;
use outwit_game::{Game, Player, Svg};

const CELL: f64 = 96.0;
const LEFT: f64 = 110.0;
const TOP: f64 = 44.0;
/// Rounds in a line of the drawing.
const IN_LINE: usize = 20;
const DOT: f64 = 18.0;
/// The first move and the second.
const FILLS: [&str; 2] = ["#c0392b", "#aecbe0"];

/// A seat's move in a drawing: seat 1's stand beside the rows, seat 2's above the columns.
pub(super) fn place(seat: Player, name: &str) -> String {
    format!("{}.{name}", seat.number())
}

pub(super) fn svg(game: &Repeated, rounds: &Rounds) -> String {
    let stage = game.stage();
    let lines = rounds.complete().div_ceil(IN_LINE).max(1);
    let width = (LEFT + 2.0 * CELL + 20.0).max(LEFT + IN_LINE as f64 * DOT + 20.0);
    let table_end = TOP + CELL + 16.0;
    let height = table_end + lines as f64 * 2.6 * DOT + 34.0;
    let mut svg = Svg::new(width, height);
    svg.rect(0.0, 0.0, width, height, "#fff");
    svg.text(LEFT + CELL, 12.0, 12.0, "#555", "seat 2");
    svg.label(6.0, TOP - 12.0, 12.0, "#555", "seat 1");
    for (first, name) in stage.names.iter().enumerate() {
        let y = TOP + (first as f64 + 0.5) * CELL / 2.0;
        svg.label(14.0, y, 13.0, "#222", name);
        svg.text(LEFT + (first as f64 + 0.5) * CELL, TOP - 12.0, 13.0, "#222", name);
        svg.place(&place(Player::FIRST, name), 0.0, y - CELL / 4.0, LEFT, CELL / 2.0);
        svg.place(&place(Player::SECOND, name), LEFT + first as f64 * CELL, TOP - 24.0, CELL, 24.0);
        for second in 0..2 {
            let x = LEFT + second as f64 * CELL;
            let [one, other] = stage.payoffs[first][second];
            svg.rect(x + 1.0, y - CELL / 4.0 + 1.0, CELL - 2.0, CELL / 2.0 - 2.0, "#f4f0e4");
            svg.text(x + CELL / 2.0, y, 15.0, COLOURS[0], &format!("{one}, {other}"));
        }
    }
    for round in 0..rounds.complete() {
        let x = LEFT + (round % IN_LINE) as f64 * DOT;
        let y = table_end + (round / IN_LINE) as f64 * 2.6 * DOT;
        for seat in Player::all(2) {
            let mv = usize::from(rounds.made(seat, round));
            svg.rect(x, y + seat.index() as f64 * DOT, DOT - 2.0, DOT - 2.0, FILLS[mv]);
        }
    }
    for seat in Player::all(2) {
        svg.label(14.0, table_end + (seat.index() as f64 + 0.5) * DOT, 12.0, "#222", &seat.to_string());
    }
    let total = game.payoffs(rounds);
    let [one, other] = [Player::FIRST, Player::SECOND].map(|seat| total[seat] + 0.0);
    let words = format!("{} rounds: {one} and {other}; red is {}", rounds.complete(), stage.names[0]);
    svg.label(14.0, height - 14.0, 12.0, "#222", &words);
    svg.finish()
}
