//! Closure: the best arrangement before the next revelation, for a seat that plays alone.
//!
//! Frank 1994, chapter 4: where moves can be made and taken back, the tree of positions is the wrong thing to search; classes
//! of positions are better. All positions that can be reached without learning anything are one, and what is chosen is how to
//! leave it: see [`Closure`]. It makes a plan up to the next outcome of chance and follows it, but for what can as well be done
//! when the outcome is seen. Assumes that an outcome is worth what it is worth unseen; the best ways to leave are then held against
//! each other by what may come (`looks`), or by what games come to that are played on to the end (`rollouts`). Costs a look at each
//! position once, up to symmetry. It is not expectimax, which would name every outcome of every plan, and knows nothing of opponents. An end that can
//! be had later as well it does not take while there is something else to do: where the question is when to stop, take
//! [`expectimax`](super::expectimax). What it says of a way to go on is what that looks worth less `step` a move.

use super::catalog::{AgentEntry, Axes, BLUNDER, COST, Common, Demands, EVAL, NODES, TEMPERATURE, TIME};
use crate::character::Character;
use crate::findings::Findings;
use crate::grow::closure::{Closure, Looks, Manner};
use crate::searcher::{Search, choice_rng, position};
use outwit_game::{Agent, Control, Evaluated, Game, Key, Player, Problem, Report, Settings, View, keys};
use std::collections::VecDeque;

const STEP: Key<f64> = Key::amount("step", "0.3", "what a longer plan must be worth more, for each move");
const MARGIN: Key<f64> =
    Key::amount("margin", "0", "by how much an exit that nothing is planned after must be better than one that is");
const RELUCTANCE: Key<f64> = Key::amount(
    "reluctance",
    "1000",
    "by how much a position must look better to be looked at first, for each move on the way that the game would rather not make",
);
const DOUBLINGS: Key<Option<u32>> = Key::integer(
    "doublings",
    "",
    1,
    20,
    "stop once the plan has not changed while the number of positions doubled so many times",
);
const LOOKS: Key<usize> = Key::integer(
    "looks",
    "1",
    1,
    100,
    "ways to go on that are compared by what may come, with half of the budget, with rollouts= three quarters; 1 takes plans for what they are worth unseen",
);
const DRAWS: Key<usize> = Key::integer(
    "draws",
    "24",
    1,
    10_000,
    "how often chance is drawn where it brings several things at once, and in how many worlds games are played to the end",
);
const ROLLOUTS: Key<u64> = Key::integer(
    "rollouts",
    "0",
    0,
    1_000_000_000,
    "moves a decision with which the ways that are compared are played on to the end; 0 plays none and names what comes next",
);
const MEMORY: Key<usize> = Key::integer("memory", "256", 1, 1 << 16, "MiB for the positions of a plan");

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "closure",
    summary: "for a seat alone: the best arrangement before the next card is turned; default 20,000 nodes",
    parameters: keys![
        NODES,
        TIME,
        EVAL,
        LOOKS,
        DRAWS,
        ROLLOUTS,
        STEP,
        MARGIN,
        RELUCTANCE,
        DOUBLINGS,
        COST,
        MEMORY,
        TEMPERATURE,
        BLUNDER
    ],
    demands: Demands { alone: true, ..Demands::OPEN },
    axes: Axes { grow: "arrangements reached", value: "evaluation", backup: "the best for itself", belief: "chance" },
};

/// Moves made without any other budget.
const DEFAULT_NODES: u64 = 20_000;

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    let Common { budget, evaluation, character } = Common::with_nodes(settings, game, DEFAULT_NODES)?;
    let manner = Manner {
        evaluation,
        step: settings.get(STEP),
        margin: settings.get(MARGIN),
        reluctance: settings.get(RELUCTANCE),
        doublings: settings.get(DOUBLINGS),
        cost: settings.get(COST),
        memory: settings.get(MEMORY) << 20,
    };
    if settings.get(ROLLOUTS) > 0 && settings.get(LOOKS) < 2 {
        return Err(Problem::new("rollouts= compares ways to go on: say with looks= how many, two at least"));
    }
    let looks = Looks { ways: settings.get(LOOKS), draws: settings.get(DRAWS), rollouts: settings.get(ROLLOUTS) };
    let search = Closure::new(budget, manner, looks);
    Ok(Box::new(Planner { search, character, seed: 0, plan: VecDeque::new(), expected: None }))
}

/// A search that makes plans, in a seat: what it has planned it does, until something comes that it could not know.
struct Planner<G: Game, S> {
    search: S,
    character: Character,
    seed: u64,
    /// The moves still to be made.
    plan: VecDeque<G::Move>,
    /// The position in which the plan goes on.
    expected: Option<G::State>,
}

impl<G: Game, S: Search<G>> Planner<G, S> {
    /// Follows the plan from here on, which begins with `played`.
    fn expect(&mut self, game: &G, state: &G::State, played: G::Move) {
        let mut next = state.clone();
        game.play(&mut next, played);
        self.expected = Some(next);
    }
}

impl<G: Game, S: Search<G>> Agent<G> for Planner<G, S> {
    fn begin(&mut self, _game: &G, _seat: Player, seed: u64) {
        (self.seed, self.expected) = (seed, None);
        self.plan.clear();
    }

    fn choose(&mut self, view: &View<'_, G>, control: &Control<'_>) -> Result<Report<G::Move>, Problem> {
        let (game, seat, state) = (view.game(), view.seat(), position(view)?);
        if view.moves().is_empty() {
            return Err(Problem::new(format!("{seat} is not to move")));
        }
        let mut rng = choice_rng(self.seed, view);
        let goes_on = self.expected.as_ref() == Some(state) && control.record.is_none();
        let planned = if goes_on { self.plan.pop_front() } else { None };
        if let Some(place) = planned.and_then(|mv| view.moves().iter().position(|&legal| legal == mv)) {
            let mut findings: Findings<G::Move> = crate::grow::unsearched(game, state);
            findings.best = vec![place];
            findings.line = std::iter::once(findings.moves[place].mv).chain(self.plan.iter().copied()).collect();
            findings.remarks.push("it goes on with its plan".to_string());
            let report = self.character.choose(findings, seat, &mut rng);
            self.expect(game, state, report.chosen);
            return Ok(report);
        }
        let findings = self.search.search(view, &mut rng, control)?;
        let report = self.character.choose(findings, seat, &mut rng);
        self.plan = report.line.iter().skip(1).copied().collect();
        self.expect(game, state, report.chosen);
        Ok(report)
    }
}
