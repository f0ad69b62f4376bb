//! Pages are there and small; drawings can be clicked; trees and decisions are solved.

use crate::client::Server;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

#[test]
fn every_page_is_there_and_small() {
    let server = Server::start();
    for (path, part) in [
        ("/", "connect4"),
        ("/play", "Thinking"),
        ("/trees", "Algorithms side by side"),
        ("/decide", "Risk tolerance"),
        ("/arena", "A new tournament"),
        ("/papers", "frank-1994"),
        ("/api", "/api/v1/think"),
        ("/rules/othello", "Othello"),
        ("/assets/studio.css", "--ground"),
        ("/assets/play.js", "import"),
        ("/drawing/chess.svg", "<svg"),
        ("/drawing/tree.svg", "<svg"),
    ] {
        let answer = server.get(path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        assert!(answer.body.contains(part), "{path} has no `{part}`");
        assert!(answer.body.len() < 150_000, "{path}: {} bytes", answer.body.len());
        let policy = answer.header("content-security-policy").expect("a policy");
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        // Nothing is fetched from elsewhere.
        assert!(!answer.body.contains("src=\"http") && !answer.body.contains("href=\"http"), "{path}");
    }
    assert_eq!(server.get("/nowhere").status, 404);
    assert_eq!(server.get("/rules/nogame").status, 404);
    assert_eq!(server.get("/assets/../Cargo.toml").status, 404);
}

#[test]
fn the_lists_and_the_description_agree() {
    let server = Server::start();
    let games = server.get("/api/v1/games").json();
    assert!(games.as_array().unwrap().iter().any(|game| game["name"] == "hearts" && game["hidden"] == true));
    let agents = server.get("/api/v1/agents").json();
    let uct = agents.as_array().unwrap().iter().find(|agent| agent["name"] == "uct").unwrap();
    assert!(uct["parameters"].as_array().unwrap().iter().any(|p| p["name"] == "sims" && p["field"] == "integer"));
    let able = server.post("/api/v1/able", &json!({"game": "connect4"})).json();
    assert_eq!(able["seats"], 2);
    let names: Vec<&str> = able["presets"].as_array().unwrap().iter().map(|p| p["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["easy", "fair", "strong", "reckless", "paranoid", "trusting"]);
    let document = server.get("/api/v1/openapi.json").json();
    assert_eq!(document["openapi"], "3.1.0");
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            assert!(operation["summary"].is_string(), "{method} {path}");
            // Whatever is described exists: it is refused for its body or its names, not for its address.
            let path =
                path.replace("{id}", "1").replace("{name}", "chess").replace("{deal}", "0").replace("{game}", "0");
            if path.contains("papers") && method == "post" {
                continue;
            }
            let answer =
                server.ask(&method.to_uppercase(), &path, &[("content-type", "application/json")], "{\"x\": 1}");
            assert_ne!(answer.status, 405, "{method} {path}");
            assert!(!answer.body.contains("no such address"), "{method} {path}");
        }
    }
}

const AIMA: &str = include_str!("../../assets/alpha-beta.json");

#[test]
fn alpha_beta_cuts_two_leaves_of_the_textbook_tree_step_by_step() {
    let server = Server::start();
    let answer =
        server.post("/api/v1/trees", &json!({"tree": AIMA, "agents": ["minimax", "alphabeta", "nobody"]})).json();
    let [minimax, alphabeta, nobody] = [0, 1, 2].map(|place| &answer["algorithms"][place]);
    assert_eq!((&minimax["move"], &minimax["value"][0], &minimax["cuts"]), (&json!("a"), &json!(3), &json!(0)));
    assert_eq!((&alphabeta["move"], &alphabeta["value"][0], &alphabeta["cuts"]), (&json!("a"), &json!(3), &json!(2)));
    let cuts: Vec<&Value> =
        alphabeta["steps"].as_array().unwrap().iter().filter(|step| step["does"] == "cut").collect();
    assert_eq!(cuts.len(), 1);
    assert_eq!(
        (&cuts[0]["at"], &cuts[0]["count"], &cuts[0]["left"]),
        (&json!("0.1"), &json!(2), &json!(["0.1.1", "0.1.2"]))
    );
    assert!(nobody["error"].as_str().unwrap().contains("no agent"), "{nobody}");
    assert!(answer["svg"].as_str().unwrap().contains("data-place=\"0.2.1\""));
    let wrong = server.post("/api/v1/trees", &json!({"tree": "{\"players\": 2}"}));
    assert_eq!(wrong.status, 400);
    assert!(wrong.json()["error"].as_str().unwrap().contains("`root` is missing"));
}

/// One seat guesses how another's coin lies, in the words of Gambit's file format.
const PENNIES: &str = "EFG 2 R \"pennies\" { \"even\" \"odd\" }\n\
    p \"\" 1 1 \"\" { \"heads\" \"tails\" } 0\n\
    p \"\" 2 1 \"\" { \"heads\" \"tails\" } 0\nt \"\" 1 \"\" { 1, -1 }\nt \"\" 2 \"\" { -1, 1 }\n\
    p \"\" 2 1 \"\" { \"heads\" \"tails\" } 0\nt \"\" 3 \"\" { -1, 1 }\nt \"\" 4 \"\" { 1, -1 }\n";

#[test]
fn a_file_of_gambits_is_sent_as_text_and_comes_back_as_a_tree() {
    let server = Server::start();
    let answer = server.post("/api/v1/trees", &json!({"tree": PENNIES, "agents": ["equilibrium"]})).json();
    assert_eq!((&answer["nodes"], &answer["hidden"]), (&json!(7), &json!(true)), "{answer}");
    let found = answer["algorithms"][0]["moves"].as_array().unwrap();
    assert!(found.len() == 2 && found.iter().all(|mv| mv["probability"] == json!(0.5)), "{answer}");
    // What came back is a tree like any other.
    let again = server.post("/api/v1/trees", &json!({"tree": answer["tree"], "agents": ["equilibrium"]})).json();
    assert_eq!(again, answer);
    let normal = "NFG 1 R \"pennies\" { \"even\" \"odd\" } { 2 2 }\n1 -1 -1 1 -1 1 1 -1\n";
    assert_eq!(server.post("/api/v1/trees", &json!({"tree": normal})).json()["nodes"], json!(7));
    let wrong = server.post("/api/v1/trees", &json!({"tree": "EFG 2 R \"x\" { \"a\" }\nq"}));
    assert_eq!(wrong.status, 400);
    assert!(wrong.json()["error"].as_str().unwrap().contains("line 2"), "{}", wrong.json());
}

/// Sure 40, or 100 with one half: an exponential utility is indifferent where 1 - e^(-40/R) = (1 - e^(-100/R)) / 2.
const GAMBLE: &str = r#"{"players": 1, "root": {"turn": 1, "children": [
    {"move": "sure", "payoffs": [40]},
    {"move": "gamble", "turn": "chance", "children": [
        {"move": "win", "p": 0.5, "payoffs": [100]}, {"move": "lose", "p": 0.5, "payoffs": [0]}]}]}}"#;

#[test]
fn a_decision_flips_at_the_exact_point() {
    let server = Server::start();
    let answer = server.post("/api/v1/decide", &json!({"tree": GAMBLE, "sensitivity": true})).json();
    assert_eq!(answer["best"], json!(["gamble"]));
    let flips = answer["flips"]["at"].as_array().unwrap();
    assert_eq!(flips.len(), 1, "{answer}");
    let risk = flips[0]["risk"].as_f64().unwrap();
    assert_eq!((&flips[0]["below"], &flips[0]["above"]), (&json!("sure"), &json!("gamble")));
    // Found here by halving the plain equation.
    let gap = |r: f64| (1.0 - (-100.0 / r).exp()) / 2.0 - (1.0 - (-40.0 / r).exp());
    let (mut low, mut high) = (20.0, 2000.0);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if gap(middle) > 0.0 { high = middle } else { low = middle }
    }
    assert!((risk - low).abs() < 1e-7, "{risk} and {low}");
    for (risk, best) in [(risk * 0.999, "sure"), (risk * 1.001, "gamble")] {
        let utility = format!("exponential:risk={risk}");
        let answer = server.post("/api/v1/decide", &json!({"tree": GAMBLE, "utility": utility})).json();
        assert_eq!(answer["best"], json!([best]), "{utility}");
    }
    // The same as lotteries, with what needs no utility function.
    let lotteries = "sure = 1:40\ngamble = 1/2:100, 1/2:0\nworse = 1/2:90, 1/2:0";
    let same = server.post("/api/v1/decide", &json!({"lotteries": lotteries, "sensitivity": true})).json();
    assert_eq!(same["flips"]["at"], answer["flips"]["at"]);
    assert_eq!((&same["best"], &same["lotteries"][1]["mean"]), (&json!(["gamble"]), &json!(50)));
    assert_eq!(same["dominance"], json!([{"lottery": "gamble", "dominates": "worse", "order": 1}]));
    for (text, part) in [("", "a lottery a line"), ("a = 1:1\na = 1:2", "taken"), ("1/2:3", "lottery `1/2:3`")] {
        let wrong = server.post("/api/v1/decide", &json!({"lotteries": text}));
        assert_eq!(wrong.status, 400, "{text}");
        assert!(wrong.json()["error"].as_str().unwrap().contains(part), "{}", wrong.body);
    }
    let pump = server.post("/api/v1/preferences", &json!({"statements": "a > b\nb > c\nc > a", "fee": 0.05})).json();
    assert_eq!(pump["consistent"], false);
    assert!((pump["loss_in_100_rounds"].as_f64().unwrap() - 15.0).abs() < 1e-9);
}

#[test]
fn a_tournament_is_begun_watched_stopped_resumed_and_forgotten() {
    let server = Server::start();
    // Each move takes so long that nobody is done before it is stopped.
    let request = json!({"game": "connect4", "agents": ["uct:time=3ms", "random"], "deals": 60, "seed": 3});
    let id = server.post("/api/v1/arena", &request).json()["tournament"].as_i64().unwrap();
    assert_eq!(server.post(&format!("/api/v1/arena/{id}/stop"), &json!({})).status / 100, 2);
    let state = |server: &Server| server.get(&format!("/api/v1/arena/{id}")).json();
    let began = Instant::now();
    while state(&server)["entry"]["playing"] == true {
        assert!(began.elapsed() < Duration::from_secs(300));
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(state(&server)["entry"]["finished"].is_null(), "it was stopped before its end");
    assert_eq!(server.post(&format!("/api/v1/arena/{id}/resume"), &json!({})).status, 200);
    let watched = server.get(&format!("/api/v1/arena/{id}/watch"));
    assert!(!watched.events("standings").is_empty());
    let began = Instant::now();
    while state(&server)["entry"]["playing"] == true {
        assert!(began.elapsed() < Duration::from_secs(300));
        std::thread::sleep(Duration::from_millis(50));
    }
    let done = state(&server);
    assert_eq!((&done["deals"], &done["entry"]["finished"]), (&json!(60), &json!(60)));
    let game = &done["recent"][0];
    let replay = server.get(&format!("/api/v1/arena/{id}/games/{}/{}", game["deal"], game["game"])).json();
    let shown = server.post("/api/v1/table", &replay).json();
    assert_eq!(shown["waits"], "over");
    assert_eq!(shown["payoffs"], game["payoffs"]);
    assert_eq!(server.ask("DELETE", &format!("/api/v1/arena/{id}"), &[], "").status, 200);
    assert_eq!(server.get(&format!("/api/v1/arena/{id}")).status, 404);
}
