//! How the others are believed to choose, where they are not believed to do their worst.

use super::worlds::World;
use crate::belief::Uniform;
use outwit_game::{Game, Player, Problem};

/// How the others choose in a world that may be the true one.
pub trait Policy<G: Game>: Send {
    /// The kinds of player they may be, by their weights. A world says which kind it takes them for, so seeing them move
    /// makes some kinds likelier, as Bayes has it.
    fn kinds(&self) -> Vec<f64> {
        vec![1.0]
    }

    /// Whether the choice depends on what they have seen: worlds then keep that, and fewer of them are equal.
    fn reads_views(&self) -> bool {
        false
    }

    /// Pushes the probability of each of `moves` of `player`.
    fn probabilities(
        &mut self,
        game: &G,
        world: &World<G>,
        player: Player,
        moves: &[G::Move],
        out: &mut Vec<f64>,
    ) -> Result<(), Problem>;
}

impl<G: Game> Policy<G> for Uniform {
    fn probabilities(
        &mut self,
        _game: &G,
        _world: &World<G>,
        _player: Player,
        moves: &[G::Move],
        out: &mut Vec<f64>,
    ) -> Result<(), Problem> {
        out.extend(moves.iter().map(|_| 1.0 / moves.len() as f64));
        Ok(())
    }
}

/// A policy that is given as a function of what the mover has seen and its moves. The probabilities it pushes need not
/// add up to 1: they are weights.
pub struct Given<F>(pub F);

impl<G: Game, F> Policy<G> for Given<F>
where
    F: FnMut(&G, Player, &[G::Seen], &[G::Move], &mut Vec<f64>) + Send,
{
    fn reads_views(&self) -> bool {
        true
    }

    fn probabilities(
        &mut self,
        game: &G,
        world: &World<G>,
        player: Player,
        moves: &[G::Move],
        out: &mut Vec<f64>,
    ) -> Result<(), Problem> {
        let start = out.len();
        (self.0)(game, player, &world.views[player.index()], moves, out);
        let given = &mut out[start..];
        let total: f64 = given.iter().sum();
        if given.len() != moves.len() || !given.iter().all(|p| *p >= 0.0) || !(total > 0.0 && total.is_finite()) {
            return Err(Problem::new("a policy gives each move a weight of at least 0, and not 0 to all"));
        }
        given.iter_mut().for_each(|p| *p /= total);
        Ok(())
    }
}

/// One of several policies, nobody knows which: each with its weight before anything is seen.
pub struct Mixture<G: Game>(pub Vec<(f64, Box<dyn Policy<G>>)>);

impl<G: Game> Policy<G> for Mixture<G> {
    fn kinds(&self) -> Vec<f64> {
        self.0.iter().map(|(weight, _)| *weight).collect()
    }

    fn reads_views(&self) -> bool {
        self.0.iter().any(|(_, policy)| policy.reads_views())
    }

    fn probabilities(
        &mut self,
        game: &G,
        world: &World<G>,
        player: Player,
        moves: &[G::Move],
        out: &mut Vec<f64>,
    ) -> Result<(), Problem> {
        self.0[world.kind].1.probabilities(game, world, player, moves, out)
    }
}

impl<G: Game> Policy<G> for Box<dyn Policy<G>> {
    fn kinds(&self) -> Vec<f64> {
        (**self).kinds()
    }
    fn reads_views(&self) -> bool {
        (**self).reads_views()
    }
    fn probabilities(
        &mut self,
        game: &G,
        world: &World<G>,
        player: Player,
        moves: &[G::Move],
        out: &mut Vec<f64>,
    ) -> Result<(), Problem> {
        (**self).probabilities(game, world, player, moves, out)
    }
}
