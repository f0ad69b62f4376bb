//! The command line itself: one subcommand a file of `commands`.

use crate::commands::{
    abstraction, advise, agents, analyse, arena, bench, completions, decide, engine, equilibrium, expect, games, learn,
    moves, perft, play, reproduce, show, solve, studio, tour, train, winprob,
};
use clap::{Parser, Subcommand};

/// Decides what to do when other minds are at the table: games, agents that search them, and what they find out.
#[derive(Parser, Debug)]
#[command(
    name = "outwit",
    version,
    max_term_width = 100,
    after_help = "New here? Try: outwit tour\n\n\
                  A game or an agent is named by a spec: name or name:key=value,key=value, for example\n  \
                  connect4:width=6 or alphabeta:depth=4. Commands that print results take --json.\n\
                  Tables are as wide as the terminal, or as COLUMNS says: COLUMNS=80 outwit agents | less.\n\
                  Exit codes: 0 done, 1 the work failed, 2 the request was wrong, 130 interrupted."
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    Tour(tour::Arguments),
    Games(games::Arguments),
    Agents(agents::Arguments),
    Show(show::Arguments),
    Moves(moves::Arguments),
    Perft(perft::Arguments),
    Play(play::Arguments),
    Advise(advise::Arguments),
    Expect(expect::Arguments),
    Solve(solve::Arguments),
    Analyse(analyse::Arguments),
    Learn(learn::Arguments),
    Train(train::Arguments),
    Winprob(winprob::Arguments),
    Equilibrium(equilibrium::Arguments),
    Exploit(equilibrium::ExploitArguments),
    Export(equilibrium::ExportArguments),
    Decide(decide::DecideArgs),
    Abstract(abstraction::Arguments),
    Arena(arena::Arguments),
    Reproduce(reproduce::Arguments),
    Bench(bench::Arguments),
    Studio(studio::Arguments),
    Engine(engine::Arguments),
    Completions(completions::Arguments),
}
