//! `outwit agents`: who plays.

use super::games::write_entry;
use crate::failure::Failure;
use crate::io::Io;
use crate::table::wrapped;
use crate::{json, specs};
use outwit::game::Spec;
use outwit::games::catalog::GAMES;
use outwit::search::named::catalog::{self, AGENTS, AgentEntry};
use serde_json::{Value, json};

/// List the agents, their parameters, and which games they play
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  outwit agents\n  outwit agents alphabeta\n  outwit agents --json")]
pub struct Arguments {
    /// One agent in detail
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments, io: &mut Io<'_>) -> Result<(), Failure> {
    let entries: Vec<&AgentEntry> = match &arguments.name {
        Some(name) => vec![catalog::entry(&Spec::parse(name)?.name)?],
        None => AGENTS.iter().collect(),
    };
    if arguments.json {
        return json::write(io, &entries.into_iter().map(entry_json).collect());
    }
    for entry in entries {
        let summary = format!("{} [plays {}]", entry.summary, entry.plays());
        write_entry(io, entry.name, &summary, entry.parameters)?;
        if arguments.name.is_some() {
            writeln!(io.out)?;
            for line in
                wrapped(&format!("Plays {}, and `tree` where the file allows it.", games(entry).join(", ")), 100)
            {
                writeln!(io.out, "{line}")?;
            }
        }
    }
    Ok(())
}

/// The games of the list that the agent plays as they are without settings.
fn games(agent: &AgentEntry) -> Vec<&'static str> {
    GAMES
        .iter()
        .filter(|game| specs::plain_game(game).is_some_and(|game| agent.can_play(&game)))
        .map(|game| game.name)
        .collect()
}

fn entry_json(entry: &AgentEntry) -> Value {
    json!({
        "name": entry.name,
        "summary": entry.summary,
        "parameters": json::parameters(entry.parameters),
        "plays": entry.plays(),
        "chance": entry.demands.chance,
        "hidden": entry.demands.hidden,
        "games": games(entry),
    })
}
