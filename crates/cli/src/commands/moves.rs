//! `outwit moves`: what can be played.

use crate::failure::Failure;
use crate::io::Io;
use crate::position::PositionArgs;
use crate::table::{Side, Table, wrapped};
use crate::{json, numbers};
use outwit::game::{Game, Turn};
use serde_json::{Value, json};

/// List the legal moves of a position, or the outcomes of chance
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  outwit moves othello --after \"d3\"\n  outwit moves connect4 --json")]
pub struct Arguments {
    #[command(flatten)]
    at: PositionArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments, io: &mut Io<'_>) -> Result<(), Failure> {
    let named = arguments.at.game()?;
    let game = &named.game;
    let table = arguments.at.place.table(game)?;
    let (state, turn) = (table.state(), table.turn());
    let texts: Vec<String> = table.moves().iter().map(|&mv| game.move_text(state, mv)).collect();
    let weights: Option<Vec<f64>> =
        (turn == Turn::Chance).then(|| table.moves().iter().map(|&mv| game.weight(state, mv) as f64).collect());
    let probabilities = weights.map(|weights| {
        let total: f64 = weights.iter().sum();
        weights.iter().map(|weight| weight / total).collect::<Vec<f64>>()
    });
    if arguments.json {
        let moves: Vec<Value> = texts
            .iter()
            .enumerate()
            .map(|(place, text)| json!({"move": text, "probability": probabilities.as_ref().map(|p| p[place])}))
            .collect();
        let document = json!({
            "game": named.spec,
            "position": game.position_text(state),
            "seed": arguments.at.place.seed(),
            "turn": json::turn(turn),
            "moves": moves,
        });
        return json::write(io, &document);
    }
    let count = texts.len() as u64;
    let seed = arguments.at.place.seed();
    match (turn, &probabilities) {
        (Turn::Of(seat), _) => writeln!(io.out, "{seat} has {} (seed {seed}):", numbers::plural(count, "legal move"))?,
        (Turn::Over, _) => writeln!(io.out, "The game is over: no moves (seed {seed}).")?,
        (Turn::Chance, _) if game.draws(state) => {
            writeln!(io.out, "Chance draws from more outcomes than can be listed (seed {seed}).")?;
        }
        (Turn::Chance, _) => writeln!(io.out, "Chance has {} (seed {seed}):", numbers::plural(count, "outcome"))?,
    }
    match probabilities {
        None => {
            for line in wrapped(&texts.join(" "), 100).iter().filter(|line| !line.is_empty()) {
                writeln!(io.out, "{line}")?;
            }
        }
        Some(probabilities) => {
            let mut table = Table::new(&[Side::Left, Side::Right]);
            for (text, p) in texts.into_iter().zip(probabilities) {
                table.row([text, numbers::percent(p)]);
            }
            write!(io.out, "{table}")?;
        }
    }
    Ok(())
}
