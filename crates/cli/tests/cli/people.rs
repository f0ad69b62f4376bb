//! Whole games as a person plays them, from what the seat is shown alone: through a pipe, and at a terminal.

use crate::support::{json, outwit, typed};

/// A person who takes the first legal move that is listed, again and again.
fn first_moves(arguments: &[&str]) -> String {
    // Each run is repeated with one more answer until the game is over: a pipe cannot look at the screen.
    let mut typed_so_far = String::new();
    for _ in 0..80 {
        let answer = typed(arguments, &typed_so_far);
        assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""), "{arguments:?}\n{}", answer.out);
        if answer.out.contains("The game is over") {
            return answer.out;
        }
        let listed = answer.out.lines().rev().find(|line| line.contains(" move: ") || line.contains(" moves: "));
        let moves = listed.and_then(|line| line.split_once(": ")).unwrap_or_else(|| panic!("{}", answer.out)).1;
        typed_so_far += &format!("{}\n", moves.split(' ').next().unwrap());
    }
    panic!("{arguments:?} does not end: {typed_so_far}")
}

#[test]
fn hidden_hearts_shows_the_hand_the_table_and_the_tricks_and_never_the_others_cards() {
    let text = first_moves(&["play", "hearts", "human", "random", "random", "random", "--seed", "3"]);
    for part in
        ["you hold S ", "your hand: S ", "seat 1 (you)", " tricks ", " points", "last trick: ", " plays ", "take"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(text.contains("All is shown:") && text.contains(" points"), "{text}");
    assert!(text.contains("You win") || text.contains("You lose") || text.contains("You share"), "{text}");
    // Before the end no hand but the own is written anywhere.
    let before = text.split("All is shown:").next().unwrap();
    assert!(!before.contains("seat 2  S ") && !before.contains('/'), "{before}");
}

/// Between two hands of a match a person sees who has taken what, what the hand paid and how the match stands.
#[test]
fn every_hand_of_a_match_ends_with_a_showdown() {
    let words = ["play", "match:hands=2,game=(hearts:cards=3)", "human", "random", "random", "random", "--seed", "3"];
    let text = first_moves(&words);
    let (first, second) = text.split_once("hand 2 of 2 is dealt").unwrap_or_else(|| panic!("{text}"));
    let (_, over) = first.split_once("The hand is over:").unwrap_or_else(|| panic!("{text}"));
    for part in ["seat 1 (you)", " trick", " points", "All is shown:", "all cards are played", "hand 1 of 2, seat 1: "]
    {
        assert!(over.contains(part), "{part}: {over}");
    }
    // How the match stands is what the next deal tells.
    let stands = over.lines().rev().find_map(|line| line.strip_prefix("hand 1 of 2, ")).unwrap();
    assert!(second.starts_with(&format!("; {stands}")), "{text}");
    assert_eq!(text.matches("The hand is over:").count(), 1, "the last one ends the match: {text}");
}

#[test]
fn hidden_spades_are_played_from_the_seat() {
    let text = first_moves(&["play", "spades", "human", "random", "random", "random"]);
    for part in ["your hand: S ", "seat 1 (you)", "spades are not broken", "last trick: "] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn phantom_tic_tac_toe_shows_the_own_board() {
    let text = first_moves(&["play", "phantomttt", "human", "random", "--seed", "1"]);
    assert!(text.contains("3 x . .\n2 . . .\n1 . . .\n  a b c"), "{text}");
    assert!(text.contains("seat 2 has made a mark somewhere"), "{text}");
    assert!(text.contains("All is shown:"), "{text}");
    let refused =
        typed(&["play", "phantomttt", "random", "human", "--seed", "1"], "a3\nb3\nc3\na2\nb2\nc2\na1\nb1\nc1\n");
    assert!(refused.out.contains("is taken by seat 1: try another square"), "{}", refused.out);
}

#[test]
fn pokers_end_with_the_others_card_and_last_move() {
    let text = first_moves(&["play", "kuhn", "human", "random", "--seed", "2"]);
    for part in
        ["you are dealt ", "seat 1 (you)", "?  paid 1", "in the pot: 2", "seat 2 ", "All is shown:", "seat 2 holds "]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    let text = first_moves(&["play", "leduc", "human", "random", "--seed", "5"]);
    assert!(text.contains("you are dealt ") && text.contains("seat 2 holds "), "{text}");
    let told = text.split("All is shown:").next().unwrap();
    assert!(!told.contains("seat 2 holds"), "{told}");
}

#[test]
fn two_people_at_one_screen_have_a_curtain_between_them() {
    let answer = typed(&["play", "kuhn", "human", "human", "--seed", "2"], "\ncheck\n\nbet\n\nfold\n");
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    let first = answer.out.find("seat 1 is to move. Press Enter").unwrap();
    let second = answer.out.find("seat 2 is to move. Press Enter").unwrap();
    let between = &answer.out[first..second];
    assert_eq!(between.matches("you are dealt").count(), 1, "{}", answer.out);
    assert!(answer.out.contains("The game is over: seat 1: -1, seat 2: 1. Seat 2 wins by 1."), "{}", answer.out);
}

#[test]
fn the_default_opponent_of_a_hidden_game_is_never_random() {
    for (game, seats) in [
        ("kuhn", "human equilibrium,"),
        ("leduc", "human equilibrium,"),
        ("phantomttt", "human ismcts,"),
        ("holdem", "human ismcts,"),
        ("hearts", "human ismcts ismcts ismcts,"),
        ("god", "human,"),
        ("hidden-pgame:d=4", "human equilibrium,"),
        ("connect4", "human alphabeta:eval=learned,nodes=500000,"),
        ("chinesecheckers:seats=3", "human maxn:eval=learned,nodes=400000 maxn:eval=learned,nodes=400000,"),
        ("chinesecheckers:seats=4", "human maxn maxn maxn,"),
        ("dilemma", "human "),
        ("backgammon", "human expectiminimax,"),
    ] {
        let answer = typed(&["play", game], "");
        assert!(answer.out.lines().next().unwrap().contains(&format!("seats: {seats}")), "{}", answer.out);
    }
}

#[test]
fn the_end_can_be_taken_back_and_results_are_told_in_words() {
    let won = "b2\na3\nb1\nb3\nc3\na1\na2\nc2\n";
    let text = typed(&["play", "tictactoe", "human", "human"], &format!("{won}c1\nundo\nquit\n")).out;
    assert!(text.contains("The game is over: seat 1: 0, seat 2: 0. A draw."), "{text}");
    assert_eq!(text.matches("seat 1> c1").count(), 1, "{text}");
    assert!(text.trim_end().ends_with("seat 1> quit"), "{text}");
    let text = typed(&["play", "tictactoe", "random", "human", "--after", "a1 a2 b1 b2"], "").out;
    assert!(text.contains("seat 1 (random) plays") || text.contains("You"), "{text}");
}

#[test]
fn another_game_is_the_next_deal() {
    let text = typed(&["play", "kuhn", "human", "human", "--seed", "4"], "\ncheck\n\ncheck\nagain\n\nq\n").out;
    assert!(text.contains("seats: human human, seed 4\n") && text.contains("seats: human human, seed 5\n"), "{text}");
    // Where play began somewhere wanted, it begins there again.
    let ended = ["play", "tictactoe", "human", "human", "--position", "xx.oo.... 1"];
    let text = typed(&ended, "c3\nagain\nq\n").out;
    assert_eq!(text.matches("3 x x .").count(), 2, "{text}");
}

#[test]
fn a_name_where_a_command_belongs_is_told_the_command() {
    for (typed, wanted) in [
        ("connect4", "`outwit play connect4` plays it"),
        ("alphabeta:depth=3", "`outwit agents alphabeta`"),
        ("frank-1994", "`outwit reproduce frank-1994`"),
    ] {
        let answer = outwit(&[typed]);
        assert!(answer.code == Some(2) && answer.err.contains(wanted), "{}", answer.err);
    }
}

#[test]
fn rules_are_told_while_playing_and_before() {
    let text = typed(&["play", "hearts:cards=3"], "help\nquit\n").out;
    assert!(text.contains("help for the rules"), "{text}");
    for part in ["Hearts: avoid the tricks", "a card: `QS`", "Ctrl-C while an agent thinks"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(outwit(&["games", "hearts"]).out.contains("Hearts: avoid the tricks"));
    assert!(outwit(&["games", "tree"]).out.contains("A final node has `payoffs`"));
}

#[test]
fn moves_are_read_in_any_sensible_spelling() {
    let text = typed(&["play", "tictactoe", "human", "human"], "B2\n A1 \nquit\n").out;
    assert!(text.contains("2 . x .\n1 o . ."), "{text}");
    let start = ["show", "backgammon", "--position"];
    let dice = "2o,0,0,0,0,5x,0,3x,0,0,0,5o,5x,0,0,0,3o,0,5o,0,0,0,0,2x 0/0 0/0 3-2 1";
    let shown = |mv: &str| json(&[start[0], start[1], start[2], dice, "--after", mv, "--json"])["position"].clone();
    assert_eq!(shown("13/11,13/10"), shown("13/10,13/11"));
    let text = typed(&["play", "backgammon", "human", "human", "--position", dice], "13/11, 13/10\nquit\n").out;
    assert!(!text.contains("is not a legal move"), "{text}");
}

/// A blank between the parts of a play, as it is usually written, though the first part may be a play of its own.
#[test]
fn a_line_at_the_prompt_is_one_move() {
    let rolled = |dice: &str, typed_in: &str| {
        let position = format!("2o,0,0,0,0,5x,0,3x,0,0,0,5o,5x,0,0,0,3o,0,5o,0,0,0,0,2x 0/0 0/0 {dice} 1");
        typed(&["play", "backgammon", "human", "human", "--position", &position], typed_in).out
    };
    let text = rolled("3-1", "8/5 6/5\nquit\n");
    assert!(!text.contains("not a legal move") && text.ends_with("seat 2> quit\n"), "{text}");
    // With this roll 8/5 is a play, and not the one that was typed.
    let text = rolled("2-1", "8/5 6/5\nquit\n");
    assert!(text.contains("`8/5 6/5` is not a legal move here; legal:"), "{text}");
    assert!(text.ends_with("seat 1> quit\n"), "{text}");
}

#[test]
fn commands_are_read_in_any_case_and_moves_before_them() {
    let path = crate::support::scratch("Saved-Game.json");
    let text =
        typed(&["play", "tictactoe", "human", "human"], &format!("HELP\nMoves\nSave {}\nQUIT\n", path.display())).out;
    assert!(text.contains("the legal moves") && text.contains("9 moves: ") && path.exists(), "{text}");
    assert!(!text.contains("not a legal move") && text.ends_with("seat 1> QUIT\n"), "{text}");
    let game = r#"{"players": 1, "root": {"turn": 1, "children": [{"move": "quit", "payoffs": [1]}, {"move": "stay", "payoffs": [2]}]}}"#;
    let game = format!("tree:file={}", crate::support::file("loud-quit.json", game));
    assert!(typed(&["play", &game], "QUIT\n").out.contains("The game is over: seat 1: 1."));
}

#[test]
fn an_empty_line_is_harmless_after_the_end_too() {
    let path = crate::support::scratch("finished.json");
    let position = ["play", "tictactoe", "human", "human", "--position", "xx.oo.... 1"];
    let text = typed(&position, &format!("c3\n\nsave {}\nquit\n", path.display())).out;
    assert!(text.contains("Saved as ") && path.exists(), "{text}");
}

#[test]
fn what_is_hidden_is_not_looked_at_by_taking_back() {
    let bet = ["play", "leduc", "human", "human", "--seed", "2"];
    let text = typed(&bet, "\ncheck\n\nundo\nquit\n").out;
    assert!(text.contains("no move is taken back before the end") && text.contains("--undo"), "{text}");
    assert!(text.ends_with("seat 2> quit\n"), "{text}");
    // Who asked for it may, and so may everybody once all is shown.
    let text = typed(&[&bet[..], &["--undo"]].concat(), "\ncheck\n\nundo\n\nquit\n").out;
    assert!(!text.contains("taken back") && text.ends_with("seat 1> quit\n"), "{text}");
    let text = typed(&["play", "kuhn", "human", "human", "--seed", "2"], "\ncheck\n\ncheck\nundo\n\nquit\n").out;
    assert!(text.contains("The game is over") && text.ends_with("seat 2> quit\n"), "{text}");
    let text = typed(&["play", "kuhn", "human", "human", "--seed", "2"], "\nundo\nquit\n").out;
    assert!(text.contains("There is nothing to take back."), "{text}");
}

#[test]
fn what_is_told_at_the_prompt_fits_into_eighty_columns() {
    let text = typed(&["play", "chess", "human", "human"], "e9\nhelp\nquit\n").out;
    assert!(text.contains("`e9` is not a legal move here; legal: "), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn a_seat_is_shown_what_it_sees_and_nothing_else() {
    let seen = json(&["show", "kuhn", "--after", "KJ check", "--seat", "2", "--json"]);
    assert_eq!(seen["seen"], serde_json::json!(["you hold J", "check"]));
    assert_eq!((&seen["position"], seen["seat"].as_u64()), (&serde_json::Value::Null, Some(2)));
    assert!(!seen["picture"].as_str().unwrap().contains('K'), "{seen}");
    let other = json(&["show", "kuhn", "--after", "QJ check", "--seat", "2", "--json"]);
    assert_eq!(seen["picture"], other["picture"]);
    let drawing = outwit(&["show", "kuhn", "--after", "KJ check", "--seat", "2", "--svg", "-"]).out;
    assert!(drawing.starts_with("<svg") && !drawing.contains(">K<") && drawing.contains(">J<"), "{drawing}");
    let answer = outwit(&["show", "kuhn", "--seat", "3"]);
    assert_eq!(answer.code, Some(2));
    assert!(answer.err.contains("kuhn has no seat 3: give 1 to 2"), "{}", answer.err);
}

#[test]
fn a_king_and_pawn_ending_lets_a_person_move() {
    let text = typed(&["play", "kpk"], "").out;
    assert!(text.contains("seat 1> "), "{text}");
    assert!(!text.contains("The game is over"), "{text}");
}

#[test]
fn agents_leave_a_game_as_json() {
    let game = json(&["play", "tictactoe", "random", "random", "--json"]);
    assert_eq!(crate::support::keys(&game), ["game", "seed", "start", "played", "agents", "payoffs"]);
    assert_eq!(game["payoffs"].as_array().unwrap().len(), 2);
    assert_eq!(outwit(&["play", "tictactoe", "--json"]).code, Some(2));
}

/// At a real terminal: line editing, completion and the interrupt key.
#[cfg(unix)]
mod terminal {
    use crate::support::{command, demand_all_commands, scratch};
    use nix::pty::openpty;
    use std::fs::File;
    use std::io::{Read, Write};
    use std::process::{Child, Stdio};
    use std::sync::mpsc::{Receiver, channel};
    use std::time::{Duration, Instant};

    struct Terminal {
        keys: File,
        screen: Receiver<Vec<u8>>,
        seen: String,
        /// What came just before what was waited for last.
        last: String,
        /// Everything so far.
        all: String,
        child: Child,
    }

    impl Terminal {
        fn open(arguments: &[&str]) -> Terminal {
            let pair = openpty(None, None).unwrap();
            let mut command = command(arguments);
            command.stdin(Stdio::from(pair.slave.try_clone().unwrap()));
            command.stdout(Stdio::from(pair.slave.try_clone().unwrap()));
            command.stderr(Stdio::from(pair.slave)).env("TERM", "xterm").env_remove("NO_COLOR");
            let child = command.spawn().unwrap();
            drop(command);
            let keys = File::from(pair.master);
            let mut reading = keys.try_clone().unwrap();
            let (send, screen) = channel();
            std::thread::spawn(move || {
                let mut bytes = [0; 4096];
                while let Ok(count @ 1..) = reading.read(&mut bytes) {
                    if send.send(bytes[..count].to_vec()).is_err() {
                        return;
                    }
                }
            });
            Terminal { keys, screen, seen: String::new(), last: String::new(), all: String::new(), child }
        }

        fn expect(&mut self, part: &str) {
            self.expect_any(&[part]);
        }

        /// Waits until one of these stands on the screen, says which, and forgets what came before.
        fn expect_any(&mut self, parts: &[&str]) -> usize {
            let end = Instant::now() + Duration::from_secs(120);
            loop {
                // The one that stands first.
                let found = parts.iter().enumerate().filter_map(|(place, part)| Some((self.seen.find(part)?, place)));
                if let Some((at, place)) = found.min() {
                    let rest = self.seen.split_off(at + parts[place].len());
                    self.last = self.seen[..at].to_string();
                    self.seen = rest;
                    return place;
                }
                let left = end.saturating_duration_since(Instant::now());
                match self.screen.recv_timeout(left) {
                    Ok(bytes) => {
                        let text = String::from_utf8_lossy(&bytes);
                        self.seen += &text;
                        self.all += &text;
                    }
                    Err(_) => panic!("{parts:?} does not come: {}", self.all),
                }
            }
        }

        fn type_in(&mut self, keys: &str) {
            self.keys.write_all(keys.as_bytes()).unwrap();
        }

        fn code(&mut self) -> Option<i32> {
            self.child.wait().unwrap().code()
        }
    }

    /// A person who types the first move that is listed until the game is over. What the terminal shows, to the end.
    fn whole_game(arguments: &[&str]) -> String {
        let mut terminal = Terminal::open(arguments);
        for _ in 0..60 {
            if terminal.expect_any(&["over (again", " moves: ", " move: "]) == 0 {
                terminal.type_in("quit\r");
                assert_eq!(terminal.code(), Some(0));
                return terminal.all;
            }
            terminal.expect("\n");
            let line = terminal.last.clone();
            let first = line.split_whitespace().next().unwrap_or_else(|| panic!("{}", terminal.all));
            terminal.expect("seat 1> ");
            terminal.type_in(&format!("{first}\r"));
        }
        panic!("{arguments:?} does not end: {}", terminal.all)
    }

    #[test]
    fn whole_hidden_games_are_played_at_a_terminal() {
        for (game, others) in
            [("hearts", 3), ("spades", 3), ("phantomttt", 1), ("kuhn", 1), ("leduc", 1), ("holdem", 1)]
        {
            let mut arguments = vec!["play", game, "human"];
            arguments.extend(vec!["random"; others]);
            arguments.extend(["--seed", "0"]);
            let screen = whole_game(&arguments);
            let (played, shown) = screen.split_once("All is shown:").unwrap_or_else(|| panic!("{screen}"));
            assert!(shown.contains("The game is over"), "{game}: {screen}");
            let own = if game == "phantomttt" { "  a b c" } else { "seat 1 (you)" };
            assert!(played.contains(own), "{game}: {screen}");
            // No picture of the whole table, as it is shown at the end, has been on the screen before.
            let all: Vec<&str> = shown.lines().map(str::trim).filter(|line| line.contains("seat 2")).take(1).collect();
            assert!(all.is_empty() || !played.contains(all[0]), "{game}: {screen}");
        }
    }

    #[test]
    fn a_person_plays_a_hidden_game_at_a_terminal() {
        let mut terminal = Terminal::open(&["play", "kuhn", "human", "random", "--seed", "2"]);
        terminal.expect("you are dealt");
        terminal.expect("seat 1> ");
        // The tabulator completes a move, and the arrow brings it back.
        terminal.type_in("che\t\r");
        terminal.expect("check");
        if terminal.expect_any(&["over (again", "seat 1> "]) == 1 {
            terminal.type_in("call\r");
            terminal.expect("over (again");
        }
        terminal.type_in("quit\r");
        assert_eq!(terminal.code(), Some(0));
    }

    /// Commands that are done in a moment, or speak from the beginning.
    const SHORT: &[(&str, &str)] = &[
        ("games", "a list"),
        ("agents", "a list"),
        ("show", "a position"),
        ("moves", "a position"),
        ("winprob", "a formula"),
        ("decide", "trees of a file, which are small"),
        ("abstract", "plays that are gone through are few"),
        ("completions", "a script"),
        ("tour", "each of its stops is told as it comes"),
        ("studio", "says at once where it listens"),
        ("engine", "speaks when it is spoken to"),
    ];

    /// The longest silence before a sign of life, as it takes on a machine that does much else besides.
    #[test]
    fn long_work_shows_that_it_goes_on() {
        let store = scratch("watched.sqlite");
        let store = store.to_str().unwrap();
        let long = [
            &["solve", "connect4"][..],
            &["expect", "connect4:width=5,height=4", "alphabeta:depth=6", "random"],
            &["equilibrium", "leduc", "--target", "0", "--iterations", "100000000"],
            &["exploit", "leduc", "ismcts:sims=100000"],
            &["advise", "othello", "--agent", "uct:sims=100000,rollout=(uct:sims=1000)"],
            &["train", "othello", "--games", "100000", "--depth", "9"],
            &["learn", "othello:size=6", "--from", "random", "--games", "100000", "--out", "/dev/null"],
            &["analyse", "connect4:width=5,height=5"],
            &["arena", "othello", "alphabeta:depth=12", "random", "--store", store],
            &["reproduce", "baum-smith"],
            &["perft", "connect4", "30"],
            &["play", "othello", "alphabeta:depth=60", "random"],
            &["bench", "--seconds", "100"],
            &["export", "hidden-pgame:b=2,d=22,h=1", "--efg", "/dev/null"],
        ];
        demand_all_commands(long.iter().map(|words| words[0]), SHORT);
        let watch = |words: &[&str]| {
            let mut terminal = Terminal::open(words);
            let begun = Instant::now();
            // The line is written over again and again.
            terminal.expect("\r\x1b[K");
            terminal.expect(" ");
            let silence = begun.elapsed();
            let _ = terminal.child.kill();
            let _ = terminal.child.wait();
            assert!(silence < Duration::from_secs(10), "{words:?}: {silence:?} of silence");
        };
        // All at once: what takes time is waiting for the first word of each.
        std::thread::scope(|scope| {
            for words in long {
                scope.spawn(move || watch(words));
            }
        });
    }

    #[test]
    fn colour_marks_the_last_move_unless_it_is_refused() {
        let mut terminal = Terminal::open(&["play", "tictactoe", "human", "random", "--seed", "1"]);
        terminal.expect("seat 1> ");
        terminal.type_in("b2\r");
        terminal.expect("\x1b[36mseat 2 (random) plays");
        terminal.expect("\x1b[1;33m");
        terminal.expect("seat 1> ");
        terminal.type_in("\x03");
        assert_eq!(terminal.code(), Some(130), "Ctrl-C at the own turn leaves");
    }
}
