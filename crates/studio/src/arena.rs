//! The page `/arena`: tournaments begun, watched, stopped, gone on with; their games replayed.

use crate::jobs::Kind;
use crate::refusal::Refusal;
use crate::sent::Sent;
use crate::table::Sitting;
use crate::{Studio, halls};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use outwit::arena::{Entry, Runner, Seatings, Session, Setting, Standings, Store, has_fixed_start};
use outwit::game::{AnyMove, Game, MoveCode, Problem};
use outwit::{Catalog, WallClock, run_session};
use outwit_advice::document;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Tournaments that play at the same time.
const MOST: usize = 2;
/// Deals of a tournament of the studio at most.
const MOST_DEALS: u64 = 100_000;
/// How long somebody watches one.
const WATCH: Duration = Duration::from_secs(3600);
const LIMIT: Duration = Duration::from_secs(20);
/// Agents' searches recurse.
const STACK: usize = 256 << 20;

/// The tournaments that play now, with their stop flags.
#[derive(Default)]
pub struct Tournaments(Mutex<HashMap<i64, Arc<AtomicBool>>>);

impl Tournaments {
    fn is_playing(&self, id: i64) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains_key(&id)
    }

    fn stop(&self, id: i64) -> bool {
        let playing = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        playing.get(&id).is_some_and(|stop| !stop.swap(true, Ordering::Relaxed))
    }
}

/// A tournament that is asked for.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Request {
    game: String,
    agents: Vec<String>,
    #[serde(default = "hundred")]
    deals: u64,
    #[serde(default)]
    seed: u64,
    #[serde(default = "four")]
    opening: u32,
}

fn hundred() -> u64 {
    100
}

fn four() -> u32 {
    4
}

/// No tournament of the studio reads a file.
fn no_files(_: &str) -> Result<String, Problem> {
    Err(Problem::new("the studio opens no files"))
}

fn open(studio: &Studio) -> Result<Store, Refusal> {
    Ok(Store::open(&studio.setup().store, true)?)
}

fn find(store: &Store, id: i64) -> Result<Entry, Refusal> {
    store.find(Some(id), |_| true).map_err(|_| Refusal::missing(format!("there is no tournament {id} in this store")))
}

fn entry_json(entry: &Entry, is_playing: bool) -> Value {
    json!({
        "tournament": entry.id,
        "setting": entry.setting,
        "version": entry.version,
        "started": entry.started,
        "done": entry.done,
        "finished": entry.finished,
        "playing": is_playing,
    })
}

/// `GET /api/v1/arena`: all tournaments of the store.
pub async fn list(State(studio): State<Studio>) -> Result<Json<Value>, Refusal> {
    let inner = studio.clone();
    let work = move |_: &_| -> Result<Value, Refusal> {
        let entries = open(&inner)?.list()?;
        Ok(entries.iter().map(|entry| entry_json(entry, inner.tournaments().is_playing(entry.id))).collect())
    };
    studio.jobs().run(Kind::Quick, LIMIT, work).await?.map(Json)
}

/// `POST /api/v1/arena`: begins a tournament.
pub async fn start(State(studio): State<Studio>, Sent(request): Sent<Request>) -> Result<Json<Value>, Refusal> {
    let inner = studio.clone();
    studio.jobs().run(Kind::Quick, LIMIT, move |_| begin(&inner, &request)).await?.map(Json)
}

fn begin(studio: &Studio, request: &Request) -> Result<Value, Refusal> {
    let hall = studio.halls().get(&request.game, None)?;
    if !(1..=MOST_DEALS).contains(&request.deals) || request.opening > 200 {
        return Err(Refusal::wrong(format!("deals are 1 to {MOST_DEALS}, and an opening has 200 moves at most")));
    }
    if request.agents.len() > 8 || request.agents.is_empty() {
        return Err(Refusal::wrong("one to eight agents play a tournament"));
    }
    let mut agents = Vec::new();
    for agent in &request.agents {
        agents.push(halls::checked(agent)?.to_string());
    }
    if agents.len() == 1 && hall.game.players() > 1 {
        return Err(Refusal::wrong("one agent alone would only meet itself: name another"));
    }
    let facts = hall.game.facts();
    let mut setting = Setting {
        game: hall.spec.clone(),
        agents,
        deals: request.deals,
        seed: request.seed,
        opening: if has_fixed_start(&hall.game) { request.opening } else { 0 },
        seatings: Seatings::All,
        cap: 1000,
        grace_ms: 100,
        budget: None,
        payoffs: Some((facts.lowest, facts.highest)).filter(|(low, high)| low.is_finite() && high.is_finite()),
        sprt: None,
    };
    let catalog = Catalog::new(&no_files);
    let (clock, stop) = (WallClock::start(), AtomicBool::new(false));
    let (_, seatings) =
        Runner { catalogs: &catalog, setting: &setting, threads: 1, clock: &clock, stop: &stop }.check()?;
    setting.seatings = seatings.kind();
    let store = open(studio)?;
    let started = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64);
    let id = store.begin(&setting, env!("CARGO_PKG_VERSION"), started)?;
    play(studio, find(&store, id)?)?;
    Ok(json!({"tournament": id}))
}

/// Plays what is left of a tournament on a thread of its own.
fn play(studio: &Studio, entry: Entry) -> Result<(), Refusal> {
    let id = entry.id;
    let stop = Arc::new(AtomicBool::new(false));
    {
        let mut playing = studio.tournaments().0.lock().unwrap_or_else(PoisonError::into_inner);
        if playing.contains_key(&id) {
            return Err(Refusal::new(StatusCode::CONFLICT, format!("tournament {id} is playing already")));
        }
        if playing.len() >= MOST {
            return Err(Refusal::new(
                StatusCode::SERVICE_UNAVAILABLE,
                format!("{MOST} tournaments play already: stop one, or wait for it; this one is kept as number {id}"),
            ));
        }
        playing.insert(id, stop.clone());
    }
    let inner = studio.clone();
    let work = move || {
        let outcome = session(&inner, &entry, &stop);
        inner.tournaments().0.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
        if let Err(refusal) = outcome {
            eprintln!("outwit studio: tournament {id}: {}", refusal.sentence);
        }
    };
    let started = std::thread::Builder::new().name("tournament".to_string()).stack_size(STACK).spawn(work);
    if let Err(error) = started {
        studio.tournaments().0.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
        return Err(Refusal::failed(format!("no thread could be started: {error}")));
    }
    Ok(())
}

fn session(studio: &Studio, entry: &Entry, stop: &AtomicBool) -> Result<(), Refusal> {
    let catalog = Catalog::new(&no_files);
    let clock = WallClock::start();
    let mut store = open(studio)?;
    // One thread: the pages must stay quick.
    let runner = Runner { catalogs: &catalog, setting: &entry.setting, threads: 1, clock: &clock, stop };
    run_session(&mut Session { runner, store: &mut store, id: entry.id }, None, &mut |_| {})?;
    Ok(())
}

fn standings(studio: &Studio, id: i64) -> Result<Value, Refusal> {
    let store = open(studio)?;
    let entry = find(&store, id)?;
    let deals = store.deals(id)?;
    let mut told = Standings::new(&entry.setting, &deals).to_json(id);
    let games: Vec<Value> = (deals.iter().rev().take(20))
        .flat_map(|deal| {
            deal.games.iter().enumerate().map(|(number, game)| {
                json!({"deal": deal.deal, "game": number, "seats": game.seats, "payoffs": document::numbers(&game.payoffs),
                       "moves": game.moves.len()})
            })
        })
        .take(40)
        .collect();
    told["recent"] = Value::from(games);
    told["entry"] = entry_json(&entry, studio.tournaments().is_playing(id));
    Ok(told)
}

/// `GET /api/v1/arena/ID`: the standings.
pub async fn show(State(studio): State<Studio>, Path(id): Path<i64>) -> Result<Json<Value>, Refusal> {
    let inner = studio.clone();
    studio.jobs().run(Kind::Quick, LIMIT, move |_| standings(&inner, id)).await?.map(Json)
}

/// `GET /api/v1/arena/ID/watch`: the standings as they change.
pub async fn watch(State(studio): State<Studio>, Path(id): Path<i64>) -> Result<Response, Refusal> {
    let inner = studio.clone();
    studio
        .jobs()
        .stream(Kind::Watch, WATCH, move |job, teller| {
            let mut last = None;
            loop {
                let told = standings(&inner, id)?;
                let is_playing = inner.tournaments().is_playing(id);
                let now = (told["deals"].clone(), is_playing);
                if last.as_ref() != Some(&now) {
                    teller.tell("standings", &told);
                    last = Some(now);
                }
                if !is_playing || job.is_over() {
                    return Ok(());
                }
                for _ in 0..10 {
                    std::thread::sleep(Duration::from_millis(70));
                    if job.is_over() {
                        return Ok(());
                    }
                }
            }
        })
        .await
}

/// `POST /api/v1/arena/ID/stop`: stops after the games under way; what was played is kept.
pub async fn stop(State(studio): State<Studio>, Path(id): Path<i64>) -> Result<Json<Value>, Refusal> {
    match studio.tournaments().stop(id) {
        true => Ok(Json(json!({"stopping": id}))),
        false => Err(Refusal::new(StatusCode::CONFLICT, format!("tournament {id} is not playing"))),
    }
}

/// `POST /api/v1/arena/ID/resume`: plays what is left.
pub async fn resume(State(studio): State<Studio>, Path(id): Path<i64>) -> Result<Json<Value>, Refusal> {
    let inner = studio.clone();
    let work = move |_: &_| -> Result<Value, Refusal> {
        let entry = find(&open(&inner)?, id)?;
        if entry.finished.is_some() {
            return Err(Refusal::new(StatusCode::CONFLICT, format!("tournament {id} is finished")));
        }
        if entry.version != env!("CARGO_PKG_VERSION") {
            return Err(Refusal::wrong(format!(
                "tournament {id} was begun by version {}: games are not mixed",
                entry.version
            )));
        }
        // It was written by somebody, not asked for by this page.
        inner.halls().get(&entry.setting.game, None)?;
        for agent in &entry.setting.agents {
            halls::checked(agent)?;
        }
        play(&inner, entry)?;
        Ok(json!({"tournament": id}))
    };
    studio.jobs().run(Kind::Quick, LIMIT, work).await?.map(Json)
}

/// `DELETE /api/v1/arena/ID`: forgets a tournament and its games.
pub async fn remove(State(studio): State<Studio>, Path(id): Path<i64>) -> Result<Json<Value>, Refusal> {
    let inner = studio.clone();
    let work = move |_: &_| -> Result<Value, Refusal> {
        find(&open(&inner)?, id)?;
        if inner.tournaments().is_playing(id) {
            return Err(Refusal::new(StatusCode::CONFLICT, format!("tournament {id} is playing: stop it first")));
        }
        inner.keep().forget_tournament(id)?;
        Ok(json!({"forgotten": id}))
    };
    studio.jobs().run(Kind::Quick, LIMIT, work).await?.map(Json)
}

/// `GET /api/v1/arena/ID/games/DEAL/GAME`: a stored game, as the table shows it.
pub async fn replay(
    State(studio): State<Studio>,
    Path((id, deal, number)): Path<(i64, u64, usize)>,
) -> Result<Json<Value>, Refusal> {
    let inner = studio.clone();
    let work = move |_: &_| -> Result<Value, Refusal> {
        let store = open(&inner)?;
        let entry = find(&store, id)?;
        let record =
            store.deal(id, deal)?.ok_or_else(|| Refusal::missing(format!("tournament {id} has no deal {deal}")))?;
        let played =
            record.games.get(number).ok_or_else(|| Refusal::missing(format!("deal {deal} has no game {number}")))?;
        let hall = inner.halls().get(&entry.setting.game, None)?;
        let game = &hall.game;
        let mut state = game.read_position(&record.position)?;
        let mut moves = Vec::new();
        for &code in &played.moves {
            let mv = AnyMove::from_code(code);
            moves.push(game.move_text(&state, mv));
            game.play(&mut state, mv);
        }
        let seats = played.seats.iter().map(|&agent| entry.setting.agents[agent].clone()).collect();
        let sitting = Sitting {
            game: hall.spec.clone(),
            tree: None,
            seed: entry.setting.seed,
            seats,
            start: Some(record.position.clone()),
            moves,
            resigned: None,
        };
        Ok(json!({"sitting": sitting}))
    };
    studio.jobs().run(Kind::Quick, LIMIT, work).await?.map(Json)
}
