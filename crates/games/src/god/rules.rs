//! The language of secret rules: what a god may think of.
//!
//! A *remark* says something of the new card, or of it and the card it is laid on, or of it and the card below that one; it
//! can be denied. A rule is a remark, two joined by *and* or *or*, or one that holds on some top cards and another that holds
//! on the others: `same-suit`, `!same-suit&!same-suit2`, `red-top?higher:!higher`. Two things are forbidden, or the game would
//! be no fun: a rule that allows too few or too many of all possible plays, and one that leaves even a player who knows it
//! stuck with many cards, as `same-suit` does.

use outwit_game::{Problem, Rng};

/// The cards a rule looks at: the new one, the top of the stack, and the one below it. `None` where the stack is too low;
/// remarks about a card that is not there do not hold.
#[derive(Clone, Copy, Debug)]
pub struct Sight {
    /// The new card.
    pub card: Card,
    /// The top of the stack.
    pub top: Card,
    /// The card below it.
    pub second: Option<Card>,
}

/// A card's suit, 0 to 3, clubs, diamonds, hearts, spades; and its rank from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Card {
    /// The suit.
    pub suit: u8,
    /// The rank.
    pub rank: u8,
}

impl Card {
    fn is_red(self) -> bool {
        matches!(self.suit, 1 | 2)
    }
}

/// The remarks by name. The last ones are about the top card alone and can be a condition.
pub const REMARKS: [&str; 12] = [
    "same-suit",
    "same-colour",
    "higher",
    "near",
    "same-parity",
    "same-suit2",
    "higher2",
    "red",
    "even",
    "red-top",
    "even-top",
    "high-top",
];
/// The first remark that can be a condition.
const CONDITIONS: usize = 9;

/// Whether a remark holds; `middle` is the rank from which cards are high.
pub fn holds(remark: usize, sight: &Sight, middle: u8) -> bool {
    let Sight { card, top, second } = *sight;
    match remark {
        0 => card.suit == top.suit,
        1 => card.is_red() == top.is_red(),
        2 => card.rank > top.rank,
        3 => card.rank.abs_diff(top.rank) <= 3,
        4 => card.rank % 2 == top.rank % 2,
        5 => second.is_some_and(|second| card.suit == second.suit),
        6 => second.is_some_and(|second| card.rank > second.rank),
        7 => card.is_red(),
        // Ranks count from 0, and the ace is a one.
        8 => card.rank % 2 == 1,
        9 => top.is_red(),
        10 => top.rank % 2 == 1,
        _ => top.rank >= middle,
    }
}

/// A remark or its denial.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Literal {
    remark: u8,
    is_denied: bool,
}

impl Literal {
    fn text(self) -> String {
        format!("{}{}", if self.is_denied { "!" } else { "" }, REMARKS[usize::from(self.remark)])
    }
}

/// A rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rule {
    /// One remark.
    One(Literal),
    /// Both hold.
    And(Literal, Literal),
    /// At least one holds.
    Or(Literal, Literal),
    /// On top cards of a kind the first holds, on the others the second.
    If(u8, Literal, Literal),
}

impl Rule {
    /// Whether a play is allowed, given what holds of each remark.
    fn judge(self, holds: impl Fn(usize) -> bool) -> bool {
        let says = |literal: Literal| holds(usize::from(literal.remark)) != literal.is_denied;
        match self {
            Rule::One(a) => says(a),
            Rule::And(a, b) => says(a) && says(b),
            Rule::Or(a, b) => says(a) || says(b),
            Rule::If(condition, a, b) => {
                if holds(usize::from(condition)) {
                    says(a)
                } else {
                    says(b)
                }
            }
        }
    }

    /// The rule as text without white space.
    pub fn text(self) -> String {
        match self {
            Rule::One(a) => a.text(),
            Rule::And(a, b) => format!("{}&{}", a.text(), b.text()),
            Rule::Or(a, b) => format!("{}|{}", a.text(), b.text()),
            Rule::If(condition, a, b) => format!("{}?{}:{}", REMARKS[usize::from(condition)], a.text(), b.text()),
        }
    }

    fn kind(self) -> usize {
        match self {
            Rule::One(_) => 0,
            Rule::And(..) | Rule::Or(..) => 1,
            Rule::If(..) => 2,
        }
    }
}

/// All rules a god may think of. First the kind of sentence is drawn, then a sentence of that kind.
#[derive(Clone, Debug)]
pub struct Language {
    rules: Vec<Rule>,
    /// How many rules there are of each kind.
    sizes: [usize; 3],
    middle: u8,
}

/// Of all plays a rule allows at least and at most these parts.
const ALLOWS: (f64, f64) = (0.2, 0.8);
/// Who knows the rule and lays any card it allows gets rid of at least this part of the pack, on average over some games.
const LAYS: f64 = 0.75;
/// So many games.
const GAMES: u64 = 6;

impl Language {
    /// The sentences of the first `kinds` kinds, about cards of so many ranks.
    pub fn new(ranks: u8, kinds: usize) -> Language {
        let middle = ranks.div_ceil(2);
        // Step 1. What holds of every play, a bit each: all ways to take three cards in order.
        let cards = 4 * ranks;
        let card = |index: u8| Card { suit: index / ranks, rank: index % ranks };
        let mut bits: Vec<Vec<u64>> = vec![Vec::new(); REMARKS.len()];
        let mut plays = 0usize;
        for (new, top, second) in (0..cards).flat_map(|a| {
            (0..cards)
                .flat_map(move |b| (0..cards).map(move |c| (a, b, c)).filter(|(a, b, c)| a != b && b != c && a != c))
        }) {
            if plays.is_multiple_of(64) {
                bits.iter_mut().for_each(|words| words.push(0));
            }
            let sight = Sight { card: card(new), top: card(top), second: Some(card(second)) };
            for (remark, words) in bits.iter_mut().enumerate() {
                words[plays / 64] |= u64::from(holds(remark, &sight, middle)) << (plays % 64);
            }
            plays += 1;
        }
        // Step 2. Every sentence that allows neither too little nor too much.
        let word = |literal: Literal, at: usize| {
            let word = bits[usize::from(literal.remark)][at];
            if literal.is_denied { !word } else { word }
        };
        let last = plays / 64;
        let allows = |rule: &Rule| {
            let allowed: u64 = (0..bits[0].len())
                .map(|at| {
                    let word = match *rule {
                        Rule::One(a) => word(a, at),
                        Rule::And(a, b) => word(a, at) & word(b, at),
                        Rule::Or(a, b) => word(a, at) | word(b, at),
                        Rule::If(condition, a, b) => {
                            let on = bits[usize::from(condition)][at];
                            on & word(a, at) | !on & word(b, at)
                        }
                    };
                    let is_short = at == last && !plays.is_multiple_of(64);
                    u64::from((if is_short { word & ((1 << (plays % 64)) - 1) } else { word }).count_ones())
                })
                .sum();
            let part = allowed as f64 / plays as f64;
            ALLOWS.0 <= part && part <= ALLOWS.1
        };
        let lays = |rule: &Rule| {
            let laid: usize = (0..GAMES).map(|game| laid_by_insider(*rule, ranks, middle, &mut Rng::new(game))).sum();
            laid as f64 >= LAYS * (GAMES * u64::from(cards - 1)) as f64
        };
        let rules: Vec<Rule> = sentences().filter(|rule| rule.kind() < kinds).filter(allows).filter(lays).collect();
        let size = |kind: usize| rules.iter().filter(|rule| rule.kind() == kind).count();
        Language { sizes: [size(0), size(1), size(2)], rules, middle }
    }

    /// The rules.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// From which rank on cards are high.
    pub fn middle(&self) -> u8 {
        self.middle
    }

    /// Whether a rule allows a play.
    pub fn allows(&self, rule: usize, sight: &Sight) -> bool {
        self.rules[rule].judge(|remark| holds(remark, sight, self.middle))
    }

    /// How likely a rule is to be thought of, compared to others: kinds of sentences are equally likely, and so are the
    /// sentences of a kind.
    pub fn weight(&self, rule: usize) -> f64 {
        1.0 / self.sizes[self.rules[rule].kind()] as f64
    }

    /// Draws one of the rules that `fits`, as likely as it was to be thought of. All rules are looked at, so the draw is exact.
    pub fn draw(&self, rng: &mut Rng, fits: impl Fn(usize) -> bool) -> Option<usize> {
        let fitting: Vec<usize> = (0..self.rules.len()).filter(|&rule| fits(rule)).collect();
        let weights: Vec<f64> = fitting.iter().map(|&rule| self.weight(rule)).collect();
        (!fitting.is_empty()).then(|| fitting[rng.weighted(&weights)])
    }

    /// The rule of this text.
    pub fn read(&self, text: &str) -> Result<usize, Problem> {
        self.rules.iter().position(|rule| rule.text() == text).ok_or_else(|| {
            Problem::new(format!(
                "`{text}` is not a rule; rules are like `!same-suit`, `!same-suit&!same-suit2`, `red-top?higher:!higher`, of: {}",
                REMARKS.join(" ")
            ))
        })
    }
}

/// Every sentence, each once.
fn sentences() -> impl Iterator<Item = Rule> {
    let literals =
        || (0..REMARKS.len() as u8).flat_map(|remark| [false, true].map(|is_denied| Literal { remark, is_denied }));
    let pairs = move || literals().flat_map(move |a| literals().map(move |b| (a, b)));
    let joined = pairs().filter(|(a, b)| a.remark < b.remark).flat_map(|(a, b)| [Rule::And(a, b), Rule::Or(a, b)]);
    // Under a condition on the top card, remarks on it alone say nothing.
    let is_about_card = |literal: Literal| usize::from(literal.remark) < CONDITIONS;
    let conditional = pairs().filter(move |&(a, b)| a != b && is_about_card(a) && is_about_card(b));
    let conditional = conditional
        .flat_map(|(a, b)| (CONDITIONS as u8..REMARKS.len() as u8).map(move |condition| Rule::If(condition, a, b)));
    literals().map(Rule::One).chain(joined).chain(conditional)
}

/// How many cards somebody lays who knows the rule and lays any card it allows until there is none.
fn laid_by_insider(rule: Rule, ranks: u8, middle: u8, rng: &mut Rng) -> usize {
    let card = |index: u8| Card { suit: index / ranks, rank: index % ranks };
    let mut hand: Vec<u8> = (0..4 * ranks).collect();
    rng.shuffle(&mut hand);
    let mut top = card(hand.pop().expect("a pack has cards"));
    let (mut second, mut laid) = (None, 0);
    // The hand is in random order, so the first card that fits is any of them.
    while let Some(place) = hand.iter().rposition(|&index| {
        let sight = Sight { card: card(index), top, second };
        rule.judge(|remark| holds(remark, &sight, middle))
    }) {
        second = Some(top);
        top = card(hand.remove(place));
        laid += 1;
    }
    laid
}
