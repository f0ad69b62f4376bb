//! Overconfident: the best move against players who move at random, without seeing more than the seat has seen.
//!
//! Parker, Nau and Subrahmanian, *Paranoia versus overconfidence in imperfect-information games*, 2010, Eqs. 12 to 15.
//! Assumes that every move of the others is equally likely, whatever they know. Chooses one move for all worlds that look
//! alike, now and later, so it never counts on knowing what it will not know. Costs every line of play from every world:
//! full depth is for small games. In open games it is [`expectimax`](super::expectimax) without pruning.
//!
//! It is not an equilibrium: it does not bluff, and who knows how it plays can exploit it. In open games of wins and
//! losses it plays perfectly all the same (Theorem 5 of the paper).

use super::catalog::{AgentEntry, BLUNDER, Common, DEPTH, Demands, EVAL, NODES, TEMPERATURE, TIME};
use crate::belief::Uniform;
use crate::belief::information_set::{Held, InformationSetSearch, Model, Worlds};
use crate::searcher::Searcher;
use outwit_game::{Agent, Evaluated, Parameter, Problem, Settings};

const DEFAULT_DEPTH: u32 = 4;

pub(super) const WORLDS: Parameter =
    Parameter::integer("worlds", "50000", 1, 1 << 24, "worlds to list at most; where there are more, some are drawn");
pub(super) const DRAWN: Parameter =
    Parameter::integer("drawn", "200", 1, 1 << 24, "worlds to draw where they are not all listed");
pub(super) const SAMPLING: Parameter = Parameter::choice(
    "sampling",
    "no",
    &["no", "batch", "single"],
    "draw worlds even where they could be listed: as one belief, or one at a time, which is fooled by strategy fusion",
);

/// What the pages of information-set search share.
pub(super) const PARAMETERS: &[Parameter] = &[DEPTH, NODES, TIME, WORLDS, DRAWN, SAMPLING, EVAL, TEMPERATURE, BLUNDER];
pub(super) const DEMANDS: Demands = Demands { chance: true, hidden: true, endless_chance: false };

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "overconfident",
    summary: "information-set search: the others move at random; default depth 4",
    parameters: PARAMETERS,
    demands: DEMANDS,
};

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    with_model(settings, game, Model::Overconfident)
}

/// Information-set search with this model of the others.
pub(super) fn with_model<G: Evaluated>(
    settings: &Settings,
    game: &G,
    model: Model,
) -> Result<Box<dyn Agent<G>>, Problem> {
    let Common { budget, evaluation, character } = Common::read(settings, game, DEFAULT_DEPTH)?;
    let (most, drawn) = (settings.count("worlds"), settings.count("drawn"));
    let worlds = match settings.word("sampling") {
        "batch" => Worlds::Batch(drawn),
        "single" => Worlds::OneByOne(drawn),
        _ => Worlds::All { most, drawn },
    };
    let search = InformationSetSearch::<G> {
        budget,                    // grow: full width to a depth, one move for all worlds that look alike
        evaluation,                // value: the game's evaluation at the horizon
        model,                     // backup: the mean, the minimum, or between
        policy: Box::new(Uniform), // belief: the worlds that agree with what was seen, the others' moves equally likely
        worlds,
        held: Held::default(),
    };
    Ok(Box::new(Searcher::new(search, character)))
}
