//! Chance nodes: Star1 and Star2 (Ballard 1983).

use super::*;

impl<G: Game, E: Evaluation<G>> Walk<'_, G, E> {
    /// A chance node: Star2 probes one move of each outcome to tighten its bounds, Star1 then searches the outcomes with
    /// the windows in which they can still matter. `low` and `high` of all outcomes bound the node from both sides.
    pub(super) fn chance(&mut self, state: &mut G::State, depth: i32, ply: usize, window: Window) -> f64 {
        let game = self.game;
        let moves_base = self.moves.len();
        game.moves(state, &mut self.moves);
        let base = self.chance.len();
        let count = self.moves.len() - moves_base;
        let total: f64 = self.moves[moves_base..].iter().map(|&outcome| game.weight(state, outcome) as f64).sum();
        for place in 0..count {
            let probability = game.weight(state, self.moves[moves_base + place]) as f64 / total;
            self.chance.push(Outcome { probability, low: self.facts.lowest, high: self.facts.highest });
        }
        self.chance_above += 1;
        let value = self.outcomes(state, depth, ply, window, moves_base, base);
        self.chance_above -= 1;
        self.moves.truncate(moves_base);
        self.chance.truncate(base);
        value
    }

    fn outcomes(
        &mut self,
        state: &mut G::State,
        depth: i32,
        ply: usize,
        window: Window,
        moves_base: usize,
        base: usize,
    ) -> f64 {
        let count = self.chance.len() - base;
        // Without bounds on the payoffs nothing can be cut; with a window open on both sides nothing will be.
        let can_cut = window != OPEN && self.recorder.is_none();
        if can_cut && self.options.probe && depth > 1 {
            for place in 0..count {
                let mv = self.moves[moves_base + place];
                let inner = self.outcome_window(base, place, window);
                self.probe(state, mv, depth, ply, inner, base + place);
                if self.meter.is_stopped() {
                    return 0.0;
                }
                if let Some(cut) = self.cut(base, window) {
                    self.has_line = false;
                    return cut;
                }
            }
        }
        let mut likeliest = 0.0;
        for place in 0..count {
            let mv = self.moves[moves_base + place];
            let probability = self.chance[base + place].probability;
            let inner = if can_cut { self.outcome_window(base, place, window) } else { OPEN };
            let value = self.child(state, mv, depth, ply, inner, Some(probability));
            if self.meter.is_stopped() {
                return 0.0;
            }
            let outcome = &mut self.chance[base + place];
            // Fail-soft: at or above the window the value is a lower bound, at or below it an upper bound.
            if value > inner.alpha {
                outcome.low = outcome.low.max(value);
            }
            if value < inner.beta {
                outcome.high = outcome.high.min(value);
            }
            if value > inner.alpha && value < inner.beta {
                (outcome.low, outcome.high) = (value, value);
                if probability > likeliest {
                    likeliest = probability;
                    self.lines.extend(ply, mv, self.has_line);
                }
            } else if let Some(cut) = self.cut(base, window) {
                self.has_line = false;
                return cut;
            } else {
                // Only rounding leads here: the value lies on the edge of its window.
                let outcome = &mut self.chance[base + place];
                (outcome.low, outcome.high) = (value, value);
            }
        }
        self.has_line = likeliest > 0.0;
        self.chance[base..].iter().map(|outcome| outcome.probability * outcome.low).sum()
    }

    /// The bound that puts the whole node outside the window, if there is one.
    fn cut(&self, base: usize, window: Window) -> Option<f64> {
        let outcomes = &self.chance[base..];
        let low: f64 = outcomes.iter().map(|outcome| outcome.probability * outcome.low).sum();
        let high: f64 = outcomes.iter().map(|outcome| outcome.probability * outcome.high).sum();
        if low >= window.beta {
            Some(low)
        } else if high <= window.alpha {
            Some(high)
        } else {
            None
        }
    }

    /// In which window the value of one outcome can still decide, given the bounds of the others.
    fn outcome_window(&self, base: usize, place: usize, window: Window) -> Window {
        let others = self.chance[base..].iter().enumerate().filter(|(other, _)| *other != place);
        let (mut low, mut high) = (0.0, 0.0);
        for (_, outcome) in others {
            low += outcome.probability * outcome.low;
            high += outcome.probability * outcome.high;
        }
        let Outcome { probability, low: own_low, high: own_high } = self.chance[base + place];
        // Rounding must not cut what lies on the edge: the windows are opened by a hair.
        let alpha = (window.alpha - high) / probability;
        let beta = (window.beta - low) / probability;
        let (alpha, beta) = (alpha - tolerance(alpha) * 1e-3, beta + tolerance(beta) * 1e-3);
        // A value at the edge of what is possible is exact, so the window includes it.
        Window { alpha: alpha.max(own_low.next_down()), beta: beta.min(own_high.next_up()) }
    }

    /// Star2: after this outcome, one move of the player bounds the outcome's value from that player's side.
    fn probe(&mut self, state: &mut G::State, outcome: G::Move, depth: i32, ply: usize, window: Window, at: usize) {
        let game = self.game;
        if !self.meter.count() {
            return;
        }
        let bound = descend(game, state, outcome, |next| {
            let Turn::Of(mover) = game.turn(next) else {
                return None;
            };
            let ours = mover == self.root;
            let base = self.moves.len();
            game.moves(next, &mut self.moves);
            let hint = |mv| game.order_hint(next, mv);
            let scores = self.ordering.score(&self.moves[base..], hint, NO_TAG, ply + 1, ours);
            let end = self.moves.len();
            self.ordering.bring_best(&mut self.moves[base..end], scores, 0);
            let mv = self.moves[base];
            self.ordering.pop(scores);
            self.moves.truncate(base);
            let value = self.child(next, mv, one_deeper(depth), ply + 1, window, None);
            Some((value, ours))
        });
        if self.meter.is_stopped() {
            return;
        }
        let known = &mut self.chance[at];
        match bound {
            // Our best move is at least as good as this one, if this one's value is not just an upper bound.
            Some((value, true)) if value > window.alpha => known.low = known.low.max(value),
            Some((value, false)) if value < window.beta => known.high = known.high.min(value),
            _ => {}
        }
    }
}
