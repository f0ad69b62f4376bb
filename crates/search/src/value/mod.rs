//! What a leaf is worth: the game's own evaluations are traits of the contract; what is made of them stands here.

mod horizon;

pub use horizon::Horizon;
