#![doc = include_str!("../rules/othello.md")]

mod endings;
mod evaluation;
mod sight;

use crate::board::{self, Score};
use crate::catalog::GameEntry;
pub use evaluation::OthelloEvaluation;
use outwit_game::{
    AnyGame, Facts, Game, Key, Payoffs, Player, Problem, Rng, Turn, Word, equivalent_by_canonical, keys,
};

const SIZE: Key<Word> = Key::choice("size", "8", &["4", "6", "8"], "squares of a row");
const SCORE: Key<Word> = Key::choice("score", "win", Score::WORDS, "pays +1, 0 or -1, or the difference of discs");

/// The game in the catalog.
pub(crate) const ENTRY: GameEntry = GameEntry {
    name: "othello",
    summary: "enclosed discs change colour; most discs at the end win",
    rules: include_str!("../rules/othello.md"),
    parameters: keys![SIZE, SCORE],
    examples: &["othello", "othello:size=6", "othello:size=4,score=margin", "othello:score=margin"],
    build: |settings, _| {
        let size = settings.get(SIZE).parse().unwrap_or(0);
        Othello::new(size, Score::from_word(settings.get(SCORE))).map(AnyGame::new)
    },
};

/// The rules on a board of some size. Smaller boards lie in the top left corner of the 8x8 board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Othello {
    size: u8,
    score: Score,
    squares: u64,
    /// All squares but those of the first and last column: what a line sideways may run through.
    inner: u64,
    corners: u64,
    edges: u64,
    /// The diagonal neighbours of the corners.
    x_squares: u64,
    /// The four quarters of the board.
    quarters: [u64; 4],
}

/// A position: bit `row * 8 + column`, row 0 at the top.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Discs {
    /// The discs of the seat to move.
    own: u64,
    other: u64,
    /// Where the mover may play. It follows from the discs; everybody asks for it, most of all `turn`.
    legal: u64,
    mover: Player,
    over: bool,
}

/// The move of a seat that has no other.
const PASS: u8 = 64;

impl Discs {
    #[inline]
    fn of(&self, player: Player) -> u64 {
        if player == self.mover { self.own } else { self.other }
    }

    fn symbol(&self, square: usize) -> char {
        match (self.of(Player::FIRST) >> square & 1, self.of(Player::SECOND) >> square & 1) {
            (1, _) => 'x',
            (_, 1) => 'o',
            _ => '.',
        }
    }
}

#[inline(always)]
fn shift(bits: u64, step: i32) -> u64 {
    if step > 0 { bits << step } else { bits >> -step }
}

/// The runs of `through` that start next to `from`, in one direction: at most six long, found by doubling.
#[inline(always)]
fn flood(from: u64, through: u64, step: i32) -> u64 {
    let mut run = through & shift(from, step);
    run |= through & shift(run, step);
    let pairs = through & shift(through, step);
    run |= pairs & shift(run, 2 * step);
    run | (pairs & shift(run, 2 * step))
}

/// What `line` finds in the eight directions, joined. It is given the step and what a line may run through: sideways a
/// line must not leave at one edge and come back at the other. Written out, because constant steps make playouts a third faster.
#[inline(always)]
fn all_ways(other: u64, inner: u64, line: impl Fn(i32, u64) -> u64) -> u64 {
    let sideways = other & inner;
    line(1, sideways)
        | line(-1, sideways)
        | line(8, other)
        | line(-8, other)
        | line(7, sideways)
        | line(-7, sideways)
        | line(9, sideways)
        | line(-9, sideways)
}

/// The squares that can be seen from a square in the eight directions, those of larger numbers and those of smaller ones.
struct Rays {
    up: [u64; 4],
    down: [u64; 4],
}

/// One table for all sizes: there are no discs outside a smaller board.
static RAYS: [Rays; 64] = {
    const STEPS: [(i32, i32); 4] = [(0, 1), (1, -1), (1, 0), (1, 1)];
    const fn ray(square: usize, (rows, columns): (i32, i32)) -> u64 {
        let (mut row, mut column) = (square as i32 / 8 + rows, square as i32 % 8 + columns);
        let mut squares = 0;
        while row >= 0 && row < 8 && column >= 0 && column < 8 {
            squares |= 1 << (8 * row + column);
            (row, column) = (row + rows, column + columns);
        }
        squares
    }
    let mut all = [const { Rays { up: [0; 4], down: [0; 4] } }; 64];
    let mut square = 0;
    while square < 64 {
        let mut way = 0;
        while way < 4 {
            let (rows, columns) = STEPS[way];
            all[square].up[way] = ray(square, (rows, columns));
            all[square].down[way] = ray(square, (-rows, -columns));
            way += 1;
        }
        square += 1;
    }
    all
};

/// The board turned over along its diagonal from the top left: columns become rows, by blocks of four, two and one.
#[inline]
fn transposed(squares: u64) -> u64 {
    let swap = |squares: u64, mask: u64, by: u32| {
        let moved = (squares ^ squares >> by) & mask;
        squares ^ moved ^ moved << by
    };
    let squares = swap(squares, 0x0000_0000_F0F0_F0F0, 28);
    let squares = swap(squares, 0x0000_CCCC_0000_CCCC, 14);
    swap(squares, 0x00AA_00AA_00AA_00AA, 7)
}

/// The place of one of the bits that are set, picked at random: one count of bits by bytes says how many there are and in
/// which byte the picked one is.
#[inline]
fn random_bit(bits: u64, rng: &mut Rng) -> u32 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = 0x8080_8080_8080_8080;
    let pairs = bits - (bits >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let eights = (fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    // In each byte the bits up to its end.
    let sums = eights.wrapping_mul(ONES);
    let picked = rng.below(sums >> 56);
    // Bytes that end before the picked bit.
    let before = ((((picked * ONES) | TOPS) - sums) & TOPS) >> 7;
    let start = (before.wrapping_mul(ONES) >> 56) as u32 * 8;
    let mut left = picked - ((sums << 8) >> start & 0xFF);
    let mut byte = bits >> start;
    while left > 0 {
        byte &= byte - 1;
        left -= 1;
    }
    start + byte.trailing_zeros()
}

impl Othello {
    /// The game on a board of this size: 4, 6 or 8.
    pub fn new(size: usize, score: Score) -> Result<Othello, Problem> {
        if !matches!(size, 4 | 6 | 8) {
            return Err(Problem::new(format!("an othello board is 4, 6 or 8 wide: {size} is not")));
        }
        let mut game = Othello {
            size: size as u8,
            score,
            squares: 0,
            inner: 0,
            corners: 0,
            edges: 0,
            x_squares: 0,
            quarters: [0; 4],
        };
        // How far a row or column is from the nearer edge.
        let depth = |line: usize| line.min(size - 1 - line);
        for (row, column) in (0..size).flat_map(|row| (0..size).map(move |column| (row, column))) {
            let bit = 1 << (8 * row + column);
            game.squares |= bit;
            game.quarters[2 * (2 * row / size) + 2 * column / size] |= bit;
            if depth(column) > 0 {
                game.inner |= bit;
            }
            match (depth(row), depth(column)) {
                (0, 0) => game.corners |= bit,
                (0, _) | (_, 0) => game.edges |= bit,
                (1, 1) => game.x_squares |= bit,
                _ => {}
            }
        }
        Ok(game)
    }

    /// Whether the game is the usual one, for which something was learned.
    fn is_usual(&self) -> bool {
        self.size == 8 && self.score == Score::Win
    }

    /// Where a player may place a disc.
    #[inline]
    fn legal(&self, own: u64, other: u64) -> u64 {
        let ends = all_ways(other, self.inner, |step, through| shift(flood(own, through, step), step));
        ends & self.squares & !(own | other)
    }

    /// The discs that a new disc turns over.
    #[inline]
    fn turned(own: u64, other: u64, square: u8) -> u64 {
        let Rays { up, down } = &RAYS[usize::from(square)];
        let mut turned = 0;
        for ray in up {
            // A carry runs through everything that is not on the ray, then through discs of the other, and stops at the
            // first square without one: if that is our own, what lies before it is enclosed.
            let end = (other | !ray).wrapping_add(1) & ray & own;
            turned |= end.wrapping_sub(u64::from(end != 0)) & ray;
        }
        for ray in down {
            // The highest square of the ray without a disc of the other. Where there is none the shift wraps to the last
            // square, which lies on no ray downwards.
            let end = (1u64 << 63).wrapping_shr((!other & ray).leading_zeros()) & ray & own;
            turned |= (end.wrapping_neg() << 1) & ray;
        }
        turned
    }

    /// The position with these discs and this mover.
    #[inline]
    fn position(&self, own: u64, other: u64, mover: Player) -> Discs {
        let legal = self.legal(own, other);
        Discs { own, other, legal, mover, over: legal == 0 && self.legal(other, own) == 0 }
    }

    /// Whether the images of the board are looked at: once they are many discs apart none is met again.
    #[inline]
    fn has_images(&self, discs: &Discs) -> bool {
        (discs.own | discs.other).count_ones() <= 2 * u32::from(self.size)
    }

    /// The images of a board, itself the first: turned over along the diagonal and upside down in turn, seven times.
    #[inline]
    fn images(&self, discs: &Discs) -> impl Iterator<Item = (u64, u64)> {
        let unused = 64 - 8 * u32::from(self.size);
        let over = move |squares: u64| squares.swap_bytes() >> unused;
        let mut image = (discs.own, discs.other);
        (0..8).map(move |step| {
            image = match step {
                0 => image,
                step if step % 2 == 1 => (transposed(image.0), transposed(image.1)),
                _ => (over(image.0), over(image.1)),
            };
            image
        })
    }

    /// The image that stands for all.
    #[inline]
    fn least_image(&self, discs: &Discs) -> (u64, u64) {
        self.images(discs).min().expect("a board has eight images")
    }

    /// The same where it is looked for.
    #[inline]
    fn filed_image(&self, discs: &Discs) -> (u64, u64) {
        if self.has_images(discs) { self.least_image(discs) } else { (discs.own, discs.other) }
    }

    /// Seat 1's discs less seat 2's.
    #[inline]
    fn margin(&self, discs: &Discs) -> i32 {
        discs.of(Player::FIRST).count_ones() as i32 - discs.of(Player::SECOND).count_ones() as i32
    }

    /// Seat 1's and seat 2's number of moves, were it their turn.
    fn mobility(&self, discs: &Discs) -> [f64; 2] {
        let own = f64::from(discs.legal.count_ones());
        let other = f64::from(self.legal(discs.other, discs.own).count_ones());
        if discs.mover == Player::FIRST { [own, other] } else { [other, own] }
    }

    /// The largest payoff.
    #[inline]
    fn highest(&self) -> f64 {
        self.score.highest(u32::from(self.size) * u32::from(self.size))
    }
}

impl Game for Othello {
    type State = Discs;
    type Move = u8;
    type Seen = u8;

    #[inline]
    fn players(&self) -> usize {
        2
    }

    fn facts(&self) -> Facts {
        // Counted for 4x4; the others are the usual estimates.
        let positions = match self.size {
            4 => 62_789.0,
            6 => 3.6e12,
            _ => 1e28,
        };
        let highest = self.highest();
        Facts { lowest: -highest, highest, ..Facts::win_draw_loss().with_positions(positions) }
    }

    fn start(&self, _rng: &mut Rng) -> Discs {
        let middle = u32::from(self.size) / 2;
        let square = |row: u32, column: u32| 1u64 << (8 * row + column);
        let black = square(middle, middle - 1) | square(middle - 1, middle);
        let white = square(middle - 1, middle - 1) | square(middle, middle);
        self.position(black, white, Player::FIRST)
    }

    #[inline]
    fn turn(&self, discs: &Discs) -> Turn {
        if discs.over { Turn::Over } else { Turn::Of(discs.mover) }
    }

    #[inline]
    fn moves(&self, discs: &Discs, out: &mut Vec<u8>) {
        let mut legal = discs.legal;
        if legal == 0 {
            out.push(PASS);
        }
        while legal != 0 {
            out.push(legal.trailing_zeros() as u8);
            legal &= legal - 1;
        }
    }

    #[inline]
    fn play(&self, discs: &mut Discs, square: u8) {
        let (mut own, mut other) = (discs.own, discs.other);
        if square != PASS {
            let turned = Othello::turned(own, other, square);
            own |= 1 << square | turned;
            other ^= turned;
        }
        *discs = self.position(other, own, discs.mover.other());
    }

    #[inline]
    fn payoffs(&self, discs: &Discs) -> Payoffs {
        self.score.payoffs(self.margin(discs))
    }

    fn move_text(&self, _discs: &Discs, square: u8) -> String {
        if square == PASS {
            return "pass".to_string();
        }
        format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1)
    }

    fn position_text(&self, discs: &Discs) -> String {
        let size = usize::from(self.size);
        let row = |row: usize| (0..size).map(|column| discs.symbol(8 * row + column)).collect::<String>();
        let rows: Vec<String> = (0..size).map(row).collect();
        format!("{} {}", rows.join("/"), discs.mover.number())
    }

    fn read_position(&self, text: &str) -> Result<Discs, Problem> {
        let [squares, mover] = board::parts(text, ["rows", "mover"])?;
        let mover = board::seat(mover, 2)?;
        let size = usize::from(self.size);
        let squares = board::rows(squares, (size, size), "x o .", |c| match c {
            'x' => Some(Some(0)),
            'o' => Some(Some(1)),
            '.' => Some(None),
            _ => None,
        })?;
        let mut sides = [0u64; 2];
        for (index, side) in squares.into_iter().enumerate() {
            if let Some(side) = side {
                sides[side as usize] |= 1 << (8 * (index / size) + index % size);
            }
        }
        let start = self.start(&mut Rng::new(0));
        if let Some(empty) = Some((start.own | start.other) & !(sides[0] | sides[1])).filter(|&empty| empty != 0) {
            let square = self.move_text(&start, empty.trailing_zeros() as u8);
            return Err(Problem::new(format!(
                "{square} is empty, but play starts with discs on the four middle squares"
            )));
        }
        Ok(self.position(sides[mover.index()], sides[mover.other().index()], mover))
    }

    fn picture(&self, discs: &Discs) -> String {
        let size = usize::from(self.size);
        let mut picture = String::from(" ");
        for column in 0..self.size {
            picture.extend([' ', char::from(b'a' + column)]);
        }
        for row in 0..size {
            picture += &format!("\n{}", row + 1);
            for column in 0..size {
                let square = 8 * row + column;
                let playable = discs.legal >> square & 1 == 1;
                picture.extend([' ', if playable { '*' } else { discs.symbol(square) }]);
            }
        }
        let [x, o] = [Player::FIRST, Player::SECOND].map(|player| discs.of(player).count_ones());
        let turn = match (discs.over, discs.legal, discs.mover) {
            (true, ..) => "over",
            (_, 0, Player::FIRST) => "x must pass",
            (_, 0, _) => "o must pass",
            (_, _, Player::FIRST) => "x to play on a *",
            _ => "o to play on a *",
        };
        format!("{picture}\nx {x}, o {o}: {turn}")
    }

    fn svg(&self, discs: &Discs) -> String {
        let size = usize::from(self.size);
        let mut svg = board::grid(size, size, "#3c8a56");
        for (row, column) in (0..size).flat_map(|row| (0..size).map(move |column| (row, column))) {
            let square = 8 * row + column;
            match discs.symbol(square) {
                'x' => board::disc(&mut svg, row, column, Player::FIRST),
                'o' => board::disc(&mut svg, row, column, Player::SECOND),
                _ if discs.legal >> square & 1 == 1 => {
                    let (x, y) = ((column as f64 + 0.5) * board::CELL, (row as f64 + 0.5) * board::CELL);
                    svg.circle(x, y, board::CELL * 0.08, board::COLOURS[discs.mover.index()]);
                }
                _ => {}
            }
        }
        let rows: Vec<String> = (1..=size).map(|row| row.to_string()).collect();
        board::coordinates(&mut svg, &rows, &board::letters(size), false);
        board::places(&mut svg, size, size, |row, column| self.move_text(discs, (8 * row + column) as u8));
        svg.finish()
    }

    fn places(&self, discs: &Discs, square: u8) -> Vec<String> {
        if square == PASS { Vec::new() } else { vec![self.move_text(discs, square)] }
    }

    #[inline]
    fn key(&self, discs: &Discs) -> u64 {
        Rng::hash(Rng::hash(discs.mover.index() as u64, discs.own), discs.other)
    }

    fn canonical(&self, discs: &mut Discs) -> bool {
        let (own, other) = self.least_image(discs);
        let least = self.position(own, other, discs.mover);
        board::stands_in(discs, least)
    }

    #[inline]
    fn canonical_key(&self, discs: &Discs) -> u64 {
        let (own, other) = self.filed_image(discs);
        Rng::hash(Rng::hash(discs.mover.index() as u64, own), other)
    }

    #[inline]
    fn table_key(&self, discs: &Discs) -> u64 {
        // Colours do not matter to what the mover can get.
        let (own, other) = self.filed_image(discs);
        Rng::hash(Rng::hash(2, own), other)
    }

    #[inline]
    fn equivalent_moves(&self, discs: &Discs, moves: &[u8], out: &mut Vec<usize>) -> bool {
        let itself = (discs.own, discs.other);
        // A board of more discs that is its own image is a curiosity, and this is asked at every node.
        let may_be = (discs.own | discs.other).count_ones() <= 8;
        let is_symmetric = may_be && self.images(discs).skip(1).any(|image| image == itself);
        is_symmetric && equivalent_by_canonical(self, discs, moves, out)
    }

    #[inline]
    fn random_move(&self, discs: &Discs, rng: &mut Rng, _scratch: &mut Vec<u8>) -> u8 {
        if discs.legal == 0 { PASS } else { random_bit(discs.legal, rng) as u8 }
    }

    #[inline]
    fn end_bounds(&self, discs: &Discs, seat: Player, (low, high): (f64, f64)) -> (f64, f64) {
        if seat == discs.mover {
            self.mover_bounds(discs, (low, high))
        } else {
            let (low, high) = self.mover_bounds(discs, (-high, -low));
            // Not negated: that would make -0 of a draw.
            (0.0 - high, 0.0 - low)
        }
    }

    #[inline]
    fn end_hint(&self, discs: &Discs, square: u8) -> i32 {
        self.hint_to_the_end(discs, square)
    }

    #[inline]
    fn plies_left(&self, discs: &Discs) -> Option<u32> {
        Some(self.empty(discs).count_ones())
    }

    fn levels(&self) -> Option<&'static str> {
        self.is_usual().then_some(include_str!("../levels/othello.txt"))
    }

    #[inline]
    fn order_hint(&self, _discs: &Discs, square: u8) -> i32 {
        let is_in = |squares: u64| square != PASS && squares >> square & 1 == 1;
        if is_in(self.corners) {
            3
        } else if is_in(self.edges) {
            2
        } else if is_in(self.x_squares) {
            0
        } else {
            1
        }
    }
}

#[cfg(test)]
mod tests;
