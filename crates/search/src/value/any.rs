//! Leaves of any kind behind one type, for a search that is put together while the program runs.

use super::Leaf;
use crate::backup::{AnyValue, Kept};
use outwit_game::{After, Game, Interval, MAX_SEATS, Payoffs, Player};

/// A leaf behind one type.
pub type AnyLeaf<G> = Box<dyn Leaf<G, Value = AnyValue>>;

/// A leaf of a kind as one of any kind.
pub struct TypedLeaf<L>(pub L);

impl<G: Game, L: Leaf<G, Value: Kept>> Leaf<G> for TypedLeaf<L> {
    type Value = AnyValue;

    fn over(&self, payoffs: &Payoffs, root: Player) -> AnyValue {
        self.0.over(payoffs, root).wrap()
    }
    fn ended(&self, game: &G, state: &G::State, root: Player) -> AnyValue {
        self.0.ended(game, state, root).wrap()
    }
    fn cut(&self, game: &G, state: &G::State, root: Player) -> AnyValue {
        self.0.cut(game, state, root).wrap()
    }
    fn values(&self, game: &G, state: &G::State) -> Payoffs {
        self.0.values(game, state)
    }
    fn intervals(&self, game: &G, state: &G::State) -> [Interval; MAX_SEATS] {
        self.0.intervals(game, state)
    }
    fn is_symmetric(&self) -> bool {
        self.0.is_symmetric()
    }
    fn after_moves(&self, game: &G, state: &G::State, out: &mut Vec<After>) -> bool {
        self.0.after_moves(game, state, out)
    }
    fn after(&self, after: &After, mover: Player, root: Player, is_alone: bool) -> Option<AnyValue> {
        self.0.after(after, mover, root, is_alone).map(Kept::wrap)
    }
    fn looks_on(&self, game: &G, state: &G::State, beyond: u32) -> bool {
        self.0.looks_on(game, state, beyond)
    }
}

impl<G: Game, V: Clone> Leaf<G> for Box<dyn Leaf<G, Value = V>> {
    type Value = V;

    fn over(&self, payoffs: &Payoffs, root: Player) -> V {
        (**self).over(payoffs, root)
    }
    fn ended(&self, game: &G, state: &G::State, root: Player) -> V {
        (**self).ended(game, state, root)
    }
    fn cut(&self, game: &G, state: &G::State, root: Player) -> V {
        (**self).cut(game, state, root)
    }
    fn values(&self, game: &G, state: &G::State) -> Payoffs {
        (**self).values(game, state)
    }
    fn intervals(&self, game: &G, state: &G::State) -> [Interval; MAX_SEATS] {
        (**self).intervals(game, state)
    }
    fn is_symmetric(&self) -> bool {
        (**self).is_symmetric()
    }
    fn after_moves(&self, game: &G, state: &G::State, out: &mut Vec<After>) -> bool {
        (**self).after_moves(game, state, out)
    }
    fn after(&self, after: &After, mover: Player, root: Player, is_alone: bool) -> Option<V> {
        (**self).after(after, mover, root, is_alone)
    }
    fn looks_on(&self, game: &G, state: &G::State, beyond: u32) -> bool {
        (**self).looks_on(game, state, beyond)
    }
}
