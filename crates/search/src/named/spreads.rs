//! `spread=FILE`: what `outwit train` wrote, in the spec of an agent that goes by it.
//!
//! Searches open no files, so the text of the file takes the place of its name before the agent is built, its lines joined
//! by semicolons.

use crate::value::Spread;
use outwit_game::{Key, Problem, Settings, Text};

pub(super) const SPREAD: Key<Option<Text>> =
    Key::text("spread", "", "a file that `outwit train` wrote: how values change; the game's own by default");

/// The text that takes the place of a file's name.
pub(super) fn inlined(path: &str, files: &dyn Fn(&str) -> Result<String, Problem>) -> Result<String, Problem> {
    if is_text(path) {
        return Ok(path.to_string());
    }
    let spread = Spread::read(&files(path)?).map_err(|problem| problem.within(format_args!("the file `{path}`")))?;
    Ok(spread.text().trim_end().replace('\n', ";"))
}

/// The spread the settings name.
pub(super) fn asked(settings: &Settings) -> Result<Option<Spread>, Problem> {
    match settings.get(SPREAD) {
        None => Ok(None),
        Some(text) if is_text(text) => Spread::read(text).map(Some),
        Some(file) => Err(Problem::new(format!("this program reads no files, and the agent wants `{file}`"))),
    }
}

fn is_text(value: &str) -> bool {
    value.contains("rest:")
}
