//! Solve: perfect play, by knowing the value of every position.
//!
//! The game graph is labelled backwards from its finished positions ([`outwit_exact::solve`]), which is right also where
//! positions come back: no search to a depth can be. Assumes what minimax assumes, that all others play against the
//! mover. Costs time and memory in proportion to the number of positions, once: the labels are kept for the rest of the
//! game. A game without cycles that has too many positions is searched to the end by alpha-beta instead.
//!
//! All moves that keep the value are equally good to it, also those that take longer; play without end pays 0, so a
//! winner who picks among them at random wins with certainty.

use super::catalog::{AgentEntry, Axes, BLUNDER, Demands, TEMPERATURE};
use crate::character::Character;
use crate::findings::{Findings, Found, best_of, seat_values};
use crate::grow::{AlphaBeta, Options, Ties};
use crate::searcher::{Search, Searcher, position};
use outwit_exact::graph::Graph;
use outwit_exact::labels::{self, Values};
use outwit_exact::solve::is_too_large_to_label;
use outwit_game::{
    Agent, Blind, Bound, Budget, Control, Evaluated, Game, Parameter, Player, Problem, Rng, Settings, View,
};
use std::sync::atomic::Ordering;

const STATES: Parameter =
    Parameter::integer("states", "2000000", 1, u32::MAX as i64, "positions to label in memory at most");
const TABLE: Parameter =
    Parameter::integer("table", "256", 1, 1 << 16, "MiB for the table when the game is searched to the end");

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "solve",
    summary: "perfect play: labels every position of the game, or searches it to the end",
    parameters: &[STATES, TABLE, TEMPERATURE, BLUNDER],
    demands: Demands { endless_chance: false, ..Demands::OPEN },
    axes: Axes { grow: "whole game", value: "payoffs", backup: "minimax", belief: "adversary" },
};

pub(super) fn build<G: Evaluated>(settings: &Settings, _game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    let character = Character::from_settings(settings);
    let ties = if character.needs_all_values() { Ties::Exact } else { Ties::All };
    let options = Options { ties, table_bytes: settings.count("table") << 20, ..Options::default() };
    let search = AlphaBeta::new(Budget::default(), options, Blind);
    Ok(Box::new(Searcher::new(Solver::<G> { most_states: settings.count("states"), labels: None, search }, character)))
}

/// The search.
struct Solver<G: Game> {
    most_states: usize,
    labels: Option<Labels<G>>,
    search: AlphaBeta<Blind>,
}

/// The value of every position to one seat.
struct Labels<G: Game> {
    seat: Player,
    graph: Graph<G>,
    values: Values,
}

impl<G: Game> Solver<G> {
    /// The labels of the positions reachable from `state`, made if need be; none if there are too many positions.
    fn label(&mut self, game: &G, state: &G::State, seat: Player, control: &Control<'_>) -> Result<bool, Problem> {
        if self.labels.as_ref().is_some_and(|known| known.seat == seat && known.graph.number_of(state).is_some()) {
            return Ok(true);
        }
        self.labels = None;
        if is_too_large_to_label(game) {
            return Ok(false);
        }
        let is_stopped = || control.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        let Some(graph) = Graph::explore(game, state, self.most_states, |_| !is_stopped()) else {
            return if is_stopped() { Err(Problem::new("stopped before the game was solved")) } else { Ok(false) };
        };
        let values = labels::values(game, &graph, seat, None)?;
        self.labels = Some(Labels { seat, graph, values });
        Ok(true)
    }
}

impl<G: Game> Search<G> for Solver<G> {
    fn search(
        &mut self,
        view: &View<'_, G>,
        _rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        let (game, state, seat) = (view.game(), position(view)?, view.seat());
        if !self.label(game, state, seat, control)? {
            if game.facts().cyclic {
                return Err(Problem::new(format!(
                    "the game has more than {} positions and they come back: allow more with states=",
                    self.most_states
                )));
            }
            return self.search.find(game, state, seat, control);
        }
        let Labels { graph, values, .. } = self.labels.as_ref().expect("the labels were just made");
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
        Ok(Findings {
            moves,
            best,
            picks: Vec::new(),
            value: seat_values(values.of(at)),
            line,
            nodes: graph.edges() as u64,
            depth: 0,
            tree: None,
            remarks: vec![format!("labelled {} positions", graph.len())],
            extras: Vec::new(),
        })
    }
}
