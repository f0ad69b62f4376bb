//! Whatever an engine does, the table goes on: it gets a move, or an error with the engine's last words.

use outwit_arena::engine::try_engine;
use outwit_arena::engine_agent;
use outwit_game::{Agent, AnyGame, AnyMove, Control, Game, Player, Problem, Report, Rng, Spec, Table, Turn};
use std::path::PathBuf;

/// The program that misbehaves: cargo builds examples together with the tests.
fn program() -> PathBuf {
    let test = std::env::current_exe().expect("a test has a path");
    let folder = test.ancestors().nth(2).expect("tests stand two folders deep").join("examples");
    let program = folder.join(format!("misbehaving_engine{}", std::env::consts::EXE_SUFFIX));
    assert!(program.exists(), "{} is missing: run cargo test without --test, or build the examples", program.display());
    program
}

fn spec(manner: &str, more: &str) -> Spec {
    Spec::parse(&format!("engine:command=('{}' {manner}){more}", program().display())).unwrap()
}

/// Short, so that failing is quick.
const IMPATIENT: &str = ",time=60ms,grace=60ms,startup=20s";

fn agent(manner: &str, more: &str) -> Box<dyn Agent<AnyGame>> {
    engine_agent(&spec(manner, more), "tictactoe").expect("the name is engine").expect("the spec is right")
}

fn tictactoe() -> AnyGame {
    outwit_games::catalog::game(&Spec::parse("tictactoe").unwrap(), &|_| Err(Problem::new("no files"))).unwrap()
}

/// The engine's first answer.
fn answer(agent: &mut dyn Agent<AnyGame>, game: &AnyGame) -> Result<Report<AnyMove>, String> {
    agent.begin(game, Player::FIRST, 1);
    let table = Table::deal(game, &mut Rng::new(0));
    agent.choose(&table.view(Player::FIRST), &Control::default()).map_err(|problem| problem.to_string())
}

/// Plays a game of the agent against itself; the moves it got to make, and how it ended.
fn game(agent: &mut dyn Agent<AnyGame>, game: &AnyGame) -> (usize, Result<(), String>) {
    agent.begin(game, Player::FIRST, 1);
    let mut table = Table::deal(game, &mut Rng::new(0));
    while let Turn::Of(seat) = table.turn() {
        match agent.choose(&table.view(seat), &Control::default()) {
            Ok(report) => table.play(report.chosen),
            Err(problem) => return (table.played().len(), Err(problem.to_string())),
        }
    }
    (table.played().len(), Ok(()))
}

#[test]
fn every_misbehaviour_is_an_error_with_last_words() {
    let game = tictactoe();
    let cases: &[(&str, &str, &[&str])] = &[
        ("silent", ",startup=150ms", &["did not say `ugiok` within 150 ms", "said nothing"]),
        ("dies-at-once", IMPATIENT, &["ended in the middle", "3", "no licence found"]),
        ("never-ready", ",startup=150ms", &["never-ready", "did not say `readyok`", "\"ugiok\""]),
        ("late", IMPATIENT, &["\"late\" gave no move within 60 ms and 60 ms of grace", "readyok"]),
        ("garbage", IMPATIENT, &["gave no move", "hello?", "bestmov a1", "\\u{1b}"]),
        ("binary", IMPATIENT, &["gave no move", "\u{fffd}"]),
        ("unfinished", IMPATIENT, &["gave no move", "\"bestmove a"]),
        ("floods", IMPATIENT, &["gave no move", "more and more"]),
        ("endless-line", IMPATIENT, &["gave no move", "more info string more"]),
        ("illegal", IMPATIENT, &["played \"z99\", which is not a legal move", "bestmove z99"]),
        ("says-nothing", IMPATIENT, &["played \"\", which is not a legal move"]),
        #[cfg(unix)]
        ("closes-output", IMPATIENT, &["closed its output without ending"]),
        ("well", ",options=(Levl=3)", &["no option `Levl`", "did you mean `Level`?"]),
    ];
    for (manner, more, parts) in cases {
        let mut agent = agent(manner, more);
        let problem = answer(&mut *agent, &game).expect_err(manner);
        for part in *parts {
            assert!(problem.contains(part), "{manner}: {problem}");
        }
        assert!(problem.len() < 2500, "{manner}: {} bytes", problem.len());
        // The same game is lost, and asking again says so at once.
        let table = Table::deal(&game, &mut Rng::new(0));
        assert!(agent.choose(&table.view(Player::FIRST), &Control::default()).is_err(), "{manner}");
    }
}

#[test]
fn an_engine_that_does_not_read_blocks_nobody() {
    let game = tictactoe();
    // It is told the game, in a line far larger than a pipe holds: whoever wrote that himself would wait for ever.
    let long = "x".repeat(1 << 20);
    let spec = spec("deaf", ",time=60ms,grace=60ms,startup=300ms");
    let mut agent = engine_agent(&spec, &long).unwrap().unwrap();
    let problem = answer(&mut *agent, &game).unwrap_err();
    assert!(problem.contains("gave no move"), "{problem}");
    assert!(try_engine(&spec, &long).unwrap().is_ok());
}

#[test]
fn noise_around_a_right_answer_does_no_harm() {
    let game = tictactoe();
    for manner in ["well", "twice", "ponders", "floods-then-plays", "floods-handshake", "stays"] {
        let mut agent = agent(manner, ",time=20s,options=(level=2)");
        for _ in 0..2 {
            let (moves, end) = self::game(&mut *agent, &game);
            assert_eq!((moves, end), (7, Ok(())), "{manner}: the first free squares win with the seventh move");
        }
    }
    let report = answer(&mut *agent("ponders", ",time=20s"), &game).unwrap();
    assert_eq!((report.depth, report.nodes, report.line.len()), (2, 5, 1));
    assert_eq!(report.value[..2], [Some(0.5), Some(-0.5)]);
}

#[test]
fn an_engine_that_died_loses_one_game_and_plays_the_next() {
    let game = tictactoe();
    let mut agent = agent("dies-mid-game", ",time=20s");
    for _ in 0..2 {
        let (moves, end) = self::game(&mut *agent, &game);
        let problem = end.unwrap_err();
        assert_eq!(moves, 1);
        assert!(problem.contains("ended in the middle") && problem.contains("has seen enough"), "{problem}");
    }
}

#[test]
fn the_callers_stop_flag_is_passed_on() {
    let game = tictactoe();
    let mut agent = agent("late", ",wait=60s,grace=20s");
    agent.begin(&game, Player::FIRST, 1);
    let table = Table::deal(&game, &mut Rng::new(0));
    let stop = std::sync::atomic::AtomicBool::new(true);
    let control = Control { stop: Some(&stop), ..Control::default() };
    let report = agent.choose(&table.view(Player::FIRST), &control).unwrap();
    assert_eq!(game.move_text(table.state(), report.chosen), game.move_text(table.state(), table.moves()[0]));
}

#[test]
fn a_program_that_is_not_there_is_an_error_and_other_specs_are_not_ours() {
    let game = tictactoe();
    let spec = Spec::parse("engine:command=./no-such-engine").unwrap();
    let mut agent = engine_agent(&spec, "tictactoe").unwrap().unwrap();
    assert!(answer(&mut *agent, &game).unwrap_err().contains("`./no-such-engine` cannot be started"));
    assert!(try_engine(&spec, "tictactoe").unwrap().is_err());
    assert!(engine_agent::<AnyGame>(&Spec::parse("random").unwrap(), "tictactoe").is_none());
    assert!(engine_agent::<AnyGame>(&Spec::parse("engine").unwrap(), "tictactoe").unwrap().is_err());
    let identity = try_engine(&self::spec("well", ""), "tictactoe").unwrap().unwrap();
    assert_eq!((identity.name.as_deref(), identity.options.as_slice()), (Some("well"), &["Level".to_string()][..]));
}

#[cfg(target_os = "linux")]
#[test]
fn no_engine_outlives_its_seat() {
    let game = tictactoe();
    for manner in ["well", "stays", "floods", "silent"] {
        // A word of its own, by which this engine is known among the processes.
        let mark = format!("mark-{}-{manner}", std::process::id());
        let mut agent = agent(&format!("{manner} {mark}"), ",time=60ms,grace=60ms,startup=300ms");
        let _ = answer(&mut *agent, &game);
        drop(agent);
        let is_marked = |entry: &std::fs::DirEntry| {
            let command = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&command).contains(&mark)
        };
        let alive = std::fs::read_dir("/proc").unwrap().flatten().filter(|entry| {
            entry.file_name().to_string_lossy().parse::<u32>().is_ok_and(|id| id != std::process::id())
        });
        assert_eq!(alive.filter(is_marked).count(), 0, "{manner}");
    }
}
