//! Weights from games: what they came to, regressed on what was seen before, stage by stage.

use outwit_games::spider::{FEATURES, STAGES, Weights, squash};

/// A table that was left, and what the game came to, between 0 and 1.
#[derive(Clone, Copy)]
pub struct Sample {
    pub stage: u8,
    pub features: [f32; FEATURES],
    pub came_to: f32,
}

/// How firmly the weights of all stages hold, and how firmly those of a stage hold to them, in samples.
const FIRMNESS: f64 = 20.0;
const FIRMNESS_OF_STAGES: f64 = 150.0;
const ROUNDS: usize = 15;

type Vector = [f64; FEATURES];
type Matrix = [Vector; FEATURES];

/// Fits the weights of every stage: first those of all tables that were turned up, or dealt, together, then each stage's by how it
/// departs from them.
pub fn fit(samples: &[Sample]) -> Weights {
    let spread = spreads(samples);
    let mut weights = [[0.0; FEATURES]; STAGES];
    for stages in [0..6, 6..STAGES] {
        let of = |stages: std::ops::Range<usize>| {
            let is_of = move |sample: &&Sample| stages.contains(&usize::from(sample.stage));
            samples.iter().filter(is_of).collect::<Vec<_>>()
        };
        let together = solve(&of(stages.clone()), &spread, [0.0; FEATURES], FIRMNESS);
        for stage in stages {
            let apart = solve(&of(stage..stage + 1), &spread, together, FIRMNESS_OF_STAGES);
            for (place, weight) in weights[stage].iter_mut().enumerate() {
                *weight = (apart[place] / spread[place]) as f32;
            }
        }
    }
    weights
}

/// The standard deviation of each feature, 1 for those that do not vary.
fn spreads(samples: &[Sample]) -> Vector {
    std::array::from_fn(|place| {
        let count = samples.len() as f64;
        let mean = samples.iter().map(|sample| f64::from(sample.features[place])).sum::<f64>() / count;
        let square = |sample: &Sample| (f64::from(sample.features[place]) - mean).powi(2);
        let spread = (samples.iter().map(square).sum::<f64>() / count).sqrt();
        if spread > 1e-6 { spread } else { 1.0 }
    })
}

/// The least squares of what games came to less the squashed sum, with weights held to `start`: Gauss and Newton's steps.
fn solve(samples: &[&Sample], spread: &Vector, start: Vector, firmness: f64) -> Vector {
    let mut weights = start;
    let mut best = (f64::INFINITY, start);
    let mut damping = 1.0;
    for _ in 0..ROUNDS {
        let mut matrix: Matrix = [[0.0; FEATURES]; FEATURES];
        let mut vector = [0.0; FEATURES];
        let mut loss = 0.0;
        for sample in samples {
            let x: Vector = std::array::from_fn(|place| f64::from(sample.features[place]) / spread[place]);
            let sum: f64 = x.iter().zip(&weights).map(|(x, weight)| x * weight).sum();
            let slope = 0.5 * (1.0 + sum * sum).powf(-1.5);
            let error = f64::from(sample.came_to - squash(sum as f32));
            loss += error * error;
            for row in 0..FEATURES {
                vector[row] += slope * x[row] * error;
                let scaled = slope * slope * x[row];
                for column in 0..=row {
                    matrix[row][column] += scaled * x[column];
                }
            }
        }
        for place in 0..FEATURES {
            let apart = weights[place] - start[place];
            loss += firmness * apart * apart;
            vector[place] -= firmness * apart;
        }
        if loss < best.0 {
            best = (loss, weights);
            damping *= 0.3;
        } else {
            weights = best.1;
            damping = damping * 10.0 + 1.0;
            continue;
        }
        for (place, row) in matrix.iter_mut().enumerate() {
            row[place] += firmness + damping * (1.0 + row[place] * 0.01);
        }
        let step = cholesky(matrix, vector);
        for (weight, step) in weights.iter_mut().zip(step) {
            *weight += step;
        }
    }
    best.1
}

/// The solution of a system whose matrix is symmetric and positive, of which the lower half is given.
fn cholesky(mut matrix: Matrix, mut vector: Vector) -> Vector {
    for row in 0..FEATURES {
        for column in 0..=row {
            let known = matrix[row].iter().zip(&matrix[column]).take(column);
            let sum = known.fold(matrix[row][column], |sum, (one, other)| sum - one * other);
            matrix[row][column] = if row == column { sum.max(1e-12).sqrt() } else { sum / matrix[column][column] };
        }
    }
    for row in 0..FEATURES {
        for inner in 0..row {
            vector[row] -= matrix[row][inner] * vector[inner];
        }
        vector[row] /= matrix[row][row];
    }
    for row in (0..FEATURES).rev() {
        for inner in row + 1..FEATURES {
            vector[row] -= matrix[inner][row] * vector[inner];
        }
        vector[row] /= matrix[row][row];
    }
    vector
}

/// The share of the spread of what games came to that the weights explain, by stage.
pub fn explained(samples: &[Sample], weights: &Weights) -> [f64; STAGES] {
    std::array::from_fn(|stage| {
        let here: Vec<&Sample> = samples.iter().filter(|sample| usize::from(sample.stage) == stage).collect();
        let mean = here.iter().map(|sample| f64::from(sample.came_to)).sum::<f64>() / here.len().max(1) as f64;
        let (mut left, mut all) = (0.0, 0.0);
        for sample in here {
            let sum: f32 = sample.features.iter().zip(&weights[stage]).map(|(x, weight)| x * weight).sum();
            left += f64::from(sample.came_to - squash(sum)).powi(2);
            all += (f64::from(sample.came_to) - mean).powi(2);
        }
        1.0 - left / all.max(1e-9)
    })
}
