//! `outwit games`: what there is to play.

use crate::failure::Failure;
use crate::io::Io;
use crate::table::{Side, Table, paragraph, width};
use crate::{json, numbers, rules, seats, specs};
use outwit::game::{AnyGame, Evaluated, Facts, Game, NamedEvaluation, NamedStrategy, Parameter, Spec};
use outwit::games::catalog::{self, GameEntry};
use outwit::search::named::catalog::AGENTS;
use serde_json::{Value, json};

/// List the games and their parameters
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  outwit games\n  outwit games othello\n  outwit games connect4:width=5 --json")]
pub struct Arguments {
    /// One game in detail, by name or by spec
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments, io: &mut Io<'_>) -> Result<(), Failure> {
    let Some(name) = &arguments.name else {
        if arguments.json {
            let list: Vec<Value> =
                catalog::games().map(|entry| entry_json(entry, specs::plain_game(entry).as_ref())).collect();
            return json::write(io, &Value::from(list));
        }
        for entry in catalog::games() {
            write_entry(io, entry.name, entry.summary, entry.parameters)?;
        }
        return Ok(());
    };
    let spec = Spec::parse(name)?;
    let entry = catalog::entry(&spec.name)?;
    // A name alone is asked about even where it is no game yet, because it needs a file.
    let game = if spec.settings.is_empty() { specs::plain_game(entry) } else { Some(specs::game(name)?.game) };
    if arguments.json {
        return json::write(io, &Value::from(vec![entry_json(entry, game.as_ref())]));
    }
    write_entry(io, entry.name, entry.summary, entry.parameters)?;
    write!(io.out, "\n{}", rules::of_spec(name, width().min(rules::WIDTH))?)?;
    match &game {
        Some(game) => write_details(io, &spec.to_string(), game)?,
        None => writeln!(io.out, "\nThe rest depends on its settings: give them in a spec.")?,
    }
    let mut table = Table::new(&[Side::Left, Side::Left]);
    for (place, example) in entry.examples.iter().enumerate() {
        table.row([if place == 0 { "such as" } else { "" }, example]);
    }
    write!(io.out, "\n{table}")?;
    Ok(())
}

/// What a parameter may be is told in one line up to this many letters.
const LONG_KIND: usize = 40;

/// A name with its parameters, one line each.
pub fn write_entry(io: &mut Io<'_>, name: &str, summary: &str, parameters: &[Parameter]) -> Result<(), Failure> {
    writeln!(io.out, "{}", paragraph(&format!("{name}: {summary}")))?;
    let mut table = Table::new(&[Side::Left, Side::Left, Side::Left]).indented(4).capped(1, LONG_KIND);
    for Parameter { name, default, kind, summary } in parameters {
        // A long list of words is broken between them.
        let kind = kind.to_string();
        let kind = if kind.len() > LONG_KIND { kind.replace('|', " | ") } else { kind };
        table.row([format!("{name}={default}"), kind, summary.to_string()]);
    }
    write!(io.out, "{table}")?;
    Ok(())
}

fn write_details(io: &mut Io<'_>, spec: &str, game: &AnyGame) -> Result<(), Failure> {
    let facts = game.facts();
    let start = game.start(&mut seats::deal(0));
    let mut moves = Vec::new();
    if !game.turn(&start).is_over() {
        game.moves(&start, &mut moves);
    }
    let shown: Vec<String> = moves.iter().take(12).map(|&mv| game.move_text(&start, mv)).collect();
    let more = if moves.len() > shown.len() { " ..." } else { "" };
    let evaluations: Vec<String> =
        game.evaluations().iter().map(|NamedEvaluation { name, summary }| format!("{name}: {summary}")).collect();
    let able = able(game);

    writeln!(io.out)?;
    let mut table = Table::new(&[Side::Left, Side::Left]);
    table.row(["seats", &game.players().to_string()]);
    table.row(["kind", &kind(&facts)]);
    table.row(["payoffs", &payoffs(&facts)]);
    for (place, evaluation) in evaluations.iter().enumerate() {
        table.row([if place == 0 { "evaluations" } else { "" }, evaluation]);
    }
    for (place, strategy) in game.strategies().iter().enumerate() {
        let first = if place == 0 { "strategies" } else { "" };
        table.row([first, &format!("{}: {}", strategy.name, strategy.summary)]);
    }
    table.row(["agents", &able.join(" ")]);
    table.row(["moves", &format!("{}{more}", shown.join(" "))]);
    table.row(["position", &game.position_text(&start)]);
    write!(io.out, "{table}")?;
    if let Some(first) = shown.first() {
        writeln!(io.out, "\nTo see it: outwit show {spec} --after \"{first}\"")?;
    }
    Ok(())
}

/// The agents that can play it.
fn able(game: &AnyGame) -> Vec<&'static str> {
    AGENTS.iter().filter(|agent| agent.can_play(game)).map(|agent| agent.name).collect()
}

fn kind(facts: &Facts) -> String {
    let mut words = vec![if facts.hidden { "hidden" } else { "open" }];
    words.push(if facts.chance { "with chance" } else { "without chance" });
    if facts.cyclic {
        words.push("positions may come back");
    }
    words.join(", ")
}

fn payoffs(facts: &Facts) -> String {
    let range = format!("{} to {}", numbers::value(facts.lowest), numbers::value(facts.highest));
    match facts.sum {
        Some(sum) => format!("{range}, {} together", numbers::value(sum)),
        None => range,
    }
}

fn entry_json(entry: &GameEntry, game: Option<&AnyGame>) -> Value {
    let facts = game.map(Game::facts);
    json!({
        "name": entry.name,
        "summary": entry.summary,
        "rules": entry.rules,
        "parameters": json::parameters(entry.parameters),
        "examples": entry.examples,
        "seats": game.map(Game::players),
        "kind": facts.as_ref().map(kind),
        "payoffs": facts.map(|facts| json!({
            "lowest": json::number(facts.lowest),
            "highest": json::number(facts.highest),
            "sum": facts.sum.map(json::number),
        })),
        "agents": game.map(able),
        "chance": facts.map(|facts| facts.chance),
        "hidden": facts.map(|facts| facts.hidden),
        "cyclic": facts.map(|facts| facts.cyclic),
        "evaluations": game.map(|game| {
            let object = |named: &NamedEvaluation| json!({"name": named.name, "summary": named.summary});
            game.evaluations().iter().map(object).collect::<Vec<_>>()
        }),
        "strategies": game.map(|game| {
            let object = |named: &NamedStrategy| json!({"name": named.name, "summary": named.summary});
            game.strategies().iter().map(object).collect::<Vec<_>>()
        }),
        "position": game.map(|game| game.position_text(&game.start(&mut seats::deal(0)))),
    })
}
