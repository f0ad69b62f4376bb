//! Full width to a depth, the others being one of several types with evaluations of their own.
//!
//! Carmel and Markovitch 1993 and Iida and others 1993 (OM, M*: one type); Donkers, Uiterwijk and van den Herik 2001 (PrOM:
//! several, with probabilities). Every value is what a position is worth to the seat that searches, in somebody's eyes. Each type
//! minimises that value in its own eyes and believes that we go by them too; we maximise in ours, knowing where each type would
//! go. Nothing can be pruned: costs b^d positions with one value a type.

use crate::findings::{Findings, Found, UNKNOWN, best_of};
use crate::searcher::{Search, position};
use outwit_game::{
    Bound, Budget, Control, Evaluated, Evaluation, Meter, Player, Problem, Rng, Turn, View, equally_good,
};

/// The search.
pub struct OpponentModel<G: Evaluated> {
    /// Plies, nodes or time; deepens where nodes or time are given.
    pub budget: Budget,
    /// How we value positions.
    pub own: G::Evaluation,
    /// How the others may value them, with probabilities that add up to 1.
    pub types: Vec<(G::Evaluation, f64)>,
}

struct Walk<'a, 'c, G: Evaluated> {
    game: &'a G,
    search: &'a OpponentModel<G>,
    seat: Player,
    meter: Meter<'c>,
    touched_horizon: bool,
}

impl<G: Evaluated> Walk<'_, '_, G> {
    /// Our value, then each type's; nothing when the search must stop.
    fn value(&mut self, state: &G::State, depth: u32) -> Option<Vec<f64>> {
        let (game, seat) = (self.game, self.seat);
        let turn = game.turn(state);
        let width = self.search.types.len() + 1;
        if turn.is_over() {
            return Some(vec![game.payoffs(state)[seat]; width]);
        }
        if depth == 0 || turn == Turn::Chance && game.draws(state) {
            self.touched_horizon = true;
            let mut values = vec![self.search.own.value(game, state, seat)];
            values.extend(self.search.types.iter().map(|(evaluation, _)| evaluation.value(game, state, seat)));
            return Some(values);
        }
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let below = if turn == Turn::Chance { depth } else { depth - 1 };
        let mut children = Vec::with_capacity(moves.len());
        for &mv in &moves {
            if !self.meter.count() {
                return None;
            }
            let mut next = state.clone();
            game.play(&mut next, mv);
            children.push(self.value(&next, below)?);
        }
        let column = |place: usize| children.iter().map(move |child| child[place]);
        Some(match turn {
            Turn::Of(player) if player == seat => {
                (0..width).map(|place| column(place).fold(f64::NEG_INFINITY, f64::max)).collect()
            }
            Turn::Of(_) => {
                let mut values = vec![0.0; width];
                for (place, (_, probability)) in self.search.types.iter().enumerate() {
                    let least = column(place + 1).fold(f64::INFINITY, f64::min);
                    values[place + 1] = least;
                    // Of equally good replies any may come.
                    let chosen = children.iter().filter(|child| equally_good(-child[place + 1], -least));
                    let (sum, count) = chosen.fold((0.0, 0.0), |(sum, count), child| (sum + child[0], count + 1.0));
                    values[0] += probability * sum / count;
                }
                values
            }
            _ => {
                let weights: Vec<f64> = moves.iter().map(|&mv| game.weight(state, mv) as f64).collect();
                let total: f64 = weights.iter().sum();
                let mean = |place| column(place).zip(&weights).map(|(value, weight)| value * weight / total).sum();
                (0..width).map(mean).collect()
            }
        })
    }
}

impl<G: Evaluated> Search<G> for OpponentModel<G> {
    fn search(
        &mut self,
        view: &View<'_, G>,
        _rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        let (game, state, seat) = (view.game(), position(view)?, view.seat());
        let meter = Meter::new(control, &self.budget)?;
        let mut walk = Walk { game, search: self, seat, meter, touched_horizon: false };
        let deepest = self.budget.depth.unwrap_or(u32::MAX).max(1);
        let is_timed = self.budget.nodes.is_some() || self.budget.time.is_some() || control.deadline.is_some();
        let mut depth = if is_timed || control.stop.is_some() { 1 } else { deepest };
        let mut last: Option<(Vec<f64>, u32)> = None;
        loop {
            walk.touched_horizon = false;
            let mut values = Vec::with_capacity(view.moves().len());
            for &mv in view.moves() {
                if !walk.meter.count() {
                    break;
                }
                let mut next = state.clone();
                game.play(&mut next, mv);
                match walk.value(&next, depth - 1) {
                    Some(all) => values.push(all[0]),
                    None => break,
                }
            }
            if values.len() < view.moves().len() {
                break;
            }
            last = Some((values, depth));
            if depth >= deepest || !walk.touched_horizon {
                break;
            }
            depth += 1;
        }
        let nodes = walk.meter.nodes();
        let found = |(place, &mv): (usize, &G::Move)| {
            let mut values = UNKNOWN;
            values[seat.index()] = last.as_ref().map(|(values, _)| values[place]);
            Found { mv, values, bound: Bound::Exact, line: vec![mv] }
        };
        let moves: Vec<Found<G::Move>> = view.moves().iter().enumerate().map(found).collect();
        let best = best_of(&moves, seat);
        let (value, line) = (moves[best[0]].values, moves[best[0]].line.clone());
        let depth = last.map_or(0, |(_, depth)| depth);
        Ok(Findings {
            extras: Vec::new(),
            moves,
            best,
            picks: Vec::new(),
            value,
            line,
            nodes,
            depth,
            tree: None,
            remarks: Vec::new(),
        })
    }
}
