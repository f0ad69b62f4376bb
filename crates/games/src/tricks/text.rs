//! Positions and observations as text, and back.

use super::cards::{Card, each, hand_text, list_text, read_hand, read_list};
use super::{PASSED, Position, Rules, SEATS, TrickGame};
use crate::board;
use outwit_game::{Player, Problem};

/// What a seat sees of a hidden hand.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Sight {
    /// The table as it lies, with only the own hand face up.
    Look {
        /// Whose look it is.
        seat: u8,
        /// The position without what the seat may not see: the others' hands, what they set aside.
        shown: Position,
        /// The cards the others hold, nobody knows who which.
        unseen: u64,
    },
    /// A card played, or the own choice of a card to pass.
    Card(Card),
    /// Cards have changed hands.
    Passed {
        /// The own choice that was the last to be made, where it was.
        own: Option<Card>,
        /// The cards the seat got.
        got: u64,
        /// Who leads.
        leader: u8,
    },
}

impl From<Card> for Sight {
    fn from(card: Card) -> Sight {
        Sight::Card(card)
    }
}

const UNSEEN: &str = " unseen ";
const HIDDEN: &str = "?";
const PASS: &str = "pass";
const GOT: &str = "got ";
const LEADS: &str = " leads";

/// The words of a position, before it is known whether they fit together. Cards of the trick are in `hands` as well.
#[derive(Clone)]
struct Draft {
    hands: [Option<u64>; SEATS],
    leader: Option<u8>,
    trick: Vec<Card>,
    /// The cards set aside, while cards are passed.
    aside: Option<Vec<Card>>,
    scores: [u8; SEATS],
}

/// How many cards a seat has set aside when so many are in all: each seat in turn chooses all of its own.
fn chosen_in_turn(seat: usize, total: u32) -> u32 {
    total.saturating_sub(seat as u32 * u32::from(PASSED)).min(PASSED.into())
}

impl<R: Rules> TrickGame<R> {
    fn seats(&self) -> usize {
        self.setup.seats
    }

    pub(super) fn write_position(&self, position: &Position) -> String {
        self.write(position, |seat| hand_text(position.hands[seat]))
    }

    fn write(&self, position: &Position, hand: impl Fn(usize) -> String) -> String {
        let hands = (0..self.seats()).map(hand).collect::<Vec<_>>().join("/");
        let scores: Vec<String> = position.scores[..self.seats()].iter().map(u8::to_string).collect();
        let (leader, table) = match (position.to_pass, position.played) {
            (0, 0) => ((position.leader + 1).to_string(), "-".to_string()),
            (0, _) => ((position.leader + 1).to_string(), list_text(position.trick())),
            _ if position.passed == 0 => ("-".to_string(), PASS.to_string()),
            _ => ("-".to_string(), format!("{PASS}:{}", list_text(each(position.passed)))),
        };
        format!("{hands} {leader} {table} {}", scores.join(","))
    }

    pub(super) fn parse_position(&self, text: &str) -> Result<Position, Problem> {
        let draft = self.draft(text)?;
        let hands = draft.hands.map(|hand| hand.unwrap_or(0));
        if let Some(seat) = (0..self.seats()).find(|&seat| draft.hands[seat].is_none()) {
            return Err(Problem::new(format!("`{HIDDEN}` is no hand: {} must show its cards", Player::new(seat))));
        }
        let position = self.assemble(&draft, hands)?;
        if position.to_pass > 0 {
            return Ok(position);
        }
        if self.is_first_trick(&position)
            && let Some(opening) = self.rules.opening(self.pack)
            && hands[usize::from(position.leader)] & opening.bit() == 0
        {
            return Err(Problem::new(format!("{opening} is led to the first trick, so whoever holds it leads")));
        }
        self.with_trick(position, &draft.trick)
    }

    /// Plays the cards of the trick, each of which must have been legal.
    fn with_trick(&self, mut position: Position, trick: &[Card]) -> Result<Position, Problem> {
        use outwit_game::Game;
        for &card in trick {
            let legal = self.legal_moves(&position);
            if legal & card.bit() == 0 {
                let (seat, legal) = (Player::new(self.mover(&position)), list_text(each(legal)));
                return Err(Problem::new(format!("{seat} could not play {card}: it had to play one of {legal}")));
            }
            self.play(&mut position, card);
        }
        Ok(position)
    }

    /// Reads the four words.
    fn draft(&self, text: &str) -> Result<Draft, Problem> {
        let [hands_text, leader, table, scores_text] = board::parts(text, ["hands", "leader", "trick", "scores"])?;
        let seats = self.seats();
        let words: Vec<&str> = hands_text.split('/').collect();
        if words.len() != seats {
            return Err(Problem::new(format!(
                "there are {seats} hands with `/` between, and `{hands_text}` has {}",
                words.len()
            )));
        }
        let mut draft =
            Draft { hands: [Some(0); SEATS], leader: None, trick: Vec::new(), aside: None, scores: [0; SEATS] };
        for (seat, word) in words.into_iter().enumerate() {
            let read = |word| read_hand(word, &Player::new(seat).to_string());
            draft.hands[seat] = if word == HIDDEN { None } else { Some(read(word)?) };
        }
        if table == PASS {
            draft.aside = Some(Vec::new());
        } else if let Some(list) = table.strip_prefix(PASS).and_then(|rest| rest.strip_prefix(':')) {
            draft.aside = Some(read_list(list)?);
        } else if table != "-" {
            draft.trick = read_list(table)?;
        }
        if draft.aside.is_some() {
            if leader != "-" {
                return Err(Problem::new(format!("nobody leads while cards are passed: write `-`, not `{leader}`")));
            }
        } else {
            draft.leader = Some(board::seat(leader, seats)?.index() as u8);
        }
        if draft.trick.len() >= seats {
            return Err(Problem::new(format!("a trick of {} cards is over; write the next, `-`", draft.trick.len())));
        }
        let scores: Option<Vec<u8>> = scores_text.split(',').map(|word| word.parse().ok()).collect();
        let scores = scores.filter(|scores| scores.len() == seats).ok_or_else(|| {
            Problem::new(format!("`{scores_text}` is not {seats} numbers with commas between: what each seat has"))
        })?;
        draft.scores[..seats].copy_from_slice(&scores);
        for (place, &card) in draft.trick.iter().enumerate() {
            let seat = self.seat_after(draft.leader.unwrap_or(0), place as u8);
            if draft.hands.iter().any(|hand| hand.is_some_and(|hand| hand & card.bit() != 0)) {
                return Err(Problem::new(format!("{card} is in the trick and in a hand")));
            }
            self.check_pack(card.bit())?;
            // Back into the hand it came from, so that the trick can be played again.
            draft.hands[seat] = draft.hands[seat].map(|hand| hand | card.bit());
        }
        let mut all = 0;
        for hand in draft.hands.into_iter().flatten() {
            if let Some(card) = each(all & hand).next() {
                return Err(Problem::new(format!("{card} is in two hands")));
            }
            self.check_pack(hand)?;
            all |= hand;
        }
        Ok(draft)
    }

    fn check_pack(&self, cards: u64) -> Result<(), Problem> {
        match each(cards & !self.pack).next() {
            Some(card) => Err(Problem::new(format!("{card} is not in this pack of {} cards", self.full))),
            None => Ok(()),
        }
    }

    /// The position before the trick, whose hands must be of one size and whose score must fit what is gone.
    fn assemble(&self, draft: &Draft, hands: [u64; SEATS]) -> Result<Position, Problem> {
        let sizes = hands.map(|hand| hand.count_ones());
        if let Some(seat) = (1..self.seats()).find(|&seat| sizes[seat] != sizes[0]) {
            return Err(Problem::new(format!(
                "hands are of one size before a trick, and {} has {} cards where seat 1 has {}",
                Player::new(seat),
                sizes[seat],
                sizes[0]
            )));
        }
        if sizes[0] as usize > self.setup.cards {
            return Err(Problem::new(format!("a hand has at most {} cards, not {}", self.setup.cards, sizes[0])));
        }
        let held = hands.iter().fold(0, |all, hand| all | hand);
        self.check_scores(&draft.scores, held, sizes[0])?;
        let (passed, to_pass) = match &draft.aside {
            None => (0, 0),
            Some(aside) => self.check_aside(aside, &hands, sizes[0])?,
        };
        Ok(Position {
            hands,
            passed,
            to_pass,
            trick: [0; SEATS],
            leader: draft.leader.unwrap_or(0),
            scores: draft.scores,
            played: 0,
            left: sizes[0] as u8 * self.seats() as u8,
            broken: self.is_broken(held),
        })
    }

    fn check_scores(&self, scores: &[u8; SEATS], held: u64, tricks: u32) -> Result<(), Problem> {
        let taken: u32 = scores.iter().map(|&score| u32::from(score)).sum();
        let gone = self.stake - self.rules.at_stake(held, tricks);
        if taken != gone {
            let what = R::SCORED;
            return Err(Problem::new(format!(
                "the seats have {taken} {what} in all, and with the cards that are left it must be {gone}"
            )));
        }
        self.rules.check_scores(&scores[..self.seats()], self.pack & !held)
    }

    /// What is set aside as a set, and how many choices are left.
    fn check_aside(&self, aside: &[Card], hands: &[u64; SEATS], size: u32) -> Result<(u64, u8), Problem> {
        if self.setup.pass_to == 0 {
            return Err(Problem::new("no cards are passed in this game: it has passing=none"));
        }
        if size as usize != self.setup.cards {
            return Err(Problem::new("cards are passed before the first trick, from full hands"));
        }
        let set = aside.iter().fold(0, |set, card| set | card.bit());
        if let Some(card) = each(set & !hands.iter().fold(0, |all, hand| all | hand)).next() {
            return Err(Problem::new(format!("{card} is set aside by nobody who holds it")));
        }
        let counts: Vec<u32> = hands[..self.seats()].iter().map(|hand| (hand & set).count_ones()).collect();
        let total: u32 = counts.iter().sum();
        let all = u32::from(PASSED) * self.seats() as u32;
        if total >= all || counts.iter().enumerate().any(|(seat, &count)| count != chosen_in_turn(seat, total)) {
            return Err(Problem::new(format!(
                "each seat in turn sets {PASSED} cards aside and all change hands after the last, so the seats cannot have set aside {counts:?}"
            )));
        }
        Ok((set, (all - total) as u8))
    }

    /// What a seat sees of a position it comes to.
    pub(super) fn look(&self, position: &Position, seat: Player) -> Sight {
        let own = seat.index();
        let mut shown = *position;
        shown.passed &= position.hands[own];
        shown.hands = [0; SEATS];
        shown.hands[own] = position.hands[own];
        Sight::Look { seat: own as u8, shown, unseen: position.held() & !position.hands[own] }
    }

    pub(super) fn sight_text(&self, sight: &Sight) -> String {
        match sight {
            Sight::Look { seat, shown, unseen } => {
                let hand = |place| match place == usize::from(*seat) {
                    true => hand_text(shown.hands[place]),
                    false => HIDDEN.to_string(),
                };
                let table = self.write(shown, hand);
                let turn = if shown.to_pass > 0 { format!(" {} to pass", shown.to_pass) } else { String::new() };
                format!("{table}{turn}{UNSEEN}{}", hand_text(*unseen))
            }
            Sight::Card(card) => card.to_string(),
            Sight::Passed { own, got, leader } => {
                let own = own.map(|card| format!("{card}, ")).unwrap_or_default();
                format!("{own}{GOT}{}, {}{LEADS}", list_text(each(*got)), Player::new((*leader).into()))
            }
        }
    }

    pub(super) fn read_sight(&self, seat: Player, text: &str) -> Result<Sight, Problem> {
        if let Some((table, unseen)) = text.split_once(UNSEEN) {
            return self.read_look(seat, table, unseen);
        }
        if !text.contains(GOT) {
            return Card::read(text).map(Sight::Card);
        }
        let wrong = || Problem::new(format!("`{text}` does not tell what was passed, as `got 2C,3D,QS, seat 4 leads`"));
        let (own, rest) = text.split_once(GOT).ok_or_else(wrong)?;
        let own = match own.strip_suffix(", ") {
            Some(card) => Some(Card::read(card)?),
            None if own.is_empty() => None,
            None => return Err(wrong()),
        };
        let (got, leader) = rest.split_once(", seat ").ok_or_else(wrong)?;
        let leader = board::seat(leader.strip_suffix(LEADS).ok_or_else(wrong)?, self.seats())?;
        let got = read_list(got)?.into_iter().fold(0, |set, card| set | card.bit());
        if got.count_ones() != u32::from(PASSED) || got & !self.pack != 0 {
            return Err(wrong());
        }
        Ok(Sight::Passed { own, got, leader: leader.index() as u8 })
    }

    fn read_look(&self, seat: Player, table: &str, unseen: &str) -> Result<Sight, Problem> {
        let unseen = read_hand(unseen, "the others")?;
        let (table, to_pass) = match table.strip_suffix(" to pass").and_then(|table| table.rsplit_once(' ')) {
            None => (table, None),
            Some((table, number)) => (table, Some(number)),
        };
        let draft = self.draft(table)?;
        let own = seat.index();
        let trick_of = |seat: usize| {
            let leader = draft.leader.unwrap_or(0);
            let place = (0..draft.trick.len()).find(|&place| self.seat_after(leader, place as u8) == seat);
            place.map_or(0, |place| draft.trick[place].bit())
        };
        if (0..self.seats()).any(|seat| draft.hands[seat].is_some() != (seat == own)) {
            return Err(Problem::new(format!("{seat} sees its own hand; those of the others are `{HIDDEN}`")));
        }
        let mut hands = [0; SEATS];
        hands[own] = draft.hands[own].unwrap_or(0);
        let others = (0..self.seats()).filter(|&other| other != own);
        let on_table = others.clone().fold(0, |cards, other| cards | trick_of(other));
        let size = hands[own].count_ones();
        let wanted = size * (self.seats() as u32 - 1);
        self.check_pack(unseen)?;
        if unseen & (hands[own] | on_table) != 0 {
            return Err(Problem::new("an unseen card is one that is neither held nor in the trick"));
        }
        if unseen.count_ones() + on_table.count_ones() != wanted {
            return Err(Problem::new(format!(
                "the others hold {} cards, and {} are unseen",
                wanted - on_table.count_ones().min(wanted),
                unseen.count_ones()
            )));
        }
        // Any share of the unseen will do to check the rest: only the own hand is kept.
        let mut rest = unseen;
        for other in others {
            hands[other] = trick_of(other);
            while hands[other].count_ones() < size {
                hands[other] |= rest & rest.wrapping_neg();
                rest &= rest - 1;
            }
        }
        let mut shown = self.assemble(&Draft { aside: None, ..draft.clone() }, hands)?;
        let own_cards = hands[own];
        shown.hands = [0; SEATS];
        shown.hands[own] = own_cards;
        if let Some(set_aside) = &draft.aside {
            let all = PASSED * self.seats() as u8;
            let set = set_aside.iter().fold(0, |set, card| set | card.bit());
            let to_pass = to_pass.and_then(|number| number.parse().ok()).filter(|number: &u8| {
                (1..=all).contains(number) && set.count_ones() == chosen_in_turn(own, u32::from(all - number))
            });
            let fits = self.setup.pass_to > 0 && shown.left == self.full && set & !own_cards == 0;
            let (true, Some(to_pass)) = (fits, to_pass) else {
                return Err(Problem::new(format!(
                    "`{table}` does not say how many of {all} cards are still to be passed"
                )));
            };
            (shown.passed, shown.to_pass) = (set, to_pass);
        }
        for &card in &draft.trick {
            use outwit_game::Game;
            self.play(&mut shown, card);
        }
        Ok(Sight::Look { seat: own as u8, shown, unseen })
    }
}
