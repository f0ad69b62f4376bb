//! Fewer of many that have weights.

use super::Particle;
use crate::contract::Game;
use crate::random::Rng;

/// What counts for so much, and can be made to count for more or less.
pub trait Weighted {
    /// How much it counts.
    fn weight(&self) -> f64;
    /// How much it counts, and how many draws stand behind it.
    fn counts(&mut self) -> (&mut f64, &mut f64);

    /// As much more.
    fn add_weight(&mut self, more: f64, support: f64) {
        let (weight, behind) = self.counts();
        *weight += more;
        *behind += support;
    }
}

impl<G: Game, T> Weighted for Particle<G, T> {
    fn weight(&self) -> f64 {
        self.weight
    }
    fn counts(&mut self) -> (&mut f64, &mut f64) {
        (&mut self.weight, &mut self.support)
    }
}

/// Leaves `wanted` of them at most, drawn half by weight and half by no model, so that what all models think unlikely is
/// drawn too: systematic resampling, after which weights still say how likely each is. Copies of one are one that counts more. `true` if there were more than wanted.
pub fn resample<I: Weighted>(items: &mut Vec<I>, wanted: usize, rng: &mut Rng) -> bool {
    let wanted = wanted.max(1);
    if items.len() <= wanted {
        return false;
    }
    let total: f64 = items.iter().map(I::weight).sum();
    let (all, points) = (items.len() as f64, wanted as f64);
    let chance = |weight: f64| {
        let by_weight = if total > 0.0 && total.is_finite() { weight / total } else { 1.0 / all };
        (by_weight + 1.0 / all) / 2.0
    };
    let mut next = rng.unit() / points;
    let mut sum = 0.0;
    items.retain_mut(|item| {
        let chance = chance(item.weight());
        sum += chance;
        let mut copies = 0.0;
        while next < sum {
            copies += 1.0;
            next += 1.0 / points;
        }
        if copies > 0.0 {
            let by = copies / (points * chance);
            let (weight, support) = item.counts();
            (*weight, *support) = (*weight * by, *support * by);
        }
        copies > 0.0
    });
    true
}

/// What [`thin`] draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drawn {
    /// By weight: what is drawn weighs alike afterwards, and means vary least.
    Likely,
    /// By the root of the weight: more that is unlikely.
    Varied,
}

/// Leaves about `wanted` of them, none twice. `true` if there were more than wanted.
///
/// Drawn with steps of equal length, a likely world comes several times and takes room that others could have. Here the likeliest
/// stay for certain and the others are drawn, each once at most (Fearnhead and Clifford, *On-line inference for hidden Markov
/// models via particle filters*, 2003). What is drawn weighs more by as much as it was unlikely to be drawn, so that all means
/// stay what they are.
pub fn thin<I: Weighted>(items: &mut Vec<I>, wanted: usize, drawn: Drawn, rng: &mut Rng) -> bool {
    let wanted = wanted.max(1);
    if items.len() <= wanted {
        return false;
    }
    let most = items.iter().map(I::weight).fold(0.0, f64::max);
    let liking = |item: &I| {
        let part = item.weight() / most;
        match drawn {
            // Weights that say nothing leave all alike.
            _ if !part.is_finite() => 1.0,
            Drawn::Likely => part,
            Drawn::Varied => part.sqrt(),
        }
    };
    let likings: Vec<f64> = items.iter().map(liking).collect();
    // Step 1. From where on they stay for certain: as many as that and a share of the others' likings make as many as are wanted.
    // Each round leaves a smaller rest, until nobody in it has more than a whole share.
    let mut enough = f64::INFINITY;
    loop {
        let (mut rest, mut certain) = (0.0, 0);
        for &liking in &likings {
            if liking >= enough {
                certain += 1;
            } else {
                rest += liking;
            }
        }
        if certain >= wanted || rest <= 0.0 {
            break;
        }
        let share = rest / (wanted - certain) as f64;
        if share >= enough {
            break;
        }
        enough = share;
    }
    // Step 2. The others with one draw and steps of equal length.
    let (mut next, mut sum) = (rng.unit(), 0.0);
    let mut likings = likings.into_iter();
    items.retain_mut(|item| {
        let liking = likings.next().expect("one for each");
        if liking >= enough {
            return true;
        }
        let chance = liking / enough;
        sum += chance;
        if next >= sum {
            return false;
        }
        next += 1.0;
        let (weight, support) = item.counts();
        (*weight, *support) = (*weight / chance, *support / chance);
        true
    });
    true
}

#[cfg(test)]
mod tests {
    use super::{Drawn, thin};
    use crate::{Rng, UnmadeMove};

    fn items(weights: &[f64]) -> Vec<UnmadeMove<u8>> {
        let item = |(place, &weight): (usize, &f64)| UnmadeMove { world: place as u32, mv: 0, weight, support: 1.0 };
        weights.iter().enumerate().map(item).collect()
    }

    /// As many as are wanted, none twice; what weighs more than a share stays as it is; and means over many draws are those of all.
    #[test]
    fn means_stay_and_nothing_comes_twice() {
        let mut rng = Rng::new(3);
        for drawn in [Drawn::Likely, Drawn::Varied] {
            let weights: Vec<f64> = (0..200).map(|place| if place < 5 { 0.1 } else { rng.unit() / 200.0 }).collect();
            let mut mean = vec![0.0; 200];
            let draws = 20_000;
            for _ in 0..draws {
                let mut left = items(&weights);
                assert!(thin(&mut left, 20, drawn, &mut rng));
                assert!((19..=21).contains(&left.len()), "{}", left.len());
                assert!(left.windows(2).all(|pair| pair[0].world < pair[1].world));
                if drawn == Drawn::Likely {
                    assert!(left[..5].iter().all(|item| item.world < 5 && item.weight == 0.1));
                }
                left.iter().for_each(|item| mean[item.world as usize] += item.weight / f64::from(draws));
            }
            for (mean, weight) in mean.iter().zip(&weights) {
                assert!(
                    (mean - weight).abs() < if *weight > 0.05 { 0.004 } else { 0.0005 },
                    "{drawn:?}: {mean} for {weight}"
                );
            }
        }
    }

    /// Weights of nothing, of one thing alone, and of all alike.
    #[test]
    fn weights_at_the_edge() {
        let mut rng = Rng::new(4);
        for weights in [vec![0.0; 40], vec![1.0; 40], (0..40).map(|place| f64::from(u8::from(place == 7))).collect()] {
            let mut left = items(&weights);
            assert!(thin(&mut left, 10, Drawn::Likely, &mut rng));
            assert!(!left.is_empty() && left.len() <= 11);
            assert!(left.iter().all(|item| item.weight.is_finite()));
            assert!(!thin(&mut left, 11, Drawn::Likely, &mut rng));
        }
    }
}
