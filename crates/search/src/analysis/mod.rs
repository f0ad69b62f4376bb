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

use crate::grow::graph::Graph;
use crate::labels::{self, Labels, Values};
use outwit_game::{Game, Player, Problem, Turn};

/// A game with the value of every position and how often random play visits it.
pub struct Survey<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// Every position.
    pub graph: Graph<G>,
    /// What each is worth to seat 1.
    pub labels: Labels,
    /// How often a game of random moves visits each, on average.
    pub visits: Vec<f64>,
    /// The positions, each before all it leads to; none if positions come back.
    pub parents_first: Option<Vec<u32>>,
}

impl<'a, G: Game> Survey<'a, G> {
    /// Surveys a game from a position on, of at most so many positions. `tell` is called now and then with the number of
    /// positions found, and says whether to go on.
    pub fn new(
        game: &'a G,
        start: &G::State,
        limit: usize,
        tell: impl FnMut(usize) -> bool,
    ) -> Result<Survey<'a, G>, Problem> {
        let facts = game.facts();
        if facts.hidden || facts.chance || !facts.is_zero_sum_for_two(game.players()) {
            return Err(Problem::new(
                "only an open game for two without chance can be analysed, in which one wins what the other loses",
            ));
        }
        let graph = Graph::explore(game, start, limit, tell).ok_or_else(|| {
            Problem::new(format!("the game has more than {limit} positions, or the analysis was stopped"))
        })?;
        if graph.turns.contains(&Turn::Chance) {
            return Err(Problem::new("a game with chance is not analysed"));
        }
        let Values::Labels(labels) = labels::values(game, &graph, Player::FIRST, None)? else {
            return Err(Problem::new("the game has more than 255 different payoffs, too many to tell apart here"));
        };
        let parents_first = graph.parents_first();
        let visits = visits(&graph, parents_first.as_deref())?;
        Ok(Survey { game, graph, labels, visits, parents_first })
    }

    /// The mover of a position that is not over.
    #[inline]
    pub fn mover(&self, number: usize) -> Option<Player> {
        self.graph.turns[number].player()
    }

    /// Expected plies of a game of random moves.
    pub fn random_length(&self) -> f64 {
        (0..self.graph.len()).filter(|&number| self.mover(number).is_some()).map(|number| self.visits[number]).sum()
    }

    /// How likely random play ends with each outcome of [`Labels::outcomes`].
    pub fn random_outcomes(&self) -> Vec<f64> {
        let mut outcomes = vec![0.0; self.labels.outcomes().len()];
        for number in (0..self.graph.len()).filter(|&number| self.graph.turns[number].is_over()) {
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
        let ways = occurrences(&self.graph, self.parents_first.as_deref()?);
        Some(self.siblings_by(groups, |number| ways[number], group))
    }

    fn siblings_by(
        &self,
        groups: usize,
        occurrences: impl Fn(usize) -> f64,
        group: impl Fn(u32) -> usize,
    ) -> Vec<Siblings> {
        let mut counted = vec![Siblings::new(self.labels.outcomes().len()); groups];
        for number in 0..self.graph.len() {
            let children = self.graph.targets(number);
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
        for layer in layers(&self.graph) {
            let mut counted = [Siblings::new(self.labels.outcomes().len())];
            for entry in &layer.entries {
                let children = self.graph.targets(entry.number as usize);
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
        for number in 0..self.graph.len() {
            families.add(&self.labels, self.graph.targets(number), 1.0, self.visits[number]);
        }
        families.finish()
    }

    /// The same over the tree of move sequences; none if positions come back.
    pub fn tree_together(&self) -> Option<Together> {
        let ways = occurrences(&self.graph, self.parents_first.as_deref()?);
        let mut families = Families::new(self.labels.outcomes().len());
        for (number, &ways) in ways.iter().enumerate() {
            families.add(&self.labels, self.graph.targets(number), ways, self.visits[number]);
        }
        Some(families.finish())
    }

    /// Puts every position into a class.
    pub fn classes(&self, class: impl FnMut(&G, &G::State) -> Vec<f64>) -> Classes {
        Classes::new(self.game, &self.graph, class)
    }

    /// What the positions of each class are worth, weighted by visits.
    pub fn class_statistics(&self, classes: &Classes) -> ClassStatistics {
        ClassStatistics::new(classes, &self.labels, &self.visits)
    }
}

#[cfg(test)]
mod tests;
