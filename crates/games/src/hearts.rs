#![doc = include_str!("../rules/hearts.md")]

use crate::catalog::GameEntry;
use crate::tricks::cards::{CLUBS, Card, HEARTS, QUEEN, SPADES, suit};
use crate::tricks::strength::{self, Strengths, WHOLE, by_seat, floor, total};
use crate::tricks::{Position, Rules, SEATS, Setup, TrickGame, sight};
use outwit_game::{
    AnyGame, Evaluated, Evaluation, Interval, Key, MAX_SEATS, NamedEvaluation, Payoffs, Player, Problem, Sight, Span,
    Word, keys,
};
use outwit_learn::Shipped;

/// Learned from play against itself; the file says by which command.
static LEARNED: Shipped = Shipped::new(include_str!("../learned/hearts.txt"));

const OPEN: Key<bool> = Key::flag("open", "false", "all cards lie face up; false hides the hands");
const SEATED: Key<usize> = Key::integer("seats", "4", 3, 4, "seats at the table");
const CARDS: Key<Option<usize>> =
    Key::integer("cards", "", 1, 17, "cards a hand: 13, or 17 for 3 seats, unless the pack is short of its lowest");
const PASSING: Key<Word> =
    Key::choice("passing", "none", &["none", "left", "right", "across"], "three cards go to this seat before play");
const SHOOT: Key<Word> = Key::choice(
    "shoot",
    "none",
    &["none", "others", "self"],
    "who takes all points: no reward, the others pay them, or it earns them",
);
const QUEEN_BREAKS: Key<bool> = Key::flag("queen", "false", "the queen of spades breaks hearts too");

/// The game in the catalog.
pub(crate) const ENTRY: GameEntry = GameEntry {
    name: "hearts",
    summary: "tricks nobody wants: a heart is a point, the queen of spades 13; the fewest win",
    rules: concat!(include_str!("../rules/hearts.md"), "\n", include_str!("../rules/tricks.md")),
    parameters: keys![OPEN, SEATED, CARDS, PASSING, SHOOT, QUEEN_BREAKS],
    examples: &[
        "hearts",
        "hearts:open=true",
        "hearts:open=true,cards=4,shoot=others",
        "hearts:open=true,cards=3,shoot=self,queen=true,seats=3",
        "hearts:open=true,cards=4,passing=across",
        "hearts:cards=2",
        "hearts:cards=3,passing=left",
    ],
    build: |settings, _| {
        let seats = settings.get(SEATED);
        let setup = Setup {
            seats,
            cards: settings.get(CARDS).unwrap_or(52 / seats),
            open: settings.get(OPEN),
            pass_to: match settings.get(PASSING) {
                "left" => 1,
                "right" => seats - 1,
                "across" if seats == 4 => 2,
                "across" => return Err(Problem::new("`passing=across` needs 4 seats: with 3 nobody sits across")),
                _ => 0,
            },
            leader_is_drawn: false,
        };
        let shoot = match settings.get(SHOOT) {
            "others" => Shoot::Others,
            "self" => Shoot::Own,
            _ => Shoot::Nothing,
        };
        let rules = HeartsRules { shoot, queen_breaks: settings.get(QUEEN_BREAKS) };
        Ok(AnyGame::new(Hearts::new(rules, setup)?))
    },
};

/// Hearts.
pub type Hearts = TrickGame<HeartsRules>;

/// What is special about hearts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeartsRules {
    /// What becomes of somebody who takes all points.
    pub shoot: Shoot,
    /// The queen of spades breaks hearts too.
    pub queen_breaks: bool,
}

/// Shooting the moon: taking all points of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shoot {
    /// They count as any points do.
    Nothing,
    /// Every other seat gets all the points, the shooter none.
    Others,
    /// The shooter is paid them; the others get none.
    Own,
}

const POINTS: u64 = suit(HEARTS) | QUEEN.bit();
const QUEEN_POINTS: u32 = 13;

#[inline]
fn points(cards: u64) -> u32 {
    (cards & suit(HEARTS)).count_ones() + QUEEN_POINTS * u32::from(cards & QUEEN.bit() != 0)
}

impl HeartsRules {
    /// The seat that has all points taken so far, if points are taken and one seat has them.
    #[inline]
    fn sole(scores: &[u8]) -> Option<usize> {
        let mut with_points = (0..scores.len()).filter(|&seat| scores[seat] > 0);
        with_points.next().filter(|_| with_points.next().is_none())
    }

    /// What each seat has, as payoffs, when these are the final points.
    #[inline]
    fn settle(&self, scores: &[u8]) -> Payoffs {
        let mut payoffs = Payoffs::ZERO;
        let shooter = match self.shoot {
            Shoot::Nothing => None,
            _ => HeartsRules::sole(scores),
        };
        for (seat, &score) in scores.iter().enumerate() {
            payoffs[Player::new(seat)] = match shooter {
                None => 0.0 - f64::from(score),
                Some(shooter) => {
                    let all = f64::from(scores[shooter]);
                    match (self.shoot, shooter == seat) {
                        (Shoot::Own, true) => all,
                        (Shoot::Own, false) | (_, true) => 0.0,
                        _ => -all,
                    }
                }
            };
        }
        payoffs
    }
}

impl Hearts {
    /// Whether the game is the usual one, open or not, for which something was learned.
    fn is_usual(&self) -> bool {
        let Setup { seats, cards, pass_to, .. } = *self.setup();
        let rules = HeartsRules { shoot: Shoot::Nothing, queen_breaks: false };
        *self.rules() == rules && (seats, cards, pass_to) == (4, 13, 0)
    }
}

impl Rules for HeartsRules {
    const TRUMPS: u64 = 0;
    const SCORED: &'static str = "points";

    #[inline]
    fn opening(&self, pack: u64) -> Option<Card> {
        Some(Card::new(CLUBS, (pack & suit(CLUBS)).trailing_zeros()))
    }

    #[inline]
    fn leads(&self, hand: u64, is_broken: bool) -> u64 {
        let other = hand & !suit(HEARTS);
        if is_broken || other == 0 { hand } else { other }
    }

    #[inline]
    fn discards(&self, hand: u64, is_first_trick: bool) -> u64 {
        let harmless = hand & !POINTS;
        if is_first_trick && harmless != 0 { harmless } else { hand }
    }

    #[inline]
    fn breaking(&self) -> u64 {
        if self.queen_breaks { POINTS } else { suit(HEARTS) }
    }

    #[inline]
    fn worth(&self, trick: u64) -> u8 {
        if trick & POINTS == 0 { 0 } else { points(trick) as u8 }
    }

    #[inline]
    fn at_stake(&self, cards: u64, _tricks: u32) -> u32 {
        points(cards)
    }

    #[inline]
    fn range(&self, at_stake: u32, _seats: usize) -> (f64, f64, Option<f64>) {
        let all = f64::from(at_stake);
        match self.shoot {
            Shoot::Nothing => (-all, 0.0, Some(0.0 - all)),
            Shoot::Others => (-all, 0.0, None),
            Shoot::Own => (-all, all, None),
        }
    }

    #[inline]
    fn payoffs(&self, scores: &[u8]) -> Payoffs {
        self.settle(scores)
    }

    #[inline]
    fn bounds(&self, scores: &[u8], seat: usize, left: u32) -> (f64, f64) {
        let own = f64::from(scores[seat]);
        let (worst, best) = (0.0 - own - f64::from(left), 0.0 - own);
        if self.shoot == Shoot::Nothing {
            return (worst, best);
        }
        if left == 0 {
            let paid = self.settle(scores)[Player::new(seat)];
            return (paid, paid);
        }
        let taken: u32 = scores.iter().map(|&score| u32::from(score)).sum();
        let all = f64::from(taken + left);
        let sole = HeartsRules::sole(scores);
        let (may_shoot, may_be_shot) =
            if taken == 0 { (true, true) } else { (sole == Some(seat), sole.is_some_and(|sole| sole != seat)) };
        match self.shoot {
            Shoot::Own => (worst, if may_shoot { all } else { best }),
            _ => (if may_be_shot { -all } else { worst }, if may_shoot { 0.0 } else { best }),
        }
    }

    #[inline]
    fn is_special(&self, card: Card) -> bool {
        card == QUEEN
    }

    /// Points and high cards first where they do no harm, low cards first where they might.
    #[inline]
    fn order_hint(&self, card: Card, best: Option<Card>) -> i32 {
        let rank = card.rank() as i32;
        match best {
            None => -rank,
            Some(best) if best.suit() != card.suit() => {
                rank + if card == QUEEN { 40 } else { 20 * i32::from(card.suit() == HEARTS) }
            }
            Some(best) if card < best => 20 + rank + 20 * i32::from(card == QUEEN),
            Some(_) => -rank - 20 * i32::from(card == QUEEN),
        }
    }

    fn check_scores(&self, scores: &[u8], gone: u64) -> Result<(), Problem> {
        if gone & QUEEN.bit() != 0 && scores.iter().all(|&score| u32::from(score) < QUEEN_POINTS) {
            return Err(Problem::new("the queen of spades is gone, and no seat has her 13 points"));
        }
        Ok(())
    }
}

/// What a hand of hearts is worth before it is over. Values are minus points.
#[derive(Clone, Copy)]
pub struct HeartsEvaluation {
    kind: Kind,
    strengths: &'static Strengths,
    /// What every seat that is there promises, whatever its hand: a quarter of a trick.
    floor: [u32; SEATS],
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Hand,
    Points,
    Paper,
    Learned,
}

impl HeartsEvaluation {
    /// The points still out, shared by how likely each hand is to take tricks: any for the hearts, hearts more than others;
    /// any for the queen, spades more than others. Everybody has a small share in everything. In
    /// the middle of a trick who would take it has so much of it as is there. Of the weights that were tried
    /// in games of one-trick searches against each other these did best, and better by far than counting points alone.
    #[inline]
    fn by_hand(&self, game: &Hearts, position: &Position) -> Payoffs {
        let on_table = position.trick_cards();
        let is_queen_out = (position.held() | on_table) & QUEEN.bit() != 0;
        let mut queen = if is_queen_out { f64::from(QUEEN_POINTS) } else { 0.0 };
        let mut rest = f64::from(game.left_at_stake(position)) - queen;
        let scores = position.scores();
        let mut has = by_seat(|seat| f64::from(scores[seat]));
        if let Some((winner, share)) = game.trick_so_far(position) {
            let queen_taken = share * f64::from(points(on_table & QUEEN.bit()));
            let rest_taken = share * f64::from(points(on_table & suit(HEARTS)));
            has[winner] += queen_taken + rest_taken;
            queen -= queen_taken;
            rest -= rest_taken;
        }
        let hands = position.hands();
        let strengths = |suit| self.strengths.of_suit(&hands, suit);
        let (clubs, diamonds, hearts, spades) = (strengths(0), strengths(1), strengths(HEARTS), strengths(SPADES));
        // Loops over four seats, there or not, become a few wide instructions.
        let any = by_seat(|seat| self.floor[seat] + clubs[seat] + diamonds[seat] + hearts[seat] + spades[seat]);
        let to_hearts = by_seat(|seat| any[seat] + 2 * hearts[seat]);
        let to_queen = by_seat(|seat| any[seat] + 2 * spades[seat]);
        let a_heart = rest / f64::from(total(to_hearts));
        let the_queen = queen / f64::from(total(to_queen));
        Payoffs::new(&by_seat(|seat| {
            let to_come = f64::from(to_hearts[seat]) * a_heart + f64::from(to_queen[seat]) * the_queen;
            0.0 - (has[seat] + to_come)
        }))
    }

    #[inline]
    fn by_points(game: &Hearts, position: &Position) -> Payoffs {
        game.rules().settle_so_far(&position.scores()[..game.setup().seats])
    }
}

impl HeartsRules {
    #[inline]
    fn settle_so_far(&self, scores: &[u8]) -> Payoffs {
        HeartsRules { shoot: Shoot::Nothing, ..*self }.settle(scores)
    }
}

impl Evaluation<Hearts> for HeartsEvaluation {
    /// What was learned need not be.
    #[inline]
    fn is_symmetric(&self) -> bool {
        self.kind != Kind::Learned
    }

    #[inline]
    fn value(&self, game: &Hearts, position: &Position, seat: Player) -> f64 {
        self.values(game, position)[seat]
    }

    #[inline]
    fn values(&self, game: &Hearts, position: &Position) -> Payoffs {
        match self.kind {
            // Whoever has shot the moon has done so only in the end: then the payoffs are the values.
            _ if game.left_at_stake(position) == 0 => game.rules().settle(&position.scores()[..game.setup().seats]),
            Kind::Points => HeartsEvaluation::by_points(game, position),
            Kind::Learned => LEARNED.values(game, position),
            Kind::Hand | Kind::Paper => self.by_hand(game, position),
        }
    }

    #[inline]
    fn intervals(&self, game: &Hearts, position: &Position) -> [Interval; MAX_SEATS] {
        let values = self.values(game, position);
        let (scores, left) = (position.scores(), game.left_at_stake(position));
        let scores = &scores[..game.setup().seats];
        let mut intervals = [Interval::default(); MAX_SEATS];
        for seat in Player::all(game.setup().seats) {
            let value = values[seat];
            let (low, high) = game.rules().bounds(scores, seat.index(), left);
            intervals[seat.index()] = match self.kind {
                Kind::Points => Interval { low, high },
                Kind::Hand | Kind::Learned => Interval { low: (low + value) / 2.0, high: (high + value) / 2.0 },
                Kind::Paper if position.is_over() => Interval::point(value),
                Kind::Paper => Interval { low: value, high: value.max(0.0) },
            };
        }
        intervals
    }

    /// A point.
    fn unit(&self, _game: &Hearts) -> f64 {
        1.0
    }

    fn span(&self, game: &Hearts) -> Option<Span> {
        let all = f64::from(game.stake());
        let sum = match (game.rules().shoot, self.kind) {
            (Shoot::Own, _) => all,
            (_, Kind::Points) => 0.0,
            _ => 0.0 - all,
        };
        Some(Span { lowest: -all, sum })
    }

    fn features(&self, _game: &Hearts, position: &Position, out: &mut Vec<f64>) {
        strength::features(position, self.strengths, out);
    }

    fn feature_names(&self) -> &'static [&'static str] {
        strength::FEATURES
    }
}

impl Evaluated for Hearts {
    type Evaluation = HeartsEvaluation;

    fn evaluations(&self) -> &'static [NamedEvaluation] {
        const HAND: NamedEvaluation = NamedEvaluation {
            name: "hand",
            summary: "minus the points taken and a share of those out, by the tricks the hand may have to take",
        };
        const TAKEN: NamedEvaluation = NamedEvaluation {
            name: "points",
            summary: "minus the points taken; between that and taking all that are out",
        };
        const PAPER: NamedEvaluation = NamedEvaluation {
            name: "paper",
            summary: "as hand; between that and 0, the constant bound of the Max-Prob paper",
        };
        const LEARNED: NamedEvaluation = NamedEvaluation {
            name: "learned",
            summary: "what a network expects that has learned from play against itself",
        };
        const ALL: &[NamedEvaluation] = &[HAND, TAKEN, PAPER, LEARNED];
        if self.is_usual() { ALL } else { &ALL[..3] }
    }

    fn evaluation(&self, index: usize) -> HeartsEvaluation {
        let kind = [Kind::Hand, Kind::Points, Kind::Paper, Kind::Learned][index];
        let seats = self.setup().seats;
        HeartsEvaluation { kind, strengths: Strengths::of(seats), floor: floor(seats, WHOLE / 4) }
    }

    fn sights(&self) -> Vec<Sight> {
        vec![sight::HANDS]
    }

    fn see(&self, _sight: usize, position: &Position, seat: Player, out: &mut Vec<(u32, f32)>) -> u32 {
        sight::see(self, position, seat, out)
    }
}
