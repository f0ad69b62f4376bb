//! `outwit equilibrium` and `outwit exploit`: what cannot be exploited, and how much an agent can be.

use crate::failure::Failure;
use crate::interrupt;
use crate::io::Io;
use crate::{json, numbers, seats, specs};
use outwit::WallClock;
use outwit::equilibrium::{
    Bounds, Exploitability, Extensive, Measured, Regrets, Sampling, exploitability, exploitability_bounds, strategy_of,
};
use outwit::game::{AnyGame, Clock, Control, Game, Problem};
use serde_json::json;
use std::sync::atomic::Ordering;

/// Which game, and how much of it may be written out.
#[derive(clap::Args, Debug)]
pub struct GameArgs {
    /// The game, for two seats with a sum of 0: `name` or `name:key=value,key=value` (see `outwit games`)
    #[arg(value_name = "GAME")]
    game: String,
    /// Where all randomness comes from: the start that is drawn, and what agents draw
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = numbers::seed, allow_negative_numbers = true)]
    seed: u64,
    /// Nodes of the game written out at most; with `exploit --samples`, moves made at most for a batch
    #[arg(long, value_name = "N", default_value_t = 5_000_000)]
    nodes: usize,
}

impl GameArgs {
    /// `otherwise` is what to do where the game is too large, if there is something.
    fn unfold(&self, otherwise: &str) -> Result<(specs::NamedGame, Extensive<AnyGame>), Failure> {
        let named = specs::game(&self.game)?;
        let start = named.game.start(&mut seats::deal(self.seed));
        let facts = named.game.facts();
        let is_too_large = facts.is_zero_sum_for_two(named.game.players()) && !facts.cyclic;
        let tree = Extensive::unfold(&named.game, &start, self.nodes)
            .map_err(|problem| if is_too_large { Problem::new(format!("{problem}{otherwise}")) } else { problem })?;
        Ok((named, tree))
    }
}

/// Compute strategies that nobody can exploit, in a two-seat zero-sum game that fits in memory (CFR+)
#[derive(clap::Args, Debug)]
#[command(after_help = "Exploitability is what a best reply wins, on average over the seats (NashConv / 2).\n\n\
                        Examples:\n  outwit equilibrium kuhn\n  \
                        outwit equilibrium leduc --target 0.01 --json\n  \
                        outwit equilibrium hidden-pgame:b=2,d=6,h=1,seed=3")]
pub struct Arguments {
    #[command(flatten)]
    game: GameArgs,
    /// Stop when the exploitability is at most this
    #[arg(long, value_name = "X", default_value_t = 1e-4, value_parser = numbers::from_zero_up)]
    target: f64,
    /// Stop after this many iterations
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    iterations: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments, io: &mut Io<'_>) -> Result<(), Failure> {
    let (named, tree) = arguments.game.unfold("")?;
    let clock = WallClock::start();
    let mut regrets = Regrets::new(&tree);
    let (mut found, mut next_look) = (exploitability(&tree, &regrets.average(&tree)), 16);
    while regrets.iterations() < arguments.iterations && found.exploitability > arguments.target {
        regrets.iterate(&tree);
        // A look costs as much as some iterations, so there are few.
        if regrets.iterations() >= next_look || regrets.iterations() == arguments.iterations {
            found = exploitability(&tree, &regrets.average(&tree));
            next_look += next_look / 4;
            if interrupt::stop_flag().load(Ordering::Relaxed) {
                break;
            }
        }
    }
    let time = clock.now();
    let iterations = regrets.iterations();
    let [first, second] = found.best_replies;
    if arguments.json {
        let document = json!({
            "game": named.spec,
            "seed": arguments.game.seed,
            "nodes": tree.nodes(),
            "sets": tree.sets(),
            "iterations": iterations,
            "value": json::number(found.value),
            "bounds": json::numbers(&[-second, first]),
            "exploitability": json::number(found.exploitability),
        });
        return json::write(io, &document);
    }
    tell_game(&named.spec, &tree, io)?;
    writeln!(io.out, "value           {} for seat 1", numbers::value(found.value))?;
    writeln!(io.out, "                between {} and {}", numbers::value(-second), numbers::value(first))?;
    writeln!(io.out, "exploitability  {}", numbers::value(found.exploitability))?;
    let rate = numbers::rate(iterations, time).map(|rate| format!(", {rate}")).unwrap_or_default();
    writeln!(io.out, "CFR+            {}, {}{rate}", numbers::plural(iterations, "iteration"), numbers::time(time))?;
    Ok(())
}

fn tell_game(spec: &str, tree: &Extensive<AnyGame>, io: &mut Io<'_>) -> Result<(), Failure> {
    let [first, second] = tree.sets().map(|count| numbers::count(count as u64));
    writeln!(io.out, "game            {spec}")?;
    writeln!(io.out, "tree            {}", numbers::plural(tree.nodes() as u64, "node"))?;
    writeln!(io.out, "sets            {first} of seat 1, {second} of seat 2")?;
    Ok(())
}

/// Compute how much a best reply wins against agents, in a two-seat zero-sum game
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Every agent is asked at every information set of both seats what it does there; the best reply\n\
                        knows all answers. 0 is an equilibrium. That takes a game that fits in memory.\n\n\
                        With --samples the answer is a pair of bounds, for larger games. A reply that is learned against\n\
                        the agent and then plays N fresh games wins no more than the best reply. The best reply to a\n\
                        batch of luck that was drawn beforehand wins no less on that batch; the larger the batch, the\n\
                        closer the bound. The exploitability lies between `at least` and `at most` with a confidence\n\
                        of 95 %; ± are 95 % intervals of the two means.\n\n\
                        Examples:\n  outwit exploit kuhn random overconfident paranoid-is equilibrium\n  \
                        outwit exploit hidden-pgame:b=2,d=6,h=1,seed=3 quantal:tau=2 --json\n  \
                        outwit exploit phantomttt random --samples 10000"
)]
pub struct ExploitArguments {
    #[command(flatten)]
    game: GameArgs,
    /// The agents
    #[arg(value_name = "AGENT", required = true)]
    agents: Vec<String>,
    /// How often an agent is asked at each set, with different seeds: for agents that draw as they think
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    seeds: u64,
    /// Bounds instead of the exact answer: the games that a learned reply plays, for each seat
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=1_000_000_000))]
    samples: Option<u64>,
    /// With --samples: draws of luck in each of ten batches, to each of which the best reply is computed
    #[arg(long, value_name = "N", default_value_t = 100, requires = "samples",
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    batch: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn exploit(arguments: &ExploitArguments, io: &mut Io<'_>) -> Result<(), Failure> {
    if let Some(games) = arguments.samples {
        return bounds(arguments, games, io);
    }
    let (named, tree) = arguments.game.unfold("; `--samples 10000` gives bounds instead")?;
    let clock = WallClock::start();
    let control = Control { clock: Some(&clock), ..Control::default() };
    let mut rows: Vec<(String, Exploitability)> = Vec::new();
    for spec in &arguments.agents {
        let (spec, mut agent) = specs::agent(spec, &named.game)?;
        let seed = arguments.game.seed;
        let strategy = strategy_of(&named.game, &tree, &mut *agent, arguments.seeds, seed, &control)?;
        rows.push((spec, exploitability(&tree, &strategy)));
    }
    if arguments.json {
        let agents = rows.iter().map(|(spec, found)| {
            json!({
                "agent": spec,
                "exploitability": json::number(found.exploitability),
                "value": json::number(found.value),
                "best_replies": json::numbers(&found.best_replies),
            })
        });
        let document = json!({
            "game": named.spec,
            "seed": arguments.game.seed,
            "nodes": tree.nodes(),
            "sets": tree.sets(),
            "agents": agents.collect::<Vec<_>>(),
        });
        return json::write(io, &document);
    }
    tell_game(&named.spec, &tree, io)?;
    writeln!(io.out)?;
    let mut table = crate::table::Table::new(&[
        crate::table::Side::Left,
        crate::table::Side::Right,
        crate::table::Side::Right,
        crate::table::Side::Right,
        crate::table::Side::Right,
    ]);
    table.row(["agent", "exploitability", "against itself", "replied by seat 1", "by seat 2"]);
    for (spec, found) in &rows {
        let [first, second] = found.best_replies.map(numbers::value);
        table.row([spec, &numbers::value(found.exploitability), &numbers::value(found.value), &first, &second]);
    }
    write!(io.out, "{table}")?;
    Ok(())
}

/// The same by sampling.
fn bounds(arguments: &ExploitArguments, games: u64, io: &mut Io<'_>) -> Result<(), Failure> {
    let GameArgs { game, seed, nodes } = &arguments.game;
    let named = specs::game(game)?;
    let start = named.game.start(&mut seats::deal(*seed));
    let clock = WallClock::start();
    let control = Control { clock: Some(&clock), ..Control::default() };
    let (batches, tapes) = (10, arguments.batch);
    let sampling = Sampling { games, batches, tapes, nodes: *nodes as u64, seeds: arguments.seeds, seed: *seed };
    let mut rows: Vec<(String, Bounds)> = Vec::new();
    for spec in &arguments.agents {
        let (spec, mut agent) = specs::agent(spec, &named.game)?;
        rows.push((spec, exploitability_bounds(&named.game, &start, &mut *agent, &sampling, &control)?));
    }
    if arguments.json {
        let measured = |found: Measured| json!({ "mean": json::number(found.mean), "half": json::number(found.half) });
        let agents = rows.iter().map(|(spec, found)| {
            let (low, high) = found.interval();
            json!({
                "agent": spec,
                "bounds": json::numbers(&[low, high]),
                "low": measured(found.low),
                "high": measured(found.high),
                "lows": found.lows.map(measured),
                "highs": found.highs.map(measured),
                "complete": found.is_complete,
                "asked": found.asked,
            })
        });
        let document = json!({
            "game": named.spec,
            "seed": seed,
            "samples": games,
            "batches": batches,
            "batch": tapes,
            "agents": agents.collect::<Vec<_>>(),
        });
        return json::write(io, &document);
    }
    writeln!(io.out, "game            {}", named.spec)?;
    writeln!(io.out, "a learned reply {}, for each seat", numbers::plural(games, "game"))?;
    writeln!(io.out, "in hindsight    {batches} batches of {tapes}, for each seat\n")?;
    let mut table = crate::table::Table::new(&[
        crate::table::Side::Left,
        crate::table::Side::Right,
        crate::table::Side::Right,
        crate::table::Side::Right,
        crate::table::Side::Right,
    ]);
    table.row(["agent", "at least", "at most", "a learned reply wins", "the best in hindsight"]);
    let place = |x: f64| format!("{x:.4}");
    let measured = |found: Measured| format!("{:.4} ± {:.4}", found.mean, found.half);
    for (spec, found) in &rows {
        let (low, high) = found.interval();
        let mark = if found.is_complete { "" } else { " *" };
        table.row([spec, &place(low), &place(high), &measured(found.low), &(measured(found.high) + mark)]);
    }
    write!(io.out, "{table}")?;
    if rows.iter().any(|(_, found)| !found.is_complete) {
        writeln!(
            io.out,
            "\n* the search ended at --nodes, and what was left counts as won: more nodes bring it closer"
        )?;
    }
    Ok(())
}

/// Write a finite game that is small enough out as a file for other programs
#[derive(clap::Args, Debug)]
#[command(
    after_help = "The file is Gambit's extensive form, with fractions for probabilities; `efg:file=PATH` reads it.\n\n\
                        Examples:\n  outwit export kuhn --efg kuhn.efg\n  \
                        outwit export hidden-kalah:b=2,d=4,seed=1 --efg -\n  \
                        outwit export hearts:cards=2,seats=3,open=false --efg hearts.efg"
)]
pub struct ExportArguments {
    #[command(flatten)]
    game: GameArgs,
    /// The file, or `-` for the output
    #[arg(long, value_name = "FILE")]
    efg: String,
}

pub fn export(arguments: &ExportArguments, io: &mut Io<'_>) -> Result<(), Failure> {
    let named = specs::game(&arguments.game.game)?;
    let start = named.game.start(&mut seats::deal(arguments.game.seed));
    let tree = Extensive::write_out(&named.game, &start, arguments.game.nodes)?;
    let text = outwit::equilibrium::to_efg(&named.game, &tree, &named.spec);
    if arguments.efg == "-" {
        write!(io.out, "{text}")?;
        return Ok(());
    }
    specs::write_file(&arguments.efg, &text)?;
    writeln!(io.out, "{} written to {}", numbers::plural(tree.nodes() as u64, "node"), arguments.efg)?;
    Ok(())
}
