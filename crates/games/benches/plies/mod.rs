//! What a search of a game with many moves spends its time on.

use outwit_game::{Evaluated, Evaluation, Rng, descend};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Over the positions of a game that is played greedily, at most so many: listing moves, making them and valuing what
/// follows, and the last ply without moves where the game knows it.
pub fn measure<G: Evaluated>(game: &G, plies: usize) {
    let evaluation = game.evaluation(0);
    let positions = greedy_game(game, &evaluation, plies);
    let mut moves = Vec::new();
    report(&positions, "moves listed", |state| {
        moves.clear();
        game.moves(state, &mut moves);
        moves.len()
    });
    report(&positions, "moves made and valued", |state| {
        moves.clear();
        game.moves(state, &mut moves);
        for &mv in &moves {
            black_box(descend(game, state, mv, |next| evaluation.values(game, next)));
        }
        moves.len()
    });
    let mut after = Vec::new();
    if positions.iter().any(|state| evaluation.after_moves(game, state, &mut after)) {
        report(&positions, "last plies without moves", |state| {
            after.clear();
            black_box(evaluation.after_moves(game, state, &mut after));
            1
        });
    }
}

fn greedy_game<G: Evaluated>(game: &G, evaluation: &G::Evaluation, plies: usize) -> Vec<G::State> {
    let mut rng = Rng::new(1);
    let mut state = game.start(&mut rng);
    let (mut positions, mut moves) = (Vec::new(), Vec::new());
    while let Some(mover) = game.turn(&state).player().filter(|_| positions.len() < plies) {
        moves.clear();
        game.moves(&state, &mut moves);
        rng.shuffle(&mut moves);
        let value = |mv| descend(game, &state, mv, |next| evaluation.value(game, next, mover));
        let best = moves.iter().copied().max_by(|&a, &b| value(a).total_cmp(&value(b))).expect("a move");
        positions.push(state.clone());
        game.play(&mut state, best);
    }
    positions
}

/// Does the work on every position, again and again, and prints the fastest pass. The work says how much it did.
fn report<S>(positions: &[S], what: &str, mut work: impl FnMut(&S) -> usize) {
    const PASSES: Duration = Duration::from_millis(600);
    let (start, mut fastest, mut done) = (Instant::now(), f64::INFINITY, 0);
    while start.elapsed() < PASSES {
        let clock = Instant::now();
        done = positions.iter().map(|state| black_box(work(state))).sum();
        fastest = fastest.min(clock.elapsed().as_secs_f64());
    }
    let (rate, each) = (done as f64 / fastest / 1e6, fastest / positions.len() as f64 * 1e9);
    println!("    {what:<24} {rate:>6.1} million/s, {each:>6.0} ns a position");
}
