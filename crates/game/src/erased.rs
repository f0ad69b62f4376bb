//! The erased edge: any game as one type.
//!
//! [`AnyGame`] is itself a [`Game`], so every algorithm runs on it, at the price of a heap allocation a state. Pairs of
//! game and search that must be fast are built for the game's own type and put in a seat through [`Adapted`].

use crate::agent::{Agent, Report};
use crate::code::MoveCode;
use crate::contract::{Facts, Game, Likely, NamedStrategy, Sequel};
use crate::control::Control;
use crate::evaluation::{After, Evaluated, Evaluation, Interval, NamedEvaluation, Span};
use crate::payoffs::Payoffs;
use crate::problem::Problem;
use crate::random::Rng;
use crate::seat::{MAX_SEATS, Player, Turn};
use crate::table::View;
use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::sync::Arc;

/// A plain value of any type.
trait Erased: Any + Send + Sync {
    fn clone_box(&self) -> Box<dyn Erased>;
    fn equals(&self, other: &dyn Any) -> bool;
    fn feed(&self, hasher: &mut dyn Hasher);
    fn describe(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    fn as_any(&self) -> &dyn Any;
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

impl<T: Clone + Eq + Hash + fmt::Debug + Send + Sync + 'static> Erased for T {
    fn clone_box(&self) -> Box<dyn Erased> {
        Box::new(self.clone())
    }
    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<T>() == Some(self)
    }
    fn feed(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }
    fn describe(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

macro_rules! erased_value {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        pub struct $name(Box<dyn Erased>);

        impl $name {
            fn new<T: Clone + Eq + Hash + fmt::Debug + Send + Sync + 'static>(value: T) -> $name {
                $name(Box::new(value))
            }

            /// The value inside, if it is of this type.
            pub fn downcast_ref<T: 'static>(&self) -> Option<&T> {
                (*self.0).as_any().downcast_ref()
            }
        }
        impl Clone for $name {
            fn clone(&self) -> $name {
                $name((*self.0).clone_box())
            }
        }
        impl PartialEq for $name {
            fn eq(&self, other: &$name) -> bool {
                (*self.0).equals((*other.0).as_any())
            }
        }
        impl Eq for $name {}
        impl Hash for $name {
            fn hash<H: Hasher>(&self, state: &mut H) {
                (*self.0).feed(state);
            }
        }
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                (*self.0).describe(f)
            }
        }
    };
}

erased_value! {
    /// A state of any game.
    AnyState
}
erased_value! {
    /// An observation in any game.
    AnySeen
}

impl From<AnyMove> for AnySeen {
    fn from(mv: AnyMove) -> AnySeen {
        AnySeen::new(mv)
    }
}

/// A move of any game: its code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AnyMove(u32);

impl MoveCode for AnyMove {
    fn code(self) -> u32 {
        self.0
    }
    fn from_code(code: u32) -> AnyMove {
        AnyMove(code)
    }
}

/// An evaluation of any game.
#[derive(Clone)]
pub struct AnyEvaluation(Arc<dyn Evaluation<AnyGame>>);

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
struct Lifted<G: Evaluated>(G::Evaluation);

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

fn state_of<G: Game>(state: &AnyState) -> &G::State {
    state.downcast_ref().expect("the state belongs to this game")
}

fn state_of_mut<G: Game>(state: &mut AnyState) -> &mut G::State {
    (*state.0).as_any_mut().downcast_mut().expect("the state belongs to this game")
}

fn lift_moves<G: Game>(push: impl FnOnce(&mut Vec<G::Move>), out: &mut Vec<AnyMove>) {
    let mut moves = Vec::new();
    push(&mut moves);
    out.extend(moves.into_iter().map(|mv| AnyMove(mv.code())));
}

/// The methods of [`Game`] with the types erased.
trait DynGame: Any + Send + Sync {
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
    fn canonical_key(&self, state: &AnyState) -> u64;
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
    fn key(&self, state: &AnyState) -> u64;
    fn random_move(&self, state: &AnyState, rng: &mut Rng) -> AnyMove;
    fn payoff_bounds(&self, state: &AnyState, seat: Player) -> (f64, f64);
    fn solved(&self, state: &AnyState, seat: Player) -> Option<f64>;
    fn table_key(&self, state: &AnyState) -> u64;
    fn banked(&self, state: &AnyState) -> f64;
    fn stand_ins(&self, state: &AnyState, moves: &[AnyMove], out: &mut Vec<usize>) -> bool;
    fn is_frontier(&self, state: &AnyState) -> bool;
    fn is_written_out(&self) -> bool;
    fn look_ahead(&self, state: &AnyState, depth: u32) -> u32;
    fn pass_to(&self, state: &mut AnyState, player: Player) -> bool;
    fn promise(&self, state: &AnyState, mv: AnyMove) -> i32;
    fn strategies(&self) -> &'static [NamedStrategy];
    fn strategy(&self, index: usize, state: &AnyState, out: &mut Vec<f64>);
    fn evaluations(&self) -> &'static [NamedEvaluation];
    fn evaluation(&self, index: usize) -> AnyEvaluation;
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
        lift_moves::<G>(|moves| Game::moves(self, state_of::<G>(state), moves), out);
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
        let seen: Vec<G::Seen> = view.seen().iter().map(|seen| lower_seen::<G>(seen).clone()).collect();
        with_lowered_view(self, view, &seen, |view| Game::seat_picture(self, view))
    }
    fn seat_svg(&self, view: &View<'_, AnyGame>) -> String {
        let seen: Vec<G::Seen> = view.seen().iter().map(|seen| lower_seen::<G>(seen).clone()).collect();
        with_lowered_view(self, view, &seen, |view| Game::seat_svg(self, view))
    }
    fn events(&self, view: &View<'_, AnyGame>, since: usize) -> Vec<String> {
        let seen: Vec<G::Seen> = view.seen().iter().map(|seen| lower_seen::<G>(seen).clone()).collect();
        with_lowered_view(self, view, &seen, |view| Game::events(self, view, since))
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
        out.extend(moves.into_iter().map(|mv| AnyMove(mv.code())));
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
        let seen: Vec<G::Seen> = view.seen().iter().map(|seen| lower_seen::<G>(seen).clone()).collect();
        with_lowered_view(self, view, &seen, |view| Game::belief_picture(self, view, likely))
    }
    fn belief_svg(&self, view: &View<'_, AnyGame>, likely: &[Likely]) -> Option<String> {
        let seen: Vec<G::Seen> = view.seen().iter().map(|seen| lower_seen::<G>(seen).clone()).collect();
        with_lowered_view(self, view, &seen, |view| Game::belief_svg(self, view, likely))
    }
    fn counsel(&self, view: &View<'_, AnyGame>) -> Option<AnyMove> {
        let seen: Vec<G::Seen> = view.seen().iter().map(|seen| lower_seen::<G>(seen).clone()).collect();
        with_lowered_view(self, view, &seen, |view| Game::counsel(self, view)).map(|mv| AnyMove(mv.code()))
    }
    fn sample(&self, view: &View<'_, AnyGame>, rng: &mut Rng) -> Option<AnyState> {
        let seen: Vec<G::Seen> = view.seen().iter().map(|seen| lower_seen::<G>(seen).clone()).collect();
        with_lowered_view(self, view, &seen, |view| Game::sample(self, view, rng)).map(AnyState::new)
    }
    fn rebuild(&self, view: &View<'_, AnyGame>, rng: &mut Rng) -> Option<AnyState> {
        let seen: Vec<G::Seen> = view.seen().iter().map(|seen| lower_seen::<G>(seen).clone()).collect();
        with_lowered_view(self, view, &seen, |view| Game::rebuild(self, view, rng)).map(AnyState::new)
    }
    fn known_start(&self, seat: Player, first_look: Option<&AnySeen>) -> Option<AnyState> {
        Game::known_start(self, seat, first_look.map(lower_seen::<G>)).map(AnyState::new)
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
    fn banked(&self, state: &AnyState) -> f64 {
        Game::banked(self, state_of::<G>(state))
    }
    fn stand_ins(&self, state: &AnyState, moves: &[AnyMove], out: &mut Vec<usize>) -> bool {
        let moves: Vec<G::Move> = moves.iter().map(|mv| G::Move::from_code(mv.0)).collect();
        Game::stand_ins(self, state_of::<G>(state), &moves, out)
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
    fn promise(&self, state: &AnyState, mv: AnyMove) -> i32 {
        Game::promise(self, state_of::<G>(state), G::Move::from_code(mv.0))
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
}

fn lower_seen<G: Game>(seen: &AnySeen) -> &G::Seen {
    seen.downcast_ref().expect("the observation belongs to this game")
}

/// Shows a concrete game the view that the erased table keeps.
fn with_lowered_view<G: Game, R>(
    game: &G,
    view: &View<'_, AnyGame>,
    seen: &[G::Seen],
    look: impl FnOnce(&View<'_, G>) -> R,
) -> R {
    let moves: Vec<G::Move> = view.moves().iter().map(|mv| G::Move::from_code(mv.0)).collect();
    let (start, state) = (view.start().map(state_of::<G>), view.state().map(state_of::<G>));
    look(&View::from_parts(game, view.seat(), start, state, seen, &moves))
}

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
    fn turn(&self, state: &AnyState) -> Turn {
        self.0.turn(state)
    }
    fn moves(&self, state: &AnyState, out: &mut Vec<AnyMove>) {
        self.0.moves(state, out);
    }
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
    fn key(&self, state: &AnyState) -> u64 {
        self.0.key(state)
    }
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
    fn banked(&self, state: &AnyState) -> f64 {
        self.0.banked(state)
    }
    fn stand_ins(&self, state: &AnyState, moves: &[AnyMove], out: &mut Vec<usize>) -> bool {
        self.0.stand_ins(state, moves, out)
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
    fn promise(&self, state: &AnyState, mv: AnyMove) -> i32 {
        self.0.promise(state, mv)
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

/// An agent built for a concrete game, sitting at an erased table.
pub struct Adapted<G: Game, A> {
    agent: A,
    seen: Vec<G::Seen>,
}

impl<G: Evaluated, A: Agent<G>> Adapted<G, A> {
    /// Adapts an agent. The tables it sits at must hold the game `G`.
    pub fn new(agent: A) -> Adapted<G, A> {
        Adapted { agent, seen: Vec::new() }
    }
}

impl<G: Evaluated, A: Agent<G>> Agent<AnyGame> for Adapted<G, A> {
    fn begin(&mut self, game: &AnyGame, seat: Player, seed: u64) {
        self.seen.clear();
        self.agent.begin(game.expect(), seat, seed);
    }

    fn is_memoryless(&self) -> bool {
        self.agent.is_memoryless()
    }

    fn choose(&mut self, view: &View<'_, AnyGame>, control: &Control<'_>) -> Result<Report<AnyMove>, Problem> {
        // What was lowered before is kept as far as it is still true: moves may have been taken back and others made.
        let same =
            self.seen.iter().zip(view.seen()).take_while(|(known, seen)| *known == lower_seen::<G>(seen)).count();
        self.seen.truncate(same);
        self.seen.extend(view.seen()[same..].iter().map(|seen| lower_seen::<G>(seen).clone()));
        let (agent, seen) = (&mut self.agent, &self.seen);
        with_lowered_view::<G, _>(view.game().expect(), view, seen, |view| agent.choose(view, control))
            .map(|report| report.map(|mv| AnyMove(mv.code())))
    }
}

/// An agent built for the erased game, sitting at the table of a type of its own: the other way round than [`Adapted`].
///
/// It is slower than an agent that was built for the type, and nothing has to be compiled for it.
pub struct Raised<G> {
    game: AnyGame,
    agent: Box<dyn Agent<AnyGame>>,
    of: PhantomData<fn(G)>,
}

impl<G: Evaluated> Raised<G> {
    /// Seats an agent that was built for this erased game, which must hold a `G`.
    pub fn new(game: AnyGame, agent: Box<dyn Agent<AnyGame>>) -> Raised<G> {
        Raised { game, agent, of: PhantomData }
    }
}

impl<G: Evaluated> Agent<G> for Raised<G> {
    fn begin(&mut self, _game: &G, seat: Player, seed: u64) {
        self.agent.begin(&self.game, seat, seed);
    }

    fn is_memoryless(&self) -> bool {
        self.agent.is_memoryless()
    }

    fn choose(&mut self, view: &View<'_, G>, control: &Control<'_>) -> Result<Report<G::Move>, Problem> {
        let [start, state] = [view.start(), view.state()].map(|state| state.cloned().map(AnyState::new));
        let seen: Vec<AnySeen> = view.seen().iter().map(|seen| AnySeen::new(seen.clone())).collect();
        let moves: Vec<AnyMove> = view.moves().iter().map(|mv| AnyMove(mv.code())).collect();
        let raised = View::from_parts(&self.game, view.seat(), start.as_ref(), state.as_ref(), &seen, &moves);
        self.agent.choose(&raised, control).map(|report| report.map(|mv| G::Move::from_code(mv.0)))
    }
}
