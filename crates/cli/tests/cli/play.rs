//! Games in the terminal, typed through a pipe.

use crate::support::{DICE, PENNIES, demand_snapshot, file, outwit, scratch, typed};

fn session(arguments: &[&str], input: &str) -> String {
    let answer = typed(arguments, input);
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""), "{arguments:?}\n{}", answer.out);
    answer.out
}

#[test]
fn a_game_against_an_agent_with_everything_one_can_type() {
    let input = "help\nmoves\nb2\nhint\nnonsense\nb2\n\nundo\nundo\na3\nsave\nquit\n";
    let text = session(&["play", "tictactoe", "human", "greedy", "--hint-agent", "minimax", "--seed", "4"], input);
    demand_snapshot("play.txt", &text);
}

#[test]
fn two_people_play_to_the_end() {
    let text = session(&["play", "tictactoe", "human", "human"], "b2\na3\nb1\nb3\nc3\na1\na2\nc2\nc1\n");
    assert!(text.ends_with("The game is over: seat 1: 0, seat 2: 0. A draw.\n"), "{text}");
    let text = session(&["play", "tictactoe", "human", "human", "--after", "b2 a3 b1 b3"], "c2\nundo\na2\nc3\n");
    assert!(text.ends_with("The game is over: seat 1: -1, seat 2: 1. Seat 2 wins.\n"), "{text}");
}

#[test]
fn agents_are_watched() {
    let text = session(&["play", "tictactoe", "greedy", "random", "--seed", "3"], "");
    demand_snapshot("play-agents.txt", &text);
    assert_eq!(text, session(&["play", "tictactoe", "greedy", "random", "--seed", "3"], ""));
    let text = session(&["play", DICE, "random", "random", "--after", "fair-die", "--seed", "2"], "");
    assert!(text.contains("chance plays ") && text.contains("The game is over"), "{text}");
}

#[test]
fn whoever_is_not_named_is_filled_in() {
    for (arguments, seats) in [
        (&["play", "tictactoe"][..], "seats: human alphabeta,"),
        (&["play", "tictactoe", "human"], "seats: human alphabeta,"),
        (&["play", "tictactoe", "minimax:depth=2"], "seats: human minimax:depth=2,"),
        (&["play", "tictactoe", "greedy", "human"], "seats: greedy human,"),
        (&["play", DICE], "seats: human expectiminimax,"),
        (&["play", "tree:file=crates/games/trees/umbrella.json"], "seats: human,"),
        (&["play", "tree:file=crates/games/trees/sequential.json", "random"], "seats: human random random,"),
    ] {
        let text = session(arguments, "");
        assert!(text.lines().next().unwrap().contains(seats), "{text}");
    }
}

/// A program that drives the game sees how it ended without having to say anything more.
#[test]
fn the_end_of_a_game_is_told_before_anything_more_is_read() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::Stdio;
    let mut child = crate::support::command(&["play", "tictactoe", "human", "human", "--after", "b2 a3 b1 b3"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "a1").and_then(|()| writeln!(input, "c3")).unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    // The input stays open: were the end held back, this would wait for ever.
    let told = lines.map_while(Result::ok).find(|line| line.contains("The game is over"));
    assert_eq!(told.as_deref(), Some("The game is over: seat 1: -1, seat 2: 1. Seat 2 wins."));
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn what_play_prints_for_programs_is_played_on() {
    let text = outwit(&["play", "tictactoe", "greedy", "random", "--seed", "7", "--json"]).out;
    let path = file("printed-game.json", &text);
    let again = outwit(&["play", "--load", &path, "--json"]);
    assert_eq!((again.code, again.out), (Some(0), text), "{}", again.err);
}

#[test]
fn the_end_of_the_input_ends_quietly() {
    let answer = outwit(&["play", "tictactoe"]);
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
    let answer = typed(&["play", "tictactoe"], "b2");
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
    assert!(answer.out.contains("seat 2 (alphabeta) plays"), "a last line without its end counts: {}", answer.out);
}

#[test]
fn a_saved_game_goes_on_where_it_was() {
    let path = scratch("saved.json");
    let path = path.to_str().unwrap();
    let seats = ["play", "tictactoe", "human", "random", "--seed", "5"];
    // Played in one go, and in two with a file between.
    let whole = session(&seats, "b2\na3\nquit\n");
    let first = session(&seats, &format!("b2\nsave {path}\nquit\n"));
    assert!(first.contains(&format!("Saved as {path}.")), "{first}");
    let second = session(&["play", "--load", path], "a3\nquit\n");
    let last_board = |text: &str| text.rsplit("\n\n").nth(1).unwrap().to_string();
    assert_eq!(last_board(&second), last_board(&whole));
    assert!(second.starts_with("tictactoe, seats: human random, seed 5\n"), "{second}");
    // The file says what it is documented to say.
    let saved: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(crate::support::keys(&saved), ["game", "seed", "start", "moves", "agents"]);
    assert_eq!(saved["moves"].as_array().unwrap().len(), 2);
    // Undo goes back past the file, and the seats can be given to others.
    let third = session(&["play", "tictactoe", "human", "greedy", "--load", path], "undo\nquit\n");
    assert!(third.starts_with("tictactoe, seats: human greedy, seed 5\n"), "{third}");
    assert_eq!(last_board(&third), "3 . . .\n2 . . .\n1 . . .\n  a b c");
    // The file says which game it is, so agents alone will do.
    assert_eq!(session(&["play", "human", "greedy", "--load", path], "undo\nquit\n"), third);
}

#[test]
fn a_game_is_saved_when_one_leaves_and_loaded_in_the_middle_of_another() {
    let (saved, other) = (scratch("left.json"), scratch("other-left.json"));
    let (saved, other) = (saved.to_str().unwrap(), other.to_str().unwrap());
    session(&["play", "tictactoe", "human", "human", "--save", saved], "b2\na1\n");
    let text = session(&["play", "connect4", "human", "human", "--save", other], &format!("4\nload {saved}\nc3\n"));
    assert!(text.contains("tictactoe, seats: human human, seed 0"), "{text}");
    let record = std::fs::read_to_string(other).unwrap();
    assert!(record.contains(r#""moves":["b2","a1","c3"]"#), "{record}");
}

#[test]
fn nothing_typed_loses_the_game() {
    let broken = file("broken-game.json", r#"{"game": "tictactoe"}"#);
    let misfit = file(
        "misfit-game.json",
        r#"{"game": "tictactoe", "seed": 0, "start": "......... 1", "moves": ["z9"], "agents": ["human", "human"]}"#,
    );
    let long = "x".repeat(200_000);
    let input = format!(
        "b2\nload\nload /no/such/file\nload {broken}\nload {misfit}\nsave /no/such/folder/x\nsave\n{long}\n\u{0}\u{7f}\n/\n/b2\nundo now\nb2\na3\nquit\n"
    );
    let text = session(&["play", "tictactoe", "human", "human"], &input);
    for part in
        ["cannot be read", "`seed` of a saved game", "move 1: `z9` is not a legal", "cannot be written", "Say which"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(text.contains("3 o . .\n2 . x .\n1 . . ."), "both moves stand: {text}");
}

#[test]
fn bytes_that_are_no_text_are_no_move() {
    use std::io::Write;
    let mut child = crate::support::command(&["play", "tictactoe", "human", "human"]).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"\xff\xfe\xc3\x28\nb2\nquit\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stdout).contains("2 . x ."));
}

#[test]
fn a_person_at_a_hidden_game_sees_only_what_the_seat_sees() {
    let game = format!("tree:file={}", file("pennies.json", PENNIES));
    let text = session(&["play", &game, "random", "human"], "hint\nmoves\nsay-heads\n");
    // Neither the move nor the position that would tell it, before all is shown.
    let (played, shown) = text.split_once("All is shown:").unwrap();
    assert!(!played.contains("plays") && !played.contains("/heads") && !played.contains("/tails"), "{text}");
    assert!(played.contains("to move at guess") && played.contains("2 moves: say-heads say-tails"), "{text}");
    assert!(shown.contains("/say-heads") && shown.contains("The game is over"), "{text}");
    // Agents among themselves are watched in full.
    let text = session(&["play", &game, "random", "random"], "");
    assert!(text.contains("seat 1 (random) plays "), "{text}");
}

#[test]
fn dice_fall_the_same_after_taking_back() {
    let text =
        session(&["play", DICE, "human", "human", "--seed", "1"], "fair-die\nundo\nfair-die\nundo\nfair-die\nquit\n");
    let rolls: Vec<&str> = text.lines().filter(|line| line.starts_with("chance plays")).collect();
    assert!(!rolls.is_empty() && rolls.iter().all(|roll| *roll == rolls[0]), "{text}");
}

#[test]
fn what_chance_brings_in_a_row_is_told_in_one_line() {
    let text = session(&["play", "spider:suits=1", "human"], "quit\n");
    let told: Vec<&str> = text.lines().filter(|line| line.starts_with("chance plays")).collect();
    assert!(told.len() == 1 && told[0].split_whitespace().count() == 12, "{text}");
}

#[test]
fn a_move_that_is_spelt_like_a_command_is_a_move() {
    let text = r#"{"players": 1, "root": {"turn": 1, "children": [
        {"move": "quit", "payoffs": [1]}, {"move": "undo", "payoffs": [2]}]}}"#;
    let game = format!("tree:file={}", file("quit.json", text));
    assert!(session(&["play", &game], "quit\n").contains("The game is over: seat 1: 1."));
    assert!(!session(&["play", &game], "/quit\nundo\n").contains("The game is over"));
}

#[cfg(unix)]
#[test]
fn a_game_is_saved_when_the_interrupt_key_ends_it() {
    use std::io::{BufRead, BufReader, Write};
    let saved = scratch("interrupted.json");
    let path = saved.to_str().unwrap();
    let mut child = crate::support::command(&["play", "tictactoe", "human", "human", "--save", path]).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"b2\n").unwrap();
    // The second person is asked: the first move has been made.
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut heard = Vec::new();
    while !String::from_utf8_lossy(&heard).contains("seat 2>") {
        assert!(output.read_until(b'>', &mut heard).unwrap() > 0, "{}", String::from_utf8_lossy(&heard));
    }
    let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let record = std::fs::read_to_string(&saved).unwrap();
    assert!(record.contains(r#""moves":["b2"]"#), "{record}");
}

#[cfg(unix)]
#[test]
fn whoever_waits_for_a_program_is_told_for_which_before_the_game_and_in_it() {
    const SILENT: &str = "engine:command=(sleep 100),startup=2500ms";
    let saved = file(
        "silent-program",
        &format!(
            r#"{{"game": "tictactoe", "seed": 0, "start": "......... 1", "moves": [], "agents": ["{SILENT}", "human"]}}"#
        ),
    );
    let cases = [(&["play", "tictactoe", SILENT][..], 2), (&["play", "--load", &saved], 1)];
    // Both at once: all of it is waiting.
    let started = cases.map(|(arguments, code)| (crate::support::command(arguments).spawn().unwrap(), code));
    for (child, code) in started {
        let output = child.wait_with_output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{told}");
        assert!(told.lines().next().unwrap().contains("waiting for the program `sleep 100` to answer"), "{told}");
    }
}
