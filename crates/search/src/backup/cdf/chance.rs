//! Chance among siblings whose values are uncertain.
//!
//! Baum and Smith back a chance node up as the *mixture* of its children (equation 21): its value is that of the outcome
//! that comes. But what comes of the dice is nothing that a longer search finds out. If a distribution is that of the value
//! we will assign after more search, a chance node will be assigned the weighted *sum* of what its children will be
//! assigned. The mixture sees a gain in waiting for the dice; the sum does not.

use super::{Entry, Influence, Point, Siblings, Spike, Tail};

impl Siblings {
    /// The mixture of the siblings, with these probabilities.
    pub fn mix(&mut self, probabilities: &[f64], cap: usize) -> &[Spike] {
        self.pull_sign = 1.0;
        self.entries.clear();
        for sibling in 0..self.ends.len() {
            for place in self.range(sibling) {
                let x = self.spikes[place].x;
                self.entries.push(Entry { x, place: place as u32, sibling: sibling as u32 });
            }
        }
        self.sort_entries();
        self.points.clear();
        for (index, entry) in self.entries.iter().enumerate() {
            let p = probabilities[entry.sibling as usize] * self.spikes[entry.place as usize].p;
            let end = index as u32 + 1;
            match self.points.last_mut() {
                Some(point) if point.x == entry.x => {
                    point.p += p;
                    point.end = end;
                }
                _ => self.points.push(Point { x: entry.x, p, end, ..Point::default() }),
            }
        }
        self.merge_spikes(cap);
        &self.merged
    }

    /// What each sibling's spikes mean to the root. Follows [`mix`](Siblings::mix) with the same siblings.
    pub fn influence_of_mixture(&mut self, probabilities: &[f64], of_parent: &[Influence]) {
        let siblings = self.ends.len();
        self.influences.clear();
        self.influences.resize(self.spikes.len(), Influence::default());
        self.tails.clear();
        self.tails.resize(siblings, Tail::default());
        let mut total = Influence::default();
        let mut next = 0;
        for point in &self.points {
            let worth = of_parent[point.spike as usize];
            for entry in &self.entries[next..point.end as usize] {
                let (sibling, place) = (entry.sibling as usize, entry.place as usize);
                let p = probabilities[sibling] * self.spikes[place].p;
                self.influences[place].add(probabilities[sibling], worth);
                self.tails[sibling].sum.add(p, worth);
                total.add(p, worth);
            }
            next = point.end as usize;
        }
        for sibling in 0..siblings {
            let mut others = total;
            others.add(-1.0, self.tails[sibling].sum);
            for place in self.range(sibling) {
                self.influences[place].add(1.0, others);
            }
        }
    }

    /// The sum of the siblings, weighted with these probabilities. With a cap, partial sums are capped as well.
    pub fn add_up(&mut self, probabilities: &[f64], cap: usize) -> &[Spike] {
        let siblings = self.ends.len();
        self.pull_sign = 1.0;
        // Partial sums of the first 0, 1, ... siblings, then of the last 0, 1, ...
        let mut partial = std::mem::take(&mut self.partial);
        partial.resize_with(2 * (siblings + 1), Vec::new);
        for list in [0, siblings + 1] {
            partial[list].clear();
            partial[list].push(Spike { x: 0.0, p: 1.0 });
        }
        for step in 0..siblings {
            for (list, sibling) in [(step + 1, step), (siblings + 2 + step, siblings - 1 - step)] {
                let mut sum = std::mem::take(&mut partial[list]);
                self.add(&partial[list - 1], sibling, probabilities[sibling], &mut sum);
                reduce(&mut sum, cap);
                partial[list] = sum;
            }
        }
        self.merged.clone_from(&partial[siblings]);
        self.partial = partial;
        &self.merged
    }

    /// What each sibling's spikes mean to the root. Follows [`add_up`](Siblings::add_up) with the same siblings; between
    /// the parent's spikes influence is taken to be straight, as it is where spikes are not capped.
    pub fn influence_of_sum(&mut self, probabilities: &[f64], of_parent: &[Influence]) {
        let siblings = self.ends.len();
        let partial = std::mem::take(&mut self.partial);
        self.influences.clear();
        self.influences.resize(self.spikes.len(), Influence::default());
        for (sibling, &probability) in probabilities.iter().enumerate() {
            let (before, after) = (&partial[sibling], &partial[siblings + 1 + siblings - 1 - sibling]);
            for place in self.range(sibling) {
                let own = probability * self.spikes[place].x;
                let mut influence = Influence::default();
                for first in before {
                    for second in after {
                        let worth = between(&self.merged, of_parent, first.x + own + second.x);
                        influence.add(first.p * second.p, worth);
                    }
                }
                self.influences[place] = influence;
            }
        }
        self.partial = partial;
    }

    /// A sum and `probability` times a sibling, in ascending order.
    fn add(&self, sum: &[Spike], sibling: usize, probability: f64, out: &mut Vec<Spike>) {
        out.clear();
        for spike in self.of(sibling) {
            out.extend(sum.iter().map(|so_far| Spike { x: so_far.x + probability * spike.x, p: so_far.p * spike.p }));
        }
        out.sort_by(|a, b| a.x.total_cmp(&b.x));
        out.dedup_by(|next, kept| {
            let is_same = next.x == kept.x;
            if is_same {
                kept.p += next.p;
            }
            is_same
        });
    }
}

/// Merges neighbours into their mean until there are at most `cap` spikes, if that is not 0; as parents' spikes are.
pub(crate) fn reduce(spikes: &mut Vec<Spike>, cap: usize) {
    if cap == 0 || spikes.len() <= cap {
        return;
    }
    let (low, high) = (spikes[0].x, spikes[spikes.len() - 1].x);
    let scale = if high > low { 0.5 * cap as f64 / (high - low) } else { 0.0 };
    let half_cap = 0.5 * cap as f64;
    let (mut kept, mut bin_before, mut sum) = (0, usize::MAX, 0.0);
    for index in 0..spikes.len() {
        let Spike { x, p } = spikes[index];
        let bin = (((x - low) * scale + (sum + 0.5 * p) * half_cap) as usize).min(cap - 1);
        sum += p;
        if bin == bin_before {
            let group: &mut Spike = &mut spikes[kept - 1];
            group.x += p * x;
            group.p += p;
        } else {
            spikes[kept] = Spike { x: p * x, p };
            kept += 1;
            bin_before = bin;
        }
    }
    spikes.truncate(kept);
    spikes.iter_mut().for_each(|spike| spike.x /= spike.p);
}

/// The influence of a value between spikes.
fn between(spikes: &[Spike], influences: &[Influence], x: f64) -> Influence {
    let above = spikes.partition_point(|spike| spike.x < x);
    if above == 0 {
        return influences[0];
    }
    if above == spikes.len() {
        return influences[above - 1];
    }
    let (low, high) = (spikes[above - 1].x, spikes[above].x);
    let share = (x - low) / (high - low);
    let mut influence = Influence::default();
    influence.add(1.0 - share, influences[above - 1]);
    influence.add(share, influences[above]);
    influence
}
