//! Another's moves that fit what was seen and were not made: a belief that shows a thousand worlds remembers eight times as many.
//!
//! After another has moved, a world has some twenty-five successors, and a fixed number of all of them can be kept. What the seat
//! hears next of its own tries strikes most of those out again, and had they been drawn before, few would be left. So the
//! candidates stay, each a world and a move, as long as the seat is to move: what it hears strikes out candidates, and as many
//! worlds as are wanted are made of those that remain.

use super::{Agreement, Kept};
use outwit_game::{Game, Particle, Player, Problem, Rng, Sequel, Transition, Turn, View};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Candidates for each world that is shown.
const CANDIDATES: usize = 8;
/// Worlds whose moves are counted to tell how many a world has.
const COUNTED: usize = 16;
/// Worlds between two looks at the clock.
const BETWEEN_LOOKS: usize = 32;

/// A move of another's in a world, not made.
#[derive(Clone, Copy)]
struct Candidate<M> {
    world: u32,
    mv: M,
    weight: f64,
    support: f64,
}

/// What the worlds shown were drawn from.
pub(super) struct Reserve<G: Game, T> {
    /// The worlds in which the other was to move.
    before: Arc<Vec<Particle<G, T>>>,
    candidates: Vec<Candidate<G::Move>>,
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

/// How many worlds are wanted.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    /// While nothing was cut.
    pub listed: usize,
    /// Once something was.
    pub worlds: usize,
    /// Moves tried at most, about: where there would be more, nothing is remembered.
    pub steps: usize,
}

/// The other player who is to move in all of these worlds, if there is one.
pub(super) fn only_mover<G: Game, T>(game: &G, worlds: &[Particle<G, T>], seat: Player) -> Option<Player> {
    let first = game.turn(&worlds.first()?.state).player().filter(|&player| player != seat)?;
    worlds.iter().all(|world| game.turn(&world.state) == Turn::Of(first)).then_some(first)
}

impl<G: Game, T: Clone + PartialEq> Reserve<G, T> {
    /// Weighs what every move of another's leads to, equal positions together, by their keys. `None` where the seat would not have
    /// noticed some of them, and where there are too many.
    #[expect(clippy::too_many_arguments)]
    pub(super) fn weigh<M: Transition<G, T>>(
        view: &View<'_, G>,
        worlds: Vec<Particle<G, T>>,
        player: Player,
        place: usize,
        mut agreement: Agreement,
        transition: &mut M,
        is_late: &dyn Fn() -> bool,
        rng: &mut Rng,
        wanted: Wanted,
    ) -> Result<Option<Reserve<G, T>>, Problem> {
        let (game, seat, seen) = (view.game(), view.seat(), &view.seen()[place]);
        let (mut moves, mut shares, mut fitting) = (Vec::new(), Vec::new(), Vec::new());
        let counted = worlds.iter().step_by(worlds.len().div_ceil(COUNTED).max(1));
        let of = counted.clone().count().max(1);
        counted.for_each(|world| game.lasting_moves(&world.state, &mut moves));
        if worlds.len().saturating_mul(moves.len()) / of > wanted.steps {
            return Ok(None);
        }
        let mut candidates: Vec<Candidate<G::Move>> = Vec::new();
        // The last candidate of each key, and for each candidate the one before it with the same key.
        let mut known: FxHashMap<u64, u32> = FxHashMap::default();
        let mut earlier: Vec<u32> = Vec::new();
        transition.prepare(game, &worlds, player)?;
        for (number, world) in worlds.iter().enumerate() {
            if number > 0 && number.is_multiple_of(BETWEEN_LOOKS) && is_late() {
                agreement = agreement.max(Agreement::Sampled);
                break;
            }
            moves.clear();
            shares.clear();
            fitting.clear();
            game.lasting_moves(&world.state, &mut moves);
            transition.probabilities(game, world, player, &moves, &mut shares)?;
            let mut total = 0.0;
            for (&mv, &share) in moves.iter().zip(&shares).filter(|(_, share)| **share > 0.0) {
                match game.sequel(&world.state, mv, seat, seen) {
                    Sequel::Otherwise => continue,
                    Sequel::Unnoticed(_) => return Ok(None),
                    Sequel::AsSeen(state) => fitting.push((mv, game.key(&state), share)),
                }
                total += share;
            }
            for &(mv, key, share) in &fitting {
                let (weight, support) = (world.weight * share, world.support * (share / total));
                let last = known.entry(key).or_insert(u32::MAX);
                let mut at = *last;
                while at != u32::MAX && worlds[candidates[at as usize].world as usize].carried != world.carried {
                    at = earlier[at as usize];
                }
                match candidates.get_mut(at as usize) {
                    Some(equal) => (equal.weight, equal.support) = (equal.weight + weight, equal.support + support),
                    None => {
                        earlier.push(*last);
                        *last = candidates.len() as u32;
                        candidates.push(Candidate { world: number as u32, mv, weight, support });
                    }
                }
            }
        }
        transition.conclude(player, Some(seen));
        candidates.retain(|candidate| candidate.weight > 0.0);
        let listed = if agreement == Agreement::Exact { wanted.listed } else { 0 };
        let most = wanted.worlds.saturating_mul(CANDIDATES).max(listed);
        if candidates.len() > most {
            agreement = agreement.max(Agreement::Sampled);
            candidates = drawn(&candidates, most, rng);
        }
        Ok(Some(Reserve { before: Arc::new(worlds), candidates, place, tries: Vec::new(), agreement }))
    }

    /// The position of a candidate after everything seen up to now; `None` where it would have looked otherwise.
    fn made(&self, view: &View<'_, G>, candidate: &Candidate<G::Move>) -> Option<G::State> {
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
        let fits = |candidate: &Candidate<G::Move>| next.made(view, candidate).is_some();
        let candidates: Vec<_> = next.candidates.iter().copied().filter(fits).collect();
        next.candidates = candidates;
        Some(next)
    }

    /// As many worlds as are wanted, drawn by weight; all where they are no more. The reserve stays where it may be needed.
    pub(super) fn shown(self, view: &View<'_, G>, wanted: Wanted, rng: &mut Rng) -> Kept<G, T> {
        let seen = self.place + 1 + self.tries.len();
        let most = if self.agreement == Agreement::Exact { wanted.listed } else { wanted.worlds };
        let is_cut = self.candidates.len() > most;
        let chosen = if is_cut { &drawn(&self.candidates, wanted.worlds, rng) } else { &self.candidates };
        let make = |candidate: &Candidate<G::Move>| {
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

/// So many candidates drawn by weight, with one draw and steps of equal length; copies of one are one that counts more.
fn drawn<M: Copy>(candidates: &[Candidate<M>], wanted: usize, rng: &mut Rng) -> Vec<Candidate<M>> {
    let total: f64 = candidates.iter().map(|candidate| candidate.weight).sum();
    let step = total / wanted.max(1) as f64;
    let (mut next, mut sum) = (rng.unit() * step, 0.0);
    let mut drawn = Vec::with_capacity(wanted.min(candidates.len()));
    for candidate in candidates {
        sum += candidate.weight;
        let before = next;
        while next < sum {
            next += step;
        }
        if next > before {
            let weight = next - before;
            let support = candidate.support * (weight / candidate.weight);
            drawn.push(Candidate { weight, support, ..*candidate });
        }
    }
    drawn
}
