//! External engines: programs in any language that sit down at a table and talk in lines, as `docs/ENGINES.md` says.
//!
//! [`Engine`] is the child process: its lines in and out, and a limit on every wait. [`EngineAgent`] puts one in a seat.
//! Whatever an engine does wrong (it is slow, dies, talks nonsense, plays an illegal move) is an error from `choose`
//! that ends with its last words. It never blocks the table, fills the memory or outlives its seat.

mod agent;
mod child;
mod history;
mod information;
mod lines;
mod settings;
mod words;

pub use agent::EngineAgent;
pub use child::{Engine, Identity};
pub use settings::{EngineSettings, PARAMETERS, SUMMARY, program_spec};

use outwit_game::{Agent, Game, Problem, Spec};

/// The name of engines in specs.
pub const NAME: &str = "engine";

/// The agent of a spec `engine:command=(...)`; `None` for specs with another name. The program is started when its first
/// game begins; an error here is a spec that is wrong. `game_spec` is told to engines that play several games.
pub fn engine_agent<G: Game>(spec: &Spec, game_spec: &str) -> Option<Result<Box<dyn Agent<G>>, Problem>> {
    (spec.name == NAME).then(|| {
        let settings = EngineSettings::read(spec)?;
        Ok(Box::new(EngineAgent::<G>::new(settings, game_spec)) as Box<dyn Agent<G>>)
    })
}

/// Starts the engine of a spec, hears who it is, and lets it go: tells before a tournament whether there is any use in it.
pub fn try_engine(spec: &Spec, game_spec: &str) -> Option<Result<Identity, Problem>> {
    (spec.name == NAME).then(|| {
        let engine = Engine::start(&EngineSettings::read(spec)?, game_spec)?;
        Ok(engine.identity().clone())
    })
}
