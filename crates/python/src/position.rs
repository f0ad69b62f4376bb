//! A position with how it came about: what a state of the package holds, without a word of Python.

use outwit::game::{
    AnyGame, AnyMove, AnySeen, AnyState, Game, MoveCode, Player, Problem, Rng, SampleLimits, Table, Turn, View,
    deal_seed, dice, sample_world,
};
use pyo3::{Py, PyAny};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A game with its spec.
pub struct Core {
    pub spec: String,
    pub game: AnyGame,
    pub players: usize,
    pub is_hidden: bool,
    /// The object whose methods are the rules, for a game that is written in Python.
    pub own: Option<Py<PyAny>>,
}

impl Core {
    pub fn new(spec: String, game: AnyGame, own: Option<Py<PyAny>>) -> Arc<Core> {
        let (players, is_hidden) = (game.players(), game.facts().hidden);
        Arc::new(Core { spec, game, players, is_hidden, own })
    }

    /// The seat of this number, counted from 0 as Python counts.
    pub fn seat(&self, number: i64) -> Result<Player, Problem> {
        let seats = self.players;
        match usize::try_from(number) {
            Ok(number) if number < seats => Ok(Player::new(number)),
            _ => Err(Problem::new(format!("{} has no player {number}: give 0 to {}", self.spec, seats - 1))),
        }
    }
}

/// Numbers tables, so that an agent knows whether it is asked about the game it has been playing.
static TABLES: AtomicU64 = AtomicU64::new(0);

#[derive(Clone)]
pub struct Position {
    pub core: Arc<Core>,
    pub start: AnyState,
    pub state: AnyState,
    pub played: Vec<AnyMove>,
    /// What each seat has seen, in hidden games; open ones hide nothing that would have to be kept.
    seen: Vec<Vec<AnySeen>>,
    /// What each had seen at `start`, where that is more than a first look.
    seen_before: Option<Vec<Vec<AnySeen>>>,
    pub seed: u64,
    pub table: u64,
}

impl Position {
    /// The start that this seed draws.
    pub fn deal(core: Arc<Core>, seed: u64) -> Position {
        let start = core.game.start(&mut Rng::new(deal_seed(seed, 0)));
        Position::at(core, start, seed)
    }

    /// A game that begins here.
    pub fn at(core: Arc<Core>, start: AnyState, seed: u64) -> Position {
        let table = TABLES.fetch_add(1, Ordering::Relaxed);
        let mut position = Position {
            state: start.clone(),
            start,
            core,
            played: Vec::new(),
            seen: Vec::new(),
            seen_before: None,
            seed,
            table,
        };
        position.look();
        position
    }

    /// The position of a text, the start of the seed without one, after these moves.
    pub fn read(core: Arc<Core>, text: Option<&str>, after: &[&str], seed: u64) -> Result<Position, Problem> {
        let mut position = match text {
            None => Position::deal(core, seed),
            Some(text) => {
                let state = core.game.read_position(text)?;
                Position::at(core, state, seed)
            }
        };
        for (place, text) in after.iter().enumerate() {
            let mv = position.core.game.read_move(&position.state, text);
            position.play(mv.map_err(|problem| problem.within(format_args!("move {}", place + 1)))?);
        }
        Ok(position)
    }

    fn look(&mut self) {
        if self.core.is_hidden {
            let first = |seat| self.core.game.first_look(&self.start, seat).into_iter().collect();
            self.seen = match &self.seen_before {
                Some(seen) => seen.clone(),
                None => Player::all(self.core.players).map(first).collect(),
            };
        }
    }

    pub fn game(&self) -> &AnyGame {
        &self.core.game
    }

    pub fn turn(&self) -> Turn {
        self.core.game.turn(&self.state)
    }

    /// Pushes the legal moves, or the outcomes of chance.
    pub fn moves(&self, out: &mut Vec<AnyMove>) {
        if !self.turn().is_over() {
            self.core.game.moves(&self.state, out);
        }
    }

    pub fn text(&self, mv: AnyMove) -> String {
        self.core.game.move_text(&self.state, mv)
    }

    /// Makes a legal move. Where user code raises, nothing was done.
    pub fn play(&mut self, mv: AnyMove) {
        let game = &self.core.game;
        if self.core.is_hidden {
            let mut after = self.state.clone();
            game.play(&mut after, mv);
            let look = |seat| game.observe(&self.state, mv, &after, seat);
            let shown: Vec<Option<AnySeen>> = Player::all(self.core.players).map(look).collect();
            for (seen, shown) in self.seen.iter_mut().zip(shown) {
                seen.extend(shown);
            }
            self.state = after;
        } else {
            game.play(&mut self.state, mv);
        }
        self.played.push(mv);
    }

    /// Takes the last move back. `false` when none was made.
    pub fn undo(&mut self) -> bool {
        let Some(left) = self.played.len().checked_sub(1) else { return false };
        let played = std::mem::take(&mut self.played);
        self.state = self.start.clone();
        self.look();
        for &mv in &played[..left] {
            self.play(mv);
        }
        true
    }

    /// What chance brings here in the deal of this seed.
    pub fn outcome_of_deal(&self) -> Option<AnyMove> {
        let (game, deal) = (&self.core.game, deal_seed(self.seed, 0));
        (self.turn() == Turn::Chance).then(|| {
            let in_store = game.outcome_of_deal(&self.state, deal);
            in_store.unwrap_or_else(|| game.draw(&self.state, &mut dice(deal, self.played.len())))
        })
    }

    /// Shows what a seat knows.
    pub fn with_view<R>(&self, seat: Player, look: impl FnOnce(&View<'_, AnyGame>) -> R) -> R {
        let game = &self.core.game;
        if self.core.is_hidden {
            let mut moves = Vec::new();
            if self.turn() == Turn::Of(seat) {
                self.moves(&mut moves);
            }
            return look(&View::told(game, seat, &self.seen[seat.index()], &moves));
        }
        look(&self.table().view(seat))
    }

    /// The table at which this was played.
    pub fn table(&self) -> Table<'_, AnyGame> {
        let mut table = Table::at(&self.core.game, self.start.clone());
        for &mv in &self.played {
            table.play(mv);
        }
        table
    }

    /// The texts of the moves made.
    pub fn texts(&self) -> Vec<String> {
        let game = &self.core.game;
        let mut state = self.start.clone();
        let text = |&mv| {
            let text = game.move_text(&state, mv);
            game.play(&mut state, mv);
            text
        };
        self.played.iter().map(text).collect()
    }

    /// What a seat has seen, in words: the moves, in an open game.
    pub fn seen_texts(&self, seat: Player) -> Vec<String> {
        if !self.core.is_hidden {
            return self.texts();
        }
        self.seen[seat.index()].iter().map(|seen| self.core.game.seen_text(seen)).collect()
    }

    /// A position that agrees with all that a seat has seen, drawn at random. The seat has seen the same there; of the
    /// others only a first look is known.
    pub fn resample(&self, seat: Player, rng: &mut Rng) -> Result<Position, Problem> {
        if !self.core.is_hidden {
            return Ok(self.clone());
        }
        let game = &self.core.game;
        let world = self
            .with_view(seat, |view| game.sample(view, rng).or_else(|| sample_world(view, rng, SampleLimits::default())))
            .ok_or_else(|| Problem::new(format!("no position was found that agrees with what {seat} has seen")))?;
        let mut position = Position::at(self.core.clone(), world, self.seed);
        position.seen[seat.index()] = self.seen[seat.index()].clone();
        position.seen_before = Some(position.seen.clone());
        Ok(position)
    }

    /// All of it as text that [`Position::deserialize`] reads.
    pub fn serialize(&self) -> String {
        let game = &self.core.game;
        let mut document = json!({
            "game": self.core.spec,
            "start": game.position_text(&self.start),
            "moves": self.texts(),
            "seed": self.seed,
        });
        if let Some(seen) = &self.seen_before {
            let texts = |seen: &Vec<AnySeen>| seen.iter().map(|seen| game.seen_text(seen)).collect::<Vec<_>>();
            document["seen"] = seen.iter().map(texts).collect::<Vec<_>>().into();
        }
        document.to_string()
    }

    pub fn deserialize(core: Arc<Core>, text: &str) -> Result<Position, Problem> {
        let wrong = || Problem::new("this is not a state that was serialized");
        let document: Value = serde_json::from_str(text).map_err(|_| wrong())?;
        let words = |value: &Value| -> Option<Vec<String>> {
            value.as_array()?.iter().map(|word| Some(word.as_str()?.to_string())).collect()
        };
        if document["game"].as_str().ok_or_else(wrong)? != core.spec {
            return Err(Problem::new(format!("the state is one of {}, not of {}", document["game"], core.spec)));
        }
        let start = document["start"].as_str().ok_or_else(wrong)?;
        let moves = words(&document["moves"]).ok_or_else(wrong)?;
        let seed = document["seed"].as_u64().ok_or_else(wrong)?;
        let mut position = Position::read(core, Some(start), &[], seed)?;
        if let Some(seats) = document["seen"].as_array() {
            let game = &position.core.game;
            let mut all = Vec::new();
            for (seat, seen) in Player::all(position.core.players).zip(seats) {
                let texts = words(seen).ok_or_else(wrong)?;
                all.push(texts.iter().map(|text| game.read_seen(seat, text)).collect::<Result<Vec<_>, _>>()?);
            }
            if all.len() != position.core.players {
                return Err(wrong());
            }
            position.seen_before = Some(all);
            position.look();
        }
        for text in &moves {
            let mv = position.core.game.read_move(&position.state, text)?;
            position.play(mv);
        }
        Ok(position)
    }

    /// Whether both are the same to everybody: the same position and, in a hidden game, the same seen.
    pub fn is_same(&self, other: &Position) -> bool {
        self.core.spec == other.core.spec && self.state == other.state && self.seen == other.seen
    }

    pub fn key(&self) -> u64 {
        self.core.game.key(&self.state)
    }

    /// The sentence about an action that is none.
    pub fn not_legal(&self, action: &str) -> Problem {
        const LISTED: usize = 40;
        let mut moves = Vec::new();
        self.moves(&mut moves);
        if moves.is_empty() {
            let why = if self.turn().is_over() {
                "the game is over"
            } else {
                "chance has too many outcomes to list here, `draw` takes one"
            };
            return Problem::new(format!("{why}, so the action `{action}` cannot be applied"));
        }
        let listed: Vec<String> =
            moves.iter().take(LISTED).map(|&mv| format!("{} ({})", mv.code(), self.text(mv))).collect();
        let more = if moves.len() > LISTED { format!(" and {} more", moves.len() - LISTED) } else { String::new() };
        Problem::new(format!("`{action}` is not a legal action here; legal: {}{more}", listed.join(", ")))
    }
}
