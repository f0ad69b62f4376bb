//! The last ply: a node just above the horizon.

use super::*;

impl<G: Game, E: Evaluation<G>> Walk<'_, G, E> {
    /// A player's node one ply above the horizon, where most of the time goes: nothing to order, to remember or to descend
    /// into, just leaves.
    pub(super) fn frontier<const OURS: bool>(&mut self, state: &mut G::State, ply: usize, window: Window) -> f64 {
        let (game, evaluation, root) = (self.game, self.horizon.evaluation, self.root);
        let sign = if OURS { 1.0 } else { -1.0 };
        let (alpha, beta) = if OURS { (window.alpha, window.beta) } else { (-window.beta, -window.alpha) };
        let patience = evaluation.foresight_cost();
        if patience == 0
            && let Some(value) = self.foreseen::<OURS>(state, ply, window)
        {
            return value;
        }
        let base = self.moves.len();
        self.list_moves(state, false);
        let mut best = f64::NEG_INFINITY;
        for index in base..self.moves.len() {
            if patience > 0
                && index == base + patience
                && let Some(value) = self.foreseen::<OURS>(state, ply, window)
            {
                self.moves.truncate(base);
                return value;
            }
            if !self.meter.count() {
                break;
            }
            let mv = self.moves[index];
            let (value, is_over) = descend(game, state, mv, |next| {
                let is_over = game.turn(next).is_over();
                (
                    if is_over { end_value(game, next, evaluation, root) } else { evaluation.value(game, next, root) },
                    is_over,
                )
            });
            self.touched_horizon |= !is_over;
            let value = sign * value;
            if value > best {
                best = value;
                if value > alpha {
                    if value >= beta {
                        break;
                    }
                    self.lines.extend(ply, mv, false);
                }
            }
        }
        self.moves.truncate(base);
        self.has_line = best > alpha && best < beta;
        sign * best
    }

    /// The same where the evaluation knows what the moves lead to. What it leaves out is worse for us or, if another moves,
    /// all the same to us.
    #[inline]
    fn foreseen<const OURS: bool>(&mut self, state: &G::State, ply: usize, window: Window) -> Option<f64> {
        let sign = if OURS { 1.0 } else { -1.0 };
        let (alpha, beta) = if OURS { (window.alpha, window.beta) } else { (-window.beta, -window.alpha) };
        self.after.clear();
        if !self.horizon.evaluation.after_moves(self.game, state, &mut self.after) {
            return None;
        }
        let mut best = f64::NEG_INFINITY;
        for after in &self.after {
            self.touched_horizon |= !after.is_over;
            let value = sign * after.values[self.root];
            if value > best {
                best = value;
                if value > alpha && value < beta {
                    self.lines.extend(ply, G::Move::from_code(after.first), false);
                }
            }
        }
        self.has_line = best > alpha && best < beta;
        Some(sign * best)
    }
}
