#![doc = include_str!("../../rules/tricks.md")]
//!
//! [`sample`](Game::sample) gives every position of the hidden cards that agrees with all of that the same chance, by
//! counting: suits shown to be out, and what else a legal play gives away, are respected.

pub mod cards;
mod eye;
mod picture;
mod position;
mod rules;
pub(crate) mod sight;
pub mod strength;
mod text;
mod worlds;

use cards::{Card, each, pack, suit};
use outwit_game::{Facts, Game, Payoffs, Player, Problem, Rng, Turn, View, text_svg};
pub use position::Position;
pub use rules::{Rules, Setup};
use std::fmt::Debug;
pub use text::Sight;

/// The most seats at a card table.
pub const SEATS: usize = 4;
/// How many cards a seat passes.
pub const PASSED: u8 = 3;

/// A trick game.
#[derive(Clone, Copy, Debug)]
pub struct TrickGame<R> {
    rules: R,
    setup: Setup,
    pack: u64,
    /// All that can be scored in a hand.
    stake: u32,
    /// The cards of all full hands.
    full: u8,
}

impl<R: Rules> TrickGame<R> {
    /// The game at such a table.
    pub fn new(rules: R, setup: Setup) -> Result<TrickGame<R>, Problem> {
        let Setup { seats, cards, pass_to, .. } = setup;
        if !(3..=SEATS).contains(&seats) {
            return Err(Problem::new(format!("there are 3 or 4 seats at a card table, not {seats}")));
        }
        if cards == 0 || cards * seats > 52 {
            let most = 52 / seats;
            return Err(Problem::new(format!("with {seats} seats a hand has 1 to {most} cards, not {cards}")));
        }
        if pass_to >= seats {
            return Err(Problem::new(format!("with {seats} seats nobody sits {pass_to} seats on")));
        }
        if pass_to > 0 && cards < PASSED.into() {
            return Err(Problem::new(format!("a hand of {cards} cards is too small to pass {PASSED}")));
        }
        let pack = pack(cards * seats);
        let stake = rules.at_stake(pack, cards as u32);
        Ok(TrickGame { rules, setup, pack, stake, full: (cards * seats) as u8 })
    }

    /// The rules.
    #[inline]
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// The table.
    #[inline]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// All that can be scored in a hand: points of the pack, or tricks.
    #[inline]
    pub fn stake(&self) -> u32 {
        self.stake
    }

    /// What is still to be scored, that of the trick on the table included.
    #[inline]
    pub fn left_at_stake(&self, position: &Position) -> u32 {
        let [a, b, c, d] = position.scores;
        self.stake - (u32::from(a) + u32::from(b) + u32::from(c) + u32::from(d))
    }

    #[inline]
    fn mover(&self, position: &Position) -> usize {
        if position.to_pass > 0 {
            return usize::from((PASSED * self.setup.seats as u8 - position.to_pass) / PASSED);
        }
        self.seat_after(position.leader, position.played)
    }

    #[inline]
    fn seat_after(&self, seat: u8, steps: u8) -> usize {
        let on = usize::from(seat) + usize::from(steps);
        if on >= self.setup.seats { on - self.setup.seats } else { on }
    }

    #[inline]
    fn is_first_trick(&self, position: &Position) -> bool {
        position.left + position.played == self.full
    }

    /// Which cards of a hand, held by the mover, may be played.
    #[inline]
    pub(crate) fn legal(&self, position: &Position, hand: u64) -> u64 {
        if position.to_pass > 0 {
            return hand & !position.passed;
        }
        let is_first = self.is_first_trick(position);
        if position.played == 0 {
            if is_first && let Some(opening) = self.rules.opening(self.pack) {
                return hand & opening.bit();
            }
            return self.rules.leads(hand, position.broken);
        }
        let follow = hand & suit(u32::from(position.trick[0] >> 4));
        if follow != 0 { follow } else { self.rules.discards(hand, is_first) }
    }

    #[inline]
    fn legal_moves(&self, position: &Position) -> u64 {
        self.legal(position, position.hands[self.mover(position)])
    }

    /// How high a card stands in a trick: trumps are of the last suit, and what neither follows nor trumps is nothing.
    #[inline]
    fn standing(led: u8, card: u8) -> u8 {
        let counts = card >> 4 == led >> 4 || R::TRUMPS >> card & 1 == 1;
        if counts { card + 1 } else { 0 }
    }

    /// The place in the trick of the card that wins it so far.
    #[inline]
    fn winning(&self, position: &Position) -> u8 {
        let led = position.trick[0];
        let (mut best, mut highest) = (0, led + 1);
        for place in 1..position.played {
            let standing = Self::standing(led, position.trick[usize::from(place)]);
            if standing > highest {
                (best, highest) = (place, standing);
            }
        }
        best
    }

    #[inline]
    fn winning_card(&self, position: &Position) -> Option<Card> {
        let place = usize::from(self.winning(position));
        (position.played > 0).then(|| Card::from_index(position.trick[place].into()))
    }

    /// Who would take the trick on the table as it lies, and how much of it is there: the share that an evaluation in the
    /// middle of a trick counts as taken.
    #[inline]
    pub(crate) fn trick_so_far(&self, position: &Position) -> Option<(usize, f64)> {
        (position.played > 0).then(|| {
            let winner = self.seat_after(position.leader, self.winning(position));
            (winner, f64::from(position.played) / self.setup.seats as f64)
        })
    }

    #[inline]
    fn take_trick(&self, position: &mut Position) {
        let winner = self.seat_after(position.leader, self.winning(position));
        position.scores[winner] += self.rules.worth(position.trick_cards());
        position.trick = [0; SEATS];
        position.played = 0;
        position.leader = winner as u8;
    }

    /// One more card set aside; after the last, all change hands.
    #[inline]
    fn set_aside(&self, position: &mut Position, card: Card) {
        position.passed |= card.bit();
        position.to_pass -= 1;
        if position.to_pass == 0 {
            let given = position.hands.map(|hand| hand & position.passed);
            for (seat, given) in given.into_iter().enumerate().take(self.setup.seats) {
                let to = self.seat_after(seat as u8, self.setup.pass_to as u8);
                position.hands[seat] &= !given;
                position.hands[to] |= given;
            }
            position.passed = 0;
            self.seat_leader(position, 0);
        }
    }

    /// Who leads the first trick: who holds the card that must be led, else `drawn`.
    #[inline]
    fn seat_leader(&self, position: &mut Position, drawn: u8) {
        let holder = self
            .rules
            .opening(self.pack)
            .and_then(|card| position.hands.iter().position(|hand| hand & card.bit() != 0).map(|seat| seat as u8));
        position.leader = holder.unwrap_or(drawn);
    }

    /// Whether somebody has played a card that may not be led before one of its like.
    fn is_broken(&self, held: u64) -> bool {
        held & self.rules.breaking() != self.pack & self.rules.breaking()
    }
}

impl<R: Rules> Game for TrickGame<R> {
    type State = Position;
    type Move = Card;
    type Seen = Sight;

    #[inline]
    fn players(&self) -> usize {
        self.setup.seats
    }

    fn facts(&self) -> Facts {
        let (lowest, highest, sum) = self.rules.range(self.stake, self.setup.seats);
        Facts {
            lowest,
            highest,
            sum,
            chance: false,
            draws: false,
            hidden: !self.setup.open,
            cyclic: false,
            positions: self.about_positions(),
        }
    }

    fn start(&self, rng: &mut Rng) -> Position {
        let Setup { seats, cards, pass_to, leader_is_drawn, .. } = self.setup;
        let mut order = [0; 52];
        let mut total = 0;
        for card in each(self.pack) {
            order[total] = card.index();
            total += 1;
        }
        rng.shuffle(&mut order[..total]);
        let mut hands = [0; SEATS];
        for (place, &card) in order[..total].iter().enumerate() {
            hands[place / cards] |= 1 << card;
        }
        let mut position = Position {
            hands,
            passed: 0,
            to_pass: if pass_to > 0 { PASSED * seats as u8 } else { 0 },
            trick: [0; SEATS],
            leader: 0,
            scores: [0; SEATS],
            played: 0,
            left: self.full,
            broken: false,
        };
        if pass_to == 0 {
            let drawn = if leader_is_drawn { rng.index(seats) as u8 } else { 0 };
            self.seat_leader(&mut position, drawn);
        }
        position
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        if position.left == 0 { Turn::Over } else { Turn::Of(Player::new(self.mover(position))) }
    }

    #[inline]
    fn moves(&self, position: &Position, out: &mut Vec<Card>) {
        let mut legal = self.legal_moves(position);
        // A bound that is known beforehand spares asking for room card by card.
        out.reserve(legal.count_ones() as usize);
        while legal != 0 {
            out.push(Card::from_index(legal.trailing_zeros()));
            legal &= legal - 1;
        }
    }

    #[inline]
    fn play(&self, position: &mut Position, card: Card) {
        if position.to_pass > 0 {
            return self.set_aside(position, card);
        }
        let mover = self.mover(position);
        let bit = card.bit();
        position.hands[mover] &= !bit;
        position.left -= 1;
        position.broken |= bit & self.rules.breaking() != 0;
        position.trick[usize::from(position.played) % SEATS] = card.index();
        position.played += 1;
        if usize::from(position.played) == self.setup.seats {
            self.take_trick(position);
        }
    }

    #[inline]
    fn payoffs(&self, position: &Position) -> Payoffs {
        self.rules.payoffs(&position.scores[..self.setup.seats])
    }

    #[inline]
    fn random_move(&self, position: &Position, rng: &mut Rng, _scratch: &mut Vec<Card>) -> Card {
        let mut legal = self.legal_moves(position);
        for _ in 0..rng.below(legal.count_ones().into()) {
            legal &= legal - 1;
        }
        Card::from_index(legal.trailing_zeros())
    }

    fn move_text(&self, _position: &Position, card: Card) -> String {
        card.to_string()
    }

    fn position_text(&self, position: &Position) -> String {
        self.write_position(position)
    }

    fn read_position(&self, text: &str) -> Result<Position, Problem> {
        self.parse_position(text)
    }

    fn picture(&self, position: &Position) -> String {
        self.draw_text(position)
    }

    fn svg(&self, position: &Position) -> String {
        self.draw_svg(position, None)
    }

    fn places(&self, _position: &Position, card: Card) -> Vec<String> {
        vec![card.to_string()]
    }

    fn seat_picture(&self, view: &View<'_, Self>) -> String {
        match (view.state(), self.eye(view.seat(), view.seen())) {
            (Some(position), _) => self.draw_text(position),
            (None, Some(eye)) => self.eye_text(&eye, !view.moves().is_empty()),
            // What cannot have been seen is told as it was told.
            _ => view.seen().iter().map(|seen| self.sight_text(seen)).collect::<Vec<_>>().join("\n"),
        }
    }

    fn seat_svg(&self, view: &View<'_, Self>) -> String {
        match (view.state(), self.eye(view.seat(), view.seen())) {
            (Some(position), _) => self.draw_svg(position, None),
            (None, Some(eye)) => self.draw_svg(&eye.shown, Some(view.seat())),
            _ => text_svg(&self.seat_picture(view)),
        }
    }

    fn events(&self, view: &View<'_, Self>, since: usize) -> Vec<String> {
        self.tell(view.seat(), view.seen(), since).unwrap_or_default()
    }

    fn first_look(&self, start: &Position, seat: Player) -> Option<Sight> {
        (!self.setup.open).then(|| self.look(start, seat))
    }

    #[inline]
    fn observe(&self, before: &Position, card: Card, after: &Position, seat: Player) -> Option<Sight> {
        if self.setup.open || before.to_pass == 0 {
            return Some(Sight::Card(card));
        }
        let own = (self.mover(before) == seat.index()).then_some(card);
        if after.to_pass > 0 {
            return own.map(Sight::Card);
        }
        let got = after.hands[seat.index()] & !before.hands[seat.index()];
        Some(Sight::Passed { own, got, leader: after.leader })
    }

    fn seen_text(&self, seen: &Sight) -> String {
        self.sight_text(seen)
    }

    fn read_seen(&self, seat: Player, text: &str) -> Result<Sight, Problem> {
        self.read_sight(seat, text)
    }

    fn sample(&self, view: &View<'_, Self>, rng: &mut Rng) -> Option<Position> {
        match view.state() {
            Some(&position) => Some(position),
            None => self.draw_world(view.seat(), view.seen(), rng),
        }
    }

    fn hidden_from(&self, position: &Position, seat: Player, out: &mut Vec<(String, String)>) {
        let others = Player::all(self.setup.seats).filter(|&other| other != seat && !self.setup.open);
        for other in others {
            out.extend(each(position.hands[other.index()]).map(|card| (card.to_string(), other.to_string())));
        }
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        let Position { hands, passed, to_pass, trick, leader, scores, .. } = *position;
        // What is left out follows from what is here.
        let table = u64::from(u32::from_le_bytes(trick)) << 32 | u64::from(u32::from_le_bytes(scores));
        let turn = u64::from(leader) << 16 | u64::from(position.played) << 8 | u64::from(to_pass);
        hands.into_iter().chain([passed, table]).fold(turn, Rng::hash)
    }

    #[inline]
    fn payoff_bounds(&self, position: &Position, seat: Player) -> (f64, f64) {
        let scores = &position.scores[..self.setup.seats];
        self.rules.bounds(scores, seat.index(), self.left_at_stake(position))
    }

    /// Two cards of a hand in one suit are the same card under two names when every card between them is the hand's own or
    /// out of the game. Of the trick only the card that wins it so far can still be passed over.
    #[inline]
    fn equivalent_moves(&self, position: &Position, moves: &[Card], out: &mut Vec<usize>) -> bool {
        if position.to_pass > 0 {
            return false;
        }
        let own = position.hands[self.mover(position)];
        let between = (position.held() & !own) | self.winning_card(position).map_or(0, Card::bit);
        let (mut plain, mut special) = (None, None);
        let mut before: Option<Card> = None;
        for (place, &card) in moves.iter().enumerate() {
            let joined = before.is_some_and(|before| {
                let passed_over = (card.bit() - 1) & !(before.bit() - 1);
                before < card && before.suit() == card.suit() && passed_over & between == 0
            });
            if !joined {
                (plain, special) = (None, None);
            }
            let first = if self.rules.is_special(card) { &mut special } else { &mut plain };
            out.push(*first.get_or_insert(place));
            before = Some(card);
        }
        true
    }

    #[inline]
    fn look_ahead(&self, position: &Position, depth: u32) -> u32 {
        let seats = self.setup.seats as u32;
        let to_pass = u32::from(position.to_pass);
        // Nothing may be looked at, or passing takes all the plies there are.
        if depth == 0 || depth < to_pass {
            return depth;
        }
        let trick = seats - u32::from(position.played);
        let tricks = to_pass + trick + (depth - to_pass).saturating_sub(trick) / seats * seats;
        // A search that cannot reach the end of a trick after passing stops where passing ends.
        let plies = if to_pass > 0 && depth < to_pass + trick { to_pass } else { tricks };
        plies.min(to_pass + u32::from(position.left))
    }

    #[inline]
    fn order_hint(&self, position: &Position, card: Card) -> i32 {
        if position.to_pass > 0 { 0 } else { self.rules.order_hint(card, self.winning_card(position)) }
    }
}

impl<R: Rules> TrickGame<R> {
    /// About how many positions one deal leads to: any cards of each hand gone, as many of each.
    fn about_positions(&self) -> f64 {
        let Setup { seats, cards, pass_to, .. } = self.setup;
        let hands = |gone: u32| strength::binomial(cards as u32, gone) as f64;
        let power = |x: f64| (0..seats).fold(1.0, |product, _| product * x);
        let positions: f64 = (0..=cards as u32).map(|gone| power(hands(gone))).sum();
        let passes = if pass_to > 0 { power(hands(PASSED.into())) } else { 1.0 };
        positions * passes * (seats * seats) as f64
    }
}
