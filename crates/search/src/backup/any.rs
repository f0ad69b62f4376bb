//! Backups of any kind behind one type, for a search that is put together while the program runs: one engine then serves all
//! of them. What it costs is a copy of the children's values at every node.

use super::{Backup, Outcomes, Step, WinChance};
use outwit_game::{Facts, Interval, Payoffs, Player, SeatValues, Turn};
use std::marker::PhantomData;

/// A value of any backup.
#[derive(Clone, PartialEq, Debug)]
pub enum AnyValue {
    /// What one seat gets.
    Number(f64),
    /// What everybody gets.
    Vector(Payoffs),
    /// Between which ends a chance lies.
    Ends(Interval),
    /// A chance to win.
    Chance(WinChance),
    /// Several vectors: a set, or one a judge.
    Vectors(Vec<Payoffs>),
    /// A distribution over vectors.
    Outcomes(Outcomes),
    /// Several numbers.
    Numbers(Vec<f64>),
}

/// A value of one of the kinds.
pub trait Kept: Clone + Send + Sync {
    /// As one of any kind.
    fn wrap(self) -> AnyValue;
    /// Back again.
    ///
    /// # Panics
    /// When the value is of another kind: leaf and backup were not made for each other.
    fn unwrap(value: &AnyValue) -> Self;
}

macro_rules! kept {
    ($($kind:ty => $variant:ident),* $(,)?) => {
        $(impl Kept for $kind {
            fn wrap(self) -> AnyValue {
                AnyValue::$variant(self)
            }
            fn unwrap(value: &AnyValue) -> Self {
                match value {
                    AnyValue::$variant(value) => value.clone(),
                    other => unreachable!("leaf and backup speak different languages: {other:?}"),
                }
            }
        })*
    };
}

kept![
    f64 => Number,
    Payoffs => Vector,
    Interval => Ends,
    WinChance => Chance,
    Vec<Payoffs> => Vectors,
    Outcomes => Outcomes,
    Vec<f64> => Numbers,
];

/// A backup of a kind as one of any kind.
pub struct Typed<V, B>(B, PhantomData<fn() -> V>);

impl<V: Kept + 'static, B: Backup<V> + 'static> Typed<V, B> {
    /// Behind the one type.
    pub fn boxed(backup: B) -> Box<dyn Backup<AnyValue>> {
        Box::new(Typed(backup, PhantomData))
    }
}

fn typed<V: Kept>(children: &[AnyValue]) -> Vec<V> {
    children.iter().map(V::unwrap).collect()
}

impl<V: Kept, B: Backup<V>> Backup<AnyValue> for Typed<V, B> {
    fn back_up(&self, turn: Turn, children: &[AnyValue], weights: &[f64]) -> AnyValue {
        self.0.back_up(turn, &typed::<V>(children), weights).wrap()
    }
    fn liking(&self, player: Player, value: &AnyValue) -> f64 {
        self.0.liking(player, &V::unwrap(value))
    }
    fn likes_by_mean(&self) -> bool {
        self.0.likes_by_mean()
    }
    fn mixture(&self, player: Player, children: &[AnyValue], weights: &[f64]) -> Option<Vec<f64>> {
        self.0.mixture(player, &typed(children), weights)
    }
    fn prefers(&self, player: Player, child: &AnyValue, best: &AnyValue) -> bool {
        self.0.prefers(player, &V::unwrap(child), &V::unwrap(best))
    }
    fn picks(&self, player: Player, children: &[AnyValue], ranks: &[f64], out: &mut Vec<f64>) {
        self.0.picks(player, &typed::<V>(children), ranks, out);
    }
    fn seat_values(&self, facts: &Facts, value: &AnyValue) -> SeatValues {
        self.0.seat_values(facts, &V::unwrap(value))
    }
    fn can_use_after_moves(&self, mover: Player) -> bool {
        self.0.can_use_after_moves(mover)
    }
    fn listens(&self) -> bool {
        self.0.listens()
    }
    fn hear(&self, backed_up: AnyValue, own: AnyValue) -> AnyValue {
        self.0.hear(V::unwrap(&backed_up), V::unwrap(&own)).wrap()
    }
    fn shares(&self, player: Player, children: &[AnyValue], out: &mut Vec<f64>) {
        self.0.shares(player, &typed::<V>(children), out);
    }
    fn at_root(&self, player: Player, children: &[AnyValue], backed_up: AnyValue) -> AnyValue {
        self.0.at_root(player, &typed::<V>(children), V::unwrap(&backed_up)).wrap()
    }
    fn weighs(&self) -> bool {
        self.0.weighs()
    }
    fn prune(&self, path: &[Step<AnyValue>]) -> Option<usize> {
        let step = |step: &Step<AnyValue>| Step {
            turn: step.turn,
            best: step.best.as_ref().map(V::unwrap),
            is_last: step.is_last,
        };
        self.0.prune(&path.iter().map(step).collect::<Vec<Step<V>>>())
    }
    fn prunes(&self) -> bool {
        self.0.prunes()
    }
}

impl<V> Backup<V> for Box<dyn Backup<V>> {
    fn back_up(&self, turn: Turn, children: &[V], weights: &[f64]) -> V {
        (**self).back_up(turn, children, weights)
    }
    fn liking(&self, player: Player, value: &V) -> f64 {
        (**self).liking(player, value)
    }
    fn likes_by_mean(&self) -> bool {
        (**self).likes_by_mean()
    }
    fn mixture(&self, player: Player, children: &[V], weights: &[f64]) -> Option<Vec<f64>> {
        (**self).mixture(player, children, weights)
    }
    fn prefers(&self, player: Player, child: &V, best: &V) -> bool {
        (**self).prefers(player, child, best)
    }
    fn picks(&self, player: Player, children: &[V], ranks: &[f64], out: &mut Vec<f64>) {
        (**self).picks(player, children, ranks, out);
    }
    fn seat_values(&self, facts: &Facts, value: &V) -> SeatValues {
        (**self).seat_values(facts, value)
    }
    fn can_use_after_moves(&self, mover: Player) -> bool {
        (**self).can_use_after_moves(mover)
    }
    fn listens(&self) -> bool {
        (**self).listens()
    }
    fn hear(&self, backed_up: V, own: V) -> V {
        (**self).hear(backed_up, own)
    }
    fn shares(&self, player: Player, children: &[V], out: &mut Vec<f64>) {
        (**self).shares(player, children, out);
    }
    fn at_root(&self, player: Player, children: &[V], backed_up: V) -> V
    where
        V: Clone,
    {
        (**self).at_root(player, children, backed_up)
    }
    fn weighs(&self) -> bool {
        (**self).weighs()
    }
    fn prune(&self, path: &[Step<V>]) -> Option<usize> {
        (**self).prune(path)
    }
    fn prunes(&self) -> bool {
        (**self).prunes()
    }
}
