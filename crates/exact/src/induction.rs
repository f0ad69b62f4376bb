//! Backward induction: what everybody gets when each does what is best for itself, and all know it.

use crate::graph::Graph;
use crate::looks::Looks;
use outwit_game::{Game, Payoffs, Player, Problem, Turn, equally_good};

/// Which of equally good moves a mover takes. It makes no difference to the mover, but it may to the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TieRule {
    /// The first in the game's order.
    First,
    /// The one that gives the others most, all together.
    Kind,
    /// The one that gives them least.
    Unkind,
}

/// What backward induction finds at the first position of a graph.
#[derive(Clone, PartialEq, Debug)]
pub struct Induction<M> {
    /// What each seat gets.
    pub payoffs: Payoffs,
    /// The mover's best moves, all of them.
    pub best: Vec<M>,
    /// Whether somebody would get something else if movers took another one of equally good moves: tried with those that
    /// are kindest and with those that are least kind to the others.
    pub depends_on_ties: bool,
}

/// Backward induction over a graph without cycles. Of equally good moves the first is taken.
pub fn induction<G: Game>(game: &G, graph: &Graph<G>) -> Result<Induction<G::Move>, Problem> {
    induction_while(game, graph, &mut || true)
}

/// The same as long as `go_on`, which is asked now and then, wants to; a problem when it does not.
pub fn induction_while<G: Game>(
    game: &G,
    graph: &Graph<G>,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Induction<G::Move>, Problem> {
    let looks = &mut Looks::new(go_on);
    let order = graph.topology.parents_first_while(looks)?.ok_or_else(|| {
        Problem::new("backward induction begins at the last positions, and in this game positions come back")
    })?;
    let (payoffs, best) = induce(game, graph, &order, TieRule::First, looks)?;
    let players = game.players();
    let mut differs = |rule| {
        let (other, _) = induce(game, graph, &order, rule, looks)?;
        Ok::<bool, Problem>(Player::all(players).any(|seat| !equally_good(other[seat], payoffs[seat])))
    };
    let depends_on_ties = differs(TieRule::Kind)? || differs(TieRule::Unkind)?;
    Ok(Induction { payoffs, best, depends_on_ties })
}

fn induce<G: Game>(
    game: &G,
    graph: &Graph<G>,
    order: &[u32],
    rule: TieRule,
    looks: &mut Looks<'_>,
) -> Result<(Payoffs, Vec<G::Move>), Problem> {
    let players = game.players();
    // One number a seat and position, so that many positions fit.
    let mut values = vec![0.0; graph.len() * players];
    let read = |values: &[f64], number: usize| Payoffs::new(&values[number * players..(number + 1) * players]);
    let mut best = Vec::new();
    for &number in order.iter().rev() {
        looks.step()?;
        let number = number as usize;
        let targets = graph.targets(number);
        let value = match graph.topology.turns[number] {
            Turn::Over => game.payoffs(&graph.states[number]),
            Turn::Chance => {
                let weight = |&outcome: &G::Move| game.weight(&graph.states[number], outcome) as f64;
                let total: f64 = graph.moves(number).iter().map(weight).sum();
                let mut mean = Payoffs::ZERO;
                for (outcome, &target) in graph.moves(number).iter().zip(targets) {
                    mean.add(weight(outcome) / total, &read(&values, target as usize));
                }
                mean
            }
            Turn::Of(mover) => {
                let after = |place: usize| read(&values, targets[place] as usize);
                let highest = (0..targets.len()).map(|place| after(place)[mover]).fold(f64::NEG_INFINITY, f64::max);
                let good = || (0..targets.len()).filter(|&place| equally_good(after(place)[mover], highest));
                let others = |place: usize| -> f64 {
                    Player::all(players).filter(|&seat| seat != mover).map(|seat| after(place)[seat]).sum()
                };
                let by_others = |a: &usize, b: &usize| others(*a).total_cmp(&others(*b));
                let chosen = match rule {
                    TieRule::First => good().next(),
                    TieRule::Kind => good().max_by(by_others),
                    TieRule::Unkind => good().min_by(by_others),
                };
                if number == 0 {
                    best = good().map(|place| graph.moves(0)[place]).collect();
                }
                after(chosen.expect("a position that is not over has a move"))
            }
        };
        values[number * players..(number + 1) * players].copy_from_slice(value.seats(players));
    }
    Ok((read(&values, 0), best))
}
