//! Random: every legal move is equally likely.
//!
//! Assumes nothing, costs nothing, and plays every game, hidden ones included: it looks at nothing but its legal moves.
//! The yardstick at the lower end of every comparison.

use super::catalog::{AgentEntry, Axes, BLUNDER, Demands, TEMPERATURE};
use crate::character::Character;
use crate::findings::{Findings, Found, UNKNOWN};
use crate::searcher::choice_rng;
use outwit_game::{Agent, Bound, Control, Evaluated, Game, Player, Problem, Report, Settings, View, keys};

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "random",
    summary: "every legal move is equally likely",
    // Like every agent it takes both; all its moves being alike, neither changes anything.
    parameters: keys![TEMPERATURE, BLUNDER],
    demands: Demands::ANY,
    axes: Axes { grow: "none", value: "none", backup: "none", belief: "none" },
};

pub(super) fn build<G: Evaluated>(_settings: &Settings, _game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    Ok(Box::new(Random::default()))
}

/// The agent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random {
    seed: u64,
}

impl<G: Game> Agent<G> for Random {
    fn begin(&mut self, _game: &G, _seat: Player, seed: u64) {
        self.seed = seed;
    }

    fn is_memoryless(&self) -> bool {
        true
    }

    fn choose(&mut self, view: &View<'_, G>, _control: &Control<'_>) -> Result<Report<G::Move>, Problem> {
        if view.moves().is_empty() {
            return Err(Problem::new(format!("{} is not to move", view.seat())));
        }
        let found = |&mv: &G::Move| Found { mv, values: UNKNOWN, bound: Bound::Exact, line: Vec::new() };
        let findings = Findings {
            moves: view.moves().iter().map(found).collect(),
            picks: Vec::new(),
            best: (0..view.moves().len()).collect(),
            value: UNKNOWN,
            line: Vec::new(),
            nodes: 0,
            depth: 0,
            tree: None,
            remarks: Vec::new(),
            extras: Vec::new(),
        };
        Ok(Character::default().choose(findings, view.seat(), &mut choice_rng(self.seed, view)))
    }
}
