//! What a learned evaluation sees of the hexagon, through the eyes of one seat.

use super::hexagon::{BOARD, CLOSENESS};
use super::{Abalone, Marbles, SEATS, WINNING};
use outwit_game::{Player, Sight};

/// Inputs of a seat: marbles pushed off, marbles on each ring, and numbers.
const RING: u32 = WINNING as u32;
const NUMBERS: u32 = RING + 5;
const OF_SEAT: u32 = NUMBERS + 8;

pub(super) const SIDES: Sight = Sight {
    name: "sides",
    summary: "how every side stands: marbles pushed off, rings, pairs, lines of three, touch with others, danger at the edge",
    inputs: SEATS as u32 * OF_SEAT + 1,
    stages: 1,
};

/// The cells of each distance from the edge: the edge first, the middle last.
const RINGS: [u128; 5] = {
    let mut rings = [0; 5];
    let mut bit = 0;
    while bit < 90 {
        if BOARD >> bit & 1 == 1 {
            rings[CLOSENESS[bit] as usize] |= 1 << bit;
        }
        bit += 1;
    }
    rings
};

/// The cells next to these, on the board.
fn around(cells: u128) -> u128 {
    let ahead = cells << 1 | cells << 9 | cells << 10;
    let back = cells >> 1 | cells >> 9 | cells >> 10;
    (ahead | back) & BOARD
}

/// Lines of three, by their first cells.
fn threes(cells: u128) -> u32 {
    [1, 9, 10].map(|step| (cells & cells >> step & cells >> (2 * step)).count_ones()).iter().sum()
}

/// Pushes what a seat sees, itself the first of all seats.
pub(super) fn see(game: &Abalone, marbles: &Marbles, seat: Player, out: &mut Vec<(u32, f32)>) -> u32 {
    let taken = marbles.taken();
    for place in 0..game.seats {
        let at = (seat.index() + place) % game.seats;
        let (base, own) = (place as u32 * OF_SEAT, marbles.sides[at]);
        let mut push = |input: u32, x: f32| {
            if x != 0.0 {
                out.push((base + input, x));
            }
        };
        push(u32::from(marbles.pushed[at].min(WINNING - 1)), 1.0);
        for (ring, cells) in RINGS.into_iter().enumerate() {
            push(RING + ring as u32, (own & cells).count_ones() as f32 / 6.0);
        }
        let others = taken & !own;
        let numbers = [
            own.count_ones() as f32 / 14.0,
            f32::from(marbles.closeness[at]) / 30.0,
            f32::from(marbles.pairs[at]) / 30.0,
            threes(own) as f32 / 15.0,
            (around(own) & others).count_ones() as f32 / 10.0,
            (own & RINGS[0] & around(others)).count_ones() as f32 / 4.0,
            // Alone: nothing of its own beside it.
            (own & !around(own)).count_ones() as f32 / 4.0,
            f32::from(u8::from(marbles.mover.index() == at)),
        ];
        for (number, x) in numbers.into_iter().enumerate() {
            push(NUMBERS + number as u32, x);
        }
    }
    out.push((SEATS as u32 * OF_SEAT, f32::from(marbles.plies.min(game.cap)) / f32::from(game.cap)));
    0
}
