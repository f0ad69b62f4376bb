//! UCT: Monte-Carlo tree search, for any number of seats.
//!
//! Kocsis and Szepesvari 2006; for many seats Sturtevant 2008 (MCTS-maxn). Simulations go down the tree by an upper
//! confidence bound, each mover maximising its own payoff, and end in a rollout. Assumes that everybody is after its own
//! payoff and, in the rollouts, that random play says something about a position. Costs one rollout a simulation; it needs
//! no evaluation and may be stopped at any time. With simulations without end it finds minimax's move, and small trees it
//! proves. `trees=2` grows two trees on two threads and gives the same answer on one; `parallel=tree` lets the two share a
//! tree, which looks deeper and does not repeat. It is not a way to trap an opponent who errs: values are those of play that gets better with every visit.

use super::catalog::{self, AgentEntry, Axes, BLUNDER, COST, Demands, EVAL, NODES, Pages, TEMPERATURE, TIME};
use crate::belief::Modelled;
use crate::character::Character;
use crate::grow::monte_carlo::{
    Aim, Choice, DEFAULT_SIMULATIONS, Fold, Formula, MonteCarlo, Options, Prior, Scale, Stakes,
};
use outwit_game::{Agent, Evaluated, Key, Parameter, Problem, Settings, Spec, Text, Word, keys};

pub(super) const SIMS: Key<Option<u64>> =
    Key::integer("sims", "", 1, i64::MAX, "simulations; 10,000 where no budget is given");
// Half of the theory's constant for payoffs from 0 to 1 (0.7) is sharper with few simulations and can settle on a wrong move with
// many; that it does not even with a million is what the formula's fourth root is for (`--bench more_time`).
pub(super) const C: Key<f64> =
    Key::amount("c", "1", "how much to try what has hardly been tried, for payoffs from 0 to 1");
pub(super) const RULE: Key<Word> =
    Key::choice("rule", "ucb1", &["ucb1", "tuned", "puct"], "the formula that picks a move on the way down");
pub(super) const PRIOR: Key<Word> =
    Key::choice("prior", "eval", &["eval", "promise", "uniform"], "where the prior of rule=puct comes from");
pub(super) const ROLLOUT: Key<Option<Text>> =
    Key::spec("rollout", "", "how rollouts are played: the spec of an agent; at random by default");
pub(super) const HORIZON: Key<Option<u32>> = Key::integer(
    "horizon",
    "",
    0,
    1 << 20,
    "plies of a rollout before the evaluation is asked; to the end by default, 200 where positions come back",
);
pub(super) const SCALE: Key<Word> = Key::choice(
    "scale",
    "auto",
    &["auto", "bounds", "sampled"],
    "what payoffs are divided by: the range they can have, or that of 100 random games; auto samples where the payoffs are more than win, draw and loss",
);
pub(super) const SOLVER: Key<bool> = Key::flag("solver", "true", "prove positions whose value is certain");
pub(super) const REUSE: Key<bool> = Key::flag("reuse", "true", "keep the tree from one move to the next");
pub(super) const TREES: Key<usize> =
    Key::integer("trees", "1", 1, 1024, "trees that grow apart and are added up; as many threads can be used");
pub(super) const PARALLEL: Key<Word> = Key::choice(
    "parallel",
    "root",
    &["root", "tree"],
    "`tree`: the searches that `trees` counts share one tree, without proofs or reuse; not repeatable",
);
pub(super) const MEMORY: Key<usize> = Key::integer("memory", "256", 1, 1 << 16, "MiB for the tree");
pub(super) const CHOICE: Key<Word> =
    Key::choice("choice", "visits", &["visits", "value"], "play the most visited move, or the best on average");

/// What every page of Monte-Carlo search can be told.
pub(super) const PARAMETERS: &[Parameter] = keys![
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
    MEMORY,
    CHOICE,
    TEMPERATURE,
    BLUNDER
];

/// The same with what only [`uct`](self) can be told.
const UCT_PARAMETERS: &[Parameter] = keys![
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
    MEMORY,
    CHOICE,
    TEMPERATURE,
    BLUNDER
];

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "uct",
    summary: "Monte-Carlo tree search: everybody maximises its own payoff; default 10,000 simulations; parallel=tree does not repeat",
    parameters: UCT_PARAMETERS,
    demands: Demands::OPEN,
    axes: Axes { grow: "mcts", value: "rollouts", backup: "maxn", belief: "adversary" },
};

pub(super) fn build<G: Evaluated>(
    settings: &Settings,
    game: &G,
    inner: Pages<G>,
) -> Result<Box<dyn Agent<G>>, Problem> {
    seat(Options { shared: shares(settings)?, ..options(settings, game) }, settings, game, inner)
}

/// Whether searches share one tree.
pub(super) fn shares(settings: &Settings) -> Result<bool, Problem> {
    let shared = settings.get(PARALLEL) == "tree";
    if shared && settings.get(RULE) != "ucb1" {
        return Err(Problem::new(format!(
            "parallel=tree knows rule=ucb1 alone, not {}: leave one of the two out",
            settings.get(RULE)
        )));
    }
    if shared && settings.get(COST) > 0.0 {
        return Err(Problem::new(
            "parallel=tree does not weigh what looking costs: leave cost= out, or take parallel=root",
        ));
    }
    Ok(shared)
}

/// Plies of a rollout where play need not end and nobody says how far to look.
pub(super) const FAR: u32 = 200;
/// Random games that tell the range of payoffs, as in the paper.
const SAMPLES: u32 = 100;

/// What payoffs are divided by, as the settings say.
pub(super) fn scale<G: Evaluated>(settings: &Settings, game: &G) -> Scale {
    let facts = game.facts();
    let is_plain_win = facts.highest - facts.lowest <= 2.0;
    match settings.get(SCALE) {
        "bounds" => Scale::Bounds,
        "auto" if is_plain_win => Scale::Bounds,
        _ => Scale::Sampled(SAMPLES),
    }
}

/// The options as the settings say, everybody maximising its own payoff.
pub(super) fn options<G: Evaluated>(settings: &Settings, game: &G) -> Options {
    let facts = game.facts();
    let [simulations, nodes] = [settings.get(SIMS), settings.get(NODES)];
    let time = settings.get(TIME);
    let cost = settings.get(COST);
    let has_budget = simulations.is_some() || nodes.is_some() || time.is_some();
    let nodes = if has_budget || cost == 0.0 { nodes } else { Some(catalog::MOST_AT_A_COST) };
    let has_budget = has_budget || nodes.is_some();
    Options {
        simulations: if has_budget { simulations } else { Some(DEFAULT_SIMULATIONS) },
        nodes,
        time,
        cost,
        formula: match settings.get(RULE) {
            "tuned" => Formula::Ucb1Tuned,
            "puct" => Formula::Puct,
            _ => Formula::Ucb1,
        },
        c: settings.get(C),
        prior: match settings.get(PRIOR) {
            "promise" => Prior::Promise,
            "uniform" => Prior::Uniform,
            _ => Prior::Evaluation,
        },
        scale: if settings.lists(SCALE) { scale(settings, game) } else { Scale::Bounds },
        aim: Aim::Own,
        stakes: Stakes::Payoffs,
        fold: Fold::Average,
        horizon: settings.get(HORIZON).or(facts.cyclic.then_some(FAR)),
        solver: settings.lists(SOLVER) && settings.get(SOLVER),
        reuse: settings.get(REUSE),
        trees: settings.get(TREES),
        shared: false,
        memory: settings.get(MEMORY) << 20,
        choice: if settings.get(CHOICE) == "value" { Choice::Value } else { Choice::Visits },
        ..Options::default()
    }
}

/// Puts a search with these options in a seat of a game that hides nothing.
pub(super) fn seat<G: Evaluated>(
    options: Options,
    settings: &Settings,
    game: &G,
    inner: Pages<G>,
) -> Result<Box<dyn Agent<G>>, Problem> {
    let (evaluation, policies) = (catalog::evaluation(settings, game)?, policies(&options, settings, game, inner)?);
    Ok(Box::new(MonteCarlo::open(options, evaluation, Character::from_settings(settings), policies)))
}

/// How rollouts are played in each tree.
pub(super) fn policies<G: Evaluated>(
    options: &Options,
    settings: &Settings,
    game: &G,
    inner: Pages<G>,
) -> Result<Vec<Modelled<G>>, Problem> {
    (0..options.trees).filter_map(|_| policy(settings, game, inner).transpose()).collect()
}

/// How rollouts are played, as the settings say; at random where there is nothing.
pub(super) fn policy<G: Evaluated>(
    settings: &Settings,
    game: &G,
    inner: Pages<G>,
) -> Result<Option<Modelled<G>>, Problem> {
    let within = |problem: Problem| problem.within("rollout");
    let Some(text) = settings.get(ROLLOUT) else { return Ok(None) };
    let spec = Spec::parse(text).map_err(within)?;
    inner.agent(&spec, game).map(|agent| Some(Modelled(agent))).map_err(within)
}
