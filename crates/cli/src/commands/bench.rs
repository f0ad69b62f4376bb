//! `outwit bench`: how fast this build is on this machine.

use crate::failure::Failure;
use crate::io::Io;
use crate::progress_line::ProgressLine;
use crate::table::{Side, Table};
use crate::thinking::{Asked, think};
use crate::{defaults, json, numbers, seats, specs};
use outwit::WallClock;
use outwit::game::{AnyGame, AnyState, Turn};
use outwit::games::catalog;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Measure how fast this build is on this machine, in a few seconds on one thread
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Example:\n  outwit bench\n\nEach line is one measurement of wall-clock time; run it twice and on an \
                        idle machine before you compare.\nperft counts positions by making every move, playouts are games \
                        of random moves, search is the agent\nthat `outwit advise` takes by default, counting moves made."
)]
pub struct Arguments {
    /// Seconds for each measurement
    #[arg(long, value_name = "SECONDS", default_value_t = 0.3, value_parser = seconds)]
    seconds: f64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    let in_range = text.parse::<f64>().ok().filter(|seconds| (0.001..=600.0).contains(seconds));
    in_range.ok_or_else(|| "a number of seconds from 0.001 to 600".to_string())
}

const GAMES: [&str; 4] = ["connect4", "othello", "kalah", "backgammon"];

struct Measured {
    game: &'static str,
    what: String,
    count: u64,
    unit: &'static str,
    time: Duration,
}

pub fn run(arguments: &Arguments, io: &mut Io<'_>) -> Result<(), Failure> {
    let allowed = Duration::from_secs_f64(arguments.seconds);
    let mut measured = Vec::new();
    for name in GAMES.into_iter().filter(|name| catalog::entry(name).is_ok()) {
        measured.extend(measure(name, allowed, io)?);
    }
    if arguments.json {
        let row = |m: &Measured| {
            json!({
                "game": m.game,
                "what": m.what,
                "count": m.count,
                "unit": m.unit,
                "ms": numbers::milliseconds(m.time),
                "per_second": json::number((m.count as f64 / m.time.as_secs_f64().max(1e-9)).round()),
            })
        };
        return json::write(io, &measured.iter().map(row).collect::<Value>());
    }
    let mut table = Table::new(&[Side::Left, Side::Left, Side::Right, Side::Left]);
    for m in measured {
        let rate = numbers::rate(m.count, m.time).unwrap_or_default();
        table.row([m.game.to_string(), m.what, rate, m.unit.to_string()]);
    }
    write!(io.out, "{table}")?;
    if cfg!(debug_assertions) {
        writeln!(io.out, "\nThis is a debug build; one made with `cargo build --release` is faster.")?;
    }
    Ok(())
}

fn measure(name: &'static str, allowed: Duration, io: &mut Io<'_>) -> Result<[Measured; 3], Failure> {
    let game = specs::game(name)?.game;
    let mut table = outwit::game::Table::deal(&game, &mut seats::deal(0));
    let clock = WallClock::start();
    let line = ProgressLine::new(&clock, io);
    let what = format!("measuring {name}");
    let (count, depth, time) = line.alive(&what, || deepest_perft(&game, table.state(), allowed));
    let counted = Measured { game: name, what: format!("perft {depth}"), count, unit: "positions", time };
    let (count, time) = line.alive(&what, || playouts(&game, table.state(), allowed));
    drop(line);
    let played = Measured { game: name, what: "random playouts".to_string(), count, unit: "games", time };
    // The agent has the first decision; who rolls first does not matter here.
    while table.draw(&mut seats::dice(0, table.played().len())).is_some() {}
    let strongest = defaults::agent(name, &table);
    let joint = if strongest.contains(':') { ',' } else { ':' };
    let spec = format!("{strongest}{joint}time={}us", allowed.as_micros());
    let (_, mut agent) = specs::agent(&spec, &game)?;
    let Turn::Of(seat) = table.turn() else {
        return Err(Failure::failed(format_args!("{name} begins without a decision")));
    };
    let view = table.view(seat);
    seats::begin(&mut *agent, &view, 0);
    let (report, time) = think(&mut *agent, &view, Asked::default(), io)?;
    let searched = Measured {
        game: name,
        what: format!("search, {strongest} depth {}", report.depth),
        count: report.nodes,
        unit: "nodes",
        time,
    };
    Ok([counted, played, searched])
}

/// Counts ever deeper until the time is used up; tells the deepest count.
fn deepest_perft(game: &AnyGame, state: &AnyState, allowed: Duration) -> (u64, u32, Duration) {
    let mut deepest = (1, 0, Duration::ZERO);
    let all = Instant::now();
    for depth in 1.. {
        let began = Instant::now();
        let count = outwit::count_positions(game, state, depth);
        let time = began.elapsed();
        if count < deepest.0 {
            break;
        }
        // The next depth takes as much longer as this one took longer than the last, about.
        let growth = count as f64 / deepest.0 as f64;
        deepest = (count, depth, time);
        if all.elapsed() + time.mul_f64(growth.min(1e6)) > allowed {
            break;
        }
    }
    deepest
}

/// Plays games of random moves until the time is used up.
fn playouts(game: &AnyGame, state: &AnyState, allowed: Duration) -> (u64, Duration) {
    let mut games = 0;
    let began = Instant::now();
    loop {
        games += outwit::play_random_games(game, state, 256, games, &|| false).games;
        let time = began.elapsed();
        if time >= allowed {
            return (games, time);
        }
    }
}
