//! Written by `cargo bench -p outwit-search --bench spider -- train`: see `learned.rs`.

use super::learned::Weights;

/// For one suit, two and four.
pub(super) static WEIGHTS: [Weights; 3] = [[[0.0; 36]; 6]; 3];
