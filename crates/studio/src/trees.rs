//! The page `/trees`: a tree that somebody writes, and what each algorithm makes of it.

use crate::jobs::{Job, Kind};
use crate::refusal::Refusal;
use crate::sent::Sent;
use crate::{Studio, drawing, halls};
use axum::Json;
use axum::extract::State;
use outwit::game::{AnyGame, Control, Game, Outline, Rng, Table, Turn};
use outwit::games::{efg, tree};
use outwit::search::named::catalog::AGENTS;
use outwit_advice::{document, seats};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;

/// How long all algorithms together may take.
const LIMIT: Duration = Duration::from_secs(10);
/// Nodes of a tree that is drawn.
const LARGEST: usize = 5_000;
/// Algorithms side by side.
const MOST: usize = 8;
/// Steps that are told.
const STEPS: usize = 4_000;

/// A tree and who is to look at it.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The tree: a tree file, or a file of Gambit's (`.efg`, `.nfg`).
    tree: String,
    /// The agents' specs.
    #[serde(default)]
    agents: Vec<String>,
}

/// `POST /api/v1/trees`: a tree drawn, and what algorithms find in it.
pub async fn solve(State(studio): State<Studio>, Sent(request): Sent<Request>) -> Result<Json<Value>, Refusal> {
    let inner = studio.clone();
    studio.jobs().run(Kind::Quick, LIMIT, move |job| look(&inner, &request, job)).await?.map(Json)
}

fn look(studio: &Studio, request: &Request, job: &Job) -> Result<Value, Refusal> {
    if request.agents.len() > MOST {
        return Err(Refusal::wrong(format!("{MOST} algorithms at most stand side by side")));
    }
    let is_foreign = efg::is_efg(&request.tree);
    let (players, outline) = if is_foreign { efg::read_outline(&request.tree)? } else { tree::read(&request.tree)? };
    let nodes = outline.nodes();
    if nodes > LARGEST {
        return Err(Refusal::wrong(format!("the studio draws trees of {LARGEST} nodes at most, and this has {nodes}")));
    }
    // As tree files are written, with nothing in it that a search has left.
    let written = tree::write(players, &outline);
    let hall = studio.halls().get("tree", Some(if is_foreign { &written } else { &request.tree }))?;
    let game = &hall.game;
    let able: Vec<&str> = AGENTS.iter().filter(|agent| agent.can_play(game)).map(|agent| agent.name).collect();
    let found: Vec<Value> = request
        .agents
        .iter()
        .map(|agent| {
            algorithm(game, &outline, agent, job)
                .unwrap_or_else(|refusal| json!({"agent": agent, "error": refusal.sentence}))
        })
        .collect();
    Ok(json!({
        "players": players,
        "nodes": nodes,
        "able": able,
        "hidden": game.facts().hidden,
        "svg": drawing::svg(&outline, None),
        "tree": written,
        "algorithms": found,
    }))
}

fn algorithm(game: &AnyGame, outline: &Outline, agent: &str, job: &Job) -> Result<Value, Refusal> {
    let (spec, mut agent) = halls::agent(agent, game)?;
    let table = Table::deal(game, &mut Rng::new(0));
    let Turn::Of(seat) = table.turn() else {
        return Err(Refusal::wrong("nobody decides at the root: give it a turn to ask an algorithm"));
    };
    let view = table.view(seat);
    seats::begin(&mut *agent, &view, 0);
    let control = Control { record: Some(2 * LARGEST), ..job.control(None) };
    let report = agent.choose(&view, &control)?;
    let text = |mv| game.move_text(table.state(), mv);
    let players = game.players();
    let mut steps = Vec::new();
    if let Some(tree) = &report.tree {
        step(tree, Some(outline), "0", &mut steps);
    }
    steps.truncate(STEPS);
    Ok(json!({
        "agent": spec,
        "move": text(report.chosen),
        "best": report.best.iter().map(|&mv| text(mv)).collect::<Vec<_>>(),
        "value": document::seat_values(&report.value, players),
        "moves": document::moves(game, table.state(), &report),
        "nodes": report.nodes,
        "remarks": report.remarks,
        "cuts": report.tree.as_ref().map(cuts),
        "svg": report.tree.as_ref().map(|searched| drawing::svg(outline, Some(searched))),
        "steps": steps,
    }))
}

/// Moves that were never looked at because they cannot matter.
fn cuts(node: &Outline) -> usize {
    node.cut + node.children.iter().map(cuts).sum::<usize>()
}

/// What the search did, in its order: it comes to a node with its window, finds a value, or cuts the rest off.
fn step(node: &Outline, written: Option<&Outline>, place: &str, steps: &mut Vec<Value>) {
    if steps.len() >= STEPS {
        return;
    }
    let window = node.window.map(|window| json!([document::number(window.low), document::number(window.high)]));
    let values: Option<Value> = node
        .value
        .as_ref()
        .map(|values| values.iter().map(|value| value.map_or(Value::Null, document::number)).collect());
    if node.children.is_empty() {
        let paid = node.payoffs.as_ref().or(node.heuristic.as_ref()).map(|values| document::numbers(values));
        steps.push(json!({"at": place, "does": "leaf", "value": values.or(paid), "window": window}));
        return;
    }
    steps.push(json!({"at": place, "does": "enter", "window": window}));
    for child in &node.children {
        let index = written.and_then(|written| written.children.iter().position(|other| other.mv == child.mv));
        let below = written.zip(index).map(|(written, index)| &written.children[index]);
        step(child, below, &format!("{place}.{}", index.unwrap_or(0)), steps);
    }
    if node.cut > 0 {
        let seen = |mv: &str| node.children.iter().any(|child| child.mv == mv);
        let left: Vec<String> = written
            .map(|written| {
                let unseen = written.children.iter().enumerate().filter(|(_, child)| !seen(&child.mv));
                unseen.map(|(index, _)| format!("{place}.{index}")).collect()
            })
            .unwrap_or_default();
        steps.push(json!({"at": place, "does": "cut", "count": node.cut, "left": left, "window": window}));
    }
    steps.push(json!({"at": place, "does": "return", "value": values, "bound": node.bound.and_then(document::bound)}));
}
