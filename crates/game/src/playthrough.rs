//! Golden playthroughs: a random game with every answer the contract gives, written down once and compared ever after.

use crate::evaluation::{Evaluated, Evaluation};
use crate::random::Rng;
use crate::seat::{Player, Turn};
use crate::table::Table;
use std::fmt::Write;

/// Plies shown in full. The rest of a long game is played and only its moves are listed.
const SHOWN: usize = 24;
/// Plies played at most, for games that may cycle.
const LONGEST: usize = 400;

/// Plays a random game and writes down everything the contract says along the way.
pub fn playthrough<G: Evaluated>(spec: &str, game: &G, seed: u64) -> String {
    let mut out = String::new();
    write_playthrough(&mut out, spec, game, seed).expect("writing to a string");
    out
}

fn write_playthrough<G: Evaluated>(out: &mut String, spec: &str, game: &G, seed: u64) -> std::fmt::Result {
    let mut rng = Rng::new(seed);
    let facts = game.facts();
    writeln!(out, "game: {spec}\nseed: {seed}\nseats: {}", game.players())?;
    writeln!(out, "payoffs: {} to {}, sum {:?}", facts.lowest, facts.highest, facts.sum)?;
    writeln!(out, "chance: {}, hidden: {}, cyclic: {}", facts.chance, facts.hidden, facts.cyclic)?;
    let mut table = Table::deal(game, &mut rng);
    let mut unshown = Vec::new();
    loop {
        let state = table.state();
        let ply = table.played().len();
        let turn = table.turn();
        let shown = ply < SHOWN || turn.is_over() || ply == LONGEST;
        if shown {
            if !unshown.is_empty() {
                writeln!(out, "\nplies {} to {}: {}", SHOWN, ply - 1, unshown.join(" "))?;
                unshown.clear();
            }
            writeln!(out, "\nply {ply}")?;
            writeln!(out, "position: {}", game.position_text(state))?;
            writeln!(out, "key: {:016x}", game.key(state))?;
            for line in game.picture(state).lines() {
                writeln!(out, "  |{}", line.trim_end())?;
            }
        }
        let turn_text = match turn {
            Turn::Over => {
                writeln!(out, "turn: over")?;
                writeln!(out, "payoffs: {:?}", game.payoffs(state).seats(game.players()))?;
                break;
            }
            Turn::Chance => "chance".to_string(),
            Turn::Of(seat) => seat.to_string(),
        };
        if shown {
            writeln!(out, "turn: {turn_text}")?;
            for (index, named) in game.evaluations().iter().enumerate() {
                let values = game.evaluation(index).values(game, state);
                writeln!(out, "eval {}: {:?}", named.name, values.seats(game.players()))?;
            }
            let moves: Vec<String> = table
                .moves()
                .iter()
                .map(|&mv| match turn {
                    Turn::Chance => format!("{}x{}", game.move_text(state, mv), game.weight(state, mv)),
                    _ => game.move_text(state, mv),
                })
                .collect();
            writeln!(out, "moves ({}): {}", moves.len(), moves.join(" "))?;
        }
        if ply == LONGEST {
            writeln!(out, "left after {LONGEST} moves")?;
            break;
        }
        let mv = match turn {
            Turn::Chance => game.draw(state, &mut rng),
            _ => *rng.pick(table.moves()),
        };
        let text = game.move_text(state, mv);
        if shown {
            writeln!(out, "plays: {text}")?;
        } else {
            unshown.push(text);
        }
        let before: Vec<usize> = Player::all(game.players()).map(|seat| table.view(seat).seen().len()).collect();
        table.play(mv);
        if shown && facts.hidden {
            for seat in Player::all(game.players()) {
                let seen = table.view(seat).seen()[before[seat.index()]..].iter().map(|seen| game.seen_text(seen));
                writeln!(out, "{seat} sees: {}", seen.collect::<Vec<_>>().join(" "))?;
            }
        }
    }
    Ok(())
}
