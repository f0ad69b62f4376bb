//! Products of cumulative distributions: what siblings whose values are uncertain say about their parent, and what the
//! parent's outcome says about each of them.
//!
//! Baum and Smith 1993 and 1997, in Frank's account (thesis, equations 18 to 21). A value that is uncertain is a list of
//! *spikes*, values with probabilities. The largest of independent values lies at or below x just when all of them do, so
//! its cumulative distribution is the product of theirs; no information is lost, and the work is a merge of lists. A
//! minimum is a maximum with all signs turned round.
//!
//! The way down is the same product with one factor left out. If child c turned out to be x, the parent would be
//! max(x, Y), where Y is the largest of the siblings; so whatever is expected of the root given the parent's value (an
//! *influence*, one number for each of the parent's spikes) becomes
//! I_c(x) = P(Y <= x) I(x) + sum over y > x of P(Y = y) I(y). The products with one factor left out are made from the
//! front and from the back: nothing is divided, because a cumulative distribution may be 0.

mod chance;
#[cfg(test)]
mod tests;

pub(crate) use chance::reduce;

/// A value and its probability.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Spike {
    /// The value.
    pub x: f64,
    /// Its probability.
    pub p: f64,
}

/// What is expected at the root if a node turned out to have a certain value: one for each of its spikes.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Influence {
    /// The mean of the largest of the root's moves.
    pub most: f64,
    /// The mean of the root's move that the node lies below.
    pub own: f64,
}

impl Influence {
    #[inline]
    fn add(&mut self, weight: f64, other: Influence) {
        self.most += weight * other.most;
        self.own += weight * other.own;
    }
}

/// Who decides at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pull {
    /// Somebody who wants much.
    Up,
    /// Somebody who wants little.
    Down,
}

impl Pull {
    #[inline]
    fn sign(self) -> f64 {
        match self {
            Pull::Up => 1.0,
            Pull::Down => -1.0,
        }
    }
}

/// The mean of spikes.
#[inline]
pub fn mean(spikes: &[Spike]) -> f64 {
    spikes.iter().map(|spike| spike.x * spike.p).sum()
}

/// A spike of one of the siblings, in the order in which the parent goes through them.
#[derive(Clone, Copy, Default)]
struct Entry {
    /// The value, seen by whoever decides.
    x: f64,
    /// The sibling's cumulative distribution from here on.
    up_to_here: f64,
    sibling: u32,
    /// The place of the spike in the list of all siblings' spikes.
    place: u32,
}

/// A value that the parent may turn out to have.
#[derive(Clone, Copy, Default)]
struct Point {
    x: f64,
    p: f64,
    /// Where the entries of this value end.
    end: u32,
    /// Which of the parent's spikes it was merged into.
    spike: u32,
}

/// Siblings and the room to work on them; used again and again, so that nothing is allocated.
///
/// Siblings are put in one after the other, each with its spikes in ascending order: [`clear`](Siblings::clear), then
/// [`push`](Siblings::push) and [`end`](Siblings::end).
#[derive(Default)]
pub struct Siblings {
    spikes: Vec<Spike>,
    /// Where each sibling's spikes end.
    ends: Vec<u32>,
    pull_sign: f64,
    entries: Vec<Entry>,
    spare: Vec<Entry>,
    runs: Vec<u32>,
    points: Vec<Point>,
    merged: Vec<Spike>,
    cumulative: Vec<f64>,
    /// Each sibling's probability of lying below every point.
    below: Vec<f64>,
    /// For every point and sibling the product of the others' cumulative distributions.
    without: Vec<f64>,
    sums: Vec<Influence>,
    influences: Vec<Influence>,
    /// Sums of the siblings from the front and from the back, where chance adds them up.
    partial: Vec<Vec<Spike>>,
}

impl Siblings {
    /// No siblings.
    #[inline]
    pub fn clear(&mut self) {
        self.spikes.clear();
        self.ends.clear();
    }

    /// A spike of the next sibling.
    #[inline]
    pub fn push(&mut self, x: f64, p: f64) {
        self.spikes.push(Spike { x, p });
    }

    /// The sibling is complete.
    #[inline]
    pub fn end(&mut self) {
        self.ends.push(self.spikes.len() as u32);
    }

    /// How many spikes all siblings have together.
    pub fn total(&self) -> usize {
        self.spikes.len()
    }

    fn range(&self, sibling: usize) -> std::ops::Range<usize> {
        let start = if sibling == 0 { 0 } else { self.ends[sibling - 1] as usize };
        start..self.ends[sibling] as usize
    }

    /// The spikes of a sibling.
    pub fn of(&self, sibling: usize) -> &[Spike] {
        &self.spikes[self.range(sibling)]
    }

    /// What [`influence`](Siblings::influence) or one of its relatives found for a sibling's spikes.
    pub fn influences(&self, sibling: usize) -> &[Influence] {
        &self.influences[self.range(sibling)]
    }

    /// The distribution of the value that whoever decides picks, in ascending order; of at most `cap` spikes, if that is
    /// not 0.
    pub fn decide(&mut self, pull: Pull, cap: usize) -> &[Spike] {
        self.line_up(pull);
        self.multiply();
        self.merge_spikes(cap);
        if pull == Pull::Down {
            self.merged.reverse();
            self.merged.iter_mut().for_each(|spike| spike.x = -spike.x);
        }
        &self.merged
    }

    /// What each sibling's spikes mean to the root, given what those of their parent do. Follows
    /// [`decide`](Siblings::decide) with the same siblings, pull and cap, in the parent's order.
    pub fn influence(&mut self, of_parent: &[Influence]) {
        let last = of_parent.len() - 1;
        let is_up = self.pull_sign > 0.0;
        self.pass_down(|point| of_parent[if is_up { point.spike as usize } else { last - point.spike as usize }]);
    }

    /// The same where the parent is the root: it picks the largest value, and that is what it gets. The root's move above
    /// a sibling is the sibling.
    pub fn influence_at_root(&mut self) {
        self.pass_down(|point| Influence { most: point.x, own: 0.0 });
        for (influence, spike) in self.influences.iter_mut().zip(&self.spikes) {
            influence.own = spike.x;
        }
    }

    // ---- the way up --------------------------------------------------------------------------------------------------

    /// Step 1. All spikes that matter in one ascending list, as seen by whoever decides. What lies below the largest of
    /// the siblings' least values is picked by nobody.
    fn line_up(&mut self, pull: Pull) {
        let sign = pull.sign();
        self.pull_sign = sign;
        let is_up = pull == Pull::Up;
        let siblings = self.ends.len();
        let mut floor = f64::NEG_INFINITY;
        for sibling in 0..siblings {
            let range = self.range(sibling);
            let least = if is_up { self.spikes[range.start].x } else { -self.spikes[range.end - 1].x };
            floor = if least > floor { least } else { floor };
        }
        self.entries.clear();
        self.runs.clear();
        self.below.clear();
        for sibling in 0..siblings {
            let range = self.range(sibling);
            let (mut sum, mut below) = (0.0, 0.0);
            let begun = self.entries.len();
            let count = range.len();
            for step in 0..count {
                let place = if is_up { range.start + step } else { range.end - 1 - step };
                let Spike { x, p } = self.spikes[place];
                sum += p;
                // Rounding must not leave a doubt about what is certain.
                let up_to_here = if step + 1 == count { 1.0 } else { sum };
                if sign * x < floor {
                    below = up_to_here;
                } else {
                    let (sibling, place) = (sibling as u32, place as u32);
                    self.entries.push(Entry { x: sign * x, up_to_here, sibling, place });
                }
            }
            self.below.push(below);
            if self.entries.len() > begun {
                self.runs.push(self.entries.len() as u32);
            }
        }
        self.merge_runs();
    }

    /// Merges ascending runs in pairs until one is left.
    fn merge_runs(&mut self) {
        while self.runs.len() > 1 {
            self.spare.clear();
            let mut kept = 0;
            let mut start = 0;
            let mut pair = 0;
            while pair < self.runs.len() {
                let middle = self.runs[pair] as usize;
                let end = self.runs.get(pair + 1).map_or(middle, |&end| end as usize);
                let (left, right) = (&self.entries[start..middle], &self.entries[middle..end]);
                merge(left, right, &mut self.spare);
                self.runs[kept] = end as u32;
                kept += 1;
                start = end;
                pair += 2;
            }
            self.runs.truncate(kept);
            std::mem::swap(&mut self.entries, &mut self.spare);
        }
    }

    /// Step 2. The product of the cumulative distributions at every value.
    fn multiply(&mut self) {
        self.cumulative.clear();
        self.cumulative.extend_from_slice(&self.below);
        self.points.clear();
        let mut product_before = 0.0;
        let mut next = 0;
        while next < self.entries.len() {
            let x = self.entries[next].x;
            while next < self.entries.len() && self.entries[next].x == x {
                let entry = self.entries[next];
                self.cumulative[entry.sibling as usize] = entry.up_to_here;
                next += 1;
            }
            // From scratch each time: a running product that has become too small for a number would stay 0.
            let product: f64 = self.cumulative.iter().product();
            let p = (product - product_before).max(0.0);
            self.points.push(Point { x, p, end: next as u32, spike: 0 });
            product_before = product;
        }
    }

    /// Step 3. Values that cannot come about are dropped, and if there are more than `cap`, neighbours are merged into
    /// their mean: the range of values and the probability each take half of the cap.
    fn merge_spikes(&mut self, cap: usize) {
        self.merged.clear();
        let possible = self.points.iter().filter(|point| point.p > 0.0).count();
        let merges = cap > 0 && possible > cap;
        let (low, high) = match (self.points.first(), self.points.last()) {
            (Some(first), Some(last)) => (first.x, last.x),
            _ => return,
        };
        let scale = if high > low { 0.5 * cap as f64 / (high - low) } else { 0.0 };
        let half_cap = 0.5 * cap as f64;
        let mut bin_before = usize::MAX;
        let mut sum = 0.0;
        // While a group is open its `x` is the sum of p x.
        for point in &mut self.points {
            if point.p > 0.0 {
                let bin = if merges {
                    let share = (point.x - low) * scale + (sum + 0.5 * point.p) * half_cap;
                    (share as usize).min(cap - 1)
                } else {
                    self.merged.len()
                };
                if bin != bin_before {
                    self.merged.push(Spike::default());
                    bin_before = bin;
                }
                sum += point.p;
                let group = self.merged.last_mut().expect("one was just begun");
                group.x += point.p * point.x;
                group.p += point.p;
                if !merges {
                    group.x = point.x;
                }
                point.spike = self.merged.len() as u32 - 1;
            } else {
                // An impossible value belongs with the next possible one, which is not known yet.
                point.spike = self.merged.len() as u32;
            }
        }
        let last = self.merged.len().saturating_sub(1) as u32;
        for point in &mut self.points {
            point.spike = point.spike.min(last);
        }
        if merges {
            self.merged.iter_mut().for_each(|spike| spike.x /= spike.p);
        }
    }

    // ---- the way down ------------------------------------------------------------------------------------------------

    fn pass_down(&mut self, of_point: impl Fn(&Point) -> Influence) {
        let siblings = self.ends.len();
        // Step 1. For every point and sibling, with what probability all others lie at or below it.
        self.cumulative.clear();
        self.cumulative.extend_from_slice(&self.below);
        self.without.clear();
        self.without.resize(self.points.len() * siblings, 0.0);
        let mut next = 0;
        for (row, point) in self.without.chunks_exact_mut(siblings).zip(&self.points) {
            for entry in &self.entries[next..point.end as usize] {
                self.cumulative[entry.sibling as usize] = entry.up_to_here;
            }
            next = point.end as usize;
            let mut front = 1.0;
            for (without, &cumulative) in row.iter_mut().zip(&self.cumulative) {
                *without = front;
                front *= cumulative;
            }
            let mut back = 1.0;
            for (without, &cumulative) in row.iter_mut().zip(&self.cumulative).rev() {
                *without *= back;
                back *= cumulative;
            }
        }
        // Step 2. From the largest point down: the sum over all larger outcomes of the others is at hand.
        self.sums.clear();
        self.sums.resize(siblings, Influence::default());
        self.influences.clear();
        self.influences.resize(self.spikes.len(), Influence::default());
        for (index, point) in self.points.iter().enumerate().rev() {
            let worth = of_point(point);
            let row = &self.without[index * siblings..(index + 1) * siblings];
            let begin = if index == 0 { 0 } else { self.points[index - 1].end as usize };
            for entry in &self.entries[begin..point.end as usize] {
                let sibling = entry.sibling as usize;
                let mut influence = self.sums[sibling];
                influence.add(row[sibling], worth);
                self.influences[entry.place as usize] = influence;
            }
            if index == 0 {
                for (sum, &without) in self.sums.iter_mut().zip(row) {
                    sum.add(without, worth);
                }
            } else {
                let row_before = &self.without[(index - 1) * siblings..index * siblings];
                for ((sum, &without), &before) in self.sums.iter_mut().zip(row).zip(row_before) {
                    sum.add(without - before, worth);
                }
            }
        }
        // Step 3. What is picked by nobody changes nothing.
        let floor = self.points.first().map_or(f64::NEG_INFINITY, |point| point.x);
        for sibling in 0..siblings {
            if self.below[sibling] > 0.0 {
                for place in self.range(sibling) {
                    if self.pull_sign * self.spikes[place].x < floor {
                        self.influences[place] = self.sums[sibling];
                    }
                }
            }
        }
    }
}

fn merge(left: &[Entry], right: &[Entry], out: &mut Vec<Entry>) {
    let (mut i, mut j) = (0, 0);
    while i < left.len() && j < right.len() {
        if right[j].x < left[i].x {
            out.push(right[j]);
            j += 1;
        } else {
            out.push(left[i]);
            i += 1;
        }
    }
    out.extend_from_slice(&left[i..]);
    out.extend_from_slice(&right[j..]);
}
