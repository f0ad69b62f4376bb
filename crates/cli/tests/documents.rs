//! What the documents say is so: their commands print what they show, their lists are the catalogs', their code is code
//! that is compiled and tested, and their links lead somewhere. Set `BLESS=1` to write outputs and lists anew.

mod support;

use outwit::game::Parameter;
use outwit::games::catalog::GAMES;
use outwit::games::efg::read_efg;
use outwit::games::tree;
use outwit::search::named::catalog::AGENTS;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use support::{outwit, without_times, words};

/// Every page there is: those at the top, and all of `docs`.
fn documents() -> Vec<String> {
    let mut names: Vec<String> = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"].map(String::from).into();
    for folder in ["docs", "docs/results"] {
        let files = std::fs::read_dir(path(folder)).unwrap().map(|file| file.unwrap().file_name());
        let pages = files.map(|name| name.into_string().unwrap()).filter(|name| name.ends_with(".md"));
        names.extend(pages.map(|name| format!("{folder}/{name}")));
    }
    names.sort();
    names
}

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

fn text(name: &str) -> String {
    std::fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Two tests may write the README: one after the other.
static README: Mutex<()> = Mutex::new(());

/// Demands that a document is as it should be, or makes it so.
fn demand(name: &str, wanted: &str, is_same: bool) {
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path(name), wanted).unwrap();
    } else {
        assert!(is_same, "{name} is not what it should be (BLESS=1 writes it):\n{wanted}");
    }
}

/// The fenced blocks of a document: language and lines.
fn blocks(document: &str) -> Vec<(&str, Vec<&str>)> {
    let mut blocks = Vec::new();
    let mut open: Option<(&str, Vec<&str>)> = None;
    for line in document.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(language), None) => open = Some((language, Vec::new())),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some((_, lines))) => lines.push(line),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block has no end");
    blocks
}

/// A document with the output of every command in its `console` blocks as it is today.
fn with_outputs(document: &str) -> String {
    let (mut result, mut is_console) = (String::new(), false);
    for line in document.lines() {
        if line.starts_with("```") {
            is_console = line == "```console";
        } else if is_console {
            let Some(command) = line.strip_prefix("$ ") else { continue };
            let ours = command.strip_prefix("outwit ").or(command.strip_prefix("cargo run --release -- "));
            let arguments = words(ours.unwrap_or_else(|| panic!("{command} is not a command of outwit")));
            let answer = outwit(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
            result.push_str(&format!("{line}\n{}{}", answer.out, answer.err));
            continue;
        }
        result.push_str(&format!("{line}\n"));
    }
    result
}

#[test]
fn every_command_prints_what_the_documents_show() {
    let _alone = README.lock().unwrap_or_else(PoisonError::into_inner);
    for name in &documents() {
        let (document, today) = (text(name), with_outputs(&text(name)));
        let is_same = without_times(&document) == without_times(&today);
        // Times differ at each run and are left as they stand unless something else has changed.
        demand(name, if is_same { &document } else { &today }, is_same);
    }
}

fn settings(parameters: &[Parameter]) -> String {
    let settings: Vec<String> = parameters.iter().map(|p| format!("`{}={}`", p.name, p.default)).collect();
    settings.join(" ")
}

/// A document with the lines between `<!-- mark -->` and `<!-- end of mark -->` replaced.
fn with_list(document: &str, mark: &str, list: &str) -> String {
    let (begin, end) = (format!("<!-- {mark} -->\n"), format!("<!-- end of {mark} -->"));
    let (before, rest) = document.split_once(&begin).unwrap_or_else(|| panic!("no {begin}"));
    let (_, after) = rest.split_once(&end).unwrap_or_else(|| panic!("no {end}"));
    format!("{before}{begin}\n{list}\n{end}{after}")
}

#[test]
fn the_readme_lists_every_game_and_every_agent_with_its_parameters() {
    let _alone = README.lock().unwrap_or_else(PoisonError::into_inner);
    let mut games = "| game | what it is | parameters and defaults |\n|---|---|---|\n".to_string();
    for entry in GAMES {
        games.push_str(&format!("| `{}` | {} | {} |\n", entry.name, entry.summary, settings(entry.parameters)));
    }
    let mut agents = "| agent | what it does | plays | parameters and defaults |\n|---|---|---|---|\n".to_string();
    for entry in AGENTS {
        let (name, summary, plays) = (entry.name, entry.summary, entry.plays());
        agents.push_str(&format!("| `{name}` | {summary} | {plays} | {} |\n", settings(entry.parameters)));
    }
    let readme = text("README.md");
    let wanted = with_list(&with_list(&readme, "games", &games), "agents", &agents);
    demand("README.md", &wanted, wanted == readme);
}

/// The rules of every game, as `outwit games NAME` and `help` while playing tell them.
#[test]
fn the_rules_of_every_game_stand_in_one_document() {
    let mut wanted =
        "# The games and their rules\n\nThe same texts as `outwit games NAME` shows, and `help` in `outwit play`. \
                      What a game can be set to is listed in the [README](../README.md).\n"
            .to_string();
    for entry in GAMES {
        // A heading within the rules is one of the game's section.
        let mut is_listing = false;
        let line = |line: &str| {
            is_listing ^= line.starts_with("```");
            if line.starts_with('#') && !is_listing { format!("##{line}\n") } else { format!("{line}\n") }
        };
        let rules: String = entry.rules.lines().map(line).collect();
        wanted += &format!("\n## {}\n\n{rules}", entry.name);
    }
    let found = std::fs::read_to_string(path("docs/GAMES.md")).unwrap_or_default();
    demand("docs/GAMES.md", &wanted, wanted == found);
}

#[test]
fn code_in_the_documents_is_code_that_is_compiled_and_tested() {
    let example = |name: &str| text(&format!("crates/outwit/examples/{name}.rs"));
    let crate_page: String = text("crates/outwit/src/lib.rs")
        .lines()
        .filter_map(|line| line.strip_prefix("//!"))
        .map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line)))
        .collect();
    let sources = [crate_page, example("new_game"), example("new_algorithm")];
    let mut quoted = 0;
    for name in &documents() {
        for (_, lines) in blocks(&text(name)).into_iter().filter(|(language, _)| *language == "rust") {
            let block = lines.join("\n") + "\n";
            assert!(sources.iter().any(|source| source.contains(&block)), "{name}: no source has\n{block}");
            quoted += lines.len();
        }
    }
    assert!(quoted > 100, "{quoted} lines are quoted");
}

/// A `json` block is a tree that reads; one with a `text` block right after it is one that does not, and why.
#[test]
fn trees_in_the_documents_read_or_are_refused_as_they_say() {
    for name in ["README.md", "docs/TREE.md"] {
        let document = text(name);
        let blocks = blocks(&document);
        for (place, (_, lines)) in blocks.iter().enumerate().filter(|(_, (language, _))| *language == "json") {
            let read = tree::Tree::from_json(&lines.join("\n")).map(drop).map_err(|problem| problem.to_string());
            let refusal = blocks.get(place + 1).filter(|(language, _)| *language == "text");
            match refusal {
                None => assert_eq!(read, Ok(()), "{name}: {lines:?}"),
                Some((_, why)) => assert_eq!(read, Err(why.join(" ")), "{name}: {lines:?}"),
            }
        }
    }
}

#[test]
fn links_and_paths_in_the_documents_lead_somewhere() {
    for name in &documents() {
        let (document, folder) = (text(name), path(name).parent().unwrap().to_path_buf());
        for link in document.split("](").skip(1).map(|rest| rest.split(')').next().unwrap()) {
            let file = link.split('#').next().unwrap();
            if !file.is_empty() && !link.contains("://") {
                assert!(folder.join(file).exists(), "{name} links to {link}");
            }
        }
        for word in document.split('`').skip(1).step_by(2).filter(|word| word.starts_with("crates/")) {
            let word = word.split(['<', '{', ' ', '*']).next().unwrap();
            assert!(path(word).exists(), "{name} names {word}");
        }
    }
}

#[test]
fn the_trees_of_the_games_crate_are_all_told_of() {
    let document = text("docs/TREE.md");
    for file in std::fs::read_dir(path("crates/games/trees")).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        assert!(document.contains(&format!("`{name}`")), "docs/TREE.md does not tell of {name}");
        let text = text(&format!("crates/games/trees/{name}"));
        let read = if name.ends_with(".efg") { read_efg(&text).map(drop) } else { tree::read(&text).map(drop) };
        read.unwrap_or_else(|problem| panic!("{name}: {problem}"));
    }
}
