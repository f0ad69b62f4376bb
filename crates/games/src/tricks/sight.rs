//! What a learned evaluation sees of a card table, through the eyes of one seat: all hands, by what they promise and what they
//! have to fear, the trick on the table, and what everybody has taken.
//!
//! It looks at whole positions. Where hands are hidden searches ask it about worlds that agree with what was seen.

use super::cards::{Card, LANE, QUEEN, SPADES};
use super::strength::{Strengths, WHOLE};
use super::{Position, Rules, SEATS, TrickGame};
use outwit_game::{Player, Sight};

/// Inputs of a seat, and then of the table.
const OF_SEAT: u32 = 24;
const OF_TABLE: u32 = 10;

pub(crate) const HANDS: Sight = Sight {
    name: "hands",
    summary: "what every hand promises and has to fear suit by suit, the trick on the table, and what was taken",
    inputs: SEATS as u32 * OF_SEAT + OF_TABLE,
    stages: 1,
};

/// Pushes what a seat sees, its own hand first and then those of the others in order.
pub(crate) fn see<R: Rules>(game: &TrickGame<R>, position: &Position, seat: Player, out: &mut Vec<(u32, f32)>) -> u32 {
    let seats = game.setup.seats;
    let strengths = Strengths::of(seats);
    let promises = [0, 1, 2, 3].map(|suit| strengths.of_suit(&position.hands, suit));
    let held = position.held();
    let winner = game.trick_so_far(position).map(|(winner, _)| winner);
    let stake = game.stake.max(1) as f32;
    let lying = f32::from(game.rules.worth(position.trick_cards())) / stake;
    for place in 0..seats {
        let at = (seat.index() + place) % seats;
        let (base, hand) = (place as u32 * OF_SEAT, position.hands[at]);
        let mut push = |input: u32, x: f32| {
            if x != 0.0 {
                out.push((base + input, x));
            }
        };
        push(0, f32::from(position.scores[at]) / stake);
        for suit in 0..4 {
            let lane = |cards: u64| cards >> (16 * suit) & LANE;
            let (own, all) = (lane(hand), lane(held));
            push(1 + suit, promises[suit as usize][at] as f32 / (4 * WHOLE) as f32);
            push(5 + suit, own.count_ones() as f32 / 8.0);
            if own == 0 {
                push(9 + suit, 1.0);
            } else {
                // Cards of the others below the lowest: what cannot be ducked under.
                let below = (own & own.wrapping_neg()) - 1;
                push(20 + suit, (all & !own & below).count_ones() as f32 / 8.0);
            }
        }
        push(13, f32::from(u8::from(hand & QUEEN.bit() != 0)));
        let high = Card::new(SPADES, 11).bit() | Card::new(SPADES, 12).bit();
        push(14, (hand & high).count_ones() as f32 / 2.0);
        push(15, f32::from(u8::from(position.left > 0 && game.mover(position) == at)));
        if winner == Some(at) {
            push(16, 1.0);
            push(17, lying);
        }
        let turn = (at + seats - usize::from(position.leader)) % seats;
        push(18, f32::from(u8::from(position.to_pass == 0 && turn < position.played.into())));
    }
    let base = SEATS as u32 * OF_SEAT;
    let mut push = |input: u32, x: f32| {
        if x != 0.0 {
            out.push((base + input, x));
        }
    };
    push(0, game.left_at_stake(position) as f32 / stake);
    push(1, f32::from(u8::from((held | position.trick_cards()) & QUEEN.bit() != 0)));
    push(2, f32::from(u8::from(position.broken)));
    push(3, f32::from(position.left) / f32::from(game.full));
    if let Some(card) = game.winning_card(position) {
        push(4, (card.rank() + 1) as f32 / 13.0);
        push(5 + u32::from(position.trick[0] >> 4), 1.0);
        push(9, f32::from(position.played) / 4.0);
    }
    0
}
