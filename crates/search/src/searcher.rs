//! An agent that searches: it looks at what its seat may see, lets its character choose, and forgets.

use crate::character::Character;
use crate::findings::Findings;
use outwit_game::{Agent, Control, Game, Player, Problem, Report, Rng, View};

/// Something that finds out about a position.
pub trait Search<G: Game>: Send {
    /// Looks at a position in which the view's seat is to move. All randomness comes from `rng`.
    fn search(
        &mut self,
        view: &View<'_, G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem>;
}

/// The position, for a search that has to see it.
pub fn position<'a, G: Game>(view: &View<'a, G>) -> Result<&'a G::State, Problem> {
    view.state().ok_or_else(|| Problem::new("this agent needs to see the position, and the game hides some of it"))
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
        if view.moves().is_empty() {
            return Err(Problem::new(format!("{seat} is not to move")));
        }
        let mut rng = choice_rng(self.seed, view);
        let control = Control { all_values: control.all_values || self.character.needs_all_values(), ..*control };
        let findings = self.search.search(view, &mut rng, &control)?;
        Ok(self.character.choose(findings, seat, &mut rng))
    }
}

/// The randomness of one choice: it depends on the seed and on how much has been seen, so that taking a move back and
/// choosing again gives the same answer.
pub(crate) fn choice_rng<G: Game>(seed: u64, view: &View<'_, G>) -> Rng {
    Rng::stream(seed, view.seen().len() as u64)
}
