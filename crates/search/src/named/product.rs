//! Product: moves compared by the probability that they win, as if siblings were independent.
//!
//! Pearl, "Heuristic search theory: survey of recent results", 1981, equations 4 to 6 in Frank 1994. A position where the
//! mover wants to win is lost only if all its moves lose, so their chances multiply; payoffs and evaluations are read as
//! chances between the lowest and the highest payoff of the game. Assumes that siblings are independent, and that both
//! players will have learned who wins each leaf by the time they get there. Costs b^d positions: nothing can be pruned, for
//! every child changes the product. It is not minimax with other numbers: it likes positions with many good moves, and its
//! values swing between odd and even depths.
//!
//! With `evidence=W` the evaluation of a position that was looked into counts as well, as further evidence (Delcher and
//! Kasif 1992): its odds, to the power W, multiply those its children give.

use super::catalog::{AgentEntry, Axes, BLUNDER, COST, Common, DEPTH, Demands, EVAL, NODES, TEMPERATURE, TIME};
use crate::backup::Product;
use crate::belief::Adversary;
use crate::grow::DepthFirst;
use crate::searcher::Searcher;
use crate::value::WinShare;
use outwit_game::{Agent, Evaluated, Key, Player, Problem, Settings, keys};

const DEFAULT_DEPTH: u32 = 4;

pub(super) const EVIDENCE: Key<f64> = Key::probability(
    "evidence",
    "0",
    "how much a position's own evaluation counts beside its children: 1 as if it were independent of them",
);

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "product",
    summary: "Pearl's product rule: chances to win multiply as if siblings were independent; default depth 4",
    parameters: keys![DEPTH, NODES, TIME, COST, EVAL, EVIDENCE, TEMPERATURE, BLUNDER],
    demands: Demands::OPEN,
    axes: Axes { grow: "full", value: "evaluation", backup: "product", belief: "adversary" },
};

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    let Common { budget, evaluation, character } = Common::read(settings, game, DEFAULT_DEPTH)?;
    let facts = game.facts();
    let evidence = settings.get(EVIDENCE);
    let leaf = WinShare::new(evaluation, &facts);
    let backup = move |root: Player, players: usize| Product { evidence, ..Product::new(root, players, &facts) };
    let search = DepthFirst::plain(budget, leaf, backup, Adversary);
    Ok(Box::new(Searcher::new(search, character)))
}
