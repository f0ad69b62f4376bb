//! Decisions under uncertainty: what to do when nobody else is at the table but chance is.
//!
//! # Utility
//!
//! Whoever has preferences among lotteries that are complete, transitive, continuous and independent of what else is in the
//! pot behaves as if each payoff x had a number u(x), its *utility*, and the lottery with the largest expected utility were
//! chosen (von Neumann and Morgenstern, *Theory of Games and Economic Behavior*, 1944). A [`Utility`] is such a function.
//! Its *certainty equivalent* of a lottery is the sure payoff that is exactly as good,
//!
//! > CE = u⁻¹( Σ pᵢ u(xᵢ) ),
//!
//! and what the mean exceeds it by is the *risk premium*. A bent-down (concave) u makes the premium positive.
//!
//! # Lotteries
//!
//! A [`Lottery`] is payoffs with probabilities. Some comparisons need no utility function: A dominates B *of first order*
//! when P(A ≤ x) ≤ P(B ≤ x) for every x, so that all who like more prefer A; *of second order* when that holds for the areas
//! under those curves, so that all who like more and do not like risk prefer A (Hadar and Russell 1969; Rothschild and
//! Stiglitz, "Increasing risk: I", 1970).
//!
//! # Trees
//!
//! A [`DecisionTree`] has decisions of one seat, chance nodes and payoffs. It is *rolled back* from its ends: a chance node
//! is worth the certainty equivalent of its children, a decision the best of them. The result, a [`Rollback`], tells all
//! equally good moves at each decision, and the *risk profile*, the lottery that the best policy amounts to.
//!
//! # Information
//!
//! The *value of information* (Howard, "Information value theory", 1966) is what deciding gains when something is known
//! beforehand. If E comes out as o with probability p(o), and V(o) is the tree's certainty equivalent when that is known,
//! the gain is
//!
//! > u⁻¹( Σ p(o) u(V(o)) ) - V,
//!
//! never negative. What one would pay is the *buying price* b at which, with b off every payoff, deciding with the
//! information is as good as deciding without; under linear and exponential utility it is the gain. See [`Information`].
//! [`DecisionTree::node_information`] asks for one chance node; [`Events`] for an uncertainty that stands at several nodes,
//! which is what textbooks mean, and for all at once.
//!
//! # Sensitivity
//!
//! How much hangs on each payoff and probability: [`DecisionTree::sensitivity`] takes one at a time down and up and solves
//! the tree again (the *tornado diagram*); [`DecisionTree::two_way`] moves two, which gives a map of what is best.
//!
//! # Size
//!
//! A problem too large to be written out is a game for one seat. [`decide`] looks at it best first and says between which
//! bounds each first move's worth lies, so how far the answer may be off.
//!
//! # Interpretation
//!
//! The other way round (Frank 1994, section 3.5.4): which beliefs and values make somebody's choices rational?
//! [`interpret`](interpretation) finds a probability and a utility that explain them, by linear programming, or says which
//! choices together no such pair explains. [`Distribution`] and [`Knowledge`](interpretation::Knowledge) are that section's words.
//!
//! # Preferences
//!
//! [`Preferences`] are plain statements, A > B. If they go round in a circle, no utility function describes them, and their
//! owner can be made to pay for being led round it: the money pump (Davidson, McKinsey and Suppes, "Outlines of a formal
//! theory of value, I", 1955).
//!
//! # Example
//!
//! ```
//! use outwit_game::{Outline, OutlineTurn, Player};
//! use outwit_decision::{DecisionTree, Events, Utility};
//! let end = |mv: &str, p: f64, x: f64| Outline {
//!     mv: mv.into(), probability: Some(p), payoffs: Some(vec![x]), ..Outline::default()
//! };
//! let weather = |mv: &str, sun: f64, rain: f64| Outline {
//!     mv: mv.into(),
//!     turn: Some(OutlineTurn::Chance),
//!     children: vec![end("sun", 0.4, sun), end("rain", 0.6, rain)],
//!     ..Outline::default()
//! };
//! let party = Outline {
//!     turn: Some(OutlineTurn::Of(Player::FIRST)),
//!     children: vec![weather("outdoors", 100.0, 0.0), weather("porch", 90.0, 20.0), weather("indoors", 40.0, 50.0)],
//!     ..Outline::default()
//! };
//! let tree = DecisionTree::new(&party)?;
//! let solved = tree.roll_back(&Utility::Linear)?;
//! assert_eq!(tree.mv(solved.best(0)[0]), "porch");
//! let known = Events::new(&tree)?.information(&Utility::Linear, &[0])?;
//! assert!((known.price - 22.0).abs() < 1e-9);
//! # Ok::<(), outwit_game::Problem>(())
//! ```
//!
//! This crate names no game, opens no files, starts no threads and reads no clock.
#![warn(missing_docs)]

mod at_size;
mod distribution;
mod events;
mod information;
pub mod interpretation;
mod linear;
mod lottery;
mod preference;
mod sensitivity;
mod tree;
mod utility;

pub use at_size::{Choice, Decided, Limits, decide};
pub use distribution::Distribution;
pub use events::{Event, Events};
pub use information::Information;
pub use lottery::{LARGEST_PAYOFF, Lottery};
pub use preference::{Cycle, Preferences, Ranking, Relation, Trade, Verdict};
pub use sensitivity::{Cell, InputKind, Moved, Sensitivity, Step, TwoWay};
pub use tree::{DecisionTree, NodeKind, Rollback};
pub use utility::{UTILITIES, Utility, UtilityEntry};
