//! Games, agents and evaluations written in Python, by name: so that specs, and with them every command, can speak of them.
//!
//! `python:name=NAME` is what was registered under that name; `python:name=MODULE.NAME` is imported where nothing was, so
//! that another process finds it too.

use crate::errors;
use crate::own_agent::{OwnAgent, OwnValues};
use crate::own_game::own_game;
use outwit::game::{Agent, AnyGame, Evaluation, Key, Parameter, Problem, Settings, Spec, Text, keys};
use outwit::games::catalog::{Files, GameEntry};
use pyo3::prelude::*;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The name in specs.
pub const NAME: &str = "python";

const REGISTERED: Key<Option<Text>> = Key::text("name", "", "the name it was registered under, or module.name");
const PARAMETERS: &[Parameter] = keys![REGISTERED];

const ENTRY: GameEntry = GameEntry {
    name: NAME,
    summary: "a game written in Python",
    rules: "What the methods of its class say.",
    parameters: PARAMETERS,
    examples: &[],
    build: build_game,
};

/// What was registered, and the games made of it: a game keeps the codes of its moves, so each is made once.
#[derive(Default)]
struct Registry {
    objects: HashMap<String, Py<PyAny>>,
    games: HashMap<String, AnyGame>,
}

static REGISTRY: Mutex<Option<Registry>> = Mutex::new(None);

fn with<T>(look: impl FnOnce(&mut Registry) -> T) -> T {
    look(REGISTRY.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_default())
}

/// Lets specs speak of what is written in Python.
pub fn install() {
    outwit::games::catalog::add(&[ENTRY]);
    outwit::add_agents(own_agents);
    outwit::search::named::own_evaluations::add(NAME, own_evaluation);
}

/// Registers a game, an agent or an evaluation under a name.
#[pyfunction]
pub fn _register(name: &str, object: &Bound<'_, PyAny>) -> PyResult<()> {
    if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.')) {
        return Err(errors::wrong(format!("`{name}` is no name: letters, digits, `_`, `-` and `.` make one")));
    }
    let object = object.clone().unbind();
    let old = with(|registry| {
        let is_new = registry.objects.get(name).is_none_or(|known| !known.is(&object));
        let old = registry.objects.insert(name.to_string(), object);
        let game = if is_new { registry.games.remove(name) } else { None };
        (old, game)
    });
    // Dropped where nothing is locked: that may run user code.
    drop(old);
    Ok(())
}

/// The object of a name, imported if need be.
fn object<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    if let Some(object) = with(|registry| registry.objects.get(name).map(|object| object.clone_ref(py))) {
        return Ok(object.into_bound(py));
    }
    let Some((module, of_module)) = name.rsplit_once('.') else {
        return Err(errors::wrong(format!("nothing is registered as `{name}`; write module.name to import it")));
    };
    let object = py.import(module)?.getattr(of_module)?;
    let is_class = object.is_instance_of::<pyo3::types::PyType>();
    let object = if is_class { object.call0()? } else { object };
    with(|registry| registry.objects.insert(name.to_string(), object.clone().unbind()));
    Ok(object)
}

fn name_in(settings: &Settings) -> Result<String, Problem> {
    let name = settings.get(REGISTERED).map(str::to_string);
    name.ok_or_else(|| Problem::new("say which: python:name=NAME, as it was registered, or python:name=module.NAME"))
}

/// What user code raised, as the sentence of a request that cannot be met; the exception itself is kept.
fn problem(py: Python<'_>, error: PyErr) -> Problem {
    let problem = Problem::new(error.value(py).to_string());
    errors::keep(error);
    problem
}

fn build_game(settings: &Settings, _files: Files<'_>) -> Result<AnyGame, Problem> {
    let name = name_in(settings)?;
    if let Some(game) = with(|registry| registry.games.get(&name).cloned()) {
        return Ok(game);
    }
    let made = Python::attach(|py| {
        object(py, &name).and_then(|object| own_game(&object)).map_err(|error| problem(py, error))
    })?;
    Ok(with(|registry| registry.games.entry(name).or_insert(made).clone()))
}

fn own_agents(spec: &Spec, game: &AnyGame) -> Option<Result<Box<dyn Agent<AnyGame>>, Problem>> {
    (spec.name == NAME).then(|| {
        let name = name_in(&Settings::read("a Python agent", PARAMETERS, spec)?)?;
        Python::attach(|py| {
            let object = object(py, &name).map_err(|error| problem(py, error))?;
            OwnAgent::seat(&object, game, &spec.to_string()).map_err(|error| problem(py, error))
        })
    })
}

fn own_evaluation(spec: &Spec, game: &AnyGame) -> Result<Arc<dyn Evaluation<AnyGame>>, Problem> {
    let name = name_in(&Settings::read("a Python evaluation", PARAMETERS, spec)?)?;
    Python::attach(|py| {
        let object = object(py, &name).map_err(|error| problem(py, error))?;
        Ok(Arc::new(OwnValues::new(&object, game)) as Arc<dyn Evaluation<AnyGame>>)
    })
}
