//! Best-reply search: between two moves of the root's seat only one of the others moves, the one that hurts most.
//!
//! The tree then alternates between the root's seat and "the others" whatever the number of seats, so it looks twice as far
//! ahead as a search that gives everybody a turn, and alpha-beta prunes it.

use super::depth_first::unsearched;
use super::record::{Leaving, Recorder, Stated};
use super::rounded_depth;
use crate::findings::{Findings, STOPPED_EARLY, best_of, seat_values};
use crate::searcher::{Search, position};
use outwit_game::{
    Bound, Budget, Control, Evaluation, Game, Meter, Player, Problem, Rng, Turn, View, descend, end_value,
    equally_good, tolerance,
};

/// A best-reply search.
pub struct BestReply<E> {
    /// How far to look: the root's move is a ply, the others' reply is a ply.
    pub budget: Budget,
    /// Values the positions where the look-ahead ends.
    pub evaluation: E,
    /// The others who do not give the reply make the move that looks best to them, instead of passing.
    pub others_move: bool,
}

impl<G: Game, E: Evaluation<G>> Search<G> for BestReply<E> {
    fn search(
        &mut self,
        view: &View<'_, G>,
        _rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        let (game, state, root) = (view.game(), position(view)?, view.seat());
        let meter = Meter::new(control, &self.budget)?;
        let mut walk = Walk {
            game,
            evaluation: &self.evaluation,
            root,
            others_move: self.others_move,
            all_values: control.all_values,
            meter,
            moves: Vec::new(),
            touched_horizon: false,
            recorder: None,
        };
        let facts = game.facts();
        let deepest = self.budget.depth.map_or(u32::MAX, |depth| rounded_depth(game, state, depth) as u32);
        let is_timed = self.budget.nodes.is_some() || self.budget.time.is_some() || control.is_limited();
        let mut depth = if is_timed || control.stop.is_some() { deepest.min(1) } else { deepest };
        let mut findings = unsearched(game, state);
        if deepest == 0 {
            findings.value = seat_values(&facts, game.players(), root, self.evaluation.value(game, state, root));
            return Ok(findings);
        }
        loop {
            walk.touched_horizon = false;
            walk.recorder = control.record.map(Recorder::new);
            if let Some(recorder) = &mut walk.recorder {
                recorder.enter::<G>(game, None, None);
            }
            let Some(values) = walk.root(state, depth) else {
                if findings.depth == 0 && depth > 1 && walk.meter.begins_again() {
                    depth = 1;
                    continue;
                }
                break;
            };
            for (found, (value, bound)) in findings.moves.iter_mut().zip(values) {
                found.values = seat_values(&facts, game.players(), root, value);
                (found.bound, found.line) = (bound, vec![found.mv]);
            }
            findings.best = best_of(&findings.moves, root);
            let first = &findings.moves[findings.best[0]];
            (findings.value, findings.line, findings.depth) = (first.values, first.line.clone(), depth);
            if let Some(mut recorder) = walk.recorder.take() {
                let stated = |state: &G::State| stated(game, &self.evaluation, state);
                recorder.leave(game, state, &stated, Leaving::evaluated(&findings.value));
                match recorder.finish() {
                    Ok(tree) => findings.tree = Some(tree),
                    Err(remark) => findings.remarks = vec![remark],
                }
            }
            if depth >= deepest || !walk.touched_horizon {
                break;
            }
            walk.meter.tell(depth, String::new);
            depth += 1;
        }
        if findings.depth == 0 {
            findings.remarks.push(STOPPED_EARLY.to_string());
        }
        findings.nodes = walk.meter.nodes();
        Ok(findings)
    }
}

/// What the evaluation says of a position.
fn stated<G: Game, E: Evaluation<G>>(game: &G, evaluation: &E, state: &G::State) -> Stated {
    (evaluation.values(game, state), evaluation.intervals(game, state))
}

struct Walk<'a, G: Game, E> {
    game: &'a G,
    evaluation: &'a E,
    root: Player,
    others_move: bool,
    /// No bound will do.
    all_values: bool,
    meter: Meter<'a>,
    moves: Vec<G::Move>,
    touched_horizon: bool,
    recorder: Option<Recorder>,
}

impl<G: Game, E: Evaluation<G>> Walk<'_, G, E> {
    /// The value of each root move, or a bound of it; nothing when the budget ends first.
    fn root(&mut self, state: &G::State, depth: u32) -> Option<Vec<(f64, Bound)>> {
        let mut listed = Vec::new();
        self.game.moves(state, &mut listed);
        let mut best = f64::NEG_INFINITY;
        let mut values = Vec::with_capacity(listed.len());
        for mv in listed {
            // Strictly worse moves may be cut, equally good ones may not.
            let asks_all = self.all_values || !best.is_finite();
            let alpha = if asks_all { f64::NEG_INFINITY } else { (best - tolerance(best)).next_down() };
            let value = self.own(state, mv, depth - 1, alpha, f64::INFINITY)?;
            if self.meter.is_stopped() {
                return None;
            }
            let is_exact = asks_all || equally_good(value, best);
            values.push((value, if is_exact { Bound::Exact } else { Bound::AtMost }));
            best = best.max(value);
        }
        Some(values)
    }

    /// What comes of a move, which the tree knows by this name; nothing when the budget is used up.
    fn step(
        &mut self,
        state: &G::State,
        mv: G::Move,
        name: impl FnOnce() -> String,
        look: impl FnOnce(&mut Self, &mut G::State) -> f64,
    ) -> Option<f64> {
        if !self.meter.count() {
            return None;
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.enter_as(name, None);
        }
        Some(descend(self.game, state, mv, |next| {
            let value = look(self, next);
            self.leave(next, value)
        }))
    }

    /// The same for a move of the root's seat.
    fn own(&mut self, state: &G::State, mv: G::Move, depth: u32, alpha: f64, beta: f64) -> Option<f64> {
        let game = self.game;
        self.step(state, mv, || game.move_text(state, mv), |walk, next| walk.visit(next, depth, alpha, beta))
    }

    /// Writes a position down, if that is wanted; one without a reply counts for nothing.
    #[inline]
    fn leave(&mut self, state: &G::State, value: f64) -> f64 {
        let (game, evaluation) = (self.game, self.evaluation);
        if let Some(recorder) = &mut self.recorder {
            if value.is_finite() {
                let values = seat_values(&game.facts(), game.players(), self.root, value);
                recorder.leave(game, state, &|state| stated(game, evaluation, state), Leaving::evaluated(&values));
            } else {
                recorder.forget();
            }
        }
        value
    }

    fn visit(&mut self, state: &mut G::State, depth: u32, alpha: f64, beta: f64) -> f64 {
        let game = self.game;
        let turn = game.turn(state);
        if turn.is_over() {
            return end_value(game, state, self.evaluation, self.root);
        }
        if depth == 0 || turn == Turn::Chance {
            self.touched_horizon = true;
            return self.evaluation.value(game, state, self.root);
        }
        match turn {
            Turn::Of(player) if player == self.root => self.ours(state, depth, alpha, beta),
            _ if self.others_move => self.everybody(state, depth, alpha, beta, false),
            _ => self.one_of_them(state, depth, alpha, beta),
        }
    }

    fn ours(&mut self, state: &mut G::State, depth: u32, mut alpha: f64, beta: f64) -> f64 {
        let base = self.list(state);
        let mut best = f64::NEG_INFINITY;
        for index in base..self.moves.len() {
            let Some(value) = self.own(state, self.moves[index], depth - 1, alpha, beta) else { break };
            best = best.max(value);
            alpha = alpha.max(value);
            if self.meter.is_stopped() || best >= beta {
                break;
            }
        }
        self.moves.truncate(base);
        best
    }

    /// One of the others replies, the rest pass.
    fn one_of_them(&mut self, state: &mut G::State, depth: u32, alpha: f64, mut beta: f64) -> f64 {
        let (game, root) = (self.game, self.root);
        let mut best = f64::INFINITY;
        for player in Player::all(game.players()).filter(|&player| player != root) {
            let mut theirs = state.clone();
            let may_reply = game.turn(&theirs) == Turn::Of(player) || game.pass_to(&mut theirs, player);
            if self.meter.is_stopped() || best <= alpha || !may_reply {
                continue;
            }
            let base = self.list(&theirs);
            for index in base..self.moves.len() {
                if self.meter.is_stopped() || best <= alpha {
                    break;
                }
                let mv = self.moves[index];
                // Two of them may have moves of the same name.
                let name = || format!("{}:{}", player.number(), game.move_text(&theirs, mv));
                let value = self.step(&theirs, mv, name, |walk, next| {
                    // Whoever would be next passes; a move after which nobody may pass keeps its turn.
                    if !matches!(game.turn(next), Turn::Over | Turn::Chance) && game.turn(next) != Turn::Of(root) {
                        game.pass_to(next, root);
                    }
                    walk.visit(next, depth - 1, alpha, beta)
                });
                best = best.min(value.unwrap_or(best));
                beta = beta.min(best);
            }
            self.moves.truncate(base);
        }
        best
    }

    /// The others move in turn: one of them any move, the rest the move that looks best to them.
    fn everybody(&mut self, state: &mut G::State, depth: u32, alpha: f64, mut beta: f64, has_replied: bool) -> f64 {
        let game = self.game;
        let player = match game.turn(state) {
            Turn::Of(player) if player != self.root => player,
            // Only lines with a reply count; one in which everybody did what looked best is among them.
            turn if has_replied || turn.is_over() => return self.visit(state, depth - 1, alpha, beta),
            _ => return f64::INFINITY,
        };
        let base = self.list(state);
        // Any reply, where there was none yet; and last what looks best, with or without a reply before it.
        let replies = if has_replied { 0 } else { self.moves.len() - base };
        let looks = self.looks_best(state, base, player);
        let mut best = f64::INFINITY;
        for place in 0..=replies {
            if self.meter.is_stopped() || best <= alpha {
                break;
            }
            let is_reply = place < replies;
            let (mv, how) = if is_reply { (self.moves[base + place], "") } else { (looks, "-as-it-looks") };
            let name = || format!("{}:{}{how}", player.number(), game.move_text(state, mv));
            let value = self
                .step(state, mv, name, |walk, next| walk.everybody(next, depth, alpha, beta, has_replied || is_reply));
            best = best.min(value.unwrap_or(best));
            beta = beta.min(best);
        }
        self.moves.truncate(base);
        best
    }

    /// The first of the moves from `base` on after which the position is worth most to its mover.
    fn looks_best(&mut self, state: &mut G::State, base: usize, player: Player) -> G::Move {
        let game = self.game;
        let mut best = (f64::NEG_INFINITY, self.moves[base]);
        for &mv in &self.moves[base..] {
            let value = descend(game, state, mv, |next| {
                if game.turn(next).is_over() {
                    end_value(game, next, self.evaluation, player)
                } else {
                    self.evaluation.value(game, next, player)
                }
            });
            if value > best.0 {
                best = (value, mv);
            }
        }
        best.1
    }

    fn list(&mut self, state: &G::State) -> usize {
        let base = self.moves.len();
        self.game.moves(state, &mut self.moves);
        base
    }
}
