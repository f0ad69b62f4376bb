//! Games that the studio keeps: those whose moves no address may hold, because somebody must not see them.
//!
//! They stand in a table of their own in the arena's store. A game is one row, written when a move is made: whatever ends the
//! server, the same address shows the same game afterwards.

use crate::refusal::Refusal;
use crate::table::Sitting;
use axum::http::StatusCode;
use outwit::arena::Store;
use outwit::game::Player;
use rusqlite::{Connection, OptionalExtension, params};
use serde::Serialize;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS sittings (
    id TEXT PRIMARY KEY,
    -- The game as JSON, with every move and the seed.
    sitting TEXT NOT NULL,
    -- Grows with every change: who changes what has changed meanwhile is refused.
    version INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS seats (
    -- Who knows it sits there: one a person, so that nobody sees another's cards by changing an address.
    key TEXT PRIMARY KEY,
    sitting TEXT NOT NULL,
    seat INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS reports (paper TEXT PRIMARY KEY, report TEXT NOT NULL) WITHOUT ROWID;
";

/// What a person at a table must know.
#[derive(Clone, Debug, Serialize)]
pub struct Key {
    /// The seat.
    pub seat: usize,
    /// Its secret.
    pub key: String,
}

/// A game that is kept, as somebody at its table finds it.
pub struct Kept {
    /// Its name, which is sent to nobody.
    pub id: String,
    /// Where the one who asks sits.
    pub seat: usize,
    /// The game.
    pub sitting: Sitting,
    /// How often it has changed.
    pub version: i64,
}

/// Games that are kept at most: each takes a few kilobytes of the disk.
const MOST: i64 = 50_000;

/// The games kept.
pub struct Keep(Mutex<Connection>);

impl Keep {
    /// Opens the store, and makes it if there is none.
    pub fn open(path: &Path) -> Result<Keep, Refusal> {
        drop(Store::open(path, true)?);
        let connection = Connection::open(path).map_err(trouble)?;
        connection.busy_timeout(Duration::from_secs(10)).map_err(trouble)?;
        connection.pragma_update(None, "synchronous", "normal").map_err(trouble)?;
        connection.execute_batch(SCHEMA).map_err(trouble)?;
        Ok(Keep(Mutex::new(connection)))
    }

    fn with<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, Refusal> {
        work(&self.0.lock().unwrap_or_else(PoisonError::into_inner)).map_err(trouble)
    }

    /// Keeps a new game: a key for each person at the table, which nobody can guess.
    pub fn begin(&self, sitting: &Sitting) -> Result<Vec<Key>, Refusal> {
        if self.with(|db| db.query_row("SELECT count(*) FROM sittings", [], |row| row.get::<_, i64>(0)))? >= MOST {
            return Err(Refusal::new(
                StatusCode::INSUFFICIENT_STORAGE,
                format!("{MOST} games are kept in this store already: delete some, or begin another --store"),
            ));
        }
        let id = secret();
        let text = serde_json::to_string(sitting).expect("a sitting can be written");
        let seats = sitting.people().into_iter().map(Player::number);
        let keys: Vec<Key> = seats.map(|seat| Key { seat, key: format!("{seat}-{}", secret()) }).collect();
        self.with(|db| {
            let all = db.unchecked_transaction()?;
            all.execute("INSERT INTO sittings (id, sitting, version) VALUES (?1, ?2, 0)", params![id, text])?;
            for Key { seat, key } in &keys {
                all.execute(
                    "INSERT INTO seats (key, sitting, seat) VALUES (?1, ?2, ?3)",
                    params![key, id, *seat as i64],
                )?;
            }
            all.commit()
        })?;
        Ok(keys)
    }

    /// The game of a seat's key.
    pub fn find(&self, key: &str) -> Result<Kept, Refusal> {
        let row: Option<(String, i64, String, i64)> = self.with(|db| {
            let text = "SELECT sittings.id, seats.seat, sittings.sitting, sittings.version \
                        FROM seats JOIN sittings ON sittings.id = seats.sitting WHERE seats.key = ?1";
            db.query_row(text, params![key], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))).optional()
        })?;
        let (id, seat, text, version) =
            row.ok_or_else(|| Refusal::missing("there is no game of this name here: begin a new one"))?;
        let sitting = serde_json::from_str(&text)
            .map_err(|error| Refusal::failed(format!("the game is damaged in the store: {error}")))?;
        Ok(Kept { id, seat: seat as usize, sitting, version })
    }

    /// Forgets a game, by the key of one who sits at it.
    pub fn forget(&self, key: &str) -> Result<(), Refusal> {
        let Kept { id, .. } = self.find(key)?;
        self.with(|db| {
            db.execute("DELETE FROM seats WHERE sitting = ?1", params![id])?;
            db.execute("DELETE FROM sittings WHERE id = ?1", params![id])
        })
        .map(|_| ())
    }

    /// Forgets a tournament with its games.
    pub fn forget_tournament(&self, id: i64) -> Result<(), Refusal> {
        self.with(|db| {
            db.execute("DELETE FROM deals WHERE tournament = ?1", params![id])?;
            db.execute("DELETE FROM tournaments WHERE id = ?1", params![id])
        })
        .map(|_| ())
    }

    /// The last report on a paper, as JSON.
    pub fn report(&self, paper: &str) -> Result<Option<String>, Refusal> {
        self.with(|db| {
            db.query_row("SELECT report FROM reports WHERE paper = ?1", params![paper], |row| row.get(0)).optional()
        })
    }

    /// Keeps a report on a paper.
    pub fn write_report(&self, paper: &str, report: &str) -> Result<(), Refusal> {
        self.with(|db| {
            db.execute("INSERT OR REPLACE INTO reports (paper, report) VALUES (?1, ?2)", params![paper, report])
        })
        .map(|_| ())
    }

    /// Writes a game as it is now, if nobody else has meanwhile.
    pub fn write(&self, id: &str, sitting: &Sitting, version: i64) -> Result<(), Refusal> {
        let text = serde_json::to_string(sitting).expect("a sitting can be written");
        let rows = self.with(|db| {
            db.execute(
                "UPDATE sittings SET sitting = ?2, version = ?3 + 1 WHERE id = ?1 AND version = ?3",
                params![id, text, version],
            )
        })?;
        if rows == 0 {
            return Err(Refusal::new(
                StatusCode::CONFLICT,
                "somebody has moved at this table meanwhile: look at it again",
            ));
        }
        Ok(())
    }
}

fn trouble(error: rusqlite::Error) -> Refusal {
    Refusal::failed(format!("the store cannot be used: {error}"))
}

/// Sixteen letters and digits that nobody can guess: the standard library's hashers have random keys.
pub fn secret() -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut bits: u128 = 0;
    for part in 0..2u64 {
        let mut hasher = RandomState::new().build_hasher();
        hasher.write_u64(part);
        bits = bits << 64 | u128::from(hasher.finish());
    }
    (0..16).map(|place| char::from(LETTERS[(bits >> (5 * place) & 31) as usize])).collect()
}
