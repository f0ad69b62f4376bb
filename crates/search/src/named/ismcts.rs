//! Information-set MCTS: Monte-Carlo search in games that hide something.
//!
//! Cowling, Powley and Whitehouse 2012 (SO-ISMCTS), for any number of seats. Each simulation plays in a world drawn from what
//! the seat has seen; all worlds share one tree of what the seat can tell apart. Assumes that the others know what we know, no
//! more and no less, and go for their own payoff. Costs one world and one rollout a simulation. Strategy fusion is gone at our
//! own nodes, not at theirs. Where nothing is hidden it is [`uct`] without proofs and memory, number for number.

use super::catalog::{self, AgentEntry, BLUNDER, Demands, EVAL, NODES, TEMPERATURE, TIME};
use super::uct::{self, C, CHOICE, HORIZON, SCALE, SIMS};
use crate::character::Character;
use crate::findings::Findings;
use crate::grow::information_set_tree::{InformationSetTree, Options};
use crate::grow::monte_carlo::{Choice, DEFAULT_SIMULATIONS};
use crate::searcher::{Search, Searcher};
use outwit_game::{Agent, Control, Evaluated, Parameter, Problem, Rng, Settings, View};

pub(super) const PARAMETERS: &[Parameter] = &[SIMS, NODES, TIME, C, HORIZON, EVAL, SCALE, CHOICE, TEMPERATURE, BLUNDER];

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "ismcts",
    summary: "Monte-Carlo search over worlds that agree with what was seen; default 10,000 simulations",
    parameters: PARAMETERS,
    demands: Demands { chance: true, hidden: true, endless_chance: true },
};

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    let search = Ismcts::<G> { options: options(settings, game), evaluation: catalog::evaluation(settings, game)? };
    Ok(Box::new(Searcher::new(search, Character::from_settings(settings))))
}

pub(super) fn options<G: Evaluated>(settings: &Settings, game: &G) -> Options {
    let facts = game.facts();
    let [simulations, nodes] = ["sims", "nodes"].map(|name| settings.integer(name).map(|count| count as u64));
    let time = settings.time("time");
    let has_budget = simulations.is_some() || nodes.is_some() || time.is_some();
    Options {
        simulations: if has_budget { simulations } else { Some(DEFAULT_SIMULATIONS) },
        nodes,
        time,
        c: settings.real("c").unwrap_or(0.7),
        scale: uct::scale(settings, game),
        horizon: settings.integer("horizon").map(|plies| plies as u32).or(facts.cyclic.then_some(uct::FAR)),
        choice: if settings.word("choice") == "value" { Choice::Value } else { Choice::Visits },
    }
}

/// The search.
pub struct Ismcts<G: Evaluated> {
    /// How to search.
    pub options: Options,
    /// Values positions at the horizon.
    pub evaluation: G::Evaluation,
}

impl<G: Evaluated> Search<G> for Ismcts<G> {
    fn search(
        &mut self,
        view: &View<'_, G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        let game = view.game();
        let tree = InformationSetTree::new(game, &self.evaluation, self.options, view.seat());
        tree.search(view, rng, control, |rng| game.sample(view, rng))
    }
}
