//! Models of the other players: adversaries, dice, or any agent.

mod columns;
mod filter;
mod player;
mod score;
mod watch;
mod worlds;

pub use columns::{Columns, Part};
pub use filter::{Filter, Guards};
pub use player::{PlayerModel, Utility, Way, boltzmann};
pub use score::{ALARM, Score};
pub use watch::{Opinion, Predictor, Watch};
pub use worlds::World;

use super::Others;
use outwit_game::{Agent, Control, Game, Player, Problem, Rng, Table};

/// The others choose for themselves: the backup says how.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adversary;

impl<G: Game> Others<G> for Adversary {
    const SPEAKS: bool = false;

    fn probabilities(
        &mut self,
        _game: &G,
        _state: &G::State,
        _player: Player,
        _moves: &[G::Move],
        _rng: &mut Rng,
        _control: &Control<'_>,
        _out: &mut Vec<f64>,
    ) -> Result<(), Problem> {
        Ok(())
    }
}

/// The others play every legal move with equal probability.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Uniform;

impl<G: Game> Others<G> for Uniform {
    fn probabilities(
        &mut self,
        _game: &G,
        _state: &G::State,
        _player: Player,
        moves: &[G::Move],
        _rng: &mut Rng,
        _control: &Control<'_>,
        out: &mut Vec<f64>,
    ) -> Result<(), Problem> {
        out.extend(moves.iter().map(|_| 1.0 / moves.len() as f64));
        Ok(())
    }
}

/// The others play as this agent would, with the probabilities it reports.
pub struct Modelled<G: Game>(pub Box<dyn Agent<G>>);

impl<G: Game> Others<G> for Modelled<G> {
    const THINKS: bool = true;

    fn probabilities(
        &mut self,
        game: &G,
        state: &G::State,
        player: Player,
        moves: &[G::Move],
        rng: &mut Rng,
        control: &Control<'_>,
        out: &mut Vec<f64>,
    ) -> Result<(), Problem> {
        let table = Table::at(game, state.clone());
        self.0.begin(game, player, rng.bits());
        // The model's own tree and progress are nobody's concern here.
        let control = Control { record: None, progress: None, ..*control };
        let report = self.0.choose(&table.view(player), &control)?;
        debug_assert!(report.moves.iter().map(|m| m.mv).eq(moves.iter().copied()), "an agent reports every legal move");
        out.extend(report.moves.iter().map(|m| m.probability));
        Ok(())
    }
}
