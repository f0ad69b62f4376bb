#![doc = include_str!("../../rules/abalone.md")]

mod evaluation;
mod hexagon;
mod last_ply;
mod lines;
mod sight;
mod text;

use crate::board;
use crate::catalog::GameEntry;
pub use evaluation::AbaloneEvaluation;
use hexagon::{OFFSETS, next};
use lines::Line;
use outwit_game::{
    AnyGame, Facts, Game, Key, Payoffs, Player, Problem, Rng, Turn, Word, equivalent_by_canonical, find_move, keys,
};

const SEATED: Key<Word> = Key::choice("seats", "3", &["2", "3"], "how many play");
const MIXED: Key<bool> = Key::flag("mixed", "true", "a push may move marbles of two others at once");
const CAP: Key<u16> = Key::integer("cap", "400", 1, 60_000, "plies after which the most marbles pushed off win");

/// The game in the catalog.
pub(crate) const ENTRY: GameEntry = GameEntry {
    name: "abalone",
    summary: "lines of marbles push each other off a hexagon; six of others' win",
    rules: include_str!("../../rules/abalone.md"),
    parameters: keys![SEATED, MIXED, CAP],
    examples: &["abalone", "abalone:seats=2,cap=90", "abalone:mixed=false,cap=90"],
    build: |settings, _| {
        let seats = settings.get(SEATED).parse().unwrap_or(0);
        Abalone::new(seats, settings.get(MIXED), settings.get(CAP)).map(AnyGame::new)
    },
};

/// The most seats.
const SEATS: usize = 3;
/// So many marbles of others win.
const WINNING: u8 = 6;
/// The move of a seat that has no other.
const PASS: u16 = u16::MAX;

/// After so many plies no search looks for images of the board.
const MIRRORED_PLIES: u16 = 6;

/// The rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Abalone {
    seats: usize,
    mixed: bool,
    cap: u16,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Marbles {
    /// The cells of each seat's marbles.
    sides: [u128; SEATS],
    /// How many marbles of others each seat has pushed off.
    pushed: [u8; SEATS],
    /// How close to the middle each side stands, and its pairs of neighbours. They follow from the cells and change move
    /// by move.
    closeness: [u8; SEATS],
    pairs: [u8; SEATS],
    plies: u16,
    mover: Player,
    over: bool,
}

impl Marbles {
    /// The cells that are taken.
    #[inline]
    fn taken(&self) -> u128 {
        self.sides[0] | self.sides[1] | self.sides[2]
    }

    /// Whose marble is on a cell.
    #[inline]
    fn on(&self, bit: usize) -> Option<usize> {
        (0..SEATS).find(|&side| self.sides[side] >> bit & 1 == 1)
    }
}

impl Abalone {
    /// The game for two or three seats, decided after `cap` plies at the latest.
    pub fn new(seats: usize, mixed: bool, cap: u16) -> Result<Abalone, Problem> {
        if !matches!(seats, 2 | 3) {
            return Err(Problem::new(format!("abalone is for 2 or 3 seats: {seats} do not fit")));
        }
        if cap == 0 {
            return Err(Problem::new("abalone needs a cap of at least 1 ply"));
        }
        Ok(Abalone { seats, mixed, cap })
    }

    /// Whether the game is the usual one for two seats, for which something was learned.
    fn is_usual_for_two(&self) -> bool {
        self.seats == 2 && self.mixed && self.cap == 400
    }

    /// The marbles that a seat starts with.
    fn start_count(&self) -> u32 {
        if self.seats == 2 { 14 } else { 11 }
    }

    /// The position with these marbles.
    fn position(&self, sides: [u128; SEATS], pushed: [u8; SEATS], mover: Player, plies: u16) -> Marbles {
        Marbles {
            sides,
            pushed,
            closeness: sides.map(hexagon::closeness),
            pairs: sides.map(hexagon::pairs),
            plies,
            mover,
            over: plies >= self.cap || pushed.iter().any(|&count| count >= WINNING),
        }
    }

    /// The image of the board that stands for all twelve.
    fn least_image(&self, marbles: &Marbles) -> Marbles {
        let sides = hexagon::images(marbles.sides).min().expect("a board has twelve images");
        Marbles { sides, ..*marbles }
    }

    /// How many marbles of others a seat has pushed off.
    #[inline]
    pub fn pushed(&self, marbles: &Marbles, seat: Player) -> u32 {
        u32::from(marbles.pushed[seat.index()])
    }

    /// How a seat's marbles stand: four points for one in the middle of the board, one less for each cell from there, and a
    /// point for each pair of neighbours. A side loses points with every marble it loses.
    #[inline]
    pub fn arrangement(&self, marbles: &Marbles, seat: Player) -> u32 {
        u32::from(marbles.closeness[seat.index()]) + u32::from(marbles.pairs[seat.index()])
    }
}

impl Game for Abalone {
    type State = Marbles;
    type Move = u16;
    type Seen = u16;

    #[inline]
    fn players(&self) -> usize {
        self.seats
    }

    fn facts(&self) -> Facts {
        // Several may win, and positions hold their plies, so none comes back.
        Facts { lowest: 0.0, highest: 1.0, sum: None, ..Facts::win_draw_loss() }
    }

    fn start(&self, _rng: &mut Rng) -> Marbles {
        // The third row of the standard start is its middle three.
        let standard = |x: i8, y: i8, z: i8| z >= 3 || z == 2 && x >= -2 && y >= -2;
        let sides = match self.seats {
            2 => [hexagon::cells(standard), hexagon::cells(|x, y, z| standard(-x, -y, -z)), 0],
            _ => [|_, _, z| z >= 3, |_, y, _| y >= 3, |x, _, _| x >= 3].map(hexagon::cells::<fn(i8, i8, i8) -> bool>),
        };
        self.position(sides, [0; SEATS], Player::FIRST, 0)
    }

    #[inline]
    fn turn(&self, marbles: &Marbles) -> Turn {
        if marbles.over { Turn::Over } else { Turn::Of(marbles.mover) }
    }

    fn moves(&self, marbles: &Marbles, out: &mut Vec<u16>) {
        let before = out.len();
        self.lines(marbles, out);
        if out.len() == before {
            out.push(PASS);
        }
    }

    #[inline]
    fn play(&self, marbles: &mut Marbles, mv: u16) {
        let mover = marbles.mover;
        if mv != PASS {
            marbles.shift(Line::from_code(mv));
        }
        marbles.plies += 1;
        marbles.over = marbles.pushed[mover.index()] >= WINNING || marbles.plies >= self.cap;
        marbles.mover = mover.next(self.seats);
    }

    fn payoffs(&self, marbles: &Marbles) -> Payoffs {
        let most = marbles.pushed.iter().max();
        let mut payoffs = Payoffs::ZERO;
        for seat in Player::all(self.seats).filter(|seat| Some(&marbles.pushed[seat.index()]) == most) {
            payoffs[seat] = 1.0;
        }
        payoffs
    }

    fn move_text(&self, _marbles: &Marbles, mv: u16) -> String {
        text::move_text(mv)
    }

    fn read_move(&self, marbles: &Marbles, text: &str) -> Result<u16, Problem> {
        if let (false, Some(line)) = (marbles.over, text::read_line(text)) {
            let mut moves = Vec::new();
            self.lines(marbles, &mut moves);
            if moves.contains(&line.code()) {
                return Ok(line.code());
            }
        }
        find_move(self, marbles, text)
    }

    fn position_text(&self, marbles: &Marbles) -> String {
        text::position_text(self, marbles)
    }

    fn read_position(&self, text: &str) -> Result<Marbles, Problem> {
        text::read_position(self, text)
    }

    fn picture(&self, marbles: &Marbles) -> String {
        text::picture(self, marbles)
    }

    fn svg(&self, marbles: &Marbles) -> String {
        text::svg(self, marbles)
    }

    fn places(&self, _marbles: &Marbles, mv: u16) -> Vec<String> {
        text::places(mv)
    }

    #[inline]
    fn key(&self, marbles: &Marbles) -> u64 {
        let [a, b, c] = marbles.pushed.map(u64::from);
        let rest = u64::from(marbles.plies) << 16 | a << 12 | b << 8 | c << 4 | marbles.mover.index() as u64;
        marbles.sides.iter().fold(rest, |key, &side| Rng::hash(Rng::hash(key, side as u64), (side >> 64) as u64))
    }

    fn canonical(&self, marbles: &mut Marbles) -> bool {
        let least = self.least_image(marbles);
        board::stands_in(marbles, least)
    }

    fn canonical_key(&self, marbles: &Marbles) -> u64 {
        if marbles.plies <= MIRRORED_PLIES { self.key(&self.least_image(marbles)) } else { self.key(marbles) }
    }

    fn equivalent_moves(&self, marbles: &Marbles, moves: &[u16], out: &mut Vec<usize>) -> bool {
        // The start has images that are itself, and hardly anything after it.
        marbles.plies == 0 && equivalent_by_canonical(self, marbles, moves, out)
    }

    #[inline]
    fn payoff_bounds(&self, _marbles: &Marbles, _seat: Player) -> (f64, f64) {
        (0.0, 1.0)
    }

    /// The others' plies are not counted.
    #[inline]
    fn pass_to(&self, marbles: &mut Marbles, player: Player) -> bool {
        let may = !marbles.over && player.index() < self.seats;
        if may {
            marbles.mover = player;
        }
        may
    }

    /// Marbles over the edge first, then pushes, then longer lines.
    #[inline]
    fn order_hint(&self, marbles: &Marbles, mv: u16) -> i32 {
        if mv == PASS {
            return 0;
        }
        match Line::from_code(mv) {
            Line::Aside { count, .. } => count as i32 - 1,
            Line::Forward { rear, way } => {
                let (own, taken) = (marbles.sides[marbles.mover.index()], marbles.taken());
                let mut at = Some(rear);
                let mut length = 0;
                while let Some(bit) = at.filter(|bit| own >> bit & 1 == 1) {
                    (at, length) = (next(bit, OFFSETS[way]), length + 1);
                }
                let met = at;
                while let Some(bit) = at.filter(|bit| taken >> bit & 1 == 1) {
                    at = next(bit, OFFSETS[way]);
                }
                length
                    + if at.is_none() {
                        20
                    } else if at != met {
                        10
                    } else {
                        0
                    }
            }
        }
    }
}

#[cfg(test)]
mod tests;
