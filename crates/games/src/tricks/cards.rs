//! Cards and sets of cards: a set is 64 bits, sixteen a suit of which thirteen are used.

use outwit_game::{MoveCode, Problem};
use std::fmt;

/// A card: 16 times its suit plus its rank, the two of clubs being 0.
///
/// It is as wide as a move can be: between two hands of a match the same type holds the number of the next deal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u32);

/// The suits, by their place in a set of cards.
pub const CLUBS: u32 = 0;
/// The second suit.
pub const DIAMONDS: u32 = 1;
/// The third suit.
pub const HEARTS: u32 = 2;
/// The fourth suit.
pub const SPADES: u32 = 3;

/// The thirteen cards of a suit, moved to the place of clubs.
pub(crate) const LANE: u64 = 0x1FFF;
/// How cards are written, lowest first.
const RANKS: &[u8; 13] = b"23456789TJQKA";
const SUITS: &[u8; 4] = b"CDHS";
/// Suits as people sort a hand.
pub(crate) const SORTED: [u32; 4] = [SPADES, HEARTS, DIAMONDS, CLUBS];

/// All cards of a suit.
#[inline]
pub(crate) const fn suit(suit: u32) -> u64 {
    LANE << (16 * suit)
}

/// The queen of spades.
pub const QUEEN: Card = Card(16 * SPADES + 10);

impl Card {
    /// The card of this suit and rank, both counted from 0.
    #[inline]
    pub const fn new(suit: u32, rank: u32) -> Card {
        Card(16 * suit + rank)
    }

    #[inline]
    pub(crate) const fn from_index(index: u32) -> Card {
        Card(index)
    }

    /// As the only one of a set.
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }

    #[inline]
    pub(crate) const fn index(self) -> u8 {
        self.0 as u8
    }

    /// Its suit, from 0.
    #[inline]
    pub const fn suit(self) -> u32 {
        (self.0 >> 4) & 3
    }

    /// Its rank, from 0 for the two to 12 for the ace.
    #[inline]
    pub const fn rank(self) -> u32 {
        self.0 & 15
    }

    /// The card that is written so: `QS`.
    pub fn read(text: &str) -> Result<Card, Problem> {
        let wrong = || {
            Problem::new(format!("`{text}` is not a card: write a rank of 23456789TJQKA and a suit of CDHS, as `QS`"))
        };
        let &[rank, suit] = text.as_bytes() else { return Err(wrong()) };
        let place = |of: &[u8], what: u8| of.iter().position(|&known| known == what).map(|place| place as u32);
        Ok(Card::new(place(SUITS, suit).ok_or_else(wrong)?, place(RANKS, rank).ok_or_else(wrong)?))
    }

    pub(crate) fn rank_letter(self) -> char {
        char::from(RANKS[self.rank().min(12) as usize])
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank_letter(), char::from(SUITS[self.suit() as usize]))
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl MoveCode for Card {
    #[inline]
    fn code(self) -> u32 {
        self.0
    }
    #[inline]
    fn from_code(code: u32) -> Card {
        Card(code)
    }
}

/// The cards of a set, lowest first, suit by suit.
#[inline]
pub(crate) fn each(mut cards: u64) -> impl Iterator<Item = Card> {
    std::iter::from_fn(move || {
        (cards != 0).then(|| {
            let card = Card(cards.trailing_zeros());
            cards &= cards - 1;
            card
        })
    })
}

/// A pack of `total` cards: the full pack without its lowest, of which the diamond goes first, then club, spade, heart.
pub(crate) fn pack(total: usize) -> u64 {
    let mut cards = suit(CLUBS) | suit(DIAMONDS) | suit(HEARTS) | suit(SPADES);
    let lowest_first =
        (0..13).flat_map(|rank| [DIAMONDS, CLUBS, SPADES, HEARTS].map(|suit| Card::new(suit, rank).bit()));
    lowest_first.take(52 - total.min(52)).for_each(|bit| cards &= !bit);
    cards
}

/// A hand as text, best cards first: spades, hearts, diamonds, clubs with a dot between.
pub(crate) fn hand_text(cards: u64) -> String {
    SORTED
        .map(|wanted| {
            let mut ranks: Vec<char> = each(cards & suit(wanted)).map(Card::rank_letter).collect();
            ranks.reverse();
            ranks.into_iter().collect::<String>()
        })
        .join(".")
}

/// Reads what [`hand_text`] writes; `owner` is for the errors.
pub(crate) fn read_hand(text: &str, owner: &str) -> Result<u64, Problem> {
    let suits: Vec<&str> = text.split('.').collect();
    let Ok(suits) = <[&str; 4]>::try_from(suits) else {
        return Err(Problem::new(format!(
            "`{text}` is not a hand of {owner}: it is spades.hearts.diamonds.clubs, as `AK2..T9.3` without a heart"
        )));
    };
    let mut cards = 0;
    for (wanted, ranks) in SORTED.into_iter().zip(suits) {
        for letter in ranks.chars() {
            let Some(rank) = RANKS.iter().position(|&known| char::from(known) == letter) else {
                return Err(Problem::new(format!(
                    "`{letter}` in the hand `{text}` of {owner} is not a rank of 23456789TJQKA"
                )));
            };
            let card = Card::new(wanted, rank as u32);
            if cards & card.bit() != 0 {
                return Err(Problem::new(format!("{owner} holds {card} twice")));
            }
            cards |= card.bit();
        }
    }
    Ok(cards)
}

/// Cards as a list: `2C,QS`.
pub(crate) fn list_text(cards: impl Iterator<Item = Card>) -> String {
    cards.map(|card| card.to_string()).collect::<Vec<_>>().join(",")
}

/// Reads what [`list_text`] writes, in order; no card twice.
pub(crate) fn read_list(text: &str) -> Result<Vec<Card>, Problem> {
    let mut cards: Vec<Card> = Vec::new();
    for word in text.split(',') {
        let card = Card::read(word)?;
        if cards.contains(&card) {
            return Err(Problem::new(format!("{card} stands twice in `{text}`")));
        }
        cards.push(card);
    }
    Ok(cards)
}

/// So many cards of a set, every choice equally likely.
pub(crate) fn some_of(cards: u64, wanted: u32, rng: &mut outwit_game::Rng) -> u64 {
    let (mut chosen, mut wanted, mut left) = (0, u64::from(wanted), u64::from(cards.count_ones()));
    for card in each(cards) {
        if rng.below(left) < wanted {
            chosen |= card.bit();
            wanted -= 1;
        }
        left -= 1;
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_and_hands_read_back() {
        for card in each(pack(52)) {
            assert_eq!(Card::read(&card.to_string()), Ok(card));
            assert_eq!(Card::from_code(card.code()), card);
        }
        assert_eq!(QUEEN.to_string(), "QS");
        for cards in [0, pack(52), pack(12), suit(HEARTS) | 5] {
            assert_eq!(read_hand(&hand_text(cards), "seat 1"), Ok(cards));
        }
        assert_eq!(hand_text(QUEEN.bit() | 0b101), "Q...42");
        for text in ["", "1S", "QSS", "qs", "SQ", "Q\u{2660}"] {
            assert!(Card::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_short_pack_has_the_highest_cards() {
        assert_eq!(pack(52).count_ones(), 52);
        assert_eq!(pack(52) & !pack(51), Card::new(DIAMONDS, 0).bit());
        assert_eq!(hand_text(pack(16)), "AKQJ.AKQJ.AKQJ.AKQJ");
        assert_eq!(hand_text(pack(9)), "AK.AKQ.AK.AK");
        assert_eq!(hand_text(pack(3)), "A.A..A");
    }
}
