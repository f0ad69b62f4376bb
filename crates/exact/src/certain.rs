//! What a seat can be sure of where something is hidden from it: the most that one plan gets in every world it holds possible,
//! whatever the others do and chance brings, even if they see everything.
//!
//! The plan may depend on what the seat will have seen and on nothing else, so the search goes over *beliefs*, sets of worlds
//! that look the same (AND-OR search over belief states, as Russell and Wolfe 2005 do it for mates in kriegspiel). The seat
//! takes the best of its moves; each splits a belief into what it may look like when the seat is to move again, and the worst
//! of those counts. Fewer worlds are never worse, so a move is first tried in one world, then in four, in sixteen: most
//! moves fail there, and the others were going to be tried in all of them anyway.
//!
//! It looks so many turns of the seat ahead, one more each time. Where it stops looking, the worst that can be paid counts:
//! what it finds can be relied upon, and more turns may find more. A move that leads back to the same seat with fewer worlds
//! (a try that is refused) costs no turn.

use crate::looks::Looks;
use outwit_game::{
    AtRandom, Control, Enumeration, Game, Particle, Player, Problem, Rng, SampleLimits, Turn, View, known_starts,
};
use std::collections::HashMap;

/// Moves that nobody shows the seat, one after the other, before it is to move again.
const UNSEEN: usize = 512;

/// What a seat can be sure of.
#[derive(Clone, PartialEq, Debug)]
pub struct Certainty<M> {
    /// What it gets at least.
    pub value: f64,
    /// Whether nothing more can be had for certain, however far one looks.
    pub is_exact: bool,
    /// The first moves of plans that get so much within these turns; where nothing more can be paid at all, other plans may need
    /// more turns for it.
    pub best: Vec<M>,
    /// Its own turns that were looked ahead.
    pub turns: u32,
    /// Different worlds at the beginning.
    pub worlds: usize,
    /// Beliefs that were looked at.
    pub beliefs: u64,
}

/// All worlds that agree with what a seat has seen, at its turn; a problem where they are more than `most`, or where nobody can
/// list how play may have begun.
pub fn all_worlds<G: Game>(view: &View<'_, G>, most: usize) -> Result<Vec<G::State>, Problem> {
    let (game, seat) = (view.game(), view.seat());
    let too_many =
        || Problem::new(format!("more than {most} worlds agree with what {seat} has seen: state a belief of fewer"));
    let (starts, shown) = known_starts(view, most).ok_or_else(too_many)?;
    let limits = SampleLimits { listed: most, worlds: most, steps: most.saturating_mul(1024) };
    let first = |state| Particle { state, carried: (), weight: 1.0, support: f64::INFINITY };
    let mut worlds: Vec<Particle<G>> = starts.into_iter().map(first).collect();
    let (transition, rng) = (&mut AtRandom, &mut Rng::new(0));
    let mut enumeration = Enumeration { game, seat, limits, transition, rng, is_late: &|| false };
    for wanted in view.seen()[shown..].iter().map(Some).chain([None]) {
        let after = enumeration.advance(worlds, wanted, false)?;
        if after.is_cut {
            return Err(too_many());
        }
        worlds = after.worlds;
    }
    Ok(worlds.into_iter().map(|world| world.state).collect())
}

/// What a seat can be sure of in these worlds, which look the same to it and in which it is to move. It looks ahead up to so many
/// of its turns, and no further once it has come to as many positions as the control allows; a problem if it was stopped before it
/// had looked at one turn. `found` hears of each turn that was finished.
pub fn certain<G: Game>(
    game: &G,
    seat: Player,
    worlds: &[G::State],
    most_turns: u32,
    control: &Control<'_>,
    mut found: impl FnMut(&Certainty<G::Move>),
) -> Result<Certainty<G::Move>, Problem> {
    let Some(first) = worlds.first() else { return Err(Problem::new("there is no world to be sure in")) };
    let mut moves = Vec::new();
    game.moves(first, &mut moves);
    let mut others = Vec::new();
    for world in worlds {
        if game.turn(world) != Turn::Of(seat) {
            return Err(Problem::new(format!("{seat} is not to move in `{}`", game.position_text(world))));
        }
        others.clear();
        game.moves(world, &mut others);
        if others != moves {
            let [one, other] = [first, world].map(|world| game.position_text(world));
            return Err(Problem::new(format!("{seat} can tell `{one}` from `{other}`: it may move otherwise there")));
        }
    }
    let belief = merged(game, worlds.to_vec());
    // No more than the world that pays least can.
    let highest = belief.iter().map(|world| game.payoff_bounds(world, seat).1).fold(game.facts().highest, f64::min);
    let mut go_on = || !control.is_stopped();
    let mut search = Search {
        game,
        seat,
        lowest: game.facts().lowest,
        looks: Looks::new(&mut go_on),
        left: control.nodes.unwrap_or(u64::MAX),
        known: HashMap::new(),
        tried_first: HashMap::new(),
        was_cut: false,
        beliefs: 0,
    };
    let mut last: Option<Certainty<G::Move>> = None;
    for turns in 1..=most_turns.max(1) {
        search.known.clear();
        search.was_cut = false;
        let (value, best) = match search.root(&belief, &moves, turns) {
            Ok(found) => found,
            Err(problem) => return last.ok_or(problem),
        };
        let is_exact = !search.was_cut || value >= highest;
        let certainty = Certainty { value, is_exact, best, turns, worlds: belief.len(), beliefs: search.beliefs };
        found(&certainty);
        last = Some(certainty);
        if is_exact {
            break;
        }
    }
    last.ok_or_else(|| Problem::new("stopped before the first turn"))
}

/// Worlds in one order, each once.
fn merged<G: Game>(game: &G, worlds: Vec<G::State>) -> Vec<G::State> {
    let mut keyed: Vec<(u64, G::State)> = worlds.into_iter().map(|world| (game.key(&world), world)).collect();
    keyed.sort_by_key(|(key, _)| *key);
    keyed.dedup_by(|one, other| one == other);
    keyed.into_iter().map(|(_, world)| world).collect()
}

/// What may come of a move: what has been paid at worst where the game is over, and a belief for each way it may look.
struct Split<S> {
    paid: f64,
    beliefs: Vec<Class<S>>,
}

/// Worlds that look the same, and whether somebody else has moved since.
struct Class<S> {
    worlds: Vec<S>,
    others_moved: bool,
}

/// Between these the value of a belief lies.
type Bounds = (f64, f64);

struct Search<'a, G: Game> {
    game: &'a G,
    seat: Player,
    lowest: f64,
    looks: Looks<'a>,
    /// Positions and beliefs that it may still come to.
    left: u64,
    known: HashMap<(u64, u32), Bounds>,
    tried_first: HashMap<u64, G::Move>,
    was_cut: bool,
    beliefs: u64,
}

impl<G: Game> Search<'_, G> {
    /// The value of the first belief and every move that gets it.
    fn root(&mut self, belief: &[G::State], moves: &[G::Move], turns: u32) -> Result<(f64, Vec<G::Move>), Problem> {
        let (mut value, mut best) = (self.lowest, Vec::new());
        for &mv in moves {
            // Equal ones are wanted too, so the window reaches a little below the best.
            let below = if value > self.lowest { value.next_down() } else { value };
            let got = self.after(belief, mv, turns, (below, f64::INFINITY))?;
            if got > value {
                (value, best) = (got, vec![mv]);
            } else if got == value {
                best.push(mv);
            }
        }
        Ok((value, best))
    }

    /// Counts a position or a belief.
    #[inline]
    fn step(&mut self) -> Result<(), Problem> {
        let Some(left) = self.left.checked_sub(1) else {
            return Err(Problem::new("one turn ahead has more positions than may be looked at: state fewer worlds"));
        };
        self.left = left;
        self.looks.step()
    }

    /// What a belief is worth, or a bound on it where that lies outside the window.
    fn value(&mut self, belief: &[G::State], turns: u32, window: Bounds) -> Result<f64, Problem> {
        self.beliefs += 1;
        self.step()?;
        if turns == 0 {
            self.was_cut = true;
            return Ok(self.lowest);
        }
        let hash = belief.iter().fold(belief.len() as u64, |hash, world| Rng::hash(hash, self.game.key(world)));
        let (low, high) = *self.known.get(&(hash, turns)).unwrap_or(&(f64::NEG_INFINITY, f64::INFINITY));
        if low >= window.1 || low == high {
            return Ok(low);
        }
        if high <= window.0 {
            return Ok(high);
        }
        let mut moves = Vec::new();
        self.game.moves(&belief[0], &mut moves);
        if let Some(place) = self.tried_first.get(&hash).and_then(|first| moves.iter().position(|mv| mv == first)) {
            moves[..=place].rotate_right(1);
        }
        let (mut best, mut alpha) = (f64::NEG_INFINITY, window.0);
        for mv in moves {
            let got = self.after(belief, mv, turns, (alpha, window.1))?;
            if got > best {
                best = got;
                if got > alpha {
                    alpha = got;
                    self.tried_first.insert(hash, mv);
                }
            }
            if best >= window.1 {
                break;
            }
        }
        let bounds = self.known.entry((hash, turns)).or_insert((f64::NEG_INFINITY, f64::INFINITY));
        if best > window.0 {
            bounds.0 = bounds.0.max(best);
        }
        if best < window.1 {
            bounds.1 = bounds.1.min(best);
        }
        Ok(best)
    }

    /// What a move gets: in few of the worlds first, for in more it gets no more.
    fn after(&mut self, belief: &[G::State], mv: G::Move, turns: u32, window: Bounds) -> Result<f64, Problem> {
        let mut few = 1;
        // Nothing gets less than the lowest payoff.
        while few < belief.len() && window.0 >= self.lowest {
            let got = self.after_in_all(&belief[..few], mv, turns, (window.0, window.0.next_up()))?;
            if got <= window.0 {
                return Ok(got);
            }
            few *= 4;
        }
        self.after_in_all(belief, mv, turns, window)
    }

    fn after_in_all(&mut self, belief: &[G::State], mv: G::Move, turns: u32, window: Bounds) -> Result<f64, Problem> {
        let Split { paid, mut beliefs } = self.split(belief, mv)?;
        let mut worst = paid;
        // The largest is the hardest.
        beliefs.sort_by_key(|class| std::cmp::Reverse(class.worlds.len()));
        for class in &beliefs {
            if worst <= window.0 {
                break;
            }
            let is_turn = class.others_moved || class.worlds.len() >= belief.len();
            let left = turns - u32::from(is_turn);
            worst = worst.min(self.value(&class.worlds, left, (window.0, window.1.min(worst)))?);
        }
        Ok(worst)
    }

    /// Every way on from a move of the seat's until it is to move again.
    fn split(&mut self, belief: &[G::State], mv: G::Move) -> Result<Split<G::State>, Problem> {
        let mut split = Split { paid: f64::INFINITY, beliefs: Vec::new() };
        let mut places: HashMap<Vec<G::Seen>, usize> = HashMap::new();
        for world in belief {
            let mut seen = Vec::new();
            let mut after = world.clone();
            self.game.play(&mut after, mv);
            seen.extend(self.game.observe(world, mv, &after, self.seat));
            self.go_on(after, &mut seen, 0, &mut places, &mut split)?;
        }
        for class in &mut split.beliefs {
            class.worlds = merged(self.game, std::mem::take(&mut class.worlds));
        }
        Ok(split)
    }

    fn go_on(
        &mut self,
        state: G::State,
        seen: &mut Vec<G::Seen>,
        others: usize,
        places: &mut HashMap<Vec<G::Seen>, usize>,
        split: &mut Split<G::State>,
    ) -> Result<(), Problem> {
        self.step()?;
        let mut moves = Vec::new();
        match self.game.turn(&state) {
            Turn::Over => {
                split.paid = split.paid.min(self.game.payoffs(&state)[self.seat]);
                return Ok(());
            }
            Turn::Of(player) if player == self.seat => {
                let place = match places.get(seen.as_slice()) {
                    Some(&place) => place,
                    None => {
                        places.insert(seen.clone(), split.beliefs.len());
                        split.beliefs.push(Class { worlds: Vec::new(), others_moved: false });
                        split.beliefs.len() - 1
                    }
                };
                split.beliefs[place].worlds.push(state);
                split.beliefs[place].others_moved |= others > 0;
                return Ok(());
            }
            Turn::Of(_) => self.game.lasting_moves(&state, &mut moves),
            Turn::Chance if self.game.draws(&state) => {
                return Err(Problem::new("chance has more outcomes here than can be listed, so nothing is certain"));
            }
            Turn::Chance => self.game.moves(&state, &mut moves),
        }
        if others == UNSEEN {
            return Err(Problem::new(format!("the others may move {UNSEEN} times without this seat's turn")));
        }
        for mv in moves {
            let mut after = state.clone();
            self.game.play(&mut after, mv);
            let look = self.game.observe(&state, mv, &after, self.seat);
            let (is_seen, length) = (look.is_some(), seen.len());
            seen.extend(look);
            self.go_on(after, seen, others + 1, places, split)?;
            if is_seen {
                seen.truncate(length);
            }
        }
        Ok(())
    }
}
