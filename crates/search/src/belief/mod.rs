//! What is believed: how the others choose their moves ([`Others`]), which of several [`models`] each of them is, and what a
//! seat that is not shown everything holds possible ([`information_set`]).

pub mod information_set;
pub mod models;

pub use models::{Adversary, Modelled, Uniform};

use outwit_game::{Control, Game, Player, Problem, Rng};

/// How the seats that are not ours are believed to choose.
pub trait Others<G: Game>: Send {
    /// Whether saying so takes long: then the search looks at the clock each time.
    const THINKS: bool = false;

    /// Whether it ever says anything: if not, the backup decides for everybody.
    const SPEAKS: bool = true;

    /// Pushes the probability of each move of `player`, or nothing: then the backup decides for it.
    #[expect(clippy::too_many_arguments)]
    fn probabilities(
        &mut self,
        game: &G,
        state: &G::State,
        player: Player,
        moves: &[G::Move],
        rng: &mut Rng,
        control: &Control<'_>,
        out: &mut Vec<f64>,
    ) -> Result<(), Problem>;
}
