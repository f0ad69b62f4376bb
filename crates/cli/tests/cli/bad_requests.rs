//! A wrong request gets one sentence and exit code 2, whatever it is; failing work gets exit code 1.

use crate::support::{DICE, PENNIES, file, outwit};

fn demand_refusal(arguments: &[&str], part: &str) {
    let answer = outwit(arguments);
    assert_eq!(answer.code, Some(2), "{arguments:?}: {}{}", answer.out, answer.err);
    assert_eq!(answer.out, "", "{arguments:?}");
    assert!(answer.err.contains(part), "{arguments:?}: {}", answer.err);
    assert_eq!(answer.err.lines().count(), 1, "{arguments:?}: {}", answer.err);
    assert!(answer.err.starts_with("outwit: "), "{}", answer.err);
}

/// No result takes the place of what the same command reads.
#[test]
fn what_is_read_is_kept() {
    let tree = include_str!("../../../games/trees/oil.json");
    for (name, request) in [
        ("read-by-decide.json", &["decide", "FILE", "--svg", "FILE"][..]),
        ("read-by-show.json", &["show", "tree:file=FILE", "--svg", "FILE"]),
        ("read-by-advise.json", &["advise", "tree:file=FILE", "--tree", "FILE"]),
        ("read-by-export.json", &["export", "tree:file=FILE", "--efg", "FILE"]),
    ] {
        let path = crate::support::file(name, tree);
        let words: Vec<String> = request.iter().map(|word| word.replace("FILE", &path)).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let answer = crate::support::outwit(&words);
        assert_eq!(answer.code, Some(2), "{words:?}: {}", answer.err);
        assert!(answer.err.contains("is what the command reads"), "{words:?}: {}", answer.err);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), tree, "{words:?}");
    }
}

/// Whoever asks for something that would be left out of the answer hears so.
#[test]
fn what_would_be_left_out_is_refused() {
    let tree = file("left-out.json", include_str!("../../../games/trees/party.json"));
    let game = format!("tree:file={tree}");
    for (arguments, part) in [
        (&["decide", &tree, "--after", "indoors"][..], "--after says nothing to a tree file"),
        (&["decide", &tree, "--position", "garbage"], "write tree:file="),
        (&["decide", &tree, "--deal"], "--deal says nothing"),
        (&["decide", &tree, "--nodes", "5"], "--nodes says nothing to a tree file"),
        (&["decide", &tree, "--rounds", "5"], "--rounds says nothing to a tree file"),
        (&["decide", &game, "--vary", "0.5"], "--vary says nothing to a game"),
        (&["decide", "--lottery", "1:1", "--fee", "3"], "--fee says nothing to lotteries"),
        (&["decide", "--lottery", "1:1", "--after", "x"], "--after says nothing to lotteries"),
        (&["decide", "--prefer", "a > b", "--utility", "sqrt"], "--utility says nothing to preferences"),
        (&["learn", "dodgem", "--out", "/dev/null", "--tournament", "999"], "--from arena"),
        (&["learn", "dodgem", "--out", "/dev/null", "--store", "none.sqlite"], "--from arena"),
        (&["equilibrium", "kuhn", "--method", "lemke-howson", "--target", "0.1"], "--target is for --method cfr"),
        (&["equilibrium", "kuhn", "--method", "all", "--iterations", "10"], "--iterations is for --method cfr"),
        (&["arena", "tictactoe", "random", "greedy", "--json", "--html", "-"], "cannot hold both"),
    ] {
        demand_refusal(arguments, part);
    }
    assert_eq!(outwit(&["abstract", "tictactoe", "--agents", "random", "--model", "uniform"]).code, Some(2));
}

#[test]
fn whoever_uses_another_name_is_told_ours() {
    demand_refusal(&["show", "reversi"], "did you mean `othello`?");
    demand_refusal(&["show", "tic-tac-toe"], "did you mean `tictactoe`?");
    demand_refusal(&["show", "draughts"], "did you mean `checkers`?");
    demand_refusal(&["show", "texas-holdem"], "did you mean `holdem`?");
    demand_refusal(&["show", "shogi"], "there is no game `shogi`: other libraries have it");
    demand_refusal(&["advise", "tictactoe", "--agent", "minmax"], "did you mean `minimax` or `alphabeta`?");
    demand_refusal(
        &["advise", "tictactoe", "--agent", "mcts"],
        "did you mean `uct`, or `ismcts` where something is hidden?",
    );
    demand_refusal(&["advise", "tictactoe", "--agent", "engine"], "plays in `outwit play` and `outwit arena`");
    let answer = outwit(&["show", "scrabble"]);
    assert!(!answer.err.contains("did you mean"), "{}", answer.err);
}

#[test]
fn what_the_parser_says_is_said_in_our_words() {
    for (arguments, part) in [
        (&["perft", "tictactoe", "x"][..], "it is a whole number from 0 to 1,000"),
        (&["play", "tictactoe", "--longest", "x"], "it is not a whole number"),
        (&["play", "tictactoe", "--level", "99"], "it is a whole number from 1 to 20"),
        (&["arena", "tictactoe", "random", "greedy", "--deals", "0"], "it is a whole number from 1 to 1,000,000,000"),
        (&["learn", "tictactoe", "--out", "x", "--cap", "0"], "it is a whole number, at least 1"),
        (&["play", "hearts", "--seat", "9"], "unexpected argument '--seat'"),
    ] {
        let answer = outwit(arguments);
        assert!(answer.code == Some(2) && answer.err.contains(part), "{arguments:?}: {}", answer.err);
        assert!(!answer.err.contains("tip: to pass") && !answer.err.contains("digit"), "{arguments:?}: {}", answer.err);
    }
}

#[test]
fn a_negative_number_is_answered_by_what_would_be_right() {
    for arguments in
        [&["perft", "tictactoe", "-1"][..], &["bench", "--seconds", "-1"], &["play", "tictactoe", "--longest", "-1"]]
    {
        let answer = outwit(arguments);
        assert_eq!(answer.code, Some(2), "{arguments:?}");
        assert!(answer.err.contains("-1") && !answer.err.contains("tip: to pass"), "{arguments:?}: {}", answer.err);
    }
}

#[test]
fn names_and_specs_that_do_not_exist_are_refused_with_the_nearest() {
    demand_refusal(&["show", "conect4"], "did you mean `connect4`?");
    demand_refusal(&["show", "zzz"], "the games are: ");
    demand_refusal(&["games", "otello"], "did you mean `othello`?");
    demand_refusal(&["agents", "alfabeta"], "did you mean `alphabeta`?");
    demand_refusal(&["advise", "tictactoe", "--agent", "minimaxx"], "did you mean `minimax`?");
    demand_refusal(&["advise", "tictactoe", "--agent", "zzz"], "the agents are: ");
    demand_refusal(&["show", "connect4:wdth=5"], "did you mean `width`?");
    demand_refusal(&["show", "connect4:width=99"], "width is a whole number from 4 to 9");
    demand_refusal(&["show", "connect4:width=5,width=6"], "`width` stands a second time");
    demand_refusal(&["show", "connect4:width"], "`=` must follow");
    demand_refusal(&["show", ""], "a name is missing");
    demand_refusal(&["show", "connect4:width=(5"], "`)` is missing");
    demand_refusal(&["advise", "tictactoe", "--agent", "minimax:depth=-1"], "depth is a whole number from 0 to 200");
    demand_refusal(
        &["advise", "tictactoe", "--agent", "minimax:depth=99999999999999999999"],
        "depth is a whole number",
    );
    demand_refusal(&["advise", "tictactoe", "--agent", "minimax:eval=x"], "no evaluation `x`");
    demand_refusal(&["advise", "tictactoe", "--agent", "minimax:blunder=2"], "blunder is a number from 0 to 1");
    demand_refusal(&["advise", "tictactoe", "--agent", "minimax:time=5"], "time is a time such as");
    demand_refusal(&["advise", "tictactoe", "--agent", "expectimax:model=(nobody)"], "no agent `nobody`");
    demand_refusal(&["expect", "tictactoe", "minimax", "nobody"], "no agent `nobody`");
    demand_refusal(&["play", "tictactoe", "human", "nobody"], "seat 2: there is no agent `nobody`");
    demand_refusal(&["play", "tictactoe", "--hint-agent", "nobody"], "--hint-agent: there is no agent");
    demand_refusal(&["play", "nothing"], "there is no game `nothing`");
}

#[test]
fn positions_and_moves_that_cannot_be_are_refused_with_the_reason() {
    demand_refusal(&["show", "tictactoe", "--position", "x..zo.... 1"], "--position: character 4 of the board, `z`");
    demand_refusal(&["show", "tictactoe", "--position", ""], "--position: ");
    demand_refusal(&["show", "tictactoe", "--position", "--json"], "--position: ");
    demand_refusal(&["moves", "tictactoe", "--after", "b2 b2"], "move 2 of --after: `b2` is not a legal move here");
    demand_refusal(&["moves", "tictactoe", "--after", "b2 b2"], "legal: a3 b3 c3 a2 c2 a1 b1 c1");
    for (game, typed) in [("connect4", "-1"), ("connect4", "+4"), ("kalah", "-3"), ("goofspiel", "-2"), ("go", "c3-")] {
        let wanted = format!("move 1 of --after: `{typed}` is not a legal move here");
        demand_refusal(&["show", game, "--after", typed], &wanted);
    }
    demand_refusal(&["show", "tictactoe", "--position", "xxxoo.... 2", "--after", "c1"], "the game is over");
    demand_refusal(&["show", DICE, "--after", "fair-dye"], "did you mean `fair-die`?");
    demand_refusal(&["show", DICE, "--position", "nowhere"], "--position: ");
    demand_refusal(&["perft", "tictactoe", "2", "--after", "-"], "move 1 of --after");
    demand_refusal(&["winprob", "4..x"], "`x` is not a number");
    demand_refusal(&["winprob", "5..4"], "the lower end comes first");
    demand_refusal(&["winprob", " "], "there is no interval");
    demand_refusal(&["winprob", "1 2 3 4 5 6 7"], "at most 6 seats");
    demand_refusal(&["winprob", "nan..1"], "`nan` is not a number");
    demand_refusal(&["advise", "tree:file=crates/games/trees/maxprob-figure1.json", "--agent", "brs"], "cannot pass");
    demand_refusal(&["advise", "tictactoe", "--agent", "offensive:target=3"], "target=3 is no seat");
    demand_refusal(&["advise", "tictactoe", "--agent", "probmaxn:models=zzz"], "no evaluation `zzz`");
    demand_refusal(&["solve", "tictactoe", "--after", "x"], "move 1 of --after");
}

#[test]
fn only_the_folder_of_the_store_by_default_is_made() {
    let folder = crate::support::scratch("no-such-folder");
    let inside = |name: &str| folder.join(name).display().to_string();
    let (store, below) = (inside("a.sqlite"), inside("below/plots"));
    let missing = format!("there is no folder `{}`", folder.display());
    let plots = crate::support::scratch("unmade-plots");
    let play = ["arena", "tictactoe", "random", "greedy", "--deals", "2", "--plot", plots.to_str().unwrap()];
    demand_refusal(&[&play[..], &["--store", &store]].concat(), &missing);
    demand_refusal(&["reproduce", "maxprob-2011", "--figure", "1", "--store", &store], &missing);
    demand_refusal(&["learn", "tictactoe", "--games", "5", "--out", &inside("x.txt")], &missing);
    demand_refusal(&["analyse", "tictactoe", "--plot", &below], "there is no folder");
    demand_refusal(&["reproduce", "maxprob-2011", "--figure", "1", "--out", &below], "there is no folder");
    assert!(!folder.exists() && !plots.exists(), "nothing is left behind");
}

#[test]
fn nobody_advises_where_nobody_decides() {
    demand_refusal(&["advise", DICE, "--after", "fair-die"], "it is chance's turn");
    demand_refusal(&["advise", "tictactoe", "--position", "xxxoo.... 2"], "the game is over");
    demand_refusal(&["advise", "tictactoe", "--position", "xxxoo.... 2", "--json"], "the game is over");
}

#[test]
fn agents_that_cannot_play_a_game_are_refused_with_those_that_can() {
    demand_refusal(&["advise", DICE, "--agent", "alphabeta"], "has chance; these can play it: random, greedy");
    demand_refusal(&["play", DICE, "human", "minimax"], "expectiminimax");
    let hidden = format!("tree:file={}", file("refused-pennies.json", PENNIES));
    demand_refusal(&["advise", &hidden, "--agent", "alphabeta"], "hides something; these can play it: random");
    demand_refusal(&["expect", &hidden, "greedy", "random"], "hides something");
}

#[test]
fn seats_must_be_filled_exactly() {
    demand_refusal(&["expect", "tictactoe", "random", "random", "random"], "2 seats and 3 agents are given");
    demand_refusal(&["play", "tictactoe", "random", "random", "random"], "2 seats and 3 agents are given");
    demand_refusal(&["expect", "connect4", "random", "--limit", "100"], "more than 100 decisions");
}

#[test]
fn files_that_cannot_be_read_are_named() {
    demand_refusal(&["show", "tree:file=no/such/file.json"], "`no/such/file.json` cannot be read");
    demand_refusal(&["show", "tree:file=crates"], "`crates` cannot be read");
    demand_refusal(&["show", "tree"], "write tree:file=PATH");
    let broken =
        file("broken.json", r#"{"players": 2, "root": {"turn": 3, "children": [{"move": "a", "payoffs": [1, 2]}]}}"#);
    demand_refusal(&["show", &format!("tree:file={broken}")], "broken.json: ");
    demand_refusal(&["play", "--load", "no/such/game.json"], "`no/such/game.json` cannot be read");
    let not_saved = file("not-saved.json", "{}");
    demand_refusal(&["play", "--load", &not_saved], "not-saved.json: the key `game`");
    let saved = |name: &str, game: &str, start: &str, moves: &str, agents: &str| {
        let text =
            format!(r#"{{"game": "{game}", "seed": 0, "start": "{start}", "moves": {moves}, "agents": {agents}}}"#);
        file(name, &text)
    };
    let start = "......... 1";
    for (name, path, part) in [
        ("game", saved("bad-1.json", "nothing", start, "[]", "[]"), "bad-1.json: there is no game"),
        ("start", saved("bad-2.json", "tictactoe", "?", "[]", r#"["human", "human"]"#), "bad-2.json: start: "),
        ("moves", saved("bad-3.json", "tictactoe", start, r#"["b2", "b2"]"#, r#"["human", "human"]"#), "move 2: "),
        ("seats", saved("bad-4.json", "tictactoe", start, "[]", r#"["human"]"#), "2 seats, and 1 agents"),
        ("agent", saved("bad-5.json", "tictactoe", start, "[]", r#"["human", "zzz"]"#), "seat 2: there is no agent"),
    ] {
        assert!(!name.is_empty());
        demand_refusal(&["play", "--load", &path], part);
    }
    let other = saved("other.json", "tictactoe", start, "[]", r#"["human", "human"]"#);
    demand_refusal(&["play", "connect4", "--load", &other], "holds a game of tictactoe, not of connect4");
}

#[test]
fn the_output_holds_one_document() {
    demand_refusal(&["show", "tictactoe", "--svg", "-", "--json"], "both a drawing and JSON");
    demand_refusal(&["advise", "tictactoe", "--tree", "-", "--json"], "both a tree and the advice");
    demand_refusal(&["advise", "tictactoe", "--agent", "random", "--tree", "-"], "so there is no tree");
    let deep = ["advise", "connect4", "--agent", "minimax:depth=7", "--tree", "-"];
    demand_refusal(&deep, "more than 200000 nodes");
}

#[test]
fn command_lines_that_make_no_sense_are_refused_by_usage() {
    for arguments in [
        &[][..],
        &["shw"],
        &["show"],
        &["show", "tictactoe", "--seed", "-1"],
        &["show", "tictactoe", "--seed", "18446744073709551616"],
        &["show", "tictactoe", "--seed", "x"],
        &["show", "tictactoe", "--nonsense"],
        &["show", "tictactoe", "extra"],
        &["perft", "tictactoe"],
        &["perft", "tictactoe", "1001"],
        &["perft", "tictactoe", "-3"],
        &["expect", "tictactoe"],
        &["play"],
        &["play", "--load", "x", "--seed", "3"],
        &["bench", "--seconds", "nan"],
        &["bench", "--seconds", "1e9"],
        &["completions", "sh"],
    ] {
        let answer = outwit(arguments);
        assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(!answer.err.is_empty() && !answer.err.contains("panicked"), "{arguments:?}: {}", answer.err);
    }
}

#[test]
fn work_that_fails_has_exit_code_1() {
    for arguments in [
        &["show", "tictactoe", "--svg", "PLACE"][..],
        &["advise", "tictactoe", "--agent", "minimax:depth=1", "--tree", "PLACE"],
        &["play", "tictactoe", "random", "random", "--save", "PLACE"],
    ] {
        let ask = |place: &str| {
            let arguments: Vec<String> = arguments.iter().map(|word| word.replace("PLACE", place)).collect();
            outwit(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
        };
        // A disk without room, where there is one.
        if std::path::Path::new("/dev/full").exists() {
            let answer = ask("/dev/full");
            assert_eq!(answer.code, Some(1), "{arguments:?}");
            assert!(answer.err.contains("`/dev/full` cannot be written"), "{}", answer.err);
            assert_eq!(answer.err.lines().count(), 1);
        }
        // A place that is not there is a wrong request.
        let answer = ask("/no/such/folder/x");
        assert_eq!(answer.code, Some(2), "{arguments:?}");
        assert!(answer.err.contains("there is no folder `/no/such/folder`"), "{}", answer.err);
    }
}

#[test]
fn complaints_are_one_short_line_whatever_was_typed() {
    let long = "x".repeat(100_000);
    let obeyed = "a\u{1b}[31mb\u{7}";
    for text in [long.as_str(), obeyed] {
        for arguments in [
            vec!["show", text],
            vec!["show", "tictactoe", "--position", text],
            vec!["show", "tictactoe", "--after", text],
            vec!["show", "tictactoe", "--seed", text],
            vec!["advise", "tictactoe", "--agent", text],
            vec!["arena", "replay", text],
            vec!["arena", "tictactoe", "random", text],
            vec!["play", "--load", text],
            vec!["agents", text],
            vec![text],
        ] {
            let answer = outwit(&arguments);
            assert_eq!(answer.code, Some(2), "{}", answer.err);
            assert!(answer.err.len() < 1200, "{}: {} bytes", arguments[0], answer.err.len());
            assert!(!answer.err.contains(['\u{1b}', '\u{7}']), "{:?}", answer.err);
        }
    }
}

#[test]
fn a_tree_whose_moves_a_terminal_would_obey_is_refused() {
    let text = r#"{"players": 1, "root": {"turn": 1, "children": [{"move": "a\u001b[31m", "payoffs": [1]}]}}"#;
    let path = file("obeyed.json", text);
    demand_refusal(&["show", &format!("tree:file={path}")], "holds a character that cannot be shown");
}
