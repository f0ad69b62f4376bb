//! Games and agents that a request may name. No request reaches a file or a process: trees are sent as text.

use crate::refusal::Refusal;
use outwit::game::{Agent, AnyGame, Kind, Problem, Spec};
use outwit::games::catalog::{self as games, GameEntry};
use outwit::search::named::catalog::{self as agents};
use outwit::{agent_from_spec, game_from_spec};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Games kept ready.
const MOST_HALLS: usize = 64;
/// Letters of a spec at most.
const LONGEST_SPEC: usize = 600;
/// What an agent of the studio may be asked for at most, by the names of its settings.
const LIMITS: &[(&str, i64)] = &[
    ("sims", 1_000_000),
    ("nodes", 20_000_000),
    ("iterations", 1_000_000),
    ("worlds", 20_000),
    ("drawn", 20_000),
    ("particles", 20_000),
    ("pool", 20_000),
    ("memory", 1024),
    ("table", 1024),
    ("states", 5_000_000),
    ("spikes", 200),
];

/// A game and what is known of it.
pub struct Hall {
    /// As specs are written back.
    pub spec: String,
    /// Its entry in the list.
    pub entry: &'static GameEntry,
    /// The rules.
    pub game: AnyGame,
}

/// What a hall is found by: the spec of its game, and the text of a tree that came with it.
type HallKey = (String, Option<String>);

/// The games that were asked for.
#[derive(Default)]
pub struct Halls {
    known: Mutex<HashMap<HallKey, Arc<Hall>>>,
}

impl Halls {
    /// The game of a spec. A game that is made from a file gets `text` instead, whatever the file is called.
    pub fn get(&self, spec: &str, text: Option<&str>) -> Result<Arc<Hall>, Refusal> {
        if spec.len() > LONGEST_SPEC {
            return Err(Refusal::wrong(format!("a spec has {LONGEST_SPEC} letters at most")));
        }
        let key = (spec.to_string(), text.map(str::to_string));
        if let Some(hall) = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Ok(hall.clone());
        }
        let parsed = Spec::parse(spec)?;
        let entry = games::entry(&parsed.name)?;
        let files = |_: &str| match text {
            Some(text) => Ok(text.to_string()),
            None => Err(Problem::new("the studio opens no files: send the tree as text, on the page of trees")),
        };
        let takes_file = entry.parameters.iter().any(|parameter| parameter.name == "file");
        let built = match (takes_file, text) {
            (true, Some(_)) => {
                Spec { name: parsed.name.clone(), settings: vec![("file".into(), "sent".into())] }.to_string()
            }
            _ => parsed.to_string(),
        };
        let game = game_from_spec(&built, &files)?;
        let hall = Arc::new(Hall { spec: parsed.to_string(), entry, game });
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST_HALLS {
            known.clear();
        }
        known.insert(key, hall.clone());
        Ok(hall)
    }
}

/// The agent of a spec, as specs are written back, and what plays.
pub fn agent(text: &str, game: &AnyGame) -> Result<(String, Box<dyn Agent<AnyGame>>), Refusal> {
    let spec = checked(text)?;
    let agent = agent_from_spec(&spec.to_string(), game)?;
    Ok((spec.to_string(), agent))
}

/// A spec of an agent that is short, of the list, and asks for no more than the studio gives.
pub fn checked(text: &str) -> Result<Spec, Refusal> {
    if text.len() > LONGEST_SPEC {
        return Err(Refusal::wrong(format!("a spec has {LONGEST_SPEC} letters at most")));
    }
    let spec = Spec::parse(text)?;
    let entry = agents::entry(&spec.name)?;
    for (name, value) in &spec.settings {
        let limit = LIMITS.iter().find(|(limited, _)| limited == name);
        if let Some((_, most)) = limit.filter(|(_, most)| value.parse::<i64>().is_ok_and(|value| value > *most)) {
            return Err(Refusal::wrong(format!("in the studio {name} is at most {most}, and {value} is asked for")));
        }
        if value.contains("file=") {
            return Err(Refusal::wrong(
                "the studio opens no files: an evaluation that was learned plays at the command line",
            ));
        }
        if entry.parameters.iter().any(|p| p.name == name && matches!(p.kind, Kind::Spec)) {
            // What an agent asks in its turn: an agent too, or something that its page will judge.
            if let Ok(inner) = Spec::parse(value)
                && agents::entry(&inner.name).is_ok()
            {
                checked(value)?;
            }
        }
    }
    Ok(spec)
}
