//! Decks with a number: the same for everybody, so that players can be compared on the same cards.

use super::Spider;
use super::tableau::{self, MOST_CARDS};

/// SplitMix64's output function.
fn finalise(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// The deck of this number, in the order in which it is dealt: the cards face down row by row, those face up, the stock.
///
/// SplitMix64, begun at the finaliser of the number + 0x5EED, shuffles the sorted pack from the top.
pub fn numbered_deck(game: &Spider, number: u64) -> [u8; MOST_CARDS] {
    let cards = game.cards();
    let mut deck = [0; MOST_CARDS];
    for (place, card) in deck[..cards].iter_mut().enumerate() {
        let (rank, suit) = (place % usize::from(game.ranks), place / usize::from(game.ranks) % usize::from(game.suits));
        *card = tableau::card(suit, rank as u8 + 1);
    }
    let mut state = finalise(number.wrapping_add(0x5EED));
    for last in (1..cards).rev() {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let other = ((finalise(state) >> 32) * (last as u64 + 1)) >> 32;
        deck.swap(last, other as usize);
    }
    deck
}
