//! How the tree grows: which part of it is looked at, and in which order.

mod alpha_beta;
mod depth_first;
pub mod graph;
mod lines;
mod ordering;
mod record;
mod table;

pub use alpha_beta::{AlphaBeta, Options, Ties};
pub use depth_first::DepthFirst;
pub use table::TranspositionTable;

/// The depth of a search that goes to the end of the game.
pub const TO_THE_END: i32 = i32::MAX;

/// The depth one ply further down.
#[inline]
fn one_deeper(depth: i32) -> i32 {
    if depth == TO_THE_END { depth } else { depth - 1 }
}
