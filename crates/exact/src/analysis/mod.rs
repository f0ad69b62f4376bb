//! Looking at a whole game: how large it is, what its positions are worth, how much siblings depend on each other, and how
//! well a search to a depth decides.
//!
//! These are the measurements of Frank (1994, section 2.5.4) for any finite open game for two that is small enough to be
//! held in memory. They work on the [`Graph`] of positions. Where no position comes back the *tree* of move sequences can be
//! counted too, without being built: a position stands in it once for each way to reach it.

mod accuracy;
mod classes;
mod dependence;
mod extent;
mod flow;
mod rules;
mod together;

pub use accuracy::{Accuracy, decision_accuracy};
pub use classes::{ClassStatistics, Classes};
pub use dependence::{Counting, Joint, Siblings, entropy};
pub use extent::{Entry, Extent, Layer, decision_plies, layers};
pub use flow::{occurrences, visits};
pub use rules::{BoundsRule, Compared, ExpectationRule, ProductOfTails, Rule};
pub use together::{Families, FamilyDependence, Together};

use crate::graph::{Graph, Topology};
use crate::labels::{self, Labels, Values};
use outwit_game::{Game, Player, Problem, Turn};

/// Finds every position of a game that can be analysed, at most so many. `tell` is called now and then with the number found,
/// and says whether to go on.
pub fn explore<G: Game>(
    game: &G,
    start: &G::State,
    limit: usize,
    tell: impl FnMut(usize) -> bool,
) -> Result<Graph<G>, Problem> {
    explore_all(game, std::slice::from_ref(start), limit, tell)
}

/// The same from several starts, such as all that [`Game::starts`] lists.
pub fn explore_all<G: Game>(
    game: &G,
    starts: &[G::State],
    limit: usize,
    mut tell: impl FnMut(usize) -> bool,
) -> Result<Graph<G>, Problem> {
    let facts = game.facts();
    if facts.hidden || facts.chance || !facts.is_zero_sum_for_two(game.players()) {
        return Err(Problem::new(
            "only an open game for two without chance can be analysed, in which one wins what the other loses",
        ));
    }
    let mut is_stopped = false;
    let graph = Graph::explore_all(game, starts, limit, |found| {
        is_stopped = !tell(found);
        !is_stopped
    });
    graph.ok_or_else(|| {
        Problem::new(match is_stopped {
            true => "stopped before all positions were found".to_string(),
            false => format!("the game has more than {limit} positions"),
        })
    })
}

/// What each position is worth to seat 1.
pub fn labels<G: Game>(game: &G, graph: &Graph<G>) -> Result<Labels, Problem> {
    if graph.topology.turns.contains(&Turn::Chance) {
        return Err(Problem::new("a game with chance is not analysed"));
    }
    match labels::values(game, graph, Player::FIRST, None)? {
        Values::Labels(labels) => Ok(labels),
        Values::Numbers(_) => {
            Err(Problem::new("the game has more than 255 different payoffs, too many to tell apart here"))
        }
    }
}

/// A game with the value of every position and how often random play visits it. It knows no game: all of what follows is the
/// same machine code for all of them.
pub struct Survey<'a> {
    /// Who moves where.
    pub topology: &'a Topology,
    /// What each position is worth to seat 1.
    pub labels: Labels,
    /// How often a game of random moves visits each, on average.
    pub visits: Vec<f64>,
    /// The positions, each before all it leads to; none if positions come back.
    pub parents_first: Option<Vec<u32>>,
    /// Decisions are judged at the starts alone, not wherever random play comes.
    pub decides_at_starts: bool,
}

impl<'a> Survey<'a> {
    /// Surveys the graph of a game for two without chance.
    pub fn new<G: Game>(game: &G, graph: &'a Graph<G>) -> Result<Survey<'a>, Problem> {
        Survey::of(&graph.topology, labels(game, graph)?)
    }

    /// Surveys a graph whose values are known.
    pub fn of(topology: &'a Topology, labels: Labels) -> Result<Survey<'a>, Problem> {
        let parents_first = topology.parents_first();
        let visits = visits(topology, parents_first.as_deref())?;
        Ok(Survey { topology, labels, visits, parents_first, decides_at_starts: false })
    }

    /// The mover of a position that is not over.
    #[inline]
    pub fn mover(&self, number: usize) -> Option<Player> {
        self.topology.turns[number].player()
    }

    /// Expected plies of a game of random moves.
    pub fn random_length(&self) -> f64 {
        (0..self.topology.len()).filter(|&number| self.mover(number).is_some()).map(|number| self.visits[number]).sum()
    }

    /// How likely random play ends with each outcome of [`Labels::outcomes`].
    pub fn random_outcomes(&self) -> Vec<f64> {
        let mut outcomes = vec![0.0; self.labels.outcomes().len()];
        for number in (0..self.topology.len()).filter(|&number| self.topology.turns[number].is_over()) {
            outcomes[self.labels.place(number)] += self.visits[number];
        }
        outcomes
    }

    /// Counts siblings over the positions of the graph, each parent once; `group` puts a child into one of `groups` groups.
    pub fn siblings(&self, groups: usize, group: impl Fn(u32) -> usize) -> Vec<Siblings> {
        let once = |_: usize| 1.0;
        self.siblings_by(groups, once, group)
    }

    /// The same over the tree of move sequences, where a parent counts once for each way to reach it; none if positions come
    /// back, for the tree is then endless.
    pub fn tree_siblings(&self, groups: usize, group: impl Fn(u32) -> usize) -> Option<Vec<Siblings>> {
        let ways = occurrences(self.topology, self.parents_first.as_deref()?);
        Some(self.siblings_by(groups, |number| ways[number], group))
    }

    fn siblings_by(
        &self,
        groups: usize,
        occurrences: impl Fn(usize) -> f64,
        group: impl Fn(u32) -> usize,
    ) -> Vec<Siblings> {
        let mut counted = vec![Siblings::new(self.labels.outcomes().len()); groups];
        for number in 0..self.topology.len() {
            let children = self.topology.targets(number);
            dependence::add_family(
                &mut counted,
                &self.labels,
                children,
                occurrences(number),
                self.visits[number],
                &group,
            );
        }
        counted
    }

    /// Siblings at each depth of the tree of move sequences, the children of the start being depth 1; none if positions come
    /// back.
    pub fn siblings_by_depth(&self) -> Option<Vec<Siblings>> {
        self.parents_first.as_ref()?;
        let mut depths = vec![Siblings::new(self.labels.outcomes().len())];
        for layer in layers(self.topology) {
            let mut counted = [Siblings::new(self.labels.outcomes().len())];
            for entry in &layer.entries {
                let children = self.topology.targets(entry.number as usize);
                dependence::add_family(&mut counted, &self.labels, children, entry.ways, entry.chance, &|_| 0);
            }
            depths.extend(counted);
        }
        // The children of the last layer are none.
        depths.pop();
        Some(depths)
    }

    /// How all siblings of a family depend on each other, over the graph.
    pub fn together(&self) -> Together {
        let mut families = Families::new(self.labels.outcomes().len());
        for number in 0..self.topology.len() {
            families.add(&self.labels, self.topology.targets(number), 1.0, self.visits[number]);
        }
        families.finish()
    }

    /// The same over the tree of move sequences; none if positions come back.
    pub fn tree_together(&self) -> Option<Together> {
        let ways = occurrences(self.topology, self.parents_first.as_deref()?);
        let mut families = Families::new(self.labels.outcomes().len());
        for (number, &ways) in ways.iter().enumerate() {
            families.add(&self.labels, self.topology.targets(number), ways, self.visits[number]);
        }
        Some(families.finish())
    }

    /// What the positions of each class are worth, weighted by visits.
    pub fn class_statistics(&self, classes: &Classes) -> ClassStatistics {
        ClassStatistics::new(classes, &self.labels, &self.visits)
    }
}
