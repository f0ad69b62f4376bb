#![doc = include_str!("../../rules/god.md")]

mod picture;
pub mod rules;

use crate::catalog::GameEntry;
use outwit_game::{
    AnyGame, Evaluated, Evaluation, Facts, Game, Key, NamedEvaluation, Payoffs, Player, Problem, Rng, Turn, View, Word,
    keys,
};
use rules::{Card, Language, REMARKS, Sight, holds};
use std::sync::{Arc, OnceLock};

const RANK_COUNT: Key<u8> = Key::integer("ranks", "13", 3, 13, "ranks of each of the four suits");
const TRIES: Key<u16> = Key::integer("tries", "104", 1, 1000, "tries until the game is over");
const LANGUAGE: Key<Word> = Key::choice(
    "language",
    "full",
    &["simple", "pairs", "full"],
    "what rules may say: one remark, also two joined, also one or another depending on the top card",
);
pub(crate) const ENTRY: GameEntry = GameEntry {
    name: "god",
    summary: "one seat lays cards on a stack under a rule it is not told, and hears yes or no",
    rules: include_str!("../../rules/god.md"),
    parameters: keys![RANK_COUNT, TRIES, LANGUAGE],
    examples: &["god", "god:ranks=4,tries=20,language=simple", "god:language=pairs"],
    build: |settings, _| {
        let kinds = match settings.get(LANGUAGE) {
            "simple" => 1,
            "pairs" => 2,
            _ => 3,
        };
        Ok(AnyGame::new(God::new(settings.get(RANK_COUNT), settings.get(TRIES), kinds)))
    },
};

/// The rules of the game: the pack, the tries, and the language of secret rules.
#[derive(Clone, Debug)]
pub struct God {
    ranks: u8,
    tries: u16,
    language: Arc<Language>,
}

/// Languages, by ranks and kinds of sentences: each is worked out once.
static LANGUAGES: [[OnceLock<Arc<Language>>; 3]; 11] = [const { [const { OnceLock::new() }; 3] }; 11];

/// No card.
const NONE: u8 = u8::MAX;

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The secret rule's place in the language.
    rule: u16,
    /// The top of the stack and the card below it.
    stack: [u8; 2],
    /// The cards in hand, a bit each.
    hand: u64,
    /// Those refused since the stack last grew.
    refused: u64,
    /// Tries so far.
    tries: u16,
}

/// What can be drawn: all of the table but its rule.
struct Known {
    hand: u64,
    refused: u64,
    tries: usize,
    /// The stack, its top last; of a whole position only what rules look at.
    top: Vec<u8>,
}

/// What the seat sees: the first card of the stack, or an answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Answer {
    card: u8,
    /// None when nobody was asked.
    is_yes: Option<bool>,
}

impl From<u8> for Answer {
    fn from(card: u8) -> Answer {
        Answer { card, is_yes: None }
    }
}

const RANKS: &[u8; 13] = b"A23456789TJQK";
const SUITS: &[u8; 4] = b"cdhs";

impl God {
    /// The game with so many ranks, tries, and kinds of sentences (1 to 3).
    ///
    /// # Panics
    /// When there are fewer than 3 or more than 13 ranks.
    pub fn new(ranks: u8, tries: u16, kinds: usize) -> God {
        assert!((3..=13).contains(&ranks), "suits have 3 to 13 ranks");
        let kinds = kinds.clamp(1, 3);
        let language =
            LANGUAGES[usize::from(ranks) - 3][kinds - 1].get_or_init(|| Arc::new(Language::new(ranks, kinds)));
        God { ranks, tries, language: language.clone() }
    }

    /// The language of secret rules.
    pub fn language(&self) -> &Language {
        &self.language
    }

    fn cards(&self) -> u8 {
        4 * self.ranks
    }

    fn pack(&self) -> u64 {
        (1 << self.cards()) - 1
    }

    fn card(&self, index: u8) -> Card {
        Card { suit: index / self.ranks, rank: index % self.ranks }
    }

    fn sight(&self, stack: [u8; 2], card: u8) -> Sight {
        let second = (stack[1] != NONE).then(|| self.card(stack[1]));
        Sight { card: self.card(card), top: self.card(stack[0]), second }
    }

    /// The table as a seat knows it.
    fn known(&self, view: &View<'_, God>) -> Known {
        let mut known = Known { hand: self.pack(), refused: 0, tries: 0, top: Vec::new() };
        for &Answer { card, is_yes } in view.seen() {
            known.tries += usize::from(is_yes.is_some());
            if is_yes == Some(false) {
                known.refused |= 1 << card;
            } else {
                (known.hand, known.refused) = (known.hand & !(1 << card), 0);
                known.top.push(card);
            }
        }
        known
    }

    fn card_text(&self, index: u8) -> String {
        let Card { suit, rank } = self.card(index);
        [RANKS[usize::from(rank)], SUITS[usize::from(suit)]].map(char::from).iter().collect()
    }

    fn cards_text(&self, cards: impl Iterator<Item = u8>) -> String {
        let text: String = cards.map(|card| self.card_text(card)).collect();
        if text.is_empty() { "-".to_string() } else { text }
    }

    fn read_card(&self, text: &str) -> Result<u8, Problem> {
        let wrong =
            || Problem::new(format!("`{text}` is not a card: write a rank of A23456789TJQK and a suit of cdhs"));
        let &[rank, suit] = text.as_bytes() else { return Err(wrong()) };
        let rank = RANKS[..usize::from(self.ranks)].iter().position(|&known| known == rank).ok_or_else(wrong)?;
        let suit = SUITS.iter().position(|&known| known == suit).ok_or_else(wrong)?;
        Ok(suit as u8 * self.ranks + rank as u8)
    }

    fn read_cards(&self, text: &str) -> Result<Vec<u8>, Problem> {
        if text == "-" {
            return Ok(Vec::new());
        }
        let letters: Vec<char> = text.chars().collect();
        letters.chunks(2).map(|pair| self.read_card(&pair.iter().collect::<String>())).collect()
    }

    /// Goes through what the seat has seen; `each` gets the stack before a try, the card and the answer. Gives the stack.
    fn replay(&self, seen: &[Answer], mut each: impl FnMut([u8; 2], u8, bool)) -> [u8; 2] {
        let mut stack = [NONE; 2];
        for answer in seen {
            match answer.is_yes {
                None => stack = [answer.card, NONE],
                Some(is_yes) => {
                    each(stack, answer.card, is_yes);
                    if is_yes {
                        stack = [answer.card, stack[0]];
                    }
                }
            }
        }
        stack
    }
}

fn bits(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            lowest as u8
        })
    })
}

impl Game for God {
    type State = Position;
    type Move = u8;
    type Seen = Answer;

    fn players(&self) -> usize {
        1
    }

    fn facts(&self) -> Facts {
        Facts {
            lowest: 0.0,
            highest: f64::from(self.tries.max(1)),
            sum: None,
            chance: false,
            draws: false,
            hidden: true,
            cyclic: false,
            positions: f64::INFINITY,
        }
    }

    fn start(&self, rng: &mut Rng) -> Position {
        let rule = self.language.draw(rng, |_| true).expect("the language has rules") as u16;
        let first = rng.below(u64::from(self.cards())) as u8;
        Position { rule, stack: [first, NONE], hand: self.pack() & !(1 << first), refused: 0, tries: 0 }
    }

    fn turn(&self, position: &Position) -> Turn {
        let is_over = position.tries >= self.tries || position.hand & !position.refused == 0;
        if is_over { Turn::Over } else { Turn::Of(Player::FIRST) }
    }

    fn moves(&self, position: &Position, out: &mut Vec<u8>) {
        out.extend(bits(position.hand & !position.refused));
    }

    fn play(&self, position: &mut Position, card: u8) {
        position.tries += 1;
        if self.language.allows(usize::from(position.rule), &self.sight(position.stack, card)) {
            position.stack = [card, position.stack[0]];
            position.hand &= !(1 << card);
            position.refused = 0;
        } else {
            position.refused |= 1 << card;
        }
    }

    fn payoffs(&self, position: &Position) -> Payoffs {
        Payoffs::new(&[self.score(position)])
    }

    fn move_text(&self, _position: &Position, card: u8) -> String {
        self.card_text(card)
    }

    fn position_text(&self, position: &Position) -> String {
        let stack = position.stack.into_iter().filter(|&card| card != NONE);
        format!(
            "{} {} {} {} {}",
            self.language.rules()[usize::from(position.rule)].text(),
            self.cards_text(stack),
            self.cards_text(bits(position.hand)),
            self.cards_text(bits(position.refused)),
            position.tries
        )
    }

    fn read_position(&self, text: &str) -> Result<Position, Problem> {
        let [rule, stack, hand, refused, tries] =
            crate::board::parts(text, ["rule", "stack", "hand", "refused", "tries"])?;
        let rule = self.language.read(rule)? as u16;
        let stack = self.read_cards(stack)?;
        let set = |cards: Vec<u8>, what: &str| {
            cards.iter().try_fold(0u64, |set, &card| match set >> card & 1 {
                0 => Ok(set | 1 << card),
                _ => Err(Problem::new(format!("the card {} is twice in {what}", self.card_text(card)))),
            })
        };
        let (hand, refused) =
            (set(self.read_cards(hand)?, "the hand")?, set(self.read_cards(refused)?, "the refused")?);
        let shown = set(stack.clone(), "the stack")?;
        let stack = match stack[..] {
            [top] => [top, NONE],
            [top, second] => [top, second],
            _ => return Err(Problem::new("of the stack the top one or two cards are written")),
        };
        if shown & hand != 0 || refused & !hand != 0 {
            return Err(Problem::new("cards of the stack are not in the hand, and refused cards are"));
        }
        // With one card on the stack all others are in the hand; every card laid was a try, and so was every refused one.
        let laid = u32::from(self.cards()) - hand.count_ones() - 1;
        if (laid == 0) != (stack[1] == NONE) {
            return Err(Problem::new(
                "the stack and the hand do not make a pack: two cards of the stack are written if it has them",
            ));
        }
        let least = laid + refused.count_ones();
        match tries.parse::<u16>() {
            Ok(tries) if u32::from(tries) >= least && tries <= self.tries => {
                Ok(Position { rule, stack, hand, refused, tries })
            }
            _ => Err(Problem::new(format!("`{tries}` is not the number of tries: from {least} to {}", self.tries))),
        }
    }

    fn picture(&self, position: &Position) -> String {
        let stack = position.stack.into_iter().filter(|&card| card != NONE);
        format!(
            "rule     {}\nstack    {} (top first)\nhand     {}\nrefused  {}\ntries    {} of {}",
            self.language.rules()[usize::from(position.rule)].text(),
            self.cards_text(stack),
            self.cards_text(bits(position.hand)),
            self.cards_text(bits(position.refused)),
            position.tries,
            self.tries
        )
    }

    fn seat_picture(&self, view: &View<'_, God>) -> String {
        let Known { hand, refused, tries, .. } = self.known(view);
        let laid: Vec<String> = view
            .seen()
            .iter()
            .filter(|seen| seen.is_yes != Some(false))
            .map(|seen| self.card_text(seen.card))
            .collect();
        format!(
            "stack    {} (top last)\nhand     {}\nrefused  {}\ntries    {tries} of {}",
            laid.join(" "),
            self.cards_text(bits(hand)),
            self.cards_text(bits(refused)),
            self.tries
        )
    }

    fn svg(&self, position: &Position) -> String {
        let Position { hand, refused, tries, .. } = *position;
        let top: Vec<u8> = position.stack.into_iter().filter(|&card| card != NONE).rev().collect();
        let rule = self.language.rules()[usize::from(position.rule)].text();
        picture::svg(self, &Known { hand, refused, tries: tries.into(), top }, Some(&rule))
    }

    fn seat_svg(&self, view: &View<'_, God>) -> String {
        picture::svg(self, &self.known(view), None)
    }

    fn first_look(&self, start: &Position, _seat: Player) -> Option<Answer> {
        Some(Answer { card: start.stack[0], is_yes: None })
    }

    fn observe(&self, before: &Position, card: u8, after: &Position, _seat: Player) -> Option<Answer> {
        Some(Answer { card, is_yes: Some(after.hand != before.hand) })
    }

    fn seen_text(&self, seen: &Answer) -> String {
        let card = self.card_text(seen.card);
        match seen.is_yes {
            None => format!("the stack begins with {card}"),
            Some(true) => format!("{card}: yes"),
            Some(false) => format!("{card}: no"),
        }
    }

    fn read_seen(&self, _seat: Player, text: &str) -> Result<Answer, Problem> {
        if let Some(card) = text.strip_prefix("the stack begins with ") {
            return Ok(Answer { card: self.read_card(card)?, is_yes: None });
        }
        match text.split_once(": ") {
            Some((card, "yes")) => Ok(Answer { card: self.read_card(card)?, is_yes: Some(true) }),
            Some((card, "no")) => Ok(Answer { card: self.read_card(card)?, is_yes: Some(false) }),
            _ => Err(Problem::new(format!("`{text}` is not `CARD: yes`, `CARD: no` or `the stack begins with CARD`"))),
        }
    }

    /// Every rule that agrees with all answers, as likely as it was to be thought of.
    fn sample(&self, view: &View<'_, God>, rng: &mut Rng) -> Option<Position> {
        let mut answers = Vec::new();
        let stack =
            self.replay(view.seen(), |stack, card, is_yes| answers.push((self.sight(stack, card), card, is_yes)));
        if stack[0] == NONE {
            return None;
        }
        let agrees = |rule: usize| answers.iter().all(|(sight, _, yes)| self.language.allows(rule, sight) == *yes);
        let rule = self.language.draw(rng, agrees)? as u16;
        let mut position = Position { rule, stack, hand: self.pack(), refused: 0, tries: answers.len() as u16 };
        let first = view.seen().first()?.card;
        position.hand &= !(1 << first);
        for &(_, card, is_yes) in &answers {
            match is_yes {
                true => (position.hand, position.refused) = (position.hand & !(1 << card), 0),
                false => position.refused |= 1 << card,
            }
        }
        Some(position)
    }
}

impl God {
    /// One for each card laid, and for each try left when all are.
    fn score(&self, position: &Position) -> f64 {
        let laid = u32::from(self.cards()) - 1 - position.hand.count_ones();
        let left = if position.hand == 0 { u32::from(self.tries - position.tries) } else { 0 };
        f64::from(laid + left)
    }
}

/// What is so far in the bag, and what to learn from answers by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Laid;

impl Evaluation<God> for Laid {
    fn value(&self, game: &God, position: &Position, _seat: Player) -> f64 {
        game.score(position)
    }

    /// What can be said of each play: which remarks of the language hold. Yes is 1 and no is 0.
    fn trials(
        &self,
        game: &God,
        _seat: Player,
        seen: &[Answer],
        moves: &[u8],
        past: &mut Vec<(Vec<f64>, f64)>,
        now: &mut Vec<Vec<f64>>,
    ) -> bool {
        let features = |stack: [u8; 2], card: u8| -> Vec<f64> {
            let sight = game.sight(stack, card);
            (0..REMARKS.len())
                .map(|remark| f64::from(u8::from(holds(remark, &sight, game.language.middle()))))
                .collect()
        };
        let stack = game.replay(seen, |stack, card, is_yes| {
            if stack[0] != NONE {
                past.push((features(stack, card), f64::from(u8::from(is_yes))));
            }
        });
        if stack[0] == NONE {
            return false;
        }
        now.extend(moves.iter().map(|&card| features(stack, card)));
        true
    }
}

impl Evaluated for God {
    type Evaluation = Laid;

    fn evaluations(&self) -> &'static [NamedEvaluation] {
        &[NamedEvaluation { name: "laid", summary: "cards laid so far" }]
    }

    fn evaluation(&self, _index: usize) -> Laid {
        Laid
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outwit_game::Table;

    #[test]
    fn the_rule_of_the_thesis_is_in_the_language() {
        let god = God::new(13, 104, 3);
        let rule = god.language.read("!same-suit&!same-suit2").unwrap();
        let sight = |card: &str, stack: &str| {
            let stack = god.read_cards(stack).unwrap();
            god.sight([stack[0], stack[1]], god.read_card(card).unwrap())
        };
        assert!(god.language.allows(rule, &sight("3c", "4h5s")));
        assert!(!god.language.allows(rule, &sight("3c", "4c5s")) && !god.language.allows(rule, &sight("3c", "4s5c")));
        let sizes = [1, 2, 3].map(|kinds| God::new(13, 104, kinds).language.rules().len());
        assert!(sizes[0] >= 3 && sizes[1] > 50 && sizes[2] > 200, "{sizes:?}");
        for ranks in 3..=13 {
            assert!(!God::new(ranks, 10, 1).language.rules().is_empty(), "{ranks}");
        }
        // Nobody can get rid of a pack by laying ever higher cards, or one suit.
        assert!(god.language.read("higher").is_err() && god.language.read("same-suit").is_err());
    }

    /// Counted one play at a time: every rule allows between a fifth and four fifths of all plays.
    #[test]
    fn no_rule_is_too_strict_or_too_lax() {
        let god = God::new(4, 40, 3);
        for rule in 0..god.language.rules().len() {
            let (mut plays, mut allowed) = (0, 0);
            for (card, top, second) in
                (0..16u8).flat_map(|a| (0..16u8).flat_map(move |b| (0..16u8).map(move |c| (a, b, c))))
            {
                if card != top && top != second && card != second {
                    plays += 1;
                    allowed += u32::from(god.language.allows(rule, &god.sight([top, second], card)));
                }
            }
            let part = f64::from(allowed) / f64::from(plays);
            assert!((0.2..=0.8).contains(&part), "{}: {part}", god.language.rules()[rule].text());
        }
    }

    #[test]
    fn a_sampled_world_answers_as_the_true_one_did() {
        let god = God::new(13, 104, 3);
        for seed in 0..20 {
            let mut rng = Rng::new(seed);
            let mut table = Table::deal(&god, &mut rng);
            for _ in 0..12 {
                let card = *rng.pick(table.moves());
                table.play(card);
            }
            let view = table.view(Player::FIRST);
            let world = god.sample(&view, &mut rng).unwrap();
            assert_eq!(Position { rule: table.state().rule, ..world }, *table.state());
            // Played again under the sampled rule, every answer is the same.
            let start = Position { rule: world.rule, ..*table.start() };
            let mut again = Table::at(&god, start);
            table.played().to_vec().into_iter().for_each(|card| again.play(card));
            assert_eq!(again.view(Player::FIRST).seen(), view.seen());
        }
    }

    /// All rules that agree with what was seen come up, each as often as Bayes has it, and no other does.
    #[test]
    fn sampled_rules_are_as_likely_as_they_were_to_be_thought_of() {
        let god = God::new(4, 20, 3);
        for seed in 0..3 {
            let mut rng = Rng::new(seed);
            let mut table = Table::deal(&god, &mut rng);
            for _ in 0..8 {
                let card = *rng.pick(table.moves());
                table.play(card);
            }
            // By playing the same cards under every rule there is.
            let agrees = |rule: usize| {
                let mut again = Table::at(&god, Position { rule: rule as u16, ..*table.start() });
                table.played().iter().for_each(|&card| again.play(card));
                again.view(Player::FIRST).seen() == table.view(Player::FIRST).seen()
            };
            let weight = |rule: usize| if agrees(rule) { god.language.weight(rule) } else { 0.0 };
            let wanted: Vec<f64> = (0..god.language.rules().len()).map(weight).collect();
            let total: f64 = wanted.iter().sum();
            let mut counts = vec![0.0; wanted.len()];
            let draws = 4_000;
            for _ in 0..draws {
                counts[usize::from(god.sample(&table.view(Player::FIRST), &mut rng).unwrap().rule)] += 1.0;
            }
            let fitting = wanted.iter().filter(|&&weight| weight > 0.0).count();
            assert!(fitting > 1 && fitting < wanted.len(), "{fitting} of {}", wanted.len());
            // Pearson's sum of squares is about as large as there are rules, give or take a few roots of twice that.
            let squares: f64 = counts
                .iter()
                .zip(&wanted)
                .map(|(count, weight)| (count, f64::from(draws) * weight / total))
                .map(
                    |(count, expected)| {
                        if expected == 0.0 { 1e9 * count } else { (count - expected).powi(2) / expected }
                    },
                )
                .sum();
            let fitting = fitting as f64;
            assert!(squares < fitting + 5.0 * (2.0 * fitting).sqrt(), "{squares} for {fitting}");
        }
    }

    #[test]
    fn all_cards_laid_at_once_pay_all_tries() {
        let god = God::new(3, 20, 1);
        let done = Position { rule: 0, stack: [0, 1], hand: 0, refused: 0, tries: 11 };
        assert!(god.turn(&done).is_over());
        assert_eq!(god.payoffs(&done)[Player::FIRST], 20.0);
        let stuck = Position { hand: 0b100, refused: 0b100, tries: 11, ..done };
        assert!(god.turn(&stuck).is_over());
        assert_eq!(god.payoffs(&stuck)[Player::FIRST], 10.0);
    }
}
