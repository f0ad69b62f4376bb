//! An engine that does what its first argument says: everything an engine should not do, for the tests of the arena.
//!
//! `well` plays the first legal move; the others fail in their own way.

use std::io::{BufRead, Write, stdin, stdout};
use std::process::exit;
use std::thread::sleep;
use std::time::Duration;

/// Long after every test has given up.
const FOR_EVER: Duration = Duration::from_secs(600);

fn say(line: &str) {
    let mut out = stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

fn flood(what: &[u8], mebibytes: usize) {
    let block = what.repeat((1 << 16) / what.len());
    for _ in 0..mebibytes * 16 {
        if stdout().write_all(&block).is_err() {
            return;
        }
    }
}

fn main() {
    let manner = std::env::args().nth(1).unwrap_or_default();
    match manner.as_str() {
        "silent" => sleep(FOR_EVER),
        "dies-at-once" => {
            eprintln!("no licence found");
            exit(3);
        }
        "deaf" => {
            // Answers everything it will ever be asked, without reading: its input fills up.
            say("option name Game type string\nugiok\nreadyok\nreadyok\nreadyok");
            sleep(FOR_EVER);
        }
        _ => {}
    }
    let mut legal = Vec::new();
    let mut asked = 0;
    for line in stdin().lock().lines().map_while(Result::ok) {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("ugi") => {
                say(&format!("id name {manner}"));
                if manner == "floods-handshake" {
                    flood(b"option name x type string\n", 4);
                }
                say("option name Level type spin\nugiok");
            }
            Some("isready") if manner == "never-ready" => {}
            Some("isready") => say("readyok"),
            Some("moves") => legal = words.map(str::to_string).collect(),
            Some("go") => {
                asked += 1;
                let first = legal.first().cloned().unwrap_or_default();
                answer(&manner, asked, &first);
            }
            // The late one is busy, and answers in its own time.
            Some("stop") if manner == "late" => {
                sleep(Duration::from_millis(400));
                say(&format!("bestmove {}", legal[0]));
            }
            Some("quit") if manner == "stays" => sleep(FOR_EVER),
            Some("quit") => return,
            _ => {}
        }
    }
    if manner == "stays" {
        sleep(FOR_EVER);
    }
}

fn answer(manner: &str, asked: usize, first: &str) {
    match manner {
        "dies-mid-game" if asked == 2 => {
            eprintln!("thread 'search' has seen enough");
            exit(7);
        }
        "late" => {}
        "garbage" => say("hello?\n\u{0}\u{1b}[31m so long\nbestmov a1\nBESTMOVE"),
        "binary" => {
            let _ = stdout().write_all(&[0xff, 0xfe, 0x00, 0x80, b'\n']).and_then(|()| stdout().flush());
        }
        "unfinished" => {
            let _ = stdout().write_all(format!("bestmove {first}").as_bytes()).and_then(|()| stdout().flush());
            sleep(FOR_EVER);
        }
        "floods" => loop {
            flood(b"info string more and more\n", 1);
        },
        "endless-line" => loop {
            flood(b"info string more ", 1);
        },
        "floods-then-plays" => {
            flood(b"info string more and more\n", 8);
            flood(b"x", 8);
            say(&format!("\nbestmove {first}"));
        }
        "illegal" => say("bestmove z99"),
        "says-nothing" => say("bestmove"),
        "twice" => say(&format!("bestmove {first}\nbestmove z99")),
        // What stands behind the move is a move to ponder on, as in chess.
        "ponders" => say(&format!("info depth 2 nodes 5 values 0.5 -0.5 pv {first}\nbestmove {first} ponder z99")),
        "closes-output" => {
            close_output();
            sleep(FOR_EVER);
        }
        _ => say(&format!("bestmove {first}")),
    }
}

/// Goes on as a program whose output is not the pipe any more: the process lives, its end of the pipe is closed.
#[cfg(unix)]
fn close_output() {
    use std::os::unix::process::CommandExt;
    use std::process::{Command, Stdio};
    let error = Command::new(std::env::current_exe().expect("a program has a path"))
        .arg("silent")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .exec();
    panic!("{error}");
}
#[cfg(not(unix))]
fn close_output() {}
