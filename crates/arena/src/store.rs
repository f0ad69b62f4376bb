//! The store: an SQLite file with every tournament's setting and every finished deal.
//!
//! Deals are written in transactions, at least one a second, in write-ahead mode: a process killed at any moment loses at
//! most its last uncommitted batch, and two processes may use one store. A deal is one row; its games are a JSON list.

use crate::record::DealRecord;
use crate::setting::Setting;
use crate::trouble::Trouble;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, params};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Marks the file as ours ("outw").
const APPLICATION: i32 = 0x6F75_7477;
/// The form of the tables. A store of another form is left alone.
const FORM: i32 = 1;
/// No database is shorter than its first page.
const SHORTEST_FILE: u64 = 512;
/// How long to wait for another process that is writing.
const PATIENCE: Duration = Duration::from_secs(20);

const SCHEMA: &str = "
CREATE TABLE tournaments (
    id INTEGER PRIMARY KEY,
    setting TEXT NOT NULL,
    version TEXT NOT NULL,
    started INTEGER NOT NULL,
    -- How many deals count: all, unless a sequential test stopped earlier. Null while the tournament goes on.
    finished INTEGER
);
CREATE TABLE deals (
    tournament INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    position TEXT NOT NULL,
    games TEXT NOT NULL,
    PRIMARY KEY (tournament, deal)
) WITHOUT ROWID;
";

/// Made where there is something to note: stores of older versions have none.
const NOTES: &str = "
CREATE TABLE IF NOT EXISTS notes (
    tournament INTEGER NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (tournament, name)
) WITHOUT ROWID;
";

/// A tournament as the store lists it.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// Its number in this store.
    pub id: i64,
    /// What it is.
    pub setting: Setting,
    /// The version of the program that began it.
    pub version: String,
    /// When it began, in seconds since 1970.
    pub started: i64,
    /// How many deals are done.
    pub done: u64,
    /// How many deals count, once it is finished.
    pub finished: Option<u64>,
}

/// An open store.
pub struct Store {
    connection: Connection,
    path: PathBuf,
    /// What file it is, by the numbers the system gives it; `None` in memory.
    file: Option<Inode>,
}

impl Store {
    /// Opens a store; makes it if there is none and `create` says so.
    pub fn open(path: &Path, create: bool) -> Result<Store, Trouble> {
        if !create && !path.exists() {
            return Err(Trouble::request(format!("there is no store {}", path.display())));
        }
        if path.is_dir() {
            return Err(Trouble::request(format!("{} is a folder: a store is a file", path.display())));
        }
        if let Ok(data) = std::fs::metadata(path) {
            let told = path.display();
            if !data.is_file() {
                return Err(Trouble::request(format!("{told} is no ordinary file, and a store is one")));
            }
            // SQLite takes a file shorter than its head for an empty one, and would write over it.
            if (1..SHORTEST_FILE).contains(&data.len()) {
                return Err(Trouble::request(format!("{told} is not a store of tournaments; it was left as it is")));
            }
        }
        if let Some(folder) = path.parent().filter(|folder| create && !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder)
                .map_err(|error| Trouble::work(format!("the folder {} cannot be made: {error}", folder.display())))?;
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_CREATE;
        let connection = Connection::open_with_flags(plain(path), flags).map_err(|error| explain(path, &error))?;
        let mut store = Store { connection, path: path.to_path_buf(), file: None };
        store.prepare().map_err(|error| explain(path, &error))??;
        store.file = inode(path);
        Ok(store)
    }

    /// A store in memory, gone with the process.
    pub fn in_memory() -> Result<Store, Trouble> {
        let path = PathBuf::from(":memory:");
        let connection = Connection::open_in_memory().map_err(|error| explain(&path, &error))?;
        let store = Store { connection, path: path.clone(), file: None };
        store.prepare().map_err(|error| explain(&path, &error))??;
        Ok(store)
    }

    /// Where the store is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Looks at what the file is before anything is written to it.
    fn prepare(&self) -> rusqlite::Result<Result<(), Trouble>> {
        let path = self.path.display();
        let connection = &self.connection;
        connection.busy_timeout(PATIENCE)?;
        let number = |name: &str| connection.query_row(&format!("PRAGMA {name}"), [], |row| row.get::<_, i32>(0));
        let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0))?;
        if tables > 0 && number("application_id")? != APPLICATION {
            return Ok(Err(Trouble::request(format!(
                "{path} is a database of another program, not a store of tournaments; it was left as it is"
            ))));
        }
        if tables > 0 && number("user_version")? != FORM {
            return Ok(Err(Trouble::request(format!(
                "{path} was written by another version of outwit (form {}, this version reads form {FORM}); it was left \
                 as it is: use that version, or another --store",
                number("user_version")?
            ))));
        }
        connection.pragma_update(None, "journal_mode", "wal")?;
        connection.pragma_update(None, "synchronous", "normal")?;
        if tables == 0 {
            // Two processes may come here at once: the second finds the tables made.
            connection.execute_batch("BEGIN IMMEDIATE")?;
            let made: i64 = connection.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0))?;
            if made == 0 {
                connection.execute_batch(SCHEMA)?;
                connection.pragma_update(None, "application_id", APPLICATION)?;
                connection.pragma_update(None, "user_version", FORM)?;
            }
            connection.execute_batch("COMMIT")?;
        }
        Ok(Ok(()))
    }

    fn trouble(&self, error: rusqlite::Error) -> Trouble {
        explain(&self.path, &error)
    }

    /// Begins a tournament.
    pub fn begin(&self, setting: &Setting, version: &str, started: i64) -> Result<i64, Trouble> {
        let setting = serde_json::to_string(setting).expect("a setting can be written");
        self.connection
            .execute(
                "INSERT INTO tournaments (setting, version, started) VALUES (?1, ?2, ?3)",
                params![setting, version, started],
            )
            .map_err(|error| self.trouble(error))?;
        Ok(self.connection.last_insert_rowid())
    }

    /// Keeps a word about a tournament under a name, in place of the one kept before.
    pub fn note(&self, tournament: i64, name: &str, text: &str) -> Result<(), Trouble> {
        let note = || {
            self.connection.execute_batch(NOTES)?;
            self.connection.execute(
                "INSERT OR REPLACE INTO notes (tournament, name, text) VALUES (?1, ?2, ?3)",
                params![tournament, name, text],
            )
        };
        note().map(|_| ()).map_err(|error| self.trouble(error))
    }

    /// The word kept about a tournament under this name.
    pub fn noted(&self, tournament: i64, name: &str) -> Result<Option<String>, Trouble> {
        let read = || -> rusqlite::Result<Option<String>> {
            let made = "SELECT count(*) FROM sqlite_master WHERE name = 'notes'";
            if self.connection.query_row(made, [], |row| row.get::<_, i64>(0))? == 0 {
                return Ok(None);
            }
            let mut statement =
                self.connection.prepare("SELECT text FROM notes WHERE tournament = ?1 AND name = ?2")?;
            statement.query_map(params![tournament, name], |row| row.get(0))?.next().transpose()
        };
        read().map_err(|error| self.trouble(error))
    }

    /// A file that was removed can still be written to, and nobody would ever find what was.
    fn is_still_there(&self) -> Result<(), Trouble> {
        if self.file.is_some() && inode(&self.path) != self.file {
            return Err(Trouble::work(format!(
                "{} was removed or replaced while it was in use: what was played since is lost",
                self.path.display()
            )));
        }
        Ok(())
    }

    /// Writes deals, all or none.
    pub fn write(&mut self, tournament: i64, deals: &[DealRecord]) -> Result<(), Trouble> {
        self.is_still_there()?;
        let path = self.path.clone();
        let transaction = self.connection.transaction().map_err(|error| explain(&path, &error))?;
        {
            let mut insert = transaction
                .prepare_cached(
                    "INSERT OR IGNORE INTO deals (tournament, deal, position, games) VALUES (?1, ?2, ?3, ?4)",
                )
                .map_err(|error| explain(&path, &error))?;
            for deal in deals {
                let games = serde_json::to_string(&deal.games).expect("games can be written");
                insert
                    .execute(params![tournament, deal.deal as i64, deal.position, games])
                    .map_err(|error| explain(&path, &error))?;
            }
        }
        transaction.commit().map_err(|error| explain(&path, &error))
    }

    /// Ends a tournament: the first `deals` deals count, what was played beyond them is dropped.
    pub fn finish(&mut self, tournament: i64, deals: u64) -> Result<(), Trouble> {
        self.is_still_there()?;
        let path = self.path.clone();
        let finish = |connection: &mut Connection| -> rusqlite::Result<()> {
            let transaction = connection.transaction()?;
            transaction
                .execute("DELETE FROM deals WHERE tournament = ?1 AND deal >= ?2", params![tournament, deals as i64])?;
            transaction
                .execute("UPDATE tournaments SET finished = ?2 WHERE id = ?1", params![tournament, deals as i64])?;
            transaction.commit()
        };
        finish(&mut self.connection).map_err(|error| explain(&path, &error))
    }

    /// All tournaments, oldest first.
    pub fn list(&self) -> Result<Vec<Entry>, Trouble> {
        let read = || -> rusqlite::Result<Vec<Result<Entry, Trouble>>> {
            let mut statement = self.connection.prepare(
                "SELECT id, setting, version, started, finished,
                        (SELECT count(*) FROM deals WHERE tournament = tournaments.id)
                 FROM tournaments ORDER BY id",
            )?;
            let rows = statement.query_map([], |row| {
                let (id, setting): (i64, String) = (row.get(0)?, row.get(1)?);
                let (version, started): (String, i64) = (row.get(2)?, row.get(3)?);
                let (finished, done): (Option<i64>, i64) = (row.get(4)?, row.get(5)?);
                Ok(serde_json::from_str(&setting)
                    .map(|setting| Entry {
                        id,
                        setting,
                        version,
                        started,
                        done: done as u64,
                        finished: finished.map(|deals| deals as u64),
                    })
                    .map_err(|error| self.damaged(&format!("tournament {id} cannot be read: {error}"))))
            })?;
            rows.collect()
        };
        read().map_err(|error| self.trouble(error))?.into_iter().collect()
    }

    fn damaged(&self, what: &str) -> Trouble {
        Trouble::work(format!("{} is damaged: {what}", self.path.display()))
    }

    /// A tournament by its number, or the newest that `wanted` picks.
    pub fn find(&self, id: Option<i64>, wanted: impl Fn(&Entry) -> bool) -> Result<Entry, Trouble> {
        let mut entries = self.list()?;
        let found = match id {
            Some(id) => entries.iter().position(|entry| entry.id == id),
            None => entries.iter().rposition(wanted),
        };
        match (found, id) {
            (Some(place), _) => Ok(entries.swap_remove(place)),
            (None, Some(id)) => {
                let known = entries.len();
                Err(Trouble::request(format!(
                    "{} has no tournament {id}; it has {known}: `outwit arena list` shows them",
                    self.path.display()
                )))
            }
            (None, None) => Err(Trouble::request(format!("{} holds no tournament yet", self.path.display()))),
        }
    }

    /// The numbers of the deals that are done.
    pub fn done(&self, tournament: i64) -> Result<Vec<u64>, Trouble> {
        let read = || -> rusqlite::Result<Vec<u64>> {
            let mut statement =
                self.connection.prepare("SELECT deal FROM deals WHERE tournament = ?1 ORDER BY deal")?;
            let rows = statement.query_map([tournament], |row| row.get::<_, i64>(0).map(|deal| deal as u64))?;
            rows.collect()
        };
        read().map_err(|error| self.trouble(error))
    }

    /// The deals that are done, in order; of a finished tournament, those that count.
    pub fn deals(&self, tournament: i64) -> Result<Vec<DealRecord>, Trouble> {
        let read = || -> rusqlite::Result<Vec<Result<DealRecord, Trouble>>> {
            let mut statement = self
                .connection
                // Another process may have played on a little after a sequential test was decided.
                .prepare(
                    "SELECT deal, position, games FROM deals WHERE tournament = ?1
                     AND deal < coalesce((SELECT finished FROM tournaments WHERE id = ?1), 9223372036854775807)
                     ORDER BY deal",
                )?;
            let rows = statement.query_map([tournament], |row| {
                let (deal, position, games): (i64, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
                Ok(serde_json::from_str(&games)
                    .map(|games| DealRecord { deal: deal as u64, position, games })
                    .map_err(|error| self.damaged(&format!("deal {deal} cannot be read: {error}"))))
            })?;
            rows.collect()
        };
        read().map_err(|error| self.trouble(error))?.into_iter().collect()
    }

    /// One deal, if it is done.
    pub fn deal(&self, tournament: i64, deal: u64) -> Result<Option<DealRecord>, Trouble> {
        let row = self
            .connection
            .query_row(
                "SELECT position, games FROM deals WHERE tournament = ?1 AND deal = ?2",
                params![tournament, deal as i64],
                |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)),
            )
            .optional()
            .map_err(|error| self.trouble(error))?;
        row.map(|(position, games)| {
            serde_json::from_str(&games)
                .map(|games| DealRecord { deal, position, games })
                .map_err(|error| self.damaged(&format!("deal {deal} cannot be read: {error}")))
        })
        .transpose()
    }
}

/// A path that SQLite takes for nothing else: `:memory:` and `file:x?mode=memory` would be databases that are gone with the
/// process. The library is built to read such names whatever the flags say; with a folder in front they are names of files.
fn plain(path: &Path) -> PathBuf {
    if path.is_absolute() { path.to_path_buf() } else { Path::new(".").join(path) }
}

#[cfg(unix)]
type Inode = (u64, u64);

/// The numbers of a file; `None` where there is none.
#[cfg(unix)]
fn inode(path: &Path) -> Option<Inode> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).ok().map(|data| (data.dev(), data.ino()))
}

#[cfg(not(unix))]
type Inode = ();

/// Elsewhere an open file cannot be removed.
#[cfg(not(unix))]
fn inode(path: &Path) -> Option<Inode> {
    path.exists().then_some(())
}

/// An error of the database as a sentence: what is wrong, and what was not lost.
fn explain(path: &Path, error: &rusqlite::Error) -> Trouble {
    let path = path.display();
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => {
            Trouble::request(format!("{path} is not a store of tournaments; it was left as it is"))
        }
        Some(ErrorCode::DatabaseCorrupt) => Trouble::work(format!(
            "{path} is damaged: {error}; nothing was written to it (`sqlite3 {path} .recover` may save what is in it)"
        )),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Trouble::work(format!(
            "{path} has been locked by another process for {} s; nothing was lost, try again later",
            PATIENCE.as_secs()
        )),
        Some(ErrorCode::DiskFull) => Trouble::work(format!(
            "the disk of {path} is full; what was stored before is safe: free some room and resume"
        )),
        Some(ErrorCode::SystemIoFailure) => Trouble::work(format!(
            "{path} cannot be read or written: {error}; what was stored before is safe: see whether there is room and the \
             file may grow, and resume"
        )),
        Some(ErrorCode::ReadOnly) => Trouble::work(format!("{path} cannot be written to: it is read-only")),
        Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
            Trouble::work(format!("{path} cannot be opened: {error}"))
        }
        _ => Trouble::work(format!("{path}: {error}")),
    }
}

#[cfg(test)]
mod tests;
