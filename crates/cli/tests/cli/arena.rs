//! Tournaments through the program itself: killed, resumed, listed, exported, and asked for nonsense.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

/// A store that no other test has; gone at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("outwit-cli-{}-{name}.sqlite", std::process::id()));
        let scratch = Scratch(path);
        scratch.clear();
        scratch
    }

    fn clear(&self) {
        for suffix in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{suffix}", self.0.display()));
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        self.clear();
    }
}

fn arena(words: &[&str], store: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outwit"));
    command.arg("arena").args(words).arg("--store").arg(store);
    command
}

fn run(words: &[&str], store: &Path) -> Output {
    arena(words, store).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the program writes text")
}

fn json(words: &[&str], store: &Path) -> Value {
    let output = run(words, store);
    assert!(output.status.success(), "{words:?}: {}", text(&output.stderr));
    let mut value: Value = serde_json::from_slice(&output.stdout).expect("only JSON on the output");
    value.as_object_mut().map(|object| object.remove("tournament"));
    value
}

const TOURNAMENT: [&str; 6] =
    ["connect4", "alphabeta:depth=6", "alphabeta:depth=5,blunder=0.1", "greedy", "--deals", "150"];

#[test]
fn a_tournament_killed_again_and_again_ends_like_one_that_was_not() {
    let whole = Scratch::new("whole");
    let mut words = TOURNAMENT.to_vec();
    words.push("--json");
    let undisturbed = json(&words, &whole.0);

    let killed = Scratch::new("killed");
    let mut kills = 0;
    let mut request: Vec<&str> = TOURNAMENT.to_vec();
    for round in 0..6u64 {
        let mut child =
            arena(&request, &killed.0).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program runs");
        std::thread::sleep(Duration::from_millis(120 + 40 * round));
        if child.try_wait().expect("it can be asked").is_none() {
            child.kill().expect("it can be killed");
            kills += 1;
        }
        child.wait().expect("it ends");
        // A process killed before it had begun leaves nothing to resume.
        let begun = run(&["list", "--json"], &killed.0);
        request = if text(&begun.stdout).contains("tournament") { vec!["resume"] } else { TOURNAMENT.to_vec() };
    }
    assert!(kills >= 2, "the tournament is too short to be killed");
    assert_eq!(json(&["resume", "--json"], &killed.0), undisturbed);
}

/// The program behind a limit on the size of files, which is how a full disk looks from inside.
#[cfg(unix)]
fn run_with_files_up_to(kibibytes: u32, words: &[&str], store: &Path) -> Output {
    let script = format!("ulimit -f {kibibytes}; trap '' XFSZ; exec \"$0\" \"$@\"");
    let mut command = Command::new("bash");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_outwit"), "arena"]).args(words).arg("--store").arg(store);
    command.output().expect("a shell")
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_told_of_and_the_tournament_goes_on_when_there_is_room() {
    let request = ["tictactoe", "random", "random", "--deals", "4000", "--json"];
    let whole = Scratch::new("roomy");
    let undisturbed = json(&request, &whole.0);
    let full = Scratch::new("full-disk");
    let cut = run_with_files_up_to(300, &request, &full.0);
    let told = text(&cut.stderr);
    assert_eq!(cut.status.code(), Some(1), "{told}");
    assert!(told.contains("what was stored before is safe") && told.lines().count() == 1, "{told}");
    assert!(cut.stdout.is_empty());
    // What is there can be looked at without any room.
    let listed = run_with_files_up_to(300, &["list"], &full.0);
    assert!(listed.status.success() && text(&listed.stdout).contains("of 4000"), "{}", text(&listed.stderr));
    assert_eq!(json(&["resume", "--json"], &full.0), undisturbed);
}

#[test]
fn two_that_resume_at_once_end_alike() {
    let store = Scratch::new("two-at-once");
    let mut first = arena(&TOURNAMENT, &store.0).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
    while !text(&run(&["list", "--json"], &store.0).stdout).contains("tournament") {
        std::thread::sleep(Duration::from_millis(5));
    }
    first.kill().expect("it can be killed");
    first.wait().expect("it ends");
    let both = [0, 1].map(|_| arena(&["resume", "--json"], &store.0).stdout(Stdio::piped()).spawn().expect("it runs"));
    let [one, other] = both.map(|child| child.wait_with_output().expect("it ends"));
    assert!(one.status.success() && other.status.success());
    assert_eq!(text(&one.stdout), text(&other.stdout));
    let deals = json(&["show", "--json"], &store.0);
    assert_eq!(deals["deals"], 150);
}

#[test]
fn agents_that_differ_in_a_budget_get_a_picture_of_strength() {
    let store = Scratch::new("plots");
    let folder = std::env::temp_dir().join(format!("outwit-cli-{}-plots", std::process::id()));
    let (plots, report) = (folder.display().to_string(), folder.join("report.html").display().to_string());
    let request = ["tictactoe", "alphabeta:depth=1", "alphabeta:depth=3", "random", "--deals", "5", "--plot", &plots];
    let output = run(&request, &store.0);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let output = run(&["show", "--html", &report], &store.0);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let mut names: Vec<String> =
        std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["differences.svg", "report.html", "strength-depth.svg", "win-share.svg"]);
    assert!(std::fs::read_to_string(&report).unwrap().contains("Strength against depth, tictactoe"));
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Cards that chance deals are opening enough; moves that open another hidden game are made at the table, so that every seat
/// has seen its own.
#[test]
fn seats_of_hidden_games_know_how_play_began() {
    let store = Scratch::new("hidden");
    let pennies = std::env::temp_dir().join(format!("outwit-cli-{}-pennies.json", std::process::id()));
    let twice = r#"{"players": 2, "root": {"turn": 1, "children": [
        {"move": "heads", "turn": 2, "set": "a", "children": [{"move": "heads", "turn": 1, "set": "b", "children": [
            {"move": "yes", "payoffs": [1, -1]}, {"move": "no", "payoffs": [0, 0]}]}, {"move": "tails", "payoffs": [-1, 1]}]},
        {"move": "tails", "turn": 2, "set": "a", "children": [{"move": "heads", "turn": 1, "set": "c", "children": [
            {"move": "yes", "payoffs": [-1, 1]}, {"move": "no", "payoffs": [0, 0]}]}, {"move": "tails", "payoffs": [1, -1]}]}]}}"#;
    std::fs::write(&pennies, twice).unwrap();
    let tree = format!("tree:file={}", pennies.display());
    for (game, opening) in [("kuhn", 0), ("leduc", 0), (tree.as_str(), 0), (tree.as_str(), 4)] {
        let mut words = vec![game, "equilibrium:iterations=50", "random", "--deals", "4", "--json"];
        if opening > 0 {
            // It is over so soon that nobody opens it unless told to.
            words.extend(["--opening", "4"]);
        }
        let played = json(&words, &store.0);
        assert_eq!(played["forfeits"], Value::Array(Vec::new()), "{game}");
        assert_eq!(json(&["show", "--json"], &store.0), played);
        let listed = run(&["list", "--json"], &store.0);
        let listed: Value = serde_json::from_slice(&listed.stdout).unwrap();
        assert_eq!(listed.as_array().unwrap().last().unwrap()["setting"]["opening"], opening, "{game}");
        assert!(run(&["replay", "3.0"], &store.0).status.success());
    }
    std::fs::remove_file(&pennies).unwrap();
    // A search for worlds has some: its own marks of the opening are among what it has seen.
    let phantom = json(&["phantomttt", "ismcts:sims=20", "random", "--deals", "2", "--json"], &store.0);
    assert_eq!(phantom["forfeits"], Value::Array(Vec::new()));
}

#[cfg(unix)]
#[test]
fn whoever_goes_on_gets_the_report_that_was_asked_for() {
    let store = Scratch::new("report");
    let report = std::env::temp_dir().join(format!("outwit-cli-{}-resumed.html", std::process::id()));
    let _ = std::fs::remove_file(&report);
    let mut words = TOURNAMENT.to_vec();
    words.extend(["--html", report.to_str().unwrap()]);
    let mut child = arena(&words, &store.0).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while !text(&run(&["list", "--json"], &store.0).stdout).contains("tournament") {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!report.exists());
    json(&["resume", "--json"], &store.0);
    assert!(std::fs::read_to_string(&report).unwrap().contains("connect4"));
    std::fs::remove_file(&report).unwrap();
}

#[test]
fn a_finished_tournament_is_shown_listed_exported_and_replayed() {
    let store = Scratch::new("shown");
    let played = json(&["tictactoe", "greedy", "random", "--deals", "6", "--json"], &store.0);
    assert_eq!(played["agents"][0]["games"], 12);
    assert_eq!(json(&["show", "--json"], &store.0), played);
    assert_eq!(json(&["resume", "--json"], &store.0), played);
    assert!(text(&run(&["list"], &store.0).stdout).contains("greedy random"));
    assert_eq!(text(&run(&["export", "--format", "csv"], &store.0).stdout).lines().count(), 1 + 2 * 12);
    let lines = text(&run(&["export"], &store.0).stdout);
    assert_eq!(lines.lines().count(), 12);
    for line in lines.lines() {
        let game: Value = serde_json::from_str(line).unwrap();
        let moves = game["played"].as_array().unwrap();
        assert_eq!((&game["game"], game["start"].as_str().is_some()), (&Value::from("tictactoe"), true), "{line}");
        // Moves as people write them, after the opening of four.
        assert!(moves.len() <= 5 && moves.iter().all(|mv| mv.as_str().is_some_and(|text| text.len() == 2)), "{line}");
    }
    let page = text(&run(&["show", "--html", "-"], &store.0).stdout);
    assert!(page.starts_with("<!") && page.contains("tictactoe") && !std::path::Path::new("-").exists(), "{page}");
    let game = run(&["replay", "1.3.1"], &store.0);
    assert!(game.status.success() && text(&game.stdout).contains("pays"), "{}", text(&game.stderr));
    let (stored, exported) = (json(&["replay", "1.3.1", "--json"], &store.0), lines.lines().nth(7).unwrap());
    let exported: Value = serde_json::from_str(exported).unwrap();
    for key in ["game", "start", "played", "agents", "payoffs"] {
        assert_eq!(stored[key], exported[key], "{key}");
    }
}

#[test]
fn what_cannot_be_written_is_told_before_the_work() {
    let store = Scratch::new("unwritable");
    for flag in ["--html", "--plot"] {
        let long = ["tictactoe", "greedy", "random", "--deals", "1000000", flag, "/dev/null/nowhere"];
        let output = run(&long, &store.0);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
        assert!(text(&output.stderr).contains("/dev/null/nowhere"), "{}", text(&output.stderr));
    }
    // The report would take the place of the store, which is not there yet.
    let same = store.0.display().to_string();
    let output = run(&["tictactoe", "greedy", "random", "--deals", "1000000", "--html", &same], &store.0);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
    assert!(text(&output.stderr).contains("is a store of tournaments"), "{}", text(&output.stderr));
    assert!(!store.0.exists(), "nothing was begun");
}

#[cfg(unix)]
#[test]
fn a_report_may_have_a_name_that_is_no_text() {
    use std::os::unix::ffi::OsStringExt;
    let store = Scratch::new("no-text");
    let mut name = store.0.clone().into_os_string().into_vec();
    name.extend(b"-\xff.html");
    let report = PathBuf::from(std::ffi::OsString::from_vec(name));
    let mut command = arena(&["tictactoe", "greedy", "random", "--deals", "2"], &store.0);
    let output = command.arg("--html").arg(&report).output().expect("the program runs");
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(std::fs::read_to_string(&report).unwrap().contains("<html"));
    std::fs::remove_file(&report).unwrap();
}

#[test]
fn relabelling_the_agents_permutes_the_table() {
    let [first, second] = [Scratch::new("first"), Scratch::new("second")];
    let one = json(&["tictactoe", "alphabeta:depth=2", "random", "--deals", "20", "--json"], &first.0);
    let other = json(&["tictactoe", "random", "alphabeta:depth=2", "--deals", "20", "--json"], &second.0);
    for (mine, theirs) in [(0, 1), (1, 0)] {
        assert_eq!(one["agents"][mine]["win_share"], other["agents"][theirs]["win_share"]);
        assert_eq!(one["agents"][mine]["payoff"], other["agents"][theirs]["payoff"]);
    }
}

#[test]
fn our_own_engine_plays_through_the_protocol_as_it_plays_directly() {
    let store = Scratch::new("engine");
    let engine = format!("engine:command=({} engine tictactoe greedy)", env!("CARGO_BIN_EXE_outwit"));
    let through = json(&["tictactoe", &engine, "random", "--deals", "5", "--json"], &store.0);
    let direct = json(&["tictactoe", "greedy", "random", "--deals", "5", "--json"], &store.0);
    assert_eq!(through["agents"][0]["payoff"], direct["agents"][0]["payoff"]);
    assert_eq!(through["forfeits"], Value::Array(Vec::new()));
}

#[test]
fn a_wrong_request_is_told_why_and_exits_with_2() {
    let store = Scratch::new("wrong");
    for (words, part) in [
        (vec!["tictactoe"], "AGENT"),
        (vec!["tictactoe", "random"], "one agent alone would only meet itself"),
        (vec!["tictactow", "random"], "did you mean `tictactoe`?"),
        (vec!["tictactoe", "randon", "random"], "did you mean `random`?"),
        (vec!["backgammon", "alphabeta", "random"], "expectiminimax"),
        (vec!["tictactoe", "random", "greedy", "--seatings", "some"], "all, rotations, or sample:N"),
        (vec!["tictactoe", "random", "greedy", "--seatings", "sample:99999999999"], "with N from 1 to 100,000"),
        (vec!["tictactoe", "random", "greedy", "--sprt", "0,1e308"], "two numbers from -4000 to 4000, the lower first"),
        (vec!["tictactoe", "random", "greedy", "--grace", "99999999999999999999"], "from 0 to 1,000,000,000"),
        (vec!["tictactoe", "random", "greedy", "--cap", "99999999999"], "from 1 to 4,294,967,295"),
        (vec!["show", "99999999999999999999"], "tournaments have numbers from 1 to 9,223,372,036,854,775,807"),
        (vec!["export", "99999999999999999999"], "tournaments have numbers from 1 to 9,223,372,036,854,775,807"),
        (vec!["tictactoe", "random", "greedy", "--sprt", "5,0"], "the lower first"),
        (vec!["tictactoe", "random", "greedy", "minimax", "--sprt", "0,5"], "compares two agents"),
        (vec!["tictactoe", "random", "greedy", "--budget", "patience=3"], "depth=D, nodes=N or time=T"),
        (vec!["tictactoe", "random", "greedy", "--deals", "0"], "deals"),
        (vec!["tictactoe", "engine:command=(/no/such/program)", "random"], "/no/such/program"),
        (vec!["tictactoe", "random", "greedy", "--threads", "0"], "--threads"),
        (vec!["tictactoe", "random", "greedy", "--opening", "4000000000"], "--opening"),
        (vec!["show"], "there is no store"),
    ] {
        let output = run(&words, &store.0);
        let told = text(&output.stderr);
        assert!(output.status.code() == Some(2) && told.contains(part), "{words:?}: {told}");
    }
    json(&["tictactoe", "random", "greedy", "--deals", "2", "--json"], &store.0);
    for (words, part) in [
        (vec!["show", "9"], "has no tournament 9"),
        (vec!["replay", "1.5.0"], "has no deal 5"),
        (vec!["replay", "1.0.7"], "numbered from 0"),
        (vec!["replay", "first"], "TOURNAMENT.DEAL.GAME"),
        (vec!["replay", "99999999999.0.0"], "its numbers go up to 4,294,967,295"),
    ] {
        let output = run(&words, &store.0);
        let told = text(&output.stderr);
        assert!(output.status.code() == Some(2) && told.contains(part), "{words:?}: {told}");
    }
}

#[test]
fn what_is_no_store_is_refused_and_left_as_it_is() {
    let folder = std::env::temp_dir();
    let told = run(&["tictactoe", "random", "greedy", "--deals", "2"], &folder);
    assert!(told.status.code() == Some(2) && text(&told.stderr).contains("is a folder"), "{}", text(&told.stderr));
    for (name, bytes) in [("short", "x".to_string()), ("note", "dear diary, ".repeat(100))] {
        let place = Scratch::new(name);
        std::fs::write(&place.0, &bytes).unwrap();
        for words in [&["tictactoe", "random", "greedy", "--deals", "2"][..], &["list"], &["resume"]] {
            let told = run(words, &place.0);
            assert!(told.status.code() == Some(2) && text(&told.stderr).contains("not a store"), "{words:?}");
        }
        assert_eq!(std::fs::read_to_string(&place.0).unwrap(), bytes);
    }
    // An empty file becomes one.
    let place = Scratch::new("empty");
    std::fs::write(&place.0, "").unwrap();
    assert_eq!(text(&run(&["list"], &place.0).stdout), "no tournaments yet\n");
    assert!(text(&run(&["resume"], &place.0).stderr).contains("holds no tournament yet"));
    json(&["tictactoe", "random", "greedy", "--deals", "2", "--json"], &place.0);
}

#[cfg(unix)]
#[test]
fn names_that_mean_something_to_the_database_are_files_like_others() {
    let folder = std::env::temp_dir().join(format!("outwit-cli-{}-names", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for name in [":memory:", "file:x?mode=memory"] {
        let here =
            |words: &[&str]| arena(words, Path::new(name)).current_dir(&folder).output().expect("the program runs");
        let played = here(&["tictactoe", "random", "greedy", "--deals", "2"]);
        assert!(played.status.success() && folder.join(name).exists(), "{name}: {}", text(&played.stderr));
        let listed = here(&["list"]);
        assert!(text(&listed.stdout).contains("random greedy"), "{name}: {}", text(&listed.stderr));
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[cfg(unix)]
#[test]
fn whoever_waits_for_a_program_is_told_for_which() {
    let store = Scratch::new("waiting");
    let output = run(&["tictactoe", "engine:command=(sleep 100),startup=2500ms", "random", "--deals", "2"], &store.0);
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.lines().next().unwrap().contains("waiting for the program `sleep 100` to answer"), "{told}");
}

#[test]
fn a_game_for_one_has_payoffs_and_neither_win_shares_nor_ratings() {
    let store = Scratch::new("alone");
    let folder = std::env::temp_dir().join(format!("outwit-cli-{}-alone", std::process::id()));
    let plots = folder.display().to_string();
    let request = ["spider:suits=1", "random", "greedy", "--deals", "3", "--cap", "100", "--plot", &plots];
    let output = run(&request, &store.0);
    let table = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(table.contains("payoff") && !table.contains("win share") && !table.contains("rating"), "{table}");
    assert!(!folder.join("win-share.svg").exists() && folder.join("differences.svg").exists());
    std::fs::remove_dir_all(&folder).unwrap();
    let told = json(&["show", "--json"], &store.0);
    assert!(told["agents"][0]["win_share"].is_null() && told["agents"][0]["payoff"].is_number(), "{told}");
    assert!(told["pairs"][0]["p"].is_null() && told["pairs"][0]["payoff_p"].is_number(), "{told}");
    for line in text(&run(&["export", "--format", "csv"], &store.0).stdout).lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        assert!(fields.len() == 13 && !fields[4].is_empty() && fields[5..7] == ["", ""], "{line}");
    }
}

#[cfg(unix)]
#[test]
fn a_store_that_is_removed_in_the_middle_is_told_of() {
    let store = Scratch::new("removed");
    let mut child = arena(&["connect4", "alphabeta:depth=6", "greedy", "--deals", "1000000"], &store.0)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    while !text(&run(&["list", "--json"], &store.0).stdout).contains("tournament") {
        std::thread::sleep(Duration::from_millis(5));
    }
    store.clear();
    let output = child.stderr.take().map(|mut err| {
        let mut told = String::new();
        std::io::Read::read_to_string(&mut err, &mut told).expect("text");
        told
    });
    assert_eq!(child.wait().expect("it ends").code(), Some(1));
    assert!(output.unwrap().contains("was removed or replaced while it was in use"));
}

#[test]
fn too_many_seatings_are_sampled_and_the_result_says_so() {
    let store = Scratch::new("sampled");
    let mut words = vec!["tictactoe"];
    words.extend(["random"; 28]);
    words.extend(["--deals", "2", "--json"]);
    let table = json(&words, &store.0);
    assert_eq!((table["seatings"].as_u64(), table["seating_kind"].as_str()), (Some(120), Some("sample")));
    let few = json(&["tictactoe", "random", "greedy", "--seatings", "sample:9", "--deals", "2", "--json"], &store.0);
    assert_eq!((few["seatings"].as_u64(), few["seating_kind"].as_str()), (Some(2), Some("all")));
}
