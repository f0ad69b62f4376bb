//! The studio under load, on loopback: 500 tables at once, each with a move every five seconds against `greedy`, for a minute;
//! then 100 searches of one second each, asked for at once. `SECONDS` and `TABLES` make it smaller.
//!
//! What is asked for: no error, 99 % of answers within 200 ms, memory flat; every search answered or refused with a sentence,
//! and the pages under 300 ms meanwhile.

use outwit_studio::Setup;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

fn ask(port: u16, method: &str, path: &str, body: &str) -> (u16, String) {
    let mut answer = String::new();
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
    if let Ok(text) = sent() {
        answer = text;
    }
    (answer.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0), answer)
}

fn data(answer: &str, event: &str) -> Option<Value> {
    let start = answer.find(&format!("event: {event}\n"))?;
    let line = answer[start..].lines().nth(1)?.strip_prefix("data: ")?;
    serde_json::from_str(line).ok()
}

fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|word| word.parse().ok()).unwrap_or(0)
}

fn share(times: &mut [Duration], part: f64) -> Duration {
    times.sort();
    times.get(((times.len() as f64 * part) as usize).min(times.len().saturating_sub(1))).copied().unwrap_or_default()
}

fn main() {
    let number = |name: &str, usual: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (seconds, tables) = (number("SECONDS", 60), number("TABLES", 500));
    let store = std::env::temp_dir().join(format!("outwit-studio-load-{}.sqlite", std::process::id()));
    let setup = Setup { listen: [127, 0, 0, 1].into(), port: 0, token: None, store: store.clone() };
    let (told, ready) = std::sync::mpsc::channel();
    std::thread::spawn(move || outwit_studio::serve(setup, |address| told.send(address.to_string()).unwrap()));
    let address = ready.recv().expect("the server starts");
    let port: u16 = address.trim_end_matches('/').rsplit_once(':').unwrap().1.parse().unwrap();

    let times = Arc::new(Mutex::new(Vec::new()));
    let errors = Arc::new(AtomicUsize::new(0));
    let began = Instant::now();
    let end = began + Duration::from_secs(seconds);
    let players: Vec<_> = (0..tables)
        .map(|table| {
            let (times, errors) = (times.clone(), errors.clone());
            let play = move || {
                // Not all in the same moment.
                std::thread::sleep(Duration::from_millis(5000 * table / tables.max(1)));
                let fresh = || json!({"game": "connect4", "seed": table, "seats": ["human", "greedy"], "moves": []});
                let mut sitting = fresh();
                let mut turn = table as usize;
                while Instant::now() < end {
                    let start = Instant::now();
                    let columns = ["1", "2", "3", "4", "5", "6", "7"];
                    turn += 1;
                    let body = json!({"sitting": sitting, "play": columns[turn % 7]}).to_string();
                    let (status, answer) = ask(port, "POST", "/api/v1/table", &body);
                    let middle = start.elapsed();
                    let shown: Value = answer
                        .split_once("\r\n\r\n")
                        .and_then(|(_, body)| serde_json::from_str(body).ok())
                        .unwrap_or_default();
                    if status == 400 {
                        // The column was full.
                        sitting = fresh();
                        continue;
                    }
                    if status != 200 {
                        errors.fetch_add(1, Ordering::Relaxed);
                    }
                    sitting = shown["sitting"].clone();
                    times.lock().unwrap().push(middle);
                    if shown["waits"] == "agent" {
                        let start = Instant::now();
                        let (status, answer) =
                            ask(port, "POST", "/api/v1/reply", &json!({"sitting": sitting}).to_string());
                        times.lock().unwrap().push(start.elapsed());
                        match data(&answer, "table").filter(|_| status == 200) {
                            Some(table) => sitting = table["sitting"].clone(),
                            None => {
                                errors.fetch_add(1, Ordering::Relaxed);
                            }
                        }
                    } else {
                        sitting = fresh();
                    }
                    std::thread::sleep(Duration::from_secs(5).saturating_sub(start.elapsed()));
                }
            };
            std::thread::Builder::new().stack_size(256 << 10).spawn(play).expect("a thread")
        })
        .collect();
    std::thread::sleep(Duration::from_secs(seconds) / 3);
    let before = memory();
    players.into_iter().for_each(|player| player.join().expect("a table is played"));
    let after = memory();
    let mut times = std::mem::take(&mut *times.lock().unwrap());
    println!(
        "{tables} tables, {seconds} s: {} answers, {} errors, half within {:.1} ms, 99 % within {:.1} ms, memory {} MB then {} MB",
        times.len(),
        errors.load(Ordering::Relaxed),
        share(&mut times, 0.5).as_secs_f64() * 1e3,
        share(&mut times, 0.99).as_secs_f64() * 1e3,
        before / 1024,
        after / 1024
    );

    let body =
        json!({"sitting": {"game": "othello", "seats": ["human", "human"]}, "agent": "uct", "seconds": 1}).to_string();
    let searches: Vec<_> = (0..100)
        .map(|_| {
            let body = body.clone();
            std::thread::spawn(move || ask(port, "POST", "/api/v1/think", &body))
        })
        .collect();
    let mut pages = Vec::new();
    for _ in 0..20 {
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
    println!(
        "100 searches of 1 s: {answered} answered, {refused} refused with a sentence, {lost} lost; pages meanwhile within {:.1} ms",
        share(&mut pages, 1.0).as_secs_f64() * 1e3
    );
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", store.display()));
    }
}
