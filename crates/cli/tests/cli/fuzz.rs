//! Whatever is asked, the answer is a result or a sentence: never a panic, never another exit code.
//!
//! Runs in the test's own process, so that a panic fails the test with its place, and thousands of cases cost little.

use outwit::game::{Game, Rng, Turn};
use outwit_cli::{Io, run};
use std::ffi::OsString;

/// Runs a command line in this process.
fn ask(words: &[String], input: &str) -> (u8, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut io = Io {
        input: &mut input.as_bytes(),
        out: &mut out,
        err: &mut err,
        input_is_terminal: false,
        out_is_terminal: false,
        err_is_terminal: false,
        err_is_log: false,
    };
    let code = run(std::iter::once("outwit").chain(words.iter().map(String::as_str)).map(OsString::from), &mut io);
    (code, String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap())
}

/// Games that are solved in no time.
const SMALL: &[&str] = &["tictactoe", "dodgem", "othello:size=4,score=margin", "kalah:pits=1,seeds=1"];
const AGENTS: &[&str] =
    &["random", "greedy", "minimax:depth=2", "alphabeta:depth=2", "expectimax:depth=1", "expectiminimax:depth=1"];
/// What gets into specs: no digits, for depth=22 would be a right request that nobody waits for.
const SPEC_LETTERS: &[char] = &['x', '.', '/', ' ', ':', '=', ',', '(', ')', '-', 'é', '\u{0}', '\n', 'a'];
/// What gets into positions and moves.
const TEXT_LETTERS: &[char] = &['x', 'o', '.', '/', ' ', '1', '2', '9', '~', '-', ',', 'é', '\u{0}', '\n', 'a', 'b'];

/// Every spec that the list of games gives as an example, each with texts of a position and of a move.
fn places() -> Vec<[String; 3]> {
    let mut places = Vec::new();
    for spec in outwit::games::catalog::GAMES.iter().flat_map(|entry| entry.examples) {
        // The tests run in this crate's folder; the example files of trees stand in another one.
        let spec = spec.replace("file=", "file=../games/trees/");
        let read =
            |path: &str| std::fs::read_to_string(path).map_err(|error| outwit::game::Problem::new(error.to_string()));
        let game = outwit::game_from_spec(&spec, &read).unwrap();
        let start = game.start(&mut Rng::new(1));
        let mut moves = Vec::new();
        game.moves(&start, &mut moves);
        places.push([spec, game.position_text(&start), game.move_text(&start, moves[0])]);
    }
    places
}

/// One of the texts, with a few letters wrong or none.
fn garbled(texts: &[&str], letters_in: &[char], rng: &mut Rng) -> String {
    let text: &str = rng.pick::<&str>(texts);
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..rng.below(3) {
        let place = rng.index(letters.len() + 1);
        match rng.below(3) {
            0 => letters.insert(place, *rng.pick(letters_in)),
            1 if place < letters.len() => drop(letters.remove(place)),
            _ if place < letters.len() => letters[place] = *rng.pick(letters_in),
            _ => letters.push(*rng.pick(letters_in)),
        }
    }
    letters.into_iter().collect()
}

/// A request that may make sense, in which a few letters are wrong.
fn request(places: &[[String; 3]], rng: &mut Rng) -> Vec<String> {
    let [game, position, mv] = rng.pick(places).each_ref().map(String::as_str);
    let command = *rng.pick(&["show", "moves", "perft", "advise", "expect", "play", "games", "agents", "solve"]);
    let mut words = vec![command.to_string()];
    let mut say = |flag: &str, value: String| words.extend([flag.to_string(), value]);
    if !matches!(command, "games" | "agents") {
        if rng.below(2) == 0 && command != "solve" {
            say("--position", garbled(&[position], TEXT_LETTERS, rng));
        }
        if rng.below(3) == 0 {
            say("--after", garbled(&[mv, "b2 a1"], TEXT_LETTERS, rng));
        }
        if rng.below(3) == 0 {
            say("--seed", rng.bits().to_string());
        }
    }
    match command {
        "expect" => say("--limit", "30".to_string()),
        "advise" => say("--agent", garbled(AGENTS, SPEC_LETTERS, rng)),
        "play" => {
            say("--longest", "20".to_string());
            say("--hint-agent", "random".to_string());
        }
        _ => {}
    }
    if rng.below(2) == 0 && command != "play" {
        words.push("--json".to_string());
    }
    words.push(match command {
        "agents" => garbled(AGENTS, SPEC_LETTERS, rng),
        "solve" => garbled(SMALL, SPEC_LETTERS, rng),
        _ => garbled(&[game], SPEC_LETTERS, rng),
    });
    match command {
        "perft" => words.push(rng.below(3).to_string()),
        "expect" => words.push(garbled(AGENTS, SPEC_LETTERS, rng)),
        "play" => words.extend((0..rng.below(4)).map(|_| garbled(AGENTS, SPEC_LETTERS, rng))),
        _ => {}
    }
    words
}

#[test]
fn garbled_requests_end_well_or_with_a_sentence() {
    let places = places();
    let mut rng = Rng::new(2);
    let (mut done, mut refused) = (0, 0);
    for _ in 0..1500 {
        let words = request(&places, &mut rng);
        let (code, out, err) = ask(&words, "b2\nhint\nundo\nquit\n");
        match code {
            0 => {
                done += 1;
                if words.contains(&"--json".to_string()) {
                    serde_json::from_str::<serde_json::Value>(&out).unwrap_or_else(|e| panic!("{words:?}: {e}: {out}"));
                }
            }
            2 => {
                refused += 1;
                assert!(!err.is_empty() && err.ends_with('\n'), "{words:?}");
            }
            code => panic!("{words:?}: exit code {code}: {err}"),
        }
    }
    // Both happen often, else this tests nothing.
    assert!(done > 150 && refused > 150, "{done} done, {refused} refused");
}

#[test]
fn noise_is_refused() {
    let mut rng = Rng::new(5);
    for _ in 0..1000 {
        let words: Vec<String> = (0..rng.below(5))
            .map(|_| (0..rng.below(12)).filter_map(|_| char::from_u32(rng.below(0x250) as u32)).collect())
            .collect();
        let (code, _, err) = ask(&words, "");
        assert!(code == 2 || code == 0 && words.iter().any(|word| word.starts_with('-')), "{words:?}: {code}: {err}");
    }
}

/// Every game of the list, walked at random through the command line: what it prints it reads back.
#[test]
fn every_game_can_be_walked_through_the_command_line() {
    for entry in outwit::games::catalog::GAMES {
        let no_files = |_: &str| Err(outwit::game::Problem::new("no files"));
        let Ok(game) = outwit::game_from_spec(entry.name, &no_files) else { continue };
        let mut rng = Rng::new(11);
        let word = |text: &str| text.to_string();
        let (_, out, _) = ask(&[word("show"), word(entry.name), word("--json")], "");
        let document: serde_json::Value = serde_json::from_str(&out).unwrap();
        let mut position = document["position"].as_str().unwrap().to_string();
        for _ in 0..8 {
            let state = game.read_position(&position).unwrap();
            if game.turn(&state).is_over() {
                break;
            }
            let at = [word(entry.name), word("--position"), position.clone(), word("--json")];
            let with = |command: &str, more: &[&str]| {
                let words: Vec<String> =
                    std::iter::once(word(command)).chain(at.clone()).chain(more.iter().map(|w| word(w))).collect();
                let (code, out, err) = ask(&words, "");
                assert_eq!((code, err.as_str()), (0, ""), "{words:?}");
                serde_json::from_str::<serde_json::Value>(&out).unwrap()
            };
            let listed = with("moves", &[]);
            let moves = listed["moves"].as_array().unwrap();
            let mv = match game.turn(&state) {
                Turn::Chance => game.move_text(&state, game.draw(&state, &mut rng)),
                _ => with("advise", &["--agent", "random"])["move"].as_str().unwrap().to_string(),
            };
            assert!(moves.iter().any(|found| found["move"] == mv), "{mv}: {listed}");
            position = with("show", &["--after", &mv])["position"].as_str().unwrap().to_string();
        }
    }
}
