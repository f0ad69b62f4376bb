//! How the tree grows: which part of it is looked at, and in which order.

mod abstraction;
mod alpha_beta;
pub mod best_first;
mod best_reply;
pub mod closure;
pub(crate) mod depth_first;
mod determinized;
pub mod information_sets;
mod lines;
mod model_lookahead;
pub mod monte_carlo;
mod nested;
mod ordering;
mod prefer_looks;
pub(crate) mod prospects;
mod record;
mod table;

pub use abstraction::Abstracting;
pub use alpha_beta::{AlphaBeta, Beam, Options, Ties};
pub use best_reply::BestReply;
pub use depth_first::DepthFirst;
pub(crate) use depth_first::unsearched;
pub use determinized::Determinized;
pub use model_lookahead::ModelLookahead;
pub use nested::Nested;
pub use prefer_looks::PreferLooks;
pub use table::TranspositionTable;

use outwit_game::{Game, Turn};

/// The depth of a search that goes to the end of the game.
pub const TO_THE_END: i32 = i32::MAX;

/// The depth one ply further down.
#[inline]
fn one_deeper(depth: i32) -> i32 {
    if depth == TO_THE_END { depth } else { depth - 1 }
}

/// The depth a search takes when `depth` plies are wanted: games of tricks look ahead to the end of one.
fn rounded_depth<G: Game>(game: &G, state: &G::State, depth: u32) -> i32 {
    if depth == 0 { 0 } else { game.look_ahead(state, depth).min(i32::MAX as u32 - 1) as i32 }
}

/// The next depth after this one that a search takes, if there is one: after passing cards a game may look no further.
fn next_depth<G: Game>(game: &G, state: &G::State, depth: i32) -> Option<i32> {
    const LONGEST_TRICK: u32 = 64;
    let from = depth as u32 + 1;
    (from..from + LONGEST_TRICK).map(|wanted| rounded_depth(game, state, wanted)).find(|&next| next > depth)
}

/// How many of the moves of a line are players'.
fn plies_without_chance<G: Game>(game: &G, state: &G::State, line: &[G::Move]) -> u32 {
    let mut state = state.clone();
    let mut plies = 0;
    for &mv in line {
        plies += u32::from(game.turn(&state) != Turn::Chance);
        game.play(&mut state, mv);
    }
    plies
}
