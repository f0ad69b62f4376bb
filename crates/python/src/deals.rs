//! Deals of a tournament as jobs that any process can do: a setting and numbers in, records out, and the one store that
//! keeps them.

use crate::errors;
use crate::worker::away;
use outwit::arena::{Advance, DealRecord, Runner, Setting, Store, Trouble};
use outwit::{Catalog, WallClock};
use outwit_cli::host;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

fn trouble(trouble: Trouble) -> PyErr {
    match trouble {
        Trouble::Request(problem) => errors::wrong(problem),
        Trouble::Work(problem) => errors::failed(problem),
    }
}

/// A store of tournaments that deals are written to.
#[pyclass(module = "outwit", frozen)]
pub struct DealStore(Mutex<Store>);

impl DealStore {
    fn with<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut Store) -> Result<T, Trouble> + Send) -> PyResult<T> {
        py.detach(|| work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))).map_err(trouble)
    }
}

#[pymethods]
impl DealStore {
    #[new]
    fn new(path: PathBuf) -> PyResult<DealStore> {
        Store::open(&path, false).map(|store| DealStore(Mutex::new(store))).map_err(trouble)
    }

    /// The setting of a tournament, as JSON, and the version that began it.
    fn setting(&self, py: Python<'_>, id: i64) -> PyResult<(String, String)> {
        let entry = self.with(py, |store| store.find(Some(id), |_| true))?;
        let text = serde_json::to_string(&entry.setting).map_err(errors::failed)?;
        Ok((text, entry.version))
    }

    /// The numbers of the deals that are done.
    fn done(&self, py: Python<'_>, id: i64) -> PyResult<Vec<u64>> {
        self.with(py, |store| store.done(id))
    }

    /// Writes deals, all or none; those that are there already stay as they are. How many records were given.
    fn write(&self, py: Python<'_>, id: i64, records: &str) -> PyResult<usize> {
        let wrong = |error| errors::wrong(format!("these are no records of deals: {error}"));
        let deals: Vec<DealRecord> = serde_json::from_str(records).map_err(wrong)?;
        self.with(py, |store| store.write(id, &deals))?;
        Ok(deals.len())
    }
}

/// Plays deals of a tournament on one thread: their records as JSON.
#[pyfunction]
pub fn _play_deals(py: Python<'_>, setting: &str, deals: Vec<u64>) -> PyResult<String> {
    let wrong = |error| errors::wrong(format!("this is no setting of a tournament: {error}"));
    let setting: Setting = serde_json::from_str(setting).map_err(wrong)?;
    let done = away(py, None, false, move |stop| {
        let catalog = Catalog::new(&host::read_file);
        let clock = WallClock::start();
        let runner = Runner { catalogs: &catalog, setting: &setting, threads: 1, clock: &clock, stop };
        let mut records: Vec<DealRecord> = Vec::new();
        let played = runner.run(&deals, &mut |batch| {
            records.extend(batch);
            Ok(Advance::GoOn)
        });
        played.map(|()| records)
    })?;
    let (records, _) = done.unless_raised()?;
    serde_json::to_string(&records.map_err(trouble)?).map_err(errors::failed)
}
