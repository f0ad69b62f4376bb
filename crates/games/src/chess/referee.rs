//! The referees of kriegspiel, as a table of what each says to whom, and the words they say it in.
//!
//! Sources: the help of the Internet Chess Club for `wild 16` (`icc`); J. Wolfe's Berkeley rules, without and with "any?"; the
//! rules of the Gambit Club in London (`english`); D. Moeser's "Kriegspiel - Cincinnati style".

use super::board::{Board, Taken, pack, unpack};
use outwit_game::Problem;

/// What a referee says of the captures that the mover's pawns can make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PawnTries {
    /// How many there are.
    Number,
    /// Whether there is any.
    Whether,
    /// Nothing.
    Nothing,
    /// Nothing unless asked; who is told yes must try until a capture succeeds.
    AskedThenCapture,
    /// Nothing unless asked; who is told yes must try one.
    AskedThenTry,
}

/// A referee.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Referee {
    /// As in `rules=icc`.
    pub name: &'static str,
    /// Whether a pawn or a piece was taken is said, not the square alone.
    pub says_what_was_taken: bool,
    /// What is said of pawn captures.
    pub tries: PawnTries,
    /// The other hears that a try was refused, and what was answered to a question.
    pub refuses_aloud: bool,
}

/// All referees; the first is the default.
pub const REFEREES: &[Referee] = &[
    Referee { name: "icc", says_what_was_taken: true, tries: PawnTries::Number, refuses_aloud: false },
    Referee { name: "berkeley", says_what_was_taken: false, tries: PawnTries::Nothing, refuses_aloud: true },
    Referee {
        name: "berkeley-any",
        says_what_was_taken: false,
        tries: PawnTries::AskedThenCapture,
        refuses_aloud: true,
    },
    Referee { name: "english", says_what_was_taken: false, tries: PawnTries::AskedThenTry, refuses_aloud: true },
    Referee { name: "cincinnati", says_what_was_taken: true, tries: PawnTries::Whether, refuses_aloud: true },
];

/// Their names.
pub(crate) const REFEREE_NAMES: &[&str] = &["icc", "berkeley", "berkeley-any", "english", "cincinnati"];

/// The question whether any pawn can capture, as a move.
pub const ASK: u16 = 7 << 12;
/// Its text.
pub(crate) const ASK_TEXT: &str = "any?";

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum End {
    /// The mover is mated.
    Checkmate,
    /// The mover has no move and is not in check.
    Stalemate,
    /// Nobody can mate any more.
    Material,
    /// Too long without a capture or a pawn's move.
    Fifty,
    /// The position has come back too often.
    Repetition,
    /// The limit of plies.
    Cap,
    /// The mover's king was taken: in the fog only.
    KingTaken,
}

pub(crate) const END_WORDS: [(End, &str); 7] = [
    (End::Checkmate, "checkmate"),
    (End::Stalemate, "stalemate"),
    (End::Material, "material"),
    (End::Fifty, "fifty"),
    (End::Repetition, "repetition"),
    (End::Cap, "cap"),
    (End::KingTaken, "king"),
];

impl End {
    /// In one word.
    pub fn word(self) -> &'static str {
        END_WORDS[self as usize].1
    }

    /// What each seat is paid, as chess writes it, when this side would be to move.
    pub(crate) fn result(self, mover: u8) -> &'static str {
        match (self, mover) {
            (End::Checkmate | End::KingTaken, 0) => "0-1",
            (End::Checkmate | End::KingTaken, _) => "1-0",
            _ => "1/2-1/2",
        }
    }
}

/// What both hear after a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Report {
    /// Who moves now: 0 white, 1 black. In the end who has lost, or 0.
    pub mover: u8,
    /// What is said of pawn captures: a number, or yes (1) and no (0), or nothing.
    pub tries: Option<u8>,
    /// The square on which a man was taken, and, if that is said, whether it was a pawn.
    pub taken: Option<(u8, Option<bool>)>,
    /// The kinds of check, as bits: rank, file, long, short, knight.
    pub checks: u8,
    /// Why the game is over, if it is.
    pub end: Option<End>,
}

/// The kinds of check in the order they are named in.
pub(crate) const CHECKS: [&str; 5] = ["rank", "file", "long", "short", "knight"];

/// The kinds of the checks given to the mover by these men.
pub(crate) fn check_kinds(board: &Board, checkers: u64) -> u8 {
    if checkers == 0 {
        return 0;
    }
    let king = board.king_of(usize::from(board.mover)) as i32;
    let (file, rank) = (king % 8, king / 8);
    super::attacks::squares(checkers).fold(0, |kinds, from| {
        let (east, north) = (from as i32 % 8 - file, from as i32 / 8 - rank);
        let kind = if north == 0 {
            0
        } else if east == 0 {
            1
        } else if east.abs() != north.abs() {
            4
        } else {
            // The diagonal of a1-h8 has 8 - |file - rank| squares, the other 8 - |file + rank - 7|: never as many.
            let is_rising = (east > 0) == (north > 0);
            let is_rising_longer = (file - rank).abs() < (file + rank - 7).abs();
            if is_rising == is_rising_longer { 2 } else { 3 }
        };
        kinds | 1 << kind
    })
}

impl Referee {
    /// The referee of this name.
    pub fn named(name: &str) -> Option<&'static Referee> {
        REFEREES.iter().find(|referee| referee.name == name)
    }

    /// Whether a seat may ask for pawn captures.
    pub(crate) fn may_be_asked(&self) -> bool {
        matches!(self.tries, PawnTries::AskedThenCapture | PawnTries::AskedThenTry)
    }

    /// What is said of a man that was taken.
    #[inline]
    pub(crate) fn told(&self, taken: Option<Taken>) -> Option<(u8, Option<bool>)> {
        taken.map(|taken| (taken.square, self.says_what_was_taken.then_some(taken.kind == 0)))
    }

    /// What is said, unasked, of so many pawn captures.
    #[inline]
    pub(crate) fn told_tries(&self, tries: u8) -> Option<u8> {
        match self.tries {
            PawnTries::Number => Some(tries),
            PawnTries::Whether => Some(tries.min(1)),
            _ => None,
        }
    }

    /// What both hear after a move that led to this board.
    #[inline]
    pub(crate) fn report(
        &self,
        board: &Board,
        checkers: u64,
        tries: u8,
        taken: Option<Taken>,
        end: Option<End>,
    ) -> Report {
        let is_drawn = end.is_some_and(|end| end.result(board.mover) == "1/2-1/2");
        Report {
            mover: if is_drawn { 0 } else { board.mover },
            tries: self.told_tries(tries),
            taken: self.told(taken),
            checks: check_kinds(board, checkers),
            end,
        }
    }

    pub(crate) fn report_text(&self, report: &Report) -> String {
        let mut text = match (report.end, report.mover) {
            (Some(_), _) => "-",
            (None, 0) => "w",
            (None, _) => "b",
        }
        .to_string();
        text += &match (report.tries, self.tries) {
            (None, _) => String::new(),
            (Some(tries), PawnTries::Whether) => format!(" {}", if tries > 0 { "yes" } else { "no" }),
            (Some(tries), _) => format!(" {tries}"),
        };
        if let Some((square, is_pawn)) = report.taken {
            let man = match is_pawn {
                Some(true) => "pawn",
                Some(false) => "piece",
                None => "man",
            };
            text += &format!(" {man}@{}", square_text(usize::from(square)));
        }
        let kinds: Vec<&str> = (0..5).filter(|kind| report.checks >> kind & 1 == 1).map(|kind| CHECKS[kind]).collect();
        if !kinds.is_empty() {
            text += &format!(" check:{}", kinds.join("+"));
        }
        if let Some(end) = report.end {
            text += &format!(" end:{}:{}", end.word(), end.result(report.mover));
        }
        text
    }

    pub(crate) fn read_report(&self, text: &str) -> Result<Report, Problem> {
        let wrong = |what: &str| {
            Problem::new(format!("{what}; a referee says, for example, `w 2 piece@d5 check:long+knight` (in `{text}`)"))
        };
        let mut words = text.split(' ').peekable();
        let mut report = Report { mover: 0, tries: None, taken: None, checks: 0, end: None };
        let turn = words.next().unwrap_or_default();
        match turn {
            "w" | "-" => {}
            "b" => report.mover = 1,
            _ => return Err(wrong("the first word is w, b or -")),
        }
        if matches!(self.tries, PawnTries::Number | PawnTries::Whether) {
            let word = words.next().unwrap_or_default();
            report.tries = Some(match (self.tries, word) {
                (PawnTries::Whether, "yes") => 1,
                (PawnTries::Whether, "no") => 0,
                (PawnTries::Number, word) => word
                    .parse::<u8>()
                    .ok()
                    .filter(|tries| word == tries.to_string())
                    .ok_or_else(|| wrong("the second word is the number of pawn captures"))?,
                _ => return Err(wrong("the second word is yes or no")),
            });
        }
        if let Some((man, square)) = words.peek().and_then(|word| word.split_once('@')) {
            let square = read_square(square).ok_or_else(|| wrong("what is taken is taken on a square"))?;
            let is_pawn = match (man, self.says_what_was_taken) {
                ("pawn", true) => Some(true),
                ("piece", true) => Some(false),
                ("man", false) => None,
                _ => return Err(wrong("this referee does not name what was taken so")),
            };
            report.taken = Some((square as u8, is_pawn));
            words.next();
        }
        if let Some(kinds) = words.peek().and_then(|word| word.strip_prefix("check:")) {
            for kind in kinds.split('+') {
                let kind = CHECKS.iter().position(|known| *known == kind);
                report.checks |= 1 << kind.ok_or_else(|| wrong("a check is rank, file, long, short or knight"))?;
            }
            words.next();
        }
        if let Some(end) = words.peek().and_then(|word| word.strip_prefix("end:")) {
            let (reason, result) = end.split_once(':').ok_or_else(|| wrong("an end has a reason and a result"))?;
            let known = END_WORDS.iter().find(|(_, word)| *word == reason).map(|(end, _)| *end);
            let end = known.ok_or_else(|| wrong("the reason of the end is unknown"))?;
            report.mover = u8::from(result == "1-0");
            report.end = Some(end);
            words.next();
        }
        if report.end.is_some() != (turn == "-") || self.report_text(&report) != text {
            return Err(wrong("these words do not stand together"));
        }
        Ok(report)
    }
}

/// The name of a square.
pub(crate) fn square_text(square: usize) -> String {
    format!("{}{}", (b'a' + (square % 8) as u8) as char, square / 8 + 1)
}

/// The square of this name.
pub(crate) fn read_square(text: &str) -> Option<usize> {
    match text.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some(usize::from(file - b'a') + 8 * usize::from(rank - b'1')),
        _ => None,
    }
}

/// A try as it is written.
pub(crate) fn try_text(mv: u16) -> String {
    if mv == ASK {
        return ASK_TEXT.to_string();
    }
    let (from, to, becomes) = unpack(mv);
    let letter = ["", "n", "b", "r", "q"].get(becomes).copied().unwrap_or("?");
    format!("{}{}{letter}", square_text(from), square_text(to))
}

/// The squares of a try; a question to the referee has none.
pub(crate) fn places(mv: u16) -> Vec<String> {
    if mv == ASK {
        return Vec::new();
    }
    let (from, to, _) = unpack(mv);
    vec![square_text(from), square_text(to)]
}

/// The try that is written so, whatever it is worth. (Kings and pawns are letters too: no pawn becomes one.)
pub fn read_try(text: &str) -> Result<u16, Problem> {
    let wrong =
        || Problem::new(format!("`{text}` is not a try: it is two squares and what a pawn becomes, as e2e4 or e7e8q"));
    if text == ASK_TEXT {
        return Ok(ASK);
    }
    if !text.is_ascii() || !(4..=5).contains(&text.len()) {
        return Err(wrong());
    }
    let squares = read_square(&text[..2]).zip(read_square(&text[2..4]));
    let becomes = match &text[4..] {
        "" => Some(0),
        "n" => Some(1),
        "b" => Some(2),
        "r" => Some(3),
        "q" => Some(4),
        _ => None,
    };
    let (from, to) = squares.ok_or_else(wrong)?;
    Ok(pack(from, to, becomes.ok_or_else(wrong)?))
}
