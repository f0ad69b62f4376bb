//! What a seat may hold possible: hidden things, and where they probably are. Part of `outwit advise --show belief`.

use crate::failure::Failure;
use crate::io::Io;
use crate::numbers;
use crate::table::{Side, Table};
use outwit::game::{AnyGame, Control, Game, View};
use outwit_advice::beliefs;
use serde_json::Value;

/// Places that are named of each thing, the likeliest first.
const PLACES: usize = 8;
/// What is less likely is not named.
const NOTABLE: f64 = 0.005;

/// What a seat believes, told.
pub struct Beliefs(beliefs::Beliefs);

impl Beliefs {
    /// What may be the case for who has seen this.
    pub fn of(view: &View<'_, AnyGame>, seed: u64) -> Result<Beliefs, Failure> {
        Ok(Beliefs(beliefs::Beliefs::of(view, seed, &Control::default())?))
    }

    /// As a drawing: the game's own, or the list as text.
    pub fn svg(&self, view: &View<'_, AnyGame>) -> String {
        view.game().belief_svg(view, &self.0.likely).unwrap_or_else(|| outwit::game::text_svg(&self.list()))
    }

    /// As JSON.
    pub fn json(&self) -> Value {
        self.0.json()
    }

    /// As text.
    pub fn write(&self, view: &View<'_, AnyGame>, io: &mut Io<'_>) -> Result<(), Failure> {
        let count = numbers::plural(self.0.positions as u64, "position");
        let how = if self.0.is_exact { "all there are" } else { "drawn" };
        writeln!(io.out, "\nbelief    {count}, {how}")?;
        if let Some(why) = &self.0.why {
            writeln!(io.out, "remark    {why}")?;
        }
        if let Some(picture) = view.game().belief_picture(view, &self.0.likely) {
            writeln!(io.out, "\n{picture}")?;
        }
        match self.0.likely.is_empty() {
            true => writeln!(io.out, "\nthe game names nothing that is hidden")?,
            false => writeln!(io.out, "\n{}", self.list())?,
        }
        Ok(())
    }

    /// Each thing and where it is, the likeliest place first.
    fn list(&self) -> String {
        let mut table = Table::new(&[Side::Left, Side::Left]);
        table.row(vec!["what".to_string(), "where, and how many are expected there".to_string()]);
        for things in self.0.likely.chunk_by(|a, b| a.what == b.what) {
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
