//! `outwit show`: a position as a picture.

use crate::failure::Failure;
use crate::files;
use crate::io::Io;
use crate::position::PositionArgs;
use crate::{json, numbers, specs};
use outwit::game::{Game, Turn};
use outwit::games::spider::Spider;
use serde_json::{Value, json};

/// Show a position
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  outwit show connect4 --after \"4 4 3\"\n  \
                        outwit show tictactoe --position \"x...o.... 1\"\n  outwit show othello --svg othello.svg\n  \
                        outwit show kuhn --after \"KJ check\" --seat 2")]
pub struct Arguments {
    #[command(flatten)]
    at: PositionArgs,
    /// Show what the seat with this number sees, and nothing else
    #[arg(long, value_name = "K")]
    seat: Option<usize>,
    /// Write a drawing to this file, `-` for the output
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments, io: &mut Io<'_>) -> Result<(), Failure> {
    let named = arguments.at.game()?;
    let (game, seed) = (&named.game, arguments.at.place.seed());
    let table = arguments.at.place.table(game)?;
    let state = table.state();
    let seat = arguments.seat.map(|number| specs::seat(&named, number)).transpose()?;
    let view = seat.map(|seat| table.view(seat));
    let svg = || view.as_ref().map_or_else(|| game.svg(state), |view| game.seat_svg(view));
    match arguments.svg.as_deref() {
        Some("-") if arguments.json => {
            return Err(Failure::wrong("the output cannot hold both a drawing and JSON: give --svg a file"));
        }
        Some("-") => return Ok(io.out.write_all(svg().as_bytes())?),
        Some(path) => files::write_file(path, &svg())?,
        None => {}
    }
    let turn = table.turn();
    // A seat's eye sees the position of an open game alone, and only its own moves.
    let position = view.as_ref().is_none_or(|view| view.state().is_some()).then(|| game.position_text(state));
    let picture = view.as_ref().map_or_else(|| game.picture(state), |view| game.seat_picture(view));
    let moves = view.as_ref().map_or(table.moves(), |view| view.moves());
    let seen: Option<Vec<String>> =
        view.as_ref().map(|view| view.seen().iter().map(|seen| game.seen_text(seen)).collect());
    let payoffs = turn.is_over().then(|| game.payoffs(state));
    let payoffs = payoffs.as_ref().map(|payoffs| payoffs.seats(game.players()));
    if arguments.json {
        let mut document = json!({
            "game": named.spec,
            "position": position,
            "seed": seed,
            "turn": json::turn(turn),
            "moves": moves.iter().map(|&mv| json!({"move": game.move_text(state, mv)})).collect::<Vec<_>>(),
            "payoffs": payoffs.map_or(Value::Null, json::numbers),
            "picture": picture,
        });
        // A score that is kept while playing, and not just paid in the end.
        if let (Some(spider), Some(position)) = (game.downcast_ref::<Spider>(), &position) {
            document["score"] = spider.read_position(position).ok().map(|table| spider.points(&table)).into();
        }
        if let Some(seat) = seat {
            document["seat"] = Value::from(seat.number());
            document["seen"] = Value::from(seen);
        }
        return json::write(io, &document);
    }
    writeln!(io.out, "{picture}\n")?;
    writeln!(io.out, "game      {}", named.spec)?;
    if let Some(position) = &position {
        writeln!(io.out, "position  {position}")?;
    }
    let count = moves.len() as u64;
    match turn {
        Turn::Of(mover) if seat.is_some_and(|seat| seat != mover) => writeln!(io.out, "turn      {mover}")?,
        Turn::Of(seat) => writeln!(io.out, "turn      {seat}, {}", numbers::plural(count, "legal move"))?,
        Turn::Chance if game.draws(state) => {
            writeln!(io.out, "turn      chance, which draws from more outcomes than can be listed")?;
        }
        Turn::Chance => writeln!(io.out, "turn      chance, {}", numbers::plural(count, "outcome"))?,
        Turn::Over => writeln!(io.out, "turn      over")?,
    }
    if let Some(payoffs) = payoffs {
        writeln!(io.out, "payoffs   {}", seat_list(payoffs))?;
    }
    writeln!(io.out, "seed      {seed}")?;
    if let Some(path) = &arguments.svg {
        writeln!(io.out, "drawing   {path}")?;
    }
    Ok(())
}

/// One number a seat, for people.
pub fn seat_list(values: &[f64]) -> String {
    let values: Vec<String> =
        values.iter().enumerate().map(|(seat, &x)| format!("seat {}: {}", seat + 1, numbers::value(x))).collect();
    values.join(", ")
}
