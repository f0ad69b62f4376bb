//! The interrupt key: a command that can answer with what it has so far is asked to; every other one ends at once.

use outwit::game::{Agent, AnyGame, AnyMove, Control, Player, Problem, Report, View};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

static STOP: AtomicBool = AtomicBool::new(false);
/// The key was pressed, and nothing has come of it but an early end.
static PRESSED: AtomicBool = AtomicBool::new(false);
static LISTENS: AtomicBool = AtomicBool::new(false);
/// A file to write before the program ends, and its text.
static ON_EXIT: Mutex<Option<(String, String)>> = Mutex::new(None);

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

/// An agent of whose answers an exact number is made. A search that was told to stop answers with the best so far, which is
/// not what this agent plays: then there is no answer.
pub(crate) struct Unhurried(pub(crate) Box<dyn Agent<AnyGame>>);

impl Agent<AnyGame> for Unhurried {
    fn begin(&mut self, game: &AnyGame, seat: Player, seed: u64) {
        self.0.begin(game, seat, seed);
    }

    fn is_memoryless(&self) -> bool {
        self.0.is_memoryless()
    }

    fn choose(&mut self, view: &View<'_, AnyGame>, control: &Control<'_>) -> Result<Report<AnyMove>, Problem> {
        if is_stopped() {
            return Err(stopped());
        }
        let report = self.0.choose(view, control);
        if is_stopped() { Err(stopped()) } else { report }
    }
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

/// Writes this file when the interrupt key ends the program, in place of the one given before: who waits for a person to
/// type cannot look at a flag.
pub(crate) fn save_on_leaving(path: &str, text: String) {
    *ON_EXIT.lock().unwrap_or_else(PoisonError::into_inner) = Some((path.to_string(), text));
}

/// Writes nothing when the program is ended.
pub(crate) fn forget_to_save() {
    ON_EXIT.lock().unwrap_or_else(PoisonError::into_inner).take();
}

fn run_on_exit() {
    let Some((path, text)) = ON_EXIT.lock().unwrap_or_else(PoisonError::into_inner).take() else { return };
    match std::fs::write(&path, text) {
        Ok(()) => eprintln!("\nSaved as {path}."),
        Err(error) => eprintln!("\noutwit: the file `{path}` cannot be written: {error}"),
    }
}
