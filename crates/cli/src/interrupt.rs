//! The interrupt key: a command that can answer with what it has so far is asked to; every other one ends at once.

use std::sync::atomic::{AtomicBool, Ordering};

static STOP: AtomicBool = AtomicBool::new(false);
static LISTENS: AtomicBool = AtomicBool::new(false);

/// What shells expect of a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// Catches the interrupt key from now on. Quietly does without where the system does not allow it.
pub fn install() {
    let _ = ctrlc::set_handler(|| {
        let asked_before = STOP.swap(true, Ordering::Relaxed);
        if asked_before || !LISTENS.load(Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
    });
}

/// The flag that the interrupt key sets, for a command that looks at it. A second press still ends the program.
pub(crate) fn stop_flag() -> &'static AtomicBool {
    LISTENS.store(true, Ordering::Relaxed);
    &STOP
}
