//! Pictures of the table: all of it, or what a seat sees of it.

use super::text::act_text;
use super::{Act, Hand, Holdem, Look, strength};
use crate::board;
use crate::tricks::cards::{Card, each};
use outwit_game::{Player, Svg, View, text_width};

/// Cards by rank, the highest first.
fn sorted(cards: u64) -> Vec<Card> {
    let mut cards: Vec<Card> = each(cards).collect();
    cards.sort_by_key(|card| std::cmp::Reverse((card.rank(), card.suit())));
    cards
}

fn spaced(cards: u64) -> String {
    sorted(cards).iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}

impl Holdem {
    /// What is known of a seat's cards: face down those of the others.
    fn cards_of(&self, hand: &Hand, seat: usize, eye: Option<Player>) -> String {
        match (hand.holes[seat], eye) {
            (0, Some(eye)) if eye.index() != seat => vec!["??"; self.stakes.hole as usize].join(" "),
            (0, _) => "-".to_string(),
            (cards, _) => spaced(cards),
        }
    }

    fn is_dealer(&self, seat: usize) -> bool {
        let first = self.stakes.seats == 2 && self.stakes.blinds[1] > 0;
        seat == if first { 0 } else { self.stakes.seats - 1 }
    }

    fn status(&self, hand: &Hand) -> String {
        let pot = self.pot(hand);
        if hand.waiting == 0 {
            return format!("pot {pot}");
        }
        let call = match self.call_price(hand) {
            0 => "nothing to call".to_string(),
            chips => format!("{chips} to call"),
        };
        format!("pot {pot}, {call}, bets of {}", self.bet_size(self.round(hand)))
    }

    pub(super) fn lines(&self, hand: &Hand, eye: Option<Player>) -> String {
        let wide = 3 * self.stakes.hole as usize - 1;
        let mut lines = Vec::new();
        for seat in Player::all(self.stakes.seats) {
            let at = seat.index();
            let mark = if hand.waiting > 0 && usize::from(hand.mover) == at { '>' } else { ' ' };
            let cards = self.cards_of(hand, at, eye);
            let holds = match hand.holes[at] {
                0 => String::new(),
                cards => strength(cards | hand.board).words(),
            };
            let name = if eye == Some(seat) { format!("{seat} (you)") } else { seat.to_string() };
            let role = match (self.is_in(hand, at), self.is_dealer(at)) {
                (false, _) => "folded",
                (_, true) => "dealer",
                _ => "",
            };
            let line = format!("{mark} {name:<12}  {cards:<wide$}  paid {:<4} {role:<6}  {holds}", hand.paid[at]);
            lines.push(line.trim_end().to_string());
        }
        let common = if hand.board == 0 { "none yet".to_string() } else { spaced(hand.board) };
        lines.push(format!("  common cards: {common}"));
        lines.push(format!("  {}", self.status(hand)));
        lines.join("\n")
    }

    pub(super) fn draw_table(&self, hand: &Hand, eye: Option<Player>) -> String {
        const WIDE: f64 = board::CARD.0 + 4.0;
        const TALL: f64 = board::CARD.1 + 14.0;
        const LEFT: f64 = 96.0;
        let seats = self.stakes.seats;
        let (width, height) = (420.0, (seats + 2) as f64 * TALL + 10.0);
        let mut svg = Svg::new(width, height);
        svg.rect(0.0, 0.0, width, height, "#2f6b4f");
        let draw = |svg: &mut Svg, x: f64, y: f64, card: Card| {
            board::card(svg, (x, y), card.rank_letter(), card.suit() as usize, "#fdfcf7");
        };
        for seat in Player::all(seats) {
            let at = seat.index();
            let y = 8.0 + at as f64 * TALL;
            let is_mover = hand.waiting > 0 && usize::from(hand.mover) == at;
            let name = if eye == Some(seat) { format!("{seat}: you") } else { seat.to_string() };
            svg.label(8.0, y + 12.0, 14.0, if is_mover { "#ffe08a" } else { "#fff" }, &name);
            svg.label(8.0, y + 31.0, 13.0, "#fff", &format!("paid {}", hand.paid[at]));
            let is_face_down = hand.holes[at] == 0 && eye.is_some_and(|eye| eye != seat);
            for place in (0..self.stakes.hole).filter(|_| is_face_down) {
                let x = LEFT + f64::from(place) * WIDE;
                svg.rect(x, y, board::CARD.0, board::CARD.1, "#fdfcf7");
                svg.rect(x + 3.0, y + 3.0, board::CARD.0 - 6.0, board::CARD.1 - 6.0, "#2471a3");
            }
            for (place, card) in sorted(hand.holes[at]).into_iter().enumerate() {
                draw(&mut svg, LEFT + place as f64 * WIDE, y, card);
            }
            let holds = if hand.holes[at] == 0 { String::new() } else { strength(hand.holes[at] | hand.board).words() };
            let x = LEFT + f64::from(self.stakes.hole) * WIDE + 8.0;
            svg.label(x, y + 12.0, 13.0, "#fff", &holds);
            let role = match (self.is_in(hand, at), self.is_dealer(at)) {
                (false, _) => "folded",
                (_, true) => "dealer",
                _ => "",
            };
            svg.label(x, y + 31.0, 13.0, "#ffe08a", role);
        }
        let y = 8.0 + seats as f64 * TALL;
        svg.label(8.0, y + 20.0, 14.0, "#fff", "common");
        for (place, card) in sorted(hand.board).into_iter().enumerate() {
            draw(&mut svg, LEFT + place as f64 * WIDE, y, card);
        }
        // As large as fits beside five cards.
        let status = self.status(hand);
        let size = (13.0 * 185.0 / text_width(&status, 13.0)).min(13.0);
        svg.label(LEFT + 5.0 * WIDE + 8.0, y + 20.0, (10.0 * size).floor() / 10.0, "#fff", &status);
        let y = y + TALL;
        for (place, act) in self.acts(hand).enumerate() {
            let x = LEFT + 90.0 * place as f64;
            svg.rect(x, y, 80.0, 28.0, "#e8e0c8");
            svg.text(x + 40.0, y + 14.0, 14.0, "#222", &act_text(act));
            svg.place(&act_text(act), x, y, 80.0, 28.0);
        }
        svg.finish()
    }

    /// What happened, told to a seat.
    pub(super) fn tell(&self, view: &View<'_, Holdem>, since: usize) -> Vec<String> {
        let mut hand = self.first();
        let mut told = Vec::new();
        for look in view.seen() {
            let before = hand;
            self.note(&mut hand, view.seat(), *look);
            told.push(match *look {
                Look::Own(card) => format!("you are dealt {card}"),
                Look::Began(_) => "the hand had begun".to_string(),
                Look::Act(Act::Deal(card)) => format!("{card} is turned up"),
                Look::Act(act) => {
                    let mover = Player::new(before.mover.into());
                    let word = act_text(act);
                    let does = if mover == view.seat() { format!("you {word}") } else { format!("{mover} {word}s") };
                    match act {
                        Act::Bet | Act::Raise | Act::Call => {
                            let chips = hand.paid[mover.index()] - before.paid[mover.index()];
                            format!("{does} and pay{} {chips}", if mover == view.seat() { "" } else { "s" })
                        }
                        _ => does,
                    }
                }
            });
        }
        told.split_off(since.min(told.len()))
    }
}
