#![doc = include_str!("../rules/spades.md")]

use crate::catalog::GameEntry;
use crate::tricks::cards::{Card, SPADES, suit};
use crate::tricks::strength::{self, Strengths, WHOLE, by_seat, floor, total};
use crate::tricks::{Position, Rules, SEATS, Setup, TrickGame, sight};
use outwit_game::{
    AnyGame, Evaluated, Evaluation, Interval, Key, MAX_SEATS, NamedEvaluation, Payoffs, Player, Sight, Span, Word, keys,
};
use outwit_learn::Shipped;

/// Learned from play against itself; the file says by which command.
static LEARNED: Shipped = Shipped::new(include_str!("../learned/spades.txt"));

const OPEN: Key<bool> = Key::flag("open", "false", "all cards lie face up; false hides the hands");
const SEATED: Key<usize> = Key::integer("seats", "4", 3, 4, "seats at the table");
const CARDS: Key<Option<usize>> =
    Key::integer("cards", "", 1, 17, "cards a hand: 13, or 17 for 3 seats, unless the pack is short of its lowest");
const MUST_BREAK: Key<bool> = Key::flag("break", "true", "no spade is led before one has been played");
const LEAD: Key<Word> =
    Key::choice("lead", "first", &["first", "drawn"], "who leads first: seat 1, or whoever is drawn");

/// The game in the catalog.
pub(crate) const ENTRY: GameEntry = GameEntry {
    name: "spades",
    summary: "tricks everybody wants, without bids: spades are trumps, a trick counts 10; the most win",
    rules: concat!(include_str!("../rules/spades.md"), "\n", include_str!("../rules/tricks.md")),
    parameters: keys![OPEN, SEATED, CARDS, MUST_BREAK, LEAD],
    examples: &[
        "spades",
        "spades:open=true",
        "spades:open=true,cards=4,break=false,lead=drawn",
        "spades:open=true,seats=3",
        "spades:cards=2",
        "spades:seats=3,cards=2,lead=drawn",
    ],
    build: |settings, _| {
        let seats = settings.get(SEATED);
        let setup = Setup {
            seats,
            cards: settings.get(CARDS).unwrap_or(52 / seats),
            open: settings.get(OPEN),
            pass_to: 0,
            leader_is_drawn: settings.get(LEAD) == "drawn",
        };
        Ok(AnyGame::new(Spades::new(SpadesRules { must_break: settings.get(MUST_BREAK) }, setup)?))
    },
};

/// Solo spades.
pub type Spades = TrickGame<SpadesRules>;

/// What is special about spades.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SpadesRules {
    /// No spade is led before one has been played.
    pub must_break: bool,
}

/// What a trick pays.
const TRICK: f64 = 10.0;

impl Spades {
    /// Whether the game is the usual one, open or not, for which something was learned.
    fn is_usual(&self) -> bool {
        let Setup { seats, cards, leader_is_drawn, .. } = *self.setup();
        self.rules().must_break && (seats, cards, leader_is_drawn) == (4, 13, false)
    }
}

impl Rules for SpadesRules {
    const TRUMPS: u64 = suit(SPADES);
    const SCORED: &'static str = "tricks";

    #[inline]
    fn opening(&self, _pack: u64) -> Option<Card> {
        None
    }

    #[inline]
    fn leads(&self, hand: u64, is_broken: bool) -> u64 {
        let other = hand & !suit(SPADES);
        if is_broken || other == 0 || !self.must_break { hand } else { other }
    }

    #[inline]
    fn discards(&self, hand: u64, _is_first_trick: bool) -> u64 {
        hand
    }

    #[inline]
    fn breaking(&self) -> u64 {
        suit(SPADES)
    }

    #[inline]
    fn worth(&self, _trick: u64) -> u8 {
        1
    }

    #[inline]
    fn at_stake(&self, _cards: u64, tricks: u32) -> u32 {
        tricks
    }

    #[inline]
    fn range(&self, at_stake: u32, _seats: usize) -> (f64, f64, Option<f64>) {
        let all = TRICK * f64::from(at_stake);
        (0.0, all, Some(all))
    }

    #[inline]
    fn payoffs(&self, scores: &[u8]) -> Payoffs {
        let mut payoffs = Payoffs::ZERO;
        for (seat, &tricks) in scores.iter().enumerate() {
            payoffs[Player::new(seat)] = TRICK * f64::from(tricks);
        }
        payoffs
    }

    #[inline]
    fn bounds(&self, scores: &[u8], seat: usize, left: u32) -> (f64, f64) {
        let own = f64::from(scores[seat]);
        (TRICK * own, TRICK * (own + f64::from(left)))
    }

    #[inline]
    fn is_special(&self, _card: Card) -> bool {
        false
    }

    /// High cards that win first; where nothing wins, low ones.
    #[inline]
    fn order_hint(&self, card: Card, best: Option<Card>) -> i32 {
        let (rank, is_spade) = (card.rank() as i32, card.suit() == SPADES);
        match best {
            None => rank,
            Some(best) if best.suit() == card.suit() => {
                if card > best {
                    40 + rank
                } else {
                    -rank
                }
            }
            Some(_) if is_spade => 30 - rank,
            Some(_) => -rank,
        }
    }
}

/// What a hand of spades is worth before it is over.
#[derive(Clone, Copy)]
pub struct SpadesEvaluation {
    kind: Kind,
    strengths: &'static Strengths,
    /// What every seat that is there promises, whatever its hand: an eighth of a trick.
    floor: [u32; SEATS],
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Hand,
    Tricks,
    Paper,
    Learned,
}

impl SpadesEvaluation {
    /// The tricks to come, shared by what the hands promise. Any spade may trump, so it promises more than its rank, and
    /// cards of other suits may be trumped. In the middle of a trick who would take it has so much of it as is there. The
    /// weights did best in games of one-trick searches against each other.
    #[inline]
    fn by_hand(&self, game: &Spades, position: &Position) -> Payoffs {
        let hands = position.hands();
        let strengths = |suit| self.strengths.of_suit(&hands, suit);
        let (clubs, diamonds, hearts, spades) = (strengths(0), strengths(1), strengths(2), strengths(SPADES));
        let shares = by_seat(|seat| {
            let trumps = (hands[seat] & suit(SPADES)).count_ones();
            let others = clubs[seat] + diamonds[seat] + hearts[seat];
            self.floor[seat] + others + 2 * (spades[seat] + trumps * WHOLE)
        });
        let mut left = f64::from(game.left_at_stake(position));
        let scores = position.scores();
        let mut has = by_seat(|seat| f64::from(scores[seat]));
        if let Some((winner, share)) = game.trick_so_far(position) {
            has[winner] += share;
            left -= share;
        }
        let a_share = TRICK * left / f64::from(total(shares));
        Payoffs::new(&by_seat(|seat| TRICK * has[seat] + f64::from(shares[seat]) * a_share))
    }
}

impl Evaluation<Spades> for SpadesEvaluation {
    /// What was learned need not be.
    #[inline]
    fn is_symmetric(&self) -> bool {
        self.kind != Kind::Learned
    }

    #[inline]
    fn value(&self, game: &Spades, position: &Position, seat: Player) -> f64 {
        self.values(game, position)[seat]
    }

    #[inline]
    fn values(&self, game: &Spades, position: &Position) -> Payoffs {
        match self.kind {
            _ if position.is_over() => game.rules().payoffs(&position.scores()[..game.setup().seats]),
            Kind::Learned => LEARNED.values(game, position),
            Kind::Tricks => game.rules().payoffs(&position.scores()[..game.setup().seats]),
            Kind::Hand | Kind::Paper => self.by_hand(game, position),
        }
    }

    #[inline]
    fn intervals(&self, game: &Spades, position: &Position) -> [Interval; MAX_SEATS] {
        let values = self.values(game, position);
        let (scores, left) = (position.scores(), game.left_at_stake(position));
        let scores = &scores[..game.setup().seats];
        let all = TRICK * f64::from(game.stake());
        let mut intervals = [Interval::default(); MAX_SEATS];
        for seat in Player::all(game.setup().seats) {
            let value = values[seat];
            let (low, high) = game.rules().bounds(scores, seat.index(), left);
            intervals[seat.index()] = match self.kind {
                Kind::Tricks => Interval { low, high },
                Kind::Hand | Kind::Learned => Interval { low: (low + value) / 2.0, high: (high + value) / 2.0 },
                Kind::Paper if position.is_over() => Interval::point(value),
                Kind::Paper => Interval { low: value, high: all },
            };
        }
        intervals
    }

    /// A trick.
    fn unit(&self, _game: &Spades) -> f64 {
        TRICK
    }

    fn span(&self, game: &Spades) -> Option<Span> {
        Some(Span { lowest: 0.0, sum: TRICK * f64::from(game.stake()) })
    }

    fn features(&self, _game: &Spades, position: &Position, out: &mut Vec<f64>) {
        strength::features(position, self.strengths, out);
    }

    fn feature_names(&self) -> &'static [&'static str] {
        strength::FEATURES
    }
}

impl Evaluated for Spades {
    type Evaluation = SpadesEvaluation;

    fn evaluations(&self) -> &'static [NamedEvaluation] {
        const HAND: NamedEvaluation = NamedEvaluation {
            name: "hand",
            summary: "10 a trick taken and a share of those to come, by the tricks the hand promises",
        };
        const TAKEN: NamedEvaluation =
            NamedEvaluation { name: "tricks", summary: "10 a trick taken; between that and taking all to come" };
        const PAPER: NamedEvaluation = NamedEvaluation {
            name: "paper",
            summary: "as hand; between that and all tricks of a hand, the constant bound of the Max-Prob paper",
        };
        const LEARNED: NamedEvaluation = NamedEvaluation {
            name: "learned",
            summary: "what a network expects that has learned from play against itself",
        };
        const ALL: &[NamedEvaluation] = &[HAND, TAKEN, PAPER, LEARNED];
        if self.is_usual() { ALL } else { &ALL[..3] }
    }

    fn evaluation(&self, index: usize) -> SpadesEvaluation {
        let kind = [Kind::Hand, Kind::Tricks, Kind::Paper, Kind::Learned][index];
        let seats = self.setup().seats;
        SpadesEvaluation { kind, strengths: Strengths::of(seats), floor: floor(seats, WHOLE / 8) }
    }

    fn sights(&self) -> Vec<Sight> {
        vec![sight::HANDS]
    }

    fn see(&self, _sight: usize, position: &Position, seat: Player, out: &mut Vec<(u32, f32)>) -> u32 {
        sight::see(self, position, seat, out)
    }
}
