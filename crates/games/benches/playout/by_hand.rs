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
    let side = |ring: &[u8; 14], seat: usize| {
        let mut seeds = 0;
        for pit in &ring[7 * seat..7 * seat + 6] {
            seeds += pit;
        }
        seeds
    };
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

/// Spider with four suits, suits taken off by a move. What is paid.
// Another bench that has this file plays other games.
#[allow(dead_code)]
#[inline(never)]
pub fn spider(rng: &mut Rng) -> i32 {
    let mut unseen = [[2u8; 13]; 4];
    let mut left = 104u64;
    let mut draw = |rng: &mut Rng| {
        let mut number = rng.below(left);
        left -= 1;
        for (suit, ranks) in unseen.iter_mut().enumerate() {
            for (rank, copies) in ranks.iter_mut().enumerate() {
                if number < u64::from(*copies) {
                    *copies -= 1;
                    return (suit << 4 | (rank + 1)) as u8;
                }
                number -= u64::from(*copies);
            }
        }
        unreachable!("a card is drawn")
    };
    let mut columns: [Vec<u8>; 10] = std::array::from_fn(|_| Vec::with_capacity(30));
    let mut down: [u8; 10] = std::array::from_fn(|column| 4 + u8::from(column < 4));
    let (mut stock, mut taken) = (50, 0);
    for column in &mut columns {
        column.push(draw(rng));
    }
    let mut moves: Vec<(u8, u8, u8)> = Vec::with_capacity(64);
    let rank = |card: u8| card & 15;
    let run = |column: &[u8]| match column.last() {
        None => 0,
        Some(_) => 1 + column.windows(2).rev().take_while(|pair| pair[0] == pair[1] + 1).count(),
    };
    loop {
        moves.clear();
        for from in 0..10 {
            let column = &columns[from];
            for count in 1..=run(column) {
                let head = rank(column[column.len() - count]);
                for (to, target) in columns.iter().enumerate() {
                    if to != from && target.last().is_none_or(|&end| rank(end) == head + 1) {
                        moves.push((from as u8, to as u8, count as u8));
                    }
                }
            }
        }
        for (column, cards) in columns.iter().enumerate() {
            if run(cards) >= 13 {
                moves.push((column as u8, 20, 13));
            }
        }
        if stock > 0 && columns.iter().all(|column| !column.is_empty()) {
            moves.push((0, 30, 0));
        }
        let is_hidden = stock > 0 || down.iter().any(|&count| count > 0);
        let (links, standing) = chains(&columns);
        if moves.is_empty() || !is_hidden && standing + taken == 8 {
            return spider_points(&down, links, standing, taken);
        }
        moves.push((0, 40, 0));
        let (from, to, count) = *rng.pick(&moves);
        match to {
            40 => return spider_points(&down, links, standing, taken),
            30 => {
                for column in &mut columns {
                    column.push(draw(rng));
                }
                stock -= 10;
                continue;
            }
            20 => {
                let column = &mut columns[usize::from(from)];
                column.truncate(column.len() - 13);
                taken += 1;
            }
            _ => {
                let rest = columns[usize::from(from)].len() - usize::from(count);
                let moved = columns[usize::from(from)].split_off(rest);
                columns[usize::from(to)].extend(moved);
            }
        }
        let from = usize::from(from);
        if columns[from].is_empty() && down[from] > 0 {
            down[from] -= 1;
            columns[from].push(draw(rng));
        }
    }
}

/// Cards on the next higher one of their suit, and suits that stand complete.
#[allow(dead_code)]
fn chains(columns: &[Vec<u8>]) -> (i32, i32) {
    let (mut links, mut standing) = (0, 0);
    for column in columns {
        let mut length = 1;
        for pair in column.windows(2) {
            let follows = pair[0] == pair[1] + 1;
            length = if follows { length + 1 } else { 1 };
            links += i32::from(follows);
            standing += i32::from(length == 13);
        }
    }
    (links, standing)
}

#[allow(dead_code)]
fn spider_points(down: &[u8; 10], links: i32, standing: i32, taken: i32) -> i32 {
    let hidden: i32 = down.iter().map(|&count| i32::from(count)).sum();
    let open = down.iter().filter(|&&count| count == 0).count() as i32;
    let bonus = if standing + taken == 8 { 2 * (standing - 3).max(0) } else { 0 };
    440 - 10 * hidden + 15 * open + 2 * links + 26 * standing + 50 * taken + bonus
}
