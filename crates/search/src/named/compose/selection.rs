//! `grow=bestfirst`: which leaf comes next.

use super::axes::add_with;
use crate::named::bpip::{COST, GULP};
use crate::named::conspiracy::{LEVELS, MOST};
use crate::named::minmaxapprox::POWER;
use outwit_game::{Parameter, Problem, Settings, Spec};

/// What `with=` may say.
const PARAMETERS: &[Parameter] = &[POWER, LEVELS, MOST, GULP, COST];

/// A selection with its settings.
#[derive(Clone, Copy)]
pub(super) enum Selection {
    Principal,
    Whole,
    Sensitive(f64),
    Conspiracy(usize, u16),
    SingleStep(f64, f64),
    Bounds,
}

impl Selection {
    /// Reads it. A way to grow that knows no further settings is told none.
    pub(super) fn read(grow: &str, settings: &Settings) -> Result<Selection, Problem> {
        let mut spec = Spec { name: grow.to_string(), settings: Vec::new() };
        add_with(settings, &mut spec)?;
        let known = if grow == "bestfirst" { PARAMETERS } else { &[] };
        let told = Settings::read(&format!("grow={grow}"), known, &spec).map_err(|problem| problem.within("with"))?;
        Ok(match settings.word("select") {
            "whole" => Selection::Whole,
            "sensitive" => Selection::Sensitive(told.integer("power").unwrap_or(10) as f64),
            "conspiracy" => Selection::Conspiracy(told.count("levels"), told.count("most") as u16),
            "single-step" => Selection::SingleStep(told.real("gulp").unwrap_or(0.0), told.real("cost").unwrap_or(0.0)),
            "bounds" => Selection::Bounds,
            _ => Selection::Principal,
        })
    }
}
