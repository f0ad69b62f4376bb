//! The Python package `outwit`: this is the compiled half of it, `outwit._outwit`; the other half stands in `python/outwit`.
//!
//! Games and states are held with their types erased; agents and every command of the command line run on threads of their
//! own with the interpreter released. What is written in Python (games, agents, evaluations) takes part through the same
//! catalogs as everything else: [`registry`] gives it names that specs can speak of.

mod agent;
mod commands;
mod deals;
mod errors;
mod json;
mod leaving;
mod numbers;
mod own_agent;
mod own_game;
mod position;
mod registry;
mod rules;
mod stable_hash;
mod state;
mod worker;

use pyo3::prelude::*;

#[pymodule]
fn _outwit(module: &Bound<'_, PyModule>) -> PyResult<()> {
    registry::install();
    module.add_class::<rules::LoadedGame>()?;
    module.add_class::<state::State>()?;
    module.add_class::<state::Random>()?;
    module.add_class::<agent::Agent>()?;
    module.add_class::<own_agent::SeatView>()?;
    module.add_class::<deals::DealStore>()?;
    module.add("CHANCE", state::CHANCE)?;
    module.add("OVER", state::OVER)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    let leave = wrap_pyfunction!(leaving::_leave, module)?;
    module.py().import("atexit")?.call_method1("register", (leave,))?;
    module.add_function(wrap_pyfunction!(rules::_load, module)?)?;
    module.add_function(wrap_pyfunction!(state::_read_state, module)?)?;
    module.add_function(wrap_pyfunction!(agent::_agent, module)?)?;
    module.add_function(wrap_pyfunction!(agent::_laws, module)?)?;
    module.add_function(wrap_pyfunction!(registry::_register, module)?)?;
    module.add_function(wrap_pyfunction!(commands::_command, module)?)?;
    module.add_function(wrap_pyfunction!(commands::_main, module)?)?;
    module.add_function(wrap_pyfunction!(deals::_play_deals, module)?)?;
    Ok(())
}
