//! The methods of a game without its types: what the erased game hands on to.

use super::AnyGame;
use super::evaluation::{AnyEvaluation, Lifted};
use super::values::{AnyMove, AnySeen, AnyState, lower_seen, state_of, state_of_mut};
use crate::code::MoveCode;
use crate::contract::{Facts, Game, Likely, NamedStrategy, Sequel};
use crate::evaluation::{Evaluated, NamedEvaluation, Sight};
use crate::payoffs::Payoffs;
use crate::problem::Problem;
use crate::random::Rng;
use crate::seat::{Player, Turn};
use crate::table::View;
use std::any::Any;
use std::sync::Arc;

// What follows is compiled for every game, and most of a build of many games is this. So what a method does with all moves or all
// that was seen is a function of its own, of the type of the moves where that is enough.

/// Adds moves without their type.
fn lift_moves<M: MoveCode>(moves: &[M], out: &mut Vec<AnyMove>) {
    out.reserve(moves.len());
    for mv in moves {
        out.push(AnyMove(mv.code()));
    }
}

/// Moves of their own type.
fn lower_moves<M: MoveCode>(moves: &[AnyMove]) -> Vec<M> {
    let mut lowered = Vec::with_capacity(moves.len());
    for mv in moves {
        lowered.push(M::from_code(mv.0));
    }
    lowered
}

/// The methods of [`Game`] with the types erased.
pub(super) trait DynGame: Any + Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn players(&self) -> usize;
    fn facts(&self) -> Facts;
    fn start(&self, rng: &mut Rng) -> AnyState;
    fn starts(&self) -> Option<Vec<AnyState>>;
    fn turn(&self, state: &AnyState) -> Turn;
    fn moves(&self, state: &AnyState, out: &mut Vec<AnyMove>);
    fn play(&self, state: &mut AnyState, mv: AnyMove);
    fn payoffs(&self, state: &AnyState) -> Payoffs;
    fn move_text(&self, state: &AnyState, mv: AnyMove) -> String;
    fn position_text(&self, state: &AnyState) -> String;
    fn read_position(&self, text: &str) -> Result<AnyState, Problem>;
    fn picture(&self, state: &AnyState) -> String;
    fn svg(&self, state: &AnyState) -> String;
    fn places(&self, state: &AnyState, mv: AnyMove) -> Vec<String>;
    fn seat_picture(&self, view: &View<'_, AnyGame>) -> String;
    fn seat_svg(&self, view: &View<'_, AnyGame>) -> String;
    fn events(&self, view: &View<'_, AnyGame>, since: usize) -> Vec<String>;
    fn read_move(&self, state: &AnyState, text: &str) -> Result<AnyMove, Problem>;
    fn weight(&self, state: &AnyState, outcome: AnyMove) -> u64;
    fn draws(&self, state: &AnyState) -> bool;
    fn draw(&self, state: &AnyState, rng: &mut Rng) -> AnyMove;
    fn outcome_of_deal(&self, state: &AnyState, deal: u64) -> Option<AnyMove>;
    fn chance_place(&self, state: &AnyState) -> Option<u64>;
    fn canonical(&self, state: &mut AnyState) -> bool;
    fn canonical_key(&self, state: &AnyState) -> u64;
    fn outcome_class(&self, state: &AnyState, outcome: AnyMove, level: u32) -> u32;
    fn abstractions(&self) -> &'static [&'static str];
    fn unnamed(&self, state: &AnyState) -> Option<AnyState>;
    fn first_look(&self, start: &AnyState, seat: Player) -> Option<AnySeen>;
    fn observe(&self, before: &AnyState, mv: AnyMove, after: &AnyState, seat: Player) -> Option<AnySeen>;
    fn seen_text(&self, seen: &AnySeen) -> String;
    fn read_seen(&self, seat: Player, text: &str) -> Result<AnySeen, Problem>;
    fn lasting_moves(&self, state: &AnyState, out: &mut Vec<AnyMove>);
    fn sequel(&self, before: &AnyState, mv: AnyMove, seat: Player, seen: &AnySeen) -> Sequel<AnyState>;
    fn hidden_from(&self, state: &AnyState, seat: Player, out: &mut Vec<(String, String)>);
    fn belief_picture(&self, view: &View<'_, AnyGame>, likely: &[Likely]) -> Option<String>;
    fn belief_svg(&self, view: &View<'_, AnyGame>, likely: &[Likely]) -> Option<String>;
    fn counsel(&self, view: &View<'_, AnyGame>) -> Option<AnyMove>;
    fn sample(&self, view: &View<'_, AnyGame>, rng: &mut Rng) -> Option<AnyState>;
    fn rebuild(&self, view: &View<'_, AnyGame>, rng: &mut Rng) -> Option<AnyState>;
    fn known_start(&self, seat: Player, first_look: Option<&AnySeen>) -> Option<AnyState>;
    fn starts_like(&self, seat: Player, first_look: Option<&AnySeen>, most: usize) -> Option<Vec<AnyState>>;
    fn key(&self, state: &AnyState) -> u64;
    fn random_move(&self, state: &AnyState, rng: &mut Rng) -> AnyMove;
    fn payoff_bounds(&self, state: &AnyState, seat: Player) -> (f64, f64);
    fn solved(&self, state: &AnyState, seat: Player) -> Option<f64>;
    fn table_key(&self, state: &AnyState) -> u64;
    fn settled_payoff(&self, state: &AnyState) -> f64;
    fn end_bounds(&self, state: &AnyState, seat: Player, window: (f64, f64)) -> (f64, f64);
    fn end_moves(&self, state: &AnyState, out: &mut Vec<AnyMove>);
    fn end_hint(&self, state: &AnyState, mv: AnyMove) -> i32;
    fn plies_left(&self, state: &AnyState) -> Option<u32>;
    fn equivalent_moves(&self, state: &AnyState, moves: &[AnyMove], out: &mut Vec<usize>) -> bool;
    fn is_frontier(&self, state: &AnyState) -> bool;
    fn is_written_out(&self) -> bool;
    fn look_ahead(&self, state: &AnyState, depth: u32) -> u32;
    fn pass_to(&self, state: &mut AnyState, player: Player) -> bool;
    fn levels(&self) -> Option<&'static str>;
    fn order_hint(&self, state: &AnyState, mv: AnyMove) -> i32;
    fn strategies(&self) -> &'static [NamedStrategy];
    fn strategy(&self, index: usize, state: &AnyState, out: &mut Vec<f64>);
    fn evaluations(&self) -> &'static [NamedEvaluation];
    fn evaluation(&self, index: usize) -> AnyEvaluation;
    fn sights(&self) -> Vec<Sight>;
    fn see(&self, sight: usize, state: &AnyState, seat: Player, out: &mut Vec<(u32, f32)>) -> u32;
    fn onlooker(&self, state: &AnyState) -> Player;
    fn grades(&self) -> Vec<f64>;
}

impl<G: Evaluated> DynGame for G {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn players(&self) -> usize {
        Game::players(self)
    }
    fn facts(&self) -> Facts {
        Game::facts(self)
    }
    fn start(&self, rng: &mut Rng) -> AnyState {
        AnyState::new(Game::start(self, rng))
    }
    fn starts(&self) -> Option<Vec<AnyState>> {
        Some(Game::starts(self)?.into_iter().map(AnyState::new).collect())
    }
    fn turn(&self, state: &AnyState) -> Turn {
        Game::turn(self, state_of::<G>(state))
    }
    fn moves(&self, state: &AnyState, out: &mut Vec<AnyMove>) {
        let mut moves = Vec::new();
        Game::moves(self, state_of::<G>(state), &mut moves);
        lift_moves(&moves, out);
    }
    fn play(&self, state: &mut AnyState, mv: AnyMove) {
        Game::play(self, state_of_mut::<G>(state), G::Move::from_code(mv.0));
    }
    fn payoffs(&self, state: &AnyState) -> Payoffs {
        Game::payoffs(self, state_of::<G>(state))
    }
    fn move_text(&self, state: &AnyState, mv: AnyMove) -> String {
        Game::move_text(self, state_of::<G>(state), G::Move::from_code(mv.0))
    }
    fn position_text(&self, state: &AnyState) -> String {
        Game::position_text(self, state_of::<G>(state))
    }
    fn read_position(&self, text: &str) -> Result<AnyState, Problem> {
        Game::read_position(self, text).map(AnyState::new)
    }
    fn picture(&self, state: &AnyState) -> String {
        Game::picture(self, state_of::<G>(state))
    }
    fn svg(&self, state: &AnyState) -> String {
        Game::svg(self, state_of::<G>(state))
    }
    fn places(&self, state: &AnyState, mv: AnyMove) -> Vec<String> {
        Game::places(self, state_of::<G>(state), G::Move::from_code(mv.0))
    }
    fn seat_picture(&self, view: &View<'_, AnyGame>) -> String {
        through(self, view, |view| Game::seat_picture(self, view))
    }
    fn seat_svg(&self, view: &View<'_, AnyGame>) -> String {
        through(self, view, |view| Game::seat_svg(self, view))
    }
    fn events(&self, view: &View<'_, AnyGame>, since: usize) -> Vec<String> {
        through(self, view, |view| Game::events(self, view, since))
    }
    fn read_move(&self, state: &AnyState, text: &str) -> Result<AnyMove, Problem> {
        Game::read_move(self, state_of::<G>(state), text).map(|mv| AnyMove(mv.code()))
    }
    fn weight(&self, state: &AnyState, outcome: AnyMove) -> u64 {
        Game::weight(self, state_of::<G>(state), G::Move::from_code(outcome.0))
    }
    fn draws(&self, state: &AnyState) -> bool {
        Game::draws(self, state_of::<G>(state))
    }
    fn draw(&self, state: &AnyState, rng: &mut Rng) -> AnyMove {
        AnyMove(Game::draw(self, state_of::<G>(state), rng).code())
    }
    fn outcome_of_deal(&self, state: &AnyState, deal: u64) -> Option<AnyMove> {
        Game::outcome_of_deal(self, state_of::<G>(state), deal).map(|mv| AnyMove(mv.code()))
    }
    fn chance_place(&self, state: &AnyState) -> Option<u64> {
        Game::chance_place(self, state_of::<G>(state))
    }
    fn canonical(&self, state: &mut AnyState) -> bool {
        Game::canonical(self, state_of_mut::<G>(state))
    }
    fn outcome_class(&self, state: &AnyState, outcome: AnyMove, level: u32) -> u32 {
        Game::outcome_class(self, state_of::<G>(state), G::Move::from_code(outcome.0), level)
    }
    fn abstractions(&self) -> &'static [&'static str] {
        Game::abstractions(self)
    }
    fn canonical_key(&self, state: &AnyState) -> u64 {
        Game::canonical_key(self, state_of::<G>(state))
    }
    fn unnamed(&self, state: &AnyState) -> Option<AnyState> {
        Game::unnamed(self, state_of::<G>(state)).map(AnyState::new)
    }
    fn first_look(&self, start: &AnyState, seat: Player) -> Option<AnySeen> {
        Game::first_look(self, state_of::<G>(start), seat).map(AnySeen::new)
    }
    fn observe(&self, before: &AnyState, mv: AnyMove, after: &AnyState, seat: Player) -> Option<AnySeen> {
        let (before, after) = (state_of::<G>(before), state_of::<G>(after));
        Game::observe(self, before, G::Move::from_code(mv.0), after, seat).map(AnySeen::new)
    }
    fn seen_text(&self, seen: &AnySeen) -> String {
        Game::seen_text(self, lower_seen::<G>(seen))
    }
    fn read_seen(&self, seat: Player, text: &str) -> Result<AnySeen, Problem> {
        Game::read_seen(self, seat, text).map(AnySeen::new)
    }
    fn lasting_moves(&self, state: &AnyState, out: &mut Vec<AnyMove>) {
        let mut moves = Vec::new();
        Game::lasting_moves(self, state_of::<G>(state), &mut moves);
        lift_moves(&moves, out);
    }
    fn sequel(&self, before: &AnyState, mv: AnyMove, seat: Player, seen: &AnySeen) -> Sequel<AnyState> {
        match Game::sequel(self, state_of::<G>(before), G::Move::from_code(mv.0), seat, lower_seen::<G>(seen)) {
            Sequel::Otherwise => Sequel::Otherwise,
            Sequel::Unnoticed(state) => Sequel::Unnoticed(AnyState::new(state)),
            Sequel::AsSeen(state) => Sequel::AsSeen(AnyState::new(state)),
        }
    }
    fn hidden_from(&self, state: &AnyState, seat: Player, out: &mut Vec<(String, String)>) {
        Game::hidden_from(self, state_of::<G>(state), seat, out);
    }
    fn belief_picture(&self, view: &View<'_, AnyGame>, likely: &[Likely]) -> Option<String> {
        through(self, view, |view| Game::belief_picture(self, view, likely))
    }
    fn belief_svg(&self, view: &View<'_, AnyGame>, likely: &[Likely]) -> Option<String> {
        through(self, view, |view| Game::belief_svg(self, view, likely))
    }
    fn counsel(&self, view: &View<'_, AnyGame>) -> Option<AnyMove> {
        through(self, view, |view| Game::counsel(self, view)).map(|mv| AnyMove(mv.code()))
    }
    fn sample(&self, view: &View<'_, AnyGame>, rng: &mut Rng) -> Option<AnyState> {
        through(self, view, |view| Game::sample(self, view, rng)).map(AnyState::new)
    }
    fn rebuild(&self, view: &View<'_, AnyGame>, rng: &mut Rng) -> Option<AnyState> {
        through(self, view, |view| Game::rebuild(self, view, rng)).map(AnyState::new)
    }
    fn known_start(&self, seat: Player, first_look: Option<&AnySeen>) -> Option<AnyState> {
        Game::known_start(self, seat, first_look.map(lower_seen::<G>)).map(AnyState::new)
    }
    fn starts_like(&self, seat: Player, first_look: Option<&AnySeen>, most: usize) -> Option<Vec<AnyState>> {
        let starts = Game::starts_like(self, seat, first_look.map(lower_seen::<G>), most)?;
        Some(starts.into_iter().map(AnyState::new).collect())
    }
    fn key(&self, state: &AnyState) -> u64 {
        Game::key(self, state_of::<G>(state))
    }
    fn random_move(&self, state: &AnyState, rng: &mut Rng) -> AnyMove {
        AnyMove(Game::random_move(self, state_of::<G>(state), rng, &mut Vec::new()).code())
    }
    fn payoff_bounds(&self, state: &AnyState, seat: Player) -> (f64, f64) {
        Game::payoff_bounds(self, state_of::<G>(state), seat)
    }
    fn solved(&self, state: &AnyState, seat: Player) -> Option<f64> {
        Game::solved(self, state_of::<G>(state), seat)
    }
    fn table_key(&self, state: &AnyState) -> u64 {
        Game::table_key(self, state_of::<G>(state))
    }
    fn settled_payoff(&self, state: &AnyState) -> f64 {
        Game::settled_payoff(self, state_of::<G>(state))
    }
    fn end_bounds(&self, state: &AnyState, seat: Player, window: (f64, f64)) -> (f64, f64) {
        Game::end_bounds(self, state_of::<G>(state), seat, window)
    }
    fn end_moves(&self, state: &AnyState, out: &mut Vec<AnyMove>) {
        let mut moves = Vec::new();
        Game::end_moves(self, state_of::<G>(state), &mut moves);
        lift_moves(&moves, out);
    }
    fn end_hint(&self, state: &AnyState, mv: AnyMove) -> i32 {
        Game::end_hint(self, state_of::<G>(state), G::Move::from_code(mv.0))
    }
    fn plies_left(&self, state: &AnyState) -> Option<u32> {
        Game::plies_left(self, state_of::<G>(state))
    }
    fn equivalent_moves(&self, state: &AnyState, moves: &[AnyMove], out: &mut Vec<usize>) -> bool {
        Game::equivalent_moves(self, state_of::<G>(state), &lower_moves(moves), out)
    }
    fn is_frontier(&self, state: &AnyState) -> bool {
        Game::is_frontier(self, state_of::<G>(state))
    }
    fn is_written_out(&self) -> bool {
        Game::is_written_out(self)
    }
    fn look_ahead(&self, state: &AnyState, depth: u32) -> u32 {
        Game::look_ahead(self, state_of::<G>(state), depth)
    }
    fn pass_to(&self, state: &mut AnyState, player: Player) -> bool {
        Game::pass_to(self, state_of_mut::<G>(state), player)
    }
    fn levels(&self) -> Option<&'static str> {
        Game::levels(self)
    }
    fn order_hint(&self, state: &AnyState, mv: AnyMove) -> i32 {
        Game::order_hint(self, state_of::<G>(state), G::Move::from_code(mv.0))
    }
    fn strategies(&self) -> &'static [NamedStrategy] {
        Game::strategies(self)
    }
    fn strategy(&self, index: usize, state: &AnyState, out: &mut Vec<f64>) {
        Game::strategy(self, index, state_of::<G>(state), out);
    }
    fn evaluations(&self) -> &'static [NamedEvaluation] {
        Evaluated::evaluations(self)
    }
    fn evaluation(&self, index: usize) -> AnyEvaluation {
        AnyEvaluation(Arc::new(Lifted::<G>(Evaluated::evaluation(self, index))))
    }
    fn sights(&self) -> Vec<Sight> {
        Evaluated::sights(self)
    }
    fn see(&self, sight: usize, state: &AnyState, seat: Player, out: &mut Vec<(u32, f32)>) -> u32 {
        Evaluated::see(self, sight, state_of::<G>(state), seat, out)
    }
    fn onlooker(&self, state: &AnyState) -> Player {
        Evaluated::onlooker(self, state_of::<G>(state))
    }
    fn grades(&self) -> Vec<f64> {
        Evaluated::grades(self)
    }
}

/// What a concrete game says of the view that the erased table keeps.
fn through<G: Game, R>(game: &G, view: &View<'_, AnyGame>, look: impl FnOnce(&View<'_, G>) -> R) -> R {
    let (mut look, mut found) = (Some(look), None);
    show(game, view, &mut |view| found = look.take().map(|look| look(view)));
    found.expect("the view was shown")
}

fn show<G: Game>(game: &G, view: &View<'_, AnyGame>, look: &mut dyn FnMut(&View<'_, G>)) {
    let mut seen = Vec::with_capacity(view.seen().len());
    for one in view.seen() {
        seen.push(lower_seen::<G>(one).clone());
    }
    with_lowered_view(game, view, &seen, look);
}

/// Shows a concrete game the view that the erased table keeps, of which this was seen.
pub(super) fn with_lowered_view<G: Game>(
    game: &G,
    view: &View<'_, AnyGame>,
    seen: &[G::Seen],
    look: &mut dyn FnMut(&View<'_, G>),
) {
    let moves: Vec<G::Move> = lower_moves(view.moves());
    let (start, state) = (view.start().map(state_of::<G>), view.state().map(state_of::<G>));
    look(&View::from_parts(game, view.seat(), start, state, seen, &moves));
}
