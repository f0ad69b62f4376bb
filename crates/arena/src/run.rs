//! Playing many deals on many threads.
//!
//! Threads take deals as they come and hand them over as they finish; a deal's record does not depend on which thread
//! played it or when, clock figures aside.

use crate::play::Dealer;
use crate::record::DealRecord;
use crate::seatings::SeatingList;
use crate::setting::Setting;
use crate::trouble::Trouble;
use outwit_game::{Agent, AnyGame, Clock, Evaluated, Game, Native, Problem, Spec, parse_time};
use outwit_pool::Threads;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::Duration;

/// Where games and agents come from. The arena knows neither; whoever holds it does.
pub trait Catalogs: Sync {
    /// The game a spec names.
    fn game(&self, spec: &str) -> Result<AnyGame, Problem>;
    /// The agent a spec names.
    fn agent(&self, spec: &str, game: &AnyGame) -> Result<Box<dyn Agent<AnyGame>>, Problem>;
    /// Whether the agent a spec names can be had for this game's own type.
    fn is_fast(&self, spec: &str, game: &AnyGame) -> bool;
    /// The agent a spec names, if it is fast, for a game of a known type.
    fn fast_agent<G: Evaluated>(&self, spec: &str, game: &G) -> Result<Box<dyn Agent<G>>, Problem>;
    /// The agent a spec names that is a program of its own and plays any game by its spec; `None` if it names none.
    fn engine(&self, spec: &str, game_spec: &str) -> Option<Result<Box<dyn Agent<AnyGame>>, Problem>>;
    /// Does something with the game's own type.
    fn natively<N: Native>(&self, game: &AnyGame, task: N) -> N::Output;
}

/// What a batch of deals leads to: go on, or stop.
pub enum Advance {
    /// Play on.
    GoOn,
    /// The rest need not be played.
    Stop,
}

/// Plays the deals of a tournament.
pub struct Runner<'a, C> {
    /// Where games and agents come from.
    pub catalogs: &'a C,
    /// The tournament.
    pub setting: &'a Setting,
    /// How many threads play.
    pub threads: usize,
    /// Measures thinking times.
    pub clock: &'a dyn Clock,
    /// Set to stop at once: a deal that is not played to its end does not count.
    pub stop: &'a AtomicBool,
}

/// Deals handed over at once at most, so that the store keeps up with a second's worth.
const LARGEST_BATCH: usize = 256;
/// A batch should take about this long.
const BATCH_TIME: Duration = Duration::from_millis(20);

impl<C: Catalogs> Runner<'_, C> {
    /// Checks a setting without playing: the game, every agent, the seatings.
    pub fn check(&self) -> Result<(AnyGame, SeatingList), Trouble> {
        let game = self.catalogs.game(&self.setting.game)?;
        for spec in &self.setting.agents {
            match self.catalogs.engine(spec, &self.setting.game) {
                Some(engine) => drop(engine?),
                None => drop(self.catalogs.agent(spec, &game)?),
            }
        }
        let seatings = SeatingList::new(self.setting.agents.len(), game.players(), self.setting.seatings)?;
        Ok((game, seatings))
    }

    /// Plays these deals, in any order, handing batches to `take` on this thread.
    pub fn run(
        &self,
        deals: &[u64],
        take: &mut dyn FnMut(Vec<DealRecord>) -> Result<Advance, Trouble>,
    ) -> Result<(), Trouble> {
        let (game, seatings) = self.check()?;
        let times = self.setting.agents.iter().map(|spec| time_budget(spec)).collect::<Vec<_>>();
        let has_engine = self.setting.agents.iter().any(|s| self.catalogs.engine(s, &self.setting.game).is_some());
        let work = Work { runner: self, seatings: &seatings, times: &times, deals, take };
        // Engines talk in texts, which the erased game has; a table of fast agents plays at full speed.
        let is_fast = !has_engine && self.setting.agents.iter().all(|spec| self.catalogs.is_fast(spec, &game));
        if is_fast { self.catalogs.natively(&game, work) } else { work.erased(&game) }
    }

    fn agent_for_any(&self, number: usize, game: &AnyGame) -> Result<Box<dyn Agent<AnyGame>>, Problem> {
        let spec = &self.setting.agents[number];
        self.catalogs.engine(spec, &self.setting.game).unwrap_or_else(|| self.catalogs.agent(spec, game))
    }
}

/// The time budget an agent's spec gives it.
fn time_budget(spec: &str) -> Option<Duration> {
    Spec::parse(spec).ok().and_then(|spec| spec.get("time").and_then(parse_time))
}

struct Work<'a, C> {
    runner: &'a Runner<'a, C>,
    seatings: &'a SeatingList,
    times: &'a [Option<Duration>],
    deals: &'a [u64],
    take: &'a mut dyn FnMut(Vec<DealRecord>) -> Result<Advance, Trouble>,
}

impl<C: Catalogs> Native for Work<'_, C> {
    type Output = Result<(), Trouble>;

    fn native<G: Evaluated>(self, game: &G) -> Self::Output {
        let runner = self.runner;
        self.play(game, &|number| runner.catalogs.fast_agent(&runner.setting.agents[number], game))
    }

    fn erased(self, game: &AnyGame) -> Self::Output {
        let runner = self.runner;
        self.play(game, &|number| runner.agent_for_any(number, game))
    }
}

type Batch = Result<Vec<DealRecord>, Problem>;

impl<C: Catalogs> Work<'_, C> {
    fn play<G: Game>(
        self,
        game: &G,
        make: &(dyn Fn(usize) -> Result<Box<dyn Agent<G>>, Problem> + Sync),
    ) -> Result<(), Trouble> {
        let Work { runner, seatings, times, deals, take } = self;
        let next = AtomicUsize::new(0);
        let halt = AtomicBool::new(false);
        let (sender, receiver) = sync_channel::<Batch>(64);
        let (next, halt) = (&next, &halt);
        let worker = move || {
            let sender = sender.clone();
            move || {
                let dealer = Dealer::new(game, runner.setting, seatings, times, runner.clock, make, runner.stop);
                play_deals(dealer, runner, deals, next, halt, &sender);
            }
        };
        Threads::new(runner.threads)
            .start(worker, || {
                let mut result = Ok(());
                // Draining to the end lets every thread finish what it plays.
                for batch in receiver {
                    if result.is_err() {
                        continue;
                    }
                    let advance = batch.map_err(Trouble::Request).and_then(&mut *take);
                    match advance {
                        Ok(Advance::GoOn) => {}
                        Ok(Advance::Stop) => halt.store(true, Ordering::Relaxed),
                        Err(trouble) => {
                            halt.store(true, Ordering::Relaxed);
                            result = Err(trouble);
                        }
                    }
                }
                result
            })
            .map_err(Trouble::Work)?
    }
}

/// One thread: takes deals until there are no more or it is told to stop.
fn play_deals<G: Game, C: Catalogs>(
    mut dealer: Dealer<'_, G>,
    runner: &Runner<'_, C>,
    deals: &[u64],
    next: &AtomicUsize,
    halt: &AtomicBool,
    sender: &SyncSender<Batch>,
) {
    let mut size = 1;
    loop {
        let first = next.fetch_add(size, Ordering::Relaxed);
        if first >= deals.len() {
            return;
        }
        let start = runner.clock.now();
        let mut batch = Vec::with_capacity(size);
        for &deal in &deals[first..deals.len().min(first + size)] {
            if halt.load(Ordering::Relaxed) || runner.stop.load(Ordering::Relaxed) {
                break;
            }
            match dealer.play(deal) {
                Ok(Some(record)) => batch.push(record),
                Ok(None) => break,
                Err(problem) => {
                    let _ = sender.send(Err(problem));
                    return;
                }
            }
        }
        let is_cut = batch.len() < size && first + batch.len() < deals.len();
        let is_quick = runner.clock.now().saturating_sub(start) < BATCH_TIME;
        if sender.send(Ok(batch)).is_err() || is_cut {
            return;
        }
        if is_quick {
            size = (2 * size).min(LARGEST_BATCH);
        } else if size > 1 {
            size /= 2;
        }
    }
}
