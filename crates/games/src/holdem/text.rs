//! How hold'em is written: moves, positions, and what a seat sees.

use super::{Act, Hand, Holdem, Look, SEATS};
use crate::board;
use crate::tricks::cards::{Card, each};
use outwit_game::{Player, Problem};

const WORDS: [(Act, &str); 5] =
    [(Act::Fold, "fold"), (Act::Check, "check"), (Act::Call, "call"), (Act::Bet, "bet"), (Act::Raise, "raise")];

pub(super) fn act_text(act: Act) -> String {
    match act {
        Act::Deal(card) => card.to_string(),
        _ => WORDS.iter().find(|(known, _)| *known == act).map_or("?", |(_, word)| word).to_string(),
    }
}

fn or_dash(text: String) -> String {
    if text.is_empty() { "-".to_string() } else { text }
}

/// Cards without anything between them.
fn cards_text(cards: u64) -> String {
    or_dash(each(cards).map(|card| card.to_string()).collect())
}

impl Holdem {
    fn read_cards(&self, text: &str, taken: &mut u64) -> Result<u64, Problem> {
        let mut cards = 0;
        let letters: Vec<char> = text.chars().filter(|_| text != "-").collect();
        for pair in letters.chunks(2) {
            let card = Card::read(&pair.iter().collect::<String>())?;
            if card.bit() & self.pack == 0 {
                return Err(Problem::new(format!("{card} is not in this pack")));
            }
            if card.bit() & *taken != 0 {
                return Err(Problem::new(format!("{card} is there twice")));
            }
            cards |= card.bit();
            *taken |= card.bit();
        }
        Ok(cards)
    }

    pub(super) fn written(&self, hand: &Hand) -> String {
        let seats = self.stakes.seats;
        let list = |texts: Vec<String>| texts.join(",");
        let holes = list(hand.holes[..seats].iter().map(|hole| cards_text(*hole)).collect());
        let paid = list(hand.paid[..seats].iter().map(u16::to_string).collect());
        let folded = (0..seats).filter(|seat| hand.folded >> seat & 1 == 1).map(|seat| (seat + 1).to_string());
        let folded = or_dash(list(folded.collect()));
        let mover = if hand.waiting > 0 { (hand.mover + 1).to_string() } else { "-".to_string() };
        format!("{holes} {} {paid} {folded} {mover} {} {}", cards_text(hand.board), hand.waiting, hand.raises)
    }

    /// Reads a position; for an eye, what that seat knows of it, where the others' cards are left out.
    pub(super) fn read(&self, text: &str, eye: Option<Player>) -> Result<Hand, Problem> {
        let names = ["cards", "common-cards", "paid", "folded", "mover", "to-act", "bets"];
        let [holes, common, paid, folded, mover, waiting, raises] = board::parts(text, names)?;
        let wrong = |what: &str| Problem::new(format!("{what} in `{text}`"));
        let seats = self.stakes.seats;
        let mut hand =
            Hand { holes: [0; SEATS], board: 0, paid: [0; SEATS], folded: 0, mover: 0, waiting: 0, raises: 0 };
        let mut taken = 0;

        // Step 1. Cards.
        let of_seats: Vec<&str> = holes.split(',').collect();
        if of_seats.len() != seats {
            return Err(wrong(&format!("there are cards for {} seats and not for {seats}", of_seats.len())));
        }
        for (hole, text) in hand.holes.iter_mut().zip(of_seats) {
            *hole = self.read_cards(text, &mut taken)?;
        }
        hand.board = self.read_cards(common, &mut taken)?;
        if hand.holes.iter().any(|hole| hole.count_ones() > self.stakes.hole) {
            return Err(wrong(&format!("a seat has {} cards at most", self.stakes.hole)));
        }
        if hand.board.count_ones() > self.board_size() {
            return Err(wrong(&format!("there are {} common cards at most", self.board_size())));
        }

        // Step 2. Bets.
        let amounts: Vec<&str> = paid.split(',').collect();
        if amounts.len() != seats {
            return Err(wrong(&format!("{} seats have paid and there are {seats}", amounts.len())));
        }
        for (paid, amount) in hand.paid.iter_mut().zip(amounts) {
            let amount = amount.parse::<u16>().ok().filter(|paid| u32::from(*paid) <= self.most_paid());
            *paid = amount.ok_or_else(|| wrong(&format!("a seat pays whole chips, {} at most", self.most_paid())))?;
        }
        for seat in folded.split(',').filter(|_| folded != "-") {
            hand.folded |= 1 << board::seat(seat, seats)?.index();
        }
        let count = |text: &str, most: u32| text.parse::<u8>().ok().filter(|count| u32::from(*count) <= most);
        let left = self.left_in(&hand);
        if left == 0 {
            return Err(wrong("everybody has folded"));
        }
        hand.waiting = count(waiting, left).ok_or_else(|| wrong("who has still to act is not a number of seats"))?;
        hand.raises = count(raises, self.stakes.raises.into())
            .ok_or_else(|| wrong(&format!("there are {} bets in a round at most", self.stakes.raises)))?;
        if mover != "-" {
            hand.mover = board::seat(mover, seats)?.index() as u8;
        }

        // Step 3. All of it fits together.
        let is_in = |seat: usize| hand.folded >> seat & 1 == 0;
        let most = hand.paid.iter().max().copied().unwrap_or(0);
        let are_even = (0..seats).all(|seat| !is_in(seat) || hand.paid[seat] == most);
        let size = hand.holes.iter().map(|hole| hole.count_ones()).collect::<Vec<_>>();
        let is_dealt = size[..seats].iter().all(|count| *count == self.stakes.hole);
        let in_order = size[..seats].windows(2).all(|pair| pair[1] == 0 || pair[0] == self.stakes.hole);
        let only_own = |eye: Player| (0..seats).all(|seat| seat == eye.index() || hand.holes[seat] == 0);
        if !eye.map_or(in_order, only_own) {
            return Err(wrong("cards are dealt to seat 1 first, then to seat 2, and so on"));
        }
        if !is_dealt && eye.is_none() && (Hand { holes: [0; SEATS], ..hand }) != self.first() {
            return Err(wrong("somebody has no cards yet, and something was turned up or done"));
        }
        if (mover == "-") != (hand.waiting == 0) || hand.waiting > 0 && !is_in(hand.mover.into()) {
            return Err(wrong("who is to move has not folded, and nobody is where none has still to act"));
        }
        if hand.waiting == 0 && (hand.raises > 0 || left > 1 && !are_even) {
            return Err(wrong("a round is over when all who are left have paid the same"));
        }
        let common = hand.board.count_ones();
        let is_round = common == 0 || common >= self.stakes.flop;
        if hand.waiting > 0 && (!is_round || left == 1) {
            return Err(wrong("nobody is to act while cards are turned up, or alone"));
        }
        Ok(hand)
    }

    pub(super) fn look_text(&self, look: &Look) -> String {
        match look {
            Look::Own(card) => format!("you hold {card}"),
            Look::Act(Act::Deal(card)) => format!("{card} is turned up"),
            Look::Act(act) => act_text(*act),
            Look::Began(hand) => format!("so far {}", self.written(hand)),
        }
    }

    pub(super) fn read_look(&self, seat: Player, text: &str) -> Result<Look, Problem> {
        if let Some(rest) = text.strip_prefix("so far ") {
            return self.read(rest, Some(seat)).map(Look::Began);
        }
        if let Some(card) = text.strip_prefix("you hold ") {
            return Card::read(card).map(Look::Own);
        }
        if let Some(card) = text.strip_suffix(" is turned up") {
            return Card::read(card).map(|card| Look::Act(Act::Deal(card)));
        }
        let act = WORDS.iter().find(|(_, word)| *word == text);
        act.map(|(act, _)| Look::Act(*act)).ok_or_else(|| {
            Problem::new(format!(
                "`{text}` is nothing a seat sees: `you hold KS`, `QD is turned up`, `so far ...` or a move such as `bet`"
            ))
        })
    }
}
