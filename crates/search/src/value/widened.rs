//! Intervals for an evaluation that has none: a value may move as far as such values have been seen to.
//!
//! Max-Prob asks with what probability each seat will have the highest value, so it needs to know how uncertain values are.
//! An evaluation that gives numbers alone says nothing about that, and to take its numbers for certain would make every
//! lead, however small, a sure win. Here each seat's value v becomes the interval from v - w to v + w. Near an even position
//! w is the half-width of the uniform distribution that varies as much as values were seen to change on a deeper look: what
//! was [learned](Evaluation::spread) of the evaluation, or else what a few positions of random games show. Where seats are
//! far apart w grows with half their distance d, as the root of r^2 + d^2, so that no lead is ever a win for certain and a
//! larger lead is always a better chance.

use super::{Spread, sample_quickly};
use outwit_game::{After, Evaluation, Game, Interval, MAX_SEATS, Payoffs, Player, Rng, Span, Turn};
use std::sync::OnceLock;

/// An evaluation with intervals: its own, where it has some.
#[derive(Clone, Debug)]
pub struct Widened<E> {
    evaluation: E,
    reach: OnceLock<f64>,
}

impl<E> Widened<E> {
    /// Gives an evaluation intervals.
    pub fn new(evaluation: E) -> Widened<E> {
        Widened { evaluation, reach: OnceLock::new() }
    }

    /// How far values move where all seats are even; 0 where the evaluation has intervals of its own, or a file says all
    /// that is known. Worked out once, from the game alone.
    fn reach<G: Game>(&self, game: &G) -> f64
    where
        E: Evaluation<G>,
    {
        *self.reach.get_or_init(|| {
            if game.is_written_out() || has_intervals(game, &self.evaluation) {
                return 0.0;
            }
            let learned = match self.evaluation.spread(game) {
                Some(text) => Spread::read(text).ok(),
                None => sample_quickly(game, &self.evaluation),
            };
            // A uniform distribution of half-width w varies by w / sqrt(3).
            let moves = 3f64.sqrt() * learned.map_or(0.0, |spread| spread.deviation());
            let facts = game.facts();
            let range = facts.highest / 2.0 - facts.lowest / 2.0;
            match moves > 0.0 {
                true => moves,
                false if range.is_finite() => range,
                false => 1.0,
            }
        })
    }
}

/// Whether an evaluation ever gives an interval that is more than a point: a few random games tell.
fn has_intervals<G: Game, E: Evaluation<G>>(game: &G, evaluation: &E) -> bool {
    const GAMES: u64 = 4;
    const PLIES: usize = 40;
    let mut scratch = Vec::new();
    for number in 0..GAMES {
        let mut rng = Rng::stream(0, number);
        let mut state = game.start(&mut rng);
        for _ in 0..PLIES {
            let intervals = evaluation.intervals(game, &state);
            if intervals[..game.players()].iter().any(|interval| interval.low < interval.high) {
                return true;
            }
            let mv = match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => game.draw(&state, &mut rng),
                Turn::Of(_) => game.random_move(&state, &mut rng, &mut scratch),
            };
            game.play(&mut state, mv);
        }
    }
    false
}

/// Points become intervals; intervals stay.
fn widen(intervals: &mut [Interval], reach: f64) {
    if reach == 0.0 || intervals.iter().any(|interval| interval.low < interval.high) {
        return;
    }
    let low = intervals.iter().map(|interval| interval.low).fold(f64::INFINITY, f64::min);
    let high = intervals.iter().map(|interval| interval.low).fold(f64::NEG_INFINITY, f64::max);
    let width = libm::hypot(reach, high / 2.0 - low / 2.0);
    for interval in intervals {
        *interval = Interval { low: interval.low - width, high: interval.high + width };
    }
}

impl<G: Game, E: Evaluation<G>> Evaluation<G> for Widened<E> {
    fn value(&self, game: &G, state: &G::State, seat: Player) -> f64 {
        self.evaluation.value(game, state, seat)
    }

    fn values(&self, game: &G, state: &G::State) -> Payoffs {
        self.evaluation.values(game, state)
    }

    fn intervals(&self, game: &G, state: &G::State) -> [Interval; MAX_SEATS] {
        let mut intervals = self.evaluation.intervals(game, state);
        widen(&mut intervals[..game.players()], self.reach(game));
        intervals
    }

    fn spikes(&self, game: &G, state: &G::State, seat: Player, out: &mut Vec<(f64, f64)>) {
        self.evaluation.spikes(game, state, seat, out);
    }

    fn kind(&self, game: &G, state: &G::State) -> usize {
        self.evaluation.kind(game, state)
    }

    fn spread(&self, game: &G) -> Option<&'static str> {
        self.evaluation.spread(game)
    }

    fn after_moves(&self, game: &G, state: &G::State, out: &mut Vec<After>) -> bool {
        let first = out.len();
        let is_known = self.evaluation.after_moves(game, state, out);
        let reach = self.reach(game);
        if reach > 0.0 {
            for after in out[first..].iter_mut().filter(|after| !after.is_over) {
                widen(&mut after.intervals[..game.players()], reach);
            }
        }
        is_known
    }

    fn foresight_cost(&self) -> usize {
        self.evaluation.foresight_cost()
    }

    fn is_symmetric(&self) -> bool {
        self.evaluation.is_symmetric()
    }

    fn unit(&self, game: &G) -> f64 {
        self.evaluation.unit(game)
    }

    fn span(&self, game: &G) -> Option<Span> {
        self.evaluation.span(game)
    }

    fn present_weight(&self, game: &G, state: &G::State) -> f64 {
        self.evaluation.present_weight(game, state)
    }

    fn is_quiet(&self, game: &G, state: &G::State) -> bool {
        self.evaluation.is_quiet(game, state)
    }

    fn features(&self, game: &G, state: &G::State, out: &mut Vec<f64>) {
        self.evaluation.features(game, state, out);
    }

    fn feature_names(&self) -> &'static [&'static str] {
        self.evaluation.feature_names()
    }

    fn trials(
        &self,
        game: &G,
        seat: Player,
        seen: &[G::Seen],
        moves: &[G::Move],
        past: &mut Vec<(Vec<f64>, f64)>,
        now: &mut Vec<Vec<f64>>,
    ) -> bool {
        self.evaluation.trials(game, seat, seen, moves, past, now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::win_probabilities;

    fn chances(values: &[f64], reach: f64) -> Payoffs {
        let mut intervals: Vec<Interval> = values.iter().map(|&value| Interval::point(value)).collect();
        widen(&mut intervals, reach);
        win_probabilities(&intervals)
    }

    #[test]
    fn an_even_position_is_an_even_chance_and_no_lead_is_certain() {
        let even = chances(&[0.0, 0.0, 0.0], 0.3);
        Player::all(3).for_each(|seat| assert!((even[seat] - 1.0 / 3.0).abs() < 1e-12));
        let mut last = 0.5;
        for lead in 1..200 {
            let chance = chances(&[f64::from(lead) * 0.05, -f64::from(lead) * 0.05], 0.3)[Player::FIRST];
            assert!(chance > last && chance < 1.0, "{lead}: {chance}");
            last = chance;
        }
    }

    #[test]
    fn whoever_has_more_has_a_better_chance_whatever_the_others_have() {
        for seed in 0..500 {
            let mut rng = Rng::stream(5, seed);
            let mut values: Vec<f64> = (0..2 + rng.index(4)).map(|_| rng.unit() * 4.0 - 2.0).collect();
            let before = chances(&values, 0.2)[Player::FIRST];
            values[0] += 0.01;
            assert!(chances(&values, 0.2)[Player::FIRST] > before - 1e-12, "{values:?}");
        }
    }
}
