//! `outwit learn --self-play`: an evaluation that a game learns from its play against itself.

use super::learn::Arguments;
use crate::failure::Failure;
use crate::files;
use crate::io::Io;
use crate::progress_line::ProgressLine;
use crate::table::{Side, Table, paragraph};
use crate::{interrupt, json, numbers};
use outwit::WallClock;
use outwit::game::{AnyGame, Clock, Evaluated, Native, Problem};
use outwit::learn::{Learned, Origin, Plan, Standing, Trainer};
use outwit::pool::Threads;
use serde_json::json;
use std::sync::atomic::Ordering;

/// How play against itself teaches.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Learning from play against itself (--self-play)")]
pub struct SelfPlayArgs {
    /// Learn by temporal differences from games that the evaluation plays against itself: any game, any number of seats
    #[arg(long, conflicts_with_all = ["from", "eval", "combine", "prior", "states", "tournament"])]
    pub(super) self_play: bool,
    /// What learns: network:hidden=N, network:hidden=N,second=M, linear, or tuples:count=N,size=M
    #[arg(long, value_name = "MODEL", default_value = "network:hidden=64", requires = "self_play")]
    model: String,
    /// How positions are looked at: a sight of the game, or parts for what its states are made of; the game's first by default
    #[arg(long, value_name = "NAME", requires = "self_play")]
    sight: Option<String>,
    /// Begin with what this file has learned, by the same model, instead of from nothing; the sight may show more than its sight did
    #[arg(long, value_name = "FILE", requires = "self_play")]
    start: Option<String>,
    /// How much what comes later counts, from 0, the next position alone, to 1, the end alone
    #[arg(long, value_name = "L", default_value_t = 0.7, requires = "self_play", value_parser = share)]
    lambda: f64,
    /// How far a step of learning goes at first
    #[arg(long, value_name = "R", default_value_t = 0.05, requires = "self_play", value_parser = numbers::from_zero_up)]
    rate: f64,
    /// Games after which a step goes half as far; after twice as many a third, and so on
    #[arg(long, value_name = "N", default_value_t = 5000, requires = "self_play", value_parser = numbers::whole::<u64>(1..))]
    settle: u64,
    /// How often a random move is made, to see what would not be seen otherwise
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "self_play", value_parser = share)]
    explore: f64,
    /// Up to so many random moves at the start of a game
    #[arg(long, value_name = "N", default_value_t = 4, requires = "self_play")]
    opening: u32,
    /// Plies looked ahead to choose a move; with more than one it learns the position that decided (TD-leaf)
    #[arg(long, value_name = "D", default_value_t = 1, requires = "self_play", value_parser = numbers::whole::<u32>(1..=6))]
    depth: u32,
    /// Learn from the mean over all that dice may show, not from what they showed: slower, and less noise
    #[arg(long, requires = "self_play")]
    all_chances: bool,
    /// Write the mean of what was learned on the way, the last games counting most, not what was learned last
    #[arg(long, requires = "self_play")]
    average: bool,
    /// Worlds drawn to choose a move where something is hidden
    #[arg(long, value_name = "N", default_value_t = 4, requires = "self_play", value_parser = numbers::whole::<u32>(1..=1000))]
    worlds: u32,
    /// Games between which the model does not change, so that threads can play them at the same time
    #[arg(long, value_name = "N", default_value_t = 32, requires = "self_play", value_parser = numbers::whole::<u64>(1..=100_000))]
    batch: u64,
    /// Keep everything in this file now and then, and go on from what is there: more games may be asked for than before
    #[arg(long, value_name = "FILE", requires = "self_play")]
    keep: Option<String>,
}

fn share(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| (0.0..=1.0).contains(number));
    number.ok_or_else(|| format!("`{text}` is not a number from 0 to 1"))
}

/// Games where nobody says how many.
const GAMES: u64 = 20_000;
/// Steps that are told of.
const STEPS: u64 = 10;
/// Games of a step against the one before.
const MATCH: u64 = 200;

/// A step of learning as it is told.
struct Step {
    standing: Standing,
    /// What it gets from the step before.
    gain: f64,
}

struct Outcome {
    text: String,
    command: String,
    played: u64,
    steps: Vec<Step>,
}

pub(super) fn run(arguments: &Arguments, spec: &str, game: &AnyGame, io: &mut Io<'_>) -> Result<(), Failure> {
    let asked = &arguments.self_play;
    let plan = Plan {
        games: arguments.games.unwrap_or(GAMES),
        batch: asked.batch,
        lambda: asked.lambda,
        rate: asked.rate,
        settle: asked.settle,
        explore: asked.explore,
        opening: asked.opening,
        depth: asked.depth,
        all_chances: asked.all_chances,
        average: asked.average,
        worlds: asked.worlds,
        start: asked.start.clone(),
        cap: arguments.cap,
        seed: arguments.seed,
    };
    asked.keep.as_deref().map_or(Ok(()), files::check_writable)?;
    let clock = WallClock::start();
    let line = ProgressLine::new(&clock, io);
    let learned = outwit::natively_to_learn(game, Task { asked, spec, plan: &plan, line: &line });
    drop(line);
    let Outcome { text, command, played, steps } = learned?;
    let out = &arguments.out;
    files::write_file(out, &text)?;
    if arguments.json {
        let listed: Vec<_> = steps
            .iter()
            .map(|step| json!({"games": step.standing.games, "loss": step.standing.loss, "gain": step.gain}))
            .collect();
        return json::write(
            io,
            &json!({"game": spec, "evaluation": "learned", "file": out, "games": played, "bytes": text.len(),
                    "command": command, "steps": listed}),
        );
    }
    writeln!(io.out, "game   {spec}")?;
    let mut table = Table::new(&[Side::Right, Side::Right, Side::Right]).indented(2);
    table.row(["games", "loss", "against the step before"].map(str::to_string));
    for Step { standing, gain } in &steps {
        let gain = format!("{}{}", if *gain < 0.0 { "" } else { "+" }, numbers::value((gain * 1e4).round() / 1e4));
        table.row([numbers::count(standing.games), format!("{:.5}", standing.loss), gain]);
    }
    writeln!(io.out, "{}\n", table.to_string().trim_end())?;
    if played < plan.games {
        writeln!(io.out, "Stopped after {}.", numbers::plural(played, "game"))?;
    }
    writeln!(
        io.out,
        "{}",
        paragraph(&format!("Written to {out}; use it as eval=(learned:file={out}). Made once more by:"))
    )?;
    writeln!(io.out, "  {command} --out {out}")?;
    writeln!(io.out, "took {}", numbers::time(clock.now()))?;
    Ok(())
}

/// Before anything is written over what was learned earlier.
fn check_sound<G: Evaluated>(trainer: &Trainer<'_, G>, plan: &Plan) -> Result<(), Failure> {
    if trainer.is_sound() {
        return Ok(());
    }
    Err(Failure::failed(format_args!(
        "what was learned are no numbers any more after {}: steps are too long; try a --rate smaller than {}",
        numbers::plural(trainer.played(), "game"),
        plan.rate
    )))
}

struct Task<'a, 'l> {
    asked: &'a SelfPlayArgs,
    spec: &'a str,
    plan: &'a Plan,
    line: &'a ProgressLine<'l>,
}

impl Native for Task<'_, '_> {
    type Output = Result<Outcome, Failure>;

    fn native<G: Evaluated>(self, game: &G) -> Self::Output {
        let Task { asked, spec, plan, line } = self;
        let mut learned = Learned::new(game, asked.sight.as_deref(), &asked.model, plan.seed)?;
        if let Some(path) = &asked.start {
            let within = |problem: Problem| problem.within(format_args!("the file `{path}`"));
            let earlier = Learned::from_text(&files::read_file(path)?, game).map_err(within)?;
            learned.begin_with(&earlier).map_err(within)?;
        }
        let mut origin = Origin { game: spec.to_string(), command: String::new() };
        let mut earlier = learned.clone();
        let mut trainer = Trainer::new(game, learned, plan.clone());
        if let Some(path) = asked.keep.as_deref().filter(|path| std::path::Path::new(path).exists()) {
            let within = |problem: Problem| problem.within(format_args!("the file `{path}`"));
            trainer.resume(&files::read_to_go_on(path)?, &origin).map_err(within)?;
            earlier = trainer.learned().clone();
        }
        // What no file would hold is refused before it is learned.
        trainer.learned().to_text(game, &origin)?;
        let stop = interrupt::stop_flag();
        let threads = Threads::all();
        let step_size = (plan.games / STEPS).max(1);
        let (mut steps, mut next) = (Vec::new(), trainer.played() + step_size);
        while !trainer.is_done() && !stop.load(Ordering::Relaxed) {
            line.alive("playing the first games", || trainer.step(Some(&threads)));
            let is_step = trainer.played() >= next || trainer.is_done();
            if is_step {
                check_sound(&trainer, plan)?;
                next += step_size;
                // Kept before the match, which may take long.
                if let Some(path) = &asked.keep {
                    files::write_file(path, &trainer.checkpoint(&origin))?;
                }
                let is_stopped = || stop.load(Ordering::Relaxed);
                let gain =
                    line.alive("playing against the step before", || trainer.against(&earlier, MATCH, &is_stopped));
                earlier = trainer.learned().clone();
                steps.push(Step { standing: trainer.standing(), gain });
            }
            line.show(|_| {
                let played = format!("{} of {} games", numbers::count(trainer.played()), numbers::count(plan.games));
                let told = |step: &Step| {
                    format!("  loss {:.5}  {:+.3} against the step before", step.standing.loss, step.gain)
                };
                played + &steps.last().map_or(String::new(), told)
            });
        }
        check_sound(&trainer, plan)?;
        if let Some(path) = &asked.keep {
            files::write_file(path, &trainer.checkpoint(&origin))?;
        }
        let played = trainer.played();
        if played == 0 {
            return Err(Failure::failed("stopped before anything was learned"));
        }
        origin.command = trainer.command(&origin.game);
        let text = trainer.learned().to_text(game, &origin)?;
        Ok(Outcome { text, command: origin.command, played, steps })
    }

    fn erased(self, game: &AnyGame) -> Self::Output {
        self.native(game)
    }
}
