//! A game without agents, at its own speed: its positions counted, its moves made at random.
//!
//! Whoever holds a game with its types erased pays an allocation a state. What is here looks inside, and is machine code of this
//! crate, which is optimised as searches are, wherever it is called from.

use crate::natives::natively;
use outwit_game::{AnyGame, AnyState, Evaluated, Game, Native, Payoffs, Rng, Turn, perft};

/// The positions so many moves below a position: the classic check of move generation.
pub fn count_positions(game: &AnyGame, state: &AnyState, depth: u32) -> u64 {
    struct Count<'a>(&'a AnyState, u32);
    impl Native for Count<'_> {
        type Output = u64;
        fn native<G: Evaluated>(self, game: &G) -> u64 {
            perft(game, &mut own(self.0), self.1)
        }
        fn erased(self, game: &AnyGame) -> u64 {
            perft(game, &mut self.0.clone(), self.1)
        }
    }
    natively(game, Count(state, depth))
}

fn own<S: Clone + 'static>(state: &AnyState) -> S {
    state.downcast_ref::<S>().expect("the state belongs to the game").clone()
}

/// Games that may go round for ever are left after so many moves.
const LONGEST: usize = 10_000;

/// What came of many games of random moves from one position.
#[derive(Clone, Copy, Debug)]
pub struct RandomGames {
    /// How many were played.
    pub games: u64,
    /// Moves of all of them, chance's included.
    pub moves: u64,
    /// What they paid, added up; a game that was left pays nothing.
    pub payoffs: Payoffs,
}

/// Plays so many games of random moves with the generator of this seed, unless it is stopped.
pub fn play_random_games(
    game: &AnyGame,
    state: &AnyState,
    games: u64,
    seed: u64,
    is_stopped: &dyn Fn() -> bool,
) -> RandomGames {
    struct Play<'a> {
        start: &'a AnyState,
        games: u64,
        seed: u64,
        is_stopped: &'a dyn Fn() -> bool,
    }
    impl Native for Play<'_> {
        type Output = RandomGames;
        fn native<G: Evaluated>(self, game: &G) -> RandomGames {
            play(game, &own(self.start), self.games, self.seed, self.is_stopped)
        }
        fn erased(self, game: &AnyGame) -> RandomGames {
            play(game, self.start, self.games, self.seed, self.is_stopped)
        }
    }
    natively(game, Play { start: state, games, seed, is_stopped })
}

fn play<G: Game>(game: &G, start: &G::State, games: u64, seed: u64, is_stopped: &dyn Fn() -> bool) -> RandomGames {
    let mut rng = Rng::new(seed);
    let mut scratch = Vec::new();
    let mut found = RandomGames { games: 0, moves: 0, payoffs: Payoffs::ZERO };
    'games: while found.games < games && !(found.games.is_multiple_of(64) && is_stopped()) {
        let mut state = start.clone();
        found.games += 1;
        for number in 1..=LONGEST {
            if number.is_multiple_of(256) && is_stopped() {
                // Half a game is none.
                found.games -= 1;
                break 'games;
            }
            let mv = match game.turn(&state) {
                Turn::Over => {
                    found.payoffs.add(1.0, &game.payoffs(&state));
                    break;
                }
                Turn::Chance => game.draw(&state, &mut rng),
                Turn::Of(_) => game.random_move(&state, &mut rng, &mut scratch),
            };
            game.play(&mut state, mv);
            found.moves += 1;
        }
    }
    found
}
