//! `outwit abstract`: a network of abstractions, predicates on histories with their probability and utility.

mod drawing;

use crate::commands::decide::text::{number, percent, table};
use crate::failure::Failure;
use crate::files;
use crate::io::Io;
use crate::position::PositionArgs;
use crate::progress_line::ProgressLine;
use crate::{interrupt, json, numbers, specs};
use outwit::WallClock;
use outwit::abstraction::history::{Model, Play, Plays, Recorder};
use outwit::abstraction::net::{Finding, Net};
use outwit::abstraction::predicate::Predicate;
use outwit::arena::statistics::{mean_of_moments, wilson};
use outwit::game::{
    Agent, AnyGame, Control, Game, Parameter, Player, Problem, Rng, Table, Turn, agent_seed, deal_seed,
};
use serde_json::{Value, json};

const ABOUT: &str = "Describe plays of a game by predicates, and find how likely each is and what it is worth

An abstraction is a description of a class of plays. Its probability is the sum of theirs, its utility the mean of theirs; one \
that describes fewer plays lies below one that describes more. Where all plays can be gone through the numbers are exact, by \
a model of how decisions are made; else, or with --agents, plays are sampled and the numbers have 95 % intervals.";

const EXAMPLES: &str = "Predicates, joined by and, or, not and parentheses:
  begins(a b c)          plays that begin with these moves and outcomes
  seq(P ; Q)             whose first positions after the start are these
  plays(M)               in which M is played; * stands for any letters
  plays(seat 2, M)       the same by this seat; plays(chance, M): by chance
  count(M) >= 3          so often
  reached(P)             that pass the position P
  like(P)                that pass P, or a position that differs from it in names alone
  feature(NAME) <= 4     that pass a position of which that is true
  last(NAME) <= 4        of whose last position that is true
  payoff >= 1            that pay so much; payoff(2) >= 1: to seat 2
  length > 8             of so many moves
  A before B             in which A comes true, and B later or never

Examples:
  outwit abstract tree:file=crates/games/trees/frank-figure11.json --beginnings 2
  outwit abstract tree:file=crates/games/trees/oil.json --where \"plays(drill)\"
  outwit abstract tictactoe --after \"b2 a1\" --where \"plays(c1)\" --model uniform
  outwit abstract spider:suits=1 --agents random --games 20 --svg spider.svg";

/// What `outwit abstract` is asked.
#[derive(clap::Args, Debug)]
#[command(about = "Describe plays of a game by predicates: how likely each is and what it is worth")]
#[command(long_about = ABOUT, after_long_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    at: PositionArgs,
    /// An abstraction; give several. Without any, those that the game offers
    #[arg(long = "where", value_name = "PREDICATE", allow_hyphen_values = true)]
    predicates: Vec<String>,
    /// Every beginning of so many moves is an abstraction too: the tree as a network
    #[arg(long, value_name = "MOVES", default_value_t = 0)]
    beginnings: usize,
    /// How decisions are made where all plays are gone through: best (of equally good moves the first), uniform or soft:TEMPERATURE
    #[arg(long, value_name = "MODEL", default_value = "best")]
    model: String,
    /// Sample plays of these agents: one a seat, or one for all seats
    #[arg(long, value_name = "AGENT", num_args = 1.., conflicts_with_all = ["model", "limit"])]
    agents: Vec<String>,
    /// How many plays to sample
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = crate::numbers::whole::<u64>(1..=10_000_000))]
    games: u64,
    /// Go through all plays where they pass at most so many positions
    #[arg(long, value_name = "N", default_value_t = 300_000)]
    limit: usize,
    /// Whose utility it is
    #[arg(long, value_name = "SEAT", default_value_t = 1)]
    seat: usize,
    /// What was found out: `PREDICATE => probability 0.4` or `PREDICATE => utility 3`; all others follow
    #[arg(long, value_name = "FINDING")]
    finding: Vec<String>,
    /// Draw the network to this file, `-` for the output
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,
    /// Print JSON and nothing else
    #[arg(long)]
    json: bool,
}

/// Plays and their weights, and whether they are all there are.
struct Histories {
    plays: Vec<Play>,
    weights: Vec<f64>,
    /// The same with the first mover's moves equally likely, to compare them by.
    even: Vec<f64>,
    is_all: bool,
}

/// A play of agents that is longer is left: what it pays then is not known.
const LONGEST: usize = 20_000;
/// A play that is gone through among all is at most so long.
const LONGEST_OF_ALL: usize = 200;

pub fn run(arguments: &Arguments, io: &mut Io<'_>) -> Result<(), Failure> {
    if let Some(path) = &arguments.svg {
        files::check_writable(path)?;
    }
    let named = arguments.at.game()?;
    let game = &named.game;
    if !(1..=game.players()).contains(&arguments.seat) {
        return Err(Failure::wrong(format_args!("--seat is 1 to {}, not {}", game.players(), arguments.seat)));
    }
    let seat = Player::new(arguments.seat - 1);
    let model = model(&arguments.model)?;
    let start = arguments.at.place.table(game)?;
    let mut predicates = vec![Predicate::always()];
    let offered = game.abstractions().iter().map(|text| text.to_string());
    let asked: Vec<String> = match arguments.predicates.is_empty() && arguments.beginnings == 0 {
        true => offered.collect(),
        false => arguments.predicates.clone(),
    };
    if asked.is_empty() && arguments.beginnings == 0 && arguments.finding.is_empty() {
        return Err(Failure::wrong(
            "this game offers no abstractions of its own: say what to ask of its plays with --where \"PREDICATE\"; --help lists them",
        ));
    }
    for text in &asked {
        predicates.push(Predicate::read(text, game)?);
    }
    let findings: Vec<(Predicate, Finding<f64>)> =
        arguments.finding.iter().map(|text| finding(text, game)).collect::<Result<_, Problem>>()?;
    let clock = WallClock::start();
    let line = ProgressLine::new(&clock, io);
    let histories = line.alive("going through the plays", || histories(arguments, game, &start, model, &line));
    drop(line);
    let histories = histories?;
    if arguments.beginnings > 0 {
        predicates.extend(beginnings(&histories.plays, arguments.beginnings));
    }
    for (predicate, _) in &findings {
        if !predicates.contains(predicate) {
            predicates.push(predicate.clone());
        }
    }
    let utilities: Vec<f64> = histories.plays.iter().map(|play| play.payoffs[seat.index()]).collect();
    let mut net = Net::new(&histories.weights, utilities.clone())?;
    for predicate in &predicates {
        net.add(predicate.text(), |history| predicate.holds(&histories.plays[history], seat));
    }
    let numbered: Vec<(usize, Finding<f64>)> = findings
        .iter()
        .filter_map(|(predicate, finding)| Some((predicates.iter().position(|known| known == predicate)?, *finding)))
        .collect();
    let agrees = net.agree(&numbered, 1e-9, 1_000)?;
    let refining = refining(&histories, &utilities, &predicates, seat);
    let picture = arguments.svg.as_ref().map(|_| drawing::network(&net, histories.is_all));
    match (arguments.svg.as_deref(), picture) {
        (Some("-"), Some(_)) if arguments.json => {
            return Err(Failure::wrong("the output cannot hold both a drawing and JSON: give --svg a file"));
        }
        (Some("-"), Some(svg)) => return Ok(io.out.write_all(svg.as_bytes())?),
        (Some(path), Some(svg)) => files::write_file(path, &svg)?,
        _ => {}
    }
    let how = match histories.is_all {
        true if model == Model::Best => "all of them, decisions best: of equally good moves the first".to_string(),
        true => format!("all of them, decisions {}", arguments.model),
        false => format!("sampled, seed {}", arguments.at.place.seed()),
    };
    if arguments.json {
        let document = told_json(&named.spec, arguments, &net, &histories, refining.as_ref(), agrees);
        return json::write(io, &document);
    }
    writeln!(io.out, "game       {}\nposition   {}", named.spec, game.position_text(start.state()))?;
    writeln!(io.out, "histories  {}, {how}", histories.plays.len())?;
    writeln!(io.out, "utility    payoff of {seat}, expected {}", number(net.expectation()))?;
    if !agrees {
        writeln!(io.out, "findings   they do not agree with each other; these are the numbers after going round them")?;
    }
    writeln!(io.out, "\n{}", told_text(&net, &histories))?;
    if let Some(refining) = refining {
        let Refining { best, rival, gap, values } = refining;
        writeln!(io.out, "What it would be worth to look closer: {best} leads {rival} by {}\n", number(gap))?;
        let mut rows = vec![["abstraction", "may shift by", "worth"].map(str::to_string).to_vec()];
        rows.extend(values.into_iter().map(|(name, shift, value)| vec![name, number(shift), number(value)]));
        writeln!(io.out, "{}", table(&rows, false))?;
    }
    Ok(())
}

fn model(text: &str) -> Result<Model, Problem> {
    match text.split_once(':') {
        None if text == "best" => Ok(Model::Best),
        None if text == "uniform" => Ok(Model::Uniform),
        Some(("soft", temperature)) => Parameter::number(temperature)
            .filter(|temperature| temperature.is_finite() && *temperature > 0.0)
            .map(Model::Soft)
            .ok_or_else(|| {
                Problem::new(format!("`{temperature}` is no temperature: a number above 0, as in soft:0.5"))
            }),
        _ => Err(Problem::new(format!("--model is best, uniform or soft:TEMPERATURE, not `{text}`"))),
    }
}

fn finding(text: &str, game: &AnyGame) -> Result<(Predicate, Finding<f64>), Problem> {
    let wrong = || {
        Problem::new(format!(
            "a finding is written `PREDICATE => probability 0.4` or `PREDICATE => utility 3`, not `{text}`"
        ))
    };
    let (predicate, what) = text.rsplit_once("=>").ok_or_else(wrong)?;
    let (kind, sum) = what.trim().split_once(' ').ok_or_else(wrong)?;
    let sum = Parameter::number(sum).filter(|sum| sum.is_finite()).ok_or_else(wrong)?;
    let finding = match kind {
        "probability" => Finding::Probability(sum),
        "utility" => Finding::Utility(sum),
        _ => return Err(wrong()),
    };
    Ok((Predicate::read(predicate, game)?, finding))
}

fn histories(
    arguments: &Arguments,
    game: &AnyGame,
    start: &Table<'_, AnyGame>,
    model: Model,
    line: &ProgressLine<'_>,
) -> Result<Histories, Problem> {
    if arguments.agents.is_empty() {
        let all = Plays::all(game, start.state(), arguments.limit, LONGEST_OF_ALL)
            .map_err(|problem| Problem::new(format!("{problem} with --agents, or go through more with --limit")))?;
        let mut found = Histories { plays: Vec::new(), weights: Vec::new(), even: Vec::new(), is_all: true };
        all.each(model, |play, probability: f64| {
            found.plays.push(play.clone());
            found.weights.push(probability);
        });
        all.each_from_even_start(model, |_, probability: f64| found.even.push(probability));
        return Ok(found);
    }
    sampled(arguments, game, start, line)
}

/// Plays of agents, each deal with its own seeds.
fn sampled(
    arguments: &Arguments,
    game: &AnyGame,
    start: &Table<'_, AnyGame>,
    line: &ProgressLine<'_>,
) -> Result<Histories, Problem> {
    let players = game.players();
    let specs: Vec<&String> = match &arguments.agents[..] {
        [one] => vec![one; players],
        several if several.len() == players => several.iter().collect(),
        several => {
            return Err(Problem::new(format!(
                "the game has {players} seats and {} agents are given: give one a seat, or one for all seats",
                several.len()
            )));
        }
    };
    let mut agents: Vec<Box<dyn Agent<AnyGame>>> =
        specs.into_iter().map(|spec| Ok(specs::agent(spec, game)?.1)).collect::<Result<_, Problem>>()?;
    let clock = WallClock::start();
    let control = Control { clock: Some(&clock), stop: interrupt::host_flag(), ..Control::default() };
    let mut plays = Vec::new();
    for deal in 0..arguments.games {
        line.show(|now| format!("{deal} of {} plays  {}", arguments.games, numbers::time(now)));
        let seed = deal_seed(arguments.at.place.seed(), deal);
        let mut rng = Rng::new(seed);
        let mut table = start.clone();
        for (index, agent) in agents.iter_mut().enumerate() {
            agent.begin(game, Player::new(index), agent_seed(seed, Player::new(index)));
        }
        let mut recorder = Recorder::new(game, table.state());
        while !table.turn().is_over() {
            if table.played().len() >= LONGEST {
                return Err(Problem::new(format!("a play of these agents is longer than {LONGEST} moves")));
            }
            let mv = match table.turn() {
                Turn::Of(seat) => agents[seat.index()].choose(&table.view(seat), &control)?.chosen,
                _ => table.outcome_of_deal(deal).unwrap_or_else(|| game.draw(table.state(), &mut rng)),
            };
            let before = table.state().clone();
            table.play(mv);
            recorder.step(game, &before, mv, table.state());
        }
        plays.push(recorder.end(game.payoffs(table.state()).seats(players)));
    }
    let weights = vec![1.0; plays.len()];
    Ok(Histories { even: weights.clone(), weights, plays, is_all: false })
}

/// Every beginning of a play of at most so many moves, the shorter first.
fn beginnings(plays: &[Play], most: usize) -> Vec<Predicate> {
    let mut found: Vec<Vec<String>> = Vec::new();
    let longest = plays.iter().map(|play| play.steps.len()).max().unwrap_or(0);
    for length in 1..=most.min(longest) {
        for play in plays.iter().filter(|play| play.steps.len() >= length) {
            let way: Vec<String> = play.steps[..length].iter().map(|step| step.text.clone()).collect();
            if !found.contains(&way) {
                found.push(way);
            }
        }
    }
    found.iter().map(|way| Predicate::begins(way)).collect()
}

/// What looking closer at abstractions would be worth to whoever chooses between the two best first moves.
struct Refining {
    best: String,
    rival: String,
    gap: f64,
    /// Each abstraction with how far its utility may shift, one standard deviation of what it is not known of it, and the
    /// value of finding out.
    values: Vec<(String, f64, f64)>,
}

fn refining(histories: &Histories, utilities: &[f64], predicates: &[Predicate], seat: Player) -> Option<Refining> {
    let firsts = beginnings(&histories.plays, 1);
    let is_choice = histories.plays.first()?.steps.first()?.mover == Some(seat);
    if !is_choice || firsts.len() < 2 {
        return None;
    }
    let mut net = Net::new(&histories.even, utilities.to_vec()).ok()?;
    let nodes: Vec<usize> = firsts
        .iter()
        .chain(predicates)
        .map(|predicate| net.add(predicate.text(), |history| predicate.holds(&histories.plays[history], seat)))
        .collect();
    let mut moves: Vec<usize> =
        nodes[..firsts.len()].iter().copied().filter(|&node| net.utility(node).is_some()).collect();
    moves.sort_by(|&a, &b| net.utility(b).partial_cmp(&net.utility(a)).unwrap_or(std::cmp::Ordering::Equal));
    let [best, rival, ..] = moves[..] else { return None };
    let gap = net.utility(best)? - net.utility(rival)?;
    let mut values = Vec::new();
    for (predicate, &node) in predicates.iter().zip(&nodes[firsts.len()..]) {
        let Some(spread) = net.spread(node) else { continue };
        // Of plays that were sampled it is the mean that may be off.
        let shift = if histories.is_all { spread } else { spread / (net.count(node) as f64).sqrt() };
        let value = net.value_of_refining(node, best, rival, &[(0.5, shift), (0.5, -shift)])?;
        values.push((predicate.text().to_string(), shift, value));
    }
    values.sort_by(|a, b| b.2.total_cmp(&a.2));
    Some(Refining { best: net.name(best).to_string(), rival: net.name(rival).to_string(), gap, values })
}

/// The abstraction of all plays is the first.
const ALL: usize = 0;

/// Which lies below which. Where plays are sampled, one that no play was seen of would lie below every other for no better reason
/// than that: all that is known is that it lies below `all`.
fn arcs(net: &Net<f64>, is_all: bool) -> Vec<(usize, usize)> {
    let is_known = |node: usize| is_all || net.count(node) > 0;
    let mut arcs: Vec<(usize, usize)> = net.arcs().into_iter().filter(|arc| is_known(arc.1)).collect();
    arcs.extend((0..net.len()).filter(|&node| !is_known(node)).map(|node| (ALL, node)));
    arcs.sort_unstable();
    arcs
}

/// What is said of one that has no utility.
fn unseen(net: &Net<f64>, node: usize, is_all: bool) -> &'static str {
    if is_all || net.count(node) > 0 { "never happens" } else { "not seen" }
}

/// 95 % intervals of a sampled share and a sampled mean.
fn intervals(net: &Net<f64>, node: usize) -> ((f64, f64), Option<(f64, f64)>) {
    let all = net.histories() as f64;
    let probability = net.probability(node);
    let (low, high) = wilson(probability, all);
    // The formula's ends are 0 and 1 there but for rounding; and that a play is a play needs no sample.
    let low = if probability == 0.0 { 0.0 } else { low };
    let high = if probability == 1.0 { 1.0 } else { high };
    let share = if node == ALL { (1.0, 1.0) } else { (low, high) };
    let worth = net.utility(node).zip(net.spread(node)).filter(|_| net.count(node) > 1).map(|(mean, deviation)| {
        let count = net.count(node) as u64;
        let sample = deviation * (count as f64 / (count - 1) as f64).sqrt();
        let told = mean_of_moments(mean, sample, count);
        let half = told.half_width().unwrap_or(0.0);
        (mean - half, mean + half)
    });
    (share, worth)
}

fn told_text(net: &Net<f64>, histories: &Histories) -> String {
    let mut rows = vec![["abstraction", "plays", "probability", "utility", "lies below"].map(str::to_string).to_vec()];
    let arcs = arcs(net, histories.is_all);
    for node in 0..net.len() {
        let above: Vec<&str> = arcs.iter().filter(|arc| arc.1 == node).map(|arc| net.name(arc.0)).collect();
        let (share, worth) = intervals(net, node);
        let mut probability = percent(net.probability(node));
        let mut utility = net.utility(node).map_or(unseen(net, node, histories.is_all).to_string(), number);
        if !histories.is_all {
            if node != ALL {
                probability += &format!(" [{}, {}]", percent(share.0), percent(share.1));
            }
            if let Some((low, high)) = worth {
                utility += &format!(" [{}, {}]", number(low), number(high));
            }
        }
        rows.push(vec![
            net.name(node).to_string(),
            net.count(node).to_string(),
            probability,
            utility,
            above.join("; "),
        ]);
    }
    table(&rows, true)
}

fn told_json(
    spec: &str,
    arguments: &Arguments,
    net: &Net<f64>,
    histories: &Histories,
    refining: Option<&Refining>,
    agrees: bool,
) -> Value {
    let nodes: Vec<Value> = (0..net.len())
        .map(|node| {
            let (share, worth) = intervals(net, node);
            let interval = |(low, high): (f64, f64)| json!([json::number(low), json::number(high)]);
            let is_sampled = !histories.is_all;
            json!({
                "abstraction": net.name(node),
                "plays": net.count(node),
                "probability": json::number(net.probability(node)),
                "probability_interval": is_sampled.then(|| interval(share)),
                "utility": net.utility(node).map(json::number),
                "utility_interval": worth.filter(|_| is_sampled).map(interval),
            })
        })
        .collect();
    let arcs: Vec<Value> =
        arcs(net, histories.is_all).into_iter().map(|(wide, narrow)| json!([wide, narrow])).collect();
    let refining = refining.map(|one| {
        let values: Vec<Value> = one
            .values
            .iter()
            .map(|(name, shift, value)| json!({"abstraction": name, "shift": json::number(*shift), "value": json::number(*value)}))
            .collect();
        json!({"best": one.best, "rival": one.rival, "gap": json::number(one.gap), "values": values})
    });
    json!({
        "game": spec,
        "seat": arguments.seat,
        "seed": arguments.at.place.seed(),
        "histories": histories.plays.len(),
        "all": histories.is_all,
        "model": histories.is_all.then_some(&arguments.model),
        "agents": arguments.agents,
        "findings_agree": agrees,
        "expectation": json::number(net.expectation()),
        "abstractions": nodes,
        "subsumes": arcs,
        "refining": refining,
    })
}
