//! Instructions of the hot loops, counted by valgrind: a busy machine tells the same story as an idle one.
//!
//! `cargo bench -p outwit-search --bench instructions` compares with the counts in `instructions.txt`; with `BLESS=1` in
//! the environment it writes them. `-- othello` counts the cases whose names begin so.
//!
//! The bench starts itself under `valgrind --tool=callgrind`, twice a case: once with the work and once with none, and
//! the difference is the work. Counts depend on the compiler, and hardly on anything else.

#[path = "../../games/benches/playout/mod.rs"]
mod playout;
#[path = "rivals/tabled.rs"]
mod tabled;
#[path = "rivals/negamax.rs"]
mod untabled;

use outwit_game::{Agent, AnyGame, Budget, Control, Evaluated, Game, Player, Rng, Spec, Table, Turn, perft};
use outwit_games::backgammon::Backgammon;
use outwit_games::board::Score;
use outwit_games::catalog::game;
use outwit_games::chinesecheckers::ChineseCheckers;
use outwit_games::connect4::Connect4;
use outwit_games::hearts::Hearts;
use outwit_games::kalah::{Kalah, Rules};
use outwit_games::othello::Othello;
use outwit_games::tictactoe::TicTacToe;
use outwit_games::tree::Tree;
use outwit_search::Search;
use outwit_search::backup::Minimax;
use outwit_search::belief::Adversary;
use outwit_search::grow::{AlphaBeta, DepthFirst, Options, Ties};
use outwit_search::named::catalog::{self, Page, Pages, page};
use outwit_search::value::Own;
use playout::by_hand;
use std::collections::BTreeMap;
use std::hint::black_box;
use std::path::Path;
use std::process::{Command, ExitCode};
use tabled::Tabled;
use untabled::Plain;

/// A hot loop.
struct Case {
    name: &'static str,
    /// What it does so many of.
    unit: &'static str,
    /// Does the work so many times over and says how many units that were. Zero times still makes what the work needs.
    work: fn(u32) -> u64,
    /// The name of the case it is compared with.
    rival: Option<&'static str>,
}

const fn case(name: &'static str, unit: &'static str, work: fn(u32) -> u64) -> Case {
    Case { name, unit, work, rival: None }
}

impl Case {
    const fn against(self, rival: &'static str) -> Case {
        Case { rival: Some(rival), ..self }
    }
}

/// Rivals come before those who are compared with them.
const CASES: &[Case] = &[
    case("connect4 playouts by hand", "playout", |times| by_hand_playouts(times * 2000, by_hand::connect4)),
    case("connect4 playouts", "playout", |times| playouts(times * 2000, &connect4()))
        .against("connect4 playouts by hand"),
    case("connect4 perft 7", "leaf", |times| leaves(times, &connect4(), 7)),
    case("connect4 negamax by hand, depth 9", "node", |times| negamax(times, &connect4(), 9)),
    case("connect4 plain alpha-beta, depth 9", "node", |times| alpha_beta(times, &connect4(), PLAIN, 9))
        .against("connect4 negamax by hand, depth 9"),
    case("connect4 full negamax by hand, depth 12", "node", |times| full_negamax(times, &connect4(), 12)),
    case("connect4 full alpha-beta, depth 12", "node", |times| alpha_beta(times, &connect4(), FULL, 12))
        .against("connect4 full negamax by hand, depth 12"),
    case("connect4 minimax, depth 6", "node", |times| minimax(times, &connect4(), 6)),
    case("othello playouts by hand", "playout", |times| by_hand_playouts(times * 200, by_hand::othello)),
    case("othello playouts", "playout", |times| playouts(times * 200, &othello())).against("othello playouts by hand"),
    case("othello perft 6", "leaf", |times| leaves(times, &othello(), 6)),
    case("othello negamax by hand, depth 7", "node", |times| negamax(times, &othello(), 7)),
    case("othello plain alpha-beta, depth 7", "node", |times| alpha_beta(times, &othello(), PLAIN, 7))
        .against("othello negamax by hand, depth 7"),
    case("othello full negamax by hand, depth 9", "node", |times| full_negamax(times, &othello(), 9)),
    case("othello full alpha-beta, depth 9", "node", |times| alpha_beta(times, &othello(), FULL, 9))
        .against("othello full negamax by hand, depth 9"),
    case("kalah playouts by hand", "playout", |times| by_hand_playouts(times * 500, by_hand::kalah)),
    case("kalah playouts", "playout", |times| playouts(times * 500, &kalah())).against("kalah playouts by hand"),
    case("kalah perft 6", "leaf", |times| leaves(times, &kalah(), 6)),
    case("kalah full alpha-beta, depth 10", "node", |times| alpha_beta(times, &kalah(), FULL, 10)),
    case("tictactoe playouts by hand", "playout", |times| by_hand_playouts(times * 2000, by_hand::tictactoe)),
    case("tictactoe playouts", "playout", |times| playouts(times * 2000, &TicTacToe))
        .against("tictactoe playouts by hand"),
    case("backgammon playouts", "playout", |times| playouts(times * 20, &Backgammon { gammons: true })),
    case("backgammon full alpha-beta, depth 2", "node", |times| {
        alpha_beta(times, &Backgammon { gammons: true }, FULL, 2)
    }),
    case("connect4 uct", "node", |times| asked(times, &connect4(), const { &[page::uct()] }, "uct:sims=2000", 0)),
    case("othello uct", "node", |times| asked(times, &othello(), const { &[page::uct()] }, "uct:sims=200", 0)),
    case("othello alphabeta, depth 7", "node", |times| {
        asked(times, &othello(), const { &[page::alphabeta()] }, "alphabeta:depth=7", 0)
    }),
    case("othello bpip", "node", |times| asked(times, &othello(), const { &[page::bpip()] }, "bpip:nodes=4000", 0)),
    case("kalah bpip", "node", |times| asked(times, &kalah(), const { &[page::bpip()] }, "bpip:nodes=4000", 0)),
    case("backgammon expectiminimax, depth 1", "node", |times| {
        asked(times, &Backgammon { gammons: true }, const { &[page::expectiminimax()] }, "expectiminimax:depth=1", 0)
    }),
    case("hearts uct", "node", |times| {
        asked(times, &native::<Hearts>("hearts:open=true"), const { &[page::uct()] }, "uct:sims=300", 0)
    }),
    case("hearts maxn, depth 5", "node", |times| {
        asked(times, &native::<Hearts>("hearts:open=true"), const { &[page::maxn()] }, "maxn:depth=5", 8)
    }),
    case("hearts paranoid, depth 5", "node", |times| {
        asked(times, &native::<Hearts>("hearts:open=true"), const { &[page::paranoid()] }, "paranoid:depth=5", 8)
    }),
    case("hearts maxprob, depth 5", "node", |times| {
        asked(times, &native::<Hearts>("hearts:open=true"), const { &[page::maxprob()] }, "maxprob:depth=5", 8)
    }),
    case("chinesecheckers maxn, depth 2", "node", |times| {
        asked(times, &native::<ChineseCheckers>("chinesecheckers"), const { &[page::maxn()] }, "maxn:depth=2", 20)
    }),
    case("chinesecheckers maxprob, depth 2", "node", |times| {
        asked(times, &native::<ChineseCheckers>("chinesecheckers"), const { &[page::maxprob()] }, "maxprob:depth=2", 20)
    }),
    case("hidden hearts ismcts", "node", |times| hidden_ismcts(times, "hearts:open=false", "ismcts:sims=200", 6)),
    case("tree loading", "load", |times| trees(times * 200)),
];

/// What a hand-written negamax does and no more.
const PLAIN: Options = Options {
    ties: Ties::One,
    table_bytes: 0,
    ordering: false,
    null_window: false,
    deepening: false,
    quiescence: 0,
    probe: false,
    singular: None,
    reductions: false,
    symmetry: false,
    beam: None,
};
/// Everything, table included.
const FULL: Options = Options {
    ties: Ties::One,
    table_bytes: 1 << 20,
    ordering: true,
    null_window: true,
    deepening: true,
    quiescence: 0,
    probe: true,
    singular: None,
    reductions: false,
    symmetry: false,
    beam: None,
};

fn connect4() -> Connect4 {
    Connect4::new(7, 6).expect("the usual board")
}

fn othello() -> Othello {
    Othello::new(8, Score::Win).expect("the usual board")
}

fn kalah() -> Kalah {
    Kalah::new(Rules::default()).expect("the usual board")
}

fn playouts<G: Game>(games: u32, game: &G) -> u64 {
    let (mut rng, mut scratch) = (Rng::new(1), Vec::new());
    for _ in 0..games {
        black_box(playout::playout(game, &mut rng, &mut scratch));
    }
    games.into()
}

fn by_hand_playouts(games: u32, play: fn(&mut Rng) -> i32) -> u64 {
    let mut rng = Rng::new(1);
    for _ in 0..games {
        black_box(play(&mut rng));
    }
    games.into()
}

fn leaves<G: Game>(times: u32, game: &G, depth: u32) -> u64 {
    let mut start = game.start(&mut Rng::new(0));
    (0..times).map(|_| perft(game, &mut start, depth)).sum()
}

/// A position in which a seat is to move: dice are thrown first.
fn start<G: Game>(game: &G) -> (G::State, Player) {
    let mut rng = Rng::new(0);
    let mut state = game.start(&mut rng);
    loop {
        match game.turn(&state) {
            Turn::Of(seat) => return (state, seat),
            _ => {
                let outcome = game.draw(&state, &mut rng);
                game.play(&mut state, outcome);
            }
        }
    }
}

fn negamax<G: Evaluated>(times: u32, game: &G, depth: u32) -> u64 {
    let (state, _) = start(game);
    (0..times).map(|_| Plain::new(game).search(&state, depth).1).sum()
}

fn full_negamax<G: Evaluated>(times: u32, game: &G, depth: u32) -> u64 {
    let (state, _) = start(game);
    // Made whether it is used or not: what a table costs to make is no part of a node.
    let search = Tabled::new(game, FULL.table_bytes);
    if black_box(times) == 0 { 0 } else { search.search(&state, depth).1 }
}

fn alpha_beta<G: Evaluated>(times: u32, game: &G, options: Options, depth: u32) -> u64 {
    let budget = Budget { depth: Some(depth), ..Budget::default() };
    nodes(times, game, AlphaBeta::new(budget, options, game.evaluation(0)))
}

fn minimax<G: Evaluated>(times: u32, game: &G, depth: u32) -> u64 {
    let budget = Budget { depth: Some(depth), ..Budget::default() };
    let backup = |root, players| Minimax { root, players };
    nodes(times, game, DepthFirst::plain(budget, Own(game.evaluation(0)), backup, Adversary))
}

fn nodes<G: Game>(times: u32, game: &G, mut search: impl Search<G>) -> u64 {
    let (state, seat) = start(game);
    let table = Table::at(game, state);
    let mut run = || {
        let findings = search.search(&table.view(seat), &mut Rng::new(0), &Control::default());
        findings.expect("a legal start").nodes
    };
    (0..times).map(|_| run()).sum()
}

/// The game a spec names, as itself.
fn native<G: Evaluated + Clone>(spec: &str) -> G {
    any(spec).downcast_ref::<G>().expect("the spec names this game").clone()
}

fn any(spec: &str) -> AnyGame {
    game(&Spec::parse(spec).expect("a spec"), &|name| panic!("no file {name}")).expect("a game")
}

/// What an agent of the catalog looks at, after so many random moves, in the game's own type.
fn asked<G: Evaluated>(times: u32, game: &G, pages: &'static [Page<G>], spec: &str, plies: u32) -> u64 {
    let agent = Pages(pages).agent(&Spec::parse(spec).expect("a spec"), game).expect("an agent");
    choose(times, game, agent, plies)
}

/// The same where hands are hidden: as people meet it, on the erased game.
fn hidden_ismcts(times: u32, game: &str, spec: &str, plies: u32) -> u64 {
    let game = any(game);
    let agent = catalog::erased_agent(&Spec::parse(spec).expect("a spec"), &game).expect("an agent");
    choose(times, &game, agent, plies)
}

fn choose<G: Evaluated>(times: u32, game: &G, mut agent: Box<dyn Agent<G>>, plies: u32) -> u64 {
    let mut rng = Rng::new(1);
    let mut table = Table::deal(game, &mut rng);
    let mut played = 0;
    while played < plies || !matches!(table.turn(), Turn::Of(_)) {
        if matches!(table.turn(), Turn::Of(_)) {
            played += 1;
        }
        let mv = game.random_move(table.state(), &mut rng, &mut Vec::new());
        table.play(mv);
    }
    let Turn::Of(seat) = table.turn() else { panic!("somebody is to move") };
    // What an agent reads and sets up when it is first asked is not the work, and what it remembers would spare some.
    let mut run = |games: u32| -> u64 {
        let mut ask = || {
            agent.begin(game, seat, 1);
            agent.choose(&table.view(seat), &Control::default()).expect("an answer").nodes
        };
        (0..games).map(|_| ask()).sum()
    };
    run(1);
    run(times)
}

fn trees(times: u32) -> u64 {
    let json = include_str!("../../games/trees/two-dice.json");
    for _ in 0..times {
        black_box(Tree::from_json(black_box(json)).expect("a tree"));
    }
    times.into()
}

// ---- counting ------------------------------------------------------------------------------------------------------

/// The first argument of a bench that runs under valgrind; the case and how many times follow.
const COUNTED: &str = "--counted";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, name, times] = &arguments[..]
        && flag == COUNTED
    {
        let case = CASES.iter().find(|case| case.name == name).expect("a case of the list");
        println!("{}", (case.work)(times.parse().expect("a number")));
        return ExitCode::SUCCESS;
    }
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("Instructions are counted by valgrind, which is not installed here, so there is nothing to report.");
        return ExitCode::SUCCESS;
    }
    let wanted = arguments.iter().find(|argument| !argument.starts_with('-')).map_or("", String::as_str);
    match compare(wanted) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

/// Counts the wanted cases, compares them with the file, and rewrites it when asked to.
fn compare(wanted: &str) -> Result<(), String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/instructions.txt");
    let text = std::fs::read_to_string(&file).unwrap_or_default();
    let mut expected = read(&text);
    let mut counted = BTreeMap::new();
    println!("instructions a unit of work, against instructions.txt and against the rival");
    for case in CASES.iter().filter(|case| case.name.starts_with(wanted)) {
        let (idle, _) = instructions(case.name, 0)?;
        let (busy, units) = instructions(case.name, 1)?;
        let each = busy.saturating_sub(idle) as f64 / units.max(1) as f64;
        counted.insert(case.name, each);
        let change = match expected.get(case.name) {
            Some(before) => format!("{:+.2} %", 100.0 * (each / before - 1.0)),
            None => "new".to_string(),
        };
        let unit = case.unit;
        print!("  {:<40} {each:>10.1} a {unit:<8} {change:>9}", case.name);
        if let Some(rival) = case.rival.and_then(|rival| counted.get(rival)) {
            // As with nodes a second: more than 1 is better than the rival.
            print!("   ratio {:.2}", rival / each);
        }
        println!();
    }
    if std::env::var_os("BLESS").is_some() {
        expected.extend(counted.iter().map(|(&name, &each)| (name.to_string(), each)));
        std::fs::write(&file, write(&expected)).map_err(|error| format!("{}: {error}", file.display()))?;
        println!("written to instructions.txt");
    } else if let Some(line) = text.lines().find(|line| line.starts_with(COMPILER)) {
        let (then, now) = (line.trim_start_matches(COMPILER), compiler());
        if then != now {
            println!("instructions.txt was counted with {then}, this with {now}: some change is the compiler's");
        }
    }
    Ok(())
}

/// The instructions of a run of a case, and the units it did.
fn instructions(name: &str, times: u32) -> Result<(u64, u64), String> {
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(this)
        .args([COUNTED, name, &times.to_string()])
        // What the environment holds lies on the stack and would be counted.
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .output()
        .map_err(|error| format!("valgrind does not start: {error}"))?;
    let log = String::from_utf8_lossy(&output.stderr);
    let total = log.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok());
    let units = String::from_utf8_lossy(&output.stdout).trim().parse().ok();
    match (total, units) {
        (Some(total), Some(units)) if output.status.success() => Ok((total, units)),
        _ => Err(format!("valgrind gave no count for `{name}`:\n{log}")),
    }
}

const COMPILER: &str = "# counted with ";

fn compiler() -> String {
    let output = Command::new("rustc").arg("--version").output();
    output.map_or_else(
        |_| "an unknown compiler".to_string(),
        |output| String::from_utf8_lossy(&output.stdout).trim().to_string(),
    )
}

/// A line a case: its instructions a unit, then its name.
fn read(text: &str) -> BTreeMap<String, f64> {
    let line = |line: &str| {
        let (each, name) = line.trim().split_once(' ')?;
        Some((name.to_string(), each.parse().ok()?))
    };
    text.lines().filter_map(line).collect()
}

fn write(expected: &BTreeMap<String, f64>) -> String {
    let mut text = format!(
        "# Instructions a unit of work: `BLESS=1 cargo bench -p outwit-search --bench instructions`\n{COMPILER}{}\n",
        compiler()
    );
    for case in CASES {
        if let Some(each) = expected.get(case.name) {
            text += &format!("{each:>11.2} {}\n", case.name);
        }
    }
    text
}
