//! Expectiminimax: adversaries and dice.
//!
//! Course notes; Michie 1966, with the pruning of Ballard 1983. The mover maximises its expected payoff, everybody else
//! minimises it, chance averages. Costs (b n)^d positions for n outcomes a roll; Star1 and Star2 cut outcomes that can no
//! longer matter, because payoffs and evaluations stay within the bounds the game declares. `pruning=none` looks at
//! everything, for comparison. Without chance this is [`alphabeta`](super::alphabeta).
//!
//! `beam` makes it look further ahead in the same time: of the moves at the root only as many are followed as it says, those that
//! a first look finds best, and below it `replies` of them; the last ply is looked at whole. That is how programs for backgammon
//! look three plies ahead, and it is no longer minimax: what looks bad at first is never found to be good.

use super::alphabeta::{EXACT, TIES, ties};
use super::catalog::{AgentEntry, Axes, BLUNDER, COST, Common, DEPTH, Demands, EVAL, NODES, TEMPERATURE, TIME};
use crate::backup::Minimax;
use crate::belief::Adversary;
use crate::grow::{AlphaBeta, Beam, DepthFirst, Options};
use crate::searcher::Searcher;
use crate::value::Own;
use outwit_game::{Agent, Evaluated, Key, Player, Problem, Settings, Word, keys};

const DEFAULT_DEPTH: u32 = 2;

const PRUNING: Key<Word> = Key::choice("pruning", "star2", &["star2", "star1", "none"], "how chance nodes are cut");

const BEAM: Key<usize> =
    Key::integer("beam", "0", 0, 1 << 16, "follow this many moves, those that look best at first; 0 for all of them");
const REPLIES: Key<usize> = Key::integer("replies", "1", 1, 1 << 16, "with beam: how many are followed below the root");

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "expectiminimax",
    summary: "minimax with dice: the others do their worst, chance averages; default depth 2",
    parameters: keys![DEPTH, NODES, TIME, COST, EVAL, PRUNING, BEAM, REPLIES, TIES, EXACT, TEMPERATURE, BLUNDER],
    demands: Demands::OPEN,
    axes: Axes { grow: "alphabeta", value: "evaluation", backup: "minimax", belief: "adversary" },
};

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    let Common { budget, evaluation, character } = Common::read(settings, game, DEFAULT_DEPTH)?;
    let pruning = settings.get(PRUNING);
    let beam = Some(Beam { root: settings.get(BEAM), replies: settings.get(REPLIES) }).filter(|beam| beam.root > 0);
    if pruning == "none" {
        if beam.is_some() {
            return Err(Problem::new(
                "beam leaves moves out, and pruning=none looks at all of them: give one of the two",
            ));
        }
        let backup = |root: Player, players: usize| Minimax { root, players };
        let search = DepthFirst::plain(budget, Own(evaluation), backup, Adversary);
        return Ok(Box::new(Searcher::new(search, character)));
    }
    let options = Options { ties: ties(settings, &character), probe: pruning == "star2", beam, ..Options::default() };
    Ok(Box::new(Searcher::new(AlphaBeta::new(budget, options, evaluation), character)))
}
