//! The one thread pool of the project: searches, tournaments and experiments all work on it.
//!
//! Games and searches start no threads; whoever calls them hands a pool in, as `Control { pool: Some(&threads), .. }`. No
//! answer depends on how many threads it has.
#![warn(missing_docs)]

mod errand;
mod threads;

pub use errand::{errand, with_errand};
pub use threads::Threads;
