//! `outwit arena replay`: a stored game, move by move.

use super::StoreArgs;
use crate::failure::Failure;
use crate::io::Io;
use crate::{json, numbers, specs};
use outwit::game::{Game, Turn};
use serde_json::json;

#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// Which game: TOURNAMENT.DEAL.GAME, as 3.17.0; the deal and game alone for the newest tournament
    game: String,
    /// Show the position after every move
    #[arg(long)]
    pictures: bool,
    #[command(flatten)]
    store: StoreArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments, io: &mut Io<'_>) -> Result<(), Failure> {
    let wrong = || Failure::wrong(format!("`{}` is not a game: write TOURNAMENT.DEAL.GAME, as 3.17.0", arguments.game));
    let is_whole = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
    let read = |part: &str| match part.parse::<u32>() {
        Ok(number) => Ok(number),
        Err(_) if is_whole(part) => Err(Failure::wrong(format!(
            "`{}` is not a game: its numbers go up to {}",
            arguments.game,
            numbers::count(u64::from(u32::MAX))
        ))),
        Err(_) => Err(wrong()),
    };
    let numbers: Vec<u32> = arguments.game.split('.').map(read).collect::<Result<_, _>>()?;
    let (id, deal, number) = match numbers[..] {
        [id, deal, number] => (Some(i64::from(id)), u64::from(deal), number as usize),
        [deal, number] => (None, u64::from(deal), number as usize),
        _ => return Err(wrong()),
    };
    let (store, entry) = arguments.store.find(id)?;
    let record = store.deal(entry.id, deal)?.ok_or_else(|| {
        Failure::wrong(format!("tournament {} has no deal {deal}: {} are done, from 0 on", entry.id, entry.done))
    })?;
    let count = record.games.len();
    let played = record.games.get(number).ok_or_else(|| {
        Failure::wrong(format!("deal {deal} has {count} games, numbered from 0: there is no {number}"))
    })?;
    let game = specs::game(&entry.setting.game)?.game;
    let mut lines = Vec::new();
    let mut last = game.picture(&game.read_position(&record.position)?);
    super::replayed(&game, &record.position, &played.moves, |turn, text, state| {
        let mover = match turn {
            Turn::Of(seat) => seat.to_string(),
            _ => "chance".to_string(),
        };
        last = game.picture(state);
        lines.push((mover, text, last.clone()));
    })?;
    let agents: Vec<&String> = played.seats.iter().map(|&agent| &entry.setting.agents[agent]).collect();
    if arguments.json {
        let moves: Vec<&String> = lines.iter().map(|(_, text, _)| text).collect();
        return json::write(
            io,
            &json!({"game": entry.setting.game, "seed": entry.setting.seed, "start": record.position, "played": moves,
                    "agents": agents, "payoffs": json::numbers(&played.payoffs)}),
        );
    }
    writeln!(io.out, "game      {}\nposition  {}", entry.setting.game, record.position)?;
    for (seat, agent) in agents.iter().enumerate() {
        writeln!(io.out, "seat {}    {agent}", seat + 1)?;
    }
    writeln!(io.out)?;
    for (number, (mover, text, picture)) in lines.iter().enumerate() {
        writeln!(io.out, "{:>4}. {mover:<7} {text}", number + 1)?;
        if arguments.pictures {
            writeln!(io.out, "{picture}\n")?;
        }
    }
    if !arguments.pictures {
        writeln!(io.out, "\n{last}")?;
    }
    if let Some(forfeit) = &played.forfeit {
        writeln!(io.out, "\nseat {} forfeited: {}", forfeit.seat + 1, forfeit.reason)?;
    }
    if played.is_capped {
        writeln!(io.out, "\nleft at the cap of {} moves", entry.setting.cap)?;
    }
    let payoffs: Vec<String> =
        played.payoffs.iter().enumerate().map(|(seat, payoff)| format!("seat {}: {payoff}", seat + 1)).collect();
    writeln!(io.out, "\npays      {}", payoffs.join(", "))?;
    Ok(())
}
