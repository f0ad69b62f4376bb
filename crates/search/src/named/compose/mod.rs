//! Compose: a search put together from its four axes.
//!
//! A search is how the tree grows x how a leaf is valued x how values are backed up x what is believed about the others. This
//! page names none of them: `grow=`, `value=`, `backup=` and `belief=` do, and what nobody has given a name can be said all the
//! same: `compose:grow=bestfirst,backup=maxprob` grows a Max-Prob tree leaf by leaf, `compose:grow=infosets,backup=maxn` is MaxN
//! over information sets. A combination that makes no sense is refused with a sentence that says why and what would do.
//! [`AXES`] lists the choices, [`EQUALS`] says which combinations have names.
//!
//! Full width, best first, Monte-Carlo and information sets are general: they take any leaf, backup and opponent. A Monte-Carlo
//! tree that keeps averages, its usual way, takes the backups that averages make sense for (`fold=`). Alpha-beta and a belief
//! that learns are roads of their own, and are handed on to the page that walks them; `with=` gives further settings to whatever
//! grows the tree. Costs what the parts cost, and a copy of the children's values at every node.

mod axes;
mod belief;
mod mcts;
mod rule;
mod selection;

pub use axes::{AXES, Axis, EQUALS, equal};

use super::bpip::{DEFAULT_NODES, MEMORY};
use super::catalog::{
    AgentEntry, Axes, BLUNDER, COST, Common, DEPTH, Demands, EVAL, NODES, Pages, ROOT, TEMPERATURE, TIES, TIME,
    evaluation_place,
};
use super::mpmix::{TD, TO};
use super::offensive::TARGET;
use super::overconfident::{DRAWN, WORLDS};
use super::probmaxn::CARELESS;
use super::product::EVIDENCE;
use super::quantal::TAU;
use super::softmaxn::SECURITY;
use super::{bounds, learned_evaluations, own_evaluations};
use crate::backup::Strategy;
use crate::belief::information_set::Held;
use crate::belief::{Modelled, Opponent};
use crate::findings::Findings;
use crate::grow::best_first::{BestFirst, Bounds, Conspiracy, LeafSelection, Principal, Sensitive, SingleStep};
use crate::grow::information_sets::{InformationSetSearch, Worlds};
use crate::grow::monte_carlo::{self, Simulations};
use crate::grow::{AlphaBeta, DepthFirst, Options, PreferLooks};
use crate::searcher::{Search, Searcher};
use crate::value::{
    AnyLeaf, Certain, Everybody, Judges, Own, OwnByJudges, Quiescent, Rollouts, Single, TypedLeaf, Widened, WinShare,
    WinShareBounds, Winning,
};
use belief::{Belief, Which};
use mcts::{FOLD, Simulated};
use outwit_game::{
    Agent, Budget, Control, Evaluated, Evaluation, Key, Player, Problem, Rng, Settings, Spec, Text, View, Word, keys,
};
use rule::{AnyBackup, Rule};
use selection::Selection;
use std::sync::Arc;

const GROW: Key<Option<Word>> = Key::choice(
    "grow",
    "",
    &["full", "alphabeta", "bestfirst", "mcts", "infosets"],
    "which part of the tree is looked at; full in open games, infosets in hidden ones that must end, else mcts, by default",
);
const VALUE: Key<Option<Text>> = Key::text(
    "value",
    "",
    "what a leaf is worth: an evaluation of the game, intervals, (quiet:plies=N), rollouts, (rollouts:games=N), (learned:file=FILE); the game's first evaluation by default",
);
const BACKUP: Key<Word> = Key::choice("backup", "maxn", axes::BACKUPS, "what children say about their parent");
const BELIEF: Key<Option<Text>> = Key::text(
    "belief",
    "",
    "how the others choose, and + which worlds are possible: adversary, uniform, (SPEC), (SPEC*3;SPEC*1), learned; +enumerated, +sampled, +single, +particles",
);
const SELECT: Key<Word> = Key::choice(
    "select",
    "principal",
    &["principal", "whole", "sensitive", "conspiracy", "single-step", "bounds"],
    "with grow=bestfirst, which leaf comes next; whole goes on until all of the tree is there",
);
const MODELS: Key<Option<Text>> = Key::text(
    "models",
    "",
    "with backup=om or probmaxn: the evaluations the others may go by, a+b*2, or last; all of the game's alike by default",
);
const WITH: Key<Option<Text>> = Key::text(
    "with",
    "",
    "further settings for what grows the tree, as uct, bestfirst or alphabeta take them: (sims=500,c=1)",
);

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "compose",
    summary: "a search put together from grow, value, backup and belief: `outwit agents compose` lists the choices",
    parameters: keys![
        GROW,
        VALUE,
        BACKUP,
        BELIEF,
        SELECT,
        FOLD,
        DEPTH,
        NODES,
        TIME,
        COST,
        EVAL,
        TIES,
        ROOT,
        TARGET,
        TD,
        TO,
        SECURITY,
        MODELS,
        CARELESS,
        EVIDENCE,
        bounds::BY,
        TAU,
        WORLDS,
        DRAWN,
        MEMORY,
        WITH,
        TEMPERATURE,
        BLUNDER
    ],
    demands: Demands::ANY,
    axes: Axes { grow: "your choice", value: "your choice", backup: "your choice", belief: "your choice" },
};

pub(super) fn build<G: Evaluated>(
    settings: &Settings,
    game: &G,
    inner: Pages<G>,
) -> Result<Box<dyn Agent<G>>, Problem> {
    let backup = settings.get(BACKUP);
    let facts = game.facts();
    let must_end = !facts.chance || !(facts.cyclic || facts.draws);
    let grow = match settings.get(GROW) {
        Some(word) => word,
        None if facts.hidden && must_end => "infosets",
        None if facts.hidden => "mcts",
        None => "full",
    };
    let belief = Belief::read(settings.get(BELIEF), backup)?;
    axes::check(grow, backup, &belief, settings, game)?;
    if let Some(spec) = axes::road(grow, backup, &belief, settings, game)? {
        return inner.agent(&spec, game).map_err(|problem| problem.within("compose"));
    }
    let mut simulated = None;
    if grow == "mcts" {
        let search = Simulated::read(backup, &belief, settings, game)?;
        if search.averages {
            return search.agent(game, inner).map_err(|problem| problem.within("compose"));
        }
        simulated = Some((search.options, search.policy(game, inner)?));
    }
    let selection = if grow == "mcts" { Selection::Principal } else { Selection::read(grow, settings)? };
    let weighs_cost = grow == "full" || matches!(selection, Selection::SingleStep(..));
    if settings.get(COST) > 0.0 && !weighs_cost {
        return Err(Problem::new(format!(
            "grow={grow} does not weigh what looking costs, put together like this: leave cost= out, or take grow=full, \
             grow=mcts with fold=average, or grow=bestfirst with select=single-step"
        )));
    }
    let default_depth = axes::default_depth(grow, backup);
    let Common { budget, evaluation, character } = match grow {
        "bestfirst" => Common::with_nodes(settings, game, DEFAULT_NODES)?,
        _ => Common::read(settings, game, default_depth)?,
    };
    // A simulation is a rollout: its end is asked, not a mean of many.
    let (evaluation, by_chances) = match settings.get(VALUE) {
        Some("rollouts") if grow == "mcts" => (evaluation, false),
        _ => value(settings, game, evaluation)?,
    };
    let by_chances = by_chances || backup == "maxprob";
    if by_chances && !axes::BY_VECTORS.contains(&backup) && backup != "bounds" {
        return Err(Problem::new(format!(
            "value=intervals gives chances to win, and backup={backup} does not go by them: take one of backup={}, bounds",
            axes::BY_VECTORS.join(", ")
        )));
    }
    let quiescence = quiescence(settings, grow)?;
    let (most, drawn) = (settings.get(WORLDS), settings.get(DRAWN));
    let search = Composed {
        grow,
        budget,
        memory: settings.get(MEMORY) << 20,
        selection,
        simulated,
        quiescence,
        evaluation,
        by_chances,
        rule: Rule::read(backup, settings, game)?,
        judges: rule::judges(backup, settings, game)?,
        others: belief.who.opponent(game, inner)?,
        worlds: match belief.which {
            Which::Sampled => Worlds::Batch(drawn),
            Which::Single => Worlds::OneByOne(drawn),
            _ => Worlds::All { most, drawn },
        },
        held: Held::default(),
        prefers_looks: settings.get(ROOT) == "heuristic",
    };
    Ok(Box::new(Searcher::new(search, character)))
}

/// What says what a leaf is worth, and whether its intervals are read as chances to win.
fn value<G: Evaluated>(
    settings: &Settings,
    game: &G,
    by_eval: G::Evaluation,
) -> Result<(G::Evaluation, bool), Problem> {
    let Some(text) = settings.get(VALUE) else { return Ok((by_eval, false)) };
    if let Some(learned) = learned_evaluations::asked(text) {
        return Ok((learned_evaluations::build(learned?, game)?, false));
    }
    if let Some(own) = own_evaluations::asked(text) {
        return Ok((own_evaluations::build(&own?, game)?, false));
    }
    let spec = Spec::parse(text).map_err(|problem| problem.within("value"))?;
    match spec.name.as_str() {
        "intervals" if spec.settings.is_empty() => Ok((by_eval, true)),
        "quiet" => Ok((by_eval, false)),
        "rollouts" => {
            let settings = Settings::read("value=rollouts", keys![axes::GAMES, axes::HORIZON], &spec)?;
            let rollouts = Rollouts {
                games: settings.get(axes::GAMES),
                horizon: settings.get(axes::HORIZON),
                evaluation: by_eval,
            };
            let adopted = game.adopt(Arc::new(rollouts));
            Ok((adopted.ok_or_else(|| Problem::new("value=rollouts needs the erased game"))?, false))
        }
        name if spec.settings.is_empty() => {
            let known = || game.evaluations().iter().map(|named| named.name).collect::<Vec<_>>().join(", ");
            let place = evaluation_place(name, game).map_err(|_| {
                Problem::new(format!(
                    "value={name} is nothing that says what a leaf is worth: take an evaluation of this game ({}), \
                     intervals, rollouts or (learned:file=FILE)",
                    known()
                ))
            })?;
            Ok((game.evaluation(place), false))
        }
        _ => Err(Problem::new(format!("value={text} takes no settings: write value={}", spec.name))),
    }
}

/// How many plies value=quiet looks on.
fn quiescence(settings: &Settings, grow: &str) -> Result<u32, Problem> {
    let Some(text) = settings.get(VALUE).filter(|text| text.starts_with("quiet")) else { return Ok(0) };
    let spec = Spec::parse(text).map_err(|problem| problem.within("value"))?;
    if !["full", "infosets"].contains(&grow) {
        return Err(Problem::new(format!(
            "value=quiet looks on beyond a depth where it is not quiet, and grow={grow} does not: take grow=full or \
             grow=infosets, or grow=alphabeta with=(quiescence=8)"
        )));
    }
    Ok(Settings::read("value=quiet", keys![axes::PLIES], &spec)?.get(axes::PLIES))
}

/// The search.
struct Composed<G: Evaluated> {
    grow: &'static str,
    budget: Budget,
    memory: usize,
    selection: Selection,
    /// With grow=mcts: how the tree grows, and how rollouts are played.
    simulated: Option<(monte_carlo::Options, Option<Modelled<G>>)>,
    /// Plies to look on beyond the depth where it is not quiet.
    quiescence: u32,
    evaluation: G::Evaluation,
    by_chances: bool,
    rule: Rule,
    /// The evaluations the others may go by.
    judges: Vec<(G::Evaluation, f64)>,
    others: Box<dyn Opponent<G>>,
    worlds: Worlds,
    held: Held<G>,
    prefers_looks: bool,
}

impl<G: Evaluated> Composed<G> {
    /// What a leaf is worth, in the backup's language.
    fn leaf(&self, game: &G) -> AnyLeaf<G> {
        let leaf = self.plain_leaf(game);
        match self.quiescence {
            0 => leaf,
            plies => Box::new(Quiescent { leaf, evaluation: self.evaluation.clone(), plies }),
        }
    }

    fn plain_leaf(&self, game: &G) -> AnyLeaf<G> {
        let (e, facts, players) = (self.evaluation.clone(), game.facts(), game.players());
        let judges = || std::iter::once(e.clone()).chain(self.judges.iter().map(|(judge, _)| judge.clone())).collect();
        let ties = self.rule.random_ties && axes::WITH_TIES.contains(&self.rule.name);
        let chances = Winning { evaluation: Widened::new(e.clone()), players };
        match self.rule.name {
            "minimax" | "worst" | "quantal" => Box::new(TypedLeaf(Own(e))),
            "product" => Box::new(TypedLeaf(WinShare::new(e, &facts))),
            "bounds" => Box::new(TypedLeaf(WinShareBounds::new(e, &facts))),
            "om" => Box::new(TypedLeaf(OwnByJudges(judges()))),
            "probmaxn" => Box::new(TypedLeaf(Judges(judges()))),
            "softmaxn" if self.by_chances => Box::new(TypedLeaf(Single(chances))),
            "softmaxn" => Box::new(TypedLeaf(Single(Everybody(e)))),
            _ if ties && self.by_chances => Box::new(TypedLeaf(Certain(chances))),
            _ if ties => Box::new(TypedLeaf(Certain(Everybody(e)))),
            _ if self.by_chances => Box::new(TypedLeaf(chances)),
            _ => Box::new(TypedLeaf(Everybody(e))),
        }
    }

    /// What children say about their parent, to the search of a seat.
    fn backup(&self, game: &G, strategy: Strategy) -> impl Fn(Player, usize) -> AnyBackup + Send + use<'_, G> {
        let (facts, rule) = (game.facts(), self.rule);
        // Chances to win do not add up to what values do.
        let span = if self.by_chances { None } else { self.evaluation.span(game) };
        let weights: Vec<f64> = self.judges.iter().map(|(_, weight)| *weight).collect();
        move |root, players| rule.backup(root, players, &facts, span, strategy, &weights)
    }
}

impl<G: Evaluated> Search<G> for Composed<G> {
    fn search(
        &mut self,
        view: &View<'_, G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        let (strategy, why) = self.rule.chooser.choose(view, &self.evaluation)?;
        let mut others = std::mem::replace(&mut self.others, Box::new(crate::belief::Adversary));
        let mut held = std::mem::take(&mut self.held);
        let mut simulated = self.simulated.take();
        let found = match &mut simulated {
            Some(simulated) => self.simulate(view, strategy, &mut others, simulated, rng, control),
            None => self.look(view, strategy, &mut others, &mut held, rng, control),
        };
        (self.others, self.held, self.simulated) = (others, held, simulated);
        let mut findings = found?;
        findings.remarks.extend(why);
        Ok(findings)
    }
}

impl<G: Evaluated> Composed<G> {
    fn simulate(
        &self,
        view: &View<'_, G>,
        strategy: Strategy,
        others: &mut Box<dyn Opponent<G>>,
        (options, policy): &mut (monte_carlo::Options, Option<Modelled<G>>),
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        let (leaf, backup) = (self.leaf(view.game()), self.backup(view.game(), strategy));
        let mut search = Simulations { options: *options, leaf, backup, others, policy: policy.take() };
        let found = search.search(view, rng, control);
        *policy = search.policy;
        found
    }

    fn best_first<S: LeafSelection>(
        &self,
        view: &View<'_, G>,
        strategy: Strategy,
        others: &mut Box<dyn Opponent<G>>,
        selection: S,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        let (leaf, backup) = (self.leaf(view.game()), self.backup(view.game(), strategy));
        let (budget, memory, evaluation) = (self.budget, self.memory, self.evaluation.clone());
        BestFirst { budget, memory, leaf, backup, others, selection, evaluation }.search(view, rng, control)
    }

    fn look(
        &self,
        view: &View<'_, G>,
        strategy: Strategy,
        others: &mut Box<dyn Opponent<G>>,
        held: &mut Held<G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        let game = view.game();
        let (leaf, backup, budget) = (self.leaf(game), self.backup(game, strategy), self.budget);
        match self.grow {
            "bestfirst" => match self.selection {
                Selection::Principal => self.best_first(view, strategy, others, Principal::default(), rng, control),
                Selection::Whole => self.best_first(view, strategy, others, Principal::to_the_end(), rng, control),
                Selection::Sensitive(power) => {
                    self.best_first(view, strategy, others, Sensitive::new(power), rng, control)
                }
                Selection::Conspiracy(levels, most) => {
                    self.best_first(view, strategy, others, Conspiracy::new(levels, most), rng, control)
                }
                Selection::SingleStep(gulp, cost) => {
                    self.best_first(view, strategy, others, SingleStep::new(gulp, cost), rng, control)
                }
                Selection::Bounds => self.best_first(view, strategy, others, Bounds::default(), rng, control),
            },
            "infosets" => {
                let worlds = self.worlds;
                let carried = std::mem::take(held);
                let mut search = InformationSetSearch { budget, leaf, backup, others, worlds, held: carried };
                let found = search.search(view, rng, control);
                *held = search.held;
                found
            }
            // As MP-Mix itself does: to defend a lead there is a faster road.
            _ if self.rule.name == "mpmix" && strategy == Strategy::Paranoid && !others.speaks() => {
                let search = AlphaBeta::new(budget, Options::default(), self.evaluation.clone());
                match self.prefers_looks {
                    true => PreferLooks { search, evaluation: self.evaluation.clone() }.search(view, rng, control),
                    false => { search }.search(view, rng, control),
                }
            }
            _ => {
                let is_plain = axes::LOOKS_AT_ALL.contains(&self.rule.name);
                let prefers_looks = self.prefers_looks;
                DepthFirst { prefers_looks, is_plain, ..DepthFirst::new(budget, leaf, backup, others) }
                    .search(view, rng, control)
            }
        }
    }
}
