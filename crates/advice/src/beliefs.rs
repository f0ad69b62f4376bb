//! What a seat may hold possible: hidden things, and where they probably are. For the table of the studio, and for
//! `outwit advise --show belief`.

use crate::document::number;
use outwit::game::{AnyGame, Control, Game, Likely, Problem, SampleLimits, View};
use outwit::search::belief::{ByOpponent, Particles, Told};
use outwit::search::named::blindfold::Greedy;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Positions that are held at most.
const WORLDS: usize = 2000;

/// What a seat believes.
pub struct Beliefs {
    /// How many positions it holds possible.
    pub positions: usize,
    /// Whether these are all there are; else they are drawn.
    pub is_exact: bool,
    /// Why there are none, or not enough.
    pub why: Option<String>,
    /// Each hidden thing with its places and how many are expected there, the likeliest place of each thing first.
    pub likely: Vec<Likely>,
}

impl Beliefs {
    /// What may be the case for who has seen this, the others choosing softly what seems to win something.
    pub fn of(view: &View<'_, AnyGame>, seed: u64, control: &Control<'_>) -> Result<Beliefs, Problem> {
        if view.state().is_some() {
            return Err(Problem::new("nothing is hidden in this game, so there is nothing to believe"));
        }
        let limits = SampleLimits { listed: WORLDS, worlds: WORLDS, steps: 64 * WORLDS };
        let mut held: Particles<AnyGame, Told<AnyGame>> = Particles::new(limits).renewed(usize::MAX);
        held.begin(view.seat(), seed);
        held.catch_up(view, &mut ByOpponent(&mut Greedy(1.0), *control), control)?;
        let mut expected: BTreeMap<(String, String), f64> = BTreeMap::new();
        let mut things = Vec::new();
        for world in held.worlds() {
            things.clear();
            view.game().hidden_from(&world.state, view.seat(), &mut things);
            for thing in things.drain(..) {
                *expected.entry(thing).or_default() += world.weight;
            }
        }
        let mut likely: Vec<Likely> =
            expected.into_iter().map(|((what, place), expected)| Likely { what, place, expected }).collect();
        likely.sort_by(|a, b| a.what.cmp(&b.what).then(b.expected.total_cmp(&a.expected)));
        Ok(Beliefs { positions: held.worlds().len(), is_exact: held.is_exact(), why: held.why(), likely })
    }

    /// As JSON.
    pub fn json(&self) -> Value {
        let likely = |likely: &Likely| {
            let Likely { what, place, expected } = likely;
            json!({"what": what, "place": place, "expected": number(*expected)})
        };
        json!({
            "positions": self.positions,
            "exact": self.is_exact,
            "likely": self.likely.iter().map(likely).collect::<Vec<_>>(),
        })
    }
}
