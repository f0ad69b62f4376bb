//! Depth-first proof-number search (Nagai 2002): the same leaves in nearly the same order, with a table in place of a tree.
//!
//! A node is left when its numbers pass thresholds at which another part of the tree has become more proving. The
//! thresholds of the second-best child are widened a little (Pawlewicz and Lew's 1 + epsilon), so that the search does not
//! jump to and fro.
//!
//! Where positions come back, an answer that rests on a position further up the path holds on that path alone. Such
//! answers are handed up but not kept: each comes with the highest place on the path that it rests on, and only what rests
//! on nothing above goes into the table.

use super::proof::{Answer, ENDLESS, Met, NEVER, Numbers};
use outwit_game::{Game, Meter, Player, Turn, descend};
use rustc_hash::FxHashMap;

/// Rests on nothing above.
const NOTHING: usize = usize::MAX;

struct Prover<'a, 'm, G: Game> {
    game: &'a G,
    seat: Player,
    goal: f64,
    meter: &'m mut Meter<'a>,
    table: FxHashMap<G::State, Numbers>,
    most_entries: usize,
    path: FxHashMap<G::State, usize>,
    is_cyclic: bool,
    is_full: bool,
    met: Met,
}

/// A move and what is known of it.
struct Child<M> {
    mv: M,
    numbers: Numbers,
    /// The highest place on the path that the numbers rest on.
    rests_on: usize,
}

/// Depth-first proof-number search: can `seat` force at least `goal`?
pub fn prove_depth_first<'a, G: Game>(
    game: &'a G,
    state: &G::State,
    seat: Player,
    goal: f64,
    memory: usize,
    meter: &mut Meter<'a>,
) -> Answer<G::Move> {
    // A slot of the table with its share of empty ones.
    let a_position = 2 * (size_of::<G::State>() + size_of::<Numbers>() + 1);
    let mut prover = Prover {
        game,
        seat,
        goal,
        meter,
        table: FxHashMap::default(),
        most_entries: (memory / a_position).max(1),
        path: FxHashMap::default(),
        is_cyclic: game.facts().cyclic,
        is_full: false,
        met: Met::NOTHING,
    };
    let mut root = state.clone();
    let mut children = Vec::new();
    let (numbers, _) = prover.visit(&mut root, 0, (NEVER, NEVER), &mut children);
    let moves: Vec<(G::Move, Numbers)> = children.iter().map(|child| (child.mv, child.numbers)).collect();
    let line = moves.iter().min_by_key(|(_, numbers)| numbers.proof).map(|(mv, _)| vec![*mv]).unwrap_or_default();
    Answer { root: numbers, moves, line, is_full: prover.is_full, met: prover.met }
}

impl<G: Game> Prover<'_, '_, G> {
    /// Numbers of a position at once: of a finished game, of one on the path, of one in the table.
    fn known(&mut self, state: &G::State) -> (Numbers, usize) {
        if self.game.turn(state) == Turn::Over {
            return (self.met.note(self.game.payoffs(state)[self.seat], self.goal), NOTHING);
        }
        if self.is_cyclic
            && let Some(&ply) = self.path.get(state)
        {
            return (self.met.note(ENDLESS, self.goal), ply);
        }
        (self.table.get(state).copied().unwrap_or(Numbers::OPEN), NOTHING)
    }

    fn keep(&mut self, state: &G::State, numbers: Numbers) {
        if self.table.len() < self.most_entries || self.table.contains_key(state) {
            self.table.insert(state.clone(), numbers);
        } else {
            self.is_full = true;
        }
    }

    /// Looks below a position until its numbers reach the thresholds, seen by whoever decides there. The numbers, and the
    /// highest place on the path that they rest on.
    fn visit(
        &mut self,
        state: &mut G::State,
        ply: usize,
        limits: (u32, u32),
        children: &mut Vec<Child<G::Move>>,
    ) -> (Numbers, usize) {
        let game = self.game;
        let ours = game.turn(state) == Turn::Of(self.seat);
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        if self.is_cyclic {
            self.path.insert(state.clone(), ply);
        }
        children.clear();
        for mv in moves {
            if !self.meter.count() {
                break;
            }
            let (numbers, rests_on) = descend(game, state, mv, |next| self.known(next));
            children.push(Child { mv, numbers, rests_on });
        }
        let mut result = (Numbers::OPEN, NOTHING);
        while !self.meter.is_stopped() {
            // Step 1. The children's numbers together.
            let numbers = Numbers::decide(ours, children.iter().map(|child| child.numbers));
            let (wanted, against) = numbers.seen_by(ours);
            result = (numbers, rests_on(&numbers, ours, children));
            if wanted >= limits.0 || against >= limits.1 || numbers.is_settled() {
                break;
            }
            // Step 2. The child that needs least of what is wanted here, and the next.
            let (mut best, mut second) = (0, NEVER);
            for place in 1..children.len() {
                let needs = |place: usize| children[place].numbers.seen_by(ours).0;
                if needs(place) < needs(best) {
                    second = needs(best);
                    best = place;
                } else {
                    second = second.min(needs(place));
                }
            }
            // Step 3. How far it may go before the other is better, or this position is done.
            let child_against = children[best].numbers.seen_by(ours).1;
            let widened = second.saturating_add(second / 4).saturating_add(1);
            let view = (
                limits.0.min(widened),
                if limits.1 == NEVER { NEVER } else { limits.1 - against.min(limits.1) + child_against },
            );
            let mv = children[best].mv;
            let mut below = Vec::new();
            let (numbers, rests_on) = descend(game, state, mv, |next| {
                let next_is_ours = game.turn(next) == Turn::Of(self.seat);
                let view = if next_is_ours == ours { view } else { (view.1, view.0) };
                self.visit(next, ply + 1, view, &mut below)
            });
            (children[best].numbers, children[best].rests_on) = (numbers, rests_on);
        }
        if self.is_cyclic {
            self.path.remove(state);
        }
        if !self.meter.is_stopped() && (!result.0.is_settled() || result.1 >= ply) {
            self.keep(state, result.0);
            result.1 = NOTHING;
        }
        result
    }
}

/// What an answer rests on: one good child settles what whoever decides wants, all bad ones settle the rest.
fn rests_on<M>(numbers: &Numbers, ours: bool, children: &[Child<M>]) -> usize {
    let (wanted, against) = numbers.seen_by(ours);
    if wanted == 0 {
        let good = children.iter().filter(|child| child.numbers.seen_by(ours).0 == 0);
        // The one that rests on least.
        return good.map(|child| child.rests_on).max().unwrap_or(NOTHING);
    }
    if against == 0 {
        return children.iter().map(|child| child.rests_on).min().unwrap_or(NOTHING);
    }
    NOTHING
}
