//! Full width to a depth, any backup.
//!
//! Right for every backup, because nothing is left out but what cannot matter: lines the backup itself prunes, moves that
//! stand in for others, moves of the last ply that the evaluation knows to be worse for their mover and the same for everybody
//! else, and positions met before.
//! `is_plain` leaves out nothing at all; it is the rival that the rest is compared with. With a node or time budget the
//! search deepens and answers from the last complete depth.

use super::lines::Lines;
use super::prospects::Deepening;
use super::record::{Leaving, Recorder, Stated};
use super::{TO_THE_END, next_depth, one_deeper, rounded_depth};
use crate::backup::{Backup, Step};
use crate::belief::{Decision, Opponent};
use crate::findings::{Findings, STOPPED_EARLY, UNKNOWN};
use crate::searcher::{Search, position};
use crate::value::Leaf;
use outwit_game::{
    After, Bound, Budget, Control, Facts, Game, Meter, MoveCode, Player, Problem, Rng, Turn, View, descend,
};
use rustc_hash::FxHashMap;

/// A full-width search.
pub struct DepthFirst<L, F, O> {
    /// How far to look.
    pub budget: Budget,
    /// What the positions where the look-ahead ends are worth.
    pub leaf: L,
    /// Makes the backup for the seat that searches; told how many seats there are.
    pub backup: F,
    /// What is believed about the others.
    pub others: O,
    /// Of equally good moves, the one after which the position looks best at once.
    pub prefers_looks: bool,
    /// Looks at everything, also where it cannot matter.
    pub is_plain: bool,
}

impl<L, F, O> DepthFirst<L, F, O> {
    /// A search that leaves out what cannot matter and picks among all equally good moves. The arguments are the four axes:
    /// grow, value, backup, belief.
    pub fn new(budget: Budget, leaf: L, backup: F, others: O) -> DepthFirst<L, F, O> {
        DepthFirst { budget, leaf, backup, others, prefers_looks: false, is_plain: false }
    }

    /// A search that looks at everything.
    pub fn plain(budget: Budget, leaf: L, backup: F, others: O) -> DepthFirst<L, F, O> {
        DepthFirst { is_plain: true, ..DepthFirst::new(budget, leaf, backup, others) }
    }

    /// Looks at a position in which `seat` is to move.
    pub fn find<G, B>(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Player,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem>
    where
        G: Game,
        L: Leaf<G>,
        B: Backup<L::Value>,
        F: Fn(Player, usize) -> B + Send,
        O: Opponent<G>,
    {
        Ok(self.run(game, state, seat, rng, control)?.0)
    }

    /// The values of all children of a position, whoever is to move there, in the search of `seat`; none if it was stopped
    /// before it had looked at every one. And the moves it made.
    #[expect(clippy::type_complexity)]
    pub fn children<G, B>(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Player,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<(Option<Vec<L::Value>>, u64), Problem>
    where
        G: Game,
        L: Leaf<G>,
        B: Backup<L::Value>,
        F: Fn(Player, usize) -> B + Send,
        O: Opponent<G>,
    {
        let (findings, children) = self.run(game, state, seat, rng, control)?;
        Ok((children, findings.nodes))
    }

    #[expect(clippy::type_complexity)]
    fn run<G, B>(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Player,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<(Findings<G::Move>, Option<Vec<L::Value>>), Problem>
    where
        G: Game,
        L: Leaf<G>,
        B: Backup<L::Value>,
        F: Fn(Player, usize) -> B + Send,
        O: Opponent<G>,
    {
        let backup = (self.backup)(seat, game.players());
        let leaves_out = !self.is_plain && control.record.is_none();
        let meter = Meter::new(control, &with_patience(self.budget, leaves_out))?;
        let ranks = if self.prefers_looks {
            looks(game, state, seat, |next| self.leaf.values(game, next)[seat])
        } else {
            Vec::new()
        };
        // Whoever says what others do may go by names.
        let merges = leaves_out && self.leaf.is_symmetric() && !self.others.speaks();
        let mut walk = Walk {
            game,
            prunes: leaves_out && !control.all_values && backup.prunes(),
            backup: &backup,
            leaf: &self.leaf,
            others: &mut self.others,
            rng,
            control: Control { deadline: meter.deadline(), ..*control },
            meter,
            seat,
            facts: game.facts(),
            leaves_out,
            merges,
            moves: Vec::new(),
            equivalent_moves: Vec::new(),
            weights: Vec::new(),
            values: Vec::new(),
            root_values: Vec::new(),
            after: Vec::new(),
            path: Vec::new(),
            doubtful_from: usize::MAX,
            known: FxHashMap::default(),
            lines: Lines::new(),
            has_line: false,
            plies_below: 0,
            recorder: None,
            touched_horizon: false,
            rests_on_estimates: false,
        };
        let deepest = self.budget.depth.map_or(TO_THE_END, |depth| rounded_depth(game, state, depth));
        let Budget { nodes, time, cost, .. } = self.budget;
        let is_timed = nodes.is_some() || time.is_some() || cost > 0.0 || control.is_limited();
        // A long search that may be stopped deepens too, so that there is always a best move so far; that costs a share of
        // one in the number of moves.
        let may_be_stopped = control.stop.is_some() && (LONG_SEARCH..TO_THE_END).contains(&deepest);
        let mut depth = if is_timed || may_be_stopped { rounded_depth(game, state, 1).min(deepest) } else { deepest };
        let mut findings = None;
        let mut is_impatient = false;
        let mut deepening = Deepening::new(cost, &walk.facts, seat);
        loop {
            match walk.look(state, depth, &ranks) {
                Ok(found) => {
                    walk.meter.tell(found.depth, String::new);
                    findings = Some(found);
                }
                Err(Halt::Stopped) if findings.is_none() && walk.meter.begins_again() => {
                    (is_impatient, depth) = (true, rounded_depth(game, state, 1).min(deepest));
                    continue;
                }
                Err(Halt::Stopped) => break,
                Err(Halt::Problem(problem)) => return Err(problem),
            }
            if !walk.touched_horizon || depth >= deepest {
                break;
            }
            let is_worth = |found: &Findings<G::Move>| deepening.is_worth(found, walk.meter.nodes());
            if !findings.as_ref().is_none_or(is_worth) {
                break;
            }
            let Some(next) = next_depth(game, state, depth) else { break };
            depth = next.min(deepest);
        }
        let children = findings.as_ref().map(|_| std::mem::take(&mut walk.root_values));
        let mut findings = findings.unwrap_or_else(|| {
            let mut nothing = unsearched(game, state);
            nothing.remarks.push(STOPPED_EARLY.to_string());
            nothing
        });
        findings.nodes = walk.meter.nodes();
        if is_impatient {
            findings.remarks.push(gave_up_depth(deepest, findings.depth));
        }
        Ok((findings, children))
    }
}

impl<G, L, B, F, O> Search<G> for DepthFirst<L, F, O>
where
    G: Game,
    L: Leaf<G>,
    B: Backup<L::Value>,
    F: Fn(Player, usize) -> B + Send,
    O: Opponent<G>,
{
    fn search(
        &mut self,
        view: &View<'_, G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        self.find(view.game(), position(view)?, view.seat(), rng, control)
    }
}

/// Searches at least this deep take long enough to be stopped by somebody who waits.
pub(super) const LONG_SEARCH: i32 = 5;

/// Moves after which a search to the end that leaves nothing out is given up for one that looks as deep as so many go.
const PATIENCE_TO_THE_END: u64 = 10_000_000;

/// The budget of a search. One without limits that knows no position again gets some patience: a game of few positions may
/// still be a tree of many.
fn with_patience(budget: Budget, leaves_out: bool) -> Budget {
    let patience = if budget == Budget::default() && !leaves_out { Some(PATIENCE_TO_THE_END) } else { budget.patience };
    Budget { patience, ..budget }
}

/// What a search says that looked less deep than its default.
fn gave_up_depth(wanted: i32, reached: u32) -> String {
    let wanted = if wanted == TO_THE_END { "the whole game".to_string() } else { format!("depth {wanted}") };
    format!("{wanted} takes too long here, so it looked {reached} deep: ask for more with depth=, nodes= or time=")
}

/// How many positions are remembered at most.
const MOST_KNOWN: usize = 1 << 20;

/// What is known of a position when no move has been looked at: its moves.
pub(crate) fn unsearched<G: Game>(game: &G, state: &G::State) -> Findings<G::Move> {
    let mut listed = Vec::new();
    game.moves(state, &mut listed);
    Findings::unsearched(&listed)
}

/// How good each move looks to `seat` at once: the evaluation, or the payoff, after it.
pub(crate) fn looks<G: Game>(game: &G, state: &G::State, seat: Player, value: impl Fn(&G::State) -> f64) -> Vec<f64> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let look = |next: &mut G::State| {
        if game.turn(next).is_over() && !game.is_frontier(next) { game.payoffs(next)[seat] } else { value(next) }
    };
    moves.into_iter().map(|mv| descend(game, state, mv, look)).collect()
}

struct Walk<'a, G: Game, L: Leaf<G>, B, O> {
    game: &'a G,
    backup: &'a B,
    leaf: &'a L,
    others: &'a mut O,
    rng: &'a mut Rng,
    control: Control<'a>,
    meter: Meter<'a>,
    seat: Player,
    facts: Facts,
    /// Whether what cannot matter is left out.
    leaves_out: bool,
    /// Whether positions that differ in names alone are one.
    merges: bool,
    /// Whether the backup prunes; the path is kept for it.
    prunes: bool,
    /// Moves of all positions on the path, one after the other.
    moves: Vec<G::Move>,
    /// Likewise, which move stands in for each.
    equivalent_moves: Vec<usize>,
    /// Likewise, believed probabilities.
    weights: Vec<f64>,
    /// Likewise, the values of the children looked at so far.
    values: Vec<L::Value>,
    /// The values of the root's children after the last complete look.
    root_values: Vec<L::Value>,
    /// Scratch: what the moves of the last ply lead to.
    after: Vec<After>,
    path: Vec<Step<L::Value>>,
    /// Values of positions at this ply and below may be wrong: something was pruned that the position above will reject.
    doubtful_from: usize,
    /// Positions met before, by key and depth.
    known: FxHashMap<(u64, i32), Seen<L::Value>>,
    lines: Lines<G::Move>,
    /// Whether the position visited last has left a line.
    has_line: bool,
    /// How many plies below the position visited last were looked at, chance not counted.
    plies_below: u32,
    recorder: Option<Recorder>,
    touched_horizon: bool,
    /// Whether a leaf was met that is worth what the evaluation says: at the horizon, or where a written tree was cut.
    rests_on_estimates: bool,
}

/// What is remembered of a position: its value, whether a horizon stood below it, and how many plies were looked at there.
type Seen<V> = (V, bool, u32);

/// A root move: whether its value is only a bound, and the line it begins.
type Child<M> = (Bound, Vec<M>);

/// Why a walk ends early.
enum Halt {
    /// The budget is used up.
    Stopped,
    /// Something is wrong.
    Problem(Problem),
}

impl<G: Game, L: Leaf<G>, B: Backup<L::Value>, O: Opponent<G>> Walk<'_, G, L, B, O> {
    fn look(&mut self, state: &G::State, depth: i32, ranks: &[f64]) -> Result<Findings<G::Move>, Halt> {
        (self.touched_horizon, self.rests_on_estimates) = (false, false);
        self.doubtful_from = usize::MAX;
        self.moves.clear();
        self.equivalent_moves.clear();
        self.weights.clear();
        self.values.clear();
        self.path.clear();
        self.recorder = self.control.record.map(Recorder::new);
        let mut state = state.clone();
        let mut children = Vec::new();
        if let Some(recorder) = &mut self.recorder {
            recorder.enter::<G>(self.game, None, None);
        }
        let value = if depth == 0 {
            self.leaf.cut(self.game, &state, self.seat)
        } else {
            let backed_up = self.inner(&mut state, depth, 0, Some(&mut children))?;
            self.backup.at_root(self.seat, &self.values, backed_up)
        };
        let values = self.backup.seat_values(&self.facts, &value);
        let mut findings = unsearched(self.game, &state);
        if let Some(mut recorder) = self.recorder.take() {
            recorder.leave(self.game, &state, &|state| self.stated(state), Leaving::evaluated(&values));
            match recorder.finish() {
                Ok(tree) => findings.tree = Some(tree),
                Err(remark) => findings.remarks.push(remark),
            }
        }
        findings.value = values;
        if depth == 0 {
            return Ok(findings);
        }
        let mut picks = Vec::new();
        self.backup.picks(self.seat, &self.values, &[], &mut picks);
        findings.best = (0..picks.len()).filter(|&place| picks[place] > 0.0).collect();
        if !ranks.is_empty() {
            picks.clear();
            self.backup.picks(self.seat, &self.values, ranks, &mut picks);
        }
        findings.picks = picks;
        for ((found, value), (bound, line)) in findings.moves.iter_mut().zip(&self.values).zip(children) {
            (found.bound, found.line) = (bound, line);
            found.values = match bound {
                Bound::Exact => self.backup.seat_values(&self.facts, value),
                // What is left of a pruned line says only that the seat that moves does no better with it.
                _ => {
                    let mut values = UNKNOWN;
                    values[self.seat.index()] = findings.value[self.seat.index()];
                    values
                }
            };
        }
        std::mem::swap(&mut self.root_values, &mut self.values);
        findings.line = self.lines.root();
        // A search to the end has no depth of its own: it reports how far it has looked.
        findings.depth = if depth == TO_THE_END { self.plies_below } else { depth as u32 };
        Ok(findings)
    }

    /// What the evaluation says of a position.
    fn stated(&self, state: &G::State) -> Stated {
        (self.leaf.values(self.game, state), self.leaf.intervals(self.game, state))
    }

    /// Writes down what a player whose moves have all been looked at makes of them.
    fn note_choice(&mut self, recorder: &mut Recorder, player: Player, values: usize, weights: Option<usize>) {
        let children = &self.values[values..];
        let weights = weights.map_or(&[][..], |weights| &self.weights[weights..]);
        match self.backup.mixture(player, children, weights) {
            Some(mixture) => recorder.believe(&mixture),
            None if !weights.is_empty() && self.others.thinks() => recorder.believe(weights),
            // Every move alike: that is what whoever reads it believes too.
            None if !weights.is_empty() => {}
            None => {
                let mut picks = Vec::new();
                self.backup.picks(player, children, &[], &mut picks);
                recorder.mark_best(&picks);
            }
        }
    }

    fn visit(&mut self, state: &mut G::State, depth: i32, ply: usize) -> Result<L::Value, Halt> {
        if !self.meter.count() {
            return Err(Halt::Stopped);
        }
        let game = self.game;
        (self.has_line, self.plies_below) = (false, 0);
        let turn = game.turn(state);
        if turn.is_over() && !game.is_frontier(state) {
            return Ok(self.leaf.ended(game, state, self.seat));
        }
        if turn.is_over() {
            self.rests_on_estimates = true;
            return Ok(self.leaf.cut(game, state, self.seat));
        }
        let is_cut = depth <= 0 && !self.leaf.looks_on(game, state, depth.unsigned_abs());
        if is_cut || (turn == Turn::Chance && game.draws(state)) {
            (self.touched_horizon, self.rests_on_estimates) = (true, true);
            return Ok(self.leaf.cut(game, state, self.seat));
        }
        if !self.leaves_out {
            return self.inner(state, depth, ply, None);
        }
        if depth == 1
            && let Turn::Of(mover) = turn
            && (!self.others.speaks() || mover == self.seat)
            && self.backup.can_use_after_moves(mover)
            && let Some(value) = self.last_ply(state, mover, ply)
        {
            return Ok(value);
        }
        // Positions meet again only where somebody has moved twice.
        if self.others.thinks() || ply <= game.players() {
            return self.inner(state, depth, ply, None);
        }
        let key = (if self.merges { game.canonical_key(state) } else { game.key(state) }, depth);
        if let Some((value, touches_horizon, plies_below)) = self.known.get(&key) {
            self.touched_horizon |= touches_horizon;
            self.plies_below = *plies_below;
            return Ok(value.clone());
        }
        let touched_before = std::mem::replace(&mut self.touched_horizon, false);
        let value = self.inner(state, depth, ply, None)?;
        if self.doubtful_from > ply && self.known.len() < MOST_KNOWN {
            self.known.insert(key, (value.clone(), self.touched_horizon, self.plies_below));
        }
        self.touched_horizon |= touched_before;
        Ok(value)
    }

    /// The value of a position one ply above the horizon, where the evaluation knows what the moves lead to.
    fn last_ply(&mut self, state: &G::State, mover: Player, ply: usize) -> Option<L::Value> {
        self.after.clear();
        if !self.leaf.after_moves(self.game, state, &mut self.after) {
            return None;
        }
        // Step 1. A child for every move there is an entry for; the moves that share one say the same.
        let base = self.values.len();
        let is_alone = self.after.len() == 1;
        let mut expected = None;
        let mut touches_horizon = false;
        for after in &self.after {
            let value = if after.is_over {
                Some(self.leaf.over(&after.values, self.seat))
            } else {
                self.leaf.after(after, mover, self.seat, is_alone)
            };
            let Some(value) = value else {
                self.values.truncate(base);
                return None;
            };
            touches_horizon |= !after.is_over;
            let is_expected =
                expected.is_none_or(|(best, _): (usize, u32)| self.backup.prefers(mover, &value, &self.values[best]));
            if is_expected {
                expected = Some((self.values.len(), after.first));
            }
            for _ in 1..if is_alone { 1 } else { after.count } {
                self.values.push(value.clone());
            }
            self.values.push(value);
        }
        let (_, first) = expected?;
        // Step 2. What they say.
        self.lines.extend(ply, G::Move::from_code(first), false);
        (self.has_line, self.plies_below) = (true, 1);
        self.touched_horizon |= touches_horizon;
        let value = match is_alone {
            true => self.values.pop(),
            false => Some(self.backup.back_up(Turn::Of(mover), &self.values[base..], &[])),
        };
        self.values.truncate(base);
        value
    }

    fn inner(
        &mut self,
        state: &mut G::State,
        depth: i32,
        ply: usize,
        mut children: Option<&mut Vec<Child<G::Move>>>,
    ) -> Result<L::Value, Halt> {
        let game = self.game;
        // Step 1. The moves, which of them stand in for others, and what is believed about them.
        let turn = game.turn(state);
        let (moves_base, stand_ins_base) = (self.moves.len(), self.equivalent_moves.len());
        let (weights_base, values_base) = (self.weights.len(), self.values.len());
        game.moves(state, &mut self.moves);
        let count = self.moves.len() - moves_base;
        match turn {
            Turn::Chance => {
                let weight = |&outcome: &G::Move| game.weight(state, outcome) as f64;
                let total: f64 = self.moves[moves_base..].iter().map(weight).sum();
                self.weights.extend(self.moves[moves_base..].iter().map(|outcome| weight(outcome) / total));
            }
            Turn::Of(player) if player != self.seat => {
                let decision = Decision::open(game, state, player, &self.moves[moves_base..]);
                self.others
                    .probabilities(&decision, self.rng, &self.control, &mut self.weights)
                    .map_err(Halt::Problem)?;
                // A model that ran into the deadline has not said what it would have.
                if self.others.thinks() && !self.meter.look() {
                    return Err(Halt::Stopped);
                }
            }
            _ => {}
        }
        let has_weights = self.weights.len() > weights_base;
        let has_stand_ins = self.merges
            && turn != Turn::Chance
            && game.equivalent_moves(state, &self.moves[moves_base..], &mut self.equivalent_moves);
        let deeper = if turn == Turn::Chance { depth } else { one_deeper(depth) };
        if self.prunes {
            self.path.push(Step { turn, best: None, is_last: false });
        }
        // Step 2. Every child.
        let touched_before = std::mem::replace(&mut self.touched_horizon, false);
        let rested_before = std::mem::replace(&mut self.rests_on_estimates, false);
        let mut expected = None;
        let mut cut = None;
        let mut plies_below = 0;
        for place in 0..count {
            let mv = self.moves[moves_base + place];
            if has_stand_ins && self.equivalent_moves[stand_ins_base + place] < place {
                let other = self.equivalent_moves[stand_ins_base + place];
                self.values.push(self.values[values_base + other].clone());
                if let Some(children) = &mut children {
                    let bound = children[other].0;
                    children.push((bound, vec![mv]));
                }
                continue;
            }
            let weight = if has_weights { self.weights[weights_base + place] } else { 1.0 };
            if let Some(step) = self.path.last_mut() {
                step.is_last = place + 1 == count;
            }
            if let Some(recorder) = &mut self.recorder {
                recorder.enter(game, Some((state, mv)), (turn == Turn::Chance).then_some(weight));
            }
            let value = descend(game, state, mv, |next| {
                let value = self.visit(next, deeper, ply + 1)?;
                if let Some(mut recorder) = self.recorder.take() {
                    let values = self.backup.seat_values(&self.facts, &value);
                    recorder.leave(game, next, &|state| self.stated(state), Leaving::evaluated(&values));
                    self.recorder = Some(recorder);
                }
                Ok(value)
            })?;
            plies_below = plies_below.max(self.plies_below);
            // The line follows what each mover likes best, or what is most likely.
            let is_expected = match (turn, expected) {
                (_, None) => true,
                (Turn::Of(player), Some(best)) if !has_weights => {
                    self.backup.prefers(player, &value, &self.values[values_base + best])
                }
                (_, Some(best)) => weight > self.weights[weights_base + best],
            };
            if is_expected {
                expected = Some(place);
                self.lines.extend(ply, mv, self.has_line);
            }
            let is_doubtful = self.doubtful_from <= ply + 1;
            if self.doubtful_from == ply + 1 {
                self.doubtful_from = usize::MAX;
            }
            if let Some(children) = &mut children {
                let bound = if is_doubtful { Bound::AtMost } else { Bound::Exact };
                children.push((bound, self.lines.with(ply, mv, self.has_line)));
            }
            if self.prunes
                && is_expected
                && let Some(step) = self.path.last_mut()
            {
                step.best = Some(value.clone());
                cut = self.backup.prune(&self.path);
            }
            self.values.push(value);
            if cut.is_some() {
                break;
            }
        }
        // Step 3. What they say.
        let weights = if has_weights { &self.weights[weights_base..] } else { &[] };
        let mut value = self.backup.back_up(turn, &self.values[values_base..], weights);
        if let Turn::Of(player) = turn
            && let Some(mut recorder) = self.recorder.take()
        {
            self.note_choice(&mut recorder, player, values_base, has_weights.then_some(weights_base));
            if self.backup.listens() {
                recorder.tell(game.players(), self.stated(state));
            }
            self.recorder = Some(recorder);
        }
        if self.rests_on_estimates && turn != Turn::Chance && self.backup.listens() {
            value = self.backup.hear(value, self.leaf.cut(game, state, self.seat));
        }
        self.touched_horizon |= touched_before;
        self.rests_on_estimates |= rested_before;
        if let Some(levels) = cut {
            self.doubtful_from = self.doubtful_from.min(ply + 1 - levels);
        }
        if self.prunes {
            self.path.pop();
        }
        self.moves.truncate(moves_base);
        self.equivalent_moves.truncate(stand_ins_base);
        self.weights.truncate(weights_base);
        if ply > 0 {
            // The root's children are looked at once more, for the report.
            self.values.truncate(values_base);
        }
        self.has_line = true;
        self.plies_below = plies_below + u32::from(turn != Turn::Chance);
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_has_patience_where_it_leaves_nothing_out_and_nobody_set_a_limit() {
        let unlimited = Budget::default();
        assert_eq!(with_patience(unlimited, false).patience, Some(PATIENCE_TO_THE_END));
        assert_eq!(with_patience(unlimited, true), unlimited);
        for limited in [
            Budget { depth: Some(30), ..unlimited },
            Budget { nodes: Some(30_000_000), ..unlimited },
            Budget { depth: Some(4), patience: Some(500_000), ..unlimited },
            Budget { cost: 1e-6, ..unlimited },
        ] {
            assert_eq!(with_patience(limited, false), limited);
        }
    }
}
