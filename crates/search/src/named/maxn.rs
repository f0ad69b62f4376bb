//! MaxN: everybody plays for itself.
//!
//! Luckhardt and Irani 1986; pruning after Korf 1991 and Sturtevant 2003. Assumes that every player maximises its own value
//! and does not care about anybody else's. Costs b^d positions less what pruning saves, and pruning needs to know what the
//! values add up to at most. The value of a position depends on how ties are broken, and no player can know how the others
//! do: `ties=first` takes the first of equally good moves, `ties=random` weighs every way to break them and answers with
//! probabilities. It is not [`maxprob`](super::maxprob), which maximises the probability to win.

use super::catalog::{
    AgentEntry, Axes, BLUNDER, COST, Common, DEPTH, Demands, EVAL, NODES, ROOT, TEMPERATURE, TIES, TIME,
};
use crate::backup::{FirstTie, Preference, Pruning, RandomTies, Strategy};
use crate::belief::Adversary;
use crate::grow::DepthFirst;
use crate::searcher::Searcher;
use crate::value::{Certain, Everybody};
use outwit_game::{Agent, Evaluated, Evaluation, Key, Player, Problem, Settings, Word, keys};

const DEFAULT_DEPTH: u32 = 4;

const PRUNING: Key<Word> = Key::choice(
    "pruning",
    "shallow",
    &["shallow", "last-branch", "none"],
    "which lines that cannot matter are left out, where the values add up",
);

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "maxn",
    summary: "everybody maximises its own value; default depth 4",
    parameters: keys![DEPTH, NODES, TIME, COST, EVAL, TIES, ROOT, PRUNING, TEMPERATURE, BLUNDER],
    demands: Demands::OPEN,
    axes: Axes { grow: "full", value: "evaluation", backup: "maxn", belief: "adversary" },
};

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    let Common { budget, evaluation, character } = Common::read(settings, game, DEFAULT_DEPTH)?;
    let prefers_looks = settings.get(ROOT) == "heuristic";
    let pruning = match settings.get(PRUNING) {
        "none" => Pruning::None,
        "last-branch" => Pruning::LastBranch,
        _ => Pruning::Shallow,
    };
    let span = evaluation.span(game);
    let preference = |root: Player| Preference { root, strategy: Strategy::MaxN };
    Ok(if settings.get(TIES) == "random" {
        let backup = move |root: Player, players: usize| RandomTies { preference: preference(root), players };
        let search =
            DepthFirst { prefers_looks, ..DepthFirst::new(budget, Certain(Everybody(evaluation)), backup, Adversary) };
        Box::new(Searcher::new(search, character))
    } else {
        let backup =
            move |root: Player, players: usize| FirstTie { preference: preference(root), players, span, pruning };
        let search = DepthFirst { prefers_looks, ..DepthFirst::new(budget, Everybody(evaluation), backup, Adversary) };
        Box::new(Searcher::new(search, character))
    })
}
