//! What only the builder knows: how small the binary may be, and which commit a release is built from.

use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=OUTWIT_COMMIT");
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|found| found == value);
    // The names of functions are a seventh of the binary, and nobody reads them where nothing else tells a debugger its way. A
    // profile's `strip` is not heard where the package has settings of its own, so the linker is told here.
    if is("DEBUG", "false") && is("CARGO_CFG_TARGET_OS", "linux") {
        println!("cargo:rustc-link-arg-bins=-Wl,--strip-all");
    }
    // Everyday builds do not ask: they would be made anew after every commit.
    if is("PROFILE", "release") {
        tell_commit();
    }
}

/// For reports. Whoever builds without the history may say it in the environment.
fn tell_commit() {
    // A copy that lies in somebody else's history has no commit of ours.
    if std::env::var_os("OUTWIT_COMMIT").is_some() || git(&["ls-files", "--error-unmatch", "build.rs"]).is_none() {
        return;
    }
    let Some(commit) = git(&["rev-parse", "--short=12", "HEAD"]) else { return };
    println!("cargo:rustc-env=OUTWIT_COMMIT={commit}");
    // Commits, checkouts and resets are all written down there.
    if let Some(log) = git(&["rev-parse", "--path-format=absolute", "--git-path", "logs/HEAD"]) {
        println!("cargo:rerun-if-changed={log}");
    }
}

/// What git answers in this folder, if there is a git.
fn git(words: &[&str]) -> Option<String> {
    let output = Command::new("git").args(words).output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_string();
    (!text.is_empty() && !text.contains('\n')).then_some(text)
}
