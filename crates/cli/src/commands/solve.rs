//! `outwit solve`: the exact value of a position when everybody plays as well as can be.

use super::advise::value_text;
use crate::failure::Failure;
use crate::io::Io;
use crate::position::PositionArgs;
use crate::thinking::{Asked, watched};
use crate::{json, numbers};
use outwit::exact::solve::{Means, Outcome};
use outwit::game::Game;
use serde_json::json;

/// Find the exact value of a position, to the very end of the game
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  outwit solve tictactoe\n  outwit solve connect4:width=4,height=4 --json")]
pub struct Arguments {
    #[command(flatten)]
    at: PositionArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments, io: &mut Io<'_>) -> Result<(), Failure> {
    let named = arguments.at.game()?;
    let (game, seed) = (&named.game, arguments.at.place.seed);
    let table = arguments.at.place.table(game)?;
    let means = Means::default();
    let (solution, time) = watched(Asked::default(), io, |control| outwit::solve(game, table.state(), &means, control));
    let solution = solution?;
    let outcome = match solution.outcome {
        Outcome::Seat(seat) => seat.to_string(),
        Outcome::Draw => "draw".to_string(),
        Outcome::Value => "value".to_string(),
    };
    let best: Vec<String> = solution.best.iter().map(|&mv| game.move_text(table.state(), mv)).collect();
    if arguments.json {
        let document = json!({
            "game": named.spec,
            "value": json::seat_values(&solution.value, game.players()),
            "outcome": outcome,
            "states": solution.states,
            "best": best,
        });
        return json::write(io, &document);
    }
    writeln!(io.out, "{}\n", game.picture(table.state()))?;
    writeln!(io.out, "game      {}\nposition  {}", named.spec, game.position_text(table.state()))?;
    let verdict = match solution.outcome {
        Outcome::Seat(seat) => format!("{seat} wins"),
        Outcome::Draw => "a draw".to_string(),
        Outcome::Value if !game.facts().is_zero_sum_for_two(game.players()) => "a value a seat".to_string(),
        Outcome::Value => match solution.value[0].unwrap_or(0.0) {
            0.0 => "even".to_string(),
            margin if margin > 0.0 => format!("seat 1 by {}", numbers::value(margin)),
            margin => format!("seat 2 by {}", numbers::value(-margin)),
        },
    };
    writeln!(io.out, "outcome   {verdict}")?;
    if let Some(value) = value_text(&solution.value, game.players()) {
        writeln!(io.out, "value     {value}")?;
    }
    if !best.is_empty() {
        writeln!(io.out, "best      {}", best.join(" "))?;
    }
    let how = if solution.is_labelled { "labelled, every one there is" } else { "stored by a search to the end" };
    let (states, nodes) = (numbers::plural(solution.states, "position"), numbers::plural(solution.nodes, "move"));
    writeln!(io.out, "solved    {states} {how}; {nodes} made, {}", numbers::time(time))?;
    writeln!(io.out, "seed      {seed}")?;
    Ok(())
}
