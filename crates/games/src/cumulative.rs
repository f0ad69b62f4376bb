//! A match: several hands of one game, whose payoffs add up.
//!
//! `match:hands=10,game=(SPEC)`. Between hands the next start is drawn by chance, from more starts than can be listed, so
//! nobody can foresee it and no search looks past it. The standing is part of the position: an agent's evaluation is the
//! game's own, plus what the seat has so far, plus an average hand for each hand to come.
//!
//! A position is the number of the hand, the standing, a bar, and the position of the hand: `2 5,-5 | x...o.... 1`. The
//! next deal is the move `deal-N`.

use crate::catalog::GameEntry;
use outwit_game::{
    AnyEvaluation, AnyGame, AnyMove, AnySeen, AnyState, Evaluated, Evaluation, Facts, Game, Interval, MAX_SEATS,
    MoveCode, NamedEvaluation, Parameter, Payoffs, Player, Problem, Rng, Spec, Turn, View,
};

/// The game in the catalog.
pub(crate) const ENTRY: GameEntry = GameEntry {
    name: "match",
    summary: "several hands of a game whose payoffs add up; the next deal is drawn",
    parameters: &[
        Parameter::integer("hands", "10", 1, 10_000, "hands of the match"),
        Parameter::spec("game", "", "the game of each hand"),
    ],
    examples: &["match:hands=3,game=(pgame:d=4)", "match:hands=2,game=(tictactoe)", "match:game=(ngame:b=3,d=3)"],
    build: |settings, files| {
        let spec = settings
            .text("game")
            .ok_or_else(|| Problem::new("a match is of a game: write match:hands=K,game=(SPEC)"))?;
        let within = |problem: Problem| problem.within("the game of the match");
        let inner = crate::catalog::game(&Spec::parse(spec).map_err(within)?, files).map_err(within)?;
        Ok(AnyGame::new(Match::new(inner, settings.count("hands") as u32)?))
    },
};

/// The rules of a match.
#[derive(Clone)]
pub struct Match {
    inner: AnyGame,
    hands: u32,
}

/// A position of a match.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Hand {
    /// The hand being played, or just over.
    state: AnyState,
    /// Its number, from 1.
    number: u32,
    /// What each seat has from the hands that are over, as bits: floats have no equality that hashes.
    standing: [u64; MAX_SEATS],
}

impl Hand {
    fn has(&self, seat: Player) -> f64 {
        f64::from_bits(self.standing[seat.index()])
    }
}

/// What a seat sees in a match.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum MatchSeen {
    /// A move, in full.
    Move(AnyMove),
    /// What it sees of a move of the hand.
    InHand(AnySeen),
    /// A new hand, and its first look at it.
    Dealt(Option<AnySeen>),
}

impl From<AnyMove> for MatchSeen {
    fn from(mv: AnyMove) -> MatchSeen {
        MatchSeen::Move(mv)
    }
}

impl Match {
    /// A match of this many hands.
    pub fn new(inner: AnyGame, hands: u32) -> Result<Match, Problem> {
        if hands == 0 {
            return Err(Problem::new("a match has at least one hand"));
        }
        Ok(Match { inner, hands })
    }

    fn hand_is_over(&self, hand: &Hand) -> bool {
        self.inner.turn(&hand.state).is_over()
    }

    /// Hands not yet begun.
    fn left(&self, hand: &Hand) -> f64 {
        f64::from(self.hands - hand.number)
    }

    fn add(&self, hand: &mut Hand, payoffs: &Payoffs) {
        for seat in Player::all(self.players()) {
            // `+ 0.0` turns -0 into 0, so that equal standings have equal bits.
            hand.standing[seat.index()] = (hand.has(seat) + payoffs[seat] + 0.0).to_bits();
        }
    }
}

impl Game for Match {
    type State = Hand;
    type Move = AnyMove;
    type Seen = MatchSeen;

    fn players(&self) -> usize {
        self.inner.players()
    }

    fn facts(&self) -> Facts {
        let inner = self.inner.facts();
        let hands = f64::from(self.hands);
        Facts {
            lowest: inner.lowest * hands,
            highest: inner.highest * hands,
            sum: inner.sum.map(|sum| sum * hands),
            chance: inner.chance || self.hands > 1,
            draws: inner.draws || self.hands > 1,
            // The standing is carried along, so positions of one hand may come back only within it.
            positions: if self.hands == 1 { inner.positions } else { f64::INFINITY },
            ..inner
        }
    }

    fn start(&self, rng: &mut Rng) -> Hand {
        Hand { state: self.inner.start(rng), number: 1, standing: [0.0f64.to_bits(); MAX_SEATS] }
    }

    fn turn(&self, hand: &Hand) -> Turn {
        match self.inner.turn(&hand.state) {
            Turn::Over if hand.number < self.hands => Turn::Chance,
            turn => turn,
        }
    }

    fn moves(&self, hand: &Hand, out: &mut Vec<AnyMove>) {
        if !self.hand_is_over(hand) {
            self.inner.moves(&hand.state, out);
        }
    }

    fn play(&self, hand: &mut Hand, mv: AnyMove) {
        if self.hand_is_over(hand) {
            hand.state = self.inner.start(&mut Rng::new(mv.code().into()));
            hand.number += 1;
        } else {
            self.inner.play(&mut hand.state, mv);
        }
        if self.hand_is_over(hand) {
            let payoffs = self.inner.payoffs(&hand.state);
            self.add(hand, &payoffs);
        }
    }

    fn payoffs(&self, hand: &Hand) -> Payoffs {
        let standing: Vec<f64> = Player::all(self.players()).map(|seat| hand.has(seat)).collect();
        Payoffs::new(&standing)
    }

    fn move_text(&self, hand: &Hand, mv: AnyMove) -> String {
        if self.hand_is_over(hand) { format!("deal-{}", mv.code()) } else { self.inner.move_text(&hand.state, mv) }
    }

    fn read_move(&self, hand: &Hand, text: &str) -> Result<AnyMove, Problem> {
        if !self.hand_is_over(hand) {
            return self.inner.read_move(&hand.state, text);
        }
        if hand.number == self.hands {
            return Err(Problem::new(format!("the match is over, so `{text}` cannot be played")));
        }
        text.strip_prefix("deal-")
            .and_then(|number| number.parse().ok())
            .filter(|number: &u32| format!("deal-{number}") == text)
            .map(AnyMove::from_code)
            .ok_or_else(|| Problem::new(format!("`{text}` is no deal: the next hand is dealt by deal-N, as deal-7")))
    }

    fn position_text(&self, hand: &Hand) -> String {
        let standing: Vec<String> = Player::all(self.players()).map(|seat| hand.has(seat).to_string()).collect();
        format!("{} {} | {}", hand.number, standing.join(","), self.inner.position_text(&hand.state))
    }

    fn read_position(&self, text: &str) -> Result<Hand, Problem> {
        let Some((head, inner)) = text.split_once(" | ") else {
            return Err(Problem::new("a position of a match is written `hand standing | position of the hand`"));
        };
        let Some((number, standing)) = head.trim().split_once(' ') else {
            return Err(Problem::new(format!("`{head}` is not the number of a hand and a standing, as `2 5,-5`")));
        };
        let number = number.parse().ok().filter(|number| (1..=self.hands).contains(number)).ok_or_else(|| {
            Problem::new(format!("`{number}` is not the number of a hand: it is from 1 to {}", self.hands))
        })?;
        let facts = self.facts();
        let numbers: Option<Vec<f64>> = standing
            .trim()
            .split(',')
            .map(|word| Parameter::number(word).filter(|x| (facts.lowest..=facts.highest).contains(x)))
            .collect();
        let numbers = numbers.filter(|numbers| numbers.len() == self.players()).ok_or_else(|| {
            Problem::new(format!(
                "`{standing}` is not a standing: it is {} numbers from {} to {}, separated by commas",
                self.players(),
                facts.lowest,
                facts.highest
            ))
        })?;
        let mut hand =
            Hand { state: self.inner.read_position(inner)?, number, standing: [0.0f64.to_bits(); MAX_SEATS] };
        // The hands before this one paid what is not this hand's.
        let (each, before) = (self.inner.facts(), f64::from(number - 1));
        let paid = if self.hand_is_over(&hand) { self.inner.payoffs(&hand.state) } else { Payoffs::default() };
        let rest = || Player::all(self.players()).zip(&numbers).map(|(seat, has)| has - paid[seat]);
        let is_between = |x: f64| (before * each.lowest - 1e-6..=before * each.highest + 1e-6).contains(&x);
        let adds_up = each.sum.is_none_or(|sum| (rest().sum::<f64>() - before * sum).abs() <= 1e-6);
        if !(rest().all(is_between) && adds_up) {
            return Err(Problem::new(format!("no {before} hands before this one can have paid `{standing}`")));
        }
        self.add(&mut hand, &Payoffs::new(&numbers));
        Ok(hand)
    }

    fn picture(&self, hand: &Hand) -> String {
        let standing: Vec<String> =
            Player::all(self.players()).map(|seat| format!("{seat}: {}", hand.has(seat))).collect();
        format!("hand {} of {}, {}\n{}", hand.number, self.hands, standing.join(", "), self.inner.picture(&hand.state))
    }

    fn svg(&self, hand: &Hand) -> String {
        self.inner.svg(&hand.state)
    }

    fn weight(&self, hand: &Hand, outcome: AnyMove) -> u64 {
        self.inner.weight(&hand.state, outcome)
    }

    fn draws(&self, hand: &Hand) -> bool {
        self.hand_is_over(hand) || self.inner.draws(&hand.state)
    }

    fn draw(&self, hand: &Hand, rng: &mut Rng) -> AnyMove {
        if self.hand_is_over(hand) { AnyMove::from_code(rng.bits() as u32) } else { self.inner.draw(&hand.state, rng) }
    }

    fn first_look(&self, start: &Hand, seat: Player) -> Option<MatchSeen> {
        self.inner.first_look(&start.state, seat).map(MatchSeen::InHand)
    }

    fn observe(&self, before: &Hand, mv: AnyMove, after: &Hand, seat: Player) -> Option<MatchSeen> {
        if !self.facts().hidden {
            return Some(MatchSeen::Move(mv));
        }
        if self.hand_is_over(before) {
            return Some(MatchSeen::Dealt(self.inner.first_look(&after.state, seat)));
        }
        self.inner.observe(&before.state, mv, &after.state, seat).map(MatchSeen::InHand)
    }

    fn seen_text(&self, seen: &MatchSeen) -> String {
        match seen {
            MatchSeen::Move(mv) => format!("move {}", mv.code()),
            MatchSeen::InHand(seen) => self.inner.seen_text(seen),
            MatchSeen::Dealt(None) => "a new hand".to_string(),
            MatchSeen::Dealt(Some(seen)) => format!("a new hand: {}", self.inner.seen_text(seen)),
        }
    }

    /// Of a hidden game no world is drawn: how the hand began is not known here.
    fn sample(&self, view: &View<'_, Match>, _rng: &mut Rng) -> Option<Hand> {
        view.state().cloned()
    }

    fn payoff_bounds(&self, hand: &Hand, seat: Player) -> (f64, f64) {
        let facts = self.inner.facts();
        let (mut low, mut high) = (hand.has(seat), hand.has(seat));
        if !self.hand_is_over(hand) {
            let (least, most) = self.inner.payoff_bounds(&hand.state, seat);
            low += least.max(facts.lowest);
            high += most.min(facts.highest);
        }
        (low + self.left(hand) * facts.lowest, high + self.left(hand) * facts.highest)
    }

    fn promise(&self, hand: &Hand, mv: AnyMove) -> i32 {
        self.inner.promise(&hand.state, mv)
    }
}

/// The evaluation of a hand, with the standing.
#[derive(Clone)]
pub struct MatchEvaluation(AnyEvaluation);

impl MatchEvaluation {
    /// What a seat has, and may expect of the hands not begun: an equal share of what they pay in all.
    fn base(game: &Match, hand: &Hand, seat: Player) -> f64 {
        let average = game.inner.facts().sum.map_or(0.0, |sum| sum / game.players() as f64);
        hand.has(seat) + game.left(hand) * average
    }
}

impl Evaluation<Match> for MatchEvaluation {
    fn value(&self, game: &Match, hand: &Hand, seat: Player) -> f64 {
        let in_hand = if game.hand_is_over(hand) { 0.0 } else { self.0.value(&game.inner, &hand.state, seat) };
        MatchEvaluation::base(game, hand, seat) + in_hand
    }

    fn intervals(&self, game: &Match, hand: &Hand) -> [Interval; MAX_SEATS] {
        let mut intervals =
            if game.hand_is_over(hand) { Default::default() } else { self.0.intervals(&game.inner, &hand.state) };
        for seat in Player::all(game.players()) {
            let base = MatchEvaluation::base(game, hand, seat);
            let Interval { low, high } = intervals[seat.index()];
            intervals[seat.index()] = Interval { low: base + low, high: base + high };
        }
        intervals
    }

    fn is_quiet(&self, game: &Match, hand: &Hand) -> bool {
        game.hand_is_over(hand) || self.0.is_quiet(&game.inner, &hand.state)
    }

    fn features(&self, game: &Match, hand: &Hand, out: &mut Vec<f64>) {
        self.0.features(&game.inner, &hand.state, out);
    }

    fn feature_names(&self) -> &'static [&'static str] {
        self.0.feature_names()
    }
}

impl Evaluated for Match {
    type Evaluation = MatchEvaluation;

    fn evaluations(&self) -> &'static [NamedEvaluation] {
        self.inner.evaluations()
    }

    fn evaluation(&self, index: usize) -> MatchEvaluation {
        MatchEvaluation(self.inner.evaluation(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outwit_game::Table;

    fn tictactoe(hands: u32) -> Match {
        Match::new(AnyGame::new(crate::tictactoe::TicTacToe), hands).unwrap()
    }

    #[test]
    fn payoffs_of_the_hands_add_up_and_the_next_deal_is_drawn() {
        let game = tictactoe(2);
        let mut table = Table::deal(&game, &mut Rng::new(0));
        for mv in ["a1", "a2", "b1", "b2", "c1"] {
            table.play_text(mv).unwrap();
        }
        assert_eq!(table.turn(), Turn::Chance);
        assert!(table.moves().is_empty() && game.draws(table.state()));
        let standing = game.evaluation(0).value(&game, table.state(), Player::FIRST);
        assert_eq!(standing, 1.0, "the standing is in the evaluation");
        table.draw(&mut Rng::new(1));
        for mv in ["a1", "a2", "b1", "b2", "c1"] {
            table.play_text(mv).unwrap();
        }
        assert_eq!(table.turn(), Turn::Over);
        assert_eq!(game.payoffs(table.state()).seats(2), [2.0, -2.0]);
    }

    #[test]
    fn a_bad_position_is_told_why() {
        let game = tictactoe(3);
        for (text, part) in [
            ("x........ 2", "is written `hand standing | position"),
            ("1 | ......... 1", "not the number of a hand and a standing"),
            ("4 0,0 | ......... 1", "it is from 1 to 3"),
            ("1 0 | ......... 1", "2 numbers from -3 to 3"),
            ("1 9,-9 | ......... 1", "2 numbers from -3 to 3"),
            ("1 1,-1 | ......... 1", "no 0 hands before this one can have paid `1,-1`"),
            ("3 2,-1 | ......... 1", "no 2 hands before this one can have paid `2,-1`"),
            ("1 0,0 | z........ 1", "character 1 of the board"),
        ] {
            let problem = game.read_position(text).unwrap_err().to_string();
            assert!(problem.contains(part), "{text}: {problem}");
        }
    }
}
