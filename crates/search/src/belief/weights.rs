//! Weights as shares: the one place where they are made to add up to 1.

/// Makes weights of at least 0, not all of them 0, add up to 1, also where their own sum is too large for a number.
pub(crate) fn add_up_to_one(weights: &mut [f64]) {
    if weights.iter().sum::<f64>().is_infinite() {
        let largest = weights.iter().copied().fold(0.0, f64::max);
        weights.iter_mut().for_each(|weight| *weight /= largest);
    }
    let total: f64 = weights.iter().sum();
    weights.iter_mut().for_each(|weight| *weight /= total);
}

/// The same where each belongs to something.
pub(crate) fn shared<T>(weighed: Vec<(T, f64)>) -> Vec<(T, f64)> {
    let (owners, mut weights): (Vec<T>, Vec<f64>) = weighed.into_iter().unzip();
    add_up_to_one(&mut weights);
    owners.into_iter().zip(weights).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_whatever_the_size_of_the_weights() {
        for (weights, shares) in [
            (vec![3.0, 1.0], vec![0.75, 0.25]),
            (vec![1e308, 1e308], vec![0.5, 0.5]),
            (vec![f64::MAX, f64::MAX, 0.0], vec![0.5, 0.5, 0.0]),
            (vec![1e308, 1e308, 1.0], vec![0.5, 0.5, 5e-309]),
            (vec![5e-324], vec![1.0]),
        ] {
            let mut made = weights.clone();
            add_up_to_one(&mut made);
            assert_eq!(made, shares, "{weights:?}");
        }
    }
}
