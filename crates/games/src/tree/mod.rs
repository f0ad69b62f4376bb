#![doc = include_str!("../../rules/tree.md")]

mod build;
mod game;
mod json;
mod picture;
mod scan;
mod seen;
mod weights;

pub use build::LARGEST_NUMBER;
pub use game::{Glimpse, Place, Tree, TreeEvaluation};
pub use json::{DEEPEST, read, write};

use crate::catalog::GameEntry;
use outwit_game::{AnyGame, Key, Problem, Text, keys};

const FILE: Key<Option<Text>> = Key::text("file", "", "the file, as JSON");
const WINDOWS: Key<bool> =
    Key::flag("windows", "false", "pictures show alpha and beta, where a search has written them");

/// The game in the catalog.
pub(crate) const ENTRY: GameEntry = GameEntry {
    name: "tree",
    summary: "a game tree written out in a JSON file",
    rules: include_str!("../../rules/tree.md"),
    parameters: keys![FILE, WINDOWS],
    examples: &[
        "tree:file=maxprob-figure1.json",
        "tree:file=parker-figure2.json",
        "tree:file=parker-figure3.json",
        "tree:file=sequential.json",
        "tree:file=spikes.json",
        "tree:file=two-dice.json",
        "tree:file=umbrella.json",
    ],
    build: |settings, files| {
        let file = settings
            .get(FILE)
            .ok_or_else(|| Problem::new("the game tree is read from a file: write tree:file=PATH"))?;
        let tree = Tree::from_json(&files(file)?).map_err(|problem| problem.within(file))?;
        let tree = tree.with_windows(settings.get(WINDOWS));
        Ok(AnyGame::new(tree))
    },
};
