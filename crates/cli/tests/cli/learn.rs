//! `outwit learn` writes an evaluation that every search can use.

use crate::support::{file, json, outwit, printed, scratch};

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
        (&["advise", "othello", "--agent", &other_game], "the evaluation `distance`, so of another game"),
    ] {
        let answer = outwit(arguments);
        assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(answer.err.contains(part), "{arguments:?}: {}", answer.err);
    }
}

/// Learns from so many games of its own, and gives the file's text.
fn self_taught(game: &str, file: &str, games: &str, more: &[&str]) -> String {
    let arguments = ["learn", game, "--self-play", "--model", "network:hidden=8", "--games", games, "--out", file];
    printed(&[&arguments, more].concat());
    std::fs::read_to_string(file).unwrap()
}

#[test]
fn play_against_itself_gives_the_same_file_again_and_goes_on_where_it_was_kept() {
    let [one, two, kept] = ["self-one.txt", "self-two.txt", "self-kept.txt"].map(learned);
    let _ = std::fs::remove_file(&kept);
    let at_once = self_taught("dodgem", &one, "128", &["--seed", "3"]);
    assert!(
        at_once.starts_with("outwit evaluation 2\ngame dodgem\ncommand outwit learn dodgem --self-play --model "),
        "{at_once}"
    );
    self_taught("dodgem", &two, "64", &["--seed", "3", "--keep", &kept]);
    assert_eq!(self_taught("dodgem", &two, "128", &["--seed", "3", "--keep", &kept]), at_once);
    // The command that stands in the file makes it once more.
    let command = at_once.lines().nth(2).unwrap().strip_prefix("command outwit ").unwrap();
    let arguments: Vec<&str> = command.split(' ').chain(["--out", &two]).collect();
    printed(&arguments);
    assert_eq!(std::fs::read_to_string(&two).unwrap(), at_once);
    // Another training is not gone on with.
    let model = ["learn", "dodgem", "--self-play", "--model", "network:hidden=8", "--keep", &kept, "--out", &two];
    let answer = outwit(&[&model[..], &["--games", "64"]].concat());
    assert_eq!(answer.code, Some(2));
    assert!(answer.err.contains("it is of another training: seed was 3 and is 0 now"), "{}", answer.err);
    let answer = outwit(&[&model[..], &["--games", "64", "--seed", "3"]].concat());
    assert_eq!(answer.code, Some(2));
    assert!(answer.err.contains("it has played 128 games, and 64 are asked for"), "{}", answer.err);
}

#[test]
fn learning_begins_with_what_another_file_has_learned() {
    let [first, second] = ["self-first.txt", "self-second.txt"].map(learned);
    let start = self_taught("dodgem", &first, "64", &[]);
    // Steps of no length change nothing, so the weights are those it began with.
    let more = ["--rate", "0", "--seed", "9", "--start", &first];
    let text = self_taught("dodgem", &second, "32", &more);
    let weights = |text: &str| text.lines().filter(|line| !line.contains(' ')).map(String::from).collect::<Vec<_>>();
    assert_eq!(weights(&text), weights(&start));
    assert!(text.lines().nth(2).unwrap().contains(&format!(" --start {first} ")), "{text}");
    assert_ne!(weights(&self_taught("dodgem", &second, "32", &more[2..])), weights(&start));
    for (arguments, part) in [
        (
            &["learn", "dodgem", "--self-play", "--out", "x", "--start", &first][..],
            "does not grow into a network:hidden=64",
        ),
        (&["learn", "dodgem:size=4", "--self-play", "--out", "x", "--start", &first], "it was learned for `dodgem`"),
        (&["learn", "dodgem", "--self-play", "--out", "x", "--start", "nowhere.txt"], "`nowhere.txt` cannot be read"),
    ] {
        let answer = outwit(arguments);
        assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(answer.err.contains(part), "{arguments:?}: {}", answer.err);
    }
}

#[test]
fn what_is_no_number_any_more_is_not_written() {
    let (out, kept) = (file("steps-too-long.txt", "what was there"), learned("steps-too-long-kept.txt"));
    let _ = std::fs::remove_file(&kept);
    let long = ["learn", "dodgem", "--self-play", "--games", "32", "--rate", "1e300", "--keep", &kept, "--out", &out];
    let answer = outwit(&long);
    assert_eq!(answer.code, Some(1), "{}", answer.err);
    assert!(answer.err.contains("try a --rate smaller than"), "{}", answer.err);
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "what was there");
    assert!(!std::path::Path::new(&kept).exists());
}

#[test]
fn two_results_are_not_written_to_one_file() {
    let one = learned("self-and-kept.txt");
    let _ = std::fs::remove_file(&one);
    let answer = outwit(&["learn", "dodgem", "--self-play", "--games", "32", "--keep", &one, "--out", &one]);
    assert_eq!(answer.code, Some(2));
    assert!(answer.err.contains("two results would be written to"), "{}", answer.err);
}

#[test]
fn any_game_learns_from_itself_and_every_search_can_use_it() {
    for (game, agents) in [
        ("dodgem", &["alphabeta:depth=2,", "uct:sims=20,horizon=2,", "maxprob:depth=2,", "compose:value="][..]),
        ("chinesecheckers", &["maxn:depth=1,"]),
        ("hearts:cards=2", &["ismcts:sims=20,horizon=2,"]),
        ("kuhn", &["ismcts:sims=20,"]),
    ] {
        let file = learned(&format!("self-{}.txt", game.split(':').next().unwrap()));
        self_taught(game, &file, "16", &["--batch", "8", "--cap", "60"]);
        for agent in agents {
            let spec = match agent.strip_suffix("value=") {
                Some(agent) => format!("{agent}grow=full,value=(learned:file={file}),depth=2"),
                None => format!("{agent}eval=(learned:file={file})"),
            };
            printed(&["advise", game, "--deal", "--agent", &spec]);
        }
    }
}

#[test]
fn what_was_learned_for_another_game_or_changed_is_refused() {
    let (file, bad) = (learned("self-refused.txt"), learned("self-bad.txt"));
    let text = self_taught("dodgem", &file, "8", &["--batch", "8"]);
    std::fs::write(&bad, text.replace("model network", "model netwrok")).unwrap();
    let (other, changed) = (format!("greedy:eval=(learned:file={file})"), format!("greedy:eval=(learned:file={bad})"));
    for (arguments, part) in [
        (&["advise", "dodgem:size=4", "--agent", &other][..], "it was learned for `dodgem`"),
        (&["advise", "tictactoe", "--agent", &other], "it was learned for `dodgem`"),
        (&["advise", "dodgem", "--agent", &changed], "changed or cut off"),
        (&["learn", "dodgem", "--self-play", "--out", "x", "--model", "brain"], "network, linear and tuples"),
        (&["learn", "dodgem", "--self-play", "--out", "x", "--sight", "eagle"], "it has: parts"),
        (&["learn", "dodgem", "--self-play", "--out", "x", "--lambda", "2"], "not a number from 0 to 1"),
    ] {
        let answer = outwit(arguments);
        assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(answer.err.contains(part), "{arguments:?}: {}", answer.err);
    }
}
