//! `outwit equilibrium` and `outwit exploit`: what cannot be exploited, and how much an agent can be.

use crate::failure::Failure;
use crate::files;
use crate::interrupt;
use crate::io::Io;
use crate::progress_line::ProgressLine;
use crate::specs::NamedGame;
use crate::table::{Side, Table, width, wrapped};
use crate::{json, numbers, seats, specs};
use outwit::WallClock;
use outwit::equilibrium::{
    Bounds, Exploitability, Extensive, Measured, Mixed, NormalForm, Regrets, Sampling, SetInWords, Strategy,
    exploitability_bounds, exploitability_while, strategy_of, to_efg, to_efg_with_names, to_nfg,
};
use outwit::game::{AnyGame, AnyState, Clock, Control, Game, MAX_SEATS, Player, Problem};
use outwit::games::tree::Tree;
use serde_json::json;
use std::sync::atomic::Ordering;

/// Which game, and how much of it may be written out.
#[derive(clap::Args, Debug)]
pub struct GameArgs {
    /// The game: `name` or `name:key=value,key=value` (see `outwit games`)
    #[arg(value_name = "GAME")]
    game: String,
    /// Where all randomness comes from
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = numbers::seed, allow_negative_numbers = true)]
    seed: u64,
    /// Nodes of the game written out at most; where games are sampled, moves made at most for a batch
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
        let tree = Extensive::unfold_while(&named.game, &start, self.nodes, &mut || !interrupt::is_stopped())
            .map_err(|problem| if is_too_large { Problem::new(format!("{problem}{otherwise}")) } else { problem })?;
        Ok((named, tree.ok_or_else(interrupt::stopped)?))
    }
}

/// Compute strategies from which no seat gains by departing alone, in a game that fits in memory
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Methods: `cfr` (CFR+) for two seats with a sum of 0, of any size that fits; `all` lists all extreme\n\
                        equilibria of two seats with few plans; `lemke-howson` finds one for two seats; `logit` follows\n\
                        the path of logit equilibria to one, for any number of seats. Without --method it is the first\n\
                        of these that fits. Exploitability is what a best reply wins, on average over the seats\n\
                        (NashConv / 2); regret is the most that a seat gains by departing alone.\n\n\
                        Examples:\n  outwit equilibrium kuhn\n  \
                        outwit equilibrium leduc --target 0.01 --json\n  \
                        outwit equilibrium dilemma:order=simultaneous,rounds=1 --method all\n  \
                        outwit equilibrium hidden-pgame:b=2,d=6,h=1,seed=3"
)]
pub struct Arguments {
    #[command(flatten)]
    game: GameArgs,
    /// How to find it: cfr, all, lemke-howson or logit
    #[arg(long, value_name = "NAME", value_parser = ["cfr", "all", "lemke-howson", "logit"])]
    method: Option<String>,
    /// With cfr: stop when the exploitability is at most this; 1e-4 when absent
    #[arg(long, value_name = "X", value_parser = numbers::from_zero_up)]
    target: Option<f64>,
    /// With cfr: stop after this many iterations; 100,000 when absent
    #[arg(long, value_name = "N", value_parser = numbers::whole::<u64>(1..))]
    iterations: Option<u64>,
    /// Tell the strategies of all information sets, however many there are
    #[arg(long)]
    strategies: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// How near to an equilibrium regrets are to come, and after how many iterations they end all the same.
const TARGET: f64 = 1e-4;
const ITERATIONS: u64 = 100_000;
/// Sets whose strategies are told without being asked for: on a screen, and in JSON.
const FEW_SETS: [usize; 2] = [60, 1000];
/// Combinations of plans at most.
const MOST_PLANS: usize = 2_000_000;
/// The columns of a table of agents with four numbers each.
const AGENT_AND_NUMBERS: &[Side] = &[Side::Left, Side::Right, Side::Right, Side::Right, Side::Right];

pub fn run(arguments: &Arguments, io: &mut Io<'_>) -> Result<(), Failure> {
    let named = specs::game(&arguments.game.game)?;
    let start = named.game.start(&mut seats::deal(arguments.game.seed));
    let is_zero_sum = named.game.facts().is_zero_sum_for_two(named.game.players());
    let method = arguments.method.as_deref();
    if method == Some("cfr") && !is_zero_sum {
        return Err(Failure::wrong(format_args!(
            "cfr needs a two-seat zero-sum game, and {} is not one: `--method logit` is for all games",
            named.spec
        )));
    }
    let clock = WallClock::start();
    let control = Control { stop: interrupt::host_flag(), ..Control::default() };
    let line = ProgressLine::new(&clock, io);
    let tree = line.alive("writing the game out", || written_out(&named.game, &start, arguments.game.nodes));
    drop(line);
    let tree = tree?;
    if method == Some("cfr") || (method.is_none() && is_zero_sum) {
        return by_regrets(arguments, &named, &start, &tree, io);
    }
    if let Some(option) = [("--target", arguments.target.is_some()), ("--iterations", arguments.iterations.is_some())]
        .iter()
        .find_map(|(option, is_given)| is_given.then_some(option))
    {
        return Err(Failure::wrong(format_args!("{option} is for --method cfr, and this is found by another")));
    }
    let line = ProgressLine::new(&clock, io);
    let form = line.alive("listing the plans", || NormalForm::new(&named.game, &tree, MOST_PLANS, &control))?;
    let method = method.unwrap_or(match named.game.players() {
        2 if form.is_small_for_two() => "all",
        2 => "lemke-howson",
        _ => "logit",
    });
    let found = line.alive("looking for equilibria", || match method {
        "all" => form.equilibria(&control),
        "lemke-howson" => Ok(vec![form.one_equilibrium(0, &control)?]),
        _ => Ok(vec![form.logit_equilibrium(&control)?]),
    });
    drop(line);
    let found = found?;
    let words = told(arguments, &named.game, &tree);
    let players = named.game.players();
    if arguments.json {
        let one = |mixed: &Mixed| {
            let (strategy, is_reached) = form.behaviour(&tree, mixed);
            json!({
                "value": json::numbers(form.value(mixed).seats(players)),
                "regret": json::number(form.regret(mixed)),
                "strategies": words.as_ref().map(|words| strategies_json(words, &strategy, Some(&is_reached))),
            })
        };
        let document = json!({
            "game": named.spec,
            "position": named.game.position_text(&start),
            "turn": json::turn(named.game.turn(&start)),
            "seed": arguments.game.seed,
            "nodes": tree.nodes(),
            "sets": Player::all(players).map(|seat| tree.sets_of(seat)).collect::<Vec<_>>(),
            "method": method,
            "equilibria": found.iter().map(one).collect::<Vec<_>>(),
            "remarks": Vec::from_iter(one_deal(&named, arguments.game.seed)),
        });
        return json::write(io, &document);
    }
    tell_game(&named.spec, &tree, io)?;
    tell_deal(&named, arguments.game.seed, io)?;
    writeln!(io.out, "method          {method}")?;
    for (place, mixed) in found.iter().enumerate() {
        let values: Vec<String> = form.value(mixed).seats(players).iter().map(|&x| numbers::value(x)).collect();
        writeln!(io.out, "\nequilibrium {} of {}", place + 1, found.len())?;
        writeln!(io.out, "values          {}", values.join(" "))?;
        writeln!(io.out, "regret          {}", numbers::value(form.regret(mixed)))?;
        let (strategy, is_reached) = form.behaviour(&tree, mixed);
        tell_strategies(words.as_deref(), &strategy, Some(&is_reached), io)?;
    }
    Ok(())
}

/// What is to be said where a game deals before anybody moves and the deals cannot be listed: then one of them is the game. Where
/// they can, chance makes them inside the game, which always begins alike.
fn one_deal(named: &NamedGame, seed: u64) -> Option<String> {
    const OTHERS: u64 = 8;
    let game = &named.game;
    let start = |seed: u64| game.position_text(&game.start(&mut seats::deal(seed)));
    let first = start(seed);
    let is_dealt = game.facts().hidden && (1..=OTHERS).any(|other| start(seed.wrapping_add(other)) != first);
    is_dealt.then(|| {
        format!(
            "{} deals before anybody moves: this is the game after the deal of seed {seed} alone, which every seat is taken \
             to know; `outwit advise` and `play` hide the hands",
            named.spec
        )
    })
}

fn tell_deal(named: &NamedGame, seed: u64, io: &mut Io<'_>) -> Result<(), Failure> {
    if let Some(remark) = one_deal(named, seed) {
        writeln!(io.out, "remark          {}", wrapped(&remark, width() - 16).join("\n                "))?;
    }
    Ok(())
}

/// The game as a tree, unless a program around this one does not want it any more.
fn written_out(game: &AnyGame, start: &AnyState, most: usize) -> Result<Extensive<AnyGame>, Problem> {
    Extensive::write_out_while(game, start, most, &mut || !interrupt::is_stopped())
}

/// The information sets in words, unless they are many and nobody asked.
fn told(arguments: &Arguments, game: &AnyGame, tree: &Extensive<AnyGame>) -> Option<Vec<SetInWords>> {
    let sets: usize = Player::all(game.players()).map(|seat| tree.sets_of(seat)).sum();
    (arguments.strategies || sets <= FEW_SETS[usize::from(arguments.json)]).then(|| tree.sets_in_words(game))
}

fn strategies_json(words: &[SetInWords], strategy: &Strategy, is_reached: Option<&[bool]>) -> Vec<serde_json::Value> {
    let set = |(number, set): (usize, &SetInWords)| {
        let moves = set.moves.iter().zip(strategy.moves(number));
        let moves: Vec<_> = moves.map(|(mv, &p)| json!({"move": mv, "probability": json::number(p)})).collect();
        let mut object = json!({"seat": set.seat.number(), "seen": set.seen, "moves": moves});
        if let Some(is_reached) = is_reached {
            object["reached"] = json!(is_reached[number]);
        }
        object
    };
    words.iter().enumerate().map(set).collect()
}

fn tell_strategies(
    words: Option<&[SetInWords]>,
    strategy: &Strategy,
    is_reached: Option<&[bool]>,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let Some(words) = words else {
        writeln!(io.out, "strategies      many: `--strategies` prints them, `--json --strategies` for programs")?;
        return Ok(());
    };
    for seat in Player::all(MAX_SEATS) {
        let own: Vec<(usize, &SetInWords)> = words.iter().enumerate().filter(|(_, set)| set.seat == seat).collect();
        if own.is_empty() {
            continue;
        }
        writeln!(io.out, "\n{seat} plays")?;
        let mut table = Table::new(&[Side::Left, Side::Left]).indented(2);
        for (number, set) in own {
            let seen = if set.seen.is_empty() { "at the start".to_string() } else { set.seen.join("; ") };
            let moves = set.moves.iter().zip(strategy.moves(number)).filter(|(_, p)| **p > 5e-5);
            let moves: Vec<String> = moves.map(|(mv, p)| format!("{mv} {p:.4}")).collect();
            let is_off = is_reached.is_some_and(|is_reached| !is_reached[number]);
            table.row([seen, if is_off { "(never comes here)".to_string() } else { moves.join("  ") }]);
        }
        write!(io.out, "{table}")?;
    }
    Ok(())
}

fn by_regrets(
    arguments: &Arguments,
    named: &specs::NamedGame,
    start: &AnyState,
    tree: &Extensive<AnyGame>,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let clock = WallClock::start();
    let stop = interrupt::stop_flag();
    let mut go_on = || !stop.load(Ordering::Relaxed);
    let mut regrets = Regrets::new(tree);
    // What is told is what was found at the last look: looks cost as much as some iterations, so there are few.
    let (mut strategy, mut iterations) = (Strategy::uniform(tree), 0);
    let line = ProgressLine::new(&clock, io);
    let look = |strategy: &Strategy, go_on: &mut dyn FnMut() -> bool| exploitability_while(tree, strategy, go_on);
    let mut found = line
        .alive("looking at the first strategy", || look(&strategy, &mut go_on))
        .ok_or_else(|| Failure::failed("stopped before anything was found"))?;
    let mut next_look = 16;
    let (most, target) = (arguments.iterations.unwrap_or(ITERATIONS), arguments.target.unwrap_or(TARGET));
    while regrets.iterations() < most && found.exploitability > target {
        if !regrets.iterate_while(tree, &mut go_on) {
            break;
        }
        line.show(|now| {
            let exploitability = numbers::value(found.exploitability);
            format!("{} iterations  exploitability {exploitability}  {}", regrets.iterations(), numbers::time(now))
        });
        if regrets.iterations() >= next_look || regrets.iterations() == most {
            let average = regrets.average(tree);
            let Some(looked) = look(&average, &mut go_on) else { break };
            (found, strategy, iterations) = (looked, average, regrets.iterations());
            next_look += next_look / 4;
        }
        if !go_on() {
            break;
        }
    }
    drop(line);
    let time = clock.now();
    let [first, second] = found.best_replies;
    let is_reached = found.exploitability <= target;
    let words = told(arguments, &named.game, tree);
    if arguments.json {
        let document = json!({
            "game": named.spec,
            "position": named.game.position_text(start),
            "turn": json::turn(named.game.turn(start)),
            "seed": arguments.game.seed,
            "nodes": tree.nodes(),
            "sets": tree.sets(),
            "method": "cfr",
            "iterations": iterations,
            // Nobody has earned -0.
            "value": json::numbers(&[found.value + 0.0, 0.0 - found.value]),
            "bounds": [json::numbers(&[0.0 - second, first]), json::numbers(&[0.0 - first, second])],
            "exploitability": json::number(found.exploitability),
            "target": json::number(target),
            "target_reached": is_reached,
            "strategies": words.as_ref().map(|words| strategies_json(words, &strategy, None)),
            "remarks": Vec::from_iter(one_deal(named, arguments.game.seed)),
        });
        return json::write(io, &document);
    }
    tell_game(&named.spec, tree, io)?;
    tell_deal(named, arguments.game.seed, io)?;
    writeln!(io.out, "value           {} for seat 1", numbers::value(found.value))?;
    writeln!(io.out, "                between {} and {}", numbers::value(-second), numbers::value(first))?;
    writeln!(io.out, "exploitability  {}", numbers::value(found.exploitability))?;
    if !is_reached {
        let target = numbers::value(target);
        writeln!(io.out, "                the target {target} was not reached: allow more with --iterations")?;
    }
    let rate = numbers::rate(iterations, time).map(|rate| format!(", {rate}")).unwrap_or_default();
    writeln!(io.out, "CFR+            {}, {}{rate}", numbers::plural(iterations, "iteration"), numbers::time(time))?;
    tell_strategies(words.as_deref(), &strategy, None, io)
}

fn tell_game(spec: &str, tree: &Extensive<AnyGame>, io: &mut Io<'_>) -> Result<(), Failure> {
    let sets = Player::all(MAX_SEATS).map(|seat| (seat, tree.sets_of(seat))).filter(|(_, count)| *count > 0);
    let sets: Vec<String> = sets.map(|(seat, count)| format!("{} of {seat}", numbers::count(count as u64))).collect();
    writeln!(io.out, "game            {spec}")?;
    writeln!(io.out, "tree            {}", numbers::plural(tree.nodes() as u64, "node"))?;
    writeln!(io.out, "sets            {}", sets.join(", "))?;
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
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = numbers::whole::<u64>(1..=1_000_000))]
    seeds: u64,
    /// Bounds instead of the exact answer: the games that a learned reply plays, for each seat
    #[arg(long, value_name = "N", value_parser = numbers::whole::<u64>(2..=1_000_000_000))]
    samples: Option<u64>,
    /// With --samples: draws of luck in each of ten batches, to each of which the best reply is computed
    #[arg(long, value_name = "N", default_value_t = 100, requires = "samples",
          value_parser = numbers::whole::<u64>(1..=1_000_000))]
    batch: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn exploit(arguments: &ExploitArguments, io: &mut Io<'_>) -> Result<(), Failure> {
    if let Some(games) = arguments.samples {
        return bounds(arguments, games, io);
    }
    let clock = WallClock::start();
    let line = ProgressLine::new(&clock, io);
    let unfold = || arguments.game.unfold("; `--samples 10000` gives bounds instead");
    let (named, tree) = line.alive("writing the game out", unfold)?;
    drop(line);
    let control = Control { clock: Some(&clock), stop: interrupt::host_flag(), ..Control::default() };
    let mut rows: Vec<(String, Exploitability)> = Vec::new();
    for spec in &arguments.agents {
        let (spec, mut agent) = specs::agent(spec, &named.game)?;
        let seed = arguments.game.seed;
        let line = ProgressLine::new(&clock, io);
        let strategy = line.alive(&format!("asking {spec} everywhere"), || {
            strategy_of(&named.game, &tree, &mut *agent, arguments.seeds, seed, &control)
        });
        drop(line);
        let strategy = strategy?;
        let found = exploitability_while(&tree, &strategy, &mut || !interrupt::is_stopped());
        rows.push((spec, found.ok_or_else(|| Failure::failed("stopped before it was found"))?));
    }
    if arguments.json {
        let agents = rows.iter().map(|(spec, found)| {
            json!({
                "agent": spec,
                "exploitability": json::number(found.exploitability),
                "value": json::numbers(&[found.value + 0.0, 0.0 - found.value]),
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
    let mut table = Table::new(AGENT_AND_NUMBERS);
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
    let control = Control { clock: Some(&clock), stop: interrupt::host_flag(), ..Control::default() };
    let (batches, tapes) = (10, arguments.batch);
    let sampling = Sampling { games, batches, tapes, nodes: *nodes as u64, seeds: arguments.seeds, seed: *seed };
    let mut rows: Vec<(String, Bounds)> = Vec::new();
    for spec in &arguments.agents {
        let (spec, mut agent) = specs::agent(spec, &named.game)?;
        let line = ProgressLine::new(&clock, io);
        let found = line.alive(&format!("playing against {spec}"), || {
            exploitability_bounds(&named.game, &start, &mut *agent, &sampling, &control)
        });
        drop(line);
        rows.push((spec, found?));
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
    let mut table = Table::new(AGENT_AND_NUMBERS);
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
    after_help = "The files are Gambit's: the extensive form, with fractions for probabilities, or the normal form of all \
                        plans. `efg:file=PATH` reads both.\n\n\
                        Examples:\n  outwit export kuhn --efg kuhn.efg\n  \
                        outwit export hidden-kalah:b=2,d=4,seed=1 --efg -\n  \
                        outwit export hearts:cards=2,seats=3,open=false --efg hearts.efg\n  \
                        outwit export kuhn --nfg kuhn.nfg"
)]
pub struct ExportArguments {
    #[command(flatten)]
    game: GameArgs,
    /// The file for the extensive form, or `-` for the output
    #[arg(long, value_name = "FILE", required_unless_present = "nfg", conflicts_with = "nfg")]
    efg: Option<String>,
    /// The file for the normal form, or `-` for the output
    #[arg(long, value_name = "FILE")]
    nfg: Option<String>,
    /// Print JSON about what was written
    #[arg(long)]
    json: bool,
}

/// The extensive form. A tree that was read from a file has names for its sets, or numbers for sets without one.
fn efg_text(named: &NamedGame, tree: &Extensive<AnyGame>) -> String {
    let Some(own) = named.game.downcast_ref::<Tree>() else { return to_efg(&named.game, tree, &named.spec) };
    let name = |state: &AnyState| {
        let name = own.set_name(state.downcast_ref()?)?;
        (!name.starts_with(|c: char| c.is_ascii_digit())).then(|| name.to_string())
    };
    to_efg_with_names(&named.game, tree, &named.spec, &name)
}

pub fn export(arguments: &ExportArguments, io: &mut Io<'_>) -> Result<(), Failure> {
    let (file, format) = match (&arguments.efg, &arguments.nfg) {
        (Some(file), _) => (file, "efg"),
        (None, Some(file)) => (file, "nfg"),
        (None, None) => return Err(Failure::wrong("say where to write it: `--efg FILE` or `--nfg FILE`")),
    };
    if file == "-" && arguments.json {
        return Err(Failure::wrong("the output cannot hold both the game and JSON: give the game a file"));
    }
    files::check_writable(file)?;
    let named = specs::game(&arguments.game.game)?;
    let start = named.game.start(&mut seats::deal(arguments.game.seed));
    let control = Control { stop: interrupt::host_flag(), ..Control::default() };
    let clock = WallClock::start();
    let line = ProgressLine::new(&clock, io);
    let (tree, form) = line.alive("writing the game out", || {
        let tree = written_out(&named.game, &start, arguments.game.nodes)?;
        let is_normal = format == "nfg";
        let form = is_normal.then(|| NormalForm::new(&named.game, &tree, MOST_PLANS, &control)).transpose()?;
        Ok::<_, Problem>((tree, form))
    })?;
    drop(line);
    let (text, what) = match &form {
        None => {
            let text = efg_text(&named, &tree);
            (text, numbers::plural(tree.nodes() as u64, "node"))
        }
        Some(form) => (to_nfg(form, &named.spec), numbers::plural(form.payoffs().len() as u64, "combination")),
    };
    if file == "-" {
        return Ok(write!(io.out, "{text}")?);
    }
    files::write_file(file, &text)?;
    if arguments.json {
        let document = json!({
            "game": named.spec,
            "seed": arguments.game.seed,
            "format": format,
            "file": file,
            "nodes": if form.is_none() { json!(tree.nodes()) } else { serde_json::Value::Null },
            "combinations": form.as_ref().map(|form| form.payoffs().len()),
            "remarks": Vec::from_iter(one_deal(&named, arguments.game.seed)),
        });
        return json::write(io, &document);
    }
    tell_deal(&named, arguments.game.seed, io)?;
    Ok(writeln!(io.out, "{what} written to {file}")?)
}
