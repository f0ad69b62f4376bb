//! How long an agent may think, and how it is told to stop.

use crate::problem::Problem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A clock that the caller gives: this crate reads none.
pub trait Clock: Sync {
    /// Time since some fixed moment.
    fn now(&self) -> Duration;
}

/// A thread pool that the caller gives: this crate starts no threads. What comes out never depends on how many there are.
pub trait Pool: Sync {
    /// How many jobs it does at the same time.
    fn threads(&self) -> usize;
    /// Does the jobs 0 to `count` - 1, in any order, and returns when all are done.
    fn work(&self, count: usize, job: &(dyn Fn(usize) + Sync));
}

/// How long an agent may think. What is `None` is not limited.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Budget {
    /// Plies from the root.
    pub depth: Option<u32>,
    /// Moves made inside the search.
    pub nodes: Option<u64>,
    /// Time on the caller's clock.
    pub time: Option<Duration>,
    /// For a depth that nobody chose: moves after which a search to it is given up for one that deepens as far as so many
    /// more go.
    pub patience: Option<u64>,
    /// What a thousand moves made inside the search cost, in units of payoff: it ends where looking on is expected to bring
    /// less. 0 where looking is free.
    pub cost: f64,
}

impl Budget {
    /// Whether nothing is limited, whatever looking costs.
    pub fn is_unlimited(&self) -> bool {
        Budget { cost: 0.0, ..*self } == Budget::default()
    }
}

/// How far a search has come.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress {
    /// Plies completed.
    pub depth: u32,
    /// Moves made so far.
    pub nodes: u64,
    /// One line on what was found.
    pub line: String,
}

/// What the caller lets an agent know and do while it thinks.
#[derive(Clone, Copy, Default)]
pub struct Control<'a> {
    /// Set by the caller to end the search: the best move so far is returned.
    pub stop: Option<&'a AtomicBool>,
    /// Needed for time budgets.
    pub clock: Option<&'a dyn Clock>,
    /// When to be done on that clock, whatever the agent's own budget: set by a search that asks another agent on the way.
    pub deadline: Option<Duration>,
    /// Moves to make at most, whatever the agent's own budget: set by a search that asks another agent on the way.
    pub nodes: Option<u64>,
    /// Told now and then.
    pub progress: Option<&'a dyn Fn(&Progress)>,
    /// Whether the report should hold the searched tree, and of how many nodes at most.
    pub record: Option<usize>,
    /// Whether the value of every move at the root is asked for, and not just which moves are best: a search then takes no
    /// bound for a value. Set for a choice that weighs all moves.
    pub all_values: bool,
    /// Threads for agents that can use some.
    pub pool: Option<&'a dyn Pool>,
}

impl Control<'_> {
    /// Whether the caller limits how long the agent may think, whatever the agent's own budget.
    pub fn is_limited(&self) -> bool {
        self.deadline.is_some() || self.nodes.is_some()
    }

    /// Whether the caller wants the work to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Whether the caller wants no more: it said so, or its deadline is past.
    pub fn is_late(&self) -> bool {
        self.is_stopped() || is_past(self.deadline, self.clock)
    }
}

fn is_past(deadline: Option<Duration>, clock: Option<&dyn Clock>) -> bool {
    deadline.is_some_and(|end| clock.is_some_and(|clock| clock.now() >= end))
}

/// Counts the nodes of one search and knows when to stop.
pub struct Meter<'a> {
    nodes: u64,
    next_look: u64,
    node_limit: u64,
    /// What the caller allows: nothing goes beyond it.
    most_nodes: u64,
    patience: Option<u64>,
    deadline: Option<Duration>,
    stopped: bool,
    control: Control<'a>,
}

/// Nodes between two looks at the clock: well under a millisecond even where a node is slow.
const NODES_BETWEEN_LOOKS: u64 = 256;

impl<'a> Meter<'a> {
    /// A meter for a search that starts now.
    pub fn new(control: &Control<'a>, budget: &Budget) -> Result<Meter<'a>, Problem> {
        let own_deadline = match (budget.time, control.clock) {
            (None, _) => None,
            (Some(time), Some(clock)) => Some(clock.now().saturating_add(time)),
            (Some(_), None) => {
                return Err(Problem::new("a time budget needs a clock, and the caller gave none: use depth or nodes"));
            }
        };
        let deadline = own_deadline.into_iter().chain(control.deadline).min();
        let most_nodes = control.nodes.unwrap_or(u64::MAX);
        let node_limit = budget.nodes.into_iter().chain(budget.patience).min().unwrap_or(u64::MAX).min(most_nodes);
        let (patience, stopped, control) = (budget.patience, false, *control);
        let mut meter = Meter { nodes: 0, next_look: 0, node_limit, most_nodes, patience, deadline, stopped, control };
        meter.plan_next_look();
        Ok(meter)
    }

    fn plan_next_look(&mut self) {
        self.next_look = (self.nodes + NODES_BETWEEN_LOOKS).min(self.node_limit.saturating_add(1));
    }

    /// Counts one move about to be made. False, and nothing counted, when the search must stop instead.
    #[inline]
    pub fn count(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.next_look && !self.look() {
            self.nodes -= 1;
            return false;
        }
        true
    }

    /// Counts moves that have been made, of which there are at most as many as are [`left`](Meter::left). False when the
    /// search must stop.
    #[inline]
    pub fn count_many(&mut self, moves: u64) -> bool {
        self.nodes += moves;
        self.nodes < self.next_look || self.look()
    }

    /// How many more moves may be made.
    #[inline]
    pub fn left(&self) -> u64 {
        self.node_limit.saturating_sub(self.nodes)
    }

    /// Whether a search that was stopped may begin once more, with as many moves again, and look less deep: once, where the
    /// depth was nobody's [choice](Budget::patience) and nothing else ended it.
    pub fn begins_again(&mut self) -> bool {
        let Some(more) = self.patience.take().filter(|_| self.stopped && self.nodes >= self.node_limit) else {
            return false;
        };
        self.node_limit = self.nodes.saturating_add(more).min(self.most_nodes);
        self.stopped = false;
        self.look()
    }

    /// Ends the search: there is no budget left for its next step.
    pub fn stop(&mut self) {
        (self.stopped, self.next_look) = (true, 0);
    }

    /// Looks at the clock and the stop flag now, and not just every so many nodes. False when the search must stop. For
    /// searches that have just done something slow.
    #[cold]
    pub fn look(&mut self) -> bool {
        self.plan_next_look();
        let late = || is_past(self.deadline, self.control.clock);
        if self.stopped || self.nodes > self.node_limit || self.control.is_stopped() || late() {
            self.stopped = true;
            // From now on every node looks, so that the search unwinds at once.
            self.next_look = 0;
        }
        !self.stopped
    }

    /// When the search must be done, on the clock it was given.
    pub fn deadline(&self) -> Option<Duration> {
        self.deadline
    }

    /// Whether the search must stop.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Moves made so far.
    #[inline]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Tells the caller how far the search has come.
    pub fn tell(&self, depth: u32, line: impl FnOnce() -> String) {
        if let Some(progress) = self.control.progress {
            progress(&Progress { depth, nodes: self.nodes, line: line() });
        }
    }
}
