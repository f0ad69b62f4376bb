//! The interrupt key: a command that can answer with what it has so far is asked to; every other one ends at once.

use outwit::game::Problem;
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

static STOP: AtomicBool = AtomicBool::new(false);
/// The key was pressed, and nothing has come of it but an early end.
static PRESSED: AtomicBool = AtomicBool::new(false);
static LISTENS: AtomicBool = AtomicBool::new(false);
/// What is left to do before the program ends.
static ON_EXIT: Mutex<Option<Box<dyn FnOnce() + Send>>> = Mutex::new(None);

thread_local! {
    /// The flag of the program that holds this command line inside itself: the key is that program's business then.
    static HOSTED: Cell<Option<&'static AtomicBool>> = const { Cell::new(None) };
}

/// Does the work of a command with this flag in the place of the interrupt key.
pub(crate) fn hosted<T>(stop: &'static AtomicBool, work: impl FnOnce() -> T) -> T {
    struct Restore(Option<&'static AtomicBool>);
    impl Drop for Restore {
        fn drop(&mut self) {
            HOSTED.set(self.0);
        }
    }
    let _restore = Restore(HOSTED.replace(Some(stop)));
    work()
}

/// The flag of the program around this command line, if there is one: for work that does without the interrupt key.
pub(crate) fn host_flag() -> Option<&'static AtomicBool> {
    HOSTED.get()
}

/// Whether the program around this command line wants no more.
pub(crate) fn is_stopped() -> bool {
    host_flag().is_some_and(|stop| stop.load(Ordering::Relaxed))
}

/// What is said of an exact answer that was not waited for.
pub(crate) fn stopped() -> Problem {
    Problem::new("stopped before all of it was done")
}

/// What shells expect of a program that was interrupted.
pub(crate) const INTERRUPTED: u8 = 130;

/// Catches the interrupt key from now on. Quietly does without where the system does not allow it.
pub fn install() {
    let _ = ctrlc::set_handler(|| {
        let asked_before = PRESSED.swap(true, Ordering::Relaxed);
        STOP.store(true, Ordering::Relaxed);
        if asked_before || !LISTENS.load(Ordering::Relaxed) {
            leave();
        }
    });
}

/// Ends the program as the interrupt key does.
pub(crate) fn leave() -> ! {
    run_on_exit();
    std::process::exit(INTERRUPTED.into());
}

/// Whether the work ended early because somebody pressed the key.
pub(crate) fn was_pressed() -> bool {
    host_flag().is_none() && PRESSED.load(Ordering::Relaxed)
}

/// While this lives, the interrupt key hurries one piece of work, and the program goes on after it.
pub(crate) struct Hurry(());

impl Hurry {
    /// From now on.
    pub(crate) fn begin() -> Hurry {
        STOP.store(false, Ordering::Relaxed);
        LISTENS.store(true, Ordering::Relaxed);
        Hurry(())
    }

    /// Set when the work is to end with what it has.
    pub(crate) fn flag(&self) -> &'static AtomicBool {
        &STOP
    }
}

impl Drop for Hurry {
    fn drop(&mut self) {
        LISTENS.store(false, Ordering::Relaxed);
        PRESSED.store(false, Ordering::Relaxed);
        STOP.store(false, Ordering::Relaxed);
    }
}

/// The flag that the interrupt key sets, for a command that looks at it. A second press still ends the program.
pub(crate) fn stop_flag() -> &'static AtomicBool {
    if let Some(stop) = host_flag() {
        return stop;
    }
    LISTENS.store(true, Ordering::Relaxed);
    &STOP
}

/// Does this when the interrupt key ends the program, in place of what was given before: for work that looks at no flag, or
/// not soon enough.
pub(crate) fn on_leaving(farewell: impl FnOnce() + Send + 'static) {
    *ON_EXIT.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(farewell));
}

/// Writes this file when the interrupt key ends the program: who waits for a person to type cannot look at a flag.
pub(crate) fn save_on_leaving(path: &str, text: String) {
    let path = path.to_string();
    on_leaving(move || match crate::files::put(&path, &text) {
        Ok(()) => eprintln!("\nSaved as {path}."),
        Err(error) => eprintln!("\noutwit: the file `{path}` cannot be written: {error}"),
    });
}

/// Nothing is left to do when the program is ended.
pub(crate) fn nothing_on_leaving() {
    ON_EXIT.lock().unwrap_or_else(PoisonError::into_inner).take();
}

fn run_on_exit() {
    let farewell = ON_EXIT.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(farewell) = farewell {
        farewell();
    }
}
