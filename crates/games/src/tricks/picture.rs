//! Pictures of a card table.

use super::cards::{Card, SORTED, each, suit};
use super::eye::counted;
use super::{Position, Rules, TrickGame};
use crate::board;
use outwit_game::{Game, Player, Svg, Turn};

const NAMES: [char; 4] = ['C', 'D', 'H', 'S'];
/// The letter of a suit.
pub(super) fn suit_name(suit: u32) -> char {
    NAMES[suit as usize & 3]
}

impl<R: Rules> TrickGame<R> {
    fn status(&self, position: &Position) -> String {
        let leader = Player::new(position.leader.into());
        let broken = if position.broken { "broken" } else { "not broken" };
        match self.turn(position) {
            Turn::Over => "all cards are played".to_string(),
            _ if position.to_pass > 0 => format!("cards are passed, {} still to be chosen", position.to_pass),
            _ if position.played == 0 => format!("{leader} leads; {broken}"),
            _ => {
                let cards: Vec<String> = position.trick().map(|card| card.to_string()).collect();
                format!("{leader} led: {}; {broken}", cards.join(" "))
            }
        }
    }

    pub(super) fn draw_text(&self, position: &Position) -> String {
        let mut lines = Vec::new();
        let is_over = self.turn(position).is_over();
        for seat in Player::all(self.setup.seats) {
            let score = position.scores[seat.index()];
            if is_over {
                lines.push(format!("  {seat}  {}", counted(score.into(), R::SCORED)));
                continue;
            }
            let suits = SORTED.map(|wanted| {
                let mut ranks: Vec<String> = self
                    .cards_of(position, seat, wanted)
                    .map(|(card, is_aside)| format!("{}{}", card.rank_letter(), if is_aside { "'" } else { "" }))
                    .collect();
                ranks.reverse();
                format!("{} {:<8}", NAMES[wanted as usize], if ranks.is_empty() { "-".into() } else { ranks.concat() })
            });
            let mark = if self.turn(position) == Turn::Of(seat) { '>' } else { ' ' };
            lines.push(format!("{mark} {seat}  {} {score} {}", suits.join(" "), R::SCORED));
        }
        lines.push(self.status(position));
        lines.join("\n")
    }

    fn cards_of(&self, position: &Position, seat: Player, wanted: u32) -> impl Iterator<Item = (Card, bool)> {
        let aside = position.passed;
        each(position.hand(seat) & suit(wanted)).map(move |card| (card, aside & card.bit() != 0))
    }

    /// How many cards a seat holds, by the cards that are left: its hand need not be known.
    fn hand_size(&self, position: &Position, seat: Player) -> usize {
        let seats = self.setup.seats;
        let steps = (seat.index() + seats - usize::from(position.leader)) % seats;
        let has_played = position.to_pass == 0 && steps < usize::from(position.played);
        usize::from(position.left + position.played) / seats - usize::from(has_played)
    }

    /// The table; with an eye, as that seat sees it: the others' cards face down.
    pub(super) fn draw_svg(&self, position: &Position, eye: Option<Player>) -> String {
        const WIDE: f64 = board::CARD.0;
        const TALL: f64 = board::CARD.1;
        const LEFT: f64 = 120.0;
        const TRICK: f64 = 60.0;
        let width = LEFT + (self.setup.cards + 3) as f64 * (WIDE + 2.0);
        let height = self.setup.seats as f64 * (TALL + 12.0) + TRICK;
        let mut svg = Svg::new(width, height);
        svg.rect(0.0, 0.0, width, height, "#2f6b4f");
        let draw = |svg: &mut Svg, x: f64, y: f64, card: Card| {
            board::card(svg, (x, y), card.rank_letter(), card.suit() as usize, "#fdfcf7");
        };
        for seat in Player::all(self.setup.seats) {
            let y = 6.0 + seat.index() as f64 * (TALL + 12.0);
            let fill = if self.turn(position) == Turn::Of(seat) { "#ffe08a" } else { "#fff" };
            svg.text(LEFT / 2.0, y + TALL * 0.3, 15.0, fill, &seat.to_string());
            let score = format!("{} {}", position.scores[seat.index()], R::SCORED);
            svg.text(LEFT / 2.0, y + TALL * 0.75, 13.0, "#fff", &score);
            let mut x = LEFT;
            if eye.is_some_and(|eye| eye != seat) {
                for _ in 0..self.hand_size(position, seat) {
                    svg.rect(x, y, WIDE, TALL, "#fdfcf7");
                    svg.rect(x + 3.0, y + 3.0, WIDE - 6.0, TALL - 6.0, "#2471a3");
                    x += WIDE + 2.0;
                }
                continue;
            }
            for wanted in SORTED {
                let mut cards: Vec<(Card, bool)> = self.cards_of(position, seat, wanted).collect();
                cards.reverse();
                for (card, is_aside) in cards {
                    // A card that is set aside stands out of the row.
                    let y = if is_aside { y - 6.0 } else { y };
                    draw(&mut svg, x, y, card);
                    svg.place(&card.to_string(), x, y, WIDE, TALL);
                    x += WIDE + 2.0;
                }
                x += 6.0;
            }
        }
        let y = height - TRICK + 8.0;
        svg.text(LEFT / 2.0, y + TALL / 2.0, 14.0, "#fff", "trick");
        for (place, card) in position.trick().enumerate() {
            let x = LEFT + place as f64 * (WIDE + 44.0);
            draw(&mut svg, x, y, card);
            let seat = Player::new(self.seat_after(position.leader, place as u8));
            svg.text(x + WIDE + 18.0, y + TALL / 2.0, 11.0, "#fff", &seat.to_string());
        }
        svg.finish()
    }
}
