//! Perfect-information Monte-Carlo: solve many possible worlds as if all were seen, and take the move that is best on average.
//!
//! Levy 1989, Ginsberg 2001. Worlds are drawn from what the seat has seen; in each the agent `inner` is asked, and the values
//! of a move are averaged over the worlds *before* one is chosen. Assumes that everything will be known after the next move:
//! it never plays to find out or to hide (strategy fusion and non-locality, Frank and Basin 1998), and does well where that
//! matters little, as in trick games (Long and others 2010). Costs `worlds` searches by the inner agent.

use super::catalog::{AgentEntry, BLUNDER, Demands, Pages, TEMPERATURE};
use crate::character::Character;
use crate::findings::{Findings, Found, UNKNOWN, best_of};
use crate::searcher::{Search, Searcher};
use outwit_game::{Agent, Bound, Control, Evaluated, MAX_SEATS, Parameter, Problem, Rng, Settings, Spec, View};

const WORLDS: Parameter = Parameter::integer("worlds", "30", 1, 1 << 30, "worlds to draw");
const INNER: Parameter = Parameter::spec("inner", "uct:sims=300", "the agent that is asked about each world");

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "pimc",
    summary: "asks another agent about sampled worlds and averages; default 30 worlds",
    parameters: &[WORLDS, INNER, TEMPERATURE, BLUNDER],
    demands: Demands { chance: true, hidden: true, endless_chance: true },
};

pub(super) fn build<G: Evaluated>(
    settings: &Settings,
    game: &G,
    pages: Pages<G>,
) -> Result<Box<dyn Agent<G>>, Problem> {
    let within = |problem: Problem| problem.within("inner");
    let spec = Spec::parse(settings.text("inner").unwrap_or("uct:sims=300")).map_err(within)?;
    let inner = pages.agent_for_worlds(&spec, game).map_err(within)?;
    let search = Pimc::<G> { worlds: settings.count("worlds"), inner };
    Ok(Box::new(Searcher::new(search, Character::from_settings(settings))))
}

/// The search.
pub struct Pimc<G: Evaluated> {
    worlds: usize,
    inner: Box<dyn Agent<G>>,
}

impl<G: Evaluated> Search<G> for Pimc<G> {
    fn search(
        &mut self,
        view: &View<'_, G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        let (game, seat, moves) = (view.game(), view.seat(), view.moves());
        let mut sums = vec![[0.0; MAX_SEATS]; moves.len()];
        // In how many worlds each value was known.
        let mut known = vec![[0u32; MAX_SEATS]; moves.len()];
        let mut picks = vec![0.0; moves.len()];
        let (mut nodes, mut done) = (0, 0);
        let inner = Control { record: None, progress: None, ..*control };
        for _ in 0..self.worlds {
            if done > 0 && is_over(control) {
                break;
            }
            let Some(world) = game.sample(view, rng) else {
                return Err(Problem::new(
                    "no world was found that agrees with what the seat has seen, or this game does not know how to find one",
                ));
            };
            self.inner.begin(game, seat, rng.bits());
            let report = self.inner.choose(&View::imagined(game, seat, &world, moves), &inner)?;
            for (place, found) in report.moves.iter().enumerate() {
                picks[place] += found.probability;
                for (at, value) in found.values.iter().enumerate() {
                    if let Some(value) = value {
                        sums[place][at] += value;
                        known[place][at] += 1;
                    }
                }
            }
            nodes += report.nodes;
            done += 1;
        }
        let has_values = known.iter().all(|known| known[seat.index()] > 0);
        let found = |(place, &mv): (usize, &G::Move)| {
            let mut values = UNKNOWN;
            for (at, value) in values.iter_mut().enumerate() {
                if known[place][at] > 0 {
                    *value = Some(sums[place][at] / f64::from(known[place][at]));
                }
            }
            Found { mv, values, bound: Bound::Exact, line: vec![mv] }
        };
        let found: Vec<Found<G::Move>> = moves.iter().enumerate().map(found).collect();
        let best = if has_values {
            best_of(&found, seat)
        } else {
            // An agent that gives no values is taken at its word: the move it plays in most worlds.
            let most = picks.iter().copied().fold(0.0, f64::max);
            (0..moves.len()).filter(|&place| outwit_game::equally_good(picks[place], most)).collect()
        };
        Ok(Findings {
            extras: Vec::new(),
            value: found[best[0]].values,
            line: vec![found[best[0]].mv],
            moves: found,
            best,
            picks: Vec::new(),
            nodes,
            depth: 0,
            tree: None,
            remarks: vec![format!("{done} worlds")],
        })
    }
}

/// Whether the caller wants no more.
fn is_over(control: &Control<'_>) -> bool {
    let told = control.stop.is_some_and(|stop| stop.load(std::sync::atomic::Ordering::Relaxed));
    let late = control.deadline.is_some_and(|end| control.clock.is_some_and(|clock| clock.now() >= end));
    told || late
}
