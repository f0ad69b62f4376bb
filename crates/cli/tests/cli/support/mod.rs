//! Running the built binary, and comparing what it prints with committed files.

use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// How a run ended.
pub struct Answer {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// The binary with these arguments, in the workspace's root so that the trees of the games crate can be named.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outwit"));
    command.args(arguments).current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    // Nobody's own tournaments: what a test stores by default stays with the tests.
    command.env("XDG_DATA_HOME", Path::new(env!("CARGO_TARGET_TMPDIR")).join("data"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the binary and types `input`.
pub fn typed(arguments: &[&str], input: &str) -> Answer {
    let mut child = command(arguments).spawn().expect("the binary starts");
    let mut stdin = child.stdin.take().expect("the input is a pipe");
    let output = std::thread::scope(|scope| {
        // Beside the reading, or a full pipe stops both; a program that ends before it has read everything is no error.
        scope.spawn(move || {
            let _ = stdin.write_all(input.as_bytes());
        });
        child.wait_with_output().expect("the binary ends")
    });
    Answer {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).expect("the output is text"),
        err: without_signs_of_life(&output.stderr),
    }
}

/// What a run wrote to its errors, without the lines that say that it goes on: a slow machine sees more of them.
pub fn without_signs_of_life(errors: &[u8]) -> String {
    let errors = std::str::from_utf8(errors).expect("the errors are text");
    errors.split_inclusive('\n').filter(|line| !line.starts_with("... ")).collect()
}

/// Runs the binary.
pub fn outwit(arguments: &[&str]) -> Answer {
    typed(arguments, "")
}

/// All commands, as the help lists them.
pub fn commands() -> Vec<String> {
    let listed = printed(&["--help"]);
    let lines = listed.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // A summary may go on below.
    let names = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").map(String::from).collect()
}

/// Demands that every command is looked at, or is one of those that are left out for a reason.
pub fn demand_all_commands<'a>(looked_at: impl IntoIterator<Item = &'a str>, left_out: &[(&str, &str)]) {
    let looked_at: Vec<&str> = looked_at.into_iter().collect();
    for name in commands() {
        let is_left_out = left_out.iter().any(|(left_out, _)| *left_out == name);
        assert!(looked_at.contains(&name.as_str()) != is_left_out, "{name}: looked at, or left out for a reason");
    }
}

/// What a run prints that must do well and complain about nothing.
pub fn printed(arguments: &[&str]) -> String {
    let answer = outwit(arguments);
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""), "{arguments:?}");
    answer.out
}

/// The JSON a run prints.
pub fn json(arguments: &[&str]) -> Value {
    let text = printed(arguments);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {text}"))
}

/// The keys of an object, in order.
pub fn keys(object: &Value) -> Vec<&str> {
    object.as_object().expect("an object").keys().map(String::as_str).collect()
}

/// The same text without times and rates, which are never the same twice. Lines that had some lose their spacing too.
pub fn without_times(text: &str) -> String {
    let is_unit = |word: &str| matches!(word.trim_end_matches(','), "us" | "ms" | "s" | "/s" | "k/s" | "M/s");
    let line = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let timed = |place: usize| words.get(place).is_some_and(|word| is_unit(word));
        // A moment is written as 2026-11-16T01:44:53Z.
        let is_moment =
            |word: &str| word.contains('T') && word.trim_end_matches(',').ends_with('Z') && word.contains(':');
        let is_kept = |&place: &usize| !timed(place) && !timed(place + 1) && !is_moment(words[place]);
        let kept: Vec<&str> = (0..words.len()).filter(is_kept).map(|place| words[place]).collect();
        if kept.len() == words.len() { line.to_string() } else { kept.join(" ") }
    };
    let text: String = text.lines().map(|text| line(text) + "\n").collect();
    // In JSON a time is the value of `ms`.
    let mut parts = text.split("\"ms\":");
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |before, part| {
        let end = part.find([',', '}']).expect("the object ends");
        format!("{before}\"ms\":_{}", &part[end..])
    })
}

/// Demands that text equals the file of that name. With BLESS=1 in the environment the file is written instead.
pub fn demand_snapshot(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots").join(name);
    let text = without_times(text);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, text).expect("the snapshot is written");
        return;
    }
    let wanted = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(text == wanted, "{name} has changed (BLESS=1 accepts it)\n--- wanted\n{wanted}\n--- got\n{text}");
}

/// Splits at spaces outside quotes.
pub fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().unwrap().push(c),
        }
    }
    words
}

/// A file of this name that a test may write; none is there yet.
pub fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

/// A file with this text.
pub fn file(name: &str, text: &str) -> String {
    let path = scratch(name);
    std::fs::write(&path, text).expect("the file is written");
    path.display().to_string()
}

/// A hidden game: seat 2 does not see which side seat 1 chose.
pub const PENNIES: &str = r#"{"players": 2, "root": {"turn": 1, "children": [
  {"move": "heads", "turn": 2, "set": "guess", "children": [
    {"move": "say-heads", "payoffs": [-1, 1]}, {"move": "say-tails", "payoffs": [1, -1]}]},
  {"move": "tails", "turn": 2, "set": "guess", "children": [
    {"move": "say-heads", "payoffs": [1, -1]}, {"move": "say-tails", "payoffs": [-1, 1]}]}]}}"#;

/// A game with chance.
pub const DICE: &str = "tree:file=crates/games/trees/two-dice.json";
