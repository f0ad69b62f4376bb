//! A position, and how a game goes on from it: what is tried, what the referee says, what ends it.

use super::board::{self, Taken, unpack};
use super::referee::{self, PawnTries, REFEREES, Report};
use super::tries::{Lot, MISSES, Offer, Refused, Urn};
use super::{Board, Chess, End, Eyes, Referee, fen, tries};
use outwit_game::{Game, Problem, Rng};

/// A position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(crate) board: Board,
    /// Kriegspiel: the tries of this turn that were refused.
    pub(crate) refused: Refused,
    /// Kriegspiel: how many captures the mover's pawns can make.
    pub(super) tries: u8,
    pub(super) asked: Asked,
    pub(super) end: Option<End>,
    /// Who gives check to the mover; not looked at in the fog.
    pub(super) checkers: u64,
    /// Where repetition counts: the keys of positions since the last capture or pawn's move, this one's last.
    pub(super) past: Vec<u64>,
}

/// What has become of a question for pawn captures in this turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Asked {
    NotYet,
    No,
    /// And none was tried since.
    Yes,
    /// And one was tried and refused.
    YesAndTried,
}

pub(super) const ASKED_WORDS: [(Asked, &str); 3] =
    [(Asked::No, "no"), (Asked::Yes, "yes"), (Asked::YesAndTried, "tried")];

impl Position {
    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whether a try is a legal move.
    #[inline]
    pub(super) fn is_legal(&self, mv: u16) -> bool {
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

    pub(super) fn checks_count(&self) -> bool {
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
    #[inline(always)]
    pub(super) fn arrive(&self, position: &mut Position) {
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
    #[inline(always)]
    pub(super) fn conclude(&self, position: &mut Position) {
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

    pub(super) fn end_in_fog(&self, position: &Position) -> Option<End> {
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
    pub(super) fn limit(&self, position: &Position) -> Option<End> {
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
    pub(super) fn remember(&self, position: &mut Position) {
        if self.repetition > 0 {
            if position.board.clock == 0 {
                position.past.clear();
            }
            position.past.push(position.board.repetition_key());
        }
    }

    /// Makes a move that fits; says what was taken.
    #[inline]
    pub(super) fn advance(&self, position: &mut Position, mv: u16) -> Option<Taken> {
        let taken = position.board.apply(mv);
        self.pass_on(position);
        taken
    }

    /// A move was made: it is the other's turn.
    #[inline(always)]
    fn pass_on(&self, position: &mut Position) {
        position.board.settle_en_passant(self.checks_count());
        position.refused.clear();
        position.asked = Asked::NotYet;
        self.arrive(position);
    }

    /// Kriegspiel: one turn of somebody who plays at random. Tries are drawn, each that is offered and was not refused as likely as
    /// any other, until one is played. What both hear then; `refused` is told the others. The same numbers that
    /// [`random_move`](outwit_game::Game::random_move) draws for one try after the other make the same game of it, but what is
    /// the same for all tries of a turn is worked out once. The game must not be over.
    #[inline]
    pub fn random_turn(&self, position: &mut Position, rng: &mut Rng, mut refused: impl FnMut(u16)) -> Report {
        let mut known = Few::default();
        let mut misses = 0;
        if !self.referee().may_be_asked() && position.refused.count() == 0 {
            let board = &position.board;
            let urn = Urn::new(board, self.offer(position));
            let men = board.men();
            while misses < MISSES && known.has_room() {
                let lot = urn.draw(rng).filter(|lot| !known.has(lot.mv));
                let Some(Lot { mv, kind, between }) = lot else {
                    misses += 1;
                    continue;
                };
                let (from, to, _) = unpack(mv);
                // A man on a line was drawn because no own man is in its way.
                let fits = match kind {
                    board::PAWN => board.can_reach(from, to, kind),
                    board::KING if from.abs_diff(to) == 2 => board.castling(from, to).is_some(),
                    _ => between & men == 0,
                };
                if fits && board.keeps_king_safe_from(mv, position.checkers) {
                    let taken = position.board.apply_of(mv, kind);
                    self.pass_on(position);
                    return self.report(position, taken);
                }
                misses = 0;
                known.add(mv);
                refused(mv);
            }
        }
        // Seldom: many tries were refused.
        let own = position.board.own();
        known.list().iter().for_each(|&mv| position.refused.add(own, mv));
        let mut scratch = Vec::new();
        let mut picked = (misses == MISSES)
            .then(|| tries::pick(&position.board, self.offer(position), &position.refused, rng, &mut scratch));
        loop {
            let mv = picked.take().unwrap_or_else(|| self.random_move(position, rng, &mut scratch));
            if mv == referee::ASK {
                self.play(position, mv);
            } else if let Some(report) = self.attempt(position, mv) {
                return report;
            } else {
                refused(mv);
            }
        }
    }

    /// Kriegspiel: puts a try before the referee. What both hear if it is played, nothing if it is refused.
    #[inline]
    pub fn attempt(&self, position: &mut Position, mv: u16) -> Option<Report> {
        let taken = self.put_to_referee(position, mv)?;
        Some(self.report(position, taken))
    }

    /// The same where nobody listens: what was taken, if it is played.
    #[inline]
    pub(super) fn put_to_referee(&self, position: &mut Position, mv: u16) -> Option<Option<Taken>> {
        if !position.is_legal(mv) {
            position.refused.add(position.board.own(), mv);
            if position.asked == Asked::Yes {
                position.asked = Asked::YesAndTried;
            }
            return None;
        }
        Some(self.advance(position, mv))
    }

    /// What both hear of a position after a move that took this.
    #[inline]
    pub(super) fn report(&self, position: &Position, taken: Option<Taken>) -> Report {
        self.referee().report(&position.board, position.checkers, position.tries, taken, position.end)
    }

    /// Kriegspiel: the position after a legal move, if this is what would be said of it.
    pub(super) fn after_report(&self, before: &Position, mv: u16, wanted: &Report) -> Option<Position> {
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
    pub(super) fn offer(&self, position: &Position) -> Offer {
        match (self.referee().tries, position.asked) {
            (PawnTries::Number | PawnTries::Whether, _) if position.tries == 0 => Offer::NoPawnCaptures,
            (_, Asked::No) => Offer::NoPawnCaptures,
            (_, Asked::Yes) | (PawnTries::AskedThenCapture, Asked::YesAndTried) => Offer::PawnCaptures,
            _ => Offer::All,
        }
    }

    pub(super) fn may_ask(&self, position: &Position) -> bool {
        self.referee().may_be_asked() && position.asked == Asked::NotYet && !position.board.own_pawns_are_gone()
    }

    /// Whether a seat knew the position that play began with.
    pub(super) fn is_usual_start(position: &Position) -> bool {
        position.board == Board::start()
    }
}

/// A few tries.
#[derive(Default)]
struct Few {
    count: usize,
    /// Where they go: most others go elsewhere.
    goals: u64,
    tries: [u16; 16],
}

impl Few {
    #[inline]
    fn list(&self) -> &[u16] {
        &self.tries[..self.count & 15]
    }

    #[inline]
    fn has(&self, mv: u16) -> bool {
        self.goals >> unpack(mv).1 & 1 == 1 && self.list().contains(&mv)
    }

    fn has_room(&self) -> bool {
        self.count < 15
    }

    #[inline]
    fn add(&mut self, mv: u16) {
        self.goals |= 1 << unpack(mv).1;
        self.tries[self.count & 15] = mv;
        self.count += 1;
    }
}

impl Board {
    /// Whether it is the same position, whatever the counts.
    pub fn is_same_as(&self, other: &Board) -> bool {
        Board { clock: 0, number: 1, ..*self } == Board { clock: 0, number: 1, ..*other }
    }

    /// Products of pairs of words, folded: every bit of each word bears on the key, and no product waits for another.
    #[inline]
    pub(super) fn repetition_key(&self) -> u64 {
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

    pub(super) fn own_pawns_are_gone(&self) -> bool {
        self.of(usize::from(self.mover), board::PAWN) == 0
    }
}
