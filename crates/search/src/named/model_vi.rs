//! Look-ahead under a belief about who the others are: the baseline of [`model_mcts`](super::model_mcts).
//!
//! PsychSim's method (Marsella, Pynadath and Read 2004): everything within a horizon, the others choosing by Boltzmann among
//! the values that their model gives, exact likelihoods for Bayes' rule. Assumes what model-mcts assumes. Costs b^d positions
//! a decision and as many for every move that is learnt from. Where something is hidden it chooses one move for all the worlds
//! held possible, now and later; the others see all, what it means to do later included: unlike model-mcts it lets them answer a
//! move that is still face down, and a plan of its own is worth what is left once those who want something have met it.

use super::catalog::{AgentEntry, Axes, BLUNDER, Common, Demands, EVAL, NODES, Pages, TEMPERATURE, TIME};
use super::model_mcts::{
    CATCH_ALL, FLOOR, LEARN, LEARNING, MIXING, MODELS, POLYNOMIAL, PRIOR, RATIONALITY, TEMPERING, WORLDS, watch,
};
use crate::belief::models::BeliefTracker;
use crate::character::Character;
use crate::findings::no_tree;
use crate::grow::ModelLookahead;
use crate::searcher::choice_rng;
use outwit_game::{Agent, Control, Evaluated, Key, Meter, Player, Problem, Report, Settings, View, keys};

const DEPTH: Key<u32> = Key::integer("depth", "4", 0, 200, "plies to look ahead");

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "model-vi",
    summary: "full-width look-ahead under a belief over models of the others, which it learns; default depth 4",
    parameters: keys![
        DEPTH,
        NODES,
        TIME,
        MODELS,
        PRIOR,
        RATIONALITY,
        CATCH_ALL,
        LEARN,
        FLOOR,
        MIXING,
        TEMPERING,
        POLYNOMIAL,
        WORLDS,
        EVAL,
        TEMPERATURE,
        BLUNDER
    ],
    demands: Demands::ANY,
    axes: Axes { grow: "full", value: "evaluation", backup: "expectation", belief: "learned" },
};

pub(super) fn build<G: Evaluated>(
    settings: &Settings,
    game: &G,
    pages: Pages<G>,
) -> Result<Box<dyn Agent<G>>, Problem> {
    let watch = watch(settings, game, pages)?;
    let Common { budget, evaluation, character } = Common::read(settings, game, 4)?;
    Ok(Box::new(ModelVi::new(ModelLookahead::within(evaluation, budget), watch, character)))
}

/// The agent.
pub struct ModelVi<G: Evaluated> {
    search: ModelLookahead<G>,
    watch: BeliefTracker<G>,
    character: Character,
    seed: u64,
}

impl<G: Evaluated> ModelVi<G> {
    /// Puts a look-ahead with what it watches in a seat.
    pub fn new(search: ModelLookahead<G>, watch: BeliefTracker<G>, character: Character) -> ModelVi<G> {
        ModelVi { search, watch, character, seed: 0 }
    }

    /// What is believed about the others.
    pub fn watch(&self) -> &BeliefTracker<G> {
        &self.watch
    }

    /// Learns from what was seen since the last look, without choosing anything.
    pub fn catch_up(&mut self, view: &View<'_, G>, control: &Control<'_>) -> Result<(), Problem> {
        let mut rng = choice_rng(self.seed ^ LEARNING, view);
        self.watch.catch_up(view, &mut self.search, &mut rng, control)
    }
}

impl<G: Evaluated> Agent<G> for ModelVi<G> {
    fn begin(&mut self, game: &G, seat: Player, seed: u64) {
        self.seed = seed;
        self.watch.begin(game.players(), seat);
        self.search.begin(game, seat, &self.watch);
    }

    fn choose(&mut self, view: &View<'_, G>, control: &Control<'_>) -> Result<Report<G::Move>, Problem> {
        let (game, seat) = (view.game(), view.seat());
        if view.moves().is_empty() {
            return Err(Problem::new(format!("{seat} is not to move")));
        }
        self.search.refill();
        // Half of the time for learning, and what is left of it for the choice.
        let deadline = Meter::new(control, self.search.budget())?.deadline();
        let until = |part: u32| {
            let now = control.clock.map(|clock| clock.now()).unwrap_or_default();
            deadline.map(|end| now + end.saturating_sub(now) / part)
        };
        self.catch_up(view, &Control { deadline: until(2), ..*control })?;
        let mut rng = choice_rng(self.seed, view);
        let control = Control { deadline, ..*control };
        let mut findings = match view.state() {
            Some(state) => self.search.look(game, state, &mut self.watch, &mut rng, &control)?,
            None => {
                let worlds = self.watch.worlds().iter().map(|world| (world.state.clone(), world.weight)).collect();
                self.search.look_at_worlds(game, view.moves(), worlds, &mut self.watch, &control)?
            }
        };
        if control.record.is_some() && view.state().is_none() {
            findings.remarks.push(no_tree("each world has one of its own, and they have none in common"));
        }
        findings.nodes = self.search.made();
        findings.remarks.extend(self.watch.sentences());
        Ok(self.character.choose(findings, seat, &mut rng))
    }
}
