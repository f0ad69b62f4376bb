//! Writing down the searched tree while it is searched.

use crate::findings::{UNKNOWN, no_tree};
use outwit_game::{
    Bound, Game, Interval, MAX_SEATS, Outline, OutlineTurn, Payoffs, Player, SeatValues, Turn, equally_good, tolerance,
};

/// Keeps the path from the root to where the search is, as outlines in the making.
///
/// A move that is searched again (first with a null window, then with an open one) replaces what was written before. A
/// chance node that was cut before all its outcomes were seen is written as a leaf with the value the search gave it; so
/// is a position found in a table. A search of the written tree then gives the value of the search that wrote it.
pub struct Recorder {
    path: Vec<Outline>,
    root: Option<Outline>,
    left: usize,
    limit: usize,
    /// Whose value windows were about.
    searcher: Option<Player>,
}

/// What an evaluation says of a position: everybody's value, and between which ends it lies.
pub type Stated = (Payoffs, [Interval; MAX_SEATS]);

/// What a search found at a position it leaves.
pub struct Leaving<'a> {
    /// What it is worth.
    pub values: &'a SeatValues,
    /// Whether a leaf's values are what the search gave it, and not just what the evaluation says.
    pub is_valued: bool,
    /// In a search with a window: whose value it is about, and the window.
    pub window: Option<(Player, Interval)>,
}

impl<'a> Leaving<'a> {
    /// A position at which the evaluation was asked, or that was looked into.
    pub fn evaluated(values: &'a SeatValues) -> Leaving<'a> {
        Leaving { values, is_valued: false, window: None }
    }
}

impl Recorder {
    pub fn new(limit: usize) -> Recorder {
        // One more: whoever enters it has shown that the tree is too large.
        Recorder { path: Vec::new(), root: None, left: limit.saturating_add(1), limit, searcher: None }
    }

    /// The search looks at a position reached by a move (`None` at the root) of this probability (below a chance node).
    pub fn enter<G: Game>(&mut self, game: &G, from: Option<(&G::State, G::Move)>, probability: Option<f64>) {
        self.enter_as(|| from.map(|(state, mv)| game.move_text(state, mv)).unwrap_or_default(), probability);
    }

    /// The same for a move with a name of its own.
    pub fn enter_as(&mut self, mv: impl FnOnce() -> String, probability: Option<f64>) {
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        self.path.push(Outline { mv: mv(), probability, ..Outline::default() });
    }

    /// The search comes back without a value: the position counts for nothing.
    pub fn forget(&mut self) {
        if self.left > 0 {
            self.path.pop();
        }
    }

    /// The children of the position the search is at, all of them looked at, are taken with these probabilities: by a
    /// player that the search believes to move so. It is written as chance; what is never played is left out.
    pub fn believe(&mut self, probabilities: &[f64]) {
        let Some(node) = self.path.last_mut().filter(|_| self.left > 0) else { return };
        debug_assert_eq!(node.children.len(), probabilities.len());
        for (child, &probability) in node.children.iter_mut().zip(probabilities) {
            child.probability = Some(probability);
        }
        node.children.retain(|child| child.probability != Some(0.0));
        node.turn = Some(OutlineTurn::Chance);
    }

    /// Which of the children of the position the search is at, all of them looked at, its player picks.
    pub fn mark_best(&mut self, picks: &[f64]) {
        let Some(node) = self.path.last_mut().filter(|_| self.left > 0) else { return };
        for (child, &pick) in node.children.iter_mut().zip(picks) {
            child.is_best = pick > 0.0;
        }
    }

    /// What the evaluation says of the position the search is at: for a search that hears it although it looked further.
    pub fn tell(&mut self, players: usize, stated: Stated) {
        if let Some(node) = self.path.last_mut().filter(|_| self.left > 0) {
            state_worth(node, players, stated, &UNKNOWN);
        }
    }

    /// The search comes back with this.
    pub fn leave<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        stated: &dyn Fn(&G::State) -> Stated,
        leaving: Leaving<'_>,
    ) {
        if self.left == 0 {
            return;
        }
        let mut node = self.path.pop().expect("what was entered is left once");
        let players = game.players();
        node.value = Some(leaving.values[..players].to_vec());
        let turn = game.turn(state);
        if turn == Turn::Chance {
            let seen: f64 = node.children.iter().filter_map(|child| child.probability).sum();
            if (seen - 1.0).abs() > 1e-9 {
                node.children.clear();
            }
        }
        if let Some((seat, window)) = leaving.window {
            self.searcher = Some(seat);
            note_window(&mut node, turn, seat, window);
        }
        match turn {
            Turn::Over if has_ended(game, state) => {
                node.payoffs = Some(game.payoffs(state).seats(players).to_vec());
            }
            _ if node.children.is_empty() => {
                // Where the search computes one seat's value only, the others' are the static ones.
                let valued = if leaving.is_valued { leaving.values } else { &UNKNOWN };
                state_worth(&mut node, players, stated(state), valued);
            }
            Turn::Of(player) => {
                let mut moves = Vec::new();
                game.moves(state, &mut moves);
                let is_believed = node.turn.is_some();
                if !is_believed {
                    node.cut = moves.len().saturating_sub(node.children.len());
                    node.turn = Some(OutlineTurn::Of(player));
                }
            }
            Turn::Chance | Turn::Over => node.turn = Some(OutlineTurn::Chance),
        }
        match self.path.last_mut() {
            None => self.root = Some(in_range(game, node)),
            Some(parent) => match parent.children.iter_mut().find(|child| child.mv == node.mv) {
                Some(child) => {
                    self.left += nodes_of(child);
                    *child = node;
                }
                None => parent.children.push(node),
            },
        }
    }

    /// The tree, or why there is none.
    pub fn finish(self) -> Result<Outline, String> {
        match self.root {
            Some(mut root) => {
                if let Some(seat) = self.searcher {
                    tell_of_first(&mut root, seat);
                }
                Ok(root)
            }
            None if self.left == 0 => {
                Err(no_tree(format_args!("it has more than {} nodes: search less deep to see it", self.limit)))
            }
            None => Err(no_tree("the search was stopped before it was complete")),
        }
    }
}

/// Whether the game has really ended, and was not only cut off: then what it pays is known, and not an estimate.
pub fn has_ended<G: Game>(game: &G, state: &G::State) -> bool {
    game.turn(state).is_over() && !game.is_frontier(state)
}

/// The root of a written tree says between which ends the game pays.
pub fn in_range<G: Game>(game: &G, root: Outline) -> Outline {
    let facts = game.facts();
    let range = Interval { low: facts.lowest, high: facts.highest };
    Outline { range: (range.low.is_finite() && range.high.is_finite()).then_some(range), ..root }
}

fn nodes_of(node: &Outline) -> usize {
    1 + node.children.iter().map(nodes_of).sum::<usize>()
}

/// Writes what the evaluation says of a position, with what the search made of it in its place where that is given.
pub fn state_worth(node: &mut Outline, players: usize, (fixed, intervals): Stated, valued: &SeatValues) {
    let value = |player: Player| valued[player.index()].unwrap_or(fixed[player]) + 0.0;
    node.heuristic = Some(Player::all(players).map(value).collect());
    let intervals = &intervals[..players];
    let is_valued = valued.iter().any(Option::is_some);
    if !is_valued && intervals.iter().any(|interval| interval.low < interval.high) {
        node.interval = Some(intervals.to_vec());
    }
}

/// Bounds and windows of what the searching seat gets, told of the seat whose number stands first: that is the one people read.
fn tell_of_first(node: &mut Outline, seat: Player) {
    if let Some(values) = &node.value
        && let Some((first, one)) = values.iter().enumerate().find_map(|(place, value)| Some((place, (*value)?)))
        && let Some(own) = values[seat.index()].filter(|_| first != seat.index())
    {
        let sum = one + own;
        node.bound = node.bound.map(|bound| match bound {
            Bound::AtMost => Bound::AtLeast,
            Bound::AtLeast => Bound::AtMost,
            Bound::Exact => Bound::Exact,
        });
        // `sum - x` and not `-x`: what two seats get need not add up to 0.
        node.window = node.window.map(|window| Interval { low: sum - window.high, high: sum - window.low });
    }
    node.children.iter_mut().for_each(|child| tell_of_first(child, seat));
}

/// On which side of the truth a value lies that was looked for in a window, and which moves it comes from. A seat that moves
/// against the one that searches is told by the same numbers.
fn note_window(node: &mut Outline, turn: Turn, seat: Player, window: Interval) {
    let value_of = |node: &Outline| node.value.as_ref().and_then(|values| values[seat.index()]);
    let Some(value) = value_of(node) else { return };
    if window.low.is_finite() || window.high.is_finite() {
        node.window = Some(window);
    }
    if !node.children.is_empty() || turn != Turn::Over {
        node.bound = match () {
            _ if value <= window.low => Some(Bound::AtMost),
            _ if value >= window.high => Some(Bound::AtLeast),
            _ => None,
        };
    }
    if let Turn::Of(player) = turn {
        let sign = if player == seat { 1.0 } else { -1.0 };
        for child in &mut node.children {
            // What is only known to be no better than the best is not one of the best.
            let worse = if player == seat { Bound::AtMost } else { Bound::AtLeast };
            let is_as_good = value_of(child).is_some_and(|found| equally_good(sign * found, sign * value));
            let is_sure = child.bound.is_none_or(|bound| bound != worse)
                || value_of(child).is_some_and(|found| sign * found > sign * value + tolerance(value));
            child.is_best = is_as_good && is_sure;
        }
    }
}
