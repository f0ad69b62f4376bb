//! How checkers is written: squares by their numbers, moves by their squares, positions as draughts players do.

use super::{Checkers, Move, Position, squares};
use outwit_game::{Game, Player, Problem, find_move};

impl Checkers {
    /// The number of a dark square, from 1.
    pub(super) fn number(&self, square: u32) -> u32 {
        square / 2 + 1
    }

    /// The square of a number.
    fn square(&self, number: &str) -> Result<u32, Problem> {
        let most = (self.size * self.size / 2) as u32;
        let wrong = || Problem::new(format!("`{number}` is not a square: they are numbered from 1 to {most}"));
        let number: u32 = number.parse().map_err(|_| wrong())?;
        if !(1..=most).contains(&number) {
            return Err(wrong());
        }
        let pair = 2 * (number - 1);
        // The first of the pair is dark in every second row.
        Ok(pair + u32::from(self.dark >> pair & 1 == 0))
    }

    /// The squares of a move: where it begins, and wherever it lands.
    pub(super) fn path(&self, mv: Move) -> impl Iterator<Item = u32> {
        let mut at = 1u64 << mv.from();
        let count = mv.jumps().max(1);
        let landings = (0..count).map(move |place| {
            at = self.step(at, mv.way(place));
            if mv.jumps() > 0 {
                at = self.step(at, mv.way(place));
            }
            at.trailing_zeros()
        });
        std::iter::once(mv.from()).chain(landings)
    }

    pub(super) fn path_text(&self, mv: Move) -> String {
        let numbers: Vec<String> = self.path(mv).map(|square| self.number(square).to_string()).collect();
        numbers.join(if mv.jumps() > 0 { "x" } else { "-" })
    }

    /// Beside what [`path_text`](Checkers::path_text) writes, the first and the last square of a capture will do where that is
    /// one move. Numbers are never read otherwise than they were typed: `1-11` is not `11-1`.
    pub(super) fn read_path(&self, position: &Position, text: &str) -> Result<Move, Problem> {
        let typed: Vec<&str> = text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty()).collect();
        // Signs between the squares are free; around them they mean no move.
        let is_path =
            [text.trim().chars().next(), text.trim().chars().last()].iter().flatten().all(char::is_ascii_digit);
        let mut moves = Vec::new();
        if typed.len() > 1 && is_path && !self.turn(position).is_over() {
            self.moves(position, &mut moves);
        }
        let path = |mv: Move| -> Vec<String> { self.path(mv).map(|square| self.number(square).to_string()).collect() };
        if let Some(&mv) = moves.iter().find(|&&mv| path(mv) == typed) {
            return Ok(mv);
        }
        let mut ends = moves.iter().filter(|&&mv| {
            let path = path(mv);
            typed.len() == 2
                && path.first().is_some_and(|from| from == typed[0])
                && path.last().is_some_and(|to| to == typed[1])
        });
        match (ends.next(), ends.next(), find_move(self, position, text)) {
            (Some(&mv), None, _) => Ok(mv),
            (_, _, Ok(mv)) if typed.len() > 1 => {
                Err(Problem::new(format!("`{text}` is not a legal move here (did you mean `{}`?)", self.path_text(mv))))
            }
            (_, _, read) => read,
        }
    }

    pub(super) fn written(&self, position: &Position) -> String {
        let pieces = |side: usize| -> String {
            let piece = |square: u32| {
                let crown = if position.kings >> square & 1 == 1 { "K" } else { "" };
                format!("{crown}{}", self.number(square))
            };
            squares(position.sides[side]).map(piece).collect::<Vec<_>>().join(",")
        };
        let mover = if position.mover == Player::FIRST { 'B' } else { 'W' };
        let mut text = format!("{mover}:W{}:B{}", pieces(1), pieces(0));
        if position.quiet > 0 {
            text += &format!(" {}", position.quiet);
        }
        if !position.past.is_empty() {
            let keys: Vec<String> = position.past.iter().map(|key| format!("{key:016x}")).collect();
            text += &format!(" past:{}", keys.join(","));
        }
        text
    }

    pub(super) fn read(&self, text: &str) -> Result<Position, Problem> {
        let wrong = |what: String| Problem::new(format!("{what}; a position is written like `B:W18,24,K5:B1,12`"));
        let mut words = text.split_whitespace();
        let board = words.next().unwrap_or_default().trim_end_matches('.');
        let parts: Vec<&str> = board.split(':').collect();
        let &[mover, first, second] = parts.as_slice() else {
            return Err(wrong(format!("`{board}` has not three parts with `:` between them")));
        };
        let mover = match mover {
            "B" => Player::FIRST,
            "W" => Player::SECOND,
            _ => return Err(wrong(format!("`{mover}` is not who moves: it is B or W"))),
        };
        let mut position = Position { sides: [0; 2], kings: 0, mover, quiet: 0, past: Vec::new() };
        let mut given = [false; 2];
        for part in [first, second] {
            let side = match part.chars().next() {
                Some('B') => 0,
                Some('W') => 1,
                _ => return Err(wrong(format!("`{part}` does not begin with B or W"))),
            };
            if std::mem::replace(&mut given[side], true) {
                return Err(wrong(format!("the pieces of one side are given twice in `{board}`")));
            }
            for piece in part[1..].split(',').filter(|piece| !piece.is_empty()) {
                let (number, is_king) = piece.strip_prefix('K').map_or((piece, false), |number| (number, true));
                let square = 1u64 << self.square(number)?;
                if (position.sides[0] | position.sides[1]) & square != 0 {
                    return Err(wrong(format!("there are two pieces on {number}")));
                }
                if !is_king && square & self.last_row(side) != 0 {
                    return Err(wrong(format!("a man on {number} would be a king")));
                }
                position.sides[side] |= square;
                position.kings |= if is_king { square } else { 0 };
            }
        }
        let most = self.set_up().sides[0].count_ones();
        for (side, name) in [(0, "black"), (1, "white")] {
            let count = position.sides[side].count_ones();
            if count > most {
                return Err(wrong(format!("there are {count} {name} pieces, and a side has at most {most}")));
            }
            if count == 0 && mover.index() != side {
                return Err(wrong(format!("{name} has no piece left and has lost, so the move would be its own")));
            }
        }
        for word in words {
            if let Some(keys) = word.strip_prefix("past:").filter(|_| self.repetition > 0) {
                let read = |key: &str| u64::from_str_radix(key, 16).ok().filter(|_| key.len() == 16);
                let past: Option<Vec<u64>> = keys.split(',').map(read).collect();
                position.past = past
                    .filter(|past| past.len() <= 2000)
                    .ok_or_else(|| wrong(format!("`{word}` is not a list of keys of 16 digits each")))?;
            } else {
                let count = word.parse().ok().filter(|count| (0..=self.quiet).contains(count));
                position.quiet = count.ok_or_else(|| {
                    wrong(format!(
                        "`{word}` is not a number of plies without a capture or a man's move, at most {}",
                        self.quiet
                    ))
                })?;
            }
        }
        if position.quiet == 0 && !position.past.is_empty() && self.quiet > 0 {
            return Err(wrong("after a capture or a man's move no earlier position comes back".to_string()));
        }
        Ok(position)
    }
}
