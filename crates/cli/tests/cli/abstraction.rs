//! `outwit abstract`, and what `outwit decide` says of games, of two numbers and of choices.

use crate::support::outwit;
use serde_json::Value;

fn told(words: &[&str]) -> String {
    let answer = outwit(words);
    assert_eq!(answer.code, Some(0), "{words:?}: {}", answer.err);
    answer.out
}

fn json(words: &[&str]) -> Value {
    let words: Vec<&str> = words.iter().copied().chain(["--json"]).collect();
    serde_json::from_str(&told(&words)).unwrap()
}

fn refused(words: &[&str]) -> String {
    let answer = outwit(words);
    assert_eq!(answer.code, Some(2), "{words:?}: {}{}", answer.out, answer.err);
    answer.err
}

fn tree(name: &str) -> String {
    format!("tree:file={}/../games/trees/{name}.json", env!("CARGO_MANIFEST_DIR"))
}

fn node<'v>(document: &'v Value, name: &str) -> &'v Value {
    let nodes = document["abstractions"].as_array().unwrap();
    nodes.iter().find(|node| node["abstraction"] == name).unwrap_or_else(|| panic!("{name}: {document}"))
}

/// A tree becomes the network of its beginnings, and what comes up twice is the union of two of them.
#[test]
fn figure_11_is_translated() {
    let game = tree("frank-figure11");
    let found = json(&["abstract", &game, "--beginnings", "2", "--where", "plays(s1)", "--model", "uniform"]);
    assert_eq!((found["histories"].as_u64(), found["all"].as_bool()), (Some(5), Some(true)));
    let pair = |name: &str| {
        (node(&found, name)["probability"].as_f64().unwrap(), node(&found, name)["utility"].as_f64().unwrap())
    };
    assert_eq!(pair("all"), (1.0, 1.5));
    assert_eq!(pair("begins(s1)"), (0.5, 2.0));
    assert_eq!(pair("begins(s4)"), (0.5, 1.0));
    assert_eq!(pair("begins(s4 s1)"), (0.25, 2.0));
    assert_eq!(pair("plays(s1)"), (0.75, 2.0));
    let names: Vec<&str> =
        found["abstractions"].as_array().unwrap().iter().map(|n| n["abstraction"].as_str().unwrap()).collect();
    let arcs: Vec<(&str, &str)> = found["subsumes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|arc| (names[arc[0].as_u64().unwrap() as usize], names[arc[1].as_u64().unwrap() as usize]))
        .collect();
    for arc in [
        ("all", "plays(s1)"),
        ("plays(s1)", "begins(s1)"),
        ("plays(s1)", "begins(s4 s1)"),
        ("begins(s4)", "begins(s4 s1)"),
    ] {
        assert!(arcs.contains(&arc), "{arc:?} in {arcs:?}");
    }
    assert!(!arcs.contains(&("all", "begins(s1)")), "it follows from others");
    let drawn = told(&["abstract", &game, "--beginnings", "2", "--svg", "-"]);
    assert!(drawn.starts_with("<svg") && drawn.contains("begins(s4 s1)"));
}

#[test]
fn a_finding_moves_every_other_abstraction() {
    let game = tree("frank-figure11");
    let words = ["abstract", &game, "--beginnings", "2", "--where", "plays(s1)", "--model", "uniform"];
    let with = [&words[..], &["--finding", "begins(s4 s1) => utility 5"]].concat();
    let found = json(&with);
    let worth = |name: &str| node(&found, name)["utility"].as_f64().unwrap();
    // Three more, times how likely it is given each.
    assert_eq!((worth("begins(s4)"), worth("plays(s1)"), worth("all"), worth("begins(s1)")), (2.5, 3.0, 2.25, 2.0));
    let with = [&words[..], &["--finding", "begins(s4 s1) => probability 1/2"]].concat();
    let found = json(&with);
    let share = |name: &str| node(&found, name)["probability"].as_f64().unwrap();
    assert!((share("begins(s4 s1)") - 0.5).abs() < 1e-9 && (share("begins(s1)") - 1.0 / 3.0).abs() < 1e-9);
}

#[test]
fn a_finding_is_something_to_ask() {
    let found = json(&["abstract", &tree("oil"), "--finding", "plays(drill) => utility 100"]);
    let utility = node(&found, "plays(drill)")["utility"].as_f64().unwrap();
    assert!((utility - 100.0).abs() < 1e-9, "{utility}");
    assert_eq!(found["abstractions"].as_array().unwrap().len(), 2);
    // What a game offers is asked still.
    let words = ["abstract", "spider:suits=1", "--agents", "random", "--games", "3"];
    let (own, with) = (json(&words), json(&[&words[..], &["--finding", "all => utility 5"]].concat()));
    assert_eq!(own["abstractions"].as_array().unwrap().len(), with["abstractions"].as_array().unwrap().len());
}

#[test]
fn of_what_was_not_seen_nothing_else_is_said() {
    let words = ["abstract", "spider:suits=1", "--agents", "random", "--games", "20"];
    let found = json(&words);
    let nodes = found["abstractions"].as_array().unwrap();
    let unseen: Vec<u64> = (0..).zip(nodes).filter(|(_, node)| node["plays"] == 0).map(|(at, _)| at).collect();
    assert!(unseen.len() > 1, "{found}");
    for arc in found["subsumes"].as_array().unwrap() {
        let (wide, narrow) = (arc[0].as_u64().unwrap(), arc[1].as_u64().unwrap());
        assert!(!unseen.contains(&narrow) || wide == 0, "{arc}: {found}");
    }
    for &at in &unseen {
        assert_eq!(nodes[at as usize]["probability_interval"][0], 0.0, "{found}");
    }
    let all = node(&found, "all");
    let exact = [&all["probability"], &all["probability_interval"][0], &all["probability_interval"][1]];
    assert!(exact.iter().all(|number| **number == 1.0), "{all}");
    let text = told(&words);
    assert!(text.contains("not seen") && !text.contains("never happens"), "{text}");
    assert!(text.lines().any(|line| line.starts_with("  all ") && line.contains(" 100%  ")), "{text}");
    // 100 plays are where the lower end was not 0 for rounding.
    let many = json(&["abstract", "connect4", "--where", "length > 42", "--agents", "random", "--games", "100"]);
    assert_eq!(node(&many, "length > 42")["probability_interval"][0], 0.0, "{many}");
    let exact = told(&["abstract", &tree("oil"), "--where", "payoff > 1000"]);
    assert!(exact.contains("never happens") && !exact.contains("not seen"), "{exact}");
}

#[test]
fn best_play_is_gone_through_and_agents_are_sampled() {
    let all = json(&[
        "abstract",
        "tictactoe",
        "--after",
        "b2 b1 a1",
        "--where",
        "payoff >= 1",
        "--where",
        "plays(seat 1, c3)",
    ]);
    assert_eq!(node(&all, "payoff >= 1")["probability"], 1.0);
    assert_eq!(all["all"], true);
    let words = [
        "abstract",
        "connect4",
        "--where",
        "payoff >= 1",
        "--where",
        "plays(seat 1, 4) before plays(seat 2, 4)",
        "--agents",
        "random",
        "--games",
        "60",
    ];
    let sampled = json(&words);
    assert_eq!((sampled["all"].as_bool(), sampled["histories"].as_u64()), (Some(false), Some(60)));
    let won = node(&sampled, "payoff >= 1");
    let (low, high) =
        (won["probability_interval"][0].as_f64().unwrap(), won["probability_interval"][1].as_f64().unwrap());
    assert!(low < won["probability"].as_f64().unwrap() && won["probability"].as_f64().unwrap() < high);
    assert_eq!(won["utility"], 1.0);
    assert_eq!(told(&words), told(&words), "the same seed gives the same plays");
    let own = json(&["abstract", "spider:suits=1", "--agents", "random", "--games", "3"]);
    assert!(own["abstractions"].as_array().unwrap().len() > 3, "Spider offers abstractions of its own");
}

#[test]
fn wrong_requests_about_abstractions_are_told_why() {
    for (words, part) in [
        (vec!["abstract", "tictactoe"], "offers no abstractions"),
        (vec!["abstract", "tictactoe", "--where", "begin(a1)"], "did you mean `begins`?"),
        (vec!["abstract", "tictactoe", "--where", "payoff >= 1", "--limit", "100"], "too many to go through"),
        (vec!["abstract", "tictactoe", "--where", "all", "--model", "mad"], "--model is best, uniform or soft"),
        (vec!["abstract", "tictactoe", "--where", "all", "--seat", "3"], "--seat is 1 to 2"),
        (vec!["abstract", "tictactoe", "--where", "all", "--finding", "all is well"], "a finding is written"),
        (
            vec!["abstract", "tictactoe", "--where", "all", "--agents", "random", "random", "random", "--games", "1"],
            "2 seats",
        ),
    ] {
        let said = refused(&words);
        assert!(said.contains(part), "{words:?}: {said}");
    }
}

#[test]
fn a_game_for_one_is_decided_with_bounds() {
    let toy = "spider:suits=1,ranks=2,columns=2,down=2,deals=1";
    let after = ["--after", "As 2s"];
    let found = json(&[&["decide", toy][..], &after].concat());
    assert_eq!((found["settled"].as_bool(), found["macro"].as_bool()), (Some(true), Some(true)));
    let (low, high) = (found["low"].as_f64().unwrap(), found["high"].as_f64().unwrap());
    assert!((high - low).abs() < 1e-9 && low > 0.0, "{found}");
    // With a small budget the bounds hold still.
    let less = json(&[&["decide", toy, "--nodes", "20"][..], &after].concat());
    assert!(less["low"].as_f64().unwrap() <= low + 1e-9 && high - 1e-9 <= less["high"].as_f64().unwrap());
    assert!(less["nodes"].as_u64().unwrap() <= 20);
    let text = told(&[&["decide", toy][..], &after].concat());
    assert!(text.contains("best      ") && text.contains("nothing else is better"), "{text}");
    let averse = json(&[&["decide", toy, "--utility", "exponential:risk=5"][..], &after].concat());
    assert!(averse["low"].as_f64().unwrap() <= low + 1e-9, "who dislikes risk values it less");
    assert!(refused(&["decide", "tictactoe"]).contains("one seat"));
    assert!(refused(&["decide", toy, "--two-way"]).contains("tree file"));
}

#[test]
fn a_tree_is_decided_as_it_is_written_or_as_a_game() {
    let file = format!("{}/../games/trees/oil.json", env!("CARGO_MANIFEST_DIR"));
    let written = json(&["decide", &file]);
    let game = json(&["decide", &tree("oil")]);
    let worth = written["certainty_equivalent"].as_f64().unwrap();
    assert!((game["low"].as_f64().unwrap() - worth).abs() < 1e-9 && game["settled"] == true);
    assert_eq!(game["best"], written["best"]);
}

#[test]
fn two_numbers_make_a_map_of_what_is_best() {
    let file = format!("{}/../games/trees/party.json", env!("CARGO_MANIFEST_DIR"));
    let found = json(&["decide", &file, "--two-way"]);
    let map = &found["sensitivity"]["two_way"];
    let rows = map["rows"].as_array().unwrap();
    assert_eq!((rows.len(), rows[0].as_array().unwrap().len()), (9, 9));
    // In the middle both numbers are what they are.
    assert_eq!(rows[4][4]["certainty_equivalent"], found["certainty_equivalent"]);
    assert_eq!(rows[4][4]["best"], found["best"]);
    assert!(rows.iter().any(|row| row.as_array().unwrap().iter().any(|cell| cell["best"] != found["best"])));
    let named = json(&["decide", &file, "--two-way", "chance of sun; payoff of rain"]);
    assert_eq!(named["sensitivity"]["two_way"]["across"], "chance of sun");
    assert!(told(&["decide", &file, "--two-way"]).contains("What is best as"));
    assert!(refused(&["decide", &file, "--two-way", "luck; sun"]).contains("there is no number `luck`"));
}

#[test]
fn choices_are_explained_or_contradict_each_other() {
    let file = format!("{}/../../examples/allais.json", env!("CARGO_MANIFEST_DIR"));
    let found = json(&["decide", "--explain", &file]);
    assert_eq!(found["verdict"], "contradiction");
    let because = found["because"].as_array().unwrap();
    assert_eq!(because.iter().map(|one| one["took"].as_str().unwrap()).collect::<Vec<_>>(), ["sure", "long shot"]);
    let text = told(&["decide", "--explain", &file]);
    assert!(text.contains("No probability and utility explain these choices"), "{text}");
}
