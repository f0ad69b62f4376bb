//! The board drawn with characters and with shapes.

use super::{Board, Phase};
use crate::board::COLOURS;
use outwit_game::{Player, Svg};

/// Checkers drawn on a point; what is more is told by a number.
const STACK: i8 = 5;

/// Seat 1's points from left to right, as seat 1 sees the board: the upper half and the lower half.
fn halves() -> [[usize; 12]; 2] {
    [std::array::from_fn(|column| 13 + column), std::array::from_fn(|column| 12 - column)]
}

fn caption(board: &Board) -> String {
    let sign = |player: Player| if player == Player::FIRST { 'x' } else { 'o' };
    match board.phase {
        _ if board.winner().is_some() => "over".to_string(),
        Phase::Opening => "opening roll".to_string(),
        Phase::Roll(player) => format!("{player} ({}) to roll", sign(player)),
        Phase::Play(player, [larger, smaller]) => format!("{player} ({}) to play {larger}-{smaller}", sign(player)),
    }
}

pub(super) fn picture(board: &Board) -> String {
    let [upper, lower] = halves();
    let numbers = |points: [usize; 12]| row(points.map(|point| point.to_string()));
    let checkers = |points: [usize; 12], level: i8| row(points.map(|point| cell(board.points[point - 1], level)));
    let mut lines = vec![numbers(upper)];
    lines.extend((0..STACK).map(|level| checkers(upper, level)));
    lines.push(row([const { String::new() }; 12]));
    lines.extend((0..STACK).rev().map(|level| checkers(lower, level)));
    lines.push(numbers(lower));
    let ([bar_x, bar_o], [off_x, off_o]) = (board.bar, board.off);
    lines.push(format!("bar x{bar_x} o{bar_o}, off x{off_x} o{off_o}, {}", caption(board)));
    lines.join("\n")
}

/// Twelve cells, with the bar in the middle.
fn row(cells: [String; 12]) -> String {
    let side = |cells: &[String]| cells.iter().map(|cell| format!("{cell:>3}")).collect::<String>();
    format!("{} |{}", side(&cells[..6]), side(&cells[6..]))
}

/// What a point shows this far from its edge.
fn cell(count: i8, level: i8) -> String {
    let sign = if count > 0 { 'x' } else { 'o' };
    let count = count.abs();
    match level {
        _ if level == STACK - 1 && count > STACK => count.to_string(),
        _ if level < count => sign.to_string(),
        0 => ".".to_string(),
        _ => String::new(),
    }
}

const WIDTH: f64 = 34.0;
const HEIGHT: f64 = 370.0;
const RADIUS: f64 = 15.0;
/// The columns: twelve points, the bar in the middle and the borne off at the right.
const BAR_COLUMN: f64 = 6.0;
const OFF_COLUMN: f64 = 13.0;

pub(super) fn svg(board: &Board) -> String {
    let width = 14.0 * WIDTH;
    let mut svg = Svg::new(width, HEIGHT + 30.0);
    svg.rect(0.0, 0.0, width, HEIGHT + 30.0, "#fff");
    svg.rect(0.0, 0.0, width, HEIGHT, "#d9c9a3");
    svg.rect(BAR_COLUMN * WIDTH, 0.0, WIDTH, HEIGHT, "#8d6e4a");
    svg.rect(OFF_COLUMN * WIDTH, 0.0, WIDTH, HEIGHT, "#8d6e4a");
    for (half, points) in halves().into_iter().enumerate() {
        for (column, point) in points.into_iter().enumerate() {
            let x = (column as f64 + if column < 6 { 0.5 } else { 1.5 }) * WIDTH;
            let (edge, tip) = if half == 0 { (18.0, 168.0) } else { (HEIGHT - 18.0, HEIGHT - 168.0) };
            let colour = if point % 2 == 0 { "#b5533c" } else { "#efe6cf" };
            svg.polygon(&[(x - WIDTH / 2.0, edge), (x + WIDTH / 2.0, edge), (x, tip)], colour);
            let label = if half == 0 { 9.0 } else { HEIGHT - 9.0 };
            svg.text(x, label, 11.0, "#333", &point.to_string());
            let count = board.points[point - 1];
            let owner = if count > 0 { Player::FIRST } else { Player::SECOND };
            stack(&mut svg, x, half == 0, owner, count.unsigned_abs());
            let top = if half == 0 { 0.0 } else { HEIGHT / 2.0 };
            svg.place(&point.to_string(), x - WIDTH / 2.0, top, WIDTH, HEIGHT / 2.0);
        }
    }
    for player in [Player::FIRST, Player::SECOND] {
        // Seat 1 bears off at the lower right, so what of it is on the bar waits in the upper half.
        let is_first = player == Player::FIRST;
        stack(&mut svg, (BAR_COLUMN + 0.5) * WIDTH, is_first, player, board.bar[player.index()]);
        stack(&mut svg, (OFF_COLUMN + 0.5) * WIDTH, !is_first, player, board.off[player.index()]);
    }
    svg.place("bar", BAR_COLUMN * WIDTH, 0.0, WIDTH, HEIGHT).place("off", OFF_COLUMN * WIDTH, 0.0, WIDTH, HEIGHT);
    svg.text(width / 2.0, HEIGHT + 15.0, 15.0, "#222", &caption(board));
    svg.finish()
}

/// Checkers one above the other from an edge inwards.
fn stack(svg: &mut Svg, x: f64, from_top: bool, owner: Player, count: u8) {
    let shown = count.min(STACK as u8);
    let height = |level: f64| {
        let inwards = 18.0 + RADIUS + level * 2.0 * RADIUS;
        if from_top { inwards } else { HEIGHT - inwards }
    };
    for level in 0..shown {
        svg.circle(x, height(level.into()), RADIUS, COLOURS[owner.index()]);
    }
    if count > shown {
        let letters = COLOURS[owner.other().index()];
        svg.text(x, height((shown - 1).into()), 14.0, letters, &count.to_string());
    }
}
