//! Equilibrium: plays so that nobody can exploit it, in two-seat zero-sum games small enough to be written out.
//!
//! CFR+ (Tammelin 2014; Zinkevich and others 2007 for counterfactual regret): the whole game is unfolded once, every
//! information set learns from its regrets, and the average strategy comes close to a Nash equilibrium. Assumes nothing
//! about the other except that it plays the same game. Costs one walk through the tree an iteration; the tree is kept for
//! the rest of the game. Mixes its moves, as bluffing needs.
//!
//! It does not exploit weak players, and it is an approximation: `outwit exploit` says how far from an equilibrium it is.

use super::catalog::{AgentEntry, Axes, BLUNDER, Demands, TEMPERATURE, TIME};
use crate::character::Character;
use crate::findings::{Findings, Found, UNKNOWN};
use crate::searcher::{Search, Searcher};
use outwit_equilibrium::{Extensive, Regrets, Strategy};
use outwit_game::{
    Agent, Bound, Budget, Control, Evaluated, Game, Key, Meter, Player, Problem, Rng, Settings, Table, Turn, View, keys,
};
use std::time::Duration;

const ITERATIONS: Key<usize> =
    Key::integer("iterations", "1000", 1, 1_000_000_000, "walks through the tree before the first move");
const NODES: Key<usize> = Key::integer("nodes", "3000000", 1, 1 << 30, "nodes of the game written out at most");

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "equilibrium",
    summary: "CFR+: mixes moves so that nobody can exploit it; two-seat zero-sum games that fit in memory",
    parameters: keys![ITERATIONS, NODES, TIME, TEMPERATURE, BLUNDER],
    demands: Demands { endless_chance: false, zero_sum_for_two: true, ..Demands::ANY },
    axes: Axes { grow: "whole game", value: "payoffs", backup: "regret matching", belief: "a player who knows ours" },
};

pub(super) fn build<G: Evaluated>(settings: &Settings, game: &G) -> Result<Box<dyn Agent<G>>, Problem> {
    if !game.facts().is_zero_sum_for_two(game.players()) {
        return Err(Problem::new("equilibrium plays two-seat zero-sum games, and this one is not"));
    }
    let (iterations, nodes) = (settings.get(ITERATIONS), settings.get(NODES));
    let search = Solved::<G> { iterations, nodes, time: settings.get(TIME), known: None };
    Ok(Box::new(Searcher::new(search, Character::from_settings(settings))))
}

/// Games with at most this many positions may be written out and balanced in a moment,
const TINY: f64 = 2e4;
/// if their tree has at most this many nodes: a position that many histories lead to is as many nodes there.
const FEW_NODES: usize = 100_000;

/// Whether the game at a table is written out and balanced in a moment.
pub fn is_quick<G: Game>(table: &Table<'_, G>) -> bool {
    let (game, facts) = (table.game(), table.game().facts());
    facts.is_zero_sum_for_two(game.players()) && facts.positions <= TINY && knows_start(table) && has_few_nodes(table)
}

/// Whether every seat can tell where play began: an equilibrium is one of the whole game.
fn knows_start<G: Game>(table: &Table<'_, G>) -> bool {
    let mut table = table.clone();
    let mut rng = Rng::new(0);
    while table.turn() == Turn::Chance && table.draw(&mut rng).is_some() {}
    let game = table.game();
    let is_told = |seat: Player| game.known_start(seat, table.view(seat).seen().first()).is_some();
    Player::all(game.players()).all(is_told)
}

/// Whether the tree of the game from where play began is small.
fn has_few_nodes<G: Game>(table: &Table<'_, G>) -> bool {
    let game = table.game();
    let (mut waiting, mut moves, mut met) = (vec![table.start().clone()], Vec::new(), 0);
    while let Some(state) = waiting.pop() {
        met += 1;
        let turn = game.turn(&state);
        if met > FEW_NODES || turn == Turn::Chance && game.draws(&state) {
            return false;
        }
        if turn.is_over() {
            continue;
        }
        moves.clear();
        game.moves(&state, &mut moves);
        waiting.extend(moves.iter().map(|&mv| {
            let mut next = state.clone();
            game.play(&mut next, mv);
            next
        }));
    }
    true
}

/// What an average of many walks still plays of moves it has found to be worse: less is no part of the mixture.
const NOISE: f64 = 0.001;

struct Solved<G: Game> {
    iterations: usize,
    nodes: usize,
    time: Option<Duration>,
    /// Where play began, the game from there, and what to do in it.
    known: Option<(G::State, Extensive<G>, Strategy)>,
}

impl<G: Game> Search<G> for Solved<G> {
    fn search(
        &mut self,
        view: &View<'_, G>,
        _rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        let game = view.game();
        // Moves are made once, to write the game out; after that it is walked through.
        let (mut nodes, mut remarks) = (0, Vec::new());
        let start = view.start().cloned().or_else(|| game.known_start(view.seat(), view.seen().first()));
        let start = start
            .ok_or_else(|| Problem::new("equilibrium has to know where play began, and this game does not say"))?;
        if self.known.as_ref().is_none_or(|(known, ..)| *known != start) {
            let mut meter = Meter::new(control, &Budget { time: self.time, ..Budget::default() })?;
            let Some(tree) = Extensive::unfold_while(game, &start, self.nodes, &mut || meter.look())? else {
                let mut findings = Findings::unsearched(view.moves());
                findings.remarks.push("the search was stopped before the game was written out".to_string());
                return Ok(findings);
            };
            let mut regrets = Regrets::new(&tree);
            while regrets.iterations() < self.iterations as u64
                && meter.look()
                && regrets.iterate_while(&tree, &mut || meter.look())
            {}
            nodes = tree.nodes() as u64 - 1;
            remarks.push(format!("{} walks through {} nodes", regrets.iterations(), tree.nodes()));
            let strategy = regrets.average(&tree);
            self.known = Some((start, tree, strategy));
        }
        let (_, tree, strategy) = self.known.as_ref().expect("it was just made");
        let set = tree.set_of(view.seat(), view.seen());
        let set = set.ok_or_else(|| Problem::new("this is not a position of the game that was written out"))?;
        let picks = strategy.moves(set).to_vec();
        let moves: Vec<Found<G::Move>> = view
            .moves()
            .iter()
            .map(|&mv| Found { mv, values: UNKNOWN, bound: Bound::Exact, line: Vec::new() })
            .collect();
        let most = picks.iter().copied().fold(0.0, f64::max);
        let best = (0..moves.len()).filter(|&place| picks[place] >= NOISE.min(most)).collect();
        let (value, line) = (UNKNOWN, Vec::new());
        Ok(Findings { extras: Vec::new(), moves, best, picks, value, line, nodes, depth: 0, tree: None, remarks })
    }
}
