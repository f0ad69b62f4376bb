//! The value of a position by proofs: payoffs are asked for one after the other, halving what is left.

use super::depth_first_proof::prove_depth_first;
use super::proof::{Answer, Numbers, prove};
use crate::findings::{Findings, Found, UNKNOWN, seat_values};
use crate::searcher::{Search, position};
use outwit_game::{Bound, Budget, Control, Game, Meter, Player, Problem, Rng, View};

/// A search by proof numbers.
pub struct ProofSearch {
    /// How far to look.
    pub budget: Budget,
    /// Bytes for the tree or the table.
    pub memory: usize,
    /// With a table, depth first; else with a stored tree.
    pub is_depth_first: bool,
}

impl<G: Game> Search<G> for ProofSearch {
    fn search(
        &mut self,
        view: &View<'_, G>,
        _rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        self.find(view.game(), position(view)?, view.seat(), control)
    }
}

impl ProofSearch {
    /// Looks at a position in which `seat` is to move.
    pub fn find<G: Game>(
        &self,
        game: &G,
        state: &G::State,
        seat: Player,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        let mut meter = Meter::new(control, &self.budget)?;
        let facts = game.facts();
        // What can be forced lies between these, which are payoffs that were met once anything was proved or disproved.
        let (mut low, mut high) = (facts.lowest, facts.highest);
        let mut best: Option<Answer<G::Move>> = None;
        let mut last = None;
        while low < high && !meter.is_stopped() {
            let prover = if self.is_depth_first { prove_depth_first } else { prove };
            let answer = prover(game, state, seat, goal_between(low, high), self.memory, &mut meter);
            match answer.root {
                Numbers { proof: 0, .. } => {
                    low = low.max(answer.met.enough);
                    best = Some(answer);
                }
                Numbers { disproof: 0, .. } => high = high.min(answer.met.short),
                _ => {
                    last = Some(answer);
                    break;
                }
            }
        }
        let is_settled = low >= high;
        let mut remarks = Vec::new();
        if !is_settled {
            remarks.push(if last.as_ref().is_some_and(|answer| answer.is_full) {
                "the memory is full before the proof is: allow more with memory=".to_string()
            } else {
                "stopped before the position was solved".to_string()
            });
        }
        let values = seat_values(&facts, game.players(), seat, low + 0.0);
        let bound = if is_settled { Bound::Exact } else { Bound::AtLeast };
        let mut listed = Vec::new();
        game.moves(state, &mut listed);
        let mut moves: Vec<Found<G::Move>> =
            listed.into_iter().map(|mv| Found { mv, values: UNKNOWN, bound: Bound::Exact, line: vec![mv] }).collect();
        // Moves that keep what was proved; where nothing was, none is better than another, or the most hopeful is tried.
        let mut places: Vec<usize> = Vec::new();
        if let Some(answer) = &best {
            for (place, (mv, numbers)) in answer.moves.iter().enumerate() {
                debug_assert_eq!(moves[place].mv, *mv);
                if numbers.proof == 0 {
                    (moves[place].values, moves[place].bound) = (values, bound);
                    places.push(place);
                }
            }
        } else if is_settled {
            moves.iter_mut().for_each(|found| (found.values, found.bound) = (values, bound));
        } else if let Some(answer) = &last {
            let hope = |numbers: &Numbers| f64::from(numbers.proof) / f64::from(numbers.disproof.max(1));
            let least = answer.moves.iter().map(|(_, numbers)| hope(numbers)).fold(f64::INFINITY, f64::min);
            places.extend((0..answer.moves.len()).filter(|&place| hope(&answer.moves[place].1) <= least));
        }
        if places.is_empty() {
            places.extend(0..moves.len());
        }
        let line = best.or(last).map(|answer| answer.line).filter(|line| line.first() == Some(&moves[places[0]].mv));
        let line = line.unwrap_or_else(|| vec![moves[places[0]].mv]);
        moves[places[0]].line.clone_from(&line);
        Ok(Findings {
            moves,
            best: places,
            picks: Vec::new(),
            value: if is_settled { values } else { UNKNOWN },
            line,
            nodes: meter.nodes(),
            depth: 0,
            tree: None,
            remarks,
            extras: Vec::new(),
        })
    }
}

/// A payoff to ask for: more than `low`, no more than `high`, about halfway, and whole where the ends are.
fn goal_between(low: f64, high: f64) -> f64 {
    let middle = low / 2.0 + high / 2.0;
    let is_whole = |x: f64| x == x.trunc();
    let goal = if is_whole(low) && is_whole(high) { middle.ceil() } else { middle };
    match (low.is_finite(), high.is_finite()) {
        (false, false) => 0.0,
        (true, false) => low.next_up(),
        _ if goal > low && goal <= high => goal,
        _ => high,
    }
}
