//! `outwit engine` speaks the protocol, and what it plays over the wire is what its agent plays at the table.

use crate::support::{PENNIES, command, file, outwit, typed};
use outwit::arena::engine_agent;
use outwit::game::{Agent, AnyGame, Control, Game, Player, Rng, Spec, Table, Turn};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout};

fn game(spec: &str) -> AnyGame {
    let read = |path: &str| std::fs::read_to_string(path).map_err(|e| outwit::game::Problem::new(e.to_string()));
    outwit::game_from_spec(spec, &read).unwrap()
}

/// The same agent behind the protocol.
fn engine(game_spec: &str, agent_spec: &str) -> Box<dyn Agent<AnyGame>> {
    let binary = env!("CARGO_BIN_EXE_outwit");
    let spec = format!("engine:command=('{binary}' engine '{game_spec}' '{agent_spec}'),wait=60s,startup=60s");
    engine_agent(&Spec::parse(&spec).unwrap(), game_spec).unwrap().unwrap()
}

/// The texts of a whole game between the agents, one a seat; the start and the dice come from the seed.
fn play(game: &AnyGame, agents: &mut [Box<dyn Agent<AnyGame>>], seed: u64, opening: usize) -> Vec<String> {
    let mut rng = Rng::new(seed);
    let mut table = Table::deal(game, &mut rng);
    for _ in 0..opening {
        let mv = *rng.pick(table.moves());
        table.play(mv);
    }
    let mut table = Table::at(game, table.state().clone());
    for (seat, agent) in Player::all(game.players()).zip(agents.iter_mut()) {
        agent.begin(game, seat, Rng::derive(seed, seat.number() as u64));
    }
    let mut texts = Vec::new();
    while !table.turn().is_over() && texts.len() < 300 {
        let mv = match table.turn() {
            Turn::Of(seat) => {
                let (view, agent) = (table.view(seat), &mut agents[seat.index()]);
                agent.choose(&view, &Control::default()).unwrap_or_else(|problem| panic!("{seat}: {problem}")).chosen
            }
            _ => game.draw(table.state(), &mut rng),
        };
        texts.push(game.move_text(table.state(), mv));
        table.play(mv);
    }
    texts
}

#[test]
fn an_agent_plays_the_same_over_the_wire_as_at_the_table() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let dice = format!("tree:file={}/crates/games/trees/two-dice.json", root.display());
    let pennies = format!("tree:file={}", file("engine-pennies.json", PENNIES));
    let cases = [
        ("tictactoe", "random", "alphabeta", 0),
        ("tictactoe", "random", "random", 3),
        ("othello:size=6", "greedy:temperature=0.5", "alphabeta:depth=2,blunder=0.3", 2),
        ("backgammon", "random", "expectiminimax:depth=0", 0),
        ("backgammon", "greedy", "random", 0),
        (dice.as_str(), "random", "random", 0),
        (pennies.as_str(), "random", "random", 0),
    ];
    for (spec, first, second, opening) in cases {
        let game = game(spec);
        let specs = [first, second];
        let seats = || specs.iter().cycle().take(game.players());
        let mut direct: Vec<_> = seats().map(|agent| outwit::agent_from_spec(agent, &game).unwrap()).collect();
        let mut remote: Vec<_> = seats().map(|agent| engine(spec, agent)).collect();
        // The same processes play all games: one must not leave traces in the next.
        for seed in 0..3 {
            let wanted = play(&game, &mut direct, seed, opening);
            assert!(!wanted.is_empty());
            assert_eq!(play(&game, &mut remote, seed, opening), wanted, "{spec} with {specs:?}, seed {seed}");
        }
    }
}

struct Host {
    child: Child,
    input: ChildStdin,
    lines: std::io::Lines<BufReader<ChildStdout>>,
}

impl Host {
    fn new(arguments: &[&str]) -> Host {
        let mut child = command(arguments).spawn().unwrap();
        let (input, out) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Host { child, input, lines: BufReader::new(out).lines() }
    }

    fn say(&mut self, lines: &str) {
        self.input.write_all(format!("{lines}\n").as_bytes()).unwrap();
    }

    /// The next line of the engine.
    fn next(&mut self) -> String {
        self.lines.next().expect("the engine goes on").unwrap()
    }

    /// The lines up to one that begins so.
    fn until(&mut self, start: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            heard.push(self.next());
            if heard.last().unwrap().starts_with(start) {
                return heard;
            }
        }
    }
}

/// A budget of the host's stands for all of the agent's own: simulations too.
#[test]
fn the_limits_of_go_replace_simulations() {
    let mut host = Host::new(&["engine", "connect4", "uct:sims=1000000000000"]);
    host.say("ugi\nuginewgame\nposition startpos\ngo nodes 3000");
    let heard = host.until("bestmove");
    let nodes = |line: &String| line.split(' ').skip_while(|word| *word != "nodes").nth(1)?.parse::<u64>().ok();
    let most = heard.iter().filter_map(nodes).max().unwrap();
    assert!((1..10_000).contains(&most), "{heard:?}");
    host.say("quit");
    assert!(host.child.wait().unwrap().success());
}

/// What the host says in the document's first transcript is answered as it stands there, times left out.
#[test]
fn the_transcript_of_the_document_is_what_is_said() {
    let document = std::fs::read_to_string("../../docs/ENGINES.md").unwrap();
    let (_, rest) = document.split_once("## A transcript\n").expect("it shows a transcript");
    let lines = rest.lines().skip_while(|line| !line.starts_with("    ")).take_while(|line| line.starts_with("    "));
    let timeless = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let place = words.iter().position(|word| *word == "time");
        words
            .iter()
            .enumerate()
            .filter(|(at, _)| place.is_none_or(|time| *at != time + 1))
            .map(|(_, w)| *w)
            .collect::<Vec<_>>()
            .join(" ")
    };
    let mut host = Host::new(&["engine", "tictactoe", "alphabeta"]);
    for line in lines.map(str::trim) {
        match line.split_at(2) {
            ("> ", words) => host.say(words),
            (_, words) => assert_eq!(timeless(&host.next()), timeless(words)),
        }
    }
    assert_eq!(host.child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_plain_host_gets_on_with_it() {
    let mut host = Host::new(&["engine", "tictactoe", "alphabeta"]);
    host.say("ugi");
    let hello = host.until("ugiok");
    assert!(hello[0].starts_with("id name outwit") && hello[1].starts_with("id author"), "{hello:?}");
    host.say("no such word\nsetoption name Hash value 3\nisready\nuginewgame\nposition startpos moves a1 b1 a2 b2");
    host.say("query p1turn\nquery gameover\nquery result\ngo depth 3");
    let heard = host.until("bestmove").into_iter().filter(|line| !line.starts_with("info")).collect::<Vec<_>>();
    assert_eq!(heard, ["readyok", "response true", "response false", "response none", "bestmove a3"]);
    host.say("position startpos moves a1 b1 a2 b2 a3\nquery result\ngo");
    assert_eq!(host.until("response"), ["response p1win"]);
    assert_eq!(host.until("bestmove"), ["info string the game is over", "bestmove (none)"]);
    host.say("position fen nonsense moves a1\ngo");
    let heard = host.until("bestmove");
    assert!(heard.len() == 3 && heard[0].starts_with("info string") && heard[2] == "bestmove (none)", "{heard:?}");
    host.say("uginewgame seat 2 seed 5\nposition startpos\ngo");
    assert!(host.until("bestmove")[0].contains("seat 1's turn"));
    host.say("quit");
    assert_eq!(host.child.wait().unwrap().code(), Some(0));
}

/// What a program that shows chess says: another greeting, a clock for each side, castling as the king's move.
#[test]
fn chess_is_played_with_hosts_that_speak_uci() {
    let mut host = Host::new(&["engine", "chess"]);
    host.say("uci");
    assert!(host.until("uciok").iter().any(|line| line.starts_with("id name outwit")));
    host.say("ucinewgame\nisready");
    host.until("readyok");
    host.say("position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1\ngo wtime 600 btime 600 winc 0 binc 0");
    let heard = host.until("bestmove");
    let best = heard.last().unwrap().strip_prefix("bestmove ").unwrap();
    assert!((4..=5).contains(&best.len()), "{heard:?}");
    assert!(heard.iter().any(|line| line.contains(" score cp ") && line.contains(" pv ")), "{heard:?}");
    host.say("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\ngo depth 3");
    let heard = host.until("bestmove");
    assert_eq!(heard.last().unwrap(), "bestmove a1a8");
    assert!(heard.iter().any(|line| line.contains(" score mate 1 ")), "{heard:?}");
    // White has one move.
    host.say("position fen 7k/8/8/8/8/8/r6r/K7 w - - 0 1\ngo movetime 100");
    assert_eq!(host.until("bestmove").last().unwrap(), "bestmove a1b1");
    host.say("quit");
    assert_eq!(host.child.wait().unwrap().code(), Some(0));
}

#[test]
fn stop_and_quit_are_heard_while_it_thinks() {
    let mut host = Host::new(&["engine", "othello", "alphabeta"]);
    host.say("position startpos\ngo infinite");
    host.until("info depth 2");
    host.say("isready");
    host.until("readyok");
    host.say("stop");
    let heard = host.until("bestmove");
    assert_ne!(heard.last().unwrap(), "bestmove (none)", "{heard:?}");
    host.say("go movetime 20");
    assert_ne!(host.until("bestmove").last().unwrap(), "bestmove (none)");
    for last in [Some("quit"), None] {
        let mut host = Host::new(&["engine", "othello", "alphabeta"]);
        host.say("go infinite");
        host.until("info depth 2");
        last.into_iter().for_each(|line| host.say(line));
        let Host { mut child, input, lines } = host;
        drop(input);
        assert!(lines.map_while(Result::ok).last().unwrap().starts_with("bestmove"));
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
}

#[test]
fn nothing_a_host_says_breaks_it() {
    let pennies = format!("tree:file={}", file("engine-noise.json", PENNIES));
    let words = [
        "ugi",
        "isready",
        "uginewgame",
        "seat",
        "seed",
        "1",
        "2",
        "99",
        "position",
        "startpos",
        "fen",
        "moves",
        "b2",
        "a1",
        "go",
        "depth",
        "nodes",
        "movetime",
        "0",
        "-1",
        "observe",
        "move heads",
        "to move at guess",
        "query",
        "result",
        "stop",
        "setoption",
        "é",
        "\u{0}",
        "/",
        "heads",
        "x...o.... 1",
        "18446744073709551616",
    ];
    let mut rng = Rng::new(3);
    for game in ["tictactoe", pennies.as_str()] {
        let mut text = String::new();
        for _ in 0..400 {
            let line: Vec<&str> = (0..rng.below(6)).map(|_| *rng.pick(&words)).collect();
            text += &(line.join(" ") + "\n");
        }
        let answer = typed(&["engine", game, "random"], &text);
        assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""), "{game}");
        let questions = text.lines().filter(|line| line.split_whitespace().next() == Some("go")).count();
        assert_eq!(answer.out.lines().filter(|line| line.starts_with("bestmove")).count(), questions, "{game}");
    }
    assert_eq!(outwit(&["engine", "tictactoe", "nobody"]).code, Some(2));
    assert_eq!(outwit(&["engine", "nothing", "random"]).code, Some(2));
}

/// The engine that the documentation shows, in a file; none where there is no Python to run it.
fn documented_engine(name: &str) -> Option<String> {
    let has_python = std::process::Command::new("python3").arg("--version").output().is_ok_and(|o| o.status.success());
    if !has_python {
        eprintln!("skipped: there is no python3 to run the engine of docs/ENGINES.md with");
        return None;
    }
    let document = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/ENGINES.md");
    let document = std::fs::read_to_string(document).expect("the document is there");
    let (_, rest) = document.split_once("```python\n").expect("it shows an engine in Python");
    let (code, _) = rest.split_once("```").expect("its code ends");
    Some(file(name, code))
}

#[test]
fn the_python_engine_of_the_document_plays_open_chance_and_hidden_games() {
    let Some(script) = documented_engine("documented.py") else { return };
    let pennies = format!("tree:file={}", file("engine-python.json", PENNIES));
    for spec in ["tictactoe", "backgammon", pennies.as_str()] {
        let game = game(spec);
        let engine = || {
            let engine = Spec::parse(&format!("engine:command=(python3 '{script}'),startup=60s")).unwrap();
            engine_agent(&engine, spec).unwrap().unwrap()
        };
        let mut agents: Vec<_> = (0..game.players()).map(|_| engine()).collect();
        let first = play(&game, &mut agents, 1, 0);
        assert_eq!(play(&game, &mut agents, 1, 0), first, "{spec}: the same seed, the same game");
    }
}

#[test]
fn an_engine_sits_down_with_a_person_and_with_agents() {
    let binary = env!("CARGO_BIN_EXE_outwit");
    let engine = format!("engine:command=({binary} engine tictactoe greedy)");
    // Through the protocol as at the table.
    let through = typed(&["play", "tictactoe", "human", &engine, "--seed", "4"], "b2\nundo\nb2\na1\nquit\n");
    let direct = typed(&["play", "tictactoe", "human", "greedy", "--seed", "4"], "b2\nundo\nb2\na1\nquit\n");
    assert_eq!((through.code, through.err.as_str()), (Some(0), ""), "{}", through.out);
    assert_eq!(through.out.replace(&engine, "greedy"), direct.out);
    let Some(script) = documented_engine("seated.py") else { return };
    let python = format!("engine:command=(python3 '{script}')");
    let watched = outwit(&["play", "tictactoe", &python, "random", "--hint-agent", &python]);
    assert_eq!((watched.code, watched.err.as_str()), (Some(0), ""));
    assert!(watched.out.contains("The game is over"), "{}", watched.out);
}

#[cfg(unix)]
#[test]
fn an_engine_that_dies_in_the_middle_ends_the_game_with_its_last_words() {
    use std::os::unix::fs::PermissionsExt;
    // Plays one move and dies at the second.
    let script = r#"#!/bin/sh
while read -r word rest; do
    case "$word" in
        ugi) echo "id name mortal"; echo ugiok ;;
        isready) echo readyok ;;
        moves) first=${rest%% *} ;;
        go) if [ -n "$played" ]; then echo "out of memory" >&2; exit 3; fi; played=1; echo "bestmove $first" ;;
        quit) exit 0 ;;
    esac
done
"#;
    let path = file("mortal.sh", script);
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    let saved = crate::support::scratch("mortal.json");
    let answer = typed(&["play", "tictactoe", "human", &path, "--save", saved.to_str().unwrap()], "b2\na1\nc1\n");
    assert_eq!(answer.code, Some(1), "{}", answer.out);
    for part in ["seat 2 (engine:command=", "cannot go on", "exit status: 3", "out of memory"] {
        assert!(answer.err.contains(part), "{part}: {}", answer.err);
    }
    assert_eq!(answer.err.lines().count(), 1, "{}", answer.err);
    // The game so far is not lost.
    let resumed = typed(&["play", "tictactoe", "human", "random", "--load", saved.to_str().unwrap()], "quit\n");
    assert!(resumed.code == Some(0) && resumed.out.contains("seats: human random"), "{}", resumed.err);
    let missing = outwit(&["play", "tictactoe", "human", "/no/such/engine"]);
    assert!(missing.code == Some(2) && missing.err.contains("/no/such/engine"), "{}", missing.err);
}
