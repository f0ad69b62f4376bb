//! An agent that searches: it looks at the position, lets its character choose, and forgets.

use crate::character::Character;
use crate::findings::Findings;
use outwit_game::{Agent, Control, Game, Player, Problem, Report, Rng, View};

/// Something that finds out about a position of an open game.
pub trait Search<G: Game>: Send {
    /// Looks at a position in which `seat` is to move.
    fn search(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Player,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem>;
}

/// A search with a character, in a seat. Without memory: the same view and seed give the same answer.
pub struct Searcher<S> {
    search: S,
    character: Character,
    seed: u64,
}

impl<S> Searcher<S> {
    /// Puts a search in a seat.
    pub fn new(search: S, character: Character) -> Searcher<S> {
        Searcher { search, character, seed: 0 }
    }
}

impl<G: Game, S: Search<G>> Agent<G> for Searcher<S> {
    fn begin(&mut self, _game: &G, _seat: Player, seed: u64) {
        self.seed = seed;
    }

    fn is_memoryless(&self) -> bool {
        true
    }

    fn choose(&mut self, view: &View<'_, G>, control: &Control<'_>) -> Result<Report<G::Move>, Problem> {
        let seat = view.seat();
        let Some(state) = view.state() else {
            return Err(Problem::new("this agent needs to see the position, and the game hides some of it"));
        };
        if view.moves().is_empty() {
            return Err(Problem::new(format!("{seat} is not to move")));
        }
        let findings = self.search.search(view.game(), state, seat, control)?;
        Ok(self.character.choose(findings, seat, &mut choice_rng(self.seed, view)))
    }
}

/// The randomness of one choice: it depends on the seed and on how much has been seen, so that taking a move back and
/// choosing again gives the same answer.
pub(crate) fn choice_rng<G: Game>(seed: u64, view: &View<'_, G>) -> Rng {
    Rng::stream(seed, view.seen().len() as u64)
}
