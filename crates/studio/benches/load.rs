//! The studio on loopback, each figure beside its goal: how soon it starts, how large its pages are and how soon they come;
//! 500 tables at once, each with a move every five seconds against `greedy`, for a minute; 100 searches of one second each,
//! asked for at once. A minute and a half in all; `SECONDS` and `TABLES` make it smaller.

use outwit_studio::Setup;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

fn ask(port: u16, method: &str, path: &str, body: &str) -> (u16, String) {
    let sent = || -> std::io::Result<String> {
        let mut socket = TcpStream::connect(("127.0.0.1", port))?;
        socket.set_read_timeout(Some(Duration::from_secs(60)))?;
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        socket.write_all(head.as_bytes())?;
        let mut text = String::new();
        socket.read_to_string(&mut text)?;
        Ok(text)
    };
    let answer = sent().unwrap_or_default();
    (answer.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0), answer)
}

fn body(answer: &str) -> &str {
    answer.split_once("\r\n\r\n").map_or("", |(_, body)| body)
}

fn data(answer: &str, event: &str) -> Option<Value> {
    let start = answer.find(&format!("event: {event}\n"))?;
    let line = answer[start..].lines().nth(1)?.strip_prefix("data: ")?;
    serde_json::from_str(line).ok()
}

/// Kilobytes that the server holds.
fn memory(server: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{server}/status")).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|word| word.parse().ok()).unwrap_or(0)
}

fn share(times: &mut [Duration], part: f64) -> Duration {
    times.sort();
    times.get(((times.len() as f64 * part) as usize).min(times.len().saturating_sub(1))).copied().unwrap_or_default()
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// A figure beside what it should be.
fn tell(what: &str, figure: &str, goal: &str, is_met: bool) {
    println!("{what:<42} {figure:>18}   goal {goal:<16} {}", if is_met { "met" } else { "MISSED" });
}

/// Where the server finds its store, which is this program once more.
const STORE: &str = "OUTWIT_STUDIO_BENCH_STORE";

fn main() {
    if let Some(store) = std::env::var_os(STORE) {
        let setup = Setup { listen: [127, 0, 0, 1].into(), port: 0, token: None, store: store.into() };
        // Whoever started it holds the other end: when that is gone, however it went, so is this.
        std::thread::spawn(|| {
            let _ = std::io::stdin().read_to_end(&mut Vec::new());
            std::process::exit(0);
        });
        return outwit_studio::serve(setup, |address| println!("{address}")).expect("it serves");
    }
    let number = |name: &str, usual: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (seconds, tables) = (number("SECONDS", 60), number("TABLES", 500));
    let store = std::env::temp_dir().join(format!("outwit-studio-load-{}.sqlite", std::process::id()));
    let began = Instant::now();
    let program = std::env::current_exe().expect("this program");
    let mut server = Command::new(program)
        .env(STORE, &store)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a process");
    let mut address = String::new();
    let said = server.stdout.take().expect("it can be heard");
    BufReader::new(said).read_line(&mut address).expect("the server starts");
    let started = began.elapsed();
    let port: u16 =
        address.trim().trim_end_matches('/').rsplit_once(':').expect("an address").1.parse().expect("a port");
    tell("started", &format!("{:.1} ms", ms(started)), "200 ms", started < Duration::from_millis(200));
    pages(port);
    play(port, server.id(), seconds, tables);
    search(port);
    let _ = server.kill();
    let _ = server.wait();
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", store.display()));
    }
}

/// Every page with the scripts and styles that it names, and what they name.
fn pages(port: u16) {
    let addresses = ["/", "/play", "/trees", "/decide", "/arena", "/papers", "/api", "/rules/chess"];
    let (mut largest, mut slowest) = ((0, ""), (Duration::ZERO, ""));
    for page in addresses {
        let began = Instant::now();
        let (mut size, mut known) = (0, BTreeSet::new());
        let mut left = vec![page.to_string()];
        while let Some(path) = left.pop() {
            if !known.insert(path.clone()) {
                continue;
            }
            let (status, answer) = ask(port, "GET", &path, "");
            assert_eq!(status, 200, "{path}");
            size += answer.len();
            let parts = answer.split("\"/assets/").skip(1).filter_map(|rest| rest.split('"').next());
            left.extend(parts.map(|name| format!("/assets/{name}")));
        }
        largest = largest.max((size, page));
        slowest = slowest.max((began.elapsed(), page));
    }
    tell(
        &format!("largest page with its files, {}", largest.1),
        &format!("{} KB", largest.0 / 1000),
        "150 KB",
        largest.0 < 150_000,
    );
    let is_met = slowest.0 < Duration::from_millis(300);
    tell(&format!("slowest page with its files, {}", slowest.1), &format!("{:.1} ms", ms(slowest.0)), "300 ms", is_met);
}

/// Times, errors.
type Ledger = (Mutex<Vec<Duration>>, AtomicUsize);

/// One table: a move and its answer every five seconds, until the end.
fn sit(port: u16, table: u64, end: Instant, ledger: &Ledger) {
    let (times, errors) = ledger;
    let mut view = Value::Null;
    let mut turn = table as usize;
    while Instant::now() < end {
        let start = Instant::now();
        turn += 1;
        let fresh = json!({"game": "connect4", "seed": table, "seats": ["human", "greedy"], "moves": []});
        let request = match view["moves"].as_array().filter(|moves| !moves.is_empty() && view["waits"] == "you") {
            Some(moves) => json!({"sitting": view["sitting"], "play": moves[turn % moves.len()]["text"]}),
            None => json!({"sitting": fresh, "play": "4"}),
        };
        let (status, answer) = ask(port, "POST", "/api/v1/table", &request.to_string());
        times.lock().unwrap().push(start.elapsed());
        view = serde_json::from_str(body(&answer)).unwrap_or_default();
        let mut is_well = status == 200;
        if view["waits"] == "agent" {
            let asked = Instant::now();
            let request = json!({"sitting": view["sitting"]}).to_string();
            let (status, answer) = ask(port, "POST", "/api/v1/reply", &request);
            times.lock().unwrap().push(asked.elapsed());
            view = data(&answer, "table").unwrap_or_default();
            is_well &= status == 200 && !view.is_null();
        }
        if !is_well {
            errors.fetch_add(1, Ordering::Relaxed);
        }
        std::thread::sleep(Duration::from_secs(5).saturating_sub(start.elapsed()));
    }
}

fn play(port: u16, server: u32, seconds: u64, tables: u64) {
    let ledger = Arc::new(Ledger::default());
    let end = Instant::now() + Duration::from_secs(seconds);
    let players: Vec<_> = (0..tables)
        .map(|table| {
            let ledger = ledger.clone();
            let play = move || {
                // Not all in the same moment.
                std::thread::sleep(Duration::from_millis(5000 * table / tables.max(1)));
                sit(port, table, end, &ledger);
            };
            std::thread::Builder::new().stack_size(256 << 10).spawn(play).expect("a thread")
        })
        .collect();
    // Once all have sat down, and at the end.
    std::thread::sleep(Duration::from_secs(seconds) / 3);
    let before = memory(server);
    std::thread::sleep(end.saturating_duration_since(Instant::now()));
    let after = memory(server);
    players.into_iter().for_each(|player| player.join().expect("a table is played"));
    let mut times = std::mem::take(&mut *ledger.0.lock().unwrap());
    let errors = ledger.1.load(Ordering::Relaxed);
    let answers = times.len();
    tell(&format!("{tables} tables, {seconds} s: errors"), &format!("{errors} of {answers}"), "0", errors == 0);
    let (half, most) = (share(&mut times, 0.5), share(&mut times, 0.99));
    println!("{:<42} {:>18}", "  half of the answers within", format!("{:.1} ms", ms(half)));
    tell("  99 % within", &format!("{:.1} ms", ms(most)), "200 ms", most < Duration::from_millis(200));
    let is_flat = after <= before + before / 10;
    tell("  memory after a third, at the end", &format!("{}, {} MB", before / 1024, after / 1024), "flat", is_flat);
}

fn search(port: u16) {
    let request =
        json!({"sitting": {"game": "othello", "seats": ["human", "human"]}, "agent": "uct", "seconds": 1}).to_string();
    let searches: Vec<_> = (0..100)
        .map(|_| {
            let request = request.clone();
            std::thread::spawn(move || ask(port, "POST", "/api/v1/think", &request))
        })
        .collect();
    let mut pages = Vec::new();
    for _ in 0..40 {
        let start = Instant::now();
        let (status, _) = ask(port, "GET", "/", "");
        assert_eq!(status, 200, "a page is there");
        pages.push(start.elapsed());
        std::thread::sleep(Duration::from_millis(50));
    }
    let (mut answered, mut refused, mut lost) = (0, 0, 0);
    for search in searches {
        match search.join().expect("a search is asked for") {
            (200, text) if text.contains("event: done") => answered += 1,
            (503, text) if text.contains("try again") => refused += 1,
            _ => lost += 1,
        }
    }
    let figure = format!("{answered}, {refused}, {lost}");
    tell("100 searches: answered, refused, lost", &figure, "none lost", lost == 0);
    let slowest = share(&mut pages, 1.0);
    tell("  slowest page meanwhile", &format!("{:.1} ms", ms(slowest)), "300 ms", slowest < Duration::from_millis(300));
}
