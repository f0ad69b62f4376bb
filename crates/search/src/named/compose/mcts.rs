//! `grow=mcts`: what the other three axes make of a Monte-Carlo search.

use super::VALUE;
use super::belief::{Belief, Which};
use crate::belief::Modelled;
use crate::grow::monte_carlo::{Aim, Information, Options, Stakes, Worlds};
use crate::named::catalog::{BLUNDER, COST, DEPTH, EVAL, NODES, Pages, TEMPERATURE, TIME};
use crate::named::ismcts;
use crate::named::pomcp::PARTICLES;
use crate::named::uct::{
    self, C, CHOICE, HORIZON, MEMORY, PARALLEL, PRIOR, REUSE, ROLLOUT, RULE, SCALE, SIMS, SOLVER, TREES,
};
use outwit_game::{Agent, Evaluated, Key, Parameter, Problem, Settings, Spec, Word, keys};

/// Whether positions are worth averages.
pub(super) const FOLD: Key<Option<Word>> = Key::choice(
    "fold",
    "",
    &["average", "backup"],
    "with grow=mcts: a position is worth the average of the simulations through it, or what the backup says of its moves; average by default where the backup is maxn, paranoid, minimax or maxprob and the belief leaves the others to it",
);

/// What `with=` may say, beside what the axes settle.
const PARAMETERS: &[Parameter] = keys![
    SIMS,
    NODES,
    TIME,
    COST,
    C,
    RULE,
    PRIOR,
    ROLLOUT,
    HORIZON,
    EVAL,
    SCALE,
    SOLVER,
    REUSE,
    TREES,
    PARALLEL,
    ismcts::WORLDS,
    PARTICLES,
    MEMORY,
    CHOICE,
    TEMPERATURE,
    BLUNDER
];

/// The backups that averages of what everybody gets go with.
pub(super) const AVERAGES: &[&str] = &["maxn", "paranoid", "minimax", "maxprob"];

/// A Monte-Carlo search as the axes have it.
pub(super) struct Simulated {
    pub options: Options,
    /// Whether positions are worth averages: else the general engine is asked.
    pub averages: bool,
    told: Settings,
}

impl Simulated {
    /// Reads it.
    pub(super) fn read<G: Evaluated>(
        backup: &str,
        belief: &Belief,
        settings: &Settings,
        game: &G,
    ) -> Result<Simulated, Problem> {
        let spec = spec(settings)?;
        let says = |key: &str| spec.settings.iter().any(|(known, _)| known == key);
        let told = Settings::read("grow=mcts", PARAMETERS, &spec).map_err(|problem| problem.within("with"))?;
        let value = settings.get(VALUE);
        // Step 1. The belief: what the tree branches by, and where worlds come from.
        let hidden = game.facts().hidden;
        let has_worlds = hidden || belief.which != Which::Usual;
        let is_carried = belief.which == Which::Particles;
        let count = told.get(if is_carried && !says("worlds") { PARTICLES } else { ismcts::WORLDS });
        let worlds = Worlds { count, renewed: !is_carried };
        // Step 2. The backup: what everybody is after.
        let asked = settings.get(FOLD);
        let can_average = AVERAGES.contains(&backup) && !belief.who.speaks();
        let chances_elsewhere = value == Some("intervals") && backup != "maxprob";
        if asked == Some("average") && !can_average {
            return Err(Problem::new(format!(
                "fold=average is what everybody gets on average, and backup={backup} with this belief is another rule: \
                 take fold=backup, or one of backup={} with belief=adversary",
                AVERAGES.join(", ")
            )));
        }
        let averages = has_worlds || can_average && asked != Some("backup") && !chances_elsewhere;
        let mut options = uct::options(&told, game);
        options.information = if hidden { Information::Single } else { Information::Open };
        options.worlds = worlds;
        options.shared = uct::shares(&told)?;
        if matches!(backup, "paranoid" | "minimax") {
            options.aim = Aim::Paranoid;
        }
        if backup == "maxprob" {
            options.stakes = Stakes::Wins;
        }
        if has_worlds {
            (options.solver, options.reuse) = (false, options.reuse && says("reuse"));
        }
        // Step 3. The value: an evaluation is asked at once, rollouts at their end.
        let plays_on = match value {
            None => backup != "maxprob",
            Some(text) => text == "rollouts",
        };
        if !plays_on && !says("horizon") {
            options.horizon = Some(0);
        }
        Ok(Simulated { options, averages, told })
    }

    /// The agent that keeps averages.
    pub(super) fn agent<G: Evaluated>(self, game: &G, inner: Pages<G>) -> Result<Box<dyn Agent<G>>, Problem> {
        ismcts::seat(self.options, &self.told, game, inner)
    }

    /// How rollouts are played.
    pub(super) fn policy<G: Evaluated>(&self, game: &G, inner: Pages<G>) -> Result<Option<Modelled<G>>, Problem> {
        uct::policy(&self.told, game, inner)
    }
}

/// What a Monte-Carlo search is told, as one spec: what `compose` was told itself, and what `with=` says.
fn spec(settings: &Settings) -> Result<Spec, Problem> {
    let mut spec = Spec { name: "mcts".to_string(), settings: Vec::new() };
    let mut set = |key: &str, value: String| spec.settings.push((key.to_string(), value));
    if settings.get(DEPTH).is_some() {
        return Err(Problem::new("grow=mcts counts simulations, not plies: take nodes=, time= or with=(sims=1000)"));
    }
    if let Some(nodes) = settings.get(NODES) {
        set("nodes", nodes.to_string());
    }
    if let Some(time) = settings.get(TIME) {
        set("time", format!("{}us", time.as_micros()));
    }
    for key in [COST, TEMPERATURE, BLUNDER] {
        let number = settings.get(key);
        if number > 0.0 {
            set(key.parameter.name, number.to_string());
        }
    }
    match (settings.get(VALUE), settings.get(EVAL)) {
        (None | Some("rollouts" | "intervals"), Some(eval)) => set("eval", eval.to_string()),
        (None | Some("rollouts" | "intervals"), None) => {}
        (Some(text), _) if text.starts_with("rollouts") => {
            return Err(Problem::new(format!(
                "value={text} says how many rollouts a leaf has, and grow=mcts plays one a simulation: take value=rollouts, \
                 and with=(horizon=50) for shorter ones"
            )));
        }
        (Some(text), _) => set("eval", text.to_string()),
    }
    super::axes::add_with(settings, &mut spec)?;
    Ok(spec)
}
