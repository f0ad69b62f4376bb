//! Two agents play connect four: `cargo run --release -p outwit --example play_a_game`.

use outwit::game::{Control, Game, Player, Problem, Rng, Table, Turn};
use outwit::{agent_from_spec, game_from_spec, no_files};

pub fn main() -> Result<(), Problem> {
    let seed = 1;
    let game = game_from_spec("connect4:width=6,height=5", &no_files)?;
    let mut agents = [agent_from_spec("alphabeta:depth=8", &game)?, agent_from_spec("greedy:blunder=0.2", &game)?];
    for (agent, seat) in agents.iter_mut().zip(Player::all(2)) {
        agent.begin(&game, seat, Rng::derive(seed, seat.index() as u64));
    }
    let mut table = Table::deal(&game, &mut Rng::new(seed));
    while let Turn::Of(mover) = table.turn() {
        let report = agents[mover.index()].choose(&table.view(mover), &Control::default())?;
        println!("{mover} plays {}", game.move_text(table.state(), report.chosen));
        table.play(report.chosen);
    }
    println!("\n{}\n\n{:?}", game.picture(table.state()), game.payoffs(table.state()).seats(2));
    Ok(())
}
