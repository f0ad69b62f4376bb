#![doc = include_str!("../../rules/repeated.md")]

mod file;
mod picture;
mod strategies;

use crate::catalog::GameEntry;
use outwit_game::{
    AnyGame, Evaluated, Evaluation, Facts, Game, Key, NamedEvaluation, NamedStrategy, Payoffs, Player, Problem, Rng,
    Settings, Text, Turn, View, Word, keys,
};
use std::sync::Arc;

/// The most rounds of a game.
const MOST_ROUNDS: usize = 256;

const ROUNDS: Key<usize> = Key::integer("rounds", "20", 1, MOST_ROUNDS as i64, "rounds of a game");
const DISCOUNT: Key<f64> =
    Key::probability("discount", "1", "what a round counts, as a share of the one before; above 0");
const ORDER: Key<Word> = Key::choice(
    "order",
    "sequential",
    &["sequential", "simultaneous"],
    "whether seat 2 sees seat 1's move before it answers",
);
const INCENTIVE: Key<f64> =
    Key::amount("incentive", "1", "what a motive adds to a round for one move and takes for the other");

const TEMPTATION: Key<f64> = Key::number("temptation", "4", "for betraying who is silent");
const REWARD: Key<f64> = Key::number("reward", "3", "for silence of both");
const PUNISHMENT: Key<f64> = Key::number("punishment", "2", "for betrayal by both");
const SUCKER: Key<f64> = Key::number("sucker", "1", "for silence when betrayed");

/// The prisoner's dilemma in the catalog.
pub(crate) const DILEMMA: GameEntry = GameEntry {
    name: "dilemma",
    summary: "the iterated prisoner's dilemma: betray or stay silent, round after round",
    rules: include_str!("../../rules/repeated.md"),
    parameters: keys![ROUNDS, TEMPTATION, REWARD, PUNISHMENT, SUCKER, DISCOUNT, ORDER, INCENTIVE],
    examples: &["dilemma", "dilemma:rounds=7,discount=1/2", "dilemma:order=simultaneous,rounds=5"],
    build: |settings, _| {
        let [t, r] = [TEMPTATION, REWARD].map(|key| settings.get(key));
        let [p, s] = [PUNISHMENT, SUCKER].map(|key| settings.get(key));
        let stage = Stage { names: ["betray".into(), "silent".into()], payoffs: [[[p, p], [t, s]], [[s, t], [r, r]]] };
        let motives = Motives::Dilemma;
        Repeated::new(stage, motives, read_course(settings)?).map(AnyGame::new)
    },
};

const TABLE: Key<Word> = Key::choice("table", "stag-hunt", file::TABLE_NAMES, "a classic table");
const FILE: Key<Option<Text>> = Key::text("file", "", "a file with a table of your own: see docs/REPEATED.md");

/// Other repeated games in the catalog.
pub(crate) const REPEATED: GameEntry = GameEntry {
    name: "repeated",
    summary: "any game of two moves a seat, repeated: classic tables, or one from a file",
    rules: include_str!("../../rules/repeated.md"),
    parameters: keys![TABLE, FILE, ROUNDS, DISCOUNT, ORDER, INCENTIVE],
    examples: &[
        "repeated",
        "repeated:table=chicken,rounds=6",
        "repeated:table=matching-pennies,order=simultaneous,rounds=4",
        "repeated:table=battle-of-the-sexes,rounds=3,discount=0.9",
    ],
    build: |settings, files| {
        let stage = match settings.get(FILE) {
            Some(_) if settings.get(TABLE) != TABLE.parameter.default => {
                return Err(Problem::new(
                    "the table is either a classic one or one from a file: give table or file, not both",
                ));
            }
            Some(name) => file::read(&files(name)?).map_err(|problem| problem.within(name))?,
            None => file::classic(settings.get(TABLE)),
        };
        Repeated::new(stage, Motives::Plain, read_course(settings)?).map(AnyGame::new)
    },
};

fn read_course(settings: &Settings) -> Result<Course, Problem> {
    Ok(Course {
        rounds: settings.get(ROUNDS),
        discount: settings.get(DISCOUNT),
        is_simultaneous: settings.get(ORDER) == "simultaneous",
        incentive: settings.get(INCENTIVE),
    })
}

/// One round: what the moves are called and what they pay.
#[derive(Clone, PartialEq, Debug)]
pub struct Stage {
    /// The two moves.
    pub names: [String; 2],
    /// By seat 1's move, seat 2's move, and seat.
    pub payoffs: [[[f64; 2]; 2]; 2],
}

/// How rounds follow each other.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Course {
    /// How many.
    pub rounds: usize,
    /// What a round counts, as a share of the one before.
    pub discount: f64,
    /// Whether seat 2 answers without having seen seat 1's move.
    pub is_simultaneous: bool,
    /// What a motive adds for one move and takes for the other.
    pub incentive: f64,
}

/// What the evaluations are called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Motives {
    /// A bonus for the first move is `betray`, one for the second `loyal`.
    Dilemma,
    /// They are `first` and `second`.
    Plain,
}

/// The rules.
#[derive(Clone, PartialEq, Debug)]
pub struct Repeated {
    stage: Arc<Stage>,
    course: Course,
    motives: Motives,
    /// What each round counts.
    weights: Arc<[f64]>,
    facts: Facts,
}

/// The rounds so far, a bit for each seat's move in each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rounds {
    moves: [[u64; MOST_ROUNDS / 64]; 2],
    complete: u16,
    /// Seat 1's move, while seat 2 has not answered.
    pending: Option<u8>,
}

impl Rounds {
    /// A seat's move in a round that is complete.
    #[inline]
    pub fn made(&self, seat: Player, round: usize) -> u8 {
        (self.moves[seat.index()][round / 64] >> (round % 64) & 1) as u8
    }

    /// How many rounds are complete.
    #[inline]
    pub fn complete(&self) -> usize {
        self.complete.into()
    }

    #[inline]
    fn add(&mut self, pair: [u8; 2]) {
        let round = self.complete();
        for (moves, mv) in self.moves.iter_mut().zip(pair) {
            moves[round / 64] |= u64::from(mv) << (round % 64);
        }
        self.complete += 1;
        self.pending = None;
    }

    /// Both moves of a complete round.
    #[inline]
    fn pair(&self, round: usize) -> [u8; 2] {
        [self.made(Player::FIRST, round), self.made(Player::SECOND, round)]
    }
}

/// What a seat sees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Glimpse {
    /// A move, its own or, in sequence, anybody's.
    Move(u8),
    /// Both moves of a round that is over.
    Round([u8; 2]),
    /// What had been played when the seat came to the table.
    Began(Rounds),
}

impl From<u8> for Glimpse {
    fn from(mv: u8) -> Glimpse {
        Glimpse::Move(mv)
    }
}

impl Repeated {
    /// The game. The numbers must be finite, and the discount above 0.
    pub fn new(stage: Stage, motives: Motives, course: Course) -> Result<Repeated, Problem> {
        if !(course.discount > 0.0 && course.discount <= 1.0) {
            return Err(Problem::new(format!("the discount is above 0 and at most 1: {} is not", course.discount)));
        }
        if !(1..=MOST_ROUNDS).contains(&course.rounds) {
            return Err(Problem::new(format!("a game has 1 to {MOST_ROUNDS} rounds: {} are not", course.rounds)));
        }
        let cells = stage.payoffs.iter().flatten();
        let largest = cells.clone().flatten().map(|payoff| payoff.abs()).fold(0.0, f64::max);
        if !(largest + course.incentive).is_finite() || largest + course.incentive > 1e100 {
            return Err(Problem::new("payoffs and incentive must be at most 1e100"));
        }
        let weights: Vec<f64> =
            std::iter::successors(Some(1.0), |weight| Some(weight * course.discount)).take(course.rounds).collect();
        let all: f64 = weights.iter().sum();
        // No payoff, no motive and no part of a game lies outside: two payoffs or a payoff with its incentive a round.
        let widest = all * (2.0 * largest).max(largest + course.incentive);
        let sums: Vec<f64> = cells.map(|pair| pair[0] + pair[1]).collect();
        let facts = Facts {
            lowest: -widest,
            highest: widest,
            sum: sums.iter().all(|sum| *sum == sums[0]).then(|| sums[0] * all),
            hidden: course.is_simultaneous,
            // Every way to play every number of rounds, with seat 1's move waiting or not.
            positions: (4f64.powi(course.rounds as i32 + 1) - 1.0) / 3.0 * 2.0,
            ..Facts::win_draw_loss()
        };
        Ok(Repeated { stage: Arc::new(stage), course, motives, weights: weights.into(), facts })
    }

    /// What rounds are played for.
    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// What a seat got in the complete rounds, each seen through `worth`, which is given the round's moves and payoffs.
    #[inline]
    fn total(&self, rounds: &Rounds, worth: impl Fn([u8; 2], &[f64; 2]) -> f64) -> f64 {
        let value = |round: usize| {
            let pair = rounds.pair(round);
            let [first, second] = pair.map(usize::from);
            self.weights[round] * worth(pair, &self.stage.payoffs[first][second])
        };
        (0..rounds.complete()).map(value).sum()
    }

    fn name(&self, mv: u8) -> &str {
        &self.stage.names[usize::from(mv & 1)]
    }

    fn read_name(&self, text: &str) -> Option<u8> {
        self.stage.names.iter().position(|name| name == text).map(|place| place as u8)
    }

    fn pair_text(&self, pair: [u8; 2]) -> String {
        format!("{}-{}", self.name(pair[0]), self.name(pair[1]))
    }

    /// The rounds a seat knows of, with its own move where it waits for the answer.
    fn seen_rounds(&self, view: &View<'_, Repeated>) -> Rounds {
        if let Some(rounds) = view.state() {
            return *rounds;
        }
        let mut rounds = Rounds::default();
        for glimpse in view.seen() {
            match *glimpse {
                Glimpse::Began(known) => rounds = known,
                Glimpse::Round(pair) if rounds.complete() < self.course.rounds => rounds.add(pair),
                Glimpse::Round(_) => {}
                Glimpse::Move(mv) => rounds.pending = Some(mv),
            }
        }
        rounds
    }

    /// What the moves pay, one line a pair.
    fn payoff_lines(&self) -> Vec<String> {
        let width = self.stage.names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let pairs = [[0, 0], [0, 1], [1, 0], [1, 1]];
        let line = |pair: [u8; 2]| {
            let [first, second] = self.stage.payoffs[usize::from(pair[0])][usize::from(pair[1])];
            let [one, other] = pair.map(|mv| self.name(mv));
            format!("  {one:<width$}  {other:<width$}  pays {first} and {second}")
        };
        ["a round of seat 1 and seat 2:".to_string()].into_iter().chain(pairs.map(line)).collect()
    }

    fn read_pair(&self, text: &str) -> Option<[u8; 2]> {
        let (first, second) = text.split_once('-')?;
        Some([self.read_name(first)?, self.read_name(second)?])
    }
}

impl Game for Repeated {
    type State = Rounds;
    type Move = u8;
    type Seen = Glimpse;

    fn players(&self) -> usize {
        2
    }

    fn facts(&self) -> Facts {
        self.facts
    }

    fn start(&self, _rng: &mut Rng) -> Rounds {
        Rounds::default()
    }

    #[inline]
    fn turn(&self, rounds: &Rounds) -> Turn {
        if rounds.complete() == self.course.rounds {
            Turn::Over
        } else {
            Turn::Of(if rounds.pending.is_none() { Player::FIRST } else { Player::SECOND })
        }
    }

    #[inline]
    fn moves(&self, _rounds: &Rounds, out: &mut Vec<u8>) {
        out.extend([0, 1]);
    }

    #[inline]
    fn play(&self, rounds: &mut Rounds, mv: u8) {
        match rounds.pending {
            None => rounds.pending = Some(mv),
            Some(first) => rounds.add([first, mv]),
        }
    }

    #[inline]
    fn payoffs(&self, rounds: &Rounds) -> Payoffs {
        Payoffs::new(&[0, 1].map(|seat| self.total(rounds, |_, pay| pay[seat])))
    }

    #[inline]
    fn random_move(&self, _rounds: &Rounds, rng: &mut Rng, _scratch: &mut Vec<u8>) -> u8 {
        (rng.bits() >> 63) as u8
    }

    fn move_text(&self, _rounds: &Rounds, mv: u8) -> String {
        self.name(mv).to_string()
    }

    fn position_text(&self, rounds: &Rounds) -> String {
        let mut parts: Vec<String> = (0..rounds.complete()).map(|round| self.pair_text(rounds.pair(round))).collect();
        parts.extend(rounds.pending.map(|mv| format!("{}-", self.name(mv))));
        if parts.is_empty() { "-".to_string() } else { parts.join(" ") }
    }

    fn read_position(&self, text: &str) -> Result<Rounds, Problem> {
        let mut rounds = Rounds::default();
        if text.trim() == "-" {
            return Ok(rounds);
        }
        let parts: Vec<&str> = text.split_whitespace().collect();
        let [one, other] = &self.stage.names;
        let wrong = |place: usize, part: &str| {
            Problem::new(format!(
                "round {} is `{part}`: write both moves, such as `{one}-{other}`, or seat 1's in the last, `{one}-`",
                place + 1
            ))
        };
        if parts.is_empty() {
            return Err(Problem::new("a position is the rounds so far, or `-`"));
        }
        for (place, part) in parts.iter().enumerate() {
            if rounds.complete() == self.course.rounds {
                return Err(Problem::new(format!("the game has {} rounds, and here are more", self.course.rounds)));
            }
            match (self.read_pair(part), part.strip_suffix('-').and_then(|name| self.read_name(name))) {
                (Some(pair), _) => rounds.add(pair),
                (None, Some(mv)) if place + 1 == parts.len() => rounds.pending = Some(mv),
                _ => return Err(wrong(place, part)),
            }
        }
        Ok(rounds)
    }

    fn picture(&self, rounds: &Rounds) -> String {
        let width = self.stage.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
        let mut lines = self.payoff_lines();
        lines.push(format!("round  {:<width$}  {:<width$}  {:>8}", "seat 1", "seat 2", "pays"));
        for round in 0..rounds.complete() {
            let pair = rounds.pair(round);
            let [first, second] = self.stage.payoffs[usize::from(pair[0])][usize::from(pair[1])];
            let [one, other] = pair.map(|mv| self.name(mv));
            lines.push(format!("{:>5}  {one:<width$}  {other:<width$}  {:>8}", round + 1, format!("{first} {second}")));
        }
        if let Some(mv) = rounds.pending {
            lines.push(format!("{:>5}  {:<width$}  ?", rounds.complete() + 1, self.name(mv)));
        }
        let total = self.payoffs(rounds);
        // `+ 0.0` turns -0 into 0.
        let [one, other] = [total[Player::FIRST] + 0.0, total[Player::SECOND] + 0.0];
        lines.push(format!("{} of {} rounds; {one} and {other} so far", rounds.complete(), self.course.rounds));
        lines.join("\n")
    }

    fn first_look(&self, start: &Rounds, _seat: Player) -> Option<Glimpse> {
        // Seat 1's move that still waits for its answer is nobody's to see.
        let known = Rounds { pending: None, ..*start };
        (self.course.is_simultaneous && known.complete > 0).then_some(Glimpse::Began(known))
    }

    fn observe(&self, before: &Rounds, mv: u8, _after: &Rounds, seat: Player) -> Option<Glimpse> {
        match before.pending {
            _ if !self.course.is_simultaneous => Some(Glimpse::Move(mv)),
            None => (seat == Player::FIRST).then_some(Glimpse::Move(mv)),
            Some(first) => Some(Glimpse::Round([first, mv])),
        }
    }

    fn seen_text(&self, glimpse: &Glimpse) -> String {
        match glimpse {
            Glimpse::Move(mv) => self.name(*mv).to_string(),
            Glimpse::Round(pair) => self.pair_text(*pair),
            Glimpse::Began(rounds) => format!("so far {}", self.position_text(rounds)),
        }
    }

    fn read_seen(&self, _seat: Player, text: &str) -> Result<Glimpse, Problem> {
        if let Some(rest) = text.strip_prefix("so far ") {
            return self.read_position(rest).map(Glimpse::Began);
        }
        if let Some(mv) = self.read_name(text) {
            return Ok(Glimpse::Move(mv));
        }
        let [one, other] = &self.stage.names;
        self.read_pair(text).map(Glimpse::Round).ok_or_else(|| {
            Problem::new(format!(
                "`{text}` is nothing a seat sees here: write `{one}`, `{one}-{other}` or `so far ...`"
            ))
        })
    }

    fn svg(&self, rounds: &Rounds) -> String {
        picture::svg(self, rounds)
    }

    fn places(&self, rounds: &Rounds, mv: u8) -> Vec<String> {
        let mover = self.turn(rounds).player();
        mover.map(|seat| picture::place(seat, self.name(mv))).into_iter().collect()
    }

    fn seat_picture(&self, view: &View<'_, Repeated>) -> String {
        self.picture(&self.seen_rounds(view))
    }

    fn seat_svg(&self, view: &View<'_, Repeated>) -> String {
        self.svg(&self.seen_rounds(view))
    }

    fn events(&self, view: &View<'_, Repeated>, since: usize) -> Vec<String> {
        let (you, other) = (view.seat(), view.seat().other());
        let tell = |glimpse: &Glimpse| match glimpse {
            Glimpse::Move(mv) => format!("you choose {}", self.name(*mv)),
            Glimpse::Round(pair) => {
                let [own, theirs] = [you, other].map(|seat| self.name(pair[seat.index()]));
                let pay = self.stage.payoffs[usize::from(pair[0])][usize::from(pair[1])][you.index()];
                format!("you chose {own} and {other} {theirs}: that pays you {pay}")
            }
            Glimpse::Began(rounds) => format!("{} rounds had been played", rounds.complete()),
        };
        view.seen().iter().skip(since).map(tell).collect()
    }

    /// Rounds that are over are known to all; a move that waits for its answer is drawn.
    fn sample(&self, view: &View<'_, Repeated>, rng: &mut Rng) -> Option<Rounds> {
        if !self.course.is_simultaneous {
            return view.state().copied();
        }
        let mut rounds = self.seen_rounds(view);
        if view.seat() == Player::SECOND && !view.moves().is_empty() {
            rounds.pending = Some((rng.bits() >> 63) as u8);
        }
        Some(rounds)
    }

    fn strategies(&self) -> &'static [NamedStrategy] {
        strategies::NAMES
    }

    fn strategy(&self, index: usize, rounds: &Rounds, out: &mut Vec<f64>) {
        let seat = if rounds.pending.is_none() { Player::FIRST } else { Player::SECOND };
        strategies::play(index, rounds, seat, self, out);
    }
}

/// What a game so far, or a whole game, is worth to a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Motive {
    /// What it earned.
    Score,
    /// The same with a bonus for the first move and as much off for the second.
    First,
    /// The same with a bonus for the second move and as much off for the first.
    Second,
    /// What both earned.
    Together,
    /// What the other did not earn.
    Spite,
    /// What the poorer of both earned.
    Fair,
}

impl Evaluation<Repeated> for Motive {
    #[inline]
    fn value(&self, game: &Repeated, rounds: &Rounds, seat: Player) -> f64 {
        let (own, other) = (seat.index(), seat.other().index());
        let incentive = game.course.incentive;
        let bonus = |pair: [u8; 2], mv: u8| if pair[own] == mv { incentive } else { -incentive };
        match self {
            Motive::Score => game.total(rounds, |_, pay| pay[own]),
            Motive::First => game.total(rounds, |pair, pay| pay[own] + bonus(pair, 0)),
            Motive::Second => game.total(rounds, |pair, pay| pay[own] + bonus(pair, 1)),
            Motive::Together => game.total(rounds, |_, pay| pay[own] + pay[other]),
            Motive::Spite => -game.total(rounds, |_, pay| pay[other]),
            Motive::Fair => {
                let [one, two] = [0, 1].map(|place| game.total(rounds, |_, pay| pay[place]));
                one.min(two)
            }
        }
    }

    #[inline]
    fn present_weight(&self, game: &Repeated, rounds: &Rounds) -> f64 {
        game.weights[rounds.complete().min(game.weights.len() - 1)]
    }

    fn features(&self, game: &Repeated, rounds: &Rounds, out: &mut Vec<f64>) {
        let count = |seat: Player| (0..rounds.complete()).filter(|&round| rounds.made(seat, round) == 1).count() as f64;
        let left = game.course.rounds - rounds.complete();
        out.extend([left as f64, count(Player::FIRST), count(Player::SECOND)]);
    }

    fn feature_names(&self) -> &'static [&'static str] {
        &["rounds left", "seat 1's second moves", "seat 2's second moves"]
    }
}

const fn named(name: &'static str, summary: &'static str) -> NamedEvaluation {
    NamedEvaluation { name, summary }
}
const SCORE: NamedEvaluation = named("score", "what the seat has earned so far");
const TOGETHER: NamedEvaluation = named("together", "what both seats have earned");
const SPITE: NamedEvaluation = named("spite", "what the other seat has not earned");
const FAIR: NamedEvaluation = named("fair", "what the poorer seat has earned");

impl Evaluated for Repeated {
    type Evaluation = Motive;

    fn evaluations(&self) -> &'static [NamedEvaluation] {
        const DILEMMA: &[NamedEvaluation] = &[
            SCORE,
            named("betray", "the same with a bonus for betrayal and as much off for silence"),
            named("loyal", "the same with a bonus for silence and as much off for betrayal"),
            TOGETHER,
            SPITE,
            FAIR,
        ];
        const PLAIN: &[NamedEvaluation] = &[
            SCORE,
            named("first", "the same with a bonus for the first move and as much off for the second"),
            named("second", "the same with a bonus for the second move and as much off for the first"),
            TOGETHER,
            SPITE,
            FAIR,
        ];
        if self.motives == Motives::Dilemma { DILEMMA } else { PLAIN }
    }

    fn evaluation(&self, index: usize) -> Motive {
        [Motive::Score, Motive::First, Motive::Second, Motive::Together, Motive::Spite, Motive::Fair][index]
    }
}

#[cfg(test)]
mod tests;
