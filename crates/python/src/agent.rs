//! Agents: asked for a move, or for a report of all that was found out.

use crate::errors;
use crate::json::to_python;
use crate::leaving::call_out;
use crate::numbers;
use crate::own_agent::OwnAgent;
use crate::own_game;
use crate::position::{Core, Position};
use crate::rules::LoadedGame;
use crate::state::State;
use crate::worker::{self, away};
use outwit::WallClock;
use outwit::game::{Agent as _, AnyGame, AnyMove, Clock, Control, MoveCode, Player, Problem, Progress, Report, Spec};
use outwit::pool::Threads;
use outwit_cli::host;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

type AnyAgent = Box<dyn outwit::game::Agent<AnyGame>>;

/// The largest tree that is kept of a search.
const LARGEST_TREE: usize = 200_000;

/// Sits in a seat: what `outwit.agent` gives.
#[pyclass(module = "outwit", frozen, subclass)]
pub struct Agent {
    spec: String,
    core: Arc<Core>,
    /// Away while it thinks.
    agent: Mutex<Option<AnyAgent>>,
    /// Which table and seat it was last told of.
    begun: Mutex<Option<(u64, Player, u64)>>,
    /// The object that it is, where it is written in Python.
    object: Option<Py<PyAny>>,
    /// Whether it runs user code: then it keeps the interpreter to itself while it thinks, and works on one thread.
    is_own: bool,
}

/// The agent that a spec names, or that a Python object is, for a game.
#[pyfunction]
pub fn _agent(what: &Bound<'_, PyAny>, game: &LoadedGame) -> PyResult<Agent> {
    let core = game.core.clone();
    let is_own_game = core.own.is_some();
    let object = (!what.is_instance_of::<PyString>()).then(|| what.clone().unbind());
    let (spec, agent, is_own) = match what.cast::<PyString>() {
        Ok(text) => {
            let text = text.to_string_lossy();
            let spec = Spec::parse(&text).map_err(errors::of)?.to_string();
            let agent = errors::guarded(|| {
                outwit::agent_from_spec_and_files(&spec, &core.game, &host::read_file).map_err(errors::of)
            })?;
            let is_own = is_own_game || spec.contains(crate::registry::NAME);
            (spec, agent, is_own)
        }
        Err(_) => {
            let name = what.get_type().name()?.to_string();
            (format!("python:name={name}"), OwnAgent::seat(what, &core.game, &name)?, true)
        }
    };
    Ok(Agent { spec, core, agent: Mutex::new(Some(agent)), begun: Mutex::new(None), object, is_own })
}

/// How an agent is asked.
struct Asked {
    position: Position,
    seat: Player,
    /// Begin anew with this seed.
    begin: Option<u64>,
    limit: Option<Duration>,
    progress: Option<Py<PyAny>>,
    tree: bool,
}

/// What it answered.
struct Answer {
    report: Result<Report<AnyMove>, Problem>,
    time: Duration,
}

/// An answer with how it came.
struct Answered {
    asked: Asked,
    answer: Answer,
    is_late: bool,
    interrupt: Option<PyErr>,
}

fn think(agent: &mut AnyAgent, asked: &Asked, stop: &AtomicBool, is_own: bool) -> Answer {
    let game = &asked.position.core.game;
    if let Some(seed) = asked.begin {
        agent.begin(game, asked.seat, seed);
    }
    let clock = WallClock::start();
    let tell = |progress: &Progress| {
        let Some(callback) = &asked.progress else { return };
        let told = Python::attach(|py| {
            let told = (progress.depth, progress.nodes, progress.line.as_str());
            call_out(py, || callback.bind(py).call1(told)).map(drop)
        });
        if let Err(error) = told {
            errors::keep(error);
            stop.store(true, Ordering::Relaxed);
        }
    };
    let threads = Threads::all();
    let control = Control {
        stop: Some(stop),
        clock: Some(&clock),
        deadline: asked.limit,
        progress: if asked.progress.is_some() { Some(&tell) } else { None },
        record: asked.tree.then_some(LARGEST_TREE),
        // User code runs on one thread at a time.
        pool: if is_own { None } else { Some(&threads) },
        ..Control::default()
    };
    let report = asked.position.with_view(asked.seat, |view| agent.choose(view, &control));
    Answer { report, time: clock.now() }
}

impl Agent {
    /// The state is not held while the agent thinks: others may look at it and play on.
    fn asked(&self, state: &Bound<'_, State>, seat: Option<i64>) -> PyResult<(Position, Player)> {
        let position = state.try_borrow()?.position.clone();
        let core = &self.core;
        if !Arc::ptr_eq(&position.core, core) && position.core.spec != core.spec {
            return Err(errors::wrong(format!(
                "the state is one of {}, and the agent plays {}",
                position.core.spec, core.spec
            )));
        }
        let turn = errors::guard(|| position.turn())?;
        let mover = turn.player().ok_or_else(|| {
            errors::wrong(match turn.is_over() {
                true => "nobody decides here: the game is over",
                false => "nobody decides here: it is chance's turn; apply an outcome, or `draw` one",
            })
        })?;
        match seat {
            Some(number) if core.seat(number).map_err(errors::of)? != mover => {
                let mover = mover.index();
                Err(errors::wrong(format!("player {number} is not to move: it is the turn of player {mover}")))
            }
            _ => Ok((position, mover)),
        }
    }

    fn ask(&self, py: Python<'_>, asked: Asked) -> PyResult<Answered> {
        let lock = || self.agent.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = lock().take();
        let Some(mut agent) = taken else {
            return Err(errors::failed("the agent is thinking already: it can be asked again when it has answered"));
        };
        let (is_own, limit) = (self.is_own, asked.limit);
        let done = away(py, limit, false, move |stop| {
            let answer = match is_own {
                // Attached from beginning to end: user code is called over and over.
                true => Python::attach(|_| think(&mut agent, &asked, stop, true)),
                false => think(&mut agent, &asked, stop, false),
            };
            (agent, asked, answer)
        });
        match done {
            Ok(done) => {
                let (agent, asked, answer) = done.result;
                *lock() = Some(agent);
                match done.raised {
                    Some(error) => Err(error),
                    None => Ok(Answered { asked, answer, is_late: done.is_late, interrupt: done.interrupt }),
                }
            }
            Err(error) => {
                // Whatever state it was in, it is made anew.
                let (spec, game) = (self.spec.as_str(), &self.core.game);
                *lock() = match &self.object {
                    Some(object) => OwnAgent::seat(object.bind(py), game, spec).ok(),
                    None => errors::guarded(|| {
                        outwit::agent_from_spec_and_files(spec, game, &host::read_file).map_err(errors::of)
                    })
                    .ok(),
                };
                *self.begun.lock().unwrap_or_else(PoisonError::into_inner) = None;
                Err(error)
            }
        }
    }
}

fn found(answer: &Answer) -> PyResult<&Report<AnyMove>> {
    answer.report.as_ref().map_err(errors::wrong)
}

#[pymethods]
impl Agent {
    /// The spec, written the one way specs are written back.
    #[getter]
    fn spec(&self) -> &str {
        &self.spec
    }

    /// The game it plays.
    #[getter]
    fn game(&self) -> LoadedGame {
        LoadedGame { core: self.core.clone() }
    }

    /// Forgets the game it was playing.
    fn restart(&self) {
        *self.begun.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// The report of `outwit advise` as a dictionary, the tree of the search, whether the time was up, and the interrupt.
    #[pyo3(signature = (state, seat = None, seed = 0, timeout = None, progress = None, tree = false))]
    #[allow(clippy::type_complexity, clippy::too_many_arguments)] // a private door of the package
    fn _advise<'py>(
        &self,
        py: Python<'py>,
        state: &Bound<'py, State>,
        seat: Option<i64>,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
        timeout: Option<f64>,
        progress: Option<Py<PyAny>>,
        tree: bool,
    ) -> PyResult<(Bound<'py, PyAny>, Option<String>, bool, Option<Py<PyAny>>)> {
        let (position, seat) = self.asked(state, seat)?;
        let begin = outwit::game::agent_seed(outwit::game::deal_seed(seed, 0), seat);
        let limit = worker::limit(timeout)?;
        let asked = Asked { position, seat, begin: Some(begin), limit, progress, tree };
        let Answered { asked, answer, is_late, interrupt } = self.ask(py, asked)?;
        // It has begun another game, at no table.
        self.restart();
        let report = found(&answer)?;
        let Position { core, state, .. } = &asked.position;
        let about = host::Asked { spec: &core.spec, game: &core.game, state, seat, agent: &self.spec, seed };
        let document = errors::guard(|| host::report_json(&about, report, answer.time))?;
        let tree = report.tree.as_ref().map(|tree| outwit::games::tree::write(core.players, tree));
        let interrupt = interrupt.map(|error| error.into_value(py).into_any());
        Ok((to_python(py, &document)?, tree, is_late, interrupt))
    }

    /// The action that the agent plays here. It remembers what it thought earlier in the same game.
    #[pyo3(signature = (state, timeout = None))]
    fn step(&self, py: Python<'_>, state: &Bound<'_, State>, timeout: Option<f64>) -> PyResult<u32> {
        let (position, seat) = self.asked(state, None)?;
        let now = (position.table, seat, position.seed);
        let is_begun = {
            let mut begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
            let is_same = *begun == Some(now);
            *begun = Some(now);
            is_same
        };
        let seed = outwit::game::agent_seed(outwit::game::deal_seed(position.seed, 0), seat);
        let begin = (!is_begun).then_some(seed);
        let limit = worker::limit(timeout)?;
        let asked = Asked { position, seat, begin, limit, progress: None, tree: false };
        let Answered { answer, interrupt, .. } = self.ask(py, asked)?;
        match interrupt {
            Some(error) => Err(error),
            None => Ok(found(&answer)?.chosen.code()),
        }
    }

    /// The text of the move that the agent plays here.
    #[pyo3(signature = (state, timeout = None))]
    fn choose(&self, py: Python<'_>, state: &Bound<'_, State>, timeout: Option<f64>) -> PyResult<String> {
        let position = state.try_borrow()?.position.clone();
        let action = self.step(py, state, timeout)?;
        errors::guard(|| position.text(AnyMove::from_code(action)))
    }

    fn __repr__(&self) -> String {
        format!("outwit.agent({:?}, {:?})", self.spec, self.core.spec)
    }
}

/// Checks every law along random games.
#[pyfunction]
pub fn _laws<'py>(
    py: Python<'py>,
    game: &LoadedGame,
    #[pyo3(from_py_with = numbers::count)] games: u64,
    #[pyo3(from_py_with = numbers::seed)] seed: u64,
) -> PyResult<Bound<'py, pyo3::types::PyDict>> {
    own_game::laws(py, &game.core.game, games, seed)
}
