//! Max-Prob: maximise the probability to win.
//!
//! Hashavit and Markovitch 2011. Assumes that everybody maximises its own probability to win and, of equally good moves,
//! takes each with the same probability; so the value of a position is an average over all best moves of its player, for
//! everybody. A finished game has been won by the seats with the highest payoff. Where the look-ahead ends, the evaluation
//! says between which ends each seat's final value lies, and the probability to win is that of having the highest
//! ([`win_probabilities`](crate::value::win_probabilities)). An evaluation that gives numbers alone gets intervals from how
//! far its values move on a deeper look ([`Widened`]), so that a lead is a better chance and never a certain win; in a tree
//! file a number is certain. A draw, paid or certain, is an equal share for everybody. Values are probabilities, not
//! payoffs. Costs b^d positions: nothing can be pruned, but equivalent moves are looked at once and the last ply is not
//! played out where the evaluation knows what its moves lead to.
//!
//! With two seats that can win, draw or lose, and an evaluation of numbers that add up to the same, chances rise and fall
//! with values, so it plays the moves that minimax plays to the same depth. With intervals that differ in width, or where
//! payoffs are more than who has won, it does not.

use super::catalog::{AgentEntry, Axes, BLUNDER, COST, Common, DEPTH, Demands, EVAL, NODES, ROOT, TEMPERATURE, TIME};
use crate::backup::MaxProb;
use crate::belief::Adversary;
use crate::grow::DepthFirst;
use crate::searcher::Searcher;
use crate::value::{Widened, Winning};
use outwit_game::{Agent, Evaluated, Player, Problem, Settings, keys};

const DEFAULT_DEPTH: u32 = 4;

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "maxprob",
    summary: "everybody maximises its probability to win; default depth 4",
    parameters: keys![DEPTH, NODES, TIME, COST, EVAL, ROOT, TEMPERATURE, BLUNDER],
    demands: Demands::OPEN,
    axes: Axes { grow: "full", value: "intervals", backup: "maxprob", belief: "adversary" },
};

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    let Common { budget, evaluation, character } = Common::read(settings, game, DEFAULT_DEPTH)?;
    let prefers_looks = settings.get(ROOT) == "heuristic";
    let backup = |_: Player, players: usize| MaxProb { players };
    let leaf = Winning { evaluation: Widened::new(evaluation), players: game.players() };
    let search = DepthFirst { prefers_looks, ..DepthFirst::new(budget, leaf, backup, Adversary) };
    Ok(Box::new(Searcher::new(search, character)))
}
