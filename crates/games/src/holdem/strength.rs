//! How strong poker hands are: the best five of up to seven cards.

use crate::tricks::cards::LANE;

/// What five cards are, the weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// Nothing but high cards.
    HighCard,
    /// Two of a rank.
    Pair,
    /// Two of a rank and two of another.
    TwoPairs,
    /// Three of a rank.
    Three,
    /// Five ranks in a row.
    Straight,
    /// Five of a suit.
    Flush,
    /// Three of a rank and two of another.
    FullHouse,
    /// Four of a rank.
    Four,
    /// Five of a suit in a row.
    StraightFlush,
}

/// The strength of a hand: the larger wins, equal ones share.
///
/// The class, then the ranks that make it, then the ranks beside, a bit each: as many bits are set in hands of a class, so
/// numbers compare as ranks do, the highest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Strength(u32);

const CLASSES: [Class; 9] = [
    Class::HighCard,
    Class::Pair,
    Class::TwoPairs,
    Class::Three,
    Class::Straight,
    Class::Flush,
    Class::FullHouse,
    Class::Four,
    Class::StraightFlush,
];

const RANKS: [&str; 13] =
    ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"];

impl Strength {
    #[inline]
    fn new(class: Class, makes: u32, beside: u32) -> Strength {
        Strength((class as u32) << 26 | makes << 13 | beside)
    }

    /// What it is.
    pub fn class(self) -> Class {
        CLASSES[(self.0 >> 26) as usize % CLASSES.len()]
    }

    fn makes(self) -> u32 {
        self.0 >> 13 & LANE as u32
    }

    fn beside(self) -> u32 {
        self.0 & LANE as u32
    }

    /// In words: `pair of kings`.
    pub fn words(self) -> String {
        let highest = |ranks: u32| RANKS[ranks.checked_ilog2().unwrap_or(0) as usize % RANKS.len()];
        let many = |ranks: u32| match highest(ranks) {
            "six" => "sixes".to_string(),
            rank => format!("{rank}s"),
        };
        let (makes, beside) = (self.makes(), self.beside());
        let lower = makes & !(1 << makes.checked_ilog2().unwrap_or(0));
        match self.class() {
            Class::HighCard => format!("{} high", highest(beside)),
            Class::Pair => format!("pair of {}", many(makes)),
            Class::TwoPairs => format!("two pairs, {} and {}", many(makes), many(lower)),
            Class::Three => format!("three {}", many(makes)),
            Class::Straight => format!("straight up to the {}", highest(makes)),
            Class::Flush => format!("flush, {} high", highest(beside)),
            Class::FullHouse => format!("full house, {} over {}", many(makes), many(beside)),
            Class::Four => format!("four {}", many(makes)),
            Class::StraightFlush => format!("straight flush up to the {}", highest(makes)),
        }
    }
}

/// The highest `count` of some ranks.
#[inline]
fn top(mut ranks: u32, count: u32) -> u32 {
    while ranks.count_ones() > count {
        ranks &= ranks - 1;
    }
    ranks
}

/// The highest rank of five in a row, as a bit; an ace is also below the two.
#[inline]
fn straight(ranks: u32) -> u32 {
    let low = ranks << 1 | ranks >> 12 & 1;
    let runs = low & low >> 1 & low >> 2 & low >> 3 & low >> 4;
    if runs == 0 { 0 } else { 1 << (runs.ilog2() + 3) }
}

/// How strong a set of up to seven cards is, sixteen bits a suit: the best five of them, or all where there are fewer.
#[inline]
pub fn strength(cards: u64) -> Strength {
    let suits = [0, 1, 2, 3].map(|suit| (cards >> (16 * suit) & LANE) as u32);
    let [a, b, c, d] = suits;
    let any = a | b | c | d;
    let flush = suits.into_iter().find(|ranks| ranks.count_ones() >= 5);
    if let Some(run) = flush.map(straight).filter(|run| *run != 0) {
        return Strength::new(Class::StraightFlush, run, 0);
    }
    let two = a & b | c & d | (a | b) & (c | d);
    if two == 0 && flush.is_none() {
        // Nearly half of all hands.
        return match straight(any) {
            0 => Strength::new(Class::HighCard, 0, top(any, 5)),
            run => Strength::new(Class::Straight, run, 0),
        };
    }
    let three = a & b & (c | d) | c & d & (a | b);
    let four = a & b & c & d;
    if four != 0 {
        let makes = top(four, 1);
        return Strength::new(Class::Four, makes, top(any & !makes, 1));
    }
    let threes = top(three, 1);
    if threes != 0 && two & !threes != 0 {
        return Strength::new(Class::FullHouse, threes, top(two & !threes, 1));
    }
    if let Some(ranks) = flush {
        return Strength::new(Class::Flush, 0, top(ranks, 5));
    }
    let run = straight(any);
    if run != 0 {
        return Strength::new(Class::Straight, run, 0);
    }
    if threes != 0 {
        return Strength::new(Class::Three, threes, top(any & !threes, 2));
    }
    let pairs = top(two, 2);
    match pairs.count_ones() {
        2 => Strength::new(Class::TwoPairs, pairs, top(any & !pairs, 1)),
        _ => Strength::new(Class::Pair, pairs, top(any & !pairs, 3)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tricks::cards::{Card, each, pack, read_list, some_of};
    use outwit_game::Rng;
    use std::collections::HashSet;

    /// All 2,598,960 hands of five: how many are of each class is known exactly, and so is how many strengths there are.
    #[test]
    fn hands_of_five_are_as_many_of_each_class_as_was_published() {
        let cards: Vec<u64> = each(pack(52)).map(Card::bit).collect();
        let (mut counts, mut strengths) = ([0u32; 9], HashSet::new());
        for a in 0..52 {
            for b in a + 1..52 {
                for c in b + 1..52 {
                    let three = cards[a] | cards[b] | cards[c];
                    for d in c + 1..52 {
                        let four = three | cards[d];
                        for last in &cards[d + 1..] {
                            let strength = strength(four | last);
                            counts[strength.class() as usize] += 1;
                            strengths.insert(strength.0);
                        }
                    }
                }
            }
        }
        assert_eq!(counts, [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40]);
        assert_eq!(strengths.len(), 7_462);
    }

    type Plain = (Class, Vec<(usize, u32)>);

    /// Five cards by sorting them: how often each rank comes, the most often and the highest first.
    fn plain(cards: &[Card]) -> Plain {
        let mut ranks: Vec<u32> = cards.iter().map(|card| card.rank()).collect();
        ranks.sort_unstable();
        let mut groups: Vec<(usize, u32)> = (0..13)
            .map(|rank| (ranks.iter().filter(|held| **held == rank).count(), rank))
            .filter(|(count, _)| *count > 0)
            .collect();
        groups.sort_unstable();
        groups.reverse();
        let is_flush = cards.iter().all(|card| card.suit() == cards[0].suit());
        let is_wheel = ranks == [0, 1, 2, 3, 12];
        let is_straight = groups.len() == 5 && ranks[4] - ranks[0] == 4 || is_wheel;
        if is_straight {
            groups = vec![(1, if is_wheel { 3 } else { ranks[4] })];
        }
        let counts: Vec<usize> = groups.iter().map(|(count, _)| *count).collect();
        let class = match (is_straight, is_flush, &counts[..]) {
            (true, true, _) => Class::StraightFlush,
            (true, false, _) => Class::Straight,
            (_, true, _) => Class::Flush,
            (_, _, [4, ..]) => Class::Four,
            (_, _, [3, 2]) => Class::FullHouse,
            (_, _, [3, ..]) => Class::Three,
            (_, _, [2, 2, ..]) => Class::TwoPairs,
            (_, _, [2, ..]) => Class::Pair,
            _ => Class::HighCard,
        };
        (class, groups)
    }

    #[test]
    fn seven_cards_are_as_strong_as_the_best_five_of_them() {
        let mut rng = Rng::new(7);
        let mut known: Vec<(Strength, Plain)> = Vec::new();
        for round in 0..3_000u64 {
            // Of a few suits or ranks now and then, so that rare hands come up.
            let from = match round % 3 {
                0 => pack(52),
                1 => pack(52) & 0x1FFF_1FFF,
                _ => pack(24),
            };
            let seven: Vec<Card> = each(some_of(from, 7, &mut rng)).collect();
            let mut best = None;
            for left_out in 0..7 {
                for other in 0..left_out {
                    let five: Vec<Card> =
                        (0..7).filter(|&at| at != left_out && at != other).map(|at| seven[at]).collect();
                    best = best.max(Some(plain(&five)));
                }
            }
            let all = seven.iter().fold(0, |all, card| all | card.bit());
            known.push((strength(all), best.expect("there are 21 of them")));
        }
        for pair in known.windows(2) {
            assert_eq!(pair[0].0.cmp(&pair[1].0), pair[0].1.cmp(&pair[1].1), "{pair:?}");
            assert_eq!(pair[0].0.class(), pair[0].1.0);
        }
        assert_eq!(known.iter().map(|(_, (class, _))| class).collect::<HashSet<_>>().len(), 9);
    }

    #[test]
    fn hands_are_told_in_words() {
        for (cards, words) in [
            ("AS,KD", "ace high"),
            ("6S,6D,2C", "pair of sixes"),
            ("KS,KD,4C,4D,2H,2S,AS", "two pairs, kings and fours"),
            ("AS,2D,3C,4D,5H,9S,9D", "straight up to the five"),
            ("2S,2D,2C,KD,KH,KS", "full house, kings over twos"),
            ("AS,TS,3S,4S,5S", "flush, ace high"),
            ("AS,TS,JS,QS,KS,2D,2H", "straight flush up to the ace"),
        ] {
            let set = read_list(cards).unwrap().into_iter().fold(0, |set, card| set | card.bit());
            assert_eq!(strength(set).words(), words, "{cards}");
        }
    }
}
