//! Evaluations of any game.

use super::AnyGame;
use super::values::{AnyMove, AnySeen, AnyState, lower_seen, state_of};
use crate::code::MoveCode;
use crate::evaluation::{After, Evaluated, Evaluation, Interval, Span};
use crate::payoffs::Payoffs;
use crate::seat::{MAX_SEATS, Player};
use std::sync::Arc;

/// An evaluation of any game.
#[derive(Clone)]
pub struct AnyEvaluation(pub(super) Arc<dyn Evaluation<AnyGame>>);

impl Evaluation<AnyGame> for AnyEvaluation {
    fn value(&self, game: &AnyGame, state: &AnyState, seat: Player) -> f64 {
        self.0.value(game, state, seat)
    }
    fn values(&self, game: &AnyGame, state: &AnyState) -> Payoffs {
        self.0.values(game, state)
    }
    fn value_after(&self, game: &AnyGame, before: &AnyState, mv: AnyMove, after: &AnyState, seat: Player) -> f64 {
        self.0.value_after(game, before, mv, after, seat)
    }
    fn intervals(&self, game: &AnyGame, state: &AnyState) -> [Interval; MAX_SEATS] {
        self.0.intervals(game, state)
    }
    fn after_moves(&self, game: &AnyGame, state: &AnyState, out: &mut Vec<After>) -> bool {
        self.0.after_moves(game, state, out)
    }
    fn spikes(&self, game: &AnyGame, state: &AnyState, seat: Player, out: &mut Vec<(f64, f64)>) {
        self.0.spikes(game, state, seat, out);
    }
    fn kind(&self, game: &AnyGame, state: &AnyState) -> usize {
        self.0.kind(game, state)
    }
    fn spread(&self, game: &AnyGame) -> Option<&'static str> {
        self.0.spread(game)
    }
    fn foresight_cost(&self) -> usize {
        self.0.foresight_cost()
    }
    fn unit(&self, game: &AnyGame) -> f64 {
        self.0.unit(game)
    }
    fn span(&self, game: &AnyGame) -> Option<Span> {
        self.0.span(game)
    }
    fn is_quiet(&self, game: &AnyGame, state: &AnyState) -> bool {
        self.0.is_quiet(game, state)
    }
    fn present_weight(&self, game: &AnyGame, state: &AnyState) -> f64 {
        self.0.present_weight(game, state)
    }
    fn features(&self, game: &AnyGame, state: &AnyState, out: &mut Vec<f64>) {
        self.0.features(game, state, out);
    }
    fn is_symmetric(&self) -> bool {
        self.0.is_symmetric()
    }
    fn feature_names(&self) -> &'static [&'static str] {
        self.0.feature_names()
    }
    fn trials(
        &self,
        game: &AnyGame,
        seat: Player,
        seen: &[AnySeen],
        moves: &[AnyMove],
        past: &mut Vec<(Vec<f64>, f64)>,
        now: &mut Vec<Vec<f64>>,
    ) -> bool {
        self.0.trials(game, seat, seen, moves, past, now)
    }
}

/// A concrete game's evaluation, seen from the erased side.
pub(super) struct Lifted<G: Evaluated>(pub(super) G::Evaluation);

impl<G: Evaluated> Evaluation<AnyGame> for Lifted<G> {
    fn value(&self, game: &AnyGame, state: &AnyState, seat: Player) -> f64 {
        self.0.value(game.expect(), state_of::<G>(state), seat)
    }
    fn values(&self, game: &AnyGame, state: &AnyState) -> Payoffs {
        self.0.values(game.expect(), state_of::<G>(state))
    }
    fn value_after(&self, game: &AnyGame, before: &AnyState, mv: AnyMove, after: &AnyState, seat: Player) -> f64 {
        let (before, after) = (state_of::<G>(before), state_of::<G>(after));
        self.0.value_after(game.expect(), before, G::Move::from_code(mv.0), after, seat)
    }
    fn intervals(&self, game: &AnyGame, state: &AnyState) -> [Interval; MAX_SEATS] {
        self.0.intervals(game.expect(), state_of::<G>(state))
    }
    fn after_moves(&self, game: &AnyGame, state: &AnyState, out: &mut Vec<After>) -> bool {
        self.0.after_moves(game.expect(), state_of::<G>(state), out)
    }
    fn spikes(&self, game: &AnyGame, state: &AnyState, seat: Player, out: &mut Vec<(f64, f64)>) {
        self.0.spikes(game.expect(), state_of::<G>(state), seat, out);
    }
    fn kind(&self, game: &AnyGame, state: &AnyState) -> usize {
        self.0.kind(game.expect(), state_of::<G>(state))
    }
    fn spread(&self, game: &AnyGame) -> Option<&'static str> {
        self.0.spread(game.expect())
    }
    fn foresight_cost(&self) -> usize {
        self.0.foresight_cost()
    }
    fn unit(&self, game: &AnyGame) -> f64 {
        self.0.unit(game.expect())
    }
    fn span(&self, game: &AnyGame) -> Option<Span> {
        self.0.span(game.expect())
    }
    fn is_quiet(&self, game: &AnyGame, state: &AnyState) -> bool {
        self.0.is_quiet(game.expect(), state_of::<G>(state))
    }
    fn present_weight(&self, game: &AnyGame, state: &AnyState) -> f64 {
        self.0.present_weight(game.expect(), state_of::<G>(state))
    }
    fn features(&self, game: &AnyGame, state: &AnyState, out: &mut Vec<f64>) {
        self.0.features(game.expect(), state_of::<G>(state), out);
    }
    fn is_symmetric(&self) -> bool {
        self.0.is_symmetric()
    }
    fn feature_names(&self) -> &'static [&'static str] {
        self.0.feature_names()
    }
    fn trials(
        &self,
        game: &AnyGame,
        seat: Player,
        seen: &[AnySeen],
        moves: &[AnyMove],
        past: &mut Vec<(Vec<f64>, f64)>,
        now: &mut Vec<Vec<f64>>,
    ) -> bool {
        let seen: Vec<G::Seen> = seen.iter().map(|seen| lower_seen::<G>(seen).clone()).collect();
        let moves: Vec<G::Move> = moves.iter().map(|mv| G::Move::from_code(mv.0)).collect();
        self.0.trials(game.expect(), seat, &seen, &moves, past, now)
    }
}
