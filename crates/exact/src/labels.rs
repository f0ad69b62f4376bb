//! The value of every position of a game graph, backwards from the finished ones, in time linear in the number of moves.
//!
//! A graph without cycles is folded once, children first. In one with cycles values spread backwards from finished positions:
//! each position counts the moves that are not settled yet, so that every move is looked at once, where sweeping over all
//! positions until nothing changes (Frank 1994, figure 7) looks at it again and again.
//!
//! Without chance every value is what some finished position pays. Then a value is one byte: the place of that payoff in a
//! sorted list.

use crate::graph::{Graph, Predecessors, Topology};
use crate::looks::Looks;
use outwit_game::{Game, Player, Problem, Turn};

/// The value of every position to one seat, all others against it; play without end pays 0.
pub enum Values {
    /// One byte a position.
    Labels(Labels),
    /// Where chance averages, or more than 255 payoffs are possible.
    Numbers(Vec<f64>),
}

impl Values {
    /// The value of a position.
    #[inline]
    pub fn of(&self, number: usize) -> f64 {
        match self {
            Values::Labels(labels) => labels.value(number),
            Values::Numbers(numbers) => numbers[number],
        }
    }
}

/// The value of every position as the place of a payoff in a sorted list.
#[derive(Clone, PartialEq, Debug)]
pub struct Labels {
    outcomes: Vec<f64>,
    places: Vec<u8>,
}

impl Labels {
    /// From the values that there are, ascending, and the place of each position's.
    ///
    /// # Panics
    /// When a place is not one of the list.
    pub fn new(outcomes: Vec<f64>, places: Vec<u8>) -> Labels {
        assert!(places.iter().all(|&place| usize::from(place) < outcomes.len()), "places are places of the list");
        Labels { outcomes, places }
    }

    /// The values that positions may have, ascending.
    pub fn outcomes(&self) -> &[f64] {
        &self.outcomes
    }

    /// The place of a position's value among them.
    #[inline]
    pub fn place(&self, number: usize) -> usize {
        usize::from(self.places[number])
    }

    /// The place of every position's value.
    pub fn places(&self) -> &[u8] {
        &self.places
    }

    /// The value of a position.
    #[inline]
    pub fn value(&self, number: usize) -> f64 {
        self.outcomes[self.place(number)]
    }

    /// How many positions have each value.
    pub fn counts(&self) -> Vec<u64> {
        let mut counts = vec![0; self.outcomes.len()];
        self.places.iter().for_each(|&place| counts[usize::from(place)] += 1);
        counts
    }
}

/// The most values that fit in a byte, with one byte left for "not known yet".
const MOST_LABELS: usize = 255;

/// Labels every position of a graph. `backwards` are the graph's moves backwards if the caller has them.
pub fn values<G: Game>(
    game: &G,
    graph: &Graph<G>,
    seat: Player,
    backwards: Option<&Predecessors>,
) -> Result<Values, Problem> {
    values_while(game, graph, seat, backwards, &mut || true)
}

/// The same as long as `go_on`, which is asked now and then, wants to; a problem when it does not.
pub fn values_while<G: Game>(
    game: &G,
    graph: &Graph<G>,
    seat: Player,
    backwards: Option<&Predecessors>,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Values, Problem> {
    let looks = &mut Looks::new(go_on);
    let topology = &graph.topology;
    let order = topology.parents_first_while(looks)?;
    if order.is_none() && game.facts().chance {
        return Err(Problem::new("a game with chance whose positions come back is not solved exactly here"));
    }
    let over = |number: usize| topology.turns[number].is_over();
    let pays = |number: usize| game.payoffs(&graph.states[number])[seat];
    let has_chance = topology.turns.contains(&Turn::Chance);
    // Step 1. What finished positions pay, each payoff once, and what endless play pays.
    let mut outcomes: Vec<f64> = Vec::new();
    let mut fits = !has_chance;
    if order.is_none() {
        outcomes.push(0.0);
    }
    for number in (0..graph.len()).filter(|&number| over(number)) {
        if !fits {
            break;
        }
        looks.step()?;
        let payoff = pays(number) + 0.0; // no minus zero
        if let Err(place) = outcomes.binary_search_by(|known| known.total_cmp(&payoff)) {
            fits = outcomes.len() < MOST_LABELS && !payoff.is_nan();
            outcomes.insert(place, payoff);
        }
    }
    // Step 2. Fold or spread.
    if fits {
        let place = |payoff: f64| outcomes.partition_point(|known| *known < payoff) as u8;
        let ended = |number: usize| place(pays(number) + 0.0);
        let places = match &order {
            Some(order) => fold(topology, order, seat, ended, |_, _| unreachable!("there is no chance"), looks)?,
            None => Spreading::new(topology, seat, backwards, &ended, place(0.0), looks)?.run(looks)?,
        };
        return Ok(Values::Labels(Labels { outcomes, places }));
    }
    let mean = |number: usize, after: &[f64]| mean(game, graph, number, after);
    Ok(Values::Numbers(match &order {
        Some(order) => fold(topology, order, seat, pays, mean, looks)?,
        None => Spreading::new(topology, seat, backwards, &pays, 0.0, looks)?.run(looks)?,
    }))
}

/// The average over the outcomes of chance.
fn mean<G: Game>(game: &G, graph: &Graph<G>, number: usize, after: &[f64]) -> f64 {
    let state = &graph.states[number];
    let weights = graph.moves(number).iter().map(|&outcome| game.weight(state, outcome) as f64);
    let total: f64 = weights.clone().sum();
    let sum: f64 = weights.clone().zip(after).map(|(weight, value)| weight * value).sum();
    // Weights are whole, so dividing last rounds least; but huge payoffs must be divided first.
    if sum.is_finite() { sum / total } else { weights.zip(after).map(|(weight, value)| weight / total * value).sum() }
}

/// A value while it is being found.
trait Label: Copy + PartialOrd {
    const UNKNOWN: Self;
    fn is_unknown(self) -> bool;
}

impl Label for u8 {
    const UNKNOWN: u8 = u8::MAX;
    fn is_unknown(self) -> bool {
        self == u8::MAX
    }
}

impl Label for f64 {
    const UNKNOWN: f64 = f64::NAN;
    fn is_unknown(self) -> bool {
        self.is_nan()
    }
}

fn fold<T: Label>(
    graph: &Topology,
    parents_first: &[u32],
    seat: Player,
    ended: impl Fn(usize) -> T,
    mean: impl Fn(usize, &[T]) -> T,
    looks: &mut Looks<'_>,
) -> Result<Vec<T>, Problem> {
    let mut values = vec![T::UNKNOWN; graph.len()];
    let mut outcomes = Vec::new();
    for &number in parents_first.iter().rev() {
        looks.step()?;
        let number = number as usize;
        let mut after = graph.targets(number).iter().map(|&target| values[target as usize]);
        let first = after.next();
        values[number] = match (graph.turns[number], first) {
            (Turn::Over, _) | (_, None) => ended(number),
            (Turn::Of(player), Some(first)) if player == seat => after.fold(first, |a, b| if b > a { b } else { a }),
            (Turn::Of(_), Some(first)) => after.fold(first, |a, b| if b < a { b } else { a }),
            (Turn::Chance, Some(first)) => {
                outcomes.clear();
                outcomes.push(first);
                outcomes.extend(after);
                mean(number, &outcomes)
            }
        };
    }
    Ok(values)
}

/// Backward labelling of a graph with cycles and without chance.
///
/// Finished positions are taken in order of what they pay, best first, as long as they pay more than 0, which is what
/// endless play pays. A position where the seat moves gets the value of the first successor that has one; a position where
/// another moves, that of the last. Then the same from the other end. What is left is worth 0.
struct Spreading<'a, T> {
    graph: &'a Topology,
    backwards: Backwards<'a>,
    seat: Player,
    /// Finished positions and what they pay, best first.
    finished: Vec<(u32, T)>,
    endless: T,
    values: Vec<T>,
}

enum Backwards<'a> {
    Lent(&'a Predecessors),
    Own(Predecessors),
}

impl<'a, T: Label> Spreading<'a, T> {
    fn new(
        graph: &'a Topology,
        seat: Player,
        backwards: Option<&'a Predecessors>,
        ended: &dyn Fn(usize) -> T,
        endless: T,
        looks: &mut Looks<'_>,
    ) -> Result<Spreading<'a, T>, Problem> {
        let over = (0..graph.len()).filter(|&number| graph.turns[number].is_over());
        let pay = |number: usize| looks.step().map(|()| (number as u32, ended(number)));
        let mut finished = over.map(pay).collect::<Result<Vec<(u32, T)>, Problem>>()?;
        finished.sort_by(|a, b| b.1.partial_cmp(&a.1).unwrap_or(std::cmp::Ordering::Equal));
        let backwards = match backwards {
            Some(lent) => Backwards::Lent(lent),
            None => Backwards::Own(graph.predecessors_while(looks)?),
        };
        Ok(Spreading { graph, backwards, seat, finished, endless, values: vec![T::UNKNOWN; graph.len()] })
    }

    fn run(mut self, looks: &mut Looks<'_>) -> Result<Vec<T>, Problem> {
        let finished = std::mem::take(&mut self.finished);
        let endless = self.endless;
        self.spread(finished.iter().filter(|(_, payoff)| *payoff > endless), true, looks)?;
        self.spread(finished.iter().rev().filter(|(_, payoff)| *payoff < endless), false, looks)?;
        for value in &mut self.values {
            if value.is_unknown() {
                *value = endless;
            }
        }
        Ok(self.values)
    }

    /// Spreads values backwards; `ours` says whose positions need just one successor.
    fn spread<'b>(
        &mut self,
        finished: impl Iterator<Item = &'b (u32, T)>,
        ours: bool,
        looks: &mut Looks<'_>,
    ) -> Result<(), Problem>
    where
        T: 'b,
    {
        let predecessors = match &self.backwards {
            Backwards::Lent(lent) => lent,
            Backwards::Own(own) => own,
        };
        let mut waiting: Vec<u32> = (0..self.graph.len()).map(|n| self.graph.targets(n).len() as u32).collect();
        let mut queue = Vec::new();
        for &(number, payoff) in finished {
            self.values[number as usize] = payoff;
            queue.push(number);
            while let Some(number) = queue.pop() {
                looks.step()?;
                for &source in predecessors.of(number as usize) {
                    let at = source as usize;
                    waiting[at] -= 1;
                    let one_is_enough = (self.graph.turns[at] == Turn::Of(self.seat)) == ours;
                    if self.values[at].is_unknown() && (one_is_enough || waiting[at] == 0) {
                        self.values[at] = payoff;
                        queue.push(source);
                    }
                }
            }
        }
        Ok(())
    }
}
