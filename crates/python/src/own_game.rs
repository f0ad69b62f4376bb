//! A game written in Python: an object whose methods are the rules.
//!
//! Its positions and moves are Python objects. A position is kept with its turn and its moves once they were asked for, so
//! that user code runs as seldom as can be. What user code raises leaves the search at once, and comes out as it is.

use crate::errors;
use crate::leaving::call_out;
use crate::stable_hash::stable_hash;
use crate::state::{CHANCE, OVER};
use outwit::game::{
    AnyGame, Blind, Evaluated, Evaluation, Facts, Game, NamedEvaluation, Payoffs, Player, Problem, Rng, Turn, View,
    text_svg,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use std::collections::HashMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A Python object that two threads may look at, with a hash that is the same in every process.
struct Held {
    object: Py<PyAny>,
    hash: u64,
}

impl Held {
    fn is_same(&self, other: &Held) -> bool {
        self.hash == other.hash
            && Python::attach(|py| {
                let (one, two) = (self.object.bind(py), other.object.bind(py));
                one.is(two) || call_out(py, || one.eq(two)).unwrap_or_else(|error| errors::unwind(error))
            })
    }
}

struct Inner {
    held: Held,
    turn: OnceLock<Turn>,
    moves: OnceLock<Vec<u32>>,
}

/// A position.
#[derive(Clone)]
pub struct OwnState(Arc<Inner>);

impl PartialEq for OwnState {
    fn eq(&self, other: &OwnState) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.held.is_same(&other.0.held)
    }
}
impl Eq for OwnState {}
impl Hash for OwnState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.0.held.hash);
    }
}
impl fmt::Debug for OwnState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Python::attach(|py| write!(f, "{}", self.0.held.object.bind(py)))
    }
}

/// What a seat was shown: a move, or whatever the game says.
#[derive(Clone)]
pub enum OwnSeen {
    Move(u32),
    Object(Arc<Shown>),
}

/// An observation.
pub struct Shown(Held);

impl PartialEq for OwnSeen {
    fn eq(&self, other: &OwnSeen) -> bool {
        match (self, other) {
            (OwnSeen::Move(one), OwnSeen::Move(two)) => one == two,
            (OwnSeen::Object(one), OwnSeen::Object(two)) => Arc::ptr_eq(one, two) || one.0.is_same(&two.0),
            _ => false,
        }
    }
}
impl Eq for OwnSeen {}
impl Hash for OwnSeen {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        match self {
            OwnSeen::Move(code) => hasher.write_u32(*code),
            OwnSeen::Object(held) => hasher.write_u64(held.0.hash),
        }
    }
}
impl fmt::Debug for OwnSeen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OwnSeen::Move(code) => write!(f, "move {code}"),
            OwnSeen::Object(held) => Python::attach(|py| write!(f, "{}", held.0.object.bind(py))),
        }
    }
}
impl From<u32> for OwnSeen {
    fn from(code: u32) -> OwnSeen {
        OwnSeen::Move(code)
    }
}

/// The codes of moves. Whole numbers below 2^31 are their own; everything else has one that its hash gives, so that another
/// process finds the same.
#[derive(Default)]
struct Codes {
    objects: HashMap<u32, Py<PyAny>>,
}

const HASHED: u32 = 1 << 31;

/// Which of the optional methods a game has.
#[derive(Clone, Copy, Default)]
struct Has {
    weight: bool,
    first_look: bool,
    observe: bool,
    seen_text: bool,
    read_seen: bool,
    sample: bool,
    starts: bool,
    evaluate: bool,
    move_text: bool,
    picture: bool,
    svg: bool,
    key: bool,
}

/// The rules.
pub struct OwnGame {
    object: Py<PyAny>,
    players: usize,
    facts: Facts,
    has: Has,
    codes: Mutex<Codes>,
    random: Py<PyAny>,
    /// Where every game begins, if it is always the same.
    fixed: OnceLock<Option<OwnState>>,
}

/// The rules that an object's methods are, checked as far as that goes without playing.
pub fn own_game(object: &Bound<'_, PyAny>) -> PyResult<AnyGame> {
    let py = object.py();
    let players: i64 = object.call_method0("players")?.extract()?;
    if !(1..=6).contains(&players) {
        return Err(errors::wrong(format!("a game has 1 to 6 seats, and players() gives {players}")));
    }
    let number = |name: &str| -> PyResult<f64> { object.getattr(name)?.extract() };
    let flag = |name: &str| -> PyResult<bool> { object.getattr(name)?.is_truthy() };
    let sum = object.getattr("sum")?;
    let facts = Facts {
        lowest: number("lowest")?,
        highest: number("highest")?,
        sum: if sum.is_none() { None } else { Some(sum.extract()?) },
        chance: flag("chance")?,
        draws: false,
        hidden: flag("hidden")?,
        cyclic: flag("cyclic")?,
        positions: number("positions")?,
    };
    // The class says which methods are its own: those of the base class stand for the defaults here.
    let base = py.import("outwit")?.getattr("Game")?;
    let class = object.get_type();
    let own = |name: &str| -> PyResult<bool> { Ok(!class.getattr(name)?.is(&base.getattr(name)?)) };
    let has = Has {
        weight: own("weight")?,
        first_look: own("first_look")?,
        observe: own("observe")?,
        seen_text: own("seen_text")?,
        read_seen: own("read_seen")?,
        sample: own("sample")?,
        starts: own("starts")?,
        evaluate: own("evaluate")?,
        move_text: own("move_text")?,
        picture: own("picture")?,
        svg: own("svg")?,
        key: own("key")?,
    };
    Ok(AnyGame::new(OwnGame {
        object: object.clone().unbind(),
        players: players as usize,
        facts,
        has,
        codes: Mutex::default(),
        random: py.import("random")?.getattr("Random")?.unbind(),
        fixed: OnceLock::new(),
    }))
}

/// The object whose methods are the rules of a game, if it is such a one.
pub fn object_of(game: &AnyGame) -> Option<Py<PyAny>> {
    let own = game.downcast_ref::<OwnGame>()?;
    Some(Python::attach(|py| own.object.clone_ref(py)))
}

impl OwnGame {
    /// Calls user code; what it raises leaves the search.
    fn ask<T>(&self, call: impl for<'py> FnOnce(Python<'py>, &Bound<'py, PyAny>) -> PyResult<T>) -> T {
        Python::attach(|py| {
            call_out(py, || call(py, self.object.bind(py))).unwrap_or_else(|error| errors::unwind(error))
        })
    }

    fn hold(&self, object: Bound<'_, PyAny>, is_state: bool) -> PyResult<Held> {
        let hash = match stable_hash(&object)? {
            _ if self.has.key && is_state => {
                let key = self.object.bind(object.py()).call_method1("key", (&object,))?;
                stable_hash(&key)?
                    .ok_or_else(|| errors::wrong("key() must give text, whole numbers or tuples of them"))?
            }
            Some(hash) => hash,
            // An object of a class of the user's own: its text is the same in every process.
            None if is_state => {
                let text = self.object.bind(object.py()).call_method1("text", (&object,))?;
                stable_hash(&text)?.unwrap_or_default()
            }
            None => stable_hash(object.repr()?.as_any())?.unwrap_or_default(),
        };
        Ok(Held { object: object.unbind(), hash })
    }

    fn state(&self, object: Bound<'_, PyAny>) -> PyResult<OwnState> {
        let held = self.hold(object, true)?;
        Ok(OwnState(Arc::new(Inner { held, turn: OnceLock::new(), moves: OnceLock::new() })))
    }

    fn code_of_move(&self, mv: &Bound<'_, PyAny>) -> PyResult<u32> {
        if let Ok(code) = mv.extract::<u32>()
            && code < HASHED
        {
            return Ok(code);
        }
        let hash = match stable_hash(mv)? {
            Some(hash) => hash,
            None => stable_hash(mv.repr()?.as_any())?.unwrap_or_default(),
        };
        let mut code = HASHED | (hash as u32 ^ (hash >> 32) as u32);
        loop {
            // User code runs while two moves are compared, so nothing is locked then.
            let known = {
                let codes = self.codes.lock().unwrap_or_else(PoisonError::into_inner);
                codes.objects.get(&code).map(|known| known.clone_ref(mv.py()))
            };
            match known {
                Some(known) if known.bind(mv.py()).eq(mv)? => return Ok(code),
                Some(_) => code = HASHED | code.wrapping_add(1),
                None => {
                    let mut codes = self.codes.lock().unwrap_or_else(PoisonError::into_inner);
                    codes.objects.entry(code).or_insert_with(|| mv.clone().unbind());
                }
            }
        }
    }

    fn object_of_move<'py>(&self, py: Python<'py>, code: u32) -> Bound<'py, PyAny> {
        if code < HASHED {
            return code.into_pyobject(py).map_or_else(|never| match never {}, |number| number.into_any());
        }
        let codes = self.codes.lock().unwrap_or_else(PoisonError::into_inner);
        codes.objects.get(&code).map_or_else(|| py.None().into_bound(py), |object| object.bind(py).clone())
    }

    fn numbers(&self, object: &Bound<'_, PyAny>, what: &str) -> PyResult<Payoffs> {
        let numbers: Vec<f64> = object.extract()?;
        if numbers.len() != self.players {
            let (given, seats) = (numbers.len(), self.players);
            return Err(errors::wrong(format!("{what} gives {given} numbers, and the game has {seats} seats")));
        }
        finite(&numbers, what)
    }

    fn seen(&self, object: Bound<'_, PyAny>) -> PyResult<Option<OwnSeen>> {
        if object.is_none() {
            return Ok(None);
        }
        Ok(Some(OwnSeen::Object(Arc::new(Shown(self.hold(object, false)?)))))
    }

    fn seen_object<'py>(&self, py: Python<'py>, seen: &OwnSeen) -> Bound<'py, PyAny> {
        match seen {
            OwnSeen::Move(code) => self.object_of_move(py, *code),
            OwnSeen::Object(held) => held.0.object.bind(py).clone(),
        }
    }

    fn draw_start(&self, bits: u64) -> OwnState {
        self.ask(|py, game| {
            let random = self.random.bind(py).call1((bits,))?;
            self.state(game.call_method1("start", (random,))?)
        })
    }
}

/// Numbers that a search can reckon with.
pub fn finite(numbers: &[f64], what: &str) -> PyResult<Payoffs> {
    match numbers.iter().find(|number| !number.is_finite()) {
        Some(number) => Err(errors::wrong(format!("{what} gives {number}, which is no number to reckon with"))),
        None => Ok(Payoffs::new(numbers)),
    }
}

fn object<'py>(py: Python<'py>, state: &OwnState) -> Bound<'py, PyAny> {
    state.0.held.object.bind(py).clone()
}

impl Game for OwnGame {
    type State = OwnState;
    type Move = u32;
    type Seen = OwnSeen;

    fn players(&self) -> usize {
        self.players
    }

    fn facts(&self) -> Facts {
        self.facts
    }

    fn start(&self, rng: &mut Rng) -> OwnState {
        self.draw_start(rng.bits())
    }

    fn starts(&self) -> Option<Vec<OwnState>> {
        if !self.has.starts {
            return None;
        }
        self.ask(|_, game| {
            let found = game.call_method0("starts")?;
            if found.is_none() {
                return Ok(None);
            }
            found.try_iter()?.map(|state| self.state(state?)).collect::<PyResult<Vec<_>>>().map(Some)
        })
    }

    fn turn(&self, state: &OwnState) -> Turn {
        if let Some(turn) = state.0.turn.get() {
            return *turn;
        }
        let turn = self.ask(|py, game| {
            let turn = game.call_method1("turn", (object(py, state),))?;
            if turn.is_none() {
                return Ok(Turn::Over);
            }
            match turn.extract::<i64>()? {
                CHANCE => Ok(Turn::Chance),
                OVER => Ok(Turn::Over),
                seat if (0..self.players as i64).contains(&seat) => Ok(Turn::Of(Player::new(seat as usize))),
                seat => Err(errors::wrong(format!(
                    "turn() gives {seat}; it is a player from 0 to {}, outwit.CHANCE or outwit.OVER",
                    self.players - 1
                ))),
            }
        });
        *state.0.turn.get_or_init(|| turn)
    }

    fn moves(&self, state: &OwnState, out: &mut Vec<u32>) {
        if let Some(moves) = state.0.moves.get() {
            return out.extend(moves);
        }
        let moves = self.ask(|py, game| {
            let moves = game.call_method1("moves", (object(py, state),))?;
            let codes: Vec<u32> = moves.try_iter()?.map(|mv| self.code_of_move(&mv?)).collect::<PyResult<_>>()?;
            match codes.is_empty() {
                true => Err(errors::wrong("moves() gives none, and the game is not over")),
                false => Ok(codes),
            }
        });
        out.extend(state.0.moves.get_or_init(|| moves));
    }

    fn play(&self, state: &mut OwnState, mv: u32) {
        let next = self
            .ask(|py, game| self.state(game.call_method1("play", (object(py, state), self.object_of_move(py, mv)))?));
        *state = next;
    }

    fn payoffs(&self, state: &OwnState) -> Payoffs {
        self.ask(|py, game| self.numbers(&game.call_method1("payoffs", (object(py, state),))?, "payoffs()"))
    }

    fn move_text(&self, state: &OwnState, mv: u32) -> String {
        self.ask(|py, game| {
            let mv = self.object_of_move(py, mv);
            let text = match self.has.move_text {
                true => game.call_method1("move_text", (object(py, state), mv))?,
                false => mv.str()?.into_any(),
            };
            text.extract()
        })
    }

    fn position_text(&self, state: &OwnState) -> String {
        self.ask(|py, game| game.call_method1("text", (object(py, state),))?.extract())
    }

    fn read_position(&self, text: &str) -> Result<OwnState, Problem> {
        Python::attach(|py| {
            let read = self.object.bind(py).call_method1("read", (text,)).and_then(|state| self.state(state));
            read.map_err(|error| Problem::new(format!("`{text}` is not a position: {}", error.value(py))))
        })
    }

    fn picture(&self, state: &OwnState) -> String {
        if !self.has.picture {
            return self.position_text(state);
        }
        self.ask(|py, game| game.call_method1("picture", (object(py, state),))?.extract())
    }

    fn svg(&self, state: &OwnState) -> String {
        if !self.has.svg {
            return text_svg(&self.picture(state));
        }
        self.ask(|py, game| game.call_method1("svg", (object(py, state),))?.extract())
    }

    fn weight(&self, state: &OwnState, outcome: u32) -> u64 {
        if !self.has.weight {
            return 1;
        }
        self.ask(|py, game| {
            let weight = game.call_method1("weight", (object(py, state), self.object_of_move(py, outcome)))?;
            match weight.extract::<u64>() {
                Ok(weight) if weight > 0 => Ok(weight),
                _ => Err(errors::wrong(format!("weight() gives {weight}; it is a whole number from 1 up"))),
            }
        })
    }

    fn first_look(&self, start: &OwnState, seat: Player) -> Option<OwnSeen> {
        if !self.has.first_look {
            return None;
        }
        self.ask(|py, game| self.seen(game.call_method1("first_look", (object(py, start), seat.index()))?))
    }

    fn observe(&self, before: &OwnState, mv: u32, after: &OwnState, seat: Player) -> Option<OwnSeen> {
        if !self.has.observe {
            return Some(OwnSeen::Move(mv));
        }
        self.ask(|py, game| {
            let mv = self.object_of_move(py, mv);
            self.seen(game.call_method1("observe", (object(py, before), mv, object(py, after), seat.index()))?)
        })
    }

    fn seen_text(&self, seen: &OwnSeen) -> String {
        self.ask(|py, game| {
            let seen = self.seen_object(py, seen);
            match self.has.seen_text {
                true => game.call_method1("seen_text", (seen,))?.extract(),
                false => seen.str()?.extract(),
            }
        })
    }

    fn read_seen(&self, seat: Player, text: &str) -> Result<OwnSeen, Problem> {
        Python::attach(|py| {
            let game = self.object.bind(py);
            let seen = match self.has.read_seen {
                true => game.call_method1("read_seen", (seat.index(), text)),
                false => Ok(PyString::new(py, text).into_any()),
            };
            let seen = seen.and_then(|seen| self.seen(seen));
            let wrong = |why: String| Problem::new(format!("`{text}` is nothing that a seat sees: {why}"));
            seen.map_err(|error| wrong(error.value(py).to_string()))?.ok_or_else(|| wrong("it is None".to_string()))
        })
    }

    fn sample(&self, view: &View<'_, OwnGame>, rng: &mut Rng) -> Option<OwnState> {
        if !self.has.sample {
            return view.state().cloned();
        }
        let bits = rng.bits();
        self.ask(|py, game| {
            let seen = PyList::empty(py);
            for observation in view.seen() {
                seen.append(self.seen_object(py, observation))?;
            }
            let random = self.random.bind(py).call1((bits,))?;
            let found = game.call_method1("sample", (view.seat().index(), seen, random))?;
            if found.is_none() { Ok(None) } else { self.state(found).map(Some) }
        })
    }

    fn known_start(&self, _seat: Player, _first_look: Option<&OwnSeen>) -> Option<OwnState> {
        let fixed = || {
            let first = self.draw_start(1);
            (2..6).all(|bits| self.draw_start(bits) == first).then_some(first)
        };
        // Only hidden games are asked, and only about a start that everybody knows.
        self.fixed.get_or_init(|| if self.has.starts { None } else { fixed() }).clone()
    }

    fn key(&self, state: &OwnState) -> u64 {
        state.0.held.hash
    }
}

/// The evaluations of a game written in Python: its own, if it has one, and the one that knows nothing.
#[derive(Clone, Copy)]
pub enum OwnEvaluation {
    Own,
    Blind,
}

const OWN: NamedEvaluation = NamedEvaluation { name: "own", summary: "what the game's evaluate() says" };

impl Evaluation<OwnGame> for OwnEvaluation {
    fn value(&self, game: &OwnGame, state: &OwnState, seat: Player) -> f64 {
        self.values(game, state)[seat]
    }

    fn values(&self, game: &OwnGame, state: &OwnState) -> Payoffs {
        match self {
            OwnEvaluation::Own => {
                game.ask(|py, own| game.numbers(&own.call_method1("evaluate", (object(py, state),))?, "evaluate()"))
            }
            OwnEvaluation::Blind => Evaluation::values(&Blind, game, state),
        }
    }
}

impl Evaluated for OwnGame {
    type Evaluation = OwnEvaluation;

    fn evaluations(&self) -> &'static [NamedEvaluation] {
        if self.has.evaluate { &[OWN, Blind::NAMED] } else { &[Blind::NAMED] }
    }

    fn evaluation(&self, index: usize) -> OwnEvaluation {
        if self.has.evaluate && index == 0 { OwnEvaluation::Own } else { OwnEvaluation::Blind }
    }
}

/// Whether every law holds along random games of an own game, or of any.
pub fn laws<'py>(py: Python<'py>, game: &AnyGame, games: u64, seed: u64) -> PyResult<Bound<'py, PyDict>> {
    use outwit::game::laws::{Effort, check};
    let effort = Effort { games, seed, ..Effort::default() };
    let found = errors::guard(|| match game.downcast_ref::<OwnGame>() {
        Some(own) => check(own, &effort),
        None => check(game, &effort),
    })?;
    let covered = PyDict::new(py);
    match found {
        Err(broken) => {
            covered.set_item("law", broken.law)?;
            covered.set_item("detail", broken.detail)?;
            covered.set_item("path", broken.path)?;
        }
        Ok(coverage) => {
            covered.set_item("positions", coverage.positions)?;
            covered.set_item("finished", coverage.finished)?;
            covered.set_item("chance", coverage.chance)?;
            covered.set_item("views_met_again", coverage.views_met_again)?;
        }
    }
    Ok(covered)
}
