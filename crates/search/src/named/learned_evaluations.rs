//! `eval=(learned:file=FILE)`: an evaluation that was learned, in the spec of any agent that takes one.
//!
//! Searches open no files, so whoever builds an agent from a spec that a person typed first lets [`with_files`] put the text
//! of each file in the place of its name. Agents with an evaluation from a file run on the erased game, whose evaluations are of
//! one type with room for strangers. `eval=learned` without a file is one that a game brings along, if it does.

use super::catalog::evaluation_place;
use super::{own_evaluations, spreads};
use crate::value::{Learned, Model};
use outwit_game::{AnyGame, Evaluated, Evaluation, Problem, Spec};
use std::sync::Arc;

const NAME: &str = "learned";
/// The keys that name an evaluation.
const KEYS: [&str; 2] = ["eval", "value"];

/// The spec of a learned evaluation with settings, if that is what a value of `eval` is.
pub(super) fn asked(value: &str) -> Option<Result<Spec, Problem>> {
    value.strip_prefix(NAME).is_some_and(|rest| rest.starts_with(':')).then(|| Spec::parse(value))
}

/// Whether the spec of an agent asks for one, or for [one that a program brings along](own_evaluations).
pub(super) fn is_asked(spec: &Spec) -> bool {
    let is_strange = |value: &str| asked(value).is_some() || own_evaluations::asked(value).is_some();
    KEYS.iter().any(|key| spec.get(key).is_some_and(is_strange))
}

/// The spec with the text of files in the place of their names, in the specs inside it too. `files` reads a file.
pub fn with_files(spec: &Spec, files: &dyn Fn(&str) -> Result<String, Problem>) -> Result<Spec, Problem> {
    let mut read = spec.clone();
    for (key, value) in &mut read.settings {
        if key == spreads::SPREAD.parameter.name {
            *value = spreads::inlined(value, files)?;
            continue;
        }
        let Ok(inner) = Spec::parse(value) else { continue };
        if KEYS.contains(&key.as_str()) && asked(value).is_some() {
            *value = inlined(&inner, files)?;
        } else if !inner.settings.is_empty() {
            let replaced = with_files(&inner, files)?;
            if replaced != inner {
                *value = replaced.to_string();
            }
        }
    }
    Ok(read)
}

/// A learned evaluation that is its own text: what the file says, written the one way that fits into a spec.
fn inlined(spec: &Spec, files: &dyn Fn(&str) -> Result<String, Problem>) -> Result<String, Problem> {
    let path = match &spec.settings[..] {
        [(key, path)] if key == "file" => path,
        [(key, _)] if key == "text" => return Ok(spec.to_string()),
        _ => return Err(wrong_form(spec)),
    };
    let text = files(path)?;
    if is_from_play(&text) {
        return Ok(format!("{NAME}:text=({})", text.trim_end()));
    }
    let model = Model::from_text(&text).map_err(|problem| problem.within(format_args!("the file `{path}`")))?;
    Ok(format!("{NAME}:text=({})", model.to_text().trim_end()))
}

/// Whether a file holds what was learned from a game's play against itself, and not from classes of features.
fn is_from_play(text: &str) -> bool {
    text.starts_with(outwit_learn::HEADING)
}

fn wrong_form(spec: &Spec) -> Problem {
    Problem::new(format!("`{spec}` is not a learned evaluation: write eval=(learned:file=FILE)"))
}

/// The evaluation, for a game that has its features.
pub(super) fn build<G: Evaluated>(spec: Spec, game: &G) -> Result<G::Evaluation, Problem> {
    own_evaluations::adopted(game, &|game| from_spec(&spec, game))?
        .ok_or_else(|| Problem::new("an evaluation that was learned needs the erased game"))
}

fn from_spec(spec: &Spec, game: &AnyGame) -> own_evaluations::Built {
    let text = spec.get("text").ok_or_else(|| match spec.get("file") {
        Some(file) => Problem::new(format!("this program reads no files, and the agent wants `{file}`")),
        None => wrong_form(spec),
    })?;
    Ok(match is_from_play(text) {
        true => Arc::new(outwit_learn::Learned::from_text(text, game)?),
        false => Arc::new(learned(Model::from_text(text)?, game)?),
    })
}

/// The model as an evaluation of the game it was learned from, or of one with the same features.
pub fn learned<G: Evaluated>(model: Model, game: &G) -> Result<Learned<G::Evaluation>, Problem> {
    if !(game.players() == 2 && game.facts().sum.is_some()) {
        return Err(Problem::new("a learned evaluation is for games for two in which one gets what the other leaves"));
    }
    let place = model.evaluation().map_or(Ok(0), |name| {
        evaluation_place(name, game).map_err(|_| {
            let known: Vec<&str> = game.evaluations().iter().map(|named| named.name).collect();
            let known = known.join(", ");
            Problem::new(format!(
                "what is in the file was learned from features of the evaluation `{name}`, so of another game: this one has {known}"
            ))
        })
    })?;
    let features = game.evaluation(place);
    let (wanted, found) = (model.features(), features.feature_names().len());
    if wanted != found {
        let name = game.evaluations()[place].name;
        return Err(Problem::new(format!(
            "the evaluation was learned from {wanted} features, and this game's `{name}` has {found}"
        )));
    }
    Ok(Learned { features, model })
}
