//! `outwit solve GAME --seat K`: what a seat can be sure of where something is hidden from it.

use super::solve::Arguments;
use crate::failure::Failure;
use crate::files;
use crate::io::Io;
use crate::specs::{self, NamedGame};
use crate::table::{width, wrapped};
use crate::thinking::{Asked, watched};
use crate::{interrupt, json, numbers};
use outwit::exact::certain::{Certainty, all_worlds, certain};
use outwit::game::{AnyGame, AnyMove, AnyState, Control, Game, Player, Problem, Progress, Table, Turn};
use serde_json::{Value, json};

/// Positions that it comes to at most where nobody says how many turns to look ahead: some seconds.
const MOST_POSITIONS: u64 = 20_000_000;
/// Worlds at most.
const MOST_WORLDS: usize = 200_000;

pub fn run(arguments: &Arguments, named: &NamedGame, io: &mut Io<'_>) -> Result<(), Failure> {
    let (game, seed) = (&named.game, arguments.at.place.seed());
    let table = arguments.at.place.table(game)?;
    let seat = match arguments.seat {
        Some(number) => specs::seat(named, number)?,
        None => match table.turn() {
            Turn::Of(seat) => seat,
            _ => return Err(Failure::wrong("nobody is to move there: say with --seat who is to be sure")),
        },
    };
    let asked = Asked { stop: Some(interrupt::stop_flag()), ..Asked::default() };
    let (found, time) = watched(asked, io, |control| {
        let worlds = match &arguments.worlds {
            Some(file) => stated(game, file)?,
            None if table.turn() != Turn::Of(seat) => return Err(Problem::new(format!("{seat} is not to move there"))),
            None => all_worlds(&table.view(seat), MOST_WORLDS)
                .map_err(|problem| Problem::new(format!("{problem}; `--worlds FILE` states one, a position a line")))?,
        };
        let most = arguments.turns.unwrap_or(u32::MAX);
        let nodes = arguments.turns.is_none().then_some(MOST_POSITIONS);
        let found = certain(game, seat, &worlds, most, &Control { nodes, ..*control }, |found| {
            if let Some(progress) = control.progress {
                let line = format!("at least {}", numbers::value(found.value));
                progress(&Progress { depth: found.turns, nodes: found.beliefs, line });
            }
        })?;
        Ok((found, worlds.into_iter().next()))
    });
    let (found, world) = found?;
    let state = world.as_ref().unwrap_or(table.state());
    let best: Vec<String> = found.best.iter().map(|&mv| game.move_text(state, mv)).collect();
    let meaning = "what the seat can be sure of: its plan, which depends on what it will see and nothing else, gets so much \
                   in every world it holds possible, whatever the others do and chance brings";
    if arguments.json {
        let document = json!({
            "game": named.spec,
            "position": game.position_text(table.state()),
            "seed": seed,
            "meaning": "certain",
            "depends_on_ties": false,
            "value": (0..game.players())
                .map(|place| if place == seat.index() { json::number(found.value) } else { Value::Null })
                .collect::<Vec<_>>(),
            "outcome": outcome(game, seat, &found),
            "states": found.worlds,
            "best": best,
            "seat": seat.number(),
            "exact": found.is_exact,
            "turns": found.turns,
            "remarks": remarks(&found),
        });
        return json::write(io, &document);
    }
    let told = |text: &str| wrapped(text, width() - 10).join("\n          ");
    writeln!(io.out, "{}\n", picture(game, &table, seat, arguments.worlds.is_some()))?;
    writeln!(io.out, "game      {}\nseat      {}", named.spec, seat.number())?;
    writeln!(io.out, "worlds    {}", numbers::plural(found.worlds as u64, "position"))?;
    writeln!(io.out, "outcome   {}", outcome(game, seat, &found))?;
    let least = if found.is_exact { "" } else { "at least " };
    writeln!(io.out, "value     {least}{} for {seat}", numbers::value(found.value))?;
    writeln!(io.out, "meaning   {}", told(meaning))?;
    writeln!(io.out, "best      {}", told(&best.join(" ")))?;
    for remark in remarks(&found) {
        writeln!(io.out, "remark    {}", told(&remark))?;
    }
    let (turns, beliefs) = (numbers::plural(found.turns.into(), "turn"), numbers::plural(found.beliefs, "belief"));
    writeln!(io.out, "solved    {turns} of its own ahead; {beliefs}, {}", numbers::time(time))?;
    writeln!(io.out, "seed      {seed}")?;
    Ok(())
}

/// The worlds of a file, a position a line.
fn stated(game: &AnyGame, file: &str) -> Result<Vec<AnyState>, Problem> {
    let text = files::read_file(file)?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let worlds: Result<Vec<AnyState>, Problem> = lines
        .map(|(number, line)| {
            let read = game.read_position(line.trim());
            read.map_err(|problem| problem.within(format_args!("line {} of {file}", number + 1)))
        })
        .collect();
    let worlds = worlds?;
    if worlds.is_empty() {
        return Err(Problem::new(format!("{file} has no position: write one a line")));
    }
    Ok(worlds)
}

fn picture(game: &AnyGame, table: &Table<'_, AnyGame>, seat: Player, is_stated: bool) -> String {
    if is_stated { game.picture(table.state()) } else { game.seat_picture(&table.view(seat)) }
}

fn outcome(game: &AnyGame, seat: Player, found: &Certainty<AnyMove>) -> String {
    let facts = game.facts();
    match found.value {
        value if value >= facts.highest => format!("{seat} wins for certain"),
        value if value <= facts.lowest && found.is_exact => "nothing is certain".to_string(),
        value if value <= facts.lowest => "nothing certain was found".to_string(),
        _ => "value".to_string(),
    }
}

fn remarks(found: &Certainty<AnyMove>) -> Vec<String> {
    if found.is_exact {
        return Vec::new();
    }
    let turns = numbers::plural(found.turns.into(), "turn");
    let (were, next) = (if found.turns == 1 { "was" } else { "were" }, found.turns + 1);
    vec![format!(
        "{turns} {were} looked ahead; more may be certain further on: --turns {next} looks there, however long it takes"
    )]
}
