#![doc = include_str!("../../rules/chinesecheckers.md")]

mod evaluation;
mod hops;
mod sight;
mod star;
mod text;

use crate::board;
use crate::catalog::GameEntry;
pub use evaluation::ChineseCheckersEvaluation;
use hops::Hops;
use outwit_game::{
    AnyGame, Facts, Game, Key, MAX_SEATS, Payoffs, Player, Problem, Rng, Turn, Word, equivalent_by_canonical,
    find_move, keys,
};
use star::{HOLES, STAR};

const SEATED: Key<Word> = Key::choice("seats", "3", &["2", "3", "4", "6"], "how many play");
const POINTS: Key<Word> =
    Key::choice("points", "pass", &["pass", "free"], "pawns only pass through others' points, or may stop there");
const CAP: Key<u16> = Key::integer("cap", "400", 1, 60_000, "plies after which the least distance left wins");

/// The game in the catalog.
pub(crate) const ENTRY: GameEntry = GameEntry {
    name: "chinesecheckers",
    summary: "pawns step and hop across a star; the first to fill the opposite point wins",
    rules: include_str!("../../rules/chinesecheckers.md"),
    parameters: keys![SEATED, POINTS, CAP],
    examples: &[
        "chinesecheckers",
        "chinesecheckers:seats=2,cap=90",
        "chinesecheckers:points=free,cap=90",
        "chinesecheckers:seats=4,cap=90",
        "chinesecheckers:seats=6,points=free,cap=90",
    ],
    build: |settings, _| {
        let points = if settings.get(POINTS) == "free" { Points::Free } else { Points::Pass };
        let seats = settings.get(SEATED).parse().unwrap_or(0);
        ChineseCheckers::new(seats, points, settings.get(CAP)).map(AnyGame::new)
    },
};

/// What a pawn may do in a point of the star that is neither its home nor its goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Points {
    /// Hop through.
    Pass,
    /// Anything.
    Free,
}

/// The rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChineseCheckers {
    seats: usize,
    points: Points,
    cap: u16,
    /// The point each seat starts from and the one it goes to.
    homes: [usize; MAX_SEATS],
    goals: [usize; MAX_SEATS],
    /// Where each seat's pawns may stop.
    stops: [u128; MAX_SEATS],
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pawns {
    /// The number of the seat on each hole, 0 where it is empty, one binary digit a plane: half the size of a set a seat.
    planes: [u128; 3],
    /// The sum of the [tallies](star::distance) of each seat's pawns. It follows from the planes and changes move by move.
    tallies: [u32; MAX_SEATS],
    plies: u16,
    mover: Player,
    over: bool,
}

/// The move of a seat that has no other.
const PASS: u16 = u16::MAX;

/// After so many plies no search looks for the mirror image.
const MIRRORED_PLIES: u16 = 8;

/// The holes of a move.
#[inline]
fn holes(mv: u16) -> (usize, usize) {
    ((mv >> 7) as usize, (mv & 127) as usize)
}

/// The move from one hole to another.
#[inline]
fn between(from: usize, to: usize) -> u16 {
    (from as u16) << 7 | to as u16
}

/// Goes through a set of holes.
#[inline]
fn each(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let hole = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (hole < HOLES).then_some(hole)
    })
}

impl Pawns {
    /// The holes that are taken.
    #[inline]
    fn taken(&self) -> u128 {
        self.planes[0] | self.planes[1] | self.planes[2]
    }

    /// The holes of a seat's pawns.
    #[inline]
    fn of(&self, seat: Player) -> u128 {
        let digit = |place: usize| {
            let is_one = seat.number() >> place & 1 == 1;
            if is_one { self.planes[place] } else { !self.planes[place] }
        };
        digit(0) & digit(1) & digit(2)
    }

    /// The number of the seat on a hole, or 0.
    fn on(&self, hole: usize) -> usize {
        (0..3).map(|place| ((self.planes[place] >> hole & 1) as usize) << place).sum()
    }

    /// Puts a seat's pawns on holes where they are not, or takes them off where they are.
    #[inline]
    fn flip(&mut self, seat: Player, holes: u128) {
        for (place, plane) in self.planes.iter_mut().enumerate() {
            let digit = (seat.number() >> place & 1) as u128;
            *plane ^= holes & digit.wrapping_neg();
        }
    }
}

impl ChineseCheckers {
    /// The game for 2, 3, 4 or 6 seats, decided after `cap` plies at the latest.
    pub fn new(seats: usize, points: Points, cap: u16) -> Result<ChineseCheckers, Problem> {
        let homes: &[usize] = match seats {
            2 => &[0, 3],
            3 => &[0, 2, 4],
            4 => &[1, 2, 4, 5],
            6 => &[0, 1, 2, 3, 4, 5],
            _ => return Err(Problem::new(format!("chinese checkers is for 2, 3, 4 or 6 seats: {seats} do not fit"))),
        };
        if cap == 0 {
            return Err(Problem::new("chinese checkers needs a cap of at least 1 ply"));
        }
        let mut game = ChineseCheckers { seats, points, cap, homes: [0; 6], goals: [0; 6], stops: [0; 6] };
        for (seat, &home) in homes.iter().enumerate() {
            let goal = (home + 3) % 6;
            let others = (0..6).filter(|&point| point != home && point != goal);
            let shut = match points {
                Points::Pass => others.fold(0, |holes, point| holes | STAR.points[point]),
                Points::Free => 0,
            };
            (game.homes[seat], game.goals[seat]) = (home, goal);
            game.stops[seat] = ((1 << HOLES) - 1) & !shut;
        }
        Ok(game)
    }

    /// Whether the game is the usual one for so many seats, for which something was learned or measured.
    fn is_usual(&self, seats: usize) -> bool {
        self.points == Points::Pass && self.cap == 400 && self.seats == seats
    }

    /// The position with these pawns.
    fn position(&self, pawns: [u128; MAX_SEATS], mover: Player, plies: u16) -> Pawns {
        let mut position = Pawns { planes: [0; 3], tallies: [0; MAX_SEATS], plies, mover, over: false };
        for seat in Player::all(self.seats) {
            let own = pawns[seat.index()];
            position.flip(seat, own);
            let tallies = &STAR.tallies[self.goals[seat.index()]];
            position.tallies[seat.index()] = each(own).map(|hole| tallies[hole]).sum();
        }
        position.over = plies >= self.cap || Player::all(self.seats).any(|seat| self.has_won(&position, seat));
        position
    }

    /// The position with left and right changed, where that changes nobody's home or goal: for two seats, one above the other.
    fn mirrored(&self, pawns: &Pawns) -> Option<Pawns> {
        (self.seats == 2).then(|| {
            let mut sides = [0; MAX_SEATS];
            for seat in Player::all(self.seats) {
                let own = each(pawns.of(seat)).fold(0, |holes, hole| holes | 1 << STAR.mirror[hole]);
                sides[seat.index()] = own;
            }
            self.position(sides, pawns.mover, pawns.plies)
        })
    }

    /// Whether a seat's goal is full with at least one pawn of its own.
    #[inline]
    fn has_won(&self, pawns: &Pawns, seat: Player) -> bool {
        let goal = STAR.points[self.goals[seat.index()]];
        pawns.taken() & goal == goal && pawns.of(seat) & goal != 0
    }

    /// A lower bound of the single steps that bring a seat's pawns home if nothing is in the way; 0 just when all are.
    ///
    /// It is the sum of the pawns' steps to the far corner of the goal, less the 20 that remain when they fill it, and the
    /// steps sideways: the goal's outermost file on either side has 1 hole, the outermost two have 3, the outermost three 6,
    /// and each pawn fewer that can come down there without going sideways costs a step. Where the last holes are to the
    /// side of the last pawns, that shows the way round, which distances to the corner alone do not. A step changes it by
    /// at most 1.
    #[inline]
    pub fn distance(&self, pawns: &Pawns, seat: Player) -> u32 {
        star::distance(pawns.tallies[seat.index()])
    }

    /// The sum of the pawns' steps to the far corner of the goal, less the 20 that remain when they fill it.
    #[inline]
    pub fn corner_distance(&self, pawns: &Pawns, seat: Player) -> u32 {
        star::corner_distance(pawns.tallies[seat.index()])
    }
}

impl Game for ChineseCheckers {
    type State = Pawns;
    type Move = u16;
    type Seen = u16;

    #[inline]
    fn players(&self) -> usize {
        self.seats
    }

    fn facts(&self) -> Facts {
        // Several may win, and positions hold their plies, so none comes back.
        Facts { lowest: 0.0, highest: 1.0, sum: None, ..Facts::win_draw_loss() }
    }

    fn start(&self, _rng: &mut Rng) -> Pawns {
        let pawns = std::array::from_fn(|seat| if seat < self.seats { STAR.points[self.homes[seat]] } else { 0 });
        self.position(pawns, Player::FIRST, 0)
    }

    #[inline]
    fn turn(&self, pawns: &Pawns) -> Turn {
        if pawns.over { Turn::Over } else { Turn::Of(pawns.mover) }
    }

    #[inline]
    fn moves(&self, pawns: &Pawns, out: &mut Vec<u16>) {
        let before = out.len();
        let (taken, stops) = (pawns.taken(), self.stops[pawns.mover.index()]);
        let mut hops = Hops::new(taken);
        for from in each(pawns.of(pawns.mover)) {
            for to in each(hops.ends(taken, from) & stops) {
                out.push(between(from, to));
            }
        }
        if out.len() == before {
            out.push(PASS);
        }
    }

    #[inline]
    fn play(&self, pawns: &mut Pawns, mv: u16) {
        let mover = pawns.mover;
        if mv != PASS {
            let (from, to) = holes(mv);
            pawns.flip(mover, 1 << from | 1 << to);
            let tallies = &STAR.tallies[self.goals[mover.index()]];
            let tally = &mut pawns.tallies[mover.index()];
            *tally = tally.wrapping_add(tallies[to]).wrapping_sub(tallies[from]);
            // A goal is won by the pawn that fills it, whose ever it is; whose goal it is, wins.
            let taken = pawns.taken();
            for seat in Player::all(self.seats) {
                let goal = STAR.points[self.goals[seat.index()]];
                if taken & goal == goal && goal >> to & 1 == 1 {
                    pawns.over = pawns.of(seat) & goal != 0;
                }
            }
        }
        pawns.plies += 1;
        pawns.over |= pawns.plies >= self.cap;
        pawns.mover = mover.next(self.seats);
    }

    #[inline]
    fn payoffs(&self, pawns: &Pawns) -> Payoffs {
        let mut payoffs = Payoffs::ZERO;
        for seat in Player::all(self.seats).filter(|&seat| self.has_won(pawns, seat)) {
            payoffs[seat] = 1.0;
        }
        if payoffs == Payoffs::ZERO {
            let distance = |seat: Player| self.distance(pawns, seat);
            let least = Player::all(self.seats).map(distance).min();
            for seat in Player::all(self.seats).filter(|&seat| Some(distance(seat)) == least) {
                payoffs[seat] = 1.0;
            }
        }
        payoffs
    }

    fn move_text(&self, _pawns: &Pawns, mv: u16) -> String {
        text::move_text(mv)
    }

    fn read_move(&self, pawns: &Pawns, text: &str) -> Result<u16, Problem> {
        if let (false, Some((from, to))) = (pawns.over, text::read_holes(text)) {
            let is_own = pawns.of(pawns.mover) >> from & 1 == 1;
            let ends = Hops::new(pawns.taken()).ends(pawns.taken(), from) & self.stops[pawns.mover.index()];
            if is_own && ends >> to & 1 == 1 {
                return Ok(between(from, to));
            }
        }
        find_move(self, pawns, text)
    }

    fn position_text(&self, pawns: &Pawns) -> String {
        text::position_text(pawns)
    }

    fn read_position(&self, text: &str) -> Result<Pawns, Problem> {
        text::read_position(self, text)
    }

    fn picture(&self, pawns: &Pawns) -> String {
        text::picture(self, pawns)
    }

    fn svg(&self, pawns: &Pawns) -> String {
        text::svg(self, pawns)
    }

    fn places(&self, _pawns: &Pawns, mv: u16) -> Vec<String> {
        text::places(mv)
    }

    #[inline]
    fn key(&self, pawns: &Pawns) -> u64 {
        let rest = u64::from(pawns.plies) << 8 | pawns.mover.index() as u64;
        pawns.planes.iter().fold(rest, |key, &plane| Rng::hash(Rng::hash(key, plane as u64), (plane >> 64) as u64))
    }

    fn canonical(&self, pawns: &mut Pawns) -> bool {
        match self.mirrored(pawns) {
            Some(mirrored) if mirrored.planes < pawns.planes => board::stands_in(pawns, mirrored),
            _ => false,
        }
    }

    fn canonical_key(&self, pawns: &Pawns) -> u64 {
        let mirrored = if pawns.plies <= MIRRORED_PLIES { self.mirrored(pawns) } else { None };
        match mirrored {
            Some(mirrored) if mirrored.planes < pawns.planes => self.key(&mirrored),
            _ => self.key(pawns),
        }
    }

    fn equivalent_moves(&self, pawns: &Pawns, moves: &[u16], out: &mut Vec<usize>) -> bool {
        // The start is its own image, and hardly anything after it.
        pawns.plies == 0 && self.seats == 2 && equivalent_by_canonical(self, pawns, moves, out)
    }

    #[inline]
    fn payoff_bounds(&self, _pawns: &Pawns, _seat: Player) -> (f64, f64) {
        (0.0, 1.0)
    }

    /// The others' plies are not counted.
    #[inline]
    fn pass_to(&self, pawns: &mut Pawns, player: Player) -> bool {
        let may = !pawns.over && player.index() < self.seats;
        if may {
            pawns.mover = player;
        }
        may
    }

    fn levels(&self) -> Option<&'static str> {
        self.is_usual(2).then_some(include_str!("../../levels/chinesecheckers2.txt"))
    }

    /// The steps that a move brings a pawn nearer to the far corner of its goal.
    #[inline]
    fn order_hint(&self, pawns: &Pawns, mv: u16) -> i32 {
        if mv == PASS {
            return 0;
        }
        let (from, to) = holes(mv);
        let tallies = &STAR.tallies[self.goals[pawns.mover.index()]];
        (tallies[from] >> 24) as i32 - (tallies[to] >> 24) as i32
    }
}

#[cfg(test)]
mod tests;
