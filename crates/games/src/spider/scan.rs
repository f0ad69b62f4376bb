//! What a table looks like, counted in one pass over its cards.

use super::tableau::{self, COLUMNS, UNKNOWN};
use super::{Spider, Tableau};

/// Counts of a table. Cards that are turned up without a name count as nothing but themselves; those of a deal whose cards
/// have no names yet are left out altogether, so that what is counted is the table the deal fell on.
#[derive(Clone, Copy, Default)]
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

impl Scan {
    pub(super) fn new(game: &Spider, table: &Tableau) -> Scan {
        let mut scan = Scan { fewest_runs: NONE, fewest_down: NONE, fewest_to_clear: NONE, ..Scan::default() };
        scan.nameless = i32::from(table.nameless());
        scan.is_dealing = table.is_dealing();
        scan.taken = table.taken.iter().map(|&count| i32::from(count)).sum();
        // Step 1. Column by column.
        let mut seen = [0u8; 64];
        let (mut end_cards, mut end_count) = ([0u8; COLUMNS], 0);
        let mut heads = [0u8; COLUMNS];
        let mut ranks_at_ends = 0u32;
        let ranks = i32::from(game.ranks);
        for (column, all) in table.columns(usize::from(game.columns)) {
            let down = i32::from(table.down(column));
            scan.down += down;
            scan.down_squares += down * down;
            scan.open += i32::from(down == 0);
            if all.is_empty() {
                scan.empty += 1;
                continue;
            }
            let cards = if all[all.len() - 1] == UNKNOWN { &all[..all.len() - 1] } else { all };
            let mut runs_here = 1;
            if let Some(&first) = cards.first() {
                let mut before = first;
                let (mut lowest, mut length, mut head) = (tableau::rank(first), 0, first);
                seen[usize::from(first & 63)] += 1;
                for &card in &cards[1..] {
                    seen[usize::from(card & 63)] += 1;
                    let rank = tableau::rank(card);
                    if before == card + 1 {
                        length += 1;
                        scan.links += 1;
                        scan.lengths += length;
                        scan.longest = scan.longest.max(length);
                        scan.complete += i32::from(length + 1 == ranks);
                    } else {
                        (length, head) = (0, card);
                        runs_here += 1;
                        if tableau::rank(before) == rank + 1 {
                            scan.steps += 1;
                        } else {
                            scan.breaks += 1;
                            scan.break_ranks += i32::from(rank);
                        }
                        scan.kings += i32::from(i32::from(rank) == ranks);
                    }
                    scan.over_lower += i32::from(rank > lowest);
                    lowest = lowest.min(rank);
                    before = card;
                }
                let begins_with_king = i32::from(tableau::rank(first)) == ranks;
                if down > 0 {
                    scan.kings += i32::from(begins_with_king);
                } else {
                    scan.base_kings += i32::from(begins_with_king);
                    if !begins_with_king {
                        scan.fewest_to_clear = scan.fewest_to_clear.min(runs_here);
                    }
                }
                end_cards[end_count] = before;
                heads[end_count] = tableau::rank(head);
                end_count += 1;
                ranks_at_ends |= 1 << tableau::rank(before);
            }
            if down > 0 {
                scan.runs += runs_here;
                scan.fewest_runs = scan.fewest_runs.min(runs_here);
                scan.fewest_down = scan.fewest_down.min(down);
            }
        }
        // Step 2. Ends, and what the cards not seen would do there.
        scan.ends = ranks_at_ends.count_ones() as i32;
        scan.unseen = scan.down + i32::from(table.stock) + scan.nameless;
        let copies = i32::from(game.copies());
        let mut unseen_ranks = [0i32; 16];
        for (suit, &taken) in table.taken.iter().enumerate().take(usize::from(game.suits)) {
            for rank in 1..=usize::from(game.ranks) {
                unseen_ranks[rank] += copies - i32::from(taken) - i32::from(seen[suit << 4 | rank]);
            }
        }
        let mut head_ranks = 0u32;
        for place in 0..end_count {
            let (end, head) = (end_cards[place], heads[place]);
            scan.aces += i32::from(tableau::rank(end) == 1);
            scan.movable += (ranks_at_ends >> (head + 1) & 1) as i32;
            head_ranks |= 1 << head;
            let is_new = !end_cards[..place].contains(&end);
            if is_new && tableau::rank(end) > 1 {
                let taken = i32::from(table.taken[tableau::suit(end)]);
                scan.suit_fits += copies - taken - i32::from(seen[usize::from(end - 1)]);
            }
        }
        for (rank, &unseen) in unseen_ranks.iter().enumerate().take(usize::from(game.ranks) + 1).skip(1) {
            scan.fits += if ranks_at_ends >> (rank + 1) & 1 == 1 { unseen } else { 0 };
            scan.takes += if rank > 1 && head_ranks >> (rank - 1) & 1 == 1 { unseen } else { 0 };
        }
        scan
    }
}
