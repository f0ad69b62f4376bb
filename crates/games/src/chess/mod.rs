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

pub(crate) mod attacks;
mod belief;
mod board;
mod classical;
mod entries;
mod evaluation;
mod fen;
mod last_ply;
pub mod lone_king;
mod lone_pairs;
mod lone_table;
mod picture;
mod position;
mod rebuild;
pub mod referee;
mod san;
mod seen;
mod starts;
mod tries;
mod words;

pub use board::Board;
pub(crate) use entries::{CHESS, DARK_CHESS, KRIEGSPIEL};
pub use evaluation::ChessEvaluation;
pub use position::Position;
pub use referee::{ASK, End, Referee};
pub use seen::{Answer, Look, Seen, Sight};

use outwit_game::{
    Blind, Evaluated, Facts, Game, Likely, NamedEvaluation, Payoffs, Player, Problem, Rng, Sequel, Turn, View,
    find_move, sequel_by_play,
};
use position::{ASKED_WORDS, Asked};
use referee::{read_try, try_text};
use tries::Offer;

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
                self.put_to_referee(position, mv);
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
        if let Ok(mv) = read_try(text)
            && moves.contains(&mv)
        {
            return Ok(mv);
        }
        match san::meant(&position.board, &moves, text)[..] {
            [] => find_move(self, position, text),
            [mv] => Ok(mv),
            [ref others @ .., last] => {
                let others: Vec<String> = others.iter().map(|&mv| try_text(mv)).collect();
                let choices = format!("{} or {}", others.join(", "), try_text(last));
                Err(Problem::new(format!("`{text}` may be {choices}: say which")))
            }
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

    fn events(&self, view: &View<'_, Self>, since: usize) -> Vec<String> {
        if self.eyes == Eyes::Fog {
            return words::in_the_fog(self, view.seat(), view.seen(), since);
        }
        let seat = view.seat().index();
        let told = |seen: &Seen| match self.eyes {
            Eyes::Referee(referee) => words::heard(referee, seat, seen).unwrap_or_else(|| self.seen_text(seen)),
            _ => self.seen_text(seen),
        };
        view.seen().iter().skip(since).map(told).collect()
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

    fn starts_like(&self, seat: Player, first_look: Option<&Seen>, most: usize) -> Option<Vec<Position>> {
        match first_look {
            Some(Seen::Look(look)) => starts::boards_like(self, seat, look, most),
            _ => None,
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
        const CLASSICAL: NamedEvaluation = NamedEvaluation {
            name: "classical",
            summary: "for the open game: the men, the squares they belong on, and what the mover wins by taking at once",
        };
        match self.eyes {
            Eyes::Open => &[CLASSICAL, HUNT, THREATS, MATERIAL, Blind::NAMED],
            _ => &[HUNT, THREATS, MATERIAL, CLASSICAL, Blind::NAMED],
        }
    }

    fn evaluation(&self, index: usize) -> ChessEvaluation {
        use ChessEvaluation::*;
        match self.eyes {
            Eyes::Open => [Classical, Hunt, Threats, Material, Blind][index],
            _ => [Hunt, Threats, Material, Classical, Blind][index],
        }
    }
}
