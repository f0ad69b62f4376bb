//! What the tries of kriegspiel lead to, known without making most of them.
//!
//! A search that looks three plies ahead spends nearly all its time on the last. There the men of one position are looked at
//! once: what each attacks, and what the others would attack if it were lifted from its square. A try then changes what stands
//! in line with its goal, and no more. What is seldom (castling, promotion, capture en passant, a check, a double step where
//! the other might have no move) is made and looked at as any move.

use super::attacks::{bishop, king, knight, lines, pawns_east, pawns_forward, pawns_west, rook, squares};
use super::board::{BISHOP, Board, KING, KNIGHT, NOWHERE, PAWN, QUEEN, ROOK, unpack};
use super::evaluation::{Attacks, men, worth_on};
use super::{Chess, ChessEvaluation, Eyes, Position, tries};
use outwit_game::{After, Evaluation, Game, Interval, MAX_SEATS, Payoffs};

/// Men that attack along lines: how many a side can have at most.
const MOST: usize = 16;

/// The men of a side that attack along lines, and what each of them attacks.
struct Sliders {
    count: usize,
    squares: [u8; MOST],
    kinds: [u8; MOST],
    attacks: [u64; MOST],
}

fn along_lines(square: usize, kind: usize, men: u64) -> u64 {
    match kind {
        BISHOP => bishop(square, men),
        ROOK => rook(square, men),
        _ => rook(square, men) | bishop(square, men),
    }
}

impl Sliders {
    fn of(board: &Board, side: usize) -> Sliders {
        let mut sliders = Sliders { count: 0, squares: [0; MOST], kinds: [0; MOST], attacks: [0; MOST] };
        for kind in [BISHOP, ROOK, QUEEN] {
            for square in squares(board.of(side, kind)) {
                let place = sliders.count % MOST;
                sliders.squares[place] = square as u8;
                sliders.kinds[place] = kind as u8;
                sliders.attacks[place] = along_lines(square, kind, board.men());
                sliders.count = place + 1;
            }
        }
        sliders
    }

    /// What each attacks when one square is empty, and all of them together; the one on it, if it is among them, attacks nothing.
    fn without(&self, from: usize, men: u64, attacks: &mut [u64; MOST]) -> u64 {
        let mut all = 0;
        for (place, left) in attacks[..self.count].iter_mut().enumerate() {
            let known = self.attacks[place];
            *left = if usize::from(self.squares[place]) == from {
                0
            } else if known >> from & 1 == 1 {
                along_lines(self.squares[place].into(), self.kinds[place].into(), men)
            } else {
                known
            };
            all |= *left;
        }
        all
    }

    /// What all of them attack when `men` stand in the way, which differ from those they attacked by `changed`.
    #[inline]
    fn when(&self, attacks: &[u64; MOST], men: u64, changed: u64) -> u64 {
        let mut all = 0;
        for (place, &known) in attacks[..self.count].iter().enumerate() {
            all |= match known & changed {
                0 => known,
                _ => along_lines(self.squares[place].into(), self.kinds[place].into(), men),
            };
        }
        all
    }
}

/// A man of the mover's that is lifted from its square.
struct Lifted {
    from: usize,
    kind: usize,
    /// Where it can go, checks apart, castling too.
    targets: u64,
    /// What men that do not attack along lines attack besides it; and its side's other pawns.
    near: u64,
    by_pawns: u64,
    /// What those of both sides that attack along lines attack without it, one by one and together.
    own: [u64; MOST],
    own_lines: u64,
    others: [u64; MOST],
    other_lines: u64,
}

struct Foresight<'a> {
    game: &'a Chess,
    evaluation: ChessEvaluation,
    position: &'a Position,
    own: Sliders,
    others: Sliders,
    /// What the other side attacks with pawns, and with all that do not attack along lines.
    other_pawns: u64,
    other_near: u64,
    /// What the mover's men are worth more than the other's, where they stand.
    material: i32,
    lifted: Lifted,
    now: After,
    out: &'a mut Vec<After>,
}

impl ChessEvaluation {
    /// See [`Evaluation::after_moves`]; whether it says anything. Limits must not be reached by the next move, nor is it known
    /// what was there before.
    pub(super) fn foresee(self, game: &Chess, position: &Position, out: &mut Vec<After>) -> bool {
        let board = &position.board;
        let plies = 2 * u32::from(board.number - 1) + u32::from(board.mover) + 1;
        let is_limited = game.repetition > 0
            || game.fifty > 0 && board.clock.saturating_add(1) >= game.fifty
            || game.cap > 0 && plies >= game.cap;
        let is_refereed = matches!(game.eyes, Eyes::Referee(referee) if !referee.may_be_asked());
        let is_dear = matches!(self, ChessEvaluation::Threats | ChessEvaluation::Hunt);
        if !is_refereed || is_limited || !is_dear || position.end.is_some() {
            return false;
        }
        let (own, other) = (usize::from(board.mover) & 1, usize::from(board.mover & 1 ^ 1));
        let near = |side: usize| {
            let pawns = board.of(side, PAWN);
            let by_pawns = pawns_west(pawns, side) | pawns_east(pawns, side);
            let by_knights = squares(board.of(side, KNIGHT)).fold(0, |all, from| all | knight(from));
            (by_pawns, by_pawns | by_knights | king(board.king_of(side)))
        };
        let (other_pawns, other_near) = near(other);
        let mut foresight = Foresight {
            game,
            evaluation: self,
            position,
            own: Sliders::of(board, own),
            others: Sliders::of(board, other),
            other_pawns,
            other_near,
            material: men(board, own) - men(board, other),
            lifted: Lifted {
                from: 64,
                kind: PAWN,
                targets: 0,
                near: 0,
                by_pawns: 0,
                own: [0; MOST],
                own_lines: 0,
                others: [0; MOST],
                other_lines: 0,
            },
            now: entry(0, self.values(game, position), false),
            out,
        };
        tries::each(board, game.offer(position), &position.refused, |mv| foresight.look(mv));
        true
    }
}

fn entry(mv: u16, values: Payoffs, is_over: bool) -> After {
    let mut intervals = [Interval::default(); MAX_SEATS];
    intervals[0] = Interval::point(values.seats(2)[0]);
    intervals[1] = Interval::point(values.seats(2)[1]);
    After { first: mv.into(), count: 1, values, intervals, is_over, is_best_of_many: false }
}

impl Foresight<'_> {
    fn look(&mut self, mv: u16) {
        let (from, to, becomes) = unpack(mv);
        if from != self.lifted.from {
            self.lift(from);
        }
        let board = &self.position.board;
        let is_castling = self.lifted.kind == KING && from.abs_diff(to) == 2;
        if !is_castling {
            let is_legal = self.lifted.targets >> to & 1 == 1 && board.keeps_king_safe_from(mv, self.position.checkers);
            if !is_legal {
                self.tell(mv, None);
                return;
            }
        }
        let by_passing = self.lifted.kind == PAWN && to == usize::from(board.en_passant);
        let known = if is_castling || by_passing || becomes != 0 { None } else { self.known(from, to) };
        match known {
            Some(advantage) => self.tell(mv, Some(self.evaluation.payoffs(advantage))),
            None => self.out.push(self.made(mv)),
        }
    }

    /// What a move leads to: what the position is worth now, unless something else is said. Copied first and changed then, for an
    /// entry is large.
    #[inline]
    fn tell(&mut self, mv: u16, values: Option<Payoffs>) {
        self.out.push(self.now);
        if let Some(after) = self.out.last_mut() {
            after.first = mv.into();
            if let Some(values) = values {
                after.values = values;
                after.intervals[0] = Interval::point(values.seats(2)[0]);
                after.intervals[1] = Interval::point(values.seats(2)[1]);
            }
        }
    }

    /// What is seldom: the move is made.
    #[cold]
    fn made(&self, mv: u16) -> After {
        let mut next = self.position.clone();
        self.game.play(&mut next, mv);
        match next.end {
            Some(_) => entry(mv, self.game.payoffs(&next), true),
            None => entry(mv, self.evaluation.values(self.game, &next), false),
        }
    }

    /// Lifts a man from its square.
    fn lift(&mut self, from: usize) {
        let board = &self.position.board;
        let own = usize::from(board.mover) & 1;
        let kind = board.kind_on(from).unwrap_or(KING);
        let keep = !(1u64 << from);
        let men = board.men() & keep;
        let pawns = board.of(own, PAWN) & keep;
        let by_pawns = pawns_west(pawns, own) | pawns_east(pawns, own);
        let mut near = squares(board.of(own, KNIGHT) & keep).fold(by_pawns, |all, from| all | knight(from));
        if kind != KING {
            near |= king(board.king_of(own));
        }
        let lifted = &mut self.lifted;
        (lifted.from, lifted.kind, lifted.targets) = (from, kind, board.targets(from, kind));
        (lifted.near, lifted.by_pawns) = (near, by_pawns);
        lifted.own_lines = self.own.without(from, men, &mut lifted.own);
        lifted.other_lines = self.others.without(from, men, &mut lifted.others);
    }

    /// White's advantage after a legal move of the lifted man; nothing where the other is in check then or may have no move.
    fn known(&self, from: usize, to: usize) -> Option<i32> {
        let &Lifted { kind, near, by_pawns, own_lines, other_lines, .. } = &self.lifted;
        let own = usize::from(self.position.board.mover) & 1;
        let other = 1 - own;
        let (at, goal) = (1u64 << from, 1u64 << to);
        // Step 1. The board after the move.
        let mut board = self.position.board;
        let mut material = self.material + worth_on(kind, to, own) - worth_on(kind, from, own);
        let takes = board.sides[other] & goal != 0;
        if takes {
            let lost = board.kind_on(to).unwrap_or(PAWN);
            board.kinds[lost] ^= goal;
            board.sides[other] ^= goal;
            material += worth_on(lost, to, other);
        }
        board.kinds[kind] ^= at | goal;
        board.sides[own] ^= at | goal;
        board.mover = other as u8;
        board.en_passant = NOWHERE;
        let men = board.men();
        // Step 2. What the mover's side attacks. What stood on the goal was in the way as well.
        let opened = if takes { 0 } else { goal };
        let mut attacks = Attacks { by_pawns, by_any: near };
        attacks.by_any |= match own_lines & opened {
            0 => own_lines,
            _ => self.own.when(&self.lifted.own, men, opened),
        };
        match kind {
            PAWN => {
                let by_it = pawns_west(goal, own) | pawns_east(goal, own);
                attacks.by_pawns |= by_it;
                attacks.by_any |= by_it;
            }
            KNIGHT => attacks.by_any |= knight(to),
            KING => attacks.by_any |= king(to),
            kind => attacks.by_any |= along_lines(to, kind, men),
        }
        // Step 3. Whether it goes on.
        let other_king = board.king_of(other);
        if attacks.by_any >> (other_king & 63) & 1 == 1 || board.is_dead() {
            return None;
        }
        let free = board.of(other, PAWN) & !lines(other_king);
        let is_double = kind == PAWN && from.abs_diff(to) == 16;
        if pawns_forward(free, other) & !men == 0 && (is_double || !board.has_legal_move(false)) {
            return None;
        }
        // Step 4. What the other side attacks.
        let answers = match takes {
            true => Attacks::of(&board, other),
            false => {
                let by_lines = match other_lines & opened {
                    0 => other_lines,
                    _ => self.others.when(&self.lifted.others, men, opened),
                };
                Attacks { by_pawns: self.other_pawns, by_any: self.other_near | by_lines }
            }
        };
        Some(match own {
            0 => self.evaluation.with_attacks(&board, material, &attacks, &answers),
            _ => self.evaluation.with_attacks(&board, -material, &answers, &attacks),
        })
    }
}
