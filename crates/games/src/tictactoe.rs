#![doc = include_str!("../rules/tictactoe.md")]

use crate::board;
use crate::catalog::GameEntry;
use outwit_game::{
    AnyGame, Blind, Evaluated, Evaluation, Facts, Game, NamedEvaluation, Payoffs, Player, Problem, Rng, Turn,
    equivalent_by_canonical,
};

/// The game in the catalog.
pub(crate) const ENTRY: GameEntry = GameEntry {
    name: "tictactoe",
    summary: "three in a row on a 3x3 board",
    rules: include_str!("../rules/tictactoe.md"),
    parameters: &[],
    examples: &["tictactoe"],
    build: |_, _| Ok(AnyGame::new(TicTacToe)),
};

/// The rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TicTacToe;

/// A position: nine bits a side, square 0 at the top left. Whose turn it is follows from the counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Board {
    sides: [u16; 2],
}

const FULL: u16 = 0b111_111_111;
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Board {
    #[inline]
    fn mover(self) -> Player {
        Player::new(((self.sides[0] | self.sides[1]).count_ones() % 2) as usize)
    }

    #[inline]
    fn has_line(self, player: Player) -> bool {
        let stones = self.sides[player.index()];
        LINES.iter().any(|&line| line & !stones == 0)
    }

    /// How many lines hold two stones of `player` and an empty square.
    fn threats(self, player: Player) -> u32 {
        let (own, other) = (self.sides[player.index()], self.sides[player.other().index()]);
        LINES.iter().filter(|&&line| (own & line).count_ones() == 2 && other & line == 0).count() as u32
    }

    fn symbol(self, square: usize) -> char {
        match (self.sides[0] >> square & 1, self.sides[1] >> square & 1) {
            (1, _) => 'x',
            (_, 1) => 'o',
            _ => '.',
        }
    }
}

/// Where each square goes when the board is turned over along the diagonal from the top left, and upside down. Taken in turn,
/// eight steps come back to the beginning by way of all images of the board.
const TURNS: [[u8; 9]; 2] = [[0, 3, 6, 1, 4, 7, 2, 5, 8], [6, 7, 8, 3, 4, 5, 0, 1, 2]];

impl Board {
    /// The image that stands for all eight.
    fn representative(self) -> Board {
        let mut image = self;
        let mut least = self;
        for step in 1..8 {
            let turn = &TURNS[(step + 1) % 2];
            image = Board {
                sides: image.sides.map(|side| (0..9).fold(0, |turned, at| turned | (side >> at & 1) << turn[at])),
            };
            if image.sides < least.sides {
                least = image;
            }
        }
        least
    }
}

impl Game for TicTacToe {
    type State = Board;
    type Move = u8;
    type Seen = u8;

    fn players(&self) -> usize {
        2
    }

    fn facts(&self) -> Facts {
        Facts::win_draw_loss().with_positions(5_478.0)
    }

    #[inline]
    fn start(&self, _rng: &mut Rng) -> Board {
        Board::default()
    }

    #[inline]
    fn turn(&self, board: &Board) -> Turn {
        let mover = board.mover();
        if board.has_line(mover.other()) || board.sides[0] | board.sides[1] == FULL {
            Turn::Over
        } else {
            Turn::Of(mover)
        }
    }

    #[inline]
    fn moves(&self, board: &Board, out: &mut Vec<u8>) {
        let taken = board.sides[0] | board.sides[1];
        out.extend((0..9u8).filter(|square| taken >> square & 1 == 0));
    }

    #[inline]
    fn play(&self, board: &mut Board, square: u8) {
        board.sides[board.mover().index()] |= 1 << square;
    }

    #[inline]
    fn payoffs(&self, board: &Board) -> Payoffs {
        let last = board.mover().other();
        if board.has_line(last) { Payoffs::win(last, 2) } else { Payoffs::ZERO }
    }

    fn canonical(&self, board: &mut Board) -> bool {
        let least = board.representative();
        board::stands_in(board, least)
    }

    fn canonical_key(&self, board: &Board) -> u64 {
        self.key(&board.representative())
    }

    fn table_key(&self, board: &Board) -> u64 {
        self.canonical_key(board)
    }

    fn equivalent_moves(&self, board: &Board, moves: &[u8], out: &mut Vec<usize>) -> bool {
        // Later none of them is its own image.
        moves.len() >= 7 && equivalent_by_canonical(self, board, moves, out)
    }

    #[inline]
    fn random_move(&self, board: &Board, rng: &mut Rng, _scratch: &mut Vec<u8>) -> u8 {
        let mut free = FULL & !(board.sides[0] | board.sides[1]);
        for _ in 0..rng.below(free.count_ones().into()) {
            free &= free - 1;
        }
        free.trailing_zeros() as u8
    }

    fn move_text(&self, _board: &Board, square: u8) -> String {
        let (column, row) = (square % 3, 3 - square / 3);
        format!("{}{row}", char::from(b'a' + column))
    }

    fn position_text(&self, board: &Board) -> String {
        let squares: String = (0..9).map(|square| board.symbol(square)).collect();
        format!("{squares} {}", board.mover().number())
    }

    fn read_position(&self, text: &str) -> Result<Board, Problem> {
        let [squares, mover] = board::parts(text, ["squares", "mover"])?;
        let squares = board::squares(squares, 9, "x o .", |c| match c {
            'x' => Some(Some(0)),
            'o' => Some(Some(1)),
            '.' => Some(None),
            _ => None,
        })?;
        let mut position = Board::default();
        for (index, side) in squares.into_iter().enumerate() {
            if let Some(side) = side {
                position.sides[side as usize] |= 1 << index;
            }
        }
        let [x, o] = position.sides.map(u16::count_ones);
        if x != o && x != o + 1 {
            return Err(Problem::new(format!("there are {x} x and {o} o, and x moves first: as many, or one x more")));
        }
        if board::seat(mover, 2)? != position.mover() {
            return Err(Problem::new(format!(
                "with {x} x and {o} o on the board seat {} moves",
                position.mover().number()
            )));
        }
        if position.has_line(position.mover()) {
            return Err(Problem::new(format!("{} is to move but has three in a row already", position.mover())));
        }
        Ok(position)
    }

    fn picture(&self, board: &Board) -> String {
        let row = |row: usize| {
            let squares: Vec<String> = (0..3).map(|column| board.symbol(3 * row + column).to_string()).collect();
            format!("{} {}", 3 - row, squares.join(" "))
        };
        format!("{}\n{}\n{}\n  a b c", row(0), row(1), row(2))
    }

    fn svg(&self, board: &Board) -> String {
        let mut svg = board::grid(3, 3, "#f7f3e8");
        for square in 0..9 {
            let (x, y) = ((square % 3) as f64 + 0.5, (square / 3) as f64 + 0.5);
            if board.symbol(square) != '.' {
                let letter = board.symbol(square).to_ascii_uppercase().to_string();
                svg.text(x * board::CELL, y * board::CELL, board::CELL * 0.7, "#222", &letter);
            }
        }
        board::coordinates(&mut svg, &board::numbers_down(3), &board::letters(3), true);
        board::places(&mut svg, 3, 3, |row, column| self.move_text(board, (3 * row + column) as u8));
        svg.finish()
    }

    fn places(&self, board: &Board, square: u8) -> Vec<String> {
        vec![self.move_text(board, square)]
    }
}

/// What a position is worth before it is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TicTacToeEvaluation {
    /// Threats made less threats faced, an eighth each.
    Threats,
    /// All positions are equal.
    Blind,
}

impl Evaluation<TicTacToe> for TicTacToeEvaluation {
    fn value(&self, game: &TicTacToe, board: &Board, seat: Player) -> f64 {
        match self {
            TicTacToeEvaluation::Threats => {
                (f64::from(board.threats(seat)) - f64::from(board.threats(seat.other()))) / 8.0
            }
            TicTacToeEvaluation::Blind => Blind.value(game, board, seat),
        }
    }

    fn is_symmetric(&self) -> bool {
        true
    }

    fn features(&self, _game: &TicTacToe, board: &Board, out: &mut Vec<f64>) {
        out.extend([Player::FIRST, Player::SECOND].map(|player| f64::from(board.threats(player))));
    }

    fn feature_names(&self) -> &'static [&'static str] {
        &["x threats", "o threats"]
    }
}

impl Evaluated for TicTacToe {
    type Evaluation = TicTacToeEvaluation;

    fn evaluations(&self) -> &'static [NamedEvaluation] {
        const THREATS: NamedEvaluation =
            NamedEvaluation { name: "threats", summary: "lines with two of yours and a gap, less the other's, over 8" };
        &[THREATS, Blind::NAMED]
    }

    fn evaluation(&self, index: usize) -> TicTacToeEvaluation {
        [TicTacToeEvaluation::Threats, TicTacToeEvaluation::Blind][index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outwit_game::{leaf_count, perft};

    #[test]
    fn the_tree_has_549946_nodes_and_255168_games() {
        assert_eq!(leaf_count(&TicTacToe, &mut Board::default()), (549_946, 255_168));
        let by_depth: Vec<u64> = (0..=9).map(|depth| perft(&TicTacToe, &mut Board::default(), depth)).collect();
        assert_eq!(by_depth, [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]);
    }

    #[test]
    fn a_bad_position_is_told_why() {
        for (text, part) in [
            ("x...o....", "2 words; this has 1"),
            ("x..zo.... 1", "character 4 of the board, `z`"),
            ("x...o... 1", "9 squares, and 8"),
            ("xx....... 1", "2 x and 0 o"),
            ("x........ 1", "seat 2 moves"),
            ("xxx...oo. 3", "not a seat"),
            ("xxxoo.o.. 1", "three in a row"),
        ] {
            let problem = TicTacToe.read_position(text).unwrap_err().to_string();
            assert!(problem.contains(part), "{text}: {problem}");
        }
    }
}
