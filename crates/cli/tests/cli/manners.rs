//! Closed pipes and the interrupt key end quietly.

use crate::support::{command, without_signs_of_life};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

#[test]
fn a_reader_that_leaves_is_no_error() {
    for arguments in [
        &["games"][..],
        &["agents", "--json"],
        &["completions", "bash"],
        &["perft", "tictactoe", "6"],
        &["tour"],
        &["show", "othello", "--svg", "-"],
        &["advise", "tictactoe"],
        &["play", "tictactoe", "random", "random"],
        &["--help"],
    ] {
        let mut child = command(arguments).stdin(Stdio::null()).spawn().unwrap();
        // Nobody reads, from the first byte on.
        drop(child.stdout.take());
        let mut err = Vec::new();
        child.stderr.take().unwrap().read_to_end(&mut err).unwrap();
        // On a busy machine a command may take so long that it says it goes on.
        assert_eq!(
            (child.wait().unwrap().code(), without_signs_of_life(&err).as_str()),
            (Some(0), ""),
            "{arguments:?}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_failed_work() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = command(&["games"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("could not be written"));
}

#[cfg(unix)]
fn interrupt(id: u32) {
    assert!(std::process::Command::new("kill").args(["-INT", &id.to_string()]).status().unwrap().success());
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_gives_its_best_so_far() {
    let child = command(&["advise", "othello", "--agent", "alphabeta:depth=60", "--json"]).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(400));
    interrupt(child.id());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let advice: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(advice["depth"].as_u64().unwrap() >= 1 && advice["move"].is_string(), "{advice}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_decision_gives_its_bounds_so_far() {
    let child = command(&["decide", "spider", "--deal", "--nodes", "1000000000", "--json"]).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(400));
    interrupt(child.id());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(found["low"].as_f64().unwrap() <= found["high"].as_f64().unwrap() && found["settled"] == false, "{found}");
}

#[cfg(unix)]
#[test]
fn an_agent_that_is_interrupted_plays_at_once_and_the_game_goes_on() {
    let mut child = command(&["play", "othello", "human", "alphabeta:depth=60"]).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"d3\n").unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    interrupt(child.id());
    std::thread::sleep(std::time::Duration::from_millis(500));
    input.write_all(b"quit\n").unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("seat 2 (alphabeta:depth=60) plays ") && text.ends_with("seat 1> quit\n"), "{text}");
}

#[cfg(unix)]
#[test]
fn the_interrupt_key_ends_everything_else_at_once() {
    let mut child = command(&["perft", "connect4", "30"]).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    lines.next().unwrap().unwrap();
    interrupt(child.id());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), without_signs_of_life(&output.stderr).as_str()), (Some(130), ""));

    let mut child = command(&["play", "tictactoe", "human", "human"]).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    input.write_all(b"b2\n").unwrap();
    lines.next().unwrap().unwrap();
    interrupt(child.id());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), without_signs_of_life(&output.stderr).as_str()), (Some(130), ""));
}

/// Long work that is stopped tells what it has found, and ends with the code for that.
#[cfg(unix)]
#[test]
fn a_solution_that_is_interrupted_keeps_its_bounds() {
    for words in [&["solve", "connect4"][..], &["solve", "connect4", "--json"]] {
        let child = command(words).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(700));
        interrupt(child.id());
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!((output.status.code(), without_signs_of_life(&output.stderr).as_str()), (Some(130), ""), "{text}");
        assert!(text.contains("the value is at least -1 and at most 1"), "{text}");
    }
}

/// Where the errors go to a file or a pipe, a line now and then says that long work goes on.
#[test]
fn a_log_hears_that_long_work_goes_on() {
    let mut child = command(&["solve", "connect4"]).spawn().unwrap();
    let first = BufReader::new(child.stderr.take().unwrap()).lines().next().unwrap().unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(first.starts_with("... ") && !first.contains('\x1b') && first.len() <= 90, "{first}");
}

/// Commands that are done before anybody could press a key.
const QUICK: &[(&str, &str)] = &[
    ("games", "a list"),
    ("agents", "a list"),
    ("show", "a position"),
    ("moves", "a position"),
    ("winprob", "a formula"),
    ("decide", "trees of a file, which are small"),
    ("abstract", "plays that are gone through are few; sampling ends with the program"),
    ("completions", "a script"),
    ("export", "games small enough to be written out; others are refused at once"),
    ("engine", "ends with its input; what it thinks about is stopped by the protocol"),
];

/// Every other command that may take long ends at once, with the same code.
#[cfg(unix)]
#[test]
fn the_interrupt_key_has_one_code() {
    let store = crate::support::scratch("interrupted.sqlite");
    let store = store.to_str().unwrap();
    let long = [
        &["expect", "connect4:width=5,height=4", "alphabeta:depth=6", "random"][..],
        &["equilibrium", "leduc", "--target", "0", "--iterations", "100000000"],
        &["exploit", "leduc", "ismcts:sims=100000"],
        &["arena", "connect4", "alphabeta", "random", "--deals", "100000", "--store", store],
        &["train", "othello", "--games", "100000"],
        &["reproduce", "baum-smith"],
        &["analyse", "connect4:width=5,height=5"],
        &["bench", "--seconds", "100"],
        &["learn", "othello:size=6", "--from", "random", "--games", "100000", "--out", "/dev/null"],
        &["studio", "--port", "0", "--no-open"],
        &["play", "othello", "alphabeta:depth=60", "random"],
        &["tour"],
    ];
    // These have tests of their own above.
    let others = ["advise", "solve", "perft"];
    crate::support::demand_all_commands(long.iter().map(|words| words[0]).chain(others), QUICK);
    // Four at once: most of it is waiting.
    for together in long.chunks(4) {
        let children = together.iter().map(|words| (words, command(words).stdin(Stdio::null()).spawn().unwrap()));
        let children: Vec<_> = children.collect();
        std::thread::sleep(std::time::Duration::from_millis(800));
        children.iter().for_each(|(_, child)| interrupt(child.id()));
        let begun = std::time::Instant::now();
        for (words, child) in children {
            let output = child.wait_with_output().unwrap();
            assert_eq!(output.status.code(), Some(130), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
            assert!(begun.elapsed().as_secs() < 30, "{words:?} took {:?}", begun.elapsed());
        }
    }
}
