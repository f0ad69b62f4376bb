//! Model MCTS: search under a belief about who the others are, and learn it from what they do.
//!
//! Sarratt, Pynadath and Jhala, "Converging to a player model in Monte-Carlo tree search", 2014, for any game and any number
//! of others. `models` lists who they may be, separated by `;`: what somebody wants, `wants:what=spite` or
//! `wants:eval=loyal`, chosen by Boltzmann with `rationality`; or how somebody plays, any agent's spec; or now one and now the
//! other, `mixture:of=(greedy;uniform),weights=(3;1)`. Unless `catchall` is false, a player who plays anything at all stands for everybody who is not in the list. Assumes that each of the others is
//! one of them and stays so. Costs one rollout a simulation, and one search more for each move of the others that is learnt
//! from (`again=false` learns from the tree as it is, and not where that was never looked at).
//!
//! Where something is hidden, `worlds` worlds that may be the true one are carried from move to move, each with a belief of
//! its own about the others, and learn by the probability of what was *seen*; simulations play in them. An agent that needs to
//! see the position is then a model that does see it, in the world it is asked in.
//!
//! The paper's rule is plain Bayes; it is sure too soon when no model fits or values are rough. `floor`, `mixing`,
//! `tempering` and `polynomial` guard against that; the first is on by default. What the report says about its own predictions
//! deserves more trust than the belief.

use super::catalog::{self, AgentEntry, Axes, BLUNDER, Demands, EVAL, NODES, Pages, TEMPERATURE, TIME};
use super::ismcts::REUSE;
use super::uct::{self, CHOICE, HORIZON, MEMORY, ROLLOUT, RULE};
use crate::belief::Modelled;
use crate::belief::models::{BeliefTracker, Guards, PlayerModel, Utility, Way};
use crate::character::Character;
use crate::grow::monte_carlo::{ModelOptions, ModelSearch};
use crate::searcher::choice_rng;
use outwit_game::{
    Agent, Budget, Control, Evaluated, Key, Meter, Parameter, Player, Problem, Report, Settings, Spec, Text, View,
    Word, keys,
};

pub(super) const MODELS: Key<Option<Text>> = Key::spec(
    "models",
    "",
    "who the others may be, separated by `;`: wants:eval=NAME, wants:what=payoff|spite|win, mixture:of=(..;..),weights=(..;..), or agents' specs",
);
pub(super) const PRIOR: Key<Option<Text>> =
    Key::text("prior", "", "the models' weights before anything was seen, separated by `;`; alike by default");
pub(super) const RATIONALITY: Key<Option<f64>> = Key::amount(
    "rationality",
    "",
    "how strictly those who want something go for it, per unit of payoff; 1, or 5 where payoffs are win, draw and loss",
);
pub(super) const CATCH_ALL: Key<bool> =
    Key::flag("catchall", "true", "whether a player who plays anything at all is among the models");
pub(super) const FLOOR: Key<f64> = Key::probability("floor", "0.05", "the share of every likelihood that is uniform");
pub(super) const MIXING: Key<f64> =
    Key::probability("mixing", "0", "the share of the prior mixed in after every move, for players who change");
pub(super) const TEMPERING: Key<f64> =
    Key::amount("tempering", "1", "the power likelihoods are taken to; below 1 evidence counts less");
pub(super) const POLYNOMIAL: Key<Option<f64>> =
    Key::probability("polynomial", "", "the rate of polynomial weights, in the place of Bayes' rule");
// The paper's constant.
const C: Key<f64> = Key::amount("c", "0.7", "how much to try what has hardly been tried, for payoffs from 0 to 1");
const SIMS: Key<Option<u64>> =
    Key::integer("sims", "", 1, i64::MAX, "simulations of each search; 1,000 where no budget is given");
pub(super) const LEARN: Key<bool> =
    Key::flag("learn", "true", "whether the belief learns from what the others do; false plans under the prior");
const AGAIN: Key<bool> = Key::flag("again", "true", "search the others' decision once more before learning from it");
pub(super) const WORLDS: Key<usize> =
    Key::integer("worlds", "64", 1, 1 << 20, "where something is hidden: how many worlds are held possible");
const LEAST: Key<u32> =
    Key::integer("least", "1", 1, 1 << 20, "visits a move needs before the tree's word on it counts in full");

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "model-mcts",
    summary: "Monte-Carlo search under a belief over models of the others, which it learns; default 1,000 simulations",
    parameters: keys![
        SIMS,
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
        AGAIN,
        LEAST,
        WORLDS,
        C,
        RULE,
        ROLLOUT,
        HORIZON,
        EVAL,
        REUSE,
        MEMORY,
        CHOICE,
        TEMPERATURE,
        BLUNDER
    ],
    demands: Demands::ANY,
    axes: Axes { grow: "mcts", value: "rollouts", backup: "expectation", belief: "learned" },
};

pub(super) fn build<G: Evaluated>(
    settings: &Settings,
    game: &G,
    pages: Pages<G>,
) -> Result<Box<dyn Agent<G>>, Problem> {
    Ok(Box::new(ModelMcts::from_settings(settings, game, pages)?))
}

/// Whom to expect, and how to learn, as the settings say.
pub(super) fn watch<G: Evaluated>(settings: &Settings, game: &G, pages: Pages<G>) -> Result<BeliefTracker<G>, Problem> {
    let watch = BeliefTracker::new(models(settings, game, pages)?, guards(settings)).with_worlds(settings.get(WORLDS));
    Ok(if settings.get(LEARN) { watch } else { watch.without_learning() })
}

fn guards(settings: &Settings) -> Guards {
    Guards {
        floor: settings.get(FLOOR),
        mixing: settings.get(MIXING),
        tempering: settings.get(TEMPERING),
        polynomial: settings.get(POLYNOMIAL),
    }
}

/// The models that the settings list, or a mixed company where they list none.
fn models<G: Evaluated>(settings: &Settings, game: &G, pages: Pages<G>) -> Result<Vec<PlayerModel<G>>, Problem> {
    let facts = game.facts();
    let usual = if facts.highest - facts.lowest <= 2.0 { 5.0 } else { 1.0 };
    let rationality = settings.get(RATIONALITY).unwrap_or(usual);
    let listed: Vec<String> = match settings.get(MODELS) {
        Some(text) => split(text).into_iter().map(str::to_string).collect(),
        None => usual_company(game),
    };
    let mut models = listed
        .iter()
        .map(|text| model(text, rationality, game, pages).map_err(|problem| problem.within("models")))
        .collect::<Result<Vec<_>, _>>()?;
    if models.is_empty() {
        return Err(Problem::new("models: the list is empty; write for example (wants;wants:what=spite;greedy)"));
    }
    if let Some(text) = settings.get(PRIOR) {
        let weights = weights(text, models.len()).ok_or_else(|| {
            Problem::new(format!(
                "prior: `{text}` is not one number above 0 for each of the {} models, separated by `;`",
                models.len()
            ))
        })?;
        let total: f64 = weights.iter().sum();
        for (model, weight) in models.iter_mut().zip(weights) {
            model.prior = weight / total * listed.len() as f64;
        }
    }
    if settings.get(CATCH_ALL) {
        let (name, way) = ("anybody".to_string(), Way::Uniform);
        models.push(PlayerModel { name, way, prior: 1.0, is_catch_all: true });
    }
    Ok(models)
}

/// Parts of a list of specs: `;` inside parentheses separates nothing.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut begin) = (Vec::new(), 0i32, 0);
    for (place, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ';' if depth == 0 => {
                parts.push(text[begin..place].trim());
                begin = place + 1;
            }
            _ => {}
        }
    }
    parts.push(text[begin..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

/// Who to expect where nobody says: those who want payoff, spite or a good look, and the game's own strategies.
fn usual_company<G: Evaluated>(game: &G) -> Vec<String> {
    let mut company = vec!["wants".to_string(), "wants:what=spite".to_string()];
    if game.strategies().is_empty() {
        company.push("greedy".to_string());
    }
    let strategies = game.strategies().iter().filter(|named| named.name != "random");
    company.extend(strategies.map(|named| format!("strategy:name={}", named.name)));
    company
}

const WHAT: Key<Word> =
    Key::choice("what", "payoff", &["payoff", "spite", "win"], "its own payoff, your harm, or to be ahead");
const WANTS: &[Parameter] = keys![WHAT, EVAL, RATIONALITY];

const OF: Key<Option<Text>> = Key::spec("of", "", "the models that are mixed, separated by `;`");
const WEIGHTS: Key<Option<Text>> =
    Key::text("weights", "", "how often it is which, separated by `;`; alike by default");
const MIXTURE: &[Parameter] = keys![OF, WEIGHTS];

fn model<G: Evaluated>(text: &str, rationality: f64, game: &G, pages: Pages<G>) -> Result<PlayerModel<G>, Problem> {
    let spec = Spec::parse(text)?;
    let (name, way) = match spec.name.as_str() {
        "wants" => wanting(&spec, rationality, game)?,
        "mixture" => (text.to_string(), mixture(&spec, rationality, game, pages)?),
        "uniform" if spec.settings.is_empty() => (text.to_string(), Way::Uniform),
        name => {
            let named = spec.get("name").filter(|_| name == "strategy").unwrap_or(text).to_string();
            let sees_hidden = !game.facts().hidden || catalog::entry(name)?.demands.hidden;
            let way = if sees_hidden {
                Way::Plays(Modelled(pages.agent(&spec, game)?))
            } else {
                Way::SeesAll(pages.agent_for_worlds(&spec, game)?)
            };
            (named, way)
        }
    };
    Ok(PlayerModel { name, way, prior: 1.0, is_catch_all: false })
}

fn wanting<G: Evaluated>(spec: &Spec, rationality: f64, game: &G) -> Result<(String, Way<G>), Problem> {
    let settings = Settings::read("the model wants", WANTS, spec)?;
    let (name, utility) = match (settings.get(EVAL), settings.get(WHAT)) {
        (Some(eval), _) => {
            let place = catalog::evaluation_place(eval, game)?;
            (eval.to_string(), Utility::Evaluation(game.evaluation(place)))
        }
        (None, "spite") => ("out to get me".to_string(), Utility::Spite),
        (None, "win") => ("out to win".to_string(), Utility::Win),
        _ => ("after its payoff".to_string(), Utility::Payoff),
    };
    let rationality = settings.get(RATIONALITY).unwrap_or(rationality);
    Ok((name, Way::Wants { utility, rationality }))
}

fn mixture<G: Evaluated>(spec: &Spec, rationality: f64, game: &G, pages: Pages<G>) -> Result<Way<G>, Problem> {
    let settings = Settings::read("the model mixture", MIXTURE, spec)?;
    let texts = split(settings.get(OF).unwrap_or(""));
    if texts.is_empty() {
        return Err(Problem::new("mixture: `of` lists nothing; write for example mixture:of=(greedy;uniform)"));
    }
    let weights = match settings.get(WEIGHTS) {
        Some(text) => weights(text, texts.len()).ok_or_else(|| {
            Problem::new(format!(
                "weights: `{text}` is not one number above 0 for each of the {} parts, separated by `;`",
                texts.len()
            ))
        })?,
        None => vec![1.0; texts.len()],
    };
    let parts = texts.into_iter().zip(weights).map(|(text, weight)| {
        Ok((weight, model(text, rationality, game, pages).map_err(|problem| problem.within("of"))?.way))
    });
    Ok(Way::mixture(parts.collect::<Result<_, Problem>>()?))
}

/// So many numbers above 0.
fn weights(text: &str, count: usize) -> Option<Vec<f64>> {
    let weights: Vec<f64> = text.split(';').filter_map(Parameter::number).filter(|w| *w > 0.0).collect();
    (weights.len() == count).then_some(weights)
}

/// The agent.
pub struct ModelMcts<G: Evaluated> {
    search: ModelSearch<G>,
    watch: BeliefTracker<G>,
    character: Character,
    seed: u64,
}

impl<G: Evaluated> ModelMcts<G> {
    /// Puts a search with what it watches in a seat.
    pub fn new(search: ModelSearch<G>, watch: BeliefTracker<G>, character: Character) -> ModelMcts<G> {
        ModelMcts { search, watch, character, seed: 0 }
    }

    /// The agent that a spec names, for whoever wants to ask it about its belief. Models that are agents are built from
    /// these pages.
    pub fn from_spec(spec: &Spec, game: &G, pages: Pages<G>) -> Result<ModelMcts<G>, Problem> {
        ModelMcts::from_settings(&Settings::read("the agent model-mcts", ENTRY.parameters, spec)?, game, pages)
    }

    fn from_settings(settings: &Settings, game: &G, pages: Pages<G>) -> Result<ModelMcts<G>, Problem> {
        let usual = ModelOptions::default();
        let mut search = uct::options(settings, game);
        let has_budget = search.nodes.is_some() || search.time.is_some();
        search.simulations = settings.get(SIMS).or(match has_budget {
            true => None,
            false => usual.search.simulations,
        });
        let options =
            ModelOptions { search, looks_again: settings.get(AGAIN), least_visits: settings.get(LEAST), ..usual };
        let policy = uct::policy(settings, game, pages)?;
        let search = ModelSearch::new(options, catalog::evaluation(settings, game)?, policy);
        Ok(ModelMcts::new(search, watch(settings, game, pages)?, Character::from_settings(settings)))
    }

    /// What is believed about the others.
    pub fn watch(&self) -> &BeliefTracker<G> {
        &self.watch
    }

    /// Somebody says who a seat is, after the game has begun: see [`BeliefTracker::tell`].
    pub fn tell(&mut self, player: Player, model: usize) {
        self.watch.tell(player, model);
    }

    /// Learns from what was seen since the last look, without choosing anything.
    pub fn catch_up(&mut self, view: &View<'_, G>, control: &Control<'_>) -> Result<(), Problem> {
        let mut rng = choice_rng(self.seed ^ LEARNING, view);
        self.watch.catch_up(view, &mut self.search, &mut rng, control)
    }
}

/// What is learnt is drawn from another stream than what is chosen.
pub(super) const LEARNING: u64 = 0x6C65_6172_6E69_6E67;

impl<G: Evaluated> Agent<G> for ModelMcts<G> {
    fn begin(&mut self, game: &G, seat: Player, seed: u64) {
        self.seed = seed;
        self.watch.begin(game.players(), seat);
        self.search.begin(game, seat, &self.watch);
    }

    fn choose(&mut self, view: &View<'_, G>, control: &Control<'_>) -> Result<Report<G::Move>, Problem> {
        let seat = view.seat();
        if view.moves().is_empty() {
            return Err(Problem::new(format!("{seat} is not to move")));
        }
        // Half of what there is for learning, and what is left of it for the choice.
        let budget = Budget { time: self.search.options().time, ..Budget::default() };
        let deadline = Meter::new(control, &budget)?.deadline();
        let now = control.clock.map(|clock| clock.now()).unwrap_or_default();
        let half = deadline.map(|end| now + end.saturating_sub(now) / 2);
        self.search.refill(true);
        self.catch_up(view, &Control { deadline: half, ..*control })?;
        self.search.refill(false);
        let mut rng = choice_rng(self.seed, view);
        let mut findings = self.search.look(view, &mut self.watch, &mut rng, &Control { deadline, ..*control })?;
        findings.remarks.splice(0..0, self.watch.sentences());
        findings.extras.extend(self.watch.details());
        Ok(self.character.choose(findings, seat, &mut rng))
    }
}
