//! Rollouts as an evaluation: a position is worth what comes of playing on at random.

use outwit_game::{Evaluation, Game, Interval, MAX_SEATS, Payoffs, Player, Rng, Turn};

/// The mean payoff of so many random games from a position; its intervals reach from the lowest to the highest payoff among
/// them. Draws depend on the position alone, so equal positions have equal values and the same search gives the same answer.
#[derive(Clone, Copy, Debug)]
pub struct Rollouts<E> {
    /// Games played from each position.
    pub games: u32,
    /// Moves of a game at most; then the evaluation is asked.
    pub horizon: u32,
    /// Values positions at which a game is broken off.
    pub evaluation: E,
}

/// Draws of rollouts are a stream of their own.
const STREAM: u64 = 0x726F_6C6C_6F75_7473;

impl<E> Rollouts<E> {
    fn play<G: Game>(&self, game: &G, state: &G::State, rng: &mut Rng, scratch: &mut Vec<G::Move>) -> Payoffs
    where
        E: Evaluation<G>,
    {
        let mut state = state.clone();
        for _ in 0..self.horizon {
            let mv = match game.turn(&state) {
                Turn::Over if game.is_frontier(&state) => break,
                Turn::Over => return game.payoffs(&state),
                Turn::Chance => game.draw(&state, rng),
                Turn::Of(_) => game.random_move(&state, rng, scratch),
            };
            game.play(&mut state, mv);
        }
        match game.turn(&state) {
            Turn::Over if !game.is_frontier(&state) => game.payoffs(&state),
            _ => self.evaluation.values(game, &state),
        }
    }

    fn each<G: Game>(&self, game: &G, state: &G::State, mut tell: impl FnMut(Payoffs))
    where
        E: Evaluation<G>,
    {
        let mut rng = Rng::stream(STREAM, game.key(state));
        let mut scratch = Vec::new();
        for _ in 0..self.games.max(1) {
            tell(self.play(game, state, &mut rng, &mut scratch));
        }
    }
}

impl<G: Game, E: Evaluation<G>> Evaluation<G> for Rollouts<E> {
    fn value(&self, game: &G, state: &G::State, seat: Player) -> f64 {
        self.values(game, state)[seat]
    }

    fn values(&self, game: &G, state: &G::State) -> Payoffs {
        let mut mean = Payoffs::ZERO;
        let part = 1.0 / f64::from(self.games.max(1));
        self.each(game, state, |payoffs| mean.add(part, &payoffs));
        mean
    }

    fn intervals(&self, game: &G, state: &G::State) -> [Interval; MAX_SEATS] {
        let mut ends = [Interval { low: f64::INFINITY, high: f64::NEG_INFINITY }; MAX_SEATS];
        self.each(game, state, |payoffs| {
            for seat in Player::all(game.players()) {
                let end = &mut ends[seat.index()];
                (end.low, end.high) = (end.low.min(payoffs[seat]), end.high.max(payoffs[seat]));
            }
        });
        ends[game.players()..].fill(Interval::default());
        ends
    }
}
