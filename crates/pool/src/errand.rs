//! Whose work a thread does.
//!
//! A program that runs several pieces of work at a time gives each a number. Threads of the pool bear the number of the
//! work that started them, so that what happens on one of them is told to whoever waits for it and to nobody else.

use std::cell::Cell;

thread_local! {
    static ERRAND: Cell<u64> = const { Cell::new(0) };
}

/// The number of the work that this thread does; 0 where nobody gave it one.
#[inline]
pub fn errand() -> u64 {
    ERRAND.get()
}

/// Does something under this number.
pub fn with_errand<T>(number: u64, work: impl FnOnce() -> T) -> T {
    struct Restore(u64);
    impl Drop for Restore {
        fn drop(&mut self) {
            ERRAND.set(self.0);
        }
    }
    let _restore = Restore(ERRAND.replace(number));
    work()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Threads;
    use std::sync::Mutex;

    #[test]
    fn threads_bear_the_number_of_the_work_that_started_them() {
        let seen = Mutex::new(Vec::new());
        let look = || seen.lock().unwrap().push(errand());
        with_errand(7, || {
            Threads::new(3).start(|| look, look).unwrap();
            let job = |(): &mut (), _: usize| {
                look();
                Ok(())
            };
            Threads::new(3).map(5, None, || Ok(()), job).unwrap();
        });
        assert_eq!(seen.into_inner().unwrap(), [7; 9]);
        assert_eq!(errand(), 0);
    }

    #[test]
    fn the_number_is_given_back_when_work_panics() {
        let panicked = std::panic::catch_unwind(|| with_errand(3, || std::panic::resume_unwind(Box::new(()))));
        assert!(panicked.is_err() && errand() == 0);
    }
}
