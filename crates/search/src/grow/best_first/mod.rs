//! Best first: the tree is kept, and grows where that matters most.
//!
//! [`Tree`] is the stored tree, in flat arrays, with a limit on its memory; what an algorithm keeps for each node stands
//! beside it. An algorithm goes round: it backs values up, decides which leaves matter, and expands those.

mod baum_smith;
mod decisive;
mod depth_first_proof;
mod leaves;
mod policies;
mod proof;
mod proof_search;
mod selective;
mod tree;

pub use baum_smith::{BaumSmith, Chance, Growth, Importance};
pub use decisive::{Bounds, SingleStep};
pub use depth_first_proof::prove_depth_first;
pub use policies::{Conspiracy, Principal, Sensitive, conspirators};
pub use proof::{Answer, NEVER, Numbers, prove};
pub use proof_search::ProofSearch;
pub use selective::{BestFirst, Field, LeafSelection};
pub use tree::{Expansion, Node, Role, Tree};
