//! A game for one seat that is not written out: looked at best first, with bounds.

use super::Told;
use super::text::{number, table};
use crate::specs::NamedGame;
use crate::thinking::{Asked, watched};
use crate::{interrupt, json, numbers};
use outwit::abstraction::Macro;
use outwit::decision::{Decided, Limits, Utility, decide};
use outwit::game::{AnyGame, AnyState, Control, Evaluated, Game, Problem, Rng, Turn};
use serde_json::json;

/// How far to look.
pub struct Asking<'a> {
    pub utility: &'a Utility,
    pub nodes: u64,
    /// Positions looked at within a macro position.
    pub within: usize,
    pub as_json: bool,
}

/// First moves that are listed; the rest is in the JSON.
const LISTED: usize = 20;

pub fn run(
    named: &NamedGame,
    state: &AnyState,
    asking: &Asking<'_>,
    io: &mut crate::io::Io<'_>,
) -> Result<Told, Problem> {
    let (found, _) = watched(Asked { stop: Some(interrupt::stop_flag()), ..Asked::default() }, io, |control| {
        let game = &named.game;
        match game.facts().cyclic && game.players() == 1 {
            // Where moves can be taken back, a way to go on is one decision.
            true => {
                let whole = Macro::new(game.clone(), asking.within, true)?;
                let start = whole.position(state.clone());
                looked_at(&whole, &start, asking, control).map(|found| (found, true))
            }
            false => looked_at(game, state, asking, control).map(|found| (found, false)),
        }
    });
    let (found, is_macro) = found?;
    let best: Vec<&String> = found.best.map(|best| &found.moves[best].mv).into_iter().collect();
    if asking.as_json {
        let moves: Vec<_> = found
            .moves
            .iter()
            .map(|one| json!({"move": one.mv, "low": json::number(one.low), "high": json::number(one.high)}))
            .collect();
        let document = json!({
            "game": named.spec,
            "position": named.game.position_text(state),
            "utility": asking.utility.to_string(),
            "macro": is_macro,
            "low": json::number(found.low),
            "high": json::number(found.high),
            "best": best,
            "regret": json::number(found.regret),
            "settled": found.is_settled(),
            "positions": found.positions,
            "nodes": found.nodes,
            "moves": moves,
        });
        return Ok(Told { text: format!("{document}\n"), pictures: Vec::new() });
    }
    let mut out = format!("{}\n\ngame      {}\n", named.game.picture(state), named.spec);
    out += &format!("position  {}\nutility   {}\n", named.game.position_text(state), asking.utility);
    out += &format!("worth     {}\n", range(found.low, found.high));
    if let Some(best) = best.first() {
        let off = match found.is_settled() {
            true => "nothing else is better".to_string(),
            false => format!("another move may be better by up to {}", number(found.regret)),
        };
        out += &format!("best      {best}: {off}\n");
    }
    if named.game.turn(state) == Turn::Chance {
        out += match somebody_moves_after(&named.game, state) {
            true => {
                "moves     none yet, it is chance's turn: --deal draws what it brings and shows the first moves after it\n"
            }
            false => "moves     none any more: chance alone decides what is paid\n",
        };
    }
    out += &format!(
        "looked    {} in {}{}\n",
        numbers::plural(found.positions as u64, "position"),
        numbers::plural(found.nodes, "node"),
        if is_macro { ", each with all that can be reached without chance" } else { "" }
    );
    if !found.moves.is_empty() {
        let mut rows: Vec<Vec<String>> = vec![["first move", "at least", "at most"].map(str::to_string).to_vec()];
        let mut order: Vec<usize> = (0..found.moves.len()).collect();
        order.sort_by(|&a, &b| {
            let key = |at: usize| (found.moves[at].low, found.moves[at].high);
            key(b).partial_cmp(&key(a)).unwrap_or(std::cmp::Ordering::Equal)
        });
        for &at in order.iter().take(LISTED) {
            let one = &found.moves[at];
            rows.push(vec![one.mv.clone(), number(one.low), number(one.high)]);
        }
        out += &format!("\n{}", table(&rows, false));
        let more = found.moves.len().saturating_sub(LISTED);
        if more > 0 {
            out += &format!("  ... and {more} more\n");
        }
    }
    Ok(Told { text: out, pictures: Vec::new() })
}

fn looked_at<G: Evaluated>(
    game: &G,
    state: &G::State,
    asking: &Asking<'_>,
    control: &Control<'_>,
) -> Result<Decided<String>, Problem> {
    let found = decide(game, state, asking.utility, &Limits { nodes: asking.nodes, off: 0.0 }, control)?;
    Ok(found.map(|mv| game.move_text(state, mv)))
}

fn range(low: f64, high: f64) -> String {
    if high - low <= 1e-9 * (1.0 + low.abs()) { number(low) } else { format!("{} to {}", number(low), number(high)) }
}

/// Whether chance leaves somebody a move, as far as a few draws show.
fn somebody_moves_after(game: &AnyGame, state: &AnyState) -> bool {
    const DRAWS: u64 = 32;
    (0..DRAWS).any(|draw| {
        let (mut state, mut rng) = (state.clone(), Rng::new(draw));
        while game.turn(&state) == Turn::Chance {
            let outcome = game.draw(&state, &mut rng);
            game.play(&mut state, outcome);
        }
        !game.turn(&state).is_over()
    })
}
