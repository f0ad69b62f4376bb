#![doc = include_str!("../rules/kpk.md")]

use crate::board::{self, CELL};
use crate::catalog::GameEntry;
use crate::chess::{attacks, referee};
use outwit_game::{
    AnyGame, Blind, Evaluated, Evaluation, Facts, Game, NamedEvaluation, Payoffs, Player, Problem, Rng, Turn,
};

pub(crate) const ENTRY: GameEntry = GameEntry {
    name: "kpk",
    summary: "the chess ending king and pawn against king, from any of its positions",
    rules: include_str!("../rules/kpk.md"),
    parameters: &[],
    examples: &["kpk"],
    build: |_, _| Ok(AnyGame::new(Kpk)),
};

/// The rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kpk;

/// White's other man.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Man {
    Pawn,
    Queen,
    Rook,
    /// It was taken.
    Gone,
}

/// A position: three squares, `a1` being 0, `b1` 1, and so on to `h8`; and who moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    white_king: u8,
    black_king: u8,
    /// Where White's other man stands; 0 when it is gone.
    square: u8,
    man: Man,
    mover: Player,
}

const QUEEN: u16 = 1;
const ROOK: u16 = 2;

impl Position {
    /// A position with a pawn, unless it is against the rules of chess.
    pub fn new(white_king: u8, black_king: u8, pawn: u8, mover: Player) -> Option<Position> {
        let position = Position { white_king, black_king, square: pawn, man: Man::Pawn, mover };
        let fits = white_king < 64 && black_king < 64 && (8..56).contains(&pawn);
        (fits && position.are_apart() && position.is_legal()).then_some(position)
    }

    /// The squares of the white king, the black king and the pawn, if there is still one.
    pub fn squares(&self) -> (u8, u8, Option<u8>) {
        (self.white_king, self.black_king, (self.man == Man::Pawn).then_some(self.square))
    }

    /// Who moves.
    pub fn mover(&self) -> Player {
        self.mover
    }

    fn are_apart(&self) -> bool {
        distance(self.white_king, self.black_king) > 1
            && (self.man == Man::Gone || (self.square != self.white_king && self.square != self.black_king))
    }

    /// Whether nobody is in check who is not to move. Whether the kings touch is not asked.
    fn is_legal(&self) -> bool {
        self.mover == Player::SECOND || !self.is_check()
    }

    /// Whether the black king is in check; the white one never is, while the kings are apart.
    fn is_check(&self) -> bool {
        self.attacked(bit(self.white_king)) & bit(self.black_king) != 0
    }

    /// The squares that White's other man attacks, when these men stand in its way.
    fn attacked(&self, men: u64) -> u64 {
        let square = usize::from(self.square);
        match self.man {
            Man::Pawn => attacks::pawns_west(bit(self.square), 0) | attacks::pawns_east(bit(self.square), 0),
            Man::Queen => attacks::rook(square, men) | attacks::bishop(square, men),
            Man::Rook => attacks::rook(square, men),
            Man::Gone => 0,
        }
    }

    fn letter(&self, square: u8) -> char {
        match (square, self.man) {
            _ if square == self.white_king => 'K',
            _ if square == self.black_king => 'k',
            (at, Man::Pawn) if at == self.square => 'P',
            (at, Man::Queen) if at == self.square => 'Q',
            (at, Man::Rook) if at == self.square => 'R',
            _ => '.',
        }
    }
}

fn bit(square: u8) -> u64 {
    1 << square
}

/// How many king's moves two squares are apart.
fn distance(a: u8, b: u8) -> u8 {
    (a % 8).abs_diff(b % 8).max((a / 8).abs_diff(b / 8))
}

impl Kpk {
    /// Every legal position with a pawn, those that are over included.
    pub fn positions() -> impl Iterator<Item = Position> {
        let pairs = (0..64u8).flat_map(|white| (0..64u8).map(move |black| (white, black)));
        pairs.filter(|&(white, black)| distance(white, black) > 1).flat_map(|(white, black)| {
            let placed = (8..56u8).flat_map(move |pawn| [Player::FIRST, Player::SECOND].map(|mover| (pawn, mover)));
            placed.filter_map(move |(pawn, mover)| Position::new(white, black, pawn, mover))
        })
    }

    /// The mover's legal moves: the pawn's, then the king's.
    fn legal(position: &Position, mut each: impl FnMut(u16)) {
        let &Position { white_king, black_king, square, man, mover } = position;
        if !position.is_legal() {
            return;
        }
        let (king, squares) = if mover == Player::FIRST {
            let men = bit(white_king) | bit(black_king);
            let is_free = |to: u8| men & bit(to) == 0;
            if man == Man::Pawn && is_free(square + 8) {
                let code = coded(square, square + 8);
                if square >= 48 {
                    each(code | ROOK << 12);
                    each(code | QUEEN << 12);
                } else {
                    each(code);
                    if square < 16 && is_free(square + 16) {
                        each(coded(square, square + 16));
                    }
                }
            }
            let own = if man == Man::Gone { 0 } else { bit(square) };
            (white_king, !attacks::king(usize::from(black_king)) & !own)
        } else {
            // The king does not hide behind itself from a man that moves in lines.
            (black_king, !attacks::king(usize::from(white_king)) & !position.attacked(bit(white_king)))
        };
        for to in attacks::squares(attacks::king(usize::from(king)) & squares) {
            each(coded(king, to as u8));
        }
    }

    fn is_stuck(position: &Position) -> bool {
        let mut is_stuck = true;
        Kpk::legal(position, |_| is_stuck = false);
        is_stuck
    }
}

fn coded(from: u8, to: u8) -> u16 {
    u16::from(from) | u16::from(to) << 6
}

impl Game for Kpk {
    type State = Position;
    type Move = u16;
    type Seen = u16;

    fn players(&self) -> usize {
        2
    }

    fn facts(&self) -> Facts {
        Facts { cyclic: true, ..Facts::win_draw_loss().with_positions(360_000.0) }
    }

    fn start(&self, rng: &mut Rng) -> Position {
        loop {
            let (white, black, pawn) = (rng.below(64) as u8, rng.below(64) as u8, 8 + rng.below(48) as u8);
            let mover = Player::new(rng.index(2));
            if let Some(position) = Position::new(white, black, pawn, mover).filter(|p| !Kpk::is_stuck(p)) {
                return position;
            }
        }
    }

    fn starts(&self) -> Option<Vec<Position>> {
        Some(Kpk::positions().filter(|position| !Kpk::is_stuck(position)).collect())
    }

    fn turn(&self, position: &Position) -> Turn {
        if position.man != Man::Pawn || Kpk::is_stuck(position) { Turn::Over } else { Turn::Of(position.mover) }
    }

    fn moves(&self, position: &Position, out: &mut Vec<u16>) {
        Kpk::legal(position, |code| out.push(code));
    }

    fn play(&self, position: &mut Position, mv: u16) {
        let (from, to) = ((mv & 63) as u8, (mv >> 6 & 63) as u8);
        if from == position.white_king {
            position.white_king = to;
        } else if from == position.black_king {
            position.black_king = to;
            if to == position.square {
                (position.man, position.square) = (Man::Gone, 0);
            }
        } else {
            position.square = to;
            match mv >> 12 {
                QUEEN => position.man = Man::Queen,
                ROOK => position.man = Man::Rook,
                _ => {}
            }
        }
        position.mover = position.mover.other();
    }

    fn payoffs(&self, position: &Position) -> Payoffs {
        match position.man {
            Man::Gone => Payoffs::ZERO,
            _ if Kpk::is_stuck(position) => {
                let is_mate = position.mover == Player::SECOND && position.is_check();
                if is_mate { Payoffs::win(Player::FIRST, 2) } else { Payoffs::ZERO }
            }
            _ => {
                let mut is_lost = false;
                Kpk::legal(position, |mv| is_lost |= (mv >> 6 & 63) as u8 == position.square);
                if is_lost { Payoffs::ZERO } else { Payoffs::win(Player::FIRST, 2) }
            }
        }
    }

    fn move_text(&self, _position: &Position, mv: u16) -> String {
        let piece = ["", "q", "r"][usize::from(mv >> 12).min(2)];
        format!("{}{}{piece}", square_text((mv & 63) as u8), square_text((mv >> 6 & 63) as u8))
    }

    fn position_text(&self, position: &Position) -> String {
        let row = |rank: u8| {
            let (mut text, mut empty) = (String::new(), 0);
            for file in 0..8 {
                match position.letter(8 * rank + file) {
                    '.' => empty += 1,
                    letter => {
                        if empty > 0 {
                            text.push_str(&empty.to_string());
                            empty = 0;
                        }
                        text.push(letter);
                    }
                }
            }
            if empty > 0 { format!("{text}{empty}") } else { text }
        };
        let rows: Vec<String> = (0..8).rev().map(row).collect();
        format!("{} {}", rows.join("/"), if position.mover == Player::FIRST { 'w' } else { 'b' })
    }

    fn read_position(&self, text: &str) -> Result<Position, Problem> {
        let [board, mover] = crate::board::parts(text, ["board", "w|b"])?;
        let mover = match mover {
            "w" => Player::FIRST,
            "b" => Player::SECOND,
            _ => return Err(Problem::new(format!("`{mover}` is not a side: w or b is to move"))),
        };
        // Step 1. Digits are so many empty squares.
        let mut spread = String::new();
        for c in board.chars() {
            match c.to_digit(10) {
                Some(empty @ 1..=8) => spread.extend((0..empty).map(|_| '.')),
                _ => spread.push(c),
            }
        }
        let letters = crate::board::rows(&spread, (8, 8), "K k P Q R 1-8", |c| "KkPQR.".contains(c).then_some(c))?;
        // Step 2. Each man once.
        let square = |index: usize| (8 * (7 - index / 8) + index % 8) as u8;
        let find = |wanted: &str| -> Result<Option<(u8, char)>, Problem> {
            let mut found = letters.iter().enumerate().filter(|(_, letter)| wanted.contains(**letter));
            let first = found.next().map(|(index, letter)| (square(index), *letter));
            match found.next() {
                Some(_) => Err(Problem::new(format!("more than one of {wanted} is on the board"))),
                None => Ok(first),
            }
        };
        let king = |letter: &str| find(letter)?.ok_or_else(|| Problem::new(format!("the king {letter} is missing")));
        let (white_king, black_king) = (king("K")?.0, king("k")?.0);
        let (square, man) = match find("PQR")? {
            Some((square, 'P')) => (square, Man::Pawn),
            Some((square, 'Q')) => (square, Man::Queen),
            Some((square, _)) => (square, Man::Rook),
            None => (0, Man::Gone),
        };
        // Step 3. What can come of a game.
        let position = Position { white_king, black_king, square, man, mover };
        if man == Man::Pawn && !(8..56).contains(&square) {
            return Err(Problem::new("the pawn stands on rank 2 to 7"));
        }
        if matches!(man, Man::Queen | Man::Rook) && (mover == Player::FIRST || square < 56) {
            return Err(Problem::new("a pawn has just become a queen or rook: it stands on rank 8, and b is to move"));
        }
        if man == Man::Gone && mover == Player::SECOND {
            return Err(Problem::new("the pawn has just been taken, so w is to move"));
        }
        if !position.are_apart() || !position.is_legal() {
            return Err(Problem::new("the kings touch, or the side that is not to move is in check"));
        }
        Ok(position)
    }

    fn picture(&self, position: &Position) -> String {
        let row = |rank: u8| {
            let squares: Vec<String> = (0..8).map(|file| position.letter(8 * rank + file).to_string()).collect();
            format!("{} {}", rank + 1, squares.join(" "))
        };
        let rows: Vec<String> = (0..8).rev().map(row).collect();
        let mover = if position.mover == Player::FIRST { "white" } else { "black" };
        format!("{}\n  a b c d e f g h\n{mover} to move", rows.join("\n"))
    }

    fn svg(&self, position: &Position) -> String {
        let mut svg = board::grid(8, 8, "#f0e2c4");
        for square in 0..64u8 {
            let (row, column) = (f64::from(7 - square / 8), f64::from(square % 8));
            if (square / 8 + square % 8) % 2 == 0 {
                svg.rect(column * CELL, row * CELL, CELL, CELL, "#b58c62");
            }
            let figure = match position.letter(square) {
                'K' => "\u{2654}",
                'k' => "\u{265A}",
                'P' => "\u{2659}",
                'Q' => "\u{2655}",
                'R' => "\u{2656}",
                _ => continue,
            };
            svg.text((column + 0.5) * CELL, (row + 0.5) * CELL, CELL * 0.8, "#111", figure);
        }
        board::coordinates(&mut svg, &board::numbers_down(8), &board::letters(8), true);
        board::places(&mut svg, 8, 8, |row, column| square_text((8 * (7 - row) + column) as u8));
        svg.finish()
    }

    fn places(&self, _position: &Position, mv: u16) -> Vec<String> {
        vec![square_text((mv & 63) as u8), square_text((mv >> 6 & 63) as u8)]
    }

    fn order_hint(&self, position: &Position, mv: u16) -> i32 {
        i32::from((mv & 63) as u8 == position.square && position.mover == Player::FIRST)
    }
}

fn square_text(square: u8) -> String {
    referee::square_text(usize::from(square))
}

/// What a position is worth before it is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KpkEvaluation {
    /// Who is nearer: the pawn or the black king to the last rank, either king to the pawn.
    Race,
    /// All positions are equal.
    Blind,
}

/// What a person looks at first, as whole numbers.
struct Looks {
    /// Moves the pawn needs to queen.
    steps: i32,
    /// By how many moves the black king comes too late to stop it alone; 0 or less if in time.
    late: i32,
    /// By how many moves the white king is nearer to the pawn than the black king.
    nearer: i32,
    /// By how many ranks the white king is before its pawn.
    before: i32,
    /// The pawn stands on the a- or h-file.
    is_rook_pawn: bool,
}

impl Looks {
    fn at(position: &Position) -> Looks {
        let (pawn, rank) = (position.square, position.square / 8);
        let steps = i32::from(7 - rank) - i32::from(rank == 1);
        let goal = 56 + pawn % 8;
        let to_move = i32::from(position.mover == Player::SECOND);
        let away = |king: u8, square: u8| i32::from(distance(king, square));
        Looks {
            steps,
            late: (away(position.black_king, goal) - to_move - steps).clamp(-2, 2),
            nearer: (away(position.black_king, pawn) - away(position.white_king, pawn)).clamp(-2, 2),
            before: (i32::from(position.white_king / 8) - i32::from(rank)).clamp(-1, 2),
            is_rook_pawn: matches!(pawn % 8, 0 | 7),
        }
    }
}

impl Evaluation<Kpk> for KpkEvaluation {
    fn value(&self, game: &Kpk, position: &Position, seat: Player) -> f64 {
        match self {
            KpkEvaluation::Race if position.man == Man::Pawn => {
                let looks = Looks::at(position);
                let hopes = 4 * looks.late + 3 * looks.nearer + 3 * looks.before
                    - looks.steps
                    - 6 * i32::from(looks.is_rook_pawn);
                // White cannot lose: between a draw and a win.
                Payoffs::zero_sum((0.5 + f64::from(hopes) / 64.0).clamp(0.0, 1.0))[seat]
            }
            _ => Blind.value(game, position, seat),
        }
    }

    fn features(&self, _game: &Kpk, position: &Position, out: &mut Vec<f64>) {
        if *self == KpkEvaluation::Race {
            let looks = Looks::at(position);
            let mover = i32::from(position.mover == Player::SECOND);
            let numbers = [looks.steps, looks.late, looks.nearer, looks.before, i32::from(looks.is_rook_pawn), mover];
            out.extend(numbers.map(f64::from));
        }
    }

    fn feature_names(&self) -> &'static [&'static str] {
        match self {
            KpkEvaluation::Race => &[
                "steps to queen",
                "moves the black king is late",
                "moves the white king is nearer to the pawn",
                "ranks the white king is before it",
                "rook's pawn",
                "black to move",
            ],
            KpkEvaluation::Blind => &[],
        }
    }
}

impl Evaluated for Kpk {
    type Evaluation = KpkEvaluation;

    fn evaluations(&self) -> &'static [NamedEvaluation] {
        const RACE: NamedEvaluation =
            NamedEvaluation { name: "race", summary: "how far the pawn and the kings have to go" };
        &[RACE, Blind::NAMED]
    }

    fn evaluation(&self, index: usize) -> KpkEvaluation {
        [KpkEvaluation::Race, KpkEvaluation::Blind][index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_positions_are_told_what_is_wrong() {
        for (text, part) in [
            ("", "a position is written `board w|b`"),
            ("8/8/8/8/8/8/8/8 w", "the king K is missing"),
            ("4k3/8/4K3/4P3/8/8/8/8 x", "w or b is to move"),
            ("4k3/4K3/8/4P3/8/8/8/8 w", "the kings touch"),
            ("4k3/3P4/8/4K3/8/8/8/8 w", "in check"),
            ("4k3/8/4K3/8/8/8/8/4P3 w", "rank 2 to 7"),
            ("4k3/8/4K3/4P3/4P3/8/8/8 w", "more than one of PQR"),
            ("4k3/8/4K3/4Q3/8/8/8/8 b", "on rank 8"),
            ("4k3/8/4K3/8/8/8/8/8 b", "has just been taken"),
            ("4k3/8/4K3/9/8/8/8/8 w", "is not one of"),
            ("4k3/8/4K3/4P2/8/8/8/8 w", "row 4 of the board has 7 squares"),
        ] {
            let problem = Kpk.read_position(text).unwrap_err().to_string();
            assert!(problem.contains(part), "{text}: {problem}");
        }
    }

    #[test]
    fn a_promotion_wins_unless_it_is_taken_or_stalemates() {
        for (text, payoff) in [
            ("3Qk3/8/8/8/8/8/8/K7 b", 0.0),  // taken
            ("3Qk3/8/4K3/8/8/8/8/8 b", 0.0), // taken: the king is too far to guard it
            ("6Q1/8/8/8/8/8/k7/2K5 b", 1.0),
            ("k1Q5/8/1K6/8/8/8/8/8 b", 1.0), // mate
            ("2Q5/k7/8/8/8/2K5/8/8 b", 1.0),
            ("1Q6/8/k7/2K5/8/8/8/8 b", 1.0),
            ("1Q6/8/k7/8/1K6/8/8/8 b", 0.0), // stalemate
            ("1R6/8/k7/8/1K6/8/8/8 b", 1.0), // and why a rook is sometimes right
        ] {
            let position = Kpk.read_position(text).unwrap();
            assert!(Kpk.turn(&position).is_over());
            assert_eq!(Kpk.payoffs(&position)[Player::FIRST], payoff, "{text}");
        }
    }
    /// A library of chess says the same of a board with these men.
    fn board(position: &Position) -> Option<cozy_chess::Board> {
        use cozy_chess::{BoardBuilder, Color, Piece, Square};
        let mut builder = BoardBuilder::empty();
        let mut put = |square: u8, piece: Piece, colour: Color| {
            *builder.square_mut(Square::index(usize::from(square))) = Some((piece, colour));
        };
        put(position.white_king, Piece::King, Color::White);
        put(position.black_king, Piece::King, Color::Black);
        match position.man {
            Man::Pawn => put(position.square, Piece::Pawn, Color::White),
            Man::Queen => put(position.square, Piece::Queen, Color::White),
            Man::Rook => put(position.square, Piece::Rook, Color::White),
            Man::Gone => {}
        }
        builder.side_to_move = if position.mover == Player::FIRST { Color::White } else { Color::Black };
        builder.build().ok()
    }

    #[test]
    fn every_position_has_the_moves_that_a_library_of_chess_gives_it() {
        let mut compared = 0;
        for (white_king, black_king) in (0..64u8).flat_map(|white| (0..64u8).map(move |black| (white, black))) {
            let pawns = (8..56).flat_map(|square| Player::all(2).map(move |mover| (Man::Pawn, square, mover)));
            let promoted = (56..64).flat_map(|square| [Man::Queen, Man::Rook].map(|man| (man, square, Player::SECOND)));
            let gone = [(Man::Gone, 0, Player::FIRST)];
            for (man, square, mover) in pawns.chain(promoted).chain(gone) {
                let position = Position { white_king, black_king, square, man, mover };
                if !position.are_apart() {
                    continue;
                }
                let board = board(&position);
                assert_eq!(position.is_legal(), board.is_some(), "{position:?}");
                let Some(board) = board else { continue };
                let mut wanted = Vec::new();
                board.generate_moves(|moves| {
                    for mv in moves {
                        let kind = match mv.promotion {
                            None => 0,
                            Some(cozy_chess::Piece::Queen) => QUEEN,
                            Some(cozy_chess::Piece::Rook) => ROOK,
                            Some(_) => continue,
                        };
                        wanted.push(mv.from as u16 | (mv.to as u16) << 6 | kind << 12);
                    }
                    false
                });
                let mut found = Vec::new();
                Kpk::legal(&position, |mv| found.push(mv));
                assert_eq!(found, wanted, "{position:?}");
                let is_checked = position.mover == Player::SECOND && position.is_check();
                assert_eq!(is_checked, !board.checkers().is_empty(), "{position:?}");
                compared += 1;
            }
        }
        assert!(compared > 300_000, "{compared}");
    }
}
