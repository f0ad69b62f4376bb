//! Who else is at the table, as a simulation asks it: how each of the others comes to its move on the way down, and what it
//! makes of the end.
//!
//! Where nobody has a belief about them everybody goes for what the tree's rules say, and none of this is asked.

use crate::belief::{Adversary, Decision};
use outwit_game::{Control, Game, Problem, Rng};

/// How a mover comes to its move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Urge {
    /// By the formula, for what the tree's rules say.
    Own,
    /// By the formula, in a column of sums whose differences count so much.
    Column(usize, f64),
    /// By probabilities, one a move: [`Company::rule`].
    Rule,
}

/// The others, by what is believed about them.
pub trait Company<G: Game> {
    /// Whether there is a belief at all.
    const SPEAKS: bool;

    /// A simulation begins, in the world at this place of those held possible: who everybody is this time.
    fn gather(&mut self, world: usize, rng: &mut Rng);

    /// How the mover of a decision comes to its move. `node` is where the tree stands, if positions that come to it are all
    /// the same.
    fn urge(
        &mut self,
        decision: &Decision<'_, G>,
        node: Option<u32>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Urge, Problem>;

    /// The probabilities of the moves of the last decision, if a rule makes it.
    fn rule(&self) -> &[f64];

    /// What the position at the end of a simulation is worth to everything that somebody may want; `out` is cleared first.
    fn judge(&mut self, game: &G, state: &G::State, out: &mut Vec<f64>);
}

/// Nobody is believed to be anybody.
impl<G: Game> Company<G> for Adversary {
    const SPEAKS: bool = false;

    fn gather(&mut self, _world: usize, _rng: &mut Rng) {}

    fn urge(
        &mut self,
        _decision: &Decision<'_, G>,
        _node: Option<u32>,
        _rng: &mut Rng,
        _control: &Control<'_>,
    ) -> Result<Urge, Problem> {
        Ok(Urge::Own)
    }

    fn rule(&self) -> &[f64] {
        &[]
    }

    fn judge(&mut self, _game: &G, _state: &G::State, _out: &mut Vec<f64>) {}
}
