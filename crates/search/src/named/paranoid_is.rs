//! Paranoid information-set search: the best move if the others have always done, and will always do, their worst.
//!
//! Parker, Nau and Subrahmanian, *Paranoia versus overconfidence in imperfect-information games*, 2010, Eqs. 16 and 17.
//! Assumes an opponent who knows everything, the seat's later moves included; chance does its worst as well. What is
//! possible counts, however unlikely. In open games without chance it is [`minimax`](super::minimax). Where much is hidden
//! nearly every move may lose, all moves look alike, and it plays at random. Costs what [`overconfident`](super::overconfident)
//! costs, or less.
//!
//! It is not the von Neumann minimax: that opponent knows the seat's mixed strategy, not what it will draw.

use super::catalog::{AgentEntry, Axes, Common, Pages};
use super::overconfident::{DEFAULT_DEPTH, DEMANDS, PARAMETERS, SAMPLE, others, quiescent, worlds};
use crate::backup::Worst;
use crate::belief::Way;
use crate::belief::information_set::Held;
use crate::grow::information_sets::InformationSetSearch;
use crate::searcher::Searcher;
use crate::value::Own;
use outwit_game::{Agent, Evaluated, Player, Problem, Settings};

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "paranoid-is",
    summary: "information-set search: the others and chance do their worst; default depth 4",
    parameters: PARAMETERS,
    demands: DEMANDS,
    axes: Axes { grow: "infosets", value: "evaluation", backup: "worst", belief: "adversary+enumerated" },
};

pub(super) fn build<G: Evaluated>(
    settings: &Settings,
    game: &G,
    inner: Pages<G>,
) -> Result<Box<dyn Agent<G>>, Problem> {
    let Common { budget, evaluation, character } = Common::read(settings, game, DEFAULT_DEPTH)?;
    let search = InformationSetSearch {
        budget, // grow: full width to a depth, one move for all worlds that look alike
        leaf: quiescent(settings, Own(evaluation.clone()), evaluation), // value: what the seat gets, by the game's evaluation
        backup: |root: Player, players: usize| Worst { root, players }, // backup: the minimum
        others: others(settings, game, inner)?, // belief: whatever they can do, or what the model may
        worlds: worlds(settings),               // ... and the worlds that agree with what was seen
        held: Held::by(Way::read(settings, SAMPLE)),
    };
    Ok(Box::new(Searcher::new(search, character)))
}
