//! What a trick game is given: its rules and its table.

use super::cards::Card;
use outwit_game::{Payoffs, Problem};
use std::fmt::Debug;

/// What makes one trick game different from another.
///
/// Which cards may be played is decided by what else is held and by nothing else: a card is forbidden only while the hand
/// has one that must come first. What a play gives away about a hand is derived from that.
pub trait Rules: Copy + Debug + Send + Sync + 'static {
    /// The cards that beat every card of another suit; they must be of the last suit.
    const TRUMPS: u64;
    /// What is said of a seat's score: `3 points`.
    const SCORED: &'static str;

    /// The card that must be led to the first trick, if one must.
    fn opening(&self, pack: u64) -> Option<Card>;
    /// Which cards of a hand may be led.
    fn leads(&self, hand: u64, is_broken: bool) -> u64;
    /// Which cards of a hand may be thrown off by who cannot follow.
    fn discards(&self, hand: u64, is_first_trick: bool) -> u64;
    /// The cards that may not be led until one of them has been played.
    fn breaking(&self) -> u64;
    /// What a trick with these cards adds to a score.
    fn worth(&self, trick: u64) -> u8;
    /// What all tricks still to be taken add, the cards being in hands or in the trick.
    fn at_stake(&self, cards: u64, tricks: u32) -> u32;
    /// The least and the most a seat is ever paid for `at_stake` in all, and what all seats are paid, if always the same.
    fn range(&self, at_stake: u32, seats: usize) -> (f64, f64, Option<f64>);
    /// What the final scores pay.
    fn payoffs(&self, scores: &[u8]) -> Payoffs;
    /// What a seat can still be paid at least and at most, `left` being still at stake.
    fn bounds(&self, scores: &[u8], seat: usize, left: u32) -> (f64, f64);
    /// Whether two cards of a suit count the same when taken.
    fn is_special(&self, card: Card) -> bool;
    /// Where to look first: larger for a card that is more likely to be good for who plays it. `best` is the card that wins
    /// the trick so far.
    fn order_hint(&self, card: Card, best: Option<Card>) -> i32;
    /// Whether a score is possible when these cards are gone; the text says what is wrong.
    fn check_scores(&self, _scores: &[u8], _gone: u64) -> Result<(), Problem> {
        Ok(())
    }
}

/// How a table of cards is set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// 3 or 4.
    pub seats: usize,
    /// Cards in a hand.
    pub cards: usize,
    /// All hands lie face up.
    pub open: bool,
    /// How many seats on each seat passes its cards; 0 when none are passed.
    pub pass_to: usize,
    /// The leader of the first trick is drawn, where no card decides it; else it is seat 1.
    pub leader_is_drawn: bool,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup { seats: 4, cards: 13, open: true, pass_to: 0, leader_is_drawn: false }
    }
}
