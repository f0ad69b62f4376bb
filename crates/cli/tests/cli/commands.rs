//! Every command does what it is for, for people and for programs.

use crate::support::{DICE, demand_snapshot, json, keys, outwit, printed, scratch, words};
use outwit::games::catalog::GAMES;
use outwit::search::named::catalog::AGENTS;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a run prints, below the command line that printed it.
fn transcript(commands: &[&[&str]]) -> String {
    commands.iter().map(|arguments| format!("$ outwit {}\n{}\n", arguments.join(" "), printed(arguments))).collect()
}

#[test]
fn games_and_agents_list_every_entry_with_every_parameter() {
    let (games, agents) = (printed(&["games"]), printed(&["agents", "--all"]));
    let (games_json, agents_json) = (json(&["games", "--json"]), json(&["agents", "--json"]));
    let entries = GAMES.iter().map(|entry| (&games, &games_json, entry.name, entry.summary, entry.parameters));
    let entries = entries.chain(AGENTS.iter().map(|e| (&agents, &agents_json, e.name, e.summary, e.parameters)));
    for (text, list, name, summary, parameters) in entries {
        // A long summary goes on in the next line.
        let joined = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(joined.contains(&format!("{name}: {summary}")), "{name}");
        let list = list.as_array().unwrap();
        let entry = list.iter().find(|entry| entry["name"] == name).unwrap_or_else(|| panic!("{name}"));
        assert_eq!(entry["summary"], summary);
        for (parameter, found) in parameters.iter().zip(entry["parameters"].as_array().unwrap()) {
            assert!(text.contains(&format!("    {}={}", parameter.name, parameter.default)), "{name}");
            assert_eq!(keys(found), ["name", "default", "values", "summary"]);
            assert_eq!(found["name"], parameter.name);
            assert_eq!(found["values"], parameter.kind.to_string());
            assert_eq!(found["default"].as_str().unwrap_or_default(), parameter.default);
        }
        assert_eq!(parameters.len(), entry["parameters"].as_array().unwrap().len());
    }
}

#[test]
fn one_game_and_one_agent_are_told_in_detail() {
    let text = printed(&["games", "tictactoe"]);
    for part in ["three in a row", "seats        2", "threats: ", "alphabeta", "a3 b3 c3", "......... 1"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(printed(&["games", "tree"]).contains("depends on its settings"));
    assert!(printed(&["games", DICE]).contains("with chance"));
    let details = json(&["games", "connect4:width=5", "--json"]);
    assert_eq!(details[0]["position"], "...../...../...../...../...../..... 1");
    assert_eq!(details[0]["seats"], 2);
    let text = printed(&["agents", "alphabeta"]).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("open games without chance") && text.contains("tictactoe"), "{text}");
    assert_eq!(json(&["agents", "random", "--json"])[0]["plays"], "any game");
    // Programs of one's own are on the list for people, and settings are checked.
    assert!(printed(&["agents", "--all"]).contains("\nengine: a program of your own"));
    // Short by default, and shorter still for one game.
    let (short, hearts) = (printed(&["agents"]), printed(&["agents", "--game", "hearts"]));
    assert!(short.lines().count() < 110 && short.contains("For open games without chance:"), "{short}");
    assert!(hearts.contains("  ismcts ") && !hearts.contains("  alphabeta "), "{hearts}");
    assert!(printed(&["agents", "engine"]).contains("docs/ENGINES.md"));
    assert!(printed(&["agents", "alphabeta:depth=3"]).starts_with("alphabeta: "));
    for (spec, part) in [
        ("alphabeta:depht=3", "did you mean `depth`?"),
        ("alphabeta:depth=x", "depth"),
        ("engine:tim=1s", "did you mean `time`?"),
    ] {
        let answer = outwit(&["agents", spec]);
        assert!(answer.code == Some(2) && answer.err.contains(part), "{spec}: {}", answer.err);
    }
    // Every agent says for every plain game whether it plays it.
    for agent in json(&["agents", "--json"]).as_array().unwrap() {
        // One plays only games that know strategies by name.
        let plain = match agent["name"].as_str() {
            Some("strategy") => "dilemma",
            // And one plays alone.
            Some("closure" | "nested" | "abstract") => "spider",
            _ => "tictactoe",
        };
        assert!(agent["games"].as_array().unwrap().contains(&json!(plain)), "{agent}");
    }
}

#[test]
fn positions_are_shown_and_their_moves_listed() {
    let text = transcript(&[
        &["show", "tictactoe"],
        &["show", "tictactoe", "--after", "b2 a1", "--seed", "7"],
        &["show", "tictactoe", "--position", "x...o.... 1", "--after", "c3"],
        &["show", "tictactoe", "--position", "xxxoo.... 2"],
        &["show", "tictactoe", "--position", "xxxoo.... 2", "--json"],
        &["show", "connect4", "--after", "4 4 3", "--json"],
        &["show", DICE, "--after", "fair-die"],
        &["moves", "tictactoe", "--after", "b2"],
        &["moves", "tictactoe", "--position", "xxxoo.... 2"],
        &["moves", "tictactoe", "--after", "b2 a1 a3 c1 b1 b3 a2", "--json"],
        &["moves", DICE, "--after", "fair-die"],
        &["moves", DICE, "--after", "fair-die", "--json"],
        &["moves", DICE, "--after", "fair-die low"],
    ]);
    demand_snapshot("positions.txt", &text);
}

#[test]
fn the_score_of_spider_is_told_while_it_is_played() {
    let score = |position: &str| json(&["show", "spider", "--position", position, "--json"])["score"].clone();
    let start = "5As/5Ks/5Qs/5Js/4Ts/49s/48s/47s/46s/45s 50 -";
    assert_eq!(score(start), json!(0));
}

#[test]
fn a_drawing_goes_to_a_file_or_to_the_output() {
    let drawing = printed(&["show", "othello", "--svg", "-"]);
    assert!(drawing.starts_with("<svg ") && drawing.ends_with("</svg>\n"), "{drawing}");
    let path = scratch("othello.svg");
    let text = printed(&["show", "othello", "--svg", path.to_str().unwrap()]);
    assert!(text.contains("othello.svg"));
    assert_eq!(std::fs::read_to_string(path).unwrap(), drawing);
}

/// What is told of a position stands behind its drawing where both go to one file, and what was there before stays.
#[cfg(unix)]
#[test]
fn a_drawing_for_the_open_output_stands_among_what_is_printed() {
    let drawing = printed(&["show", "tictactoe", "--svg", "-"]);
    let path = scratch("log-with-a-drawing.txt");
    for (is_appended, begin) in [(true, "before\n"), (false, "")] {
        std::fs::write(&path, begin).unwrap();
        let log = std::fs::OpenOptions::new().append(is_appended).write(true).open(&path).unwrap();
        let status =
            crate::support::command(&["show", "tictactoe", "--svg", "/dev/stdout"]).stdout(log).status().unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(status.success() && text.starts_with(&format!("{begin}{drawing}")), "{text}");
        assert!(text.ends_with("drawing   /dev/stdout\n"), "{text}");
    }
}

#[test]
fn perft_counts() {
    let text = transcript(&[
        &["perft", "tictactoe", "9"],
        &["perft", "tictactoe", "3", "--divide", "--after", "b2 a1 c3"],
        &["perft", "tictactoe", "5", "--json", "--position", "xoxoxo... 1"],
        &["perft", DICE, "1000", "--json", "--divide"],
        &["perft", "tictactoe", "0", "--divide"],
    ]);
    demand_snapshot("perft.txt", &text);
    let counts = json(&["perft", "othello", "5", "--json"]);
    let counts: Vec<u64> =
        counts["counts"].as_array().unwrap().iter().map(|c| c["positions"].as_u64().unwrap()).collect();
    assert_eq!(counts, [1, 4, 12, 56, 244, 1396]);
}

#[test]
fn advice_is_printed() {
    let text = transcript(&[
        &["advise", "tictactoe", "--agent", "minimax", "--after", "b2 a1 c3"],
        &["advise", "tictactoe", "--agent", "greedy:temperature=1/8", "--after", "b2 a1 c3", "--seed", "5"],
        &["advise", "tictactoe", "--agent", "random", "--after", "b2 a1 c3"],
        &["advise", DICE, "--agent", "expectimax"],
        &["advise", "tree:file=crates/games/trees/sequential.json", "--agent", "minimax"],
        &["advise", "tictactoe", "--agent", "minimax", "--after", "b2 a1 c3", "--json"],
    ]);
    demand_snapshot("advise.txt", &text);
}

#[test]
fn advice_as_json_has_the_agreed_keys() {
    let advice =
        json(&["advise", "connect4", "--agent", "alphabeta:depth=4", "--after", "4 4", "--seed", "3", "--json"]);
    let wanted = [
        "game", "position", "agent", "seed", "move", "best", "moves", "value", "pv", "nodes", "depth", "ms", "assumes",
        "remarks",
    ];
    assert_eq!(keys(&advice), wanted);
    assert_eq!(advice["game"], "connect4");
    assert_eq!(advice["agent"], "alphabeta:depth=4");
    assert_eq!((advice["seed"].as_u64(), advice["depth"].as_u64()), (Some(3), Some(4)));
    assert!(advice["best"].as_array().unwrap().contains(&advice["move"]));
    assert!(advice["best"].as_array().unwrap().contains(&advice["pv"][0]));
    assert!(advice["ms"].as_f64().unwrap() >= 0.0 && advice["nodes"].as_u64().unwrap() > 0);
    assert_eq!(advice["value"].as_array().unwrap().len(), 2);
    let moves = advice["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 7);
    for found in moves {
        assert_eq!(keys(found), ["move", "values", "bound", "probability"]);
        assert!([Value::Null, json!("at most"), json!("at least")].contains(&found["bound"]));
        let is_best = advice["best"].as_array().unwrap().contains(&found["move"]);
        assert!(!is_best || found["bound"].is_null() && found["values"] == advice["value"], "{found}");
    }
    let total: f64 = moves.iter().map(|found| found["probability"].as_f64().unwrap()).sum();
    assert!((total - 1.0).abs() < 1e-12);
    // What a search does not compute is null.
    let advice = json(&["advise", "tictactoe", "--agent", "random", "--json"]);
    assert_eq!(advice["value"], json!([null, null]));
    assert_eq!(advice["moves"][0]["values"], json!([null, null]));
}

#[test]
fn the_default_adviser_fits_the_game_and_is_named() {
    let pennies = crate::support::file("adviser-pennies.json", crate::support::PENNIES);
    let hidden = format!("tree:file={pennies}");
    for (game, agent) in [
        ("tictactoe", "alphabeta"),
        ("connect4", "alphabeta:eval=learned,nodes=500000"),
        // Nothing was learned about boards of another size.
        ("connect4:width=9", "alphabeta"),
        ("repeated:rounds=3", "maxn"),
        ("tree:file=crates/games/trees/sequential.json", "maxn"),
        ("hearts:cards=3", "ismcts"),
        (DICE, "expectiminimax"),
        ("tree:file=crates/games/trees/umbrella.json", "expectimax"),
        (&hidden, "equilibrium"),
    ] {
        assert_eq!(json(&["advise", game, "--json"])["agent"], agent);
        assert!(printed(&["advise", game]).contains(&format!("agent     {agent} (the default")), "{game}");
    }
}

/// Four by four in connect four has few positions and very many ways to reach them.
#[test]
fn whoever_knows_no_position_again_gives_a_large_tree_up() {
    let game = "connect4:width=4,height=4";
    for agent in ["expectiminimax:pruning=none", "compose:grow=full,backup=minimax"] {
        let remarks = json(&["advise", game, "--agent", agent, "--json"])["remarks"].to_string();
        assert!(remarks.contains("the whole game takes too long here"), "{agent}: {remarks}");
    }
    // While its tree is written, MaxN is one of them.
    let tree = scratch("large-tree.json");
    let answer = outwit(&["advise", game, "--agent", "maxn", "--tree", tree.to_str().unwrap()]);
    assert!(answer.code == Some(2) && answer.err.contains("wrote no tree: it has more than"), "{}", answer.err);
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_another_another_choice() {
    let ask =
        |seed: &str| json(&["advise", "tictactoe", "--agent", "random", "--seed", seed, "--json"])["move"].to_string();
    assert_eq!(ask("0"), json(&["advise", "tictactoe", "--agent", "random", "--json"])["move"].to_string());
    let seeds = ["0", "1", "2", "3", "4", "5", "18446744073709551615"];
    let first: Vec<String> = seeds.iter().map(|seed| ask(seed)).collect();
    assert_eq!(first, seeds.iter().map(|seed| ask(seed)).collect::<Vec<_>>());
    assert!(first.iter().any(|mv| *mv != first[0]));
}

#[test]
fn the_searched_tree_is_a_game_again() {
    let path = scratch("searched.json");
    let path = path.to_str().unwrap();
    let arguments = ["advise", "tictactoe", "--agent", "minimax:depth=2", "--after", "b2 b3", "--json", "--tree", path];
    let advice = json(&arguments);
    let again = json(&["advise", &format!("tree:file={path}"), "--agent", "minimax", "--json"]);
    for key in ["value", "best", "moves"] {
        assert_eq!(again[key], advice[key]);
    }
    let text = printed(&["advise", "tictactoe", "--agent", "minimax:depth=2", "--after", "b2 b3", "--tree", "-"]);
    assert_eq!(text, std::fs::read_to_string(path).unwrap());
}

#[test]
fn expectations_are_exact() {
    let text = transcript(&[
        &["expect", "tictactoe", "minimax", "random", "--after", "b2 a1"],
        &["expect", DICE, "expectimax", "expectiminimax", "--json"],
        &["expect", "tree:file=crates/games/trees/sequential.json", "random", "--json", "--seed", "9"],
    ]);
    demand_snapshot("expect.txt", &text);
    // Seat 1 takes the loaded die: 0.35 x 2 - 0.65 / 2.
    let expected = json(&["expect", DICE, "expectiminimax", "--json"]);
    assert_eq!(keys(&expected), ["game", "position", "turn", "agents", "seed", "value"]);
    assert!((expected["value"][0].as_f64().unwrap() - 0.375).abs() < 1e-12);
}

#[test]
fn probabilities_to_be_highest_are_exact() {
    let text = transcript(&[
        &["winprob", "4..6 3..5 0..1"],
        &["winprob", "4..6 3..5 0..1", "--json"],
        &["winprob", "-2..1/2 -1e1..3 0"],
        &["winprob", "-1 -1 -5..-1"],
    ]);
    demand_snapshot("winprob.txt", &text);
    let found = json(&["winprob", "--json", "4..6 3..5 0..1"]);
    assert_eq!(found["probabilities"], serde_json::json!([0.875, 0.125, 0.0]));
}

#[test]
fn small_games_are_solved() {
    let text = transcript(&[
        &["solve", "tictactoe"],
        &["solve", "tictactoe", "--after", "b2 b3", "--json"],
        &["solve", "tictactoe", "--position", "xxxoo.... 2", "--json"],
        &["solve", "dodgem", "--json"],
        &["solve", DICE, "--json"],
    ]);
    demand_snapshot("solve.txt", &text);
    let solved = json(&["solve", "tictactoe", "--json"]);
    assert_eq!(
        keys(&solved),
        ["game", "position", "seed", "meaning", "depends_on_ties", "value", "outcome", "states", "best", "remarks"]
    );
    assert_eq!((solved["outcome"].as_str(), solved["states"].as_u64()), (Some("draw"), Some(5478)));
}

#[test]
fn bench_measures_something_of_everything() {
    let measured = json(&["bench", "--seconds", "0.005", "--json"]);
    for row in measured.as_array().unwrap() {
        assert_eq!(keys(row), ["game", "what", "count", "unit", "ms", "per_second"]);
        assert!(row["count"].as_u64().unwrap() > 0, "{row}");
    }
    let games: Vec<&Value> = measured.as_array().unwrap().iter().map(|row| &row["game"]).collect();
    assert!(games.len() >= 6 && games.contains(&&json!("othello")));
    assert!(printed(&["bench", "--seconds", "0.001"]).contains("random playouts"));
}

#[test]
fn completions_know_the_commands() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = printed(&["completions", shell]);
        assert!(["advise", "perft", "expect"].iter().all(|command| script.contains(command)), "{shell}");
        // The scripts of other shells name no values of words that stand alone.
        let names = ["chinesecheckers", "paranoid-is", "parker-2010"];
        assert!(!["bash", "zsh"].contains(&shell) || names.iter().all(|name| script.contains(name)), "{shell}");
    }
}

/// Runs the examples of a command's help, one after the other, in a folder of their own.
fn run_examples(command: &str) {
    let here = scratch(&format!("examples-{command}"));
    let _ = std::fs::create_dir(&here);
    // Some examples name a document of the project.
    #[cfg(unix)]
    let _ = std::os::unix::fs::symlink(std::fs::canonicalize("../../docs").unwrap(), here.join("docs"));
    let help = printed(&["help", command]);
    let examples: Vec<&str> = help.lines().filter_map(|line| line.strip_prefix("  outwit ")).collect();
    assert!(!examples.is_empty(), "{command} has no example");
    for example in examples {
        // The shell's part, and what takes long, serves until it is stopped or needs a file, is left out.
        let words = words(example.split(" > ").next().unwrap());
        let needs_file = words.iter().any(|word| word.contains("crates/") || word == "--load");
        if ["bench", "studio", "decide"].contains(&words[0].as_str()) || needs_file {
            continue;
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let output =
            crate::support::command(&words).current_dir(&here).stdin(std::process::Stdio::null()).output().unwrap();
        assert!(output.status.success(), "{example}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

/// Help is written for people, so its examples must work as they stand.
#[test]
fn every_example_in_the_help_runs() {
    let top = printed(&["--help"]);
    let mut commands: Vec<&str> = top
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(commands.len() >= 11, "{commands:?}");
    // The longest first, else one core waits for it.
    commands.sort_by_key(|command| *command != "reproduce");
    // Two cores share the commands; what one command's examples write, the next of them may read.
    let next = AtomicUsize::new(0);
    let run_some = || {
        while let Some(command) = commands.get(next.fetch_add(1, Ordering::Relaxed)) {
            run_examples(command);
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(run_some);
        scope.spawn(run_some);
    });
    assert!(outwit(&["--version"]).out.starts_with("outwit "));
}

/// Strictly, unlike what may say that it is whole on wider paper.
#[test]
fn long_lists_of_choices_are_wrapped() {
    let widest = |line: &str, columns: Option<&str>| {
        let words = words(line);
        let mut command = crate::support::command(&words.iter().map(String::as_str).collect::<Vec<_>>());
        command.env_remove("COLUMNS").envs(columns.map(|columns| ("COLUMNS", columns)));
        let text = String::from_utf8(command.output().unwrap().stdout).unwrap();
        text.lines().map(|line| line.chars().count()).max().unwrap_or(0)
    };
    for line in ["agents compose", "games repeated"] {
        let found = widest(line, None);
        assert!((60..=110).contains(&found), "{line}: {found}");
    }
    for line in
        ["agents compose", "agents mgss", "reproduce maxprob-2011 --figure 1", "advise connect4 --after \"4 4\""]
    {
        let found = widest(line, Some("80"));
        assert!((60..=80).contains(&found), "{line}: {found}");
    }
}

/// The options of a help that stand under a heading.
fn options_under(heading: &str, help: &str) -> Vec<String> {
    let is_below = |line: &&str| line.is_empty() || line.starts_with(' ');
    let below = help.lines().skip_while(|line| *line != heading).skip(1).take_while(is_below);
    let options = below.map(str::trim_start).filter(|line| line.starts_with('-'));
    options.filter_map(|line| Some(line.split_once("--")?.1.split_whitespace().next()?.to_string())).collect()
}

#[test]
fn options_stand_under_the_heading_they_belong_to() {
    let help = printed(&["learn", "--help"]);
    let own = "Learning from play against itself (--self-play):";
    for (heading, wanted) in [
        ("Options:", &["out", "games", "cap", "seed", "json", "help"][..]),
        ("Learning from data:", &["from", "eval", "combine", "prior", "states", "tournament", "store"]),
        (own, &["self-play", "model", "lambda", "keep"]),
    ] {
        let found = options_under(heading, &help);
        assert!(wanted.iter().all(|option| found.iter().any(|other| other == option)), "{heading} {found:?}\n{help}");
    }
    assert!(!options_under(own, &help).iter().any(|option| option == "json"), "{help}");
}

#[test]
fn help_says_which_seed_a_game_has() {
    let help = printed(&["play", "--help"]).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("for a person at a terminal one that is drawn for each game and told, else 0"), "{help}");
}
