//! Random games: the loop any game can be played with, and its rivals, written for one game each.

pub mod by_hand;

use outwit_game::{Game, Player, Rng, Turn};

/// One random game: what seat 1 is paid, and how many moves were made.
#[inline]
pub fn playout<G: Game>(game: &G, rng: &mut Rng, scratch: &mut Vec<G::Move>) -> (f64, u64) {
    let mut state = game.start(rng);
    let mut plies = 0;
    loop {
        let mv = match game.turn(&state) {
            Turn::Over => return (game.payoffs(&state)[Player::FIRST], plies),
            Turn::Chance => game.draw(&state, rng),
            Turn::Of(_) => game.random_move(&state, rng, scratch),
        };
        game.play(&mut state, mv);
        plies += 1;
    }
}
