//! Pictures of a poker table: all of it, or what a seat sees of it.

use super::{Act, Bets, Glance, Hands, LETTERS, Poker};
use outwit_game::{Player, Svg, View};

/// The table with the cards that are face up.
struct Shown {
    cards: [Option<u8>; 2],
    hands: Hands,
    /// Whose eyes these are; nobody's where all is shown.
    eye: Option<Player>,
}

impl Shown {
    fn all(hands: &Hands) -> Shown {
        Shown { cards: hands.cards.map_or([None; 2], |cards| cards.map(Some)), hands: *hands, eye: None }
    }

    fn seen(view: &View<'_, Poker>) -> Shown {
        let mut shown = Shown { cards: [None; 2], hands: Hands::default(), eye: Some(view.seat()) };
        for glance in view.seen() {
            match *glance {
                Glance::Card(card) => shown.cards[view.seat().index()] = Some(card),
                Glance::Act(Act::Turn(card)) => shown.hands.up = Some(card),
                Glance::Act(act) => {
                    let bets = &mut shown.hands.bets[usize::from(shown.hands.up.is_some())];
                    // A view put together elsewhere may tell more than a round has.
                    if usize::from(bets.count) < bets.made.len() {
                        bets.push(act);
                    }
                }
            }
        }
        shown
    }

    fn name(&self, seat: Player) -> String {
        if self.eye == Some(seat) { format!("{seat} (you)") } else { seat.to_string() }
    }

    fn card(&self, seat: Player) -> char {
        self.cards[seat.index()].map_or('?', |card| LETTERS[usize::from(card % 3)])
    }

    /// What a seat has done, round by round.
    fn acts(&self, seat: Player) -> String {
        let round = |bets: &Bets| -> String {
            let own = bets.acts().enumerate().filter(|(place, _)| place % 2 == seat.index());
            own.map(|(_, act)| Poker::act_text(act)).collect::<Vec<_>>().join(" ")
        };
        let [first, second] = [0, 1].map(|place| round(&self.hands.bets[place]));
        if self.hands.up.is_some() { format!("{first} / {second}") } else { first }
    }
}

impl Poker {
    pub(super) fn seat_text(&self, view: &View<'_, Poker>) -> String {
        let shown = Shown::seen(view);
        if shown.cards == [None; 2] && shown.hands == Hands::default() {
            return "not dealt yet".to_string();
        }
        let paid = self.pot_shares(&shown.hands);
        let mut lines: Vec<String> = Player::all(2)
            .map(|seat| {
                let line = format!(
                    "{:<12}  {}  paid {}  {}",
                    shown.name(seat),
                    shown.card(seat),
                    paid[seat.index()],
                    shown.acts(seat)
                );
                line.trim_end().to_string()
            })
            .collect();
        lines.extend(shown.hands.up.map(|card| format!("turned up: {}", LETTERS[usize::from(card % 3)])));
        lines.push(format!("in the pot: {}", paid[0] + paid[1]));
        lines.join("\n")
    }

    pub(super) fn draw_seat(&self, view: &View<'_, Poker>) -> String {
        self.draw(&Shown::seen(view))
    }

    pub(super) fn draw_all(&self, hands: &Hands) -> String {
        self.draw(&Shown::all(hands))
    }

    fn draw(&self, shown: &Shown) -> String {
        const WIDE: f64 = 50.0;
        const TALL: f64 = 72.0;
        let (width, height) = (360.0, 3.0 * TALL + 48.0);
        let mut svg = Svg::new(width, height);
        svg.rect(0.0, 0.0, width, height, "#2f6b4f");
        let draw = |svg: &mut Svg, y: f64, card: Option<u8>, is_there: bool| {
            if !is_there {
                return;
            }
            match card {
                Some(card) => {
                    svg.rect(24.0, y, WIDE, TALL, "#fdfcf7");
                    svg.text(
                        24.0 + WIDE / 2.0,
                        y + TALL / 2.0,
                        34.0,
                        "#222",
                        &LETTERS[usize::from(card % 3)].to_string(),
                    );
                }
                None => {
                    svg.rect(24.0, y, WIDE, TALL, "#fdfcf7");
                    svg.rect(28.0, y + 4.0, WIDE - 8.0, TALL - 8.0, "#2471a3");
                }
            }
        };
        let is_dealt = shown.cards != [None; 2];
        let paid = self.pot_shares(&shown.hands);
        for seat in Player::all(2) {
            // Whoever looks sits below, else seat 1 does.
            let is_below = seat == shown.eye.unwrap_or(Player::FIRST);
            let y = if is_below { 2.0 * TALL + 36.0 } else { 12.0 };
            draw(&mut svg, y, shown.cards[seat.index()], is_dealt);
            svg.label(
                92.0,
                y + TALL * 0.3,
                16.0,
                "#fff",
                &format!("{}: {} paid", shown.name(seat), paid[seat.index()]),
            );
            svg.label(92.0, y + TALL * 0.7, 14.0, "#ffe08a", &shown.acts(seat));
        }
        let y = TALL + 24.0;
        draw(&mut svg, y, shown.hands.up, shown.hands.up.is_some());
        svg.label(92.0, y + TALL / 2.0, 16.0, "#fff", &format!("pot {}", paid[0] + paid[1]));
        svg.finish()
    }

    /// What happened, told to a seat.
    pub(super) fn tell(&self, view: &View<'_, Poker>, since: usize) -> Vec<String> {
        let mut told = Vec::new();
        let mut place = 0;
        for glance in view.seen() {
            told.push(match *glance {
                Glance::Card(card) => format!("you are dealt {}", LETTERS[usize::from(card % 3)]),
                Glance::Act(Act::Turn(card)) => {
                    place = 0;
                    format!("{} is turned up", LETTERS[usize::from(card % 3)])
                }
                Glance::Act(act) => {
                    let seat = Player::new(place % 2);
                    place += 1;
                    let word = Poker::act_text(act);
                    if seat == view.seat() { format!("you {word}") } else { format!("{seat} {word}s") }
                }
            });
        }
        told.split_off(since.min(told.len()))
    }
}
