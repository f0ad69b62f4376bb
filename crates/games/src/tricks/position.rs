//! A position of a trick game.

use super::SEATS;
use super::cards::Card;
use outwit_game::Player;

/// A position. Everything from `left` on could be derived, and is there to be quick.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The cards held. Those set aside for passing are among them.
    pub(crate) hands: [u64; SEATS],
    /// The cards set aside for passing.
    pub(crate) passed: u64,
    /// Choices of cards to pass still to be made.
    pub(crate) to_pass: u8,
    /// The cards of the trick, in order.
    pub(crate) trick: [u8; SEATS],
    /// Who leads or led.
    pub(crate) leader: u8,
    /// What each seat has taken.
    pub(crate) scores: [u8; SEATS],
    /// How many cards are in the trick.
    pub(crate) played: u8,
    /// How many cards are still held.
    pub(crate) left: u8,
    /// Whether a card of those has been played that may not be led before.
    pub(crate) broken: bool,
}

impl Position {
    /// The cards a seat holds.
    #[inline]
    pub fn hand(&self, seat: Player) -> u64 {
        self.hands[seat.index()]
    }

    /// The cards each seat holds; seats the table does not have hold none.
    #[inline]
    pub fn hands(&self) -> [u64; SEATS] {
        self.hands
    }

    /// Whether all cards are played.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.left == 0
    }

    /// All cards in hands.
    #[inline]
    pub(crate) fn held(&self) -> u64 {
        self.hands[0] | self.hands[1] | self.hands[2] | self.hands[3]
    }

    /// The cards of the trick, in order.
    #[inline]
    pub(crate) fn trick(&self) -> impl Iterator<Item = Card> + Clone {
        let Position { trick, played, .. } = *self;
        trick.into_iter().take(played.into()).map(|index| Card::from_index(index.into()))
    }

    /// The cards of the trick as a set.
    #[inline]
    pub(crate) fn trick_cards(&self) -> u64 {
        let mut cards = 0;
        for &index in self.trick.iter().take(self.played.into()) {
            cards |= Card::from_index(index.into()).bit();
        }
        cards
    }

    /// What each seat has taken so far: points or tricks.
    #[inline]
    pub fn scores(&self) -> [u8; SEATS] {
        self.scores
    }
}
