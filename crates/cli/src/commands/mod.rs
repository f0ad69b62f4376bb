//! The commands: one file each, with its arguments on top.

pub mod abstraction;
pub mod advise;
pub mod agents;
pub mod analyse;
pub mod arena;
mod belief;
pub mod bench;
mod certain;
pub mod completions;
pub mod decide;
pub mod engine;
pub mod equilibrium;
pub mod expect;
pub mod games;
pub mod learn;
pub mod moves;
pub mod perft;
pub mod play;
pub mod reproduce;
mod self_play;
pub mod show;
pub mod solve;
pub mod studio;
pub mod tour;
pub mod train;
pub mod winprob;

use crate::args::Command;
use crate::failure::Failure;
use crate::io::Io;

/// Runs a command.
pub fn run(command: &Command, io: &mut Io<'_>) -> Result<(), Failure> {
    match command {
        Command::Tour(arguments) => tour::run(arguments, io),
        Command::Games(arguments) => games::run(arguments, io),
        Command::Agents(arguments) => agents::run(arguments, io),
        Command::Show(arguments) => show::run(arguments, io),
        Command::Moves(arguments) => moves::run(arguments, io),
        Command::Perft(arguments) => perft::run(arguments, io),
        Command::Play(arguments) => play::run(arguments, io),
        Command::Advise(arguments) => advise::run(arguments, io),
        Command::Expect(arguments) => expect::run(arguments, io),
        Command::Solve(arguments) => solve::run(arguments, io),
        Command::Analyse(arguments) => analyse::run(arguments, io),
        Command::Learn(arguments) => learn::run(arguments, io),
        Command::Train(arguments) => train::run(arguments, io),
        Command::Winprob(arguments) => winprob::run(arguments, io),
        Command::Equilibrium(arguments) => equilibrium::run(arguments, io),
        Command::Exploit(arguments) => equilibrium::exploit(arguments, io),
        Command::Export(arguments) => equilibrium::export(arguments, io),
        Command::Decide(arguments) => decide::run(arguments, io),
        Command::Abstract(arguments) => abstraction::run(arguments, io),
        Command::Arena(arguments) => arena::run(arguments, io),
        Command::Reproduce(arguments) => reproduce::run(arguments, io),
        Command::Bench(arguments) => bench::run(arguments, io),
        Command::Studio(arguments) => studio::run(arguments, io),
        Command::Engine(arguments) => engine::run(arguments, io),
        Command::Completions(arguments) => completions::run(arguments, io),
    }
}
