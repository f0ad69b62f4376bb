//! `eval=(NAME:...)`: an evaluation that a program brings along, in the spec of any agent that takes one.
//!
//! As with [learned evaluations](super::learned_evaluations), such agents run on the erased game, whose evaluations are of one
//! type with room for strangers.

use outwit_game::{AnyGame, Evaluated, Evaluation, Problem, Spec};
use std::any::Any;
use std::sync::{Arc, OnceLock};

/// An evaluation of the erased game, or why there is none.
pub type Built = Result<Arc<dyn Evaluation<AnyGame>>, Problem>;

/// Makes the evaluation that a spec names, for a game.
pub type Build = fn(&Spec, &AnyGame) -> Built;

static ADDED: OnceLock<(&'static str, Build)> = OnceLock::new();

/// From now on `eval=(name:...)` is an evaluation that `build` makes. `false`, and nothing added, when that was done before.
pub fn add(name: &'static str, build: Build) -> bool {
    ADDED.set((name, build)).is_ok()
}

/// The spec of such an evaluation, if that is what a value of `eval` is.
pub(super) fn asked(value: &str) -> Option<Result<Spec, Problem>> {
    let (name, _) = ADDED.get()?;
    let rest = value.strip_prefix(name)?;
    (rest.is_empty() || rest.starts_with(':')).then(|| Spec::parse(value))
}

/// The evaluation, if the game is the erased one.
pub(super) fn build<G: Evaluated>(spec: &Spec, game: &G) -> Result<G::Evaluation, Problem> {
    let refused = || Problem::new(format!("the evaluation `{spec}` needs the erased game"));
    let (_, build) = ADDED.get().ok_or_else(refused)?;
    adopted(game, &|game| build(spec, game))?.ok_or_else(refused)
}

/// An evaluation that was made for the erased game as one of this game, if this is that one: else nothing is made. So nothing of
/// it is compiled for games' own types, which have no room for it.
pub(super) fn adopted<G: Evaluated>(
    game: &G,
    build: &dyn Fn(&AnyGame) -> Built,
) -> Result<Option<G::Evaluation>, Problem> {
    let Some(game) = (game as &dyn Any).downcast_ref::<AnyGame>() else { return Ok(None) };
    let evaluation = game.adopt(build(game)?);
    Ok(evaluation.and_then(|evaluation| (&evaluation as &dyn Any).downcast_ref().cloned()))
}
