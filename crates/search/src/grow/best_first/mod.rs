//! Best first: the tree is kept, and grows where that matters most.
//!
//! [`Tree`] is the stored tree, in flat arrays, with a limit on its memory; what an algorithm keeps for each node stands
//! beside it. An algorithm goes round: it backs values up, decides which leaves matter, and expands those.

mod baum_smith;
mod tree;

pub use baum_smith::{BaumSmith, Chance, Growth, Importance};
pub use tree::{Expansion, Node, Role, Tree};
