//! The game keeps the laws, and every tool knows it.

use outwit::game::laws;
use own_game::Ladders;
use std::process::{Command, Stdio};

#[test]
fn the_game_keeps_the_laws() {
    let covered = laws::check(&Ladders, &Default::default()).unwrap();
    assert!(covered.finished > 30);
}

/// What a command prints; it must succeed.
fn prints(words: &[&str], input: &str) -> String {
    use std::io::Write;
    let mut child = Command::new(env!("CARGO_BIN_EXE_own-game"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let done = child.wait_with_output().unwrap();
    assert!(done.status.success(), "{words:?}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).unwrap()
}

#[test]
fn every_tool_knows_the_game() {
    for (words, input, part) in [
        (&["games"][..], "", "ladders"),
        (&["show", "ladders", "--after", "up up saw2"], "", "seat 1 |#"),
        (&["advise", "ladders", "--agent", "maxn:depth=5"], "", "plays"),
        (&["play", "ladders", "random", "random", "random"], "", "saw"),
        (&["arena", "ladders", "maxn:depth=3", "random", "random", "--deals", "2"], "", "win share"),
        (&["engine", "ladders", "maxn:depth=3"], "ugi\nisready\nquit\n", "readyok"),
    ] {
        let printed = prints(words, input);
        assert!(printed.contains(part), "{words:?} prints\n{printed}");
    }
    // The games of the library are still there.
    assert!(prints(&["games"], "").contains("connect4"));
}
