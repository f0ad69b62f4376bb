//! What the moves of a position lead to, without making all of them.
//!
//! A move that pushes nothing changes nothing but the arrangement of the mover's own marbles, so of those only the best
//! count, and what they gain need not be found by making them. Give each cell the points that a marble of the mover's has
//! there: its closeness to the middle, and one for each of the mover's marbles around it. What goes from some cells to others
//! gains the difference of their points, but for the pairs that are counted wrongly because the line has left: k marbles that
//! take a step together stand before 2k - 1 neighbours that are no longer there, and the k - 1 pairs between them were taken
//! off twice. That is always one point too many. Two or three that go forward are as good as the rear one jumping over the
//! others, which was no neighbour of where it lands: nothing is wrong then.
//!
//! A push is the same for the mover, whose line lands where another's marble was, and a step or a jump for each side whose
//! marbles it pushes; a marble over the edge only leaves. Each push has an entry of its own.

use super::hexagon::{CLOSENESS, OFFSETS, each, next};
use super::lines::{Line, Reach, abreast, axes};
use super::{Abalone, AbaloneEvaluation, Marbles, PASS, SEATS, WINNING};
use outwit_game::{After, Evaluation, Game, Interval, MAX_SEATS, Player};

/// Where the points of the first cell stand: the neighbours of cells at the edge have a place too.
const EDGE: usize = 10;

const CLOSENESS_ALONE: [u8; 128] = {
    let (mut points, mut bit) = ([0; 128], 0);
    while bit < 128 - EDGE {
        points[bit + EDGE] = CLOSENESS[bit];
        bit += 1;
    }
    points
};

/// The cells around each.
const AROUND: [u128; 128] = {
    let (mut around, mut bit) = ([0; 128], 0);
    while bit < 90 {
        let mut way = 0;
        while way < OFFSETS.len() {
            let neighbour = bit as i32 + OFFSETS[way];
            if neighbour >= 0 {
                around[bit] |= 1 << neighbour;
            }
            way += 1;
        }
        bit += 1;
    }
    around
};

/// Quiet moves, which push nothing, as numbers: first what they gain, then how early in the game's order they are.
struct Quiet {
    best: i32,
    /// How many gain so much, from [`Quiet::LEAST`] on.
    counts: [u16; 128],
    total: u32,
}

impl Quiet {
    /// Less than any move gains.
    const LEAST: i32 = -64;
    const ORDER_BITS: u32 = 13;
    const ORDERS: i32 = (1 << Quiet::ORDER_BITS) - 1;

    /// Where a move is in the game's order: by its way, then forward before aside, then by its kind and its cell.
    #[inline(always)]
    fn order(line: Line) -> i32 {
        let code = i32::from(line.code());
        (code >> 7 & 7) << 10 | code >> 10 << 7 | code & 127
    }

    #[inline(always)]
    fn add(&mut self, gain: i32, line: Line) {
        self.best = self.best.max((gain << Quiet::ORDER_BITS) + Quiet::ORDERS - Quiet::order(line));
        self.counts[(gain - Quiet::LEAST) as usize & 127] += 1;
        self.total += 1;
    }

    fn gain(&self) -> i32 {
        self.best >> Quiet::ORDER_BITS
    }

    fn count(&self) -> u32 {
        u32::from(self.counts[(self.gain() - Quiet::LEAST) as usize & 127])
    }

    fn first_order(&self) -> i32 {
        Quiet::ORDERS - (self.best & Quiet::ORDERS)
    }

    fn first(&self) -> u16 {
        let order = self.first_order();
        ((order >> 7 & 7) << 10 | order >> 10 << 7 | order & 127) as u16
    }
}

struct Foresight<'a> {
    game: &'a Abalone,
    evaluation: AbaloneEvaluation,
    marbles: &'a Marbles,
    /// What a marble of the mover's has on each cell.
    points: [u8; 128],
    /// A point, or none where the arrangement does not count.
    one: i32,
    /// If nothing changes.
    now: After,
    out: &'a mut Vec<After>,
}

impl AbaloneEvaluation {
    /// See [`Evaluation::after_moves`]. The cap must not be reached by the next move.
    pub(super) fn foresee(self, game: &Abalone, marbles: &Marbles, out: &mut Vec<After>) {
        let from = out.len();
        let (mut points, mut one) = ([0; 128], 0);
        // Only where the arrangement counts do quiet moves differ.
        if self == AbaloneEvaluation::Arrangement {
            (points, one) = (CLOSENESS_ALONE, 1);
            for bit in each(marbles.sides[marbles.mover.index()]) {
                for offset in OFFSETS {
                    points[(bit + EDGE).wrapping_add_signed(offset as isize) & 127] += 1;
                }
            }
        }
        let values = self.values(game, marbles);
        let mut intervals = [Interval::default(); MAX_SEATS];
        for seat in Player::all(game.seats) {
            intervals[seat.index()] = AbaloneEvaluation::interval(marbles, values[seat]);
        }
        let now = After { first: PASS.into(), count: 1, values, intervals, is_over: false, is_best_of_many: false };
        let mut quiet = Quiet { best: i32::MIN, counts: [0; 128], total: 0 };
        let mut foresight = Foresight { game, evaluation: self, marbles, points, one, now, out };
        foresight.along::<0, 1>(&mut quiet);
        foresight.along::<1, 10>(&mut quiet);
        foresight.along::<2, 9>(&mut quiet);
        foresight.along::<3, -1>(&mut quiet);
        foresight.along::<4, -10>(&mut quiet);
        foresight.along::<5, -9>(&mut quiet);
        foresight.finish(from, &quiet);
    }
}

impl Foresight<'_> {
    /// The moves one way.
    #[inline(always)]
    fn along<const WAY: usize, const OFFSET: i32>(&mut self, quiet: &mut Quiet) {
        let Reach { movable, in_two, in_three, pushing, .. } = self.game.reach::<OFFSET>(self.marbles);
        let forward = |rear: usize| Line::Forward { rear, way: WAY };
        for rear in each(movable) {
            quiet.add(self.step(rear, OFFSET) - self.one, forward(rear));
        }
        for rear in each(in_two) {
            quiet.add(self.step(rear, 2 * OFFSET), forward(rear));
        }
        for rear in each(in_three) {
            quiet.add(self.step(rear, 3 * OFFSET), forward(rear));
        }
        for rear in each(pushing) {
            self.push(rear, OFFSET, forward(rear).code());
        }
        for axis in axes(WAY) {
            let (two, three) = abreast(movable, axis);
            let along = OFFSETS[axis] as usize;
            let aside = |first: usize, count: usize| Line::Aside { first, axis, count, way: WAY };
            for first in each(two) {
                let gain = self.step(first, OFFSET) + self.step(first + along, OFFSET);
                quiet.add(gain - self.one, aside(first, 2));
            }
            for first in each(three) {
                let outer = self.step(first, OFFSET) + self.step(first + 2 * along, OFFSET);
                quiet.add(outer + self.step(first + along, OFFSET) - self.one, aside(first, 3));
            }
        }
    }

    /// How many points more a cell so many bits on has.
    #[inline(always)]
    fn step(&self, bit: usize, offset: i32) -> i32 {
        let (from, to) = (bit + EDGE, (bit + EDGE).wrapping_add_signed(offset as isize));
        i32::from(self.points[to & 127]) - i32::from(self.points[from & 127])
    }

    /// What a marble of a side has on a cell.
    #[inline]
    fn points_of(&self, side: usize, bit: usize) -> i32 {
        let around = (self.marbles.sides[side] & AROUND[bit]).count_ones() as i32;
        self.one * (i32::from(CLOSENESS[bit]) + around)
    }

    /// A line that pushes one or two marbles.
    fn push(&mut self, rear: usize, offset: i32, code: u16) {
        let marbles = self.marbles;
        let (mover, taken) = (marbles.mover.index(), marbles.taken());
        let beyond = |bit: usize| bit.wrapping_add_signed(offset as isize);
        // Step 1. Where the line lands, whose marbles stand there, and where the last of them goes.
        let own = marbles.sides[mover];
        let mut front = beyond(rear);
        while own >> front & 1 == 1 {
            front = beyond(front);
        }
        let second = next(front, offset).filter(|&bit| taken >> bit & 1 == 1);
        let room = next(second.unwrap_or(front), offset);
        let mut gains = [0; SEATS];
        gains[mover] = self.step(rear, front as i32 - rear as i32);
        // Step 2. What that does to the sides that are pushed. Two of one side are one that jumps over the other.
        let pushed = marbles.on(front).unwrap_or(mover);
        let mut goes = |side: usize, from: usize, to: Option<usize>, is_step: bool| {
            let arrives = to.map_or(0, |to| self.points_of(side, to) - i32::from(is_step) * self.one);
            gains[side] += arrives - self.points_of(side, from);
        };
        match second.map(|bit| (bit, marbles.on(bit).unwrap_or(mover))) {
            Some((_, other)) if other == pushed => goes(pushed, front, room, false),
            Some((bit, other)) => {
                goes(pushed, front, Some(bit), true);
                goes(other, bit, room, true);
            }
            None => goes(pushed, front, room, true),
        }
        // Step 3. The entry.
        let has_pushed = marbles.pushed[mover] + u8::from(room.is_none());
        if has_pushed >= WINNING {
            let mut next = *marbles;
            self.game.play(&mut next, code);
            let values = self.game.payoffs(&next);
            let mut intervals = [Interval::default(); MAX_SEATS];
            Player::all(self.game.seats).for_each(|seat| intervals[seat.index()] = Interval::point(values[seat]));
            self.out.push(After { first: code.into(), values, intervals, is_over: true, ..self.now });
            return;
        }
        let mut after = After { first: code.into(), ..self.now };
        for (side, gain) in gains.into_iter().enumerate() {
            if gain != 0 || side == mover {
                let more = u32::from(side == mover && room.is_none());
                self.change(&mut after, Player::new(side), more, gain);
            }
        }
        self.out.push(after);
    }

    /// What changes if a seat has pushed so many more off and its arrangement has gained so much.
    #[inline]
    fn change(&self, after: &mut After, seat: Player, pushed: u32, gain: i32) {
        let pushed = self.game.pushed(self.marbles, seat) + pushed;
        let arrangement = self.game.arrangement(self.marbles, seat).saturating_add_signed(gain);
        after.values[seat] = self.evaluation.worth(pushed, arrangement);
        after.intervals[seat.index()] = AbaloneEvaluation::interval(self.marbles, after.values[seat]);
    }

    /// The best of the quiet moves takes its place among the pushes. Who has no move passes.
    fn finish(self, from: usize, quiet: &Quiet) {
        if quiet.total == 0 {
            if self.out.len() == from {
                self.out.push(self.now);
            }
            return;
        }
        let count = quiet.count();
        let is_best_of_many = quiet.total > count;
        let mut after = After { first: quiet.first().into(), count, is_best_of_many, ..self.now };
        self.change(&mut after, self.marbles.mover, 0, quiet.gain());
        let order = quiet.first_order();
        let is_earlier = |push: &After| Quiet::order(Line::from_code(push.first as u16)) < order;
        let place = from + self.out[from..].iter().take_while(|push| is_earlier(push)).count();
        self.out.insert(place, after);
    }
}
