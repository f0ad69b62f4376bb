//! Random games as one writes them for one game on an afternoon: plain words, no trait, one board size.
//!
//! Every loop draws its moves the way the library's game does, so from the same generator come the very same games, and
//! the benches assert it: a ratio then compares the code and nothing else.

use outwit_game::Rng;

/// Tic-tac-toe. What seat 1 is paid.
#[inline(never)]
pub fn tictactoe(rng: &mut Rng) -> i32 {
    const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
    let mut sides = [0u16; 2];
    for ply in 0..9 {
        let free = !(sides[0] | sides[1]) & 0o777;
        let mut rest = free;
        for _ in 0..rng.below(free.count_ones().into()) {
            rest &= rest - 1;
        }
        let side = &mut sides[ply % 2];
        *side |= rest & rest.wrapping_neg();
        if LINES.iter().any(|&line| line & !*side == 0) {
            return if ply % 2 == 0 { 1 } else { -1 };
        }
    }
    0
}

/// Connect four on seven columns of six. What seat 1 is paid.
#[inline(never)]
pub fn connect4(rng: &mut Rng) -> i32 {
    let (mut own, mut both) = (0u64, 0u64);
    for ply in 0..42 {
        let column = loop {
            let column = rng.below(7);
            if both >> (7 * column + 5) & 1 == 0 {
                break column;
            }
        };
        let after = both | (both + (1 << (7 * column)));
        let last = own | (both ^ after);
        (own, both) = (own ^ both, after);
        for step in [1, 6, 7, 8] {
            let pairs = last & (last >> step);
            if pairs & (pairs >> (2 * step)) != 0 {
                return if ply % 2 == 0 { 1 } else { -1 };
            }
        }
    }
    0
}

/// Othello on 8x8: lines are followed square by square. What seat 1 is paid.
#[inline(never)]
pub fn othello(rng: &mut Rng) -> i32 {
    let (mut own, mut other) = (0x0000_0008_1000_0000u64, 0x0000_0010_0800_0000u64);
    let mut is_first = true;
    let mut passes = 0;
    while passes < 2 {
        let mut legal = places(own, other);
        if legal == 0 {
            passes += 1;
        } else {
            passes = 0;
            for _ in 0..rng.below(legal.count_ones().into()) {
                legal &= legal - 1;
            }
            let disc = legal & legal.wrapping_neg();
            let turned = turned(own, other, disc);
            own |= disc | turned;
            other ^= turned;
        }
        (own, other) = (other, own);
        is_first = !is_first;
    }
    let margin = own.count_ones() as i32 - other.count_ones() as i32;
    if is_first { margin.signum() } else { -margin.signum() }
}

/// One step in each direction, without coming back at the other edge.
const WAYS: [fn(u64) -> u64; 8] = [
    |x| (x << 1) & !FIRST_COLUMN,
    |x| (x >> 1) & !LAST_COLUMN,
    |x| x << 8,
    |x| x >> 8,
    |x| (x << 9) & !FIRST_COLUMN,
    |x| (x >> 9) & !LAST_COLUMN,
    |x| (x << 7) & !LAST_COLUMN,
    |x| (x >> 7) & !FIRST_COLUMN,
];
const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const LAST_COLUMN: u64 = FIRST_COLUMN << 7;

#[inline]
fn places(own: u64, other: u64) -> u64 {
    let mut places = 0;
    for step in WAYS {
        let mut run = step(own) & other;
        for _ in 0..5 {
            run |= step(run) & other;
        }
        places |= step(run);
    }
    places & !(own | other)
}

#[inline]
fn turned(own: u64, other: u64, disc: u64) -> u64 {
    let mut turned = 0;
    for step in WAYS {
        let mut run = 0;
        let mut next = step(disc);
        while next & other != 0 {
            run |= next;
            next = step(next);
        }
        if next & own != 0 {
            turned |= run;
        }
    }
    turned
}

/// Kalah(6,4) with captures opposite an empty pit, extra moves, and everybody keeping their own side's leftovers: seeds
/// are sown one by one round a ring of fourteen. What seat 1 is paid.
#[inline(never)]
pub fn kalah(rng: &mut Rng) -> i32 {
    // Pits 0 to 5 and store 6 are seat 1's, 7 to 12 and 13 seat 2's.
    let mut ring = [4u8; 14];
    (ring[6], ring[13]) = (0, 0);
    let mut seat = 0;
    let side = |ring: &[u8; 14], seat: usize| ring[7 * seat..7 * seat + 6].iter().sum::<u8>();
    while side(&ring, 0) > 0 && side(&ring, 1) > 0 {
        let (home, store, others_store) = (7 * seat, 7 * seat + 6, 13 - 7 * seat);
        let mut pit = loop {
            let pit = home + rng.index(6);
            if ring[pit] > 0 {
                break pit;
            }
        };
        let mut hand = std::mem::take(&mut ring[pit]);
        while hand > 0 {
            pit = if pit == 13 { 0 } else { pit + 1 };
            if pit != others_store {
                ring[pit] += 1;
                hand -= 1;
            }
        }
        if pit == store {
            continue;
        }
        if (home..store).contains(&pit) && ring[pit] == 1 {
            ring[store] += 1 + ring[12 - pit];
            (ring[pit], ring[12 - pit]) = (0, 0);
        }
        seat = 1 - seat;
    }
    let total = |seat: usize| i32::from(side(&ring, seat) + ring[7 * seat + 6]);
    total(0) - total(1)
}
