//! What a node's value means, and which rule of propagation goes with which meaning.
//!
//! Frank (1994, section 2.5.3) tells apart what programs often mix up. A number at a node may be
//!
//! | meaning | type | rule that is right for it |
//! |---|---|---|
//! | what the position is worth under best play | [`GameValue`] | [`Minimax`] |
//! | how likely it is to be worth what, before we know: P(GTW) | [`Outcomes`] | [`ProductRule`], if siblings are independent |
//! | the same, when nothing is known about dependence | [`Bounds`] | [`AnyDependence`] |
//! | what these players will get out of it, on average: P(W given arrival) | [`Prospect`] | [`PlayerModel`], the p.v rule |
//! | what we shall think of it after more search: P(V) | [`FutureValues`] | [`BestLater`], if siblings are independent |
//!
//! Each meaning is a type and each rule takes one of them, so that a value of one kind cannot be fed to the rule of another
//! by accident. All values are those of one seat, which *raises*; the other *lowers*: nothing is negated by ply.

mod bounds;
mod future;
mod game_value;
pub mod logs;
mod outcomes;
mod prospect;

pub use bounds::chance_bounds;
pub use bounds::{AnyDependence, Bounds};
pub(crate) use bounds::{bounds_into, read_bounds};
pub use future::{BestLater, FutureValues};
pub use game_value::{GameValue, Minimax};
pub use outcomes::{Outcomes, ProductRule};
pub(crate) use outcomes::{log_odds, product_into, read_distribution};
pub use prospect::{PlayerModel, Prospect};

/// What the mover wants of the seat whose values these are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// The seat itself moves.
    Raise,
    /// Its adversary does.
    Lower,
}

/// What children say about their parent, for values of one meaning.
pub trait Propagation {
    /// The meaning.
    type Value;

    /// The parent's value.
    ///
    /// # Panics
    /// When there is no child.
    fn back_up(&self, aim: Aim, children: &[Self::Value]) -> Self::Value;
}

#[cfg(test)]
mod tests;
