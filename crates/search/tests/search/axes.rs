//! A leaf, a backup and a belief of any kind behind one type each, as `compose` has them: an engine is then compiled once for a
//! game, and not once for every combination that a test asks about. That this changes no number is what
//! `the_axes_of_a_named_agent_are_that_agent` says.
#![allow(dead_code)] // each program uses its part

use outwit_game::{Budget, Control, Game, Meter, Player, View};
use outwit_search::backup::{AnyValue, Backup, Kept, Typed};
use outwit_search::belief::Opponent;
use outwit_search::belief::information_set::{Belief, consistent_worlds};
use outwit_search::grow::information_sets::{Answer, InformationSets};
use outwit_search::value::{AnyLeaf, Leaf, TypedLeaf};

pub type AnyBackup = Box<dyn Backup<AnyValue>>;
pub type AnyOpponent<G> = Box<dyn Opponent<G>>;

/// Three of the four axes; how the tree grows is the fourth.
pub struct Axes<G: Game> {
    pub leaf: AnyLeaf<G>,
    pub backup: AnyBackup,
    pub others: AnyOpponent<G>,
}

impl<G: Game> Axes<G> {
    pub fn new<V: Kept + 'static>(
        leaf: impl Leaf<G, Value = V> + 'static,
        backup: impl Backup<V> + 'static,
        others: AnyOpponent<G>,
    ) -> Axes<G> {
        Axes { leaf: of_any_kind(leaf), backup: Typed::<V, _>::boxed(backup), others }
    }

    /// All worlds that agree with what a seat has seen.
    pub fn worlds(&mut self, view: &View<'_, G>) -> Belief<G> {
        consistent_worlds(view, &mut self.others, usize::MAX).unwrap().expect("the start is known")
    }

    /// What the search over information sets says of a seat's moves, and how many moves it made.
    pub fn over_sets(
        &mut self,
        game: &G,
        seat: Player,
        belief: Belief<G>,
        depth: u32,
        control: &Control<'_>,
    ) -> (Answer<G::Move, AnyValue>, u64) {
        let Axes { leaf, backup, others } = self;
        let mut meter = Meter::new(control, &Budget::default()).unwrap();
        let mut sets = InformationSets::new(game, seat, leaf, backup, others, control, &mut meter);
        let answer = sets.answer(belief, depth).unwrap().expect("nothing stops it");
        (answer, meter.nodes())
    }
}

/// A leaf behind the type of all leaves.
pub fn of_any_kind<G: Game>(leaf: impl Leaf<G, Value: Kept> + 'static) -> AnyLeaf<G> {
    Box::new(TypedLeaf(leaf))
}

/// What a seat gets by a value that is its own, or everybody's.
pub fn own(value: &AnyValue, seat: Player) -> f64 {
    match value {
        AnyValue::Number(own) => *own,
        AnyValue::Vector(values) => values[seat],
        other => panic!("{other:?} is neither what one seat gets nor what all do"),
    }
}
