//! The search that agents sit with: from what a seat has seen to what its moves are worth.
//!
//! Where all worlds that agree with what was seen can be listed, the answer is exact. Where they cannot, worlds are drawn,
//! in one of two ways (section 3.4 of the paper):
//! - a *batch* of worlds takes the place of all worlds, and is searched as one belief: one move for all of them;
//! - worlds are searched *one at a time*, and what they say of each move is averaged (or the worst of it kept). That can go
//!   on for as long as there is time, and costs little memory, but each world is searched as if nothing were hidden so far:
//!   moves that are good only because they fit one world look good in every world (*strategy fusion*), and what the others
//!   can do because they know better is not seen (*non-locality*).

use super::worlds::{Belief, Held, at};
use super::{Answer, Beliefs, Model};
use crate::belief::Opponent;
use crate::findings::{Findings, Found, UNKNOWN, best_of, seat_values};
use crate::searcher::Search;
use outwit_game::{Bound, Budget, Control, Evaluated, Game, Meter, Problem, Rng, View};

/// Which worlds are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worlds {
    /// All of them, unless they are more than `most`: then a batch of `drawn`.
    All {
        /// Worlds listed at most.
        most: usize,
        /// Worlds of a batch.
        drawn: usize,
    },
    /// This many drawn ones, searched as one belief.
    Batch(usize),
    /// This many drawn ones, searched one at a time; fewer if the budget ends before.
    OneByOne(usize),
}

/// Information-set search for an agent.
pub struct InformationSetSearch<G: Evaluated> {
    /// How far and how long. Without a depth the search goes to the end of the game.
    pub budget: Budget,
    /// Values positions at the horizon.
    pub evaluation: G::Evaluation,
    /// What the others are believed to do.
    pub model: Model,
    /// How likely their moves are, where the model asks.
    pub policy: Box<dyn Opponent<G>>,
    /// Which worlds are looked at.
    pub worlds: Worlds,
    /// Those of the move before, to go on from.
    pub held: Held<G>,
}

/// An answer and how deep it looked, if there is one.
type Deepest<G> = Option<(Answer<<G as Game>::Move>, u32)>;

/// Deep enough for every game.
const TO_THE_END: u32 = u32::MAX / 2;

impl<G: Evaluated> InformationSetSearch<G> {
    fn draw(&self, view: &View<'_, G>, rng: &mut Rng, count: usize) -> Result<Belief<G>, Problem> {
        if self.policy.reads_views() || self.policy.kinds().len() > 1 {
            return Err(Problem::new(
                "there are too many worlds to list, and drawn ones do not say what the others saw",
            ));
        }
        let mut belief = Belief::<G>::new();
        for _ in 0..count {
            let Some(state) = view.game().sample(view, rng) else { break };
            belief.push((at(view.game(), state, 0, false), 1.0));
        }
        if belief.is_empty() {
            return Err(Problem::new(format!(
                "no position was found that agrees with what {} has seen, and there are too many to list",
                view.seat()
            )));
        }
        Ok(belief)
    }

    /// The deepest complete answer about a belief that the budget allows.
    fn deepen(&mut self, view: &View<'_, G>, belief: &Belief<G>, meter: &mut Meter<'_>) -> Result<Deepest<G>, Problem> {
        let (game, seat) = (view.game(), view.seat());
        let deepest = self.budget.depth.unwrap_or(TO_THE_END);
        let is_timed = self.budget.nodes.is_some() || self.budget.time.is_some();
        let mut depth = if is_timed { 1.min(deepest) } else { deepest };
        let mut found = None;
        loop {
            let mut beliefs = Beliefs::new(game, seat, self.model, &mut self.policy, &self.evaluation, meter);
            let Some(answer) = beliefs.answer(belief.clone(), depth)? else { return Ok(found) };
            let is_done = answer.is_complete || depth >= deepest;
            found = Some((answer, depth));
            if is_done {
                return Ok(found);
            }
            depth += 1;
        }
    }

    /// Worlds one at a time, until they or the budget are used up.
    fn one_by_one(
        &mut self,
        view: &View<'_, G>,
        rng: &mut Rng,
        count: usize,
        meter: &mut Meter<'_>,
    ) -> Result<(Vec<f64>, usize), Problem> {
        let mut totals: Vec<f64> = Vec::new();
        let mut searched = 0;
        let depth = self.budget.depth.unwrap_or(TO_THE_END);
        for _ in 0..count {
            let belief = match self.draw(view, rng, 1) {
                Ok(belief) => belief,
                Err(problem) if searched == 0 => return Err(problem),
                Err(_) => break,
            };
            let (game, seat) = (view.game(), view.seat());
            let mut beliefs = Beliefs::new(game, seat, self.model, &mut self.policy, &self.evaluation, meter);
            let Some(Answer { values, .. }) = beliefs.answer(belief, depth)? else { break };
            searched += 1;
            if totals.is_empty() {
                totals = values;
            } else {
                for (total, value) in totals.iter_mut().zip(values) {
                    *total = if self.model == Model::Paranoid { total.min(value) } else { *total + value };
                }
            }
        }
        if self.model != Model::Paranoid {
            totals.iter_mut().for_each(|total| *total /= searched as f64);
        }
        Ok((totals, searched))
    }
}

impl<G: Evaluated> Search<G> for InformationSetSearch<G> {
    fn search(
        &mut self,
        view: &View<'_, G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        let mut meter = Meter::new(control, &self.budget)?;
        let (values, depth, remark) = match self.worlds {
            Worlds::OneByOne(count) => {
                let (values, searched) = self.one_by_one(view, rng, count, &mut meter)?;
                let depth = self.budget.depth.unwrap_or(0);
                (values, depth, format!("{searched} drawn worlds, one at a time"))
            }
            Worlds::Batch(_) | Worlds::All { .. } => {
                let (listed, drawn) = match self.worlds {
                    Worlds::All { most, drawn } => (self.held.consistent_worlds(view, &mut self.policy, most)?, drawn),
                    Worlds::Batch(drawn) | Worlds::OneByOne(drawn) => (None, drawn),
                };
                let (belief, how) = match listed {
                    Some(belief) => (belief, "all there are"),
                    None => (self.draw(view, rng, drawn)?, "drawn"),
                };
                let remark = format!("worlds: {}, {how}", belief.len());
                match self.deepen(view, &belief, &mut meter)? {
                    // To the end, the depth is that of the game, which nobody counted.
                    Some((answer, depth)) => (answer.values, if depth >= TO_THE_END { 0 } else { depth }, remark),
                    None => (Vec::new(), 0, remark),
                }
            }
        };
        let (facts, players, seat) = (view.game().facts(), view.game().players(), view.seat());
        // What a seat expects of its model says nothing of what the other gets, except where both are the same sum.
        let known = |value: Option<&f64>| value.map_or(UNKNOWN, |&value| seat_values(&facts, players, seat, value));
        let moves: Vec<Found<G::Move>> = view
            .moves()
            .iter()
            .enumerate()
            .map(|(place, &mv)| Found { mv, values: known(values.get(place)), bound: Bound::Exact, line: Vec::new() })
            .collect();
        let best = best_of(&moves, seat);
        let (value, line) = (moves[best[0]].values, vec![moves[best[0]].mv]);
        let nodes = meter.nodes();
        Ok(Findings {
            extras: Vec::new(),
            moves,
            best,
            picks: Vec::new(),
            value,
            line,
            nodes,
            depth,
            tree: None,
            remarks: vec![remark],
        })
    }
}
