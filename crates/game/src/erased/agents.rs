//! Agents built for a game's own type at erased tables, and the other way round.

use super::AnyGame;
use super::methods::with_lowered_view;
use super::values::{AnyMove, AnySeen, AnyState, lower_seen};
use crate::agent::{Agent, Report};
use crate::code::MoveCode;
use crate::contract::Game;
use crate::control::Control;
use crate::evaluation::Evaluated;
use crate::problem::Problem;
use crate::seat::Player;
use crate::table::View;
use std::marker::PhantomData;

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
        let (agent, seen, mut report) = (&mut self.agent, &self.seen, None);
        with_lowered_view::<G>(view.game().expect(), view, seen, &mut |view| {
            report = Some(agent.choose(view, control))
        });
        report.expect("the view was shown").map(|report| report.map(|mv| AnyMove(mv.code())))
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
