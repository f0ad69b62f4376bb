//! Chess, and chess in which the other's men are not seen: the same rules with other eyes.
//!
//! `chess` is open. In `kriegspiel` neither seat sees a man of the other: a move is a *try*, and a referee who sees the board
//! answers. A try that is not legal is answered to its mover alone, who tries again; a legal one is played, and both hear what
//! the [referee](referee::REFEREES) says: who moves, how many captures its pawns can make, what was taken where, along which lines a
//! king is in check, and the end. In `darkchess`, chess in the fog of war, a seat sees its own men and the squares they could
//! move to, nobody says check, and who takes the king wins.
//!
//! The rules and how positions, moves and what a seat sees are written stand in the catalog's texts (`crates/games/rules`).
//! Unclear points are decided so: a man taken en passant is announced where it stood; a capture that promotes is one try; a
//! promoted man is a piece when it is taken; every text that is no legal move gets the same answer.

mod attacks;
mod belief;
mod board;
mod evaluation;
mod fen;
pub mod lone_king;
mod lone_table;
mod picture;
mod rebuild;
pub mod referee;
mod seen;
mod tries;

pub use board::Board;
pub use evaluation::ChessEvaluation;
pub use referee::{ASK, End, Referee};
pub use seen::{Answer, Look, Seen, Sight};

use crate::catalog::GameEntry;
use board::Taken;
use outwit_game::{
    AnyGame, Blind, Evaluated, Facts, Game, Key, Likely, NamedEvaluation, Payoffs, Player, Problem, Rng, Sequel,
    Settings, Turn, View, Word, find_move, keys, sequel_by_play,
};
use referee::{PawnTries, REFEREE_NAMES, REFEREES, Report, read_try, try_text};
use tries::{Offer, Refused};

const FIFTY: Key<u16> =
    Key::integer("fifty", "100", 0, 10_000, "plies without capture or pawn's move that draw; 0 for never");
/// Nobody is told how often a position that is hidden has come: there it never draws unless that is asked for.
const REPETITION: Key<u16> = repetition("0");
const OPEN_REPETITION: Key<u16> = repetition("3");
const CAP: Key<u32> = Key::integer("cap", "0", 0, 100_000, "plies after which the game is drawn; 0 for no limit");
const RULES: Key<Word> = Key::choice("rules", "icc", REFEREE_NAMES, "which referee: what is announced to whom");

const fn repetition(default: &'static str) -> Key<u16> {
    Key::integer("repetition", default, 0, 100, "a position's so many-th time draws; 0 for never")
}

/// Open chess in the catalog.
pub(crate) const CHESS: GameEntry = GameEntry {
    name: "chess",
    summary: "chess",
    rules: include_str!("../../rules/chess.md"),
    parameters: keys![FIFTY, OPEN_REPETITION, CAP],
    examples: &["chess", "chess:fifty=20,repetition=2", "chess:repetition=0,cap=60"],
    build: |settings, _| Ok(AnyGame::new(Chess::new(Eyes::Open, settings))),
};

/// Chess in the fog in the catalog.
pub(crate) const DARK_CHESS: GameEntry = GameEntry {
    name: "darkchess",
    summary: "chess in the fog of war: a seat sees the squares its men could move to; who takes the king wins",
    rules: include_str!("../../rules/darkchess.md"),
    parameters: keys![FIFTY, REPETITION, CAP],
    examples: &["darkchess", "darkchess:repetition=3,fifty=30"],
    build: |settings, _| Ok(AnyGame::new(Chess::new(Eyes::Fog, settings))),
};

/// Kriegspiel in the catalog.
pub(crate) const KRIEGSPIEL: GameEntry = GameEntry {
    name: "kriegspiel",
    summary: "chess in which neither sees the other's men: a referee refuses tries, names checks and captures",
    rules: include_str!("../../rules/kriegspiel.md"),
    parameters: keys![RULES, FIFTY, REPETITION, CAP],
    examples: &[
        "kriegspiel",
        "kriegspiel:rules=berkeley,fifty=30",
        "kriegspiel:rules=berkeley-any,cap=80",
        "kriegspiel:rules=english,fifty=30",
        "kriegspiel:rules=cincinnati,fifty=30,repetition=3",
    ],
    build: |settings, _| {
        let referee = Referee::named(settings.get(RULES)).unwrap_or(&REFEREES[0]);
        Ok(AnyGame::new(Chess::new(Eyes::Referee(referee), settings)))
    },
};

/// What the seats see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Eyes {
    /// Everything.
    Open,
    /// The squares their men could move to.
    Fog,
    /// Their own men, and what a referee says.
    Referee(&'static Referee),
}

/// The rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chess {
    /// What the seats see.
    pub eyes: Eyes,
    /// Plies without a capture or a pawn's move that draw; 0 for never.
    pub fifty: u16,
    /// The how many-th time a position draws; 0 for never.
    pub repetition: u16,
    /// Plies after which a game is drawn; 0 for never.
    pub cap: u32,
}

/// A position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(crate) board: Board,
    /// Kriegspiel: the tries of this turn that were refused.
    pub(crate) refused: Refused,
    /// Kriegspiel: how many captures the mover's pawns can make.
    tries: u8,
    asked: Asked,
    end: Option<End>,
    /// Who gives check to the mover; not looked at in the fog.
    checkers: u64,
    /// Where repetition counts: the keys of positions since the last capture or pawn's move, this one's last.
    past: Vec<u64>,
}

/// What has become of a question for pawn captures in this turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Asked {
    NotYet,
    No,
    /// And none was tried since.
    Yes,
    /// And one was tried and refused.
    YesAndTried,
}

const ASKED_WORDS: [(Asked, &str); 3] = [(Asked::No, "no"), (Asked::Yes, "yes"), (Asked::YesAndTried, "tried")];

impl Position {
    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whether a try is a legal move.
    #[inline]
    fn is_legal(&self, mv: u16) -> bool {
        self.board.is_pseudo_legal(mv) && self.board.keeps_king_safe_from(mv, self.checkers)
    }

    /// Why the game is over, if it is.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// How many captures the mover's pawns can make; counted in kriegspiel alone.
    pub fn pawn_tries(&self) -> u8 {
        self.tries
    }
}

impl Chess {
    /// The rules by an entry's settings.
    fn new(eyes: Eyes, settings: &Settings) -> Chess {
        Chess { eyes, fifty: settings.get(FIFTY), repetition: settings.get(REPETITION), cap: settings.get(CAP) }
    }

    /// Kriegspiel by the rules of this referee, the fifty-move rule and no other limit.
    pub fn kriegspiel(referee: &'static Referee) -> Chess {
        Chess { eyes: Eyes::Referee(referee), fifty: 100, repetition: 0, cap: 0 }
    }

    /// Open chess, where the third time of a position draws.
    pub fn open() -> Chess {
        Chess { eyes: Eyes::Open, fifty: 100, repetition: 3, cap: 0 }
    }

    /// The referee: of kriegspiel, or one who is not asked.
    pub(crate) fn referee(&self) -> &'static Referee {
        match self.eyes {
            Eyes::Referee(referee) => referee,
            _ => &REFEREES[0],
        }
    }

    fn checks_count(&self) -> bool {
        self.eyes != Eyes::Fog
    }

    /// The position of this board with nothing tried yet.
    pub fn position(&self, board: Board) -> Position {
        let mut position = Position {
            board,
            refused: Refused::default(),
            tries: 0,
            asked: Asked::NotYet,
            end: None,
            checkers: 0,
            past: Vec::new(),
        };
        self.arrive(&mut position);
        position
    }

    /// The position of this FEN.
    pub fn position_of_fen(&self, fen: &str) -> Result<Position, Problem> {
        Ok(self.position(fen::read_fen(fen, self.eyes == Eyes::Fog)?))
    }

    /// Works out what a position holds besides its board.
    #[inline]
    fn arrive(&self, position: &mut Position) {
        if self.eyes == Eyes::Fog {
            self.remember(position);
            position.end = self.end_in_fog(position);
            return;
        }
        let board = &position.board;
        position.checkers = board.checkers();
        position.tries = match self.eyes {
            Eyes::Referee(_) => board.pawn_tries(position.checkers),
            _ => 0,
        };
        self.conclude(position);
    }

    /// Works out whether it is over, when checks and pawn captures are known.
    #[inline]
    fn conclude(&self, position: &mut Position) {
        let is_check = position.checkers != 0;
        let has_move = position.tries > 0 || position.board.has_legal_move(is_check);
        let is_dead = position.board.is_dead();
        self.remember(position);
        position.end = if !has_move {
            Some(if is_check { End::Checkmate } else { End::Stalemate })
        } else if is_dead {
            Some(End::Material)
        } else {
            self.limit(position)
        };
    }

    fn end_in_fog(&self, position: &Position) -> Option<End> {
        let board = &position.board;
        if board.king_of(usize::from(board.mover)) == 64 {
            return Some(End::KingTaken);
        }
        let mut has_move = false;
        board.each_move(false, |_| has_move = true);
        if has_move { self.limit(position) } else { Some(End::Stalemate) }
    }

    /// The limits that draw a game.
    #[inline]
    fn limit(&self, position: &Position) -> Option<End> {
        let board = &position.board;
        if self.fifty > 0 && board.clock >= self.fifty {
            return Some(End::Fifty);
        }
        if let (true, Some(key)) = (self.repetition > 0, position.past.last()) {
            let times = position.past.iter().filter(|past| *past == key).count();
            if times >= usize::from(self.repetition) {
                return Some(End::Repetition);
            }
        }
        let plies = 2 * u32::from(board.number - 1) + u32::from(board.mover);
        (self.cap > 0 && plies >= self.cap).then_some(End::Cap)
    }

    #[inline]
    fn remember(&self, position: &mut Position) {
        if self.repetition > 0 {
            if position.board.clock == 0 {
                position.past.clear();
            }
            position.past.push(position.board.repetition_key());
        }
    }

    /// Makes a move that fits; says what was taken.
    #[inline]
    fn advance(&self, position: &mut Position, mv: u16) -> Option<Taken> {
        let taken = position.board.apply(mv);
        position.board.settle_en_passant(self.checks_count());
        position.refused.clear();
        position.asked = Asked::NotYet;
        self.arrive(position);
        taken
    }

    /// Kriegspiel: puts a try before the referee. What both hear if it is played, nothing if it is refused.
    #[inline]
    pub fn attempt(&self, position: &mut Position, mv: u16) -> Option<Report> {
        if !position.is_legal(mv) {
            position.refused.add(position.board.own(), mv);
            if position.asked == Asked::Yes {
                position.asked = Asked::YesAndTried;
            }
            return None;
        }
        let taken = self.advance(position, mv);
        Some(self.report(position, taken))
    }

    /// What both hear of a position after a move that took this.
    #[inline]
    fn report(&self, position: &Position, taken: Option<Taken>) -> Report {
        self.referee().report(&position.board, position.checkers, position.tries, taken, position.end)
    }

    /// Kriegspiel: the position after a legal move, if this is what would be said of it.
    fn after_report(&self, before: &Position, mv: u16, wanted: &Report) -> Option<Position> {
        let referee = self.referee();
        let mut board = before.board;
        // What is cheapest to know comes first.
        let taken = board.apply(mv);
        if referee.told(taken) != wanted.taken {
            return None;
        }
        board.settle_en_passant(true);
        let checkers = board.checkers();
        if referee::check_kinds(&board, checkers) != wanted.checks {
            return None;
        }
        let tries = board.pawn_tries(checkers);
        if referee.told_tries(tries) != wanted.tries {
            return None;
        }
        let (refused, asked, past) = (Refused::default(), Asked::NotYet, before.past.clone());
        let mut position = Position { board, refused, tries, asked, end: None, checkers, past };
        self.conclude(&mut position);
        (self.report(&position, taken) == *wanted).then_some(position)
    }

    /// What both hear of this position before anything is tried.
    pub fn opening(&self, position: &Position) -> Report {
        self.report(position, None)
    }

    /// What a seat is offered to try.
    #[inline]
    fn offer(&self, position: &Position) -> Offer {
        match (self.referee().tries, position.asked) {
            (PawnTries::Number | PawnTries::Whether, _) if position.tries == 0 => Offer::NoPawnCaptures,
            (_, Asked::No) => Offer::NoPawnCaptures,
            (_, Asked::Yes) | (PawnTries::AskedThenCapture, Asked::YesAndTried) => Offer::PawnCaptures,
            _ => Offer::All,
        }
    }

    fn may_ask(&self, position: &Position) -> bool {
        self.referee().may_be_asked() && position.asked == Asked::NotYet && !position.board.own_pawns_are_gone()
    }

    /// Whether a seat knew the position that play began with.
    fn is_usual_start(position: &Position) -> bool {
        position.board == Board::start()
    }
}

impl Board {
    /// Whether it is the same position, whatever the counts.
    pub fn is_same_as(&self, other: &Board) -> bool {
        Board { clock: 0, number: 1, ..*self } == Board { clock: 0, number: 1, ..*other }
    }

    /// Products of pairs of words, folded: every bit of each word bears on the key, and no product waits for another.
    #[inline]
    fn repetition_key(&self) -> u64 {
        let fold = |one: u64, other: u64| {
            let product = u128::from(one) * u128::from(other);
            product as u64 ^ (product >> 64) as u64
        };
        let rest = u64::from(self.rights) | u64::from(self.en_passant) << 8 | u64::from(self.mover) << 16;
        let [pawns, knights, bishops, rooks, queens, kings] = self.kinds;
        // The men of the other side are those that are not white.
        let words = fold(pawns ^ 0x9E37_79B9_7F4A_7C15, knights ^ 0xD1B5_4A32_D192_ED03)
            ^ fold(bishops ^ 0xAEF1_7502_108E_F2D9, rooks ^ 0xF135_7AEA_2E62_A9C5).rotate_left(17)
            ^ fold(queens ^ 0x8CB9_2BA7_2F3D_8DD7, kings ^ 0xAAAA_AAAA_AAAA_AAAB).rotate_left(34);
        Rng::hash(words, fold(self.sides[0] ^ 0xC2B2_AE3D_27D4_EB4F, rest ^ 0x1656_67B1_9E37_79F9))
    }

    fn own_pawns_are_gone(&self) -> bool {
        self.of(usize::from(self.mover), board::PAWN) == 0
    }
}

impl Game for Chess {
    type State = Position;
    type Move = u16;
    type Seen = Seen;

    fn players(&self) -> usize {
        2
    }

    fn facts(&self) -> Facts {
        let hidden = self.eyes != Eyes::Open;
        // Counts grow, so no position comes back; without a limit play need not end all the same.
        Facts { hidden, cyclic: self.fifty == 0 && self.cap == 0, ..Facts::win_draw_loss() }
    }

    fn start(&self, _rng: &mut Rng) -> Position {
        self.position(Board::start())
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        match position.end {
            Some(_) => Turn::Over,
            None => Turn::Of(Player::new(position.board.mover.into())),
        }
    }

    #[inline]
    fn moves(&self, position: &Position, out: &mut Vec<u16>) {
        match self.eyes {
            Eyes::Referee(_) => {
                if self.may_ask(position) {
                    out.push(ASK);
                }
                tries::list(&position.board, self.offer(position), &position.refused, out);
            }
            _ => position.board.each_move(self.checks_count(), |mv| out.push(mv)),
        }
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: u16) {
        match self.eyes {
            Eyes::Referee(_) if mv == ASK => {
                position.asked = if position.tries > 0 { Asked::Yes } else { Asked::No };
            }
            Eyes::Referee(_) => {
                self.attempt(position, mv);
            }
            _ => {
                self.advance(position, mv);
            }
        }
    }

    fn payoffs(&self, position: &Position) -> Payoffs {
        match position.end {
            Some(End::Checkmate | End::KingTaken) => {
                Payoffs::zero_sum(if position.board.mover == 0 { -1.0 } else { 1.0 })
            }
            _ => Payoffs::ZERO,
        }
    }

    fn move_text(&self, _position: &Position, mv: u16) -> String {
        try_text(mv)
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<u16, Problem> {
        let mut moves = Vec::new();
        if position.end.is_none() {
            self.moves(position, &mut moves);
        }
        match read_try(text) {
            Ok(mv) if moves.contains(&mv) => Ok(mv),
            _ => find_move(self, position, text),
        }
    }

    fn position_text(&self, position: &Position) -> String {
        let mut text = fen::fen(&position.board);
        if position.refused.count() > 0 {
            let tries = position.refused.list(&position.board);
            text += &format!(" refused:{}", tries.iter().map(|&mv| try_text(mv)).collect::<Vec<_>>().join(","));
        }
        if let Some((_, word)) = ASKED_WORDS.iter().find(|(asked, _)| *asked == position.asked) {
            text += &format!(" asked:{word}");
        }
        if position.past.len() > 1 {
            let past = &position.past[..position.past.len() - 1];
            text += &format!(" past:{}", past.iter().map(|key| format!("{key:016x}")).collect::<Vec<_>>().join(","));
        }
        text
    }

    fn read_position(&self, text: &str) -> Result<Position, Problem> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let fields = words.iter().position(|word| word.contains(':')).unwrap_or(words.len());
        let mut position = self.position_of_fen(&words[..fields].join(" "))?;
        for word in &words[fields..] {
            let (name, value) = word.split_once(':').unwrap_or((word, ""));
            let is_refereed = matches!(self.eyes, Eyes::Referee(_));
            match name {
                "refused" if is_refereed => {
                    for text in value.split(',') {
                        let mv = read_try(text)?;
                        let mut offered = Vec::new();
                        tries::list(&position.board, Offer::All, &position.refused, &mut offered);
                        if !offered.contains(&mv) || position.board.is_legal(mv) {
                            return Err(Problem::new(format!("`{text}` cannot have been tried and refused here")));
                        }
                        position.refused.add(position.board.own(), mv);
                    }
                }
                "asked" if self.referee().may_be_asked() && is_refereed => {
                    let known = ASKED_WORDS.iter().find(|(_, word)| *word == value).map(|(asked, _)| *asked);
                    let fits = |asked: &Asked| (*asked == Asked::No) == (position.tries == 0);
                    position.asked = known.filter(fits).ok_or_else(|| {
                        Problem::new(format!("`{value}` is not what was answered here: no, yes or tried"))
                    })?;
                }
                "past" if self.repetition > 0 => {
                    let keys =
                        value.split(',').map(|key| u64::from_str_radix(key, 16).ok().filter(|_| key.len() == 16));
                    let keys: Option<Vec<u64>> = keys.collect();
                    let keys = keys.filter(|keys| keys.len() <= usize::from(position.board.clock));
                    let mut past = keys.ok_or_else(|| {
                        Problem::new(format!(
                            "`{value}` are not the keys of the positions since the last capture or pawn's move"
                        ))
                    })?;
                    past.extend(&position.past);
                    position.past = past;
                    position.end = position.end.or_else(|| self.limit(&position));
                }
                _ => return Err(Problem::new(format!("`{word}` is not a part of a position of this game"))),
            }
        }
        if position.end.is_some() && (position.refused.count() > 0 || position.asked != Asked::NotYet) {
            return Err(Problem::new("nothing is tried or asked when the game is over"));
        }
        Ok(position)
    }

    fn picture(&self, position: &Position) -> String {
        picture::text(&position.board, !0, &self.caption(position))
    }

    fn svg(&self, position: &Position) -> String {
        picture::svg(&position.board, !0, None)
    }

    fn places(&self, _position: &Position, mv: u16) -> Vec<String> {
        referee::places(mv)
    }

    fn seat_picture(&self, view: &View<'_, Self>) -> String {
        match view.state() {
            Some(position) => self.picture(position),
            None => picture::seat_text(self, view.seat(), view.seen()),
        }
    }

    fn seat_svg(&self, view: &View<'_, Self>) -> String {
        match view.state() {
            Some(position) => self.svg(position),
            None => picture::seat_svg(self, view.seat(), view.seen()),
        }
    }

    fn first_look(&self, start: &Position, seat: Player) -> Option<Seen> {
        if Chess::is_usual_start(start) {
            return None;
        }
        match self.eyes {
            Eyes::Open => None,
            Eyes::Fog => Some(Seen::FirstSight(Box::new(Sight::of(&start.board, seat.index(), start.end)))),
            Eyes::Referee(_) => Some(Seen::Look(Box::new(Look::new(self.opening(start), &start.board, seat.index())))),
        }
    }

    fn observe(&self, before: &Position, mv: u16, after: &Position, seat: Player) -> Option<Seen> {
        let is_mover = usize::from(before.board.mover) == seat.index();
        let referee = match self.eyes {
            Eyes::Open => return Some(Seen::Move(mv)),
            Eyes::Fog => {
                let sight = Sight::of(&after.board, seat.index(), after.end);
                return Some(Seen::Sight(is_mover.then_some(mv), Box::new(sight)));
            }
            Eyes::Referee(referee) => referee,
        };
        if mv == ASK {
            let any = after.asked != Asked::No;
            return match (is_mover, referee.refuses_aloud) {
                (true, _) => Some(Seen::Own(mv, Answer::Any(any))),
                (false, true) => Some(Seen::OtherAsked(any)),
                (false, false) => None,
            };
        }
        if before.board.mover == after.board.mover {
            return match (is_mover, referee.refuses_aloud) {
                (true, _) => Some(Seen::Own(mv, Answer::Illegal)),
                (false, true) => Some(Seen::OtherRefused),
                (false, false) => None,
            };
        }
        let taken = seen::taken_by(&before.board, mv);
        let report = self.report(after, taken);
        Some(if is_mover { Seen::Own(mv, Answer::Played(report)) } else { Seen::Other(report) })
    }

    fn seen_text(&self, seen: &Seen) -> String {
        seen::seen_text(self.referee(), seen)
    }

    fn read_seen(&self, _seat: Player, text: &str) -> Result<Seen, Problem> {
        match self.eyes {
            Eyes::Open => read_try(text).map(Seen::Move),
            Eyes::Fog => seen::read_sight(text),
            Eyes::Referee(referee) => seen::read_heard(referee, text),
        }
    }

    /// Refused tries leave no trace where the referee keeps them between himself and the mover.
    #[inline]
    fn lasting_moves(&self, position: &Position, out: &mut Vec<u16>) {
        match self.eyes {
            Eyes::Referee(referee) if !referee.refuses_aloud => position.board.each_move(true, |mv| out.push(mv)),
            _ => self.moves(position, out),
        }
    }

    /// The words of a referee are compared one by one, as they become known.
    fn sequel(&self, before: &Position, mv: u16, seat: Player, seen: &Seen) -> Sequel<Position> {
        let is_mover = usize::from(before.board.mover) == seat.index();
        let wanted = match (self.eyes, seen) {
            (Eyes::Referee(_), Seen::Own(own, Answer::Played(wanted))) if is_mover && *own == mv => wanted,
            (Eyes::Referee(_), Seen::Own(own, _)) if is_mover && *own != mv => return Sequel::Otherwise,
            (Eyes::Referee(_), Seen::Other(wanted)) if !is_mover && mv != ASK => wanted,
            _ => return sequel_by_play(self, before, mv, seat, seen),
        };
        if !before.is_legal(mv) {
            return sequel_by_play(self, before, mv, seat, seen);
        }
        self.after_report(before, mv, wanted).map_or(Sequel::Otherwise, Sequel::AsSeen)
    }

    fn counsel(&self, view: &View<'_, Self>) -> Option<u16> {
        lone_king::lone_king(self, view.seat(), view.seen())?.best_try()
    }

    fn rebuild(&self, view: &View<'_, Self>, rng: &mut Rng) -> Option<Position> {
        rebuild::rebuild(self, view.seat(), view.seen(), rng)
    }

    fn hidden_from(&self, position: &Position, seat: Player, out: &mut Vec<(String, String)>) {
        belief::hidden(self, &position.board, seat, out);
    }

    fn belief_picture(&self, view: &View<'_, Self>, likely: &[Likely]) -> Option<String> {
        belief::text(self, view.seat(), view.seen(), likely)
    }

    fn belief_svg(&self, view: &View<'_, Self>, likely: &[Likely]) -> Option<String> {
        belief::svg(self, view.seat(), view.seen(), likely)
    }

    fn known_start(&self, _seat: Player, first_look: Option<&Seen>) -> Option<Position> {
        match first_look {
            Some(Seen::Look(_) | Seen::FirstSight(_)) => None,
            _ if self.eyes == Eyes::Open => None,
            _ => Some(self.position(Board::start())),
        }
    }

    /// Without what is empty most of the time.
    #[inline]
    fn key(&self, position: &Position) -> u64 {
        let board = &position.board;
        let counts = u64::from(board.clock) | u64::from(board.number) << 16 | (position.asked as u64) << 32;
        let key = Rng::hash(board.repetition_key(), counts);
        let key = if position.refused.count() > 0 { position.refused.key(key) } else { key };
        position.past.iter().rev().skip(1).fold(key, |key, past| Rng::hash(key, *past))
    }

    /// Without listing what could be drawn.
    #[inline]
    fn random_move(&self, position: &Position, rng: &mut Rng, scratch: &mut Vec<u16>) -> u16 {
        match self.eyes {
            Eyes::Referee(_) if !self.referee().may_be_asked() => {
                tries::draw(&position.board, self.offer(position), &position.refused, rng, scratch)
            }
            _ => {
                self.moves(position, scratch);
                let mv = *rng.pick(scratch);
                scratch.clear();
                mv
            }
        }
    }

    /// Captures first, of much by little.
    #[inline]
    fn order_hint(&self, position: &Position, mv: u16) -> i32 {
        evaluation::order_hint(&position.board, mv)
    }
}

impl Evaluated for Chess {
    type Evaluation = ChessEvaluation;

    fn evaluations(&self) -> &'static [NamedEvaluation] {
        const MATERIAL: NamedEvaluation = NamedEvaluation { name: "material", summary: "the men and where they stand" };
        const THREATS: NamedEvaluation = NamedEvaluation {
            name: "threats",
            summary: "position, material, protection and threats: men that hang count less",
        };
        const HUNT: NamedEvaluation =
            NamedEvaluation { name: "hunt", summary: "as threats; who is ahead drives the other's king into a corner" };
        &[HUNT, THREATS, MATERIAL, Blind::NAMED]
    }

    fn evaluation(&self, index: usize) -> ChessEvaluation {
        [ChessEvaluation::Hunt, ChessEvaluation::Threats, ChessEvaluation::Material, ChessEvaluation::Blind][index]
    }
}
