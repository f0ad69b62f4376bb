//! The end of a simulation: playing on from a new node, and what that was worth.

use super::Stakes;
use super::company::Company;
use super::simulate::{End, Grower};
use crate::belief::{Decision, Opponent};
use crate::value::{chances_to_win, winners};
use outwit_game::{Evaluation, Game, Payoffs, Problem, Rng, Turn, end_values};

impl<G: Game, E: Evaluation<G>, C: Company<G>> Grower<'_, G, E, C> {
    /// Plays on from a position that is not over, until it is or the horizon is reached, and says what that was worth.
    #[inline]
    pub fn finish(&mut self, state: &mut G::State, left: u64, plies: &mut u64) -> Result<End, Problem> {
        Ok(match self.play_on(state, left, plies)? {
            false => End::Unfinished,
            true if self.game.turn(state).is_over() => End::Paid(self.paid(state), false),
            true => End::Paid(self.evaluate(state), false),
        })
    }

    /// Plays on. False where that ended with the budget, at a position of which nothing is known.
    #[inline]
    pub fn play_on(&mut self, state: &mut G::State, left: u64, plies: &mut u64) -> Result<bool, Problem> {
        if self.policy.is_some() {
            return self.play_on_by_policy(state, left, plies);
        }
        let game = self.game;
        let last = left.min(plies.saturating_add(self.horizon));
        loop {
            let mv = match game.turn(state) {
                Turn::Over => return Ok(true),
                _ if *plies >= last => return Ok(*plies < left),
                Turn::Of(_) => game.random_move(state, &mut self.rng, &mut self.scratch),
                Turn::Chance if game.draws(state) => return Ok(true),
                Turn::Chance => game.draw(state, &mut self.rng),
            };
            game.play(state, mv);
            *plies += 1;
        }
    }

    fn play_on_by_policy(&mut self, state: &mut G::State, left: u64, plies: &mut u64) -> Result<bool, Problem> {
        let game = self.game;
        let last = left.min(plies.saturating_add(self.horizon));
        loop {
            let mv = match game.turn(state) {
                Turn::Over => return Ok(true),
                _ if *plies >= last => return Ok(*plies < left),
                Turn::Chance if game.draws(state) => return Ok(true),
                Turn::Chance => game.draw(state, &mut self.rng),
                Turn::Of(player) => {
                    self.moves.clear();
                    self.weights.clear();
                    game.moves(state, &mut self.moves);
                    let policy = self.policy.as_mut().expect("the caller has looked");
                    let (moves, rng, weights) = (&self.moves, &mut self.rng, &mut self.weights);
                    let decision = Decision::open(game, state, player, moves);
                    policy.probabilities(&decision, rng, &self.control, weights)?;
                    self.moves[self.rng.weighted(&self.weights)]
                }
            };
            game.play(state, mv);
            *plies += 1;
        }
    }

    /// What is at stake where play stops: what was paid, or where a written tree was cut, what the evaluation says.
    pub fn paid(&self, state: &G::State) -> Payoffs {
        if self.game.is_frontier(state) {
            return self.evaluate(state);
        }
        self.stakes(self.game.players(), &self.game.payoffs(state))
    }

    /// What final payoffs count as.
    #[inline]
    pub fn stakes(&self, players: usize, payoffs: &Payoffs) -> Payoffs {
        match self.options.stakes {
            Stakes::Payoffs if self.unit == 1.0 => *payoffs,
            Stakes::Payoffs => scaled(payoffs, self.unit),
            Stakes::Wins => winners(payoffs, players),
        }
    }

    /// What a position that is not over counts as.
    fn evaluate(&self, state: &G::State) -> Payoffs {
        match self.options.stakes {
            Stakes::Payoffs if self.unit == 1.0 => self.evaluation.values(self.game, state),
            Stakes::Payoffs => scaled(&self.evaluation.values(self.game, state), self.unit),
            Stakes::Wins => chances_to_win(&self.evaluation.intervals(self.game, state)[..self.game.players()]),
        }
    }
}

/// Payoffs in another unit.
fn scaled(payoffs: &Payoffs, unit: f64) -> Payoffs {
    let mut scaled = Payoffs::ZERO;
    scaled.add(unit, payoffs);
    scaled
}

/// Plays on at random, to the end or to the horizon: where that ends, and what is paid there.
pub fn random_end<G: Game, E: Evaluation<G>>(
    game: &G,
    mut state: G::State,
    horizon: Option<u32>,
    evaluation: &E,
    rng: &mut Rng,
    scratch: &mut Vec<G::Move>,
) -> (G::State, Payoffs) {
    for _ in 0..horizon.unwrap_or(u32::MAX) {
        let mv = match game.turn(&state) {
            Turn::Over => break,
            Turn::Of(_) => game.random_move(&state, rng, scratch),
            Turn::Chance if game.draws(&state) => break,
            Turn::Chance => game.draw(&state, rng),
        };
        game.play(&mut state, mv);
    }
    let is_over = game.turn(&state).is_over();
    let payoffs = if is_over { end_values(game, &state, evaluation) } else { evaluation.values(game, &state) };
    (state, payoffs)
}
