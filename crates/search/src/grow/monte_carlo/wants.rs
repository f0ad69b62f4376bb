//! Nodes that hold what the others may want by some model of them, beside what everybody is paid.
//!
//! One sum a column: what each seat is paid, then what each of the others wants by each model that wants something. Who goes
//! by a column takes what was never tried first and then what the formula likes best in it. Moves keep the game's order here:
//! models that play by a rule know them by it.

use super::formula::{Formula, Ucb1, puct, ucb1_tuned};
use super::tree::{Node, Tree, TurnCode};
use outwit_game::{Payoffs, Rng};

impl Tree {
    /// The column of the want at this place.
    pub fn column_of_want(&self, want: usize) -> usize {
        self.rules.players + want
    }

    /// What simulations through a node were worth in a column, added up.
    #[inline]
    pub fn column(&self, node: u32, column: usize) -> f64 {
        // Where one sum says everything it is the node's own: a seat alone has nobody whose wants are kept.
        if self.width == 0 { self.nodes[node as usize].sum } else { self.vectors[node as usize * self.width + column] }
    }

    /// Notes the result of a simulation at every node of its path: what everybody was paid, and what that was worth to every
    /// want.
    pub fn note(&mut self, path: &[(u32, TurnCode)], payoffs: &Payoffs, wants: &[f64]) {
        self.back_up(path, payoffs);
        let (seats, players) = (self.seats, self.rules.players);
        for &(place, _) in path {
            let base = place as usize * self.width;
            for (sum, want) in self.vectors[base + seats..base + self.width].iter_mut().zip(wants) {
                *sum += want;
            }
            if self.extra_width > 1 {
                let all = payoffs.seats(players).iter().chain(wants);
                let squares = &mut self.extras[place as usize * self.extra_width..][..self.extra_width];
                squares.iter_mut().zip(all).for_each(|(sum, value)| *sum += value * value);
            }
        }
    }

    /// The one of these children that somebody takes who goes by a column: one that was never tried, each equally likely, else
    /// the one the formula likes best; among equals the first.
    pub fn select_by_column(
        &self,
        at: u32,
        children: impl Iterator<Item = u32> + Clone,
        column: usize,
        scale: f64,
        ucb: &Ucb1,
        rng: &mut Rng,
    ) -> u32 {
        if self.rules.formula != Formula::Puct {
            let untried = children.clone().filter(|&child| self.nodes[child as usize].visits == 0);
            let count = untried.clone().count();
            if count > 0 {
                return untried.clone().nth(rng.index(count)).expect("it was counted");
            }
        }
        let extra_width = self.extra_width;
        let sum = |place: usize| self.column(place as u32, column);
        let squares = |place: usize| self.extras[place * extra_width + column.min(extra_width - 1)];
        self.best_by_formula(at, children.map(|child| child as usize), sum, squares, scale, ucb)
    }

    /// The child that the formula likes best by these sums of what it was worth, and of their squares. A move's urge to be
    /// tried grows with how often it could have been: each time the position came up, or where something is hidden, each
    /// time it was legal.
    #[inline]
    pub fn best_by_formula(
        &self,
        at: u32,
        children: impl Iterator<Item = usize> + Clone,
        sum: impl Fn(usize) -> f64,
        squares: impl Fn(usize) -> f64,
        scale: f64,
        ucb: &Ucb1,
    ) -> u32 {
        let visits = self.nodes[at as usize].visits;
        let could = |place: usize| self.sets.as_ref().map_or(visits, |sets| sets.available[place]);
        let first = children.clone().next().unwrap_or_default();
        let best = |value: &dyn Fn(usize, &Node) -> f64| {
            let mut best = (f64::NEG_INFINITY, first);
            for place in children.clone() {
                let value = value(place, &self.nodes[place]);
                if value > best.0 {
                    best = (value, place);
                }
            }
            best.1 as u32
        };
        match self.rules.formula {
            Formula::Ucb1 => {
                let mut best = (f64::NEG_INFINITY, first);
                for place in children {
                    let value = ucb.value(ucb.urge(could(place)), sum(place) * scale, self.nodes[place].visits);
                    if value > best.0 {
                        best = (value, place);
                    }
                }
                best.1 as u32
            }
            Formula::Ucb1Tuned => best(&|place, child| {
                let log = libm::log(f64::from(could(place)));
                ucb1_tuned(self.rules.c, log, sum(place) * scale, squares(place) * scale * scale, child.visits)
            }),
            Formula::Puct => {
                let total: f64 = children.clone().map(|place| self.extras[place]).sum();
                let (all, visits) = children
                    .clone()
                    .fold((0.0, 0), |(all, visits), place| (all + sum(place), visits + self.nodes[place].visits));
                let usual = if visits == 0 { 0.0 } else { all / f64::from(visits) };
                best(&|place, child| {
                    let mean = if child.visits == 0 { usual } else { sum(place) / f64::from(child.visits) };
                    let root = f64::from(could(place)).sqrt();
                    puct(self.rules.c, root, mean * scale, self.extras[place] / total, child.visits)
                })
            }
        }
    }
}
