//! The requests of the page `/play`: a table shown and moved at, an agent's reply, an agent's thoughts.

use crate::halls::Hall;
use crate::jobs::{Job, Kind, Teller};
use crate::keep::{Kept, Key};
use crate::refusal::Refusal;
use crate::sent::Sent;
use crate::table::{HUMAN, Sight, Sitting, shown};
use crate::{Studio, halls};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use outwit::game::{AnyGame, AnyMove, Control, Game, Player, Progress, Report, Spec, Table, Turn};
use outwit::search::named::catalog;
use outwit_advice::beliefs::Beliefs;
use outwit_advice::{defaults, document, seats};
use serde::Deserialize;
use serde_json::{Value, json};
use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

/// How long an agent thinks about its move at most.
const REPLY: Duration = Duration::from_secs(20);
/// How long an agent thinks whose spec says nothing about it.
const UNHURRIED: Duration = Duration::from_secs(4);
/// How long somebody may look at the thinking.
const LONGEST_LOOK: u64 = 60;
/// Nodes of a searched tree that are sent.
const LARGEST_TREE: usize = 1_500;
/// The settings by which a spec limits its own thinking.
const BUDGETS: &[&str] = &["time", "sims", "nodes", "depth", "iterations", "worlds"];

/// Which table, and what to do there first.
#[derive(Deserialize, Debug, Default)]
#[serde(deny_unknown_fields, default)]
pub struct Request {
    /// The game, where the address holds it.
    pub sitting: Option<Sitting>,
    /// The key of a seat at a game that is kept here.
    pub table: Option<String>,
    /// The seat whose eyes to look through.
    pub viewer: Option<usize>,
    /// After how many steps to look.
    pub at: Option<usize>,
    /// A move to make.
    pub play: Option<String>,
    /// Take back to the last decision of a person.
    pub undo: bool,
    /// Give up, as this seat.
    pub resign: Option<usize>,
    /// Who thinks.
    pub agent: Option<String>,
    /// For how many seconds.
    pub seconds: Option<u64>,
    /// Whether to send the searched tree.
    pub tree: bool,
}

/// A table as it is found: kept here, or held by the address.
struct Found {
    hall: Arc<Hall>,
    sitting: Sitting,
    /// The seat whose eyes to look through, where one is named.
    viewer: Option<usize>,
    kept: Option<Place>,
    /// The keys of all seats, for whoever has just begun the game.
    keys: Vec<Key>,
}

/// A seat at a table that is kept here.
struct Place {
    key: String,
    id: String,
    version: i64,
}

fn find(studio: &Studio, request: &Request) -> Result<Found, Refusal> {
    let (sitting, viewer, kept) = match (&request.table, &request.sitting) {
        (Some(key), None) => {
            let Kept { id, seat, sitting, version } = studio.keep().find(key)?;
            if request.viewer.is_some_and(|viewer| viewer != seat) {
                return Err(Refusal::new(
                    StatusCode::FORBIDDEN,
                    format!("this is the link of seat {seat}, and every seat has one of its own"),
                ));
            }
            (sitting, Some(seat), Some(Place { key: key.clone(), id, version }))
        }
        (None, Some(sitting)) => (sitting.clone(), request.viewer, None),
        _ => {
            return Err(Refusal::wrong(
                "give either `table`, the name of a game kept here, or `sitting`, the game itself",
            ));
        }
    };
    let hall = studio.halls().get(&sitting.game, sitting.tree.as_deref())?;
    Ok(Found { hall, sitting, viewer, kept, keys: Vec::new() })
}

impl Found {
    /// Keeps the game where no address may hold it.
    fn keep(&mut self, studio: &Studio, is_changed: bool) -> Result<(), Refusal> {
        let is_secret = self.hall.game.facts().hidden && !self.sitting.people().is_empty();
        match &mut self.kept {
            Some(place) if is_changed => {
                studio.keep().write(&place.id, &self.sitting, place.version)?;
                place.version += 1;
            }
            None if is_secret => self.keys = studio.keep().begin(&self.sitting)?,
            _ => {}
        }
        Ok(())
    }

    /// What the reader is shown.
    fn shown(&self, table: &Table<'_, AnyGame>, at: Option<usize>) -> Result<Value, Refusal> {
        let sight = Sight::of(&self.sitting, table, self.viewer)?;
        // Who begins a game and says nothing else sits in the first person's seat.
        let own = self.keys.iter().find(|key| self.viewer.is_none_or(|viewer| viewer == key.seat));
        let key = self.kept.as_ref().map(|place| &place.key).or(own.map(|own| &own.key));
        let mut told = shown(&self.hall, &self.sitting, table, sight, key.map(String::as_str), at);
        if !self.keys.is_empty() {
            told["keys"] = json!(self.keys);
        }
        Ok(told)
    }
}

/// `POST /api/v1/table`: shows a table, after a move if one is given.
pub async fn table(State(studio): State<Studio>, Sent(request): Sent<Request>) -> Result<Json<Value>, Refusal> {
    let inner = studio.clone();
    let answer = studio.jobs().run(Kind::Quick, REPLY, move |_| show(&inner, &request)).await?;
    answer.map(Json)
}

fn show(studio: &Studio, request: &Request) -> Result<Value, Refusal> {
    let mut found = find(studio, request)?;
    let hall = found.hall.clone();
    let sitting = &mut found.sitting;
    let mut table = sitting.table(&hall)?;
    let before = sitting.clone();
    let sight = Sight::of(sitting, &table, found.viewer)?;
    if request.undo {
        sitting.undo(&mut table)?;
    }
    if let Some(seat) = request.resign {
        let is_person = sitting.people().iter().any(|person| person.number() == seat && sight.may_move(*person));
        if !is_person || table.turn().is_over() {
            return Err(Refusal::wrong("a person who sits there may give up while the game goes on"));
        }
        sitting.resigned = Some(seat);
    }
    if let Some(text) = &request.play {
        sitting.play_text(&mut table, &sight, text)?;
    }
    if sitting.resigned.is_none() {
        sitting.draw(&mut table);
    }
    let is_changed = *sitting != before;
    found.keep(studio, is_changed)?;
    found.shown(&table, request.at)
}

/// `POST /api/v1/reply`: the agents move. Where a person does not see everything, all of them until it is a person's turn.
pub async fn reply(State(studio): State<Studio>, Sent(request): Sent<Request>) -> Result<Response, Refusal> {
    let inner = studio.clone();
    studio.jobs().stream(Kind::Quick, REPLY, move |job, teller| answer(&inner, &request, job, teller)).await
}

fn answer(studio: &Studio, request: &Request, job: &Job, teller: &Teller) -> Result<(), Refusal> {
    let mut found = find(studio, request)?;
    let hall = found.hall.clone();
    let sitting = &mut found.sitting;
    let mut table = sitting.table(&hall)?;
    let (before, mut thought) = (sitting.clone(), Value::Null);
    loop {
        sitting.draw(&mut table);
        let Turn::Of(seat) = table.turn() else { break };
        let who = sitting.seats[seat.index()].clone();
        if who == HUMAN || sitting.resigned.is_some() {
            break;
        }
        let sight = Sight::of(sitting, &table, found.viewer)?;
        let (spec, report, time) = {
            let (spec, mut agent) = halls::agent(&who, &hall.game)?;
            let view = table.view(seat);
            seats::begin(&mut *agent, &view, sitting.seed);
            let told = |progress: &Progress| teller.mention("progress", &progress_json(progress));
            // What an agent knows that the reader does not may show in how it thinks.
            let progress: Option<&dyn Fn(&Progress)> = if sight == Sight::All { Some(&told) } else { None };
            let began = job.now();
            let mut control = job.control(progress);
            if !has_budget(&spec) {
                control.deadline = Some(began + UNHURRIED);
            }
            let report = agent.choose(&view, &control)?;
            (spec, report, job.now() - began)
        };
        if job.is_over() && time >= REPLY {
            teller.mention("progress", &json!({"line": "the agent was stopped and plays what it has found"}));
        }
        if sight == Sight::All {
            let asked = document::Question { game: &hall.spec, agent: &spec, seed: sitting.seed };
            thought = document::advice(&asked, &hall.game, table.state(), true, &report, time);
            thought["seat"] = Value::from(seat.number());
        }
        sitting.play(&mut table, report.chosen);
        if sight == Sight::All {
            sitting.draw(&mut table);
            break;
        }
    }
    let is_changed = *sitting != before;
    found.keep(studio, is_changed)?;
    teller.tell("table", &found.shown(&table, None)?);
    if !thought.is_null() {
        teller.tell("thought", &thought);
    }
    Ok(())
}

/// How long worlds are drawn.
const DRAWING: Duration = Duration::from_secs(10);

/// `POST /api/v1/belief`: what a seat may hold possible of what is hidden from it.
pub async fn belief(State(studio): State<Studio>, Sent(request): Sent<Request>) -> Result<Json<Value>, Refusal> {
    let inner = studio.clone();
    studio.jobs().run(Kind::Long, DRAWING, move |job| hold(&inner, &request, job)).await?.map(Json)
}

fn hold(studio: &Studio, request: &Request, job: &Job) -> Result<Value, Refusal> {
    let found = find(studio, request)?;
    let (hall, sitting) = (&found.hall, &found.sitting);
    let table = sitting.table(hall)?;
    let seat = match Sight::of(sitting, &table, found.viewer)? {
        Sight::Seat(seat) => seat,
        // Who sees everything asks for the seat that is to move.
        Sight::All => {
            table.turn().player().ok_or_else(|| Refusal::wrong("nobody is to move: there is nothing to guess"))?
        }
    };
    let view = table.view(seat);
    // Another stream than the deal's: what is drawn must not be what was dealt.
    let beliefs = Beliefs::of(&view, seats::agent_seed(sitting.seed, seat), &job.control(None))?;
    let mut told = beliefs.json();
    told["seat"] = Value::from(seat.number());
    told["why"] = beliefs.why.clone().into();
    told["svg"] = hall.game.belief_svg(&view, &beliefs.likely).into();
    Ok(told)
}

/// `DELETE /api/v1/sittings/KEY`: a game that is kept here is forgotten.
pub async fn forget(State(studio): State<Studio>, Path(id): Path<String>) -> Result<Json<Value>, Refusal> {
    studio.keep().forget(&id)?;
    Ok(Json(json!({"forgotten": id})))
}

fn has_budget(spec: &str) -> bool {
    Spec::parse(spec).is_ok_and(|spec| spec.settings.iter().any(|(key, _)| BUDGETS.contains(&key.as_str())))
}

fn progress_json(progress: &Progress) -> Value {
    json!({"depth": progress.depth, "nodes": progress.nodes, "line": progress.line})
}

/// `POST /api/v1/think`: what an agent thinks of the position, in stages, each with everything it has found out.
pub async fn think(State(studio): State<Studio>, Sent(request): Sent<Request>) -> Result<Response, Refusal> {
    let limit = Duration::from_secs(request.seconds.unwrap_or(5).clamp(1, LONGEST_LOOK));
    let inner = studio.clone();
    studio.jobs().stream(Kind::Long, limit, move |job, teller| look(&inner, &request, job, teller)).await
}

fn look(studio: &Studio, request: &Request, job: &Job, teller: &Teller) -> Result<(), Refusal> {
    let found = find(studio, request)?;
    let (hall, sitting) = (&found.hall, &found.sitting);
    let mut table = sitting.table(hall)?;
    let sight = Sight::of(sitting, &table, found.viewer)?;
    if sight == Sight::All
        && let Some(at) = request.at
    {
        table.rewind(at);
    }
    let seat = match table.turn() {
        Turn::Of(seat) if sight.may_move(seat) => seat,
        Turn::Of(_) => return Err(Refusal::wrong("it is another seat's turn: wait for yours")),
        Turn::Chance => return Err(Refusal::wrong("nobody decides here: it is chance's turn")),
        Turn::Over => return Err(Refusal::wrong("nobody decides here: the game is over")),
    };
    let spec = match &request.agent {
        Some(agent) => halls::checked(agent)?,
        // It is watched for as long as was asked, and not for what it has where nobody watches.
        None => {
            let mut usual = halls::checked(defaults::agent(&hall.spec, &table))?;
            usual.settings.retain(|(key, _)| !BUDGETS.contains(&key.as_str()));
            usual
        }
    };
    let mut before = None;
    for stage in stages(&spec) {
        let last = Cell::new(None);
        let told = |progress: &Progress| {
            // A search tells more often than anybody reads.
            let now = job.now();
            if last.get().is_none_or(|last: Duration| now - last > Duration::from_millis(100)) {
                last.set(Some(now));
                teller.mention("progress", &progress_json(progress));
            }
        };
        let (name, mut agent) = halls::agent(&stage.to_string(), &hall.game)?;
        let view = table.view(seat);
        seats::begin(&mut *agent, &view, sitting.seed);
        let began = job.now();
        let control =
            Control { record: request.tree.then_some(LARGEST_TREE), all_values: true, ..job.control(Some(&told)) };
        let report = agent.choose(&view, &control)?;
        let document = stage_json(hall, &name, &table, sitting, sight, seat, &report, job.now() - began);
        teller.tell("stage", &document);
        // A search that does no more with a larger budget has seen all there is.
        if job.is_over() || report.nodes > 0 && before.replace(report.nodes) == Some(report.nodes) {
            break;
        }
    }
    Ok(())
}

#[allow(clippy::too_many_arguments)]
fn stage_json(
    hall: &Hall,
    agent: &str,
    table: &Table<'_, AnyGame>,
    sitting: &Sitting,
    sight: Sight,
    seat: Player,
    report: &Report<AnyMove>,
    time: Duration,
) -> Value {
    let asked = document::Question { game: &hall.spec, agent, seed: sitting.seed };
    let mut document = document::advice(&asked, &hall.game, table.state(), sight == Sight::All, report, time);
    if sight != Sight::All {
        document["seed"] = Value::Null;
    }
    document["seat"] = Value::from(seat.number());
    document["places"] =
        report.moves.iter().map(|found| Value::from(hall.game.places(table.state(), found.mv))).collect();
    if let Some(tree) = report.tree.as_ref().filter(|_| sight == Sight::All) {
        document["tree"] = document::outline(tree, &mut { LARGEST_TREE });
    }
    document
}

/// The same agent with a little budget, then more: each stage is a search of its own, to be looked at while the next one goes
/// on. An agent without a budget of its own goes on until it is stopped.
fn stages(spec: &Spec) -> Vec<Spec> {
    let parameters = catalog::entry(&spec.name).map_or(&[][..], |entry| entry.parameters);
    let takes = |name: &str| parameters.iter().any(|parameter| parameter.name == name);
    let with = |name: &str, value: u64| {
        let mut stage = spec.clone();
        stage.settings.retain(|(key, _)| key != name);
        stage.settings.push((name.to_string(), value.to_string()));
        stage
    };
    let asked = |name: &str| spec.get(name).and_then(|value| value.parse::<u64>().ok());
    if spec.get("time").is_some() {
        return vec![spec.clone()];
    }
    if takes("sims") {
        let most = asked("sims").unwrap_or(200_000);
        let mut stages: Vec<Spec> = (0..)
            .map(|step| 100u64 << (2 * step))
            .take_while(|&sims| sims < most)
            .map(|sims| with("sims", sims))
            .collect();
        stages.push(with("sims", most));
        return stages;
    }
    if takes("depth") && asked("nodes").is_none() {
        let most = asked("depth").unwrap_or(60);
        return (1..=most.max(1)).map(|depth| with("depth", depth)).collect();
    }
    vec![spec.clone()]
}
