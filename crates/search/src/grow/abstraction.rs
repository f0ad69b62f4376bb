//! Choosing by abstractions: sampled plays are pooled by what is true of them, and the next play is where refining pays.
//!
//! Frank 1994, section 4.7: the utility of a move is that of the plays that begin with it, and a play tells about others that
//! satisfy the same descriptions. The game [offers](Game::abstractions) predicates; which of them are true of a play is its
//! class. A move is worth the mean over classes of what they are worth, by how often it leads to them (equation 30 over a
//! partition); and what a class is worth after a move is shrunk towards what it is worth after any, the more the fewer plays
//! there are of both. Every next play begins with the move for which the value of refining is largest.

use crate::findings::{Findings, Found, UNKNOWN, best_of};
use crate::grow::unsearched;
use crate::searcher::{Search, position};
use outwit_abstraction::history::Recorder;
use outwit_abstraction::predicate::Predicate;
use outwit_game::{
    Bound, Budget, Control, Evaluated, Evaluation, Game, Meter, Player, Problem, Rng, Turn, View, end_value,
};
use rustc_hash::FxHashMap;

/// A search by abstractions.
pub struct Abstracting<E> {
    /// How far to look.
    pub budget: Budget,
    /// Values where a play stops.
    pub evaluation: E,
    /// Moves of a play at most.
    pub plies: usize,
    /// How many plays of its own a class needs after a move to count as much as what it is worth after any.
    pub pool: f64,
}

/// Plays with something in common: how many, what they came to, and the squares of that.
#[derive(Clone, Copy, Default)]
struct Sum {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Sum {
    fn add(&mut self, worth: f64) {
        self.count += 1.0;
        self.sum += worth;
        self.squares += worth * worth;
    }

    fn mean(&self) -> f64 {
        if self.count > 0.0 { self.sum / self.count } else { 0.0 }
    }

    fn deviation(&self) -> f64 {
        let mean = self.mean();
        (self.squares / self.count.max(1.0) - mean * mean).max(0.0).sqrt()
    }
}

/// Plays of every move before refining decides.
const FIRST: usize = 2;

impl<G: Evaluated, E: Evaluation<G>> Search<G> for Abstracting<E> {
    fn search(
        &mut self,
        view: &View<'_, G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        let (game, state, seat) = (view.game(), position(view)?, view.seat());
        // What a game offers may ask for features that its evaluation here does not have.
        let predicates: Vec<Predicate> =
            game.abstractions().iter().filter_map(|text| Predicate::read(text, game).ok()).collect();
        if predicates.is_empty() {
            return Err(Problem::new("this game offers no abstractions of its plays that could be asked for"));
        }
        let mut meter = Meter::new(control, &self.budget)?;
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let mut classes: FxHashMap<u64, Sum> = FxHashMap::default();
        let mut by_move: Vec<(Sum, FxHashMap<u64, Sum>)> = vec![Default::default(); moves.len()];
        // Step 1. Plays, each where it is worth most to know more.
        let mut plays = 0;
        loop {
            let next = match plays < FIRST * moves.len() {
                true => plays % moves.len(),
                false => self.most_worth_a_look(&by_move, &classes),
            };
            let Some((class, worth)) = self.play(game, state, moves[next], seat, &predicates, rng, &mut meter) else {
                break;
            };
            classes.entry(class).or_default().add(worth);
            by_move[next].0.add(worth);
            by_move[next].1.entry(class).or_default().add(worth);
            plays += 1;
        }
        // Step 2. What each move is worth.
        let mut findings = unsearched(game, state);
        findings.nodes = meter.nodes();
        for (found, of) in findings.moves.iter_mut().zip(&by_move) {
            if of.0.count > 0.0 {
                let mut values = UNKNOWN;
                values[seat.index()] = Some(self.worth(of, &classes) + 0.0);
                *found = Found { mv: found.mv, values, bound: Bound::Exact, line: vec![found.mv] };
            }
        }
        if plays > 0 {
            findings.best = best_of(&findings.moves, seat);
            let best = &findings.moves[findings.best[0]];
            (findings.value, findings.line) = (best.values, vec![best.mv]);
        }
        findings.remarks.push(format!(
            "{plays} plays in {} classes of {} abstractions",
            classes.len(),
            predicates.len()
        ));
        Ok(findings)
    }
}

impl<E> Abstracting<E> {
    /// What a move is worth: the mean over the classes it leads to, each partly by what it is worth after any move.
    fn worth(&self, (whole, parts): &(Sum, FxHashMap<u64, Sum>), classes: &FxHashMap<u64, Sum>) -> f64 {
        // Added up in an order that does not depend on how the table grew.
        let mut keys: Vec<&u64> = parts.keys().collect();
        keys.sort_unstable();
        let part = |key: &u64| {
            let own = &parts[key];
            let trust = own.count / (own.count + self.pool);
            own.count / whole.count * (trust * own.mean() + (1.0 - trust) * classes[key].mean())
        };
        keys.into_iter().map(part).sum()
    }

    /// The move for which one more play is worth most: by what is gained on average if its worth turns out one standard error
    /// up or down; where nothing would change, the one of which least is known.
    fn most_worth_a_look(&self, by_move: &[(Sum, FxHashMap<u64, Sum>)], classes: &FxHashMap<u64, Sum>) -> usize {
        let worth: Vec<f64> = by_move.iter().map(|of| self.worth(of, classes)).collect();
        let best = (0..worth.len()).fold(0, |best, at| if worth[at] > worth[best] { at } else { best });
        let rival = (0..worth.len()).filter(|&at| at != best).map(|at| worth[at]).fold(f64::NEG_INFINITY, f64::max);
        let gain = |at: usize| {
            let error = by_move[at].0.deviation().max(1e-9) / by_move[at].0.count.sqrt();
            let gap = if at == best { worth[best] - rival } else { worth[best] - worth[at] };
            ((error - gap).max(0.0) / 2.0, error)
        };
        (0..worth.len()).fold(0, |chosen, at| if gain(at) > gain(chosen) { at } else { chosen })
    }

    /// A play that begins with a move: its class, and what it came to for the seat. None when the budget ends.
    #[allow(clippy::too_many_arguments)]
    fn play<G: Evaluated>(
        &self,
        game: &G,
        start: &G::State,
        first: G::Move,
        seat: Player,
        predicates: &[Predicate],
        rng: &mut Rng,
        meter: &mut Meter<'_>,
    ) -> Option<(u64, f64)>
    where
        E: Evaluation<G>,
    {
        let mut recorder = Recorder::new(game, start);
        let mut state = start.clone();
        let mut moves = Vec::new();
        for ply in 0..self.plies.max(1) {
            let mv = match game.turn(&state) {
                Turn::Over => break,
                _ if ply == 0 => first,
                Turn::Chance => game.draw(&state, rng),
                Turn::Of(_) => self.move_of_play(game, &state, rng, &mut moves),
            };
            if !meter.count() {
                return None;
            }
            let mut next = state.clone();
            game.play(&mut next, mv);
            recorder.step(game, &state, mv, &next);
            state = next;
        }
        let worth = match game.turn(&state).is_over() {
            true => end_value(game, &state, &self.evaluation, seat),
            false => self.evaluation.value(game, &state, seat),
        };
        let play = recorder.end(&[]);
        let class = predicates
            .iter()
            .enumerate()
            .fold(0, |class, (place, predicate)| class | u64::from(predicate.holds(&play, seat)) << (place % 64));
        Some((class, worth))
    }

    /// Half the time the move that the game would try first, of several one; an end that can be had later is not taken.
    fn move_of_play<G: Game>(&self, game: &G, state: &G::State, rng: &mut Rng, moves: &mut Vec<G::Move>) -> G::Move {
        moves.clear();
        game.moves(state, moves);
        if rng.below(2) == 0 {
            let most = moves.iter().map(|&mv| game.order_hint(state, mv)).max();
            moves.retain(|&mv| Some(game.order_hint(state, mv)) == most);
        }
        let picked = *rng.pick(moves);
        let mut after = state.clone();
        game.play(&mut after, picked);
        if game.turn(&after).is_over() { *rng.pick(moves) } else { picked }
    }
}
