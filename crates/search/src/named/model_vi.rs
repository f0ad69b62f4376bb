//! Look-ahead under a belief about who the others are: the baseline of [`model_mcts`](super::model_mcts).
//!
//! PsychSim's method (Marsella, Pynadath and Read 2004): everything within a horizon, the others choosing by Boltzmann among
//! the values that their model gives, exact likelihoods for Bayes' rule. Assumes what model-mcts assumes. Costs b^d positions
//! a decision and as many for every move that is learnt from. Where something is hidden it looks ahead in each of the worlds
//! held possible as if all were shown there, and averages: unlike model-mcts it lets the others answer a move that is still
//! face down.

use super::catalog::{self, AgentEntry, BLUNDER, Demands, EVAL, Pages, TEMPERATURE};
use super::model_mcts::{
    CATCH_ALL, FLOOR, LEARN, LEARNING, MIXING, MODELS, POLYNOMIAL, PRIOR, RATIONALITY, TEMPERING, WORLDS, findings,
    watch,
};
use crate::belief::models::Watch;
use crate::character::Character;
use crate::grow::ModelLookahead;
use crate::searcher::choice_rng;
use outwit_game::{Agent, Control, Evaluated, Parameter, Player, Problem, Report, Rng, Settings, View};

const DEPTH: Parameter = Parameter::integer("depth", "4", 1, 200, "plies to look ahead");

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "model-vi",
    summary: "full-width look-ahead under a belief over models of the others, which it learns; default depth 4",
    parameters: &[
        DEPTH,
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
        BLUNDER,
    ],
    demands: Demands { chance: true, hidden: true, endless_chance: true },
};

pub(super) fn build<G: Evaluated>(
    settings: &Settings,
    game: &G,
    pages: Pages<G>,
) -> Result<Box<dyn Agent<G>>, Problem> {
    let watch = watch(settings, game, pages)?;
    let search = ModelLookahead::new(catalog::evaluation(settings, game)?, settings.count("depth") as u32);
    Ok(Box::new(ModelVi::new(search, watch, Character::from_settings(settings))))
}

/// The agent.
pub struct ModelVi<G: Evaluated> {
    search: ModelLookahead<G>,
    watch: Watch<G>,
    character: Character,
    seed: u64,
}

impl<G: Evaluated> ModelVi<G> {
    /// Puts a look-ahead with what it watches in a seat.
    pub fn new(search: ModelLookahead<G>, watch: Watch<G>, character: Character) -> ModelVi<G> {
        ModelVi { search, watch, character, seed: 0 }
    }

    /// What is believed about the others.
    pub fn watch(&self) -> &Watch<G> {
        &self.watch
    }

    /// What each of our moves is worth on average over the worlds held possible.
    fn average(&mut self, view: &View<'_, G>, rng: &mut Rng, control: &Control<'_>) -> Result<Vec<f64>, Problem> {
        let mut means = vec![0.0; view.moves().len()];
        for world in self.watch.worlds().to_vec() {
            let values = self.search.values(view.game(), &world.state, view.moves(), &mut self.watch, rng, control)?;
            means.iter_mut().zip(values).for_each(|(mean, value)| *mean += world.weight * value);
        }
        Ok(means)
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
        let made = self.search.made();
        self.catch_up(view, control)?;
        let mut rng = choice_rng(self.seed, view);
        let values = match view.state() {
            Some(state) => self.search.values(game, state, view.moves(), &mut self.watch, &mut rng, control)?,
            None => self.average(view, &mut rng, control)?,
        };
        let known: Vec<Option<f64>> = values.iter().copied().map(Some).collect();
        let findings = findings(view.moves(), seat, &values, &known, self.search.made() - made, self.watch.sentences());
        Ok(self.character.choose(findings, seat, &mut rng))
    }
}
