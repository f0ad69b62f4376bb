//! `grow=bestfirst`: which leaf comes next.

use super::SELECT;
use super::axes::add_with;
use crate::named::bpip::GULP;
use crate::named::catalog::COST;
use crate::named::conspiracy::{LEVELS, MOST};
use crate::named::minmaxapprox::POWER;
use outwit_game::{Parameter, Problem, Settings, Spec, keys};

/// What `with=` may say.
const PARAMETERS: &[Parameter] = keys![POWER, LEVELS, MOST, GULP, COST];

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
        Ok(match settings.get(SELECT) {
            "whole" => Selection::Whole,
            "sensitive" => Selection::Sensitive(told.get(POWER) as f64),
            "conspiracy" => Selection::Conspiracy(told.get(LEVELS), told.get(MOST)),
            "single-step" => Selection::SingleStep(told.get(GULP), told.get(COST).max(settings.get(COST))),
            "bounds" => Selection::Bounds,
            _ => Selection::Principal,
        })
    }
}
