//! The pages in a real Chromium, driven over WebDriver, one browser after the other.
//!
//! `tests/browser.sh` runs them, with axe-core, which looks for what would hinder people. Without it they are left out, and a
//! line says so. They wait for what must come, however long it takes, and never for a time.

mod axe;
mod driver;
mod games;
mod tools;

use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

/// One test after the other: whoever holds this may open browsers. `None` where nobody asked for browsers, or there are none.
fn may_open() -> Option<MutexGuard<'static, ()>> {
    static ALONE: Mutex<()> = Mutex::new(());
    static SAID: Once = Once::new();
    let is_asked = std::env::var_os("OUTWIT_BROWSER").is_some();
    let is_there = || Command::new("chromedriver").arg("--version").stdout(Stdio::null()).status().is_ok();
    if is_asked && is_there() {
        return Some(ALONE.lock().unwrap_or_else(PoisonError::into_inner));
    }
    SAID.call_once(|| {
        let why = if is_asked { "there is no chromedriver" } else { "crates/studio/tests/browser.sh runs them" };
        // Not captured: whoever runs the tests reads it.
        let _ = std::io::stderr().write_all(format!("browser tests were left out: {why}\n").as_bytes());
    });
    None
}
