//! `outwit completions`: a script that teaches a shell the command line.

use crate::args::Cli;
use crate::failure::Failure;
use crate::io::Io;
use clap::builder::PossibleValuesParser;
use clap::{Command, CommandFactory};
use clap_complete::Shell;
use outwit::games::catalog::games;
use outwit::search::named::catalog::AGENTS;
use outwit_lab::PAPERS;

/// Write a completion script for a shell
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  outwit completions bash > ~/.local/share/bash-completion/completions/outwit")]
pub struct Arguments {
    /// The shell
    shell: Shell,
}

pub fn run(arguments: &Arguments, io: &mut Io<'_>) -> Result<(), Failure> {
    // Into memory first: the generator panics where a reader leaves.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut with_names(Cli::command()), "outwit", &mut script);
    Ok(io.out.write_all(&script)?)
}

/// The command line with the names of games, agents and papers where they may stand. Only for scripts: a spec says more.
fn with_names(command: Command) -> Command {
    let of = command.get_name().to_string();
    command.mut_subcommands(with_names).mut_args(|arg| {
        let name = arg.get_value_names().and_then(|names| names.first()).map(|name| name.to_string());
        let known: Vec<&'static str> = match (name.as_deref(), arg.get_id().as_str()) {
            (Some("GAME"), _) => games().map(|entry| entry.name).collect(),
            (Some("NAME"), "name") if of == "games" => games().map(|entry| entry.name).collect(),
            (Some("NAME"), "name") if of == "agents" => AGENTS.iter().map(|entry| entry.name).collect(),
            (Some("AGENT"), _) | (Some("SPEC"), "agent" | "hint_agent") => {
                AGENTS.iter().map(|entry| entry.name).collect()
            }
            (Some("PAPER"), _) => PAPERS.iter().map(|paper| paper.id).collect(),
            _ => return arg,
        };
        arg.value_parser(PossibleValuesParser::new(known))
    })
}
