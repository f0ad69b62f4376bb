//! A position and the one that stands for it must be the same in all but names.

use crate::contract::Game;
use crate::evaluation::{Evaluated, Evaluation};
use crate::payoffs::equally_good;
use crate::seat::{Player, Turn};

/// Compares a position with the one that [stands](Game::canonical) for it: whose turn it is, what is paid, what the
/// evaluations say, and what the moves lead to, each with its weight. The one that stands for it, or what is wrong with it.
pub fn names_alone<G: Evaluated>(game: &G, state: &G::State) -> Result<G::State, String> {
    let mut stand_in = state.clone();
    let changes = game.canonical(&mut stand_in);
    if changes != (stand_in != *state) {
        return Err(format!("says {changes} about having changed {state:?} to {stand_in:?}"));
    }
    if !changes {
        return Ok(stand_in);
    }
    if game.canonical(&mut stand_in.clone()) {
        return Err(format!("another position stands for {stand_in:?}, which stands for {state:?}"));
    }
    let turn = game.turn(state);
    if game.turn(&stand_in) != turn {
        return Err(format!("it is {turn:?} at {state:?} and {:?} at {stand_in:?}", game.turn(&stand_in)));
    }
    if turn.is_over() {
        let same = game.payoffs(state) == game.payoffs(&stand_in);
        return if same { Ok(stand_in) } else { Err(format!("{state:?} and {stand_in:?} pay different sums")) };
    }
    for (index, named) in game.evaluations().iter().enumerate() {
        let evaluation = game.evaluation(index);
        if !evaluation.is_symmetric() {
            continue;
        }
        let [values, others] = [state, &stand_in].map(|state| evaluation.values(game, state));
        let mut features = [Vec::new(), Vec::new()];
        evaluation.features(game, state, &mut features[0]);
        evaluation.features(game, &stand_in, &mut features[1]);
        let is_same = Player::all(game.players()).all(|seat| equally_good(values[seat], others[seat]));
        if !is_same || features[0] != features[1] {
            return Err(format!("{} tells {state:?} from {stand_in:?}", named.name));
        }
    }
    if turn == Turn::Chance && game.draws(state) {
        return Ok(stand_in);
    }
    let [own, others] = [state, &stand_in].map(|state| after(game, state));
    if let (Some(own), Some(others)) = (own, others) {
        let is_same = |(one, other): (&(u64, f64), &(u64, f64))| one.0 == other.0 && (one.1 - other.1).abs() < 1e-9;
        if own.len() != others.len() || !own.iter().zip(&others).all(is_same) {
            return Err(format!("the moves of {state:?} and {stand_in:?} lead to different positions"));
        }
    }
    Ok(stand_in)
}

/// What the moves lead to up to names, each with how often or how likely, in order. Outcomes of chance that come one after
/// another, the cards of a deal say, are taken together: in which order is one of the names. `None` where these are too many.
fn after<G: Game>(game: &G, state: &G::State) -> Option<Vec<(u64, f64)>> {
    const MANY: usize = 300;
    let mut found: Vec<(u64, f64)> = Vec::new();
    let mut waiting = vec![(state.clone(), 1.0, true)];
    let key = |mut state: G::State| {
        game.canonical(&mut state);
        game.key(&state)
    };
    while let Some((state, share, is_first)) = waiting.pop() {
        let turn = game.turn(&state);
        let goes_on = is_first || (turn == Turn::Chance && !game.draws(&state));
        if !goes_on {
            found.push((key(state), share));
            continue;
        }
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let weight = |mv: G::Move| if turn == Turn::Chance { game.weight(&state, mv) as f64 } else { 1.0 };
        let total: f64 = if turn == Turn::Chance { moves.iter().map(|&mv| weight(mv)).sum() } else { 1.0 };
        for mv in moves {
            let mut next = state.clone();
            game.play(&mut next, mv);
            // What a player's move leads to is looked at as it is.
            match turn == Turn::Chance {
                true => waiting.push((next, share * weight(mv) / total, false)),
                false => found.push((key(next), share)),
            }
        }
        if waiting.len() + found.len() > MANY {
            return None;
        }
    }
    found.sort_by_key(|one| one.0);
    let mut together: Vec<(u64, f64)> = Vec::new();
    for (key, share) in found {
        match together.last_mut() {
            Some(last) if last.0 == key => last.1 += share,
            _ => together.push((key, share)),
        }
    }
    Some(together)
}
