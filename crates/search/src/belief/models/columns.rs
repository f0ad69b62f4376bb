//! What everybody wants by every model, as columns of numbers.

use super::player::PlayerModel;
use outwit_game::{Evaluated, MAX_SEATS, Player, Rng};

/// One part of a model: with what probability a decision is its, and where what it wants is found, by seat; 0 where it plays
/// by a rule.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Part {
    /// The probability.
    pub weight: f64,
    /// The column of each seat.
    pub columns: [usize; MAX_SEATS],
}

/// The columns: the first is what we are paid, then what each of the others wants by each model that wants something.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Columns {
    /// The parts of every model.
    pub models: Vec<Vec<Part>>,
    /// How many there are.
    pub width: usize,
}

impl Columns {
    /// The columns for models of everybody but `seat`.
    pub fn new<G: Evaluated>(models: &[PlayerModel<G>], players: usize, seat: Player) -> Columns {
        let mut all = Columns { models: Vec::with_capacity(models.len()), width: 1 };
        for model in models {
            let mut parts = Vec::new();
            for (weight, way) in model.way.parts() {
                let mut columns = [0; MAX_SEATS];
                if way.wants().is_some() {
                    for player in Player::all(players).filter(|&player| player != seat) {
                        columns[player.index()] = all.width;
                        all.width += 1;
                    }
                }
                parts.push(Part { weight, columns });
            }
            all.models.push(parts);
        }
        all
    }

    /// Whether some model of a seat wants something.
    pub fn wants(&self, player: Player) -> bool {
        self.models.iter().flatten().any(|part| part.columns[player.index()] > 0)
    }

    /// Which part of a model decides this time.
    #[inline]
    pub fn draw(&self, model: usize, rng: &mut Rng) -> usize {
        let parts = &self.models[model];
        if parts.len() == 1 {
            return 0;
        }
        let mut left = rng.unit();
        parts
            .iter()
            .position(|part| {
                left -= part.weight;
                left < 0.0
            })
            .unwrap_or(parts.len() - 1)
    }

    /// What a position at the end of a rollout is worth in every column but the first; `out` is cleared first.
    pub fn judge<G: Evaluated>(
        &self,
        game: &G,
        state: &G::State,
        models: &[PlayerModel<G>],
        seat: Player,
        usual: &G::Evaluation,
        out: &mut Vec<f64>,
    ) {
        out.clear();
        for (_, way) in models.iter().flat_map(|model| model.way.parts()) {
            if let Some((utility, _)) = way.wants() {
                for player in Player::all(game.players()).filter(|&player| player != seat) {
                    out.push(utility.value(game, state, player, seat, usual));
                }
            }
        }
        debug_assert_eq!(out.len() + 1, self.width);
    }
}
