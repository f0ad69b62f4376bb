//! Agents and evaluations written in Python.

use crate::errors;
use crate::leaving::call_out;
use crate::own_game::finite;
use crate::position::{Core, Position};
use crate::state::State;
use outwit::game::{
    Agent, AnyGame, AnyMove, AnyState, Bound as ValueBound, Control, Evaluation, Game, MoveCode, MoveReport, Payoffs,
    Player, Problem, Report, Rng, View,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;

/// What a seat knows, as an agent written in Python is shown it: nothing else is in it.
#[pyclass(module = "outwit", frozen)]
pub struct SeatView {
    core: Arc<Core>,
    /// Whose view it is, counted from 0.
    #[pyo3(get)]
    seat: usize,
    /// What the seat has seen, in words and in order.
    #[pyo3(get)]
    seen: Vec<String>,
    /// The numbers of the legal actions.
    #[pyo3(get)]
    legal_actions: Vec<u32>,
    /// Their texts.
    #[pyo3(get)]
    legal_moves: Vec<String>,
    /// The game as the seat sees it, as a picture of characters.
    #[pyo3(get)]
    picture: String,
    /// A seed for what the agent draws in this game.
    #[pyo3(get)]
    seed: u64,
    position: Option<Position>,
}

#[pymethods]
impl SeatView {
    /// The position, in an open game; None where something is hidden.
    #[getter]
    fn state(&self) -> Option<State> {
        self.position.clone().map(State::new)
    }

    /// The game.
    #[getter]
    fn game(&self) -> crate::rules::LoadedGame {
        crate::rules::LoadedGame { core: self.core.clone() }
    }
}

/// An object with a method `choose`, or a function, that sits in a seat.
pub struct OwnAgent {
    object: Py<PyAny>,
    core: Arc<Core>,
    seed: u64,
    /// Whether it is told that a game begins.
    begins: bool,
    is_function: bool,
}

impl OwnAgent {
    /// Seats it. `spec` is what it is called.
    pub fn seat(object: &Bound<'_, PyAny>, game: &AnyGame, spec: &str) -> PyResult<Box<dyn Agent<AnyGame>>> {
        let is_function = !object.hasattr("choose")?;
        if is_function && !object.is_callable() {
            return Err(errors::wrong(format!("{spec} is no agent: it has no method choose(view) and is no function")));
        }
        let core = Core::new(spec.to_string(), game.clone(), crate::own_game::object_of(game));
        let begins = object.hasattr("begin")?;
        Ok(Box::new(OwnAgent { object: object.clone().unbind(), core, seed: 0, begins, is_function }))
    }

    fn answer(&self, view: &View<'_, AnyGame>, shown: SeatView) -> PyResult<Report<AnyMove>> {
        let (actions, texts) = (shown.legal_actions.clone(), shown.legal_moves.clone());
        let seed = self.seed;
        let chosen = Python::attach(|py| -> PyResult<Vec<(usize, f64)>> {
            let shown = Bound::new(py, shown)?;
            let object = self.object.bind(py);
            let answer = call_out(py, || match self.is_function {
                true => object.call1((shown,)),
                false => object.call_method1("choose", (shown,)),
            })?;
            let place = |answer: &Bound<'_, PyAny>| -> PyResult<usize> {
                let found = match answer.extract::<u32>() {
                    Ok(code) => actions.iter().position(|&action| action == code),
                    Err(_) => {
                        let text = answer.str()?.to_string();
                        texts.iter().position(|known| *known == text)
                    }
                };
                found.ok_or_else(|| {
                    let legal = texts.iter().take(40).map(String::as_str).collect::<Vec<_>>().join(" ");
                    errors::wrong(format!("the agent chose {answer}, which is not a legal move; legal: {legal}"))
                })
            };
            if let Ok(mixed) = answer.cast::<PyDict>() {
                let mut all = Vec::new();
                for (mv, probability) in mixed.iter() {
                    all.push((place(&mv)?, probability.extract::<f64>()?));
                }
                let total: f64 = all.iter().map(|(_, p)| *p).sum();
                let is_fair = all.iter().all(|(_, p)| *p >= 0.0) && (total - 1.0).abs() < 1e-6;
                return if is_fair {
                    Ok(all)
                } else {
                    Err(errors::wrong("the agent's probabilities do not add up to 1"))
                };
            }
            Ok(vec![(place(&answer)?, 1.0)])
        })?;
        let weights: Vec<f64> = chosen.iter().map(|(_, p)| *p).collect();
        let drawn = match weights.len() {
            1 => 0,
            // Another draw at each decision of the game.
            _ => Rng::stream(seed, view.seen().len() as u64).weighted(&weights),
        };
        let mv = |place: usize| AnyMove::from_code(actions[place]);
        let probability = |place: usize| chosen.iter().filter(|(other, _)| *other == place).map(|(_, p)| *p).sum();
        let report = |place: usize| MoveReport {
            mv: mv(place),
            values: Default::default(),
            bound: ValueBound::Exact,
            probability: probability(place),
        };
        Ok(Report {
            chosen: mv(chosen[drawn].0),
            best: chosen.iter().filter(|(_, p)| *p > 0.0).map(|(place, _)| mv(*place)).collect(),
            moves: (0..actions.len()).map(report).collect(),
            value: Default::default(),
            line: vec![mv(chosen[drawn].0)],
            nodes: 0,
            depth: 0,
            tree: None,
            remarks: Vec::new(),
            extras: Vec::new(),
        })
    }
}

impl Agent<AnyGame> for OwnAgent {
    fn begin(&mut self, _game: &AnyGame, seat: Player, seed: u64) {
        self.seed = seed;
        if self.begins {
            let told = Python::attach(|py| {
                call_out(py, || self.object.bind(py).call_method1("begin", (seat.index(), seed))).map(drop)
            });
            if let Err(error) = told {
                errors::keep(error);
            }
        }
    }

    fn choose(&mut self, view: &View<'_, AnyGame>, _control: &Control<'_>) -> Result<Report<AnyMove>, Problem> {
        let game = view.game();
        // The texts of moves are those of a position; where it is hidden, any that the seat's view allows will do.
        let state = match view.state() {
            Some(state) => Some(state.clone()),
            None => {
                let mut rng = Rng::new(self.seed);
                let limits = outwit::game::SampleLimits::default();
                game.sample(view, &mut rng).or_else(|| outwit::game::sample_world(view, &mut rng, limits))
            }
        };
        let text = |mv: &AnyMove| match &state {
            Some(state) => game.move_text(state, *mv),
            None => mv.code().to_string(),
        };
        let position = view.start().zip(view.state()).map(|(start, state)| {
            let mut position = Position::at(self.core.clone(), start.clone(), 0);
            position.state = state.clone();
            position
        });
        let shown = SeatView {
            core: self.core.clone(),
            seat: view.seat().index(),
            seen: view.seen().iter().map(|seen| game.seen_text(seen)).collect(),
            legal_actions: view.moves().iter().map(|mv| mv.code()).collect(),
            legal_moves: view.moves().iter().map(text).collect(),
            picture: game.seat_picture(view),
            seed: self.seed,
            position,
        };
        self.answer(view, shown).map_err(|error| {
            let sentence = Python::attach(|py| error.value(py).to_string());
            errors::keep(error);
            Problem::new(format!("the Python agent raised: {sentence}"))
        })
    }
}

/// A function of a state that says what it is worth: a number a seat, or one for the first of two who share a sum.
pub struct OwnValues {
    function: Py<PyAny>,
    core: Arc<Core>,
}

impl OwnValues {
    pub fn new(function: &Bound<'_, PyAny>, game: &AnyGame) -> OwnValues {
        let core = Core::new(crate::registry::NAME.to_string(), game.clone(), crate::own_game::object_of(game));
        OwnValues { function: function.clone().unbind(), core }
    }

    fn ask(&self, state: &AnyState) -> PyResult<Payoffs> {
        let players = self.core.players;
        let position = Position::at(self.core.clone(), state.clone(), 0);
        Python::attach(|py| {
            let answer = call_out(py, || self.function.bind(py).call1((State::new(position),)))?;
            if let (Ok(first), 2, Some(sum)) = (answer.extract::<f64>(), players, self.core.game.facts().sum) {
                return finite(&[first, sum - first], "the evaluation");
            }
            let values: Vec<f64> = answer.extract()?;
            match values.len() == players {
                true => finite(&values, "the evaluation"),
                false => Err(errors::wrong(format!(
                    "the evaluation gives {} numbers, and the game has {players} seats",
                    values.len()
                ))),
            }
        })
    }
}

impl Evaluation<AnyGame> for OwnValues {
    fn value(&self, game: &AnyGame, state: &AnyState, seat: Player) -> f64 {
        self.values(game, state)[seat]
    }

    fn values(&self, _game: &AnyGame, state: &AnyState) -> Payoffs {
        self.ask(state).unwrap_or_else(|error| errors::unwind(error))
    }
}
