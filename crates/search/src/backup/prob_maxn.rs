//! Prob-MaxN: each of the others is one of several players, with given probabilities.

use super::{Backup, all_seats, average, pick_best};
use outwit_game::{Evaluation, Game, Interval, MAX_SEATS, Payoffs, Player, SeatValues, Turn};

/// Several evaluations of a game at once; the first is the root's own.
#[derive(Clone, Debug)]
pub struct ModelMix<E> {
    /// The evaluations.
    pub evaluations: Vec<E>,
}

impl<G: Game, E: Evaluation<G>> Evaluation<G> for ModelMix<E> {
    fn value(&self, game: &G, state: &G::State, seat: Player) -> f64 {
        self.evaluations[0].value(game, state, seat)
    }
    fn values(&self, game: &G, state: &G::State) -> Payoffs {
        self.evaluations[0].values(game, state)
    }
    fn intervals(&self, game: &G, state: &G::State) -> [Interval; MAX_SEATS] {
        self.evaluations[0].intervals(game, state)
    }
    fn opinions(&self, game: &G, state: &G::State, out: &mut Vec<Payoffs>) {
        out.extend(self.evaluations.iter().map(|evaluation| evaluation.values(game, state)));
    }
}

/// Values as one vector an evaluation. Each of the others is, with the given probabilities, a player who goes by one of the
/// evaluations and takes everybody to be as the root takes them; the value is the mixture of what they pick (Sturtevant,
/// Zinkevich and Bowling 2006). The root's seat goes by the first evaluation.
#[derive(Clone, Debug)]
pub struct ProbMaxN {
    /// Who searches.
    pub root: Player,
    /// How many seats there are.
    pub players: usize,
    /// The probability that a player goes by each of the evaluations.
    pub weights: Vec<f64>,
    /// The probability that a player takes any move.
    pub careless: f64,
}

impl ProbMaxN {
    /// The first child that is best for `player` by an evaluation.
    fn choice(player: Player, children: &[Vec<Payoffs>], model: usize) -> usize {
        let mut best = 0;
        for place in 1..children.len() {
            if children[place][model][player] > children[best][model][player] {
                best = place;
            }
        }
        best
    }
}

impl Backup for ProbMaxN {
    type Value = Vec<Payoffs>;

    fn exact(&self, payoffs: &Payoffs) -> Vec<Payoffs> {
        vec![*payoffs; self.weights.len()]
    }

    fn leaf<G: Game, E: Evaluation<G>>(&self, game: &G, state: &G::State, evaluation: &E) -> Vec<Payoffs> {
        let mut opinions = Vec::with_capacity(self.weights.len());
        evaluation.opinions(game, state, &mut opinions);
        opinions
    }

    fn settle(&self, turn: Turn, children: &[Vec<Payoffs>], weights: &[f64]) -> Vec<Payoffs> {
        let models = 0..self.weights.len();
        let mut shares = vec![0.0; children.len()];
        match turn {
            Turn::Of(player) if player == self.root => shares[ProbMaxN::choice(player, children, 0)] = 1.0,
            Turn::Of(player) if weights.is_empty() => {
                shares.fill(self.careless / children.len() as f64);
                for (model, weight) in self.weights.iter().enumerate() {
                    shares[ProbMaxN::choice(player, children, model)] += (1.0 - self.careless) * weight;
                }
            }
            _ => shares.copy_from_slice(weights),
        }
        models
            .map(|model| {
                let opinions: Vec<Payoffs> = children.iter().map(|child| child[model]).collect();
                average(&opinions, &shares)
            })
            .collect()
    }

    fn prefers(&self, player: Player, child: &Vec<Payoffs>, best: &Vec<Payoffs>) -> bool {
        child[0][player] > best[0][player]
    }

    fn picks(&self, player: Player, children: &[Vec<Payoffs>], ranks: &[f64], out: &mut Vec<f64>) {
        let likings: Vec<f64> = children.iter().map(|value| value[0][player]).collect();
        pick_best(&likings, ranks, out);
    }

    fn seat_values<G: Game>(&self, _game: &G, value: &Vec<Payoffs>) -> SeatValues {
        all_seats(self.players, &value[0])
    }
}
