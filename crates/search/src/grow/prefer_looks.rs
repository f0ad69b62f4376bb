//! Breaking ties at the root by how the positions look at once.

use super::depth_first::looks;
use crate::backup::keep_highest;
use crate::findings::Findings;
use crate::searcher::{Search, position};
use outwit_game::{Control, Evaluation, Game, Problem, Rng, View};

/// A search that, of equally good moves, picks those after which the position looks best to its seat at once.
pub struct PreferLooks<S, E> {
    /// What finds the equally good moves.
    pub search: S,
    /// What says how positions look.
    pub evaluation: E,
}

impl<G: Game, S: Search<G>, E: Evaluation<G>> Search<G> for PreferLooks<S, E> {
    fn search(
        &mut self,
        view: &View<'_, G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        let mut findings = self.search.search(view, rng, control)?;
        let mut picks = vec![0.0; findings.moves.len()];
        for &place in &findings.best {
            picks[place] = 1.0;
        }
        let (game, state, seat) = (view.game(), position(view)?, view.seat());
        let ranks = looks(game, state, seat, |next| self.evaluation.value(game, next, seat));
        keep_highest(&ranks, &mut picks);
        findings.picks = picks;
        Ok(findings)
    }
}
