//! The explicit tree: a game read from a file, so that a textbook figure or a small decision problem of your own is a file.
//!
//! ```json
//! {"players": 3,
//!  "root": {"turn": 1, "children": [
//!   {"move": "a", "turn": 2, "children": [{"move": "c", "payoffs": [1,0,0]}, {"move": "d", "payoffs": [0,0,1]}]},
//!   {"move": "b", "turn": "chance", "children": [
//!    {"move": "x", "p": "1/4", "payoffs": [0,1,0]}, {"move": "y", "p": 0.75, "payoffs": [1,0,0]}]}]}}
//! ```
//!
//! # Nodes
//!
//! * An *inner node* has a `turn`, a seat counted from 1 or `"chance"`, and `children`, one at least. A child has a `move`,
//!   different from its siblings' and without white space, and below a chance node its probability `p`, more than 0; those
//!   of siblings add up to 1 within 1e-9.
//! * A *final node* has `payoffs`, one number a seat.
//! * A *frontier leaf* has neither: the tree was cut there. It has a `heuristic` (one number a seat), an `interval` (one
//!   `[low, high]` a seat) or `spikes` (`[[value, probability], ...]`, seat 1's value in a two-seat zero-sum game). Play
//!   ends there and pays the heuristic, else the middles of the intervals, else the mean of the spikes.
//! * Inner nodes may carry `heuristic`, `interval` and `spikes` too: the evaluation `file` tells them to searches.
//! * `value`, one number or null a seat, is a remark that searches write. The game ignores it.
//!
//! Every number may be a fraction in a string, `"1/3"`. Unknown keys, keys that stand twice, and anything that does not
//! fit are errors that name the place in the tree.
//!
//! # Hidden moves
//!
//! Nodes of one seat with the same `set` look alike to it. They must have the same moves, in any order (the game lists them
//! in the order of the first of them), and leave the seat its perfect recall: on the way to each of them it has been at the
//! same sets and made the same moves. A tree in which a set has two nodes or more is *hidden*: a seat then sees its own
//! moves, and at which of its sets it is when its turn comes; of anything else it notices nothing, not even that a move was
//! made. In all other trees everybody sees every move.
//!
//! # Text
//!
//! A position is the moves that lead to it, each after a `/`, and `/` alone for the root: `/a/c`. In a move `~` is written
//! `~0` and `/` is written `~1`, as in a JSON pointer.

mod build;
mod game;
mod json;
mod picture;
mod scan;
mod seen;
mod weights;

pub use game::{Glimpse, Place, Tree, TreeEvaluation};
pub use json::{DEEPEST, read, write};

use crate::catalog::GameEntry;
use outwit_game::{AnyGame, Parameter, Problem};

/// The game in the catalog.
pub(crate) const ENTRY: GameEntry = GameEntry {
    name: "tree",
    summary: "a game tree written out in a JSON file",
    parameters: &[Parameter::text("file", "", "the file, as JSON")],
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
            .text("file")
            .ok_or_else(|| Problem::new("the game tree is read from a file: write tree:file=PATH"))?;
        let tree = Tree::from_json(&files(file)?).map_err(|problem| problem.within(file))?;
        Ok(AnyGame::new(tree))
    },
};
