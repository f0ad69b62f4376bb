#![doc = include_str!("../../rules/holdem.md")]

mod betting;
mod picture;
mod strength;
mod text;

pub use strength::{Class, Strength, strength};

use crate::catalog::GameEntry;
use crate::tricks::cards::{Card, LANE, each, some_of};
use crate::tricks::strength::binomial;
use outwit_game::{
    AnyGame, Blind, Evaluated, Evaluation, Facts, Game, Key, MoveCode, NamedEvaluation, Payoffs, Player, Problem, Rng,
    Turn, View, find_move, keys,
};

/// The most seats.
const SEATS: usize = 6;
const MOST_CHIPS: i64 = 1000;

const PLAYERS: Key<usize> = Key::integer("seats", "2", 2, SEATS as i64, "how many play");
const RANKS: Key<u32> = Key::integer("ranks", "13", 2, 13, "ranks of the pack, the highest");
const SUITS: Key<u32> = Key::integer("suits", "4", 1, 4, "suits of the pack");
const HOLE: Key<u32> = Key::integer("hole", "2", 1, 2, "cards of a seat");
const FLOP: Key<u32> = Key::integer("flop", "3", 1, 3, "cards of the flop");
const ROUNDS: Key<u32> = Key::integer("rounds", "4", 1, 4, "rounds of betting");
const SMALL: Key<u16> = Key::integer("small", "1", 0, MOST_CHIPS, "the small blind");
const BIG: Key<u16> = Key::integer("big", "2", 0, MOST_CHIPS, "the big blind");
const ANTE: Key<u16> = Key::integer("ante", "0", 0, MOST_CHIPS, "what every seat pays first");
const BET: Key<u16> = Key::integer("bet", "2", 1, MOST_CHIPS, "a bet or raise in the first half of the rounds");
const LATE: Key<u16> = Key::integer("late", "4", 1, MOST_CHIPS, "a bet or raise in the second half of the rounds");
const RAISES: Key<u8> = Key::integer("raises", "4", 1, 4, "bets and raises in a round; the big blind counts as one");

/// The game in the catalog.
pub(crate) const ENTRY: GameEntry = GameEntry {
    name: "holdem",
    summary: "Texas hold'em with fixed bets, two to six seats; small packs can be solved",
    rules: include_str!("../../rules/holdem.md"),
    parameters: keys![PLAYERS, RANKS, SUITS, HOLE, FLOP, ROUNDS, SMALL, BIG, ANTE, BET, LATE, RAISES],
    examples: &[
        "holdem",
        "holdem:seats=4",
        "holdem:ranks=3,suits=1,hole=1,rounds=1,small=0,big=0,ante=1,bet=1,raises=1",
        "holdem:ranks=3,suits=2,hole=1,flop=1,rounds=2,small=0,big=0,ante=1,raises=2",
        "holdem:seats=3,ranks=4,suits=2,hole=1,rounds=2,flop=2,ante=1",
        "holdem:seats=6,hole=1,rounds=1,ranks=4",
    ],
    build: |settings, _| {
        let holdem = Holdem::new(Stakes {
            seats: settings.get(PLAYERS),
            ranks: settings.get(RANKS),
            suits: settings.get(SUITS),
            hole: settings.get(HOLE),
            flop: settings.get(FLOP),
            rounds: settings.get(ROUNDS),
            blinds: [settings.get(SMALL), settings.get(BIG)],
            ante: settings.get(ANTE),
            bets: [settings.get(BET), settings.get(LATE)],
            raises: settings.get(RAISES),
        })?;
        Ok(AnyGame::new(holdem))
    },
};

/// What is played with and for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stakes {
    /// How many play, 2 to 6.
    pub seats: usize,
    /// The highest so many ranks of the pack, 2 to 13.
    pub ranks: u32,
    /// Its suits, 1 to 4.
    pub suits: u32,
    /// Cards of a seat, 1 or 2.
    pub hole: u32,
    /// Cards of the flop, 1 to 3.
    pub flop: u32,
    /// Rounds of betting, 1 to 4.
    pub rounds: u32,
    /// The small and the big blind.
    pub blinds: [u16; 2],
    /// What every seat pays first.
    pub ante: u16,
    /// A bet or raise in the first half of the rounds and in the second.
    pub bets: [u16; 2],
    /// Bets and raises in a round, at most 4.
    pub raises: u8,
}

impl Default for Stakes {
    fn default() -> Stakes {
        Stakes {
            seats: 2,
            ranks: 13,
            suits: 4,
            hole: 2,
            flop: 3,
            rounds: 4,
            blinds: [1, 2],
            ante: 0,
            bets: [2, 4],
            raises: 4,
        }
    }
}

/// The rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Holdem {
    stakes: Stakes,
    pack: u64,
}

/// A move of a seat, or a card that chance deals.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Act {
    /// Gives up.
    Fold,
    /// Pays nothing, where nothing is to be paid.
    Check,
    /// Pays what the others have.
    Call,
    /// Bets first in a round.
    Bet,
    /// Pays what the others have, and bets again.
    Raise,
    /// The next card is dealt.
    Deal(Card),
}

const FIRST_CARD: u32 = 8;

impl MoveCode for Act {
    fn code(self) -> u32 {
        match self {
            Act::Fold => 0,
            Act::Check => 1,
            Act::Call => 2,
            Act::Bet => 3,
            Act::Raise => 4,
            Act::Deal(card) => FIRST_CARD + card.code(),
        }
    }
    fn from_code(code: u32) -> Act {
        match code {
            0 => Act::Fold,
            1 => Act::Check,
            2 => Act::Call,
            3 => Act::Bet,
            4 => Act::Raise,
            _ => Act::Deal(Card::from_code(code.saturating_sub(FIRST_CARD))),
        }
    }
}

/// A position: the cards, sixteen bits a suit, and the betting.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hand {
    /// The cards of each seat.
    holes: [u64; SEATS],
    /// The common cards.
    board: u64,
    /// What each seat has paid.
    paid: [u16; SEATS],
    /// A bit for each seat that has folded.
    folded: u8,
    /// Who is to move, while somebody is.
    mover: u8,
    /// How many seats have still to act in this round; 0 while cards are dealt, and at the end.
    waiting: u8,
    /// Bets and raises of this round.
    raises: u8,
}

/// What a seat sees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Look {
    /// A card of its own.
    Own(Card),
    /// A common card, or what a seat did.
    Act(Act),
    /// How the hand stood when the seat came to the table, the others' cards left out.
    Began(Hand),
}

impl From<Act> for Look {
    fn from(act: Act) -> Look {
        Look::Act(act)
    }
}

/// What chance deals next: to whom, from which cards, and how many more belong to the same hand.
struct Dealing {
    cards: u64,
    more: u32,
}

impl Holdem {
    /// The game with these stakes, where there are cards enough.
    pub fn new(stakes: Stakes) -> Result<Holdem, Problem> {
        let Stakes { seats, ranks, suits, blinds: [small, big], .. } = stakes;
        let lane = LANE & !((1 << (13 - ranks.clamp(1, 13))) - 1);
        let pack = (0..suits.min(4)).fold(0, |pack, suit| pack | lane << (16 * suit));
        let holdem = Holdem { stakes, pack };
        let needed = seats as u32 * stakes.hole + holdem.board_size();
        if pack.count_ones() < needed {
            return Err(Problem::new(format!(
                "{seats} seats and the common cards need {needed} cards, and {ranks} ranks of {suits} suits are {}",
                pack.count_ones()
            )));
        }
        if small > big {
            return Err(Problem::new(format!("the small blind, {small}, is more than the big one, {big}")));
        }
        Ok(holdem)
    }

    /// Common cards at the end.
    fn board_size(&self) -> u32 {
        self.common_cards(self.stakes.rounds - 1)
    }

    /// Common cards in a round, the first being 0.
    #[inline]
    fn common_cards(&self, round: u32) -> u32 {
        if round == 0 { 0 } else { self.stakes.flop + round - 1 }
    }

    #[inline]
    fn are_all_dealt(&self, hand: &Hand) -> bool {
        hand.holes[self.stakes.seats - 1].count_ones() == self.stakes.hole
    }

    /// The cards that lie in the pack.
    #[inline]
    fn unseen(&self, hand: &Hand) -> u64 {
        self.pack & !hand.holes.iter().fold(hand.board, |gone, hole| gone | hole)
    }

    /// What is dealt next. The cards of a hand, and of the flop, come in the order of the pack.
    fn dealing(&self, hand: &Hand) -> Dealing {
        let unseen = self.unseen(hand);
        let behind = |cards: u64| match cards.checked_ilog2() {
            Some(last) => unseen & !(u64::MAX >> (63 - last)),
            None => unseen,
        };
        let hole = hand.holes[..self.stakes.seats].iter().find(|hole| hole.count_ones() < self.stakes.hole);
        let common = hand.board.count_ones();
        match hole {
            Some(&hole) => Dealing { cards: behind(hole), more: self.stakes.hole - hole.count_ones() - 1 },
            None if common < self.stakes.flop => {
                Dealing { cards: behind(hand.board), more: self.stakes.flop - common - 1 }
            }
            None => Dealing { cards: unseen, more: 0 },
        }
    }

    fn deal(&self, hand: &mut Hand, card: Card) {
        let seats = self.stakes.seats;
        match hand.holes[..seats].iter_mut().find(|hole| hole.count_ones() < self.stakes.hole) {
            Some(hole) => *hole |= card.bit(),
            None => self.turn_up(hand, card),
        }
    }

    /// What a seat knows of the hand: all but the others' cards.
    fn known(&self, view: &View<'_, Holdem>) -> Hand {
        let mut hand = self.first();
        for look in view.seen() {
            self.note(&mut hand, view.seat(), *look);
        }
        hand
    }

    /// A view put together elsewhere may tell what cannot be: that is passed over.
    fn note(&self, hand: &mut Hand, seat: Player, look: Look) {
        match look {
            Look::Began(known) => *hand = known,
            Look::Own(card) => hand.holes[seat.index()] |= card.bit(),
            Look::Act(Act::Deal(card)) => self.turn_up(hand, card),
            Look::Act(act) => {
                if self.acts(hand).any(|allowed| allowed == act) {
                    self.act(hand, act);
                }
            }
        }
    }

    /// The same with the others' cards left out.
    fn seen_by(&self, hand: &Hand, seat: Player) -> Hand {
        let mut known = *hand;
        for (place, hole) in known.holes.iter_mut().enumerate() {
            if place != seat.index() {
                *hole = 0;
            }
        }
        known
    }

    /// What each seat gets of the pot at a showdown: seats that have folded nothing.
    fn shares(&self, hand: &Hand) -> [f64; SEATS] {
        let strengths: [Option<Strength>; SEATS] =
            std::array::from_fn(|seat| self.is_in(hand, seat).then(|| strength(hand.holes[seat] | hand.board)));
        let best = strengths.iter().flatten().max();
        let winners = strengths.iter().flatten().filter(|strength| Some(*strength) == best).count();
        strengths
            .map(|strength| if strength.is_some() && strength.as_ref() == best { 1.0 / winners as f64 } else { 0.0 })
    }
}

impl Game for Holdem {
    type State = Hand;
    type Move = Act;
    type Seen = Look;

    fn players(&self) -> usize {
        self.stakes.seats
    }

    fn facts(&self) -> Facts {
        let most = f64::from(self.most_paid());
        let Stakes { seats, hole, rounds, raises, .. } = self.stakes;
        // Deals, and about so many ways for bets to stand in each round.
        let ways = 2.0 * (f64::from(raises) + 1.0) * seats as f64;
        let mut left = self.pack.count_ones();
        let mut deals = 1.0;
        let mut draw = |count: u32| {
            deals *= binomial(left, count) as f64;
            left -= count;
            deals
        };
        (0..seats).for_each(|_| {
            draw(hole);
        });
        let (mut positions, mut pots) = (0.0, 1.0);
        for round in 0..rounds {
            let new = self.common_cards(round) - if round == 0 { 0 } else { self.common_cards(round - 1) };
            positions += draw(new) * ways * pots;
            pots *= f64::from(raises) + 1.0;
        }
        let base = Facts::win_draw_loss().with_positions(positions);
        Facts { lowest: -most, highest: (seats - 1) as f64 * most, chance: true, hidden: true, ..base }
    }

    fn start(&self, _rng: &mut Rng) -> Hand {
        self.first()
    }

    #[inline]
    fn turn(&self, hand: &Hand) -> Turn {
        if !self.are_all_dealt(hand) {
            Turn::Chance
        } else if hand.waiting > 0 {
            Turn::Of(Player::new(hand.mover.into()))
        } else if self.left_in(hand) == 1 || hand.board.count_ones() == self.board_size() {
            Turn::Over
        } else {
            Turn::Chance
        }
    }

    fn moves(&self, hand: &Hand, out: &mut Vec<Act>) {
        if self.turn(hand) != Turn::Chance {
            out.extend(self.acts(hand));
            return;
        }
        let Dealing { cards, more } = self.dealing(hand);
        let count = cards.count_ones().saturating_sub(more) as usize;
        out.extend(each(cards).take(count).map(Act::Deal));
    }

    fn play(&self, hand: &mut Hand, act: Act) {
        match act {
            Act::Deal(card) => self.deal(hand, card),
            _ => self.act(hand, act),
        }
    }

    fn payoffs(&self, hand: &Hand) -> Payoffs {
        let shares = self.shares(hand);
        let pot = f64::from(self.pot(hand));
        let mut payoffs = Payoffs::ZERO;
        for seat in Player::all(self.stakes.seats) {
            payoffs[seat] = shares[seat.index()] * pot - f64::from(hand.paid[seat.index()]);
        }
        payoffs
    }

    fn move_text(&self, _hand: &Hand, act: Act) -> String {
        text::act_text(act)
    }

    fn read_move(&self, hand: &Hand, text: &str) -> Result<Act, Problem> {
        let mut moves = Vec::new();
        if !self.turn(hand).is_over() {
            self.moves(hand, &mut moves);
        }
        let card = Card::read(text).ok().map(Act::Deal).filter(|card| moves.contains(card));
        card.map_or_else(|| find_move(self, hand, text), Ok)
    }

    fn position_text(&self, hand: &Hand) -> String {
        self.written(hand)
    }

    fn read_position(&self, text: &str) -> Result<Hand, Problem> {
        self.read(text, None)
    }

    fn picture(&self, hand: &Hand) -> String {
        self.lines(hand, None)
    }

    fn svg(&self, hand: &Hand) -> String {
        self.draw_table(hand, None)
    }

    fn places(&self, _hand: &Hand, act: Act) -> Vec<String> {
        vec![text::act_text(act)]
    }

    fn seat_picture(&self, view: &View<'_, Holdem>) -> String {
        self.lines(&self.known(view), Some(view.seat()))
    }

    fn seat_svg(&self, view: &View<'_, Holdem>) -> String {
        self.draw_table(&self.known(view), Some(view.seat()))
    }

    fn events(&self, view: &View<'_, Holdem>, since: usize) -> Vec<String> {
        self.tell(view, since)
    }

    /// Every hand is equally likely: its first card stands for all hands that begin with it.
    fn weight(&self, hand: &Hand, outcome: Act) -> u64 {
        let Act::Deal(card) = outcome else { return 1 };
        let Dealing { cards, more } = self.dealing(hand);
        let behind = cards & !(card.bit() | (card.bit() - 1));
        binomial(behind.count_ones(), more).max(1)
    }

    fn first_look(&self, start: &Hand, seat: Player) -> Option<Look> {
        (*start != self.first()).then(|| Look::Began(self.seen_by(start, seat)))
    }

    fn observe(&self, before: &Hand, act: Act, after: &Hand, seat: Player) -> Option<Look> {
        match act {
            Act::Deal(card) if before.board == after.board => {
                (before.holes[seat.index()] != after.holes[seat.index()]).then_some(Look::Own(card))
            }
            _ => Some(Look::Act(act)),
        }
    }

    fn seen_text(&self, look: &Look) -> String {
        self.look_text(look)
    }

    fn read_seen(&self, seat: Player, text: &str) -> Result<Look, Problem> {
        self.read_look(seat, text)
    }

    /// The others hold any of the cards that the seat does not see, each hand equally likely.
    fn sample(&self, view: &View<'_, Holdem>, rng: &mut Rng) -> Option<Hand> {
        let mut hand = self.known(view);
        if hand.holes[view.seat().index()].count_ones() != self.stakes.hole {
            return None;
        }
        for seat in (0..self.stakes.seats).filter(|seat| *seat != view.seat().index()) {
            let unseen = self.unseen(&hand);
            if unseen.count_ones() < self.stakes.hole {
                return None;
            }
            hand.holes[seat] = some_of(unseen, self.stakes.hole, rng);
        }
        Some(hand)
    }

    fn hidden_from(&self, hand: &Hand, seat: Player, out: &mut Vec<(String, String)>) {
        for other in Player::all(self.stakes.seats).filter(|other| *other != seat) {
            out.extend(each(hand.holes[other.index()]).map(|card| (card.to_string(), other.to_string())));
        }
    }

    fn known_start(&self, _seat: Player, first_look: Option<&Look>) -> Option<Hand> {
        (!matches!(first_look, Some(Look::Began(_)))).then(|| self.first())
    }
}

/// What a hand is worth before it is over, all cards being known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HoldemEvaluation {
    /// The share of the pot of who is ahead by the cards so far, the more certain the fewer are to come.
    Ahead,
    /// All hands are equal.
    Blind,
}

impl Evaluation<Holdem> for HoldemEvaluation {
    fn value(&self, game: &Holdem, hand: &Hand, seat: Player) -> f64 {
        self.values(game, hand)[seat]
    }

    fn values(&self, game: &Holdem, hand: &Hand) -> Payoffs {
        let mut values = Payoffs::ZERO;
        if *self == HoldemEvaluation::Blind {
            for seat in Player::all(game.stakes.seats) {
                values[seat] = Blind.value(game, hand, seat);
            }
            return values;
        }
        let to_come = game.board_size() - hand.board.count_ones().min(game.board_size());
        let certain = 4.0 / (4.0 + f64::from(to_come));
        let shares = game.shares(hand);
        let even = 1.0 / f64::from(game.left_in(hand));
        let pot = f64::from(game.pot(hand));
        for seat in Player::all(game.stakes.seats) {
            let at = seat.index();
            let share = if game.is_in(hand, at) { certain * shares[at] + (1.0 - certain) * even } else { 0.0 };
            values[seat] = share * pot - f64::from(hand.paid[at]);
        }
        values
    }
}

impl Evaluated for Holdem {
    type Evaluation = HoldemEvaluation;

    fn evaluations(&self) -> &'static [NamedEvaluation] {
        const AHEAD: NamedEvaluation = NamedEvaluation {
            name: "ahead",
            summary: "the share of the pot of who is ahead, the more certain the fewer cards are to come",
        };
        &[AHEAD, Blind::NAMED]
    }

    fn evaluation(&self, index: usize) -> HoldemEvaluation {
        [HoldemEvaluation::Ahead, HoldemEvaluation::Blind][index]
    }
}

#[cfg(test)]
mod tests;
