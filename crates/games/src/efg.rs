#![doc = include_str!("../rules/efg.md")]

use crate::catalog::GameEntry;
use crate::tree::Tree;
use outwit_game::{AnyGame, Key, Outline, Problem, Text, keys};

const FILE: Key<Option<Text>> = Key::text("file", "", "the file, as .efg");

/// The game in the catalog.
pub(crate) const ENTRY: GameEntry = GameEntry {
    name: "efg",
    summary: "a game in extensive form, read from a file of Gambit's",
    rules: include_str!("../rules/efg.md"),
    parameters: keys![FILE],
    examples: &["efg:file=kuhn.efg", "efg:file=strategy-fusion.efg", "efg:file=inner-payoffs.efg"],
    build: |settings, files| {
        let file =
            settings.get(FILE).ok_or_else(|| Problem::new("the game is read from a file: write efg:file=PATH"))?;
        read_efg(&files(file)?).map(AnyGame::new).map_err(|problem| problem.within(file))
    },
};

/// The game of a file's text, which may be a normal form as well. Errors say the line and the column.
pub fn read_efg(text: &str) -> Result<Tree, Problem> {
    let (players, root) = read_outline(text)?;
    Tree::new(players, &root)
}

/// Whether a text is a file of Gambit's and not a tree as this project writes it: both say so in their first word.
pub fn is_efg(text: &str) -> bool {
    ["EFG", "NFG"].iter().any(|word| text.trim_start().starts_with(word))
}

/// The number of seats and the tree of a file's text.
pub fn read_outline(text: &str) -> Result<(usize, Outline), Problem> {
    let is_normal_form = text.trim_start().starts_with("NFG");
    if is_normal_form { outwit_equilibrium::read_nfg(text) } else { outwit_equilibrium::read_efg(text) }
}
