//! What a learned evaluation sees of a position, through the eyes of one side.
//!
//! The checkers of each point, and what players of backgammon count: the race, contact, shots at single checkers, blocks in
//! front of the last checkers, points made at home, men back. Races are a stage of their own: nothing but the race counts there.
//! The finer of two sights sees the same, then which single checkers are shot at, how freely a side moves, how well it would
//! hold what it hits and how long it can wait, and has a stage for each kind of plan.

use super::{BAR, Board, CHECKERS};
use outwit_game::{Player, Sight};
use std::sync::LazyLock;

/// Inputs for a side's checkers: four for each point and the bar, three for those borne off.
const CHECKER_INPUTS: u32 = 4 * 25 + 3;
/// Inputs for what is counted on a side.
const COUNTED: u32 = 40;
const INPUTS: u32 = 2 * (CHECKER_INPUTS + COUNTED);

/// Further inputs of the finer sight for what is counted on a side.
const COUNTED_TOO: u32 = 15;
/// And for the shots at its single checkers, one a point.
const SHOT_AT: u32 = 24;
const PLAN_INPUTS: u32 = INPUTS + 2 * (COUNTED_TOO + SHOT_AT);

/// The sights as the game lists them. What is learned by the second may go on by the first, whose first inputs are the same.
pub(super) const SIGHTS: [Sight; 2] = [
    Sight {
        name: "plans",
        summary: "checkers, and each single one's risk, freedom to move, how well a checker hit is held, time; by plans",
        inputs: PLAN_INPUTS,
        stages: 7,
    },
    Sight {
        name: "checkers",
        summary: "checkers of each point, race, contact, shots, blocks, points made, men back; races apart",
        inputs: INPUTS,
        stages: 2,
    },
];
/// The place of the finer sight in the list.
const PLANS: usize = 0;

const CONTACT: u32 = 0;
const RACE: u32 = 1;
/// Where it matters who bears off, or has men back, it is the side that sees.
const OWN_BACK: u32 = 2;
const OTHER_BACK: u32 = 3;
const NONE_BACK: u32 = 4;
const OWN_BEARS_OFF: u32 = 5;
const OTHER_BEARS_OFF: u32 = 6;

/// One side as it counts its points itself, with sets of points: bit p is point p, 25 the bar.
struct Side {
    counts: [u8; BAR + 1],
    occupied: u32,
    /// Points with two or more.
    made: u32,
    blots: u32,
    off: u8,
    pips: u32,
    /// The point of the last checker, 0 if there is none.
    last: usize,
}

impl Side {
    fn new(board: &Board, player: Player) -> Side {
        let mut side = Side {
            counts: [0; BAR + 1],
            occupied: 0,
            made: 0,
            blots: 0,
            off: board.off[player.index()],
            pips: 0,
            last: 0,
        };
        for point in 1..=BAR {
            let count = board.count(player, point);
            side.counts[point] = count;
            if count > 0 {
                side.occupied |= 1 << point;
                side.pips += u32::from(count) * point as u32;
                side.last = point;
                if point < BAR {
                    *(if count > 1 { &mut side.made } else { &mut side.blots }) |= 1 << point;
                }
            }
        }
        side
    }

    fn checkers(&self, base: u32, out: &mut Vec<(u32, f32)>) {
        let mut occupied = self.occupied;
        while occupied != 0 {
            let point = occupied.trailing_zeros();
            occupied &= occupied - 1;
            let (at, count) = (base + 4 * (point - 1), self.counts[point as usize]);
            out.push((at + u32::from(count.min(3)) - 1, 1.0));
            if count > 3 {
                out.push((at + 3, f32::from(count - 3) / 2.0));
            }
        }
        let off = base + 4 * 25;
        for (place, from) in [0, 5, 10].into_iter().enumerate() {
            if self.off > from {
                out.push((off + place as u32, f32::from((self.off - from).min(5)) / 5.0));
            }
        }
    }
}

/// Sets of points as the other side counts them.
fn turned(set: u32) -> u32 {
    // Bit p becomes bit 25 - p.
    (set & ((1 << BAR) - 2)).reverse_bits() >> 6
}

/// What a roll can do to single checkers: rolls of 36 that hit one, that hit two, and pips lost by the farthest one, over all 36.
#[derive(Clone, Copy, Default)]
struct Shots {
    hits: u32,
    double_hits: u32,
    pips: u32,
    /// Rolls that hit the checker on a point, as the attacker counts it.
    each: [u8; BAR],
}

/// Shots of an attacker at blots, which are given as the attacker counts points, as are the points that are closed to it.
fn shots(attacker: &Side, blots: u32, closed: u32) -> Shots {
    let mut shots = Shots::default();
    if blots & ((1u32 << attacker.last) - 1) == 0 {
        return shots;
    }
    let bar = attacker.counts[BAR];
    let men = attacker.occupied & !(1 << BAR);
    let mut count = |hit: u32, weight: u32| {
        if hit != 0 {
            shots.hits += weight;
            shots.pips += weight * hit.ilog2();
            let mut left = hit;
            while left != 0 {
                shots.each[left.trailing_zeros() as usize] += weight as u8;
                left &= left - 1;
            }
            if hit & (hit - 1) != 0 {
                shots.double_hits += weight;
            }
        }
    };
    let open = !closed;
    for larger in 1..=6u32 {
        // Doubles: four steps, of which each checker on the bar takes one.
        let entry = 1u32 << (BAR as u32 - larger);
        let mut hit = 0;
        let mut reached = men;
        if bar > 0 {
            reached = if entry & open != 0 { men | entry } else { 0 };
            hit = reached & entry & blots;
        }
        for _ in 0..4u32.saturating_sub(bar.into()) {
            reached = (reached >> larger) & open;
            hit |= reached & blots;
        }
        count(hit, 1);
        for smaller in 1..larger {
            let other_entry = 1u32 << (BAR as u32 - smaller);
            let hit = match bar {
                0 => {
                    let (by_larger, by_smaller) = (men >> larger, men >> smaller);
                    let both = ((by_larger & open) >> smaller) | ((by_smaller & open) >> larger);
                    (by_larger | by_smaller | both) & blots
                }
                1 => {
                    let mut hit = 0;
                    for (first, second) in [(entry, smaller), (other_entry, larger)] {
                        if first & open != 0 {
                            hit |= (first | ((men | first) >> second)) & blots;
                        }
                    }
                    hit
                }
                _ => (entry | other_entry) & open & blots,
            };
            count(hit, 2);
        }
    }
    shots
}

/// By the twelve points in front of a checker, nearest at the highest bit, closed or not: rolls of 36 that move it by both dice.
static ESCAPES: LazyLock<[u8; 4096]> = LazyLock::new(|| {
    std::array::from_fn(|closed| {
        let is_open = |distance: usize| closed >> (12 - distance) & 1 == 0;
        let mut rolls = 0;
        for first in 1..=6 {
            for second in 1..=6 {
                let is_free = (is_open(first) || is_open(second)) && is_open(first + second);
                rolls += u8::from(is_free);
            }
        }
        rolls
    })
});

/// How many of 36 rolls do not let a checker go on by both dice past points that are closed to it.
fn blocked(point: usize, closed: u32) -> u32 {
    let ahead = if point >= 12 { closed >> (point - 12) } else { closed << (12 - point) };
    36 - u32::from(ESCAPES[(ahead & 4095) as usize])
}

/// The longest row of neighbouring points of a set.
fn longest(set: u32) -> u32 {
    let (mut length, mut left) = (0, set);
    while left != 0 {
        left &= left >> 1;
        length += 1;
    }
    length
}

const HOME: u32 = 0b111_1110;
const FAR_HOME: u32 = HOME << 18;

/// Pushes the inputs of a side's count. `other_shots` are the other side's shots at this one's blots.
fn counted(side: &Side, other: &Side, other_shots: &Shots, base: u32, out: &mut Vec<(u32, f32)>) {
    let mut push = |place: u32, value: f32| {
        if value != 0.0 {
            out.push((base + place, value));
        }
    };
    let others_made = turned(other.made);
    push(1, other_shots.hits as f32 / 36.0);
    push(2, other_shots.double_hits as f32 / 18.0);
    push(3, other_shots.pips as f32 / (36.0 * 12.0));
    push(4, side.last as f32 / 24.0);
    // The way past the other's last checker.
    let beyond = BAR - other.last;
    let (mut past, mut outside, mut men_back, mut stacks, mut builders) = (0, 0, 0, 0, 0);
    let mut occupied = side.occupied;
    while occupied != 0 {
        let point = occupied.trailing_zeros() as usize;
        occupied &= occupied - 1;
        let count = usize::from(side.counts[point]);
        past += count * point.saturating_sub(beyond);
        outside += count * point.saturating_sub(6);
        men_back += if point >= 19 { count } else { 0 };
        let spare = count.saturating_sub(3);
        stacks += spare * spare;
        // Checkers to spare within reach of the points at home.
        builders += if (4..=12).contains(&point) { count.saturating_sub(2).min(2) } else { 0 };
    }
    push(5, past as f32 / 100.0);
    let before_last = side.occupied & !(1 << side.last);
    for (place, point) in [(6, side.last), (8, before_last.checked_ilog2().unwrap_or(0) as usize)] {
        if point > 0 {
            let part = blocked(point, others_made) as f32 / 36.0;
            push(place, part);
            push(place + 1, part * part);
        }
    }
    let home = (side.made & HOME).count_ones();
    push(10 + home, 1.0);
    // Places 10 to 16.
    let is_waiting = other.counts[BAR];
    if is_waiting > 0 {
        push(17, (home * home) as f32 / 36.0);
        push(18, (home * home) as f32 / 36.0 * f32::from(is_waiting - 1));
    }
    let row = longest(side.made & !1).min(6);
    if row >= 3 {
        push(16 + row, 1.0);
    }
    // Places 19 to 22.
    let anchors = side.made & FAR_HOME;
    push(23, anchors.count_ones() as f32 / 2.0);
    if anchors != 0 {
        push(24, (anchors.trailing_zeros() as f32 - 18.0) / 6.0);
    }
    push(25, men_back as f32 / 4.0);
    push(26, outside as f32 / 60.0);
    push(27, (side.blots & HOME).count_ones() as f32 / 3.0);
    push(28, (side.blots & !HOME).count_ones() as f32 / 4.0);
    push(29, stacks as f32 / 25.0);
    push(30, builders as f32 / 6.0);
    push(31, (side.made & (HOME << 4)).count_ones() as f32 / 6.0);
}

/// Pushes what the finer sight counts on a side beyond that.
fn counted_too(side: &Side, other: &Side, other_shots: &Shots, base: u32, out: &mut Vec<(u32, f32)>) {
    let others_made = turned(other.made);
    let beyond = BAR - other.last;
    let mean = side.pips as usize / usize::from((CHECKERS - side.off).max(1));
    let (mut free, mut stuck, mut time, mut spread) = (0, 0, 0, 0);
    let mut occupied = side.occupied;
    while occupied != 0 {
        let point = occupied.trailing_zeros() as usize;
        occupied &= occupied - 1;
        let count = usize::from(side.counts[point]);
        spread += count * point.saturating_sub(mean).pow(2);
        if point > 6 {
            let rolls = blocked(point, others_made) as usize;
            free += count * (point - 6) * (36 - rolls);
            stuck += if point > beyond { count * rolls } else { 0 };
            // Points that can be rolled before men back or points at home have to move.
            time += if point < 19 { count * (point - 6) } else { 0 };
        } else {
            time += count.saturating_sub(2) * (point - 1);
        }
    }
    // How a checker of the other side is held where it would enter, and on its way home.
    let own_made = turned(side.made);
    let (mut most, mut all) = (0, 0);
    for point in 16..=BAR {
        let rolls = blocked(point, own_made);
        most = most.max(rolls);
        all += rolls;
    }
    let in_front = (own_made & ((1u32 << other.last) - 1)).count_ones();
    let anchors = (side.made & FAR_HOME).count_ones();
    let men = |points: std::ops::RangeInclusive<usize>| f32::from(side.counts[points].iter().sum::<u8>());
    let has_two_anchors = f32::from(u8::from(anchors > 1));
    let values: [f32; COUNTED_TOO as usize] = [
        free as f32 / 3600.0,
        stuck as f32 / 100.0,
        time as f32 / 60.0,
        spread as f32 / 1000.0,
        most as f32 / 36.0,
        (most * most) as f32 / 1296.0,
        all as f32 / 250.0,
        in_front as f32 / 6.0,
        has_two_anchors,
        has_two_anchors * men(19..=24) / 4.0,
        (men(1..=3) + f32::from(side.off)) / 10.0,
        men(4..=6) / 10.0,
        (HOME & !side.occupied).count_ones() as f32 / 6.0,
        side.occupied.count_ones() as f32 / 10.0,
        f32::from(side.counts[BAR]) * most as f32 / 36.0,
    ];
    for (place, value) in values.into_iter().enumerate() {
        if value != 0.0 {
            out.push((base + place as u32, value));
        }
    }
    let mut blots = side.blots;
    while blots != 0 {
        let point = blots.trailing_zeros();
        blots &= blots - 1;
        let rolls = other_shots.each[BAR - point as usize];
        if rolls > 0 {
            out.push((base + COUNTED_TOO + point - 1, f32::from(rolls) / 36.0));
        }
    }
}

/// What kind of plan there is where the sides still meet.
fn plan(own: &Side, other: &Side) -> u32 {
    let bears_off = |side: &Side| side.off > 0 || side.last <= 6;
    match (own.last > 18, other.last > 18) {
        _ if bears_off(own) => OWN_BEARS_OFF,
        _ if bears_off(other) => OTHER_BEARS_OFF,
        (true, true) => CONTACT,
        (true, false) => OWN_BACK,
        (false, true) => OTHER_BACK,
        (false, false) => NONE_BACK,
    }
}

/// Pushes what a side sees and gives the stage.
pub(super) fn see(sight: usize, board: &Board, player: Player, out: &mut Vec<(u32, f32)>) -> u32 {
    let (own, other) = (Side::new(board, player), Side::new(board, player.other()));
    own.checkers(0, out);
    other.checkers(CHECKER_INPUTS, out);
    let base = 2 * CHECKER_INPUTS;
    let lead = other.pips as f32 - own.pips as f32;
    let is_race = own.last + other.last <= BAR;
    for (at, side) in [(base, &own), (base + COUNTED, &other)] {
        out.push((at, side.pips as f32 / 167.0));
        // Who is not home yet may lose a gammon.
        if side.off == 0 && is_race {
            let outside: u32 = (7..=BAR).map(|point| (point as u32 - 6) * u32::from(side.counts[point])).sum();
            out.push((at + 32, (outside + 1) as f32 / 30.0));
        }
        if is_race {
            let men = f32::from(CHECKERS - side.off);
            let gaps = (HOME & !side.occupied).count_ones() as f32;
            out.extend([(at + 33, men / 15.0), (at + 34, gaps / 6.0)]);
            out.push((at + 35, f32::from(side.counts[1] + side.counts[2]) / 6.0));
        }
    }
    // The lead counts the more the shorter the race is.
    let length = (own.pips + other.pips).max(1) as f32;
    out.push((base + 36, lead / 50.0));
    out.push((base + 37, (4.0 * lead / length).clamp(-2.0, 2.0)));
    if is_race {
        return RACE;
    }
    let at_own = shots(&other, turned(own.blots), turned(own.made));
    let at_other = shots(&own, turned(other.blots), turned(other.made));
    counted(&own, &other, &at_own, base, out);
    counted(&other, &own, &at_other, base + COUNTED, out);
    if sight != PLANS {
        return CONTACT;
    }
    counted_too(&own, &other, &at_own, INPUTS, out);
    counted_too(&other, &own, &at_other, INPUTS + COUNTED_TOO + SHOT_AT, out);
    plan(&own, &other)
}
