//! The thread pool.

use crate::errand::{errand, with_errand};
use outwit_game::{Pool, Problem};
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Agents recurse; deep trees need room. Pages that are never touched cost nothing.
const STACK: usize = 256 << 20;

/// So many threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threads(usize);

impl Threads {
    /// So many, and one at least.
    pub fn new(count: usize) -> Threads {
        Threads(count.max(1))
    }

    /// As many as the machine runs at a time.
    pub fn all() -> Threads {
        Threads::new(std::thread::available_parallelism().map_or(1, NonZero::get))
    }

    /// How many.
    pub fn count(self) -> usize {
        self.0
    }

    /// At most so many.
    pub fn at_most(self, most: usize) -> Threads {
        Threads::new(self.0.min(most))
    }

    /// Starts a worker on every thread, does something else on this one meanwhile, and returns when all are done. For work
    /// that hands over what it has as it goes on and that any worker can do all of, since there may be fewer threads to be
    /// had; [`map`](Threads::map) is for all else.
    pub fn start<W: FnOnce() + Send, R>(
        self,
        mut worker: impl FnMut() -> W,
        meanwhile: impl FnOnce() -> R,
    ) -> Result<R, Problem> {
        let works = (0..self.0).map(|_| Box::new(worker()) as Work<'_>).collect();
        // What the workers were made of may keep a channel open.
        drop(worker);
        let (mut meanwhile, mut answer) = (Some(meanwhile), None);
        run(works, STACK, &mut || answer = meanwhile.take().map(|meanwhile| meanwhile()))?;
        Ok(answer.expect("it was done meanwhile"))
    }

    /// Does the jobs 0 to `count` - 1, on this thread and others, and gives their answers in that order, whoever did them. Every thread `begin`s once
    /// and takes what that made to each of its jobs. Ends early, with a problem, when `stop` is set or a job fails.
    pub fn map<S, T: Send>(
        self,
        count: usize,
        stop: Option<&AtomicBool>,
        begin: impl Fn() -> Result<S, Problem> + Sync,
        job: impl Fn(&mut S, usize) -> Result<T, Problem> + Sync,
    ) -> Result<Vec<T>, Problem> {
        let next = AtomicUsize::new(0);
        let is_stopped = || stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        // The first problem, by the number of its job, is the one that is told.
        #[expect(clippy::type_complexity)] // what was done, and the first problem with its number
        let done: Mutex<(Vec<Option<T>>, Option<(usize, Problem)>)> =
            Mutex::new(((0..count).map(|_| None).collect(), None));
        let keep = |number: usize, answer: Result<T, Problem>| {
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            match answer {
                Ok(answer) => done.0[number] = Some(answer),
                Err(problem) => {
                    if done.1.as_ref().is_none_or(|(first, _)| number < *first) {
                        done.1 = Some((number, problem));
                    }
                    next.store(count, Ordering::Relaxed);
                }
            }
        };
        let worker = || {
            if count == 0 {
                return;
            }
            let mut own = match begin() {
                Ok(own) => own,
                Err(problem) => return keep(0, Err(problem)),
            };
            while !is_stopped() {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= count {
                    return;
                }
                keep(number, job(&mut own, number));
            }
        };
        together(self.0.min(count), &worker);
        let (answers, problem) = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        match problem {
            Some((_, problem)) => Err(problem),
            None => answers
                .into_iter()
                .collect::<Option<Vec<T>>>()
                .ok_or_else(|| Problem::new("stopped before all of it was done")),
        }
    }
}

type Work<'a> = Box<dyn FnOnce() + Send + 'a>;

// Starting threads is much code, and everybody who does starts threads of another type: these are compiled once.

/// Does each work on a thread of its own, and something else on this one meanwhile. Where fewer threads are to be had, those
/// there are do it all; `stack` is the room of each.
fn run(works: Vec<Work<'_>>, stack: usize, meanwhile: &mut dyn FnMut()) -> Result<(), Problem> {
    let errand = errand();
    std::thread::scope(|scope| {
        let (mut started, mut failure) = (0, None);
        for work in works {
            let elsewhere = move || with_errand(errand, work);
            match std::thread::Builder::new().stack_size(stack).spawn_scoped(scope, elsewhere) {
                Ok(_) => started += 1,
                Err(error) => failure = Some(error),
            }
        }
        match failure {
            Some(error) if started == 0 => Err(Problem::new(format!("a thread could not be started: {error}"))),
            _ => {
                meanwhile();
                Ok(())
            }
        }
    })
}

/// The same work so many times at once, one of them on this thread. Where there is no thread to be had, those there are do it all.
fn together(count: usize, work: &(dyn Fn() + Sync)) {
    let errand = errand();
    std::thread::scope(|scope| {
        for _ in 1..count {
            let elsewhere = move || with_errand(errand, work);
            let _ = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, elsewhere);
        }
        work();
    });
}

impl Pool for Threads {
    fn threads(&self) -> usize {
        self.0
    }

    fn work(&self, count: usize, job: &(dyn Fn(usize) + Sync)) {
        let job = |(): &mut (), number: usize| {
            job(number);
            Ok(())
        };
        let done = self.map(count, None, || Ok(()), job);
        debug_assert!(done.is_ok(), "nothing stops it and nothing fails");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_come_in_the_order_of_the_jobs_on_any_number_of_threads() {
        for threads in [1, 2, 7] {
            let begun = AtomicUsize::new(0);
            let begin = || Ok(begun.fetch_add(1, Ordering::Relaxed));
            let answers = Threads::new(threads).map(100, None, begin, |_, number| Ok(number * number)).unwrap();
            assert!(answers.iter().enumerate().all(|(number, answer)| *answer == number * number));
            assert!((1..=threads).contains(&begun.into_inner()));
        }
        let none: Vec<usize> = Threads::new(3).map(0, None, || Ok(()), |(), number| Ok(number)).unwrap();
        assert!(none.is_empty());
    }

    #[test]
    fn a_failure_or_a_stop_ends_the_work() {
        let fail = |(): &mut (), number: usize| if number == 3 { Err(Problem::new("three")) } else { Ok(number) };
        let problem = Threads::new(2).map(1000, None, || Ok(()), fail).unwrap_err();
        assert_eq!(problem.to_string(), "three");
        let stop = AtomicBool::new(true);
        assert!(Threads::new(2).map(5, Some(&stop), || Ok(()), |(), number| Ok(number)).is_err());
        let cannot_begin = || Err::<(), Problem>(Problem::new("no"));
        assert_eq!(Threads::new(2).map(5, None, cannot_begin, |(), n| Ok(n)).unwrap_err().to_string(), "no");
    }

    #[test]
    fn where_no_thread_is_to_be_had_that_is_said_and_nobody_waits() {
        let mut asked = false;
        let works = (0..3).map(|_| Box::new(|| ()) as Work<'_>).collect();
        // More room than there are addresses.
        assert!(run(works, usize::MAX / 4, &mut || asked = true).is_err());
        assert!(!asked);
    }

    #[test]
    fn a_pool_does_every_job_once() {
        let sum = AtomicUsize::new(0);
        Threads::new(4).work(50, &|number| {
            sum.fetch_add(number + 1, Ordering::Relaxed);
        });
        assert_eq!(sum.into_inner(), 51 * 25);
    }
}
