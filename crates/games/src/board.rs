//! What board games share: reading boards from text, naming squares, drawing grids.

use outwit_game::{Payoffs, Player, Problem, Svg, Turn};

/// The side of a square in drawings, in pixels.
pub const CELL: f64 = 44.0;
/// How the seats' pieces are drawn.
pub const COLOURS: [&str; 6] = ["#222", "#f4f0e4", "#c0392b", "#2471a3", "#d4ac0d", "#1e8449"];

/// What a game of two that counts something pays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// +1, 0 or -1.
    Win,
    /// The difference.
    Margin,
}

impl Score {
    /// The words for it in specs.
    pub const WORDS: &'static [&'static str] = &["win", "margin"];

    /// The score of a word.
    pub fn from_word(word: &str) -> Score {
        if word == "margin" { Score::Margin } else { Score::Win }
    }

    /// What is paid when seat 1 has this much more than seat 2.
    #[inline]
    pub fn payoffs(self, margin: i32) -> Payoffs {
        Payoffs::zero_sum(f64::from(match self {
            Score::Win => margin.signum(),
            Score::Margin => margin,
        }))
    }

    /// The largest payoff when the margin is at most `largest`.
    #[inline]
    pub fn highest(self, largest: u32) -> f64 {
        match self {
            Score::Win => 1.0,
            Score::Margin => f64::from(largest),
        }
    }
}

/// Puts the position that stands for this one in its place; whether that changed anything.
pub fn stands_in<S: PartialEq>(state: &mut S, representative: S) -> bool {
    let changes = *state != representative;
    *state = representative;
    changes
}

/// Splits a position's text into exactly these parts, separated by single spaces.
pub fn parts<'t, const N: usize>(text: &'t str, names: [&str; N]) -> Result<[&'t str; N], Problem> {
    let found: Vec<&str> = text.split_whitespace().collect();
    found.try_into().map_err(|found: Vec<&str>| {
        let wanted = names.join(" ");
        Problem::new(format!("a position is written `{wanted}`, {N} words; this has {}", found.len()))
    })
}

/// Reads one character a square; `read` says what a character means. Errors name the character.
pub fn squares<T>(
    text: &str,
    count: usize,
    allowed: &str,
    read: impl Fn(char) -> Option<T>,
) -> Result<Vec<T>, Problem> {
    let mut squares = Vec::with_capacity(count);
    for (index, c) in text.chars().enumerate() {
        match read(c) {
            Some(square) => squares.push(square),
            None => {
                return Err(Problem::new(format!(
                    "character {} of the board, `{c}`, is not one of {allowed}",
                    index + 1
                )));
            }
        }
    }
    if squares.len() != count {
        return Err(Problem::new(format!("the board has {count} squares, and {} are given", squares.len())));
    }
    Ok(squares)
}

/// Reads a board of rows separated by `/`, one character a square; `read` says what a character means. The squares come
/// in the order of the text. Errors name the character or the row.
pub fn rows<T>(
    text: &str,
    (rows, columns): (usize, usize),
    allowed: &str,
    read: impl Fn(char) -> Option<T>,
) -> Result<Vec<T>, Problem> {
    uneven_rows(text, &vec![columns; rows], allowed, read)
}

/// The same for a board whose rows have different widths.
pub fn uneven_rows<T>(
    text: &str,
    widths: &[usize],
    allowed: &str,
    read: impl Fn(char) -> Option<T>,
) -> Result<Vec<T>, Problem> {
    let mut squares = Vec::with_capacity(widths.iter().sum());
    let mut lengths = vec![0usize];
    for (index, c) in text.chars().enumerate() {
        let row = lengths.len() - 1;
        if c == '/' {
            lengths.push(0);
        } else if let Some(square) = read(c) {
            squares.push(square);
            lengths[row] += 1;
        } else {
            return Err(Problem::new(format!(
                "character {} of the board, `{c}`, is not one of {allowed} or the / between rows",
                index + 1
            )));
        }
    }
    if lengths.len() != widths.len() {
        let (rows, given) = (widths.len(), lengths.len());
        return Err(Problem::new(format!("the board has {rows} rows separated by `/`, and {given} are given")));
    }
    if let Some(row) = (0..widths.len()).find(|&row| lengths[row] != widths[row]) {
        let (row, length, width) = (row + 1, lengths[row], widths[row]);
        return Err(Problem::new(format!("row {row} of the board has {length} squares and should have {width}")));
    }
    Ok(squares)
}

/// Reads a count of plies, at most `most`.
pub fn plies(text: &str, most: u16) -> Result<u16, Problem> {
    match text.parse::<u16>() {
        Ok(plies) if plies <= most && text == plies.to_string() => Ok(plies),
        _ => Err(Problem::new(format!("`{text}` is not a number of plies: it is a whole number from 0 to {most}"))),
    }
}

/// Reads a seat's number, counted from 1.
pub fn seat(text: &str, players: usize) -> Result<Player, Problem> {
    match text.parse::<usize>() {
        Ok(number) if (1..=players).contains(&number) => Ok(Player::new(number - 1)),
        _ => Err(Problem::new(format!("`{text}` is not a seat: it is a number from 1 to {players}"))),
    }
}

/// A drawing of a board with this many rows and columns of squares, empty.
pub fn grid(rows: usize, columns: usize, fill: &str) -> Svg {
    let (height, width) = (rows as f64 * CELL, columns as f64 * CELL);
    let mut svg = Svg::new(width, height);
    svg.rect(0.0, 0.0, width, height, fill);
    for row in 0..=rows {
        svg.stroke((0.0, row as f64 * CELL), (width, row as f64 * CELL), "#555");
    }
    for column in 0..=columns {
        svg.stroke((column as f64 * CELL, 0.0), (column as f64 * CELL, height), "#555");
    }
    svg
}

/// Names the columns and rows of a grid beside it: columns from the left, below or above; rows from the top, at the left.
pub fn coordinates(svg: &mut Svg, rows: &[String], columns: &[String], are_below: bool) {
    const ROOM: f64 = 20.0;
    let size = CELL * 0.3;
    let (top, bottom) = if are_below { (0.0, ROOM) } else { (ROOM, 0.0) };
    let left = if rows.is_empty() { 0.0 } else { ROOM };
    let (width, height) = svg.size();
    svg.margin(left, top, 0.0, bottom);
    for (row, name) in rows.iter().enumerate() {
        svg.text(-ROOM / 2.0, (row as f64 + 0.5) * CELL, size, "#555", name);
    }
    let y = if are_below { height + ROOM / 2.0 } else { -ROOM / 2.0 };
    for (column, name) in columns.iter().enumerate() {
        svg.text((column as f64 + 0.5) * width / columns.len() as f64, y, size, "#555", name);
    }
}

/// Marks every square of a grid as a place; `name` is told the row from the top and the column.
pub fn places(svg: &mut Svg, rows: usize, columns: usize, name: impl Fn(usize, usize) -> String) {
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        svg.place(&name(row, column), column as f64 * CELL, row as f64 * CELL, CELL, CELL);
    }
}

/// Numbers, the largest first: rows of a board whose row 1 is at the bottom.
pub fn numbers_down(count: usize) -> Vec<String> {
    (1..=count).rev().map(|number| number.to_string()).collect()
}

/// Letters from `a` on.
pub fn letters(count: usize) -> Vec<String> {
    (0..count).map(|place| char::from(b'a' + place as u8).to_string()).collect()
}

/// Draws a seat's disc on a square of a grid; rows count from the top.
pub fn disc(svg: &mut Svg, row: usize, column: usize, player: Player) {
    let (x, y) = ((column as f64 + 0.5) * CELL, (row as f64 + 0.5) * CELL);
    svg.circle(x, y, CELL * 0.38, COLOURS[player.index()]);
}

/// A seat's side of a board of pits, in the order in which it sows them.
pub struct Pits {
    /// What lies in each.
    pub pits: Vec<u64>,
    /// What it has got.
    pub store: u64,
}

/// A drawing of such a board: seat 1 below, sowing to the right. The pits' numbers are the moves; the side of the mover is
/// bright.
pub fn pits(sides: [Pits; 2], turn: Turn) -> Svg {
    let columns = sides[0].pits.len();
    let (width, height) = ((columns + 2) as f64 * CELL, 2.0 * CELL);
    let mut svg = Svg::new(width, height);
    svg.rect(0.0, 0.0, width, height, "#c49a6c");
    for (place, side) in sides.iter().enumerate() {
        let player = Player::new(place);
        let fill = if turn == Turn::Of(player) { "#f7f3e8" } else { "#e3d2b8" };
        let mut hollow = |x: f64, y: f64, count: u64| {
            svg.circle(x * CELL, y * CELL, CELL * 0.42, fill);
            svg.text(x * CELL, y * CELL, CELL * 0.4, "#222", &count.to_string());
        };
        let (first, step, y) = if place == 0 { (1.5, 1.0, 1.5) } else { (columns as f64 + 0.5, -1.0, 0.5) };
        hollow(if place == 0 { columns as f64 + 1.5 } else { 0.5 }, 1.0, side.store);
        for (pit, &count) in side.pits.iter().enumerate() {
            hollow(first + step * pit as f64, y, count);
        }
        // Above and below, outside of the board.
        let y = if place == 0 { height + 10.0 } else { -10.0 };
        for pit in 0..columns {
            svg.text((first + step * pit as f64) * CELL, y, CELL * 0.3, "#555", &(pit + 1).to_string());
        }
        svg.text((columns as f64 + 1.5) * CELL, y, CELL * 0.28, "#555", &player.to_string());
    }
    svg.margin(0.0, 20.0, 0.0, 20.0);
    svg
}

/// How suits are drawn, clubs first.
const SUIT_SIGNS: [char; 4] = ['\u{2663}', '\u{2666}', '\u{2665}', '\u{2660}'];

/// A card's width and height in drawings.
pub const CARD: (f64, f64) = (24.0, 40.0);

/// Draws a card: its rank above its suit, clubs being 0, then diamonds, hearts and spades.
pub fn card(svg: &mut Svg, (x, y): (f64, f64), rank: char, suit: usize, ground: &str) {
    let (wide, tall) = CARD;
    let ink = if matches!(suit, 1 | 2) { "#b22" } else { "#222" };
    svg.rect(x, y, wide, tall, ground);
    svg.text(x + wide / 2.0, y + tall * 0.3, 14.0, ink, &rank.to_string());
    svg.text(x + wide / 2.0, y + tall * 0.72, 14.0, ink, &SUIT_SIGNS[suit & 3].to_string());
}
