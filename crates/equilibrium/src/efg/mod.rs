//! Gambit's extensive-form files, `.efg`, read and written.

mod read;
mod write;

pub use read::read_efg;
pub(crate) use read::{Reader, Word};
pub(crate) use write::quoted;
pub use write::{to_efg, to_efg_with_names};
