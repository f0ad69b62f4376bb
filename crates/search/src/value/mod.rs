//! What a leaf is worth: the game's own evaluations are traits of the contract; what is made of them stands here. A
//! [`Leaf`] is how a search reads them.

mod any;
mod horizon;
mod leaf;
mod learned;
mod rollouts;
mod spaces;
mod spread;
mod training;
mod widened;
mod win_probability;

pub use any::{AnyLeaf, TypedLeaf};
pub use horizon::Horizon;
pub use leaf::{
    Certain, Everybody, Judges, Leaf, Own, OwnByJudges, Quiescent, Single, WinShare, WinShareBounds, Winning,
};
pub use learned::{Learned, Lesson, Model, played_lessons, random_lessons, solved_lessons};
pub use rollouts::Rollouts;
pub use spaces::{Space, SpacePrior, Spaces, laplace};
pub use spread::{Kind, Spread};
pub use training::{Sample, fit, sample_erased_game, sample_game, sample_near, sample_quickly};
pub use widened::Widened;
pub use win_probability::{chances_to_win, win_probabilities, winners};
