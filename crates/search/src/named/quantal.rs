//! Quantal: between overconfident and paranoid, by one number.
//!
//! Information-set search ([`overconfident`]) that values what is uncertain by the soft minimum
//! -(1/tau) ln mean exp(-tau x). Near tau = 0 that is the mean, and the others are dice; as tau grows it becomes the minimum,
//! and they do their worst. One pass over exp(-tau payoff), so what is best now is still best when the time comes: a
//! Boltzmann opponent who weighs our later choices by our own values would be circular.
//!
//! It is a caution against risk as much as a belief about players: unlikely harm counts for more than it is likely, by a
//! factor that grows with tau. Payoffs matter in their units: tau = 3 in a game that pays +1 and -1 is tau = 0.03 in one that
//! pays +100 and -100. Costs what overconfident search costs.

use super::alphabeta::QUIESCENCE;
use super::catalog::{AgentEntry, Axes, BLUNDER, Common, DEPTH, EVAL, NODES, Pages, TEMPERATURE, TIME};
use super::overconfident::{
    self, DEFAULT_DEPTH, DEMANDS, DRAWN, MODEL, SAMPLE, SAMPLING, WORLDS, others, quiescent, worlds,
};
use crate::backup::Quantal;
use crate::belief::Way;
use crate::belief::information_set::Held;
use crate::grow::information_sets::InformationSetSearch;
use crate::searcher::Searcher;
use crate::value::Own;
use outwit_game::{Agent, Evaluated, Key, Player, Problem, Settings, keys};

pub(super) const TAU: Key<f64> =
    Key::amount("tau", "1", "how much is feared: 0 is the mean (overconfident), the minimum (paranoid) is at infinity");

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "quantal",
    summary: "information-set search between overconfident (tau = 0) and paranoid (tau large); default depth 4",
    parameters: keys![
        TAU,
        DEPTH,
        QUIESCENCE,
        NODES,
        TIME,
        MODEL,
        WORLDS,
        DRAWN,
        SAMPLING,
        SAMPLE,
        EVAL,
        TEMPERATURE,
        BLUNDER
    ],
    demands: DEMANDS,
    axes: Axes { grow: "infosets", value: "evaluation", backup: "quantal", belief: "uniform+enumerated" },
};

/// Below this the logarithm loses more digits than the choice has.
const SMALLEST: f64 = 1e-6;

pub(super) fn build<G: Evaluated>(
    settings: &Settings,
    game: &G,
    inner: Pages<G>,
) -> Result<Box<dyn Agent<G>>, Problem> {
    let tau = settings.get(TAU);
    if tau < SMALLEST {
        return overconfident::build(settings, game, inner);
    }
    let Common { budget, evaluation, character } = Common::read(settings, game, DEFAULT_DEPTH)?;
    let search = InformationSetSearch {
        budget, // grow: full width to a depth, one move for all worlds that look alike
        leaf: quiescent(settings, Own(evaluation.clone()), evaluation), // value: what the seat gets, by the game's evaluation
        backup: move |root: Player, players: usize| Quantal { root, players, tau }, // backup: the soft minimum
        others: others(settings, game, inner)?, // belief: the others' moves equally likely, or as the model says
        worlds: worlds(settings),               // ... and the worlds that agree with what was seen
        held: Held::by(Way::read(settings, SAMPLE)),
    };
    Ok(Box::new(Searcher::new(search, character)))
}
