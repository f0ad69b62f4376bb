//! A model of a player: somebody who wants something, somebody who plays by a rule, or now one and now the other.

use crate::belief::weights::shared;
use crate::belief::{Decision, Opponent};
use crate::value::{chances_to_win, winners};
use outwit_game::{Control, Evaluated, Evaluation, Player, Problem, Rng, end_value};

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
        let payoff =
            |of: Player| if is_over { end_value(game, state, usual, of) } else { usual.value(game, state, of) };
        match self {
            Utility::Payoff => payoff(seat),
            Utility::Spite => -payoff(modeller),
            Utility::Win => {
                let players = game.players();
                match is_over && !game.is_frontier(state) {
                    true => winners(&game.payoffs(state), players)[seat],
                    false => chances_to_win(&usual.intervals(game, state)[..players])[seat],
                }
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
    /// It plays by a rule. An agent that has to see the position is asked in worlds that may be the true one: a stand-in for
    /// somebody who guesses well.
    Rule(Box<dyn Opponent<G>>),
    /// At every decision it is one of these, with these probabilities: see [`Way::mixture`].
    Mixture(Vec<(f64, Way<G>)>),
}

impl<G: Evaluated> Way<G> {
    /// Now one, now the other: at every decision anew. Weights are made to add up to 1, and mixtures of mixtures are made
    /// plain ones.
    pub fn mixture(parts: Vec<(f64, Way<G>)>) -> Way<G> {
        let mut plain = Vec::with_capacity(parts.len());
        for (way, share) in shared(parts.into_iter().map(|(weight, way)| (way, weight)).collect()) {
            match way {
                Way::Mixture(inner) => plain.extend(inner.into_iter().map(|(of_inner, way)| (of_inner * share, way))),
                way => plain.push((share, way)),
            }
        }
        Way::Mixture(plain)
    }

    /// The parts of a mixture with their probabilities; a way that is none is its own only part.
    pub fn parts(&self) -> impl Iterator<Item = (f64, &Way<G>)> {
        let (one, many) = match self {
            Way::Mixture(parts) => (None, parts.as_slice()),
            way => (Some((1.0, way)), &[][..]),
        };
        one.into_iter().chain(many.iter().map(|(weight, way)| (*weight, way)))
    }

    /// What it wants and how strictly, if it wants something.
    pub fn wants(&self) -> Option<(&Utility<G::Evaluation>, f64)> {
        match self {
            Way::Wants { utility, rationality } => Some((utility, *rationality)),
            _ => None,
        }
    }

    fn part_mut(&mut self, place: usize) -> &mut Way<G> {
        match self {
            Way::Mixture(parts) => &mut parts[place].1,
            way => way,
        }
    }
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
    /// How strictly the part at this place goes for what it wants; none for one that plays by a rule.
    pub fn rationality(&self, part: usize) -> Option<f64> {
        self.way.parts().nth(part).and_then(|(_, way)| way.wants()).map(|(_, rationality)| rationality)
    }

    /// Whether some part of it asks an agent.
    pub fn thinks(&self) -> bool {
        self.way.parts().any(|(_, way)| matches!(way, Way::Rule(rule) if rule.thinks()))
    }

    /// The probabilities of the part at this place, which plays by a rule; none for one that wants something.
    pub fn policy(
        &mut self,
        part: usize,
        decision: &Decision<'_, G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Option<Vec<f64>>, Problem> {
        let Way::Rule(rule) = self.way.part_mut(part) else { return Ok(None) };
        let mut probabilities = Vec::with_capacity(decision.moves.len());
        rule.probabilities(decision, rng, control, &mut probabilities)?;
        Ok(Some(probabilities))
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
