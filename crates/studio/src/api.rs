//! The lists behind the forms, and the description of the API.

use crate::Studio;
use crate::refusal::Refusal;
use crate::sent::Sent;
use axum::Json;
use axum::extract::{Path, State};
use outwit::arena::has_fixed_start;
use outwit::game::{AnyGame, Evaluated, Facts, Game, Kind, Parameter, Spec, Table};
use outwit::games::catalog::{self as games, GameEntry};
use outwit::search::named::catalog::{AGENTS, AgentEntry};
use outwit::{agent_from_spec, game_from_spec, no_files};
use outwit_advice::{defaults, document, seats};
use serde::Deserialize;
use serde_json::{Value, json};

/// The game of an entry as it is without settings, unless it needs some.
pub fn plain_game(entry: &GameEntry) -> Option<AnyGame> {
    game_from_spec(entry.name, &no_files).ok()
}

/// What hides and what is drawn, in words.
pub fn kind(facts: &Facts) -> String {
    let mut words = vec![if facts.hidden { "hidden" } else { "open" }];
    words.push(if facts.chance { "with chance" } else { "without chance" });
    if facts.cyclic {
        words.push("positions may come back");
    }
    words.join(", ")
}

fn game_json(entry: &GameEntry, game: Option<&AnyGame>) -> Value {
    let facts = game.map(Game::facts);
    json!({
        "name": entry.name,
        "summary": entry.summary,
        "parameters": parameters(entry.parameters),
        "examples": entry.examples,
        "seats": game.map(Game::players),
        "kind": facts.as_ref().map(kind),
        "chance": facts.map(|facts| facts.chance),
        "hidden": facts.map(|facts| facts.hidden),
        "cyclic": facts.map(|facts| facts.cyclic),
    })
}

/// Parameters with what a form needs to know of them.
fn parameters(list: &[Parameter]) -> Value {
    let Value::Array(mut documents) = document::parameters(list) else { return Value::Null };
    for (document, parameter) in documents.iter_mut().zip(list) {
        let (field, detail) = match parameter.kind {
            Kind::Integer { min, max } => ("integer", json!({"min": min, "max": document::number(max as f64)})),
            Kind::Real { min, max } => ("real", json!({"min": document::number(min), "max": document::number(max)})),
            Kind::Flag => ("flag", Value::Null),
            Kind::Choice(words) => ("choice", json!({"words": words})),
            Kind::Time => ("time", Value::Null),
            Kind::Text => ("text", Value::Null),
            Kind::Spec => ("spec", Value::Null),
        };
        document["field"] = Value::from(field);
        document["detail"] = detail;
    }
    Value::from(documents)
}

/// `GET /api/v1/games`.
pub async fn games() -> Json<Value> {
    Json(games::games().map(|entry| game_json(entry, plain_game(entry).as_ref())).collect())
}

/// `GET /api/v1/games/NAME`: one game with its rules.
pub async fn game(Path(name): Path<String>) -> Result<Json<Value>, Refusal> {
    let entry = games::entry(&name).map_err(|problem| Refusal::missing(problem.to_string()))?;
    let mut told = game_json(entry, plain_game(entry).as_ref());
    told["rules"] = Value::from(entry.rules);
    Ok(Json(told))
}

fn agent_json(entry: &AgentEntry) -> Value {
    json!({
        "name": entry.name,
        "summary": entry.summary,
        "parameters": parameters(entry.parameters),
        "plays": entry.plays(),
        "chance": entry.demands.chance,
        "hidden": entry.demands.hidden,
    })
}

/// `GET /api/v1/agents`.
pub async fn agents() -> Json<Value> {
    Json(AGENTS.iter().map(agent_json).collect())
}

/// A game that somebody wants to sit down at.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The game's spec.
    game: String,
    /// The tree, where it is made from one.
    #[serde(default)]
    tree: Option<String>,
}

/// `POST /api/v1/able`: who can sit down at a game, and who is a good choice.
pub async fn able(State(studio): State<Studio>, Sent(asked): Sent<Asked>) -> Result<Json<Value>, Refusal> {
    let inner = studio.clone();
    let work = move |_: &_| -> Result<Value, Refusal> {
        let hall = inner.halls().get(&asked.game, asked.tree.as_deref())?;
        let game = &hall.game;
        let names: Vec<&str> = AGENTS.iter().filter(|agent| agent.can_play(game)).map(|agent| agent.name).collect();
        let evaluations: Vec<Value> =
            game.evaluations().iter().map(|named| json!({"name": named.name, "summary": named.summary})).collect();
        let default = defaults::agent(&hall.spec, &Table::deal(game, &mut seats::deal(0)));
        Ok(json!({
            "game": hall.spec,
            "name": hall.entry.name,
            "summary": hall.entry.summary,
            "parameters": parameters(hall.entry.parameters),
            "seats": game.players(),
            "hidden": game.facts().hidden,
            "chance": game.facts().chance,
            "kind": kind(&game.facts()),
            "fixed_start": has_fixed_start(game),
            "agents": names,
            "default": default,
            "presets": presets(game, default),
            "evaluations": evaluations,
        }))
    };
    studio.jobs().run(crate::jobs::Kind::Quick, std::time::Duration::from_secs(20), work).await?.map(Json)
}

/// Opponents with a character: the first of each list that can play the game.
fn presets(game: &AnyGame, default: &str) -> Value {
    let strong = default.to_string();
    let wishes: [(&str, &str, Vec<String>); 6] = [
        ("easy", "level 5 of 20: makes mistakes", words(&["level:n=5", "random"])),
        ("fair", "level 12 of 20: looks ahead", words(&["level:n=12", "random"])),
        ("strong", "as well as we can in a few seconds", vec![strong]),
        (
            "reckless",
            "believes that the others move at random",
            words(&["expectimax:depth=3", "overconfident", "uct:sims=200"]),
        ),
        (
            "paranoid",
            "believes that all are against it",
            words(&["paranoid:depth=3", "paranoid-is", "minimax:depth=3"]),
        ),
        (
            "trusting",
            "believes that everybody minds their own business",
            words(&["maxn:depth=3", "maxn:depth=2", "ismcts:sims=400"]),
        ),
    ];
    let mut found = Vec::new();
    for (name, summary, specs) in wishes {
        if let Some(spec) = specs.into_iter().find(|spec| agent_from_spec(spec, game).is_ok()) {
            let spec = Spec::parse(&spec).map_or(spec, |spec| spec.to_string());
            found.push(json!({"name": name, "spec": spec, "summary": summary}));
        }
    }
    Value::from(found)
}

fn words(specs: &[&str]) -> Vec<String> {
    specs.iter().map(|spec| spec.to_string()).collect()
}

/// One address of the API: method, path, what it does, what it takes, whether it streams.
pub struct Operation {
    /// `GET`, `POST` or `DELETE`.
    pub method: &'static str,
    /// The path.
    pub path: &'static str,
    /// One line.
    pub summary: &'static str,
    /// The keys of the body, with a line each.
    pub body: &'static [(&'static str, &'static str)],
    /// Whether the answer is a stream of events.
    pub streams: bool,
}

const TABLE: &[(&str, &str)] = &[
    ("sitting", "the game: {game, seed, seats, moves, start, resigned, tree}; a seat is `human` or an agent's spec"),
    (
        "table",
        "instead of it the key of a seat, where something is hidden and the game is kept here: `keys` of the answer that begins it has one a person",
    ),
    ("viewer", "the seat whose eyes to look through when a game begins; afterwards the key says it"),
    ("at", "after how many steps to look"),
    ("play", "a move to make first"),
    ("undo", "true to take back to the last decision of a person"),
    ("resign", "the seat that gives up"),
];
const THINK: &[(&str, &str)] = &[
    ("sitting, table, viewer, at", "as for a table"),
    ("agent", "who thinks; a strong agent when absent"),
    ("seconds", "for how long, 1 to 60"),
    ("tree", "true to get the searched tree"),
];

/// The addresses of the API.
pub const OPERATIONS: &[Operation] = &[
    Operation { method: "get", path: "/api/v1/games", summary: "all games", body: &[], streams: false },
    Operation {
        method: "get",
        path: "/api/v1/games/{name}",
        summary: "one game with its rules",
        body: &[],
        streams: false,
    },
    Operation {
        method: "get",
        path: "/api/v1/agents",
        summary: "all agents with their parameters",
        body: &[],
        streams: false,
    },
    Operation {
        method: "post",
        path: "/api/v1/able",
        summary: "who can play a game, and presets",
        body: &[("game", "the game's spec"), ("tree", "the text of a tree, for the game tree")],
        streams: false,
    },
    Operation {
        method: "post",
        path: "/api/v1/table",
        summary: "a table: its drawing, moves, log; makes a move, takes back, gives up",
        body: TABLE,
        streams: false,
    },
    Operation {
        method: "post",
        path: "/api/v1/reply",
        summary: "the agent whose turn it is moves: events progress, table, thought",
        body: TABLE,
        streams: true,
    },
    Operation {
        method: "post",
        path: "/api/v1/think",
        summary: "what an agent thinks of a position: events progress, stage, done",
        body: THINK,
        streams: true,
    },
    Operation {
        method: "post",
        path: "/api/v1/belief",
        summary: "what a seat may hold possible of what is hidden from it, and where that is",
        body: &[("sitting, table, viewer", "as for a table")],
        streams: false,
    },
    Operation {
        method: "delete",
        path: "/api/v1/sittings/{id}",
        summary: "forgets a game that is kept here, by a seat's key",
        body: &[],
        streams: false,
    },
    Operation {
        method: "post",
        path: "/api/v1/trees",
        summary: "a tree drawn, and what algorithms find in it",
        body: &[("tree", "the text of a tree file"), ("agents", "the algorithms' specs")],
        streams: false,
    },
    Operation {
        method: "post",
        path: "/api/v1/decide",
        summary: "a decision tree rolled back, or lotteries compared",
        body: &[
            ("tree", "the text of a tree file with one seat"),
            (
                "lotteries",
                "instead of it lotteries to choose from, one a line, as 1/2:100, 1/2:0 or bet = 1/2:100, 1/2:0",
            ),
            ("utility", "as exponential:risk=100"),
            ("sensitivity", "true to look for flips"),
        ],
        streams: false,
    },
    Operation {
        method: "post",
        path: "/api/v1/preferences",
        summary: "a ranking, or the money pump",
        body: &[("statements", "`apple > pear`, one a line"), ("fee", "what is paid for each change")],
        streams: false,
    },
    Operation {
        method: "get",
        path: "/api/v1/arena",
        summary: "all tournaments of the store",
        body: &[],
        streams: false,
    },
    Operation {
        method: "post",
        path: "/api/v1/arena",
        summary: "begins a tournament",
        body: &[
            ("game", "the game's spec"),
            ("agents", "the agents' specs"),
            ("deals", "how many"),
            ("seed", "of everything drawn"),
            ("opening", "random moves that open each deal"),
        ],
        streams: false,
    },
    Operation {
        method: "get",
        path: "/api/v1/arena/{id}",
        summary: "the standings of a tournament",
        body: &[],
        streams: false,
    },
    Operation {
        method: "get",
        path: "/api/v1/arena/{id}/watch",
        summary: "the standings as they change: events standings, done",
        body: &[],
        streams: true,
    },
    Operation {
        method: "post",
        path: "/api/v1/arena/{id}/stop",
        summary: "stops a tournament",
        body: &[],
        streams: false,
    },
    Operation {
        method: "post",
        path: "/api/v1/arena/{id}/resume",
        summary: "goes on with a tournament",
        body: &[],
        streams: false,
    },
    Operation {
        method: "delete",
        path: "/api/v1/arena/{id}",
        summary: "forgets a tournament",
        body: &[],
        streams: false,
    },
    Operation {
        method: "get",
        path: "/api/v1/arena/{id}/games/{deal}/{game}",
        summary: "a stored game, for the table",
        body: &[],
        streams: false,
    },
    Operation { method: "get", path: "/api/v1/papers", summary: "the papers", body: &[], streams: false },
    Operation {
        method: "get",
        path: "/api/v1/papers/{id}",
        summary: "a paper with the last report made here",
        body: &[],
        streams: false,
    },
    Operation {
        method: "post",
        path: "/api/v1/papers/{id}",
        summary: "runs the quick version: events progress, report",
        body: &[],
        streams: true,
    },
];

/// `GET /api/v1/openapi.json`.
pub async fn openapi() -> Json<Value> {
    let mut paths = json!({});
    for operation in OPERATIONS {
        let kind = if operation.streams { "text/event-stream" } else { "application/json" };
        let parameters: Vec<Value> = operation
            .path
            .split('/')
            .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
            .map(|name| json!({"name": name, "in": "path", "required": true, "schema": {"type": "string"}}))
            .collect();
        let mut told = json!({
            "summary": operation.summary,
            "parameters": parameters,
            "responses": {
                "200": {"description": "done", "content": {kind: {"schema": {}}}},
                "default": {"description": "not done: `error` says why",
                            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}},
            },
        });
        if !operation.body.is_empty() {
            let keys: serde_json::Map<String, Value> = operation
                .body
                .iter()
                .map(|(key, summary)| (key.to_string(), json!({"description": summary})))
                .collect();
            told["requestBody"] =
                json!({"content": {"application/json": {"schema": {"type": "object", "properties": keys}}}});
        }
        paths[operation.path][operation.method] = told;
    }
    Json(json!({
        "openapi": "3.1.0",
        "info": {"title": "outwit studio", "version": env!("CARGO_PKG_VERSION")},
        "paths": paths,
        "components": {"schemas": {"Error": {"type": "object", "properties": {"error": {"type": "string"}}}}},
    }))
}
