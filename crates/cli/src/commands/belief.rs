//! What a seat may hold possible: hidden things, and where they probably are. Part of `outwit advise --show belief`.

use crate::failure::Failure;
use crate::io::Io;
use crate::table::{Side, Table};
use crate::{json, numbers};
use outwit::game::{AnyGame, Control, Game, Likely, SampleLimits, View};
use outwit::search::belief::{ByOpponent, Particles, Told};
use outwit::search::named::blindfold::Greedy;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Positions that are held at most.
const WORLDS: usize = 2000;
/// Places that are named of each thing, the likeliest first.
const PLACES: usize = 8;
/// What is less likely is not named.
const NOTABLE: f64 = 0.005;

/// What a seat believes.
pub struct Beliefs {
    positions: usize,
    is_exact: bool,
    why: Option<String>,
    likely: Vec<Likely>,
}

impl Beliefs {
    /// What may be the case for who has seen this, the others choosing softly what seems to win something.
    pub fn of(view: &View<'_, AnyGame>, seed: u64) -> Result<Beliefs, Failure> {
        if view.state().is_some() {
            return Err(Failure::wrong("nothing is hidden in this game, so there is nothing to believe"));
        }
        let limits = SampleLimits { listed: WORLDS, worlds: WORLDS, steps: 64 * WORLDS };
        let mut held: Particles<AnyGame, Told<AnyGame>> = Particles::new(limits).renewed();
        held.begin(view.seat(), seed);
        held.catch_up(view, &mut ByOpponent(&mut Greedy(1.0)), &Control::default())?;
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

    /// As a drawing: the game's own, or the list as text.
    pub fn svg(&self, view: &View<'_, AnyGame>) -> String {
        view.game().belief_svg(view, &self.likely).unwrap_or_else(|| outwit::game::text_svg(&self.list()))
    }

    /// As JSON.
    pub fn json(&self) -> Value {
        let likely = |likely: &Likely| {
            let Likely { what, place, expected } = likely;
            json!({"what": what, "place": place, "expected": json::number(*expected)})
        };
        json!({
            "positions": self.positions,
            "exact": self.is_exact,
            "likely": self.likely.iter().map(likely).collect::<Vec<_>>(),
        })
    }

    /// As text.
    pub fn write(&self, view: &View<'_, AnyGame>, io: &mut Io<'_>) -> Result<(), Failure> {
        let count = numbers::plural(self.positions as u64, "position");
        let how = if self.is_exact { "all there are" } else { "drawn" };
        writeln!(io.out, "\nbelief    {count}, {how}")?;
        if let Some(why) = &self.why {
            writeln!(io.out, "remark    {why}")?;
        }
        if let Some(picture) = view.game().belief_picture(view, &self.likely) {
            writeln!(io.out, "\n{picture}")?;
        }
        match self.likely.is_empty() {
            true => writeln!(io.out, "\nthe game names nothing that is hidden")?,
            false => writeln!(io.out, "\n{}", self.list())?,
        }
        Ok(())
    }

    /// Each thing and where it is, the likeliest place first.
    fn list(&self) -> String {
        let mut table = Table::new(&[Side::Left, Side::Left]);
        table.row(vec!["what".to_string(), "where, and how many are expected there".to_string()]);
        for things in self.likely.chunk_by(|a, b| a.what == b.what) {
            let notable = things.iter().filter(|likely| likely.expected >= NOTABLE);
            let mut places: Vec<String> = notable
                .take(PLACES)
                .map(|likely| format!("{} {}", likely.place, numbers::percent(likely.expected)))
                .collect();
            if things.len() > places.len() {
                places.push("...".to_string());
            }
            table.row(vec![things[0].what.clone(), places.join(", ")]);
        }
        table.to_string()
    }
}
