//! Asks an agent what to play, and what it found out: `cargo run --release -p outwit --example advise`.

use outwit::game::{Control, Game, Problem, Rng, Table};
use outwit::{agent_from_spec, game_from_spec, no_files};

pub fn main() -> Result<(), Problem> {
    let game = game_from_spec("othello", &no_files)?;
    let mut table = Table::deal(&game, &mut Rng::new(0));
    for text in ["d3", "c3", "c4"] {
        table.play_text(text)?;
    }
    println!("{}\n", game.picture(table.state()));

    let seat = table.turn().player().ok_or_else(|| Problem::new("nobody is to move"))?;
    let mut agent = agent_from_spec("alphabeta:depth=6,exact=true", &game)?;
    agent.begin(&game, seat, 0);
    let report = agent.choose(&table.view(seat), &Control::default())?;
    for found in &report.moves {
        let (text, value) = (game.move_text(table.state(), found.mv), found.values[seat.index()]);
        println!("{text}  {:>7.4}  {:>3.0} %", value.unwrap_or(f64::NAN), 100.0 * found.probability);
    }
    println!("\n{seat} plays {}: {} nodes", game.move_text(table.state(), report.chosen), report.nodes);
    Ok(())
}
