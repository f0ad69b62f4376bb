//! Hidden games on the command line: equilibria, exploitability, files of Gambit's, and the agents that play them.

use crate::support::{json, outwit};

#[test]
fn kuhn_poker_is_solved_and_agents_are_placed_between_random_and_optimal() {
    let solved = json(&["equilibrium", "kuhn", "--target", "0.001", "--json"]);
    assert_eq!((solved["nodes"].as_u64(), solved["sets"][0].as_u64()), (Some(55), Some(6)));
    assert!((solved["value"][0].as_f64().unwrap() + 1.0 / 18.0).abs() < 2e-3, "{solved}");
    assert!(solved["exploitability"].as_f64().unwrap() <= 1e-3, "{solved}");
    let agents = ["random", "overconfident", "equilibrium:iterations=300"];
    let arguments: Vec<&str> = ["exploit", "kuhn"].into_iter().chain(agents).chain(["--json"]).collect();
    let placed = json(&arguments);
    let of = |place: usize| placed["agents"][place]["exploitability"].as_f64().unwrap();
    assert!((of(0) - 11.0 / 24.0).abs() < 1e-12, "{placed}");
    assert!(of(2) < 0.01 && of(2) < of(1), "{placed}");
}

#[test]
fn where_a_game_does_not_fit_exploitability_lies_between_bounds() {
    let words = ["exploit", "kuhn", "random", "--samples", "1000", "--batch", "50", "--json"];
    let sampled = json(&words);
    let agent = &sampled["agents"][0];
    let bound = |place: usize| agent["bounds"][place].as_f64().unwrap();
    assert!(bound(0) <= 11.0 / 24.0 && 11.0 / 24.0 <= bound(1) && bound(1) - bound(0) < 0.5, "{sampled}");
    assert_eq!(agent["complete"].as_bool(), Some(true));
    assert_eq!(json(&words), sampled, "the same seed, the same bounds");
    let phantom = ["exploit", "phantomttt", "random", "--samples", "100", "--batch", "2", "--nodes", "100"];
    let answer = outwit(&phantom);
    assert!(answer.out.contains("at least") && answer.out.contains("more nodes bring it closer"), "{}", answer.out);
}

/// Nodes of one set that lie at different depths are one set: in leak.json whatever seat 1 does it gets 0, and with 3 to 1
/// for the left it gains 1/2 at best. If it could tell the nodes apart, it would gain 1.
#[test]
fn exploitability_keeps_what_is_hidden_hidden() {
    let leak = include_str!("../../../equilibrium/tests/data/leak.json");
    let uneven = leak.replacen("\"p\":\"1/2\"", "\"p\":\"3/4\"", 1).replacen("\"p\":\"1/2\"", "\"p\":\"1/4\"", 1);
    for (name, text, reply) in [("leak.json", leak, 0.0), ("leak-uneven.json", &uneven, 0.5)] {
        let game = format!("tree:file={}", crate::support::file(name, text));
        let found = json(&["exploit", &game, "random", "equilibrium", "--json"]);
        assert_eq!(found["sets"], serde_json::json!([2, 1]), "{found}");
        let of = |place: usize| found["agents"][place]["exploitability"].as_f64().unwrap();
        assert!((of(0) - reply / 2.0).abs() < 1e-12, "{found}");
        assert!(of(1).abs() < 1e-4, "{found}");
        assert!((found["agents"][0]["best_replies"][0].as_f64().unwrap() - reply).abs() < 1e-12, "{found}");
    }
}

#[test]
fn a_game_is_written_for_gambit_and_a_bad_file_is_told_where() {
    let answer = outwit(&["export", "kuhn", "--efg", "-"]);
    assert_eq!(answer.out, include_str!("../../../games/trees/kuhn.efg"));
    let folder = std::env::temp_dir().join(format!("outwit-efg-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    // Who reads the file is told what is told in the game, and what is written of it has the same names.
    let path = folder.join("kuhn.efg");
    std::fs::write(&path, &answer.out).unwrap();
    let game = format!("efg:file={}", path.display());
    let told = outwit(&["equilibrium", &game]).out;
    assert!(told.contains("to move at you hold Q") && !told.contains("to move at 1."), "{told}");
    let told = outwit(&["show", &game, "--after", "QJ", "--seat", "1"]).out;
    assert!(told.contains("to move at you hold Q"), "{told}");
    let again = outwit(&["export", &game, "--efg", "-"]).out;
    assert_eq!(again.split_once('\n').unwrap().1, answer.out.split_once('\n').unwrap().1);
    let path = folder.join("bad.efg");
    std::fs::write(&path, "EFG 2 R \"t\" { \"a\" }\nt \"\" 1 \"\" { 1, 2 }\n").unwrap();
    let answer = outwit(&["show", &format!("efg:file={}", path.display())]);
    assert_eq!(answer.code, Some(2));
    assert!(answer.err.contains("line 2, column 6: outcome 1 has 2 payoffs for 1 seats"), "{}", answer.err);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn hidden_games_are_played_and_wrong_requests_are_refused() {
    let game = "hidden-pgame:b=2,d=6,h=1,seed=3";
    // What it remarks goes to the errors.
    let answer = outwit(&["advise", game, "--agent", "overconfident", "--json"]);
    let advice: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert!(advice["move"].is_string(), "{advice}");
    let expected = json(&["expect", game, "overconfident", "random", "--json"]);
    assert!(expected["value"][0].as_f64().unwrap() > -1.0, "{expected}");
    for (arguments, part) in [
        (&["show", "hidden-pgame:h=3/2"][..], "a fraction from 0 to 1"),
        (&["show", "hide:h=1/2"], "write hide:h=2/5,game=(SPEC)"),
        (&["show", "hide:h=1/2,game=(kuhn)"], "give an open game"),
        (&["equilibrium", "tictactoe", "--nodes", "100"], "more than 100 nodes"),
        (&["equilibrium", "chinesecheckers"], "positions come back"),
        (&["exploit", "kuhn", "minimax"], "hides something"),
        (&["exploit", "phantomttt", "random", "--nodes", "1000"], "`--samples 10000` gives bounds instead"),
        (&["exploit", "kuhn", "random", "--samples", "1"], "a whole number from 2 to 1,000,000,000"),
        (&["exploit", "kuhn", "random", "--batch", "5"], "--samples"),
        (&["exploit", "hearts:seats=3", "random", "--samples", "10"], "two-seat zero-sum"),
        (&["show", "hidden-kalah:fewest=5"], "fewest is at most most"),
    ] {
        let answer = outwit(arguments);
        assert_eq!(answer.code, Some(2), "{arguments:?}: {}", answer.out);
        assert!(answer.err.contains(part), "{arguments:?}: {}", answer.err);
    }
}

/// With the king on g6 a rook on the eighth rank mates on h8 and on g8, and not on f8.
#[test]
fn a_win_is_certain_on_every_board_of_a_stated_belief() {
    let fen = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";
    let two = crate::support::file(
        "certain-two.txt",
        "# two boards\n7k/8/6K1/8/8/8/8/R7 w - - 0 1\n6k1/8/6K1/8/8/8/8/R7 w - - 0 1\n",
    );
    let ask = |worlds: &str, more: &[&str]| {
        let words = ["solve", "kriegspiel", "--position", fen, "--seat", "1", "--worlds", worlds];
        words.iter().chain(more).map(|word| word.to_string()).collect::<Vec<_>>()
    };
    let asked = ask(&two, &["--json"]);
    let found = json(&asked.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(found["best"], serde_json::json!(["a1a8"]), "{found}");
    assert_eq!((&found["outcome"], &found["turns"]), (&"seat 1 wins for certain".into(), &1.into()), "{found}");
    let three = crate::support::file(
        "certain-three.txt",
        "7k/8/6K1/8/8/8/8/R7 w - - 0 1\n6k1/8/6K1/8/8/8/8/R7 w - - 0 1\n5k2/8/6K1/8/8/8/8/R7 w - - 0 1\n",
    );
    let asked = ask(&three, &["--turns", "1"]);
    let answer = outwit(&asked.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(
        answer.out.contains("nothing certain was found") && answer.out.contains("worlds    3 positions"),
        "{}",
        answer.out
    );
    // Without a belief all boards count that look the same; in kuhn a king is sure to win
    // the ante, and a jack to lose no more.
    let all = json(&["solve", "kriegspiel", "--position", fen, "--seat", "1", "--turns", "1", "--json"]);
    assert!(all["states"].as_u64().unwrap() > 20 && all["exact"] == false, "{all}");
    for (cards, sure) in [("KJ", 1.0), ("JK", -1.0)] {
        let kuhn = json(&["solve", "kuhn", "--after", cards, "--seat", "1", "--json"]);
        assert_eq!((kuhn["value"][0].as_f64(), kuhn["exact"].as_bool()), (Some(sure), Some(true)), "{kuhn}");
    }
    let refused = outwit(&["solve", "kuhn"]);
    assert!(refused.code == Some(2) && refused.err.contains("`outwit equilibrium kuhn`"), "{}", refused.err);
    let wrong = outwit(&["solve", "kuhn", "--after", "KJ", "--seat", "2"]);
    assert!(wrong.code == Some(2) && wrong.err.contains("seat 2 is not to move there"), "{}", wrong.err);
}
