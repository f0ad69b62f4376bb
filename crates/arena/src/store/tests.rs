use super::*;
use crate::standings::tests::{setting, three_agents};

/// A store in the temporary folder that no other test has; gone at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let scratch = Scratch(std::env::temp_dir().join(format!("outwit-store-{}-{name}.sqlite", std::process::id())));
        scratch.clear();
        scratch
    }

    fn clear(&self) {
        for suffix in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{suffix}", self.0.display()));
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        self.clear();
    }
}

fn failed(result: Result<(), Trouble>) -> String {
    match result {
        Err(Trouble::Work(problem)) => problem.to_string(),
        other => panic!("the work should have failed: {other:?}"),
    }
}

#[test]
fn a_full_disk_damages_nothing_and_the_rest_is_written_when_there_is_room() {
    let place = Scratch::new("full");
    let mut store = Store::open(&place.0, true).unwrap();
    let deals = three_agents(600);
    let id = store.begin(&setting(&["a", "b", "c"], 600), "test", 0).unwrap();
    store.write(id, &deals[..200]).unwrap();
    // The file may not grow any more.
    let pages: i64 = store.connection.query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
    let limit = |store: &Store, pages: i64| {
        store.connection.query_row(&format!("PRAGMA max_page_count = {pages}"), [], |row| row.get::<_, i64>(0)).unwrap()
    };
    assert_eq!(limit(&store, pages + 2), pages + 2);
    let told = failed(store.write(id, &deals[200..]));
    assert!(told.contains("is full; what was stored before is safe"), "{told}");
    // All of a batch or none of it.
    assert_eq!(store.deals(id).unwrap(), deals[..200]);
    assert_eq!(Store::open(&place.0, false).unwrap().deals(id).unwrap(), deals[..200]);
    limit(&store, 1 << 20);
    store.write(id, &deals[200..]).unwrap();
    store.finish(id, 600).unwrap();
    assert_eq!(Store::open(&place.0, false).unwrap().deals(id).unwrap(), deals);
}

#[test]
fn a_locked_store_is_told_of_and_written_to_later() {
    let place = Scratch::new("locked");
    let mut store = Store::open(&place.0, true).unwrap();
    let deals = three_agents(20);
    let id = store.begin(&setting(&["a", "b", "c"], 20), "test", 0).unwrap();
    store.write(id, &deals[..5]).unwrap();
    store.connection.busy_timeout(Duration::from_millis(1)).unwrap();
    let other = Store::open(&place.0, false).unwrap();
    other.connection.execute_batch("BEGIN EXCLUSIVE").unwrap();
    for told in [failed(store.write(id, &deals[5..])), failed(store.finish(id, 20))] {
        assert!(told.contains("has been locked by another process") && told.contains("nothing was lost"), "{told}");
    }
    // Who only reads is not held up.
    assert_eq!(store.deals(id).unwrap(), deals[..5]);
    other.connection.execute_batch("ROLLBACK").unwrap();
    store.write(id, &deals[5..]).unwrap();
    assert_eq!(other.deals(id).unwrap(), deals);
}

#[test]
fn a_store_that_was_removed_or_replaced_is_not_written_to() {
    let place = Scratch::new("removed");
    let mut store = Store::open(&place.0, true).unwrap();
    let id = store.begin(&setting(&["a", "b", "c"], 20), "test", 0).unwrap();
    place.clear();
    let told = failed(store.write(id, &three_agents(2)));
    assert!(told.contains("was removed or replaced while it was in use"), "{told}");
    drop(Store::open(&place.0, true).unwrap());
    assert!(store.finish(id, 20).is_err());
}

#[test]
fn no_name_is_more_to_the_database_than_the_name_of_a_file() {
    for (typed, opened) in
        [(":memory:", "./:memory:"), ("file:x?mode=memory", "./file:x?mode=memory"), ("/a/b", "/a/b")]
    {
        assert_eq!(plain(Path::new(typed)), Path::new(opened));
    }
}

#[test]
fn records_of_before_decisions_were_counted_are_still_read() {
    let place = Scratch::new("older");
    let store = Store::open(&place.0, true).unwrap();
    let id = store.begin(&setting(&["a", "b"], 1), "test", 0).unwrap();
    // As they were written then: the setting had a number of hands, games had no decisions.
    let older = serde_json::to_string(&setting(&["a", "b"], 1)).unwrap().replacen('{', r#"{"hands":1,"#, 1);
    store.connection.execute("UPDATE tournaments SET setting = ?1", [older]).unwrap();
    let games = r#"[{"seats":[0,1],"moves":[4,0],"payoffs":[1.0,-1.0],"nodes":[3,4],"micros":[1,2],"is_capped":false,"forfeit":null}]"#;
    store
        .connection
        .execute("INSERT INTO deals (tournament, deal, position, games) VALUES (?1, 0, '', ?2)", params![id, games])
        .unwrap();
    assert_eq!(store.list().unwrap()[0].setting, setting(&["a", "b"], 1));
    let standings = crate::Standings::new(&setting(&["a", "b"], 1), &store.deals(id).unwrap());
    assert_eq!((standings.agents[1].nodes_per_game, standings.agents[1].nodes_per_move), (Some(4.0), None));
}
