//! Overconfident: the best move against players who move at random, without seeing more than the seat has seen.
//!
//! Parker, Nau and Subrahmanian, *Paranoia versus overconfidence in imperfect-information games*, 2010, Eqs. 12 to 15.
//! Assumes that every move of the others is equally likely, whatever they know; with `model=(spec)`, that they play as that
//! agent would, by what they have seen. Chooses one move for all worlds that look
//! alike, now and later, so it never counts on knowing what it will not know. Costs every line of play from every world:
//! full depth is for small games. In open games it is [`expectimax`](super::expectimax) without pruning.
//!
//! With `quiescence=N` it looks up to N plies further where the evaluation calls positions unquiet: at the others' decisions world by
//! world, at its own in all worlds that look alike where the unquiet ones weigh more than the quiet ones, for it cannot tell
//! them apart. Worlds searched one at a time are looked at one at a time there too.
//!
//! It is not an equilibrium: it does not bluff, and who knows how it plays can exploit it. In open games of wins and
//! losses it plays perfectly all the same (Theorem 5 of the paper).

use super::alphabeta::QUIESCENCE;
use super::catalog::{self, AgentEntry, Axes, BLUNDER, Common, DEPTH, Demands, EVAL, NODES, Pages, TEMPERATURE, TIME};
use crate::backup::Expectation;
use crate::belief::information_set::Held;
use crate::belief::{Modelled, Omniscient, Opponent, Uniform, Way, sample};
use crate::grow::information_sets::{InformationSetSearch, Worlds};
use crate::searcher::Searcher;
use crate::value::{Everybody, Quiescent};
use outwit_game::{Agent, Evaluated, Key, Parameter, Player, Problem, Settings, Spec, Text, Word, keys};

pub(super) const DEFAULT_DEPTH: u32 = 4;

pub(super) const WORLDS: Key<usize> =
    Key::integer("worlds", "50000", 1, 1 << 24, "worlds to list at most; where there are more, some are drawn");
pub(super) const DRAWN: Key<usize> =
    Key::integer("drawn", "200", 1, 1 << 20, "worlds to draw where they are not all listed");
pub(super) const SAMPLING: Key<Word> = Key::choice(
    "sampling",
    "no",
    &["no", "batch", "single"],
    "draw worlds even where they could be listed: as one belief, or one at a time, which is fooled by strategy fusion",
);

pub(super) const MODEL: Key<Option<Text>> =
    Key::spec("model", "", "how the others play: the spec of an agent; every move alike by default");

/// Which worlds are drawn where there are too many.
pub(super) const SAMPLE: Key<Word> = sample("all");

/// What the pages of information-set search share.
pub(super) const PARAMETERS: &[Parameter] =
    keys![DEPTH, QUIESCENCE, NODES, TIME, MODEL, WORLDS, DRAWN, SAMPLING, SAMPLE, EVAL, TEMPERATURE, BLUNDER];
pub(super) const DEMANDS: Demands = Demands { endless_chance: false, ..Demands::ANY };

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "overconfident",
    summary: "information-set search: the others move at random, or as a model says; default depth 4",
    parameters: PARAMETERS,
    demands: DEMANDS,
    axes: Axes { grow: "infosets", value: "evaluation", backup: "expectation", belief: "uniform+enumerated" },
};

pub(super) fn build<G: Evaluated>(
    settings: &Settings,
    game: &G,
    inner: Pages<G>,
) -> Result<Box<dyn Agent<G>>, Problem> {
    let Common { budget, evaluation, character } = Common::read(settings, game, DEFAULT_DEPTH)?;
    let search = InformationSetSearch {
        budget, // grow: full width to a depth, one move for all worlds that look alike
        leaf: quiescent(settings, Everybody(evaluation.clone()), evaluation), // value: what everybody gets, by the game's evaluation
        backup: |root: Player, players: usize| Expectation { root, players }, // backup: the mean
        others: others(settings, game, inner)?, // belief: the others' moves equally likely, or as the model says
        worlds: worlds(settings),               // ... and the worlds that agree with what was seen
        held: Held::by(Way::read(settings, SAMPLE)),
    };
    Ok(Box::new(Searcher::new(search, character)))
}

/// A leaf that is asked about quiet positions, where that was wanted.
pub(super) fn quiescent<L, E>(settings: &Settings, leaf: L, evaluation: E) -> Quiescent<L, E> {
    Quiescent { leaf, evaluation, plies: settings.get(QUIESCENCE) }
}

/// Which worlds are looked at.
pub(super) fn worlds(settings: &Settings) -> Worlds {
    let (most, drawn) = (settings.get(WORLDS), settings.get(DRAWN));
    match settings.get(SAMPLING) {
        "batch" => Worlds::Batch(drawn),
        "single" => Worlds::OneByOne(drawn),
        _ => Worlds::All { most, drawn },
    }
}

/// How the others choose: as `model=` says, or every move alike.
pub(super) fn others<G: Evaluated>(
    settings: &Settings,
    game: &G,
    inner: Pages<G>,
) -> Result<Box<dyn Opponent<G>>, Problem> {
    let Some(spec) = settings.get(MODEL) else { return Ok(Box::new(Uniform)) };
    let within = |problem: Problem| problem.within("model");
    modelled(&Spec::parse(spec).map_err(within)?, game, inner).map_err(within)
}

/// Somebody who plays as the agent of a spec would: by what it has seen, or, where it has to see the position, as if it did.
pub(super) fn modelled<G: Evaluated>(spec: &Spec, game: &G, inner: Pages<G>) -> Result<Box<dyn Opponent<G>>, Problem> {
    let goes_by_its_view = game.facts().hidden && catalog::entry(&spec.name)?.demands.hidden;
    Ok(match goes_by_its_view {
        true => Box::new(Modelled(inner.agent(spec, game)?)),
        false => Box::new(Omniscient(inner.agent_for_worlds(spec, game)?)),
    })
}
