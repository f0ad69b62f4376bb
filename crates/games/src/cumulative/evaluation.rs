//! What a match is worth: the hand, the standing, and the hands to come.

use super::{Ahead, Hand, Match};
use outwit_game::{After, Evaluated, Evaluation, Game, Interval, MAX_SEATS, NamedEvaluation, Payoffs, Player, Span};

/// The evaluation of a hand, with the standing.
#[derive(Clone)]
pub struct MatchEvaluation<E>(E);

impl<E> MatchEvaluation<E> {
    /// What each seat has, and may expect of the hands not begun: an equal share of what they pay in all.
    #[inline]
    fn base<G: Evaluated>(game: &Match<G>, hand: &Hand<G::State>) -> Payoffs {
        let average = game.facts.sum.map_or(0.0, |sum| sum / game.players() as f64);
        let to_come = game.left(hand) * average;
        let mut base = Payoffs::ZERO;
        for seat in Player::all(game.players()) {
            base[seat] = hand.has(seat) + to_come;
        }
        base
    }
}

impl<G: Evaluated> Evaluation<Match<G>> for MatchEvaluation<G::Evaluation> {
    fn value(&self, game: &Match<G>, hand: &Hand<G::State>, seat: Player) -> f64 {
        let in_hand = if game.hand_is_over(hand) { 0.0 } else { self.0.value(&game.inner, &hand.state, seat) };
        Self::base(game, hand)[seat] + in_hand
    }

    fn is_symmetric(&self) -> bool {
        self.0.is_symmetric()
    }

    #[inline]
    fn values(&self, game: &Match<G>, hand: &Hand<G::State>) -> Payoffs {
        let mut values = Self::base(game, hand);
        if !game.hand_is_over(hand) {
            values.add(1.0, &self.0.values(&game.inner, &hand.state));
        }
        values
    }

    #[inline]
    fn intervals(&self, game: &Match<G>, hand: &Hand<G::State>) -> [Interval; MAX_SEATS] {
        let intervals =
            if game.hand_is_over(hand) { Default::default() } else { self.0.intervals(&game.inner, &hand.state) };
        game.with_standing(hand, intervals)
    }

    /// The hand's own, with the standing; unless a move may end the hand, for then the match goes on.
    #[inline]
    fn after_moves(&self, game: &Match<G>, hand: &Hand<G::State>, out: &mut Vec<After>) -> bool {
        let from = out.len();
        if game.hand_is_over(hand) || !self.0.after_moves(&game.inner, &hand.state, out) {
            return false;
        }
        if out[from..].iter().any(|after| after.is_over) {
            out.truncate(from);
            return false;
        }
        let base = Self::base(game, hand);
        for after in &mut out[from..] {
            after.values.add(1.0, &base);
            after.intervals = game.with_standing(hand, after.intervals);
        }
        true
    }

    fn foresight_cost(&self) -> usize {
        self.0.foresight_cost()
    }

    fn unit(&self, game: &Match<G>) -> f64 {
        self.0.unit(&game.inner)
    }

    /// Hands that are over pay what the game pays; the hand being played is worth what the game's own evaluation allows;
    /// hands to come are worth their average.
    fn span(&self, game: &Match<G>) -> Option<Span> {
        let Span { lowest, sum } = self.0.span(&game.inner)?;
        let hands = f64::from(game.hands);
        let paid = game.facts.sum?;
        Some(Span { lowest: hands * lowest.min(game.facts.lowest), sum: (hands - 1.0) * paid + sum.max(paid) })
    }

    fn is_quiet(&self, game: &Match<G>, hand: &Hand<G::State>) -> bool {
        game.hand_is_over(hand) || self.0.is_quiet(&game.inner, &hand.state)
    }

    fn features(&self, game: &Match<G>, hand: &Hand<G::State>, out: &mut Vec<f64>) {
        self.0.features(&game.inner, &hand.state, out);
    }

    fn feature_names(&self) -> &'static [&'static str] {
        self.0.feature_names()
    }
}

impl<G: Evaluated> Match<G> {
    /// Intervals of the hand as intervals of the match.
    #[inline]
    fn with_standing(&self, hand: &Hand<G::State>, mut intervals: [Interval; MAX_SEATS]) -> [Interval; MAX_SEATS] {
        let left = self.left(hand);
        let (least, most) = match self.ahead {
            Ahead::Match => (left * self.facts.lowest, left * self.facts.highest),
            Ahead::Hand => {
                let average = self.facts.sum.map_or(0.0, |sum| sum / self.players() as f64);
                (left * average, left * average)
            }
        };
        for seat in Player::all(self.players()) {
            let has = hand.has(seat);
            let Interval { low, high } = intervals[seat.index()];
            intervals[seat.index()] = Interval { low: has + least + low, high: has + most + high };
        }
        intervals
    }
}

impl<G: Evaluated> Evaluated for Match<G> {
    type Evaluation = MatchEvaluation<G::Evaluation>;

    fn evaluations(&self) -> &'static [NamedEvaluation] {
        self.inner.evaluations()
    }

    fn evaluation(&self, index: usize) -> MatchEvaluation<G::Evaluation> {
        MatchEvaluation(self.inner.evaluation(index))
    }
}
