//! Games that were loaded: rules with their parameters.

use crate::errors::{self, guard, guarded};
use crate::numbers;
use crate::own_game;
use crate::position::{Core, Position};
use crate::state::State;
use crate::worker::{self, away};
use outwit::game::{Evaluated, Facts, Game, Spec};
use outwit::search::named::catalog::AGENTS;
use outwit_cli::host;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;

/// The rules of a game with its parameters: what `outwit.load_game` gives.
#[pyclass(module = "outwit", frozen)]
pub struct LoadedGame {
    pub core: Arc<Core>,
}

/// The game that a spec names.
#[pyfunction]
pub fn _load(spec: &str) -> PyResult<LoadedGame> {
    guarded(|| {
        let spec = Spec::parse(spec).map_err(errors::of)?;
        let game = outwit::games::catalog::game(&spec, &host::read_file).map_err(errors::of)?;
        let own = own_game::object_of(&game);
        Ok(LoadedGame { core: Core::new(spec.to_string(), game, own) })
    })
}

#[pymethods]
impl LoadedGame {
    /// The spec, written the one way specs are written back.
    #[getter]
    fn spec(&self) -> &str {
        &self.core.spec
    }

    /// The name in the spec.
    #[getter]
    fn name(&self) -> &str {
        self.core.spec.split(':').next().unwrap_or_default()
    }

    /// The object whose methods are the rules, for a game that is written in Python.
    #[getter]
    fn own(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.core.own.as_ref().map(|own| own.clone_ref(py))
    }

    fn num_players(&self) -> usize {
        self.core.players
    }

    /// No seat is ever paid less.
    fn min_utility(&self) -> f64 {
        self.core.game.facts().lowest
    }

    /// No seat is ever paid more.
    fn max_utility(&self) -> f64 {
        self.core.game.facts().highest
    }

    /// What the payoffs add up to, if they always add up to the same.
    fn utility_sum(&self) -> Option<f64> {
        self.core.game.facts().sum
    }

    /// Whether some seat is not shown everything.
    #[getter]
    fn is_hidden(&self) -> bool {
        self.core.is_hidden
    }

    /// Whether some positions are chance's turn.
    #[getter]
    fn has_chance(&self) -> bool {
        self.core.game.facts().chance
    }

    /// Whether at some of those the outcomes are too many to list.
    #[getter]
    fn has_draws(&self) -> bool {
        self.core.game.facts().draws
    }

    /// Whether a position may come back.
    #[getter]
    fn is_cyclic(&self) -> bool {
        self.core.game.facts().cyclic
    }

    /// What is true of every position.
    #[getter]
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let Facts { lowest, highest, sum, chance, draws, hidden, cyclic, positions } = self.core.game.facts();
        let facts = PyDict::new(py);
        facts.set_item("players", self.core.players)?;
        facts.set_item("lowest", lowest)?;
        facts.set_item("highest", highest)?;
        facts.set_item("sum", sum)?;
        facts.set_item("chance", chance)?;
        facts.set_item("draws", draws)?;
        facts.set_item("hidden", hidden)?;
        facts.set_item("cyclic", cyclic)?;
        facts.set_item("positions", positions)?;
        Ok(facts)
    }

    /// The names of the game's evaluations; the first is the default.
    fn evaluations(&self) -> Vec<&'static str> {
        self.core.game.evaluations().iter().map(|named| named.name).collect()
    }

    /// The agents of the list that can play it.
    fn agents(&self) -> Vec<&'static str> {
        AGENTS.iter().filter(|agent| agent.can_play(&self.core.game)).map(|agent| agent.name).collect()
    }

    /// The agent that fits the game best, whom `advise` asks when nobody is named.
    fn default_agent(&self) -> PyResult<&'static str> {
        guard(|| host::default_agent(&self.core.spec, &Position::deal(self.core.clone(), 0).table()))
    }

    /// The start that the seed draws.
    #[pyo3(signature = (seed = 0))]
    fn new_initial_state(&self, #[pyo3(from_py_with = numbers::seed)] seed: u64) -> PyResult<State> {
        guard(|| State::new(Position::deal(self.core.clone(), seed)))
    }

    /// A position by its text, the start of the seed without one, after these moves.
    #[pyo3(signature = (position = None, after = None, seed = 0))]
    fn state(
        &self,
        position: Option<&str>,
        after: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
    ) -> PyResult<State> {
        let moves: Vec<String> = match after {
            None => Vec::new(),
            Some(after) => match after.extract::<String>() {
                Ok(text) => text.split_whitespace().map(String::from).collect(),
                Err(_) => after.extract()?,
            },
        };
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        guarded(|| Position::read(self.core.clone(), position, &moves, seed).map(State::new).map_err(errors::of))
    }

    /// Reads what `state.serialize()` wrote.
    fn deserialize_state(&self, text: &str) -> PyResult<State> {
        guarded(|| Position::deserialize(self.core.clone(), text).map(State::new).map_err(errors::of))
    }

    /// Plays games of random moves at the game's own speed: how many, the moves of all of them, and what each seat was paid
    /// on average.
    #[pyo3(signature = (games, seed = 0, state = None, timeout = None))]
    fn playouts<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = numbers::count)] games: u64,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
        state: Option<&State>,
        timeout: Option<f64>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let core = self.core.clone();
        if state.is_some_and(|state| state.position.core.spec != core.spec) {
            return Err(errors::wrong(format!("the state is not one of {}", core.spec)));
        }
        let start = match state {
            None => guard(|| Position::deal(core.clone(), seed).state)?,
            Some(state) => state.position.state.clone(),
        };
        let limit = worker::limit(timeout)?;
        let done =
            away(py, limit, false, move |stop| host::play_random_games(&core.game, &start, games, seed, Some(stop)))?;
        let (found, _) = done.unless_raised()?;
        let payoffs: Vec<f64> =
            found.payoffs.seats(self.core.players).iter().map(|sum| sum / found.games.max(1) as f64).collect();
        let result = PyDict::new(py);
        result.set_item("games", found.games)?;
        result.set_item("moves", found.moves)?;
        result.set_item("payoffs", payoffs)?;
        Ok(result)
    }

    fn __repr__(&self) -> String {
        format!("outwit.load_game({:?})", self.core.spec)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<LoadedGame>().is_ok_and(|other| other.get().core.spec == self.core.spec)
    }

    fn __hash__(&self) -> u64 {
        let bytes = self.core.spec.bytes();
        bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Py<PyAny>,))> {
        let read = py.import("outwit")?.getattr("load_game")?;
        let what = match &self.core.own {
            Some(own) => own.clone_ref(py),
            None => self.core.spec.clone().into_pyobject(py)?.into_any().unbind(),
        };
        Ok((read, (what,)))
    }
}
