//! The best arrangement before the next revelation: positions that are reached without learning anything are one *macro
//! position*, and a decision is how to leave it.
//!
//! Between two turns of chance a seat alone may move for a long time, there and back. A tree of such moves repeats itself
//! without end. This search goes through the positions themselves, each once up to [symmetry](Game::canonical_key), best
//! first, until its budget is used up. An outcome of chance that [can wait](Game::unnamed) is left open and the plan goes on
//! around it; one that cannot ends the plan. What is played is the way to the best position found, up to its first outcome
//! of chance and without the moves that can wait for it; what comes then is planned anew.
//!
//! Frank 1994, chapter 4, asks for searches over classes of positions instead of positions; this is its simplest one. A plan
//! takes an outcome that was left open for what it is worth unseen, so values are floors; with [`Looks`] the best ways out are
//! compared by what they are worth seen, one revelation deep or by games that are played to the end.

mod outlook;
mod plan;
mod rollouts;

pub use outlook::{Compared, Looks, compare};
pub use plan::{Exit, Kind, Manner, Plan, Task, WayOut};
pub use rollouts::play_out;

use crate::findings::{Findings, Found, UNKNOWN, best_of};
use crate::grow::unsearched;
use crate::searcher::{Search, position};
use outwit_game::{Bound, Budget, Control, Evaluation, Game, Meter, Problem, Rng, View};

/// A search over what can be reached before chance has a say.
pub struct Closure<G: Game, E> {
    /// How far to look.
    pub budget: Budget,
    /// How plans are made.
    pub manner: Manner<E>,
    /// How the ways out are compared.
    pub looks: Looks,
    plan: Plan<G>,
    inner: Plan<G>,
}

impl<G: Game, E> Closure<G, E> {
    /// The search.
    pub fn new(budget: Budget, manner: Manner<E>, looks: Looks) -> Closure<G, E> {
        Closure { budget, manner, looks, plan: Plan::default(), inner: Plan::default() }
    }
}

impl<G: Game, E: Evaluation<G>> Search<G> for Closure<G, E> {
    fn search(
        &mut self,
        view: &View<'_, G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        let (game, state, seat) = (view.game(), position(view)?, view.seat());
        let Closure { budget, manner, looks, plan, inner } = self;
        let task = Task { game, seat, manner };
        // Step 1. A part of the budget is for the plan, where there is something to do with the rest.
        let share = looks.plan_share();
        let now = control.clock.map(|clock| clock.now());
        let whole = Meter::new(control, budget)?;
        let part_time = now.zip(whole.deadline()).map(|(now, end)| now + end.saturating_sub(now) / share);
        let nodes = whole.left();
        let planned = if nodes == u64::MAX { nodes } else { nodes.div_ceil(u64::from(share)) };
        let to_part = Control { deadline: part_time, ..*control };
        let mut meter = Meter::new(&to_part, &Budget { time: None, ..*budget })?;
        plan.make(&task, state, planned, &mut meter);
        let used = meter.nodes();
        // Step 2. The best ways out are compared by what may come.
        let to_end = Control { deadline: whole.deadline(), ..*control };
        let left = Budget { nodes: budget.nodes.map(|nodes| nodes - used), time: None, ..*budget };
        let mut meter = Meter::new(&to_end, &left)?;
        let nodes = match (nodes, whole.deadline()) {
            (u64::MAX, None) => u64::MAX,
            // Looks one revelation deep take with a clock alone as many moves as the plan took in its half of the time.
            (u64::MAX, Some(_)) if looks.rollouts == 0 => used,
            (u64::MAX, Some(_)) => u64::MAX,
            _ => nodes - used,
        };
        let compared =
            if share > 1 { compare(&task, state, plan, inner, *looks, nodes, rng, &mut meter) } else { None };
        Ok(findings(&task, state, plan, compared, used + meter.nodes()))
    }
}

fn findings<G: Game, E>(
    task: &Task<'_, G, E>,
    state: &G::State,
    plan: &Plan<G>,
    compared: Option<Vec<Compared>>,
    nodes: u64,
) -> Findings<G::Move> {
    let (game, seat) = (task.game, task.seat);
    let mut findings = unsearched(game, state);
    findings.nodes = nodes;
    let Some(best) = plan.best else {
        findings.remarks.push("the search was stopped before it had found a way to go on".to_string());
        return findings;
    };
    let say = |found: &mut Found<G::Move>, line: Vec<G::Move>, value: f64| {
        let mut values = UNKNOWN;
        values[seat.index()] = Some(value + 0.0);
        *found = Found { mv: found.mv, values, bound: Bound::Exact, line };
    };
    let place_of = |moves: &[Found<G::Move>], line: &[G::Move]| moves.iter().position(|found| found.mv == line[0]);
    findings.remarks.push(format!("{} positions before chance has a say", plan.size()));
    let (best, value) = match &compared {
        None => {
            for (found, exit) in findings.moves.iter_mut().zip(&plan.by_move) {
                let Some(exit) = exit else { continue };
                say(found, plan.line(*exit), exit.value);
            }
            (best, best.value)
        }
        Some(compared) => {
            // The best comes last, so that it is what is said of its first move.
            for way in compared.iter().rev() {
                let line = plan.sooner(task, way.exit).0;
                if let Some(place) = place_of(&findings.moves, &line) {
                    say(&mut findings.moves[place], line, way.mean);
                }
            }
            findings.remarks.push(format!("{} ways to go on, compared by what may come", compared.len()));
            (compared[0].exit, compared[0].mean)
        }
    };
    // An end can still be had later: it is not taken for paying more now than going on is thought to be worth.
    let is_wanted = |place: &usize| plan.by_move[*place].is_some_and(|exit| exit.kind == best.kind);
    let places = best_of(&findings.moves, seat).into_iter().filter(is_wanted).collect::<Vec<_>>();
    findings.best = if places.is_empty() { vec![best.root_move as usize] } else { places };
    findings.line = plan.sooner(task, best).0;
    if let Some(place) = place_of(&findings.moves, &findings.line).filter(|_| findings.line != plan.line(best)) {
        // The same plan that looks sooner is at least as good as any that comes to as much.
        say(&mut findings.moves[place], findings.line.clone(), value);
        findings.best = vec![place];
    }
    findings.value[seat.index()] = Some(value + 0.0);
    if compared.is_none() {
        // Moves cost something while plans are held against each other, so that of two the shorter is chosen. What an end pays is
        // told as it is.
        let is_end = |exit: &Exit| matches!(exit.kind, Kind::Ends | Kind::Wins);
        let paid = |exit: Exit| Some(exit.value + task.manner.step * f64::from(plan.length(exit)) + 0.0);
        for (found, exit) in findings.moves.iter_mut().zip(&plan.by_move) {
            if let Some(exit) = exit.filter(is_end) {
                found.values[seat.index()] = paid(exit);
            }
        }
        if is_end(&best) {
            findings.value[seat.index()] = paid(best);
        }
    }
    findings.depth = findings.line.len() as u32;
    findings
}
