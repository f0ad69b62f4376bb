//! Measuring a game at its own speed.
//!
//! The command line holds every game with its types erased, which costs an allocation a state. Counting and measuring
//! look inside and run on the game's own type.

use outwit::game::{AnyGame, AnyState, Evaluated, Game, Native, Payoffs, Rng, Turn};
use outwit::natively;

/// Work on a position of any game.
pub trait Job {
    /// What it gives.
    type Output;
    /// Does it.
    fn run<G: Game>(self, game: &G, state: &G::State) -> Self::Output;
}

/// Does the work on the game's own type where that is known.
pub fn run<J: Job>(game: &AnyGame, state: &AnyState, job: J) -> J::Output {
    struct At<'a, J>(&'a AnyState, J);
    impl<J: Job> Native for At<'_, J> {
        type Output = J::Output;
        fn native<G: Evaluated>(self, game: &G) -> J::Output {
            self.1.run(game, self.0.downcast_ref().expect("the state belongs to the game"))
        }
        fn erased(self, game: &AnyGame) -> J::Output {
            self.1.run(game, self.0)
        }
    }
    natively(game, At(state, job))
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

/// Plays so many games with the generator of this seed, unless it is stopped.
pub struct PlayRandomGames<'a> {
    pub games: u64,
    pub seed: u64,
    pub is_stopped: &'a dyn Fn() -> bool,
}

impl Job for PlayRandomGames<'_> {
    type Output = RandomGames;
    fn run<G: Game>(self, game: &G, start: &G::State) -> RandomGames {
        let mut rng = Rng::new(self.seed);
        let mut scratch = Vec::new();
        let mut found = RandomGames { games: 0, moves: 0, payoffs: Payoffs::ZERO };
        'games: while found.games < self.games && !(found.games.is_multiple_of(64) && (self.is_stopped)()) {
            let mut state = start.clone();
            found.games += 1;
            for number in 1..=LONGEST {
                if number.is_multiple_of(256) && (self.is_stopped)() {
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
}
