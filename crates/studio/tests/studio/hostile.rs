//! What must not happen, tried.

use crate::client::{Server, fresh_store};
use outwit_studio::{Setup, Studio};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::time::Duration;

#[test]
fn other_hosts_and_other_origins_are_refused() {
    let server = Server::start();
    let (here, port) = (format!("127.0.0.1:{}", server.port), server.port);
    for host in ["example.com", "127.0.0.1.example.com", "evil.localhost.example", "[::2]", "169.254.169.254"] {
        let answer = server.ask("GET", "/", &[("host", host)], "");
        assert_eq!(answer.status, 421, "{host}");
    }
    assert_eq!(server.ask("GET", "/", &[("host", &format!("localhost:{port}"))], "").status, 200);
    // Two names at once, or one in the address that is another's.
    assert_eq!(server.ask("GET", "/", &[("host", &here), ("host", "example.com")], "").status, 421);
    assert_eq!(server.ask("GET", "http://example.com/", &[("host", &here)], "").status, 421);
    assert_eq!(server.ask("GET", &format!("http://{here}/"), &[("host", &here)], "").status, 200);
    for origin in
        ["http://example.com", "null", "https://127.0.0.1", &format!("http://localhost:{port}"), "http://127.0.0.1:1"]
    {
        let answer = server.ask("POST", "/api/v1/table", &[("origin", origin)], "{}");
        assert_eq!(answer.status, 403, "{origin}");
    }
    assert_ne!(server.ask("POST", "/api/v1/table", &[("origin", &format!("http://{here}"))], "{}").status, 403);
    for path in ["/api/v1/games", "/assets/play.js"] {
        assert_eq!(server.ask("GET", path, &[("sec-fetch-site", "cross-site")], "").status, 403, "{path}");
    }
    let followed = [("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")];
    assert_eq!(server.ask("GET", "/play", &followed, "").status, 200, "a link may be followed");
    assert_eq!(server.ask("GET", "/api/v1/games", &followed, "").status, 403);
}

#[test]
fn nothing_a_request_says_reaches_a_file_or_a_process() {
    let server = Server::start();
    let marker = std::env::temp_dir().join(format!("outwit-studio-touched-{}", server.port));
    let command = format!("engine:command=(touch {})", marker.display());
    let table = |game: &str, who: &str| {
        server.post("/api/v1/table", &json!({"sitting": {"game": game, "seats": ["human", who]}}))
    };
    for who in [
        command.as_str(),
        "engine:command=ls",
        "./program",
        "alphabeta:eval=(learned:file=/etc/passwd)",
        "../../bin/sh",
    ] {
        let answer = table("tictactoe", who);
        assert_eq!(answer.status, 400, "{who}: {}", answer.body);
        assert!(answer.json()["error"].is_string());
        assert!(!answer.body.contains("root:"), "{}", answer.body);
    }
    for game in [
        "tree:file=/etc/passwd",
        "efg:file=/etc/passwd",
        "tree:file=../Cargo.toml",
        "repeated:file=/etc/passwd",
        "dilemma:file=/etc/passwd",
    ] {
        let answer = table(game, "random");
        assert_eq!(answer.status, 400, "{game}: {}", answer.body);
        assert!(!answer.body.contains("root:"), "{}", answer.body);
    }
    let arena = json!({"game": "tictactoe", "agents": [command, "random"]});
    assert_eq!(server.post("/api/v1/arena", &arena).status, 400);
    assert!(!marker.exists(), "a process was started");
    for path in [
        "/assets/..%2f..%2fCargo.toml",
        "/assets/%2e%2e/Cargo.toml",
        "/drawing/..%2f..%2fetc%2fpasswd",
        "//etc/passwd",
        "/rules/..%2f",
    ] {
        let answer = server.get(path);
        assert!(matches!(answer.status, 400 | 404), "{path}: {}", answer.status);
        assert!(!answer.body.contains("[package]") && !answer.body.contains("root:"));
    }
}

#[test]
fn huge_deep_and_broken_requests_get_a_sentence() {
    let server = Server::start();
    let post = |body: &str| server.ask("POST", "/api/v1/table", &[("content-type", "application/json")], body);
    let huge = format!("{{\"table\": \"{}\"}}", "x".repeat(3 << 20));
    // Who sends on after the answer may lose it with the connection.
    assert!(matches!(post(&huge).status, 413 | 0));
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(post(&deep).status, 400);
    let nested = format!("{{\"players\":1,\"root\":{}", "{\"turn\":1,\"children\":[".repeat(20_000));
    assert_eq!(server.post("/api/v1/trees", &json!({"tree": nested})).status, 400);
    for claim in ["300000 300000", "100000 2", "1000000000 1"] {
        let claimed = format!("NFG 1 R \"t\" {{ \"a\" \"b\" }} {{ {claim} }}\n1\n");
        let begun = std::time::Instant::now();
        let answer = server.post("/api/v1/trees", &json!({"tree": claimed, "agents": ["minimax"]}));
        assert_eq!(answer.status, 400, "{claim}");
        assert!(answer.json()["error"].as_str().is_some_and(|sentence| sentence.contains("strategies")), "{claim}");
        assert!(begun.elapsed().as_secs() < 5, "{claim}");
    }
    for body in
        ["", "{", "null", "[]", "{\"sitting\": 3}", "{\"unknown\": 1}", "\u{0}", "{\"table\": \"a\", \"table\": \"b\"}"]
    {
        let answer = post(body);
        assert!(matches!(answer.status, 400 | 404), "{body:?}: {}", answer.status);
        assert!(answer.json()["error"].as_str().is_some_and(|sentence| !sentence.is_empty()));
    }
    assert_eq!(server.get(&format!("/play?moves={}", "4+".repeat(20_000))).status, 414);
    let specs = [
        "x".repeat(5_000),
        "uct:sims=999999999999".into(),
        "uct:sims=-1".into(),
        "(".repeat(500),
        "alphabeta:depth=1e9".into(),
    ];
    for who in specs {
        let answer = server.post("/api/v1/table", &json!({"sitting": {"game": "tictactoe", "seats": ["human", who]}}));
        let reply = server.post("/api/v1/reply", &json!({"sitting": {"game": "tictactoe", "seats": [who, "human"]}}));
        assert!(answer.status == 400 || !reply.events("error").is_empty(), "{} {}", answer.body, reply.body);
    }
    let nested = format!("{}tictactoe{}", "macro:game=(".repeat(40), ")".repeat(40));
    let answer = server.post("/api/v1/table", &json!({"sitting": {"game": nested, "seats": ["human", "human"]}}));
    assert_eq!(answer.status, 400);
    assert!(answer.body.contains("more than 32 deep") && answer.body.len() < 1_000, "{}", answer.body);
    let many: Vec<&str> = vec!["1"; 9_000];
    let long = server
        .post("/api/v1/table", &json!({"sitting": {"game": "connect4", "seats": ["human", "human"], "moves": many}}));
    assert_eq!(long.status, 400);
    // Garbage instead of HTTP, and a method that nobody has.
    assert!(matches!(server.raw(b"\x16\x03\x01\x00\xff\x00\x00\r\n\r\n").status, 0 | 400));
    assert_eq!(server.ask("PUT", "/api/v1/table", &[], "{}").status, 405);
    for (method, path) in [
        ("GET", "/api/v1/arena/..%2f..%2fx"),
        ("GET", "/api/v1/arena/99999999999999999999"),
        ("GET", "/api/v1/arena/1/games/-1/x"),
        ("GET", "/api/v1/games/%ff"),
        ("PATCH", "/api/v1/papers"),
    ] {
        let answer = server.ask(method, path, &[], "");
        assert!(matches!(answer.status, 400 | 404 | 405), "{path}: {}", answer.status);
        assert!(answer.json()["error"].as_str().is_some_and(|sentence| !sentence.is_empty()), "{path}");
    }
    let long = format!("{}:1", "1".repeat(90_000));
    assert_eq!(server.post("/api/v1/decide", &json!({"lotteries": long})).status, 400);
    assert_eq!(server.get("/api/v1/games").status, 200, "it is still there");
}

#[test]
fn silent_connections_do_not_keep_others_out() {
    let server = Server::start();
    let silent: Vec<_> = (0..300).map(|_| server.connect()).collect();
    let mut slow = server.connect();
    slow.write_all(b"GET / HTTP/1.1\r\nhost: 127").unwrap();
    assert_eq!(server.get("/api/v1/games").status, 200);
    drop(silent);
}

#[test]
fn markup_in_names_stays_text() {
    let server = Server::start();
    let evil = "<script>alert(1)</script>";
    let tree = json!({"players": 1, "root": {"turn": 1, "children": [
        {"move": evil, "payoffs": [1]}, {"move": "\"><img src=x onerror=alert(1)>".replace(' ', "_"), "payoffs": [0]}]}});
    let answer = server.post("/api/v1/trees", &json!({"tree": tree.to_string(), "agents": ["maxn"]})).json();
    for svg in [&answer["svg"], &answer["algorithms"][0]["svg"]] {
        let svg = svg.as_str().unwrap();
        assert!(!svg.contains("<script") && !svg.contains("<img"), "{svg}");
    }
    let page = server.get("/rules/%3Cscript%3Ealert(1)%3C%2Fscript%3E");
    assert_eq!(page.status, 404);
    assert!(!page.body.contains("<script>alert"), "{}", page.body);
}

#[test]
fn a_token_is_needed_beyond_this_machine_and_checked_everywhere() {
    let open = |listen: [u8; 4], token: Option<&str>| {
        Studio::new(Setup { listen: listen.into(), port: 0, token: token.map(str::to_string), store: fresh_store() })
            .err()
            .unwrap_or_default()
    };
    assert!(open([0, 0, 0, 0], None).contains("give a --token"));
    assert!(open([0, 0, 0, 0], Some("short")).contains("eight letters, digits and hyphens at least"));
    assert!(open([0, 0, 0, 0], Some("chalk and board")).contains("as chalk-and-board"));
    let setup =
        Setup { listen: [127, 0, 0, 1].into(), port: 0, token: Some("chalk-and-board".into()), store: fresh_store() };
    let server = Server::with(setup);
    for path in
        ["/", "/play", "/assets/play.js", "/api/v1/games", "/drawing/chess.svg", "/nowhere", "/?token=chalk-and-boarD"]
    {
        assert_eq!(server.get(path).status, 401, "{path}");
    }
    assert_eq!(server.post("/api/v1/table", &json!({})).status, 401);
    let entered = server.get("/play?game=chess&token=chalk-and-board&seed=1");
    assert_eq!((entered.status, entered.header("location")), (303, Some("/play?game=chess&seed=1")));
    let cookie = entered.header("set-cookie").unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"));
    let cookie = cookie.split(';').next().unwrap();
    assert_eq!(server.ask("GET", "/api/v1/games", &[("cookie", cookie)], "").status, 200);
    assert_eq!(server.ask("GET", "/api/v1/games", &[("authorization", "Bearer chalk-and-board")], "").status, 200);
    let away = server.get("//example.com/?token=chalk-and-board");
    assert!(away.header("location").is_none_or(|to| !to.starts_with("//")), "{:?}", away.header("location"));
}

#[test]
fn a_search_ends_when_its_reader_leaves_and_thousands_are_refused_in_words() {
    let server = Server::start();
    let body =
        json!({"sitting": {"game": "chess", "seats": ["human", "human"]}, "agent": "uct", "seconds": 60}).to_string();
    let head = format!(
        "POST /api/v1/think HTTP/1.1\r\nhost: 127.0.0.1:{}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        server.port,
        body.len()
    );
    // As many readers as there are places, and then they leave.
    let readers: Vec<_> = (0..8)
        .map(|_| {
            let mut socket = server.connect();
            socket.write_all(head.as_bytes()).unwrap();
            socket
        })
        .collect();
    std::thread::sleep(Duration::from_millis(400));
    assert_eq!(server.get("/api/v1/games").status, 200, "pages are there while searches go on");
    drop(readers);
    let small = json!({"sitting": {"game": "tictactoe", "seats": ["human", "human"]}, "agent": "greedy", "seconds": 1});
    // It would be refused after a while if theirs went on.
    let answer = server.post("/api/v1/think", &small);
    assert_eq!(answer.events("done"), [Value::Null], "{}", answer.body);
    // Many at once: each is answered or refused with a sentence.
    let mut sockets: Vec<_> = (0..300)
        .map(|_| {
            let mut socket = server.connect();
            socket.write_all(head.as_bytes()).unwrap();
            socket.set_read_timeout(Some(Duration::from_millis(5))).unwrap();
            socket
        })
        .collect();
    let mut refused = 0;
    for _ in 0..60 {
        sockets.retain_mut(|socket| {
            let mut bytes = [0; 512];
            let count = socket.read(&mut bytes).unwrap_or(0);
            let is_refused = String::from_utf8_lossy(&bytes[..count]).contains(" 503 ");
            refused += u32::from(is_refused);
            !is_refused
        });
        if refused > 150 {
            break;
        }
    }
    assert!(refused > 150, "{refused} refused");
}
