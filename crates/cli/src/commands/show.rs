//! `outwit show`: a position as a picture.

use crate::failure::Failure;
use crate::io::Io;
use crate::position::PositionArgs;
use crate::{json, numbers, specs};
use outwit::game::{Game, Turn};
use serde_json::{Value, json};

/// Show a position
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  outwit show connect4 --after \"4 4 3\"\n  \
                        outwit show tictactoe --position \"x...o.... 1\"\n  outwit show othello --svg othello.svg")]
pub struct Arguments {
    #[command(flatten)]
    at: PositionArgs,
    /// Write a drawing to this file, `-` for the output
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments, io: &mut Io<'_>) -> Result<(), Failure> {
    let named = arguments.at.game()?;
    let (game, seed) = (&named.game, arguments.at.place.seed);
    let table = arguments.at.place.table(game)?;
    let state = table.state();
    match arguments.svg.as_deref() {
        Some("-") if arguments.json => {
            return Err(Failure::wrong("the output cannot hold both a drawing and JSON: give --svg a file"));
        }
        Some("-") => return Ok(io.out.write_all(game.svg(state).as_bytes())?),
        Some(path) => specs::write_file(path, &game.svg(state))?,
        None => {}
    }
    let (turn, position) = (table.turn(), game.position_text(state));
    let payoffs = turn.is_over().then(|| game.payoffs(state));
    let payoffs = payoffs.as_ref().map(|payoffs| payoffs.seats(game.players()));
    if arguments.json {
        let document = json!({
            "game": named.spec,
            "position": position,
            "seed": seed,
            "turn": json::turn(turn),
            "moves": table.moves().len(),
            "payoffs": payoffs.map_or(Value::Null, json::numbers),
            "picture": game.picture(state),
        });
        return json::write(io, &document);
    }
    writeln!(io.out, "{}\n", game.picture(state))?;
    writeln!(io.out, "game      {}", named.spec)?;
    writeln!(io.out, "position  {position}")?;
    let count = table.moves().len() as u64;
    match turn {
        Turn::Of(seat) => writeln!(io.out, "turn      {seat}, {}", numbers::plural(count, "legal move"))?,
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
