//! Tournaments of an experiment: kept in a store where there is one, so that a run that was stopped goes on where it was.

use crate::papers::Request;
use crate::progress::Progress;
use outwit::WallClock;
use outwit::arena::{DealRecord, Ended, Runner, Session, Setting, Standings, Store};
use outwit::game::{Game, Problem};
use outwit::{Catalog, no_files};
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::time::{SystemTime, UNIX_EPOCH};

/// Games that come to no end are left after so many moves: more than any game here has.
const CAP: u32 = 100_000;

/// An agent of ours that thinks longer than it may is late by little; what is late by more, in milliseconds, is broken.
const GRACE: u64 = 1000;

/// What is asked of a tournament.
pub(crate) struct Tournament {
    /// The spec of the game.
    pub game: String,
    /// The specs of the agents.
    pub agents: Vec<String>,
    /// How many deals, each by all seatings.
    pub deals: u64,
    /// The seed of deals and agents.
    pub seed: u64,
    /// Random moves before the agents take over, where the game has one fixed start.
    pub opening: u32,
}

/// The tournaments of one run.
pub(crate) struct Tournaments<'a> {
    store: Store,
    is_kept: bool,
    threads: usize,
    progress: &'a Progress<'a>,
}

impl<'a> Tournaments<'a> {
    /// The tournaments of a request: in its store, or in memory.
    pub(crate) fn new(request: &Request, progress: &'a Progress<'a>) -> Result<Tournaments<'a>, Problem> {
        let store = match &request.store {
            Some(path) => Store::open(path, true),
            None => Store::in_memory(),
        };
        let store = store.map_err(|trouble| Problem::new(trouble.to_string()))?;
        Ok(Tournaments { store, is_kept: request.store.is_some(), threads: request.threads, progress })
    }

    /// Plays a tournament, or what is left of it, and gives its table. `part` is which part of the whole run it is.
    pub(crate) fn play(&mut self, doing: &str, part: Range<f64>, tournament: Tournament) -> Result<Standings, Problem> {
        Ok(self.play_deals(doing, part, tournament)?.0)
    }

    /// The same, with the deals.
    pub(crate) fn play_deals(
        &mut self,
        doing: &str,
        part: Range<f64>,
        tournament: Tournament,
    ) -> Result<(Standings, Vec<DealRecord>), Problem> {
        let catalog = Catalog::new(&no_files);
        let facts = outwit::game_from_spec(&tournament.game, &no_files)?.facts();
        let setting = Setting {
            game: tournament.game,
            agents: tournament.agents,
            deals: tournament.deals,
            seed: tournament.seed,
            opening: tournament.opening,
            seatings: outwit::arena::Seatings::All,
            cap: CAP,
            grace_ms: GRACE,
            budget: None,
            payoffs: Some((facts.lowest, facts.highest)),
            sprt: None,
        };
        let (never, clock) = (AtomicBool::new(false), WallClock::start());
        let stop = self.progress.stop().unwrap_or(&never);
        let told = |trouble: outwit::arena::Trouble| Problem::new(trouble.to_string());
        let id = self.number_of(&setting).map_err(told)?;
        let runner = Runner { catalogs: &catalog, setting: &setting, threads: self.threads, clock: &clock, stop };
        let mut session = Session { runner, store: &mut self.store, id };
        let progress = self.progress;
        let ended = outwit::run_session(&mut session, None, &mut |standing| {
            let done = standing.deals as f64 / standing.of.max(1) as f64;
            // A stop is heard by the runner itself.
            let _ = progress.at(doing, part.start + done * (part.end - part.start));
        });
        match ended.map_err(told)? {
            Ended::Finished(_) => {
                let deals = self.store.deals(id).map_err(told)?;
                let standings = Standings::new(&setting, &deals);
                // A game that was forfeited measures nothing.
                match standings.agents.iter().map(|agent| agent.forfeits).sum() {
                    0 => Ok((standings, deals)),
                    lost => Err(Problem::new(format!("{lost} games were forfeited while at {doing}"))),
                }
            }
            Ended::Stopped if self.is_kept => {
                Err(Problem::new(format!("stopped while at {doing}; the same command goes on where it stopped")))
            }
            Ended::Stopped => Err(Problem::new(format!(
                "stopped while at {doing}; with --store FILE the same command would go on where it stopped"
            ))),
        }
    }

    /// The number of this very tournament in the store; it is begun there if need be.
    fn number_of(&self, setting: &Setting) -> Result<i64, outwit::arena::Trouble> {
        let version = env!("CARGO_PKG_VERSION");
        let known = self.store.list()?.into_iter().find(|entry| entry.setting == *setting && entry.version == version);
        match known {
            Some(entry) => Ok(entry.id),
            None => {
                let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64);
                self.store.begin(setting, version, now)
            }
        }
    }
}
