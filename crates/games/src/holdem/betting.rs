//! The betting of hold'em: blinds, who acts when, and what a seat pays.

use super::{Act, Hand, Holdem, SEATS};
use crate::tricks::cards::Card;

impl Holdem {
    /// The hand before a card is dealt: blinds and antes are paid.
    pub(super) fn first(&self) -> Hand {
        let stakes = &self.stakes;
        let [small, big] = stakes.blinds;
        let mut paid = [0; SEATS];
        for (seat, paid) in paid.iter_mut().enumerate().take(stakes.seats) {
            *paid = stakes.ante + [small, big].get(seat).copied().unwrap_or(0);
        }
        Hand {
            holes: [0; SEATS],
            board: 0,
            paid,
            folded: 0,
            mover: if big == 0 || stakes.seats == 2 { 0 } else { 2 },
            waiting: stakes.seats as u8,
            raises: u8::from(big > 0),
        }
    }

    /// The most that a seat may pay.
    pub(super) fn most_paid(&self) -> u32 {
        let stakes = &self.stakes;
        let big = stakes.blinds[1];
        let raises = u32::from(stakes.raises);
        let before_the_flop = u32::from(stakes.ante + big) + (raises - u32::from(big > 0)) * self.bet_size(0);
        before_the_flop + (1..stakes.rounds).map(|round| raises * self.bet_size(round)).sum::<u32>()
    }

    #[inline]
    pub(super) fn bet_size(&self, round: u32) -> u32 {
        self.stakes.bets[usize::from(round >= self.stakes.rounds.div_ceil(2))].into()
    }

    /// The round of betting that the common cards belong to.
    #[inline]
    pub(super) fn round(&self, hand: &Hand) -> u32 {
        let common = hand.board.count_ones();
        if common == 0 { 0 } else { (common + 1).saturating_sub(self.stakes.flop).max(1) }
    }

    #[inline]
    pub(super) fn is_in(&self, hand: &Hand, seat: usize) -> bool {
        seat < self.stakes.seats && hand.folded >> seat & 1 == 0
    }

    #[inline]
    pub(super) fn left_in(&self, hand: &Hand) -> u32 {
        self.stakes.seats as u32 - hand.folded.count_ones()
    }

    pub(super) fn pot(&self, hand: &Hand) -> u32 {
        hand.paid.iter().map(|paid| u32::from(*paid)).sum()
    }

    /// What whoever is to move has to pay to stay.
    #[inline]
    pub(super) fn call_price(&self, hand: &Hand) -> u16 {
        hand.paid.iter().max().copied().unwrap_or(0) - hand.paid[usize::from(hand.mover) % SEATS]
    }

    /// What the mover may do.
    #[inline]
    pub(super) fn acts(&self, hand: &Hand) -> impl Iterator<Item = Act> + use<> {
        let may_raise = hand.raises < self.stakes.raises;
        let acts = match (hand.waiting > 0, self.call_price(hand) > 0, hand.raises) {
            (false, ..) => [None; 3],
            (_, true, _) => [Some(Act::Fold), Some(Act::Call), may_raise.then_some(Act::Raise)],
            (_, _, 0) => [Some(Act::Check), may_raise.then_some(Act::Bet), None],
            _ => [Some(Act::Check), may_raise.then_some(Act::Raise), None],
        };
        acts.into_iter().flatten()
    }

    /// The first seat from this one on that has not folded.
    #[inline]
    fn next_in(&self, hand: &Hand, from: usize) -> u8 {
        let seats = self.stakes.seats;
        (0..seats).map(|step| (from + step) % seats).find(|&seat| self.is_in(hand, seat)).unwrap_or(0) as u8
    }

    /// The mover does something.
    #[inline]
    pub(super) fn act(&self, hand: &mut Hand, act: Act) {
        let mover = usize::from(hand.mover);
        let called = hand.paid[mover] + self.call_price(hand);
        hand.waiting = hand.waiting.saturating_sub(1);
        match act {
            Act::Fold => hand.folded |= 1 << mover,
            Act::Call => hand.paid[mover] = called,
            Act::Bet | Act::Raise => {
                hand.paid[mover] = called + self.bet_size(self.round(hand)) as u16;
                hand.raises += 1;
                hand.waiting = self.left_in(hand) as u8 - 1;
            }
            Act::Check | Act::Deal(_) => {}
        }
        if self.left_in(hand) == 1 {
            hand.waiting = 0;
        }
        if hand.waiting > 0 {
            hand.mover = self.next_in(hand, mover + 1);
        } else {
            (hand.mover, hand.raises) = (0, 0);
        }
    }

    /// A common card; the last one of a round opens the betting.
    #[inline]
    pub(super) fn turn_up(&self, hand: &mut Hand, card: Card) {
        hand.board |= card.bit();
        let common = hand.board.count_ones();
        if common >= self.stakes.flop && common <= self.board_size() {
            // With two seats and blinds the dealer is seat 1, and the other begins.
            let is_dealer_first = self.stakes.seats == 2 && self.stakes.blinds[1] > 0;
            hand.waiting = self.left_in(hand) as u8;
            hand.raises = 0;
            hand.mover = self.next_in(hand, usize::from(is_dealer_first));
        }
    }
}
