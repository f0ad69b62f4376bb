//! The erased edge: any game as one type.
//!
//! [`AnyGame`] is itself a [`Game`], so every algorithm runs on it, at the price of a heap allocation a state. Pairs of
//! game and search that must be fast are built for the game's own type and put in a seat through [`Adapted`].

mod agents;
mod evaluation;
mod methods;
mod values;

pub use agents::{Adapted, Raised};
pub use evaluation::AnyEvaluation;
pub use values::{AnyMove, AnySeen, AnyState};

use crate::contract::{Facts, Game, Likely, NamedStrategy, Sequel};
use crate::evaluation::{Evaluated, Evaluation, NamedEvaluation, Sight};
use crate::payoffs::Payoffs;
use crate::problem::Problem;
use crate::random::Rng;
use crate::seat::{Player, Turn};
use crate::table::View;
use methods::DynGame;
use std::sync::Arc;

/// Any game with its types erased. Itself a game.
#[derive(Clone)]
pub struct AnyGame(Arc<dyn DynGame>);

impl AnyGame {
    /// Erases a game.
    pub fn new<G: Evaluated>(game: G) -> AnyGame {
        AnyGame(Arc::new(game))
    }

    /// The game inside, if it is of this type.
    pub fn downcast_ref<G: Evaluated>(&self) -> Option<&G> {
        (*self.0).as_any().downcast_ref()
    }

    fn expect<G: Evaluated>(&self) -> &G {
        self.downcast_ref().expect("the evaluation belongs to this game")
    }

    /// A state of the game inside as a state of the erased game.
    pub fn lift<G: Evaluated>(&self, state: G::State) -> AnyState {
        AnyState::new(state)
    }
}

impl Game for AnyGame {
    type State = AnyState;
    type Move = AnyMove;
    type Seen = AnySeen;

    fn players(&self) -> usize {
        self.0.players()
    }
    fn facts(&self) -> Facts {
        self.0.facts()
    }
    fn start(&self, rng: &mut Rng) -> AnyState {
        self.0.start(rng)
    }
    fn starts(&self) -> Option<Vec<AnyState>> {
        self.0.starts()
    }
    #[inline]
    fn turn(&self, state: &AnyState) -> Turn {
        self.0.turn(state)
    }
    #[inline]
    fn moves(&self, state: &AnyState, out: &mut Vec<AnyMove>) {
        self.0.moves(state, out);
    }
    #[inline]
    fn play(&self, state: &mut AnyState, mv: AnyMove) {
        self.0.play(state, mv);
    }
    fn payoffs(&self, state: &AnyState) -> Payoffs {
        self.0.payoffs(state)
    }
    fn move_text(&self, state: &AnyState, mv: AnyMove) -> String {
        self.0.move_text(state, mv)
    }
    fn position_text(&self, state: &AnyState) -> String {
        self.0.position_text(state)
    }
    fn read_position(&self, text: &str) -> Result<AnyState, Problem> {
        self.0.read_position(text)
    }
    fn picture(&self, state: &AnyState) -> String {
        self.0.picture(state)
    }
    fn svg(&self, state: &AnyState) -> String {
        self.0.svg(state)
    }
    fn places(&self, state: &AnyState, mv: AnyMove) -> Vec<String> {
        self.0.places(state, mv)
    }
    fn seat_picture(&self, view: &View<'_, AnyGame>) -> String {
        self.0.seat_picture(view)
    }
    fn seat_svg(&self, view: &View<'_, AnyGame>) -> String {
        self.0.seat_svg(view)
    }
    fn events(&self, view: &View<'_, AnyGame>, since: usize) -> Vec<String> {
        self.0.events(view, since)
    }
    fn read_move(&self, state: &AnyState, text: &str) -> Result<AnyMove, Problem> {
        self.0.read_move(state, text)
    }
    fn weight(&self, state: &AnyState, outcome: AnyMove) -> u64 {
        self.0.weight(state, outcome)
    }
    fn draws(&self, state: &AnyState) -> bool {
        self.0.draws(state)
    }
    fn draw(&self, state: &AnyState, rng: &mut Rng) -> AnyMove {
        self.0.draw(state, rng)
    }
    fn outcome_of_deal(&self, state: &AnyState, deal: u64) -> Option<AnyMove> {
        self.0.outcome_of_deal(state, deal)
    }
    fn chance_place(&self, state: &AnyState) -> Option<u64> {
        self.0.chance_place(state)
    }
    fn canonical(&self, state: &mut AnyState) -> bool {
        self.0.canonical(state)
    }
    fn outcome_class(&self, state: &AnyState, outcome: AnyMove, level: u32) -> u32 {
        self.0.outcome_class(state, outcome, level)
    }
    fn abstractions(&self) -> &'static [&'static str] {
        self.0.abstractions()
    }
    fn canonical_key(&self, state: &AnyState) -> u64 {
        self.0.canonical_key(state)
    }
    fn unnamed(&self, state: &AnyState) -> Option<AnyState> {
        self.0.unnamed(state)
    }
    fn first_look(&self, start: &AnyState, seat: Player) -> Option<AnySeen> {
        self.0.first_look(start, seat)
    }
    fn observe(&self, before: &AnyState, mv: AnyMove, after: &AnyState, seat: Player) -> Option<AnySeen> {
        self.0.observe(before, mv, after, seat)
    }
    fn seen_text(&self, seen: &AnySeen) -> String {
        self.0.seen_text(seen)
    }
    fn read_seen(&self, seat: Player, text: &str) -> Result<AnySeen, Problem> {
        self.0.read_seen(seat, text)
    }
    fn lasting_moves(&self, state: &AnyState, out: &mut Vec<AnyMove>) {
        self.0.lasting_moves(state, out);
    }
    fn sequel(&self, before: &AnyState, mv: AnyMove, seat: Player, seen: &AnySeen) -> Sequel<AnyState> {
        self.0.sequel(before, mv, seat, seen)
    }
    fn hidden_from(&self, state: &AnyState, seat: Player, out: &mut Vec<(String, String)>) {
        self.0.hidden_from(state, seat, out);
    }
    fn belief_picture(&self, view: &View<'_, AnyGame>, likely: &[Likely]) -> Option<String> {
        self.0.belief_picture(view, likely)
    }
    fn belief_svg(&self, view: &View<'_, AnyGame>, likely: &[Likely]) -> Option<String> {
        self.0.belief_svg(view, likely)
    }
    fn counsel(&self, view: &View<'_, AnyGame>) -> Option<AnyMove> {
        self.0.counsel(view)
    }
    fn sample(&self, view: &View<'_, AnyGame>, rng: &mut Rng) -> Option<AnyState> {
        self.0.sample(view, rng)
    }
    fn rebuild(&self, view: &View<'_, AnyGame>, rng: &mut Rng) -> Option<AnyState> {
        self.0.rebuild(view, rng)
    }
    fn known_start(&self, seat: Player, first_look: Option<&AnySeen>) -> Option<AnyState> {
        self.0.known_start(seat, first_look)
    }
    fn starts_like(&self, seat: Player, first_look: Option<&AnySeen>, most: usize) -> Option<Vec<AnyState>> {
        self.0.starts_like(seat, first_look, most)
    }
    fn key(&self, state: &AnyState) -> u64 {
        self.0.key(state)
    }
    #[inline]
    fn random_move(&self, state: &AnyState, rng: &mut Rng, _scratch: &mut Vec<AnyMove>) -> AnyMove {
        self.0.random_move(state, rng)
    }
    fn payoff_bounds(&self, state: &AnyState, seat: Player) -> (f64, f64) {
        self.0.payoff_bounds(state, seat)
    }
    fn solved(&self, state: &AnyState, seat: Player) -> Option<f64> {
        self.0.solved(state, seat)
    }
    fn table_key(&self, state: &AnyState) -> u64 {
        self.0.table_key(state)
    }
    fn settled_payoff(&self, state: &AnyState) -> f64 {
        self.0.settled_payoff(state)
    }
    fn end_bounds(&self, state: &AnyState, seat: Player, window: (f64, f64)) -> (f64, f64) {
        self.0.end_bounds(state, seat, window)
    }
    fn end_moves(&self, state: &AnyState, out: &mut Vec<AnyMove>) {
        self.0.end_moves(state, out);
    }
    fn end_hint(&self, state: &AnyState, mv: AnyMove) -> i32 {
        self.0.end_hint(state, mv)
    }
    fn plies_left(&self, state: &AnyState) -> Option<u32> {
        self.0.plies_left(state)
    }
    fn equivalent_moves(&self, state: &AnyState, moves: &[AnyMove], out: &mut Vec<usize>) -> bool {
        self.0.equivalent_moves(state, moves, out)
    }
    fn is_frontier(&self, state: &AnyState) -> bool {
        self.0.is_frontier(state)
    }
    fn is_written_out(&self) -> bool {
        self.0.is_written_out()
    }
    fn look_ahead(&self, state: &AnyState, depth: u32) -> u32 {
        self.0.look_ahead(state, depth)
    }
    fn pass_to(&self, state: &mut AnyState, player: Player) -> bool {
        self.0.pass_to(state, player)
    }
    fn levels(&self) -> Option<&'static str> {
        self.0.levels()
    }
    fn order_hint(&self, state: &AnyState, mv: AnyMove) -> i32 {
        self.0.order_hint(state, mv)
    }
    fn strategies(&self) -> &'static [NamedStrategy] {
        self.0.strategies()
    }
    fn strategy(&self, index: usize, state: &AnyState, out: &mut Vec<f64>) {
        self.0.strategy(index, state, out);
    }
}

impl Evaluated for AnyGame {
    type Evaluation = AnyEvaluation;

    fn evaluations(&self) -> &'static [NamedEvaluation] {
        self.0.evaluations()
    }
    fn evaluation(&self, index: usize) -> AnyEvaluation {
        self.0.evaluation(index)
    }
    fn adopt(&self, evaluation: Arc<dyn Evaluation<AnyGame>>) -> Option<AnyEvaluation> {
        Some(AnyEvaluation(evaluation))
    }
    fn sights(&self) -> Vec<Sight> {
        self.0.sights()
    }
    fn see(&self, sight: usize, state: &AnyState, seat: Player, out: &mut Vec<(u32, f32)>) -> u32 {
        self.0.see(sight, state, seat, out)
    }
    fn onlooker(&self, state: &AnyState) -> Player {
        self.0.onlooker(state)
    }
    fn grades(&self) -> Vec<f64> {
        self.0.grades()
    }
}

/// Something that is to be done with a game at full speed: with the game's own type, not the erased one.
pub trait Native {
    /// What it gives.
    type Output;
    /// Does it with the game's own type.
    fn native<G: Evaluated>(self, game: &G) -> Self::Output;
    /// The same for a game whose type is not worth its machine code.
    fn erased(self, game: &AnyGame) -> Self::Output;
}
