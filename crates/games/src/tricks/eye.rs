//! A card table as one seat sees it: its own hand, what lies on the table, who played what, and what everybody has taken.

use super::cards::{Card, SORTED, each, hand_text, list_text, suit};
use super::picture::suit_name;
use super::{PASSED, Position, Rules, SEATS, Sight, TrickGame};
use outwit_game::{Game, Player};

/// What a seat of a hidden hand knows of the table, from what it has seen alone.
pub(super) struct Eye {
    own: Player,
    /// The position, the others' hands empty.
    pub(super) shown: Position,
    /// Tricks each seat has taken, if the seat was there from the first.
    tricks: Option<[u8; SEATS]>,
    /// The last trick that is over, in words.
    last: Option<String>,
    /// What was passed away and what came for it.
    exchange: Option<(u64, u64)>,
    /// What happened, a line an observation.
    told: Vec<String>,
}

impl Eye {
    fn name(&self, seat: usize) -> String {
        if seat == self.own.index() { "you".to_string() } else { Player::new(seat).to_string() }
    }

    /// `you play`, `seat 2 plays`.
    fn does(&self, seat: usize, verb: &str) -> String {
        let s = if seat == self.own.index() { "" } else { "s" };
        format!("{} {verb}{s}", self.name(seat))
    }
}

/// So many of something: `1 trick`, `2 tricks`.
pub(super) fn counted(count: i64, things: &str) -> String {
    format!("{count} {}", if count == 1 { things.trim_end_matches('s') } else { things })
}

impl<R: Rules> TrickGame<R> {
    /// What a seat knows after what it has seen; `None` if that cannot be, as in a view put together elsewhere.
    pub(super) fn eye(&self, own: Player, seen: &[Sight]) -> Option<Eye> {
        let (Sight::Look { shown, .. }, rest) = seen.split_first()? else { return None };
        let is_new = shown.left + shown.played == self.full && shown.played == 0;
        let mut eye = Eye {
            own,
            shown: *shown,
            tricks: is_new.then_some([0; SEATS]),
            last: None,
            exchange: None,
            told: vec![format!("you hold {}", spoken_hand(shown.hand(own)))],
        };
        for sight in rest {
            let words = match *sight {
                Sight::Look { .. } => return None,
                Sight::Card(card) if eye.shown.to_pass > 0 => {
                    eye.shown.passed |= card.bit();
                    let to = self.seat_after(own.index() as u8, self.setup.pass_to as u8);
                    format!("you pass {card} to {}", Player::new(to))
                }
                Sight::Card(card) => self.see_card(&mut eye, card)?,
                Sight::Passed { own: choice, got, leader } => {
                    let given = eye.shown.passed | choice.map_or(0, Card::bit);
                    let hand = &mut eye.shown.hands[own.index()];
                    *hand = *hand & !given | got;
                    (eye.shown.passed, eye.shown.to_pass, eye.shown.leader) = (0, 0, leader);
                    eye.exchange = Some((given, got));
                    let from = self.seat_after(own.index() as u8, (self.setup.seats - self.setup.pass_to) as u8);
                    let (got, leads) = (list_text(each(got)), eye.does(leader.into(), "lead"));
                    format!("{} passes you {got}; {leads}", Player::new(from))
                }
            };
            eye.told.push(words);
        }
        Some(eye)
    }

    fn see_card(&self, eye: &mut Eye, card: Card) -> Option<String> {
        if eye.shown.left == 0 {
            return None;
        }
        let (before, mover) = (eye.shown, self.mover(&eye.shown));
        self.play(&mut eye.shown, card);
        let mut words = format!("{} {card}", eye.does(mover, "play"));
        if eye.shown.played == 0 {
            let winner = usize::from(eye.shown.leader);
            let worth = eye.shown.scores[winner] - before.scores[winner];
            if let Some(tricks) = &mut eye.tricks {
                tricks[winner] += 1;
            }
            let worth =
                if R::SCORED == "tricks" { String::new() } else { format!(": {}", counted(worth.into(), R::SCORED)) };
            words += &format!("; {} the trick{worth}", eye.does(winner, "take"));
            let cards = before.trick().chain([card]).enumerate();
            let cards: Vec<String> = cards
                .map(|(place, card)| format!("{} {card}", eye.name(self.seat_after(before.leader, place as u8))))
                .collect();
            eye.last = Some(format!("{}; {} it{worth}", cards.join(", "), eye.does(winner, "take")));
        }
        Some(words)
    }

    pub(super) fn eye_text(&self, eye: &Eye, is_to_move: bool) -> String {
        let position = &eye.shown;
        let mut lines = Vec::new();
        for seat in Player::all(self.setup.seats) {
            let you = if seat == eye.own { " (you)" } else { "" };
            let tricks = match eye.tricks {
                Some(tricks) if R::SCORED != "tricks" => {
                    format!("  {:>9}", counted(tricks[seat.index()].into(), "tricks"))
                }
                _ => String::new(),
            };
            let score = position.scores[seat.index()];
            let place = (seat.index() + self.setup.seats - usize::from(position.leader)) % self.setup.seats;
            let played = match position.trick().nth(place) {
                Some(card) if position.to_pass == 0 && place == 0 => format!("  led {card}"),
                Some(card) if position.to_pass == 0 => format!("  played {card}"),
                _ if position.to_pass == 0 && self.turn(position).player() == Some(seat) => "  to play".to_string(),
                _ => String::new(),
            };
            let score = counted(score.into(), R::SCORED);
            let line = format!("{:<12}{tricks}  {score:>9}{played}", format!("{seat}{you}"));
            lines.push(line);
        }
        if let Some((given, got)) = eye.exchange.filter(|_| self.is_first_trick(position)) {
            lines.push(format!("you passed {} and got {}", list_text(each(given)), list_text(each(got))));
        }
        if let Some(last) = &eye.last {
            lines.push(format!("last trick: {last}"));
        }
        if position.to_pass > 0 {
            let to = Player::new(self.seat_after(eye.own.index() as u8, self.setup.pass_to as u8));
            let chosen = position.passed.count_ones();
            let left = u32::from(PASSED).saturating_sub(chosen);
            let aside =
                if chosen > 0 { format!("; set aside: {}", list_text(each(position.passed))) } else { String::new() };
            let wait = if is_to_move || left == 0 { "" } else { " when it is your turn" };
            lines.push(format!("choose {left} more to pass to {to}{wait}{aside}"));
        } else if self.rules.breaking() & self.pack != 0 && position.left > 0 {
            let what = if R::TRUMPS != 0 { "spades" } else { "hearts" };
            lines.push(format!("{what} are {}broken", if position.broken { "" } else { "not " }));
        }
        lines.push(format!("your hand: {}", spoken_hand(position.hand(eye.own) & !position.passed)));
        lines.join("\n")
    }

    /// What a seat has seen since, in words.
    pub(super) fn tell(&self, own: Player, seen: &[Sight], since: usize) -> Option<Vec<String>> {
        let mut told = self.eye(own, seen)?.told;
        Some(told.split_off(since.min(told.len())))
    }
}

/// A hand sorted by suit, the highest first: `S AK2  H -  D T9  C 3`.
fn spoken_hand(cards: u64) -> String {
    if cards == 0 {
        return "no cards".to_string();
    }
    let text = hand_text(cards);
    let suits: Vec<String> = SORTED
        .into_iter()
        .zip(text.split('.'))
        .map(|(wanted, ranks)| format!("{} {}", suit_name(wanted), if cards & suit(wanted) == 0 { "-" } else { ranks }))
        .collect();
    suits.join("  ")
}
