//! A model of a player: somebody who wants something, or somebody who plays by a rule.

use super::super::Others;
use super::Modelled;
use crate::backup::{Backup, MaxProb};
use outwit_game::{Control, Evaluated, Evaluation, Player, Problem, Rng};

/// What a player may want.
#[derive(Clone, Debug)]
pub enum Utility<E> {
    /// Its own payoff.
    Payoff,
    /// That the seat that models it gets little.
    Spite,
    /// To have the highest payoff.
    Win,
    /// What an evaluation of the game says, at the end too.
    Evaluation(E),
}

impl<E> Utility<E> {
    /// What a position at which a rollout ends is worth to `seat`; `modeller` is the seat that models it.
    #[inline]
    pub fn value<G: Evaluated<Evaluation = E>>(
        &self,
        game: &G,
        state: &G::State,
        seat: Player,
        modeller: Player,
        usual: &E,
    ) -> f64
    where
        E: Evaluation<G>,
    {
        let is_over = game.turn(state).is_over();
        let payoff = |of: Player| if is_over { game.payoffs(state)[of] } else { usual.value(game, state, of) };
        match self {
            Utility::Payoff => payoff(seat),
            Utility::Spite => -payoff(modeller),
            Utility::Win => {
                let rule = MaxProb { players: game.players() };
                if is_over { rule.exact(&game.payoffs(state))[seat] } else { rule.leaf(game, state, usual)[seat] }
            }
            Utility::Evaluation(evaluation) => evaluation.value(game, state, seat),
        }
    }
}

/// How a modelled player comes to its moves.
pub enum Way<G: Evaluated> {
    /// It wants something and chooses by Boltzmann: probability in proportion to exp(rationality * value).
    Wants {
        /// What.
        utility: Utility<G::Evaluation>,
        /// How strictly it goes for it, per unit of payoff.
        rationality: f64,
    },
    /// It plays as an agent would.
    Plays(Modelled<G>),
    /// It plays all moves alike: also the model that stands for everybody else.
    Uniform,
}

/// A model of a player.
pub struct PlayerModel<G: Evaluated> {
    /// What it is called.
    pub name: String,
    /// How it plays.
    pub way: Way<G>,
    /// Its weight before anything was seen.
    pub prior: f64,
    /// Whether it stands for everybody who is not named.
    pub is_catch_all: bool,
}

impl<G: Evaluated> PlayerModel<G> {
    /// The probabilities of a player who plays by a rule; none for one who wants something.
    pub fn policy(
        &mut self,
        game: &G,
        state: &G::State,
        player: Player,
        moves: &[G::Move],
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Option<Vec<f64>>, Problem> {
        Ok(match &mut self.way {
            Way::Wants { .. } => None,
            Way::Uniform => Some(vec![1.0 / moves.len() as f64; moves.len()]),
            Way::Plays(model) => {
                let mut probabilities = Vec::with_capacity(moves.len());
                model.probabilities(game, state, player, moves, rng, control, &mut probabilities)?;
                Some(probabilities)
            }
        })
    }
}

/// Choice by Boltzmann: pushes probabilities in proportion to exp(values), whatever their size.
pub fn boltzmann(values: &[f64], out: &mut Vec<f64>) {
    let base = out.len();
    let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !best.is_finite() {
        // Nobody knows better than that all are alike.
        out.extend(values.iter().map(|_| 1.0 / values.len() as f64));
        return;
    }
    out.extend(values.iter().map(|value| libm::exp(value - best)));
    let total: f64 = out[base..].iter().sum();
    out[base..].iter_mut().for_each(|p| *p /= total);
}
