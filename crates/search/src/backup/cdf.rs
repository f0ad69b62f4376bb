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
//! I_c(x) = P(Y <= x) I(x) + sum over y > x of P(Y = y) I(y). P(Y <= y) is the parent's cumulative distribution over that of
//! c, which is never 0: values below the largest of the siblings' least ones are picked by nobody and left out. Since c's
//! distribution steps at its own spikes only, sums of the parent's between two of them serve all siblings, and both ways
//! take time in proportion to the spikes.

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

    #[inline]
    fn less(self, other: Influence) -> Influence {
        Influence { most: self.most - other.most, own: self.own - other.own }
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
    let mut mean = 0.0;
    for spike in spikes {
        mean += spike.x * spike.p;
    }
    mean
}

/// Up to so many are put in order one by one.
const FEW: usize = 32;

/// A spike of one of the siblings, in the order in which the parent goes through them.
#[derive(Clone, Copy, Default)]
struct Entry {
    /// The value, seen by whoever decides.
    x: f64,
    /// The place of the spike in the list of all siblings' spikes.
    place: u32,
    sibling: u32,
}

/// A sibling's cumulative distribution at one of its spikes, as whoever decides goes through them.
#[derive(Clone, Copy, Default)]
struct Step {
    before: f64,
    up_to_here: f64,
}

/// A value that the parent may turn out to have.
#[derive(Clone, Copy, Default)]
struct Point {
    x: f64,
    p: f64,
    /// The parent's cumulative distribution from here on.
    up_to_here: f64,
    /// Where the entries of this value end.
    end: u32,
    /// Which of the parent's spikes it was merged into.
    spike: u32,
}

/// What has been gone through of a sibling's influence, from the largest value down.
#[derive(Clone, Copy, Default)]
struct Tail {
    /// The sum over all outcomes of the others from its last spike on.
    sum: Influence,
    /// The parent's own sum from that spike on.
    mark: Influence,
}

/// A product below this is made from scratch.
const TINY: f64 = 1e-200;

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
    /// By place.
    steps: Vec<Step>,
    /// Spikes with the same value as another of their sibling: their place, and that of the one that stands for both.
    twins: Vec<(u32, u32)>,
    points: Vec<Point>,
    merged: Vec<Spike>,
    cumulative: Vec<f64>,
    /// Each sibling's probability of lying below every point.
    below: Vec<f64>,
    tails: Vec<Tail>,
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
    #[inline]
    pub fn total(&self) -> usize {
        self.spikes.len()
    }

    #[inline]
    fn range(&self, sibling: usize) -> std::ops::Range<usize> {
        let start = if sibling == 0 { 0 } else { self.ends[sibling - 1] as usize };
        start..self.ends[sibling] as usize
    }

    /// The spikes of a sibling.
    #[inline]
    pub fn of(&self, sibling: usize) -> &[Spike] {
        &self.spikes[self.range(sibling)]
    }

    /// What [`influence`](Siblings::influence) or one of its relatives found for a sibling's spikes.
    #[inline]
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

    /// The probability that some other sibling has a larger value than this one.
    pub fn chance_of_more(&self, sibling: usize) -> f64 {
        let others = (0..self.ends.len()).filter(|&other| other != sibling);
        let all_at_most = |x: f64| -> f64 {
            let at_most = |other: usize| -> f64 {
                self.of(other).iter().filter(|spike| spike.x <= x).map(|spike| spike.p).sum::<f64>().min(1.0)
            };
            others.clone().map(at_most).product()
        };
        self.of(sibling).iter().map(|spike| spike.p * (1.0 - all_at_most(spike.x))).sum()
    }

    // ---- the way up --------------------------------------------------------------------------------------------------

    /// Step 1. All spikes that matter in one ascending list, as seen by whoever decides. What lies below the largest of
    /// the siblings' least values is picked by nobody.
    #[inline]
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
        self.below.clear();
        self.twins.clear();
        // What is left of the last family is written over wherever it is read.
        if self.steps.len() < self.spikes.len() {
            self.steps.resize(self.spikes.len(), Step::default());
        }
        for sibling in 0..siblings {
            let range = self.range(sibling);
            let (mut sum, mut below) = (0.0, 0.0);
            let begun = self.entries.len();
            let count = range.len();
            for step in 0..count {
                let place = if is_up { range.start + step } else { range.end - 1 - step };
                let Spike { x, p } = self.spikes[place];
                let (x, before) = (sign * x, sum);
                sum += p;
                // Rounding must not leave a doubt about what is certain.
                let up_to_here = if step + 1 == count { 1.0 } else { sum };
                if x < floor {
                    below = up_to_here;
                    continue;
                }
                match self.entries.last() {
                    Some(last) if last.x == x && self.entries.len() > begun => {
                        self.steps[last.place as usize].up_to_here = up_to_here;
                        self.twins.push((place as u32, last.place));
                    }
                    _ => {
                        self.steps[place] = Step { before, up_to_here };
                        self.entries.push(Entry { x, place: place as u32, sibling: sibling as u32 });
                    }
                }
            }
            self.below.push(below);
        }
        self.sort_entries();
    }

    /// Puts the entries in ascending order. They are few, and sorting them anew is quicker than merging lists.
    #[inline]
    fn sort_entries(&mut self) {
        // The numbers' bits in their order: negative ones are turned round. It tells -0 from 0, which compare as equal.
        let bits = |x: f64| {
            let bits = x.to_bits().cast_signed();
            bits ^ ((bits >> 63).cast_unsigned() >> 1).cast_signed()
        };
        if self.entries.len() > FEW {
            return self.entries.sort_unstable_by_key(|entry| bits(entry.x));
        }
        let entries = &mut self.entries[..];
        for next in 1..entries.len() {
            let entry = entries[next];
            let mut at = next;
            while at > 0 {
                let before = entries[at - 1];
                if before.x < entry.x || before.x == entry.x && bits(before.x) <= bits(entry.x) {
                    break;
                }
                entries[at] = before;
                at -= 1;
            }
            entries[at] = entry;
        }
    }

    /// Step 2. The product of the cumulative distributions at every value.
    #[inline]
    fn multiply(&mut self) {
        self.cumulative.clear();
        for &below in &self.below {
            self.cumulative.push(below);
        }
        self.points.clear();
        let (mut product, mut product_before) = (0.0, 0.0);
        let count = self.entries.len();
        let mut next = 0;
        while next < count {
            let x = self.entries[next].x;
            while next < count && self.entries[next].x == x {
                let entry = self.entries[next];
                let Step { before, up_to_here } = self.steps[entry.place as usize];
                self.cumulative[entry.sibling as usize] = up_to_here;
                product *= up_to_here / before;
                next += 1;
            }
            if next == count {
                product = 1.0;
            } else if product_before < TINY {
                // The first product, and a running one that became too small for a number would stay 0.
                product = self.cumulative.iter().product();
            }
            let p = (product - product_before).max(0.0);
            self.points.push(Point { x, p, up_to_here: product, end: next as u32, spike: 0 });
            product_before = product;
        }
    }

    /// Step 3. Values that cannot come about are dropped, and if there are more than `cap`, neighbours are merged into
    /// their mean: the range of values and the probability each take half of the cap.
    #[inline]
    fn merge_spikes(&mut self, cap: usize) {
        self.merged.clear();
        let merges = cap > 0 && self.points.len() > cap;
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
        self.tails.clear();
        for _ in 0..siblings {
            self.tails.push(Tail::default());
        }
        if self.influences.len() < self.spikes.len() {
            self.influences.resize(self.spikes.len(), Influence::default());
        }
        // Influence is measured from that of the largest value, so that what makes no difference is exactly the same.
        let Some(origin) = self.points.last().map(&of_point) else { return };
        // The sum over all larger values of the parent.
        let mut above = Influence::default();
        // Step 1. From the largest value down.
        for (index, point) in self.points.iter().enumerate().rev() {
            let worth = of_point(point).less(origin);
            let (begin, product_before) = match index.checked_sub(1) {
                Some(before) => (self.points[before].end as usize, self.points[before].up_to_here),
                None => (0, 0.0),
            };
            let mut from_here = above;
            from_here.add(point.p, worth);
            for entry in &self.entries[begin..point.end as usize] {
                let Step { before, up_to_here } = self.steps[entry.place as usize];
                let tail = &mut self.tails[entry.sibling as usize];
                let share = 1.0 / up_to_here;
                // Larger outcomes of the others, then this one.
                let mut influence = tail.sum;
                influence.add(share, above.less(tail.mark));
                let others_up_to_here = point.up_to_here * share;
                let others_before = if before > 0.0 { product_before / before } else { 0.0 };
                tail.sum = influence;
                tail.sum.add(others_up_to_here - others_before, worth);
                tail.mark = from_here;
                influence.add(others_up_to_here, worth);
                influence.add(1.0, origin);
                self.influences[entry.place as usize] = influence;
            }
            above = from_here;
        }
        // Step 2. What is picked by nobody changes nothing, and twins are alike.
        let floor = self.points.first().map_or(f64::NEG_INFINITY, |point| point.x);
        for sibling in 0..siblings {
            if self.below[sibling] > 0.0 {
                let tail = self.tails[sibling];
                let mut influence = tail.sum;
                influence.add(1.0 / self.below[sibling], above.less(tail.mark));
                influence.add(1.0, origin);
                for place in self.range(sibling) {
                    if self.pull_sign * self.spikes[place].x < floor {
                        self.influences[place] = influence;
                    }
                }
            }
        }
        for &(place, of) in &self.twins {
            self.influences[place as usize] = self.influences[of as usize];
        }
    }
}
