//! Fewer of many with weights, no one twice.
//!
//! Drawn with steps of equal length, a likely world comes several times and takes room that others could have. Here the likeliest
//! stay for certain and the others are drawn, each once at most (Fearnhead and Clifford, *On-line inference for hidden Markov
//! models via particle filters*, 2003). What is drawn weighs more by as much as it was unlikely to be drawn, so that all means
//! stay what they are.

use outwit_game::{Rng, Weighted};

/// What is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Drawn {
    /// By weight: what is drawn weighs alike afterwards, and means vary least.
    Likely,
    /// By the root of the weight: more that is unlikely.
    Varied,
}

/// Leaves `wanted` of them at most. `true` if there were more than wanted.
pub(super) fn thin<I: Weighted>(items: &mut Vec<I>, wanted: usize, drawn: Drawn, rng: &mut Rng) -> bool {
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
    use outwit_game::{Rng, UnmadeMove};

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
