//! A tournament from its first deal to its last, however often it is interrupted.

use crate::record::DealRecord;
use crate::run::{Advance, Catalogs, Runner};
use crate::store::Store;
use crate::trouble::Trouble;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// How often what was played is committed: a killed process loses less than this and a batch.
const COMMIT_EVERY: Duration = Duration::from_millis(400);
/// Deals kept back at most before they are committed.
const COMMIT_AT: usize = 20_000;

/// How far a tournament has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Deals done, earlier runs included.
    pub deals: u64,
    /// Deals in all.
    pub of: u64,
    /// Games played in this run.
    pub games: u64,
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// All deals are done, or the sequential test was decided: this many deals count.
    Finished(u64),
    /// It was stopped; it can be resumed.
    Stopped,
}

/// Reads deals in order and says when enough have been read: a sequential test.
pub type Decide<'a> = &'a mut dyn FnMut(&DealRecord) -> bool;

/// A run of a tournament that stands in a store.
pub struct Session<'a, C> {
    /// Plays the deals.
    pub runner: Runner<'a, C>,
    /// Keeps them.
    pub store: &'a mut Store,
    /// The tournament's number in the store.
    pub id: i64,
}

impl<C: Catalogs> Session<'_, C> {
    /// Plays what is left. `tell` hears how far it has come; `decide` reads the deals in order.
    pub fn run(&mut self, mut decide: Option<Decide<'_>>, tell: &mut dyn FnMut(Standing)) -> Result<Ended, Trouble> {
        let Session { runner, store, id } = self;
        let (id, of) = (*id, runner.setting.deals);
        // Step 1. What is done already, in order as far as it goes.
        let done = store.done(id)?;
        let mut reader = InOrder::default();
        if let Some(decide) = &mut decide {
            for deal in store.deals(id)? {
                if let Some(count) = reader.read(deal, decide) {
                    store.finish(id, count)?;
                    return Ok(Ended::Finished(count));
                }
            }
        }
        let left = missing(&done, of);
        let mut standing = Standing { deals: done.len() as u64, of, games: 0 };
        tell(standing);
        // Step 2. Play, commit now and then, read in order.
        let clock = runner.clock;
        let mut pending: Vec<DealRecord> = Vec::new();
        let mut committed = clock.now();
        let mut decided = None;
        let result = runner.run(&left, &mut |batch| {
            standing.deals += batch.len() as u64;
            standing.games += batch.iter().map(|deal| deal.games.len() as u64).sum::<u64>();
            if let Some(decide) = &mut decide {
                for deal in &batch {
                    decided = decided.or_else(|| reader.read(deal.clone(), decide));
                }
            }
            pending.extend(batch);
            if pending.len() >= COMMIT_AT || clock.now().saturating_sub(committed) >= COMMIT_EVERY {
                store.write(id, &pending)?;
                pending.clear();
                committed = clock.now();
            }
            tell(standing);
            Ok(if decided.is_some() { Advance::Stop } else { Advance::GoOn })
        });
        // Step 3. Whatever ended the run, what was played is kept, unless it was the store that failed.
        if !matches!(result, Err(Trouble::Work(_))) {
            store.write(id, &pending)?;
        }
        result?;
        if let Some(count) = decided {
            store.finish(id, count)?;
            return Ok(Ended::Finished(count));
        }
        if standing.deals < of && runner.stop.load(Ordering::Relaxed) {
            return Ok(Ended::Stopped);
        }
        store.finish(id, of)?;
        Ok(Ended::Finished(of))
    }
}

fn missing(done: &[u64], of: u64) -> Vec<u64> {
    let mut done = done.iter().copied().peekable();
    (0..of)
        .filter(|deal| {
            let is_done = done.peek() == Some(deal);
            if is_done {
                done.next();
            }
            !is_done
        })
        .collect()
}

/// Hands deals on in the order of their numbers, whatever order they come in: a test that reads them so stops at the same
/// deal on any number of threads.
#[derive(Default)]
struct InOrder {
    next: u64,
    waiting: BTreeMap<u64, DealRecord>,
}

impl InOrder {
    /// Takes a deal; how many deals count, once that is decided.
    fn read(&mut self, deal: DealRecord, decide: &mut dyn FnMut(&DealRecord) -> bool) -> Option<u64> {
        self.waiting.insert(deal.deal, deal);
        while let Some(deal) = self.waiting.remove(&self.next) {
            self.next += 1;
            if decide(&deal) {
                return Some(self.next);
            }
        }
        None
    }
}
