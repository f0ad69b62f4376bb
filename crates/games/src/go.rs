#![doc = include_str!("../rules/go.md")]

use crate::board::{self, Score};
use crate::catalog::GameEntry;
use outwit_game::{
    AnyGame, Blind, Evaluated, Evaluation, Facts, Game, Key, NamedEvaluation, Payoffs, Player, Problem, Rng, Svg, Turn,
    Word, find_move, keys,
};
use std::sync::Arc;

const SIZE: Key<usize> = Key::integer("size", "9", 2, 9, "lines each way");
const KOMI: Key<f64> =
    Key::amount("komi", "7", "points that seat 2 gets for moving second: whole ones, or a half more");
const SCORE: Key<Word> = Key::choice("score", "win", Score::WORDS, "what is paid: a win, or the difference of points");

/// The game in the catalog.
pub(crate) const ENTRY: GameEntry = GameEntry {
    name: "go",
    summary: "surround points with stones; area scoring, no board comes back",
    rules: include_str!("../rules/go.md"),
    parameters: keys![SIZE, KOMI, SCORE],
    examples: &["go:size=5", "go", "go:size=2,komi=0,score=margin", "go:size=3,komi=2.5"],
    build: |settings, _| {
        let go = Go::new(settings.get(SIZE), settings.get(KOMI), Score::from_word(settings.get(SCORE)))?;
        Ok(AnyGame::new(go))
    },
};

/// The rules.
#[derive(Clone, Debug)]
pub struct Go {
    size: usize,
    /// Twice the komi, a whole number.
    double_komi: i32,
    score: Score,
    /// All points; the leftmost and the rightmost column.
    all: u128,
    left: u128,
    right: u128,
    /// What a stone of each side on each point adds to the hash of a board.
    hashes: Arc<[[u64; 2]]>,
}

/// The stones of each side, a bit a point, row by row from the top left.
type Board = [u128; 2];

/// A position: the board, and how it came about.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Stones {
    board: Board,
    mover: Player,
    /// What play began from.
    began: (Board, Player),
    /// The moves since.
    moves: Vec<u8>,
    /// The hashes of all boards there were, this one last. Two boards in a game share 64 bits once in a million million games.
    boards: Vec<u64>,
    /// A hash of the beginning and all moves.
    path: u64,
    passes: u8,
    has_taken: bool,
}

impl Go {
    /// A board of this size, 2 to 9.
    pub fn new(size: usize, komi: f64, score: Score) -> Result<Go, Problem> {
        let double_komi = 2.0 * komi;
        if double_komi != double_komi.trunc() || double_komi.abs() > 1000.0 {
            return Err(Problem::new(format!(
                "the komi is a whole number or one and a half, up to 500: {komi} is not"
            )));
        }
        let size = size.clamp(2, 9);
        let column = (0..size).fold(0, |column, at| column | 1u128 << (at * size));
        Ok(Go {
            size,
            double_komi: double_komi as i32,
            score,
            all: (1u128 << (size * size)) - 1,
            left: column,
            right: column << (size - 1),
            hashes: (0..(size * size) as u64).map(|at| [0, 1].map(|side| Rng::derive(side, at))).collect(),
        })
    }

    fn pass(&self) -> u8 {
        (self.size * self.size) as u8
    }

    /// Moves after which the board is counted, whatever may be left to play.
    fn most_moves(&self) -> usize {
        3 * self.size * self.size
    }

    /// The points next to one of these.
    #[inline]
    fn around(&self, points: u128) -> u128 {
        let size = self.size as u32;
        ((points & !self.left) >> 1 | (points & !self.right) << 1 | points >> size | points << size) & self.all
    }

    /// All that is joined to these points within an area.
    #[inline]
    fn joined(&self, points: u128, within: u128) -> u128 {
        let mut chain = points & within;
        loop {
            let more = chain | self.around(chain) & within;
            if more == chain {
                return chain;
            }
            chain = more;
        }
    }

    /// The board after a stone of a side on an empty point, and whether it took any; nothing where its chain has no liberty.
    #[inline]
    fn after(&self, board: &Board, side: usize, point: u8) -> Option<(Board, bool)> {
        let stone = 1u128 << point;
        let (own, mut other) = (board[side] | stone, board[1 - side]);
        let mut taken = 0;
        let mut next_to = self.around(stone) & other;
        while next_to != 0 {
            let chain = self.joined(next_to & next_to.wrapping_neg(), other);
            if self.around(chain) & !(own | other) == 0 {
                taken |= chain;
            }
            next_to &= !chain;
        }
        other &= !taken;
        if taken == 0 {
            let empty = !(own | other);
            let is_free = self.around(stone) & empty != 0 || self.around(self.joined(stone, own)) & empty != 0;
            if !is_free {
                return None;
            }
        }
        Some((if side == 0 { [own, other] } else { [other, own] }, taken != 0))
    }

    fn hash(&self, board: &Board) -> u64 {
        let mut hash = 0;
        for (side, &stones) in board.iter().enumerate() {
            let mut left = stones;
            while left != 0 {
                hash ^= self.hashes[left.trailing_zeros() as usize][side];
                left &= left - 1;
            }
        }
        hash
    }

    /// The hash of the board after a move that may be made.
    #[inline]
    fn allowed(&self, stones: &Stones, point: u8) -> Option<(Board, u64, bool)> {
        let side = stones.mover.index();
        let (board, takes) = self.after(&stones.board, side, point)?;
        let hash = if takes {
            self.hash(&board)
        } else {
            stones.boards.last().copied().unwrap_or_default() ^ self.hashes[usize::from(point)][side]
        };
        // As long as nothing is taken, every board has more stones than those before.
        let comes_back = (takes || stones.has_taken) && stones.boards.contains(&hash);
        (!comes_back).then_some((board, hash, takes))
    }

    fn beginning(&self, board: Board, mover: Player) -> Stones {
        let hash = self.hash(&board);
        Stones {
            board,
            mover,
            began: (board, mover),
            moves: Vec::new(),
            boards: vec![hash],
            path: Rng::derive(hash, mover.index() as u64),
            passes: 0,
            has_taken: false,
        }
    }

    /// The points that count for each side: its stones, and what reaches them alone.
    fn areas(&self, board: &Board) -> Board {
        let empty = self.all & !(board[0] | board[1]);
        let [first, second] = board.map(|stones| self.joined(stones, stones | empty));
        [first & !second | board[0], second & !first | board[1]]
    }

    /// Twice what seat 1 is ahead by.
    fn double_margin(&self, board: &Board) -> i32 {
        let [first, second] = self.areas(board).map(|area| area.count_ones() as i32);
        2 * (first - second) - self.double_komi
    }

    fn point_text(&self, point: u8) -> String {
        if point == self.pass() {
            return "pass".to_string();
        }
        let (row, column) = (usize::from(point) / self.size, usize::from(point) % self.size);
        format!("{}{}", letter(column), self.size - row)
    }

    /// The point, or the pass, that a text names.
    fn read_point(&self, text: &str) -> Option<u8> {
        if text == "pass" {
            return Some(self.pass());
        }
        let column = (0..self.size).find(|&column| text.starts_with(letter(column)))?;
        let row = (1..=self.size).find(|row| text[1..] == row.to_string())?;
        Some(((self.size - row) * self.size + column) as u8)
    }

    fn rows(&self, board: &Board) -> Vec<String> {
        let symbol = |point: usize| match board.map(|side| side >> point & 1) {
            [1, _] => 'x',
            [_, 1] => 'o',
            _ => '.',
        };
        (0..self.size).map(|row| (row * self.size..(row + 1) * self.size).map(symbol).collect()).collect()
    }
}

/// Columns have letters without `i`, which looks like a 1.
fn letter(column: usize) -> char {
    char::from(b"abcdefghj"[column])
}

impl Game for Go {
    type State = Stones;
    type Move = u8;
    type Seen = u8;

    fn players(&self) -> usize {
        2
    }

    fn facts(&self) -> Facts {
        let points = (self.size * self.size) as f64;
        let highest = match self.score {
            Score::Win => 1.0,
            Score::Margin => points + f64::from(self.double_komi) / 2.0,
        };
        Facts { lowest: -highest, highest, ..Facts::win_draw_loss() }
    }

    fn start(&self, _rng: &mut Rng) -> Stones {
        self.beginning([0, 0], Player::FIRST)
    }

    #[inline]
    fn turn(&self, stones: &Stones) -> Turn {
        let is_over = stones.passes == 2 || stones.moves.len() >= self.most_moves();
        if is_over { Turn::Over } else { Turn::Of(stones.mover) }
    }

    fn moves(&self, stones: &Stones, out: &mut Vec<u8>) {
        let mut free = self.all & !(stones.board[0] | stones.board[1]);
        while free != 0 {
            let point = free.trailing_zeros() as u8;
            if self.allowed(stones, point).is_some() {
                out.push(point);
            }
            free &= free - 1;
        }
        out.push(self.pass());
    }

    fn play(&self, stones: &mut Stones, point: u8) {
        stones.path = Rng::derive(stones.path, point.into());
        stones.moves.push(point);
        if point == self.pass() {
            stones.passes += 1;
        } else if let Some((board, hash, takes)) = self.allowed(stones, point) {
            stones.board = board;
            stones.boards.push(hash);
            stones.has_taken |= takes;
            stones.passes = 0;
        }
        stones.mover = stones.mover.other();
    }

    fn payoffs(&self, stones: &Stones) -> Payoffs {
        let double = self.double_margin(&stones.board);
        match self.score {
            Score::Win => Score::Win.payoffs(double),
            Score::Margin => Payoffs::zero_sum(f64::from(double) / 2.0),
        }
    }

    /// Points are drawn until one may be played; the pass is one more of them.
    fn random_move(&self, stones: &Stones, rng: &mut Rng, _scratch: &mut Vec<u8>) -> u8 {
        let mut free = self.all & !(stones.board[0] | stones.board[1]);
        loop {
            let drawn = rng.below(u64::from(free.count_ones()) + 1);
            let mut rest = free;
            for _ in 0..drawn {
                rest &= rest.wrapping_sub(1);
            }
            if rest == 0 {
                return self.pass();
            }
            let point = rest.trailing_zeros() as u8;
            if self.allowed(stones, point).is_some() {
                return point;
            }
            free &= !(1 << point);
        }
    }

    fn move_text(&self, _stones: &Stones, point: u8) -> String {
        self.point_text(point)
    }

    fn read_move(&self, stones: &Stones, text: &str) -> Result<u8, Problem> {
        let is_free = |point: &u8| (stones.board[0] | stones.board[1]) >> point & 1 == 0;
        let is_legal = |point: &u8| *point == self.pass() || is_free(point) && self.allowed(stones, *point).is_some();
        match self.read_point(text).filter(is_legal) {
            Some(point) if !self.turn(stones).is_over() => Ok(point),
            _ => find_move(self, stones, text),
        }
    }

    fn position_text(&self, stones: &Stones) -> String {
        let (board, mover) = &stones.began;
        let moves: Vec<String> = stones.moves.iter().map(|&point| self.point_text(point)).collect();
        let moves = if moves.is_empty() { "-".to_string() } else { moves.join(",") };
        format!("{} {} {moves}", self.rows(board).join("/"), mover.number())
    }

    fn read_position(&self, text: &str) -> Result<Stones, Problem> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (rows, mover, moves) = match words[..] {
            [rows, mover] => (rows, mover, "-"),
            _ => board::parts(text, ["rows", "mover", "moves"]).map(|[rows, mover, moves]| (rows, mover, moves))?,
        };
        let read = |c| match c {
            'x' => Some(0),
            'o' => Some(1),
            '.' => Some(2),
            _ => None,
        };
        let points = board::rows(rows, (self.size, self.size), "x o .", read)?;
        let mut board = [0u128; 2];
        for (point, side) in points.into_iter().enumerate().filter(|(_, side)| *side < 2) {
            board[side] |= 1 << point;
        }
        let empty = self.all & !(board[0] | board[1]);
        for stones in board {
            // Whatever a liberty is joined to through its own side lives.
            let lost = stones & !self.joined(self.around(empty) & stones, stones);
            if lost != 0 {
                let point = self.point_text(lost.trailing_zeros() as u8);
                return Err(Problem::new(format!("the chain at {point} has no liberty: it would have been taken")));
            }
        }
        let mut stones = self.beginning(board, board::seat(mover, 2)?);
        for word in moves.split(',').filter(|_| moves != "-") {
            let point = self.read_move(&stones, word)?;
            self.play(&mut stones, point);
        }
        Ok(stones)
    }

    fn picture(&self, stones: &Stones) -> String {
        let mut lines: Vec<String> = (self.rows(&stones.board).iter().enumerate())
            .map(|(row, points)| {
                let spaced: Vec<String> = points.chars().map(String::from).collect();
                format!("{} {}", self.size - row, spaced.join(" "))
            })
            .collect();
        let letters: Vec<String> = (0..self.size).map(|column| letter(column).to_string()).collect();
        lines.push(format!("  {}", letters.join(" ")));
        let [first, second] = self.areas(&stones.board).map(u128::count_ones);
        lines.push(format!("area {first} and {second}, komi {}", f64::from(self.double_komi) / 2.0));
        lines.extend((stones.passes > 0).then(|| "the last move was a pass".to_string()));
        lines.join("\n")
    }

    fn svg(&self, stones: &Stones) -> String {
        const CELL: f64 = 36.0;
        let side = self.size as f64 * CELL;
        let mut svg = Svg::new(side, side);
        svg.rect(0.0, 0.0, side, side, "#e6c27a");
        let middle = |at: usize| (at as f64 + 0.5) * CELL;
        let (first, last) = (middle(0), middle(self.size - 1));
        for at in 0..self.size {
            svg.stroke((first, middle(at)), (last, middle(at)), "#555");
            svg.stroke((middle(at), first), (middle(at), last), "#555");
        }
        for point in 0..self.size * self.size {
            let (x, y) = (middle(point % self.size), middle(point / self.size));
            if let Some(side) = (0..2).find(|&side| stones.board[side] >> point & 1 == 1) {
                svg.circle(x, y, CELL * 0.45, board::COLOURS[side]);
                if stones.moves.last() == Some(&(point as u8)) {
                    svg.circle(x, y, CELL * 0.12, "#c0392b");
                }
            }
            svg.place(&self.point_text(point as u8), x - CELL / 2.0, y - CELL / 2.0, CELL, CELL);
        }
        svg.margin(20.0, 0.0, 0.0, 46.0);
        for at in 0..self.size {
            svg.text(middle(at), side + 10.0, 13.0, "#555", &letter(at).to_string());
            svg.text(-10.0, middle(at), 13.0, "#555", &(self.size - at).to_string());
        }
        svg.text(side / 2.0, side + 33.0, 14.0, "#222", "pass");
        svg.place("pass", side / 2.0 - 30.0, side + 22.0, 60.0, 22.0);
        svg.finish()
    }

    fn places(&self, _stones: &Stones, point: u8) -> Vec<String> {
        vec![self.point_text(point)]
    }

    fn key(&self, stones: &Stones) -> u64 {
        stones.path
    }

    /// The middle first, and a pass last.
    fn order_hint(&self, _stones: &Stones, point: u8) -> i32 {
        if point == self.pass() {
            return -100;
        }
        let (row, column) = (i32::from(point) / self.size as i32, i32::from(point) % self.size as i32);
        let middle = self.size as i32 - 1;
        -((2 * row - middle).abs() + (2 * column - middle).abs())
    }
}

/// What a position is worth before it is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GoEvaluation {
    /// The points that each side is nearer to.
    Influence,
    /// All positions are equal.
    Blind,
}

impl Evaluation<Go> for GoEvaluation {
    fn value(&self, game: &Go, stones: &Stones, seat: Player) -> f64 {
        if *self == GoEvaluation::Blind {
            return Blind.value(game, stones, seat);
        }
        // Both sides grow over the empty points a step at a time; what both reach at once is nobody's.
        let mut reached = stones.board;
        let mut free = game.all & !(reached[0] | reached[1]);
        while free != 0 && reached != [0, 0] {
            let [first, second] = reached.map(|side| game.around(side) & free);
            if first | second == 0 {
                break;
            }
            reached = [reached[0] | first & !second, reached[1] | second & !first];
            free &= !(first | second);
        }
        let [first, second] = reached.map(|side| f64::from(side.count_ones()));
        let ahead = first - second - f64::from(game.double_komi) / 2.0;
        let ahead = if seat == Player::FIRST { ahead } else { -ahead };
        match game.score {
            Score::Margin => ahead,
            Score::Win => 0.99 * ahead / (ahead.abs() + game.size as f64),
        }
    }
}

impl Evaluated for Go {
    type Evaluation = GoEvaluation;

    fn evaluations(&self) -> &'static [NamedEvaluation] {
        const INFLUENCE: NamedEvaluation = NamedEvaluation {
            name: "influence",
            summary: "the points that your stones are nearer to, less the other's and the komi",
        };
        &[INFLUENCE, Blind::NAMED]
    }

    fn evaluation(&self, index: usize) -> GoEvaluation {
        [GoEvaluation::Influence, GoEvaluation::Blind][index]
    }
}

#[cfg(test)]
mod tests;
