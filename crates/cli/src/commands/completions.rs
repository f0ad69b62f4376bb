//! `outwit completions`: a script that teaches a shell the command line.

use crate::args::Cli;
use crate::failure::Failure;
use crate::io::Io;
use clap::CommandFactory;
use clap_complete::Shell;

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
    clap_complete::generate(arguments.shell, &mut Cli::command(), "outwit", &mut script);
    Ok(io.out.write_all(&script)?)
}
