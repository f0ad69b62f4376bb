//! The pages, made on the server; templates are checked when the studio is compiled.

use crate::refusal::Refusal;
use crate::{Studio, api, markdown};
use askama::Template;
use axum::extract::{Path, State};
use axum::http::{StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use outwit::decision::UTILITIES;
use outwit::game::{Game, Rng, Turn};
use outwit::games::catalog;
use outwit_advice::seats;

/// The files of the pages, inside the program.
const ASSETS: &[(&str, &str, &str)] = &[
    ("studio.css", "text/css", include_str!("../assets/studio.css")),
    ("common.js", "text/javascript", include_str!("../assets/common.js")),
    ("gallery.js", "text/javascript", include_str!("../assets/gallery.js")),
    ("play.js", "text/javascript", include_str!("../assets/play.js")),
    ("board.js", "text/javascript", include_str!("../assets/board.js")),
    ("thinking.js", "text/javascript", include_str!("../assets/thinking.js")),
    ("trees.js", "text/javascript", include_str!("../assets/trees.js")),
    ("decide.js", "text/javascript", include_str!("../assets/decide.js")),
    ("arena.js", "text/javascript", include_str!("../assets/arena.js")),
    ("papers.js", "text/javascript", include_str!("../assets/papers.js")),
    ("icon.svg", "image/svg+xml", include_str!("../assets/icon.svg")),
];

/// Trees to begin with: the name, a line, the text.
const EXAMPLES: &[(&str, &str, &str)] = &[
    ("know-your-opponent", "three beliefs, three choices", include_str!("../../games/trees/know-your-opponent.json")),
    ("sequential", "two move in turn", include_str!("../../games/trees/sequential.json")),
    ("alpha-beta", "nine leaves, and what alpha-beta leaves out", include_str!("../assets/alpha-beta.json")),
    ("maxprob-figure1", "who will be highest", include_str!("../../games/trees/maxprob-figure1.json")),
    ("parker-figure2", "hidden moves", include_str!("../../games/trees/parker-figure2.json")),
    ("two-dice", "chance twice", include_str!("../../games/trees/two-dice.json")),
    ("spikes", "distributions at leaves", include_str!("../../games/trees/spikes.json")),
];

/// Decisions to begin with.
const DECISIONS: &[(&str, &str, &str)] = &[
    ("umbrella", "shall I take the umbrella?", include_str!("../../games/trees/umbrella.json")),
    ("oil", "drill, test first, or leave it?", include_str!("../../games/trees/oil.json")),
    ("party", "porch, garden or house?", include_str!("../../games/trees/party.json")),
    ("insurance", "insure or not?", include_str!("../../games/trees/insurance.json")),
    ("lotteries", "sure, even or long odds?", "sure = 1:40\neven = 1/2:100, 1/2:0\nlong = 1/20:1200, 19/20:0\n"),
    ("st-petersburg", "what would you pay to play?", include_str!("../assets/st-petersburg.txt")),
];

/// A game in the gallery.
struct Card {
    name: &'static str,
    summary: &'static str,
    seats: String,
    kind: String,
    tags: String,
    can_play: bool,
}

#[derive(Template)]
#[template(path = "gallery.html")]
struct GalleryPage {
    cards: Vec<Card>,
}

#[derive(Template)]
#[template(path = "rules.html")]
struct RulesPage {
    name: &'static str,
    summary: &'static str,
    rules: String,
    can_play: bool,
}

#[derive(Template)]
#[template(path = "play.html")]
struct PlayPage {}

#[derive(Template)]
#[template(path = "trees.html")]
struct TreesPage {
    examples: &'static [(&'static str, &'static str, &'static str)],
}

#[derive(Template)]
#[template(path = "decide.html")]
struct DecidePage {
    examples: &'static [(&'static str, &'static str, &'static str)],
    utilities: Vec<(&'static str, &'static str)>,
}

#[derive(Template)]
#[template(path = "arena.html")]
struct ArenaPage {
    games: Vec<&'static str>,
}

#[derive(Template)]
#[template(path = "papers.html")]
struct PapersPage {
    papers: &'static [outwit_lab::Paper],
}

#[derive(Template)]
#[template(path = "api.html")]
struct ApiPage {
    operations: &'static [api::Operation],
}

#[derive(Template)]
#[template(path = "missing.html")]
struct MissingPage {
    what: String,
}

fn page(template: &impl Template) -> Response {
    match template.render() {
        Ok(text) => Html(text).into_response(),
        Err(error) => Refusal::failed(format!("the page could not be made: {error}")).into_response(),
    }
}

/// `/`: the games.
pub async fn gallery() -> Response {
    let cards = catalog::games()
        .map(|entry| {
            let game = api::plain_game(entry);
            let facts = game.as_ref().map(Game::facts);
            let tag = |is: Option<bool>, word: &str| if is == Some(true) { format!(" {word}") } else { String::new() };
            Card {
                name: entry.name,
                summary: entry.summary,
                seats: game.as_ref().map_or("any number of".to_string(), |game| game.players().to_string()),
                kind: facts.as_ref().map_or("made from a tree".to_string(), api::kind),
                tags: format!(
                    "seats-{}{}{}{}",
                    game.as_ref().map_or(0, Game::players),
                    tag(facts.map(|facts| facts.hidden), "hidden"),
                    tag(facts.map(|facts| !facts.hidden), "open"),
                    tag(facts.map(|facts| facts.chance), "chance"),
                ),
                can_play: game.is_some(),
            }
        })
        .collect();
    page(&GalleryPage { cards })
}

/// `/rules/GAME`.
pub async fn rules(Path(name): Path<String>) -> Response {
    match catalog::entry(&name) {
        Ok(entry) => page(&RulesPage {
            name: entry.name,
            summary: entry.summary,
            rules: markdown::html(entry.rules),
            can_play: api::plain_game(entry).is_some(),
        }),
        Err(problem) => not_found(problem.to_string()),
    }
}

/// `/drawing/GAME.svg`: a position of a game, for the gallery.
pub async fn drawing(State(studio): State<Studio>, Path(name): Path<String>) -> Result<Response, Refusal> {
    let name = name.strip_suffix(".svg").unwrap_or(&name).to_string();
    let inner = studio.clone();
    let work = move |_: &_| -> Result<String, Refusal> {
        let entry = catalog::entry(&name).map_err(|problem| Refusal::missing(problem.to_string()))?;
        let hall = inner.halls().get(entry.name, None);
        let Ok(hall) = hall else { return Ok(include_str!("../assets/tree.svg").to_string()) };
        let game = &hall.game;
        // A few moves into a game there is more to see than at its start.
        let mut rng = Rng::new(7);
        let mut state = game.start(&mut seats::deal(0));
        for _ in 0..12 {
            let mut next = state.clone();
            match game.turn(&next) {
                Turn::Over => break,
                Turn::Chance => {
                    let outcome = game.draw(&next, &mut rng);
                    game.play(&mut next, outcome);
                }
                Turn::Of(_) => {
                    let mv = game.random_move(&next, &mut rng, &mut Vec::new());
                    game.play(&mut next, mv);
                }
            }
            if game.turn(&next).is_over() {
                break;
            }
            state = next;
        }
        Ok(game.svg(&state))
    };
    let svg = studio.jobs().run(crate::jobs::Kind::Quick, std::time::Duration::from_secs(10), work).await??;
    let head = [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "max-age=3600")];
    Ok((head, svg).into_response())
}

/// `/play`: the address holds the game; the script reads it.
pub async fn play() -> Response {
    page(&PlayPage {})
}

/// `/trees`.
pub async fn trees() -> Response {
    page(&TreesPage { examples: EXAMPLES })
}

/// `/decide`.
pub async fn decide() -> Response {
    let utilities = UTILITIES.iter().map(|entry| (entry.name, entry.summary)).collect();
    page(&DecidePage { examples: DECISIONS, utilities })
}

/// `/arena`.
pub async fn arena() -> Response {
    let games = catalog::games().filter(|entry| api::plain_game(entry).is_some()).map(|entry| entry.name).collect();
    page(&ArenaPage { games })
}

/// `/papers`.
pub async fn papers() -> Response {
    page(&PapersPage { papers: outwit_lab::PAPERS })
}

/// `/api`: the API in words.
pub async fn api() -> Response {
    page(&ApiPage { operations: api::OPERATIONS })
}

/// `/assets/NAME`.
pub async fn asset(Path(name): Path<String>) -> Response {
    match ASSETS.iter().find(|(known, ..)| *known == name) {
        Some((_, kind, text)) => {
            ([(header::CONTENT_TYPE, *kind), (header::CACHE_CONTROL, "no-cache")], *text).into_response()
        }
        None => Refusal::missing("there is no such file").into_response(),
    }
}

fn not_found(what: String) -> Response {
    let mut response = page(&MissingPage { what });
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}

/// Everything else.
pub async fn missing(uri: Uri) -> Response {
    if uri.path().starts_with("/api/") {
        return Refusal::missing("the API has no such address: see /api").into_response();
    }
    not_found("there is no page of this name".to_string())
}
