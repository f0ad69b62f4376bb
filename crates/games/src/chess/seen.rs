//! What a seat sees: moves in open chess, the referee's words in kriegspiel, squares in the fog.

use super::attacks::squares;
use super::board::{Board, KING, NOWHERE, Taken};
use super::fen::{placement, read_placement, read_rights, read_strength, rights_text, strength, strength_text};
use super::referee::{ASK, END_WORDS, End, Referee, Report, read_square, read_try, square_text, try_text};
use outwit_game::Problem;

/// One observation.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Seen {
    /// A move, in open chess.
    Move(u16),
    /// The seat's own try, and what the referee answered.
    Own(u16, Answer),
    /// What the referee said of the other's move.
    Other(Report),
    /// That a try of the other's was refused, where the referee says so aloud.
    OtherRefused,
    /// What the other was told when it asked for pawn captures.
    OtherAsked(bool),
    /// The seat's own men where play began elsewhere than chess begins.
    Look(Box<Look>),
    /// What shows through the fog, after the seat's own move if there is one.
    Sight(Option<u16>, Box<Sight>),
    /// The same where play began elsewhere.
    FirstSight(Box<Sight>),
}

/// What the referee answers to a try.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    /// It is not legal.
    Illegal,
    /// There is a pawn that can capture, or none.
    Any(bool),
    /// It is played, and this is said.
    Played(Report),
}

/// What a seat of kriegspiel knows of a position that chess does not begin with: all about its own men, and how many men of
/// each kind the other has.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Look {
    /// What both are told.
    pub(crate) report: Report,
    /// The seat's own men; all castling rights.
    pub(crate) own: Board,
    /// How many men of each kind the other has.
    pub(crate) against: [u8; 6],
}

/// What a seat sees through the fog: its own men, and every square that one of them could move to.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Sight {
    /// The squares that are seen.
    pub(crate) seen: u64,
    /// The men on them, who moves, and the seat's own castling rights and captures en passant.
    pub(crate) board: Board,
    pub(crate) end: Option<End>,
}

impl From<u16> for Seen {
    fn from(mv: u16) -> Seen {
        Seen::Move(mv)
    }
}

/// What a move of the board before it takes.
pub(crate) fn taken_by(before: &Board, mv: u16) -> Option<Taken> {
    let mut after = *before;
    after.apply(mv)
}

impl Look {
    pub(crate) fn new(report: Report, board: &Board, seat: usize) -> Look {
        let mut own = *board;
        squares(board.sides[1 - seat]).for_each(|square| own.remove(square));
        own.en_passant = NOWHERE;
        Look { report, own, against: strength(board, 1 - seat) }
    }

    /// Whose men are shown.
    pub(crate) fn side(&self) -> usize {
        usize::from(self.own.sides[0] == 0)
    }
}

impl Sight {
    /// What the seat sees of a board.
    pub(crate) fn of(board: &Board, seat: usize, end: Option<End>) -> Sight {
        let mut eyes = *board;
        eyes.mover = seat as u8;
        let is_to_move = board.mover == eyes.mover && end.is_none();
        if !is_to_move {
            eyes.en_passant = NOWHERE;
        }
        let mut seen = eyes.sides[seat];
        for from in squares(eyes.sides[seat]) {
            seen |= eyes.targets(from, eyes.kind_on(from).unwrap_or(KING));
        }
        if eyes.en_passant != NOWHERE {
            seen |= 1 << (eyes.en_passant ^ 8);
        }
        let mut shown = Board { clock: 0, number: 1, ..eyes };
        squares(board.men() & !seen).for_each(|square| shown.remove(square));
        shown.rights &= if seat == 0 { 3 } else { 12 };
        shown.mover = if end.is_some() { 0 } else { board.mover };
        // Who has lost shows in the end.
        if end == Some(End::KingTaken) {
            shown.mover = board.mover;
        }
        Sight { seen, board: shown, end }
    }

    fn text(&self) -> String {
        let turn = match (self.end, self.board.mover) {
            (Some(_), _) => '-',
            (None, 0) => 'w',
            (None, _) => 'b',
        };
        let passing = match self.board.en_passant {
            NOWHERE => "-".to_string(),
            square => square_text(square.into()),
        };
        let men = placement(&self.board, self.seen);
        let mut text = format!("{turn} {men} {} {passing}", rights_text(self.board.rights));
        if let Some(end) = self.end {
            text += &format!(" end:{}:{}", end.word(), end.result(self.board.mover));
        }
        text
    }

    fn read(text: &str) -> Result<Sight, Problem> {
        let wrong = |what: &str| {
            Problem::new(format!("{what}; what is seen is written `w|b|- men castling en-passant` (in `{text}`)"))
        };
        let mut words = text.split(' ');
        let mut word = || words.next().unwrap_or_default();
        let turn = word();
        let (mut board, seen) = read_placement(word())?;
        board.rights = read_rights(word())?;
        board.en_passant = match word() {
            "-" => NOWHERE,
            square => read_square(square).ok_or_else(|| wrong("the square passed is none"))? as u8,
        };
        board.mover = u8::from(turn == "b");
        let end = match word().strip_prefix("end:").and_then(|end| end.split_once(':')) {
            Some((reason, result)) => {
                board.mover = u8::from(result == "1-0");
                END_WORDS.iter().find(|(_, word)| *word == reason).map(|(end, _)| *end)
            }
            None => None,
        };
        let sight = Sight { seen, board, end };
        if sight.text() == text { Ok(sight) } else { Err(wrong("these words do not stand together")) }
    }
}

/// An observation in words.
pub(crate) fn seen_text(referee: &Referee, seen: &Seen) -> String {
    match seen {
        Seen::Move(mv) => try_text(*mv),
        Seen::Own(mv, Answer::Illegal) => format!("{} illegal", try_text(*mv)),
        Seen::Own(mv, Answer::Any(any)) => format!("{} {}", try_text(*mv), if *any { "yes" } else { "no" }),
        Seen::Own(mv, Answer::Played(report)) => format!("{} {}", try_text(*mv), referee.report_text(report)),
        Seen::Other(report) => referee.report_text(report),
        Seen::OtherRefused => "refused".to_string(),
        Seen::OtherAsked(any) => format!("asked {}", if *any { "yes" } else { "no" }),
        Seen::Look(look) => {
            let own = &look.own;
            let against = strength_text(&look.against, 1 - look.side());
            format!(
                "look {} men {} {} {} {} against {against}",
                referee.report_text(&look.report),
                placement(own, !0),
                rights_text(own.rights),
                own.clock,
                own.number
            )
        }
        Seen::Sight(None, sight) => sight.text(),
        Seen::Sight(Some(mv), sight) => format!("{} {}", try_text(*mv), sight.text()),
        Seen::FirstSight(sight) => format!("look {}", sight.text()),
    }
}

/// Reads the words of a referee.
pub(crate) fn read_heard(referee: &Referee, text: &str) -> Result<Seen, Problem> {
    if let Some(look) = text.strip_prefix("look ") {
        return read_look(referee, look).map(|look| Seen::Look(Box::new(look)));
    }
    match text {
        "refused" => return Ok(Seen::OtherRefused),
        "asked yes" => return Ok(Seen::OtherAsked(true)),
        "asked no" => return Ok(Seen::OtherAsked(false)),
        _ => {}
    }
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    match (read_try(first), rest) {
        (Ok(ASK), "yes" | "no") => Ok(Seen::Own(ASK, Answer::Any(rest == "yes"))),
        (Ok(mv), "illegal") => Ok(Seen::Own(mv, Answer::Illegal)),
        (Ok(mv), rest) => Ok(Seen::Own(mv, Answer::Played(referee.read_report(rest)?))),
        (Err(_), _) => referee.read_report(text).map(Seen::Other),
    }
}

/// Reads what is seen through the fog.
pub(crate) fn read_sight(text: &str) -> Result<Seen, Problem> {
    if let Some(sight) = text.strip_prefix("look ") {
        return Sight::read(sight).map(|sight| Seen::FirstSight(Box::new(sight)));
    }
    match text.split_once(' ').map(|(first, rest)| (read_try(first), rest)) {
        Some((Ok(mv), rest)) => Sight::read(rest).map(|sight| Seen::Sight(Some(mv), Box::new(sight))),
        _ => Sight::read(text).map(|sight| Seen::Sight(None, Box::new(sight))),
    }
}

fn read_look(referee: &Referee, text: &str) -> Result<Look, Problem> {
    let wrong = || {
        Problem::new(format!("`{text}` is not a first look: `look w 0 men 8/8/8/8/8/8/8/K2R4 - 0 1 against kn`, say"))
    };
    let (report, rest) = text.split_once(" men ").ok_or_else(wrong)?;
    let report = referee.read_report(report)?;
    let words: Vec<&str> = rest.split(' ').collect();
    let [men, rights, clock, number, "against", against] = words[..] else { return Err(wrong()) };
    let (mut own, _) = read_placement(men)?;
    own.rights = read_rights(rights)?;
    own.clock = clock.parse().map_err(|_| wrong())?;
    own.number = number.parse().map_err(|_| wrong())?;
    own.mover = report.mover;
    if own.of(0, KING).count_ones() + own.of(1, KING).count_ones() != 1 {
        return Err(wrong());
    }
    let side = usize::from(own.sides[0] == 0);
    Ok(Look { report, own, against: read_strength(against, 1 - side)? })
}
