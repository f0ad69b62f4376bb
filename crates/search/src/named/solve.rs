//! Solve: perfect play, by knowing the value of every position.
//!
//! The game graph is labelled backwards from its finished positions ([`outwit_exact::solve`]), which is right also where
//! positions come back: no search to a depth can be. Assumes what minimax assumes, that all others play against the
//! mover. Costs time and memory in proportion to the number of positions, once: the labels are kept for the rest of the
//! game. A game without cycles that has too many positions is searched to the end by alpha-beta instead.
//!
//! All moves that keep the value are equally good to it, also those that take longer; of several that win it plays one that wins
//! soonest, of several that lose one that lasts longest.

use super::catalog::{AgentEntry, Axes, BLUNDER, Demands, NODES, TEMPERATURE, TIME, asked_budget};
use crate::character::Character;
use crate::findings::{Findings, Found, best_of, seat_values};
use crate::grow::{AlphaBeta, Options, Ties};
use crate::searcher::{Search, Searcher, position};
use outwit_exact::distance::plies_to_end;
use outwit_exact::graph::Graph;
use outwit_exact::labels::{self, Values};
use outwit_exact::solve::is_too_large_to_label;
use outwit_game::{
    Agent, Bound, Budget, Control, Evaluated, Game, Key, Meter, Player, Problem, Rng, Settings, View, keys,
};

const STATES: Key<usize> =
    Key::integer("states", "2000000", 1, u32::MAX as i64, "positions to label in memory at most");
const TABLE: Key<usize> =
    Key::integer("table", "256", 1, 1 << 16, "MiB for the table when the game is searched to the end");

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "solve",
    summary: "perfect play: labels every position of the game, or searches it to the end",
    parameters: keys![NODES, TIME, STATES, TABLE, TEMPERATURE, BLUNDER],
    demands: Demands { endless_chance: false, ..Demands::OPEN },
    axes: Axes { grow: "whole game", value: "payoffs", backup: "minimax", belief: "adversary" },
};

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    let character = Character::from_settings(settings);
    let ties = if character.needs_all_values() { Ties::Exact } else { Ties::All };
    let options = Options { ties, table_bytes: settings.get(TABLE) << 20, ..Options::default() };
    let budget = asked_budget(settings);
    let search = AlphaBeta::new(budget, options, game.evaluation_of_ends());
    Ok(Box::new(Searcher::new(
        Solver::<G> { budget, most_states: settings.get(STATES), labels: None, search },
        character,
    )))
}

/// The search.
struct Solver<G: Evaluated> {
    budget: Budget,
    most_states: usize,
    labels: Option<Labels<G>>,
    search: AlphaBeta<G::Evaluation>,
}

/// The value of every position to one seat.
struct Labels<G: Game> {
    seat: Player,
    graph: Graph<G>,
    values: Values,
    /// Plies to the end of positions that are won, or lost, once that was asked.
    plies: [Option<Vec<u32>>; 2],
}

impl<G: Game> Labels<G> {
    /// With what weight to pick each of a position's moves, of which these are best: no longer play than need be where it is won,
    /// no shorter where it is lost; nothing where all of them are alike.
    fn picks(&mut self, game: &G, at: usize, best: &[usize], go_on: &mut dyn FnMut() -> bool) -> Vec<f64> {
        let (facts, value) = (game.facts(), self.values.of(at));
        let is_won = value >= facts.highest;
        if best.len() < 2 || !(is_won || value <= facts.lowest) {
            return Vec::new();
        }
        let place = usize::from(!is_won);
        if self.plies[place].is_none() {
            self.plies[place] = plies_to_end(&self.graph, &self.values, self.seat, value, is_won, go_on).ok();
        }
        let Some(known) = &self.plies[place] else { return Vec::new() };
        let targets = self.graph.targets(at);
        let plies = |place: usize| known[targets[place] as usize];
        let wanted = if is_won { best.iter().map(|&b| plies(b)).min() } else { best.iter().map(|&b| plies(b)).max() };
        let is_picked = |place: usize| best.contains(&place) && Some(plies(place)) == wanted;
        (0..targets.len()).map(|place| f64::from(u8::from(is_picked(place)))).collect()
    }
}

impl<G: Evaluated> Solver<G> {
    /// The labels of the positions reachable from `state`, made if need be, with `moves` moves at most; none if there are too
    /// many positions.
    fn label(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Player,
        moves: u64,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Problem> {
        if self.labels.as_ref().is_some_and(|known| known.seat == seat && known.graph.number_of(state).is_some()) {
            return Ok(true);
        }
        self.labels = None;
        if is_too_large_to_label(game) {
            return Ok(false);
        }
        let limits = (self.most_states, moves);
        let graph = Graph::explore_within(game, std::slice::from_ref(state), limits, |_| meter.look());
        let Some(graph) = graph else { return Ok(false) };
        let values = labels::values_while(game, &graph, seat, None, &mut || meter.look());
        if meter.is_stopped() {
            return Ok(false);
        }
        self.labels = Some(Labels { seat, graph, values: values?, plies: [None, None] });
        Ok(true)
    }
}

impl<G: Evaluated> Search<G> for Solver<G> {
    fn search(
        &mut self,
        view: &View<'_, G>,
        _rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        let (game, state, seat) = (view.game(), position(view)?, view.seat());
        let mut meter = Meter::new(control, &self.budget)?;
        // Half of a budget may go into labels.
        let is_limited = meter.left() < u64::MAX;
        let half = if is_limited { meter.left() / 2 } else { u64::MAX };
        if !self.label(game, state, seat, half, &mut meter)? {
            if meter.is_stopped() || is_limited && game.facts().cyclic {
                let mut findings = Findings::unsearched(view.moves());
                findings.nodes = if is_limited { half } else { 0 };
                findings.remarks.push("the search was stopped before the game was solved".to_string());
                return Ok(findings);
            }
            if game.facts().cyclic {
                return Err(Problem::new(format!(
                    "the game has more than {} positions and they come back: allow more with states=",
                    self.most_states
                )));
            }
            // What is left of the time, too, is all that there is.
            let (nodes, deadline) = (is_limited.then_some(meter.left() - half), meter.deadline());
            let mut findings = self.search.find(game, state, seat, &Control { nodes, deadline, ..*control })?;
            findings.nodes += if is_limited { half } else { 0 };
            return Ok(findings);
        }
        let labels = self.labels.as_mut().expect("the labels were just made");
        let Labels { graph, values, .. } = &*labels;
        let at = graph.number_of(state).expect("the position is labelled");
        let facts = game.facts();
        let seat_values = |value: f64| seat_values(&facts, game.players(), seat, value);
        let moves: Vec<Found<G::Move>> = graph
            .moves(at)
            .iter()
            .zip(graph.targets(at))
            .map(|(&mv, &target)| Found {
                mv,
                values: seat_values(values.of(target as usize)),
                bound: Bound::Exact,
                line: vec![mv],
            })
            .collect();
        let best = best_of(&moves, seat);
        let line = vec![moves[best[0]].mv];
        let (value, nodes) = (seat_values(values.of(at)), graph.edges() as u64);
        let remarks = vec![format!("labelled {} positions", graph.len())];
        let picks = labels.picks(game, at, &best, &mut || meter.look());
        let (depth, tree, extras) = (0, None, Vec::new());
        Ok(Findings { moves, best, picks, value, line, nodes, depth, tree, remarks, extras })
    }
}
