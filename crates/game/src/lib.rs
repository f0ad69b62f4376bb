//! The contract of outwit: what a game is, what a seat knows, and what an agent answers.
//!
//! A [`Game`] is the rules with their parameters; its states are plain values that know nothing of how they came about.
//! What a seat knows is its [`View`], kept by the [`Table`], outside the state. An [`Agent`] sits in a seat, is given only
//! its view, and answers with a [`Report`]. Everything else here serves those four: seeded randomness, budgets, specs,
//! text and pictures, the explicit tree, and the *laws* any game must pass.
//!
//! This crate opens no files, starts no threads and reads no clock.
#![warn(missing_docs)]

mod agent;
mod code;
mod contract;
mod control;
mod diagram;
mod erased;
mod evaluation;
mod fraction;
mod key;
pub mod laws;
mod outline;
mod parameters;
mod payoffs;
mod perft;
mod picture;
mod playthrough;
mod problem;
mod random;
mod seat;
mod seeds;
mod spec;
mod spelling;
mod table;
mod worlds;

pub use agent::{Agent, Bound, Detail, MoveReport, Report, SeatValues};
pub use code::MoveCode;
pub use contract::{
    Facts, Game, Likely, NamedStrategy, Sequel, descend, equivalent_by_canonical, find_move, sequel_by_play,
};
pub use control::{Budget, Clock, Control, Meter, Pool, Progress};
pub use diagram::{DiagramNode, Mark};
pub use erased::{Adapted, AnyEvaluation, AnyGame, AnyMove, AnySeen, AnyState, Native, Raised};
pub use evaluation::{
    After, Blind, Evaluated, Evaluation, Interval, NamedEvaluation, Sight, Span, end_value, end_values,
};
pub use fraction::Fraction;
pub use key::{Key, Readable, Text, Word};
pub use outline::{Outline, OutlineTurn};
pub use parameters::{Kind, Parameter, Settings, parse_time};
pub use payoffs::{Payoffs, equally_good, tolerance};
pub use perft::{leaf_count, perft};
pub use picture::{Anchor, FONTS, Font, Svg, escape, text_svg, text_width};
pub use playthrough::playthrough;
pub use problem::Problem;
pub use random::Rng;
pub use seat::{MAX_SEATS, Player, Turn};
pub use seeds::{agent_seed, deal_seed, dice};
pub use spec::{Spec, nearest};
pub use table::{Table, View};
pub use worlds::{
    AtRandom, Drawn, Enumeration, Merged, Particle, SampleLimits, Successors, Transition, Unmade, UnmadeMove, Weighted,
    known_starts, resample, sample_world, thin,
};
