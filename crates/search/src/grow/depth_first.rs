//! Full width to a depth: every move of every position, any backup.
//!
//! Nothing is pruned and nothing is remembered, so this is right for every backup, and the rival that cleverer growth is
//! compared with. With a node or time budget it deepens ply by ply and answers from the last complete depth.

use super::lines::Lines;
use super::record::Recorder;
use super::{TO_THE_END, one_deeper, plies_without_chance};
use crate::backup::Backup;
use crate::belief::Others;
use crate::findings::{Findings, Found, UNKNOWN};
use crate::searcher::Search;
use outwit_game::{Bound, Budget, Control, Evaluation, Game, Meter, Player, Problem, Turn, equally_good};

/// A full-width search.
pub struct DepthFirst<E, O, F> {
    /// How far to look.
    pub budget: Budget,
    /// Values the positions where the look-ahead ends.
    pub evaluation: E,
    /// What is believed about the others.
    pub others: O,
    /// Makes the backup for the seat that searches; told how many seats there are.
    pub backup: F,
}

impl<G, E, O, B, F> Search<G> for DepthFirst<E, O, F>
where
    G: Game,
    E: Evaluation<G>,
    O: Others<G>,
    B: Backup,
    F: Fn(Player, usize) -> B + Send,
{
    fn search(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Player,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        let backup = (self.backup)(seat, game.players());
        let meter = Meter::new(control, &self.budget)?;
        let mut walk = Walk {
            game,
            backup: &backup,
            evaluation: &self.evaluation,
            others: &mut self.others,
            control: Control { deadline: meter.deadline(), ..*control },
            meter,
            seat,
            moves: Vec::new(),
            weights: Vec::new(),
            lines: Lines::new(),
            has_line: false,
            recorder: None,
            touched_horizon: false,
        };
        let deepest = self.budget.depth.map_or(TO_THE_END, |depth| depth.min(i32::MAX as u32 - 1) as i32);
        let is_timed = self.budget.nodes.is_some() || self.budget.time.is_some() || control.deadline.is_some();
        // A long search that may be stopped deepens too, so that there is always a best move so far; that costs a share of
        // one in the number of moves.
        let may_be_stopped = control.stop.is_some() && (LONG_SEARCH..TO_THE_END).contains(&deepest);
        let shallowest = if is_timed || may_be_stopped { deepest.min(1) } else { deepest };
        let mut findings = None;
        for depth in shallowest..=deepest {
            match walk.look(state, depth) {
                Ok(found) => findings = Some(found),
                Err(Halt::Stopped) => break,
                Err(Halt::Problem(problem)) => return Err(problem),
            }
            walk.meter.tell(depth as u32, String::new);
            if !walk.touched_horizon {
                break;
            }
        }
        let mut findings = findings.unwrap_or_else(|| {
            let mut nothing = unsearched(game, state);
            nothing.remarks.push("the search was stopped before it had looked at every move".to_string());
            nothing
        });
        findings.nodes = walk.meter.nodes();
        Ok(findings)
    }
}

/// Searches at least this deep take long enough to be stopped by somebody who waits.
const LONG_SEARCH: i32 = 5;

/// What is known of a position when no move has been looked at: its moves.
pub(super) fn unsearched<G: Game>(game: &G, state: &G::State) -> Findings<G::Move> {
    let mut listed = Vec::new();
    game.moves(state, &mut listed);
    Findings {
        best: (0..listed.len()).collect(),
        line: Vec::new(),
        moves: listed
            .into_iter()
            .map(|mv| Found { mv, values: UNKNOWN, bound: Bound::Exact, line: Vec::new() })
            .collect(),
        value: UNKNOWN,
        nodes: 0,
        depth: 0,
        tree: None,
        remarks: Vec::new(),
    }
}

struct Walk<'a, G: Game, E, O, B> {
    game: &'a G,
    backup: &'a B,
    evaluation: &'a E,
    others: &'a mut O,
    control: Control<'a>,
    meter: Meter<'a>,
    seat: Player,
    /// Moves of all positions on the path, one after the other.
    moves: Vec<G::Move>,
    /// Likewise, believed probabilities.
    weights: Vec<f64>,
    lines: Lines<G::Move>,
    /// Whether the position visited last has left a line.
    has_line: bool,
    recorder: Option<Recorder>,
    touched_horizon: bool,
}

/// The value of a root move, and the line it begins.
type Child<V, M> = (V, Vec<M>);

/// Why a walk ends early.
enum Halt {
    /// The budget is used up.
    Stopped,
    /// Something is wrong.
    Problem(Problem),
}

impl<G: Game, E: Evaluation<G>, O: Others<G>, B: Backup> Walk<'_, G, E, O, B> {
    fn look(&mut self, state: &G::State, depth: i32) -> Result<Findings<G::Move>, Halt> {
        self.touched_horizon = false;
        self.recorder = self.control.record.map(Recorder::new);
        let mut state = state.clone();
        let mut children = Vec::new();
        if let Some(recorder) = &mut self.recorder {
            recorder.enter::<G>(self.game, None, None);
        }
        let value = if depth == 0 {
            self.backup.leaf(self.game, &state, self.evaluation)
        } else {
            self.inner(&mut state, depth, 0, Some(&mut children))?
        };
        let values = self.backup.seat_values(self.game, &value);
        let mut findings = unsearched(self.game, &state);
        if let Some(mut recorder) = self.recorder.take() {
            recorder.leave(self.game, &state, self.evaluation, &values);
            match recorder.finish() {
                Ok(tree) => findings.tree = Some(tree),
                Err(remark) => findings.remarks.push(remark),
            }
        }
        findings.value = values;
        if depth == 0 {
            return Ok(findings);
        }
        let liking = |place: usize| self.backup.liking(self.seat, &children[place].0);
        let liked_best = (0..children.len()).map(liking).fold(f64::NEG_INFINITY, f64::max);
        findings.best = (0..children.len()).filter(|&place| equally_good(liking(place), liked_best)).collect();
        for (found, (value, line)) in findings.moves.iter_mut().zip(children) {
            found.values = self.backup.seat_values(self.game, &value);
            found.line = line;
        }
        findings.line = self.lines.root();
        // A search to the end has no depth of its own: it reports how far its line goes.
        findings.depth = match depth {
            TO_THE_END => plies_without_chance(self.game, &state, &findings.line),
            depth => depth as u32,
        };
        Ok(findings)
    }

    fn visit(&mut self, state: &mut G::State, depth: i32, ply: usize) -> Result<B::Value, Halt> {
        if !self.meter.count() {
            return Err(Halt::Stopped);
        }
        let turn = self.game.turn(state);
        if turn.is_over() {
            self.has_line = false;
            return Ok(self.backup.exact(&self.game.payoffs(state)));
        }
        if depth <= 0 || (turn == Turn::Chance && self.game.draws(state)) {
            self.has_line = false;
            self.touched_horizon = true;
            return Ok(self.backup.leaf(self.game, state, self.evaluation));
        }
        self.inner(state, depth, ply, None)
    }

    fn inner(
        &mut self,
        state: &mut G::State,
        depth: i32,
        ply: usize,
        mut children: Option<&mut Vec<Child<B::Value, G::Move>>>,
    ) -> Result<B::Value, Halt> {
        let game = self.game;
        // Step 1. The moves and what is believed about them.
        let turn = game.turn(state);
        let (moves_base, weights_base) = (self.moves.len(), self.weights.len());
        game.moves(state, &mut self.moves);
        let moves_end = self.moves.len();
        match turn {
            Turn::Chance => {
                let weight = |&outcome: &G::Move| game.weight(state, outcome) as f64;
                let total: f64 = self.moves[moves_base..].iter().map(weight).sum();
                self.weights.extend(self.moves[moves_base..].iter().map(|outcome| weight(outcome) / total));
            }
            Turn::Of(player) if player != self.seat => {
                let moves = &self.moves[moves_base..];
                self.others
                    .probabilities(game, state, player, moves, &self.control, &mut self.weights)
                    .map_err(Halt::Problem)?;
                // A model that ran into the deadline has not said what it would have.
                if O::THINKS && !self.meter.look() {
                    return Err(Halt::Stopped);
                }
            }
            _ => {}
        }
        let has_weights = self.weights.len() > weights_base;
        let deeper = if turn == Turn::Chance { depth } else { one_deeper(depth) };
        // Step 2. Every child, folded.
        let mut folded = self.backup.begin(turn);
        let mut expected = f64::NEG_INFINITY;
        for place in 0..moves_end - moves_base {
            let mv = self.moves[moves_base + place];
            let weight = if has_weights { self.weights[weights_base + place] } else { 1.0 };
            if let Some(recorder) = &mut self.recorder {
                recorder.enter(game, Some((state, mv)), (turn == Turn::Chance).then_some(weight));
            }
            let value = game.descend(state, mv, |next| {
                let value = self.visit(next, deeper, ply + 1)?;
                if let Some(recorder) = &mut self.recorder {
                    recorder.leave(game, next, self.evaluation, &self.backup.seat_values(game, &value));
                }
                Ok(value)
            })?;
            let has_line = self.has_line;
            self.backup.fold(turn, &mut folded, weight, &value);
            // The line follows what each mover likes best, or what is most likely.
            let expectation = match turn {
                Turn::Of(player) if !has_weights => self.backup.liking(player, &value),
                _ => weight,
            };
            if expectation > expected {
                expected = expectation;
                self.lines.extend(ply, mv, has_line);
            }
            if let Some(children) = &mut children {
                let line = self.lines.with(ply, mv, has_line);
                children.push((value, line));
            }
        }
        // Step 3. Settle.
        self.moves.truncate(moves_base);
        self.weights.truncate(weights_base);
        self.has_line = true;
        Ok(self.backup.finish(turn, folded))
    }
}
