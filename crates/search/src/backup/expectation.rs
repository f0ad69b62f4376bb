//! Expectation: one seat maximises, everybody else plays by given probabilities; so does chance.

use super::Backup;
use outwit_game::{Evaluation, Game, Payoffs, Player, SeatValues, Turn};

/// Expected payoffs of all seats when `root` plays best for itself and the others play as believed.
///
/// Where several moves are equally good for `root`, the value is that of the first: its own number is the same for all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expectation {
    /// Who maximises.
    pub root: Player,
    /// How many seats there are.
    pub players: usize,
}

impl Backup for Expectation {
    type Value = Payoffs;
    type Folded = Option<Payoffs>;

    fn exact(&self, payoffs: &Payoffs) -> Payoffs {
        *payoffs
    }

    fn leaf<G: Game, E: Evaluation<G>>(&self, game: &G, state: &G::State, evaluation: &E) -> Payoffs {
        evaluation.values(game, state)
    }

    fn begin(&self, _turn: Turn) -> Option<Payoffs> {
        None
    }

    fn fold(&self, turn: Turn, folded: &mut Option<Payoffs>, weight: f64, child: &Payoffs) {
        if turn == Turn::Of(self.root) {
            if folded.is_none_or(|best| child[self.root] > best[self.root]) {
                *folded = Some(*child);
            }
        } else {
            folded.get_or_insert_default().add(weight, child);
        }
    }

    fn finish(&self, _turn: Turn, folded: Option<Payoffs>) -> Payoffs {
        folded.unwrap_or_default()
    }

    fn liking(&self, player: Player, value: &Payoffs) -> f64 {
        value[player]
    }

    fn seat_values<G: Game>(&self, _game: &G, value: &Payoffs) -> SeatValues {
        let mut values = SeatValues::default();
        for player in Player::all(self.players) {
            values[player.index()] = Some(value[player]);
        }
        values
    }
}
