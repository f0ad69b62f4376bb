//! What docs/ARCHITECTURE.md says always holds and neither the compiler nor another test would notice.

use std::path::{Path, PathBuf};

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Rust files below a folder, without their tests.
fn sources(folder: &Path, out: &mut Vec<(PathBuf, String)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with("tests.rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap().to_string();
            out.push((path, code));
        }
    }
}

/// The crates that only compute.
const COMPUTING: [&str; 8] = ["abstraction", "decision", "equilibrium", "exact", "game", "games", "learn", "search"];

/// Lines of the code of these crates, comments left out, that hold one of the words.
fn lines_with(names: &[&str], words: &[&str]) -> Vec<String> {
    let mut files = Vec::new();
    for name in names {
        sources(&crates().join(name).join("src"), &mut files);
    }
    assert!(files.len() > 40, "{} files", files.len());
    let mut found = Vec::new();
    for (path, code) in files {
        for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
            if words.iter().any(|word| line.contains(word)) {
                found.push(format!("{}: {}", path.display(), line.trim()));
            }
        }
    }
    found
}

#[test]
fn games_and_searches_open_no_files_start_no_threads_and_read_no_clock() {
    let words = ["std::fs", "std::thread", "std::env", "std::net", "std::process", "Instant", "SystemTime", "println!"];
    assert_eq!(lines_with(&COMPUTING, &words), Vec::<String>::new());
}

/// Rough guesses at how many positions a game has.
const ROUGH: [&str; 2] = ["connect4.rs: (width, height) =>", "repeated/mod.rs: positions:"];

/// The standard library leaves the last digits of these to the platform; `sqrt` it does not.
#[test]
fn functions_that_differ_between_platforms_are_not_used() {
    let words = [
        ".exp(", ".exp2(", ".exp_m1(", ".ln(", ".ln_1p(", ".log(", ".log2(", ".log10(", ".powf(", ".powi(", ".sin(",
        ".cos(", ".tanh(",
    ];
    // What tournaments and papers report is to be the same everywhere too.
    let found = lines_with(&[&COMPUTING[..], &["arena", "lab", "statistics"]].concat(), &words);
    // How many positions a board has is a rough guess that is compared with round numbers.
    let found: Vec<String> = found
        .into_iter()
        .filter(|line| !line.contains("self.log(") && !ROUGH.iter().any(|rough| line.contains(rough)))
        .collect();
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn searches_name_no_game_and_games_no_search() {
    for (name, stranger) in [
        ("search", "outwit-games"),
        ("games", "outwit-search"),
        ("exact", "outwit-games"),
        ("exact", "outwit-search"),
        ("equilibrium", "outwit-games"),
        ("equilibrium", "outwit-search"),
        ("abstraction", "outwit-games"),
        ("abstraction", "outwit-search"),
        ("decision", "outwit-games"),
        ("decision", "outwit-search"),
        ("game", "outwit-"),
    ] {
        let manifest = std::fs::read_to_string(crates().join(name).join("Cargo.toml")).unwrap();
        let (_, dependencies) = manifest.split_once("[dependencies]").unwrap();
        let dependencies = dependencies.split("\n[").next().unwrap();
        assert!(!dependencies.contains(stranger), "{name} depends on {stranger}");
    }
}

/// The arena keeps its games in a database that takes a while to compile: who wants games and agents alone does not wait
/// for it.
#[test]
fn a_database_is_compiled_only_for_who_asks_for_the_arena() {
    let manifest = |name: &str| std::fs::read_to_string(crates().join(name).join("Cargo.toml")).unwrap();
    let facade = manifest("outwit");
    assert!(facade.contains("default = []") && facade.contains("outwit-arena = { workspace = true, optional = true }"));
    for entry in std::fs::read_dir(crates()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let needs = |what: &str| manifest(&name).lines().any(|line| line.starts_with(what));
        // The studio, which is a program and no library, keeps its games in the arena's file.
        assert!(!needs("rusqlite") || matches!(&*name, "arena" | "studio"), "{name} needs a database");
        assert!(!needs("outwit-arena") || name == "outwit", "{name} needs the arena");
    }
}
