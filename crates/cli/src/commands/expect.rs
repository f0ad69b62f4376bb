//! `outwit expect`: exactly what to expect when given agents play a small game.

use super::show::seat_list;
use crate::failure::Failure;
use crate::io::Io;
use crate::position::PositionArgs;
use crate::progress_line::ProgressLine;
use crate::{interrupt, json, specs};
use outwit::WallClock;
use outwit::exact::expected_payoffs;
use outwit::game::{Control, Game};
use serde_json::json;

/// Compute the exact expected payoffs when agents play a small game, over chance and all their tie-breaks
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  outwit expect tictactoe minimax random\n  \
                        outwit expect connect4:width=4,height=4 greedy --after \"1 2 3 4 1 2 3 4\"")]
pub struct Arguments {
    #[command(flatten)]
    at: PositionArgs,
    /// Who plays: one agent a seat, or one for all seats
    #[arg(value_name = "AGENT", required = true)]
    agents: Vec<String>,
    /// Give up after this many decisions
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    limit: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments, io: &mut Io<'_>) -> Result<(), Failure> {
    let named = arguments.at.game()?;
    let (game, seed) = (&named.game, arguments.at.place.seed());
    let players = game.players();
    let asked = match &arguments.agents[..] {
        [one] => vec![one; players],
        several if several.len() == players => several.iter().collect(),
        several => {
            let given = several.len();
            return Err(Failure::wrong(format_args!(
                "{} has {players} seats and {given} agents are given: give one a seat, or one for all seats",
                named.spec
            )));
        }
    };
    let (mut texts, mut agents) = (Vec::new(), Vec::new());
    for spec in asked {
        let (spec, agent) = specs::agent(spec, game)?;
        texts.push(spec);
        agents.push(agent);
    }
    let table = arguments.at.place.table(game)?;
    let clock = WallClock::start();
    // The interrupt key ends the program; a program around this one has a flag.
    let control = Control { clock: Some(&clock), stop: interrupt::host_flag(), ..Control::default() };
    let line = ProgressLine::new(&clock, io);
    let payoffs = line.alive("asking the agents everywhere", || {
        expected_payoffs(&table, &mut agents, seed, arguments.limit, &control)
    });
    drop(line);
    let payoffs = payoffs?;
    let payoffs = payoffs.seats(players);
    if arguments.json {
        let document = json!({
            "game": named.spec,
            "position": game.position_text(table.state()),
            "turn": json::turn(table.turn()),
            "agents": texts,
            "seed": seed,
            "value": json::numbers(payoffs),
        });
        return json::write(io, &document);
    }
    writeln!(io.out, "game      {}", named.spec)?;
    writeln!(io.out, "position  {}", game.position_text(table.state()))?;
    for (seat, agent) in texts.iter().enumerate() {
        writeln!(io.out, "seat {}    {agent}", seat + 1)?;
    }
    writeln!(io.out, "seed      {seed}\nexpect    {}", seat_list(payoffs))?;
    Ok(())
}
