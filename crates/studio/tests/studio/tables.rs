//! Tables: moves, replies, thoughts, undo, replay; a kept game outlives its server.

use crate::client::{Process, Server, fresh_store, remove_store};
use serde_json::{Value, json};

fn sitting(game: &str, seats: &[&str], moves: &[&str]) -> Value {
    json!({"sitting": {"game": game, "seed": 0, "seats": seats, "moves": moves}})
}

#[test]
fn a_game_is_played_by_the_address_alone() {
    let server = Server::start();
    let mut request = sitting("connect4", &["human", "greedy"], &["4", "4"]);
    let shown = server.post("/api/v1/table", &request).json();
    assert_eq!((&shown["waits"], &shown["turn"], &shown["length"]), (&json!("you"), &json!(1), &json!(2)));
    assert_eq!(shown["moves"][0], json!({"text": "1", "places": ["1"]}));
    assert!(shown["svg"].as_str().unwrap().contains("data-place=\"7\""));
    // A move, and the reply.
    request["play"] = json!("3");
    let played = server.post("/api/v1/table", &request).json();
    assert_eq!(played["waits"], "agent");
    let answer = server.post("/api/v1/reply", &json!({"sitting": played["sitting"]}));
    let replied = &answer.events("table")[0];
    assert_eq!((&replied["length"], &replied["waits"]), (&json!(4), &json!("you")));
    let thought = &answer.events("thought")[0];
    assert_eq!((&thought["agent"], &thought["seat"]), (&json!("greedy"), &json!(2)));
    // Undo goes back to the person's last decision; looking back shows what was.
    let undone = server.post("/api/v1/table", &json!({"sitting": replied["sitting"], "undo": true})).json();
    assert_eq!(undone["sitting"]["moves"], json!(["4", "4"]));
    let past = server.post("/api/v1/table", &json!({"sitting": replied["sitting"], "at": 1})).json();
    assert_eq!((&past["at"], &past["length"], &past["waits"]), (&json!(1), &json!(4), &json!("agent")));
    // Giving up ends it.
    let lost = server.post("/api/v1/table", &json!({"sitting": undone["sitting"], "resign": 1})).json();
    assert_eq!((&lost["waits"], &lost["outcome"]), (&json!("over"), &json!("Seat 1 gives up.")));
    // What is wrong is told.
    request["play"] = json!("9");
    let wrong = server.post("/api/v1/table", &request);
    assert_eq!(wrong.status, 400);
    assert!(wrong.json()["error"].as_str().unwrap().contains("`9` is not a legal move here"));
}

#[test]
fn thinking_comes_in_stages_that_deepen() {
    let server = Server::start();
    let mut request = sitting("tictactoe", &["human", "human"], &["b2"]);
    request["agent"] = json!("alphabeta");
    request["tree"] = json!(true);
    let answer = server.post("/api/v1/think", &request);
    let stages = answer.events("stage");
    assert!(stages.len() > 3, "{}", answer.body);
    assert_eq!(stages[0]["depth"], 1);
    let last = stages.last().unwrap();
    assert_eq!((&last["seat"], &last["value"]), (&json!(2), &json!([0, 0])));
    assert_eq!(last["moves"].as_array().unwrap().len(), 8);
    assert_eq!(last["places"][0], json!([last["moves"][0]["move"]]));
    assert!(last["tree"]["children"].is_array());
    assert_eq!(answer.events("done").len(), 1);
    let over =
        server.post("/api/v1/think", &sitting("tictactoe", &["human", "human"], &["a1", "b1", "a2", "b2", "a3"]));
    assert!(over.events("error")[0]["error"].as_str().unwrap().contains("the game is over"));
}

#[test]
fn chance_is_drawn_by_the_seed_and_two_servers_agree() {
    let (one, other) = (Server::start(), Server::start());
    let request = sitting("backgammon", &["human", "random"], &[]);
    let [first, second] = [&one, &other].map(|server| server.post("/api/v1/table", &request).json());
    assert_eq!(first, second);
    assert_eq!(first["sitting"]["moves"].as_array().unwrap().len(), 1, "the opening roll");
}

#[test]
fn a_hidden_game_is_kept_and_outlives_the_server() {
    let store = fresh_store();
    let process = Process::start(&store);
    let server = Server::at(process.port);
    let begun = server.post("/api/v1/table", &sitting("hearts", &["human", "random", "random", "random"], &[])).json();
    assert!(begun["sitting"].is_null() && begun["position"].is_null(), "{begun}");
    let table = begun["table"].as_str().expect("a name").to_string();
    let mut view = begun;
    for _ in 0..3 {
        let request = match view["waits"].as_str().unwrap() {
            "you" => {
                let mv = view["moves"][0]["text"].clone();
                view = server.post("/api/v1/table", &json!({"table": table, "play": mv})).json();
                continue;
            }
            _ => json!({"table": table}),
        };
        view = server.post("/api/v1/reply", &request).events("table")[0].clone();
    }
    process.kill();
    let process = Process::start(&store);
    let again = Server::at(process.port);
    let seen = again.post("/api/v1/table", &json!({"table": table})).json();
    assert_eq!((&seen["svg"], &seen["log"]), (&view["svg"], &view["log"]));
    assert_eq!(again.post("/api/v1/table", &json!({"table": "nobody-knows-it"})).status, 404);
    assert_eq!(again.ask("DELETE", &format!("/api/v1/sittings/{table}"), &[], "").status, 200);
    assert_eq!(again.post("/api/v1/table", &json!({"table": table})).status, 404);
    remove_store(&store);
}

#[test]
fn what_was_seen_is_not_taken_back() {
    let server = Server::start();
    let show = |asked: &Value| server.post("/api/v1/table", asked);
    // Something is hidden: nothing before the end, everything then.
    let begun = show(&sitting("kuhn", &["human", "random"], &[])).json();
    assert_eq!(begun["undo"], json!(false));
    let moved = show(&json!({"table": begun["table"], "play": "check"})).json();
    assert_eq!(moved["undo"], json!(false), "{moved}");
    let refused = show(&json!({"table": begun["table"], "undo": true}));
    assert_eq!(refused.status, 400);
    assert!(refused.json()["error"].as_str().unwrap().contains("cannot be unseen"), "{}", refused.body);
    // Alone against chance: a card that was turned up stays so.
    let alone = show(&sitting("spider:suits=1,ranks=3,columns=3,down=3,deals=2", &["human"], &[])).json();
    let turned = alone["moves"].as_array().unwrap().iter().find_map(|mv| {
        let next = show(&json!({"sitting": alone["sitting"], "play": mv["text"]})).json();
        (mv["text"] == "deal" || next["log"].as_array()?.len() > alone["log"].as_array()?.len() + 1).then_some(next)
    });
    let turned = turned.expect("some move turns up a card, or deals");
    assert_eq!(turned["undo"], json!(false), "{turned}");
    let refused = show(&json!({"sitting": turned["sitting"], "undo": true}));
    assert!(refused.json()["error"].as_str().unwrap().contains("chance has shown"), "{}", refused.body);
    // Nothing hidden, nothing drawn: as ever.
    let open =
        show(&json!({"sitting": sitting("tictactoe", &["human", "human"], &[])["sitting"], "play": "a1"})).json();
    assert_eq!(open["undo"], json!(true));
}

#[test]
fn each_of_two_people_has_a_key_that_opens_one_seat() {
    let server = Server::start();
    let begun = server.post("/api/v1/table", &sitting("kuhn", &["human", "human"], &[])).json();
    let keys: Vec<String> =
        begun["keys"].as_array().unwrap().iter().map(|key| key["key"].as_str().unwrap().to_string()).collect();
    assert_eq!(keys.len(), 2);
    assert_eq!((&begun["table"], &begun["viewer"]), (&json!(keys[0]), &json!(1)));
    let look = |key: &str| server.post("/api/v1/table", &json!({"table": key}));
    let (first, second) = (look(&keys[0]), look(&keys[1]));
    assert_eq!((&first.json()["viewer"], &second.json()["viewer"]), (&json!(1), &json!(2)));
    assert_eq!((&first.json()["waits"], &second.json()["waits"]), (&json!("you"), &json!("another")));
    assert_ne!(first.json()["picture"], second.json()["picture"]);
    // No answer to one seat holds the other's key, or a name that opens the table to both.
    for (answer, other) in [(&first, &keys[1]), (&second, &keys[0])] {
        assert!(!answer.body.contains(other.as_str()) && answer.json()["keys"].is_null(), "{}", answer.body);
    }
    // Neither a changed address nor a guessed one opens another seat.
    let asked = server.post("/api/v1/table", &json!({"table": keys[0], "viewer": 2}));
    assert_eq!(asked.status, 403);
    assert_eq!(look(&keys[0].replacen('1', "2", 1)).status, 404);
    for path in ["think", "belief", "reply"] {
        let answer = server.post(&format!("/api/v1/{path}"), &json!({"table": keys[1], "viewer": 1}));
        assert!(answer.status == 403 || !answer.events("error").is_empty(), "{path}: {}", answer.body);
    }
    // Each moves for itself, and nothing is taken back.
    let play = |key: &str, text: &Value| server.post("/api/v1/table", &json!({"table": key, "play": text}));
    let mv = &first.json()["moves"][0]["text"];
    assert_eq!(play(&keys[1], mv).status, 400);
    let moved = play(&keys[0], mv);
    assert_eq!(moved.status, 200, "{}", moved.body);
    let undone = server.post("/api/v1/table", &json!({"table": keys[0], "undo": true}));
    assert_eq!(undone.status, 400);
    assert!(undone.json()["error"].as_str().unwrap().contains("cannot be unseen"));
    let given_up = server.post("/api/v1/table", &json!({"table": keys[0], "resign": 2}));
    assert_eq!(given_up.status, 400);
}
