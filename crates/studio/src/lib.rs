//! The studio: outwit in a browser, served by the one binary to the machine it runs on.
//!
//! Pages are made on the server and come alive by small scripts; what takes time is streamed. All games, searches, tournaments
//! and experiments are those of the command line: the studio adds none of its own. What a seat may not see is never sent to
//! it, and nothing that a request says reaches a file or a process.
#![warn(missing_docs)]

mod api;
mod arena;
mod decide;
mod door;
mod drawing;
mod guard;
mod halls;
mod jobs;
mod keep;
mod lotteries;
mod markdown;
mod pages;
mod papers;
mod play;
mod refusal;
mod sent;
mod table;
mod trees;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{delete, get, post};
use door::Door;
use halls::Halls;
use jobs::Jobs;
use keep::Keep;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

/// What a studio is started with.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The address to listen at.
    pub listen: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// What a request must know; needed where others than this machine can ask.
    pub token: Option<String>,
    /// Where games and tournaments are kept.
    pub store: PathBuf,
}

impl Setup {
    /// What is wrong with it, if anything.
    fn check(&self) -> Result<(), String> {
        let is_plain =
            |token: &String| token.len() >= 8 && token.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        match &self.token {
            Some(token) if !is_plain(token) => {
                Err("--token is eight letters, digits and hyphens at least, as chalk-and-board".to_string())
            }
            None if !self.listen.is_loopback() => Err(format!(
                "others can reach {}: give a --token that they must know, or listen at 127.0.0.1",
                self.listen
            )),
            _ => Ok(()),
        }
    }
}

/// The server's parts, shared by all requests.
#[derive(Clone)]
pub struct Studio(Arc<Parts>);

struct Parts {
    setup: Setup,
    halls: Halls,
    jobs: Jobs,
    keep: Keep,
    tournaments: arena::Tournaments,
}

impl Studio {
    /// A studio with its store open.
    pub fn new(setup: Setup) -> Result<Studio, String> {
        setup.check()?;
        let keep = Keep::open(&setup.store).map_err(|refusal| refusal.sentence)?;
        let threads = outwit::pool::Threads::all().count();
        Ok(Studio(Arc::new(Parts {
            setup,
            halls: Halls::default(),
            jobs: Jobs::new(threads),
            keep,
            tournaments: arena::Tournaments::default(),
        })))
    }

    fn setup(&self) -> &Setup {
        &self.0.setup
    }

    fn halls(&self) -> &Halls {
        &self.0.halls
    }

    fn jobs(&self) -> &Jobs {
        &self.0.jobs
    }

    fn keep(&self) -> &Keep {
        &self.0.keep
    }

    fn tournaments(&self) -> &arena::Tournaments {
        &self.0.tournaments
    }

    /// All addresses.
    pub fn router(&self) -> Router {
        Router::new()
            .route("/", get(pages::gallery))
            .route("/rules/{game}", get(pages::rules))
            .route("/drawing/{game}", get(pages::drawing))
            .route("/play", get(pages::play))
            .route("/trees", get(pages::trees))
            .route("/decide", get(pages::decide))
            .route("/arena", get(pages::arena))
            .route("/papers", get(pages::papers))
            .route("/api", get(pages::api))
            .route("/assets/{name}", get(pages::asset))
            .route("/api/v1/openapi.json", get(api::openapi))
            .route("/api/v1/games", get(api::games))
            .route("/api/v1/games/{name}", get(api::game))
            .route("/api/v1/agents", get(api::agents))
            .route("/api/v1/able", post(api::able))
            .route("/api/v1/table", post(play::table))
            .route("/api/v1/reply", post(play::reply))
            .route("/api/v1/think", post(play::think))
            .route("/api/v1/belief", post(play::belief))
            .route("/api/v1/trees", post(trees::solve))
            .route("/api/v1/decide", post(decide::solve))
            .route("/api/v1/preferences", post(decide::preferences))
            .route("/api/v1/arena", get(arena::list).post(arena::start))
            .route("/api/v1/arena/{id}", get(arena::show).delete(arena::remove))
            .route("/api/v1/arena/{id}/watch", get(arena::watch))
            .route("/api/v1/arena/{id}/stop", post(arena::stop))
            .route("/api/v1/arena/{id}/resume", post(arena::resume))
            .route("/api/v1/arena/{id}/games/{deal}/{game}", get(arena::replay))
            .route("/api/v1/papers", get(papers::list))
            .route("/api/v1/papers/{id}", get(papers::show).post(papers::run))
            .route("/api/v1/sittings/{id}", delete(play::forget))
            .fallback(pages::missing)
            .layer(DefaultBodyLimit::max(sent::LARGEST))
            .layer(axum::middleware::from_fn_with_state(self.clone(), guard::watch))
            .with_state(self.clone())
    }
}

/// Serves until the process ends. `ready` is told the address.
pub fn serve(setup: Setup, ready: impl FnOnce(&str)) -> Result<(), String> {
    let studio = Studio::new(setup)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|error| format!("the server could not be started: {error}"))?;
    runtime.block_on(async {
        let (listen, port) = (studio.setup().listen, studio.setup().port);
        let listener = tokio::net::TcpListener::bind(SocketAddr::new(listen, port))
            .await
            .map_err(|error| format!("port {port} of {listen} cannot be used: {error}; another --port may be free"))?;
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        ready(&format!("http://{address}/"));
        let door = Door::new(listener, door::PLACES, door::PATIENCE);
        axum::serve(door, studio.router()).await.map_err(|error| format!("the server has failed: {error}"))
    })
}
