//! A negamax written by hand.

use outwit_game::{Evaluated, Evaluation, Player, Turn};

/// Alpha-beta as one writes it on an afternoon: negamax, fail-soft, moves in the order the game gives them.
pub struct Plain<'g, G: Evaluated> {
    game: &'g G,
    evaluation: G::Evaluation,
    stack: Vec<G::Move>,
    nodes: u64,
}

impl<'g, G: Evaluated> Plain<'g, G> {
    pub fn new(game: &'g G) -> Self {
        Plain { game, evaluation: game.evaluation(0), stack: Vec::new(), nodes: 0 }
    }

    /// The value of a position to seat 1, who is to move, and the moves made.
    pub fn search(mut self, start: &G::State, depth: u32) -> (f64, u64) {
        let value = self.negamax(start, depth, f64::NEG_INFINITY, f64::INFINITY, Player::FIRST);
        (value, self.nodes)
    }

    fn negamax(&mut self, state: &G::State, depth: u32, mut alpha: f64, beta: f64, side: Player) -> f64 {
        let mover = match self.game.turn(state) {
            Turn::Of(mover) => mover,
            _ => return self.game.payoffs(state)[side],
        };
        if depth == 0 {
            return self.evaluation.value(self.game, state, side);
        }
        debug_assert_eq!(mover, side, "these games alternate, passes included");
        let base = self.stack.len();
        self.game.moves(state, &mut self.stack);
        let mut best = f64::NEG_INFINITY;
        for index in base..self.stack.len() {
            let mut next = state.clone();
            self.game.play(&mut next, self.stack[index]);
            self.nodes += 1;
            let value = -self.negamax(&next, depth - 1, -beta, -alpha, side.other());
            if value > best {
                best = value;
                alpha = alpha.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        self.stack.truncate(base);
        best
    }
}
