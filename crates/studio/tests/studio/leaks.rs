//! All bytes sent to one seat of every hidden game, searched for what only others know.
//!
//! What a seat may be told is what its own view tells: its pictures, its observations, its events, its moves. Every word of
//! the true position and of what the others have seen that is not among these must not be in what was sent.

use crate::client::Server;
use outwit::game::{AnyGame, Game, Player, Table};
use outwit::games::catalog::GAMES;
use outwit::{game_from_spec, no_files};
use outwit_advice::seats;
use serde_json::{Value, json};
use std::collections::HashSet;

/// Words with a letter in them: bare numbers stand in every drawing.
fn words(text: &str) -> HashSet<String> {
    let is_part = |c: char| c.is_alphanumeric();
    let split = text.split(|c: char| !is_part(c)).filter(|word| word.chars().any(char::is_alphabetic));
    split.map(str::to_string).collect()
}

/// What the seat's own view tells.
fn own(game: &AnyGame, table: &Table<'_, AnyGame>, seat: Player, told: &mut HashSet<String>) {
    let view = table.view(seat);
    told.extend(words(&game.seat_picture(&view)));
    told.extend(words(&game.seat_svg(&view)));
    for seen in view.seen() {
        told.extend(words(&game.seen_text(seen)));
    }
    for line in game.events(&view, 0) {
        told.extend(words(&line));
    }
    for &mv in view.moves() {
        told.extend(words(&game.move_text(table.state(), mv)));
    }
}

/// What is secret now: the position, and what others have seen.
fn secrets(game: &AnyGame, table: &Table<'_, AnyGame>, seat: Player) -> HashSet<String> {
    let mut found = words(&game.position_text(table.state()));
    for other in Player::all(game.players()).filter(|other| *other != seat) {
        let view = table.view(other);
        for seen in view.seen() {
            found.extend(words(&game.seen_text(seen)));
        }
    }
    found
}

fn truth(server: &Server, table: &str) -> Value {
    let store = rusqlite::Connection::open(&server.store).unwrap();
    let text: String = store
        .query_row(
            "SELECT sitting FROM sittings WHERE id = (SELECT sitting FROM seats WHERE key = ?1)",
            [table],
            |row| row.get(0),
        )
        .expect("it is kept");
    serde_json::from_str(&text).unwrap()
}

fn rebuilt<'g>(game: &'g AnyGame, sitting: &Value) -> Table<'g, AnyGame> {
    let mut table = Table::deal(game, &mut seats::deal(sitting["seed"].as_u64().unwrap()));
    for mv in sitting["moves"].as_array().unwrap() {
        table.play_text(mv.as_str().unwrap()).unwrap();
    }
    table
}

/// Another person makes a move with a key of their own.
fn friend_moves(server: &Server, key: &str) {
    let view = server.post("/api/v1/table", &json!({"table": key})).json();
    let moved = server.post("/api/v1/table", &json!({"table": key, "play": view["moves"][0]["text"]}));
    assert_eq!(moved.status, 200, "{}", moved.body);
}

/// Plays a while in a seat, alone among agents or with a friend, and looks at every byte that comes.
fn plays_without_a_leak(server: &Server, game: &AnyGame, name: &str, seat: Player, friend: Option<Player>) {
    // What every answer says, whatever the game.
    let plain = server.post("/api/v1/table", &json!({"sitting": {"game": "tictactoe", "seats": ["human", "random"]}}));
    let mut seats = vec!["random"; game.players()];
    for person in [Some(seat), friend].into_iter().flatten() {
        seats[person.index()] = "human";
    }
    let sitting = json!({"game": name, "seed": 11, "seats": seats});
    let begun = server.post("/api/v1/table", &json!({"sitting": sitting, "viewer": seat.number()}));
    assert_eq!(begun.status, 200, "{name}: {}", begun.body);
    let begun = begun.json();
    let key_of = |person: Player| {
        let mut keys = begun["keys"].as_array().expect("a hidden game is kept").iter();
        let found = keys.find(|key| key["seat"] == person.number()).expect("a key");
        found["key"].as_str().unwrap().to_string()
    };
    let key = key_of(seat);
    let (mut told, mut checked) = (words(&plain.body), 0);
    told.extend([name, "random", "human", "hidden", "null", "true", "false"].map(str::to_string));
    told.extend(words(&key));
    let mut answer = server.post("/api/v1/table", &json!({"table": key}));
    let mut view = answer.json();
    for _ in 0..24 {
        let table = rebuilt(game, &truth(server, &key));
        own(game, &table, seat, &mut told);
        if view["waits"] == "over" {
            break;
        }
        assert!(view["sitting"].is_null() && view["position"].is_null() && view["keys"].is_null(), "{name}");
        let secret = secrets(game, &table, seat);
        let sent = words(&answer.body.replace("\\n", " "));
        let leaked: Vec<&String> = secret.iter().filter(|word| sent.contains(*word) && !told.contains(*word)).collect();
        assert!(leaked.is_empty(), "{name} tells {seat} {leaked:?}:\n{}", answer.body);
        checked += 1;
        match view["waits"].as_str().unwrap() {
            "you" => {
                let mv = view["moves"][checked % view["moves"].as_array().unwrap().len()]["text"].clone();
                answer = server.post("/api/v1/table", &json!({"table": key, "play": mv}));
                view = answer.json();
            }
            "another" => {
                friend_moves(server, &key_of(friend.expect("somebody else plays")));
                answer = server.post("/api/v1/table", &json!({"table": key}));
                view = answer.json();
            }
            _ => {
                answer = server.post("/api/v1/reply", &json!({"table": key}));
                assert!(answer.events("thought").is_empty() && answer.events("progress").is_empty(), "{name}");
                view = answer.events("table").first().unwrap_or_else(|| panic!("{name}: {}", answer.body)).clone();
            }
        }
    }
    assert!(checked > 0, "{name}");
    // A look through another seat's eyes is refused.
    if let Some(other) = Player::all(game.players()).find(|other| *other != seat) {
        let refused = server.post("/api/v1/table", &json!({"table": key, "viewer": other.number()}));
        assert_eq!(refused.status, 403, "{}", refused.body);
    }
}

#[test]
fn nothing_is_sent_to_a_seat_that_only_others_know() {
    let server = Server::start();
    let mut hidden = 0;
    for entry in GAMES {
        let Ok(game) = game_from_spec(entry.name, &no_files) else { continue };
        if !game.facts().hidden {
            continue;
        }
        hidden += 1;
        for seat in Player::all(game.players()).take(2) {
            plays_without_a_leak(&server, &game, entry.name, seat, None);
            let friend = Player::all(game.players()).take(2).find(|other| *other != seat);
            if friend.is_some() {
                plays_without_a_leak(&server, &game, entry.name, seat, friend);
            }
        }
    }
    assert!(hidden >= 8, "{hidden} hidden games");
}
