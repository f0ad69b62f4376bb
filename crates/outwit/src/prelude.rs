//! What most programs use, in one line: `use outwit::prelude::*;`.

pub use crate::{WallClock, agent_from_spec, game_from_spec, no_files};
pub use outwit_game::{
    Agent, AnyGame, Budget, Control, Evaluated, Evaluation, Facts, Game, MoveCode, NamedEvaluation, Payoffs, Player,
    Problem, Report, Rng, Spec, Table, Turn, View,
};
