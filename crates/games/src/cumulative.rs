#![doc = include_str!("../rules/match.md")]

mod evaluation;

use crate::catalog::GameEntry;
use crate::hearts::Hearts;
use crate::spades::Spades;
pub use evaluation::MatchEvaluation;
use outwit_game::{
    AnyGame, Evaluated, Facts, Game, Key, MAX_SEATS, MoveCode, Parameter, Payoffs, Player, Problem, Rng, Spec, Text,
    Turn, View, Word, keys, text_svg,
};

const HANDS: Key<u32> = Key::integer("hands", "10", 1, 10_000, "hands of the match");
const GAME: Key<Option<Text>> = Key::spec("game", "", "the game of each hand");
const AHEAD: Key<Word> =
    Key::choice("ahead", "match", &["match", "hand"], "intervals reach to the end of the match, or of the hand");

/// The game in the catalog.
pub(crate) const ENTRY: GameEntry = GameEntry {
    name: "match",
    summary: "several hands of a game whose payoffs add up; the next deal is drawn",
    rules: include_str!("../rules/match.md"),
    parameters: keys![HANDS, GAME, AHEAD],
    examples: &[
        "match:hands=3,game=(pgame:d=4)",
        "match:hands=2,game=(tictactoe)",
        "match:game=(ngame:b=3,d=3)",
        "match:hands=3,game=(hearts:open=true,cards=4)",
        "match:hands=2,game=(spades:open=true,cards=3),ahead=hand",
        "match:hands=2,game=(hearts:cards=2,open=false)",
        "match:hands=2,game=(tree:file=parker-figure2.json)",
    ],
    build: |settings, files| {
        let spec =
            settings.get(GAME).ok_or_else(|| Problem::new("a match is of a game: write match:hands=K,game=(SPEC)"))?;
        let within = |problem: Problem| problem.within("the game of the match");
        let inner = crate::catalog::game(&Spec::parse(spec).map_err(within)?, files).map_err(within)?;
        let hands = settings.get(HANDS);
        let ahead = if settings.get(AHEAD) == "hand" { Ahead::Hand } else { Ahead::Match };
        // Card games are what matches are played of most: at their own speed.
        if let Some(&hearts) = inner.downcast_ref::<Hearts>() {
            return Ok(AnyGame::new(Match::new(hearts, hands)?.looking(ahead)));
        }
        if let Some(&spades) = inner.downcast_ref::<Spades>() {
            return Ok(AnyGame::new(Match::new(spades, hands)?.looking(ahead)));
        }
        Ok(AnyGame::new(Match::new(inner, hands)?.looking(ahead)))
    },
};

/// How far the intervals of a match reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ahead {
    /// To its end: hands to come pay anything a hand can pay.
    Match,
    /// To the end of the hand: hands to come pay everybody the average.
    Hand,
}

/// The rules of a match. Moves are those of the game; between hands the same type holds the number of the next deal.
#[derive(Clone)]
pub struct Match<G: Evaluated = AnyGame> {
    inner: G,
    hands: u32,
    ahead: Ahead,
    /// What is true of the game: asked for once.
    facts: Facts,
}

/// A position of a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hand<S> {
    /// The hand being played, or just over.
    state: S,
    /// Its number, from 1.
    number: u32,
    /// What each seat has from the hands that are over, as bits: floats have no equality that hashes.
    standing: [u64; MAX_SEATS],
}

impl<S> Hand<S> {
    fn has(&self, seat: Player) -> f64 {
        f64::from_bits(self.standing[seat.index()])
    }
}

/// What a seat sees in a match: moves `M`, and observations `S` of the game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum MatchSeen<M, S> {
    /// A move, in full.
    Move(M),
    /// What it sees of a move of the hand.
    InHand(S),
    /// A hand begins.
    Dealt {
        /// Its number.
        number: u32,
        /// What each seat has, as bits.
        standing: [u64; MAX_SEATS],
        /// What the seat sees at once.
        look: Option<S>,
    },
}

impl<M: MoveCode, S> From<M> for MatchSeen<M, S> {
    fn from(mv: M) -> MatchSeen<M, S> {
        MatchSeen::Move(mv)
    }
}

impl<G: Evaluated> Match<G> {
    /// A match of this many hands. The game's moves must have room for any 32 bits.
    pub fn new(inner: G, hands: u32) -> Result<Match<G>, Problem> {
        if hands == 0 {
            return Err(Problem::new("a match has at least one hand"));
        }
        if [u32::MAX, 0x5555_5555].iter().any(|&code| G::Move::from_code(code).code() != code) {
            return Err(Problem::new("moves of this type have no room for the number of a deal: use the erased game"));
        }
        let facts = inner.facts();
        // Matches of matches pay ever more; sums of what is no number would be none either.
        if [facts.lowest, facts.highest].iter().any(|paid| !(paid * f64::from(hands)).is_finite()) {
            return Err(Problem::new(format!(
                "{hands} hands of this game may pay more than can be counted: play fewer, or matches of fewer matches"
            )));
        }
        Ok(Match { inner, hands, ahead: Ahead::Match, facts })
    }

    /// The same with intervals that reach so far.
    pub fn looking(self, ahead: Ahead) -> Match<G> {
        Match { ahead, ..self }
    }

    #[inline]
    fn hand_is_over(&self, hand: &Hand<G::State>) -> bool {
        self.inner.turn(&hand.state).is_over()
    }

    /// Hands not yet begun.
    #[inline]
    fn left(&self, hand: &Hand<G::State>) -> f64 {
        f64::from(self.hands - hand.number)
    }

    #[inline]
    fn add(&self, hand: &mut Hand<G::State>, payoffs: &Payoffs) {
        for seat in Player::all(self.players()) {
            // `+ 0.0` turns -0 into 0, so that equal standings have equal bits.
            hand.standing[seat.index()] = (hand.has(seat) + payoffs[seat] + 0.0).to_bits();
        }
    }
}

impl<G: Evaluated> Match<G> {
    fn told(&self, standing: &[u64; MAX_SEATS]) -> String {
        let has = |seat: Player| format!("{seat}: {}", f64::from_bits(standing[seat.index()]));
        Player::all(self.players()).map(has).collect::<Vec<_>>().join(", ")
    }

    /// The last hand that was dealt as the seat sees it, with its number and the standing before it.
    fn in_hand<R>(
        &self,
        view: &View<'_, Match<G>>,
        look_at: impl FnOnce(u32, &[u64; MAX_SEATS], &View<'_, G>) -> R,
    ) -> Option<R> {
        let is_deal = |seen: &MatchSeen<G::Move, G::Seen>| matches!(seen, MatchSeen::Dealt { .. });
        let begun = view.seen().iter().rposition(is_deal)?;
        let MatchSeen::Dealt { number, standing, look } = &view.seen()[begun] else { return None };
        let mut seen: Vec<G::Seen> = look.iter().cloned().collect();
        for later in &view.seen()[begun + 1..] {
            let MatchSeen::InHand(later) = later else { return None };
            seen.push(later.clone());
        }
        Some(look_at(*number, standing, &View::told(&self.inner, view.seat(), &seen, view.moves())))
    }
}

impl<G: Evaluated> Game for Match<G> {
    type State = Hand<G::State>;
    type Move = G::Move;
    type Seen = MatchSeen<G::Move, G::Seen>;

    fn players(&self) -> usize {
        self.inner.players()
    }

    fn facts(&self) -> Facts {
        let inner = self.facts;
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

    fn start(&self, rng: &mut Rng) -> Hand<G::State> {
        Hand { state: self.inner.start(rng), number: 1, standing: [0.0f64.to_bits(); MAX_SEATS] }
    }

    fn turn(&self, hand: &Hand<G::State>) -> Turn {
        match self.inner.turn(&hand.state) {
            Turn::Over if hand.number < self.hands => Turn::Chance,
            turn => turn,
        }
    }

    fn moves(&self, hand: &Hand<G::State>, out: &mut Vec<G::Move>) {
        if !self.hand_is_over(hand) {
            self.inner.moves(&hand.state, out);
        }
    }

    fn play(&self, hand: &mut Hand<G::State>, mv: G::Move) {
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

    fn payoffs(&self, hand: &Hand<G::State>) -> Payoffs {
        let standing: Vec<f64> = Player::all(self.players()).map(|seat| hand.has(seat)).collect();
        Payoffs::new(&standing)
    }

    fn move_text(&self, hand: &Hand<G::State>, mv: G::Move) -> String {
        if self.hand_is_over(hand) { format!("deal-{}", mv.code()) } else { self.inner.move_text(&hand.state, mv) }
    }

    fn read_move(&self, hand: &Hand<G::State>, text: &str) -> Result<G::Move, Problem> {
        if !self.hand_is_over(hand) {
            return self.inner.read_move(&hand.state, text);
        }
        if hand.number == self.hands {
            return Err(Problem::new(format!("the match is over, so `{text}` cannot be played")));
        }
        text.strip_prefix("deal-")
            .and_then(|number| number.parse().ok())
            .filter(|number: &u32| format!("deal-{number}") == text)
            .map(G::Move::from_code)
            .ok_or_else(|| Problem::new(format!("`{text}` is no deal: the next hand is dealt by deal-N, as deal-7")))
    }

    fn position_text(&self, hand: &Hand<G::State>) -> String {
        let standing = self.standing_text(&hand.standing);
        format!("{} {standing} | {}", hand.number, self.inner.position_text(&hand.state))
    }

    fn read_position(&self, text: &str) -> Result<Hand<G::State>, Problem> {
        let Some((head, inner)) = text.split_once(" | ") else {
            return Err(Problem::new("a position of a match is written `hand standing | position of the hand`"));
        };
        let (number, standing) = self.read_head(head)?;
        let hand = Hand { state: self.inner.read_position(inner)?, number, standing };
        if !self.can_stand(&hand) {
            let standing = self.standing_text(&standing);
            return Err(Problem::new(format!("no {} hands before this one can have paid `{standing}`", number - 1)));
        }
        Ok(hand)
    }

    fn picture(&self, hand: &Hand<G::State>) -> String {
        let standing = self.told(&hand.standing);
        format!("hand {} of {}, {standing}\n{}", hand.number, self.hands, self.inner.picture(&hand.state))
    }

    fn svg(&self, hand: &Hand<G::State>) -> String {
        self.inner.svg(&hand.state)
    }

    fn places(&self, hand: &Hand<G::State>, mv: G::Move) -> Vec<String> {
        self.inner.places(&hand.state, mv)
    }

    fn weight(&self, hand: &Hand<G::State>, outcome: G::Move) -> u64 {
        self.inner.weight(&hand.state, outcome)
    }

    fn draws(&self, hand: &Hand<G::State>) -> bool {
        self.hand_is_over(hand) || self.inner.draws(&hand.state)
    }

    fn draw(&self, hand: &Hand<G::State>, rng: &mut Rng) -> G::Move {
        if self.hand_is_over(hand) { G::Move::from_code(rng.bits() as u32) } else { self.inner.draw(&hand.state, rng) }
    }

    fn seat_picture(&self, view: &View<'_, Self>) -> String {
        if let Some(hand) = view.state() {
            return self.picture(hand);
        }
        self.in_hand(view, |number, standing, inner| {
            format!("hand {number} of {}, {}\n{}", self.hands, self.told(standing), self.inner.seat_picture(inner))
        })
        .unwrap_or_else(|| "no hand is dealt".to_string())
    }

    fn seat_svg(&self, view: &View<'_, Self>) -> String {
        if let Some(hand) = view.state() {
            return self.svg(hand);
        }
        self.in_hand(view, |_, _, inner| self.inner.seat_svg(inner)).unwrap_or_else(|| text_svg("no hand is dealt"))
    }

    /// What a hand tells is told with its own words; what was before the last deal is as it was told then.
    fn events(&self, view: &View<'_, Self>, since: usize) -> Vec<String> {
        let mut told = Vec::new();
        let mut begun = 0;
        let deals = view.seen().iter().enumerate().skip(1).filter(|(_, seen)| matches!(seen, MatchSeen::Dealt { .. }));
        let ends: Vec<usize> = deals.map(|(place, _)| place).chain([view.seen().len()]).collect();
        for end in ends {
            if end > since {
                if let Some(MatchSeen::Dealt { number, standing, .. }) = view.seen().get(begun)
                    && begun >= since
                {
                    told.push(format!("hand {number} of {} is dealt; {}", self.hands, self.told(standing)));
                }
                let part = View::told(self, view.seat(), &view.seen()[begun..end], view.moves());
                let looks = part.seen().first().map_or(0, |seen| match seen {
                    MatchSeen::Dealt { look: None, .. } => 1,
                    _ => 0,
                });
                let skipped = since.saturating_sub(begun).saturating_sub(looks);
                told.extend(self.in_hand(&part, |_, _, inner| self.inner.events(inner, skipped)).unwrap_or_default());
            }
            begun = end;
        }
        told
    }

    fn first_look(&self, start: &Hand<G::State>, seat: Player) -> Option<Self::Seen> {
        self.facts.hidden.then(|| self.dealt(start, seat))
    }

    fn observe(
        &self,
        before: &Hand<G::State>,
        mv: G::Move,
        after: &Hand<G::State>,
        seat: Player,
    ) -> Option<Self::Seen> {
        if !self.facts.hidden {
            return Some(MatchSeen::Move(mv));
        }
        if self.hand_is_over(before) {
            return Some(self.dealt(after, seat));
        }
        self.inner.observe(&before.state, mv, &after.state, seat).map(MatchSeen::InHand)
    }

    fn seen_text(&self, seen: &Self::Seen) -> String {
        match seen {
            MatchSeen::Move(mv) => format!("{MOVED}{}", mv.code()),
            MatchSeen::InHand(seen) => self.inner.seen_text(seen),
            MatchSeen::Dealt { number, standing, look } => {
                let look = look.as_ref().map(|look| format!(": {}", self.inner.seen_text(look))).unwrap_or_default();
                format!("{DEALT}{number} {}{look}", self.standing_text(standing))
            }
        }
    }

    fn read_seen(&self, seat: Player, text: &str) -> Result<Self::Seen, Problem> {
        if let Some(rest) = text.strip_prefix(DEALT) {
            let (head, look) = match rest.split_once(": ") {
                Some((head, look)) => (head, Some(self.inner.read_seen(seat, look)?)),
                None => (rest, None),
            };
            let (number, standing) = self.read_head(head)?;
            return Ok(MatchSeen::Dealt { number, standing, look });
        }
        let code = text.strip_prefix(MOVED).and_then(|code| code.parse().ok());
        match code.filter(|_| !self.facts.hidden) {
            Some(code) => Ok(MatchSeen::Move(G::Move::from_code(code))),
            None => self.inner.read_seen(seat, text).map(MatchSeen::InHand),
        }
    }

    fn hidden_from(&self, hand: &Hand<G::State>, seat: Player, out: &mut Vec<(String, String)>) {
        self.inner.hidden_from(&hand.state, seat, out);
    }

    /// What was seen since the hand was dealt tells of the hand; the standing was told with the deal.
    fn sample(&self, view: &View<'_, Self>, rng: &mut Rng) -> Option<Hand<G::State>> {
        if let Some(hand) = view.state() {
            return Some(hand.clone());
        }
        let (state, number, standing) =
            self.in_hand(view, |number, standing, inner| (self.inner.sample(inner, rng), number, *standing))?;
        let mut hand = Hand { state: state?, number, standing };
        if self.hand_is_over(&hand) {
            let payoffs = self.inner.payoffs(&hand.state);
            self.add(&mut hand, &payoffs);
        }
        Some(hand)
    }

    #[inline]
    fn random_move(&self, hand: &Hand<G::State>, rng: &mut Rng, scratch: &mut Vec<G::Move>) -> G::Move {
        self.inner.random_move(&hand.state, rng, scratch)
    }

    #[inline]
    fn key(&self, hand: &Hand<G::State>) -> u64 {
        let key = Rng::hash(self.inner.key(&hand.state), hand.number.into());
        hand.standing[..self.players()].iter().fold(key, |key, &standing| Rng::hash(key, standing))
    }

    fn payoff_bounds(&self, hand: &Hand<G::State>, seat: Player) -> (f64, f64) {
        let facts = self.facts;
        let (mut low, mut high) = (hand.has(seat), hand.has(seat));
        if !self.hand_is_over(hand) {
            let (least, most) = self.inner.payoff_bounds(&hand.state, seat);
            low += least.max(facts.lowest);
            high += most.min(facts.highest);
        }
        (low + self.left(hand) * facts.lowest, high + self.left(hand) * facts.highest)
    }

    #[inline]
    fn equivalent_moves(&self, hand: &Hand<G::State>, moves: &[G::Move], out: &mut Vec<usize>) -> bool {
        !self.hand_is_over(hand) && self.inner.equivalent_moves(&hand.state, moves, out)
    }

    #[inline]
    fn look_ahead(&self, hand: &Hand<G::State>, depth: u32) -> u32 {
        if self.hand_is_over(hand) { depth } else { self.inner.look_ahead(&hand.state, depth) }
    }

    #[inline]
    fn pass_to(&self, hand: &mut Hand<G::State>, player: Player) -> bool {
        !self.hand_is_over(hand) && self.inner.pass_to(&mut hand.state, player)
    }

    #[inline]
    fn order_hint(&self, hand: &Hand<G::State>, mv: G::Move) -> i32 {
        if self.hand_is_over(hand) { 0 } else { self.inner.order_hint(&hand.state, mv) }
    }
}

const MOVED: &str = "move ";
const DEALT: &str = "hand ";

impl<G: Evaluated> Match<G> {
    fn dealt(&self, hand: &Hand<G::State>, seat: Player) -> MatchSeen<G::Move, G::Seen> {
        let look = self.inner.first_look(&hand.state, seat);
        MatchSeen::Dealt { number: hand.number, standing: hand.standing, look }
    }

    fn standing_text(&self, standing: &[u64; MAX_SEATS]) -> String {
        let numbers = standing[..self.players()].iter().map(|&bits| f64::from_bits(bits).to_string());
        numbers.collect::<Vec<_>>().join(",")
    }

    /// Whether the hands before this one can have paid what is not this hand's.
    fn can_stand(&self, hand: &Hand<G::State>) -> bool {
        let (each, before) = (self.facts, f64::from(hand.number - 1));
        let paid = if self.hand_is_over(hand) { self.inner.payoffs(&hand.state) } else { Payoffs::ZERO };
        let rest = || Player::all(self.players()).map(|seat| hand.has(seat) - paid[seat]);
        let is_between = |x: f64| (before * each.lowest - 1e-6..=before * each.highest + 1e-6).contains(&x);
        let adds_up = each.sum.is_none_or(|sum| (rest().sum::<f64>() - before * sum).abs() <= 1e-6);
        rest().all(is_between) && adds_up
    }

    /// Reads the number of a hand and the standing: `2 5,-5`.
    fn read_head(&self, head: &str) -> Result<(u32, [u64; MAX_SEATS]), Problem> {
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
        let mut bits = [0.0f64.to_bits(); MAX_SEATS];
        for (standing, number) in bits.iter_mut().zip(numbers) {
            // `+ 0.0` turns -0 into 0, so that equal standings have equal bits.
            *standing = (number + 0.0).to_bits();
        }
        Ok((number, bits))
    }
}
