//! `outwit arena export`: every game of a tournament, one a line.

use super::{Format, StoreArgs};
use crate::failure::Failure;
use crate::io::Io;
use crate::{json, specs};
use outwit::arena::{DealRecord, GameRecord, Setting};
use outwit::game::AnyGame;
use serde_json::json;

#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// The tournament's number; the newest by default
    #[arg(value_parser = super::tournament_number)]
    id: Option<i64>,
    /// How games are written
    #[arg(long, value_enum, default_value_t = Format::Jsonl)]
    format: Format,
    #[command(flatten)]
    store: StoreArgs,
}

pub fn run(arguments: &Arguments, io: &mut Io<'_>) -> Result<(), Failure> {
    let (store, entry) = arguments.store.find(arguments.id)?;
    if arguments.format == Format::Csv {
        writeln!(
            io.out,
            "deal,game,seat,agent,payoff,win_share,split_share,moves,nodes,decisions,micros,capped,forfeit"
        )?;
    }
    let rules = specs::game(&entry.setting.game)?.game;
    for deal in store.deals(entry.id)? {
        for (number, game) in deal.games.iter().enumerate() {
            match arguments.format {
                Format::Csv => rows(&deal, number, game, &entry.setting, io)?,
                Format::Jsonl => object(&deal, number, game, &entry.setting, &rules, io)?,
            }
        }
    }
    Ok(())
}

fn rows(
    deal: &DealRecord,
    number: usize,
    game: &GameRecord,
    setting: &Setting,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    // Where there is one seat, there is nobody to win from.
    let share = |shares: &[f64], seat: usize| if shares.len() == 1 { String::new() } else { shares[seat].to_string() };
    let (wins, splits) = (game.win_shares(), game.split_shares());
    for (seat, &agent) in game.seats.iter().enumerate() {
        let forfeit = game.forfeit.as_ref().filter(|forfeit| forfeit.seat == seat).map_or("", |f| &f.reason);
        writeln!(
            io.out,
            "{},{number},{},{},{},{},{},{},{},{},{},{},{}",
            deal.deal,
            seat + 1,
            quoted(&setting.agents[agent]),
            game.payoffs[seat],
            share(&wins, seat),
            share(&splits, seat),
            game.moves.len(),
            game.nodes[seat],
            game.decisions.get(seat).map_or(String::new(), u32::to_string),
            game.micros[seat],
            game.is_capped,
            quoted(forfeit)
        )?;
    }
    Ok(())
}

/// A field of a CSV file: quoted where it holds a comma, a quote or a line's end.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_string() }
}

fn object(
    deal: &DealRecord,
    number: usize,
    game: &GameRecord,
    setting: &Setting,
    rules: &AnyGame,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let mut moves = Vec::with_capacity(game.moves.len());
    super::replayed(rules, &deal.position, &game.moves, |_, text, _| moves.push(text))?;
    let agents: Vec<&String> = game.seats.iter().map(|&agent| &setting.agents[agent]).collect();
    let line = json!({
        "game": setting.game,
        "deal": deal.deal,
        "number": number,
        "start": deal.position,
        "played": moves,
        "agents": agents,
        "payoffs": json::numbers(&game.payoffs),
        "nodes": game.nodes,
        "decisions": game.decisions,
        "micros": game.micros,
        "capped": game.is_capped,
        "forfeit": game.forfeit.as_ref().map(|f| json!({"seat": f.seat + 1, "reason": f.reason})),
    });
    Ok(writeln!(io.out, "{line}")?)
}
