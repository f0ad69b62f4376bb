//! The exact value of a finite game, however large: labelled where its positions fit in memory, else searched to the end.

use crate::grow::{AlphaBeta, Options, Ties};
use outwit_exact::solve::{self, Meaning, Means, Solution, outcome};
use outwit_game::{AnyGame, AnyMove, AnyState, Budget, Control, Evaluated, Problem, Turn};

/// Solves a game from a position on.
pub fn solve<G: Evaluated>(
    game: &G,
    state: &G::State,
    means: &Means,
    control: &Control<'_>,
) -> Result<Solution<G::Move>, Problem> {
    match solve::solve(game, state, means, control)? {
        Some(solution) => Ok(solution),
        None => search_to_the_end(game, state, means, control),
    }
}

/// As [`solve()`], for a game whose type is not known: machine code of this crate, which no other need make again.
pub fn solve_erased(
    game: &AnyGame,
    state: &AnyState,
    means: &Means,
    control: &Control<'_>,
) -> Result<Solution<AnyMove>, Problem> {
    solve(game, state, means, control)
}

fn search_to_the_end<G: Evaluated>(
    game: &G,
    state: &G::State,
    means: &Means,
    control: &Control<'_>,
) -> Result<Solution<G::Move>, Problem> {
    let Turn::Of(mover) = game.turn(state) else { unreachable!("only a player's position is searched") };
    let options = Options { ties: Ties::All, table_bytes: means.table_bytes, ..Options::default() };
    let mut search = AlphaBeta::new(Budget::default(), options, game.evaluation_of_ends());
    let findings = search.find(game, state, mover, control)?;
    if control.is_stopped() {
        return Err(Problem::new("stopped before the game was solved"));
    }
    Ok(Solution {
        value: findings.value,
        meaning: means.meaning.unwrap_or_else(|| Meaning::fitting(game)),
        depends_on_ties: false,
        outcome: outcome(game, &findings.value),
        states: search.positions_stored(),
        best: findings.best.iter().map(|&place| findings.moves[place].mv).collect(),
        nodes: findings.nodes,
        is_labelled: false,
    })
}
