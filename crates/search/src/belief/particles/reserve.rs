//! Another's moves that fit what was seen and were not made: a belief that shows a thousand worlds remembers eight times as many.
//!
//! After another has moved, a world has some twenty-five successors, and a fixed number of all of them can be kept. What the seat
//! hears next of its own tries strikes most of those out again, and had they been drawn before, few would be left. So the
//! candidates stay, each a world and a move, as long as the seat is to move: what it hears strikes out candidates, and as many
//! worlds as are wanted are made of those that remain.

use super::{Agreement, Kept};
use outwit_game::{
    Drawn, Enumeration, Game, Particle, Player, Problem, Rng, SampleLimits, Sequel, Transition, Turn, Unmade,
    UnmadeMove, View, thin,
};
use std::sync::Arc;

/// Candidates for each world that is shown.
const CANDIDATES: usize = 8;
/// Worlds whose moves are counted to tell how many a world has.
const COUNTED: usize = 16;
/// What the worlds shown were drawn from.
pub(super) struct Reserve<G: Game, T> {
    /// The worlds in which the other was to move.
    before: Arc<Vec<Particle<G, T>>>,
    candidates: Vec<UnmadeMove<G::Move>>,
    /// The place of what was seen of the other's move, and the seat's own tries since.
    place: usize,
    tries: Vec<G::Move>,
    /// How well all of the candidates agree with what was seen.
    agreement: Agreement,
}

// Not derived: that would ask for rules that can be cloned.
impl<G: Game, T> Clone for Reserve<G, T> {
    fn clone(&self) -> Self {
        let Reserve { before, candidates, place, tries, agreement } = self;
        Reserve {
            before: Arc::clone(before),
            candidates: candidates.clone(),
            place: *place,
            tries: tries.clone(),
            agreement: *agreement,
        }
    }
}

/// The other player who is to move in all of these worlds, if there is one.
pub(super) fn only_mover<G: Game, T>(game: &G, worlds: &[Particle<G, T>], seat: Player) -> Option<Player> {
    let first = game.turn(&worlds.first()?.state).player().filter(|&player| player != seat)?;
    worlds.iter().all(|world| game.turn(&world.state) == Turn::Of(first)).then_some(first)
}

impl<G: Game, T: Clone + PartialEq> Reserve<G, T> {
    /// Weighs what every move of another's leads to. `None` where the seat would not have noticed some of them, and where there
    /// are too many.
    pub(super) fn weigh<M: Transition<G, T>>(
        view: &View<'_, G>,
        worlds: Vec<Particle<G, T>>,
        player: Player,
        place: usize,
        mut agreement: Agreement,
        enumeration: &mut Enumeration<'_, G, M>,
    ) -> Result<Option<Reserve<G, T>>, Problem> {
        let (game, seen, limits) = (view.game(), &view.seen()[place], enumeration.limits);
        let mut moves = Vec::new();
        let counted = worlds.iter().step_by(worlds.len().div_ceil(COUNTED).max(1));
        let of = counted.clone().count().max(1);
        counted.for_each(|world| game.lasting_moves(&world.state, &mut moves));
        if worlds.len().saturating_mul(moves.len()) / of > limits.steps {
            return Ok(None);
        }
        enumeration.transition.prepare(game, &worlds, player)?;
        let Some(Unmade { moves: mut candidates, is_cut }) = enumeration.weigh(&worlds, player, seen, |_, _| false)?
        else {
            return Ok(None);
        };
        enumeration.transition.conclude(player, Some(seen));
        candidates.retain(|candidate| candidate.weight > 0.0);
        let is_exact = agreement == Agreement::Exact && !is_cut;
        let most = limits.worlds.saturating_mul(CANDIDATES).max(if is_exact { limits.listed } else { 0 });
        if thin(&mut candidates, most, Drawn::Varied, enumeration.rng) || is_cut {
            agreement = agreement.max(Agreement::Sampled);
        }
        Ok(Some(Reserve { before: Arc::new(worlds), candidates, place, tries: Vec::new(), agreement }))
    }

    /// The position of a candidate after everything seen up to now; `None` where it would have looked otherwise.
    fn made(&self, view: &View<'_, G>, candidate: &UnmadeMove<G::Move>) -> Option<G::State> {
        let (game, seat) = (view.game(), view.seat());
        let before = &self.before[candidate.world as usize].state;
        let after = |sequel| match sequel {
            Sequel::AsSeen(state) => Some(state),
            _ => None,
        };
        let first = after(game.sequel(before, candidate.mv, seat, &view.seen()[self.place]))?;
        let tried = self.tries.iter().zip(&view.seen()[self.place + 1..]);
        tried.into_iter().try_fold(first, |state, (&mv, seen)| after(game.sequel(&state, mv, seat, seen)))
    }

    /// The candidates that are left when one more try of the seat's own was answered. `None` where it was no such thing.
    pub(super) fn narrowed(&self, view: &View<'_, G>) -> Option<Reserve<G, T>> {
        let (game, seat) = (view.game(), view.seat());
        let seen = view.seen().get(self.place + 1 + self.tries.len())?;
        // Step 1. Which try it was: the first candidate that may have tried something that was answered so tells.
        let mut moves = Vec::new();
        let tried = self.candidates.iter().find_map(|candidate| {
            let state = self.made(view, candidate).filter(|state| game.turn(state) == Turn::Of(seat))?;
            moves.clear();
            game.moves(&state, &mut moves);
            moves.iter().copied().find(|&mv| matches!(game.sequel(&state, mv, seat, seen), Sequel::AsSeen(_)))
        })?;
        // Step 2. Who may have heard that.
        let mut next = self.clone();
        next.tries.push(tried);
        let fits = |candidate: &UnmadeMove<G::Move>| next.made(view, candidate).is_some();
        let candidates: Vec<_> = next.candidates.iter().copied().filter(fits).collect();
        next.candidates = candidates;
        Some(next)
    }

    /// As many worlds as are wanted, drawn by weight; all where they are no more. The reserve stays where it may be needed.
    pub(super) fn shown(self, view: &View<'_, G>, wanted: SampleLimits, rng: &mut Rng) -> Kept<G, T> {
        let seen = self.place + 1 + self.tries.len();
        let most = if self.agreement == Agreement::Exact { wanted.listed } else { wanted.worlds };
        let is_cut = self.candidates.len() > most;
        let mut chosen = self.candidates.clone();
        if is_cut {
            // What is shown is to be likely; what the next turn begins with had better be different.
            let is_shown = |state: G::State| view.game().turn(&state) == Turn::Of(view.seat());
            let first = chosen.first().and_then(|candidate| self.made(view, candidate));
            let drawn = if first.is_some_and(is_shown) { Drawn::Likely } else { Drawn::Varied };
            thin(&mut chosen, wanted.worlds, drawn, rng);
        }
        let make = |candidate: &UnmadeMove<G::Move>| {
            let carried = self.before[candidate.world as usize].carried.clone();
            let state = self.made(view, candidate)?;
            Some(Particle { state, carried, weight: candidate.weight, support: candidate.support })
        };
        let worlds: Vec<Particle<G, T>> = chosen.iter().filter_map(make).collect();
        let goes_on = worlds.iter().any(|world| view.game().turn(&world.state) == Turn::Of(view.seat()));
        let agreement = if is_cut { self.agreement.max(Agreement::Sampled) } else { self.agreement };
        Kept { seen, worlds, agreement, rest: 0, reserve: (is_cut && goes_on).then_some(self) }
    }
}
