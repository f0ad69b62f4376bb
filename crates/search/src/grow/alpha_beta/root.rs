//! The root: what is asked about its moves, iteration by iteration, and the driver of searches to the end.

use super::*;
use crate::findings::STOPPED_EARLY;
use crate::grow::ordering::sort_rarely;
use outwit_game::MoveCode;

/// A move at the root and what is known of it.
pub(super) struct RootMove<M> {
    mv: M,
    /// Its place in the game's order.
    place: usize,
    value: Option<f64>,
    bound: Bound,
    line: Vec<M>,
}

pub(super) struct Root<M> {
    /// In the order they are tried.
    moves: Vec<RootMove<M>>,
    /// Moves that are not tried, with their places and the place of the move that stands in for them.
    spared: Vec<(M, usize, usize)>,
    line: Vec<M>,
}

impl<M: MoveCode> Root<M> {
    pub(super) fn new<G: Game<Move = M>>(game: &G, state: &G::State, spares: bool) -> Root<M> {
        let (mut listed, mut equivalent_moves) = (Vec::new(), Vec::new());
        game.moves(state, &mut listed);
        if !spares || !game.equivalent_moves(state, &listed, &mut equivalent_moves) {
            equivalent_moves.extend(0..listed.len());
        }
        let mut root = Root { moves: Vec::new(), spared: Vec::new(), line: Vec::new() };
        for (place, (mv, stand_in)) in listed.into_iter().zip(equivalent_moves).enumerate() {
            if stand_in == place {
                root.moves.push(RootMove { mv, place, value: None, bound: Bound::Exact, line: Vec::new() });
            } else {
                root.spared.push((mv, place, stand_in));
            }
        }
        root
    }

    pub(super) fn findings<G: Game<Move = M>, E: Evaluation<G>>(
        &self,
        walk: &Walk<'_, G, E>,
        state: &G::State,
        depth: i32,
        is_complete: bool,
    ) -> Findings<M> {
        let tell = |root_move: &RootMove<M>, mv: M, line: Vec<M>| crate::Found {
            mv,
            values: root_move.value.map(|value| walk.seat_values(value)).unwrap_or_default(),
            bound: root_move.bound,
            line,
        };
        let mut found: Vec<_> =
            self.moves.iter().map(|tried| (tried.place, tell(tried, tried.mv, tried.line.clone()))).collect();
        for &(mv, place, stand_in) in &self.spared {
            let tried = self.moves.iter().find(|tried| tried.place == stand_in).expect("a stand-in is tried");
            found.push((place, tell(tried, mv, if tried.line.is_empty() { Vec::new() } else { vec![mv] })));
        }
        sort_rarely(&mut found, |a, b| a.0.cmp(&b.0));
        let found: Vec<_> = found.into_iter().map(|(_, found)| found).collect();
        let mut best = best_of(&found, walk.root);
        if walk.options.ties == Ties::One {
            // Of moves that look alike only the one the line begins with was found to be best.
            best.retain(|&place| self.line.first() == Some(&found[place].mv));
            best.resize(1, 0);
        }
        let value = found[best[0]].values;
        let line = self.line.clone();
        // A search to the end has no depth of its own: it reports how far it has looked. The line may be longer, for it is
        // followed by searches of their own.
        let depth = match depth {
            TO_THE_END => plies_without_chance(walk.game, state, &line).max(walk.reached as u32),
            depth => depth as u32,
        };
        let mut remarks = Vec::new();
        if !is_complete {
            remarks.push(STOPPED_EARLY.to_string());
        }
        let depth = if is_complete { depth } else { 0 };
        let (picks, extras) = (Vec::new(), Vec::new());
        Findings { moves: found, best, picks, value, line, nodes: 0, depth, tree: None, remarks, extras }
    }

    pub(super) fn describe<G: Game<Move = M>>(&self, game: &G, state: &G::State) -> String {
        let mut state = state.clone();
        let mut words = Vec::new();
        for &mv in &self.line {
            words.push(game.move_text(&state, mv));
            game.play(&mut state, mv);
        }
        words.join(" ")
    }
}

impl<G: Game, E: Evaluation<G>> Walk<'_, G, E> {
    /// One iteration: every root move to this depth. False when the budget ended first.
    pub(super) fn iterate(&mut self, root: &mut Root<G::Move>, state: &G::State, depth: i32) -> bool {
        self.touched_horizon = false;
        if depth != TO_THE_END {
            self.reached = depth as usize;
        }
        let mut state = state.clone();
        if let Some(recorder) = &mut self.recorder {
            recorder.enter::<G>(self.game, None, None);
        }
        // Step 1. The best of the last iteration first; a stable sort keeps the rest in order.
        sort_rarely(&mut root.moves, |a, b| {
            let rank = |m: &RootMove<G::Move>| m.value.unwrap_or(f64::NEG_INFINITY);
            let exact = |m: &RootMove<G::Move>| m.bound == Bound::Exact;
            rank(b).total_cmp(&rank(a)).then(exact(b).cmp(&exact(a)))
        });
        if root.moves[0].value.is_none() && self.options.ordering {
            let hint = |m: &RootMove<G::Move>| match depth {
                TO_THE_END => self.game.end_hint(&state, m.mv),
                _ => self.game.order_hint(&state, m.mv),
            };
            sort_rarely(&mut root.moves, |a, b| hint(b).cmp(&hint(a)));
        }
        // Step 2. Each move with the window that settles what is asked.
        // With chance the value may be any average, and closing in on it by guesses would take for ever.
        let closes_in = depth == TO_THE_END && !self.facts.chance && self.options.ties != Ties::Exact;
        if closes_in && self.recorder.is_none() {
            return self.settle(root, &mut state);
        }
        let mut best = f64::NEG_INFINITY;
        let mut line = Vec::new();
        let mut found = Vec::with_capacity(root.moves.len());
        let deeper = one_deeper(depth);
        // A first look tells which moves are worth another.
        let followed = match self.options.beam {
            Some(beam) if self.options.ties != Ties::Exact && root.moves[0].value.is_some() => beam.root,
            _ => usize::MAX,
        };
        let followed = followed.min(root.moves.len());
        for index in 0..followed {
            let mv = root.moves[index].mv;
            let value = match self.options.ties {
                _ if index == 0 => self.child(&mut state, mv, deeper, 0, OPEN, None),
                Ties::Exact => self.child(&mut state, mv, deeper, 0, OPEN, None),
                Ties::One => self.test(&mut state, mv, deeper, best),
                Ties::All => self.test(&mut state, mv, deeper, (best - tolerance(best)).next_down()),
            };
            if self.meter.is_stopped() {
                break;
            }
            let has_line = self.has_line;
            let (value, is_exact) = match self.options.ties {
                Ties::Exact => (value, true),
                Ties::One => (value, index == 0 || value > best),
                Ties::All => (value, index == 0 || value >= best - tolerance(best)),
            };
            if value > best {
                best = value;
                line = self.lines.with(0, mv, has_line);
            }
            found.push(if is_exact {
                (value, Bound::Exact, self.lines.with(0, mv, has_line))
            } else {
                (value, Bound::AtMost, Vec::new())
            });
        }
        // Step 3. An iteration that was cut short counts only when there is no complete one.
        let is_complete = found.len() == followed;
        let is_first = root.moves.iter().all(|m| m.value.is_none());
        if is_complete || is_first {
            root.moves[followed..].iter_mut().for_each(|m| (m.value, m.line) = (None, Vec::new()));
            for (root_move, (value, bound, line)) in root.moves.iter_mut().zip(found) {
                (root_move.value, root_move.bound, root_move.line) = (Some(value), bound, line);
            }
            root.line = line;
        }
        if let (true, Some(recorder)) = (is_complete, &mut self.recorder) {
            let values = seat_values(&self.facts, self.game.players(), self.root, best);
            let (game, evaluation) = (self.game, self.horizon.evaluation);
            let window = Some((self.root, Interval { low: OPEN.alpha, high: OPEN.beta }));
            let leaving = Leaving { values: &values, is_valued: true, window };
            let stated = |state: &G::State| (evaluation.values(game, state), evaluation.intervals(game, state));
            recorder.leave(game, &state, &stated, leaving);
        }
        is_complete
    }

    /// A search to the end is driven by null windows alone (MTD(f), Plaat and others 1996): guesses at the value, each
    /// either too high or too low, close in on it. With a table, what one guess has settled the next need not search.
    fn settle(&mut self, root: &mut Root<G::Move>, state: &mut G::State) -> bool {
        // Step 1. The value of the position.
        let (mut low, mut high) = self.game.payoff_bounds(state, self.root);
        (low, high) = (low.max(self.facts.lowest), high.min(self.facts.highest));
        let middle = self.facts.sum.map_or(low / 2.0 + high / 2.0, |sum| sum / self.game.players() as f64);
        // Of win, draw and loss a win is asked for first: often the answer is yes, and then there is nothing else to ask.
        let is_win_or_loss = self.facts.highest - self.facts.lowest <= 2.0;
        let mut guess = if is_win_or_loss { middle.next_up() } else { middle };
        while low < high {
            let beta = if guess <= low { low.next_up() } else { guess.min(high) };
            let value = self.position(state, Window { alpha: beta.next_down(), beta });
            if self.meter.is_stopped() {
                return false;
            }
            if value < beta {
                high = value;
            } else {
                low = value;
            }
            guess = value;
            self.meter.tell(0, || format!("the value is at least {low} and at most {high}"));
        }
        // Step 2. Which moves reach it.
        let floor = (low - tolerance(low)).next_down();
        let mut found = Vec::with_capacity(root.moves.len());
        for index in 0..root.moves.len() {
            let mv = root.moves[index].mv;
            let has_best = found.iter().any(|(_, bound)| *bound == Bound::Exact);
            if has_best && self.options.ties == Ties::One {
                found.push((low, Bound::AtMost));
                continue;
            }
            let value = self.child(state, mv, TO_THE_END, 0, Window { alpha: floor, beta: floor.next_up() }, None);
            if self.meter.is_stopped() {
                return false;
            }
            // No move is worth more than the position, so one that is worth no less is worth the same.
            found.push(if value > floor { (low, Bound::Exact) } else { (value, Bound::AtMost) });
        }
        for (root_move, (value, bound)) in root.moves.iter_mut().zip(found) {
            (root_move.value, root_move.bound) = (Some(value), bound);
        }
        // The lines are a comfort: they may cost a tenth of what the value has cost.
        let most_nodes = self.meter.nodes() + self.meter.nodes() / 10 + 1_000;
        for root_move in root.moves.iter_mut().filter(|m| m.bound == Bound::Exact) {
            root_move.line = self.line_to_the_end(state, root_move.mv, low, most_nodes);
        }
        root.line = root.moves.iter().find(|m| m.bound == Bound::Exact).map(|m| m.line.clone()).unwrap_or_default();
        true
    }

    /// The position itself, searched to the end.
    #[inline(never)]
    fn position(&mut self, state: &mut G::State, window: Window) -> f64 {
        self.visit(state, TO_THE_END, 0, window)
    }

    /// Best play after a move worth `value`, to the end of the game: at each position a move that keeps the value, found by
    /// null windows again; with a table nearly all of it is known.
    fn line_to_the_end(&mut self, state: &G::State, first: G::Move, value: f64, most_nodes: u64) -> Vec<G::Move> {
        let game = self.game;
        let mut state = state.clone();
        let mut line = vec![first];
        let mut moves = Vec::new();
        game.play(&mut state, first);
        while let Turn::Of(mover) = game.turn(&state) {
            if self.meter.nodes() > most_nodes {
                break;
            }
            moves.clear();
            game.moves(&state, &mut moves);
            // The move the table holds for best is nearly always the one.
            let (key, _) = self.filed(&state, TO_THE_END);
            let known = self.table.as_ref().and_then(|table| table.get(key)).map(|known| known.tag);
            let rank = |mv: G::Move| (Some(tag(mv.code())) != known, std::cmp::Reverse(game.end_hint(&state, mv)));
            sort_rarely(&mut moves, |&a, &b| rank(a).cmp(&rank(b)));
            let ours = mover == self.root;
            // What the mover keeps, seen from its own side.
            let kept = if ours { value } else { -value } - tolerance(value);
            let window = window_of(kept.next_down(), kept, ours);
            let keeps = moves.iter().copied().find(|&mv| {
                let found = self.child(&mut state, mv, TO_THE_END, 0, window, None);
                (if ours { found } else { -found }) >= kept
            });
            match keeps {
                Some(mv) if !self.meter.is_stopped() => {
                    line.push(mv);
                    game.play(&mut state, mv);
                }
                _ => break,
            }
        }
        line
    }

    /// The value of a root move if it lies above `floor`, else an upper bound of it.
    fn test(&mut self, state: &mut G::State, mv: G::Move, depth: i32, floor: f64) -> f64 {
        // A leaf is no dearer with an open window.
        if self.options.null_window && depth > 0 {
            let null = Window { alpha: floor, beta: floor.next_up() };
            let value = self.child(state, mv, depth, 0, null, None);
            if value <= floor || self.meter.is_stopped() {
                return value;
            }
        }
        self.child(state, mv, depth, 0, Window { alpha: floor, beta: f64::INFINITY }, None)
    }
}
