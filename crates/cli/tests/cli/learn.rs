//! `outwit learn` writes an evaluation that every search can use.

use crate::support::{json, outwit, printed, scratch};

fn learned(name: &str) -> String {
    std::fs::create_dir_all(scratch("learned")).unwrap();
    scratch("learned").join(name).display().to_string()
}

#[test]
fn an_evaluation_learned_from_solved_games_is_used_by_searches() {
    let file = learned("dodgem.txt");
    let told = json(&["learn", "dodgem", "--from", "solved", "--out", &file, "--json"]);
    assert_eq!((&told["evaluation"], &told["combinations"]), (&"distance".into(), &1.into()));
    assert!(told["bits"].as_f64() < told["bits_without_features"].as_f64(), "{told}");
    for agent in ["greedy", "minimax", "alphabeta", "product", "bounds", "maxprob"] {
        let spec = format!("{agent}:eval=(learned:file={file})");
        let advice = json(&["advise", "dodgem", "--agent", &spec, "--json"]);
        assert!(advice["chosen"].is_string() || advice["move"].is_string(), "{advice}");
    }
    // Inside another agent's spec too.
    let spec = format!("expectimax:depth=2,model=(greedy:eval=(learned:file={file}))");
    printed(&["advise", "dodgem", "--agent", &spec]);
}

#[test]
fn random_games_give_the_same_file_for_the_same_seed() {
    let (one, two) = (learned("one.txt"), learned("two.txt"));
    for (file, seed) in [(&one, "7"), (&two, "7")] {
        printed(&["learn", "tictactoe", "--games", "300", "--seed", seed, "--out", file]);
    }
    let text = std::fs::read_to_string(&one).unwrap();
    assert_eq!(text, std::fs::read_to_string(&two).unwrap());
    assert!(text.starts_with("outwit evaluation 1\n") && text.contains("\nevaluation "), "{text}");
}

#[test]
fn recorded_games_are_learned_from_and_the_result_plays_in_the_arena() {
    let (store, file) = (learned("store.sqlite"), learned("recorded.txt"));
    let _ = std::fs::remove_file(&store);
    printed(&["arena", "tictactoe", "random", "greedy", "--deals", "30", "--store", &store]);
    let told = json(&["learn", "tictactoe", "--from", "arena", "--store", &store, "--out", &file, "--json"]);
    assert_eq!(told["tested_on_unseen"], true);
    let agent = format!("alphabeta:depth=1,eval=(learned:file={file})");
    printed(&["arena", "tictactoe", &agent, "random", "--deals", "4", "--store", &store]);
}

#[test]
fn wrong_requests_are_told_what_would_be_right() {
    let nonsense = learned("nonsense.txt");
    std::fs::write(&nonsense, "outwit evaluation 1\npayoffs x\n").unwrap();
    let wrong_file = format!("greedy:eval=(learned:file={nonsense})");
    let dodgem = learned("small.txt");
    printed(&["learn", "dodgem", "--from", "solved", "--out", &dodgem]);
    let other_game = format!("greedy:eval=(learned:file={dodgem})");
    for (arguments, part) in [
        (&["learn", "hearts", "--out", "x"][..], "games for two"),
        (&["learn", "tictactoe", "--out", "x", "--eval", "no"], "no evaluation `no` with features"),
        (&["learn", "connect4", "--out", "x", "--from", "solved", "--states", "1000"], "--from random"),
        (&["learn", "tictactoe", "--out", "x", "--prior", "no"], "flat, bins or entropy"),
        (&["advise", "dodgem", "--agent", "greedy:eval=(learned:file=nowhere.txt)"], "`nowhere.txt` cannot be read"),
        (&["advise", "dodgem", "--agent", "greedy:eval=learned"], "write eval=(learned:file=FILE)"),
        (&["advise", "dodgem", "--agent", &wrong_file], "line 2 of the evaluation"),
        (&["advise", "othello", "--agent", &other_game], "this game has no evaluation `distance`"),
    ] {
        let answer = outwit(arguments);
        assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(answer.err.contains(part), "{arguments:?}: {}", answer.err);
    }
}
