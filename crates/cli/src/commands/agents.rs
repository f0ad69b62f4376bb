//! `outwit agents`: who plays.

use super::games::write_entry;
use crate::failure::Failure;
use crate::io::Io;
use crate::style::Style;
use crate::table::{Side, Table, paragraph, width, wrapped};
use crate::{json, specs};
use outwit::arena::engine;
use outwit::game::Settings;
use outwit::search::named::catalog::{self, AGENTS, AgentEntry, Axes};
use outwit::search::named::compose::{AXES, Axis, EQUALS, equal};
use serde_json::{Value, json};

/// List the agents and which games they play
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  outwit agents\n  outwit agents --game hearts\n  outwit agents alphabeta\n  \
                        outwit agents --all\n  outwit agents --json")]
pub struct Arguments {
    /// One agent in detail, by name or by spec
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Only those that can play this game
    #[arg(long, value_name = "GAME", conflicts_with = "name")]
    game: Option<String>,
    /// With all parameters
    #[arg(long)]
    all: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments, io: &mut Io<'_>) -> Result<(), Failure> {
    let game = arguments.game.as_deref().map(specs::game).transpose()?;
    let can_play = |entry: &&AgentEntry| game.as_ref().is_none_or(|named| entry.can_play(&named.game));
    let listed: Vec<Listed> = match &arguments.name {
        Some(name) => vec![named(name)?],
        None => AGENTS.iter().filter(can_play).map(Listed::Agent).chain([Listed::Engine]).collect(),
    };
    if arguments.json {
        // Programs go through the list to try everybody on it, and there is no engine without a command.
        let is_wanted = |entry: &&Listed| arguments.name.is_some() || !matches!(entry, Listed::Engine);
        return json::write(io, &listed.iter().filter(is_wanted).map(Listed::json).collect());
    }
    if arguments.name.is_none() && !arguments.all {
        return write_short(&listed, io);
    }
    for entry in listed {
        entry.write(io)?;
        if arguments.name.is_some() {
            entry.write_axes(io)?;
            writeln!(io.out)?;
            for line in wrapped(&entry.details(), width().min(100)) {
                writeln!(io.out, "{line}")?;
            }
        }
    }
    Ok(())
}

/// One line each, below what the games are like that they play.
fn write_short(listed: &[Listed], io: &mut Io<'_>) -> Result<(), Failure> {
    let plays = |entry: &Listed| match entry {
        Listed::Agent(entry) => entry.plays(),
        Listed::Engine => ENGINE_PLAYS,
    };
    let mut groups: Vec<&str> = Vec::new();
    for entry in listed {
        if !groups.contains(&plays(entry)) {
            groups.push(plays(entry));
        }
    }
    for group in groups {
        writeln!(io.out, "{}", Style::of(io).bold(&format!("For {group}:")))?;
        let mut table = Table::new(&[Side::Left, Side::Left]).indented(2);
        for entry in listed.iter().filter(|entry| plays(entry) == group) {
            let (name, summary) = entry.name_and_summary();
            table.row([name, summary]);
        }
        writeln!(io.out, "{table}")?;
    }
    writeln!(io.out, "One in detail: outwit agents NAME. With all parameters: outwit agents --all.")?;
    Ok(())
}

const ENGINE_PLAYS: &str = "any game it knows";

/// Who can sit down: an agent of the list, or any program that speaks the protocol.
enum Listed {
    Agent(&'static AgentEntry),
    Engine,
}

/// The agent of a name or spec. Settings that are given are checked, as far as they do not depend on a game.
fn named(text: &str) -> Result<Listed, Failure> {
    let spec = specs::entrant_spec(text)?;
    if spec.name == engine::NAME {
        if !spec.settings.is_empty() {
            engine::EngineSettings::read(&spec)?;
        }
        return Ok(Listed::Engine);
    }
    let entry = catalog::entry(&spec.name)?;
    Settings::read(&format!("the agent {}", entry.name), entry.parameters, &spec)?;
    Ok(Listed::Agent(entry))
}

impl Listed {
    fn name_and_summary(&self) -> (&'static str, &'static str) {
        match self {
            Listed::Agent(entry) => (entry.name, entry.summary),
            Listed::Engine => (engine::NAME, engine::SUMMARY),
        }
    }

    fn write(&self, io: &mut Io<'_>) -> Result<(), Failure> {
        match self {
            Listed::Agent(entry) => {
                let summary = format!("{} [plays {}]", entry.summary, entry.plays());
                write_entry(io, entry.name, &summary, entry.parameters)
            }
            Listed::Engine => write_entry(io, engine::NAME, engine::SUMMARY, engine::PARAMETERS),
        }
    }

    /// The choices of each axis for whoever puts a search together, or the combination that a named agent is.
    fn write_axes(&self, io: &mut Io<'_>) -> Result<(), Failure> {
        let Listed::Agent(entry) = self else { return Ok(()) };
        let Axes { grow, value, backup, belief } = entry.axes;
        let axes = format!("Grow: {grow}. Value: {value}. Backup: {backup}. Belief: {belief}.");
        writeln!(io.out, "\n{}", paragraph(&axes))?;
        if entry.name == "compose" {
            for axis in &AXES {
                writeln!(io.out, "\n{}", paragraph(&format!("{}= {}", axis.name, axis.question)))?;
                let mut table = Table::new(&[Side::Left, Side::Left]).indented(2);
                axis.choices.iter().for_each(|(choice, line)| table.row([*choice, *line]));
                write!(io.out, "{table}")?;
            }
            writeln!(io.out, "\nCombinations that have names:")?;
            let mut table = Table::new(&[Side::Left, Side::Left]).indented(2);
            EQUALS.iter().for_each(|(name, spec)| table.row([*name, *spec]));
            write!(io.out, "{table}")?;
        } else if let Some(spec) = equal(entry.name) {
            writeln!(io.out, "{}", paragraph(&format!("The same, put together: {spec}")))?;
        }
        Ok(())
    }

    fn details(&self) -> String {
        match self {
            Listed::Agent(entry) => format!("Plays {}, and `tree` where the file allows it.", games(entry).join(", ")),
            Listed::Engine => {
                "Sits in `outwit play` and `outwit arena`; the path of a program, as in ./my_engine, is short \
                               for engine:command=./my_engine. The protocol is told in docs/ENGINES.md, and `outwit \
                               engine GAME AGENT` speaks it for the agents of this list."
                    .to_string()
            }
        }
    }

    fn json(&self) -> Value {
        match self {
            Listed::Agent(entry) => entry_json(entry),
            Listed::Engine => json!({
                "name": engine::NAME,
                "summary": engine::SUMMARY,
                "parameters": json::parameters(engine::PARAMETERS),
                "plays": ENGINE_PLAYS,
                "chance": true,
                "hidden": true,
                "games": [],
            }),
        }
    }
}

/// The games of the list that the agent plays as they are without settings.
fn games(agent: &AgentEntry) -> Vec<&'static str> {
    outwit::games::catalog::games()
        .filter(|game| specs::plain_game(game).is_some_and(|game| agent.can_play(&game)))
        .map(|game| game.name)
        .collect()
}

fn entry_json(entry: &AgentEntry) -> Value {
    let mut json = json!({
        "name": entry.name,
        "summary": entry.summary,
        "parameters": json::parameters(entry.parameters),
        "plays": entry.plays(),
        "chance": entry.demands.chance,
        "hidden": entry.demands.hidden,
        "games": games(entry),
        "axes": {
            "grow": entry.axes.grow,
            "value": entry.axes.value,
            "backup": entry.axes.backup,
            "belief": entry.axes.belief,
        },
    });
    // What a named agent is made of, and what there is to choose from for whoever makes another.
    if let Some(spec) = equal(entry.name) {
        json["compose"] = json!(spec);
    }
    if entry.name == "compose" {
        let choices = |axis: &Axis| -> Value {
            axis.choices.iter().map(|(choice, line)| json!({ "choice": choice, "summary": line })).collect()
        };
        json["choices"] = AXES.iter().map(|axis| (axis.name.to_string(), choices(axis))).collect();
    }
    json
}
