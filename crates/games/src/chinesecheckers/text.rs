//! Chinese checkers in text and pictures.

use super::star::{PAWNS, STAR, WIDTHS};
use super::{ChineseCheckers, PASS, Pawns, each, holes};
use crate::{board, hex};
use outwit_game::{MAX_SEATS, Player, Problem, Svg};

/// Rows with the number of their first hole.
fn rows() -> impl Iterator<Item = (usize, std::ops::Range<usize>)> {
    WIDTHS.iter().enumerate().scan(0, |first, (row, width)| {
        let holes = *first..*first + width;
        *first += width;
        Some((row, holes))
    })
}

fn letter(row: usize) -> char {
    char::from(b'a' + row as u8)
}

/// A hole's name: the letter of its row and its place in it.
pub fn hole_text(hole: usize) -> String {
    let (row, holes) = rows().find(|(_, holes)| holes.contains(&hole)).expect("a hole of the board");
    format!("{}{}", letter(row), hole - holes.start + 1)
}

fn read_hole(text: &str) -> Option<usize> {
    let (row, place) = (text.chars().next()?, text.get(1..)?);
    let (_, holes) = rows().find(|&(index, _)| letter(index) == row)?;
    let number = place.parse::<usize>().ok().filter(|number| place == number.to_string())?;
    (1..=holes.len()).contains(&number).then(|| holes.start + number - 1)
}

pub fn move_text(mv: u16) -> String {
    if mv == PASS {
        return "pass".to_string();
    }
    let (from, to) = holes(mv);
    format!("{}-{}", hole_text(from), hole_text(to))
}

/// The holes of a move: none, if it is a pass.
pub fn places(mv: u16) -> Vec<String> {
    if mv == PASS {
        return Vec::new();
    }
    let (from, to) = holes(mv);
    vec![hole_text(from), hole_text(to)]
}

/// The holes of a move that is not a pass, legal or not.
pub fn read_holes(text: &str) -> Option<(usize, usize)> {
    let (from, to) = text.split_once('-')?;
    Some((read_hole(from)?, read_hole(to)?))
}

fn symbol(pawns: &Pawns, hole: usize) -> char {
    match pawns.on(hole) {
        0 => '.',
        number => char::from(b'0' + number as u8),
    }
}

pub fn position_text(pawns: &Pawns) -> String {
    let rows: Vec<String> = rows().map(|(_, holes)| holes.map(|hole| symbol(pawns, hole)).collect()).collect();
    format!("{} {} {}", rows.join("/"), pawns.mover.number(), pawns.plies)
}

pub fn read_position(game: &ChineseCheckers, text: &str) -> Result<Pawns, Problem> {
    let [rows, mover, plies] = board::parts(text, ["rows", "mover", "plies"])?;
    let seats = game.seats;
    let numbers = board::uneven_rows(rows, &WIDTHS, &format!("1 to {seats} ."), |c| match c {
        '.' => Some(0),
        _ => c.to_digit(10).map(|digit| digit as usize).filter(|digit| (1..=seats).contains(digit)),
    })?;
    let mut pawns = [0; MAX_SEATS];
    for (hole, &number) in numbers.iter().enumerate().filter(|(_, number)| **number > 0) {
        pawns[number - 1] |= 1 << hole;
    }
    for seat in Player::all(seats) {
        let own: u128 = pawns[seat.index()];
        if own.count_ones() != PAWNS {
            let count = own.count_ones();
            return Err(Problem::new(format!("{seat} has {count} pawns on the board, and it must be {PAWNS}")));
        }
        if let Some(hole) = each(own & !game.stops[seat.index()]).next() {
            let hole = hole_text(hole);
            return Err(Problem::new(format!(
                "{seat} has a pawn on {hole}, in a point that is neither its home nor its goal: that takes `points=free`"
            )));
        }
    }
    let position = game.position(pawns, board::seat(mover, seats)?, board::plies(plies, game.cap)?);
    let winners: Vec<Player> = Player::all(seats).filter(|&seat| game.has_won(&position, seat)).collect();
    if let [first, second, ..] = winners[..] {
        return Err(Problem::new(format!("{first} and {second} have both won: the first ends the game")));
    }
    Ok(position)
}

pub fn picture(game: &ChineseCheckers, pawns: &Pawns) -> String {
    let lines = rows().map(|(row, holes)| {
        let first = STAR.cells[holes.start];
        (letter(row).to_string(), first.x - first.y, holes.map(|hole| symbol(pawns, hole)).collect())
    });
    // Holes count from the left of their row: the number of its last one stands behind each row.
    let board = hex::picture(lines);
    let board: Vec<String> = board.lines().zip(WIDTHS).map(|(line, width)| format!("{line} {width}")).collect();
    let left: Vec<String> =
        Player::all(game.seats).map(|seat| format!("{} {}", seat.number(), game.distance(pawns, seat))).collect();
    let turn = if pawns.over { "over".to_string() } else { format!("{} to move", pawns.mover) };
    let (plies, cap) = (pawns.plies, game.cap);
    format!("{}\nsteps left: {}; ply {plies} of {cap}, {turn}", board.join("\n"), left.join(", "))
}

/// The colours of the points in drawings: paler than the pawns of the seat that starts there.
const PALE: [&str; MAX_SEATS] = ["#b9b9b9", "#efe6c8", "#e8b4ae", "#aecbe0", "#eddc9e", "#a8d3b8"];

pub fn svg(game: &ChineseCheckers, pawns: &Pawns) -> String {
    const PITCH: f64 = 30.0;
    let middle = (7.4 * PITCH, 8.0 * PITCH);
    let mut svg = Svg::new(2.0 * middle.0, 2.0 * middle.1);
    svg.rect(0.0, 0.0, 2.0 * middle.0, 2.0 * middle.1, "#fff");
    // The points are triangles a little larger than their holes; the hexagon between them is drawn last.
    let at = |x: f64, z: f64| (middle.0 + PITCH * (x + z / 2.0), middle.1 + PITCH * 0.866 * z);
    let tips = [(4.5, -9.0), (9.0, -4.5), (4.5, 4.5), (-4.5, 9.0), (-9.0, 4.5), (-4.5, -4.5)];
    let inner = [(0.0, -4.5), (4.5, -4.5), (4.5, 0.0), (0.0, 4.5), (-4.5, 4.5), (-4.5, 0.0)];
    for point in 0..6 {
        let seat = (0..game.seats).find(|&seat| game.homes[seat] == point);
        let corners = [tips[point], inner[point], inner[(point + 1) % 6]].map(|(x, z)| at(x, z));
        svg.polygon(&corners, seat.map_or("#ece6da", |seat| PALE[seat]));
    }
    svg.polygon(&inner.map(|(x, z)| at(x, z)), "#d9c9a3");
    for (row, holes) in rows() {
        let (x, y) = STAR.cells[holes.start].drawn_at(PITCH, middle);
        svg.text(x - PITCH, y, PITCH * 0.4, "#888", &letter(row).to_string());
    }
    for (hole, place) in rows().flat_map(|(_, holes)| holes.enumerate().map(|(place, hole)| (hole, place))) {
        let (x, y) = STAR.cells[hole].drawn_at(PITCH, middle);
        let ink = match pawns.on(hole) {
            0 => {
                svg.circle(x, y, PITCH * 0.26, "#fffdf7");
                "#777"
            }
            number => {
                svg.circle(x, y, PITCH * 0.42, board::COLOURS[number - 1]);
                if number == 2 { "#555" } else { "#fff" }
            }
        };
        // Its number in the row, as moves are written.
        svg.text(x, y, PITCH * 0.3, ink, &(place + 1).to_string());
        svg.place(&hole_text(hole), x - PITCH * 0.45, y - PITCH * 0.45, PITCH * 0.9, PITCH * 0.9);
    }
    svg.finish()
}
