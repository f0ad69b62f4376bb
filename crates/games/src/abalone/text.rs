//! Abalone in text and pictures.

use super::hexagon::{self, BOARD, OFFSETS, WIDTHS, each, name, named, next, rows, way};
use super::lines::Line;
use super::{Abalone, Marbles, PASS, SEATS, WINNING};
use crate::{board, hex};
use outwit_game::{Player, Problem, Svg};

pub fn move_text(mv: u16) -> String {
    match &places(mv)[..] {
        [rear, next] => format!("{rear}-{next}"),
        [first, last, next] => format!("{first}{last}-{next}"),
        _ => "pass".to_string(),
    }
}

/// The cells of a move: the last marble of the line and where it goes; or, for a line that moves aside, both its ends and where
/// the first of them goes.
pub fn places(mv: u16) -> Vec<String> {
    if mv == PASS {
        return Vec::new();
    }
    let to = |bit: usize, steps: usize, way: usize| (bit as i32 + steps as i32 * OFFSETS[way]) as usize;
    match Line::from_code(mv) {
        Line::Forward { rear, way } => vec![name(rear), name(to(rear, 1, way))],
        Line::Aside { first, axis, count, way } => {
            vec![name(first), name(to(first, count - 1, axis)), name(to(first, 1, way))]
        }
    }
}

/// The move of this text, legal or not; a pass is none.
pub fn read_line(text: &str) -> Option<Line> {
    let (marbles, to) = text.split_once('-')?;
    let to = named(to)?;
    if let Some(rear) = named(marbles) {
        return Some(Line::Forward { rear, way: way(rear, to)? });
    }
    let (first, last) = (named(marbles.get(..2)?)?, named(marbles.get(2..)?)?);
    let way = way(first, to)?;
    (0..3).find_map(|axis| {
        let second = next(first, OFFSETS[axis])?;
        let count = if second == last { 2 } else { 3 };
        let fits = second == last || next(second, OFFSETS[axis]) == Some(last);
        (fits && axis != way % 3).then_some(Line::Aside { first, axis, count, way })
    })
}

fn symbol(marbles: &Marbles, bit: usize) -> char {
    marbles.on(bit).map_or('.', |side| char::from(b'1' + side as u8))
}

fn counts(game: &Abalone, marbles: &Marbles, between: &str) -> String {
    let counts: Vec<String> = marbles.pushed[..game.seats].iter().map(u8::to_string).collect();
    counts.join(between)
}

pub fn position_text(game: &Abalone, marbles: &Marbles) -> String {
    let rows: Vec<String> = rows().map(|row| row.iter().map(|&bit| symbol(marbles, bit)).collect()).collect();
    let (mover, plies) = (marbles.mover.number(), marbles.plies);
    format!("{} {} {mover} {plies}", rows.join("/"), counts(game, marbles, ","))
}

pub fn read_position(game: &Abalone, text: &str) -> Result<Marbles, Problem> {
    let [board, pushed, mover, plies] = board::parts(text, ["rows", "pushed", "mover", "plies"])?;
    let seats = game.seats;
    let numbers = board::uneven_rows(board, &WIDTHS, &format!("1 to {seats} ."), |c| match c {
        '.' => Some(0),
        _ => c.to_digit(10).map(|digit| digit as usize).filter(|digit| (1..=seats).contains(digit)),
    })?;
    let mut sides = [0u128; SEATS];
    for (bit, &number) in rows().flatten().zip(&numbers).filter(|(_, number)| **number > 0) {
        sides[number - 1] |= 1 << bit;
    }
    let pushed = read_pushed(game, pushed)?;
    // Every marble that is missing was pushed off by somebody else.
    let full = game.start_count();
    let gone = sides.map(|side| full.saturating_sub(side.count_ones()));
    for seat in Player::all(seats) {
        let (count, lost) = (sides[seat.index()].count_ones(), gone[seat.index()]);
        if count > full {
            return Err(Problem::new(format!("{seat} has {count} marbles on the board, and it starts with {full}")));
        }
        let others = pushed.iter().sum::<u8>() - pushed[seat.index()];
        if lost > u32::from(others) {
            return Err(Problem::new(format!("{seat} lacks {lost} marbles, but the others have pushed {others} off")));
        }
    }
    let (all_gone, all_pushed) = (gone[..seats].iter().sum::<u32>(), pushed.iter().map(|&n| u32::from(n)).sum::<u32>());
    if all_gone != all_pushed {
        return Err(Problem::new(format!(
            "{all_gone} marbles are missing on the board, and {all_pushed} are counted as pushed off"
        )));
    }
    if pushed.iter().filter(|&&count| count >= WINNING).count() > 1 {
        return Err(Problem::new(format!("two seats have pushed {WINNING} marbles off: the first ends the game")));
    }
    Ok(game.position(sides, pushed, board::seat(mover, seats)?, board::plies(plies, game.cap)?))
}

fn read_pushed(game: &Abalone, text: &str) -> Result<[u8; SEATS], Problem> {
    let wrong = || {
        let example = vec!["0"; game.seats].join(",");
        Problem::new(format!(
            "`{text}` is not what each seat has pushed off: it is {} numbers from 0 to {WINNING}, such as `{example}`",
            game.seats
        ))
    };
    let counts: Vec<&str> = text.split(',').collect();
    if counts.len() != game.seats {
        return Err(wrong());
    }
    let mut pushed = [0; SEATS];
    for (count, text) in pushed.iter_mut().zip(counts) {
        *count = (0..=WINNING).find(|count| count.to_string() == text).ok_or_else(wrong)?;
    }
    Ok(pushed)
}

pub fn picture(game: &Abalone, marbles: &Marbles) -> String {
    let lines = rows().map(|row| {
        let first = hexagon::cell(row[0]);
        let mut cells: String = row.iter().map(|&bit| symbol(marbles, bit)).collect();
        // Lines have their numbers where they leave the board, at the lower right or below.
        if first.z() > 0 {
            cells.extend(char::from_digit(10 - first.z() as u32, 10));
        }
        (name(row[0])[..1].to_string(), first.x - first.y, cells)
    });
    let below = (" ".to_string(), -3, "12345".to_string());
    let board = hex::picture(lines.chain([below]));
    let turn = if marbles.over { "over".to_string() } else { format!("{} to move", marbles.mover) };
    let (plies, cap) = (marbles.plies, game.cap);
    format!("{board}\npushed off: {}; ply {plies} of {cap}, {turn}", counts(game, marbles, " "))
}

pub fn svg(game: &Abalone, marbles: &Marbles) -> String {
    const PITCH: f64 = 44.0;
    let middle = (5.6 * PITCH, 5.0 * PITCH);
    let (width, height) = (2.0 * middle.0, 2.0 * middle.1 + PITCH);
    let mut svg = Svg::new(width, height);
    svg.rect(0.0, 0.0, width, height, "#fff");
    // The rim: a hexagon around the cells.
    let corner = |x: f64, z: f64| (middle.0 + PITCH * (x + z / 2.0), middle.1 + PITCH * 0.866 * z);
    let rim = [(0.0, -5.2), (5.2, -5.2), (5.2, 0.0), (0.0, 5.2), (-5.2, 5.2), (-5.2, 0.0)];
    svg.polygon(&rim.map(|(x, z)| corner(x, z)), "#8a6f4d");
    for row in rows() {
        let (first, last) = (row[0], row[row.len() - 1]);
        let (x, y) = hexagon::cell(first).drawn_at(PITCH, middle);
        svg.text(x - PITCH * 0.85, y, PITCH * 0.3, "#e8dcc4", &name(first)[..1]);
        // A line's number stands where it leaves the board, at the lower right or below.
        let leaving = if hexagon::cell(first).z() == 4 { &row[..] } else { &[last][..] };
        for &bit in leaving.iter().filter(|&&bit| hexagon::cell(bit).z() >= 0) {
            let (x, y) = hexagon::cell(bit).drawn_at(PITCH, middle);
            svg.text(x + PITCH * 0.42, y + PITCH * 0.73, PITCH * 0.3, "#e8dcc4", &name(bit)[1..]);
        }
    }
    for bit in each(BOARD) {
        let (x, y) = hexagon::cell(bit).drawn_at(PITCH, middle);
        svg.circle(x, y, PITCH * 0.4, "#cbb894");
        if let Some(side) = marbles.on(bit) {
            svg.circle(x, y, PITCH * 0.46, board::COLOURS[side]);
        }
        svg.place(&name(bit), x - PITCH * 0.46, y - PITCH * 0.46, PITCH * 0.92, PITCH * 0.92);
    }
    // What each seat has pushed off, below the board: its own marble and the number.
    for seat in Player::all(game.seats) {
        let x = width * (seat.index() as f64 + 0.5) / game.seats as f64;
        svg.circle(x - PITCH * 0.5, height - PITCH * 0.6, PITCH * 0.3, board::COLOURS[seat.index()]);
        let count = game.pushed(marbles, seat).to_string();
        svg.text(x + PITCH * 0.5, height - PITCH * 0.6, PITCH * 0.5, "#333", &count);
    }
    svg.finish()
}
