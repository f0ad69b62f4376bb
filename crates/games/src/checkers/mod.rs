#![doc = include_str!("../../rules/checkers.md")]

mod evaluation;
mod picture;
mod text;

pub use evaluation::CheckersEvaluation;

use crate::catalog::GameEntry;
use outwit_game::{
    AnyGame, Blind, Evaluated, Facts, Game, Key, MoveCode, NamedEvaluation, Payoffs, Player, Problem, Rng, Turn, keys,
};

const SIZE: Key<usize> = Key::integer("size", "8", 4, 8, "rows and columns, an even number");
const QUIET: Key<u16> =
    Key::integer("quiet", "80", 0, 1000, "plies without a capture or a man's move that draw; 0 for never");
const REPETITION: Key<u8> = Key::integer("repetition", "3", 0, 9, "the time a position comes that draws; 0 for never");

/// The game in the catalog.
pub(crate) const ENTRY: GameEntry = GameEntry {
    name: "checkers",
    summary: "English draughts: take by jumping, and who can take must",
    rules: include_str!("../../rules/checkers.md"),
    parameters: keys![SIZE, QUIET, REPETITION],
    examples: &[
        "checkers",
        "checkers:size=6",
        "checkers:size=4,quiet=20,repetition=0",
        "checkers:size=6,quiet=0,repetition=0",
    ],
    build: |settings, _| {
        let checkers = Checkers::new(settings.get(SIZE), settings.get(QUIET), settings.get(REPETITION))?;
        Ok(AnyGame::new(checkers))
    },
};

/// The rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checkers {
    size: usize,
    quiet: u16,
    repetition: u8,
    /// All squares, and those that are played on; the leftmost and the rightmost column.
    all: u64,
    dark: u64,
    left: u64,
    right: u64,
}

/// A position: a bit a square, row by row from the top left.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The pieces of each side.
    sides: [u64; 2],
    /// Which of them are kings.
    kings: u64,
    mover: Player,
    /// Plies since a capture or a man's move.
    quiet: u16,
    /// The keys of the boards since, without the last, where repetition counts.
    past: Vec<u64>,
}

/// A move: where it begins, how often it jumps, and which way it goes each time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Move(u32);

/// The ways a piece goes. The first two are down, and the opposite of a way is 3 less it.
const WAYS: u32 = 4;
/// Every second row and column has a piece that can be jumped between, 3 x 3 of them on the largest board.
const MOST_JUMPS: u32 = 9;

impl Move {
    #[inline]
    fn step(from: u32, way: u32) -> Move {
        Move(from | way << 10)
    }

    #[inline]
    fn from(self) -> u32 {
        self.0 & 63
    }

    /// How often it jumps; 0 for a plain step.
    #[inline]
    fn jumps(self) -> u32 {
        self.0 >> 6 & 15
    }

    #[inline]
    fn way(self, place: u32) -> u32 {
        self.0 >> (10 + 2 * place) & 3
    }

    /// The same with one more jump.
    #[inline]
    fn and_jump(self, way: u32) -> Move {
        Move((self.0 + (1 << 6)) | way << (10 + 2 * self.jumps()))
    }
}

impl MoveCode for Move {
    #[inline]
    fn code(self) -> u32 {
        self.0
    }
    #[inline]
    fn from_code(code: u32) -> Move {
        Move(code)
    }
}

/// The squares of a set, lowest first.
#[inline]
fn squares(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = set.trailing_zeros();
            set &= set - 1;
            square
        })
    })
}

/// What a mover can do, side by side in the ways a piece goes.
struct Reach {
    /// The pieces that may go each way.
    own: [u64; 4],
    other: u64,
    empty: u64,
}

impl Checkers {
    /// A board of this size, even and at most 8; draws after so many quiet plies and so many times of a position, 0 for never.
    pub fn new(size: usize, quiet: u16, repetition: u8) -> Result<Checkers, Problem> {
        if !(4..=8).contains(&size) || size % 2 == 1 {
            return Err(Problem::new(format!("a board of checkers has 4, 6 or 8 lines, not {size}")));
        }
        let left = (0..size).fold(0, |column, row| column | 1u64 << (row * size));
        let is_dark = |square: &usize| (square / size + square % size) % 2 == 1;
        Ok(Checkers {
            size,
            quiet,
            repetition,
            all: u64::MAX >> (64 - size * size),
            dark: (0..size * size).filter(is_dark).fold(0, |dark, square| dark | 1 << square),
            left,
            right: left << (size - 1),
        })
    }

    /// The start position.
    pub fn set_up(&self) -> Position {
        let home = (1u64 << (self.size * (self.size / 2 - 1))) - 1;
        let sides = [self.dark & home, self.turned(self.dark & home)];
        Position { sides, kings: 0, mover: Player::FIRST, quiet: 0, past: Vec::new() }
    }

    /// The board turned by half.
    #[inline]
    fn turned(&self, set: u64) -> u64 {
        set.reverse_bits() >> (64 - self.size * self.size)
    }

    /// Where pieces come to by a step: down left, down right, up left, up right.
    #[inline]
    fn step(&self, set: u64, way: u32) -> u64 {
        let size = self.size as u32;
        match way {
            0 => (set & !self.left) << (size - 1) & self.all,
            1 => (set & !self.right) << (size + 1) & self.all,
            2 => (set & !self.left) >> (size + 1),
            _ => (set & !self.right) >> (size - 1),
        }
    }

    /// The row on which a side's men become kings.
    #[inline]
    fn last_row(&self, side: usize) -> u64 {
        let row = (1u64 << self.size) - 1;
        if side == 0 { row << (self.size * (self.size - 1)) } else { row }
    }

    #[inline]
    fn reach(&self, position: &Position) -> Reach {
        let side = position.mover.index();
        let (all, kings) = (position.sides[side], position.sides[side] & position.kings);
        let own = if side == 0 { [all, all, kings, kings] } else { [kings, kings, all, all] };
        let taken = position.sides[0] | position.sides[1];
        Reach { own, other: position.sides[1 - side], empty: self.dark & !taken }
    }

    /// The pieces that can step each way.
    #[inline]
    fn steps(&self, reach: &Reach) -> [u64; 4] {
        [0, 1, 2, 3].map(|way| reach.own[way as usize] & self.step(reach.empty, 3 - way))
    }

    /// The pieces that can jump each way.
    #[inline]
    fn jumps(&self, reach: &Reach) -> [u64; 4] {
        [0, 1, 2, 3].map(|way| {
            let behind = self.step(reach.empty, 3 - way) & reach.other;
            reach.own[way as usize] & self.step(behind, 3 - way)
        })
    }

    #[inline]
    fn can_move(&self, position: &Position) -> bool {
        let reach = self.reach(position);
        self.steps(&reach) != [0; 4] || self.jumps(&reach) != [0; 4]
    }

    /// Whether who is to move takes something: then it must.
    #[inline]
    fn must_take(&self, position: &Position) -> bool {
        self.jumps(&self.reach(position)) != [0; 4]
    }

    /// Pushes every way in which a piece that has jumped so far may go on to the end.
    fn go_on(
        &self,
        at: u64,
        so_far: Move,
        (mut other, empty): (u64, u64),
        ways: [bool; 4],
        out: &mut Vec<Move>,
    ) -> bool {
        let side = if ways[0] { 0 } else { 1 };
        let is_man = ways.iter().any(|may| !may);
        let mut goes_on = false;
        for way in (0..WAYS).filter(|&way| ways[way as usize]) {
            let over = self.step(at, way) & other;
            let land = self.step(over, way) & empty;
            if land == 0 {
                continue;
            }
            goes_on = true;
            let next = so_far.and_jump(way);
            other &= !over;
            let ends = is_man && land & self.last_row(side) != 0 || next.jumps() == MOST_JUMPS;
            if ends || !self.go_on(land, next, (other, empty), ways, out) {
                out.push(next);
            }
            other |= over;
        }
        goes_on
    }

    /// A key of the board and who is to move, the same for both sides where the board is turned and colours are changed.
    #[inline]
    fn board_key(&self, position: &Position) -> u64 {
        let Position { sides: [first, second], kings, mover, .. } = *position;
        let [own, other, kings] = match mover {
            Player::FIRST => [first, second, kings],
            _ => [self.turned(second), self.turned(first), self.turned(kings)],
        };
        Rng::hash(Rng::hash(Rng::hash(8, own), other), kings)
    }

    /// The key with what the board does not show.
    #[inline]
    fn with_past(&self, key: u64, position: &Position) -> u64 {
        let key = if position.quiet > 0 && self.quiet > 0 { Rng::hash(key, position.quiet.into()) } else { key };
        position.past.iter().rev().fold(key, |key, past| Rng::hash(key, *past))
    }

    /// The mover's board among those before.
    #[inline]
    fn comes_back(&self, position: &Position) -> bool {
        if self.repetition == 0 || position.past.is_empty() {
            return false;
        }
        let now = self.repetition_key(position);
        position.past.iter().filter(|past| **past == now).count() + 1 >= usize::from(self.repetition)
    }

    #[inline]
    fn repetition_key(&self, position: &Position) -> u64 {
        self.board_key(position) ^ position.mover.index() as u64
    }

    #[inline]
    fn is_drawn(&self, position: &Position) -> bool {
        self.quiet > 0 && position.quiet >= self.quiet || self.comes_back(position)
    }
}

impl Game for Checkers {
    type State = Position;
    type Move = Move;
    type Seen = Move;

    fn players(&self) -> usize {
        2
    }

    fn facts(&self) -> Facts {
        // Few of the ways to fill the dark squares come about: on the smallest board two pieces a side at most. Where repetition
        // counts, a position is the way there as well.
        let positions = match (self.size, self.repetition) {
            (4, 0) => 2_000.0 * f64::from(self.quiet.max(1)),
            (6, 0) => 1e10 * f64::from(self.quiet.max(1)),
            _ => f64::INFINITY,
        };
        Facts { cyclic: self.quiet == 0, ..Facts::win_draw_loss().with_positions(positions) }
    }

    fn start(&self, _rng: &mut Rng) -> Position {
        self.set_up()
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        if self.is_drawn(position) || !self.can_move(position) { Turn::Over } else { Turn::Of(position.mover) }
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        let reach = self.reach(position);
        let jumps = self.jumps(&reach);
        let any = jumps.iter().fold(0, |any, way| any | way);
        for square in squares(any) {
            let at = 1u64 << square;
            let ways = reach.own.map(|own| own & at != 0);
            // Where it stood is empty once it has gone.
            self.go_on(at, Move(square), (reach.other, reach.empty | at), ways, out);
        }
        if any != 0 {
            return;
        }
        let steps = self.steps(&reach);
        for square in squares(steps.iter().fold(0, |any, way| any | way)) {
            out.extend(
                (0..WAYS).filter(|&way| steps[way as usize] >> square & 1 == 1).map(|way| Move::step(square, way)),
            );
        }
    }

    fn play(&self, position: &mut Position, mv: Move) {
        let side = position.mover.index();
        let from = 1u64 << mv.from();
        let was_king = position.kings & from != 0;
        if self.repetition > 0 && was_king && mv.jumps() == 0 {
            position.past.push(self.repetition_key(position));
        } else {
            position.past.clear();
        }
        let mut at = from;
        let mut taken = 0;
        if mv.jumps() == 0 {
            at = self.step(at, mv.way(0));
        }
        for place in 0..mv.jumps() {
            let over = self.step(at, mv.way(place));
            taken |= over;
            at = self.step(over, mv.way(place));
        }
        position.sides[side] = position.sides[side] & !from | at;
        position.sides[1 - side] &= !taken;
        position.kings &= !(from | taken);
        if was_king || at & self.last_row(side) != 0 {
            position.kings |= at;
        }
        position.quiet = if was_king && taken == 0 { position.quiet + 1 } else { 0 };
        // Where nothing ends by it, it is not counted: positions come back.
        if self.quiet == 0 {
            position.quiet = 0;
        }
        position.mover = position.mover.other();
    }

    fn payoffs(&self, position: &Position) -> Payoffs {
        if self.can_move(position) { Payoffs::ZERO } else { Payoffs::win(position.mover.other(), 2) }
    }

    fn move_text(&self, _position: &Position, mv: Move) -> String {
        self.path_text(mv)
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, Problem> {
        self.read_path(position, text)
    }

    fn position_text(&self, position: &Position) -> String {
        self.written(position)
    }

    fn read_position(&self, text: &str) -> Result<Position, Problem> {
        self.read(text)
    }

    fn picture(&self, position: &Position) -> String {
        self.lines(position)
    }

    fn svg(&self, position: &Position) -> String {
        self.draw(position)
    }

    fn places(&self, _position: &Position, mv: Move) -> Vec<String> {
        self.path(mv).map(|square| self.number(square).to_string()).collect()
    }

    fn key(&self, position: &Position) -> u64 {
        self.with_past(self.board_key(position) ^ position.mover.index() as u64, position)
    }

    /// Turned by half and with the colours changed it is the same game.
    fn table_key(&self, position: &Position) -> u64 {
        if position.past.is_empty() {
            return self.with_past(self.board_key(position), position);
        }
        self.key(position)
    }

    /// Many jumps first; then men that become kings, and the middle before the sides; whoever guards the own last row stays.
    #[inline]
    fn order_hint(&self, position: &Position, mv: Move) -> i32 {
        let side = position.mover.index();
        let from = 1u64 << mv.from();
        if mv.jumps() > 0 {
            return 100 * mv.jumps() as i32;
        }
        let to = self.step(from, mv.way(0));
        let is_man = position.kings & from == 0;
        let crowns = is_man && to & self.last_row(side) != 0;
        let guards = is_man && from & self.last_row(1 - side) != 0;
        let at_side = to & (self.left | self.right) != 0;
        50 * i32::from(crowns) + 2 * i32::from(is_man) - 4 * i32::from(guards) - i32::from(at_side)
    }
}

impl Evaluated for Checkers {
    type Evaluation = CheckersEvaluation;

    fn evaluations(&self) -> &'static [NamedEvaluation] {
        const PIECES: NamedEvaluation = NamedEvaluation {
            name: "pieces",
            summary: "men, kings, men on their way, the guard of the own last row, and nearness of who is ahead",
        };
        const MATERIAL: NamedEvaluation =
            NamedEvaluation { name: "material", summary: "men, and kings worth half as much again" };
        &[PIECES, MATERIAL, Blind::NAMED]
    }

    fn evaluation(&self, index: usize) -> CheckersEvaluation {
        [CheckersEvaluation::Pieces, CheckersEvaluation::Material, CheckersEvaluation::Blind][index]
    }
}

#[cfg(test)]
mod tests;
