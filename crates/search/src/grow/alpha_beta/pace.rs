//! Of several moves that win for certain, those that win soonest; of several that lose, those that last longest.
//!
//! Values say nothing of it: a win is a win. Iterations do: who won at a smaller depth wins sooner. A search to the end has no such
//! depths, so it looks again, to one depth after the other, for as much as a comfort may cost.

use super::*;

/// What iterations have told about how soon play ends.
pub(super) struct Pace {
    seat: Player,
    lowest: f64,
    highest: f64,
    /// The places of the moves to play: those that won first, or those that were best before all were lost.
    places: Vec<usize>,
    is_won: bool,
    /// Whether depths have told nothing.
    is_open: bool,
}

impl Pace {
    pub(super) fn new(facts: &Facts, seat: Player) -> Pace {
        let (lowest, highest) = (facts.lowest, facts.highest);
        Pace { seat, lowest, highest, places: Vec::new(), is_won: false, is_open: true }
    }

    /// Looks at what an iteration has found.
    pub(super) fn note<M>(&mut self, found: &Findings<M>, depth: i32) {
        let value = found.value[self.seat.index()].unwrap_or(0.0);
        let was_won = std::mem::replace(&mut self.is_won, value >= self.highest);
        if self.is_won && was_won || value <= self.lowest {
            return;
        }
        self.places.clone_from(&found.best);
        self.is_open = depth == TO_THE_END;
    }

    /// Says which of the best moves to pick, where the position is won or lost and there are several.
    pub(super) fn settle<G: Game, E: Evaluation<G>>(
        mut self,
        walk: &mut Walk<'_, G, E>,
        state: &G::State,
        findings: &mut Findings<G::Move>,
    ) {
        let value = findings.value[self.seat.index()].unwrap_or(0.0);
        let is_end = value >= self.highest || value <= self.lowest;
        if findings.best.len() < 2 || !is_end {
            return;
        }
        self.places.retain(|place| findings.best.contains(place));
        if self.is_open && findings.depth > 0 && walk.recorder.is_none() && !walk.meter.is_stopped() {
            let moves: Vec<(usize, G::Move)> =
                findings.best.iter().map(|&place| (place, findings.moves[place].mv)).collect();
            self.places = walk.paced(state, moves, value >= self.highest, (self.lowest, self.highest));
        }
        if !self.places.is_empty() && self.places.len() < findings.best.len() {
            let is_picked = |place: usize| f64::from(u8::from(self.places.contains(&place)));
            findings.picks = (0..findings.moves.len()).map(is_picked).collect();
        }
    }
}

/// Moves that a look for the soonest win may make besides a tenth of what the value has cost.
const COMFORT: u64 = 5_000;

impl<G: Game, E: Evaluation<G>> Walk<'_, G, E> {
    /// The places of those of several moves that win soonest, or lose last, as far as the look goes.
    fn paced(
        &mut self,
        state: &G::State,
        mut moves: Vec<(usize, G::Move)>,
        is_won: bool,
        (lowest, highest): (f64, f64),
    ) -> Vec<usize> {
        let (begun, allowed) = (self.meter.nodes(), self.meter.nodes() / 10 + COMFORT);
        let mut state = state.clone();
        let window = match is_won {
            true => Window { alpha: highest.next_down(), beta: highest },
            false => Window { alpha: lowest, beta: lowest.next_up() },
        };
        'deeper: for depth in 1..DEEPEST as i32 {
            // A ply more costs several times as much as all before it.
            if 4 * (self.meter.nodes() - begun) > allowed {
                break;
            }
            let mut is_settled = Vec::with_capacity(moves.len());
            for &(_, mv) in &moves {
                let value = self.child(&mut state, mv, one_deeper(depth), 0, window, None);
                if self.meter.is_stopped() || self.meter.nodes() - begun > allowed {
                    break 'deeper;
                }
                is_settled.push(if is_won { value >= highest } else { value <= lowest });
            }
            let (mut over, mut open) = (Vec::new(), Vec::new());
            for (&one, is_settled) in moves.iter().zip(is_settled) {
                if is_settled { over.push(one) } else { open.push(one) }
            }
            match is_won {
                true if !over.is_empty() => {
                    moves = over;
                    break;
                }
                false if open.is_empty() => break,
                false => moves = open,
                true => {}
            }
        }
        moves.into_iter().map(|(place, _)| place).collect()
    }
}
