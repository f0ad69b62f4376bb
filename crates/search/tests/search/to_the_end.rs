//! Searches to the end against the plain recursion, on late positions of random games: what a game knows about its endings,
//! and what the search makes of it, may change no value and no best move.

use outwit_game::{Blind, Bound, Budget, Control, Evaluated, Game, Player, Rng, Turn, equally_good};
use outwit_games::board::Score;
use outwit_games::connect4::Connect4;
use outwit_games::kalah::{Kalah, Rules};
use outwit_games::othello::Othello;
use outwit_games::tictactoe::TicTacToe;
use outwit_search::grow::{AlphaBeta, Options, Ties};
use std::collections::HashMap;

/// What seat 1 gets under best play, by plain recursion.
fn plain<G: Game>(game: &G, state: &G::State, known: &mut HashMap<G::State, f64>) -> f64 {
    if let Some(&value) = known.get(state) {
        return value;
    }
    let value = match game.turn(state) {
        Turn::Of(seat) => {
            let mut moves = Vec::new();
            game.moves(state, &mut moves);
            best_of(game, state, seat, &moves, known)
        }
        _ => game.payoffs(state)[Player::FIRST],
    };
    known.insert(state.clone(), value);
    value
}

fn best_of<G: Game>(
    game: &G,
    state: &G::State,
    seat: Player,
    moves: &[G::Move],
    known: &mut HashMap<G::State, f64>,
) -> f64 {
    let values = moves.iter().map(|&mv| {
        let mut next = state.clone();
        game.play(&mut next, mv);
        plain(game, &next, known)
    });
    if seat == Player::FIRST { values.fold(f64::NEG_INFINITY, f64::max) } else { values.fold(f64::INFINITY, f64::min) }
}

/// The position after so many moves of a random game, unless it is over by then.
fn random_position<G: Game>(game: &G, made: u32, seed: u64) -> Option<G::State> {
    let mut rng = Rng::new(seed);
    let mut state = game.start(&mut rng);
    let mut scratch = Vec::new();
    for _ in 0..made {
        if game.turn(&state).is_over() {
            return None;
        }
        let mv = game.random_move(&state, &mut rng, &mut scratch);
        game.play(&mut state, mv);
    }
    (!game.turn(&state).is_over()).then_some(state)
}

/// What the game says about a position holds for its value, whatever the window.
fn check_hooks<G: Game>(game: &G, known: &mut HashMap<G::State, f64>) {
    let all: Vec<(G::State, f64)> = known.iter().map(|(state, &value)| (state.clone(), value)).collect();
    for (state, value) in all {
        let Turn::Of(mover) = game.turn(&state) else { continue };
        let text = || game.position_text(&state);
        for middle in [value - 2.0, value, value + 2.0, 0.0] {
            let window = (middle, middle.next_up());
            let (low, high) = game.end_bounds(&state, Player::FIRST, window);
            assert!(low <= value && value <= high, "{}: {value} in {low}..{high} for {window:?}", text());
            let (low, high) = game.end_bounds(&state, Player::SECOND, window);
            assert!(low <= -value && -value <= high, "{}: {} in {low}..{high} for {window:?}", text(), -value);
        }
        let (mut moves, mut end_moves) = (Vec::new(), Vec::new());
        game.moves(&state, &mut moves);
        game.end_moves(&state, &mut end_moves);
        assert!(!end_moves.is_empty() && end_moves.iter().all(|mv| moves.contains(mv)), "{}", text());
        assert_eq!(best_of(game, &state, mover, &end_moves, known), value, "{}", text());
    }
}

fn agree<G: Evaluated>(game: &G, made: u32, positions: usize) {
    for state in (0..).filter_map(|seed| random_position(game, made, seed)).take(positions) {
        let Turn::Of(seat) = game.turn(&state) else { unreachable!("a player moves") };
        let mut known = HashMap::new();
        let sign = if seat == Player::FIRST { 1.0 } else { -1.0 };
        let value = sign * plain(game, &state, &mut known);
        let text = game.position_text(&state);
        for (ties, table_bytes) in [(Ties::All, 1 << 16), (Ties::All, 0), (Ties::One, 1 << 12), (Ties::Exact, 1 << 16)]
        {
            let options = Options { ties, table_bytes, ..Options::default() };
            let mut search = AlphaBeta::new(Budget::default(), options, Blind);
            let found = search.find(game, &state, seat, &Control::default()).unwrap();
            assert_eq!(found.value[seat.index()], Some(value), "{text}, {options:?}");
            for (place, found_move) in found.moves.iter().enumerate() {
                let exact = sign * best_of(game, &state, seat, &[found_move.mv], &mut known);
                let told = found_move.values[seat.index()].unwrap();
                match found_move.bound {
                    Bound::Exact => assert_eq!(told, exact, "{text}, {options:?}"),
                    Bound::AtMost => assert!(told >= exact, "{text}, {options:?}"),
                    Bound::AtLeast => assert!(told <= exact, "{text}, {options:?}"),
                }
                if ties != Ties::One {
                    assert_eq!(found.best.contains(&place), equally_good(exact, value), "{text}, {options:?}");
                }
            }
        }
        check_hooks(game, &mut known);
    }
}

#[test]
fn a_search_to_the_end_is_the_plain_recursion_in_connect_four() {
    for (width, height, made, positions) in
        [(4, 5, 6, 30), (5, 4, 7, 30), (5, 5, 12, 20), (7, 6, 30, 30), (6, 7, 31, 20)]
    {
        agree(&Connect4::new(width, height).unwrap(), made, positions);
    }
}

#[test]
fn a_search_to_the_end_is_the_plain_recursion_in_othello() {
    for score in [Score::Margin, Score::Win] {
        agree(&Othello::new(4, score).unwrap(), 3, 30);
        agree(&Othello::new(6, score).unwrap(), 24, 30);
        agree(&Othello::new(8, score).unwrap(), 52, 20);
    }
}

#[test]
fn a_search_to_the_end_is_the_plain_recursion_in_games_that_give_no_hints() {
    agree(&TicTacToe, 4, 20);
    agree(&Kalah::new(Rules { pits: 3, seeds: 2, ..Rules::default() }).unwrap(), 3, 20);
}
