//! Decisions too large to be written out: a game for one seat, looked at best first, with bounds.
//!
//! Every position met has a lowest and a highest worth: at first what the rules say of all payoffs, or of this position. What
//! is looked at next is below the first move that may be best, down by what may be best of each decision and by where most is
//! open at each chance (Nilsson's AO*, 1980, with two bounds as in Berliner's B*, 1979). Positions that differ in names alone
//! are one. The bounds hold at any time, so the search may end at any time and say how far its answer may be off.

use super::utility::Utility;
use outwit_game::{Control, Game, Meter, Player, Problem, Turn};
use std::collections::HashMap;

/// How far to look.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// Moves made at most.
    pub nodes: u64,
    /// It is enough to know the worth to within this.
    pub off: f64,
}

/// A first move, and between which bounds its worth lies: certainty equivalents.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// It is worth at least this.
    pub low: f64,
    /// It is worth at most this.
    pub high: f64,
}

/// What is known of a decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Decided<M> {
    /// The first moves, in the game's order; none where chance moves first or the game is over.
    pub moves: Vec<Choice<M>>,
    /// The one that is worth most for certain, the first of equals.
    pub best: Option<usize>,
    /// The whole is worth at least this.
    pub low: f64,
    /// The whole is worth at most this.
    pub high: f64,
    /// How much worse than the best move the chosen one may be.
    pub regret: f64,
    /// Positions met, up to names.
    pub positions: usize,
    /// Moves made.
    pub nodes: u64,
}

impl<M> Decided<M> {
    /// The same with moves of another type.
    pub fn map<T>(self, to: impl Fn(M) -> T) -> Decided<T> {
        let moves = self.moves.into_iter().map(|one| Choice { mv: to(one.mv), low: one.low, high: one.high });
        Decided {
            moves: moves.collect(),
            best: self.best,
            low: self.low,
            high: self.high,
            regret: self.regret,
            positions: self.positions,
            nodes: self.nodes,
        }
    }

    /// Whether no other move can be better than the chosen one.
    pub fn is_settled(&self) -> bool {
        self.regret <= 0.0
    }
}

/// A position that was met. Its bounds are certainty equivalents, not utilities: those of far payoffs may be alike, or no numbers.
struct Node {
    turn: Turn,
    low: f64,
    high: f64,
    /// Where its moves begin and end among all edges; nothing before it is looked at.
    edges: Option<(u32, u32)>,
    parents: Vec<u32>,
}

/// Looks at a game for one seat from a position on. Positions must not come back: see the macro positions of the abstraction
/// crate for games in which they do.
pub fn decide<G: Game>(
    game: &G,
    start: &G::State,
    utility: &Utility,
    limits: &Limits,
    control: &Control<'_>,
) -> Result<Decided<G::Move>, Problem> {
    let facts = game.facts();
    let wrong = |what: &str| Err(Problem::new(what));
    if game.players() != 1 {
        return wrong("a decision has one seat: ask `outwit advise` or `outwit solve` about games with others");
    }
    if facts.hidden || facts.draws {
        return wrong(
            "a decision lists all that may happen, and this game hides something or draws what it cannot list",
        );
    }
    if facts.cyclic {
        return wrong("positions of this game come back, so no bound would ever close: ask about its macro positions");
    }
    utility.check(facts.lowest)?;
    utility.check(facts.highest)?;
    let budget = outwit_game::Budget { nodes: Some(limits.nodes), ..outwit_game::Budget::default() };
    let mut meter = Meter::new(control, &budget)?;
    let mut analysis =
        Analysis { game, utility, states: Vec::new(), numbers: HashMap::new(), nodes: Vec::new(), edges: Vec::new() };
    analysis.add(start.clone(), None);
    let mut moves = Vec::new();
    game.moves_or_none(start, &mut moves);
    while analysis.nodes[0].high - analysis.nodes[0].low > limits.off.max(0.0) {
        let leaf = analysis.most_promising();
        if !analysis.look_at(leaf, &mut meter) {
            break;
        }
    }
    let (low, high) = (analysis.nodes[0].low, analysis.nodes[0].high);
    let mut choices: Vec<Choice<G::Move>> = Vec::new();
    if let (Turn::Of(_), Some((first, last))) = (analysis.nodes[0].turn, analysis.nodes[0].edges) {
        for (mv, edge) in moves.into_iter().zip(first..last) {
            let child = &analysis.nodes[analysis.edges[edge as usize].0 as usize];
            choices.push(Choice { mv, low: child.low, high: child.high });
        }
    }
    let best = (0..choices.len()).reduce(|best, at| {
        let key = |at: usize| (choices[at].low, choices[at].high);
        if key(at) > key(best) { at } else { best }
    });
    let regret = best.map_or(0.0, |best| {
        let others = (0..choices.len()).filter(|&at| at != best).map(|at| choices[at].high);
        (others.fold(f64::NEG_INFINITY, f64::max) - choices[best].low).max(0.0)
    });
    Ok(Decided { moves: choices, best, low, high, regret, positions: analysis.nodes.len(), nodes: meter.nodes() })
}

struct Analysis<'a, G: Game> {
    game: &'a G,
    utility: &'a Utility,
    states: Vec<G::State>,
    numbers: HashMap<G::State, u32>,
    nodes: Vec<Node>,
    /// Where moves lead, and how likely where chance makes them.
    edges: Vec<(u32, f64)>,
}

impl<G: Game> Analysis<'_, G> {
    /// The number of a position, which is met from this one.
    fn add(&mut self, state: G::State, parent: Option<u32>) -> u32 {
        let (game, fresh) = (self.game, self.nodes.len() as u32);
        let number = *self.numbers.entry(state.clone()).or_insert(fresh);
        if number == fresh {
            let (turn, facts) = (game.turn(&state), game.facts());
            let (low, high) = match turn.is_over() {
                true => {
                    let paid = game.payoffs(&state)[Player::FIRST];
                    (paid, paid)
                }
                false => {
                    let (low, high) = game.payoff_bounds(&state, Player::FIRST);
                    (low.max(facts.lowest), high.min(facts.highest))
                }
            };
            self.nodes.push(Node { turn, low, high, edges: None, parents: Vec::new() });
            self.states.push(state);
        }
        self.nodes[number as usize].parents.extend(parent);
        number
    }

    /// The position that has not been looked at on which the answer hangs most.
    fn most_promising(&self) -> u32 {
        let mut at = 0;
        while let Some((first, last)) = self.nodes[at as usize].edges {
            let open = |edge: u32| {
                let (child, share) = self.edges[edge as usize];
                let node = &self.nodes[child as usize];
                match self.nodes[at as usize].turn {
                    Turn::Chance => (share * (node.high - node.low), 0.0),
                    // Of moves that may be equally good the one of which less is certain: the other needs no look.
                    _ => (node.high, node.high - node.low),
                }
            };
            let next = (first..last).reduce(|best, edge| if open(edge) > open(best) { edge } else { best });
            at = self.edges[next.expect("a position that is not over has a move") as usize].0;
        }
        at
    }

    /// Looks at the moves of a position and spreads what that shows; `false` when there is no more to be looked at.
    fn look_at(&mut self, at: u32, meter: &mut Meter<'_>) -> bool {
        let game = self.game;
        let (state, turn) = (self.states[at as usize].clone(), self.nodes[at as usize].turn);
        let mut moves = Vec::new();
        game.moves_or_none(&state, &mut moves);
        if moves.is_empty() {
            return false;
        }
        let weight = |mv: G::Move| if turn == Turn::Chance { game.weight(&state, mv) as f64 } else { 1.0 };
        let total: f64 = if turn == Turn::Chance { moves.iter().map(|&mv| weight(mv)).sum() } else { 1.0 };
        let mut found = Vec::with_capacity(moves.len());
        for &mv in &moves {
            if !meter.count() {
                return false;
            }
            let mut next = state.clone();
            game.play(&mut next, mv);
            game.canonical(&mut next);
            let child = self.add(next, Some(at));
            found.push((child, weight(mv) / total));
        }
        let first = self.edges.len() as u32;
        self.edges.extend(found);
        self.nodes[at as usize].edges = Some((first, self.edges.len() as u32));
        let mut waiting = vec![at];
        while let Some(at) = waiting.pop() {
            let Some((low, high)) = self.bounds(at) else { continue };
            let node = &mut self.nodes[at as usize];
            // Bounds only ever close.
            let (low, high) = (low.max(node.low), high.min(node.high));
            if (low, high) != (node.low, node.high) {
                (node.low, node.high) = (low, high.max(low));
                waiting.extend(&node.parents);
            }
        }
        true
    }

    /// What the moves of a position say of it, if it has been looked at.
    fn bounds(&self, at: u32) -> Option<(f64, f64)> {
        let node = &self.nodes[at as usize];
        let (first, last) = node.edges?;
        let children = self.edges[first as usize..last as usize].iter();
        let children = children.map(|&(child, share)| (&self.nodes[child as usize], share));
        Some(match node.turn {
            Turn::Chance => {
                let worth = |bound: fn(&Node) -> f64| {
                    let pairs: Vec<(f64, f64)> = children.clone().map(|(child, share)| (share, bound(child))).collect();
                    self.utility.certainty_equivalent(&pairs)
                };
                (worth(|child| child.low), worth(|child| child.high))
            }
            _ => children.fold((f64::NEG_INFINITY, f64::NEG_INFINITY), |(low, high), (child, _)| {
                (low.max(child.low), high.max(child.high))
            }),
        })
    }
}

/// The moves of a position, none where the game is over.
trait MovesOrNone: Game {
    fn moves_or_none(&self, state: &Self::State, out: &mut Vec<Self::Move>) {
        if !self.turn(state).is_over() {
            self.moves(state, out);
        }
    }
}

impl<G: Game> MovesOrNone for G {}

#[cfg(test)]
mod tests;
