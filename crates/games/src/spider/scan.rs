//! What a table looks like, counted column by column.
//!
//! Searches go through hundreds of thousands of tables that are made of few different columns. What a column looks like by itself
//! is kept and known again; only what lies between columns is counted anew.

use super::tableau::{self, COLUMNS, UNKNOWN};
use super::{Spider, Tableau};
use std::cell::RefCell;

/// Counts of a table. Cards that are turned up without a name count as nothing but themselves; those of a deal whose cards
/// have no names yet are left out altogether, so that what is counted is the table the deal fell on.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub(super) struct Scan {
    /// Cards face down, and the sum over columns of their squares.
    pub down: i32,
    pub down_squares: i32,
    /// Cards turned up that have no name.
    pub nameless: i32,
    /// Whether they were dealt from the stock.
    pub is_dealing: bool,
    /// Columns without cards face down; those without any card.
    pub open: i32,
    pub empty: i32,
    /// Cards on the next higher one of their suit, of another suit, and on any other card.
    pub links: i32,
    pub steps: i32,
    pub breaks: i32,
    /// For every run of n + 1 cards of a suit n (n + 1) / 2; the longest run.
    pub lengths: i32,
    pub longest: i32,
    /// Suits that stand complete, and those taken.
    pub complete: i32,
    pub taken: i32,
    /// Ranks of the cards at breaks, added up.
    pub break_ranks: i32,
    /// Cards that lie somewhere over a lower one of their column.
    pub over_lower: i32,
    /// Kings on other cards, face up or down; and those that begin a column.
    pub kings: i32,
    pub base_kings: i32,
    /// Runs on cards face down: all of them, and the fewest of a column; the fewest cards face down of a column.
    pub runs: i32,
    pub fewest_runs: i32,
    pub fewest_down: i32,
    /// The fewest runs of a column without cards face down that does not begin with a king.
    pub fewest_to_clear: i32,
    /// Different ranks at the ends; aces there; runs at the ends that could move to another end.
    pub ends: i32,
    pub aces: i32,
    pub movable: i32,
    /// Of the cards not seen: how many there are, how many would fit on an end, fit within the suit, and take a run.
    pub unseen: i32,
    pub fits: i32,
    pub suit_fits: i32,
    pub takes: i32,
}

/// A number larger than any count of runs.
const NONE: i32 = 99;

/// What a column's cards that lie face up look like by themselves.
#[derive(Clone, Copy, Default)]
struct Column {
    /// How often each card lies here: by suit, as many bits a rank as [`width`] says.
    cards: [u64; 4],
    /// Links, steps, breaks, cards over lower ones, kings that do not begin it, and complete suits: a byte each, so that columns are
    /// added up in one step. No sum runs over: there are 104 cards.
    counts: u64,
    /// Lengths and ranks at breaks, sixteen bits each: 624 and 1,352 at most in all.
    sums: u64,
    longest: u8,
    runs: u8,
    /// Its first card, its last, and the rank that the last run begins with.
    first: u8,
    end: u8,
    head: u8,
}

/// Where a count stands in [`Column::counts`], and a sum in [`Column::sums`].
const LINKS: u32 = 0;
const STEPS: u32 = 8;
const BREAKS: u32 = 16;
const OVER_LOWER: u32 = 24;
const KINGS: u32 = 32;
const COMPLETE: u32 = 40;
const LENGTHS: u32 = 0;
const BREAK_RANKS: u32 = 16;

impl Column {
    /// Looks at cards that all have names, of which there is at least one.
    fn new(ranks: u8, cards: &[u8]) -> Column {
        let first = cards[0];
        let mut column = Column { runs: 1, first, head: tableau::rank(first), ..Column::default() };
        let (mut before, mut lowest, mut length) = (first, tableau::rank(first), 0);
        let width = width(ranks);
        column.count(first, width);
        for &card in &cards[1..] {
            column.count(card, width);
            let rank = tableau::rank(card);
            if before == card + 1 {
                length += 1;
                column.counts += 1 << LINKS | u64::from(length + 1 == ranks) << COMPLETE;
                column.sums += u64::from(length) << LENGTHS;
                column.longest = column.longest.max(length);
            } else {
                (length, column.head) = (0, rank);
                column.runs += 1;
                if tableau::rank(before) == rank + 1 {
                    column.counts += 1 << STEPS;
                } else {
                    column.counts += 1 << BREAKS;
                    column.sums += u64::from(rank) << BREAK_RANKS;
                }
                column.counts += u64::from(rank == ranks) << KINGS;
            }
            column.counts += u64::from(rank > lowest) << OVER_LOWER;
            lowest = lowest.min(rank);
            before = card;
        }
        column.end = before;
        column
    }

    fn count(&mut self, card: u8, width: u32) {
        self.cards[tableau::suit(card) & 3] += 1 << (width * u32::from(tableau::rank(card)));
    }
}

/// How many bits count the cards of a rank, so that all ranks fit in 64: of the 104 cards there are at most 14 of each of seven
/// ranks or more, and 52 of fewer ranks.
#[inline]
fn width(ranks: u8) -> u32 {
    if ranks > 6 { 4 } else { 8 }
}

/// Columns that were looked at, to be known again: the tables of a search are made of few different ones.
struct Known {
    ranks: u8,
    /// One that is not kept: it is too long, or begins among the last cards of the row.
    other: Column,
    columns: Box<[(Key, Column); KNOWN]>,
}

/// The cards of a column, one a byte, zero behind the last.
type Key = [u64; 3];
/// The longest column that is kept.
const KEPT: usize = size_of::<Key>();
const KNOWN: usize = 1 << KNOWN_BITS;
const KNOWN_BITS: u32 = 10;

thread_local! {
    static KNOWN_COLUMNS: RefCell<Known> = RefCell::new(Known {
        ranks: 0,
        other: Column::default(),
        columns: Box::new([([0; 3], Column::default()); KNOWN]),
    });
}

impl Known {
    /// The column of these cards, which are the first so many from `begin` on.
    #[inline]
    fn column(&mut self, all: &[u8; tableau::MOST_CARDS], begin: usize, length: usize) -> &Column {
        // A key is read as if the column were as long as one can be that is kept: there must be so many cards behind its first.
        if length > KEPT || begin > tableau::MOST_CARDS - KEPT {
            self.other = Column::new(self.ranks, &all[begin..begin + length]);
            return &self.other;
        }
        let row = &all[begin..begin + KEPT];
        let word = |at: usize| {
            let bytes =
                [row[at], row[at + 1], row[at + 2], row[at + 3], row[at + 4], row[at + 5], row[at + 6], row[at + 7]];
            u64::from_le_bytes(bytes)
        };
        let kept = &MASKS[length];
        let key = [word(0) & kept[0], word(8) & kept[1], word(16) & kept[2]];
        let mixed = (key[0] ^ key[1].rotate_left(23) ^ key[2].rotate_left(41)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let (known, column) = &mut self.columns[(mixed >> (64 - KNOWN_BITS)) as usize];
        if known[0] != key[0] || known[1] != key[1] || known[2] != key[2] {
            (*known, *column) = (key, Column::new(self.ranks, &row[..length]));
        }
        column
    }
}

/// What is left of a row of cards of which so many are wanted.
static MASKS: [Key; KEPT + 1] = {
    let mut masks = [[0; 3]; KEPT + 1];
    let mut length = 0;
    while length <= KEPT {
        let mut byte = 0;
        while byte < length {
            masks[length][byte / 8] |= 0xFF << (8 * (byte % 8));
            byte += 1;
        }
        length += 1;
    }
    masks
};

impl Scan {
    #[inline]
    pub(super) fn new(game: &Spider, table: &Tableau) -> Scan {
        KNOWN_COLUMNS.with_borrow_mut(|known| {
            // What a column looks like depends on its cards and on what is a king.
            if known.ranks != game.ranks {
                known.ranks = game.ranks;
                known.columns.iter_mut().for_each(|(key, _)| *key = [0; 3]);
            }
            Scan::by(known, game, table)
        })
    }

    fn by(known: &mut Known, game: &Spider, table: &Tableau) -> Scan {
        let mut scan = Scan { fewest_runs: NONE, fewest_down: NONE, fewest_to_clear: NONE, ..Scan::default() };
        scan.nameless = i32::from(table.nameless());
        scan.is_dealing = table.is_dealing();
        for &count in &table.taken {
            scan.taken += i32::from(count);
        }
        // Step 1. Column by column.
        let (mut seen, mut counts, mut sums) = ([0u64; 4], 0, 0);
        let (mut end_cards, mut end_count) = ([0u8; COLUMNS], 0);
        let mut heads = [0u8; COLUMNS];
        let mut ranks_at_ends = 0u32;
        let mut begin = 0;
        for place in 0..usize::from(game.columns) {
            let down = i32::from(table.down(place));
            scan.down += down;
            scan.down_squares += down * down;
            scan.open += i32::from(down == 0);
            let count = table.count_up(place);
            if count == 0 {
                scan.empty += 1;
                continue;
            }
            let cards = table.cards();
            let named = count - usize::from(cards[begin + count - 1] == UNKNOWN);
            let mut runs_here = 1;
            if named > 0 {
                let column = known.column(cards, begin, named);
                for (suit, count) in seen.iter_mut().enumerate() {
                    *count += column.cards[suit];
                }
                counts += column.counts;
                sums += column.sums;
                scan.longest = scan.longest.max(i32::from(column.longest));
                runs_here = i32::from(column.runs);
                let begins_with_king = tableau::rank(column.first) == game.ranks;
                if down > 0 {
                    scan.kings += i32::from(begins_with_king);
                } else {
                    scan.base_kings += i32::from(begins_with_king);
                    if !begins_with_king {
                        scan.fewest_to_clear = scan.fewest_to_clear.min(runs_here);
                    }
                }
                end_cards[end_count] = column.end;
                heads[end_count] = column.head;
                end_count += 1;
                ranks_at_ends |= 1 << tableau::rank(column.end);
            }
            begin += count;
            if down > 0 {
                scan.runs += runs_here;
                scan.fewest_runs = scan.fewest_runs.min(runs_here);
                scan.fewest_down = scan.fewest_down.min(down);
            }
        }
        let count = |place: u32| (counts >> place & 0xFF) as i32;
        (scan.links, scan.steps, scan.breaks) = (count(LINKS), count(STEPS), count(BREAKS));
        (scan.over_lower, scan.complete) = (count(OVER_LOWER), count(COMPLETE));
        scan.kings += count(KINGS);
        (scan.lengths, scan.break_ranks) = ((sums >> LENGTHS & 0xFFFF) as i32, (sums >> BREAK_RANKS & 0xFFFF) as i32);
        // Step 2. Ends, and what the cards not seen would do there.
        scan.ends = ranks_at_ends.count_ones() as i32;
        scan.unseen = scan.down + i32::from(table.stock) + scan.nameless;
        let copies = i32::from(game.copies());
        let width = width(game.ranks);
        let count_of = |counts: u64, rank: u32| (counts >> (width * rank) & ((1 << width) - 1)) as i32;
        let (mut head_ranks, mut ends_met) = (0u32, 0u64);
        for place in 0..end_count {
            let (end, head) = (end_cards[place], heads[place]);
            scan.movable += (ranks_at_ends >> (head + 1) & 1) as i32;
            head_ranks |= 1 << head;
            let (rank, suit) = (u32::from(tableau::rank(end)), tableau::suit(end) & 3);
            scan.aces += i32::from(rank == 1);
            if ends_met >> (end & 63) & 1 == 0 && rank > 1 {
                scan.suit_fits += copies - i32::from(table.taken[suit]) - count_of(seen[suit], rank - 1);
            }
            ends_met |= 1 << (end & 63);
        }
        // Cards of a rank that were not seen, whatever their suit: those below an end fit there, those above a head take its run.
        let all_seen = seen[0] + seen[1] + seen[2] + seen[3];
        let in_play = i32::from(game.suits) * copies - scan.taken;
        let of_ranks = |mut ranks: u32| {
            let mut unseen = 0;
            while ranks != 0 {
                unseen += in_play - count_of(all_seen, ranks.trailing_zeros());
                ranks &= ranks - 1;
            }
            unseen
        };
        // There is nothing below an ace and nothing above a king.
        scan.fits = of_ranks(ranks_at_ends >> 1 & !1);
        scan.takes = of_ranks(head_ranks << 1 & !(1 << (game.ranks + 1)));
        scan
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outwit_game::{Game, Rng, Turn};

    /// The same counted card by card, with nothing kept.
    fn plainly(game: &Spider, table: &Tableau) -> Scan {
        let mut scan = Scan { fewest_runs: NONE, fewest_down: NONE, fewest_to_clear: NONE, ..Scan::default() };
        scan.nameless = i32::from(table.nameless());
        scan.is_dealing = table.is_dealing();
        scan.taken = table.taken.iter().map(|&count| i32::from(count)).sum();
        let king = game.ranks;
        let (mut faces, mut ends, mut heads) = (Vec::new(), Vec::new(), Vec::new());
        for (place, all) in table.columns(usize::from(game.columns)) {
            let down = i32::from(table.down(place));
            scan.down += down;
            scan.down_squares += down * down;
            scan.open += i32::from(down == 0);
            scan.empty += i32::from(all.is_empty());
            let cards: Vec<u8> = all.iter().copied().filter(|&card| card != UNKNOWN).collect();
            let rank = |place: usize| i32::from(tableau::rank(cards[place]));
            let (mut runs, mut length, mut head) = (1, 0, 0);
            for place in 1..cards.len() {
                if tableau::follows(cards[place - 1], cards[place]) {
                    length += 1;
                    scan.links += 1;
                    scan.lengths += length;
                    scan.longest = scan.longest.max(length);
                    scan.complete += i32::from(length + 1 == i32::from(king));
                } else {
                    (length, head, runs) = (0, place, runs + 1);
                    let is_step = rank(place - 1) == rank(place) + 1;
                    scan.steps += i32::from(is_step);
                    scan.breaks += i32::from(!is_step);
                    scan.break_ranks += if is_step { 0 } else { rank(place) };
                }
                scan.over_lower += i32::from((0..place).any(|below| rank(below) < rank(place)));
            }
            for place in (0..cards.len()).filter(|&place| tableau::rank(cards[place]) == king) {
                let begins = place == 0 && down == 0;
                scan.kings += i32::from(!begins);
                scan.base_kings += i32::from(begins);
            }
            if !cards.is_empty() && down == 0 && tableau::rank(cards[0]) != king {
                scan.fewest_to_clear = scan.fewest_to_clear.min(runs);
            }
            if down > 0 {
                scan.runs += runs;
                scan.fewest_runs = scan.fewest_runs.min(runs);
                scan.fewest_down = scan.fewest_down.min(down);
            }
            ends.extend(cards.last());
            heads.extend(cards.get(head));
            faces.extend(cards);
        }
        let at_end = |rank: u8| ends.iter().any(|&end| tableau::rank(end) == rank);
        let begins = |rank: u8| heads.iter().any(|&head| tableau::rank(head) == rank);
        scan.ends = (1..=king).filter(|&rank| at_end(rank)).count() as i32;
        scan.aces = ends.iter().filter(|&&end| tableau::rank(end) == 1).count() as i32;
        scan.movable = heads.iter().filter(|&&head| at_end(tableau::rank(head) + 1)).count() as i32;
        scan.unseen = scan.down + i32::from(table.stock) + scan.nameless;
        for suit in 0..usize::from(game.suits) {
            for rank in 1..=king {
                let card = tableau::card(suit, rank);
                let seen = faces.iter().filter(|&&face| face == card).count() as i32;
                let unseen = i32::from(game.copies()) - i32::from(table.taken[suit]) - seen;
                scan.fits += if at_end(rank + 1) { unseen } else { 0 };
                scan.suit_fits += if ends.contains(&(card + 1)) && rank < king { unseen } else { 0 };
                scan.takes += if begins(rank - 1) { unseen } else { 0 };
            }
        }
        scan
    }

    #[test]
    fn columns_that_are_known_again_look_as_they_do_card_by_card() {
        let small = Spider { ranks: 2, columns: 4, down: 10, deals: 2, ..Spider::with_suits(1) };
        let low = Spider { ranks: 6, columns: 10, down: 44, deals: 3, ..Spider::with_suits(1) };
        let games = [1, 2, 4].map(Spider::with_suits).into_iter().chain([small, low]);
        for (number, game) in games.enumerate() {
            let mut compared = 0;
            for seed in 0..12 {
                let game = Spider { auto: seed % 2 == 0, ..game };
                let mut rng = Rng::stream(seed, number as u64);
                let mut table = game.start(&mut rng);
                for _ in 0..400 {
                    let mv = match game.turn(&table) {
                        Turn::Over => break,
                        Turn::Chance => game.draw(&table, &mut rng),
                        Turn::Of(_) => {
                            let mut moves = Vec::new();
                            game.moves(&table, &mut moves);
                            moves.retain(|&mv| game.move_text(&table, mv) != "stop");
                            if moves.is_empty() {
                                break;
                            }
                            moves[rng.index(moves.len())]
                        }
                    };
                    game.play(&mut table, mv);
                    assert_eq!(Scan::new(&game, &table), plainly(&game, &table), "{}", game.position_text(&table));
                    compared += 1;
                }
            }
            assert!(compared > 500, "{compared} tables of {game:?}");
        }
    }
}
