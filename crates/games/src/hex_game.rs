#![doc = include_str!("../rules/hex.md")]

use crate::board;
use crate::catalog::GameEntry;
use outwit_game::{
    AnyGame, Blind, Evaluated, Evaluation, Facts, Game, Key, NamedEvaluation, Payoffs, Player, Problem, Rng, Svg, Turn,
    keys,
};

const SIZE: Key<usize> = Key::integer("size", "11", 2, 11, "rows and columns");

/// The game in the catalog.
pub(crate) const ENTRY: GameEntry = GameEntry {
    name: "hex",
    summary: "stones on a rhombus of hexagons; who joins its two sides of the board wins",
    rules: include_str!("../rules/hex.md"),
    parameters: keys![SIZE],
    examples: &["hex:size=5", "hex", "hex:size=2", "hex:size=3"],
    build: |settings, _| Ok(AnyGame::new(HexGame::new(settings.get(SIZE)))),
};

/// The rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HexGame {
    size: usize,
    /// All cells; the leftmost and the rightmost column.
    all: u128,
    left: u128,
    right: u128,
}

/// A position: the stones of each side, a bit a cell, row by row from the top left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Stones {
    sides: [u128; 2],
    /// Whether the side that moved last has its chain.
    is_won: bool,
}

impl Stones {
    #[inline]
    fn mover(&self) -> Player {
        Player::new(usize::from(self.sides[0].count_ones() != self.sides[1].count_ones()))
    }
}

impl HexGame {
    /// A board of this size.
    pub fn new(size: usize) -> HexGame {
        let row = (1u128 << size) - 1;
        let column = (0..size).fold(0, |column, at| column | 1u128 << (at * size));
        HexGame {
            size,
            all: (0..size).fold(0, |all, at| all | row << (at * size)),
            left: column,
            right: column << (size - 1),
        }
    }

    /// The cells that touch one of these.
    #[inline]
    fn around(&self, cells: u128) -> u128 {
        let size = self.size as u32;
        let (no_left, no_right) = (cells & !self.left, cells & !self.right);
        (no_left >> 1 | no_right << 1 | cells >> size | cells << size | no_right >> (size - 1) | no_left << (size - 1))
            & self.all
    }

    /// The two edges that a side joins.
    #[inline]
    fn edges(&self, side: usize) -> (u128, u128) {
        let (row, size) = ((1u128 << self.size) - 1, self.size);
        if side == 0 { (row, row << (size * (size - 1))) } else { (self.left, self.right) }
    }

    /// Whether the stones of a side join its edges.
    #[inline]
    fn is_joined(&self, stones: u128, side: usize) -> bool {
        let (from, to) = self.edges(side);
        let mut chain = stones & from;
        loop {
            let more = (chain | self.around(chain)) & stones;
            if more & to != 0 {
                return true;
            }
            if more == chain {
                return false;
            }
            chain = more;
        }
    }

    /// How many more stones a side needs to join its edges, were the other to pass.
    fn distance(&self, board: &Stones, side: usize) -> u32 {
        let (own, other) = (board.sides[side], board.sides[1 - side]);
        let (from, to) = self.edges(side);
        // Cells that need no more than `steps` stones, its own next to them at no cost.
        let fill = |mut reached: u128| loop {
            let more = reached | self.around(reached) & own;
            if more == reached {
                return reached;
            }
            reached = more;
        };
        let mut reached = fill(from & own);
        let mut steps = 0;
        while reached & to == 0 {
            let next = (from | self.around(reached)) & !other;
            let more = fill(reached | next);
            if more == reached {
                return (self.size * self.size) as u32;
            }
            (reached, steps) = (more, steps + 1);
        }
        steps
    }

    fn cell_text(&self, cell: u8) -> String {
        let (row, column) = (usize::from(cell) / self.size, usize::from(cell) % self.size);
        format!("{}{}", char::from(b'a' + column as u8), row + 1)
    }

    fn symbol(&self, board: &Stones, cell: usize) -> char {
        match board.sides.map(|side| side >> cell & 1) {
            [1, _] => 'x',
            [_, 1] => 'o',
            _ => '.',
        }
    }
}

impl Game for HexGame {
    type State = Stones;
    type Move = u8;
    type Seen = u8;

    fn players(&self) -> usize {
        2
    }

    fn facts(&self) -> Facts {
        Facts::win_draw_loss().with_positions((0..self.size * self.size).fold(1.0, |boards, _| 3.0 * boards))
    }

    #[inline]
    fn start(&self, _rng: &mut Rng) -> Stones {
        Stones::default()
    }

    #[inline]
    fn turn(&self, board: &Stones) -> Turn {
        if board.is_won { Turn::Over } else { Turn::Of(board.mover()) }
    }

    #[inline]
    fn moves(&self, board: &Stones, out: &mut Vec<u8>) {
        let mut free = self.all & !(board.sides[0] | board.sides[1]);
        while free != 0 {
            out.push(free.trailing_zeros() as u8);
            free &= free - 1;
        }
    }

    #[inline]
    fn play(&self, board: &mut Stones, cell: u8) {
        let side = board.mover().index();
        board.sides[side] |= 1 << cell;
        board.is_won = self.is_joined(board.sides[side], side);
    }

    #[inline]
    fn payoffs(&self, board: &Stones) -> Payoffs {
        Payoffs::win(board.mover().other(), 2)
    }

    #[inline]
    fn random_move(&self, board: &Stones, rng: &mut Rng, _scratch: &mut Vec<u8>) -> u8 {
        let mut free = self.all & !(board.sides[0] | board.sides[1]);
        for _ in 0..rng.below(free.count_ones().into()) {
            free &= free - 1;
        }
        free.trailing_zeros() as u8
    }

    fn move_text(&self, _board: &Stones, cell: u8) -> String {
        self.cell_text(cell)
    }

    fn position_text(&self, board: &Stones) -> String {
        let row = |row: usize| -> String {
            (row * self.size..(row + 1) * self.size).map(|cell| self.symbol(board, cell)).collect()
        };
        let rows: Vec<String> = (0..self.size).map(row).collect();
        format!("{} {}", rows.join("/"), board.mover().number())
    }

    fn read_position(&self, text: &str) -> Result<Stones, Problem> {
        let [rows, mover] = board::parts(text, ["rows", "mover"])?;
        let read = |c| match c {
            'x' => Some(0),
            'o' => Some(1),
            '.' => Some(2),
            _ => None,
        };
        let cells = board::rows(rows, (self.size, self.size), "x o .", read)?;
        let mut board = Stones::default();
        for (cell, side) in cells.into_iter().enumerate().filter(|(_, side)| *side < 2) {
            board.sides[side] |= 1 << cell;
        }
        let [x, o] = board.sides.map(u128::count_ones);
        if x != o && x != o + 1 {
            return Err(Problem::new(format!("there are {x} x and {o} o, and x moves first: as many, or one x more")));
        }
        let (to_move, last) = (board.mover(), board.mover().other());
        if board::seat(mover, 2)? != to_move {
            return Err(Problem::new(format!("with {x} x and {o} o on the board {to_move} moves")));
        }
        if self.is_joined(board.sides[to_move.index()], to_move.index()) {
            return Err(Problem::new(format!("{to_move} is to move but has joined its sides already")));
        }
        board.is_won = x + o > 0 && self.is_joined(board.sides[last.index()], last.index());
        Ok(board)
    }

    fn picture(&self, board: &Stones) -> String {
        let letters: Vec<String> = (0..self.size).map(|column| char::from(b'a' + column as u8).to_string()).collect();
        let mut lines = vec![format!("   {}", letters.join(" "))];
        for row in 0..self.size {
            let cells: Vec<String> =
                (0..self.size).map(|column| self.symbol(board, row * self.size + column).to_string()).collect();
            lines.push(format!("{}{:>2} {}", " ".repeat(row), row + 1, cells.join(" ")));
        }
        lines.join("\n")
    }

    fn svg(&self, board: &Stones) -> String {
        const WIDE: f64 = 34.0;
        let (across, down) = (WIDE, WIDE * 0.866_025_403_784_438_6);
        let round = |x: f64| (x * 10.0).round() / 10.0;
        let size = self.size as f64;
        let (left, top) = (28.0, 36.0);
        let mut svg = Svg::new(
            round(left + across * (1.5 * size - 0.5) + 12.0),
            round(top + down * (size - 1.0) + across * 0.577 + 16.0),
        );
        let middle = |row: usize, column: usize| {
            let x = left + across * (0.5 + column as f64 + row as f64 / 2.0);
            (round(x), round(top + down * row as f64))
        };
        // The edges that each side joins, behind the cells.
        let (first, last) = (0, self.size - 1);
        let edge = |svg: &mut Svg, from: (f64, f64), to: (f64, f64), colour: &str| {
            svg.line(from, to, colour, 6.0);
        };
        let reach = round(down * 0.62);
        let [a, b, c, d] = [middle(first, first), middle(first, last), middle(last, last), middle(last, first)];
        edge(&mut svg, (a.0, a.1 - reach), (b.0, b.1 - reach), board::COLOURS[0]);
        edge(&mut svg, (d.0, d.1 + reach), (c.0, c.1 + reach), board::COLOURS[0]);
        edge(&mut svg, (a.0 - reach, a.1), (d.0 - reach, d.1), "#b9770e");
        edge(&mut svg, (b.0 + reach, b.1), (c.0 + reach, c.1), "#b9770e");
        for cell in 0..self.size * self.size {
            let (row, column) = (cell / self.size, cell % self.size);
            let (x, y) = middle(row, column);
            let radius = across / 3f64.sqrt();
            // A little smaller than the cell, so that the ground shows between them.
            let (half, radius) = (across / 2.0 - 0.6, radius - 0.7);
            let corners = [(0.0, -1.0), (1.0, -0.5), (1.0, 0.5), (0.0, 1.0), (-1.0, 0.5), (-1.0, -0.5)];
            svg.polygon(&corners.map(|(right, down)| (round(x + half * right), round(y + radius * down))), "#f0e6d0");
            if let Some(side) = (0..2).find(|&side| board.sides[side] >> cell & 1 == 1) {
                svg.circle(x, y, across * 0.36, board::COLOURS[side]);
            }
        }
        for at in 0..self.size {
            let (x, y) = middle(0, at);
            svg.text(x, y - 26.0, 13.0, "#555", &char::from(b'a' + at as u8).to_string());
            let (x, y) = middle(at, 0);
            svg.text(x - 28.0, y, 13.0, "#555", &(at + 1).to_string());
        }
        for cell in 0..self.size * self.size {
            let (x, y) = middle(cell / self.size, cell % self.size);
            svg.place(&self.cell_text(cell as u8), x - across / 2.0, y - across / 2.0, across, across);
        }
        svg.finish()
    }

    fn places(&self, _board: &Stones, cell: u8) -> Vec<String> {
        vec![self.cell_text(cell)]
    }

    /// The middle first: there a stone lies on most chains.
    #[inline]
    fn order_hint(&self, _board: &Stones, cell: u8) -> i32 {
        let (row, column) = (i32::from(cell) / self.size as i32, i32::from(cell) % self.size as i32);
        let middle = self.size as i32 - 1;
        -((2 * row - middle).abs() + (2 * column - middle).abs())
    }

    /// The board turned by half joins the same sides.
    fn canonical(&self, board: &mut Stones) -> bool {
        let shift = 128 - (self.size * self.size) as u32;
        let turned = board.sides.map(|side| side.reverse_bits() >> shift);
        let changes = turned < board.sides;
        if changes {
            board.sides = turned;
        }
        changes
    }
}

/// What a position is worth before it is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HexEvaluation {
    /// How many stones each side still needs.
    Distance,
    /// All positions are equal.
    Blind,
}

impl Evaluation<HexGame> for HexEvaluation {
    fn value(&self, game: &HexGame, board: &Stones, seat: Player) -> f64 {
        match self {
            HexEvaluation::Distance => {
                // Who is to move is half a stone ahead.
                let needs = |side: usize| {
                    f64::from(game.distance(board, side)) - if board.mover().index() == side { 0.5 } else { 0.0 }
                };
                let ahead = needs(1 - seat.index()) - needs(seat.index());
                (ahead / (game.size as f64 + 1.0)).clamp(-0.99, 0.99)
            }
            HexEvaluation::Blind => Blind.value(game, board, seat),
        }
    }
}

impl Evaluated for HexGame {
    type Evaluation = HexEvaluation;

    fn evaluations(&self) -> &'static [NamedEvaluation] {
        const DISTANCE: NamedEvaluation = NamedEvaluation {
            name: "distance",
            summary: "the stones that the other needs to join its sides, less yours",
        };
        &[DISTANCE, Blind::NAMED]
    }

    fn evaluation(&self, index: usize) -> HexEvaluation {
        [HexEvaluation::Distance, HexEvaluation::Blind][index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a side joins its edges, cell by cell.
    fn joins_plainly(game: &HexGame, stones: u128, side: usize) -> bool {
        let size = game.size as i32;
        let has = |row: i32, column: i32| {
            (0..size).contains(&row) && (0..size).contains(&column) && stones >> (row * size + column) & 1 == 1
        };
        let mut waiting: Vec<(i32, i32)> = (0..size).map(|at| if side == 0 { (0, at) } else { (at, 0) }).collect();
        waiting.retain(|&(row, column)| has(row, column));
        let mut met = waiting.clone();
        while let Some((row, column)) = waiting.pop() {
            if (if side == 0 { row } else { column }) == size - 1 {
                return true;
            }
            for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0), (-1, 1), (1, -1)] {
                let next = (row + down, column + right);
                if has(next.0, next.1) && !met.contains(&next) {
                    met.push(next);
                    waiting.push(next);
                }
            }
        }
        false
    }

    #[test]
    fn chains_are_those_of_a_plain_walk_and_a_full_board_has_just_one() {
        let mut rng = Rng::new(5);
        for round in 0..600 {
            let game = HexGame::new(2 + round % 10);
            let mut board = game.start(&mut rng);
            let mut scratch = Vec::new();
            while !game.turn(&board).is_over() {
                let cell = game.random_move(&board, &mut rng, &mut scratch);
                game.play(&mut board, cell);
                for side in 0..2 {
                    let joined = joins_plainly(&game, board.sides[side], side);
                    assert_eq!(joined, board.is_won && board.mover().index() != side, "{}", game.position_text(&board));
                    assert_eq!(joined, game.distance(&board, side) == 0);
                }
            }
            let rest = game.all & !(board.sides[0] | board.sides[1]);
            let full = [board.sides[0] | rest, board.sides[1]];
            assert_ne!(game.is_joined(full[0], 0), game.is_joined(full[1], 1));
        }
    }

    #[test]
    fn a_bad_position_is_told_why() {
        let game = HexGame::new(3);
        for (text, part) in [
            ("x../.o.", "2 words"),
            ("x../.o./..z 1", "`z`"),
            ("xx./.../... 1", "2 x and 0 o"),
            ("x../.../... 1", "seat 2 moves"),
            ("xo./xo./x.o 1", "joined"),
        ] {
            let problem = game.read_position(text).err().map(|problem| problem.to_string()).unwrap_or_default();
            assert!(problem.contains(part), "{text}: {problem}");
        }
    }
}
