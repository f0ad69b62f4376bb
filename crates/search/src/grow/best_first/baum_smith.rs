//! Baum-Smith search: leaves are distributions, and those are looked at whose outcome would say most about whether it is
//! worth looking on.
//!
//! One round, in gulps (thesis, section 2.8.2):
//!
//! 1. *Up*: every node's distribution from its children's (products of cumulative distributions), where something below
//!    has changed.
//! 2. The root takes the move with the best mean (equation 17). Q is the mean of the best of its moves if all leaves were
//!    known; what it exceeds the best mean by is the expected utility of all further expansion, EUAFE.
//! 3. *Down*: for every spike of a node, Q and the mean of the root's move above it if the node turned out so. What these
//!    change by on average bounds the importance of everything below the node, so the nodes that promise most are gone
//!    down to first, and those that promise less than the leaves already found are not visited.
//! 4. A leaf's expected step size is the mean change of EUAFE, up or down, if the leaf became known. The most important
//!    leaves, a fraction of all there are, are expanded.
//!
//! When nothing more is to be gained as far as the distributions say, EUAFE is 0. They may be wrong, and if looking costs
//! nothing the search looks on, at the leaves that change the mean of the root's move above them most.

mod importance;
mod report;

use self::importance::{Scale, Wanted};
use super::leaves::{Classes, Worth, leaf_worth};
use super::tree::{Expansion, Role, Tree};
use crate::backup::cdf::{Influence, Pull, Siblings, Spike, mean, reduce};
use crate::findings::{Findings, seat_values};
use crate::grow::depth_first::unsearched;
use crate::searcher::{Search, position};
use crate::value::{Spread, sample_near};
use outwit_game::{Budget, Control, Evaluation, Facts, Game, Meter, MoveCode, Player, Problem, Rng, View};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What is made of chance nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chance {
    /// The value is that of the outcome that comes, as printed (equation 21).
    Mixture,
    /// The value is the weighted sum of the outcomes' values: nothing is learned about dice by looking.
    Sum,
}

/// How a leaf's importance is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Importance {
    /// The expected change of the utility of further expansion.
    StepSize,
    /// The expected change of the mean of the root's best move, Q.
    Value,
}

/// How the tree grows and how exact its distributions are.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Growth {
    /// The fraction of all leaves that is expanded in a round; at least one leaf is.
    pub gulp: f64,
    /// The most spikes of an inner node; neighbours are merged into their mean. 0 keeps all.
    pub cap: usize,
    /// What is made of chance.
    pub chance: Chance,
    /// Which leaves matter.
    pub importance: Importance,
    /// What a thousand moves made inside the search cost, in units of payoff: a round that costs more than all further
    /// expansion is worth is not begun.
    pub cost: f64,
    /// The search ends when the probability that another move turns out better than the best one is no larger.
    pub doubt: Option<f64>,
    /// Bytes for the tree.
    pub memory: usize,
}

impl Default for Growth {
    fn default() -> Growth {
        Growth {
            gulp: 0.1,
            cap: 5,
            chance: Chance::Mixture,
            importance: Importance::StepSize,
            cost: 0.0,
            doubt: None,
            memory: 256 << 20,
        }
    }
}

/// A Baum-Smith search.
pub struct BaumSmith<E> {
    budget: Budget,
    growth: Growth,
    evaluation: E,
    learned: Option<Spread>,
    is_sampled: bool,
}

/// No leaf further from the root is expanded.
pub(super) const DEEPEST: u32 = 1000;

impl<E> BaumSmith<E> {
    /// A search with this budget. What was learned about the evaluation is asked of it, unless it is given here.
    pub fn new(budget: Budget, growth: Growth, evaluation: E, learned: Option<Spread>) -> BaumSmith<E> {
        BaumSmith { budget, growth, evaluation, learned, is_sampled: false }
    }

    /// Looks at a position in which `seat` is to move.
    pub fn find<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Player,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem>
    where
        E: Evaluation<G>,
    {
        let mut meter = Meter::new(control, &self.budget)?;
        let facts = game.facts();
        let is_written = game.is_written_out();
        if self.budget.depth == Some(0) {
            let value = self.evaluation.value(game, state, seat);
            let value = seat_values(&facts, game.players(), seat, value);
            return Ok(Findings { value, ..unsearched(game, state) });
        }
        // Where neither the game nor anybody else says how uncertain values are, a look at some positions does.
        let mut told = Vec::new();
        self.evaluation.spikes(game, state, seat, &mut told);
        let is_told = is_written || told.len() > 1;
        if !is_told && self.learned.is_none() {
            self.learned = match self.evaluation.spread(game) {
                Some(text) => Some(Spread::read(text)?),
                None => {
                    self.is_sampled = true;
                    sample_near(game, &self.evaluation, &mut meter)
                }
            };
        }
        let learned = self.learned.as_ref().filter(|_| !is_told);
        let mut grown = Grown::new(game, state, seat, &self.evaluation, learned, &self.growth, &self.budget, meter);
        if is_written {
            grown.take_whole();
        } else {
            grown.grow();
        }
        if control.record.is_some_and(|limit| grown.tree.len() <= limit) {
            grown.settle_exactly();
        }
        let mut findings = grown.findings(control);
        if is_written {
            findings.extras.push(("leaves", grown.leaf_details()));
        }
        if self.is_sampled {
            findings
                .remarks
                .push("nothing was learned about this evaluation: its spread is from a few positions".into());
        }
        Ok(findings)
    }
}

impl<G: Game, E: Evaluation<G>> Search<G> for BaumSmith<E> {
    fn search(
        &mut self,
        view: &View<'_, G>,
        _rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Findings<G::Move>, Problem> {
        self.find(view.game(), position(view)?, view.seat(), control)
    }
}

/// What a round found out, kept for when the next one is cut short.
#[derive(Clone, Default)]
struct Answer {
    means: Vec<f64>,
    best: f64,
    /// Q, the mean of the best move if all leaves were known.
    emax: f64,
}

impl Answer {
    fn euafe(&self) -> f64 {
        (self.emax - self.best).max(0.0)
    }
}

/// A tree that grows.
struct Grown<'a, G: Game, E> {
    game: &'a G,
    root: &'a G::State,
    seat: Player,
    evaluation: &'a E,
    facts: Facts,
    growth: Growth,
    budget: Budget,
    meter: Meter<'a>,
    tree: Tree<G::Move>,
    worths: Vec<Worth>,
    /// What leaves may add to their base, for learned distributions; all their values, for told ones.
    shapes: Vec<Spike>,
    /// Where the shape of each learned class stands, for our positions and for theirs.
    classes: Option<Classes<'a>>,
    /// No leaf is worth less or more.
    bounds: (f64, f64),
    spikes: Vec<Spike>,
    influences: Vec<Influence>,
    most_spikes: usize,
    siblings: Siblings,
    changed: Vec<u32>,
    /// Inner nodes to go down to: what they promise (the bits of it), which they are, and the root's move above them.
    queue: BinaryHeap<(u64, Reverse<u32>, u32)>,
    candidates: Vec<(f64, u32)>,
    /// The sizes (their bits) of the most important leaves found so far, as many as are wanted.
    least_kept: BinaryHeap<Reverse<u64>>,
    told: Vec<(f64, f64)>,
    /// The leaves of a written tree.
    details: Vec<Leaf>,
    answer: Answer,
    rounds: u32,
    /// Spikes gone through in all rounds: the work of evaluating.
    work: u64,
    /// Leaves there were in each round, added up: what evaluating the whole tree each time would have gone through.
    leaves_by_round: u64,
    is_full: bool,
}

/// Differences of influence below this are rounding: nothing further down can matter.
const ROUNDING: f64 = 1e-13;
/// Spikes gone through between two looks at the clock.
const WORK_BETWEEN_LOOKS: u64 = 20_000;

impl<'a, G: Game, E: Evaluation<G>> Grown<'a, G, E> {
    #[allow(clippy::too_many_arguments)] // made in one place
    fn new(
        game: &'a G,
        root: &'a G::State,
        seat: Player,
        evaluation: &'a E,
        learned: Option<&'a Spread>,
        growth: &Growth,
        budget: &Budget,
        meter: Meter<'a>,
    ) -> Self {
        let facts = game.facts();
        // Half of the memory is for nodes, half for the spikes of inner nodes and their influence.
        let a_node = size_of::<super::Node>() + size_of::<Worth>() + if facts.chance { size_of::<f64>() } else { 0 };
        let a_spike = size_of::<Spike>() + size_of::<Influence>();
        let most_nodes = (growth.memory / 2 / a_node).max(2);
        let most_spikes = (growth.memory / 2 / a_spike).max(64);
        let mut shapes = vec![Spike { x: 0.0, p: 1.0 }];
        let classes = learned.map(|learned| Classes::new(learned, &mut shapes));
        let bounds = if classes.is_some() { (facts.lowest, facts.highest) } else { (f64::NEG_INFINITY, f64::INFINITY) };
        let mut grown = Grown {
            game,
            root,
            seat,
            evaluation,
            facts,
            growth: *growth,
            budget: *budget,
            meter,
            tree: Tree::new(Role::of(game, root, seat), facts.chance, most_nodes),
            worths: Vec::new(),
            shapes,
            classes,
            bounds,
            spikes: Vec::new(),
            influences: Vec::new(),
            most_spikes,
            siblings: Siblings::default(),
            changed: Vec::new(),
            queue: BinaryHeap::new(),
            candidates: Vec::new(),
            least_kept: BinaryHeap::new(),
            told: Vec::new(),
            details: Vec::new(),
            answer: Answer::default(),
            rounds: 0,
            work: 0,
            leaves_by_round: 0,
            is_full: false,
        };
        let value = evaluation.value(game, root, seat);
        grown.worths.push(Worth { mean: value, base: value, start: 0, count: 1, room: 0 });
        grown
    }

    // ---- growth ------------------------------------------------------------------------------------------------------

    /// Expands everything there is, level by level: a tree that was written out, as far as the budget goes.
    fn take_whole(&mut self) {
        let deepest = self.budget.depth.unwrap_or(u32::MAX);
        let mut at = 0;
        while at < self.tree.len() {
            let node = &self.tree.nodes[at];
            if node.role.can_grow() && u32::from(node.depth) < deepest {
                match self.expand(at) {
                    Expansion::Done => {}
                    Expansion::Full => {
                        self.is_full = true;
                        break;
                    }
                    Expansion::Stopped => break,
                }
            }
            at += 1;
        }
        if !self.tree.nodes[0].is_leaf() && self.up() {
            self.note_answer();
            self.down(Wanted::All);
        }
    }

    /// Settles the whole tree once more with all its spikes: a tree that is small enough to be written is small enough for
    /// that, and whoever reads it finds the same values.
    fn settle_exactly(&mut self) {
        if self.growth.cap == 0 || self.growth.chance == Chance::Sum || self.tree.nodes[0].is_leaf() {
            return;
        }
        self.growth.cap = 0;
        let inner = (0..self.tree.len()).filter(|&at| !self.tree.nodes[at].is_leaf()).map(|at| at as u32);
        self.changed = inner.collect();
        if self.up() {
            self.note_answer();
        }
    }

    /// Goes round until the budget is spent, or nothing more is to be gained.
    fn grow(&mut self) {
        if self.expand(0) != Expansion::Done {
            return;
        }
        while self.up() {
            self.note_answer();
            self.rounds += 1;
            let leaves = self.tree.leaves;
            self.meter.tell(self.rounds, || format!("{leaves} leaves"));
            let is_won = self.answer.best >= self.facts.highest - ROUNDING;
            if self.answer.means.len() == 1 || is_won || self.is_full {
                break;
            }
            if self.growth.doubt.is_some_and(|doubt| self.doubt() <= doubt) {
                break;
            }
            let gulp = self.gulp();
            let next_costs = self.growth.cost / 1000.0 * gulp as f64 * self.branching();
            if self.answer.euafe() < next_costs || !self.down(Wanted::Best(gulp)) || self.candidates.is_empty() {
                break;
            }
            if !self.expand_best(gulp) {
                // What was expanded last counts too, unless it was the clock that stopped it.
                if !self.is_out_of_time() && self.up() {
                    self.note_answer();
                }
                break;
            }
        }
    }

    /// Whether it was the clock or the caller that stopped the search. Where it was the count of nodes there is all the time
    /// in the world to sum up.
    fn is_out_of_time(&self) -> bool {
        self.meter.is_stopped() && self.budget.nodes.is_none_or(|nodes| self.meter.nodes() < nodes)
    }

    /// The probability that another of the root's moves turns out better than the one with the best mean.
    fn doubt(&mut self) -> f64 {
        self.gather(0);
        let best = self.answer.means.iter().position(|&mean| mean == self.answer.best).unwrap_or(0);
        self.siblings.chance_of_more(best)
    }

    /// How many leaves to expand in this round.
    fn gulp(&self) -> usize {
        let wanted = (self.growth.gulp * self.tree.leaves as f64).ceil().max(1.0) as usize;
        let left = self.budget.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(self.meter.nodes()));
        wanted.min((left as f64 / self.branching()).ceil() as usize).max(1)
    }

    /// Children of an expanded node, on average.
    fn branching(&self) -> f64 {
        let inner = self.tree.len() - self.tree.leaves;
        (self.tree.len() - 1) as f64 / inner.max(1) as f64
    }

    /// Expands the most important candidates; `false` when the search must stop.
    fn expand_best(&mut self, gulp: usize) -> bool {
        let mut candidates = std::mem::take(&mut self.candidates);
        keep_most_important(&mut candidates, gulp);
        let mut goes_on = true;
        for &(_, leaf) in &candidates {
            match self.expand(leaf as usize) {
                Expansion::Done => {}
                Expansion::Full => self.is_full = true,
                Expansion::Stopped => {
                    goes_on = false;
                    break;
                }
            }
        }
        self.candidates = candidates;
        goes_on
    }

    /// Looks below a leaf, and notes that all above it has changed.
    fn expand(&mut self, at: usize) -> Expansion {
        let room = if self.growth.cap > 0 && at != 0 { self.growth.cap } else { ROOM };
        if self.spikes.len() + room > self.most_spikes {
            return Expansion::Full;
        }
        let mut state = self.tree.position(self.game, self.root, at);
        let (game, seat, evaluation, facts) = (self.game, self.seat, self.evaluation, &self.facts);
        let (worths, shapes, told, classes) = (&mut self.worths, &mut self.shapes, &mut self.told, &self.classes);
        let result = self.tree.expand(game, &mut state, seat, at, &mut self.meter, |_, state, role| {
            worths.push(leaf_worth(game, state, seat, role, evaluation, facts, classes.as_ref(), shapes, told));
        });
        if result != Expansion::Done {
            self.worths.truncate(self.tree.len());
            return result;
        }
        let worth = &mut self.worths[at];
        (worth.start, worth.count, worth.room) = (self.spikes.len() as u32, 0, room as u16);
        self.spikes.resize(self.spikes.len() + room, Spike::default());
        self.influences.resize(self.spikes.len(), Influence::default());
        let mut up = at;
        while !self.tree.nodes[up].mark {
            self.tree.nodes[up].mark = true;
            self.changed.push(up as u32);
            up = self.tree.nodes[up].parent as usize;
        }
        Expansion::Done
    }

    // ---- up ----------------------------------------------------------------------------------------------------------

    /// Puts a node's children into `siblings`.
    #[inline]
    fn gather(&mut self, at: usize) {
        let (low, high) = self.bounds;
        self.siblings.clear();
        for child in self.tree.nodes[at].family() {
            let worth = &self.worths[child];
            let range = worth.start as usize..worth.start as usize + usize::from(worth.count);
            if self.tree.nodes[child].is_leaf() {
                for spike in &self.shapes[range] {
                    self.siblings.push((worth.base + spike.x).clamp(low, high), spike.p);
                }
            } else {
                for spike in &self.spikes[range] {
                    self.siblings.push(spike.x, spike.p);
                }
            }
            self.siblings.end();
        }
        self.work += self.siblings.total() as u64;
    }

    /// Settles every node below which something has changed, children before parents. `false` when the search must stop.
    fn up(&mut self) -> bool {
        let mut changed = std::mem::take(&mut self.changed);
        changed.sort_unstable();
        let mut next_look = self.work + WORK_BETWEEN_LOOKS;
        while let Some(at) = changed.pop() {
            let at = at as usize;
            if self.work >= next_look {
                next_look = self.work + WORK_BETWEEN_LOOKS;
                if !self.meter.look() && self.is_out_of_time() {
                    return false;
                }
            }
            self.tree.nodes[at].mark = false;
            self.gather(at);
            let spikes = settle(&mut self.siblings, &self.tree, &self.growth, at);
            let worth = &mut self.worths[at];
            worth.mean = mean(spikes);
            let mut fitted = Vec::new();
            let mut spikes = spikes;
            if spikes.len() > usize::from(worth.room) {
                let room = spikes.len() + spikes.len() / 2;
                if self.spikes.len() + room <= self.most_spikes && room <= usize::from(u16::MAX) {
                    (worth.start, worth.room) = (self.spikes.len() as u32, room as u16);
                    self.spikes.resize(self.spikes.len() + room, Spike::default());
                    self.influences.resize(self.spikes.len(), Influence::default());
                } else {
                    fitted.extend_from_slice(spikes);
                    reduce(&mut fitted, usize::from(worth.room));
                    spikes = &fitted;
                    self.is_full = true;
                }
            }
            worth.count = spikes.len() as u16;
            self.spikes[worth.start as usize..worth.start as usize + spikes.len()].copy_from_slice(spikes);
        }
        self.changed = changed;
        true
    }

    fn note_answer(&mut self) {
        let family = self.tree.nodes[0].family();
        self.answer.means.clear();
        self.answer.means.extend(self.worths[family].iter().map(|worth| worth.mean));
        self.answer.best = self.answer.means.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        self.answer.emax = self.worths[0].mean;
        self.leaves_by_round += self.tree.leaves as u64;
    }

    // ---- down --------------------------------------------------------------------------------------------------------

    /// Finds the `wanted` most important leaves, and how important they are. `false` when the search must stop.
    ///
    /// What a leaf tells is less than what is told by any node above it: given the leaf, the influence of that node is
    /// averaged, and a mean of changes is no larger than the changes are on average.
    fn down(&mut self, wanted: Wanted) -> bool {
        let answer = std::mem::take(&mut self.answer);
        let goes_on = self.find_leaves(wanted, &Scale::new(&answer, self.growth.importance, wanted));
        self.answer = answer;
        goes_on
    }

    fn find_leaves(&mut self, wanted: Wanted, scale: &Scale<'_>) -> bool {
        let mut next_look = self.work + WORK_BETWEEN_LOOKS;
        let deepest = self.budget.depth.unwrap_or(DEEPEST).min(DEEPEST);
        self.candidates.clear();
        self.least_kept.clear();
        self.details.clear();
        self.queue.clear();
        self.queue.push((0, Reverse(0), 0));
        while let Some((promise, Reverse(at), root_move)) = self.queue.pop() {
            if let Wanted::Best(count) = wanted
                && self.least_kept.len() == count
                && self.least_kept.peek().is_some_and(|&Reverse(least)| least > promise)
                && at != 0
            {
                break;
            }
            if self.work >= next_look {
                next_look = self.work + WORK_BETWEEN_LOOKS;
                if !self.meter.look() {
                    return false;
                }
            }
            let at = at as usize;
            self.gather(at);
            self.pass_down(at);
            for (place, child) in self.tree.nodes[at].family().enumerate() {
                let root_move = if at == 0 { place as u32 } else { root_move };
                let (node, worth) = (&self.tree.nodes[child], &self.worths[child]);
                let (spikes, influences) = (self.siblings.of(place), self.siblings.influences(place));
                let known = (spikes, influences);
                if !node.is_leaf() {
                    let promise = scale.promise(known, root_move as usize);
                    if promise > ROUNDING || wanted == Wanted::All {
                        let start = worth.start as usize;
                        self.influences[start..start + influences.len()].copy_from_slice(influences);
                        self.queue.push((promise.to_bits(), Reverse(child as u32), root_move));
                    }
                    continue;
                }
                let size = scale.size(known, root_move as usize);
                match wanted {
                    Wanted::All => {
                        let influences =
                            spikes.iter().zip(influences).map(|(spike, influence)| (spike.x, influence.most));
                        self.details.push(Leaf { at: child, influences: influences.collect(), size });
                    }
                    Wanted::Best(count) => {
                        let can_grow = node.role.can_grow() && u32::from(node.depth) < deepest;
                        if size > ROUNDING && can_grow {
                            self.candidates.push((size, child as u32));
                            // Sizes are positive, so their bits are in their order.
                            self.least_kept.push(Reverse(size.to_bits()));
                            if self.least_kept.len() > count {
                                self.least_kept.pop();
                            }
                        }
                    }
                }
            }
        }
        true
    }

    /// The influence of the gathered children of a node.
    fn pass_down(&mut self, at: usize) {
        settle(&mut self.siblings, &self.tree, &self.growth, at);
        let (node, worth) = (&self.tree.nodes[at], &self.worths[at]);
        let of_parent = &self.influences[worth.start as usize..worth.start as usize + usize::from(worth.count)];
        match (node.role, self.growth.chance) {
            _ if at == 0 => self.siblings.influence_at_root(),
            (Role::Chance, Chance::Mixture) => {
                self.siblings.influence_of_mixture(self.tree.chances_of(node), of_parent)
            }
            (Role::Chance, Chance::Sum) => self.siblings.influence_of_sum(self.tree.chances_of(node), of_parent),
            _ => self.siblings.influence(of_parent),
        }
    }
}

/// What a leaf of a written tree means to the root.
struct Leaf {
    at: usize,
    /// By value.
    influences: Vec<(f64, f64)>,
    size: f64,
}

/// Room for the spikes of a node when they are not capped; it moves when it has more.
const ROOM: usize = 16;

/// The distribution of a node whose children have been gathered. The root's keeps all its spikes.
#[inline]
fn settle<'s, M: MoveCode>(siblings: &'s mut Siblings, tree: &Tree<M>, growth: &Growth, at: usize) -> &'s [Spike] {
    let cap = if at == 0 { 0 } else { growth.cap };
    let node = &tree.nodes[at];
    match (node.role, growth.chance) {
        (Role::Ours, _) => siblings.decide(Pull::Up, cap),
        (Role::Chance, Chance::Mixture) => siblings.mix(tree.chances_of(node), cap),
        (Role::Chance, Chance::Sum) => siblings.add_up(tree.chances_of(node), cap),
        _ => siblings.decide(Pull::Down, cap),
    }
}

/// Keeps the most important ones, in the tree's order, so that what is near is at hand. Not generic, so that it is one sort in
/// the binary and not one for each game.
fn keep_most_important(candidates: &mut Vec<(f64, u32)>, gulp: usize) {
    if candidates.len() > gulp {
        candidates.select_nth_unstable_by(gulp - 1, |a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        candidates.truncate(gulp);
    }
    candidates.sort_unstable_by_key(|candidate| candidate.1);
}
