//! Proof-number search: can the mover force it? The tree grows where a proof or a disproof takes least.
//!
//! Allis, van der Meulen and van den Herik 1991. Keeps the whole tree, so memory ends it.
//! Assumes what minimax assumes: all others play against the mover, however many there are, so that what is proved can be
//! forced. Costs as many positions as the proof takes, which is few where one side has few moves. It is not for play in the
//! open: until something is proved it only knows how far away a proof is. It asks for payoffs one after the other, halving
//! what is left; one move that keeps what was proved is found, not all.

use super::bpip::MEMORY;
use super::catalog::{AgentEntry, Axes, BLUNDER, Common, Demands, NODES, TEMPERATURE, TIME};
use crate::grow::best_first::ProofSearch;
use crate::searcher::Searcher;
use outwit_game::{Agent, Evaluated, Problem, Settings, keys};

const DEFAULT_NODES: u64 = 1_000_000;

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "pns",
    summary: "proof numbers on a stored tree: who can force what, with any number of seats; default 1,000,000 nodes",
    parameters: keys![NODES, TIME, MEMORY, TEMPERATURE, BLUNDER],
    demands: Demands::OPEN_WITHOUT_CHANCE,
    axes: Axes { grow: "bestfirst", value: "proofs", backup: "minimax", belief: "adversary" },
};

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    let Common { budget, character, .. } = Common::with_nodes(settings, game, DEFAULT_NODES)?;
    let search = ProofSearch { budget, memory: settings.get(MEMORY) << 20, is_depth_first: false };
    Ok(Box::new(Searcher::new(search, character)))
}
