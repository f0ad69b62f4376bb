//! Greedy: the move after which the position looks best.
//!
//! One ply: each move is made and the position after it evaluated for the mover; a finished game counts what it pays.
//! Assumes nothing about the others, for it never looks at their replies. Costs one evaluation a move.

use super::catalog::{self, AgentEntry, Axes, BLUNDER, Demands, EVAL, TEMPERATURE};
use crate::findings::{Findings, Found, UNKNOWN, best_of};
use crate::searcher::{Search, Searcher, position};
use outwit_game::{
    Agent, Bound, Budget, Control, Evaluated, Evaluation, Meter, Player, Problem, Rng, Settings, View, descend,
    end_values, keys,
};

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "greedy",
    summary: "the move after which the position looks best",
    parameters: keys![EVAL, TEMPERATURE, BLUNDER],
    demands: Demands::OPEN,
    axes: Axes { grow: "one ply", value: "evaluation", backup: "the best for itself", belief: "none" },
};

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    let character = crate::character::Character::from_settings(settings);
    Ok(Box::new(Searcher::new(Greedy::<G> { evaluation: catalog::evaluation(settings, game)? }, character)))
}

/// The search.
pub struct Greedy<G: Evaluated> {
    /// Values the positions after the moves.
    pub evaluation: G::Evaluation,
}

impl<G: Evaluated> Search<G> for Greedy<G> {
    fn search(
        &mut self,
        view: &View<'_, G>,
        _rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        let (game, state, seat) = (view.game(), position(view)?, view.seat());
        let mut meter = Meter::new(control, &Budget::default())?;
        let mut listed = Vec::new();
        game.moves(state, &mut listed);
        let mut moves = Vec::with_capacity(listed.len());
        for mv in listed {
            meter.count();
            let after = descend(game, state, mv, |next| {
                if game.turn(next).is_over() {
                    end_values(game, next, &self.evaluation)
                } else {
                    self.evaluation.values(game, next)
                }
            });
            let mut values = UNKNOWN;
            for player in Player::all(game.players()) {
                values[player.index()] = Some(after[player]);
            }
            moves.push(Found { mv, values, bound: Bound::Exact, line: vec![mv] });
        }
        let best = best_of(&moves, seat);
        let first = &moves[best[0]];
        let (value, line) = (first.values, vec![first.mv]);
        let nodes = meter.nodes();
        let (picks, remarks, extras) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Findings { best, picks, value, line, nodes, depth: 1, tree: None, remarks, extras, moves })
    }
}
