//! Alpha-beta: the value of minimax without looking at what cannot matter.
//!
//! Knuth and Moore 1975; the null windows are Marsland and Campbell's 1982 and Reinefeld's 1983; the cuts at chance nodes
//! are Ballard's Star1 and Star2, 1983. One seat, the root's, maximises its payoff and everybody else minimises it, so
//! movers need not alternate and there may be any number of seats. Windows and values are the root seat's throughout;
//! nothing is negated by ply.
//!
//! Values are fail-soft: what comes back is exact inside the window, an upper bound at or below it, a lower bound at or
//! above it. To the depth asked for, the result is that of plain minimax, table or no table: an entry is used only for
//! the very depth it was found at, or when no horizon stood below it.

mod beam;
mod frontier;
mod memory;
mod options;
mod pace;
mod root;
mod singular;
mod star;

use super::depth_first::unsearched;
use super::lines::Lines;
use super::ordering::Ordering;
use super::prospects::Deepening;
use super::record::{Leaving, Recorder};
use super::table::{Known, NO_TAG, Side, TranspositionTable, tag};
use super::{TO_THE_END, next_depth, one_deeper, plies_without_chance, rounded_depth};
use crate::findings::{Findings, best_of, no_tree, seat_values};
use crate::searcher::{Search, position};
use crate::value::Horizon;
use memory::{is_of_use, stored_depth};
use outwit_game::{
    After, Bound, Budget, Control, Evaluation, Facts, Game, Interval, Meter, MoveCode, Player, Problem, Rng,
    SeatValues, Turn, View, descend, end_value, tolerance,
};
use pace::Pace;
use root::Root;

pub use beam::Beam;
pub use options::{Options, Ties};

/// An alpha-beta search.
pub struct AlphaBeta<E> {
    budget: Budget,
    options: Options,
    evaluation: E,
    table: Option<TranspositionTable>,
}

impl<E> AlphaBeta<E> {
    /// A search with this budget.
    pub fn new(budget: Budget, options: Options, evaluation: E) -> AlphaBeta<E> {
        AlphaBeta { budget, options, evaluation, table: None }
    }

    /// How many positions the table holds after a search.
    pub fn positions_stored(&self) -> u64 {
        self.table.as_ref().map_or(0, TranspositionTable::stored)
    }

    /// Looks at a position in which `seat` is to move.
    pub fn find<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Player,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem>
    where
        E: Evaluation<G>,
    {
        // Where chance mixes values, a null window is passed too often to pay for the second search (a third more moves on
        // trees of dice).
        let ties = if control.all_values { Ties::Exact } else { self.options.ties };
        let null_window = self.options.null_window && !game.facts().chance;
        // A move that is probed may be one that is not followed.
        let probe = self.options.probe && self.options.beam.is_none();
        let options = Options { null_window, ties, probe, ..self.options };
        // The clock starts before the table is made: that takes time too.
        let meter = Meter::new(control, &self.budget)?;
        if options.table_bytes > 0 {
            if self.table.is_none() {
                // A table need not be larger than the game, unless positions come back at many depths.
                let facts = game.facts();
                let positions = if facts.cyclic { f64::INFINITY } else { facts.positions };
                let enough = positions * TranspositionTable::BYTES_A_POSITION;
                self.table = Some(TranspositionTable::new(enough.min(options.table_bytes as f64) as usize)?);
            }
            self.table.iter_mut().for_each(TranspositionTable::forget);
        }
        let facts = game.facts();
        let merges = options.symmetry && self.evaluation.is_symmetric();
        let mut walk = Walk {
            game,
            facts,
            merges,
            root: seat,
            horizon: Horizon { evaluation: &self.evaluation, quiescence: options.quiescence },
            options,
            meter,
            table: self.table.as_mut(),
            ordering: Ordering::new(),
            moves: Vec::new(),
            equivalent_moves: Vec::new(),
            after: Vec::new(),
            looks: Vec::new(),
            lines: Lines::new(),
            has_line: false,
            chance: Vec::new(),
            recorder: control.record.map(Recorder::new),
            touched_horizon: false,
            is_extended: false,
            reached: 0,
            chance_above: 0,
        };
        let deepest = self.budget.depth.map_or(TO_THE_END, |depth| rounded_depth(game, state, depth.min(DEEPEST)));
        if deepest == 0 {
            return Ok(walk.look_at_nothing(state));
        }
        let mut root = Root::new(game, state, merges && control.record.is_none());
        let mut tree = None;
        let is_timed = self.budget.nodes.is_some()
            || self.budget.time.is_some()
            || self.budget.patience.is_some()
            || self.budget.cost > 0.0
            || control.is_limited();
        let deepens = is_timed || (options.deepening && deepest != TO_THE_END);
        let mut depth = if deepens { rounded_depth(game, state, 1).min(deepest) } else { deepest };
        let mut findings = None;
        let mut pace = Pace::new(&walk.facts, seat);
        let mut deepening = Deepening::new(self.budget.cost, &walk.facts, seat);
        loop {
            let is_complete = walk.iterate(&mut root, state, depth);
            if is_complete || findings.is_none() {
                let found = root.findings(&walk, state, depth, is_complete);
                pace.note(&found, depth);
                findings = Some(found);
            }
            // The tree belongs to the iteration the findings come from.
            if let (true, Some(recorder)) = (is_complete, walk.recorder.take()) {
                tree = Some(recorder.finish());
                walk.recorder = control.record.map(Recorder::new);
            }
            if !is_complete || depth >= deepest.min(DEEPEST as i32) || !walk.touched_horizon {
                break;
            }
            walk.meter.tell(depth as u32, || root.describe(game, state));
            let is_worth = |found: &Findings<G::Move>| deepening.is_worth(found, walk.meter.nodes());
            if !findings.as_ref().is_none_or(is_worth) {
                break;
            }
            let Some(next) = next_depth(game, state, depth) else { break };
            let is_near = |left: u32| deepest == TO_THE_END && left <= depth as u32 + END_IS_NEAR;
            depth = if game.plies_left(state).is_some_and(is_near) { TO_THE_END } else { next.min(deepest) };
        }
        let mut findings = findings.expect("at least one iteration was begun");
        pace.settle(&mut walk, state, &mut findings);
        findings.nodes = walk.meter.nodes();
        match tree {
            Some(Ok(tree)) => findings.tree = Some(tree),
            Some(Err(remark)) => findings.remarks.push(remark),
            None if control.record.is_some() => {
                findings.remarks.push(no_tree("the search was stopped before it was complete"));
            }
            None => {}
        }
        Ok(findings)
    }
}

impl<G: Game, E: Evaluation<G>> Search<G> for AlphaBeta<E> {
    fn search(
        &mut self,
        view: &View<'_, G>,
        _rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        self.find(view.game(), position(view)?, view.seat(), control)
    }
}

struct Walk<'a, G: Game, E> {
    game: &'a G,
    facts: Facts,
    /// Whether positions that differ in names alone are one.
    merges: bool,
    root: Player,
    horizon: Horizon<'a, E>,
    options: Options,
    meter: Meter<'a>,
    table: Option<&'a mut TranspositionTable>,
    ordering: Ordering,
    /// Moves of all positions on the path, one after the other.
    moves: Vec<G::Move>,
    /// Scratch: which move stands in for each.
    equivalent_moves: Vec<usize>,
    /// Scratch: what the moves of the last ply lead to.
    after: Vec<After>,
    /// Scratch: how good moves look.
    looks: Vec<(f64, G::Move)>,
    lines: Lines<G::Move>,
    /// Whether the position visited last has left a line.
    has_line: bool,
    /// Outcomes of all chance nodes on the path, one after the other.
    chance: Vec<Outcome>,
    recorder: Option<Recorder>,
    touched_horizon: bool,
    /// Whether the position visited next is reached by a move that was followed a ply deeper.
    is_extended: bool,
    /// The most plies ahead that were looked at, chance not counted.
    reached: usize,
    /// Chance nodes above the position.
    chance_above: usize,
}

/// An outcome of chance and between which bounds its value is known to lie.
#[derive(Clone, Copy)]
struct Outcome {
    probability: f64,
    low: f64,
    high: f64,
}

/// The part of the tree with values strictly between two ends.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Window {
    alpha: f64,
    beta: f64,
}

/// At which depths looking one move ahead in the table pays: where the subtrees it may spare are large; but not in
/// searches to the end, whose tables are so large that every look is a wait for memory (kalah(6,4): a fifth fewer nodes,
/// a fifth more time).
const LOOK_AHEAD: std::ops::Range<i32> = 5..TO_THE_END;

/// The same for searches to the end, in plies left, where a game says how many those are.
const LOOK_AHEAD_TO_THE_END: u32 = 11;

/// With fewer plies left a search to the end is done before the table has answered.
const WORTH_STORING: u32 = 5;

/// The deepest depth that is told apart from others in the table.
const DEEPEST: u32 = 222;

/// A search against the clock goes to the end once so many more plies than it has looked ahead would reach it: there the
/// search is quicker, and its answer the last word.
const END_IS_NEAR: u32 = 6;

const OPEN: Window = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };

impl<'a, G: Game, E: Evaluation<G>> Walk<'a, G, E> {
    fn seat_values(&self, value: f64) -> SeatValues {
        seat_values(&self.facts, self.game.players(), self.root, value)
    }

    fn look_at_nothing(&mut self, state: &G::State) -> Findings<G::Move> {
        let value = self.horizon.evaluation.value(self.game, state, self.root);
        Findings { value: self.seat_values(value), ..unsearched(self.game, state) }
    }

    /// Makes a move and looks at what comes of it, for the root and where little time goes: one copy for all of them.
    #[inline(never)]
    fn child(
        &mut self,
        state: &mut G::State,
        mv: G::Move,
        depth: i32,
        ply: usize,
        window: Window,
        probability: Option<f64>,
    ) -> f64 {
        if !self.meter.count() {
            return 0.0;
        }
        if self.recorder.is_some() {
            return self.recorded_child(state, mv, depth, ply, window, probability);
        }
        descend(self.game, state, mv, |next| self.visit(next, depth, ply + 1, window))
    }

    #[cold]
    #[inline(never)]
    fn recorded_child(
        &mut self,
        state: &mut G::State,
        mv: G::Move,
        depth: i32,
        ply: usize,
        window: Window,
        probability: Option<f64>,
    ) -> f64 {
        let game = self.game;
        if let Some(recorder) = &mut self.recorder {
            recorder.enter(game, Some((state, mv)), probability);
        }
        descend(game, state, mv, |next| {
            let value = self.visit(next, depth, ply + 1, window);
            let values = self.seat_values(value);
            if let Some(recorder) = &mut self.recorder {
                let evaluation = self.horizon.evaluation;
                let window = Some((self.root, Interval { low: window.alpha, high: window.beta }));
                let leaving = Leaving { values: &values, is_valued: true, window };
                recorder.leave(
                    game,
                    next,
                    &|state| (evaluation.values(game, state), evaluation.intervals(game, state)),
                    leaving,
                );
            }
            value
        })
    }

    #[inline(always)]
    fn visit(&mut self, state: &mut G::State, depth: i32, ply: usize, window: Window) -> f64 {
        let game = self.game;
        // Step 1. A finished game pays; at the horizon the evaluation speaks.
        let turn = game.turn(state);
        if turn.is_over() {
            self.has_line = false;
            return end_value(game, state, self.horizon.evaluation, self.root);
        }
        if self.horizon.is_reached(game, state, depth) || (turn == Turn::Chance && game.draws(state)) {
            self.touched_horizon = true;
            self.has_line = false;
            return self.horizon.evaluation.value(game, state, self.root);
        }
        match turn {
            // Two copies of the same code: which way the mover pulls is settled before the loop over its moves.
            Turn::Of(mover) if mover == self.root => self.decision::<true>(state, depth, ply, window),
            Turn::Of(_) => self.decision::<false>(state, depth, ply, window),
            _ => {
                self.is_extended = false;
                self.chance(state, depth, ply, window)
            }
        }
    }

    /// A player's node, the root seat's (`OURS`) or another's. Inside, values are seen from the mover's side: `sign` times
    /// the root seat's.
    fn decision<const OURS: bool>(&mut self, state: &mut G::State, depth: i32, ply: usize, window: Window) -> f64 {
        let game = self.game;
        self.has_line = false;
        let is_extended = std::mem::take(&mut self.is_extended);
        // Step 2. What the game knows without a search. Only searches to the end may ask: to a depth, the evaluation speaks
        // at the horizon, and it need not agree.
        let is_whole = depth == TO_THE_END;
        if is_whole {
            let (low, high) = match self.recorder {
                None => game.end_bounds(state, self.root, (window.alpha, window.beta)),
                // A tree that is written down shows the moves, not what spares them.
                Some(_) => game.payoff_bounds(state, self.root),
            };
            if low >= window.beta || low == high {
                return low;
            }
            if high <= window.alpha {
                return high;
            }
            if let Some(value) = game.solved(state, self.root) {
                return value;
            }
            self.reached = self.reached.max(ply + 1 - self.chance_above);
        }
        if depth == 1 && self.options.quiescence == 0 && self.recorder.is_none() {
            return self.frontier::<OURS>(state, ply, window);
        }
        let sign = if OURS { 1.0 } else { -1.0 };
        let (mut alpha, beta) = if OURS { (window.alpha, window.beta) } else { (-window.beta, -window.alpha) };
        let is_null = beta <= alpha.next_up();
        // Step 3. What the table remembers: an answer, or at least the move to try first. A node with an open window is
        // searched anyway, so that the line stays whole.
        let mut key = 0;
        let mut banked = 0.0;
        let mut table_tag = NO_TAG;
        let left = if is_whole { game.plies_left(state) } else { None };
        let uses_table = self.table.is_some() && depth > 1 && left.is_none_or(|left| left >= WORTH_STORING);
        let nodes_before = self.meter.nodes();
        if uses_table {
            (key, banked) = self.filed(state, depth);
            if is_extended {
                key = singular::extended_key(key);
            }
            if let Some(known) = self.table.as_ref().and_then(|table| table.get(key)) {
                table_tag = known.tag;
                let value = known.value + banked;
                let settles = match known.side {
                    Side::Exact => is_null,
                    Side::AtLeast => value >= beta,
                    Side::AtMost => value <= alpha,
                };
                if is_of_use(&known, depth) && settles {
                    self.touched_horizon |= !known.is_final;
                    return sign * value;
                }
            }
        }
        // Step 4. The moves, the promising ones first.
        let base = self.moves.len();
        self.list_moves(state, is_whole);
        if let (Some(beam), false) = (self.options.beam, is_whole || depth == 1) {
            self.narrow::<OURS>(state, base, beam.replies);
        }
        let end = self.moves.len();
        let orders = self.options.ordering && depth > 1 && !(is_whole && end - base == 1);
        let scores = match orders {
            true if is_whole => {
                let hint = |mv| game.end_hint(state, mv);
                self.ordering.score(&self.moves[base..], hint, table_tag, ply, OURS)
            }
            true => {
                let hint = |mv| game.order_hint(state, mv);
                self.ordering.score(&self.moves[base..], hint, table_tag, ply, OURS)
            }
            false => 0,
        };
        let deeper = one_deeper(depth);
        let singular = if self.options.singular.is_some() && !is_extended {
            self.singular_move::<OURS>(state, base..end, depth, ply)
        } else {
            None
        };
        // Step 5. A move that the table knows to be good enough spares the search of any other.
        let looks_ahead = LOOK_AHEAD.contains(&depth) || left.is_some_and(|left| left >= LOOK_AHEAD_TO_THE_END);
        if uses_table && is_null && looks_ahead && singular.is_none() {
            for index in base..end {
                let mv = self.moves[index];
                if !self.meter.count() {
                    break;
                }
                if let Some(value) = descend(game, state, mv, |next| self.remembered::<OURS>(next, deeper, beta)) {
                    self.moves.truncate(base);
                    if orders {
                        self.ordering.pop(scores);
                    }
                    return sign * value;
                }
            }
        }
        // Step 6. Each move: the first with the whole window, the rest tested with a null window.
        let touched_before = std::mem::replace(&mut self.touched_horizon, false);
        let window_alpha = alpha;
        let tests = self.options.null_window && !is_null && depth > 1;
        let reduces = self.options.reductions && self.options.null_window && orders && !is_whole;
        let mut best = f64::NEG_INFINITY;
        let mut best_tag = NO_TAG;
        for next in 0..end - base {
            if orders {
                self.ordering.bring_best(&mut self.moves[base..end], scores, next);
            }
            let mv = self.moves[base + next];
            let mut test = next > 0 && tests;
            let mut less = if reduces { reduction(next, depth) } else { 0 };
            let extends = singular == Some(mv);
            let deeper = if extends { depth } else { deeper };
            let value = loop {
                self.is_extended = extends;
                let limit = if test || less > 0 { alpha.next_up().min(beta) } else { beta };
                let deeper = deeper - less;
                let window = window_of(alpha, limit, OURS);
                // This is `child` written out: a closure with one caller is inlined, and leaves then cost no call.
                let value = if !self.meter.count() {
                    break 0.0;
                } else if self.recorder.is_some() {
                    self.recorded_child(state, mv, deeper, ply, window, None)
                } else {
                    descend(game, state, mv, |next| self.visit(next, deeper, ply + 1, window))
                };
                self.is_extended = false;
                let value = sign * value;
                if less > 0 && value > alpha && !self.meter.is_stopped() {
                    less = 0;
                    continue;
                }
                if test && value > alpha && value < beta && !self.meter.is_stopped() {
                    test = false;
                    continue;
                }
                break value;
            };
            if self.meter.is_stopped() {
                break;
            }
            if value > best {
                best = value;
                best_tag = tag(mv.code());
                if value > alpha {
                    alpha = value;
                    if value >= beta {
                        if orders {
                            self.ordering.cut(mv.code(), ply, depth, OURS);
                        }
                        break;
                    }
                    self.lines.extend(ply, mv, self.has_line);
                }
            }
        }
        // Step 7. Clean up and remember.
        self.moves.truncate(base);
        if orders {
            self.ordering.pop(scores);
        }
        let is_final = !self.touched_horizon;
        self.touched_horizon |= touched_before;
        if uses_table && !self.meter.is_stopped() {
            let side = if best >= beta {
                Side::AtLeast
            } else if best <= window_alpha {
                Side::AtMost
            } else {
                Side::Exact
            };
            let tag = if side == Side::AtMost { table_tag } else { best_tag };
            let depth = stored_depth(depth, self.meter.nodes() - nodes_before);
            let known = Known { value: best - banked, side, depth, is_final, tag };
            if let Some(table) = &mut self.table {
                table.put(key, &known);
            }
        }
        self.has_line = best > window_alpha && best < beta;
        sign * best
    }

    /// The moves that no earlier one stands in for. When the tree is written down, all of them.
    #[inline]
    fn list_moves(&mut self, state: &G::State, is_whole: bool) {
        let base = self.moves.len();
        if is_whole && self.recorder.is_none() {
            self.game.end_moves(state, &mut self.moves);
        } else {
            self.game.moves(state, &mut self.moves);
        }
        // A move that has its like is not without alternative.
        if self.merges
            && self.recorder.is_none()
            && self.options.singular.is_none()
            && self.game.equivalent_moves(state, &self.moves[base..], &mut self.equivalent_moves)
        {
            let mut kept = base;
            for (place, &stand_in) in self.equivalent_moves.iter().enumerate() {
                if stand_in == place {
                    self.moves[kept] = self.moves[base + place];
                    kept += 1;
                }
            }
            self.moves.truncate(kept);
            self.equivalent_moves.clear();
        }
    }
}

/// By how many plies a move at this place of the order is at first looked at less deep (late-move reductions).
#[inline]
fn reduction(place: usize, depth: i32) -> i32 {
    const FIRST_LATE: usize = 3;
    const VERY_LATE: usize = 10;
    match (place, depth) {
        (..FIRST_LATE, _) | (_, ..3) => 0,
        (VERY_LATE.., 6..) => 2,
        _ => 1,
    }
}

/// The mover's window as the root seat's.
#[inline]
fn window_of(alpha: f64, beta: f64, ours: bool) -> Window {
    if ours { Window { alpha, beta } } else { Window { alpha: -beta, beta: -alpha } }
}
