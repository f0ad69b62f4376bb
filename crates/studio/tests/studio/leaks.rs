//! All bytes sent to one seat of every hidden game, searched for what only others know.
//!
//! What a seat may be told is what its own view tells: its pictures, its observations, its events, its moves. Every word of
//! the true position and of what the others have seen that is not among these must not be in what was sent.

use crate::client::Server;
use outwit::game::{AnyGame, Game, Player, Table};
use outwit::games::catalog::GAMES;
use outwit::{game_from_spec, no_files};
use outwit_studio::seats;
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

#[test]
fn nothing_is_sent_to_a_seat_that_only_others_know() {
    let server = Server::start();
    // What every answer says, whatever the game.
    let plain = server.post("/api/v1/table", &json!({"sitting": {"game": "tictactoe", "seats": ["human", "random"]}}));
    let common = words(&plain.body);
    let mut hidden = 0;
    for entry in GAMES {
        let Ok(game) = game_from_spec(entry.name, &no_files) else { continue };
        if !game.facts().hidden {
            continue;
        }
        hidden += 1;
        for seat in Player::all(game.players()).take(2) {
            let mut seats = vec!["random"; game.players()];
            seats[seat.index()] = "human";
            let sitting = json!({"game": entry.name, "seed": 11, "seats": seats});
            let mut answer = server.post("/api/v1/table", &json!({"sitting": sitting}));
            assert_eq!(answer.status, 200, "{}: {}", entry.name, answer.body);
            let name = answer.json()["table"].as_str().expect("a hidden game is kept").to_string();
            let (mut told, mut checked) = (common.clone(), 0);
            told.extend([entry.name, name.as_str(), "random", "hidden", "null", "true", "false"].map(str::to_string));
            told.extend(words(&name));
            let mut view = answer.json();
            for _ in 0..24 {
                let table = rebuilt(&game, &truth(&server, &name));
                own(&game, &table, seat, &mut told);
                if view["waits"] == "over" {
                    break;
                }
                assert!(view["sitting"].is_null() && view["position"].is_null(), "{}", entry.name);
                let secret = secrets(&game, &table, seat);
                let sent = words(&answer.body.replace("\\n", " "));
                let leaked: Vec<&String> =
                    secret.iter().filter(|word| sent.contains(*word) && !told.contains(*word)).collect();
                assert!(leaked.is_empty(), "{} tells {seat} {leaked:?}:\n{}", entry.name, answer.body);
                checked += 1;
                if view["waits"] == "you" {
                    let mv = view["moves"][checked % view["moves"].as_array().unwrap().len()]["text"].clone();
                    answer = server.post("/api/v1/table", &json!({"table": name, "play": mv}));
                    view = answer.json();
                } else {
                    answer = server.post("/api/v1/reply", &json!({"table": name}));
                    assert!(
                        answer.events("thought").is_empty() && answer.events("progress").is_empty(),
                        "{}",
                        entry.name
                    );
                    view = answer
                        .events("table")
                        .first()
                        .unwrap_or_else(|| panic!("{}: {}", entry.name, answer.body))
                        .clone();
                }
            }
            assert!(checked > 0, "{}", entry.name);
            // A look at another seat's eyes is refused, and thinking is for one's own turn.
            let other = Player::all(game.players()).find(|other| *other != seat);
            if let Some(other) = other.filter(|_| view["waits"] != "over") {
                let refused = server.post("/api/v1/table", &json!({"table": name, "viewer": other.number()}));
                assert_eq!(refused.status, 403, "{}", refused.body);
            }
        }
    }
    assert!(hidden >= 8, "{hidden} hidden games");
}
