//! Best-reply search: only one of the others moves between two of your moves, the one that hurts most.
//!
//! Schadd and Winands 2011. Assumes that the others are against the root, as [`paranoid`](super::paranoid) does, but that
//! only one of them finds a strong reply; the rest pass. So the search looks further ahead in its own moves than one that
//! gives everybody a turn. Costs (b b(n-1))^(d/2) positions before pruning; a ply is the root's move or one reply. The
//! positions it looks at need not be possible, so it needs a game in which a turn can be passed. `brs+` is the variant in
//! which the rest make the move that looks best to them.
//!
//! It is minimax of a tree whose plies are no moves of the game: a reply is a seat *and* a move, and after it everybody passes.
//! So it has a walk of its own ([`BestReply`]), which the general engine is held against: full-width minimax of the tree that it
//! writes says what it says.

use super::catalog::{AgentEntry, Axes, BLUNDER, Common, DEPTH, Demands, EVAL, NODES, ROOT, TEMPERATURE, TIME};
use crate::grow::{BestReply, PreferLooks};
use crate::searcher::Searcher;
use outwit_game::{Agent, Evaluated, Game, Problem, Rng, Settings, Turn, keys};

const DEFAULT_DEPTH: u32 = 4;

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "brs",
    summary: "only the most hurtful of the others replies, the rest pass; default depth 4",
    parameters: keys![DEPTH, NODES, TIME, EVAL, ROOT, TEMPERATURE, BLUNDER],
    demands: Demands { passes: true, ..Demands::OPEN_WITHOUT_CHANCE },
    axes: Axes { grow: "full, one reply a round", value: "evaluation", backup: "paranoid", belief: "adversary" },
};

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    seat(settings, game, false)
}

pub(super) fn seat<G: Evaluated>(
    settings: &Settings,
    game: &G,
    others_move: bool,
) -> Result<Box<dyn Agent<G>>, Problem> {
    let Common { budget, evaluation, character } = Common::read(settings, game, DEFAULT_DEPTH)?;
    let search = BestReply { budget, evaluation: evaluation.clone(), others_move };
    Ok(if settings.get(ROOT) == "heuristic" {
        Box::new(Searcher::new(PreferLooks { search, evaluation }, character))
    } else {
        Box::new(Searcher::new(search, character))
    })
}

/// Whether the turn can be given to another seat at the start.
pub(super) fn knows_passes<G: Game>(game: &G) -> bool {
    let mut state = game.start(&mut Rng::new(0));
    match game.turn(&state) {
        Turn::Of(player) => {
            let next = outwit_game::Player::new((player.index() + 1) % game.players());
            game.pass_to(&mut state, next)
        }
        _ => false,
    }
}
