//! What a position is worth under best play: minimax's own meaning.

use super::{Aim, Propagation};

/// What the seat gets when everybody plays as well as can be.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct GameValue(pub f64);

/// The best child for who moves: right for game values, and for nothing else without further assumptions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Minimax;

impl Propagation for Minimax {
    type Value = GameValue;

    fn back_up(&self, aim: Aim, children: &[GameValue]) -> GameValue {
        let values = children.iter().map(|child| child.0);
        let best = match aim {
            Aim::Raise => values.reduce(f64::max),
            Aim::Lower => values.reduce(f64::min),
        };
        GameValue(best.expect("a node that is backed up has a child"))
    }
}
