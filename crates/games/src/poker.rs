//! Two tiny pokers, to prove searches of hidden information on: both are solved.
//!
#![doc = include_str!("../rules/kuhn.md")]
//!
#![doc = include_str!("../rules/leduc.md")]

mod picture;

use crate::catalog::GameEntry;
use outwit_game::{
    AnyGame, Blind, Evaluated, Facts, Game, MoveCode, NamedEvaluation, Payoffs, Player, Problem, Rng, SampleLimits,
    Turn, View, sample_world,
};

/// Kuhn poker in the catalog.
pub(crate) const KUHN: GameEntry = GameEntry {
    name: "kuhn",
    summary: "poker with three cards and one bet; solved, worth -1/18 to seat 1",
    rules: include_str!("../rules/kuhn.md"),
    parameters: &[],
    examples: &["kuhn"],
    build: |_, _| Ok(AnyGame::new(Poker { is_leduc: false })),
};

/// Leduc poker in the catalog.
pub(crate) const LEDUC: GameEntry = GameEntry {
    name: "leduc",
    summary: "poker with six cards, two rounds and a card turned up",
    rules: include_str!("../rules/leduc.md"),
    parameters: &[],
    examples: &["leduc"],
    build: |_, _| Ok(AnyGame::new(Poker { is_leduc: true })),
};

/// The rules of Kuhn or Leduc poker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Poker {
    is_leduc: bool,
}

impl Poker {
    /// Kuhn poker.
    pub const KUHN: Poker = Poker { is_leduc: false };
    /// Leduc poker.
    pub const LEDUC: Poker = Poker { is_leduc: true };
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Act {
    /// Bets nothing, where nothing is bet.
    Check,
    /// Bets first.
    Bet,
    /// Pays what the other bet.
    Call,
    /// Pays it and bets again.
    Raise,
    /// Gives up.
    Fold,
    /// Chance gives each seat a card.
    Deal(u8, u8),
    /// Chance turns up a card.
    Turn(u8),
}

impl MoveCode for Act {
    fn code(self) -> u32 {
        match self {
            Act::Check => 0,
            Act::Bet => 1,
            Act::Call => 2,
            Act::Raise => 3,
            Act::Fold => 4,
            Act::Turn(card) => 8 + u32::from(card),
            Act::Deal(first, second) => 16 + 4 * u32::from(first) + u32::from(second),
        }
    }
    fn from_code(code: u32) -> Act {
        match code {
            0 => Act::Check,
            1 => Act::Bet,
            2 => Act::Call,
            3 => Act::Raise,
            4 => Act::Fold,
            8..16 => Act::Turn((code - 8) as u8),
            _ => Act::Deal(((code - 16) / 4) as u8, ((code - 16) % 4) as u8),
        }
    }
}

/// What a seat sees: its card, the card turned up, and every bet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Glance {
    /// Its own card.
    Card(u8),
    /// What was done, or turned up.
    Act(Act),
}

impl From<Act> for Glance {
    fn from(act: Act) -> Glance {
        Glance::Act(act)
    }
}

/// A position: the cards and the betting.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Hands {
    /// The seats' cards, once dealt.
    cards: Option<[u8; 2]>,
    /// The card turned up, in the second round of Leduc poker.
    up: Option<u8>,
    /// The bets of the two rounds: at most four each.
    bets: [Bets; 2],
}

/// The moves of a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
struct Bets {
    made: [u8; 4],
    count: u8,
}

const LETTERS: [char; 3] = ['J', 'Q', 'K'];
const ACTS: [(Act, char, &str); 5] = [
    (Act::Check, 'x', "check"),
    (Act::Bet, 'b', "bet"),
    (Act::Call, 'c', "call"),
    (Act::Raise, 'r', "raise"),
    (Act::Fold, 'f', "fold"),
];

impl Bets {
    fn acts(&self) -> impl DoubleEndedIterator<Item = Act> + '_ {
        self.made[..usize::from(self.count)].iter().map(|&code| Act::from_code(code.into()))
    }

    fn push(&mut self, act: Act) {
        self.made[usize::from(self.count)] = act.code() as u8;
        self.count += 1;
    }

    /// Bets and raises so far.
    fn raises(&self) -> usize {
        self.acts().filter(|act| matches!(act, Act::Bet | Act::Raise)).count()
    }

    fn is_done(&self) -> bool {
        let last = self.acts().next_back();
        matches!(last, Some(Act::Call | Act::Fold)) || (self.count == 2 && last == Some(Act::Check))
    }

    fn folded(&self) -> bool {
        self.acts().next_back() == Some(Act::Fold)
    }

    /// What each seat has put in, when a bet is this large.
    fn paid(&self, size: f64) -> [f64; 2] {
        let mut paid = [0.0f64; 2];
        for (index, act) in self.acts().enumerate() {
            let (mover, other) = (index % 2, 1 - index % 2);
            match act {
                Act::Bet | Act::Raise => paid[mover] = paid[other] + size,
                Act::Call => paid[mover] = paid[other],
                _ => {}
            }
        }
        paid
    }
}

impl Poker {
    fn rounds(&self) -> usize {
        if self.is_leduc { 2 } else { 1 }
    }

    fn round<'a>(&self, hands: &'a Hands) -> &'a Bets {
        &hands.bets[usize::from(hands.up.is_some())]
    }

    fn copies(&self) -> u64 {
        if self.is_leduc { 2 } else { 1 }
    }

    fn pot_shares(&self, hands: &Hands) -> [f64; 2] {
        let sizes = if self.is_leduc { [2.0, 4.0] } else { [1.0, 1.0] };
        let mut paid = [1.0, 1.0];
        for (bets, size) in hands.bets.iter().zip(sizes) {
            let round = bets.paid(size);
            paid = [paid[0] + round[0], paid[1] + round[1]];
        }
        paid
    }

    /// How strong a card is at the end.
    fn strength(&self, hands: &Hands, card: u8) -> u8 {
        card + if hands.up == Some(card) { 10 } else { 0 }
    }

    fn acts(&self, bets: &Bets, out: &mut Vec<Act>) {
        let most = if self.is_leduc { 2 } else { 1 };
        match bets.raises() {
            0 => out.extend([Act::Check, Act::Bet]),
            count => {
                out.extend([Act::Fold, Act::Call]);
                out.extend((count < most).then_some(Act::Raise));
            }
        }
    }

    fn act_text(act: Act) -> String {
        match act {
            Act::Deal(first, second) => [first, second].map(|card| LETTERS[usize::from(card % 3)]).iter().collect(),
            Act::Turn(card) => LETTERS[usize::from(card % 3)].to_string(),
            _ => ACTS.iter().find(|(known, ..)| *known == act).map_or("?", |(_, _, word)| word).to_string(),
        }
    }

    fn read_card(c: char) -> Result<u8, Problem> {
        let place = LETTERS.iter().position(|&letter| letter == c);
        place.map(|card| card as u8).ok_or_else(|| Problem::new(format!("`{c}` is not a card: they are J, Q and K")))
    }
}

impl Game for Poker {
    type State = Hands;
    type Move = Act;
    type Seen = Glance;

    fn players(&self) -> usize {
        2
    }

    fn facts(&self) -> Facts {
        let highest = if self.is_leduc { 13.0 } else { 2.0 };
        let positions = if self.is_leduc { 5_000.0 } else { 60.0 };
        let base = Facts::win_draw_loss().with_positions(positions);
        Facts { lowest: -highest, highest, chance: true, hidden: true, ..base }
    }

    fn start(&self, _rng: &mut Rng) -> Hands {
        Hands::default()
    }

    fn turn(&self, hands: &Hands) -> Turn {
        let round = self.round(hands);
        if hands.cards.is_none() {
            return Turn::Chance;
        }
        if !round.is_done() {
            return Turn::Of(Player::new(usize::from(round.count % 2)));
        }
        if round.folded() || usize::from(hands.up.is_some()) + 1 == self.rounds() { Turn::Over } else { Turn::Chance }
    }

    fn moves(&self, hands: &Hands, out: &mut Vec<Act>) {
        let Some(cards) = hands.cards else {
            let pairs = (0..3).flat_map(|first| (0..3).map(move |second| (first, second)));
            out.extend(pairs.filter(|(a, b)| self.is_leduc || a != b).map(|(a, b)| Act::Deal(a, b)));
            return;
        };
        if self.turn(hands) == Turn::Chance {
            let left = |card: u8| cards.iter().filter(|&&held| held == card).count() < 2;
            out.extend((0..3).filter(|&card| left(card)).map(Act::Turn));
        } else {
            self.acts(self.round(hands), out);
        }
    }

    fn play(&self, hands: &mut Hands, act: Act) {
        match act {
            Act::Deal(first, second) => hands.cards = Some([first, second]),
            Act::Turn(card) => hands.up = Some(card),
            _ => hands.bets[usize::from(hands.up.is_some())].push(act),
        }
    }

    fn payoffs(&self, hands: &Hands) -> Payoffs {
        let paid = self.pot_shares(hands);
        let round = self.round(hands);
        let cards = hands.cards.unwrap_or_default();
        let first_wins = if round.folded() {
            // Whoever moved last gave up.
            Some(round.count.is_multiple_of(2))
        } else {
            let [first, second] = cards.map(|card| self.strength(hands, card));
            (first != second).then_some(first > second)
        };
        Payoffs::zero_sum(match first_wins {
            Some(true) => paid[1],
            Some(false) => -paid[0],
            None => 0.0,
        })
    }

    fn move_text(&self, _hands: &Hands, act: Act) -> String {
        Poker::act_text(act)
    }

    fn position_text(&self, hands: &Hands) -> String {
        let Some([first, second]) = hands.cards else { return "- -".to_string() };
        let letters = |bets: &Bets| -> String {
            let letter = |act: Act| ACTS.iter().find(|(known, ..)| *known == act).map_or('?', |(_, letter, _)| *letter);
            bets.acts().map(letter).collect()
        };
        let or_dash = |text: String| if text.is_empty() { "-".to_string() } else { text };
        let mut text = format!("{} {}", Poker::act_text(Act::Deal(first, second)), or_dash(letters(&hands.bets[0])));
        if let Some(card) = hands.up {
            text += &format!("/{} {}", LETTERS[usize::from(card)], or_dash(letters(&hands.bets[1])));
        }
        text
    }

    fn read_position(&self, text: &str) -> Result<Hands, Problem> {
        let mut hands = Hands::default();
        if text == "- -" {
            return Ok(hands);
        }
        let wrong =
            |what: String| Problem::new(format!("{what}; a position is written like `KJ xb`, or `- -` at the start"));
        // Everything is played again, so that what is read can have come about.
        let make = |hands: &mut Hands, act: Act| {
            let mut moves = Vec::new();
            if !self.turn(hands).is_over() {
                self.moves(hands, &mut moves);
            }
            if !moves.contains(&act) {
                return Err(wrong(format!("`{}` cannot come next in `{text}`", Poker::act_text(act))));
            }
            self.play(hands, act);
            Ok(())
        };
        let (cards, rest) = text.split_once(' ').ok_or_else(|| wrong(format!("`{text}` has no betting")))?;
        let cards: Vec<u8> = cards.chars().map(Poker::read_card).collect::<Result<_, _>>()?;
        let &[first, second] = cards.as_slice() else {
            return Err(wrong(format!("`{text}` does not begin with two cards")));
        };
        make(&mut hands, Act::Deal(first, second))?;
        for (round, part) in rest.split('/').enumerate() {
            let mut bets = part;
            if round > 0 {
                let (card, after) = part.split_once(' ').ok_or_else(|| wrong(format!("`{part}` has no betting")))?;
                let mut letters = card.chars();
                let (Some(letter), None) = (letters.next(), letters.next()) else {
                    return Err(wrong(format!("`{card}` is not one card")));
                };
                make(&mut hands, Act::Turn(Poker::read_card(letter)?))?;
                bets = after;
            }
            for c in bets.chars().filter(|_| bets != "-") {
                let found = ACTS.iter().find(|(_, letter, _)| *letter == c);
                let (act, ..) = found.ok_or_else(|| wrong(format!("`{c}` is not one of x, b, c, r, f")))?;
                make(&mut hands, *act)?;
            }
        }
        if self.position_text(&hands) != text {
            return Err(wrong(format!("`{text}` is not written as positions are")));
        }
        Ok(hands)
    }

    fn picture(&self, hands: &Hands) -> String {
        let [first, second] = self.pot_shares(hands);
        let up = hands.up.map(|card| format!("\nturned up: {}", LETTERS[usize::from(card)])).unwrap_or_default();
        match hands.cards {
            None => "not dealt yet".to_string(),
            Some(cards) => {
                let [a, b] = cards.map(|card| LETTERS[usize::from(card)]);
                format!("seat 1 holds {a}, has paid {first}\nseat 2 holds {b}, has paid {second}{up}")
            }
        }
    }

    fn svg(&self, hands: &Hands) -> String {
        self.draw_all(hands)
    }

    fn seat_picture(&self, view: &View<'_, Poker>) -> String {
        self.seat_text(view)
    }

    fn seat_svg(&self, view: &View<'_, Poker>) -> String {
        self.draw_seat(view)
    }

    fn events(&self, view: &View<'_, Poker>, since: usize) -> Vec<String> {
        self.tell(view, since)
    }

    fn weight(&self, hands: &Hands, outcome: Act) -> u64 {
        match outcome {
            Act::Deal(first, second) if first == second => self.copies() * (self.copies() - 1),
            Act::Deal(..) => self.copies() * self.copies(),
            Act::Turn(card) => {
                let held = hands.cards.unwrap_or_default().iter().filter(|&&held| held == card).count();
                self.copies() - held as u64
            }
            _ => 1,
        }
    }

    fn observe(&self, _before: &Hands, act: Act, _after: &Hands, seat: Player) -> Option<Glance> {
        Some(match act {
            Act::Deal(first, second) => Glance::Card([first, second][seat.index()]),
            act => Glance::Act(act),
        })
    }

    fn seen_text(&self, seen: &Glance) -> String {
        match seen {
            Glance::Card(card) => format!("you hold {}", LETTERS[usize::from(*card)]),
            Glance::Act(Act::Turn(card)) => format!("{} is turned up", LETTERS[usize::from(*card)]),
            Glance::Act(act) => Poker::act_text(*act),
        }
    }

    fn read_seen(&self, _seat: Player, text: &str) -> Result<Glance, Problem> {
        let card = |text: &str| text.parse::<char>().ok().and_then(|c| Poker::read_card(c).ok());
        if let Some(card) = text.strip_prefix("you hold ").and_then(card) {
            return Ok(Glance::Card(card));
        }
        if let Some(card) = text.strip_suffix(" is turned up").and_then(card) {
            return Ok(Glance::Act(Act::Turn(card)));
        }
        let act = ACTS.iter().find(|(.., word)| *word == text);
        act.map(|(act, ..)| Glance::Act(*act)).ok_or_else(|| {
            Problem::new(format!(
                "`{text}` is nothing a seat sees: `you hold K`, `Q is turned up`, or a move such as `bet`"
            ))
        })
    }

    fn sample(&self, view: &View<'_, Poker>, rng: &mut Rng) -> Option<Hands> {
        sample_world(view, rng, SampleLimits::default())
    }

    fn hidden_from(&self, hands: &Hands, seat: Player, out: &mut Vec<(String, String)>) {
        let other = seat.other();
        out.extend(
            hands.cards.map(|cards| (LETTERS[usize::from(cards[other.index()])].to_string(), other.to_string())),
        );
    }

    /// Play begins before the deal. A table that was set up later shows nothing of how it came about.
    fn known_start(&self, _seat: Player, first_look: Option<&Glance>) -> Option<Hands> {
        matches!(first_look, Some(Glance::Card(_))).then(Hands::default)
    }
}

impl Evaluated for Poker {
    type Evaluation = Blind;

    fn evaluations(&self) -> &'static [NamedEvaluation] {
        &[Blind::NAMED]
    }

    fn evaluation(&self, _index: usize) -> Blind {
        Blind
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paid(game: &Poker, position: &str) -> f64 {
        let hands = game.read_position(position).unwrap();
        assert_eq!(game.turn(&hands), Turn::Over, "{position}");
        game.payoffs(&hands)[Player::FIRST]
    }

    #[test]
    fn pots_are_paid_by_the_rules() {
        for (position, wanted) in
            [("KJ xx", 1.0), ("JK xx", -1.0), ("KJ bf", 1.0), ("KJ bc", 2.0), ("JQ xbf", -1.0), ("JQ xbc", -2.0)]
        {
            assert_eq!(paid(&Poker::KUHN, position), wanted, "{position}");
        }
        for (position, wanted) in [
            ("KJ bf", 1.0),
            ("KJ brf", -3.0),
            ("KJ brc/J brc", -13.0),
            ("KJ xx/Q xx", 1.0),
            ("KK xbc/Q xbc", 0.0),
            ("JJ xx/Q bc", 0.0),
            ("QJ xbrc/Q xbf", -5.0),
        ] {
            assert_eq!(paid(&Poker::LEDUC, position), wanted, "{position}");
        }
    }

    #[test]
    fn a_bad_position_is_told_why() {
        for (text, part) in [
            ("", "has no betting"),
            ("KK xx", "cannot come next"),
            ("KJ xxx", "cannot come next"),
            ("KA -", "is not a card"),
            ("KJ z", "is not one of x, b, c, r, f"),
            ("KJQ -", "two cards"),
        ] {
            let problem = Poker::KUHN.read_position(text).unwrap_err().to_string();
            assert!(problem.contains(part), "{text}: {problem}");
        }
    }
}
