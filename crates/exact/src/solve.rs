//! The exact value of a finite game.
//!
//! A game whose positions fit in memory is solved by labelling its graph backwards from the finished positions, which is
//! linear in the number of moves and right for games with cycles, where play without end pays 0. A larger game without
//! cycles is better searched to the end by alpha-beta, which is another crate's: then [`solve`] answers with nothing.
//!
//! What the number is says [`Meaning`]: in a two-seat zero-sum game the value under best play; else what backward induction
//! comes to, or what each seat can force against all others.

use crate::graph::Graph;
use crate::induction::induction_while;
use crate::labels;
use outwit_game::{Control, Game, MAX_SEATS, Player, Problem, Progress, SeatValues, Turn, equally_good};

/// How a solved game ends under best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A two-seat game of wins, draws and losses that this seat wins.
    Seat(Player),
    /// Such a game that nobody wins.
    Draw,
    /// Another kind of game: see the value.
    Value,
}

/// What the numbers of a solution are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// The value under best play of a two-seat zero-sum game.
    Value,
    /// What each seat can get for certain, on average over chance, when all others play against it.
    Force,
    /// What everybody gets when each does what is best for itself, and all know it: backward induction. Of equally good
    /// moves the first in the game's order is taken.
    Induction,
}

impl Meaning {
    /// All of them by name.
    pub const NAMED: [(&'static str, Meaning); 3] =
        [("value", Meaning::Value), ("force", Meaning::Force), ("induction", Meaning::Induction)];

    /// Its name.
    pub fn name(self) -> &'static str {
        Meaning::NAMED.into_iter().find(|(_, meaning)| *meaning == self).map_or("", |(name, _)| name)
    }

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Meaning::Value => "the value under best play",
            Meaning::Force => "what each seat can force against all others",
            Meaning::Induction => "backward induction: each does what is best for itself, and all know it",
        }
    }

    /// What is meant where nothing is asked for: best play for two with a sum of 0, what can be forced where positions come
    /// back, and else backward induction.
    pub fn fitting<G: Game>(game: &G) -> Meaning {
        let facts = game.facts();
        match facts.is_zero_sum_for_two(game.players()) {
            true => Meaning::Value,
            false if facts.cyclic => Meaning::Force,
            false => Meaning::Induction,
        }
    }
}

/// A solved game.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution<M> {
    /// A number a seat.
    pub value: SeatValues,
    /// What the numbers are.
    pub meaning: Meaning,
    /// With backward induction: whether somebody would get something else if movers took another one of equally good moves.
    pub depends_on_ties: bool,
    /// Who wins.
    pub outcome: Outcome,
    /// Distinct reachable positions, final ones included, where the graph was labelled; else positions stored.
    pub states: u64,
    /// The mover's best moves, all of them; none where nobody moves.
    pub best: Vec<M>,
    /// Moves made.
    pub nodes: u64,
    /// Whether the whole graph was labelled.
    pub is_labelled: bool,
}

impl<M> Solution<M> {
    /// The same solution with moves of another type.
    pub fn map<N>(self, to: impl Fn(M) -> N) -> Solution<N> {
        Solution {
            value: self.value,
            meaning: self.meaning,
            depends_on_ties: self.depends_on_ties,
            outcome: self.outcome,
            states: self.states,
            best: self.best.into_iter().map(to).collect(),
            nodes: self.nodes,
            is_labelled: self.is_labelled,
        }
    }
}

/// What solving may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Means {
    /// The largest graph to hold in memory, in positions.
    pub states: usize,
    /// Bytes for the table of a search.
    pub table_bytes: usize,
    /// What is asked for; what fits the game, if nothing is.
    pub meaning: Option<Meaning>,
    /// Whether positions that differ in names alone are labelled once: they then count once as well.
    pub symmetry: bool,
}

impl Default for Means {
    fn default() -> Means {
        Means { states: 20_000_000, table_bytes: 1 << 29, meaning: None, symmetry: false }
    }
}

/// Games without cycles that are said to have more positions than this are searched straight away: alpha-beta sees a
/// fraction of them.
const LABEL_AT_MOST: f64 = 1e6;

/// Whether a game is better searched to the end than labelled.
pub fn is_too_large_to_label<G: Game>(game: &G) -> bool {
    let facts = game.facts();
    !facts.cyclic && facts.positions > LABEL_AT_MOST
}

/// Solves a game from a position on by labelling all its positions; `None` if it is better searched to the end, or has too
/// many positions and can be searched.
pub fn solve<G: Game>(
    game: &G,
    state: &G::State,
    means: &Means,
    control: &Control<'_>,
) -> Result<Option<Solution<G::Move>>, Problem> {
    let facts = game.facts();
    if facts.hidden {
        return Err(Problem::new("this game hides something, and only open games are solved"));
    }
    if facts.chance && facts.cyclic {
        return Err(Problem::new("a game with chance whose positions come back is not solved exactly here"));
    }
    if facts.draws {
        return Err(Problem::new(
            "this game draws what cannot be listed, the next deal for example, so it has no exact value",
        ));
    }
    let meaning = means.meaning.unwrap_or_else(|| Meaning::fitting(game));
    if meaning == Meaning::Value && !facts.is_zero_sum_for_two(game.players()) {
        return Err(Problem::new(
            "only a two-seat zero-sum game has one value under best play: ask for `force`, what each seat can force \
             against all others, or for `induction`, backward induction",
        ));
    }
    let is_inductive = meaning == Meaning::Induction;
    if is_inductive && facts.cyclic {
        return Err(Problem::new(
            "backward induction begins at the last positions, and in this game positions come back: `force` tells what \
             each seat can force against all others",
        ));
    }
    if !is_inductive && is_too_large_to_label(game) && matches!(game.turn(state), Turn::Of(_)) {
        return Ok(None);
    }
    let is_stopped = || control.is_stopped();
    let tell = |found: usize| {
        if let Some(progress) = control.progress {
            progress(&Progress { depth: 0, nodes: found as u64, line: "positions found".to_string() });
        }
        !is_stopped()
    };
    let graph = match means.symmetry {
        true => Graph::explore_canonical(game, state, means.states, tell),
        false => Graph::explore(game, state, means.states, tell),
    };
    match graph {
        Some(graph) if is_inductive => {
            let found = induction_while(game, &graph, &mut || !is_stopped())?;
            let mut value = [None; MAX_SEATS];
            Player::all(game.players()).for_each(|seat| value[seat.index()] = Some(found.payoffs[seat]));
            Ok(Some(Solution {
                value,
                meaning,
                depends_on_ties: found.depends_on_ties,
                outcome: outcome(game, &value),
                states: graph.len() as u64,
                best: found.best,
                nodes: graph.edges() as u64,
                is_labelled: true,
            }))
        }
        Some(graph) => label(game, &graph, meaning, &mut || !is_stopped()).map(Some),
        None if is_inductive && !is_stopped() => Err(Problem::new(format!(
            "backward induction holds every position in memory, and the game has more than {}: `force` searches for what \
             the mover can force against all others",
            means.states
        ))),
        None if is_stopped() => Err(Problem::new("stopped before the game was solved")),
        None if !facts.cyclic && matches!(game.turn(state), Turn::Of(_)) => Ok(None),
        None => Err(Problem::new(format!(
            "the game has more than {} positions, too many to label, and it cannot be searched to the end because \
             positions come back",
            means.states
        ))),
    }
}

/// Labels the whole graph, once a seat.
fn label<G: Game>(
    game: &G,
    graph: &Graph<G>,
    meaning: Meaning,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Solution<G::Move>, Problem> {
    let facts = game.facts();
    let players = game.players();
    let mover = graph.topology.turns[0].player();
    let is_zero_sum = facts.is_zero_sum_for_two(players);
    let mut value = [None; MAX_SEATS];
    let mut best = Vec::new();
    for seat in Player::all(players) {
        if is_zero_sum && mover.is_some_and(|mover| mover != seat) {
            continue;
        }
        let values = labels::values_while(game, graph, seat, None, go_on)?;
        value[seat.index()] = Some(values.of(0));
        if mover == Some(seat) {
            let after = graph.targets(0).iter().map(|&target| values.of(target as usize));
            let moves = graph.moves(0).iter().zip(after);
            best = moves.filter(|(_, after)| equally_good(*after, values.of(0))).map(|(mv, _)| *mv).collect();
        }
        if is_zero_sum {
            value[seat.other().index()] = Some(0.0 - values.of(0));
            break;
        }
    }
    Ok(Solution {
        value,
        meaning,
        depends_on_ties: false,
        outcome: outcome(game, &value),
        states: graph.len() as u64,
        best,
        nodes: graph.edges() as u64,
        is_labelled: true,
    })
}

/// Who wins, where the value says so.
pub fn outcome<G: Game>(game: &G, value: &SeatValues) -> Outcome {
    let facts = game.facts();
    let is_win_draw_loss =
        facts.is_zero_sum_for_two(game.players()) && !facts.chance && facts.lowest == -1.0 && facts.highest == 1.0;
    match value[0] {
        Some(1.0) if is_win_draw_loss => Outcome::Seat(Player::FIRST),
        Some(-1.0) if is_win_draw_loss => Outcome::Seat(Player::SECOND),
        Some(0.0) if is_win_draw_loss => Outcome::Draw,
        _ => Outcome::Value,
    }
}
