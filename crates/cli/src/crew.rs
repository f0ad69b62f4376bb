//! The threads of this machine, for agents that can use some.

use outwit::game::Crew;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};

/// As many threads as the machine runs at a time. Answers do not depend on how many those are.
pub struct Threads;

impl Crew for Threads {
    fn hands(&self) -> usize {
        std::thread::available_parallelism().map_or(1, NonZero::get)
    }

    fn work(&self, count: usize, job: &(dyn Fn(usize) + Sync)) {
        let next = AtomicUsize::new(0);
        let take = || {
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                if place >= count {
                    return;
                }
                job(place);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.hands().min(count) {
                scope.spawn(take);
            }
            take();
        });
    }
}
