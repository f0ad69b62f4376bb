//! A beam: the moves that look best to their mover are followed, the others are not.

use super::*;

/// The moves that look best, which alone are followed: the others cost a look each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Beam {
    /// At the root; all of them where the value of every move is asked for.
    pub root: usize,
    /// Below it.
    pub replies: usize,
}

impl<G: Game, E: Evaluation<G>> Walk<'_, G, E> {
    /// Leaves of the moves from `base` on as many as are followed, those that look best to their mover.
    #[cold]
    pub(super) fn narrow<const OURS: bool>(&mut self, state: &mut G::State, base: usize, most: usize) {
        if self.moves.len() - base <= most {
            return;
        }
        let (game, evaluation, root) = (self.game, self.horizon.evaluation, self.root);
        self.looks.clear();
        for index in base..self.moves.len() {
            if !self.meter.count() {
                return;
            }
            let mv = self.moves[index];
            let value = descend(game, state, mv, |next| match game.turn(next).is_over() {
                true => end_value(game, next, evaluation, root),
                false => evaluation.value(game, next, root),
            });
            self.looks.push((if OURS { value } else { -value }, mv));
        }
        for place in 0..most {
            let later = place + 1..self.looks.len();
            let best = later.fold(place, |best, at| if self.looks[at].0 > self.looks[best].0 { at } else { best });
            self.looks[place..=best].rotate_right(1);
            self.moves[base + place] = self.looks[place].1;
        }
        self.moves.truncate(base + most);
    }
}
