//! Alpha-beta: minimax without looking at what cannot matter, as strong programs do it.
//!
//! Knuth and Moore 1975, with a transposition table, iterative deepening, move ordering by table, killer and history
//! moves, and null windows. The assumption and the answer are those of [`minimax`](super::minimax): the mover maximises
//! its payoff, everybody else minimises it. Costs b^(d/2) positions where the ordering is right.
//!
//! Of moves that win for certain it plays one that wins soonest, of those that lose one that loses latest, as far as it has looked.
//! Every equally good move is found, with its exact value; the others get an upper bound. `exact=true` gives every
//! move's value exactly, `ties=one` asks for one best move and is faster. With `singular=MARGIN` a move without an
//! alternative is followed a ply deeper (Anantharaman, Campbell and Hsu 1990), with `reductions=true` moves late in the order
//! are followed less deep; the answer is then no longer that of minimax to the depth. Against the clock the search goes to the
//! end of a game whose end is near, if the game says how far that is.

use super::catalog::{AgentEntry, Axes, BLUNDER, COST, Common, Demands, EVAL, NODES, TEMPERATURE, TIME};
use crate::character::Character;
use crate::grow::{AlphaBeta, Options, Ties};
use crate::searcher::Searcher;
use outwit_game::{Agent, Evaluated, Key, Problem, Settings, Word, keys};

const DEFAULT_DEPTH: u32 = 8;

const DEPTH: Key<Option<u32>> = Key::integer(
    "depth",
    "",
    0,
    200,
    "plies to look ahead; without any budget small games are searched to the end, others to the default depth, or as deep \
     as five million moves go where they branch too much for that",
);
pub(super) const EXACT: Key<bool> = Key::flag("exact", "false", "give every move's exact value");
pub(super) const TIES: Key<Word> =
    Key::choice("ties", "all", &["all", "one"], "find all equally good moves, or just one, faster");
pub(super) const TABLE: Key<usize> =
    Key::integer("table", "16", 0, 1 << 16, "MiB for the transposition table; 0 for none");
pub(super) const QUIESCENCE: Key<u32> =
    Key::integer("quiescence", "0", 0, 32, "plies beyond the depth to follow positions the evaluation calls unquiet");
const SINGULAR: Key<Option<f64>> = Key::amount(
    "singular",
    "",
    "follow a move a ply deeper that is better than all others by this much; off by default",
);
const SYMMETRY: Key<bool> =
    Key::flag("symmetry", "true", "look once at positions that differ in names alone, as a board and its mirror image");
const REDUCTIONS: Key<bool> = Key::flag(
    "reductions",
    "false",
    "look at moves late in the order less deep until one turns out well: deeper in the same time, and no longer minimax",
);
const ORDERING: Key<bool> = Key::flag("ordering", "true", "try promising moves first");
const SCOUT: Key<bool> =
    Key::flag("scout", "true", "test moves after the first with a null window; false for alpha-beta as in textbooks");

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "alphabeta",
    summary: "minimax with pruning, table and deepening: the strong default; default depth 8",
    parameters: keys![
        DEPTH,
        NODES,
        TIME,
        COST,
        EVAL,
        TIES,
        EXACT,
        TABLE,
        ORDERING,
        SCOUT,
        SYMMETRY,
        QUIESCENCE,
        SINGULAR,
        REDUCTIONS,
        TEMPERATURE,
        BLUNDER
    ],
    demands: Demands::OPEN_WITHOUT_CHANCE,
    axes: Axes { grow: "alphabeta", value: "evaluation", backup: "minimax", belief: "adversary" },
};

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    let Common { mut budget, evaluation, character } = Common::read(settings, game, DEFAULT_DEPTH)?;
    // It is quick, and its depth is large: many more moves take as long.
    budget.patience = budget.patience.map(|moves| 10 * moves);
    let options = Options {
        ties: ties(settings, &character),
        table_bytes: settings.get(TABLE) << 20,
        ordering: settings.get(ORDERING),
        null_window: settings.get(SCOUT),
        quiescence: settings.get(QUIESCENCE),
        singular: settings.get(SINGULAR),
        symmetry: settings.get(SYMMETRY),
        reductions: settings.get(REDUCTIONS),
        ..Options::default()
    };
    Ok(Box::new(Searcher::new(AlphaBeta::new(budget, options, evaluation), character)))
}

/// What to ask about the root's moves. A choice that is softened by temperature needs every value.
pub(super) fn ties(settings: &Settings, character: &Character) -> Ties {
    if settings.get(EXACT) || character.needs_all_values() {
        Ties::Exact
    } else if settings.get(TIES) == "one" {
        Ties::One
    } else {
        Ties::All
    }
}
