//! `outwit perft`: counting the tree, the classic check of move generation.

use crate::failure::Failure;
use crate::io::Io;
use crate::position::PositionArgs;
use crate::progress_line::ProgressLine;
use crate::table::{Side, Table};
use crate::{json, numbers};
use outwit::WallClock;
use outwit::game::{AnyGame, AnyState, Clock, Game};
use serde_json::{Value, json};
use std::time::Duration;

/// Count the positions at each depth below a position
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  outwit perft othello 8\n  outwit perft connect4 6 --divide --after \"4 4\"")]
pub struct Arguments {
    #[command(flatten)]
    at: PositionArgs,
    /// Moves deep; those of chance count, and a new deal counts as one move
    #[arg(value_name = "DEPTH", value_parser = numbers::whole::<u32>(0..=1000))]
    depth: u32,
    /// Also count below each move
    #[arg(long)]
    divide: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn timed(game: &AnyGame, state: &AnyState, depth: u32, io: &mut Io<'_>) -> (u64, Duration) {
    let clock = WallClock::start();
    let line = ProgressLine::new(&clock, io);
    let positions = line.alive(&format!("counting depth {depth}"), || outwit::count_positions(game, state, depth));
    drop(line);
    (positions, clock.now())
}

pub fn run(arguments: &Arguments, io: &mut Io<'_>) -> Result<(), Failure> {
    let named = arguments.at.game()?;
    let game = &named.game;
    let table = arguments.at.place.table(game)?;
    let state = table.state();

    let mut counts = Vec::new();
    if !arguments.json {
        writeln!(io.out, "{} from {} (seed {})\n", named.spec, game.position_text(state), arguments.at.place.seed())?;
        writeln!(io.out, "depth             positions        time          rate")?;
    }
    for depth in 0..=arguments.depth {
        let (positions, time) = timed(game, state, depth, io);
        if arguments.json {
            counts.push(json!({"depth": depth, "positions": positions, "ms": numbers::milliseconds(time)}));
        } else {
            // Row by row and not as a table: the deep rows take a while.
            let rate = numbers::rate(positions, time).filter(|_| time.as_micros() >= 100).unwrap_or_default();
            let (positions, time) = (numbers::count(positions), numbers::time(time));
            writeln!(io.out, "{}", format!("{depth:>5}  {positions:>20}  {time:>10}  {rate:>12}").trim_end())?;
            io.out.flush()?;
        }
        // Where no game lasts this long, none lasts longer.
        if positions == 0 {
            break;
        }
    }

    let mut divided = Vec::new();
    if arguments.divide && arguments.depth > 0 {
        for &mv in table.moves() {
            let mut next = state.clone();
            game.play(&mut next, mv);
            divided.push((game.move_text(state, mv), timed(game, &next, arguments.depth - 1, io).0));
        }
    }
    if arguments.json {
        let divide: Vec<Value> =
            divided.iter().map(|(text, positions)| json!({"move": text, "positions": positions})).collect();
        let document = json!({
            "game": named.spec,
            "position": game.position_text(state),
            "seed": arguments.at.place.seed(),
            "counts": counts,
            "divide": if arguments.divide { Value::from(divide) } else { Value::Null },
        });
        return json::write(io, &document);
    }
    if !divided.is_empty() {
        let mut table = Table::new(&[Side::Left, Side::Right]);
        table.row(["move", "positions"]);
        for (text, positions) in divided {
            table.row([text, numbers::count(positions)]);
        }
        write!(io.out, "\n{table}")?;
    }
    Ok(())
}
