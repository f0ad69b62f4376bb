//! What the moves of a position lead to, without making all of them.
//!
//! A move that pushes nothing changes nothing but the arrangement of the mover's own marbles, so of those only the best
//! count, and what they gain need not be found by making them. Give each cell the points that a marble of the mover's has
//! there: its closeness to the middle, and one for each of the mover's marbles around it. What goes from some cells to others
//! gains the difference of their points, but for the pairs that are counted wrongly because the line has left: k marbles that
//! take a step together stand before 2k - 1 neighbours that are no longer there, and the k - 1 pairs between them were taken
//! off twice. That is always one point too many. Two or three that go forward are as good as the rear one jumping over the
//! others, which was no neighbour of where it lands: nothing is wrong then. Pushes are few, and are made.

use super::hexagon::{CLOSENESS, OFFSETS, each};
use super::lines::{Line, Reach, abreast, axes};
use super::{Abalone, AbaloneEvaluation, Marbles, PASS};
use outwit_game::{After, Evaluation, Game, Interval, MAX_SEATS, Player};

/// The points of each cell, from this place on, so that a cell's neighbours over the edge have one too.
const EDGE: usize = 10;

const CLOSENESS_ALONE: [u8; 128] = {
    let (mut points, mut bit) = ([0; 128], 0);
    while bit < 128 - EDGE {
        points[bit + EDGE] = CLOSENESS[bit];
        bit += 1;
    }
    points
};

/// The quiet moves that gain most so far: those that push nothing.
struct Best {
    gain: i32,
    /// The first such move, and before which of the pushes it stands.
    first: u16,
    place: usize,
    /// How many gain so much, and how many there were in all.
    count: u32,
    quiet: u32,
}

struct Foresight<'a> {
    game: &'a Abalone,
    evaluation: AbaloneEvaluation,
    marbles: &'a Marbles,
    points: [u8; 128],
    best: Best,
    out: &'a mut Vec<After>,
}

impl AbaloneEvaluation {
    /// See [`Evaluation::after_moves`]. The cap must not be reached by the next move.
    pub(super) fn foresee(self, game: &Abalone, marbles: &Marbles, out: &mut Vec<After>) {
        let (mover, from) = (marbles.mover.index(), out.len());
        let mut points = [0; 128];
        // Only where the arrangement counts do quiet moves differ.
        if self == AbaloneEvaluation::Arrangement {
            points = CLOSENESS_ALONE;
            for bit in each(marbles.sides[mover]) {
                for offset in OFFSETS {
                    points[(bit + EDGE).wrapping_add_signed(offset as isize) & 127] += 1;
                }
            }
        }
        let best = Best { gain: i32::MIN, first: PASS, place: from, count: 0, quiet: 0 };
        let mut foresight = Foresight { game, evaluation: self, marbles, points, best, out };
        foresight.along::<0, 1>();
        foresight.along::<1, 10>();
        foresight.along::<2, 9>();
        foresight.along::<3, -1>();
        foresight.along::<4, -10>();
        foresight.along::<5, -9>();
        foresight.finish(from);
    }

    fn after(self, game: &Abalone, next: &Marbles, first: u16, count: u32, is_best_of_many: bool) -> After {
        let values = self.values(game, next);
        let mut intervals = [Interval::default(); MAX_SEATS];
        for seat in Player::all(game.seats) {
            intervals[seat.index()] = AbaloneEvaluation::interval(next, values[seat]);
        }
        After { first: first.into(), count, values, intervals, is_over: next.over, is_best_of_many }
    }
}

impl Foresight<'_> {
    /// The moves one way, in the game's order.
    #[inline(always)]
    fn along<const WAY: usize, const OFFSET: i32>(&mut self) {
        let Reach { forward, movable, in_two, pushing } = self.game.reach::<OFFSET>(self.marbles);
        for rear in each(forward) {
            let line = Line::Forward { rear, way: WAY };
            if movable >> rear & 1 == 1 {
                self.quiet(self.step(rear, OFFSET) - self.one(), line);
            } else if pushing >> rear & 1 == 1 {
                self.push(line);
            } else {
                let length = if in_two >> rear & 1 == 1 { 2 } else { 3 };
                self.quiet(self.step(rear, length * OFFSET), line);
            }
        }
        for axis in axes(WAY) {
            let (two, three) = abreast(movable, axis);
            let along = OFFSETS[axis] as usize;
            for first in each(two) {
                let gain = self.step(first, OFFSET) + self.step(first + along, OFFSET) - self.one();
                self.quiet(gain, Line::Aside { first, axis, count: 2, way: WAY });
            }
            for first in each(three) {
                let gain =
                    self.step(first, OFFSET) + self.step(first + along, OFFSET) + self.step(first + 2 * along, OFFSET)
                        - self.one();
                self.quiet(gain, Line::Aside { first, axis, count: 3, way: WAY });
            }
        }
    }

    /// How many points a cell so many bits on has more.
    #[inline(always)]
    fn step(&self, bit: usize, offset: i32) -> i32 {
        let (from, to) = (bit + EDGE, (bit + EDGE).wrapping_add_signed(offset as isize));
        i32::from(self.points[to & 127]) - i32::from(self.points[from & 127])
    }

    /// The point that is one too many.
    #[inline(always)]
    fn one(&self) -> i32 {
        i32::from(self.evaluation == AbaloneEvaluation::Arrangement)
    }

    #[inline(always)]
    fn quiet(&mut self, gain: i32, line: Line) {
        let best = &mut self.best;
        best.quiet += 1;
        if gain > best.gain {
            *best = Best { gain, first: line.code(), place: self.out.len(), count: 1, quiet: best.quiet };
        } else {
            best.count += u32::from(gain == best.gain);
        }
    }

    fn push(&mut self, line: Line) {
        let mut next = *self.marbles;
        self.game.play(&mut next, line.code());
        self.out.push(self.evaluation.after(self.game, &next, line.code(), 1, false));
    }

    /// The best of the quiet moves takes its place among the pushes. Who has no move passes.
    fn finish(self, from: usize) {
        let Foresight { game, evaluation, marbles, best, out, .. } = self;
        let has_pushes = out.len() > from;
        if best.quiet == 0 && has_pushes {
            return;
        }
        let mut after = evaluation.after(game, marbles, best.first, best.count.max(1), best.quiet > best.count);
        if best.quiet > 0 {
            let mover = marbles.mover;
            let arrangement = game.arrangement(marbles, mover).saturating_add_signed(best.gain);
            after.values[mover] = evaluation.worth(game.pushed(marbles, mover), arrangement);
            after.intervals[mover.index()] = AbaloneEvaluation::interval(marbles, after.values[mover]);
        }
        out.insert(best.place, after);
    }
}
